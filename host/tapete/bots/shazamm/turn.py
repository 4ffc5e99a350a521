"""A turn of Shazamm with spells as a bot reckons with it: bids and cards of both in, wall and reserves out, in a few microseconds.

The referee's own rules are too slow for tens of thousands of turns a second; a test holds this against them. What spells are used for
that ask something is the caller's: Recycle changes a bid, Clone stands for the spell that it copies. Theft applies all that it takes. What
cards come to is the same for all bids, so it is worked out apart (`met`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tapete.bots.shazamm.perfect_values import HIT, pushed
from tapete.games.shazamm.constants import (
    ATTACK_BOOST,
    BOOST,
    DOUBLE_DOSE,
    END_ROUND,
    INFERNO,
    INFERNO_PUSH,
    MIDDLE,
    MOST_MANA,
    RESERVE,
    RESERVE_BOOST,
    RESISTANCE,
    SILENCE,
    SORE_LOSER,
    SUCTION,
    THEFT,
    WINNER_LOSES,
)


class After(NamedTuple):
    """How a turn leaves the table: the wall's place from the centre, both reserves, and whether the round is over."""

    place: int
    own: int
    other: int
    over: bool


class Side(NamedTuple):
    """What cards do for one player.

    Args:
        boost: added to the power, which is multiplied by `dose`. resists: the wall does not come nearer. spared: pays nothing if it does.
        reserve: mana gained. drinks: the rival's bid is gained too.
    """

    boost: int
    dose: int
    resists: bool
    spared: bool
    reserve: int
    drinks: bool


class Met(NamedTuple):
    """What the cards of both come to once they have met, whatever is bid."""

    ends: bool
    middle: bool
    turned: bool
    inferno: bool
    first: Side
    second: Side
    plain: bool
    """Nothing works: bids alone decide."""


def after(place: int, mana: tuple[int, int], bids: tuple[int, int], cast: tuple[Iterable[int], Iterable[int]]) -> After:
    """What follows from bids and cards; Recycle and Clone themselves do nothing here.

    Args:
        place: the wall's, -3..3; the first player stands on the left. mana, bids: of both. cast: numbers, in any order.
    """
    return follows(place, mana, bids, met(*cast))


def met(cast: Iterable[int], answered: Iterable[int]) -> Met:
    """What the cards of both players come to: equal ones cancel, Silence stills all others, Theft takes those above it."""
    first, second = set(cast), set(answered)
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
    cards = first | second
    return Met(
        END_ROUND in cards,
        MIDDLE in cards,
        WINNER_LOSES in cards,
        INFERNO in cards,
        _side(first),
        _side(second),
        not any(number in (END_ROUND, MIDDLE) or number >= ATTACK_BOOST for number in cards),
    )


def _side(cards: set[int]) -> Side:
    return Side(
        BOOST if ATTACK_BOOST in cards else 0,
        2 if DOUBLE_DOSE in cards else 1,
        RESISTANCE in cards,
        SORE_LOSER in cards,
        RESERVE if RESERVE_BOOST in cards else 0,
        SUCTION in cards,
    )


def follows(place: int, mana: tuple[int, int], bids: tuple[int, int], cards: Met) -> After:
    """What follows from bids, and from cards that have met.

    Args:
        place, mana, bids: as for `after`. cards: of both.
    """
    bid, answer = bids
    if cards.plain:
        place += (bid > answer) - (bid < answer)
        own, other = mana[0] - bid, mana[1] - answer
    elif cards.ends:
        return After(place, mana[0], mana[1], True)
    else:
        if cards.middle:
            place = 0
        _, _, turned, inferno, first, second, _ = cards
        power, against = (bid + first.boost) * first.dose, (answer + second.boost) * second.dose
        direction, steps = (power > against) - (power < against), 1
        if direction:
            if turned:
                direction = -direction
            if (second if direction > 0 else first).resists:
                direction = 0
            elif inferno:
                steps = min(INFERNO_PUSH, HIT - direction * place)
        place += direction * steps
        own = _settled(mana[0], bid, answer, first, direction < 0)
        other = _settled(mana[1], answer, bid, second, direction > 0)
    if abs(place) >= HIT or not (own and other):
        return After(pushed(place, own, other), own, other, True)
    return After(place, own, other, False)


def _settled(mana: int, bid: int, others: int, mine: Side, moved_at: bool) -> int:
    """A reserve after payment and gains."""
    left = mana if mine.spared and moved_at else mana - bid
    if mine.reserve:
        left = min(MOST_MANA, left + mine.reserve)
    if mine.drinks:
        left = min(MOST_MANA, left + others)
    return left
