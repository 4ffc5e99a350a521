"""What a panel counts and throws while no match needs it: two counters, what can be taken back, the die that ROLL is, who begins."""

from __future__ import annotations

from tapete_console.dice import SIDES
from tapete_console.wire import LARGEST_VALUE

PAST = 8
"""So many changes of the counters can be taken back."""
BEGINS_MS = 4000
"""How long it is shown who begins."""
NEVER = -1000000


class Alone:
    """Argument: the `value` with which the first counter begins. `first` alone is told to a host, if it has `changed`."""

    def __init__(self, value: int) -> None:
        self.first = value
        self.changed = False
        self.other = False
        """Whether the second counter is shown."""
        self.sides = 10
        self.sides_at = NEVER
        self.chosen = False
        """Whether LOCK has chosen a die since it went down: then it does not change counters."""
        self.begins = False
        self.begins_at = NEVER
        self._second = 0
        self._past: list[tuple[bool, int]] = []
        self._before: list[tuple[bool, int]] = []

    @property
    def value(self) -> int:
        """What is counted now."""
        return self._second if self.other else self.first

    def begin(self, value: int) -> None:
        """Count on from what a match has shown."""
        self.first = value
        self.other = False
        self._past = []

    def set(self, value: int, begun: bool) -> int:
        """Count another number; return it, within 0..999. `begun` says that this is a change of its own, and no part of the one before."""
        self._before = self._past
        if begun:
            self._past = (self._past + [(self.other, self.value)])[-PAST:]
        return self._put(value)

    def take_back(self, value: int) -> int:
        """Undo a press as if it had not been made."""
        self._past = self._before
        return self._put(value)

    def undo(self) -> bool:
        """Take the last change back; False if there is none."""
        if not self._past:
            return False
        self.other, value = self._past.pop()
        self._put(value)
        return True

    def choose_die(self, by: int, now: int) -> None:
        """Take the next larger or smaller die."""
        self.sides = SIDES[max(0, min(len(SIDES) - 1, SIDES.index(self.sides) + by))]
        self.sides_at = now
        self.chosen = True

    def _put(self, value: int) -> int:
        value = max(0, min(LARGEST_VALUE, value))
        if self.other:
            self._second = value
        else:
            self.first = value
            self.changed = True
        return value
