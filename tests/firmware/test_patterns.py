"""What the patterns say: numbers, changes, stages and purposes, and that none of it is said by colour alone."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete_console import lights
from tests.firmware.desk import Desk

STAGES = ("open", "locked", "shown")


SEEN_BY = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}
"""Linear RGB as people without red or green cones see it (Machado, Oliveira and Fernandes 2009, severity 1.0)."""

TOLD_APART = [
    (lights.COUNTER, lights.SECOND),
    (lights.GAIN, lights.LOSS),
    (lights.WIZARD_A, lights.WIZARD_B),
    (lights.WON, lights.LOST),
    (lights.ATTACK, lights.DEFENCE),
    (lights.READY, lights.ALARM),
    (lights.FIRST, lights.DEFENCE),
]


@pytest.mark.parametrize("sight", SEEN_BY)
@pytest.mark.parametrize("pair", TOLD_APART)
def test_the_standard_palette_is_told_apart_without_red_or_green(sight: str, pair: tuple[int, int]) -> None:
    """The angle between two hues, whatever their brightness, stays above twelve degrees."""
    packed = lights.palette("standard", 100)
    seen = []
    for place in pair:
        channels = (packed[place] >> 16, packed[place] >> 8 & 255, packed[place] & 255)
        seen.append([max(0.0, sum(share * channel for share, channel in zip(row, channels, strict=True))) for row in SEEN_BY[sight]])
    lengths = math.hypot(*seen[0]) * math.hypot(*seen[1])
    cosine = sum(one * other for one, other in zip(*seen, strict=True)) / lengths
    assert math.degrees(math.acos(min(1.0, cosine))) > 12


def test_an_open_number_sways_a_locked_one_stands_still_and_a_shown_one_sways_slowly() -> None:
    changes = {}
    for stage in STAGES:
        frames = [lights.digits(42, stage, now, 20) for now in range(0, 6400, lights.FRAME_MS)]
        changes[stage] = sum(one != other for one, other in itertools.pairwise(frames))
    assert changes == {"open": 15, "locked": 0, "shown": 3}


@pytest.mark.parametrize(("value", "winks"), [(50, 0), (51, 1), (100, 1), (101, 2), (150, 2), (151, 3), (999, 19)])
def test_each_whole_fifty_below_winks(value: int, winks: int) -> None:
    frames = [lights.counter(value, value, since, 50) for since in range(0, lights.WINK_MS, lights.FRAME_MS)]
    assert {frame.count(lights.BLACK) for frame in frames} == ({0, winks} if winks else {0})


def test_no_number_up_to_150_is_told_from_another_by_colour_alone() -> None:
    """Brightness and rhythm of every pixel, its hue left out: underlay, soft and full light are three levels of brightness."""
    level = {lights.BLACK: 0, lights.UNDERLAY: 1, lights.COUNTER_SOFT: 2, lights.SECOND_SOFT: 2, lights.COUNTER: 3, lights.SECOND: 3}
    level[lights.ZERO] = 3
    seen = set()
    for value in range(151):
        frames = (lights.counter(value, value, since, 50) for since in range(lights.WINK_MS, 2 * lights.WINK_MS, 100))
        seen.add(tuple(tuple(level[place] for place in frame) for frame in frames))
    assert len(seen) == 151


@given(before=st.integers(0, 160), value=st.integers(0, 160))
def test_every_change_is_seen_and_settles(before: int, value: int) -> None:
    settled = lights.counter(value, value, lights.SETTLE_MS, 50)
    assert lights.counter(value, before, lights.SETTLE_MS, 50) == settled
    frames = [lights.counter(value, before, since, 50) for since in range(0, lights.SETTLE_MS, 150)]
    if value != before:
        assert any((lights.GAIN if value > before else lights.LOSS) in frame for frame in frames)


def test_quick_presses_add_up_to_one_difference_until_it_settles() -> None:
    desk = Desk(plugged=False, alone_value=20)
    desk.wait(2000)
    desk.tap(0, "plus", 5)
    gained = lights.palette("standard", 100)[lights.GAIN]

    def gaining() -> set[int]:
        desk.wait(20)
        return {place for place, (red, green, blue) in enumerate(desk.counter(0)) if red << 16 | green << 8 | blue == gained}

    assert set().union(*(gaining() for _ in range(20))) == {20, 21, 22, 23, 24}
    desk.wait(1000)
    assert set().union(*(gaining() for _ in range(20))) == set()


def test_where_lock_answers_the_ends_stand_still_and_the_rest_pulses() -> None:
    frames = [lights.lamp("answer", now, 10) for now in range(0, lights.PULSE_MS, lights.FRAME_MS)]
    plain = [lights.lamp("turn", now, 10) for now in range(0, lights.PULSE_MS, lights.FRAME_MS)]
    assert {(frame[0], frame[-1]) for frame in frames} == {(lights.READY, lights.READY)}
    assert [frame[1:-1] for frame in frames] == [frame[1:-1] for frame in plain]
    assert not any(lights.BLACK in frame for frame in frames), "ready alone leaves the middle dark"
    assert lights.lamp("answer", 0, 0) == []


@pytest.mark.parametrize(
    ("asked", "answers"),
    [("", False), (",lock=pass", True), (",lock=ready", True), (",bid=s1:1:9", True), (",pick=p1:0:9", True), (",show=7", False)],
)
def test_a_panel_says_by_its_ends_whether_lock_answers(asked: str, answers: bool) -> None:
    """Five games ask their players by the same pulse; which of them LOCK answers used to stand on the page alone."""
    desk = Desk(panels=1)
    desk.greet()
    desk.show(1, f"A,30,50,turn{asked}")
    packed = lights.palette("standard", 100)
    ready = (packed[lights.READY] >> 16, packed[lights.READY] >> 8 & 255, packed[lights.READY] & 255)
    ends, middle = {desk.die(0)[0], desk.die(0)[-1]}, set(desk.die(0)[1:-1])
    assert (ends == {ready}) == answers
    assert (0, 0, 0) not in middle, "it pulses in any case"


def test_a_locked_bid_is_ready_and_pulses_no_more() -> None:
    desk = Desk(panels=1)
    desk.greet()
    desk.show(1, "A,30,50,turn,bid=s1:1:9")
    desk.tap(0, "lock")
    desk.wait(2 * lights.HEARD_MS)
    assert [any(pixel) for pixel in desk.die(0)] == [True, *[False] * 8, True]
