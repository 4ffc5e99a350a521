"""Tell whether people are there: when they last did something, how long a stage has lasted, and what their silence means."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from tapete.station.kiosk.stage import Choosing, Ended, Playing, Stage
from tapete.station.settings import Settings

DEAF_S = 2.0
"""Seconds for which a press does not leave a new page: the hand was still busy with the one before."""

STOP_S = 20.0
"""Seconds for which people are asked whether they stop here."""

Due = Literal["", "leave", "abandon", "ask", "play on", "count down"]
"""Nothing; the beginning; the same, and a match is left by it; the question whether they are there; they do not stop; a second less."""


class Presence:
    """When people did something last; call it in a transaction.

    Args:
        clock: seconds that never go back.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._touched = self._begun = clock()
        self._answered = -DEAF_S

    def touch(self) -> None:
        """Note that a person has just done something."""
        self._touched = self._clock()

    def answer(self) -> None:
        """Note that a person at a console has just answered that they are there."""
        self._answered = self._clock()

    @property
    def has_answered(self) -> bool:
        """Whether a person answered a moment ago."""
        return self._clock() - self._answered < DEAF_S

    def begin(self) -> None:
        """Note that another stage begins."""
        self._begun = self._clock()

    @property
    def stage_s(self) -> float:
        """Seconds since the stage began."""
        return self._clock() - self._begun

    def _silent_s(self) -> float:
        return self._clock() - self._touched

    def _shown_s(self) -> float:
        """Return for how long a result has been shown without anybody touching anything."""
        return self._clock() - max(self._begun, self._touched)

    def left_s(self, stage: Stage, settings: Settings) -> float | None:
        """Return the seconds until the station goes back by itself; None while it counts none down on the screen.

        Args:
            stage: where the station is. settings: how long people are waited for.
        """
        match stage:
            case Playing(stopping=True):
                return max(0.0, STOP_S - self._silent_s())
            case Playing(asked=True):
                return max(0.0, settings.idle_s + settings.still_there_s - self._silent_s())
            case Ended():
                return max(0.0, settings.end_s - self._shown_s())
        return None

    def due(self, stage: Stage, settings: Settings) -> Due:
        """Return what follows from people's silence now; `stage` and `settings` as for `left_s`."""
        silent = self._silent_s()
        match stage:
            case Choosing() if silent >= settings.choose_s:
                return "leave"
            case Playing(stopping=True) if silent >= STOP_S:
                return "play on"
            case Playing(asked=False, stopping=False) if silent >= settings.idle_s:
                return "ask"
            case Playing(asked=True) if silent >= settings.idle_s + settings.still_there_s:
                return "abandon"
            case Ended() if self._shown_s() >= settings.end_s:
                return "leave"
            case Playing(asked=True) | Playing(stopping=True) | Ended():
                return "count down"
        return ""
