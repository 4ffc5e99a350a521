"""What every moment of Shazamm without spells is worth in perfect play: the table that `tools/shazamm_table.py` writes.

A value is A's chance of winning less B's, -1..1. A moment is a start of a round (how far the bridge reaches, and where its centre is), the
wall's place from that centre, and both reserves. With centre and wall mirrored and the reserves exchanged a value changes its sign, so that
only centres of 0 and more are kept.
"""

from __future__ import annotations

import functools
import sys
import zlib
from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tapete.games.shazamm.constants import MOST_MANA, REACH
from tapete.games.shazamm.state import Options

COINS = MOST_MANA
HIT = REACH
"""The wall has hit a wizard when it is so far from the centre (SHZ-012, SHZ-025)."""

TABLE = Path(__file__).with_name("values.bin")


class Start(NamedTuple):
    """Where a round begins: the outermost slab that is whole at either end, and the wall's place."""

    edge: int
    centre: int

    def after(self, end: int) -> Start:
        """Where the next one begins if the wall ends there, counted from the centre: a slab less, and the wall stays (SHZ-R40)."""
        return Start(self.edge - 1, self.centre + end)


def fallen(start: Start) -> int | None:
    """Who has won where a round would begin so: 1 for A, -1 for B, 0 for nobody as both fall; None if nobody falls (SHZ-032, R04..R06)."""
    falls_a, falls_b = start.centre - HIT < -start.edge, start.centre + HIT > start.edge
    return int(falls_b) - int(falls_a) if falls_a or falls_b else None


def _starts() -> tuple[Start, ...]:
    """Every start with a centre of 0 or more that a match can reach, the first one first."""
    found = [Start(Options().bridge_half, 0)]
    for start in found:
        for end in range(-HIT, HIT + 1):
            after = start.after(end)
            if after.centre >= 0 and fallen(after) is None and after not in found:
                found.append(after)
    return tuple(sorted(found, key=lambda start: (-start.edge, start.centre)))


STARTS = _starts()


def worth_of_end(start: Start, end: int, worth: Mapping[Start, float]) -> float:
    """What the match is worth where a round ends.

    Args:
        start: of the round. end: the wall's place from its centre. worth: of the starts of later rounds, centres of 0 and more.
    """
    after = start.after(end)
    won = fallen(after)
    if won is not None:
        return float(won)
    return worth[after] if after.centre >= 0 else -worth[Start(after.edge, -after.centre)]


class Values:
    """The table.

    Args:
        figures: by start, place, mana of A and mana of B, in this order.
        coins: mana at the beginning of a round.
    """

    def __init__(self, figures: array[float], coins: int = COINS) -> None:
        self.figures, self.coins = figures, coins

    def knows(self, start: Start) -> bool:
        """Say whether a match can come to such a start; a corrected one may be elsewhere."""
        return Start(start.edge, abs(start.centre)) in _INDEX

    def worth(self, start: Start, place: int, a: int, b: int) -> float:
        """What a moment is worth to A; with a reserve of 0, or the wall at a wizard, the round is over and the wall is pushed.

        Args:
            start: of the round. place: the wall's, -3..3 from the centre. a, b: both reserves, 0..50.

        Raises:
            KeyError: no round of a match begins so.
        """
        if abs(place) == HIT or not (a and b):
            return self.end(start, pushed(place, a, b))
        if start.centre < 0:
            return -self.worth(Start(start.edge, -start.centre), -place, b, a)
        return self.figures[((_INDEX[start] * (2 * HIT - 1) + place + HIT - 1) * self.coins + a - 1) * self.coins + b - 1]

    def end(self, start: Start, end: int) -> float:
        """What a round is worth to A that ends with the wall there."""
        after = start.after(end)
        won = fallen(after)
        return float(won) if won is not None else self.worth(after, 0, self.coins, self.coins)

    def stage(self, start: Start, place: int, a: int, b: int) -> list[list[float]]:
        """What each pair of bids is worth to A: row i is A's bid i + 1, column j B's bid j + 1."""
        left = [[self.worth(start, place - 1, a - i, b - j) for j in range(i + 1, b + 1)] for i in range(1, a + 1)]
        same = [self.worth(start, place, a - i, b - i) for i in range(1, min(a, b) + 1)]
        right = [[self.worth(start, place + 1, a - i, b - j) for j in range(1, min(i - 1, b) + 1)] for i in range(1, a + 1)]
        return [[*right[i], *same[i : i + 1], *left[i]] for i in range(a)]


_INDEX = {start: n for n, start in enumerate(STARTS)}


def pushed(place: int, a: int, b: int) -> int:
    """Where the wall ends at the end of a round: it is pushed at the one without mana as far as the other's reaches (SHZ-057, 058)."""
    if abs(place) == HIT or bool(a) == bool(b):
        return place
    return min(place + a, HIT) if a else max(place - b, -HIT)


def packed(figures: bytes) -> bytes:
    """The table as it is kept: the first bytes of all figures, then the second ones and so on, which presses smaller."""
    return zlib.compress(b"".join(figures[n::8] for n in range(8)), 9)


@functools.cache
def stored() -> Values:
    """The table that comes with this package, about 2 MB once it is read."""
    planes = zlib.decompress(TABLE.read_bytes())
    number = len(planes) // 8
    raw = bytearray(len(planes))
    for n in range(8):
        raw[n::8] = planes[n * number : (n + 1) * number]
    figures = array("d")
    figures.frombytes(raw)
    if sys.byteorder == "big":
        figures.byteswap()
    return Values(figures)
