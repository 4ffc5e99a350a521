"""What is printed on a DataMorphs card, and what may be wrong with one (docs/inside/rules/datamorphs.md#catalogue)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec import UNSET, Meta, UnsetType, field

from tapete.core.catalogue import Catalogue, Gender, Reading, Written, gather
from tapete.core.codec import builtins
from tapete.core.kinds import beyond, said
from tapete.core.refusals import Code, Illegal
from tapete.core.structs import Strict, snake
from tapete.core.texts import Text
from tapete.games.datamorphs.constants import CHANGE_COST, FUNCTION_COST, MOST_AFFINITIES
from tapete.games.datamorphs.language import _

GAME = "datamorphs"
COLOURLESS = "none"
"""The colour of a part that has none (or has lost it: DAT-R29)."""

CardId = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{1,31}$", extra={"kind": "card"})]
CardName = Annotated[str, Meta(max_length=40)]
Word = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,15}$")]
Icon = Literal["attack", "defense"]
Icons = Annotated[int, Meta(ge=0, le=9)]
Memory = Annotated[int, Meta(ge=0, le=5)]
Target = Literal["own", "rival", "choice"]


class SpecialAbility(Strict, tag_field="kind", tag=snake):
    """A special ability of a Program or Boost (DAT-066..075)."""


class MemoryBoost(SpecialAbility):
    """One extra memory, and one more Boost below this one (DAT-066, 067)."""


class ChangeIcons(SpecialAbility):
    """All icons of one type become the other (DAT-068)."""

    before: Icon = field(name="from")
    after: Icon = field(name="to")
    target: Target = "own"


class SwapIcons(SpecialAbility):
    """Attack becomes defense and the reverse (DAT-069)."""

    target: Target = "own"


class ChangeColor(SpecialAbility):
    """Every part of one colour takes another (DAT-070)."""

    before: Word = field(name="from")
    after: Word = field(name="to")
    target: Target = "choice"


class ColorSum(SpecialAbility):
    """One icon for each of one's own parts of a colour (DAT-071)."""

    icon: Icon
    color: Word


class NullifyIcons(SpecialAbility):
    """One icon of the rival cancelled for each part of a colour (DAT-072)."""

    icon: Icon
    color: Word


class NullifyColor(SpecialAbility):
    """The rival's parts of a colour become colourless (DAT-073)."""

    color: Word


class NullifyMemory(SpecialAbility):
    """Memory of the rival cancelled (DAT-075)."""

    n: Annotated[int, said(1, 5)] = 1


Ability = MemoryBoost | ChangeIcons | SwapIcons | ChangeColor | ColorSum | NullifyIcons | NullifyColor | NullifyMemory
Abilities = Annotated[tuple[Ability, ...], Meta(max_length=2)]
CHANGES = (ChangeIcons, SwapIcons, ChangeColor)
"""The abilities of change, which make a Boost cost 1 (DAT-054, R11)."""


class Bios(Strict):
    """The base configuration (DAT-007..010); it carries no ability."""

    color: Word
    memory: Annotated[int, Meta(ge=0, le=12)]
    attack: Icons
    defense: Icons
    abilities: ClassVar[Abilities] = ()


class Program(Strict):
    """The type of DataMorph (DAT-012..014)."""

    color: Word
    type: Word
    attack: Icons
    defense: Icons
    memory: Memory = 0
    abilities: Abilities = ()


class Boost(Strict):
    """Icons and special abilities beside the Program (DAT-016)."""

    color: Word
    attack: Icons
    defense: Icons
    memory: Memory = 0
    abilities: Abilities = ()


class Affinity(Strict):
    """Icons given to Programs of some types, or taken from them."""

    types: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=12)]
    attack: Icons
    defense: Icons


Affinities = Annotated[tuple[Affinity, ...], Meta(max_length=12)]


class Function(Strict):
    """Benefits for one's own Program, weaknesses for the rival's (DAT-019, 020); it prints no icon, and carries no ability."""

    color: Word
    benefits: Affinities = ()
    weaknesses: Affinities = ()
    memory = attack = defense = 0
    abilities: ClassVar[Abilities] = ()


Face = Bios | Program | Boost | Function
"""One element of a card, as it is printed; the Interrupt is the card's back (DAT-R02)."""


class Name(Written):
    """A card's name in both languages."""

    es: Annotated[str, Meta(min_length=1, max_length=40)]
    en: Annotated[str, Meta(min_length=1, max_length=40)]
    gender: Gender | UnsetType = UNSET


class Card(Strict):
    """A card of the catalogue, with all its elements (DAT-006)."""

    id: CardId
    name: Name
    bios: Bios
    program: Program
    boost: Boost
    function: Function


class TypedCard(Strict, omit_defaults=True):
    """A card that was typed in at the table: the figures of the elements that were needed so far (DAT-R64)."""

    id: CardId
    bios: Bios | None = None
    program: Program | None = None
    boost: Boost | None = None
    function: Function | None = None
    name: CardName = ""


ELEMENTS = ("bios", "program", "boost", "function")


class Head(Strict):
    """The head of a catalogue: the colours and types that its cards know."""

    game: Literal["datamorphs"]
    schema: Literal[1]
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    colors: Annotated[tuple[Word, ...], Meta(min_length=2, max_length=6)]
    types: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=12)]


MOST_CARDS = 200


class Document(Strict):
    """A whole catalogue, as a file has it."""

    catalogue: Head
    card: Annotated[tuple[Card, ...], Meta(min_length=1, max_length=MOST_CARDS)]


def cost_of(face: Face) -> int:
    """Return what a part costs in memory (DAT-051..055, R09, R10, R12); an Interrupt's cost is a house rule."""
    if isinstance(face, Bios):
        return 0
    if isinstance(face, Function):
        return FUNCTION_COST
    if isinstance(face, Boost) and any(isinstance(ability, CHANGES) for ability in face.abilities):
        return CHANGE_COST
    return face.attack + face.defense


def needs_choice(face: Face) -> bool:
    """Say whether the table declares on whom a Boost acts when it is played (DAT-R30)."""
    return isinstance(face, Boost) and any(isinstance(a, CHANGES) and a.target == "choice" for a in face.abilities)


_NO_COLOUR = _("the catalogue has no colour “{word}”")
_NO_TYPE = _("the catalogue has no type “{word}”")


def problems(card: Card | TypedCard, colors: tuple[str, ...], types: tuple[str, ...]) -> Iterator[tuple[str, Text]]:
    """Return what is wrong with the printed figures beyond their bounds: the key, and what."""
    for element in ELEMENTS:
        face: Face | None = getattr(card, element)
        if face is None:
            continue
        if face.color not in (*colors, COLOURLESS):
            yield f"{element}.color", _NO_COLOUR.fill(word=face.color)
        if isinstance(face, Program) and face.type not in types:
            yield f"{element}.type", _NO_TYPE.fill(word=face.type)
        yield from _abilities(element, face.abilities, colors)
        if isinstance(face, Function):
            if not face.benefits and not face.weaknesses:
                yield element, _("a benefit or a weakness is needed")
            for key in ("benefits", "weaknesses"):
                if len(getattr(face, key)) > MOST_AFFINITIES and isinstance(card, Card):
                    yield f"{element}.{key}", _("there is room for {MOST_AFFINITIES:words} at most")
                for place, affinity in enumerate(getattr(face, key), start=1):
                    for strange in [word for word in affinity.types if word not in types]:
                        yield f"{element}.{key}[{place}].types", _NO_TYPE.fill(word=strange)


def _abilities(element: str, abilities: tuple[Ability, ...], colors: tuple[str, ...]) -> Iterator[tuple[str, Text]]:
    chosen = [ability for ability in abilities if isinstance(ability, CHANGES) and ability.target == "choice"]
    for place, ability in enumerate(abilities, start=1):
        at = f"{element}.abilities[{place}]"
        for key, low, high in beyond(ability):
            yield f"{at}.{key}", _("must be {low} to {high}").fill(low=low, high=high)
        if isinstance(ability, MemoryBoost) and element != "boost":
            yield f"{at}.kind", _("the extra Boost belongs on a Boost only")
        if isinstance(ability, ChangeIcons | ChangeColor) and ability.before == ability.after:
            yield f"{at}.to", _("this changes nothing: it is the same as “from”")
        for key, word in _colours_of(ability):
            if word not in colors:
                yield f"{at}.{key}", _NO_COLOUR.fill(word=word)
        if ability in chosen and element != "boost":
            yield f"{at}.target", _("a Program says “own” or “rival”: it is not chosen")
    if element == "boost" and len(chosen) > 1:
        yield f"{element}.abilities", _("only one ability may leave its target open")


def _colours_of(ability: Ability) -> Iterator[tuple[str, str]]:
    if isinstance(ability, ChangeColor):
        yield "from", ability.before
        yield "to", ability.after
    elif isinstance(ability, ColorSum | NullifyIcons | NullifyColor):
        yield "color", ability.color


def every_ability(element: str, colors: tuple[str, ...]) -> Iterator[Ability]:
    """Every ability that a Program or Boost may carry in a catalogue with these colours, in a fixed order."""
    icons: tuple[Icon, Icon] = ("attack", "defense")
    targets: tuple[Target, ...] = ("own", "rival", "choice") if element == "boost" else ("own", "rival")
    if element == "boost":
        yield MemoryBoost()
    for target in targets:
        yield SwapIcons(target)
        for icon in icons:
            yield ChangeIcons(icon, "defense" if icon == "attack" else "attack", target)
        for before in colors:
            yield from (ChangeColor(before, after, target) for after in colors if after != before)
    for color in colors:
        for icon in icons:
            yield ColorSum(icon, color)
            yield NullifyIcons(icon, color)
        yield NullifyColor(color)
    for n in range(1, 6):
        yield NullifyMemory(n)


INCOMPLETE = Code(
    "card_incomplete", "DAT-R64", _("Of “{card}” this has not been typed in: {missing}. Type in all of its elements, then save it.")
)


def entry(card: str, typed: Any) -> dict[str, Any]:
    """A card that was typed in (`TypedCard`), as a catalogue has it.

    Raises:
        Illegal: an element of it has not been typed in yet.
    """
    missing = [element for element in ELEMENTS if getattr(typed, element) is None]
    if missing:
        raise Illegal((INCOMPLETE(card=card, missing=missing),))
    name = typed.name or card.replace("_", " ").capitalize()
    return {"id": card, "name": {"es": name, "en": name}, **{element: builtins(getattr(typed, element)) for element in ELEMENTS}}


def read(plain: Mapping[str, Any]) -> Catalogue[Card]:
    """The catalogue of a parsed document.

    Args:
        plain: the document: `[catalogue]` with the colours and types, and `[[card]]` entries, each with its four elements.

    Raises:
        CardError: with every fault, in the document's order.
    """
    reading = Reading(plain)
    plain = reading.document
    reading.only(plain, "catalogue", "card")
    head = reading.struct(plain.get("catalogue", {}), Head, None, "catalogue")
    if head is not None:
        _judge_words(reading, head)
    every = reading.tables(plain.get("card"), "card", MOST_CARDS, lambda entry, label: _card(reading, entry, label, head))
    head = reading.finish(head)
    return gather(GAME, head.name, {card.id: card for card in every}, {"colors": head.colors, "types": head.types}, reading=reading)


def _judge_words(reading: Reading, head: Head) -> None:
    for key, words in (("colors", head.colors), ("types", head.types)):
        for word in dict.fromkeys(word for word in words if words.count(word) > 1):
            reading.fault(None, f"catalogue.{key}", _("“{word}” is there twice").fill(word=word))
    if COLOURLESS in head.colors:
        reading.fault(None, "catalogue.colors", _("“none” is no colour: it is the lack of one"))


def _card(reading: Reading, entry: Any, label: str, head: Head | None) -> Card | None:
    """A card as it is printed, in the colours and types that the head knows."""
    card = reading.struct(entry, Card, label)
    if card is not None and head is not None:
        for key, problem in problems(card, head.colors, head.types):
            reading.fault(label, key, problem)
    return card
