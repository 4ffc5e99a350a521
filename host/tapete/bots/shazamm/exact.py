"""Perfect play of Shazamm without spells, and a dial between it and what is guessed of the rival, with a promise.

Nobody wins against the equilibrium on average, and it wins nothing from those whose bids it would make itself. A restricted Nash response
(Johanson, Zinkevich and Bowling 2007) takes more: it answers a rival who is bound to a guess with some probability in every stage. `tools/
shazamm_dial.py` prints what the best rival wins against it over a match. `Purse` turns it into a promise of any size: it risks no more
than it was given and what the rival has given away since (Ganzfried and Sandholm 2015, "risk what you've won in expectation").
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from tapete.bots.shazamm.perfect_values import COINS, Start, Values
from tapete.bots.shazamm.tableau import Solution, solve, worths
from tapete.core.seats import Both, Seat
from tapete.games.shazamm.state import DECK, Options, State

BINDINGS = (0.9, 0.7, 0.5, 0.3, 0.15)
"""How firmly the rival is thought to be bound to the guess; the first one that the purse can pay is played."""


class Moment(Struct, frozen=True):
    """A moment before both bid, as the table knows it, seen from the seat that bids."""

    start: Start
    place: int
    own: int
    other: int


def applies(options: Options) -> bool:
    """Say whether the table holds under these house rules: collapsing before the wizards move is another game, and so is less mana."""
    return options.collapse_order == "final" and options.mana == COINS


def without_spells(state: State) -> bool:
    """Say whether no spell can be cast any more: no player holds a card, and none is left to draw."""
    return not (state.hand.A or state.hand.B or state.deck.A or state.deck.B)


def cards_used_up(state: State) -> State:
    """The same moment with every card used up: so a match without spells begins."""
    return replace(state, hand=Both(0, 0), deck=Both(0, 0), used=Both(DECK, DECK))


def moment(state: State, options: Options, seat: Seat) -> Moment:
    """Where a match stands, with the bidding seat on the left."""
    edge, place = options.bridge_half - state.broken, state.wall - state.centre
    if seat == "A":
        return Moment(Start(edge, state.centre), place, state.mana.A, state.mana.B)
    return Moment(Start(edge, -state.centre), -place, state.mana.B, state.mana.A)


def stage(values: Values, at: Moment) -> list[list[float]]:
    """What each own bid (row) is worth against each of the rival's (column)."""
    return values.stage(at.start, at.place, at.own, at.other)


@functools.lru_cache(maxsize=512)
def equilibrium(values: Values, at: Moment) -> Solution:
    """Return the mix of bids that no rival beats; row n is a bid of n + 1."""
    return solve(stage(values, at))


def restricted(matrix: Sequence[Sequence[float]], guess: Sequence[float], binding: float) -> tuple[float, ...]:
    """The mix of rows that answers a rival who plays a guess with a probability, and else what hurts most.

    Args:
        matrix: of the stage. guess: probability of each column. binding: 0 (equilibrium) to 1 (best answer to the guess).
    """
    against = worths(matrix, guess)
    return solve([[binding * known + (1 - binding) * entry for entry in row] for known, row in zip(against, matrix, strict=True)]).rows


class Purse:
    """What may be lost, as a part of a match: an allowance, and what the rival has given away by bids outside of every equilibrium.

    Over a match no rival wins more than the allowance on average: the worth of the match less the purse never falls in expectation.

    Args:
        allowance: 0 (perfect) or more; 2 would be a match lost for certain.
    """

    def __init__(self, allowance: float) -> None:
        self.left = allowance

    def respond(self, matrix: Sequence[Sequence[float]], guess: Sequence[float]) -> tuple[float, ...]:
        """The boldest answer to a guess that the purse can pay."""
        safe = solve(matrix)
        for binding in BINDINGS if self.left > 0 else ():
            rows = restricted(matrix, guess, binding)
            if safe.value - min(replies(matrix, rows)) <= self.left:
                return rows
        return safe.rows

    def settle(self, matrix: Sequence[Sequence[float]], rows: Sequence[float], bid: int | None) -> None:
        """Take off what the mix has risked, and put in what the rival's bid has given away.

        Args:
            matrix: of the stage. rows: what was played. bid: the rival's; None where it was not seen, which counts as his best one.
        """
        worth = replies(matrix, rows)
        self.left = max(0.0, self.left + (min(worth) if bid is None else worth[bid - 1]) - solve(matrix).value)


def replies(matrix: Sequence[Sequence[float]], rows: Sequence[float]) -> list[float]:
    """What a mix of rows is worth against each column."""
    mixed = [(p, row) for p, row in zip(rows, matrix, strict=True) if p]
    return [sum(p * row[j] for p, row in mixed) for j in range(len(matrix[0]))]


class Guess:
    """What a rival bids, guessed from what he has bid: as parts of his reserve, each with its neighbours."""

    FIRM = 4.0
    """The equilibrium counts as much as so many bids seen."""

    SEEN = 12
    """So many of his last bids count."""

    WIDTH = 2
    """A bid counts for its neighbours too, up to so far."""

    def __init__(self) -> None:
        self._parts: list[float] = []

    def see(self, bid: int, mana: int) -> None:
        """Remember a bid out of a reserve."""
        self._parts = [*self._parts, bid / mana][-self.SEEN :]

    def bids(self, mana: int) -> list[int]:
        """What he would bid out of this reserve if he bid as he has: a bid for each that was seen."""
        return [max(1, min(mana, round(part * mana))) for part in self._parts]

    def over(self, columns: Sequence[float]) -> list[float]:
        """The guess, over the rival's bids 1 and up.

        Args:
            columns: his equilibrium at this moment.
        """
        high = len(columns)
        weights = [self.FIRM * p for p in columns]
        for part in self._parts:
            middle = max(1, min(high, round(part * high)))
            near = [bid for bid in range(middle - self.WIDTH, middle + self.WIDTH + 1) if 1 <= bid <= high]
            for bid in near:
                weights[bid - 1] += 1 / len(near)
        total = sum(weights)
        return [weight / total for weight in weights]
