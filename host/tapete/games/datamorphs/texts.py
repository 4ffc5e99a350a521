"""DataMorphs' words: cards, positions, the story of each event, and what each one at the table is asked to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.events import Event
from tapete.core.game import Told
from tapete.core.kinds import shown_as
from tapete.core.rulings import NOTED_LOG, RULED_LOG, Noted, Ruled
from tapete.core.texts import Given, Language, Message, Show, Text, Words, figure
from tapete.games.datamorphs import bios, board, exchanges, operations, plays, rounds, scoring, table
from tapete.games.datamorphs.cards import COLOURLESS
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.layout import DOWN

TITLE = _("DataMorphs")

_SLOTS = {
    "bios": _("the Bios"),
    "program": _("the Program"),
    "boost_a": _("Boost A"),
    "boost_b": _("Boost B"),
    "function": _("the Function"),
}
_AS = {
    "program": _("as the Program"),
    "boost_a": _("as Boost A"),
    "boost_b": _("as Boost B"),
    "function": _("as the Function"),
}
_ELEMENTS = {
    "bios": _("Bios"),
    "program": _("Program"),
    "boost": _("Boost"),
    "function": _("Function"),
    "interrupt": _("Interrupt"),
    "skip": _("skipping the Program"),
    "stop": _("stopping"),
}
_TARGETS = {"own": _("their own DataMorph"), "rival": _("the rival's DataMorph")}
_FIGURES = {"attack": _("attack"), "defense": _("defense"), "memory": _("memory")}
_TALLIED = {
    "icons": _("printed icons"),
    "benefits": _("benefit of its Function"),
    "color_sum": _("colour sum"),
    "change_icons": _("change of icons"),
    "swap_icons": _("swap of icons"),
    "nullify_icons": _("icons that the rival nullifies"),
    "weaknesses": _("weakness by the rival's Function"),
    "adjustment": _("declared adjustment"),
    "no_less": _("never below 0"),
}
_COLORS = {COLOURLESS: _("colourless")}
_RESULTS = {"tie": _("tie")}
_REASONS = {
    "two_wins": _("two rounds won"),
    "tie_break": _("the tie-break round"),
    "more_wins": _("more rounds won"),
    "concession": _("the rival concedes"),
    "all_tied": _("three tied rounds"),
    "level": _("level after the tie-break too"),
}
_PROBLEMS = {
    "n": _("the number goes from -9 to 9"),
    "seat": _("there is no such seat"),
    "text": _("the note has 1 to 200 characters"),
}
_OPERATIONS = {
    "adjust_attack": _("adjust the attack"),
    "adjust_defense": _("adjust the defense"),
    "adjust_memory": _("adjust the memory"),
    "note": _("note"),
}
_DOWN = _("a card that nobody has seen")


def _among(words: Mapping[str, Text]) -> Show:
    """Shows one of some words."""

    def show(value: Any, language: Language) -> str:
        return words[value].in_(language) if value in words else str(value)

    return show


def ref(value: Any, language: Language) -> str:
    """Where a card is: `the Program`, `Boost A, 2nd from above`, `the card face down in Boost B`, `a card in hand`."""
    slot, _colon, place = str(value).partition(":")
    if slot == "hand":
        return _("a card in hand").in_(language)
    if slot == "interrupt":
        where = _SLOTS.get(place, Given(place))
        return _("the card face down in {where}").fill(where=where).in_(language)
    where = _SLOTS.get(slot, Given(slot))
    if place and place != "0":
        below = int(place)
        return _("{where} (number {value} from above)").fill(where=where, value=below + 1).in_(language)
    return where.in_(language)


def winner(word: Any, language: Language) -> str:
    """How a game has ended: `A wins`, `a draw`."""
    if word == "draw":
        return _("a draw").in_(language)
    return _("{word} wins").fill(word=word).in_(language)


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
    names = {card.id: card.name.text for card in catalogue.cards.values()}
    return {"card": _card(names), "left_out": _card(names)}


SENTENCES: dict[type[Event], Told] = {
    bios.RoundStarted: Told(
        _("Round {round} begins, with {cards} cards each."),
        _("Choose your Bios and lay it face down in front of you."),
    ),
    bios.BiosLocked: Told(_("{seat} has laid a Bios.")),
    bios.BiosRevealed: Told(
        _("{seat} reveals {card}: memory {memory}."),
        _("{seat}: turn your Bios face up, {card}."),
    ),
    bios.Unlocked: Told(
        _("{seat} thinks again."),
        _("{seat}: take back the card that you laid face down."),
    ),
    bios.ChoicesReopened: Told(
        _("A choice could not be opened; both choose again."),
        _("Take the face-down cards back and choose again."),
    ),
    board.MemoryNow: Told(_("{seat}: {available} memory left (total {total}, spent {spent}).")),
    exchanges.Leader: Told(_("{seat} has more memory and decides the order.")),
    exchanges.MemoryTied: Told(
        _("Both have {available} memory: they play together."),
        _("Choose a card in secret and lay it face down."),
    ),
    exchanges.OrderChosen: Told(_("{seat} decides: {first} plays first.")),
    board.Stopped: Told(_("{seat} plays no more cards this round.")),
    plays.Played: Told(
        _("{seat} plays {card} {slot:as}; it costs {cost}."),
        _("{seat}: lay {card} face up, {slot:as}."),
    ),
    plays.Aimed: Told(_("{seat}'s {card} acts on {choice}.")),
    plays.Interrupted: Told(
        _("{seat} lays an Interrupt in {slot}."),
        _("{seat}: lay a card face down in {slot}."),
    ),
    plays.Skipped: Told(_("{seat} plays no Program for now.")),
    plays.MoveLocked: Told(_("{seat} has chosen.")),
    plays.JointRevealed: Told(
        _("Both reveal together."),
        _("Turn over together what you laid; Interrupts stay face down."),
    ),
    operations.Adjusted: Told(_("{seat}: {n} {figure} in this round.")),
    scoring.Recolored: Told(_("{seat}: {parts} {before} {parts:part counts|parts count} as {after}.")),
    scoring.Tally: Told(_("{seat}, {step}: attack {attack}, defense {defense}.")),
    rounds.RoundScored: Told(
        _(
            "{A:seat}: attack {attack.A}, defense {defense.A}. {B:seat}: attack {attack.B}, defense {defense.B}. "
            "{inflicted.A} of {A:seat}'s and {inflicted.B} of {B:seat}'s get through."
        )
    ),
    rounds.RoundWon: Told(_("{seat} wins the round: {wins} so far.")),
    rounds.RoundTied: Told(_("The round is tied.")),
    rounds.LeftOut: Told(
        _("{seat}'s {card} stays out."),
        _("{seat}: put {card} aside; it does not come back until the end."),
    ),
    rounds.LeftOutUnseen: Told(
        _("Of {seat}'s cards, {ref} stays out; nobody has seen it."),
        _("{seat}: put aside {ref} without showing it."),
    ),
    rounds.ChoiceNoted: Told(_("{seat} leaves out {ref}.")),
    rounds.PickedUp: Told(
        _("The other cards are picked up: {cards} in each hand."),
        _("Pick up the other cards on your side."),
    ),
    rounds.Conceded: Told(_("{seat} concedes.")),
    rounds.GameWon: Told(
        _("{seat} wins the game: {reason}."),
        _("If you lost, show the winner your five cards."),
    ),
    rounds.GameDrawn: Told(_("The game has no winner: {reason}.")),
    rounds.CardsExchanged: Told(
        _("{seat} keeps {take} and gives {give}."),
        _("{seat}: take {take} and hand over {give}."),
    ),
    table.CardAdded: Told(
        _("What {card} says as a {element} is noted."),
    ),
    Ruled: Told(RULED_LOG),
    Noted: Told(NOTED_LOG),
}
"""Every event: its line in the log and, where hands must act, the deed."""

PROMPTS: dict[str, tuple[Message, Message]] = {
    "start": (
        _("Take your five cards and start the game."),
        _("The game is about to begin."),
    ),
    "bios": (
        _("{seat:seat}: choose a Bios among your {cards} cards, lay it face down and press LOCK."),
        _("{seat:seat} is choosing a Bios."),
    ),
    "reveal_bios": (
        _("Turn both Bios over together and say which they are."),
        _("The Bios are being revealed."),
    ),
    "order": (
        _("{seat:seat}: with {available} memory you say who plays first."),
        _("{seat:seat} is deciding who plays first."),
    ),
    "program": (
        _("{seat:seat}: play a Program that costs {available} or less, or skip it."),
        _("{seat:seat} is thinking about a Program."),
    ),
    "play": (
        _("{seat:seat}: play a card ({available} memory, {hand} in hand), or stop."),
        _("{seat:seat} is thinking about a play."),
    ),
    "joint_program": (
        _("{seat:seat}: choose in secret a Program that costs {available} or less, lay it face down and press LOCK; or skip it."),
        _("{seat:seat} is choosing a Program."),
    ),
    "joint": (
        _("{seat:seat}: choose in secret what you play ({available} memory), lay it face down and press LOCK; or stop."),
        _("{seat:seat} is choosing a play."),
    ),
    "joint_play": (
        _("Turn both cards over together and say what they are."),
        _("The plays are being revealed."),
    ),
    "leave_out": (
        _("{seat:seat}: choose one card of yours and one of your rival's, played this round, that stay out."),
        _("{seat:seat} is choosing which cards stay out."),
    ),
    "leave_out_tie": (
        _("{seat:seat}: choose one of your cards to stay out."),
        _("{seat:seat} is choosing which own card stays out."),
    ),
    "exchange": (
        _("{seat:seat}: look at your rival's five cards, keep one and give one of yours."),
        _("{seat:seat} is choosing the exchange. Show your five cards."),
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
