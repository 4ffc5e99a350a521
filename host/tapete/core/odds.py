"""Estimate a true share from a counted one: intervals of 95 %, points of Elo, and when enough was counted."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

Z = 1.96
"""Standard errors of an interval of 95 %."""


class Odds(NamedTuple):
    """A share, and between what the true one lies 95 times of 100."""

    share: float
    low: float
    high: float


def wilson(points: float, cases: int, z: float = Z) -> Odds:
    """Return the share of points in so many cases of 0..1 point each (Wilson 1927); nothing is known without a case.

    Args:
        points: in all, a draw counts half. cases: how many. z: standard errors of the interval, 1.96 for 95 %.
    """
    if not cases:
        return Odds(0.5, 0.0, 1.0)
    p = points / cases
    middle = (p + z * z / (2 * cases)) / (1 + z * z / cases)
    half = z / (1 + z * z / cases) * math.sqrt(p * (1 - p) / cases + z * z / (4 * cases * cases))
    return Odds(p, max(0.0, middle - half), min(1.0, middle + half))


def difference(after: Odds, before: Odds) -> Odds:
    """Return how much a share has changed, of two that were counted apart (Newcombe 1998, his method 10)."""
    change = after.share - before.share
    return Odds(
        change,
        change - math.hypot(after.share - after.low, before.high - before.share),
        change + math.hypot(after.high - after.share, before.share - before.low),
    )


def elo(share: float) -> float:
    """Return a share of points as a difference of ratings in the logistic scale of Elo: 100 points are a share of 0.64.

    Args:
        share: 0..1; at its ends the difference has no bound.
    """
    if share in (0.0, 1.0):
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share))


def sequential(
    points: float, cases: int, low: float, high: float, risk: tuple[float, float] = (0.05, 0.05)
) -> Literal["low", "high"] | None:
    """Say whether enough was counted to take the true share for the lower or the higher of two (Wald 1945); None: count on.

    Args:
        points: in all, a draw counts half. cases: how many. low, high: the two shares, 0 < low < high < 1.
        risk: how often `high` may be said of the low share, and `low` of the high one.
    """
    says = points * math.log(high / low) + (cases - points) * math.log((1 - high) / (1 - low))
    if says >= math.log((1 - risk[1]) / risk[0]):
        return "high"
    return "low" if says <= math.log(risk[1] / (1 - risk[0])) else None
