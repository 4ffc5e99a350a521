"""DataMorphs' words: cards, positions, the story of each event, and what each one at the table is asked to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.texts import Given, Language, Show, Text, Words, among, outcome, signed
from tapete.core.value_words import value_words
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.layout import DOWN

TITLE = _("DataMorphs")
VALUES = value_words(__package__, _)
"""Every word that stands for a value, by its kind."""

_DOWN = _("a card that nobody has seen")


def ref(value: Any, language: Language) -> str:
    """Where a card is: `the Program`, `Boost A, 2nd from above`, `the card face down in Boost B`, `a card in hand`."""
    slot, _colon, place = str(value).partition(":")
    if slot == "hand":
        return _("a card in hand").in_(language)
    if slot == "interrupt":
        where = VALUES["slot"].get(place, Given(place))
        return _("the card face down in {where}").fill(where=where).in_(language)
    where = VALUES["slot"].get(slot, Given(slot))
    if place and place != "0":
        below = int(place)
        return _("{where} (number {value} from above)").fill(where=where, value=below + 1).in_(language)
    return where.in_(language)


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


WORDS = Words(
    {
        **{kind: among(values) for kind, values in VALUES.items()},
        "winner": outcome(_("a draw"), _("{word} wins")),
        "place": lambda index, _: str(index + 1),
        "card": _card({}),
        "left_out": _card({}),
        "ref": ref,
        "signed": signed,
    }
)
