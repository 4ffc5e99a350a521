"""Until when a bot may think. A bot always holds a first answer, and betters it while there is time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar

USUAL_S = 0.2
"""So long a bot thinks where nobody says."""

ADVICE_S = 1.0
"""So long it thinks about what it advises a person."""


class Deadline:
    """A moment after which a bot answers with what it has.

    Args:
        seconds: from now; 0 asks for the first answer. now: the clock, in seconds, or whatever else is to be counted.
    """

    meanwhile: ClassVar[Callable[[], object] | None] = None
    """Called whenever a bot looks at the time: where one thread is all there is, others get their turn here."""

    def __init__(self, seconds: float = USUAL_S, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._at = now() + seconds

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        if Deadline.meanwhile is not None:
            Deadline.meanwhile()
        return self._now() >= self._at
