"""What one button is doing: pressed, held, repeating."""

from __future__ import annotations

LONG_MS = 1000
"""A press this long is told as `long`."""
REPEAT_MS = 350
"""Held so long a button repeats, and again after each further time of this length."""


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
        self._next = now + REPEAT_MS
        self._long = False

    def release(self) -> None:
        """The button went up."""
        self.held = False

    def repeats(self, now: int) -> bool:
        """Return True each time a repeat has fallen due; those that a late loop missed lapse."""
        if not self.held or now < self._next:
            return False
        self._next = max(self._next + REPEAT_MS, now + 1)
        return True

    def held_for(self, now: int) -> int:
        """Return for how many ms it has been held; 0 if it is up."""
        return now - self._since if self.held else 0

    def became_long(self, now: int) -> bool:
        """Return True once for each press, when it has lasted LONG_MS."""
        if self.held and not self._long and now - self._since >= LONG_MS:
            self._long = True
            return True
        return False
