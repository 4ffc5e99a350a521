"""What one button is doing: pressed, held, repeating."""

from __future__ import annotations

LONG_MS = 1000
"""A press this long is told as `long`."""
REPEAT_AFTER_MS = 500
SLOW_MS = 150
FAST_MS = 50
FAST_AFTER_MS = 2000
"""Held longer than this a button repeats fast."""
MOST_AT_ONCE = 4
"""Repeats made up for in one turn, if the loop was late."""


class Button:
    """Hold and repeat of one button, times in ms of the console's clock."""

    def __init__(self) -> None:
        self.held = False
        self._since = 0
        self._next = 0
        self._long = False

    def press(self, now: int) -> None:
        """The button went down at `now`."""
        self.held = True
        self._since = now
        self._next = now + REPEAT_AFTER_MS
        self._long = False

    def release(self) -> None:
        """The button went up."""
        self.held = False

    def repeats(self, now: int) -> int:
        """Return how many repeats have fallen due since the last call, at most MOST_AT_ONCE; the others lapse."""
        if not self.held or now < self._next:
            return 0
        due = 0
        while now >= self._next and due < MOST_AT_ONCE:
            due += 1
            self._next += FAST_MS if self._next - self._since >= FAST_AFTER_MS else SLOW_MS
        if now >= self._next:
            self._next = now + FAST_MS
        return due

    def became_long(self, now: int) -> bool:
        """Return True once for each press, when it has lasted LONG_MS."""
        if self.held and not self._long and now - self._since >= LONG_MS:
            self._long = True
            return True
        return False
