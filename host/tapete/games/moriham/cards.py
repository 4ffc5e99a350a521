"""MORIHAM's cards: what is printed on them, and what may be wrong with a catalogue (docs/inside/rules/moriham.md#catalogue)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from tapete.core.catalogue import Catalogue, Gender, Reading, Written, gather, readable
from tapete.core.codec import builtins
from tapete.core.kinds import beyond
from tapete.core.refusals import Code
from tapete.core.rulings import Note
from tapete.core.structs import Strict
from tapete.core.texts import Text
from tapete.games.moriham.constants import CARD_EFFECTS
from tapete.games.moriham.figures import CHOSEN, CardId, CardName, CardType, Level, Points, TargetWord
from tapete.games.moriham.language import _
from tapete.games.moriham.operations import OnCards, Operations, Search, SummonByEffect

UNKNOWN_CARD = Code(
    "unknown_card",
    "MOR-R86",
    _("The catalogue has no “{card}”. Type in its printed figures as a new card, then try again."),
    figures={"card": "value"},
)
MOST_CARDS = 400
"""Most cards of a catalogue."""

Words40 = Annotated[str, Meta(min_length=1, max_length=40)]
Words200 = Annotated[str, Meta(max_length=200)]
OpList = Annotated[tuple[Operations, ...], Meta(min_length=1, max_length=4)]
When = Annotated[
    Literal["main", "any", "attack_declared", "trap_on_stack", "magic_on_stack", "ability_on_stack"], Meta(extra={"kind": "when"})
]
TRAP_WHENS = ("any", "attack_declared", "trap_on_stack", "magic_on_stack", "ability_on_stack")
ConditionKind = Literal[
    "own_monsters_at_most",
    "own_monsters_at_least",
    "opp_monsters_at_least",
    "own_graveyard_at_least",
    "own_hand_at_least",
    "own_life_at_most",
    "own_life_below_opp",
]


class Name(Written):
    """A card's name in both languages."""

    es: Words40
    en: Words40
    gender: Gender | UnsetType = UNSET


class Prose(Written):
    """A text of a card in both languages, in the words of the catalogue's author."""

    es: Words200
    en: Words200


class Condition(Strict):
    """What must hold before a special summon (MOR-013)."""

    kind: ConditionKind
    n: Annotated[int, Meta(ge=0, le=99)]


class Cost(Strict):
    """What a special summon takes (MOR-013, R80, R81)."""

    kind: Literal["discard", "pay_life", "tribute", "banish_graveyard"]
    n: Annotated[int, Meta(ge=1, le=10)]


class Special(Strict):
    """A monster's first effect: how it may be summoned specially (MOR-013, R16)."""

    mode: Literal["structured", "declared", "never"]
    conditions: Annotated[tuple[Condition, ...], Meta(max_length=3)] = ()
    costs: Annotated[tuple[Cost, ...], Meta(max_length=2)] = ()
    text: Prose | None = None


class Ability(Strict):
    """A monster's second effect (MOR-016, R56, R57)."""

    mode: Literal["structured", "declared", "none"]
    timing: Literal["main", "initial", "summoned", "destroyed"] | None = None
    uses_per_turn: Annotated[int, Meta(ge=1, le=9)] = 1
    ops: OpList | None = None
    text: Prose | None = None


class Effect(Strict):
    """One of the two effects of a magic or trap card (MOR-017)."""

    mode: Literal["structured", "declared"]
    when: When
    ops: OpList | None = None
    text: Prose | None = None


Effects = Annotated[tuple[Effect, ...], Meta(min_length=CARD_EFFECTS, max_length=CARD_EFFECTS)]


class MonsterCard(Strict, kw_only=True, tag_field="type", tag="monster"):
    """A monster (MOR-010..016)."""

    id: CardId
    name: Name
    level: Level
    attack: Points
    defense: Points
    special: Special
    ability: Ability


class SpellCard(Strict, kw_only=True):
    """A card with two effects of which one is used; with `stays` it does not go to the graveyard then (MOR-017, R33)."""

    id: CardId
    name: Name
    effect: Effects
    stays: bool = False


class MagicCard(SpellCard, tag_field="type", tag="magic"):
    """A magic card."""


class TrapCard(SpellCard, tag_field="type", tag="trap"):
    """A trap."""


Card = MonsterCard | MagicCard | TrapCard


class Head(Strict):
    """The table `[catalogue]`."""

    game: Literal["moriham"]
    schema: Literal[1]
    name: Annotated[str, Meta(min_length=1, max_length=60)]


class Document(Strict):
    """A whole catalogue, as a file has it."""

    catalogue: Head
    card: Annotated[tuple[Card, ...], Meta(min_length=1, max_length=MOST_CARDS)]


class Typed(Strict, omit_defaults=True):
    """The printed figures of a card that the catalogue lacks (MOR-R86), and its name, if anybody has said it."""

    type: CardType
    level: Level | None = None
    attack: Points | None = None
    defense: Points | None = None
    name: CardName = ""


def type_of(card: Card) -> CardType:
    """Monster, magic or trap (MOR-007)."""
    return "monster" if isinstance(card, MonsterCard) else "magic" if isinstance(card, MagicCard) else "trap"


def ops_of(card: Card, option: int | None) -> tuple[Operations, ...] | None:
    """What the catalogue says that an ability does, or the effect chosen of two; None where that is declared."""
    return card.ability.ops if isinstance(card, MonsterCard) else card.effect[(option or 1) - 1].ops


def typed_card(card: str, typed: Typed, text: Prose | None = None) -> Card:
    """A card typed in from its print: its effects count as declared (MOR-R86)."""
    said = typed.name or readable(card)
    name = Name(es=said, en=said)
    if typed.type == "magic":
        return MagicCard(id=card, name=name, effect=(Effect("declared", "main", text=text),) * CARD_EFFECTS)
    if typed.type == "trap":
        return TrapCard(id=card, name=name, effect=(Effect("declared", "any", text=text),) * CARD_EFFECTS)
    level, attack, defense = typed.level or 1, typed.attack or 0, typed.defense or 0
    special, ability = Special("declared", text=text), Ability("declared", "main", text=text)
    return MonsterCard(id=card, name=name, level=level, attack=attack, defense=defense, special=special, ability=ability)


_PRINTED = _("As the card's text says.")


def entry(card: str, typed: Typed) -> dict[str, Any]:
    """A card that was typed in, as a catalogue has it: its effects are declared when they are used (MOR-R86)."""
    made: dict[str, Any] = builtins(typed_card(card, typed, Prose(es=_PRINTED.in_("es"), en=_PRINTED.in_("en"))))
    return made


def read(plain: Mapping[str, Any]) -> Catalogue[Card]:
    """A catalogue out of a parsed TOML document.

    Raises:
        CardError: with every fault: unknown, missing and bad keys, ids that are there twice, what a mode demands.
    """
    reading = Reading(plain)
    plain = reading.document
    reading.only(plain, "catalogue", "card")
    head = reading.struct(plain.get("catalogue"), Head, None, "catalogue")
    every: list[Card] = reading.tables(plain.get("card"), "card", MOST_CARDS, lambda entry, label: reading.value(entry, Card, label, ""))
    cards = {card.id: card for card in every}
    for card in every:
        for key, problem in _problems(card, cards):
            reading.fault(card.id, key, problem)
    return gather("moriham", reading.finish(head).name, cards, reading=reading)


Problems = Iterator[tuple[str, Text]]
"""What is wrong with a card: at which key, and why."""

_ONE_OF = _("must be one of these here: {words}")


def _problems(card: Card, cards: Mapping[str, Card]) -> Problems:
    """What one key demands of another (docs/inside/rules/moriham.md#catalogue)."""
    if isinstance(card, MonsterCard):
        special, ability = card.special, card.ability
        bare = not special.conditions and not special.costs
        if special.mode == "structured" and bare:
            yield "special", _("conditions or costs are missing")
        if special.mode != "structured" and not bare:
            yield "special", _("conditions and costs need mode “structured”")
        yield from _text_problems("special", special)
        if (ability.timing is None) != (ability.mode == "none"):
            yield "ability.timing", _("belongs to every ability, and to nothing else")
        yield from _effect_problems("ability", ability, cards)
        return
    allowed = ("main",) if isinstance(card, MagicCard) else TRAP_WHENS
    for place, effect in enumerate(card.effect, start=1):
        yield from _effect_problems(f"effect[{place}]", effect, cards)
        if effect.when not in allowed:
            yield f"effect[{place}].when", _ONE_OF.fill(words=", ".join(allowed))


def _effect_problems(at: str, effect: Ability | Effect, cards: Mapping[str, Card]) -> Problems:
    if (effect.ops is not None) != (effect.mode == "structured"):
        yield f"{at}.ops", _("belongs to mode “structured”, and to nothing else")
    yield from _text_problems(at, effect)
    for place, op in enumerate(effect.ops or (), start=1):
        for key, problem in _op_problems(op, cards):
            yield f"{at}.ops[{place}].{key}", problem


def _text_problems(at: str, effect: Special | Ability | Effect) -> Problems:
    if effect.mode == "declared" and (effect.text is None or not effect.text.es or not effect.text.en):
        yield f"{at}.text", _("a declared effect needs its text")


def _op_problems(op: Operations, cards: Mapping[str, Card]) -> Problems:
    """What an operation may not say in a catalogue: cards pointed at or named, words that do not fit it."""
    if isinstance(op, Note):
        if not 1 <= len(op.text.strip()) <= 200:
            yield "text", _("must have 1 to 200 characters")
        return
    for key, low, high in beyond(op):
        yield key, _("must be {low} to {high}").fill(low=low, high=high)
    if isinstance(op, OnCards) and op.target not in op.words:
        yield "target", _ONE_OF.fill(words=", ".join(op.words))
    if getattr(op, "cards", ()):
        yield "cards", _("cards are asked for in the match")
    if isinstance(op, Search) and op.n > op.most:
        yield "n", _("at most {most}").fill(most=op.most)
    if isinstance(op, SummonByEffect) and not isinstance(cards.get(op.card), MonsterCard):
        yield "card", _("must be a monster of this catalogue")


def chosen_words(ops: tuple[Operations, ...]) -> tuple[TargetWord, ...]:
    """The words of an effect for which its player names a card, in order."""
    return tuple(word for op in ops if isinstance(word := getattr(op, "target", None), str) and word in CHOSEN)
