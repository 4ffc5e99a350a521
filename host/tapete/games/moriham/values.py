"""MORIHAM's words: how its values are shown, the story of each event, and what each one at the table is asked to do."""

from __future__ import annotations

from typing import Any

from tapete.core.catalogue import Catalogue, by_name, readable
from tapete.core.texts import Language, Show, Words, among
from tapete.core.value_words import value_words
from tapete.games.moriham.cards import Card
from tapete.games.moriham.language import _

TITLE = _("MORIHAM")
VALUES = value_words(__package__, _)
"""Every word that stands for a value, by its kind."""


RIVAL = _("the rival directly")
"""A player who is attacked without a monster between."""


def naming(catalogue: Catalogue[Card]) -> dict[str, Show]:
    """Cards by the names that the catalogue gives them."""

    card = by_name(catalogue)

    def aim(value: Any, language: Language) -> str:
        return RIVAL.in_(language) if value == "player" else card(value, language)

    return {"card": card, "aim": aim}


WORDS = Words({"card": lambda card, language: readable(card), **{kind: among(values) for kind, values in VALUES.items()}})
