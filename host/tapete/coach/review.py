"""The figures that the coach gives for a match. Each is a share of a match, so 0.5 is half a match."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tapete.core.seats import Seat

Silence = Literal["game", "spells", "house_rule", "corrected", "nothing"]
"""Why the coach says nothing: no coach for this game, spells were cast, a house rule that is not solved, a table put where no match comes
to, or no turn was played."""

MOMENTS = 3
"""So many decisions make the story of a match."""


class Bid(Struct, frozen=True):
    """One bid: what it was made of, what it has cost against a perfect rival, and what perfect play bids instead.

    `costs` and `mix` are by bid: place n is a bid of n + 1. A bid that perfect play makes costs nothing, even if it went badly.
    """

    seat: Seat
    bid: int
    mana: int
    costs: tuple[float, ...]
    mix: tuple[float, ...]

    @property
    def cost(self) -> float:
        """What this bid has cost, 0..1."""
        return self.costs[self.bid - 1]


class Turn(Struct, frozen=True):
    """One turn: A's chances before and after it (a draw is half a match), both bids, and what was luck.

    `luck` is to A: what has changed beyond the cost of both bids, because both are drawn at the same time.
    """

    seq: int
    round: int
    turn: int
    before: float
    after: float
    bids: tuple[Bid, Bid]
    luck: float


class Review(Struct, frozen=True):
    """A match in which nobody cast a spell, decision by decision.

    `as_if`: cards were there, so that perfect play might have cast or waited for them: the figures are those of a match without cards.
    """

    turns: tuple[Turn, ...]
    as_if: bool = False

    def cost(self, seat: Seat) -> float:
        """What the bids of a seat have cost in all."""
        return sum(bid.cost for turn in self.turns for bid in turn.bids if bid.seat == seat)

    def luck(self, seat: Seat) -> float:
        """What luck has brought a seat in all: the change of its chances, plus its own cost, less the rival's."""
        luck = sum(turn.luck for turn in self.turns)
        return luck if seat == "A" else -luck

    def moments(self) -> tuple[tuple[Turn, Bid], ...]:
        """Return the costliest decisions, the costliest first, without those that cost next to nothing."""
        dear = [(turn, bid) for turn in self.turns for bid in turn.bids if bid.cost > NEXT_TO_NOTHING]
        return tuple(sorted(dear, key=lambda pair: -pair[1].cost)[:MOMENTS])


NEXT_TO_NOTHING = 0.0005
"""A smaller cost is no moment of a match."""


def percent(part: float) -> str:
    """A part of a match, in percent."""
    return f"{100 * part:.1f} %"


def signed(part: float) -> str:
    """Return the number with its sign; none where it rounds to zero."""
    told = f"{100 * part:+.1f} %"
    return "0.0 %" if told in ("+0.0 %", "-0.0 %") else told
