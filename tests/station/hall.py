"""A station without a browser, with a clock and a console that the test moves."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from tapete.console import reports
from tapete.station import settings as kept_settings
from tapete.station.kiosk.stage import Stage
from tapete.station.kiosk.usage import Usage
from tapete.station.settings import Settings
from tapete.station.station import Station
from tapete.table import Hub, Journal, Table
from tapete.table.in_event import InEvent
from tests.table.fake_console import FakeConsole

PATIENCE_S = 30.0


class Hall:
    """A station, its hub, its clock and its console, all in the test's hands."""

    def __init__(self, folder: Path, wanted: Settings | None = None, in_event: InEvent | None = None) -> None:
        self.folder, self.now, self.minute, self.in_event = folder, 1000.0, 12 * 60, in_event
        kept_settings.write(folder, wanted or Settings(language="en"))
        self.open()

    def open(self) -> None:
        self.hub = Hub(Journal(self.folder / "matches.sqlite3"))
        made: list[FakeConsole] = []

        def open_console(on_report: Callable[[reports.ConsoleReport], None], kept: Callable[[str], int]) -> FakeConsole:
            made.append(FakeConsole(on_report, kept))
            return made[-1]

        self.hub.add_console(open_console)
        self.console = made[0]
        self.happened: list[Usage] = []
        self.rung = threading.Event()
        self.station = Station(
            self.hub,
            self.folder,
            clock=lambda: self.now,
            minute=lambda: self.minute,
            rng=random.Random(1),
            in_event=self.in_event,
        )
        self.station.on_usage(self.happened.append)
        self.station.listen(self.rung.set)

    def close(self) -> None:
        self.station.close()
        self.hub.close()

    def again(self) -> None:
        """A power cut, and a new start."""
        self.close()
        self.open()

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.station.tick()

    def press(self, *buttons: str, panel: int = 0) -> None:
        for button in buttons:
            self.console.say(self._press(button, panel))

    def _press(self, button: str, panel: int) -> reports.ConsoleReport:
        number = next(self.console.numbers)
        if button == "roll":
            return reports.FreeRoll(boot=self.console.state.boot, number=number, panel=panel, face=3)
        return reports.Pressed(boot=self.console.state.boot, number=number, panel=panel, button=button, revision=1)  # type: ignore[arg-type]  # one of four

    def hold(self, *buttons: str, panel: int = 0) -> None:
        """Long presses, one after the other; the short ones before them are told only where the console does nothing with them itself."""
        for button in buttons or ("minus", "plus"):
            event = self._press(button, panel)
            assert isinstance(event, reports.Pressed)
            self.console.say(replace(event, long=True))

    def values(self) -> list[str]:
        return [choice.value for choice in self.station.kiosk.choices()]

    def free_match(self) -> Table:
        """A free match of Shazamm on the screen."""
        self.station.visitors.touch()
        assert self.station.visitors.choose("shazamm")
        assert self.station.visitors.choose("free")
        return self.on_screen()

    def on_screen(self) -> Table:
        table = self.station.kiosk.table
        assert table is not None
        return table

    def robots_play(self) -> bool:
        return self.station.kiosk.show is not None

    def is_at(self, stage: Stage) -> bool:
        """Whether the station is there now."""
        return self.station.kiosk.stage == stage

    def settle(self, table: Table) -> None:
        assert table.settle(PATIENCE_S)

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait for what another thread brings about."""
        waited = threading.Event()
        self.station.listen(waited.set)
        while not holds():
            assert waited.wait(PATIENCE_S)
            waited.clear()


def lesson(hall: Hall) -> Table:
    hall.station.visitors.touch()
    hall.station.visitors.choose("shazamm")
    hall.station.visitors.choose("guided")
    for _ in range(3):
        hall.press("lock")  # boards and cards are laid out
    return hall.on_screen()
