"""BHM's values in words: phases, attributes, keywords, causes, what is pending."""

from __future__ import annotations

from typing import Any

from tapete.core.catalogue import Catalogue, by_name, readable
from tapete.core.texts import Language, Show, Words, among
from tapete.core.value_words import value_words
from tapete.games.bhm.cards import Card
from tapete.games.bhm.figures import CardSource
from tapete.games.bhm.language import _

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


def naming(catalogue: Catalogue[Card]) -> dict[str, Show]:
    """Cards by their names, in each language."""

    card = by_name(catalogue)

    def ref(value: Any, language: Language) -> str:
        """What an action points at: a card with its controller, or a being's number."""
        if isinstance(value, CardSource):
            return f"{card(value.card, language)} ({value.seat})"
        return card(value, language) if isinstance(value, str) else str(value)

    return {"card": card, "ref": ref}


KINDS: dict[str, Show] = {
    "card": lambda card, language: readable(card),
    **{kind: among(values) for kind, values in VALUES.items()},
    "keyword": keyword,
    "mark": mark,
    "figure": figure,
}


TITLE = _("BHM")


WORDS = Words(KINDS)
