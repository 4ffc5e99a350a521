"""What the patterns say: numbers, changes, stages and purposes, and that none of it is said by colour alone."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete_console import lights
from tests.firmware.rig import Desk

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
    (lights.WON, lights.AMBER),
    (lights.ATTACK, lights.DEFENCE),
    (lights.READY, lights.NOT_NOW),
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


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("turn", "1234567890"),
        ("turn,lock=pass", "7"),
        ("turn,lock=ready", "7"),
        ("turn,bid=s1:1:9", "1247"),
        ("turn,pick=p1:0:9", "124790"),
        ("turn,show=7", "1234567890"),
        ("turn,dice=r1", "90"),
        ("ready,lock=ready", "678"),
        ("waiting", "56"),
        ("lost", "13579"),
    ],
)
def test_lamps_stand_over_the_buttons_that_answer(asked: str, answer: str) -> None:
    """MINUS between 1 and 2, PLUS under 4, LOCK under 7, ROLL between 9 and 0: who sees the lamp knows the button."""
    desk = Desk(panels=1)
    desk.greet()
    desk.show(1, f"A,30,50,{asked}")
    for _ in range(50):
        desk.wait(40)
        desk.send("beat")
        assert "".join(str((place + 1) % 10) for place, pixel in enumerate(desk.die(0)) if any(pixel)) == answer


@pytest.mark.parametrize("purpose", ["initiative", "attack", "defence"])
def test_a_light_runs_to_say_what_a_die_is_for_and_the_lamps_over_roll_are_always_lit(purpose: str) -> None:
    frames = [lights.lamp(purpose, now, 10) for now in range(0, lights.PURPOSE_MS, lights.FRAME_MS)]
    assert all(frame[8] and frame[9] for frame in frames)
    running = [[place for place in range(8) if frame[place]] for frame in frames]
    assert all(running[:25])
    assert not any(running[25:])
    middles = [sum(places) / len(places) for places in running[:25]]
    assert len(set(middles)) == 1 if purpose == "initiative" else middles == sorted(middles, reverse=purpose == "defence")


def test_breathing_never_goes_dark() -> None:
    for what, places in lights.BREATHING.items():
        frames = [lights.lamp(what, now, 10) for now in range(0, lights.PULSE_MS, lights.FRAME_MS)]
        assert {tuple(place for place in range(10) if frame[place]) for frame in frames} == {places}
        assert len({frame[places[0]] for frame in frames}) == 4


def test_numbers_chosen_glow_and_the_one_that_lock_would_add_stands_out() -> None:
    picture = lights.digits(7, "pick", 0, 20, [4, 12])
    assert [place for place in range(20) if picture[place] == lights.PICKED] == [0, 17]
    assert [place for place in range(20) if picture[place] == lights.CHOSEN] == [1, 12, 14]


@given(number=st.integers(0, 99), length=st.sampled_from([10, 50, 60]))
def test_a_bid_on_the_counter_has_its_own_picture(number: int, length: int) -> None:
    picture = lights.bid(number, length)
    others = [lights.bid(other, length) for other in range(min(99, 2 * length) + 1) if other != number]
    assert len(picture) == length
    if number <= 2 * length:
        assert picture not in others
    assert picture not in [lights.counter(value, value, since, length) for value in range(151) for since in (1000, 1800, 2000)]
