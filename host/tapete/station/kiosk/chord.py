"""MINUS and PLUS of one panel held together: with them people at a console stop in the middle of a match, or say that they are there.

The chord answers no question of a game, changes no number and reveals nothing of a bid; and nobody holds two buttons by chance.
"""

from __future__ import annotations

from collections.abc import Callable

from tapete.console.reports import Precious, Pressed

TOGETHER_S = 1.5
"""The two long presses of one chord come within so many seconds."""

PAIR = {"minus": "plus", "plus": "minus"}


class Chord:
    """Recognizes the chord.

    Args:
        clock: seconds that never go back.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._half: tuple[int, str, float] | None = None

    def hear(self, event: Precious) -> bool:
        """Return whether this report completes a chord; anything else done at the same console in between breaks it."""
        half, self._half = self._half, None
        if not isinstance(event, Pressed) or not event.long or event.button not in PAIR:
            return False
        now = self._clock()
        if half is not None and half[:2] == (event.panel, PAIR[event.button]) and now - half[2] <= TOGETHER_S:
            return True
        self._half = event.panel, event.button, now
        return False
