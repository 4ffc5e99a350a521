"""MORIHAM's small words: slots, positions, durations, and how a card on the table is pointed at.

Source: docs/inside/rules/moriham.md#constants, #state, #actions.
"""

from typing import Annotated, ClassVar, Literal, get_args

from msgspec import Meta

from tapete.core.kinds import AnyNumber
from tapete.core.seats import Seat
from tapete.core.structs import Strict
from tapete.games.moriham.constants import ZONE

SEATS: tuple[Seat, Seat] = ("A", "B")
"""The two who duel (MOR-001)."""

SLOTS = tuple(range(1, ZONE + 1))
"""The places of a zone, as players count them."""

CardId = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{1,31}$", extra={"kind": "card"})]
CardName = Annotated[str, Meta(max_length=40)]
Slot = Annotated[int, Meta(ge=1, le=ZONE)]
Iid = Annotated[int, Meta(ge=1, le=99_999, extra={"kind": "number"})]
Count = Annotated[int, Meta(ge=0, le=9_999)]
Life = Annotated[int, Meta(ge=-99_999, le=999_999)]
Level = Annotated[int, Meta(ge=1, le=9)]
Points = Annotated[int, Meta(ge=0, le=30)]
Delta = Annotated[int, Meta(ge=-30, le=30)]
Battle = Annotated[Literal["attack", "defense"], Meta(extra={"kind": "position"})]
"""A monster's position: upright to attack, sideways to defend (MOR-060, 061)."""

Turned = Literal["attack", "defense", "toggle"]
Until = Annotated[Literal["end_of_turn", "until_my_next_turn", "while_on_field"], Meta(extra={"kind": "until"})]
Who = Literal["own", "opponent", "both"]
CardType = Annotated[Literal["monster", "magic", "trap"], Meta(extra={"kind": "type"})]
Where = Annotated[Literal["top", "bottom", "shuffle"], Meta(extra={"kind": "where"})]
PhaseName = Annotated[Literal["initial", "main1", "battle", "main2"], Meta(extra={"kind": "phase"})]

PHASES: tuple[PhaseName, ...] = ("initial", "main1", "battle", "main2")
"""The phases in which players act, in order; draw and final phase run by themselves (MOR-047, R66)."""

POSITIONS: tuple[Battle, Battle] = ("attack", "defense")

TargetWord = Literal[
    "self",
    "attacker",
    "attack_target",
    "chosen_own_monster",
    "chosen_opp_monster",
    "chosen_monster",
    "all_own_monsters",
    "all_opp_monsters",
    "chosen_opp_facedown",
    "chosen_own_graveyard_monster",
]
"""What an operation is done to, in the words of a card text (docs/inside/rules/moriham.md#actions)."""

WORDS: tuple[TargetWord, ...] = get_args(TargetWord)
CHOSEN = tuple(word for word in WORDS if word.startswith("chosen_"))
"""The words for which the activating player names a card."""

Zone = Literal["monsters", "spells", "graveyard"]


class MonsterRef(Strict, tag_field="zone", tag="monsters"):
    """The monster in a slot of a seat."""

    seat: Seat
    slot: AnyNumber
    at: ClassVar[Zone] = "monsters"


class SpellRef(Strict, tag_field="zone", tag="spells"):
    """The magic or trap card in a slot of a seat."""

    seat: Seat
    slot: AnyNumber
    at: ClassVar[Zone] = "spells"


class GraveRef(Strict, tag_field="zone", tag="graveyard"):
    """The topmost copy of a card in a seat's graveyard."""

    seat: Seat
    card: CardId
    at: ClassVar[Zone] = "graveyard"


Spot = MonsterRef | SpellRef
"""A slot of the field."""

Ref = Spot | GraveRef
"""A card on the table, as a person points at it."""

Target = TargetWord | Ref
"""What an operation is done to: a word of the list, or a card pointed at."""


class Instance(Strict, tag_field="is", tag="instance"):
    """A card on the field that was chosen: the very one, wherever it goes (MOR-R43, R55)."""

    iid: Iid


class InGraveyard(Strict, tag_field="is", tag="in_graveyard"):
    """A card in a graveyard that was chosen."""

    seat: Seat
    card: CardId


Bound = Instance | InGraveyard
"""A target as it was fixed at activation."""
