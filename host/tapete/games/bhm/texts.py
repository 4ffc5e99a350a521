"""BHM's sentences: the story of each event, the next deed at the table, and what each one is asked to do."""

from __future__ import annotations

from tapete.core.dice import ROLLED, Rolled
from tapete.core.events import Event
from tapete.core.game import Told
from tapete.core.kinds import shown_as
from tapete.core.rulings import NOTED_LOG, RULED_LOG, Noted, Ruled
from tapete.core.texts import Sentence, Text, Words
from tapete.games.bhm import events
from tapete.games.bhm.words import KINDS

TITLE = Text("BHM", "BHM")


def _told(es: str, en: str, deed_es: str = "", deed_en: str = "") -> Told:
    return Told(Sentence(es, en), Sentence(deed_es, deed_en) if deed_es else None)


SENTENCES: dict[type[Event], Told] = {
    Ruled: Told(RULED_LOG),
    Noted: Told(NOTED_LOG),
    Rolled: ROLLED,
    events.SetUp: _told(
        "{seat} tiene {deck} cartas en la baraja tras robar cinco, y {summons} invocaciones.",
        "{seat} has {deck} cards in the deck after drawing five, and {summons} summons.",
        "{seat}: baraja, roba cinco cartas y deja tus invocaciones boca abajo.",
        "{seat}: shuffle, draw five cards, and lay your summons face down.",
    ),
    events.Exchanged: _told(
        "{seat} cambia {n} {n:carta|cartas}.",
        "{seat} exchanges {n} {n:card|cards}.",
        "{seat}: aparta {n}, roba otras tantas y solo entonces baraja las apartadas.",
        "{seat}: set {n} aside, draw as many, and only then shuffle those back.",
    ),
    events.TurnStarted: _told("Turno {turn}: juega {seat}.", "Turn {turn}: {seat} plays."),
    events.PhaseChanged: _told("{seat}: {phase}.", "{seat}: {phase}."),
    events.Drawn: _told(
        "{seat} roba {n} {n:carta|cartas}: {hand} en la mano, {deck} en la baraja.",
        "{seat} draws {n} {n:card|cards}: {hand} in hand, {deck} in the deck.",
        "{seat}: roba {n}.",
        "{seat}: draw {n}.",
    ),
    events.Returned: _told(
        "{card} vuelve de los desertores a la casilla {slot} de {seat}.",
        "{card} comes back from the deserters to {seat}'s space {slot}.",
        "Pon {card} en la casilla {slot} de {seat}.",
        "Put {card} on {seat}'s space {slot}.",
    ),
    events.WaitsToReturn: _told(
        "{card} no encuentra casilla libre y espera entre los desertores de {seat}.",
        "{card} finds no free space and waits among {seat}'s deserters.",
    ),
    events.Announced: _told("{seat} anuncia {what}: {card}.", "{seat} announces {what}: {card}."),
    events.Cancelled: _told(
        "Se anula lo que anunció {seat}: {what}.",
        "What {seat} announced is cancelled: {what}.",
    ),
    events.Entered: _told(
        "{card} entra en la casilla {slot} de {seat}, {how}.",
        "{card} enters {seat}'s space {slot}, {how}.",
        "Pon {card} en la casilla {slot} de {seat}.",
        "Put {card} on {seat}'s space {slot}.",
    ),
    events.NoEffect: _told("No surte efecto: {reason}.", "It has no effect: {reason}."),
    events.TerrorChosen: _told(
        "TERROR {figure}: {card} alcanza a {victim}.",
        "TERROR {figure}: {card} strikes {victim}.",
    ),
    events.Equipped: _told(
        "{bearer} lleva {card}.",
        "{bearer} carries {card}.",
        "Pon {card} bajo {bearer}, de {seat}.",
        "Put {card} under {bearer}, {seat}'s.",
    ),
    events.Detached: _told("{bearer} deja de llevar {card}.", "{bearer} no longer carries {card}."),
    events.TerritoryEntered: _told(
        "{seat} juega el territorio {card}.",
        "{seat} plays the territory {card}.",
        "Pon {card} en la zona de territorios de {seat}.",
        "Put {card} in {seat}'s territory zone.",
    ),
    events.TerritoryDestroyed: _told("{seat} pierde el territorio {card}.", "{seat} loses the territory {card}."),
    events.AttackQueued: _told(
        "{card} atacará a {target}.",
        "{card} is to attack {target}.",
    ),
    events.AttackLost: _told("Se pierde un ataque de {seat}: {reason}.", "An attack of {seat}'s is lost: {reason}."),
    events.AttackResolved: _told(
        "{card} golpea a {target}, que queda con RES {res} y Salud {salud}.",
        "{card} strikes {target}, left with RES {res} and Salud {salud}.",
    ),
    events.AttributeChanged: _told("{card}: {attr} {now} de {most}.", "{card}: {attr} {now} of {most}."),
    events.KeywordChanged: _told("Cambian las palabras clave de {card} ({keyword}).", "The keywords of {card} change ({keyword})."),
    events.Killed: _told("{card}, de {seat}, muere.", "{card}, {seat}'s, is killed."),
    events.Annihilated: _told("{card}, de {seat}, es aniquilado.", "{card}, {seat}'s, is annihilated."),
    events.PetrifiedEvent: _told(
        "{card}, de {seat}, cambia entre carne y piedra.",
        "{card}, {seat}'s, changes between flesh and stone.",
        "Gira {card} en su casilla.",
        "Turn {card} around on its space.",
    ),
    events.Fled: _told("{card}, de {seat}, huye.", "{card}, {seat}'s, flees."),
    events.WentTo: _told(
        "{card} va a {zone} de {seat}.",
        "{card} goes to {seat}'s {zone}.",
        "Lleva {card} a {zone} de {seat}.",
        "Take {card} to {seat}'s {zone}.",
    ),
    events.FrozenEvent: _told("{card}, de {seat}, queda congelado.", "{card}, {seat}'s, is frozen."),
    events.Thawed: _told("{card}, de {seat}, se descongela.", "{card}, {seat}'s, thaws."),
    events.ControlChanged: _told(
        "{seat} toma el control de {card}, que era de {was}.",
        "{seat} takes control of {card} from {was}.",
        "Pasa {card} a la casilla {slot} de {seat}.",
        "Move {card} to {seat}'s space {slot}.",
    ),
    events.Granted: _told("{seat} {what}.", "{seat} {what}."),
    events.PointsAssigned: _told(
        "{card} acumula {points} puntos de invocación con {power}.",
        "{card} accumulates {points} summon points with {power}.",
    ),
    events.PointsDrained: _told(
        "{card} gasta {points} puntos de invocación; le {left:queda|quedan} {left}.",
        "{card} spends {points} summon points; {left} left.",
    ),
    events.CounterChanged: _told(
        "El contador de {seat} pasa de {was} a {now}: {cause}.",
        "{seat}'s counter goes from {was} to {now}: {cause}.",
        "Pon el contador de {seat} en {now}.",
        "Set {seat}'s counter to {now}.",
    ),
    events.Compared: _told(
        "Se comparan los campos: {seat} {own}, {other} {theirs}.",
        "Fields are compared: {seat} {own}, {other} {theirs}.",
    ),
    events.Restored: _told("POD y RES de los seres de {seat} se restauran.", "POD and RES of {seat}'s beings are restored."),
    events.Discarded: _told(
        "{seat} descarta: {cards}.",
        "{seat} discards: {cards}.",
        "{seat}: deja en tu zona de muertos {cards}.",
        "{seat}: lay {cards} on your dead zone.",
    ),
    events.Eliminated: _told(
        "{seat} queda fuera: {reason}.",
        "{seat} is out: {reason}.",
        "{seat}: retira tus cartas de la mesa.",
        "{seat}: take your cards off the table.",
    ),
    events.GameOver: _told("{winner} gana la partida.", "{winner} wins the match."),
    events.MatchDrawn: _told("No queda nadie en juego: empate.", "Nobody is left: the match is a draw."),
    events.NameLost: _told("{card} pierde su nombre.", "{card} loses its name."),
    events.DrawAnnounced: _told("{seat} va a robar.", "{seat} is about to draw."),
    events.ConflictJudged: _told(
        "Prevalece {card}, de {seat}: rango {rank}, contra {over}, de rango {other}.",
        "{card}, {seat}'s, prevails: rank {rank}, against {over}, of rank {other}.",
    ),
    events.CardAdded: _told("Se anota una carta nueva: {card}, de rango {rank}.", "A new card is noted: {card}, of rank {rank}."),
}


def _asked(es: str, en: str, wait_es: str, wait_en: str) -> tuple[Sentence, Sentence]:
    return Sentence(es, en), Sentence(wait_es, wait_en)


_PLAYS = ("Juega {seat:seat}.", "{seat:seat} plays.")

PROMPTS: dict[str, tuple[Sentence, Sentence]] = {
    "setup_draw": _asked(
        "Baraja, roba cinco cartas y di cuántas cartas tiene tu baraja y cuántas invocaciones llevas.",
        "Shuffle, draw five cards, and say how many cards your deck has and how many summons you bring.",
        "{seat:seat} prepara su baraja.",
        "{seat:seat} is getting ready.",
    ),
    "setup_exchange": _asked(
        "Puedes cambiar hasta cinco cartas de tu mano, una sola vez.",
        "You may exchange up to five cards of your hand, once.",
        "{seat:seat} decide cuántas cartas cambia.",
        "{seat:seat} is deciding how many cards to exchange.",
    ),
    "roll_start": _asked(
        "Lanza el dado: empieza quien saque más.",
        "Roll the die: the highest begins.",
        "{seat:seat} lanza el dado.",
        "{seat:seat} rolls the die.",
    ),
    "draw": _asked("Empieza tu turno: roba una carta.", "Your turn begins: draw a card.", *_PLAYS),
    "return": _asked(
        "Vuelven tus desertores ({cards:card}): di a qué casilla.",
        "Your deserters return ({cards:card}): say to which space.",
        "{seat:seat} recoloca a sus desertores.",
        "{seat:seat} is placing deserters.",
    ),
    "strategy_1": _asked(
        "Primera fase de estrategia: te {left:queda|quedan} {left} {left:punto|puntos} para llamar. Después, al combate.",
        "First strategy phase: you have {left} call {left:point|points} left. Then on to combat.",
        *_PLAYS,
    ),
    "strategy_2": _asked(
        "Segunda fase de estrategia: te {left:queda|quedan} {left} {left:punto|puntos} para llamar. Después, la fase final.",
        "Second strategy phase: you have {left} call {left:point|points} left. Then the final phase.",
        *_PLAYS,
    ),
    "declare": _asked(
        "Combate: declara tus ataques ({number} hasta ahora) y después resuélvelos.",
        "Combat: declare your attacks ({number} so far), then resolve them.",
        *_PLAYS,
    ),
    "fight": _asked("Resuelve el siguiente ataque; quedan {number}.", "Resolve the next attack; {number} left.", *_PLAYS),
    "draw_optional": _asked("Fase final: puedes robar una carta más.", "Final phase: you may draw one more card.", *_PLAYS),
    "discard": _asked(
        "Descarta {number} {number:carta|cartas} e indica {number:cuál|cuáles}.",
        "Discard {number} {number:card|cards}, and name {number:it|them}.",
        *_PLAYS,
    ),
    "terror": _asked(
        "{card:card} trae TERROR {figure}: elige un ser enemigo, o a nadie.",
        "{card:card} brings TERROR {figure}: choose an enemy being, or nobody.",
        "{seat:seat} elige a quién alcanza TERROR.",
        "{seat:seat} is choosing whom TERROR strikes.",
    ),
    "react": _asked(
        "{by:seat} anuncia {action:what}. Reacciona, o pulsa LOCK para dejarlo pasar.",
        "{by:seat} announces {action:what}. React, or press LOCK to let it pass.",
        "{seat:seat} decide si reacciona.",
        "{seat:seat} is deciding whether to react.",
    ),
    "react_card": _asked(
        "{by:seat} anuncia {action:what} ({card:card}). Reacciona, o pulsa LOCK para dejarlo pasar.",
        "{by:seat} announces {action:what} ({card:card}). React, or press LOCK to let it pass.",
        "{seat:seat} decide si reacciona.",
        "{seat:seat} is deciding whether to react.",
    ),
}

WORDS = Words(KINDS, {kind: shown_as(kind) for kind in SENTENCES})
