"""MORIHAM's words: how its values are shown, the story of each event, and what each one at the table is asked to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.catalogue import Catalogue
from tapete.core.dice import ROLLED, Rolled
from tapete.core.events import Event
from tapete.core.game import Told
from tapete.core.kinds import shown_as
from tapete.core.rulings import NOTED_LOG, RULED_LOG, Noted, Ruled
from tapete.core.texts import Language, Sentence, Show, Text, Words
from tapete.games.moriham import events
from tapete.games.moriham.cards import Card

TITLE = Text("MORIHAM", "MORIHAM")

VALUES: dict[str, dict[str, Text]] = {
    "position": {"attack": Text("ataque", "attack"), "defense": Text("defensa", "defense")},
    "type": {
        "monster": Text("monstruo", "monster"),
        "magic": Text("magia", "magic"),
        "trap": Text("trampa", "trap"),
        "spell": Text("magia o trampa", "magic or trap"),
    },
    "phase": {
        "initial": Text("fase inicial", "the initial phase"),
        "main1": Text("fase 1", "phase 1"),
        "battle": Text("fase de batalla", "the battle phase"),
        "main2": Text("fase 2", "phase 2"),
    },
    "until": {
        "end_of_turn": Text("hasta que acabe el turno", "until the turn ends"),
        "until_my_next_turn": Text("hasta el próximo turno de quien lo activó", "until its controller's next turn"),
        "while_on_field": Text("mientras siga en el campo", "while it stays on the field"),
    },
    "where": {
        "hand": Text("a la mano", "to the hand"),
        "top": Text("encima del mazo", "to the top of the deck"),
        "bottom": Text("debajo del mazo", "to the bottom of the deck"),
        "shuffle": Text("al mazo, que se baraja", "to the deck, which is shuffled"),
    },
    "item": {
        "attack": Text("el ataque", "the attack"),
        "magic": Text("la magia", "the magic"),
        "trap": Text("la trampa", "the trap"),
        "ability": Text("la habilidad", "the ability"),
    },
    "attr": {"attack": Text("ataque", "attack"), "defense": Text("defensa", "defense"), "level": Text("nivel", "level")},
    "source": {"field": Text("del campo", "the field"), "hand": Text("de la mano", "the hand"), "deck": Text("del mazo", "the deck")},
    "counted": {
        "life": Text("Puntos de vida", "Life"),
        "hand": Text("Cartas en la mano", "Cards in hand"),
        "deck": Text("Cartas en el mazo", "Cards in the deck"),
    },
    "outcome": {
        "higher": Text("gana el atacante", "the attacker wins"),
        "equal": Text("caen los dos", "both fall"),
        "lower": Text("gana el atacado", "the attacked one wins"),
        "direct": Text("golpe directo", "a direct hit"),
    },
    "reason": {
        "life": Text("su rival se queda sin vida", "the rival is out of life"),
        "deck": Text("su rival se queda sin mazo", "the rival is out of cards"),
        "concede": Text("su rival se rinde", "the rival gives up"),
    },
    "advised": {
        "level1": Text("monstruos de nivel 1", "monsters of level 1"),
        "level2": Text("monstruos de nivel 2", "monsters of level 2"),
        "level3": Text("monstruos de nivel 3", "monsters of level 3"),
        "level4": Text("monstruos de nivel 4", "monsters of level 4"),
        "magic": Text("magias", "magic cards"),
        "trap": Text("trampas", "traps"),
    },
    "winner": {"A": Text("gana A", "A wins"), "B": Text("gana B", "B wins"), "draw": Text("empate", "a draw")},
    "when": {
        "main": Text("en la fase 1 o la fase 2", "in phase 1 or phase 2"),
        "any": Text("en cualquier momento", "at any moment"),
        "attack_declared": Text("en respuesta a un ataque del rival", "in answer to a rival's attack"),
        "trap_on_stack": Text("en respuesta a una trampa del rival", "in answer to a rival's trap"),
        "magic_on_stack": Text("en respuesta a una magia del rival", "in answer to a rival's magic"),
        "ability_on_stack": Text("en respuesta a una habilidad del rival", "in answer to a rival's ability"),
    },
    "target": {
        "self": Text("este monstruo", "this monster"),
        "attacker": Text("el atacante", "the attacker"),
        "attack_target": Text("el atacado", "the one attacked"),
        "all_own_monsters": Text("todos tus monstruos", "all your monsters"),
        "all_opp_monsters": Text("todos los monstruos del rival", "all the rival's monsters"),
        "chosen_own_monster": Text("un monstruo tuyo", "a monster of yours"),
        "chosen_opp_monster": Text("un monstruo del rival", "a monster of the rival's"),
        "chosen_monster": Text("un monstruo del campo", "a monster on the field"),
        "chosen_opp_facedown": Text("una carta boca abajo del rival", "a face-down card of the rival's"),
        "chosen_own_graveyard_monster": Text("un monstruo de tu cementerio", "a monster in your graveyard"),
    },
    "condition": {
        "own_monsters_at_most": Text("como mucho tantos monstruos tuyos", "at most so many monsters of yours"),
        "own_monsters_at_least": Text("al menos tantos monstruos tuyos", "at least so many monsters of yours"),
        "opp_monsters_at_least": Text("al menos tantos monstruos del rival", "at least so many monsters of the rival's"),
        "own_graveyard_at_least": Text("al menos tantas cartas en tu cementerio", "at least so many cards in your graveyard"),
        "own_hand_at_least": Text("al menos tantas cartas más en tu mano", "at least so many other cards in your hand"),
        "own_life_at_most": Text("como mucho tanta vida tuya", "at most so much life of yours"),
        "own_life_below_opp": Text("menos vida que tu rival", "less life than your rival"),
    },
    "cost": {
        "discard": Text("descartar cartas", "discarding cards"),
        "pay_life": Text("pagar vida", "paying life"),
        "tribute": Text("tributar monstruos", "offering monsters"),
        "banish_graveyard": Text("retirar cartas de tu cementerio", "removing cards of your graveyard from the game"),
    },
    "problem": {
        "outside": Text(
            "apunta a algo que no está ahí o que no le corresponde", "it points at something that is not there or does not fit"
        ),
        "wrong_card_type": Text("la carta no es del tipo que hace falta", "the card is not of the type it takes"),
        "not_so_many": Text("no van tantas cartas como tocan", "there are not as many cards as are due"),
        "breaks_invariant": Text("el tablero dejaría de cuadrar", "the table would no longer add up"),
        "text_length": Text("falta el texto, o es demasiado largo", "the text is missing or too long"),
    },
    "op": {
        "life_lose": Text("perder vida", "lose life"),
        "life_gain": Text("ganar vida", "gain life"),
        "draw": Text("robar", "draw"),
        "discard": Text("descartar", "discard"),
        "mill": Text("del mazo al cementerio", "deck to graveyard"),
        "search": Text("buscar en el mazo", "search the deck"),
        "destroy": Text("destruir", "destroy"),
        "return_to_hand": Text("devolver a la mano", "return to hand"),
        "return_to_deck": Text("devolver al mazo", "return to the deck"),
        "recover": Text("recuperar del cementerio", "take back from the graveyard"),
        "revive": Text("revivir", "revive"),
        "summon_from_hand": Text("convocar desde la mano", "summon from hand"),
        "summon_from_deck": Text("convocar desde el mazo", "summon from the deck"),
        "remove_from_game": Text("retirar de la partida", "remove from the game"),
        "modify_attack": Text("cambiar el ataque", "change attack"),
        "modify_defense": Text("cambiar la defensa", "change defense"),
        "modify_level": Text("cambiar el nivel", "change level"),
        "set_position": Text("cambiar la posición", "change position"),
        "extra_attacks": Text("dar más ataques", "give more attacks"),
        "forbid_attack": Text("impedir atacar", "forbid attacking"),
        "allow_direct_attack": Text("permitir el ataque directo", "allow a direct attack"),
        "negate_attack": Text("anular el ataque", "negate the attack"),
        "negate_link": Text("anular lo de debajo", "negate the item below"),
        "end_battle": Text("terminar la batalla", "end the battle"),
        "extra_normal_summon": Text("dar más convocaciones", "give more normal summons"),
        "take_control": Text("tomar el control", "take control"),
        "note": Text("nota", "note"),
        "set_life": Text("corregir la vida", "put life right"),
        "set_hand": Text("corregir la mano", "put the hand right"),
        "set_deck": Text("corregir el mazo", "put the deck right"),
    },
}
"""Every word that stands for a value, by its kind."""


def _shows(values: Mapping[str, Text]) -> Show:
    def show(value: Any, language: Language) -> str:
        return values[value].in_(language) if value in values else str(value)

    return show


def card_id(value: Any, _: Language) -> str:
    """A card that is in no catalogue: its id, readably."""
    return str(value).replace("_", " ").capitalize()


RIVAL = Text("su rival", "the rival directly")
"""A player who is attacked without a monster between."""


def naming(catalogue: Catalogue[Card]) -> dict[str, Show]:
    """Cards by the names that the catalogue gives them."""

    def card(value: Any, language: Language) -> str:
        known = catalogue.cards.get(value)
        if known is None:
            return card_id(value, language)
        return known.name.es if language == "es" else known.name.en

    def aim(value: Any, language: Language) -> str:
        return RIVAL.in_(language) if value == "player" else card(value, language)

    return {"card": card, "aim": aim}


SENTENCES: dict[type[Event], Told] = {
    events.GameStarted: Told(
        Sentence("Empieza el duelo; comienza {first}.", "The duel begins; {first} goes first."),
        Sentence("Baraja cada cual su mazo y roba cinco cartas.", "Each of you: shuffle your deck and draw five cards."),
    ),
    events.StartTied: Told(
        Sentence("Empate a {value}: se tira otra vez.", "Level at {value}: both roll again."),
    ),
    Rolled: ROLLED,
    events.TurnStarted: Told(Sentence("Turno {turn}: {seat}.", "Turn {turn}: {seat}.")),
    events.CardsDrawn: Told(
        Sentence("{seat} roba {n} {n:carta|cartas}; tiene {hand} en la mano.", "{seat} draws {n} {n:card|cards} and holds {hand}."),
        Sentence("{seat}: roba {n} {n:carta|cartas}.", "{seat}: draw {n} {n:card|cards}."),
    ),
    events.PhaseChanged: Told(Sentence("{seat} pasa a la {phase}.", "{seat} goes on to {phase}.")),
    events.Summoned: Told(
        Sentence("{seat} convoca {card} en {position}.", "{seat} summons {card} in {position} position."),
        Sentence(
            "{seat}: coloca {card} en el hueco {slot}, en {position}.", "{seat}: place {card} in slot {slot}, in {position} position."
        ),
    ),
    events.Tributed: Told(
        Sentence("{seat} tributa {card}.", "{seat} offers {card} as a tribute."),
        Sentence("{seat}: retira {card} del hueco {slot}.", "{seat}: take {card} off slot {slot}."),
    ),
    events.CardSet: Told(
        Sentence("{seat} coloca una carta boca abajo.", "{seat} sets a card face down."),
        Sentence("{seat}: coloca la carta boca abajo en el hueco {slot}.", "{seat}: lay the card face down in slot {slot}."),
    ),
    events.Activated: Told(
        Sentence("{seat} activa {kind}: {card}.", "{seat} activates {kind}: {card}."),
    ),
    events.CardShown: Told(
        Sentence("{seat} descubre {card}.", "{seat} turns up {card}."),
        Sentence("{seat}: pon {card} boca arriba en el hueco {slot}.", "{seat}: lay {card} face up in slot {slot}."),
    ),
    events.AttackDeclared: Told(Sentence("{seat} ataca a {aim} con {card}.", "{seat} attacks {aim} with {card}.")),
    events.AttackCancelled: Told(Sentence("El ataque de {card} queda en nada.", "The attack of {card} comes to nothing.")),
    events.BattleFought: Told(
        Sentence("{card}: {attack} contra {value}; {result}.", "{card}: {attack} against {value}; {result}."),
    ),
    events.LifeChanged: Told(
        Sentence("La vida de {seat} pasa de {before} a {life}.", "{seat}'s life goes from {before} to {life}."),
    ),
    events.Destroyed: Told(Sentence("Se destruye {card}, de {seat}.", "{card} on {seat}'s side is destroyed.")),
    events.ToGraveyard: Told(
        Sentence("Al cementerio de {seat}: {cards}.", "To {seat}'s graveyard: {cards}."),
        Sentence("{seat}: deja en tu cementerio, boca arriba, {cards}.", "{seat}: put {cards} face up on your graveyard."),
    ),
    events.Returned: Told(
        Sentence("Una carta de {seat} vuelve {to}.", "A card of {seat}'s goes back {to}."),
        Sentence("{seat}: lleva tu carta {to}.", "{seat}: take your card {to}."),
    ),
    events.Recovered: Told(
        Sentence("{seat} recupera {card} de su cementerio.", "{seat} takes {card} back from the graveyard."),
        Sentence("{seat}: toma {card} de tu cementerio y llévala a la mano.", "{seat}: take {card} from your graveyard to your hand."),
    ),
    events.Searched: Told(
        Sentence("{seat} busca en su mazo: {cards}.", "{seat} searches the deck: {cards}."),
        Sentence(
            "{seat}: muestra {cards}, llévalo a la mano y baraja tu mazo.",
            "{seat}: show {cards}, take it to your hand and shuffle your deck.",
        ),
    ),
    events.Removed: Told(
        Sentence("Sale de la partida, de {seat}: {cards}.", "Out of the game goes, of {seat}'s: {cards}."),
        Sentence("{seat}: aparta {cards}, fuera de la partida.", "{seat}: put {cards} aside, out of the game."),
    ),
    events.PositionChanged: Told(
        Sentence("{card} pasa a {position}.", "{card} changes to {position} position."),
        Sentence("{seat}: gira {card}, en el hueco {slot}.", "{seat}: turn {card} in slot {slot}."),
    ),
    events.Modified: Told(
        Sentence("{card}: {attr} {now}, {until}.", "{card}: {attr} {now}, {until}."),
    ),
    events.AttackForbidden: Told(Sentence("{card} no puede atacar {until}.", "{card} cannot attack {until}.")),
    events.AttacksGranted: Told(
        Sentence(
            "{card} puede atacar {attacks} {attacks:vez|veces} en este turno.",
            "{card} may attack {attacks} {attacks:time|times} this turn.",
        ),
    ),
    events.DirectAllowed: Told(
        Sentence("{card} puede atacar directamente en este turno.", "{card} may attack the player directly this turn."),
    ),
    events.SummonsGranted: Told(
        Sentence(
            "{seat} puede hacer {allowed} {allowed:convocación normal|convocaciones normales} en este turno.",
            "{seat} may make {allowed} normal {allowed:summon|summons} this turn.",
        ),
    ),
    events.ControlChanged: Told(
        Sentence("{card} pasa al lado de {seat}.", "{card} goes over to {seat}'s side."),
        Sentence("Pasen {card} al hueco {slot} de {seat}.", "Move {card} to {seat}'s slot {slot}."),
    ),
    events.LinkResolved: Told(Sentence("Se aplica {kind} de {seat}: {card}.", "Takes effect: {kind} of {seat}'s {card}.")),
    events.LinkNegated: Told(Sentence("Queda sin efecto {kind} de {seat}: {card}.", "Negated: {kind} of {seat}'s {card}.")),
    events.BattleEnding: Told(Sentence("La fase de batalla termina aquí.", "The battle phase ends here.")),
    events.TriggerWaiting: Told(
        Sentence("{card} ofrece su habilidad a {seat}.", "{card} offers its ability to {seat}."),
    ),
    events.TriggerSkipped: Told(Sentence("{seat} no usa la habilidad de {card}.", "{seat} does not use the ability of {card}.")),
    events.ChoiceWaiting: Told(
        Sentence("{seat} tiene que mostrar {n} {n:carta|cartas}.", "{seat} has to show {n} {n:card|cards}."),
    ),
    events.CardAdded: Told(Sentence("Carta nueva en la mesa: {card} ({type}).", "A new card at the table: {card} ({type}).")),
    events.CountSet: Told(Sentence("{what} de {seat}: {n}.", "{what} of {seat}: {n}.")),
    events.TurnEnded: Told(
        Sentence("Acaba el turno {turn}, de {seat}.", "Turn {turn}, {seat}'s, ends."),
    ),
    events.Conceded: Told(Sentence("{seat} se rinde.", "{seat} concedes.")),
    events.GameOver: Told(Sentence("{winner} gana el duelo ({reason}).", "{winner} wins the duel ({reason}).")),
    events.GameDrawn: Told(Sentence("Los dos se quedan sin vida: empate.", "Both are out of life: a draw.")),
    Ruled: Told(RULED_LOG),
    Noted: Told(NOTED_LOG),
}


def _phase(es: str, en: str) -> tuple[Sentence, Sentence]:
    return Sentence(es, en), Sentence("Juega {seat:seat}.", "{seat:seat} is playing.")


def _answer(es: str, en: str) -> tuple[Sentence, Sentence]:
    return (
        Sentence(f"{es} Activa una trampa o pulsa LOCK para pasar.", f"{en} Activate a trap, or press LOCK to pass."),
        Sentence("{seat:seat} piensa si responde con una trampa.", "{seat:seat} is thinking about a trap in answer."),
    )


def _show(es: str, en: str) -> tuple[Sentence, Sentence]:
    return Sentence(es, en), Sentence(
        "{seat:seat} muestra {number} {number:carta|cartas}.", "{seat:seat} is showing {number} {number:card|cards}."
    )


PROMPTS: dict[str, tuple[Sentence, Sentence]] = {
    "setup": (
        Sentence(
            "Baraja cada cual su mazo de {deck} cartas y roba cinco. Digan quién empieza, o tiren los dados.",
            "Each of you: shuffle your deck of {deck} cards and draw five. Then say who goes first, or roll for it.",
        ),
        Sentence("Digan quién empieza.", "Say who goes first."),
    ),
    "roll_start": (
        Sentence("Lanza el dado: empieza quien saque más.", "Roll the die: the higher begins."),
        Sentence("{seat:seat} lanza el dado.", "{seat:seat} rolls the die."),
    ),
    "initial": _phase(
        "Fase inicial: usa los efectos que quieras y pasa a la fase 1.", "Initial phase: use the effects you want, then go on to phase 1."
    ),
    "main1": _phase(
        "Fase 1: convoca, coloca o activa cartas; después, a la batalla.", "Phase 1: summon, set or activate cards, then go on to battle."
    ),
    "battle": _phase("Batalla: elige con quién atacas y a quién, o sigue.", "Battle: choose who attacks and whom, or go on."),
    "main2": _phase(
        "Fase 2: aún puedes convocar, colocar o activar; después, termina el turno.",
        "Phase 2: you can still summon, set or activate; then end your turn.",
    ),
    "answer_attack": _answer("{by:seat} ataca con {card:card}.", "{by:seat} attacks with {card:card}."),
    "answer": _answer("{by:seat} ha activado {card:card}.", "{by:seat} has activated {card:card}."),
    "trigger": (
        Sentence(
            "Puedes usar la habilidad de {card:card}, o pulsar LOCK para dejarla pasar.",
            "You may use the ability of {card:card}, or press LOCK to let it go by.",
        ),
        Sentence("{seat:seat} decide si usa la habilidad de {card:card}.", "{seat:seat} is deciding about the ability of {card:card}."),
    ),
    "show_discard": _show(
        "Descarta {number} {number:carta|cartas} de tu mano e indica {number:cuál|cuáles}.",
        "Discard {number} {number:card|cards} from your hand, and name {number:it|them}.",
    ),
    "show_mill": _show(
        "Pasa {number} {number:carta|cartas} de encima de tu mazo al cementerio e indica {number:cuál|cuáles}.",
        "Put the top {number:card|cards} of your deck ({number}) on your graveyard, and name {number:it|them}.",
    ),
    "show_search": _show(
        "Busca {number} {number:carta|cartas} en tu mazo, muéstrala a tu rival e indica {number:cuál|cuáles}.",
        "Look for {number} {number:card|cards} in your deck, show {number:it|them} to your rival, and name {number:it|them}.",
    ),
    "show_destroy": _show(
        "Tu carta boca abajo queda destruida: dale la vuelta e indica cuál es.",
        "Your face-down card is destroyed: turn it over and name it.",
    ),
    "show_remove_from_game": _show(
        "Tu carta boca abajo sale de la partida: dale la vuelta e indica cuál es.",
        "Your face-down card leaves the game: turn it over and name it.",
    ),
}

WORDS = Words({"card": card_id, **{kind: _shows(values) for kind, values in VALUES.items()}}, {kind: shown_as(kind) for kind in SENTENCES})
