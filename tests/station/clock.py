"""A clock that a test moves."""

from __future__ import annotations


class Clock:
    """Seconds, as a monotonic clock gives them."""

    def __init__(self, now: float = 1000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def go_on(self, seconds: float) -> None:
        self.now += seconds
