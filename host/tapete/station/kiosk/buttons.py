"""What a button means at each stage: PLUS and MINUS move, LOCK chooses, ROLL goes back; the keys of a keyboard alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from tapete.console import reports
from tapete.core.seats import Seat
from tapete.station.kiosk.chord import Chord
from tapete.station.kiosk.kiosk import Kiosk
from tapete.station.kiosk.lesson import Lesson
from tapete.station.kiosk.presence import DEAF_S
from tapete.station.kiosk.stage import Choosing, Ended, Playing
from tapete.station.kiosk.stray import Stray, stray
from tapete.station.kiosk.visitors import Visitors

Button = Literal["minus", "plus", "lock", "roll"]

BOTH_S = 1.0
"""Seconds in which LOCK of a second panel repeats the first: two players who have followed one instruction both press it."""


class Buttons:
    """All consoles of a station, and its keyboard, as four buttons.

    Args:
        kiosk: what the buttons are pressed at. visitors, lesson: do what is meant. clock: seconds that never go back.
        seats: which seat sits at which panel now.
    """

    def __init__(
        self,
        kiosk: Kiosk,
        visitors: Visitors,
        lesson: Lesson,
        clock: Callable[[], float],
        seats: Callable[[], Mapping[int, Seat]] = dict,
    ) -> None:
        self._kiosk, self._visitors, self._lesson, self._seats = kiosk, visitors, lesson, seats
        self._chord, self._clock = Chord(clock), clock
        self._locked: tuple[int, float] | None = None

    def hear(self, event: reports.Precious) -> None:
        """Take what a person did at a console; called on the console's thread, before the match hears of it."""
        here, moves = self._kiosk.stage, isinstance(event, reports.Pressed) and event.button in ("minus", "plus")
        nothing = self._stray(event)
        if moves and isinstance(here, Playing) and here.asked:
            self._kiosk.presence.answer()
        if self._chord.hear(event) and isinstance(here, Playing):
            self._visitors.hold()
        elif isinstance(here, Playing) and here.stopping and moves:
            pass  # the beginning of another chord
        elif isinstance(here, Playing) and not self._lesson.waits_for:
            self._visitors.touch()
        elif isinstance(event, reports.Pressed) and not event.long:
            if not self._says_it_again(event):
                self.press(event.button)
        elif isinstance(event, reports.FreeRoll):
            self.press("roll")
        if nothing is not None:
            with self._kiosk.transactions.begin():
                self._kiosk.strays(nothing)

    def _stray(self, event: reports.Precious) -> Stray | None:
        """Return what to say of a button that does nothing in the match on the screen."""
        here, table = self._kiosk.stage, self._kiosk.table
        if not isinstance(here, Playing) or here.asked or here.stopping or table is None:
            return None
        return stray(table, self._seats().get(getattr(event, "panel", -1)), event, self._lesson.waits_for)

    def _says_it_again(self, event: reports.Pressed) -> bool:
        """Return whether a LOCK comes so soon after another panel's that it means the same instruction of a lesson."""
        if event.button != "lock" or not isinstance(self._kiosk.stage, Playing):
            return False
        before, now = self._locked, self._clock()
        if before is not None and before[0] != event.panel and now - before[1] < BOTH_S:
            return True
        self._locked = event.panel, now
        return False

    def press(self, button: Button) -> None:
        """Do what a button, or the key for it, means now."""
        with self._kiosk.transactions.begin():
            here = self._kiosk.stage
            self._visitors.touch()
            if isinstance(here, Choosing):
                self._press_choosing(here, button)
            elif isinstance(here, Ended):
                if self._kiosk.presence.stage_s >= DEAF_S:
                    self._visitors.back()
            elif isinstance(here, Playing) and not here.asked and not here.stopping:
                self._press_guided(button)

    def _press_choosing(self, here: Choosing, button: Button) -> None:
        if button == "roll":
            self._visitors.back()
        elif button == "lock":
            found = self._kiosk.choices()
            self._visitors.choose(found[min(here.cursor, len(found) - 1)].value)
        else:
            self._visitors.move(1 if button == "plus" else -1)

    def _press_guided(self, button: Button) -> None:
        """Say with LOCK that the instruction is followed; at the end of the lesson play on with LOCK, stop with ROLL."""
        waits_for = self._lesson.waits_for
        if button == "lock" and waits_for == "end":
            self._lesson.leave()
        elif button == "lock" and waits_for == "instruction":
            self._lesson.done()
        elif button == "roll" and waits_for == "end":
            self._visitors.stop()
