"""A turn of Shazamm with spells as a bot reckons with it: bids and cards of both in, wall and reserves out, in a few microseconds.

The referee's own rules are too slow for tens of thousands of turns a second; a test holds this against them. What spells are used for
that ask something is the caller's: Recycle changes a bid, Clone stands for the spell that it copies. Theft applies all that it takes. What
cards come to is the same for all bids, so it is worked out apart (`met`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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


Left = tuple[int, int, int, bool]
"""A table as `After` has it."""


def follows(place: int, mana: tuple[int, int], bids: tuple[int, int], cards: Met) -> After:
    """What follows from bids, and from cards that have met.

    Args:
        place, mana, bids: as for `after`. cards: of both.
    """
    return After(*meet(place, mana, bids[:1], bids[1:], cards)[0][0])


def meet(place: int, mana: tuple[int, int], bids: Sequence[int], answers: Sequence[int], cards: Met) -> list[list[Left]]:
    """What follows from each bid (row) against each of the rival's (column), all with the same cards.

    Args:
        place, mana: as for `after`. bids, answers: of both. cards: that have met.
    """
    if cards.ends:
        return [[(place, mana[0], mana[1], True)] * len(answers) for _bid in bids]
    ways = [_way(0 if cards.middle else place, direction, cards) for direction in (0, 1, -1)]
    first, second = cards.first, cards.second
    his = [(answer, (answer + second.boost) * second.dose, *_reserves(mana[1], answer, second)) for answer in answers]
    found: list[list[Left]] = []
    for bid in bids:
        power, (kept, pressed) = (bid + first.boost) * first.dose, _reserves(mana[0], bid, first)
        row: list[Left] = []
        for answer, against, others_kept, others_pressed in his:
            to, direction = ways[(power > against) - (power < against)]
            own = pressed if direction < 0 else kept
            other = others_pressed if direction > 0 else others_kept
            if first.drinks:
                own = min(MOST_MANA, own + answer)
            if second.drinks:
                other = min(MOST_MANA, other + bid)
            over = not (own and other and -HIT < to < HIT)
            row.append((pushed(to, own, other) if over else to, own, other, over))
        found.append(row)
    return found


def _way(place: int, direction: int, cards: Met) -> tuple[int, int]:
    """Where the wall goes, and in which direction it has moved, when the stronger power pushes it this way (0: neither is stronger)."""
    steps = 1
    if direction:
        if cards.turned:
            direction = -direction
        if (cards.second if direction > 0 else cards.first).resists:
            direction = 0
        elif cards.inferno:
            steps = min(INFERNO_PUSH, HIT - direction * place)
    return place + direction * steps, direction


def _reserves(mana: int, bid: int, mine: Side) -> tuple[int, int]:
    """A reserve after payment and gains, but for what is drunk: where the wall did not come nearer, and where it did."""
    gain = mine.reserve
    kept, pressed = mana - bid, mana if mine.spared else mana - bid
    return (min(MOST_MANA, kept + gain), min(MOST_MANA, pressed + gain)) if gain else (kept, pressed)
