"""The shipped firmware in its own process and the Console of the table: on one owned clock, and once on a real pseudo-terminal."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tapete.console.client import Console
from tapete.console.clock import OwnedClock
from tapete.console.reports import (
    AloneCounters,
    BidLocked,
    BidRevealed,
    BidUnlocked,
    Connected,
    FreeRoll,
    Lost,
    PickDone,
    Picked,
    Precious,
    Pressed,
    Rolled,
    Sampled,
    Shown,
    Unreachable,
)
from tapete.console.simulator import Button, Pixels, SimulatedConsole
from tapete.core.scene import Bounds, Bridge, Panel, Scene
from tapete.core.sealing import seal_of
from tests.console.bench import BINDING, PATIENCE_S, Heard, count, duel, private_number, quiet

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals; Windows has the TCP tests")


@contextmanager
def connected(simulated: SimulatedConsole, heard: Heard) -> Iterator[Console]:
    console = simulated.open(heard)
    try:
        heard.next(Connected)
        yield console
    finally:
        console.close()


SETTINGS: dict[str, int | str] = {"TAPETE_RUNUP_MS": 50}


ALONE_S = 4.0
"""After three seconds without a host PLUS counts on the console itself; before that it is a press for the host."""


@pytest.fixture
def simulated(clock: OwnedClock) -> Iterator[SimulatedConsole]:
    with SimulatedConsole(panels=2, settings=SETTINGS, clock=clock) as board:
        yield board


def test_over_a_real_pseudo_terminal_bids_are_locked_and_revealed_although_the_cable_is_pulled() -> None:
    heard = Heard()
    with SimulatedConsole(panels=2) as board, connected(board, heard) as console:
        console.show(duel(), BINDING, request="s1")
        board.wait_for(lambda pixels: private_number(pixels, 1) is not None)
        board.press(0, "lock")
        heard.next(BidLocked)
        board.unplug()
        heard.next(Lost)
        board.press(1, "lock")
        board.replug()
        assert not heard.next(Connected).restarted
        assert heard.next(BidLocked).panel == 1
        console.reveal()
        assert [heard.next(BidRevealed).fits, heard.next(BidRevealed).fits] == [True, True]


def test_hello_tells_what_the_console_is(simulated: SimulatedConsole) -> None:
    heard = Heard(simulated.clock)
    with connected(simulated, heard) as console:
        state = console.state
        assert (state.connected, state.panels, state.pixels, state.why) == (True, 2, (50, 20, 10), "power")
        assert state.boot == next(event.boot for event in heard.all if isinstance(event, Connected))


def test_a_scene_lights_the_pixels_and_the_newest_wins(simulated: SimulatedConsole) -> None:
    with connected(simulated, Heard(simulated.clock)) as console:
        for value in range(1, 40):
            console.show(quiet(value, 30), BINDING)
        shown = simulated.wait_for(lambda pixels: count(pixels, 0) == 39 and count(pixels, 1) == 30)
        assert private_number(shown, 0) is None


def test_the_bridge_strip_shows_wall_and_wizards() -> None:
    with OwnedClock() as clock, SimulatedConsole(panels=2, settings={"TAPETE_BRIDGE_PIXELS": 19}, clock=clock) as board:
        with connected(board, Heard(clock)) as console:
            console.show(Scene(panels=quiet().panels, bridge=Bridge(0, -3, 3, 0)), BINDING)
            shown = board.wait_for(lambda pixels: len(pixels.bridge) == 19 and any(pixels.bridge))
        assert all(shown.bridge[9 + slab] for slab in (-3, 0, 3)), "wall and both wizards stand on lit slabs"


def test_a_press_arrives_once_with_the_scene_it_was_made_for(simulated: SimulatedConsole) -> None:
    heard = Heard(simulated.clock)
    with connected(simulated, heard) as console:
        console.show(quiet(), BINDING, request="q1")
        simulated.wait_for(lambda pixels: count(pixels, 0) == 50)
        simulated.press(1, "lock")
        pressed = heard.next(Pressed)
        assert (pressed.panel, pressed.button, pressed.number, pressed.request) == (1, "lock", 1, "q1")
        simulated.hold(0, "lock")
        assert [heard.next(Pressed).long, heard.next(Pressed).long] == [False, True]
        simulated.release(0, "lock")
        console.ask_status()
    assert sum(isinstance(event, Pressed) for event in heard.rest()) == 3


def test_bids_are_locked_unlocked_sealed_and_revealed_together(clock: OwnedClock, simulated: SimulatedConsole) -> None:
    heard = Heard(simulated.clock)
    with connected(simulated, heard) as console:
        console.show(duel(), BINDING, request="s1")
        simulated.wait_for(lambda pixels: None not in (private_number(pixels, 0), private_number(pixels, 1)))
        start = private_number(simulated.pixels(), 0)
        theirs_is = private_number(simulated.pixels(), 1)
        assert start is not None
        bid = (start + 1) % 50 + 1
        simulated.press(0, "plus")
        simulated.press(0, "plus")
        simulated.wait_for(lambda pixels: private_number(pixels, 0) == bid)
        simulated.press(0, "lock")
        assert heard.next(BidLocked).panel == 0
        clock.sleep(0.5)
        simulated.press(0, "lock")
        assert heard.next(BidUnlocked).request == "s1"
        clock.sleep(0.5)
        simulated.press(0, "lock")
        locked = heard.next(BidLocked)
        simulated.press(1, "lock")
        assert heard.next(BidLocked).panel == 1
        console.reveal()
        mine, theirs = heard.next(BidRevealed), heard.next(BidRevealed)
        assert [(mine.panel, mine.bid, mine.fits), (theirs.panel, theirs.bid, theirs.fits)] == [(0, bid, True), (1, theirs_is, True)]
        assert seal_of(mine.nonce, "A", bid) == locked.seal
        assert seal_of(mine.nonce, "A", bid + 1) != locked.seal


def test_the_cable_is_pulled_in_the_middle_of_a_bid_and_nothing_is_lost_or_told_twice(simulated: SimulatedConsole) -> None:
    heard = Heard(simulated.clock)
    with connected(simulated, heard) as console:
        console.show(duel(), BINDING, request="s1")
        simulated.wait_for(lambda pixels: private_number(pixels, 1) is not None)
        simulated.press(0, "lock")
        heard.next(BidLocked)
        simulated.unplug()
        heard.next(Lost)
        assert heard.next(Unreachable).finding.code == "port_gone"
        assert not console.state.connected
        simulated.press(1, "lock")
        simulated.replug()
        again = heard.next(Connected)
        assert not again.restarted
        locked = heard.next(BidLocked)
        assert (locked.panel, locked.number) == (1, 2)
        console.reveal()
        assert [heard.next(BidRevealed).fits, heard.next(BidRevealed).fits] == [True, True]
    numbers = [event.number for event in heard.rest() if isinstance(event, Precious)]
    assert numbers == [1, 2, 3, 4]


def test_numbers_are_picked_one_by_one(simulated: SimulatedConsole) -> None:
    heard = Heard(simulated.clock)
    with connected(simulated, heard) as console:
        console.show(Scene(panels=(Panel(seat="A", value=50, largest=50, lamp="turn", pick=Bounds(1, 14)),)), BINDING, request="p1")
        simulated.wait_for(lambda pixels: private_number(pixels, 0) is not None)
        simulated.press(0, "plus")
        simulated.wait_for(lambda pixels: private_number(pixels, 0) == 2)
        simulated.press(0, "lock")
        picked = heard.next(Picked)
        assert (picked.panel, picked.request, picked.choice) == (0, "p1", 2)
        simulated.press(0, "roll")
        assert heard.next(PickDone).request == "p1"


def test_dice_are_rolled_when_asked_for_and_for_fun(simulated: SimulatedConsole) -> None:
    heard = Heard(simulated.clock)
    with connected(simulated, heard) as console:
        console.show(Scene(panels=(Panel(seat="A", value=50, largest=50, lamp="turn", dice=("d1",)),)), BINDING, request="r1")
        simulated.wait_for(lambda pixels: count(pixels, 0) == 50)
        simulated.press(0, "roll")
        rolled = heard.next(Rolled)
        assert (rolled.request, rolled.die) == ("r1", "d1")
        assert 1 <= rolled.face <= 10
        console.show(quiet(), BINDING)
        simulated.press(1, "roll")
        assert 1 <= heard.next(FreeRoll).face <= 10
        console.sample(100)
        faces = heard.next(Sampled).faces
        assert len(faces) == 100
        assert set(faces) <= set(range(1, 11))


def test_an_event_that_the_table_could_not_take_comes_again(simulated: SimulatedConsole, caplog: pytest.LogCaptureFixture) -> None:
    heard = Heard(simulated.clock)
    failed: list[int] = []

    def once_broken(event: object) -> None:
        if isinstance(event, Pressed) and not failed:
            failed.append(event.number)
            raise RuntimeError("the journal's disk is full")
        heard(event)  # type: ignore[arg-type]  # every event comes through here

    console = simulated.open(once_broken)
    try:
        heard.next(Connected)
        console.show(quiet(), BINDING)
        simulated.wait_for(lambda pixels: count(pixels, 0) == 50)
        simulated.press(0, "lock")
        assert heard.next(Pressed).number == failed[0]
    finally:
        console.close()
    assert "will be told again" in caplog.text


def test_a_host_that_was_killed_finds_the_bid_still_locked(simulated: SimulatedConsole) -> None:
    heard = Heard(simulated.clock)
    with connected(simulated, heard) as console:
        console.show(duel(), BINDING, request="s1")
        simulated.wait_for(lambda pixels: private_number(pixels, 0) is not None)
        simulated.press(0, "lock")
        heard.next(BidLocked)
    second = Heard(simulated.clock)
    console = simulated.open(second, kept=lambda boot: 1)
    try:
        second.next(Connected)
        console.show(duel(), BINDING, request="s1")
        simulated.wait_for(lambda pixels: private_number(pixels, 1) is not None)
        simulated.press(1, "lock")
        assert second.next(BidLocked).number == 2
        simulated.wait_until(lambda board: (0, "locked") in {(bid.panel, bid.state) for bid in console.held_bids()}, PATIENCE_S)
        console.reveal()
        assert [second.next(BidRevealed).fits, second.next(BidRevealed).fits] == [None, True]
    finally:
        console.close()


def test_a_restarted_console_has_another_boot_and_shows_the_scene_again(simulated: SimulatedConsole) -> None:
    heard = Heard(simulated.clock)
    with connected(simulated, heard) as console:
        console.show(quiet(41, 30), BINDING)
        simulated.wait_for(lambda pixels: count(pixels, 0) == 41)
        simulated.reset()
        heard.next(Lost)
        again = heard.next(Connected)
        assert (again.restarted, again.why) == (True, "reset")
        simulated.wait_for(lambda pixels: count(pixels, 0) == 41)


def test_alone_it_counts_and_tells_when_the_host_is_back(clock: OwnedClock, simulated: SimulatedConsole) -> None:
    heard = Heard(simulated.clock)
    with connected(simulated, heard) as console:
        console.show(quiet(20, 30), BINDING)
        simulated.wait_for(lambda pixels: count(pixels, 0) == 20)
    clock.sleep(ALONE_S)
    simulated.press(0, "plus")  # the computer is gone: what a match has counted stands
    both: tuple[Button, ...] = ("minus", "plus")
    for button in both:
        simulated.hold(0, button)
    clock.sleep(2.5)
    for button in both:
        simulated.release(0, button)
    simulated.press(0, "plus")
    simulated.wait_for(lambda pixels: count(pixels, 0) == 21)
    with connected(simulated, heard):
        told = heard.next(AloneCounters)
        assert told.values == (21, 30)
        assert all(event.number < told.number for event in heard.all if isinstance(event, Pressed))


def shows_forty(ceiling: int, pixels: Pixels) -> bool:
    """Tell whether the first counter shows 40, its first pixel no brighter than `ceiling`."""
    return 0 < pixels.panels[0].counter[0] <= ceiling and count(pixels, 0) == 40


def test_at_night_by_this_computers_clock_the_console_shines_less() -> None:
    settings: dict[str, int | str] = {"TAPETE_NIGHT": "22:00-09:00", "TAPETE_NIGHT_BRIGHTNESS": 25}
    light: list[int] = []
    for minute in (21 * 60, 23 * 60):
        with OwnedClock() as clock, SimulatedConsole(panels=1, settings=settings, clock=clock) as board:
            heard = Heard(clock)
            console = Console(board.url, heard, minute=functools.partial(int, minute), clock=clock, open_port=board.open_port)
            try:
                heard.next(Connected)
                console.show(quiet(40), {0: "A"})
                ceiling = light[0] - 1 if light else 1 << 24
                shown = board.wait_for(functools.partial(shows_forty, ceiling))
                light.append(shown.panels[0].counter[0])
            finally:
                console.close()
    assert 0 < light[1] < light[0] / 2


def test_a_host_that_wants_less_light_gets_it_at_once_and_all_of_it_back(simulated: SimulatedConsole) -> None:
    with connected(simulated, Heard(simulated.clock)) as console:
        console.show(quiet(40), {0: "A"})
        full = simulated.wait_for(functools.partial(shows_forty, 1 << 24)).panels[0].counter[0]
        console.dim(30)
        dim = simulated.wait_for(functools.partial(shows_forty, full - 1)).panels[0].counter[0]
        assert 0 < dim < full / 2
        console.dim(100)
        simulated.wait_for(lambda pixels: pixels.panels[0].counter[0] == full)


def test_what_dice_are_for_reaches_the_panel(simulated: SimulatedConsole) -> None:
    with connected(simulated, Heard(simulated.clock)) as console:
        panels = (Panel(seat="A", value=50, largest=50, lamp="turn", dice=("d1",), purpose="initiative"),)
        console.show(Scene(panels=panels), BINDING, request="r1")
        both = simulated.wait_for(lambda pixels: [place for place, colour in enumerate(pixels.panels[0].die) if colour] == [2, 7])
        assert len(set(both.panels[0].die)) == 2


def test_a_stalled_line_loses_nothing(simulated: SimulatedConsole) -> None:
    heard = Heard(simulated.clock)
    with connected(simulated, heard) as console:
        console.show(quiet(), BINDING)
        simulated.wait_for(lambda pixels: count(pixels, 0) == 50)
        simulated.stall(True)
        simulated.press(0, "lock")
        heard.next(Lost)
        simulated.stall(False)
        assert heard.next(Pressed).number == 1
        assert console.state.counters.bad <= 1, "at most the line that was cut"


def test_a_panel_without_a_private_display_locks_no_bid_that_nobody_sees(clock: OwnedClock) -> None:
    """The small build of docs/build/small.md: PLUS and LOCK are presses there, and the bid is asked on phone or page."""
    small: dict[str, str | int] = {"TAPETE_COUNTER_PIXELS": 10, "TAPETE_PRIVATE_PIXELS": 0, "TAPETE_BRIDGE_PIXELS": 0}
    heard = Heard(clock)
    with SimulatedConsole(panels=2, settings=small, clock=clock) as board:
        console = board.open(heard)
        try:
            heard.next(Connected)
            console.show(duel(), BINDING, request="s1")
            heard.next(Shown)
            for button in ("plus", "plus", "lock"):
                board.press(0, button)
                assert heard.next(Pressed).button == button
            assert not console.held_bids()
            assert [event for event in heard.all if isinstance(event, BidLocked)] == []
        finally:
            console.close()
