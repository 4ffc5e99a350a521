"""A station by the four buttons of its console alone: stop in the middle, say that somebody is there, go on after a lesson."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tapete.console import events as told
from tapete.core.scene import Bounds
from tapete.station import guides
from tapete.station.chord import TOGETHER_S
from tapete.station.settings import QUIET_BRIGHTNESS, QUIET_CONSOLE, Settings
from tapete.station.stage import Ended, Playing
from tapete.station.station import DEAF_S, STOP_S
from tests.station.guided import actions_of
from tests.station.hall import Hall, lesson
from tests.table.fake_console import FakeConsole


def test_minus_and_plus_held_twice_finish_a_match(hall: Hall) -> None:
    table = hall.free_match()
    hall.hold()
    assert hall.is_at(Playing(match=table.id, stopping=True))
    assert hall.console.panel(0).bid == Bounds(1, 50), "what was asked is asked still"
    hall.press("minus", "plus")  # where they are told, the short presses come first
    assert hall.is_at(Playing(match=table.id, stopping=True))
    hall.hold()
    assert hall.is_at(Ended(match=table.id))
    assert [one.kind for one in hall.happened] == ["began", "left"]


@pytest.mark.parametrize("on", ["press", "time", "page"])
def test_whoever_plays_on_is_not_asked_any_more(hall: Hall, on: str) -> None:
    table = hall.free_match()
    hall.hold()
    if on == "press":
        hall.press("roll")
    elif on == "time":
        hall.wait(STOP_S)
    else:
        table.submit({"action": "lock_bid", "seat": "A", "amount": 3})
        hall.settle(table)
    assert hall.is_at(Playing(match=table.id))
    hall.wait(DEAF_S)
    hall.hold()
    assert hall.is_at(Playing(match=table.id, stopping=True))


@pytest.mark.parametrize(
    "deeds",
    [
        [("minus", 0), ("minus", 0)],
        [("minus", 0), ("plus", 1)],
        [("plus", 0), ("lock", 0)],
        [("lock", 0), ("roll", 0)],
        [("minus", 0), None, ("plus", 0)],
        [("minus", 0), ("later", 0), ("plus", 0)],
    ],
)
def test_nothing_else_is_a_chord(hall: Hall, deeds: list[tuple[str, int] | None]) -> None:
    table = hall.free_match()
    for deed in deeds:
        if deed is None:
            hall.press("roll")
        elif deed[0] == "later":
            hall.now += TOGETHER_S + 0.1
        elif deed[0] == "roll":
            hall.press("roll")
        else:
            hall.hold(deed[0], panel=deed[1])
    assert hall.is_at(Playing(match=table.id))


@pytest.mark.parametrize("told_first", [False, True])
def test_the_same_chord_says_still_here(hall: Hall, told_first: bool) -> None:
    table = hall.free_match()
    hall.wait(hall.station.settings.idle_s)
    assert hall.is_at(Playing(match=table.id, asked=True))
    if told_first:
        hall.press("minus", "plus")
    hall.hold()
    assert hall.is_at(Playing(match=table.id))


@pytest.mark.parametrize("button", ["lock", "roll", ""])
def test_at_the_end_of_a_lesson_lock_plays_on_and_roll_finishes(hall: Hall, button: str) -> None:
    table = lesson(hall)
    guide = guides.find("shazamm", 2)
    assert guide is not None
    place = hall.station.guided()
    while place is not None and place.deed is not None:
        if not place.deed.answers:
            hall.press("lock")
        for action in actions_of(guide, table, place.deed):
            table.submit(action)
        hall.settle(table)
        place = hall.station.guided()
    assert hall.is_at(Playing(match=table.id))
    assert hall.console.panel(0).bid is None
    assert not hall.station.asks_for_touch()
    if button:
        hall.press(button)
    else:  # on a page they do not wait to be asked
        table.submit({"action": "lock_bid", "seat": "A", "amount": 3})
        hall.settle(table)
    if button == "roll":
        assert hall.is_at(Ended(match=table.id))
    else:
        assert hall.is_at(Playing(match=table.id))
        assert hall.station.guided() is None
        assert hall.console.panel(1).bid is not None


def test_the_last_two_dice_of_a_lesson_are_no_wish_to_play_on(hall: Hall) -> None:
    """Both are in the journal before the first is heard of: only what is declared after the end says that people play on."""
    hall.station.touch()
    for value in ("mamlejet", "2", "guided"):
        hall.station.choose(value)
    table, guide = hall.on_screen(), guides.find("mamlejet", 2)
    assert guide is not None
    place = hall.station.guided()
    while place is not None and place.deed is not None:
        if not place.deed.answers:
            hall.press("lock")
        for action in actions_of(guide, table, place.deed, face=6):
            table.submit(action)
        hall.settle(table)
        place = hall.station.guided()
    assert place is not None
    assert place.says == guide.ending


BY_LOCK = {"keep_hand", "pass", "confirm_plan", "decline_defence"}
"""What LOCK answers in Mamlejet."""


@pytest.mark.parametrize("face", [2, 6])
@pytest.mark.parametrize("seats", [1, 2])
def test_whatever_a_button_can_answer_in_a_lesson_a_button_answers(hall: Hall, seats: int, face: int) -> None:
    """LOCK leaves out what may be left out; the guide must not miss it. Cards are named on the screen."""
    hall.station.touch()
    for value in ("mamlejet", str(seats), "guided"):
        hall.station.choose(value)
    table, guide = hall.on_screen(), guides.find("mamlejet", seats)
    assert guide is not None
    pressed: set[str] = set()
    reached = -1
    while (place := hall.station.guided()) is not None and place.deed is not None:
        assert place.number > reached, place.says.en
        reached = place.number
        acts = {pattern["action"] for pattern in place.deed.answers}
        if not acts:
            hall.press("lock")
        elif acts <= BY_LOCK:
            owing = next(owed.seat for owed in table.awaiting() if owed.seat is not None and not acts.isdisjoint(owed.actions))
            hall.console.press_lock("AB".index(owing))
        elif acts == {"enter_roll"}:
            for n in range(len(place.deed.answers)):
                panel = next(panel for panel in range(seats) if hall.console.panel(panel).dice)
                hall.console.roll(panel, face + n)
                hall.settle(table)
        else:
            for action in actions_of(guide, table, place.deed):
                table.submit(action)
        pressed |= acts
        hall.settle(table)
        assert hall.station.said is None, "nothing is taken back"
    assert pressed >= {"pass", "confirm_plan", "decline_defence", "enter_roll"}
    assert reached == len(guide.deeds) - 1


# ---- its light


def test_staffs_brightness_and_the_quiet_hours_dim_the_console_too(hall: Hall) -> None:
    assert hall.console.percent == 100
    hall.station.change_settings(Settings(brightness=80))
    assert (hall.station.light, hall.console.percent) == ((80, 80), 80)
    hall.station.change_settings(Settings(brightness=80, quiet_from="11:00", quiet_to="13:00"))
    assert (hall.station.light, hall.console.percent) == ((QUIET_BRIGHTNESS, QUIET_CONSOLE), QUIET_CONSOLE)
    hall.station.touch()
    assert (hall.station.light, hall.console.percent) == ((80, 80), 80)
    hall.station.reset()
    assert hall.console.percent == QUIET_CONSOLE
    hall.minute = 13 * 60
    hall.rung.clear()
    hall.wait(1)
    assert hall.rung.is_set()
    assert hall.console.percent == 80


def test_a_console_that_is_plugged_in_later_shines_alike(hall: Hall) -> None:
    hall.station.change_settings(Settings(brightness=70))
    made: list[FakeConsole] = []

    def open_console(on_event: Callable[[told.Event], None], kept: Callable[[str], int]) -> FakeConsole:
        made.append(FakeConsole(on_event, kept))
        return made[-1]

    hall.hub.add_console(open_console)
    assert made[0].percent == 70
