"""List values in a refusal: the first few in the game's words, then how many more there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from tapete.core.texts import Language, Range, Text, Words, _, listed

FEW = 6
"""So many values are named before the others are only counted."""

_NOT_ANY = _("there is none now")
_LEAVE_OUT = _("none; leave it out")
_SO_MANY = _("{n} {n:is|are} there")
_AND_MORE = _("{first} and {n} more")
_QUOTED = _("“{value}”")
_LACKING = _("nothing")


class Choices(Struct, frozen=True):
    """Values as a figure of a refusal.

    Args:
        values: in their order. kind: how the game's words show them; None: unknown. either: one of them will do.
    """

    values: tuple[Any, ...]
    kind: str | None = None
    either: bool = False

    def text(self, words: Words) -> Text:
        """Return the values in a game's words."""
        return _Listed(self, words)


class _Listed(Text):
    """Choices in the words of a game."""

    __slots__ = ("of", "words")

    def __init__(self, of: Choices, words: Words) -> None:
        self.of, self.words = of, words

    def in_(self, language: Language) -> str:
        values = self.of.values
        if not values:
            return _NOT_ANY.in_(language)
        if values == (None,):
            return _LEAVE_OUT.in_(language)
        if len(values) > 1 and self.of.kind not in self.words.kinds and any(map(_has_parts, values)):
            return _SO_MANY.fill(n=len(values)).in_(language)
        if self.of.kind is None and len(values) > 2 and values == _row(values):
            return Range((values[0], values[-1])).in_(language)
        named = list(dict.fromkeys(self._named(value, language) for value in values))
        more = len(named) - FEW
        if more > 1:
            return _AND_MORE.fill(first=", ".join(named[:FEW]), n=more).in_(language)
        return listed(named, language, either=self.of.either)

    def _named(self, value: Any, language: Language) -> str:
        """Show one value; a word that the game does not translate is quoted."""
        if value is None:
            return _LACKING.in_(language)
        shown = self.words.show(value, language, self.of.kind)
        as_it_stands = isinstance(value, str) and shown == value and self.of.kind != "seat"
        return _QUOTED.fill(value=shown).in_(language) if as_it_stands else shown


def _has_parts(value: Any) -> bool:
    """Say whether a value has parts, so that no plain word shows it."""
    return isinstance(value, Mapping) or hasattr(value, "__struct_fields__")


def _row(values: tuple[Any, ...]) -> tuple[int, ...]:
    """Return the whole numbers from the first value to the last, where these are such."""
    ends = values[0], values[-1]
    return tuple(range(ends[0], ends[1] + 1)) if all(type(end) is int for end in ends) else ()
