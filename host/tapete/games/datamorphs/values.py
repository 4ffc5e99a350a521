"""DataMorphs' words: cards, positions, the story of each event, and what each one at the table is asked to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.texts import Given, Language, Show, Text, Words, among, figure
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
_AS = {"program": _("as the Program"), "boost_a": _("as Boost A"), "boost_b": _("as Boost B"), "function": _("as the Function")}
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
_PROBLEMS = {"n": _("the number goes from -9 to 9"), "seat": _("there is no such seat"), "text": _("the note has 1 to 200 characters")}
_OPERATIONS = {
    "adjust_attack": _("adjust the attack"),
    "adjust_defense": _("adjust the defense"),
    "adjust_memory": _("adjust the memory"),
    "note": _("note"),
}
_DOWN = _("a card that nobody has seen")


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


"""Every event: its line in the log and, where hands must act, the instruction."""

"""What is owed: the sentence for the one who acts, and the one for those who wait."""

WORDS = Words(
    {
        "slot": among(_SLOTS),
        "as": among(_AS),
        "element": among(_ELEMENTS),
        "target": among(_TARGETS),
        "figure": among(_FIGURES),
        "tallied": among(_TALLIED),
        "color": among(_COLORS),
        "result": among(_RESULTS),
        "winner": winner,
        "place": lambda index, _: str(index + 1),
        "reason": among(_REASONS),
        "problem": among(_PROBLEMS),
        "operation": among(_OPERATIONS),
        "card": _card({}),
        "left_out": _card({}),
        "ref": ref,
        "signed": signed,
    }
)
