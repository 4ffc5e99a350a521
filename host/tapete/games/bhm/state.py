"""BHM's whole picture: players with their zones, every step that a match can be at, house rules (ledger, sections 3.9 and 4)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tapete.core.board import State as CoreState
from tapete.core.seats import SEATS, Seat
from tapete.core.steps import Dice, Over, Step
from tapete.games.bhm.cards import Card
from tapete.games.bhm.figures import (
    MOST_RANK,
    SLOTS,
    AttrName,
    Base,
    BeingKind,
    CardId,
    Count,
    Counter,
    Delta,
    Iid,
    Keyword,
    OutReason,
    Pile,
    Points,
    Rank,
    Seq,
    Slot,
    Targets,
    TerritoryRef,
)
from tapete.games.bhm.operations import GrantFilter, Operations


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """House rules; each default is the ledger's ruling (section 3). How many play is said by the seats (BHM-R01)."""

    starting_counter: Annotated[int, Meta(ge=0, le=10)] = 0
    armagedon: Annotated[int, Meta(ge=5, le=30)] | Literal["off"] = 20
    deckout: Literal["on_mandatory_draw", "on_empty"] = "on_mandatory_draw"
    first_turn_draw: bool = True
    deserters_return: Literal["next_turn", "controllers_turn"] = "next_turn"
    terror_on_return: bool = False
    flee_attachments: Literal["discard", "travel"] = "discard"
    second_flight_deck: Literal["shuffle", "top", "bottom"] = "shuffle"
    call_budget: Literal["live", "snapshot"] = "live"
    second_strategy: Literal["full", "calls_and_strategies"] = "full"
    strategy_pool: Literal["per_card", "per_turn_sum"] = "per_card"
    instant_call_rank_limit: bool = False
    attacks_per_being: Literal["one", "one_of_each"] = "one"
    attack_scope: Literal["any", "direct"] = "any"
    combat_mode: Literal["batch", "immediate"] = "batch"
    restore_scope: Literal["all", "active"] = "all"
    petrified_counts: bool = False
    invisible_in_superiority: bool = False
    direct_adversary: Literal["next", "previous"] = "next"
    territory_destroys: Literal["mandatory", "optional"] = "mandatory"
    third_territory: Literal["reject", "replace"] = "reject"
    entity_death_points: Annotated[int, Meta(ge=0, le=5)] = 0
    reaction_windows: Literal["ask", "off"] = "ask"
    reaction_uses_slot: bool = False


class Attr(Struct, frozen=True, forbid_unknown_fields=True):
    """An attribute: printed value with permanent changes (`base`), what it can be now (`max`), what it is (`cur`; BHM-R18)."""

    base: Base
    max: Points
    cur: Points


class Held(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card that lies with a being or in a zone; `mods` are the changes that took hold (BHM-R79, R109), `turn` when a power came."""

    card: CardId
    owner: Seat
    rank: Rank
    seq: Seq
    mods: dict[AttrName, Delta] = {}
    turn: Count = 0


class Executed(Struct, frozen=True, forbid_unknown_fields=True):
    """A power that a being has executed in this turn (BHM-050, 090)."""

    card: CardId
    rank: Rank
    seq: Seq
    equipped: bool
    cancelled: bool = False


class Temp(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A change until the end of the turn: of an attribute, of the rank, or of a keyword that was added or removed."""

    what: AttrName | Literal["rank", "keyword"]
    delta: Delta = 0
    keyword: Keyword | None = None
    added: bool = True


class Being(Struct, frozen=True, kw_only=True, tag="being", forbid_unknown_fields=True, omit_defaults=True):
    """A being, summon, special card or celestial entity (`kind`) on the field or among deserters.

    From `returned` to `drained` it is of this turn: `fresh`, it has come into play; `applied`, the effects of its coming that were used.
    """

    iid: Iid
    card: CardId
    owner: Seat
    kind: BeingKind
    rank_base: Annotated[int, Meta(ge=-999, le=999)]
    seq: Seq
    since: Seq
    pod: Attr | None = None
    fue: Attr | None = None
    res: Attr | None = None
    val: Attr | None = None
    salud: Attr | None = None
    keywords: tuple[Keyword, ...] = ()
    frozen: bool = False
    name_lost: bool = False
    powers: tuple[Held, ...] = ()
    objects: tuple[Held, ...] = ()
    beside: tuple[Held, ...] = ()
    fled_turn: Count | None = None
    returned: bool = False
    fresh: bool = False
    applied: tuple[Annotated[int, Meta(ge=0, le=7)], ...] = ()
    physical_used: bool = False
    power_used: bool = False
    power_granted: bool = False
    executed: tuple[Executed, ...] = ()
    fed: bool = False
    points: Annotated[int, Meta(ge=0, le=80)] = 0
    drained: bool = False
    temp: tuple[Temp, ...] = ()

    @property
    def rank(self) -> int:
        """The rank that counts (BHM-R18)."""
        return min(MOST_RANK, max(0, self.rank_base + sum(temp.delta for temp in self.temp if temp.what == "rank")))

    @property
    def is_entity(self) -> bool:
        """Say whether it is a celestial entity, which is no being (BHM-106)."""
        return self.kind == "entity"

    @property
    def inactive(self) -> bool:
        """Say whether its abilities sleep, because its POD is gone (BHM-060)."""
        return self.pod is not None and self.pod.cur == 0

    @property
    def exposed(self) -> bool:
        """Say whether an attribute at zero calls for a check (BHM-R47)."""
        return any(attr is not None and attr.cur == 0 for attr in (self.pod, self.salud, self.val))

    def attr(self, name: AttrName) -> Attr | None:
        """One of its attributes; None where it lacks it (BHM-059)."""
        found: Attr | None = getattr(self, name)
        return found

    def now(self, name: AttrName) -> int:
        """The current value of an attribute; 0 where it lacks it."""
        found: Attr | None = getattr(self, name)
        return 0 if found is None else found.cur

    def figure(self, name: str) -> int | None:
        """The strongest figure of a keyword that is in force (0 for one without figure); None where it has none (BHM-060, 147)."""
        if self.inactive or (name == "eterno" and self.name_lost):
            return None
        words = self.keywords
        for temp in self.temp:
            if temp.what == "keyword" and temp.keyword is not None:
                words = (*words, temp.keyword) if temp.added else tuple(word for word in words if word != temp.keyword)
        found = [int(word.partition(":")[2] or 0) for word in words if word.partition(":")[0] == name]
        return max(found, default=None)

    def has(self, name: str) -> bool:
        """Say whether a keyword is in force."""
        return (bool(self.keywords) or bool(self.temp)) and self.figure(name) is not None


class Petrified(Struct, frozen=True, tag="petrified", forbid_unknown_fields=True, omit_defaults=True):
    """A petrified being, which only takes its space; objects that cannot be destroyed may share it (BHM-128, R61, R78)."""

    iid: Iid
    card: CardId
    owner: Seat
    orphans: tuple[Held, ...] = ()


class Orphans(Struct, frozen=True, tag="orphans", forbid_unknown_fields=True):
    """Objects that cannot be destroyed, in the space that their bearer left (BHM-135, R78)."""

    objects: Annotated[tuple[Held, ...], Meta(min_length=1)]


Space = Being | Petrified | Orphans | None
Field = Annotated[tuple[Space, ...], Meta(min_length=10, max_length=10)]
EMPTY_FIELD: Field = (None,) * len(SLOTS)


class Played(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A power that a player has played in this turn; `fed` is the summoner that took its points (BHM-R80)."""

    seq: Seq
    card: CardId
    rank: Rank
    executor: Iid
    cancelled: bool = False
    fed: Iid | None = None


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """One player's zones and counters; what follows `field` is of this turn (BHM-R98)."""

    counter: Counter = 0
    alive: bool = True
    out: OutReason | None = None
    ready: bool = False
    exchanged: bool = False
    deck_size: Pile = 0
    summons_size: Annotated[int, Meta(ge=0, le=10)] = 0
    deck: Pile = 0
    hand: Pile = 0
    summons: Annotated[int, Meta(ge=0, le=10)] = 0
    known_summons: tuple[CardId, ...] = ()
    dead: tuple[CardId, ...] = ()
    deserters: tuple[Being, ...] = ()
    territories: Annotated[tuple[Held, ...], Meta(max_length=2)] = ()
    strategies: tuple[Held, ...] = ()
    field: Field = EMPTY_FIELD
    call_spent: Count = 0
    call_snapshot: Counter | None = None
    strategy_used: bool = False
    strategy_sum: Count = 0
    powers: tuple[Played, ...] = ()
    grants: tuple[GrantFilter, ...] = ()


# ---- what is announced and waits (BHM-155, R86)


class CallPlan(Struct, frozen=True, tag_field="plan", tag="call", forbid_unknown_fields=True):
    """A being is called from the hand, at its price or instantly."""

    card: CardId
    slot: Slot
    instant: bool = False


class SummonPlan(Struct, frozen=True, tag_field="plan", tag="summon", forbid_unknown_fields=True):
    """A summon is made."""

    card: CardId
    slot: Slot


class StrategyPlan(Struct, frozen=True, tag_field="plan", tag="strategy", forbid_unknown_fields=True):
    """A strategy card is played."""

    card: CardId
    targets: Targets = ()


class PowerPlan(Struct, frozen=True, tag_field="plan", tag="power", forbid_unknown_fields=True):
    """A being executes a power; `last_pod`: paying it took the executor's last POD (BHM-R42)."""

    card: CardId
    executor: Iid
    targets: Targets = ()
    last_pod: bool = False


class ObjectPlan(Struct, frozen=True, tag_field="plan", tag="object", forbid_unknown_fields=True):
    """An object is attached, from the hand or (`orphan`: its number) from a pile on the field."""

    card: CardId
    being: Iid
    orphan: Seq | None = None


class TerritoryPlan(Struct, frozen=True, tag_field="plan", tag="territory", forbid_unknown_fields=True):
    """A territory is played."""

    card: CardId
    destroy: TerritoryRef | None = None
    replace: Annotated[int, Meta(ge=0, le=1)] | None = None
    replaced: Seq | None = None
    """The number of the territory that gives way: another may leave before it does."""


class AttackPlan(Struct, frozen=True, tag_field="plan", tag="attack", forbid_unknown_fields=True):
    """An attack: physical, or of power with the POD put into it."""

    attacker: Iid
    target: Iid
    pod: Annotated[int, Meta(ge=1, le=99_999)] | None = None


class TerrorPlan(Struct, frozen=True, tag_field="plan", tag="terror", forbid_unknown_fields=True):
    """TERROR has chosen its victim."""

    source: Iid
    target: Iid


class DrawPlan(Struct, frozen=True, tag_field="plan", tag="draw", forbid_unknown_fields=True):
    """A card is drawn."""

    mandatory: bool


class AbilityPlan(Struct, frozen=True, tag_field="plan", tag="ability", forbid_unknown_fields=True, omit_defaults=True):
    """A being uses an ability of its own; `aims` are the territories that it destroys, in order, each by its number."""

    source: Iid
    ops: Annotated[tuple[Operations, ...], Meta(max_length=8)]
    targeted: bool
    aims: Annotated[tuple[TerritoryRef, ...], Meta(max_length=8)] = ()


Plan = CallPlan | SummonPlan | StrategyPlan | PowerPlan | ObjectPlan | TerritoryPlan | AttackPlan | TerrorPlan | DrawPlan | AbilityPlan


# ---- steps


class SetupDraw(Step):
    """Decks are being made ready (BHM-001..003)."""


class SetupExchange(Step):
    """Each may exchange cards of the opening hand, once (BHM-007)."""


class SetupDie(Step):
    """A die decides who begins; `best` are those who rolled highest (BHM-009, R09)."""

    tied: tuple[Seat, ...]


class Initial(Step):
    """The initial phase: the draw, then the deserters' return (BHM-011, 012)."""

    at: Literal["draw", "return"] = "draw"


class Strategy(Step):
    """A strategy phase, the first or the second (BHM-010)."""

    nth: Literal[1, 2]


class Declaring(Step):
    """The combat phase while attacks are declared (BHM-062, R36)."""

    queue: tuple[AttackPlan, ...] = ()


class Fighting(Step):
    """The combat phase while the declared attacks resolve, first in first out (BHM-062)."""

    queue: Annotated[tuple[AttackPlan, ...], Meta(min_length=1)]


class Final(Step):
    """The final phase at one of its steps; `cut`: the active player is out, and only F3 and F4 run (BHM-R10, R29)."""

    at: Literal["F0", "F1", "F2", "F3", "F4", "F5", "F6"] = "F0"
    cut: bool = False


class Terror(Step):
    """TERROR's victim is owed by the controller of the being that has come (BHM-144, R112)."""

    seat: Seat
    source: Iid


class Window(Step):
    """A pending action; the first of `waiting` answers, and with nobody left it resolves (BHM-155..157, R111)."""

    seq: Seq
    seat: Seat
    plan: Plan
    waiting: tuple[Seat, ...]
    rank: Rank | None = None


AnyStep = SetupDraw | SetupExchange | SetupDie | Initial | Strategy | Declaring | Fighting | Final | Terror | Window | Dice | Over
"""What a position can hold; the step below runs through and is never written down."""


class NextTurn(Step):
    """The turn passes (BHM-R98)."""


Players = Annotated[tuple[Player, ...], Meta(min_length=2, max_length=4)]


class State(CoreState, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A moment of a war; `seq` is the last activation number, and beings are numbered from it (BHM-102)."""

    agenda: tuple[AnyStep, ...] = (SetupDraw(),)
    turn: Count = 0
    active: Seat | None = None
    starter: Seat | None = None
    seq: Seq = 0
    typed_cards: dict[CardId, Card] = {}
    players: Players

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS[: len(self.players)]
