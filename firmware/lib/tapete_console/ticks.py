"""Milliseconds that never wrap, made from the tick counter that does.

`supervisor.ticks_ms()` starts at 536805376 and wraps to 0 at 2**29, 65.5 s after the start; time stamps of key events come from the
same counter. Everything else in the console reckons in whole milliseconds since its start, made here and nowhere else.
"""

from __future__ import annotations

MODULUS = 1 << 29
HALF = 1 << 28


class Clock:
    """Whole milliseconds since the first reading. It must be read at least once in 74 hours (half the counter's way)."""

    def __init__(self, ticks: int) -> None:
        self._ticks = ticks
        self.now = 0

    def read(self, ticks: int) -> int:
        """Take a reading of the counter and return the milliseconds since the start."""
        self.now += (ticks - self._ticks) & (MODULUS - 1)
        self._ticks = ticks
        return self.now

    def at(self, ticks: int) -> int:
        """Return the milliseconds of a counter value near the last reading (a key's time stamp, up to 37 hours before or after)."""
        return self.now + ((ticks - self._ticks + HALF) & (MODULUS - 1)) - HALF
