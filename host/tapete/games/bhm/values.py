"""BHM's values in words: phases, attributes, keywords, causes, what is pending."""

from __future__ import annotations

from typing import Any

from tapete.core.catalogue import Catalogue, by_name, readable
from tapete.core.seats import SEATS
from tapete.core.texts import Language, Seated, Show, Words, among
from tapete.core.value_words import value_words
from tapete.games.bhm.cards import Card
from tapete.games.bhm.figures import CardSource, TerritoryRef
from tapete.games.bhm.language import _

TITLE = _("BHM")
VALUES = value_words(__package__, _)
"""Every word that stands for a value, by its kind."""


def keyword(value: Any, language: Language) -> str:
    """A keyword with its figure: `TERROR 120`."""
    name, _, number = str(value).partition(":")
    said = VALUES["keyword"][name].in_(language) if name in VALUES["keyword"] else name
    return f"{said} {number}" if number else said


def mark(value: Any, language: Language) -> str:
    """A keyword or a state of what stands on the field."""
    return VALUES["state"][value].in_(language) if value in VALUES["state"] else keyword(value, language)


def figure(value: Any, language: Language) -> str:
    """An attribute with what it is and what it can be: `FUE 120/200`."""
    name, now, most = str(value).split()
    return f"{VALUES['attr'][name].in_(language)} {now}/{most}"


def pointed(card: Show) -> Show:
    """What an action points at: a card, with its controller where that is said, a territory, a seat, or a number."""

    def ref(value: Any, language: Language, seat: Show) -> str:
        if isinstance(value, CardSource):
            return f"{card(value.card, language)} ({seat(value.seat, language)})"
        if isinstance(value, TerritoryRef):
            return _("territory {place} of {seat}").fill(seat=seat(value.seat, language), place=value.index + 1).in_(language)
        if value in SEATS:
            return seat(value, language)
        return card(value, language) if isinstance(value, str) else str(value)

    return Seated(ref)


def by_id(card: Any, language: Language) -> str:
    """A card where no catalogue names it."""
    return readable(card)


def naming(catalogue: Catalogue[Card]) -> dict[str, Show]:
    """Cards by their names, in each language."""
    card = by_name(catalogue)
    return {"card": card, "ref": pointed(card)}


KINDS: dict[str, Show] = {
    "card": by_id,
    "ref": pointed(by_id),
    **{kind: among(values) for kind, values in VALUES.items()},
    "keyword": keyword,
    "mark": mark,
    "figure": figure,
}

WORDS = Words(KINDS)
