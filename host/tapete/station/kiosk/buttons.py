"""What a button means at each stage: PLUS and MINUS move, LOCK chooses, ROLL goes back; the keys of a keyboard alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from tapete.console import reports
from tapete.station.kiosk.chord import Chord
from tapete.station.kiosk.presence import DEAF_S, Presence
from tapete.station.kiosk.stage import Choosing, Ended, Playing

if TYPE_CHECKING:
    from tapete.station.station import Station

Button = Literal["minus", "plus", "lock", "roll"]

BOTH_S = 1.0
"""Seconds in which the LOCK of a second panel says again what the first has said: two who have followed one instruction both press."""


class Buttons:
    """All consoles of a station as one; what is meant is done by the station.

    Args:
        station: what they are of. presence: of its people. clock: seconds that never go back.
    """

    def __init__(self, station: Station, presence: Presence, clock: Callable[[], float]) -> None:
        self._station, self._presence, self._chord, self._clock = station, presence, Chord(clock), clock
        self._locked: tuple[int, float] | None = None

    def hear(self, event: reports.Precious) -> None:
        """Something that somebody did at a console; on the console's thread, before the match hears of it."""
        here, moves = self._station.stage, isinstance(event, reports.Pressed) and event.button in ("minus", "plus")
        if moves and isinstance(here, Playing) and here.asked:
            self._presence.answer()
        if self._chord.hear(event) and isinstance(here, Playing):
            self._station.hold()
        elif isinstance(here, Playing) and here.stopping and moves:
            pass  # the beginning of another chord
        elif isinstance(here, Playing) and not self._station.waits_for:
            self._station.touch()
        elif isinstance(event, reports.Pressed) and not event.long:
            if not self._says_it_again(event):
                self._station.press(event.button)
        elif isinstance(event, reports.FreeRoll):
            self._station.press("roll")

    def _says_it_again(self, event: reports.Pressed) -> bool:
        """Whether a LOCK comes so soon after another panel's that it means the same instruction of a lesson."""
        if event.button != "lock" or not isinstance(self._station.stage, Playing):
            return False
        before, now = self._locked, self._clock()
        if before is not None and before[0] != event.panel and now - before[1] < BOTH_S:
            return True
        self._locked = event.panel, now
        return False

    def press(self, button: Button) -> None:
        """One button, or key; called under the station's lock."""
        here = self._station.stage
        self._station.touch()
        if isinstance(here, Choosing):
            self._press_choosing(here, button)
        elif isinstance(here, Ended):
            if self._presence.stage_s >= DEAF_S:
                self._station.back()
        elif isinstance(here, Playing) and not here.asked and not here.stopping:
            self._press_guided(button)

    def _press_choosing(self, here: Choosing, button: Button) -> None:
        if button == "roll":
            self._station.back()
        elif button == "lock":
            found = self._station.choices()
            self._station.choose(found[min(here.cursor, len(found) - 1)].value)
        else:
            self._station.move(1 if button == "plus" else -1)

    def _press_guided(self, button: Button) -> None:
        """LOCK says that the instruction is done; at the end of the lesson LOCK plays on, and ROLL stops."""
        waits_for = self._station.waits_for
        if button == "lock" and waits_for == "end":
            self._station.leave_lesson()
        elif button == "lock" and waits_for == "instruction":
            self._station.done()
        elif button == "roll" and waits_for == "end":
            self._station.stop()
