"""`Station`: one screen, one console, and the people who come by.

station = Station(hub, folder)
station.visitors.touch(); station.visitors.choose("shazamm")             # by finger or key
station.buttons.press("plus")                                            # by a console
station.kiosk.stage, station.lesson.progress()                           # what the screen shows
station.staff.change_settings(settings)
station.tick()                                                           # once a second, from a clock's thread
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

from tapete.console.client import minute_of_day
from tapete.lessons.tutor import Tutor
from tapete.station.kiosk.buttons import Buttons
from tapete.station.kiosk.idle import Idle
from tapete.station.kiosk.in_event import EventFollower
from tapete.station.kiosk.kiosk import Kiosk
from tapete.station.kiosk.lesson import Lesson
from tapete.station.kiosk.notebook import Notebook
from tapete.station.kiosk.stage import Attract
from tapete.station.kiosk.usage import Usage
from tapete.station.kiosk.visitors import Visitors
from tapete.station.operations.staff import Staff
from tapete.table import Hub
from tapete.table.in_event import InEvent


class Station:
    """One demo station, made of objects with one job each; any thread may call any of them.

    Args:
        hub: its matches and consoles; from now on the station decides what the consoles show.
        folder: where settings and memory are.
        clock: seconds that never go back.
        minute: the minute of the day, for quiet hours.
        rng: the robots' whims.
        in_event: how the station takes part in events as a table; None: it cannot.
    """

    def __init__(
        self,
        hub: Hub,
        folder: Path,
        *,
        clock: Callable[[], float] = time.monotonic,
        minute: Callable[[], int] = minute_of_day,
        rng: random.Random | None = None,
        in_event: InEvent | None = None,
    ) -> None:
        notebook = Notebook(folder)
        tutor = Tutor(notebook.memory.lessons)
        self.hub = hub
        self.kiosk = Kiosk(hub, notebook, tutor, clock=clock, minute=minute, rng=rng or random.Random())
        self.visitors = Visitors(self.kiosk, tutor)
        self.lesson = Lesson(self.kiosk, tutor)
        self.buttons = Buttons(self.kiosk, self.visitors, self.lesson, clock, hub.panel_seats)
        self.staff = Staff(self.kiosk, notebook, in_event)
        self._idle, self._event = Idle(self.kiosk, notebook), EventFollower(self.kiosk, in_event)
        hub.shows_what_it_opens = False
        hub.hear_people(self.buttons.hear)
        self._wake_up(notebook.memory.match)

    def _wake_up(self, match: str) -> None:
        """Show the match again that was on the screen before a power cut; without one nobody is here."""
        with self.kiosk.transactions.lock:
            if not match or not self.kiosk.resume(match):
                self.kiosk.go(Attract())

    def listen(self, ring: Callable[[], None]) -> None:
        """Call `ring` whenever the screen changes, on any thread."""
        self.kiosk.transactions.listen(ring)

    def on_usage(self, listener: Callable[[Usage], None]) -> None:
        """Tell `listener` of every match that begins, ends or stops, on any thread; it must not raise."""
        self.kiosk.usage_listeners.append(listener)

    def tick(self) -> None:
        """Let time go by: an event's news, idle people, results that were long enough on the screen, the robots' next action."""
        self._event.tick()
        self._idle.tick()

    def close(self) -> None:
        """End the robots' match, and hear no more of consoles and matches. What was on the screen is remembered."""
        self.kiosk.close()
