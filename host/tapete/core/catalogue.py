"""Catalogues: the cards a game is played with, read strictly from a plain document, every fault named at once.

A game's `cards.py` says what its cards are (frozen structs) and what may be wrong with them; this module reads them and keeps the faults.
Where the document came from (a file, its lines) is the business of `tapete.cards`.
"""

from __future__ import annotations

import hashlib
import re
import types
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Any, Generic, Literal, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from tapete.core import codec
from tapete.core.kinds import field_types
from tapete.core.refusals import Code, Illegal
from tapete.core.structs import Strict, Unchanging
from tapete.core.texts import Given, Language, Show, Text, _

C = TypeVar("C")
S = TypeVar("S", bound=Struct)
T = TypeVar("T")
W = TypeVar("W", bound="Written")

BAD_CARD = Code("bad_card", "CORE", _("{place}: {problem}"))
FIXED_DECK = Code("fixed_deck", "", _("{game} is always played with the same cards; leave the catalogue out."))
NO_CATALOGUE = Code("catalogue_needed", "CORE", _("{game} is played with a card catalogue: give one that has been read."))
OTHER_GAMES_CARDS = Code(
    "catalogue_of_another_game", "CORE", _("The catalogue “{title}” belongs to another game ({of}). Choose one for {game}.")
)


LanguageTag = Annotated[str, Meta(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")]
"""A language of a document, as BCP 47 writes it: `fr`, `pt-BR`."""

Words80 = Annotated[str, Meta(min_length=1, max_length=80)]
PICTURE_FILE = r"^(?!.*(^|/)\.\.?(/|$))[A-Za-z0-9_][A-Za-z0-9_. -]*(/[A-Za-z0-9_.][A-Za-z0-9_. -]*)*\.jpe?g$"
"""A picture's path beside its catalogue: no root, no drive, no step upwards."""


class CardPicture(Strict, kw_only=True, omit_defaults=True):
    """The picture of a card: a JPEG beside the catalogue, with the SHA-256 of its bytes and the licence under which it travels."""

    file: Annotated[str, Meta(pattern=PICTURE_FILE, max_length=200)]
    sha256: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
    licence: Words80
    by: Words80 | None = None


class Printing(Strict, kw_only=True, omit_defaults=True):
    """Where a card was printed, for collectors and shops: its set, its number there, how rare it is, and its picture (format 2)."""

    set: Words80 | None = None
    number: Annotated[str, Meta(min_length=1, max_length=16)] | Annotated[int, Meta(ge=0, le=99_999)] | None = None
    rarity: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    picture: CardPicture | None = None


class Credits(Strict, kw_only=True, omit_defaults=True):
    """Who publishes a set, under which licence, and the set that its cards are of where they name none (format 2)."""

    publisher: Words80 | None = None
    licence: Words80 | None = None
    set: Words80 | None = None


class Catalogue(Unchanging, Struct, Generic[C], frozen=True, kw_only=True):
    """The cards of one set: what it is asked for by (`name`), what it calls itself (`title`), and each card by its id.

    `hash` is the SHA-256 of the cards' (and extras') canonical JSON: with the same hash, play is the same. `extras` are what else
    a game's document holds, by name (decks to begin with, campaign sheets). `printings` say where a card was printed, by its id, and
    `credits` who publishes the set; no rule reads them. `document` is what it was read from, as JSON, for matches that carry their
    cards; empty where it was made otherwise. `carried`: it came with a match, and is in no file here. Make one with `gather`.
    """

    game: str
    name: str
    title: str
    hash: str
    cards: Mapping[str, C]
    extras: Mapping[str, Any] = {}
    printings: Mapping[str, Printing] = {}
    credits: Credits | None = None
    document: bytes = b""
    carried: bool = False

    def named(self, name: str) -> Catalogue[C]:
        """Return the same cards, asked for by another name."""
        return msgspec.structs.replace(self, name=name)


class Written(Strict, kw_only=True):
    """A text of a catalogue, one field to a language; a game bounds its length by the types of its fields.

    `more` are the languages of a document of format 2 that are no field. There the fields `en` and `es` are never empty: without
    English the Spanish stands in its place, else the first that is given; without Spanish the English.
    """

    more: dict[LanguageTag, str] | UnsetType = UNSET

    @property
    def text(self) -> Text:
        """The text in every language that is given."""
        fields = (name for name in self.__struct_fields__ if name not in ("gender", "more"))
        told = {name: value for name in fields if (value := getattr(self, name))}
        return Given(told if self.more is UNSET else {**told, **self.more})


def readable(card: Any, joint: str = "_") -> str:
    """Return the id of a card that is in no catalogue, readably: `mud_golem` is `Mud golem`.

    Args:
        card: its id. joint: what stands between the words.
    """
    return str(card).replace(joint, " ").capitalize()


def by_name(catalogue: Catalogue[Any], joint: str = "_") -> Show:
    """Return how cards are shown: by the name that the catalogue gives them in each language, else by their id.

    Args:
        catalogue: the cards. joint: what stands between the words of an id.
    """

    @lru_cache(maxsize=1024)  # pictures name all of their cards, again and again
    def card(value: Any, language: Language) -> str:
        printed = catalogue.cards.get(value)
        if printed is None:
            return readable(value, joint)
        name = printed.name
        return name if isinstance(name, str) else str(name.text.in_(language))

    return card


Gender = Literal["m", "f"]
"""The gender of a card's Spanish name: which of two words stands beside it (`{card:dedicado|dedicada}`); left out, the first."""


def gender_of(cards: Mapping[str, Any]) -> Show:
    """Return what tells which form a card's name asks for: the kind `gender` of a game's words.

    Args:
        cards: by id, each with a name that may have a `gender`.
    """
    feminine = frozenset(card_id for card_id, card in cards.items() if _gender(card) == "f")
    return lambda value, language: "1" if language == "es" and isinstance(value, str) and value in feminine else "0"


def _gender(card: Any) -> Any:
    return getattr(getattr(card, "name", None), "gender", UNSET)


def _neutral(card: Any) -> Any:
    """Return a card without its gender, on which no rule depends: to say it later must not make old matches unreadable."""
    return card if _gender(card) is UNSET else replace(card, name=replace(card.name, gender=UNSET))


def gather(
    game: str,
    title: str,
    cards: Mapping[str, C],
    extras: Mapping[str, Any] | None = None,
    name: str = "",
    reading: Reading | None = None,
) -> Catalogue[C]:
    """Return a catalogue of these cards, with its hash.

    Args:
        game: whose cards they are. title: what the set calls itself. cards: by id, in the document's order.
        extras: what else the document holds. name: what it is asked for by; the title where none is given.
        reading: of the document that they come from; in format 2 no text counts for the hash, so that a translation changes none.
    """
    wordless = reading is not None and reading.format > 1
    played: Any = {card_id: _wordless(card) if wordless else _neutral(card) for card_id, card in cards.items()}
    beside = _wordless(extras) if wordless else extras
    digest = hashlib.sha256(codec.encode([played, beside] if extras else played)).hexdigest()
    made = Catalogue(game=game, name=name or title, title=title, hash=digest, cards=dict(cards), extras=dict(extras or {}))
    if reading is None:
        return made
    printings = {card: printed for card, printed in reading.printings.items() if card in cards}
    return replace(made, printings=printings, credits=reading.credits)


def _wordless(value: Any) -> Any:
    """Return plain data of a card without its texts, on which no rule depends."""
    if isinstance(value, Written):
        return None
    if isinstance(value, Struct):
        config = value.__struct_config__
        told = {field.encode_name: _wordless(getattr(value, field.name)) for field in msgspec.structs.fields(type(value))}
        return told if config.tag is None else {str(config.tag_field): config.tag, **told}
    if isinstance(value, Mapping):
        return {key: _wordless(inner) for key, inner in value.items()}
    return [_wordless(inner) for inner in value] if isinstance(value, list | tuple) else value


class Fault(Struct, frozen=True):
    """One thing wrong in a catalogue: at which card (None: the document's head), at which key, what, and the line where it is known."""

    card: str | None
    key: str
    problem: Text
    line: int | None = None

    @property
    def place(self) -> str:
        """Where it is, in one word: `mudling.level`, with the line before it where that is known."""
        name = ".".join(part for part in (self.card, self.key) if part) or "catalogue"
        return name if self.line is None else f"{self.line}: {name}"


class CardError(Illegal):
    """A catalogue that cannot be played with; `faults` are all that is wrong with it, in the document's order."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(tuple(BAD_CARD(place=f.place, problem=f.problem) for f in self.faults))


def of_game(catalogue: Any, game: str, title: str) -> Catalogue[Any]:
    """Return the catalogue that rules are bound to, known to be one of this game's.

    Raises:
        Illegal: not a catalogue, or another game's.
    """
    if not isinstance(catalogue, Catalogue):
        raise Illegal((NO_CATALOGUE(game=title),))
    if catalogue.game != game:
        raise Illegal((OTHER_GAMES_CARDS(title=catalogue.title, of=catalogue.game, game=title),))
    return catalogue


FORMATS = (1, 2)
"""Formats of a document that are read: 1 has Spanish and English texts, 2 has them in any languages, and says where cards were printed."""

_OF_PRINTING = tuple(Printing.__struct_fields__)
_OF_CREDITS = tuple(Credits.__struct_fields__)
_NO_PICTURE = _("must be the path of a JPEG beside the catalogue, such as art/ferryman.jpg")
ID_TWICE = _("this id is there already")
_NO_KEY = _("there is no such key here")
FLAT_FORMAT = _("must be 1; format 2 begins with [catalogue] and schema = 2")
_OTHER_FORMAT = _("must be 1 or 2; a later format needs a newer Tapete")


class Reading:
    """A document being read strictly: structs come out, and every fault is kept with its card and key.

    Args:
        plain: the document, of either format. `document` is the same as a game reads it: of format 1 but for its texts.
        flat: the game's format 1 has its head without a table, as `format`, `game` and `name`.
    """

    def __init__(self, plain: Mapping[str, Any] | None = None, *, flat: bool = False) -> None:
        self.faults: list[Fault] = []
        self.format = 1
        self.printings: dict[str, Printing] = {}
        self.credits: Credits | None = None
        self.document: Mapping[str, Any] = plain or {}
        head = self.document.get("catalogue")
        schema = head.get("schema") if isinstance(head, Mapping) else None
        if isinstance(head, Mapping) and type(schema) is int and schema != 1:
            self.format = 2
            self._take_printings(dict(head), flat)
            if schema not in FORMATS:
                self.fault(None, "catalogue.schema", _OTHER_FORMAT)

    def _take_printings(self, head: dict[str, Any], flat: bool) -> None:
        """Take off what only format 2 has: who publishes the set, and where its cards were printed."""
        named = {key: head.pop(key) for key in _OF_CREDITS if key in head}
        self.credits = self.struct(named, Credits, None, "catalogue") if named else None
        head["schema"] = 1
        rest = {key: value for key, value in self.document.items() if key != "catalogue"}
        if flat:
            for key in head.keys() - {"schema", "game", "name"}:
                self.fault(None, f"catalogue.{key}", _NO_KEY)
            rest = {"format": 1, **{key: head[key] for key in ("game", "name") if key in head}, **rest}
        else:
            rest["catalogue"] = head
        if isinstance(entries := rest.get("card"), list):
            rest["card"] = [self._without_printing(entry, place) for place, entry in enumerate(entries, start=1)]
        self.document = rest

    def _without_printing(self, entry: Any, place: int) -> Any:
        if not isinstance(entry, Mapping):
            return entry
        said = {key: entry[key] for key in _OF_PRINTING if key in entry}
        label = named if isinstance(named := entry.get("id"), str) else f"card[{place}]"
        file = picture.get("file") if isinstance(picture := said.get("picture"), Mapping) else None
        if isinstance(file, str) and re.fullmatch(PICTURE_FILE, file) is None:
            self.fault(label, "picture.file", _NO_PICTURE)
            del said["picture"]
        printed = self.struct(said, Printing, label) if said else Printing()
        if printed is not None:
            of = printed.set or (self.credits.set if self.credits is not None else None)
            if (printed := replace(printed, set=of)) != Printing():
                self.printings[label] = printed
        return {key: value for key, value in entry.items() if key not in _OF_PRINTING}

    def fault(self, card: str | None, key: str, problem: Text) -> None:
        """Keep a fault."""
        self.faults.append(Fault(card, key, problem))

    def finish(self, head: T | None) -> T:
        """Return the head of a document in which nothing is wrong.

        Args:
            head: as it was read; None: it could not be, which is a fault.

        Raises:
            CardError: with every fault.
        """
        if head is None or self.faults:
            raise CardError(self.faults)
        return head

    def only(self, plain: Mapping[str, Any], *keys: str) -> None:
        """Note every other key of the document as a fault."""
        for key in plain:
            if key not in keys:
                self.fault(None, str(key), _NO_KEY)

    def tables(self, plain: Any, key: str, most: int, read: Callable[[Any, str], T | None], *, fewest: int = 1) -> list[T]:
        """Return the readable tables of a list; an id that is there twice is a fault.

        Args:
            plain: the list. key: its key. fewest, most: how many tables there may be.
            read: reads a table, under this label, and keeps its faults here; None: it could not be read.
        """
        found: list[T] = []
        if not isinstance(plain, list) or not fewest <= len(plain) <= most:
            self.fault(None, key, _("there must be {fewest} to {most}").fill(fewest=fewest, most=most))
            return found
        ids: set[str] = set()
        for place, entry in enumerate(plain, start=1):
            named = entry.get("id") if isinstance(entry, Mapping) else None
            label = named if isinstance(named, str) else f"{key}[{place}]"
            if label in ids:
                self.fault(label, "id", ID_TWICE)
            ids.update(() if named is None else (label,))
            if (made := read(entry, label)) is not None:
                found.append(made)
        return found

    def struct(self, plain: Any, kind: type[S], card: str | None, at: str = "") -> S | None:
        """Return a table of the document as a struct: every unknown, missing or bad key is a fault; None where there was one.

        Args:
            plain: the table. kind: the struct; unions of tagged structs, tuples and maps of structs inside it are read the same way.
            card: whose table it is. at: its key.
        """
        if not isinstance(plain, Mapping):
            self.fault(card, at, _("must be a table"))
            return None
        config = kind.__struct_config__
        before, made = len(self.faults), {}
        types, fields = field_types(kind), msgspec.structs.fields(kind)
        hints = {f.encode_name: types[f.name] for f in fields if f.name != "more" or not issubclass(kind, Written)}
        needed = {f.encode_name for f in fields if f.required}
        for key in plain:
            if key not in hints and not (key == config.tag_field and plain[key] == config.tag):
                foreign = issubclass(kind, Written) and _TAG.fullmatch(str(key)) is not None
                self.fault(card, _under(at, key), _OTHER_LANGUAGE if foreign else _NO_KEY)
        for key, hint in hints.items():
            if key in plain:
                made[key] = self.value(plain[key], hint, card, _under(at, key))
            elif key in needed:
                self.fault(card, _under(at, key), _("this key is missing"))
        return kind(**{f.name: made[f.encode_name] for f in fields if f.encode_name in made}) if len(self.faults) == before else None

    def value(self, plain: Any, hint: Any, card: str | None, at: str) -> Any:
        """Return a value of the document as the type of its field; what is wrong becomes a fault."""
        bare = get_args(hint)[0] if get_origin(hint) is Annotated else hint
        inside = get_args(bare)
        if plain is not None and (words := _written_in(bare)) is not None and (self.format > 1 or isinstance(plain, Mapping)):
            return self.written(plain, words, card, at) if self.format > 1 else self.struct(plain, words, card, at)
        if isinstance(bare, type) and issubclass(bare, Struct):
            return self.struct(plain, bare, card, at)
        if get_origin(bare) in (Union, types.UnionType) and plain is not None:
            options = tuple(x for x in inside if x is not types.NoneType)
            if len(options) == 1:
                return self.value(plain, options[0], card, at)
            if all(isinstance(x, type) and issubclass(x, Struct) for x in options):
                return self._tagged(plain, options, card, at)
        if get_origin(bare) is tuple and len(inside) == 2 and _holds_structs(inside[0]) and isinstance(plain, (list, tuple)):
            items = tuple(self.value(item, inside[0], card, f"{at}[{place}]") for place, item in enumerate(plain, start=1))
            self._length(items, hint, card, at)
            return items
        if get_origin(bare) is dict and _holds_structs(inside[1]) and isinstance(plain, Mapping):
            return {key: self.value(item, inside[1], card, _under(at, key)) for key, item in plain.items()}
        found = codec.problem(plain, hint)
        if found is None:
            return codec.convert(plain, hint)
        problem, inner = found
        self.fault(card, _under(at, inner or ""), problem)
        return None

    def written(self, plain: Any, kind: type[W], card: str | None, at: str) -> W | None:
        """Return a text of format 2: a string, the same in every language, or a table with one language at least.

        Args:
            plain: the text. kind: the game's type of such a text. card: whose it is. at: its key.
        """
        before, types = len(self.faults), field_types(kind)
        given: dict[str, Any] = {"en": plain} if isinstance(plain, str) else dict(plain) if isinstance(plain, Mapping) else {}
        gender = {
            key: self.value(given.pop(key), types[key], card, _under(at, key)) for key in ("gender",) if key in types and key in given
        }
        if not given:
            self.fault(card, at, _("must be a text, or a table with a text in one language at least: {example}").fill(example=_EXAMPLE))
        bound = next((part for part in get_args(types["es"]) if get_origin(part) is Annotated), types["es"])
        for key, text in given.items():
            if _TAG.fullmatch(str(key)) is None:
                self.fault(card, _under(at, str(key)), _("is no tag of a language; write fr, de or pt-BR"))
            elif (found := codec.problem(text, bound)) is not None:
                self.fault(card, at if isinstance(plain, str) else _under(at, key), found[0])
        if len(self.faults) > before:
            return None
        first = next(iter(given.values()))
        english = given.pop("en", None) or given.get("es") or first
        return kind(en=english, es=given.pop("es", None) or english, more=given or UNSET, **gender)  # type: ignore[call-arg]  # of every game

    def _tagged(self, plain: Any, options: tuple[type[Struct], ...], card: str | None, at: str) -> Any:
        """Return one of several structs, told apart by its tag."""
        field = str(options[0].__struct_config__.tag_field)
        known = {str(kind.__struct_config__.tag): kind for kind in options}
        tag = plain.get(field) if isinstance(plain, Mapping) else None
        if not isinstance(tag, str) or tag not in known:
            words = ", ".join(known)
            self.fault(card, _under(at, field), _("must be one of: {words}").fill(words=words))
            return None
        return self.struct(plain, known[tag], card, at)

    def _length(self, items: tuple[Any, ...], hint: Any, card: str | None, at: str) -> None:
        """Return how many there may be, by the type's own bounds."""
        for note in get_args(hint)[1:] if get_origin(hint) is Annotated else ():
            low, high = note.min_length or 0, note.max_length
            if len(items) < low or (high is not None and len(items) > high):
                wanted = f"{low}" if low == high else f"{low}..{high}"
                self.fault(card, at, _("there are {len} and must be {wanted}").fill(len=len(items), wanted=wanted))


_TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_EXAMPLE = '{ en = "Ferryman", fr = "Passeur" }'
_OTHER_LANGUAGE = _("there is no such key here; with schema = 2 in [catalogue] a text may be in any language")


def _written_in(hint: Any) -> Any:
    """Return the type of a text that a hint names, alone or beside others; None: it names none."""
    for part in (hint, *get_args(hint)):
        if isinstance(part, type) and issubclass(part, Written):
            return part
    return None


def _holds_structs(hint: Any) -> bool:
    if isinstance(hint, type):
        return issubclass(hint, Struct)
    return any(_holds_structs(inner) for inner in get_args(hint))


def _under(at: str, key: str) -> str:
    return f"{at}.{key}" if at and key else at or key
