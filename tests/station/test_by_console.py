"""A station by the four buttons of its console alone: stop in the middle, say that somebody is there, go on after a lesson."""

from __future__ import annotations

import pytest

from tapete.core.scene import Bounds
from tapete.station import guides
from tapete.station.chord import TOGETHER_S
from tapete.station.stage import Ended, Playing
from tapete.station.station import DEAF_S, STOP_S
from tests.station.guided import actions_of
from tests.station.hall import Hall, lesson


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
    guide = guides.find("shazamm")
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
