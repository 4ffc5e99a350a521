"""Matrix games: known equilibria, games drawn by chance on floats and on fractions, and what rounding must not spoil."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from tapete.bots.shazamm.tableau import GAP, conceded, secured, solve, worths


@pytest.mark.parametrize(
    ("matrix", "value", "rows", "columns"),
    [
        ([[3]], 3, (1,), (1,)),
        ([[1, 2], [3, 4]], 3, (0, 1), (1, 0)),
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, (Fraction(1, 3),) * 3, (Fraction(1, 3),) * 3),
        ([[3, -1], [-2, 1]], Fraction(1, 7), (Fraction(3, 7), Fraction(4, 7)), (Fraction(2, 7), Fraction(5, 7))),
        ([[2, 0, 9], [0, 2, 9]], 1, (Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 2), Fraction(1, 2), 0)),
    ],
)
def test_a_known_game_has_its_known_equilibrium(
    matrix: list[list[int]], value: Fraction, rows: tuple[Fraction, ...], columns: tuple[Fraction, ...]
) -> None:
    exact = solve([[Fraction(entry) for entry in row] for row in matrix])
    assert (exact.value, exact.rows, exact.columns) == (value, rows, columns)
    near = solve([[float(entry) for entry in row] for row in matrix])
    assert near.value == pytest.approx(float(value), abs=1e-12)
    assert near.rows == pytest.approx(tuple(map(float, rows)), abs=1e-12)
    assert near.columns == pytest.approx(tuple(map(float, columns)), abs=1e-12)


@pytest.mark.parametrize("seed", range(40))
def test_nobody_gains_by_leaving_an_equilibrium(seed: int) -> None:
    rng = random.Random(seed)
    kinds: list[Callable[[], float]] = [
        lambda: rng.uniform(-1, 1),
        lambda: float(rng.choice((-1, 0, 1))),
        lambda: rng.choice((0.0, 1.0, rng.random())),
    ]
    draw = kinds[seed % len(kinds)]
    matrix = [[draw() for _ in range(rng.randint(1, 30))] for _ in range(1)]
    matrix += [[draw() for _ in matrix[0]] for _ in range(rng.randint(0, 30))]
    found = solve(matrix)
    assert sum(found.rows) == pytest.approx(1)
    assert sum(found.columns) == pytest.approx(1)
    assert min(*found.rows, *found.columns) >= 0
    assert conceded(matrix, found.columns) - secured(matrix, found.rows) <= 2 * GAP
    assert found.value == pytest.approx(max(worths(matrix, found.columns)), abs=2 * GAP)


@pytest.mark.parametrize("seed", range(8))
def test_fractions_leave_no_gap_at_all(seed: int) -> None:
    rng = random.Random(seed)
    width = rng.randint(2, 9)
    matrix = [[Fraction(rng.randint(-3, 3)) for _ in range(width)] for _ in range(rng.randint(2, 9))]
    found = solve(matrix)
    assert secured(matrix, found.rows) == conceded(matrix, found.columns) == found.value


def test_nearly_equal_entries_are_told_apart() -> None:
    """Entries that differ in the last digits only: the range is what counts, and fractions help where floats give up."""
    low, step = 0.7, 2.0**-48
    matrix = [[low, low + 2 * step], [low + 3 * step, low + step]]
    found = solve(matrix)
    assert low + step < found.value < low + 2 * step
    assert found.rows == pytest.approx((0.5, 0.5))
    assert found.columns == pytest.approx((0.25, 0.75))
