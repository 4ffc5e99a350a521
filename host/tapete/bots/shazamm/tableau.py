"""Zero-sum matrix games: the value and an optimal mix of both sides, by the condensed simplex tableau (Tucker 1956; Dantzig 1951).

It runs on floats and on `Fraction` alike. Every solution is checked: what the row player secures and what the column player concedes are
computed from the matrix itself, and where floats leave them apart the game is solved again in fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

Matrix = Sequence[Sequence[Any]]
"""What the row player gains, row by row; floats or fractions, all rows of one length of 1 or more."""

LEAST_PIVOT = 1e-9
"""A smaller entry is no pivot: it is what rounding leaves of a zero."""

TIE = 1e-11
"""Ratios nearer than this are equal; the largest pivot among them is the safest."""

BLAND = 5
"""After so many pivots for each row and column it turns to Bland's rule, which cannot go round in circles."""

PIVOTS = 500
"""And after so many it gives up: the check finds what floats have spoiled, and fractions never come so far."""

GAP = 1e-11
"""Largest difference between what is secured and what is conceded, as a part of the largest entry's range."""


class Solution(Struct, frozen=True):
    """A solved game: its value to the row player, and the probability of each row and column in an equilibrium."""

    value: Any
    rows: tuple[Any, ...]
    columns: tuple[Any, ...]


def secured(matrix: Matrix, rows: Sequence[Any]) -> Any:
    """What this mix of rows gains against the best answer."""
    mixed = [(p, row) for p, row in zip(rows, matrix, strict=True) if p]
    return min(sum(p * row[j] for p, row in mixed) for j in range(len(matrix[0])))


def conceded(matrix: Matrix, columns: Sequence[Any]) -> Any:
    """What the best answer gains against this mix of columns."""
    return max(worths(matrix, columns))


def worths(matrix: Matrix, columns: Sequence[Any]) -> list[Any]:
    """What each row gains against this mix of columns."""
    mixed = [(j, p) for j, p in enumerate(columns) if p]
    return [sum(row[j] * p for j, p in mixed) for row in matrix]


def solve(matrix: Matrix) -> Solution:
    """An equilibrium of a matrix game.

    Args:
        matrix: at least one row and one column, finite.
    """
    pure = _saddle(matrix)
    if pure is not None:
        return pure
    rows, columns = _sensible(matrix)
    small = [[matrix[i][j] for j in columns] for i in rows]
    low, high = min(map(min, small)), max(map(max, small))
    exact = not isinstance(high - low, float)
    x, y = _mixes([[(entry - low) / (high - low) + 1 for entry in row] for row in small], exact)
    secure, concede = secured(small, x), conceded(small, y)
    if not exact and not concede - secure <= GAP * (high - low):
        exactly = solve([[Fraction(entry) for entry in row] for row in matrix])
        return Solution(float(exactly.value), tuple(map(float, exactly.rows)), tuple(map(float, exactly.columns)))
    return Solution((secure + concede) / 2, _spread(x, rows, len(matrix)), _spread(y, columns, len(matrix[0])))


def _saddle(matrix: Matrix) -> Solution | None:
    """A pure equilibrium, if there is one."""
    least = [min(row) for row in matrix]
    greatest = [max(column) for column in zip(*matrix, strict=True)]
    value = max(least)
    if value != min(greatest):
        return None
    return Solution(value, _spread([1], [least.index(value)], len(least)), _spread([1], [greatest.index(value)], len(greatest)))


def _spread(mix: Sequence[Any], places: Sequence[int], number: int) -> tuple[Any, ...]:
    spread = [0 * mix[0]] * number
    for place, p in zip(places, mix, strict=True):
        spread[place] = p
    return tuple(spread)


def _sensible(matrix: Matrix) -> tuple[list[int], list[int]]:
    """Rows and columns without those that no equilibrium plays: they never gain the maximin, or never keep the minimax."""
    rows, columns = list(range(len(matrix))), list(range(len(matrix[0])))
    while True:
        maximin = max(min(matrix[i][j] for j in columns) for i in rows)
        kept = [i for i in rows if max(matrix[i][j] for j in columns) >= maximin]
        minimax = min(max(matrix[i][j] for i in kept) for j in columns)
        left = [j for j in columns if min(matrix[i][j] for i in kept) <= minimax]
        if len(kept) == len(rows) and len(left) == len(columns):
            return rows, columns
        rows, columns = kept, left


def _mixes(positive: list[list[Any]], exact: bool) -> tuple[list[Any], list[Any]]:
    """Optimal mixes of a game whose entries are all positive: maximise the sum of y where M y <= 1; x is the dual."""
    height, width = len(positive), len(positive[0])
    one = positive[0][0] / positive[0][0]
    least, tie = (0, 0) if exact else (LEAST_PIVOT, TIE)
    table = [[*row, one] for row in positive]
    table.append([-one] * width + [0 * one])
    basic = list(range(width, width + height))  # below `width`: a column's probability; else the slack of a row
    outside = list(range(width))
    for step in range(PIVOTS * (height + width)):
        open_ = [j for j in range(width) if table[height][j] < -least]
        if not open_:
            break
        if step < BLAND * (height + width):
            s = min(open_, key=table[height].__getitem__)
            r = _leaving(table, s, height, least, tie)
        else:
            s = min(open_, key=outside.__getitem__)
            r = min(_first_out(table, s, height, least, tie), key=basic.__getitem__)
        _pivot(table, r, s)
        basic[r], outside[s] = outside[s], basic[r]
    total = table[height][width]
    x, y = [0 * one] * height, [0 * one] * width
    for i, name in enumerate(basic):
        if name < width:
            y[name] = max(0 * one, table[i][width] / total)
    for j, name in enumerate(outside):
        if name >= width:
            x[name - width] = max(0 * one, table[height][j] / total)
    return _whole(x), _whole(y)


def _whole(mix: list[Any]) -> list[Any]:
    total = sum(mix)
    return [p / total for p in mix] if total else mix


def _leaving(table: list[list[Any]], s: int, height: int, least: float, tie: float) -> int:
    """The row whose slack runs out first in column s; among equals the one with the largest pivot."""
    return max(_first_out(table, s, height, least, tie), key=lambda i: table[i][s])


def _first_out(table: list[list[Any]], s: int, height: int, least: float, tie: float) -> list[int]:
    """The rows whose slack runs out first in column s."""
    ratios = [(row[-1] / row[s], i) for i, row in enumerate(table[:height]) if row[s] > least]
    first = min(ratios)[0]
    return [i for ratio, i in ratios if ratio <= first + tie]


def _pivot(table: list[list[Any]], r: int, s: int) -> None:
    """Exchange the basic variable of row r with the one outside in column s."""
    pivot = table[r][s]
    row = [entry / pivot for entry in table[r]]
    for i, other in enumerate(table):
        factor = other[s]
        if i != r and factor:
            table[i] = [entry - factor * step for entry, step in zip(other, row, strict=True)]
            table[i][s] = -factor / pivot
    row[s] = 1 / pivot
    table[r] = row
