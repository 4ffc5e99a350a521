"""Shazamm's words: spells, slabs, the story of each event, and what each one at the table is asked to do."""

from __future__ import annotations

from typing import Any

from tapete.core.texts import Language, Text, Words, figure
from tapete.games.shazamm.language import _

TITLE = _("Shazamm")

SPELLS: tuple[Text, ...] = (
    _("Fake card"),
    _("Silence"),
    _("Clone"),
    _("Theft"),
    _("End of round"),
    _("Middle"),
    _("Recycle"),
    _("Attack boost"),
    _("Double dose"),
    _("Winner loses"),
    _("Inferno"),
    _("Resistance"),
    _("Sore loser"),
    _("Reserve boost"),
    _("Suction"),
)
"""The names of the cards by their number."""


def spell(number: Any, language: Language) -> str:
    """A card by name and number."""
    known = isinstance(number, int) and 0 <= number < len(SPELLS)
    return f"{SPELLS[number].in_(language)} ({number})" if known else str(number)


def signed(number: Any, _: Language) -> str:
    """A slab, or a change, with its sign: −3, 0, +2."""
    return figure(number, signed=True)


def result(word: Any, language: Language) -> str:
    """How a match has ended: `A wins`, `a draw`."""
    if word == "draw":
        return _("a draw").in_(language)
    return _("{word} wins").fill(word=word).in_(language)


_SOURCES = {"hand": _("the card"), "clone": _("the copy")}


def source(word: Any, language: Language) -> str:
    """Where a spell that Theft takes came from."""
    return _SOURCES[word].in_(language) if word in _SOURCES else str(word)


WORDS = Words({"spell": spell, "slab": signed, "change": signed, "result": result, "source": source})
