"""Mamlejet's cards: what is printed on them, the decks a catalogue offers, and what may be wrong with it.

Source: docs/inside/rules/mamlejet.md#catalogue.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from tapete.core.catalogue import Catalogue, Gender, Reading, Written, gather, readable
from tapete.core.codec import builtins
from tapete.core.decks import OfferedDeck
from tapete.core.kinds import beyond
from tapete.core.refusals import Code
from tapete.core.structs import Strict
from tapete.core.texts import Text
from tapete.games.mamlejet.constants import MOST_POINTS, MOST_WEALTH
from tapete.games.mamlejet.figures import TACTICS, Bonus, CardId, CardType, Cost, Difficulty, Event10, Keyword, TargetClass, Wealth
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.operations import GainWealth, Operations, Roll

UNKNOWN_CARD = Code(
    "unknown_card", "MMK-R73", _("The card “{card}” is not in the catalogue. Type it in from its print."), figures={"card": "value"}
)

MOST_CARDS = 400
"""Most cards of a catalogue."""

Name60 = Annotated[str, Meta(min_length=1, max_length=60)]
OpList = Annotated[tuple[Operations, ...], Meta(max_length=8)]


class Name(Written, omit_defaults=True):
    """A name in one language or both."""

    es: Name60 | None = None
    en: Name60 | None = None
    gender: Gender | UnsetType = UNSET


class Prose(Written, omit_defaults=True):
    """A text of a card, in the words of the catalogue's author."""

    es: Annotated[str, Meta(max_length=400)] | None = None
    en: Annotated[str, Meta(max_length=400)] | None = None


class Aim(Strict, rename={"kind": "class"}, omit_defaults=True):
    """One target that a card or an ability asks for (MMK-083, 084)."""

    kind: TargetClass
    optional: bool = False


Aims = Annotated[tuple[Aim, ...], Meta(max_length=4)]


class Ability(Strict, omit_defaults=True):
    """An ability of a permanent that is played, or that triggers by itself (MMK-104..118)."""

    kind: Literal["action", "triggered"]
    on: Event10 | None = None
    cost: Cost = Cost()
    roll: Difficulty | None = None
    targets: Aims = ()
    effects: OpList = ()

    @property
    def at_once(self) -> bool:
        """Say whether it only makes wealth, which waits for nobody (MMK-119)."""
        return self.roll is None and bool(self.effects) and all(isinstance(op, GainWealth) for op in self.effects)


class Activation(Strict, omit_defaults=True):
    """What an enemy does in 1c besides shooting (MMK-184)."""

    effects: OpList
    roll: Difficulty | None = None


def steps(does: Ability | Activation) -> tuple[Operations, ...]:
    """Return what an ability or an activation does, after its roll where it has one (MMK-115)."""
    return does.effects if does.roll is None else (Roll(does.roll, does.effects),)


class Bearer(Strict, omit_defaults=True):
    """What a weapon or a strategy gives to the one it is attached to (MMK-026, 081)."""

    attack_bonus: Bonus = 0
    difficulty: Bonus = 0
    keywords: tuple[Keyword, ...] = ()


class Card(Strict, kw_only=True, omit_defaults=True):
    """A card; which keys belong to which type is checked when a catalogue is read."""

    id: CardId
    type: CardType
    name: Name = Name()
    cost: Cost = Cost()
    difficulty: Difficulty | None = None
    emuna: Annotated[int, Meta(ge=0, le=20)] | None = None
    kind: Literal["soldado", "objeto"] | None = None
    hero: bool = False
    legendary: bool = False
    keywords: tuple[Keyword, ...] = ()
    attack_bonus: Bonus = 0
    heal_difficulty: Difficulty | None = None
    subtype: Literal["arma", "estructura", "reliquia"] | None = None
    equip_cost: Cost | None = None
    bearer: Bearer | None = None
    city_difficulty: Bonus = 0
    defender_bonus: Bonus = 0
    basic: bool = False
    produces: Wealth | None = None
    targets: Aims = ()
    effects: OpList = ()
    abilities: Annotated[tuple[Ability, ...], Meta(max_length=6)] = ()
    activation: Activation | None = None
    text: Prose | None = None
    edition: Annotated[str, Meta(max_length=80)] | None = None
    quote: Annotated[str, Meta(max_length=300)] | None = None

    @property
    def worth(self) -> int:
        """Return points of emuná (MMK-012, R33)."""
        return self.emuna if self.emuna is not None else self.difficulty or 0


class Head(Strict):
    """The table `[catalogue]`."""

    game: Literal["mamlejet"]
    schema: Literal[1]
    name: Name60


class Deck(OfferedDeck, kw_only=True, omit_defaults=True):
    """A deck that a catalogue offers: copies of each card by its id (MMK-148, 154, 156)."""

    id: CardId
    name: Name = Name()
    tactics: dict[CardId, Annotated[int, Meta(ge=1, le=60)]]
    enemies: dict[CardId, Annotated[int, Meta(ge=1, le=60)]]
    random_hero: bool = False

    @property
    def copies(self) -> dict[str, int]:
        return {**self.tactics, **self.enemies}

    @property
    def unnamed(self) -> tuple[int, ...]:
        """Return no tactics, and the hero that the dice draw (MMK-154)."""
        return 0, int(self.random_hero)


MOST_DECKS = 40
"""Most decks of a catalogue."""


class Document(Strict):
    """A whole catalogue, as a file has it."""

    catalogue: Head
    card: Annotated[tuple[Card, ...], Meta(min_length=1, max_length=MOST_CARDS)]
    deck: Annotated[tuple[Deck, ...], Meta(max_length=MOST_DECKS)] = ()


PERMANENTS = ("soldado", "objeto", "estrategia", "recurso", "enemigo")
FIGHTERS = ("soldado", "enemigo")

KEYS: dict[str, tuple[str, ...]] = {
    "cost": TACTICS,
    **dict.fromkeys(("difficulty", "emuna", "attack_bonus"), FIGHTERS),
    **dict.fromkeys(("kind", "hero", "activation"), ("enemigo",)),
    **dict.fromkeys(("legendary", "city_difficulty", "defender_bonus", "abilities"), PERMANENTS),
    "keywords": (*FIGHTERS, "objeto"),
    "heal_difficulty": ("soldado", "objeto"),
    **dict.fromkeys(("subtype", "equip_cost"), ("objeto",)),
    "bearer": ("objeto", "estrategia"),
    **dict.fromkeys(("basic", "produces"), ("recurso",)),
    "targets": ("estrategia", "hishtadlut", "tefila"),
    "effects": ("hishtadlut", "tefila"),
}
"""Which types have each key; keys that are not here belong to all."""


def entry(card: str, typed: Card) -> dict[str, Any]:
    """Return a card that was typed in, as a catalogue has it: by a name made of its id, for nobody has typed one (MMK-R73)."""
    made: dict[str, Any] = builtins(typed)
    if typed.name == Name():
        made["name"] = dict.fromkeys(("es", "en"), readable(card, "-"))
    return made


def read(plain: Mapping[str, Any]) -> Catalogue[Card]:
    """Return a catalogue out of a parsed TOML document; its decks are in `extras["decks"]`.

    Raises:
        CardError: with every fault: unknown, missing and bad keys, ids that are there twice, what a type demands.
    """
    reading = Reading(plain)
    plain = reading.document
    reading.only(plain, "catalogue", "card", "deck")
    head = reading.struct(plain.get("catalogue"), Head, None, "catalogue")
    every = reading.tables(plain.get("card"), "card", MOST_CARDS, lambda entry, label: reading.struct(entry, Card, label))
    cards = {card.id: card for card in every}
    for card in every:
        for key, problem in demands(card):
            reading.fault(card.id, key, problem)
    listed = reading.tables(plain.get("deck", []), "deck", MOST_DECKS, lambda entry, label: reading.struct(entry, Deck, label), fewest=0)
    decks = {deck.id: deck for deck in listed}
    for deck in decks.values():
        for key, problem in _deck_demands(deck, cards):
            reading.fault(deck.id, key, problem)
    return gather("mamlejet", reading.finish(head).name, cards, {"decks": decks}, reading=reading)


def demands(card: Card) -> Iterator[tuple[str, Text]]:
    """Return what is wrong with a card as a whole: keys that do not belong to its type, and what one key demands of another."""
    blank = Card(id=card.id, type=card.type)
    for key, types in KEYS.items():
        if card.type not in types and getattr(card, key) != getattr(blank, key):
            yield key, _("does not belong to the type “{type}”").fill(type=card.type)
    if card.id == "unknown":
        yield "id", _("this id is reserved")
    if card.name.es is None and card.name.en is None:
        yield "name", _("the name is missing, in es or en")
    if card.difficulty is None and (card.type == "soldado" or (card.type == "enemigo" and card.kind != "objeto")):
        yield "difficulty", _("this key is missing")
    if card.type != "enemigo" and ("curar" in card.keywords) != (card.heal_difficulty is not None):
        yield "heal_difficulty", _("belongs to “curar”, and to nothing else")
    if card.type == "objeto" and card.subtype is None:
        yield "subtype", _("this key is missing")
    if (card.subtype == "arma") != (card.equip_cost is not None):
        yield "equip_cost", _("belongs to weapons, and to nothing else")
    if card.bearer is not None and card.subtype != "arma" and not card.targets:
        yield "bearer", _("belongs to weapons and strategies with a target")
    if card.type == "recurso" and (card.produces is None or not 1 <= card.produces.total <= MOST_WEALTH):
        yield "produces", _("must give 1 to {MOST_WEALTH} points")
    if card.cost.total > MOST_POINTS:
        yield "cost", _("at most {MOST_POINTS} points in all")
    if card.type == "estrategia" and len(card.targets) > 1:
        yield "targets", _("a strategy affects one at most")
    yield from _effect_demands("effects", card.effects, len(card.targets))
    for place, ability in enumerate(card.abilities, start=1):
        at = f"abilities[{place}]"
        if (ability.on is None) != (ability.kind == "action"):
            yield f"{at}.on", _("belongs to what triggers, and to nothing else")
        if ability.kind == "triggered" and (ability.targets or ability.cost.total):
            yield at, _("what triggers asks for no target and no cost")
        if ability.kind == "action" and card.type == "enemigo":
            yield at, _("an enemy acts by its “activation”")
        yield from _effect_demands(f"{at}.effects", ability.effects, len(ability.targets))
    if card.activation is not None:
        yield from _effect_demands("activation.effects", card.activation.effects, 0)


def _effect_demands(at: str, effects: Iterable[Operations], targets: int) -> Iterator[tuple[str, Text]]:
    """An effect names targets that there are, and no seat; what a ruling alone can say is not said."""
    for place, op in enumerate(effects, start=1):
        key = f"{at}[{place}]"
        for name in ("target", "card", "stack_item", "player"):
            value = getattr(op, name, None)
            if isinstance(value, int) and not 1 <= value <= targets:
                yield f"{key}.{name}", _("there is no target {value}").fill(value=value)
        if getattr(op, "player", None) in tuple("ABCD") or getattr(op, "owner", None) in tuple("ABCD"):
            yield f"{key}.player", _("a card names no seats")
        if getattr(op, "cards", ()) or getattr(op, "value", None) is not None or getattr(op, "card", None) in ("",):
            yield f"{key}.cards", _("that is asked for in the match")
        for name, low, high in beyond(op):
            yield f"{key}.{name}", _("must be from {low} to {high}").fill(low=low, high=high)
        if isinstance(op, Roll):
            yield from _effect_demands(f"{key}.then", op.then, targets)
            yield from _effect_demands(f"{key}.else", op.otherwise, targets)


def _deck_demands(deck: Deck, cards: Mapping[str, Card]) -> Iterator[tuple[str, Text]]:
    """A deck has cards of this catalogue, each on its side; how many there may be is the match's business (MMK-148, 149)."""
    for key, copies, enemy in (("tactics", deck.tactics, False), ("enemies", deck.enemies, True)):
        for card in copies:
            if card not in cards:
                yield f"{key}.{card}", _("is not in this catalogue")
            elif (cards[card].type == "enemigo") != enemy:
                yield f"{key}.{card}", _("belongs to the other deck")
    if deck.random_hero and not any(card.hero for card in cards.values()):
        yield "random_hero", _("this catalogue has no heroes")
