"""Simulated fingers on a board's buttons: which pin changes its level, and when.

Times are milliseconds of the board's clock. A Pico scans its keys whatever else it does; this process may be kept waiting by a busy
computer for longer than a press lasts. So what is late at a pin moves all that follows there by as much: a button is down, and up
between two presses, for as long as it was to be, in the time in which the board lives.
"""

from __future__ import annotations

from collections.abc import Iterator

LIFT_MS = 60
"""How long a button is up between two presses: several scans of the keys."""

SHORTEST_MS = 60
"""How long a button that is held is down at least: a finger is not faster, and down and up may arrive in the same instant from far away."""


class SimulatedFingers:
    """Fingers on the pins: a pin is low while a finger presses it, else high."""

    def __init__(self) -> None:
        self._changes: list[tuple[float, int, bool]] = []
        self._free_at: dict[int, float] = {}

    def press(self, pin: int, ms: float | None, now: float) -> None:
        """Press the button at a pin, after an earlier press of it is over.

        Args:
            pin: its GP number.
            ms: for how long; None: until `release`.
            now: what the board's clock says.
        """
        down = max(now, self._free_at.get(pin, 0.0))
        self._changes.append((down, pin, False))
        if ms is None:
            self._free_at[pin] = down + SHORTEST_MS
        else:
            self._lift(pin, down + ms)
        self._changes.sort()

    def release(self, pin: int, now: float) -> None:
        """Let the button at a pin go."""
        self._lift(pin, max(now, self._free_at.get(pin, 0.0)))
        self._changes.sort()

    def _lift(self, pin: int, at: float) -> None:
        self._changes.append((at, pin, True))
        self._free_at[pin] = at + LIFT_MS

    def due(self, now: float) -> Iterator[tuple[int, bool]]:
        """Every pin whose level changes now, with the level (True: high), in order."""
        while self._changes and self._changes[0][0] <= now:
            at, pin, high = self._changes.pop(0)
            late = now - at
            self._changes = sorted((then + late if which == pin else then, which, level) for then, which, level in self._changes)
            self._free_at[pin] += late
            yield pin, high

    def rest(self, now: float) -> float | None:
        """The milliseconds until the next change; None if no change is due."""
        return max(0.0, self._changes[0][0] - now) if self._changes else None

    def begin_anew(self, before: float) -> None:
        """The board's clock begins anew at 0, and said `before`: fingers stay where they are, and are lifted in their time."""
        self._changes = [(at - before, pin, high) for at, pin, high in self._changes]
        self._free_at = {pin: at - before for pin, at in self._free_at.items()}
