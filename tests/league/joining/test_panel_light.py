"""What the consoles of a table in an event show while it waits. The clock is the test's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.console import reports
from tapete.console.clock import OwnedClock
from tapete.league.joining.panel_light import RESULT_S, STEP_S, PanelLight
from tapete.table import Hub, Journal, Table
from tapete.table.in_event import TableInEvent
from tests.table.fake_console import FakeConsole

WAITS = TableInEvent(title="Friday", table=12, round=2, rounds=5, minutes=41, clock=50)


class Room:
    """A table in an event with a console, and what the event says to it; it stands for the `Membership` too."""

    def __init__(self, folder: Path, clock: OwnedClock) -> None:
        self.clock, self.state = clock, WAITS
        self.table: Table | None = None
        self.takes_part = True
        self.hub = Hub(Journal(folder / "tapete.sqlite3"), clock=clock)
        made: list[FakeConsole] = []

        def open_console(on_report: Callable[[reports.ConsoleReport], None], kept: Callable[[str], int]) -> FakeConsole:
            made.append(FakeConsole(on_report, kept))
            return made[-1]

        self.hub.add_console(open_console)
        self.console = made[0]
        member: Any = self
        self.light = PanelLight(self.hub, lambda: member if self.takes_part else None)
        self.light.start()

    def table_in_event(self) -> TableInEvent:
        return self.state

    def wait(self, seconds: float) -> None:
        with (waiting := self.clock.condition()):
            waiting.wait_for(lambda: False, seconds)

    def shown(self) -> list[tuple[int, int, int | None]]:
        """Counter and display of the panels."""
        return [(panel.value, panel.largest, panel.shown) for panel in (self.console.panel(0), self.console.panel(1))]

    def begin(self) -> Table:
        self.table = self.hub.begin("shazamm")
        return self.table


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with OwnedClock() as clock:
        made = Room(tmp_path, clock)
        yield made
        made.light.close()
        made.hub.close()


def test_a_waiting_table_shows_its_number_the_round_and_the_minutes(room: Room) -> None:
    room.wait(2 * STEP_S)
    assert room.shown() == [(41, 50, 12), (41, 50, 2)]
    before = len(room.console.scenes)
    room.wait(10 * STEP_S)
    assert len(room.console.scenes) == before, "the same picture is not sent again"
    room.state = replace(WAITS, minutes=40)
    room.wait(2 * STEP_S)
    assert room.shown() == [(40, 50, 12), (40, 50, 2)]


def test_a_match_has_the_panels_and_its_result_stays_for_a_while(room: Room) -> None:
    room.wait(2 * STEP_S)
    table = room.begin()
    room.wait(5 * STEP_S)
    assert room.hub.shown_match() is table
    table.submit({"action": "concede", "seat": "A"})
    room.wait(RESULT_S / 2)
    assert room.hub.shown_match() is table
    room.wait(RESULT_S)
    assert room.hub.shown_match() is None
    assert room.shown() == [(41, 50, 12), (41, 50, 2)]


def test_a_result_that_is_taken_back_brings_the_match_back(room: Room) -> None:
    table = room.begin()
    table.submit({"action": "concede", "seat": "A"})
    room.wait(2 * RESULT_S)
    assert room.hub.shown_match() is None
    table.move("undo", None)
    room.wait(2 * STEP_S)
    assert room.hub.shown_match() is table


def test_who_leaves_has_dark_panels_and_an_own_match_keeps_its_light(room: Room) -> None:
    room.wait(2 * STEP_S)
    room.takes_part = False
    room.light.end()
    assert room.console.scenes[-1][0].panels == ()
    room.takes_part = True
    own = room.hub.begin("bhm", seats=2)
    room.wait(5 * STEP_S)
    room.light.end()
    assert room.hub.shown_match() is own


def test_a_station_lights_its_own_panels(room: Room) -> None:
    room.hub.shows_what_it_opens = False
    room.wait(5 * STEP_S)
    assert room.console.scenes == []
