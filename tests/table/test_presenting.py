"""Consoles between matches: a scene of no match, presses as they are, and matches that are let go."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tapete.console import reports
from tapete.core.scene import Bounds, Panel, Scene
from tapete.table import Hub, Journal
from tests.table.fake_console import FakeConsole

SCENE = Scene(
    panels=(
        Panel(seat="A", value=30, largest=50, lamp="turn", bid=Bounds(1, 9), lock="ready"),
        Panel(seat="B", value=20, largest=50, pick=Bounds(0, 3), dice=("d1",)),
    )
)


@pytest.fixture
def hub(journal: Journal) -> Iterator[Hub]:
    made = Hub(journal)
    yield made
    made.close()


def plug_in(hub: Hub) -> FakeConsole:
    made: list[FakeConsole] = []

    def open_console(on_report: Callable[[reports.ConsoleReport], None], kept: Callable[[str], int]) -> FakeConsole:
        made.append(FakeConsole(on_report, kept))
        return made[-1]

    hub.add_console(open_console)
    return made[0]


def test_a_scene_of_no_match_asks_nothing_and_every_press_is_heard(hub: Hub) -> None:
    heard: list[reports.Precious] = []
    hub.hear_people(heard.append)
    console = plug_in(hub)
    hub.present(SCENE)
    scene, binding, _ = console.scenes[-1]
    assert binding == {0: "A", 1: "B"}
    assert [panel.value for panel in scene.panels] == [30, 20]
    assert [panel.lamp for panel in scene.panels] == ["turn", "dark"]
    assert all(panel.bid is None and panel.pick is None and not panel.dice and panel.lock is None for panel in scene.panels)
    console.press_lock(1)
    (press,) = heard
    assert isinstance(press, reports.Pressed)
    assert (press.panel, press.button) == (1, "lock")


def test_a_match_after_it_is_served_as_ever_and_the_other_way_round(hub: Hub) -> None:
    console = plug_in(hub)
    hub.present(SCENE)
    table = hub.begin("shazamm")
    assert console.panel(0).bid == Bounds(1, 50)
    console.lock(0, 7)
    assert [entry.source for entry in table.entries] == ["console:A:7f3a91c2"]
    hub.present(SCENE)
    assert hub.shown_match() is None
    console.lock(1, 7)
    assert table.seq == 1


def test_a_console_that_comes_late_shows_what_is_presented(hub: Hub) -> None:
    hub.present(SCENE)
    console = plug_in(hub)
    assert console.panel(0).value == 30
    console.connect()
    assert console.panel(1).value == 20


def test_people_are_heard_while_a_match_is_served_too(hub: Hub) -> None:
    heard: list[reports.Precious] = []
    console = plug_in(hub)
    hub.hear_people(heard.append)
    table = hub.begin("shazamm")
    console.lock(0, 7)
    assert [type(event) for event in heard] == [reports.BidLocked]
    assert table.seq == 1


def test_a_hub_that_leaves_its_consoles_to_others_begins_and_opens_without_them(hub: Hub) -> None:
    console = plug_in(hub)
    hub.shows_what_it_opens = False
    hub.present(SCENE)
    table = hub.begin("shazamm")
    hub.let_go(table.id)
    assert hub.table(table.id) is not None
    assert console.panel(0).value == 30


def test_a_match_that_is_let_go_stays_in_the_journal_and_leaves_the_panels(hub: Hub) -> None:
    console = plug_in(hub)
    table = hub.begin("shazamm")
    table.submit({"action": "lock_bid", "seat": "A"})
    match = table.id
    hub.let_go(match)
    assert console.dark
    assert hub.table(match) is table  # the one who still has it and everybody else play on one table
    hub.let_go(match)
    del table
    assert hub.open_tables == 0
    again = hub.table(match)
    assert again is not None
    assert again.seq == 1
    hub.let_go("nowhere")
