"""Confidence intervals (95 %) of a share that was counted."""

from __future__ import annotations

import math
from typing import NamedTuple

Z = 1.96
"""Standard errors of an interval of 95 %."""


class Odds(NamedTuple):
    """A share, and between what the true one lies 95 times of 100."""

    share: float
    low: float
    high: float


def wilson(points: float, cases: int) -> Odds:
    """Return the share of points in so many cases of 0..1 point each (Wilson 1927); nothing is known without a case.

    Args:
        points: in all, a draw counts half. cases: how many.
    """
    if not cases:
        return Odds(0.5, 0.0, 1.0)
    p = points / cases
    middle = (p + Z * Z / (2 * cases)) / (1 + Z * Z / cases)
    half = Z / (1 + Z * Z / cases) * math.sqrt(p * (1 - p) / cases + Z * Z / (4 * cases * cases))
    return Odds(p, max(0.0, middle - half), min(1.0, middle + half))


def difference(after: Odds, before: Odds) -> Odds:
    """Return how much a share has changed, of two that were counted apart (Newcombe 1998, his method 10)."""
    change = after.share - before.share
    return Odds(
        change,
        change - math.hypot(after.share - after.low, before.high - before.share),
        change + math.hypot(after.high - after.share, before.share - before.low),
    )
