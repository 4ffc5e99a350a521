"""Shazamm without spells by plain induction, state by state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tapete.bots.shazamm.perfect_values import HIT, Start, fallen, pushed
from tapete.bots.shazamm.tableau import solve


def round_by_hand(start: Start, end_worth: Callable[[int], Any], coins: int, one: Any) -> dict[tuple[int, int, int], Any]:
    """Every moment of a round by plain induction: no table, no batch; on the numbers that `one` belongs to."""
    known: dict[tuple[int, int, int], Any] = {}

    def worth(place: int, a: int, b: int) -> Any:
        return end_worth(pushed(place, a, b)) * one if abs(place) == HIT or not (a and b) else known[place, a, b]

    for a in range(1, coins + 1):
        for b in range(1, coins + 1):
            for place in range(1 - HIT, HIT):
                matrix = [[worth(place + (i > j) - (i < j), a - i, b - j) for j in range(1, b + 1)] for i in range(1, a + 1)]
                known[place, a, b] = solve(matrix).value
    return known


def last_round(end: int) -> int:
    won = fallen(Start(2, end))
    assert won is not None
    return won
