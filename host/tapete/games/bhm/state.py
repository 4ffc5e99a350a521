"""BHM's whole picture: players with their zones, every step that a match can be at, house rules.

Source: docs/inside/rules/bhm.md#config, #state.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta

from tapete.core.board import State as CoreState
from tapete.core.kinds import naming
from tapete.core.seats import SEATS, Seat
from tapete.core.steps import Dice, Over, Step
from tapete.core.structs import Strict, snake
from tapete.games.bhm.beings import EMPTY_FIELD, Being, Field, Held
from tapete.games.bhm.cards import Card
from tapete.games.bhm.constants import (
    ARMAGEDON_UP_TO,
    LEAST_ARMAGEDON,
    MOST_ARMAGEDON,
    MOST_ENTITY_POINTS,
    MOST_START,
    MOST_SUMMONS,
    MOST_TERRITORIES,
    OPENING_HAND,
    START_COUNTER,
)
from tapete.games.bhm.figures import CardId, Count, Counter, Iid, OutReason, Pile, Rank, Seq, Slot, Targets, TerritoryRef
from tapete.games.bhm.operations import GrantFilter, Operations


class Options(Strict, kw_only=True):
    """House rules; each default is the ledger's ruling (docs/inside/rules/bhm.md#rulings). How many play is said by the seats (BHM-R01)."""

    starting_counter: Annotated[int, Meta(ge=0, le=MOST_START)] = START_COUNTER
    armagedon: Annotated[int, Meta(ge=LEAST_ARMAGEDON, le=MOST_ARMAGEDON)] | Literal["off"] = ARMAGEDON_UP_TO
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
    entity_death_points: Annotated[int, Meta(ge=0, le=MOST_ENTITY_POINTS)] = 0
    reaction_windows: Literal["ask", "off"] = "ask"
    reaction_uses_slot: bool = False


class Played(Strict, omit_defaults=True):
    """A power that a player has played in this turn; `fed` is the summoner that took its points (BHM-R80)."""

    seq: Seq
    card: CardId
    rank: Rank
    executor: Iid
    cancelled: bool = False
    fed: Iid | None = None


class Player(Strict):
    """One player's zones and counters; what follows `field` is of this turn (BHM-R98)."""

    counter: Counter = 0
    alive: bool = True
    out: OutReason | None = None
    ready: bool = False
    exchanged: bool = False
    deck_size: Pile = 0
    summons_size: Annotated[int, Meta(ge=0, le=MOST_SUMMONS)] = 0
    deck: Pile = 0
    hand: Pile = 0
    summons: Annotated[int, Meta(ge=0, le=MOST_SUMMONS)] = 0
    known_summons: tuple[CardId, ...] = ()
    dead: tuple[CardId, ...] = ()
    deserters: tuple[Being, ...] = ()
    territories: Annotated[tuple[Held, ...], Meta(max_length=MOST_TERRITORIES)] = ()
    strategies: tuple[Held, ...] = ()
    field: Field = EMPTY_FIELD
    call_spent: Count = 0
    call_snapshot: Counter | None = None
    strategy_used: bool = False
    strategy_sum: Count = 0
    powers: tuple[Played, ...] = ()
    grants: tuple[GrantFilter, ...] = ()

    def without_all(self, reason: OutReason) -> "Player":
        """What is left of a player who is out: the counter and what there was to begin with (BHM-R110)."""
        return Player(counter=self.counter, alive=False, out=reason, deck_size=self.deck_size, summons_size=self.summons_size)


LAID = tuple(name for name in Player.__struct_fields__ if name in naming(Player, "card") | naming(Player, "number"))
"""The fields of a player in which cards and things in play can be."""


def set_up(size: int, summons: int, options: Options) -> dict[str, Any]:
    """What a player has who is set up: a hand out of so many cards, and so many summons (BHM-001..003)."""
    sizes = {"deck_size": size, "summons_size": summons, "deck": size - OPENING_HAND, "hand": OPENING_HAND, "summons": summons}
    return {"ready": True, "counter": options.starting_counter, **sizes}


class AnyPlan(Strict, tag_field="plan", tag=lambda name: snake(name).removesuffix("_plan")):
    """What a player has announced."""


class CardPlan(AnyPlan):
    """A card is played."""

    card: CardId


class ComingPlan(CardPlan):
    """A card comes to a space."""

    slot: Slot


class CallPlan(ComingPlan):
    """A being is called from the hand, at its price or instantly."""

    instant: bool = False


class SummonPlan(ComingPlan):
    """A summon is made."""


class StrategyPlan(CardPlan):
    """A strategy card is played."""

    targets: Targets = ()


class PowerPlan(CardPlan):
    """A being executes a power; `last_pod`: paying it took the executor's last POD (BHM-R42)."""

    executor: Iid
    targets: Targets = ()
    last_pod: bool = False


class ObjectPlan(CardPlan):
    """An object is attached, from the hand or (`orphan`: its number) from a pile on the field."""

    being: Iid
    orphan: Seq | None = None


class TerritoryPlan(CardPlan):
    """A territory is played; `replaced` is the number of the one that gives way, as another may leave before it does."""

    destroy: TerritoryRef | None = None
    replace: Annotated[int, Meta(ge=0, le=1)] | None = None
    replaced: Seq | None = None


class AttackPlan(AnyPlan):
    """An attack: physical, or of power with the POD put into it."""

    attacker: Iid
    target: Iid
    pod: Annotated[int, Meta(ge=1, le=99_999)] | None = None


class TerrorPlan(AnyPlan):
    """TERROR has chosen its victim."""

    source: Iid
    target: Iid


class DrawPlan(AnyPlan):
    """A card is drawn."""

    mandatory: bool


class AbilityPlan(AnyPlan, omit_defaults=True):
    """A being uses an ability of its own; `aims` are the territories that it destroys, in order, each by its number."""

    source: Iid
    ops: Annotated[tuple[Operations, ...], Meta(max_length=8)]
    targeted: bool
    aims: Annotated[tuple[TerritoryRef, ...], Meta(max_length=8)] = ()


FromHand = CallPlan | StrategyPlan | PowerPlan | ObjectPlan | TerritoryPlan
"""What is played from the hand."""
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

    def in_turn(self) -> tuple[Seat, ...]:
        return self.waiting


AnyStep = SetupDraw | SetupExchange | SetupDie | Initial | Strategy | Declaring | Fighting | Final | Terror | Window | Dice | Over
"""What a position can hold; the step below runs through and is never written down."""


class NextTurn(Step):
    """The turn passes (BHM-R98)."""


_SEATS = tuple([SEATS[:number] for number in range(len(SEATS) + 1)])
"""The seats of so many players, always the same tuples."""

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
        return _SEATS[len(self.players)]
