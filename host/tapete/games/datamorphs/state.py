"""DataMorphs' whole picture: both players, their DataMorphs, and every step a round can be at (docs/inside/rules/datamorphs.md#state)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from tapete.core.board import State as CoreState
from tapete.core.seats import Both, Seat
from tapete.core.steps import Over, SealingStep, Step
from tapete.core.structs import Strict
from tapete.games.datamorphs.cards import CardId, TypedCard
from tapete.games.datamorphs.constants import OWNED, ROUNDS

SEATS: tuple[Seat, Seat] = ("A", "B")
"""Two players (DAT-001, R01)."""

Element = Annotated[Literal["program", "boost", "function", "interrupt"], Meta(extra={"kind": "element"})]
"""What a card is played as after the Bios (DAT-005)."""

Slot = Annotated[Literal["program", "boost_a", "boost_b", "function"], Meta(extra={"kind": "slot"})]
"""The positions of a DataMorph; `boost_a` faces the rival's `boost_a` (DAT-018, R04)."""

COLUMNS: tuple[Literal["boost_a"], Literal["boost_b"]] = ("boost_a", "boost_b")
FACED: tuple[Slot, ...] = ("boost_a", "boost_b", "function")
"""The positions that an Interrupt can lie in, and face (DAT-022, R52)."""

PLACES: dict[Element, tuple[Slot, ...]] = {"program": ("program",), "boost": COLUMNS, "function": ("function",), "interrupt": FACED}
"""Where each element goes (DAT-018, 022, R52)."""

Ref = Annotated[
    str, Meta(pattern=r"^(bios|program|function|hand|boost_[ab]:[0-3]|interrupt:(boost_[ab]|function))$", extra={"kind": "ref"})
]
"""Where one card of a player is: a part by its position, a face-down card, or the hand (in ties only)."""

Choice = Annotated[Literal["own", "rival"], Meta(extra={"kind": "target"})]
WonBy = Literal["two_wins", "tie_break", "more_wins", "concession"]
Result = Literal["A", "B", "tie"]
"""Who has won a round."""

Exchange = Annotated[int, Meta(ge=1, le=9)]
Count = Annotated[int, Meta(ge=0, le=OWNED)]
Order = Annotated[int, Meta(ge=0, le=9)]
Cost = Annotated[int, Meta(ge=0, le=18)]
Change = Annotated[int, Meta(ge=-9999, le=9999)]
Faces = Annotated[tuple[CardId, ...], Meta(max_length=OWNED)]


class Options(Strict, kw_only=True):
    """House rules; each default is the ledger's ruling."""

    tie_mode: Literal["extra_round", "sudden_death"] = "extra_round"
    interrupt_cost: Annotated[int, Meta(ge=0, le=1)] = 0
    nullify_counts: Literal["own", "rival"] = "own"
    exchange: bool = True


class Part(Strict, omit_defaults=True, tag_field="face", tag="up"):
    """A card that lies face up: when in the round it was played, what it cost, and on whom it was declared to act."""

    card: CardId
    seq: Order
    cost: Cost
    choice: Choice | None = None


class Interrupt(Strict, tag_field="face", tag="down"):
    """A card that lies face down; nobody but its owner knows which (DAT-021)."""

    seq: Order
    cost: Cost


Column = Annotated[tuple[Part, ...], Meta(max_length=4)] | Interrupt
"""A Boost position: Boosts from the upper one down, or an Interrupt."""


Owned = Annotated[tuple[CardId, ...], Meta(min_length=OWNED, max_length=OWNED)]
"""A player's five cards, in order."""


class Adjust(Strict):
    """What declared texts and rulings add, for this round only (DAT-R66)."""

    attack: Change = 0
    defense: Change = 0
    memory: Change = 0


class Player(Strict):
    """One player: the cards in hand (a number), the DataMorph on the table, and the cards left out of the rounds that follow.

    `out` has an entry for every finished round, None where nobody saw the card; `shown` are the cards that lay face up in each.
    """

    hand: Count = OWNED
    bios: Part | None = None
    program: Part | None = None
    boost_a: Column = ()
    boost_b: Column = ()
    function: Part | Interrupt | None = None
    adjust: Adjust = Adjust()
    stopped: bool = False
    out: Annotated[tuple[CardId | None, ...], Meta(max_length=3)] = ()
    shown: Annotated[tuple[Faces, ...], Meta(max_length=3)] = ()


Ruled = Literal[True] | UnsetType
"""A ruling has changed a player's memory since it was judged who leads this exchange; that stays as it was (DAT-R22, R66)."""


class Setup(Step):
    """Everybody sits down with five cards."""


class ChoosingBios(SealingStep, tag="bios"):
    """Both choose a Bios and lay it face down (DAT-026)."""


class Ordering(Step, tag="order"):
    """The one with more memory says who plays first in this exchange (DAT-057, 060, R22)."""

    exchange: Exchange
    leader: Seat
    ruled: Ruled = UNSET


class Playing(Step, tag="play"):
    """An exchange: `left` are those who still play a card in it, the next one first (DAT-029, 031)."""

    exchange: Exchange
    left: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=2)]


class Joint(SealingStep):
    """An exchange with equal memory: both play face down and turn over together (DAT-058, R23)."""

    exchange: Exchange = 1
    ruled: Ruled = UNSET


class NewRound(Step):
    """The next round begins (DAT-026, 040); it runs through and is never written down."""


class NewExchange(Step):
    """Who plays next is found out (DAT-028, 060); it runs through and is never written down."""

    exchange: int


class Scoring(Step):
    """Nobody plays any more: icons are added up (DAT-032); it runs through and is never written down."""


class ScoringAgain(Step):
    """A ruling may have changed what a result rests on (DAT-R60); it runs through and is never written down."""


class LeavingOut(Step, tag="leave_out"):
    """The winner of the round says which card of each stays out (DAT-036)."""

    winner: Seat


class LeavingOutTied(Step, tag="leave_out_tie"):
    """After a tied round each says which own card stays out (DAT-043)."""

    chosen: Both[Ref | None] = Both(None, None)


class Exchanging(Step, tag="exchange"):
    """The winner of the match takes a card of the rival and gives one back (DAT-047..049)."""

    winner: Seat
    reason: WonBy


IN_ROUND = (ChoosingBios, Ordering, Playing, Joint, LeavingOut, LeavingOutTied)
"""The steps of a round at which a player is asked."""


AnyStep = Setup | ChoosingBios | Ordering | Playing | Joint | LeavingOut | LeavingOutTied | Exchanging | Over
"""What a position can hold."""


class State(CoreState, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A moment of a game. `typed_cards` are those that the catalogue lacks, by id; `owned` the five of each who has shown them (R68)."""

    agenda: Annotated[tuple[AnyStep, ...], Meta(min_length=1)] = (Setup(),)
    round: Annotated[int, Meta(ge=0, le=ROUNDS + 1)] = 0
    results: Annotated[tuple[Result, ...], Meta(max_length=ROUNDS + 1)] = ()
    players: Both[Player] = Both(Player(), Player())
    typed_cards: dict[CardId, TypedCard] = {}
    owned: dict[Seat, Owned] | UnsetType = UNSET

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS

    def wins(self, seat: Seat) -> int:
        """Rounds won so far (DAT-044)."""
        return self.results.count(seat)
