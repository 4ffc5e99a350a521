"""Sentences in both languages, and how figures, seats and cards are shown in them."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct

Language = Literal["es", "en"]
LANGUAGES: tuple[Language, ...] = ("es", "en")


class Sentence(Struct, frozen=True):
    """A sentence with holes. `{n}` shows a value, `{n:slab|slabs}` chooses a word by number, `{x:card}` shows x as a card."""

    es: str
    en: str

    def in_(self, language: Language) -> str:
        """The template in one language."""
        return self.es if language == "es" else self.en

    def holes(self, language: Language) -> frozenset[str]:
        """The names of the values that the template shows."""
        return frozenset(name.split(".")[0].split("[")[0] for _, name, _, _ in string.Formatter().parse(self.in_(language)) if name)


class Text(Struct, frozen=True):
    """A finished text in both languages."""

    es: str
    en: str

    def in_(self, language: Language) -> str:
        """The text in one language."""
        return self.es if language == "es" else self.en


_MINUS = "−"
"""The minus sign (U+2212), as wide as the plus and never at the end of a line; a hyphen stands for it where people type."""


def figure(number: int, *, signed: bool = False) -> str:
    """A whole number as people read it, with a real minus sign; in JSON, CSV and whatever is read again it has a hyphen.

    Args:
        number: any.
        signed: with a plus too (a slab, a change); nought has no sign.
    """
    return f"{number:+d}".replace("-", _MINUS) if signed and number else str(number).replace("-", _MINUS)


def typed(text: str) -> str:
    """What somebody typed where a number is asked for, with the sign that machines read: a minus copied from a sentence is one too."""
    return text.replace(_MINUS, "-")


class Bounds(list[Any]):
    """The lowest and the highest of a row of numbers: a list of two in JSON, `2 to 10` in a sentence."""

    def in_(self, language: Language) -> str:
        """The two with what stands between them."""
        low, high = (figure(end) if isinstance(end, int) else str(end) for end in self)
        return f"{low} {'a' if language == 'es' else 'to'} {high}"


Show = Callable[[Any, Language], str]
"""How one kind of value is shown in one language."""

_YES: dict[Language, str] = {"es": "sí", "en": "yes"}
_AND: dict[Language, str] = {"es": " y ", "en": " and "}
_NOTHING: dict[Language, str] = {"es": "ninguno", "en": "none"}


def listed(items: list[str], language: Language) -> str:
    """`a, b and c`; the word for nothing when the list is empty. Spanish `y` is `e` before the sound of an i."""
    if not items:
        return _NOTHING[language]
    if len(items) == 1:
        return items[0]
    before_i = language == "es" and re.match(r"(i|í|hi(?!e))", items[-1].lower())
    return ", ".join(items[:-1]) + (" e " if before_i else _AND[language]) + items[-1]


class Words:
    """How a game shows its values: by the name of a kind (`seat`, `card`, `slab`), and, for the fields of events, by their type.

    Args:
        kinds: shows a value of that kind.
        fields: for each event class the kind of each field that is not shown as it stands.
    """

    def __init__(self, kinds: Mapping[str, Show] | None = None, fields: Mapping[type, Mapping[str, str]] | None = None) -> None:
        self.kinds: dict[str, Show] = {"seat": lambda seat, _: str(seat), **(kinds or {})}
        self.fields = dict(fields or {})

    def with_kinds(self, kinds: Mapping[str, Show]) -> Words:
        """The same words with more kinds (the cards of a catalogue by their names)."""
        return Words({**self.kinds, **kinds}, self.fields)

    def with_seats(self, names: Mapping[str, str]) -> Words:
        """The same words with the players' own names."""
        return Words({**self.kinds, "seat": lambda seat, _: names.get(seat, str(seat))}, self.fields)

    def show(self, value: Any, language: Language, kind: str | None = None) -> str:
        """One value as text; several as a list, a row of numbers by its ends."""
        if isinstance(value, Bounds):
            return value.in_(language)
        if isinstance(value, (list, tuple)):
            return listed([self.show(item, language, kind) for item in value], language)
        if kind in self.kinds and value is not None:
            return self.kinds[kind](value, language)
        if value is None:
            return "-"
        if isinstance(value, bool):
            return _YES[language] if value else "no"
        return figure(value) if isinstance(value, int) else str(value)

    def say(self, sentence: Sentence, values: Mapping[str, Any], of: type | None = None) -> Text:
        """The sentence with its holes filled, in both languages.

        Args:
            sentence: the templates.
            values: what fills the holes, by name.
            of: the event class whose field types tell how values are shown.

        Raises:
            KeyError: a hole has no value.
        """
        kinds = self.fields.get(of, {}) if of is not None else {}
        return Text(*(_Filler(self, language, kinds).vformat(sentence.in_(language), (), values) for language in LANGUAGES))


class _Filler(string.Formatter):
    """Fills the holes of one template in one language."""

    def __init__(self, words: Words, language: Language, kinds: Mapping[str, str]) -> None:
        self.words, self.language, self.kinds = words, language, kinds

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> Any:
        value, first = super().get_field(field_name, args, kwargs)
        return _Held(value, self.kinds.get(field_name)), first

    def format_field(self, value: Any, format_spec: str) -> str:
        held: _Held = value
        if "|" in format_spec:
            one, many = format_spec.split("|", 1)
            number = len(held.value) if isinstance(held.value, (list, tuple)) else held.value
            return one if abs(number) == 1 else many
        return self.words.show(held.value, self.language, format_spec or held.kind)


class _Held:
    """A value on its way into a hole, with the kind that its field has."""

    __slots__ = ("kind", "value")

    def __init__(self, value: Any, kind: str | None) -> None:
        self.value, self.kind = value, kind


PLAIN = Words()
"""Words that show every value as it stands."""
