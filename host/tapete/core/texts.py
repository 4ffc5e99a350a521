"""Texts in every language: the English sentence stands where its cause is, translations stand in gettext's catalogues.

    _ = TextDomain("tapete-nim", __package__)
    TOO_MANY = _("Take {most} {most:counter|counters} at the most.")

A marked sentence is a `Message`. It becomes words when a reader's language is known: `TOO_MANY.fill(most=3).in_("es")`. A hole shows a
value by its kind (`{card:card}`), chooses a word by number (`{n:slab|slabs}`) or, where the value is no number, by the gender that the
catalogue of cards gives it (`{card:dedicado|dedicada}`). A hole in capitals is a constant of the rules (`{START_LIFE}`, in words
`{START_LIFE:words}`): it is filled as soon as the sentence is looked up, so no text states a figure that the rules no longer have.
Catalogues are made and checked by `tools/translations.py`.
"""

from __future__ import annotations

import functools
import gettext
import os
import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from tapete.core import translated

if TYPE_CHECKING:
    from string import Formatter

Language = str
"""A language by its tag: `en`, `es`, or any other for which a folder of catalogues is there."""

# Paths here are plain strings: `pathlib` would take a tenth of the time of `tapete --help`.
CATALOGUES = os.path.join(os.path.dirname(os.path.dirname(__file__)), "locale")
"""Where our own catalogues are: `<language>/LC_MESSAGES/<domain>.mo`."""

EXTRA = "TAPETE_LOCALE"
"""Names one more folder of catalogues: a third language without a change in Tapete."""


def _folders() -> list[str]:
    """Return the folders of catalogues that serve every domain, the first one first."""
    extra = os.environ.get(EXTRA)
    return [extra, CATALOGUES] if extra else [CATALOGUES]


def _languages() -> tuple[Language, ...]:
    """Spanish, English, and every language that has a folder of catalogues."""
    names = {(folder, name) for folder in _folders() if os.path.isdir(folder) for name in os.listdir(folder)}
    found = {name for folder, name in names if os.path.isdir(os.path.join(folder, name, "LC_MESSAGES"))}
    return ("es", "en", *sorted(found - {"es", "en"}))


LANGUAGES: tuple[Language, ...] = _languages()


@functools.cache
def translations(domain: str, language: Language, package: str | None = None) -> gettext.NullTranslations:
    """Return the catalogue of one domain in one language; one without messages for English, and where there is none.

    Args:
        domain: `tapete`, or `tapete-<game>`.
        language: its tag.
        package: the package of a game from another distribution, which has its catalogues in its own folder `locale`.
    """
    place = place_of(domain, language, package)
    if place is not None:
        return translated.read(_file(place, language, domain))
    if language != "en":
        translated.complain(f"{language}/{domain}.mo is not there; the English stands in")
    return translated.English()


def place_of(domain: str, language: Language, package: str | None = None) -> str | None:
    """Return the folder of catalogues that has this one; None: no folder has it. Arguments as for `translations`."""
    places = _folders()
    if package is not None:
        from importlib.resources import files  # only a game from elsewhere needs it

        places.append(os.path.join(str(files(package)), "locale"))
    return next((place for place in places if os.path.isfile(_file(place, language, domain))), None)


def _file(folder: str, language: Language, domain: str) -> str:
    return os.path.join(folder, language, "LC_MESSAGES", f"{domain}.mo")


class Text:
    """A text for people, in whichever language is asked for. Two texts are equal when they say the same in every language."""

    __slots__ = ()

    def in_(self, language: Language) -> str:
        """Return the text in one language."""
        raise NotImplementedError

    def wire(self) -> dict[Language, str]:
        """Return the plain form of the referee protocol: every language with its text."""
        return {language: self.in_(language) for language in LANGUAGES}

    def holes(self, language: Language = "en") -> tuple[str, ...]:
        """Return the names of the values that the sentence shows, in their order."""
        return _names(self.in_(language))

    def fill(self, **values: Any) -> Text:
        """Return the sentence with values as they stand; `Words.say` shows them in a game's own words."""
        return PLAIN.say(self, values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and self.wire() == other.wire()

    def __hash__(self) -> int:
        return hash(self.in_("en"))

    def __repr__(self) -> str:
        return f"<{self.in_('en')}>"


class Message(Text):
    """A sentence that is marked for translation; it may have holes. It is made by a `TextDomain`."""

    __slots__ = ("context", "domain", "english")

    def __init__(self, domain: TextDomain, english: str, context: str | None = None) -> None:
        self.domain, self.english, self.context = domain, english, context

    def in_(self, language: Language) -> str:
        """Return the sentence in one language, its holes open; the English where a language lacks it (CI finds that)."""
        if language == "en":
            return self.domain.with_constants(translated.as_started(self.english), language)
        found = translations(self.domain.name, language, self.domain.package)
        said = found.gettext(self.english) if self.context is None else found.pgettext(self.context, self.english)
        return self.domain.with_constants(said, language)


CONSTANT = r"\{([A-Z][A-Z0-9_]+)(?::([^{}]*))?\}"
"""A hole that a constant fills: its name, and how it is shown. A single letter is a seat."""


class TextDomain:
    """A set of catalogues, one to a language; called with an English sentence it marks it for translation.

    Args:
        name: of its files: `tapete-shazamm`.
        package: whose folder `locale` holds them, for a game from another distribution.
        constants: whole numbers of the rules by name, for holes in capitals; a module's `vars` will do.
    """

    __slots__ = ("constants", "name", "package")

    def __init__(self, name: str, package: str | None = None, constants: Mapping[str, Any] = MappingProxyType({})) -> None:
        self.name, self.package, self.constants = name, package, constants

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle it with its whole numbers alone: a module's `vars` cannot be sent."""
        whole = {name: value for name, value in self.constants.items() if name.isupper() and isinstance(value, int)}
        return type(self), (self.name, self.package, whole)

    def with_constants(self, said: str, language: Language) -> str:
        """Return a sentence in which every hole in capitals shows its constant; other holes stay open.

        `{N}` is shown in digits, `{N:words}` in words up to twenty, with a capital where a sentence begins, and `{N:card|cards}` chooses.

        Raises:
            KeyError: the rules have no such constant.
        """
        if not self.constants or "{" not in said:
            return said

        def shown(found: re.Match[str]) -> str:
            value, spec = self.constants[found[1]], found[2]
            if not spec:
                return figure(value)
            if spec == "words":
                before = said[: found.start()]
                words = in_words(value, language)
                return capital(words) if not before or before.endswith((". ", "? ", "¿")) else words
            forms = spec.split("|")
            return forms[min(_form(value, language, PLAIN, self), len(forms) - 1)]

        return re.sub(CONSTANT, shown, said)

    def __call__(self, english: str, context: str | None = None) -> Message:
        """Mark a sentence; `context` tells apart two that are one in English and differ in another language."""
        return Message(self, english, context)


class Given(Text):
    """A text that comes from data (the name of a card, a path): by language, or the same in all of them."""

    __slots__ = ("by_language",)

    def __init__(self, text: str | Mapping[Language, str]) -> None:
        self.by_language: Mapping[Language, str] = {"en": text} if isinstance(text, str) else text

    def in_(self, language: Language) -> str:
        """Return its text in this language; else without its region (`pt` for `pt-BR`), else the English one, else the first."""
        by = self.by_language
        found = by.get(language) or by.get(language.replace("_", "-")) or by.get(re.split("[-_]", language)[0]) or by.get("en")
        return found or next(iter(self.by_language.values()), "")


NOTHING = Given("")
"""The empty text."""


class Joined(Text):
    """Several texts one after the other."""

    __slots__ = ("between", "parts")

    def __init__(self, parts: Iterable[Text], between: str = " ") -> None:
        self.parts, self.between = tuple(parts), between

    def in_(self, language: Language) -> str:
        return self.between.join(part.in_(language) for part in self.parts)


class Said(Text):
    """A sentence with its values, shown in a game's words."""

    __slots__ = ("kinds", "sentence", "values", "words")

    def __init__(self, sentence: Text, values: Mapping[str, Any], words: Words, kinds: Mapping[str, str]) -> None:
        self.sentence, self.values, self.words, self.kinds = sentence, values, words, kinds

    def in_(self, language: Language) -> str:
        said: list[str] = []
        for part in _parts(self.sentence.in_(language)):
            shown = part if isinstance(part, str) else part.shown(self.values, language, self.words, self.kinds, self.sentence)
            if language == "es" and said and said[-1].endswith(" y ") and _SOUNDS_LIKE_Y.match(shown):
                said[-1] = said[-1][:-2] + "e "
            said.append(shown)
        return "".join(said)


class Hole:
    """One hole of a sentence: the value's name, the way into it, and how it is shown."""

    __slots__ = ("forms", "kind", "name", "path")

    def __init__(self, name: str, spec: str) -> None:
        self.name, self.kind = name, spec or None
        self.forms = tuple(spec.split("|")) if "|" in spec else ()
        self.path = not name.isidentifier()

    def shown(self, values: Mapping[str, Any], language: Language, words: Words, kinds: Mapping[str, str], sentence: Text) -> str:
        """Return the value as this language shows it.

        Raises:
            KeyError: there is no such value.
        """
        value = _formatter().get_field(self.name, (), values)[0] if self.path else values[self.name]
        if not self.forms:
            return words.show(value, language, self.kind or kinds.get(self.name))
        domain = sentence.domain if isinstance(sentence, Message) else None
        return self.forms[min(_form(value, language, words, domain), len(self.forms) - 1)]


@functools.cache
def _formatter() -> Formatter:
    """Return the reader of templates."""
    from string import Formatter  # here, because every import delays `tapete --help`

    return Formatter()


def _form(value: Any, language: Language, words: Words, domain: TextDomain | None) -> int:
    """Which form a value asks for: by the plural rule of the catalogue, or by its gender where it is no number."""
    if isinstance(value, (list, tuple)):
        value = len(value)
    if isinstance(value, int):
        number = abs(value)
        if language == "en" or domain is None:
            return int(number != 1)
        found = translations(domain.name, language, domain.package)
        return found.form(number) if isinstance(found, translated.Translations) else int(number != 1)
    gender = words.kinds.get("gender")
    return int(gender(value, language)) if gender is not None else 0


@functools.lru_cache(maxsize=4096)
def _parts(template: str) -> tuple[str | Hole, ...]:
    """Return a template in its parts, read once."""
    parts: list[str | Hole] = []
    for literal, name, spec, _ in _formatter().parse(template):
        if literal:
            parts.append(literal)
        if name is not None:
            parts.append(Hole(name, spec or ""))
    return tuple(parts)


@functools.lru_cache(maxsize=4096)
def _names(template: str) -> tuple[str, ...]:
    """Return the names of the values in a template, in their order."""
    names = (name.split(".")[0].split("[")[0] for _literal, name, _spec, _conversion in _formatter().parse(template) if name)
    return tuple(dict.fromkeys(names))


_ = TextDomain("tapete")

_NUMBERS: tuple[Message, ...] = (
    _("none", "a number before a noun"),
    _("one", "a number before a noun"),
    _("two", "a number before a noun"),
    _("three", "a number before a noun"),
    _("four", "a number before a noun"),
    _("five", "a number before a noun"),
    _("six", "a number before a noun"),
    _("seven", "a number before a noun"),
    _("eight", "a number before a noun"),
    _("nine", "a number before a noun"),
    _("ten", "a number before a noun"),
    _("eleven", "a number before a noun"),
    _("twelve", "a number before a noun"),
    _("thirteen", "a number before a noun"),
    _("fourteen", "a number before a noun"),
    _("fifteen", "a number before a noun"),
    _("sixteen", "a number before a noun"),
    _("seventeen", "a number before a noun"),
    _("eighteen", "a number before a noun"),
    _("nineteen", "a number before a noun"),
    _("twenty", "a number before a noun"),
)

_MINUS = "−"
"""The minus sign (U+2212), as wide as the plus and never at the end of a line; a hyphen stands for it where people type."""


def capital(said: str) -> str:
    """Return a text that begins with a capital; the rest stays, so that names keep theirs."""
    return said[:1].upper() + said[1:]


def lower(said: str) -> str:
    """Return a heading as it stands within a sentence: it begins small, unless it begins with capitals."""
    return said if said[1:2].isupper() else said[:1].lower() + said[1:]


def plain_letters(said: str) -> str:
    """Return a text as people type it when they look for it: no accents, no capitals."""
    import unicodedata  # as above

    return "".join(letter for letter in unicodedata.normalize("NFD", said) if not unicodedata.combining(letter)).casefold()


def figure(number: int, *, signed: bool = False) -> str:
    """Return a whole number as people read it, with a real minus sign; in JSON, CSV and other data that is read again it has a hyphen.

    Args:
        number: any.
        signed: with a plus too (a slab, a change); nought has no sign.
    """
    return f"{number:+d}".replace("-", _MINUS) if signed and number else str(number).replace("-", _MINUS)


def in_words(number: int, language: Language) -> str:
    """Return a whole number as prose has it: in words up to twenty, in digits beyond."""
    return _NUMBERS[number].in_(language) if 0 <= number < len(_NUMBERS) else figure(number)


def typed(text: str) -> str:
    """Return a typed number with the sign that machines read: a minus copied from a sentence counts too."""
    return text.replace(_MINUS, "-")


_BETWEEN = _("{low} to {high}")


class Range(list[Any]):
    """The lowest and highest of a range of numbers: a list of two in JSON, `2 to 10` in a sentence."""

    def in_(self, language: Language) -> str:
        """Return the two with what stands between them."""
        low, high = self
        return _BETWEEN.fill(low=low, high=high).in_(language)


OURS: list[Message] = []
"""Sentences of ours that journals keep where people may write their own, each by its English."""


def ours(sentence: Message) -> Message:
    """Let a sentence that a journal keeps by its English be shown in every language."""
    OURS.append(sentence)
    return sentence


def written(said: Any, language: Language) -> str:
    """Show what stands in a journal in words: people's as they wrote it, ours in the reader's language."""
    return next((one.in_(language) for one in OURS if said in one.wire().values()), str(said))


Show = Callable[[Any, Language], str]
"""How one kind of value is shown in one language."""


class Seated:
    """How a kind of value is shown that a seat is part of: with the players' own names, where they are known."""

    __slots__ = ("by",)

    def __init__(self, by: Callable[[Any, Language, Show], str]) -> None:
        self.by = by

    def __call__(self, value: Any, language: Language, seat: Show = lambda seat, _: str(seat)) -> str:
        return self.by(value, language, seat)


class Owned(NamedTuple):
    """A value with the seat that it belongs to: “Ana's Mudling”."""

    what: Any
    seat: Any


_OWNED = _("{seat}'s {what}")
YES, NO = _("yes"), _("no")
_WHAT_IS_GIVEN = _("what is given")
"""Stands for a value with parts that no kind can show to people."""

_AND, _EITHER, _NONE = _("{first} and {last}"), _("{first} or {last}"), _("none")
_SOUNDS_LIKE_Y = re.compile(r"i|í|hi(?!e)", re.IGNORECASE)
"""The Spanish words before which `y` is `e`."""


_SOUNDS_LIKE_O = re.compile(r"h?[oó]", re.IGNORECASE)
"""The Spanish words before which `o` is `u`."""


def listed(items: list[str], language: Language, *, either: bool = False) -> str:
    """Return `a, b and c`, or `a, b or c`; the word for nothing when the list is empty.

    Spanish `y` is `e` before the sound of an i, and `o` is `u` before that of an o.
    """
    if not items:
        return _NONE.in_(language)
    if len(items) == 1:
        return items[0]
    both = (_EITHER if either else _AND).in_(language)
    if language == "es" and (_SOUNDS_LIKE_O if either else _SOUNDS_LIKE_Y).match(items[-1]):
        both = both.replace(" o ", " u ").replace(" y ", " e ")
    return both.format(first=", ".join(items[:-1]), last=items[-1])


def among(texts: Mapping[Any, Text]) -> Show:
    """Show a value by its text; one that has none as it stands."""

    def show(value: Any, language: Language) -> str:
        return texts[value].in_(language) if value in texts else str(value)

    return show


def signed(value: Any, _language: Language) -> str:
    """Show a change with its sign: +2, −1."""
    return figure(value, signed=True)


def outcome(draw: Text, wins: Text) -> Show:
    """Show how a match has ended: the word `draw`, or the letter of the winner (`word`)."""
    return lambda word, language: (draw if word == "draw" else wins.fill(word=word)).in_(language)


class Words:
    """How a game shows its values: by the name of a kind (`seat`, `card`, `slab`), and, for the fields of events, by their type.

    Args:
        kinds: shows a value of that kind; `gender` tells the number of the form that a value asks for.
        fields: for each event class the kind of each field that is not shown as it stands.
    """

    def __init__(self, kinds: Mapping[str, Show] | None = None, fields: Mapping[type, Mapping[str, str]] | None = None) -> None:
        self.kinds: dict[str, Show] = {"seat": lambda seat, _: str(seat), "written": written, **(kinds or {})}
        self.fields = dict(fields or {})

    def with_kinds(self, kinds: Mapping[str, Show]) -> Words:
        """Return the same words with more kinds (the cards of a catalogue by their names)."""
        return Words({**self.kinds, **kinds}, self.fields)

    def with_fields(self, fields: Mapping[type, Mapping[str, str]]) -> Words:
        """Return the same words for more event classes."""
        return Words(self.kinds, {**self.fields, **fields})

    def with_seats(self, names: Mapping[str, str]) -> Words:
        """Return the same words with the players' own names."""
        return Words({**self.kinds, "seat": lambda seat, _: names.get(seat, str(seat))}, self.fields)

    def show(self, value: Any, language: Language, kind: str | None = None) -> str:
        """Return one value as text; several as a list, a row of numbers by its ends."""
        if isinstance(value, (Range, Text)):
            return value.in_(language)
        if isinstance(value, Owned):
            seat, what = self.show(value.seat, language, "seat"), self.show(value.what, language, kind)
            return _OWNED.fill(seat=seat, what=what).in_(language)
        if isinstance(value, (list, tuple)):
            return listed([self.show(item, language, kind) for item in value], language)
        if kind in self.kinds and value is not None:
            show = self.kinds[kind]
            return show(value, language, self.kinds["seat"]) if isinstance(show, Seated) else show(value, language)
        if value is None:
            return "-"
        if isinstance(value, Mapping) or hasattr(value, "__struct_fields__"):
            return _WHAT_IS_GIVEN.in_(language)
        if isinstance(value, bool):
            return (YES if value else NO).in_(language)
        return figure(value) if isinstance(value, int) else str(value)

    def say(self, sentence: Text, values: Mapping[str, Any], of: type | None = None) -> Text:
        """Return the sentence with its holes filled.

        Args:
            sentence: the template.
            values: what fills the holes, by name.
            of: the event class whose field types tell how values are shown.
        """
        return Said(sentence, values, self, self.fields.get(of, {}) if of is not None else {})


PLAIN = Words()
"""Words that show every value as it stands."""
