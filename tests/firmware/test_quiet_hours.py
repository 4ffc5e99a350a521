"""When nobody plays the lights attract, at night they shine less; a press or a match ends the one, the day the other."""

from __future__ import annotations

import pytest

from tapete_console import lights, settings_keys
from tests.firmware.rig import Desk, Written

MINUTE = 60_000


def attracts(desk: Desk, panel: int = 0) -> bool:
    """Tell whether one pixel in each row of ten is lit, and not always the same ones."""
    seen = set()
    for _ in range(4):
        desk.wait(lights.ATTRACT_MS, step=50)
        public = desk.counter(panel) + desk.die(panel)
        rows = [[place for place in range(10) if any(public[10 * row + place])] for row in range(6)]
        if [len(row) for row in rows] != [1] * 6:
            return False
        seen.add(str(rows))
    return len(seen) == 4


def test_alone_and_untouched_it_attracts_and_a_press_counts_at_once() -> None:
    desk = Desk(plugged=False, attract_minutes=2, alone_value=20)
    desk.wait(2 * MINUTE - 2000, step=50)
    assert desk.count(0) == 20
    desk.wait(4000, step=50)
    assert attracts(desk)
    assert desk.number(0) is None
    desk.tap(1, "plus")
    assert desk.console.panels[1].by_itself.first == 21
    desk.wait(1500)
    assert (desk.count(0), desk.count(1)) == (20, 21)


def test_the_press_that_wakes_a_console_with_a_host_is_told() -> None:
    desk = Desk(attract_minutes=1)
    desk.greet()
    desk.show(1, "-", "-")
    for _ in range(70):
        desk.send("beat")
        desk.wait(1000, step=50)
    assert attracts(desk)
    desk.tap(0, "lock")
    assert desk.told() == [("press", "0", "lock", "1")]
    assert desk.count(0) == 0


def test_a_match_is_never_covered_and_ends_the_attraction() -> None:
    desk = Desk(attract_minutes=1)
    desk.greet()
    desk.show(1, "A,37,50,turn", "B,12,50,waiting")
    for _ in range(70):
        desk.send("beat")
        desk.wait(1000, step=50)
    assert desk.count(0) == 37
    desk.show(2, "-", "-")
    for _ in range(70):
        desk.send("beat")
        desk.wait(1000, step=50)
    assert attracts(desk)
    desk.show(3, "A,37,50,turn", "B,12,50,waiting")
    desk.stay(1000)
    assert (desk.count(0), desk.count(1)) == (37, 12)


def test_no_minutes_no_attraction() -> None:
    desk = Desk(plugged=False, attract_minutes=0)
    desk.wait(30 * MINUTE, step=500)
    assert desk.count(0) == 30


@pytest.mark.parametrize(
    ("night", "minute", "brightness"),
    [
        ("22:00-09:00", -1, 80),
        ("22:00-09:00", 22 * 60 - 1, 80),
        ("22:00-09:00", 22 * 60, 20),
        ("22:00-09:00", 0, 20),
        ("22:00-09:00", 9 * 60 - 1, 20),
        ("22:00-09:00", 9 * 60, 80),
        ("01:30-02:00", 95, 20),
        ("01:30-02:00", 120, 80),
        ("", 0, 80),
        ("08:00-08:00", 480, 80),
    ],
)
def test_night_is_from_the_first_minute_to_the_last(night: str, minute: int, brightness: int) -> None:
    settings = settings_keys.read(Written({"TAPETE_NIGHT": night, "TAPETE_BRIGHTNESS": 80, "TAPETE_NIGHT_BRIGHTNESS": 20}))
    assert settings.wrong == []
    assert settings.brightness_at(minute) == brightness


@pytest.mark.parametrize("night", ["22-9", "22:00", "24:00-09:00", "22:60-09:00", "22:00-09:00-10:00", "2a:00-09:00", "9:00-10:00", "-", 7])
def test_a_night_that_is_none_is_reported(night: str | int) -> None:
    settings = settings_keys.read(Written({"TAPETE_NIGHT": night}))
    assert [(wrong.key, wrong.used, wrong.stands) for wrong in settings.wrong] == [("TAPETE_NIGHT", "", str(night))]
    assert settings.brightness_at(0) == 100


def test_night_never_shines_more_than_day() -> None:
    settings = settings_keys.read(Written({"TAPETE_NIGHT": "00:00-12:00", "TAPETE_BRIGHTNESS": 10, "TAPETE_NIGHT_BRIGHTNESS": 30}))
    assert settings.brightness_at(1) == 10


def light(desk: Desk) -> int:
    return sum(map(sum, desk.counter(0)))


def test_the_hosts_clock_dims_the_console_which_goes_on_without_it() -> None:
    desk = Desk(night="22:00-22:30", night_brightness=25, alone_value=40, attract_minutes=0)
    desk.greet()
    desk.show(1, "A,40,50,waiting", "B,40,50,waiting")
    desk.stay(2000)
    day = light(desk)
    desk.send("clock", str(22 * 60 - 1))
    desk.stay(2000)
    assert light(desk) == day
    desk.unplug()
    desk.wait(MINUTE, step=50)
    assert light(desk) < day / 3
    desk.wait(31 * MINUTE, step=500)
    assert light(desk) == day


def test_the_host_dims_all_pixels_until_it_says_otherwise() -> None:
    desk = Desk(attract_minutes=0)
    desk.greet()
    desk.show(1, "A,40,50,waiting", "B,40,50,turn,bid=s1:7:50")
    desk.stay(2000)
    public, private = light(desk), desk.private(1)
    desk.send("clock", "720", "40")
    desk.stay(2000)
    assert 0.3 * public < light(desk) < 0.45 * public
    assert 0 < sum(map(sum, desk.private(1))) < 0.5 * sum(map(sum, private))
    assert desk.number(1) == 7
    desk.send("clock", "721")
    desk.stay(2000)
    assert (light(desk), desk.private(1)) == (public, private)


def test_the_private_display_stays_even_at_night() -> None:
    desk = Desk(night="22:00-09:00", night_brightness=7)
    desk.greet()
    desk.send("clock", "0")
    desk.show(1, "A,37,50,turn,bid=s1:0:99", "B,37,50,turn,bid=s1:0:99")
    desk.stay(2000)
    seen = set()
    for _ in range(30):
        desk.send("beat")
        desk.tap(0, "plus")
        seen.add(sum(map(sum, desk.private(0))))
    desk.tap(0, "lock")
    seen.add(sum(map(sum, desk.private(0))))
    assert desk.number(0) == 30
    assert len(seen) == 1


@pytest.mark.parametrize("purpose", ["initiative", "attack", "defence"])
def test_what_a_die_is_for_is_seen_on_the_panel_until_it_is_rolled(purpose: str) -> None:
    desk = Desk(runup_ms=0)
    desk.greet()
    desk.show(1, f"A,37,50,turn,dice=r1,for={purpose}", "B,37,50,turn,dice=r2")
    shapes: list[set[tuple[bool, ...]]] = [set(), set()]
    for _ in range(200):
        desk.wait(20)
        desk.send("beat")
        for panel in (0, 1):
            shapes[panel].add(tuple(any(colour) for colour in desk.die(panel)))
    assert shapes[0] == {tuple(map(bool, lights.lamp(purpose, now, 10))) for now in range(0, 4000, 40)}
    assert len(shapes[0]) > len(shapes[1]) == 1, "nothing runs before a die of which the host does not say what it is for"
    desk.tap(0, "roll")
    assert [line[:3] for line in desk.told("rolled")] == [("rolled", "0", "r1")]


def test_one_request_asks_several_panels_for_several_dice() -> None:
    """Initiative of all players, or a batch of attacks: each panel rolls its own, in any order, each die once."""
    desk = Desk(panels=3, runup_ms=0, budget_ma=2500)
    desk.greet()
    desk.show(1, "A,9,9,turn,dice=i1,for=initiative", "B,9,9,turn,dice=i2:i3:i4,for=initiative", "C,9,9,turn,dice=i5,for=initiative")
    desk.tap(2, "roll")
    desk.press(1, "roll")
    desk.stay(3000)
    desk.release(1, "roll")
    desk.tap(0, "roll")
    assert [line[1:3] for line in desk.told("rolled")] == [("2", "i5"), ("1", "i2"), ("1", "i3"), ("1", "i4"), ("0", "i1")]
