"""A station with a simulated console for the tests of its pages: served, ticking, and in the test's hands."""

from __future__ import annotations

import functools
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tapete.commands.station import ticking
from tapete.console.client import Console
from tapete.console.simulator import Button, Pixels, SimulatedConsole
from tapete.i18n import Language
from tapete.presentation.lesson import Either, Guide
from tapete.station import settings
from tapete.station.settings import Settings
from tapete.station.station import Station
from tapete.table import Hub, Journal, Table
from tapete.table.robots import number_on
from tapete.web import Server
from tapete.web.keys import Keys
from tapete.web.station import app
from tests.web.browser.conftest import module

if TYPE_CHECKING:
    from playwright.sync_api import Page

PATIENCE_MS = 30_000
PRESS_MS = 60
AGAIN_S = 2.0
LOOK_S = 0.1


class Clock:
    """Seconds as they pass, and more at the test's wish."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.ahead


class Stand:
    """One station in a test.

    Args:
        station: it. address: of its pages, without a slash at the end. keys: of its pages. clock: of the station.
        console: the simulated one, if there is one.
    """

    def __init__(self, station: Station, address: str, keys: Keys, clock: Clock, console: SimulatedConsole | None) -> None:
        self.station, self.address, self.keys, self.clock, self.console = station, address, keys, clock, console
        self._news = threading.Event()
        station.listen(self._news.set)

    def later(self, seconds: float) -> None:
        """So much time goes by for the station."""
        self.clock.ahead += seconds

    def table(self) -> Table:
        """The match on the screen."""
        table = self.station.kiosk.table
        assert table is not None
        return table

    def press_until(self, panel: int, button: Button, happened: Callable[[], bool]) -> None:
        """Press a button, as a person who looks whether it did anything: again after a while if it did not."""
        assert self.console is not None
        until = time.monotonic() + PATIENCE_MS / 1000
        while not happened():
            assert time.monotonic() < until, f"{button} on panel {panel} does nothing"
            self.console.press(panel, button, PRESS_MS)
            again = time.monotonic() + AGAIN_S
            while not happened() and time.monotonic() < again:
                self._news.wait(LOOK_S)
                self._news.clear()

    def hold_until(self, panel: int, buttons: tuple[Button, Button], happened: Callable[[], bool]) -> None:
        """Hold two buttons together until something has happened, as a person who looks at the screen and then lets go."""
        assert self.console is not None
        until = time.monotonic() + PATIENCE_MS / 1000
        for button in buttons:
            self.console.hold(panel, button)
        while not happened():
            assert time.monotonic() < until, f"holding {buttons} on panel {panel} does nothing"
            self._news.wait(LOOK_S)
            self._news.clear()
        for button in buttons:
            self.console.release(panel, button)

    def set_number(self, panel: int, number: int) -> None:
        """PLUS and MINUS until the private display shows a number."""
        assert self.console is not None
        pixels = self.console.wait_for(lambda now: number_on(now, panel) is not None, PATIENCE_MS / 1000)
        until = time.monotonic() + 2 * PATIENCE_MS / 1000
        while (shown := number_on(pixels, panel)) != number:
            assert time.monotonic() < until, f"panel {panel} does not come to {number}"
            if shown is not None:
                self.console.press(panel, "plus" if shown < number else "minus", PRESS_MS)
            try:
                pixels = self.console.wait_for(functools.partial(_another, panel, shown), AGAIN_S)
            except TimeoutError:  # the press was too short for a busy computer: look, and press again
                pixels = self.console.pixels()

    def dark(self, panel: int) -> None:
        """Wait until the private display asks for no number."""
        assert self.console is not None
        self.console.wait_for(lambda now: number_on(now, panel) is None, 30.0)


def _another(panel: int, shown: int | None, now: Pixels) -> bool:
    return number_on(now, panel) not in (None, shown)


@contextmanager
def stand(folder: Path, language: Language, *, simulated: bool, lan: bool = False, **changes: object) -> Iterator[Stand]:
    """A running station.

    Args:
        folder: its data. language: of its screen. simulated: with a console. lan: for phones too. changes: of its settings.
    """
    wanted = replace(Settings(language=language), **changes)
    settings.write(folder, wanted)
    assert settings.read(folder) == wanted, "a station would not take these settings"
    if simulated:
        with SimulatedConsole(panels=2) as console, _served(folder, lan, console) as made:
            yield made
    else:
        with _served(folder, lan, None) as made:
            yield made


@contextmanager
def _served(folder: Path, lan: bool, console: SimulatedConsole | None) -> Iterator[Stand]:
    hub = Hub(Journal(folder / "matches.sqlite3"), console)
    if console is not None:
        hub.add_console(lambda on_report, kept: Console(console.url, on_report, kept=kept))
    clock = Clock()
    station = Station(hub, folder, clock=clock)
    try:
        with ticking(station), Server(app(station, lan=lan)) as server:
            yield Stand(station, f"http://127.0.0.1:{server.port}", server.app.state.keys, clock, console)
    finally:
        station.close()
        hub.close()


def at_stage(page: Page, kind: str) -> None:
    """Wait until the screen shows a stage."""
    page.locator(f"body.station-{kind}.has-script").wait_for(timeout=PATIENCE_MS)


def at_step(page: Page, number: int) -> None:
    """Wait until the guide is at an instruction (from 0)."""
    page.locator("#lesson .steps .number", has_text=re.compile(rf" {number + 1} ")).wait_for(timeout=PATIENCE_MS)


def set_by_touch(page: Page, number: int) -> None:
    """Set a secret on the page of the whole table, and lock it."""
    if not page.locator("#number").is_visible():
        page.locator("#bar .primary").click()
    page.locator("#number").fill(str(number))
    page.locator("#bar .primary[data-from=number]").click()


def heard(page: Page) -> None:
    """Wait until the station has heard all that was done on its screen: a touch that comes later would say again that people are there."""
    page.evaluate(f"async () => {{ await (await {module('station.js')}).told; }}")


def cards_of(guide: Guide, number: int) -> list[int]:
    """The cards that an instruction of Shazamm's guide shows; none where it shows none."""
    (pattern,) = guide.instructions[number].answers
    wanted = pattern["numbers"]
    return list(wanted.values[0] if isinstance(wanted, Either) else wanted)


def bid_of(guide: Guide, number: int) -> int:
    """The bid that an instruction of Shazamm's guide sets."""
    seat = guide.instructions[number].whose[0]
    reveal = next(p for instruction in guide.instructions[number:] for p in instruction.answers if p["action"] == "reveal_bids")
    return int(reveal["bids"][seat])
