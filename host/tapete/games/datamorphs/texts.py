"""DataMorphs' words: cards, positions, the story of each event, and what each one at the table is asked to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.events import Event
from tapete.core.game import Told
from tapete.core.kinds import shown_as
from tapete.core.rulings import NOTED_LOG, RULED_LOG, Noted, Ruled
from tapete.core.texts import Language, Sentence, Show, Text, Words, figure
from tapete.games.datamorphs import bios, board, exchanges, operations, plays, rounds, scoring, table
from tapete.games.datamorphs.cards import COLOURLESS
from tapete.games.datamorphs.layout import DOWN

TITLE = Text("DataMorphs", "DataMorphs")

_SLOTS = {
    "bios": Text("la Bios", "the Bios"),
    "program": Text("el Programa", "the Program"),
    "boost_a": Text("el Boost A", "Boost A"),
    "boost_b": Text("el Boost B", "Boost B"),
    "function": Text("la Función", "the Function"),
}
_AS = {
    "program": Text("como Programa", "as the Program"),
    "boost_a": Text("como Boost A", "as Boost A"),
    "boost_b": Text("como Boost B", "as Boost B"),
    "function": Text("como Función", "as the Function"),
}
_ELEMENTS = {
    "bios": Text("Bios", "Bios"),
    "program": Text("Programa", "Program"),
    "boost": Text("Boost", "Boost"),
    "function": Text("Función", "Function"),
    "interrupt": Text("Interrupción", "Interrupt"),
    "skip": Text("saltarse el Programa", "skipping the Program"),
    "stop": Text("parar", "stopping"),
}
_TARGETS = {"own": Text("su propio DataMorph", "their own DataMorph"), "rival": Text("el DataMorph rival", "the rival's DataMorph")}
_FIGURES = {"attack": Text("ataque", "attack"), "defense": Text("defensa", "defense"), "memory": Text("memoria", "memory")}
_TALLIED = {
    "icons": Text("iconos impresos", "printed icons"),
    "benefits": Text("beneficio de su Función", "benefit of its Function"),
    "color_sum": Text("suma de color", "colour sum"),
    "change_icons": Text("cambio de iconos", "change of icons"),
    "swap_icons": Text("intercambio de iconos", "swap of icons"),
    "nullify_icons": Text("iconos que anula el rival", "icons that the rival nullifies"),
    "weaknesses": Text("debilidad por la Función rival", "weakness by the rival's Function"),
    "adjustment": Text("ajuste declarado", "declared adjustment"),
    "no_less": Text("nunca menos de 0", "never below 0"),
}
_COLORS = {COLOURLESS: Text("sin color", "colourless")}
_RESULTS = {"tie": Text("empate", "tie")}
_REASONS = {
    "two_wins": Text("dos rondas ganadas", "two rounds won"),
    "tie_break": Text("la ronda de desempate", "the tie-break round"),
    "more_wins": Text("más rondas ganadas", "more rounds won"),
    "concession": Text("el rival se rinde", "the rival concedes"),
    "all_tied": Text("tres rondas en empate", "three tied rounds"),
    "level": Text("igualdad también tras el desempate", "level after the tie-break too"),
}
_PROBLEMS = {
    "n": Text("el número va de -9 a 9", "the number goes from -9 to 9"),
    "seat": Text("no hay tal asiento", "there is no such seat"),
    "text": Text("la nota tiene de 1 a 200 caracteres", "the note has 1 to 200 characters"),
}
_OPERATIONS = {
    "adjust_attack": Text("ajustar el ataque", "adjust the attack"),
    "adjust_defense": Text("ajustar la defensa", "adjust the defense"),
    "adjust_memory": Text("ajustar la memoria", "adjust the memory"),
    "note": Text("nota", "note"),
}
_DOWN = Text("una carta que nadie ha visto", "a card that nobody has seen")


def _among(words: Mapping[str, Text]) -> Show:
    """Shows one of some words."""

    def show(value: Any, language: Language) -> str:
        return words[value].in_(language) if value in words else str(value)

    return show


def ref(value: Any, language: Language) -> str:
    """Where a card is: `the Program`, `Boost A, 2nd from above`, `the card face down in Boost B`, `a card in hand`."""
    slot, _, place = str(value).partition(":")
    if slot == "hand":
        return Text("una carta de la mano", "a card in hand").in_(language)
    if slot == "interrupt":
        where = _SLOTS.get(place, Text(place, place))
        return Text(f"la carta boca abajo en {where.es}", f"the card face down in {where.en}").in_(language)
    where = _SLOTS.get(slot, Text(slot, slot))
    if place and place != "0":
        below = int(place)
        return Text(f"{where.es} (el {below + 1}.º desde arriba)", f"{where.en} (number {below + 1} from above)").in_(language)
    return where.in_(language)


def winner(word: Any, language: Language) -> str:
    """How a game has ended: `A wins`, `a draw`."""
    if word == "draw":
        return "empate" if language == "es" else "a draw"
    return f"gana {word}" if language == "es" else f"{word} wins"


def signed(value: Any, _: Language) -> str:
    """A change with its sign: +2, −1."""
    return figure(value, signed=True)


def _card(names: Mapping[str, Text]) -> Show:
    """Shows a card by its name; one that was typed in at the table by its id, in plain words."""

    def show(value: Any, language: Language) -> str:
        if value == DOWN:
            return _DOWN.in_(language)
        return names[value].in_(language) if value in names else str(value).replace("_", " ")

    return show


def naming(catalogue: Any) -> Mapping[str, Show]:
    """Cards by the names of the catalogue."""
    names = {card.id: Text(card.name.es, card.name.en) for card in catalogue.cards.values()}
    return {"card": _card(names), "left_out": _card(names)}


SENTENCES: dict[type[Event], Told] = {
    bios.RoundStarted: Told(
        Sentence("Empieza la ronda {round}, con {cards} cartas cada uno.", "Round {round} begins, with {cards} cards each."),
        Sentence("Elige tu Bios y ponla boca abajo delante de ti.", "Choose your Bios and lay it face down in front of you."),
    ),
    bios.BiosLocked: Told(Sentence("{seat} ha puesto su Bios.", "{seat} has laid a Bios.")),
    bios.BiosRevealed: Told(
        Sentence("{seat} revela {card}: memoria {memory}.", "{seat} reveals {card}: memory {memory}."),
        Sentence("{seat}: da la vuelta a tu Bios, {card}.", "{seat}: turn your Bios face up, {card}."),
    ),
    bios.Unlocked: Told(
        Sentence("{seat} lo piensa otra vez.", "{seat} thinks again."),
        Sentence("{seat}: recupera la carta que pusiste boca abajo.", "{seat}: take back the card that you laid face down."),
    ),
    bios.ChoicesReopened: Told(
        Sentence("Una elección no se pudo abrir; los dos eligen otra vez.", "A choice could not be opened; both choose again."),
        Sentence("Recuperen las cartas boca abajo y elijan otra vez.", "Take the face-down cards back and choose again."),
    ),
    board.MemoryNow: Told(
        Sentence(
            "{seat}: {available:queda|quedan} {available} de memoria (total {total}, gastada {spent}).",
            "{seat}: {available} memory left (total {total}, spent {spent}).",
        )
    ),
    exchanges.Leader: Told(Sentence("{seat} tiene más memoria y decide el orden.", "{seat} has more memory and decides the order.")),
    exchanges.MemoryTied: Told(
        Sentence("Los dos tienen {available} de memoria: juegan a la vez.", "Both have {available} memory: they play together."),
        Sentence("Elijan carta en secreto y pónganla boca abajo.", "Choose a card in secret and lay it face down."),
    ),
    exchanges.OrderChosen: Told(Sentence("{seat} decide: primero juega {first}.", "{seat} decides: {first} plays first.")),
    board.Stopped: Told(Sentence("{seat} no juega más cartas esta ronda.", "{seat} plays no more cards this round.")),
    plays.Played: Told(
        Sentence("{seat} juega {card} {slot:as}; cuesta {cost}.", "{seat} plays {card} {slot:as}; it costs {cost}."),
        Sentence("{seat}: coloca {card} boca arriba, {slot:as}.", "{seat}: lay {card} face up, {slot:as}."),
    ),
    plays.Aimed: Told(Sentence("{card}, de {seat}, actúa sobre {choice}.", "{seat}'s {card} acts on {choice}.")),
    plays.Interrupted: Told(
        Sentence("{seat} pone una Interrupción en {slot}.", "{seat} lays an Interrupt in {slot}."),
        Sentence("{seat}: coloca una carta boca abajo en {slot}.", "{seat}: lay a card face down in {slot}."),
    ),
    plays.Skipped: Told(Sentence("{seat} no juega Programa por ahora.", "{seat} plays no Program for now.")),
    plays.MoveLocked: Told(Sentence("{seat} ha elegido.", "{seat} has chosen.")),
    plays.JointRevealed: Told(
        Sentence("Los dos revelan a la vez.", "Both reveal together."),
        Sentence(
            "Den la vuelta a la vez a lo que pusieron; las Interrupciones se quedan boca abajo.",
            "Turn over together what you laid; Interrupts stay face down.",
        ),
    ),
    operations.Adjusted: Told(Sentence("{seat}: {n} de {figure} en esta ronda.", "{seat}: {n} {figure} in this round.")),
    scoring.Recolored: Told(
        Sentence(
            "{seat}: {parts} {parts:parte|partes} de color {before} {parts:cuenta|cuentan} como {after}.",
            "{seat}: {parts} {before} {parts:part counts|parts count} as {after}.",
        )
    ),
    scoring.Tally: Told(
        Sentence("{seat}, {step}: ataque {attack}, defensa {defense}.", "{seat}, {step}: attack {attack}, defense {defense}.")
    ),
    rounds.RoundScored: Told(
        Sentence(
            "{A:seat}: ataque {attack.A}, defensa {defense.A}. {B:seat}: ataque {attack.B}, defensa {defense.B}. "
            "Pasan {inflicted.A} de {A:seat} y {inflicted.B} de {B:seat}.",
            "{A:seat}: attack {attack.A}, defense {defense.A}. {B:seat}: attack {attack.B}, defense {defense.B}. "
            "{inflicted.A} of {A:seat}'s and {inflicted.B} of {B:seat}'s get through.",
        )
    ),
    rounds.RoundWon: Told(Sentence("{seat} gana la ronda; lleva {wins} {wins:ganada|ganadas}.", "{seat} wins the round: {wins} so far.")),
    rounds.RoundTied: Told(Sentence("La ronda queda en empate.", "The round is tied.")),
    rounds.LeftOut: Told(
        Sentence("{card}, de {seat}, se queda fuera.", "{seat}'s {card} stays out."),
        Sentence("{seat}: aparta {card}; no vuelve hasta el final.", "{seat}: put {card} aside; it does not come back until the end."),
    ),
    rounds.LeftOutUnseen: Told(
        Sentence("De {seat} se queda fuera {ref}; nadie la ha visto.", "Of {seat}'s cards, {ref} stays out; nobody has seen it."),
        Sentence("{seat}: aparta {ref} sin enseñarla.", "{seat}: put aside {ref} without showing it."),
    ),
    rounds.ChoiceNoted: Told(Sentence("{seat} deja fuera {ref}.", "{seat} leaves out {ref}.")),
    rounds.PickedUp: Told(
        Sentence("Se recogen las demás cartas: {cards} en cada mano.", "The other cards are picked up: {cards} in each hand."),
        Sentence("Recoge las demás cartas de tu lado.", "Pick up the other cards on your side."),
    ),
    rounds.Conceded: Told(Sentence("{seat} se rinde.", "{seat} concedes.")),
    rounds.GameWon: Told(
        Sentence("{seat} gana la partida: {reason}.", "{seat} wins the game: {reason}."),
        Sentence("Enseña tus cinco cartas a quien ganó, si perdiste.", "If you lost, show the winner your five cards."),
    ),
    rounds.GameDrawn: Told(Sentence("La partida acaba sin ganador: {reason}.", "The game has no winner: {reason}.")),
    rounds.CardsExchanged: Told(
        Sentence("{seat} se queda {take} y da {give}.", "{seat} keeps {take} and gives {give}."),
        Sentence("{seat}: toma {take} y entrega {give}.", "{seat}: take {take} and hand over {give}."),
    ),
    table.CardAdded: Told(
        Sentence("Se anota lo que pone en {card} como {element}.", "What {card} says as a {element} is noted."),
    ),
    Ruled: Told(RULED_LOG),
    Noted: Told(NOTED_LOG),
}
"""Every event: its line in the log and, where hands must act, the deed."""

PROMPTS: dict[str, tuple[Sentence, Sentence]] = {
    "start": (
        Sentence("Toma tus cinco cartas y empiecen la partida.", "Take your five cards and start the game."),
        Sentence("La partida está por empezar.", "The game is about to begin."),
    ),
    "bios": (
        Sentence(
            "{seat:seat}: elige una Bios entre tus {cards} cartas, ponla boca abajo y pulsa LOCK.",
            "{seat:seat}: choose a Bios among your {cards} cards, lay it face down and press LOCK.",
        ),
        Sentence("{seat:seat} elige su Bios.", "{seat:seat} is choosing a Bios."),
    ),
    "reveal_bios": (
        Sentence("Den la vuelta a las dos Bios a la vez y di cuáles son.", "Turn both Bios over together and say which they are."),
        Sentence("Las Bios se revelan.", "The Bios are being revealed."),
    ),
    "order": (
        Sentence(
            "{seat:seat}: con {available} de memoria, decides tú quién juega primero.",
            "{seat:seat}: with {available} memory you say who plays first.",
        ),
        Sentence("{seat:seat} decide quién juega primero.", "{seat:seat} is deciding who plays first."),
    ),
    "program": (
        Sentence(
            "{seat:seat}: juega un Programa que cueste {available} o menos, o sáltatelo.",
            "{seat:seat}: play a Program that costs {available} or less, or skip it.",
        ),
        Sentence("{seat:seat} piensa su Programa.", "{seat:seat} is thinking about a Program."),
    ),
    "play": (
        Sentence(
            "{seat:seat}: juega una carta ({available} de memoria, {hand} en la mano), o para.",
            "{seat:seat}: play a card ({available} memory, {hand} in hand), or stop.",
        ),
        Sentence("{seat:seat} piensa su jugada.", "{seat:seat} is thinking about a play."),
    ),
    "joint_program": (
        Sentence(
            "{seat:seat}: elige en secreto un Programa que cueste {available} o menos, ponlo boca abajo y pulsa LOCK; o sáltatelo.",
            "{seat:seat}: choose in secret a Program that costs {available} or less, lay it face down and press LOCK; or skip it.",
        ),
        Sentence("{seat:seat} elige su Programa.", "{seat:seat} is choosing a Program."),
    ),
    "joint": (
        Sentence(
            "{seat:seat}: elige en secreto qué juegas ({available} de memoria), ponlo boca abajo y pulsa LOCK; o para.",
            "{seat:seat}: choose in secret what you play ({available} memory), lay it face down and press LOCK; or stop.",
        ),
        Sentence("{seat:seat} elige su jugada.", "{seat:seat} is choosing a play."),
    ),
    "joint_play": (
        Sentence("Den la vuelta a las dos cartas a la vez y di qué son.", "Turn both cards over together and say what they are."),
        Sentence("Las jugadas se revelan.", "The plays are being revealed."),
    ),
    "leave_out": (
        Sentence(
            "{seat:seat}: elige una carta tuya y una de tu rival, de las jugadas en esta ronda, que se quedan fuera.",
            "{seat:seat}: choose one card of yours and one of your rival's, played this round, that stay out.",
        ),
        Sentence("{seat:seat} elige qué cartas se quedan fuera.", "{seat:seat} is choosing which cards stay out."),
    ),
    "leave_out_tie": (
        Sentence("{seat:seat}: elige una carta tuya que se queda fuera.", "{seat:seat}: choose one of your cards to stay out."),
        Sentence("{seat:seat} elige qué carta suya se queda fuera.", "{seat:seat} is choosing which own card stays out."),
    ),
    "exchange": (
        Sentence(
            "{seat:seat}: mira las cinco cartas de tu rival, quédate una y da una tuya.",
            "{seat:seat}: look at your rival's five cards, keep one and give one of yours.",
        ),
        Sentence(
            "{seat:seat} elige el intercambio. Enséñale tus cinco cartas.", "{seat:seat} is choosing the exchange. Show your five cards."
        ),
    ),
}
"""What is owed: the sentence for the one who acts, and the one for those who wait."""

WORDS = Words(
    {
        "slot": _among(_SLOTS),
        "as": _among(_AS),
        "element": _among(_ELEMENTS),
        "target": _among(_TARGETS),
        "figure": _among(_FIGURES),
        "tallied": _among(_TALLIED),
        "color": _among(_COLORS),
        "result": _among(_RESULTS),
        "winner": winner,
        "place": lambda index, _: str(index + 1),
        "reason": _among(_REASONS),
        "problem": _among(_PROBLEMS),
        "operation": _among(_OPERATIONS),
        "card": _card({}),
        "left_out": _card({}),
        "ref": ref,
        "signed": signed,
    },
    {event: kinds for event in SENTENCES if (kinds := shown_as(event))},
)
