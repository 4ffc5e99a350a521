"""Put msgspec's errors into people's words: what is expected, with its bounds, and what is there instead."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tapete.core.listing import Choices
from tapete.core.texts import PLAIN, Language, Text, _

_KINDS: dict[str, Text] = {
    "int": _("a whole number"),
    "float": _("a number"),
    "str": _("a text"),
    "bool": _("true or false"),
    "array": _("a list"),
    "object": _("a group of named values"),
    "null": _("nothing (null)"),
}
"""What msgspec calls a kind of value, and people do."""

_OR = _("or")

LEAST, MOST, EXACTLY = ">=", "<=", ""

_NUMBERS: dict[str, Text] = {
    LEAST: _("a number of at least {n} is expected"),
    MOST: _("a number of at most {n} is expected"),
    ">": _("a number above {n} is expected"),
    "<": _("a number below {n} is expected"),
}

_LENGTHS: dict[str, dict[str, Text]] = {
    "array": {
        LEAST: _("a list of at least {n} {n:item|items} is expected"),
        MOST: _("a list of at most {n} {n:item|items} is expected"),
        EXACTLY: _("a list of {n} {n:item|items} is expected"),
    },
    "str": {
        LEAST: _("a text of at least {n} {n:character|characters} is expected"),
        MOST: _("a text of at most {n} {n:character|characters} is expected"),
        EXACTLY: _("a text of {n} {n:character|characters} is expected"),
    },
    "object": {
        LEAST: _("a group of at least {n} named {n:value|values} is expected"),
        MOST: _("a group of at most {n} named {n:value|values} is expected"),
        EXACTLY: _("a group of {n} named {n:value|values} is expected"),
    },
}

_EXPECTED = _("{expected} is expected")
_INSTEAD = _("{expected} is expected, and {got} stands there")
_LETTERS = _("a name of {low} to {high} {high:character|characters} is expected: small letters, digits, “_” or “-”, as this place allows")
_PATTERN = _("one of the words that this place knows is expected")
_MISSING = _("“{name}” is missing")
_UNKNOWN = _("“{name}” does not belong here")
_STRANGE = _("“{value}” is none of the words known here")
_NONE_OF = _("“{value}” is none of these: {words}")
_CUT = _("it ends before it is complete")
_NO_JSON = _("it is not written as JSON is (from byte {place} on)")
_NO_TEXT = _("it is no text in UTF-8")
_TOO_DEEP = _("too much stands inside each other")
_TOO_LARGE = _("a number is too large or too small")
_OTHERWISE = _("its parts do not fit each other")


def missing(name: str) -> Text:
    """Say that a named value is missing."""
    return _MISSING.fill(name=name)


def unknown(name: str) -> Text:
    """Say that a named value does not belong there."""
    return _UNKNOWN.fill(name=name[:40])


class _Kind(Text):
    """One kind of value, or several with `or` between them, as msgspec names them."""

    __slots__ = ("names",)

    def __init__(self, names: str) -> None:
        self.names = names.split(" | ")

    def in_(self, language: Language) -> str:
        return f" {_OR.in_(language)} ".join(_KINDS[name].in_(language) if name in _KINDS else name for name in self.names)


def _expected(found: re.Match[str]) -> Text:
    return _INSTEAD.fill(expected=_Kind(found["expected"]), got=_Kind(found["got"]))


def _length(found: re.Match[str]) -> Text:
    return _LENGTHS[found["kind"]][found["sign"] or EXACTLY].fill(n=int(found["n"]))


def _number(found: re.Match[str]) -> Text:
    return _NUMBERS[found["sign"]].fill(n=int(float(found["n"])))


def _pattern(found: re.Match[str]) -> Text:
    """Return a form of names by its length, where it is one; the words of any other are for the place to say."""
    form = re.fullmatch(r"\^(?P<first>(\[[^\]]+\])?)\[[^\]]+\]\{(?P<low>\d+),(?P<high>\d+)\}\$", found["pattern"])
    if form is None:
        return _PATTERN
    more = bool(form["first"])
    return _LETTERS.fill(low=int(form["low"]) + more, high=int(form["high"]) + more)


INVALID = r"Invalid (enum )?value '?(?P<value>.+?)'?"

_SAID: tuple[tuple[str, Callable[[re.Match[str]], Text]], ...] = (
    (r"Expected `(?P<kind>array|str|object)` of length (?P<sign>[<>]=|)\s*(?P<n>\d+)(, got \d+)?", _length),
    (r"Expected `(int|float)` (?P<sign>[<>]=?) (?P<n>-?[\d.e+]+)", _number),
    (r"Expected `str` matching regex '(?P<pattern>.+)'", _pattern),
    (r"Expected `(?P<expected>.+)`, got `(?P<got>.+)`", _expected),
    (r"Expected `(?P<expected>[^`]+)`.*", lambda found: _EXPECTED.fill(expected=_Kind(found["expected"]))),
    (r"Object missing required field `(?P<name>.+)`", lambda found: missing(found["name"])),
    (r"Object contains unknown field `(?P<name>.+)`", lambda found: unknown(found["name"])),
    (INVALID, lambda found: _STRANGE.fill(value=found["value"][:40])),
    (r"Input data was truncated", lambda found: _CUT),
    (r"JSON is malformed: .*\(byte (?P<place>\d+)\)", lambda found: _NO_JSON.fill(place=int(found["place"]) + 1)),
    (r".*('utf-8' codec|UTF-8).*", lambda found: _NO_TEXT),
    (r".*out of range.*", lambda found: _TOO_LARGE),
    (r"nested too deep", lambda found: _TOO_DEEP),
    (r".*", lambda found: _OTHERWISE),
)
"""What msgspec says, and how it is said to people."""


def in_words(message: str) -> Text:
    """Say a message of msgspec to people.

    Args:
        message: without its path; `nested too deep` where Python's own bound was reached.
    """
    return next(say(found) for form, say in _SAID if (found := re.fullmatch(form, message[:600], re.DOTALL)))


def none_of(message: str, words: tuple[Any, ...]) -> Text:
    """Say that a word is not one of those known there, and which these are.

    Args:
        message: of msgspec, that a value is invalid. words: those known there.
    """
    found = re.fullmatch(INVALID, message[:600], re.DOTALL)
    value = found["value"][:40] if found is not None else ""
    return _NONE_OF.fill(value=value, words=Choices(words).text(PLAIN))
