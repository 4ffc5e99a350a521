"""A turn of Shazamm with spells as a bot reckons with it: bids and cards of both in, wall and reserves out, in a few microseconds.

The referee's own rules are too slow for tens of thousands of turns a second; a test holds this against them. What spells are used for
that ask something is the caller's: Recycle changes a bid, Clone stands for the spell that it copies. Theft applies all that it takes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tapete.bots.shazamm.values import HIT, pushed
from tapete.games.shazamm import movement
from tapete.games.shazamm.movement import (
    ATTACK_BOOST,
    BOOST,
    DOUBLE_DOSE,
    INFERNO,
    RESERVE,
    RESERVE_BOOST,
    RESISTANCE,
    SORE_LOSER,
    SUCTION,
    WINNER_LOSES,
)
from tapete.games.shazamm.resolution import END_ROUND, MIDDLE, SILENCE, THEFT
from tapete.games.shazamm.state import MOST_MANA


class After(NamedTuple):
    """How a turn leaves the table: the wall's place from the centre, both reserves, and whether the round is over."""

    place: int
    own: int
    other: int
    over: bool


def after(place: int, mana: tuple[int, int], bids: tuple[int, int], cast: tuple[Iterable[int], Iterable[int]]) -> After:
    """What follows from bids and cards; Recycle and Clone themselves do nothing here.

    Args:
        place: the wall's, -3..3; the first player stands on the left. mana, bids: of both. cast: numbers, in any order.
    """
    first, second = set(cast[0]), set(cast[1])
    if first and second:
        both = first & second
        first, second = first - both, second - both
    if SILENCE in first or SILENCE in second:
        first, second = set(), set()
    elif THEFT in first or THEFT in second:
        thief, prey = (first, second) if THEFT in first else (second, first)
        taken = {number for number in prey if number > THEFT}
        thief |= taken
        prey -= taken
    if END_ROUND in first or END_ROUND in second:
        return After(place, mana[0], mana[1], True)
    if MIDDLE in first or MIDDLE in second:
        place = 0
    direction, steps = _direction(bids, first, second), 1
    if direction:
        if WINNER_LOSES in first or WINNER_LOSES in second:
            direction = -direction
        if RESISTANCE in (second if direction > 0 else first):
            direction = 0
        elif INFERNO in first or INFERNO in second:
            steps = min(movement.INFERNO_PUSH, HIT - direction * place)
    place += direction * steps
    own = _settled(mana[0], bids[0], bids[1], first, direction < 0)
    other = _settled(mana[1], bids[1], bids[0], second, direction > 0)
    if abs(place) >= HIT or not (own and other):
        return After(pushed(place, own, other), own, other, True)
    return After(place, own, other, False)


def _direction(bids: tuple[int, int], first: set[int], second: set[int]) -> int:
    """To which side the stronger attack pushes, before anything turns it round."""
    power, against = bids
    if ATTACK_BOOST in first:
        power += BOOST
    if ATTACK_BOOST in second:
        against += BOOST
    if DOUBLE_DOSE in first:
        power *= 2
    if DOUBLE_DOSE in second:
        against *= 2
    return (power > against) - (power < against)


def _settled(mana: int, bid: int, others: int, mine: set[int], moved_at: bool) -> int:
    """A reserve after payment and gains."""
    left = mana if SORE_LOSER in mine and moved_at else mana - bid
    if RESERVE_BOOST in mine:
        left = min(MOST_MANA, left + RESERVE)
    if SUCTION in mine:
        left = min(MOST_MANA, left + others)
    return left
