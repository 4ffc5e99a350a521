"""How long a table waits before it asks a server again that did not answer."""

from __future__ import annotations

import random

FIRST_S, LONGEST_S = 0.5, 60.0
"""The first wait, and the longest: each is twice the one before."""


class Backoff:
    """Waits that grow, each anywhere between nothing and its bound, so that a room full of tables does not come back at one moment.

    Args:
        rng: what chance says.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng, self._failed = rng, 0

    def failed(self, told_s: float | None = None) -> float:
        """Once more without an answer: seconds to wait. `told_s`: what the server asked for, which is the least then."""
        bound = min(LONGEST_S, FIRST_S * 2 ** min(self._failed, 20))
        self._failed += 1
        return (told_s or 0.0) + self._rng.uniform(0.0, bound)

    def answered(self) -> None:
        """The server answered."""
        self._failed = 0
