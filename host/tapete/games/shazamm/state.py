"""Shazamm's whole picture: the board, every step a turn can be at, and the kinds of numbers they hold.

Source: docs/inside/rules/shazamm.md#constants, #state.
"""

from typing import Annotated, Literal

from msgspec import Meta

from tapete.core.board import State as CoreState
from tapete.core.kinds import AnyNumber
from tapete.core.seats import Both, Seat
from tapete.core.steps import Over, SealingStep, Step
from tapete.core.structs import Strict
from tapete.games.shazamm.constants import (
    APART,
    DECK_CARDS,
    FARTHEST,
    HALF,
    LAST_ROUND,
    LEAST_BID,
    LEAST_MANA,
    MOST_MANA,
    OPENING_HAND,
    REACH,
    SPELLS,
)

SEATS: tuple[Seat, Seat] = ("A", "B")
"""A is the wizard on the left (negative) side, B the one on the right (SHZ-010, R02)."""

DECK = tuple(range(1, SPELLS + 1))
"""The numbers of the spells; 0 is the fake card (SHZ-008, 016)."""

Slab = Annotated[int, Meta(ge=-HALF - 1, le=HALF + 1, extra={"kind": "slab"})]
SpellNumber = Annotated[int, Meta(ge=1, le=SPELLS, extra={"kind": "spell"})]
Mana = Annotated[int, Meta(ge=0, le=MOST_MANA)]
Bid = Annotated[int, Meta(ge=LEAST_BID, le=MOST_MANA)]
Count = Annotated[int, Meta(ge=0, le=SPELLS)]
Spells = Annotated[tuple[SpellNumber, ...], Meta(max_length=SPELLS)]
Shown = Annotated[tuple[Annotated[int, Meta(ge=0, le=SPELLS)], ...], Meta(max_length=DECK_CARDS)]
Numbers = Annotated[tuple[AnyNumber, ...], Meta(max_length=40)]
"""Numbers of cards as a player says them."""

Source = Literal["hand", "clone", "theft"]


class Options(Strict, kw_only=True):
    """House rules; each default is the ledger's ruling (docs/inside/rules/shazamm.md#rulings)."""

    full_hand: bool = False
    ordered_deck: bool = False
    reserve_gain: Literal["after_payment", "before_payment"] = "after_payment"
    exhaustion_push: Literal["auto", "ask"] = "auto"
    resistance_blocks_push: bool = False
    clone_across_rounds: bool = True
    clone_of_clone: bool = True
    clone_copy_cancels: bool = True
    clone_stolen: bool = False
    collapse_order: Literal["final", "collapse_first"] = "final"
    double_fall: Literal["draw", "replay"] = "draw"
    bridge_half: Annotated[int, Meta(ge=4, le=HALF)] = HALF
    mana: Annotated[int, Meta(ge=LEAST_MANA, le=MOST_MANA)] = MOST_MANA


class Pending(Strict):
    """A spell that has not been resolved yet: for whom it works, and how it came to him."""

    number: SpellNumber
    owner: Seat
    source: Source = "hand"


class Prey(Strict):
    """A spell that Theft takes; a number may be there twice, from the hand and from a Clone (SHZ-R72)."""

    number: SpellNumber
    source: Literal["hand", "clone"]


class Bidding(SealingStep):
    """T0: both set their bids in secret."""


class Revealing(Step, tag="reveal"):
    """T1: the bids are open; each wizard shows his cards, once and for all."""

    bids: Both[Bid]
    declared: Both[Shown | None] = Both(None, None)


class Casting(Step):
    """T2, T3: both lists are known; silence and cancelling are judged before any spell. It runs through and is never written down."""

    bids: Both[Bid]
    cast: Both[Spells]


class Resolving(Casting):
    """T3 to T8: the spells that still wait for their number, lowest first. It lies below the question that one of them asks."""

    pending: tuple[Pending, ...]


class ChooseClone(Step):
    """T5: which spell of the rival's previous turn is copied."""

    seat: Seat
    options: Spells


class ChooseTheft(Step):
    """T6: what becomes of each spell that the thief takes."""

    seat: Seat
    prey: tuple[Prey, ...]


class ChooseRecycle(Step):
    """T8: by how much the bid is readjusted."""

    seat: Seat


QUESTIONS = (ChooseClone, ChooseTheft, ChooseRecycle)
"""What a spell asks of the one for whom it works."""


class EndingTurn(Step):
    """T11: movement and payment are done. `resisting` are those whose Resistance counted in this turn."""

    bids: Both[Bid]
    resisting: tuple[Seat, ...] = ()


class ChoosePush(Step):
    """T11: how far the wall is pushed at a wizard without mana (house rule `exhaustion_push` = `ask`)."""

    seat: Seat
    most: Annotated[int, Meta(ge=1, le=APART)]


AnyStep = Bidding | Revealing | Resolving | ChooseClone | ChooseTheft | ChooseRecycle | EndingTurn | ChoosePush | Over
"""What a position can hold; the steps below run through and are never written down."""


class Moving(Casting):
    """T8 to T10: nobody is asked any more; `spells` are those numbered 7 and above."""

    spells: tuple[Pending, ...] = ()


class EndingRound(Step):
    """T12: the wall stays, and everything else is set anew (SHZ-R40)."""


class State(CoreState, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A moment of a match. Positions are slabs -10..10, 10 being the lava beyond the bridge."""

    agenda: Annotated[tuple[AnyStep, ...], Meta(min_length=1)] = (Bidding(),)
    round: Annotated[int, Meta(ge=1, le=LAST_ROUND)] = 1
    turn: Annotated[int, Meta(ge=1, le=999)] = 1
    broken: Annotated[int, Meta(ge=0, le=LAST_ROUND)] = 0
    wall: Annotated[int, Meta(ge=-FARTHEST, le=FARTHEST)] = 0
    centre: Annotated[int, Meta(ge=-FARTHEST, le=FARTHEST)] = 0
    wizard: Both[Slab] = Both(-REACH, REACH)
    mana: Both[Mana] = Both(MOST_MANA, MOST_MANA)
    hand: Both[Count] = Both(OPENING_HAND, OPENING_HAND)
    deck: Both[Count] = Both(SPELLS - OPENING_HAND, SPELLS - OPENING_HAND)
    used: Both[Spells] = Both((), ())
    silence: bool = False
    last_cast: Both[Spells] = Both((), ())
    round_loser: Literal["A", "B"] | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS
