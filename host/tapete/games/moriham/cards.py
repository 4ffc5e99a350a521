"""MORIHAM's cards: what is printed on them, and what may be wrong with a catalogue (ledger, section 10)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from tapete.core.catalogue import Catalogue, Gender, Reading, Written, gather, readable
from tapete.core.codec import builtins
from tapete.core.kinds import beyond
from tapete.core.refusals import Code
from tapete.core.rulings import Note
from tapete.core.structs import Strict
from tapete.core.texts import Text
from tapete.games.moriham.figures import CHOSEN, CardId, CardType, Level, Points, TargetWord
from tapete.games.moriham.language import _
from tapete.games.moriham.operations import OnCards, Operations, Search, SummonByEffect

UNKNOWN_CARD = Code(
    "unknown_card",
    "MOR-R86",
    _("The catalogue has no “{card}”. Type in its printed figures as a new card, then try again."),
    figures={"card": "value"},
)
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
    """A text of a card in both languages, in the words of whoever wrote the catalogue."""

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


Effects = Annotated[tuple[Effect, ...], Meta(min_length=2, max_length=2)]


class MonsterCard(Strict, kw_only=True, tag_field="type", tag="monster"):
    """A monster (MOR-010..016)."""

    id: CardId
    name: Name
    level: Level
    attack: Points
    defense: Points
    special: Special
    ability: Ability


class MagicCard(Strict, kw_only=True, tag_field="type", tag="magic"):
    """A magic card (MOR-017, R33)."""

    id: CardId
    name: Name
    effect: Effects
    stays: bool = False


class TrapCard(Strict, kw_only=True, tag_field="type", tag="trap"):
    """A trap (MOR-017, R33)."""

    id: CardId
    name: Name
    effect: Effects
    stays: bool = False


Card = MonsterCard | MagicCard | TrapCard


class Head(Strict):
    """The table `[catalogue]`."""

    game: Literal["moriham"]
    schema: Literal[1]
    name: Annotated[str, Meta(min_length=1, max_length=60)]


def type_of(card: Card) -> CardType:
    """Monster, magic or trap (MOR-007)."""
    return "monster" if isinstance(card, MonsterCard) else "magic" if isinstance(card, MagicCard) else "trap"


def typed_card(card: str, kind: CardType, level: int | None, attack: int | None, defense: int | None) -> Card:
    """A card typed in from its print: its effects count as declared (MOR-R86)."""
    name = Name(readable(card), readable(card))
    if kind == "monster":
        special, ability = Special("declared"), Ability("declared", "main")
        return MonsterCard(id=card, name=name, level=level or 1, attack=attack or 0, defense=defense or 0, special=special, ability=ability)
    if kind == "magic":
        return MagicCard(id=card, name=name, effect=(Effect("declared", "main"),) * 2)
    return TrapCard(id=card, name=name, effect=(Effect("declared", "any"),) * 2)


_PRINTED = _("As the card's text says.")
_AS_PRINTED = Prose(es=_PRINTED.in_("es"), en=_PRINTED.in_("en"))


def entry(card: str, typed: Any) -> dict[str, Any]:
    """A card that was typed in (`state.Typed`), as a catalogue has it: its effects are declared when they are used (MOR-R86)."""
    made = typed_card(card, typed.type, typed.level, typed.attack, typed.defense)
    named: dict[str, Any] = builtins(made)
    if typed.name:
        named["name"] = {"es": typed.name, "en": typed.name}
    for key in ("special", "ability"):
        if key in named:
            named[key]["text"] = builtins(_AS_PRINTED)
    for effect in named.get("effect", ()):
        effect["text"] = builtins(_AS_PRINTED)
    return named


def read(plain: Mapping[str, Any]) -> Catalogue[Card]:
    """A catalogue out of a parsed TOML document.

    Raises:
        CardError: with every fault: unknown, missing and bad keys, ids that are there twice, what a mode demands.
    """
    reading = Reading()
    reading.only(plain, "catalogue", "card")
    head = reading.struct(plain.get("catalogue"), Head, None, "catalogue")
    every: list[Card] = reading.tables(plain.get("card"), "card", 400, lambda entry, label: reading.value(entry, Card, label, ""))
    cards = {card.id: card for card in every}
    for card in every:
        _demands(reading, card, cards)
    return gather("moriham", reading.finish(head).name, cards)


def _demands(reading: Reading, card: Card, cards: Mapping[str, Card]) -> None:
    """What one key demands of another (ledger, section 10)."""
    if isinstance(card, MonsterCard):
        special, ability = card.special, card.ability
        bare = not special.conditions and not special.costs
        if special.mode == "structured" and bare:
            reading.fault(card.id, "special", _("conditions or costs are missing"))
        if special.mode != "structured" and not bare:
            reading.fault(card.id, "special", _("conditions and costs need mode “structured”"))
        _text(reading, card.id, "special", special.mode, special.text)
        if (ability.timing is None) != (ability.mode == "none"):
            reading.fault(card.id, "ability.timing", _("belongs to every ability, and to nothing else"))
        _mode(reading, card.id, "ability", ability.mode, ability.ops, ability.text, cards)
        return
    for place, effect in enumerate(card.effect, start=1):
        at = f"effect[{place}]"
        _mode(reading, card.id, at, effect.mode, effect.ops, effect.text, cards)
        allowed = ("main",) if isinstance(card, MagicCard) else TRAP_WHENS
        if effect.when not in allowed:
            words = ", ".join(allowed)
            reading.fault(card.id, f"{at}.when", _("must be one of these here: {words}").fill(words=words))


def _mode(
    reading: Reading, card: str, at: str, mode: str, ops: tuple[Operations, ...] | None, text: Prose | None, cards: Mapping[str, Card]
) -> None:
    if (ops is not None) != (mode == "structured"):
        reading.fault(card, f"{at}.ops", _("belongs to mode “structured”, and to nothing else"))
    _text(reading, card, at, mode, text)
    for place, op in enumerate(ops or (), start=1):
        for key, problem in _op_problems(op, cards):
            reading.fault(card, f"{at}.ops[{place}].{key}", problem)


def _text(reading: Reading, card: str, at: str, mode: str, text: Prose | None) -> None:
    if mode == "declared" and (text is None or not text.es or not text.en):
        reading.fault(card, f"{at}.text", _("a declared effect needs its text"))


def _op_problems(op: Operations, cards: Mapping[str, Card]) -> list[tuple[str, Text]]:
    """What an operation may not say in a catalogue: cards pointed at or named, words that do not fit it."""
    found: list[tuple[str, Text]] = []
    if isinstance(op, Note):
        return [] if 1 <= len(op.text.strip()) <= 200 else [("text", _("must have 1 to 200 characters"))]
    for key, low, high in beyond(op):
        found.append((key, _("must be {low} to {high}").fill(low=low, high=high)))
    if isinstance(op, OnCards) and op.target not in op.words:
        words = ", ".join(op.words)
        found.append(("target", _("must be one of these here: {words}").fill(words=words)))
    if getattr(op, "cards", ()):
        found.append(("cards", _("cards are asked for in the match")))
    if isinstance(op, Search) and op.n > op.most:
        found.append(("n", _("at most {most}").fill(most=op.most)))
    if isinstance(op, SummonByEffect) and not isinstance(cards.get(op.card), MonsterCard):
        found.append(("card", _("must be a monster of this catalogue")))
    return found


def chosen_words(ops: tuple[Operations, ...]) -> tuple[TargetWord, ...]:
    """The words of an effect for which whoever activates names a card, in order."""
    return tuple(word for op in ops if isinstance(word := getattr(op, "target", None), str) and word in CHOSEN)
