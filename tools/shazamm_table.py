"""Solves Shazamm without spells, and writes the table of values that the exact bot plays by.

    python tools/shazamm_table.py            # writes host/tapete/bots/shazamm/values.bin
    python tools/shazamm_table.py --check    # proves that it is current, and by a best response that it is right
    python tools/shazamm_table.py --coins 10 --check

Rounds are chained from the last to the first by what their ends are worth; inside a round, states with the same mana of A depend on those
with less only. So all games with one mana of A, all places of the wall, all mana of B and all centres of a round are solved in one batch:
a pure saddle point where there is one, else the condensed simplex tableau of `tapete.bots.shazamm.tableau`, for many games at once.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from tapete.bots.shazamm import perfect_values, tableau
from tapete.bots.shazamm.perfect_values import COINS, HIT, Start, worth_of_end

GAP = 1e-11
"""Between what is secured and what is conceded; a wider one is solved again by itself."""

CHUNK = 128
"""Games in one tableau: it should stay in the processor's cache."""

PLACES = range(1 - HIT, HIT)

Array = Any


class Batch(NamedTuple):
    """Solved games: their values, and both mixes over bids 1.. of each."""

    value: Array
    rows: Array
    columns: Array


def solved(games: Array, heights: Array, widths: Array) -> Batch:
    """Solve many matrix games.

    Args:
        games: number x rows x columns; columns beyond a game's own hold infinity.
        heights, widths: rows and columns of each that are worth a look.
    """
    number, height, width = games.shape
    lows, tops = games.min(2), games.max(1)
    value, minimax = lows.max(1), tops.min(1)
    rows, columns = np.zeros((number, height)), np.zeros((number, width))
    rows[np.arange(number), lows.argmax(1)] = 1
    columns[np.arange(number), tops.argmin(1)] = 1
    mixed = np.flatnonzero(minimax > value)
    rows[mixed] = columns[mixed] = 0
    if len(mixed):
        wide, high = widths[mixed].max(), heights[mixed].max()
        games, heights, widths = games[mixed, :high, :wide], heights[mixed], widths[mixed]
        inside_r, inside_c = _sensible(games, np.arange(high) < heights[:, None], np.arange(wide) < widths[:, None])
        order = np.argsort(inside_r.sum(1) * inside_c.sum(1), kind="stable")
        for at in range(0, len(order), CHUNK):
            part = order[at : at + CHUNK]
            value[mixed[part]], rows[mixed[part], :high], columns[mixed[part], :wide] = _mixed(games[part], inside_r[part], inside_c[part])
    return Batch(value, rows, columns)


def _sensible(games: Array, inside_r: Array, inside_c: Array) -> tuple[Array, Array]:
    """Rows and columns without those that no equilibrium plays; see `tapete.bots.shazamm.tableau`.

    One pass takes most of them away; more passes cost more than they save.
    """
    lows = np.where(inside_c[:, None, :], games, np.inf).min(2)
    highs = np.where(inside_c[:, None, :], games, -np.inf).max(2)
    kept = inside_r & (highs >= np.where(inside_r, lows, -np.inf).max(1)[:, None])
    tops = np.where(kept[:, :, None], games, -np.inf).max(1)
    bottoms = np.where(kept[:, :, None], games, np.inf).min(1)
    return kept, inside_c & (bottoms <= np.where(inside_c, tops, np.inf).min(1)[:, None])


def _mixed(games: Array, inside_r: Array, inside_c: Array) -> tuple[Array, Array, Array]:
    """Games without a saddle point: the kept rows and columns first, one tableau for all, and a check of each."""
    number, height, width = games.shape
    places_r, places_c = np.argsort(~inside_r, 1, kind="stable"), np.argsort(~inside_c, 1, kind="stable")
    most_r, most_c = inside_r.sum(1).max(), inside_c.sum(1).max()
    places_r, places_c = places_r[:, :most_r], places_c[:, :most_c]
    valid = np.take_along_axis(inside_r, places_r, 1)[:, :, None] & np.take_along_axis(inside_c, places_c, 1)[:, None, :]
    small = games[np.arange(number)[:, None, None], places_r[:, :, None], places_c[:, None, :]]
    low = np.where(valid, small, np.inf).min((1, 2))[:, None, None]
    high = np.where(valid, small, -np.inf).max((1, 2))[:, None, None]
    x, y = _tableau(np.where(valid, (small - low) / (high - low) + 1, 0.0), valid[:, 0, :])
    secure = np.where(valid[:, 0, :], (x[:, None, :] @ np.where(valid, small, 0.0))[:, 0, :], np.inf).min(1)
    concede = np.where(valid[:, :, 0], (np.where(valid, small, 0.0) @ y[:, :, None])[:, :, 0], -np.inf).max(1)
    for n in np.flatnonzero(~(concede - secure <= GAP)):
        again = tableau.solve(small[n][: valid[n, :, 0].sum(), : valid[n, 0].sum()].tolist())
        secure[n] = concede[n] = again.value
        x[n, : len(again.rows)], y[n, : len(again.columns)] = again.rows, again.columns
    rows, columns = np.zeros((number, height)), np.zeros((number, width))
    np.put_along_axis(rows, places_r, x, 1)
    np.put_along_axis(columns, places_c, y, 1)
    return (secure + concede) / 2, rows, columns


def _tableau(positive: Array, real_columns: Array) -> tuple[Array, Array]:
    """Optimal mixes of both sides; see `tapete.bots.shazamm.tableau`. Rows and columns of zeros are no part of a game."""
    number, height, width = positive.shape
    table = np.zeros((number, height + 1, width + 1))
    table[:, :height, :width] = positive
    table[:, :height, width] = 1
    table[:, height, :width] = np.where(real_columns, -1.0, 0.0)
    basic = np.tile(np.arange(width, width + height), (number, 1))
    outside = np.tile(np.arange(width), (number, 1))
    mixes = np.zeros((number, width + height))
    which = np.arange(number)
    for _ in range(20 * (height + width)):
        costs = table[:, height, :width]
        s = costs.argmin(1)
        done = costs[np.arange(len(which)), s] >= -tableau.LEAST_PIVOT
        if done.any():
            total = table[done, height, width][:, None]
            np.put_along_axis(part := np.zeros((done.sum(), width + height)), basic[done], table[done, :height, width] / total, 1)
            np.put_along_axis(dual := np.zeros((done.sum(), width + height)), outside[done], table[done, height, :width] / total, 1)
            mixes[which[done], :width], mixes[which[done], width:] = part[:, :width], dual[:, width:]
            go = ~done
            which, table, basic, outside, s = which[go], table[go], basic[go], outside[go], s[go]
        if not len(which):
            break
        at = np.arange(len(which))
        column = table[at, :, s]
        entering = column[:, :height]
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios = np.where(entering > tableau.LEAST_PIVOT, table[:, :height, width] / entering, np.inf)
        r = np.where(ratios <= ratios.min(1)[:, None] + tableau.TIE, entering, -np.inf).argmax(1)
        pivot = column[at, r]
        row = table[at, r, :] / pivot[:, None]
        table -= column[:, :, None] * row[:, None, :]
        table[at, :, s] = -column / pivot[:, None]
        table[at, r, :] = row
        table[at, r, s] = 1 / pivot
        basic[at, r], outside[at, s] = outside[at, s], basic[at, r]
    y, x = np.maximum(mixes[:, :width], 0), np.maximum(mixes[:, width:], 0)
    with np.errstate(invalid="ignore"):
        return x / x.sum(1)[:, None], y / y.sum(1)[:, None]


class RoundTable:
    """The states of a round, for one or more centres at once.

    Args:
        ends: number x 7: what the match is worth where the round ends at -3..3 from the centre.
        coins: mana at the beginning.
    """

    def __init__(self, ends: Array, coins: int) -> None:
        number = len(ends)
        self.coins = coins
        self.after = np.full((number, 2 * HIT + 1, coins + 1, coins + 2), np.inf)  # the last: more than B has
        mana = np.arange(coins + 1)
        for place in range(-HIT, HIT + 1):
            at = place + HIT
            if abs(place) == HIT:
                self.after[:, at, :, :-1] = ends[:, at, None, None]
                continue
            self.after[:, at, 0, :-1] = ends[:, np.maximum(place - mana, -HIT) + HIT]
            self.after[:, at, :, 0] = ends[:, np.minimum(place + mana, HIT) + HIT]

    def games(self, a: int) -> tuple[Array, Array, Array]:
        """The stage games of every centre, place and mana of B where A has `a`: the games, their heights and widths."""
        coins, b = self.coins, np.arange(1, self.coins + 1)
        i, j = np.arange(1, a + 1), np.arange(1, coins + 1)
        steps = np.sign(i[:, None] - j[None, :])
        left = np.maximum(b[:, None] - j[None, :], -1)
        places = np.array(PLACES) + HIT
        games = self.after[
            :, places[:, None, None, None] + steps[None, None], (a - i)[None, None, :, None], left[None, :, None, :]
        ]  # centre, place, b, i, j
        heights = np.broadcast_to(np.minimum(a, b + 1), games.shape[:3])
        widths = np.broadcast_to(np.minimum(b, a + 1), games.shape[:3])
        return games.reshape(-1, a, coins), heights.reshape(-1), widths.reshape(-1)

    def put(self, a: int, value: Array) -> None:
        self.after[:, 1:-1, a, 1:-1] = value.reshape(len(self.after), len(PLACES), self.coins)

    def states(self) -> Array:
        """Values by centre, place, mana of A and of B, 1.. each."""
        return self.after[:, 1:-1, 1:, 1:-1]


def rounds(coins: int) -> Iterator[tuple[list[Start], RoundTable]]:
    """All rounds, the last one first, each with its centres of 0 and more; those below are their mirrors."""
    worth: dict[Start, float] = {}
    for edge in sorted({start.edge for start in perfect_values.STARTS}):
        starts = [start for start in perfect_values.STARTS if start.edge == edge]
        ends = np.array([[worth_of_end(start, end, worth) for end in range(-HIT, HIT + 1)] for start in starts])
        table = RoundTable(ends, coins)
        for a in range(1, coins + 1):
            table.put(a, solved(*table.games(a)).value)
        worth |= {start: float(table.states()[n, -PLACES[0], -1, -1]) for n, start in enumerate(starts)}
        yield starts, table


def solve(coins: int) -> Array:
    """The whole table: start, place, mana of A, mana of B."""
    found = {start: table.states()[n] for starts, table in rounds(coins) for n, start in enumerate(starts)}
    return np.stack([found[start] for start in perfect_values.STARTS])


def exploitability(table: Array) -> float:
    """What a best response wins against the equilibrium that the table gives, through all rounds, from the first state of a match.

    The bids of one side are fixed in every stage; the other side's best answer is found by induction over all bids, the wasteful ones
    too, and nothing is taken for granted about the values.
    """
    coins = table.shape[-1]
    worth: dict[Start, float] = {}  # to A, who answers the fixed bids of B
    fixed: dict[Start, float] = {start: float(table[n, -PLACES[0], -1, -1]) for n, start in enumerate(perfect_values.STARTS)}
    for edge in sorted({start.edge for start in perfect_values.STARTS}):
        starts = [Start(edge, centre) for start in perfect_values.STARTS if start.edge == edge for centre in {start.centre, -start.centre}]
        known = RoundTable(np.array([[worth_of_end(s, end, fixed) for end in range(-HIT, HIT + 1)] for s in starts]), coins)
        for a in range(1, coins + 1):
            known.put(a, np.stack([_of(table, s)[:, a - 1] for s in starts]))
        best = RoundTable(np.array([[_end(s, end, worth) for end in range(-HIT, HIT + 1)] for s in starts]), coins)
        for a in range(1, coins + 1):
            columns = solved(*known.games(a)).columns
            answers, _, widths = best.games(a)
            inside = np.arange(coins) < widths[:, None]
            best.put(a, (np.where(inside[:, None, :], answers, 0) @ np.where(inside, columns, 0)[:, :, None])[:, :, 0].max(1))
        worth |= {start: float(best.states()[n, -PLACES[0], -1, -1]) for n, start in enumerate(starts)}
    first = perfect_values.STARTS[0]
    return worth[first] - fixed[first]


def _of(table: Array, start: Start) -> Array:
    """The values of a start, those of a centre below 0 as the mirror of the one above."""
    found = table[perfect_values.STARTS.index(Start(start.edge, abs(start.centre)))]
    return found if start.centre >= 0 else -found[::-1].transpose(0, 2, 1)


def _end(start: Start, end: int, worth: dict[Start, float]) -> float:
    """As `worth_of_end`, for values that are no mirrors of each other."""
    after, won = start.after(end), perfect_values.fallen(start.after(end))
    return worth[after] if won is None else float(won)


def main() -> int:
    """Write the table, or check it."""
    parser = argparse.ArgumentParser(description="Solve Shazamm without spells.")
    parser.add_argument("--check", action="store_true", help="compare with the table that is there, and compute a best response")
    parser.add_argument(
        "--coins", type=int, default=COINS, help="mana at the beginning of a round (%(default)s); others are checked, never written"
    )
    given = parser.parse_args()
    began = time.perf_counter()
    table = solve(given.coins)
    print(f"solved {table.size} states in {time.perf_counter() - began:.1f} s")
    if given.check:
        found = exploitability(table)
        print(f"a best response to the equilibrium wins {found:.1e}")
        same = given.coins != COINS or bool(np.abs(np.array(perfect_values.stored().figures) - table.reshape(-1)).max() < 1e-12)
        return 0 if found < 1e-9 and same else 1
    if given.coins != COINS:
        parser.error("only the table for a whole match is written")
    packed = perfect_values.packed(table.astype("<f8").tobytes())
    perfect_values.TABLE.write_bytes(packed)
    print(f"wrote {len(packed)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
