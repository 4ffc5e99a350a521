"""Power, private light and patterns: what must hold for every picture."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete_console import lights, power
from tapete_console.picture import LAMPS, PURPOSES
from tapete_console.strip import Strip, places
from tests.firmware.rig import Desk, simhw

PICTURES = st.lists(st.integers(0, len(lights.STANDARD) - 1), min_size=80, max_size=80)
STAGES = ("open", "locked", "shown")
PUBLIC = [place for place in range(len(lights.STANDARD)) if place not in lights.PRIVATE]


class RecordedPixels:
    """Pixels that remember what they were told."""

    def __init__(self) -> None:
        self.colours: list[int] = []
        self.shown = 0

    def __setitem__(self, index: slice, colours: list[int], /) -> None:
        self.colours[index] = colours

    def show(self) -> None:
        self.shown += 1


def levels(colours: Sequence[int]) -> int:
    return sum((colour >> 16) + (colour >> 8 & 255) + (colour & 255) for colour in colours)


def strip(allowed: int, private: int = 1000, brightness: int = 100, chosen: str = "standard") -> tuple[Strip, RecordedPixels]:
    pixels = RecordedPixels()
    return Strip(pixels, lights.palette(chosen, brightness), allowed, private, list(range(80))), pixels


@given(picture=st.lists(st.sampled_from(PUBLIC), min_size=80, max_size=80), allowed=st.integers(0, 20000))
def test_no_picture_uses_more_than_it_is_allowed(picture: list[int], allowed: int) -> None:
    one, pixels = strip(allowed)
    assert one.show(picture, 0)
    assert levels(pixels.colours) <= allowed
    assert one.limited == (one.wanted > allowed)


@given(picture=PICTURES, allowed=st.integers(0, 20000))
def test_black_stays_black_however_it_is_scaled(picture: list[int], allowed: int) -> None:
    one, pixels = strip(allowed)
    one.show(picture, 0)
    assert all(pixels.colours[place] == 0 for place in range(80) if picture[place] == lights.BLACK)


@given(
    budget=st.integers(100, 5000),
    panels=st.integers(1, 4),
    counter=st.integers(1, 200),
    private=st.sampled_from([0, 20, 40]),
    die=st.sampled_from([0, 10, 40]),
    bridge=st.sampled_from([0, 19, 60]),
)
def test_all_shares_together_keep_the_budget(budget: int, panels: int, counter: int, private: int, die: int, bridge: int) -> None:
    shares = power.Shares(budget, panels, counter, private, die, bridge)
    light = panels * (shares.panel + shares.private) + shares.bridge
    assert (shares.dark + power.milliamperes(light) <= budget) or (light == 0 and not shares.enough)


@given(st.integers(0, 10**7))
def test_current_and_levels_are_each_others_inverse_on_the_safe_side(light: int) -> None:
    assert power.levels_within(power.milliamperes(light)) >= light
    assert power.milliamperes(power.levels_within(light)) <= light


@pytest.mark.parametrize("chosen", lights.PALETTES)
@pytest.mark.parametrize("brightness", [1, 7, 30, 100])
def test_private_light_is_the_same_for_every_number_and_stage(chosen: str, brightness: int) -> None:
    one, pixels = strip(0, brightness=brightness, chosen=chosen)
    given_off = set()
    for stage in STAGES:
        for number, now in itertools.product(range(100), range(0, 6400, 400)):
            one.show([lights.BLACK] * 60 + lights.digits(number, stage, now, 20), 0)
            given_off.add((levels(pixels.colours), sum(colour > 0 for colour in pixels.colours)))
    assert len(given_off) == 1


@given(number=st.integers(0, 99), stage=st.sampled_from(STAGES), picture=st.lists(st.sampled_from(PUBLIC), min_size=60, max_size=60))
def test_public_pixels_do_not_change_with_the_bid(number: int, stage: str, picture: list[int]) -> None:
    one, pixels = strip(500)
    one.show(picture + lights.digits(0, "open", 0, 20), 0)
    before = pixels.colours[:60]
    one.show(picture + lights.digits(number, stage, 400, 20), 0)
    assert pixels.colours[:60] == before


def test_a_private_display_that_the_budget_does_not_cover_stays_dark() -> None:
    one, pixels = strip(500, private=10)
    one.show([lights.COUNTER] * 60 + lights.digits(42, "open", 0, 20), 0)
    assert not any(pixels.colours[60:])


def test_the_panel_itself_does_not_change_while_a_bid_is_turned() -> None:
    desk = Desk()
    desk.greet()
    desk.show(1, "A,37,50,ready,bid=s1:0:99", "B,12,50,ready")
    desk.stay(2000)

    def public() -> tuple[object, ...]:
        return tuple(desk.counter(0)), tuple(desk.die(0)), tuple(desk.chain(1))

    untouched, turning = set(), set()
    for _ in range(100):
        desk.send("beat")
        desk.wait(40)
        untouched.add(public())
    light = set()
    for _ in range(99):
        desk.send("beat")
        desk.tap(0, "plus")
        turning.add(public())
        light.add((sum(map(sum, desk.private(0))), sum(map(any, desk.private(0)))))
    assert desk.number(0) == 99
    assert turning <= untouched, "the lamps breathe as they did before"
    assert len(light) == 1


LAMPS_LIT = (*LAMPS, "bid", "pick", "lock", "locked", "alone", "gone", "refused", "roll", *PURPOSES)


def brightest(colours: list[int]) -> tuple[int, int]:
    """The most light of counter and die display together, and of the bridge, in levels."""
    sums = [levels([colour]) for colour in colours]

    def of(picture: list[int]) -> int:
        return sum(sums[place] for place in picture)

    values = (0, 1, 30, 49, 50, 51, 99, 100, 101, 150)
    changes = ((value, before, since) for value in values for before in (value, value + 49, max(0, value - 49)) for since in (0, 150, 950))
    counters = max(of(lights.counter(*change, 50)) for change in changes)
    counters = max(counters, *(of(lights.bid(number, 50)) for number in (0, 50, 75, 99)))
    strips = max(of(lights.lamp(lamp, now, 10)) for lamp in LAMPS_LIT for now in range(0, 3000, 120))
    answers = (lights.face(3, 10), lights.not_now(0, 10), lights.alarm(0, 10), lights.pressed(0, 10), lights.running(0, 10))
    bridges = max(of(lights.bridge(wall, -3, 3, 0, 19)) for wall in range(-9, 10))
    return counters + max(strips, *map(of, answers)), bridges


@pytest.mark.parametrize("chosen", lights.PALETTES)
@pytest.mark.parametrize("panels", [1, 2, 3, 4])
@pytest.mark.parametrize("bridge", [0, 19])
@pytest.mark.long
def test_no_budget_has_to_dim_a_picture(chosen: str, panels: int, bridge: int) -> None:
    """A counter that fills up once got darker: value and light are two things."""
    known: dict[tuple[int, int], tuple[int, int]] = {}
    for budget in [*range(100, 1000, 9), 2000, 2500, 4000, 8000]:
        shares = power.Shares(budget, panels, 50, 20, 10, bridge)
        if not shares.enough:
            assert budget < shares.least
            continue
        for brightness in (1, 10, 30, 50, 70, 99, 100):
            if (brightness, shares.gain) not in known:
                known[brightness, shares.gain] = brightest(lights.palette(chosen, brightness, shares.gain))
            panel, strip = known[brightness, shares.gain]
            assert panel <= shares.panel, (budget, brightness)
            assert strip <= shares.bridge or not bridge, (budget, brightness)


@pytest.mark.parametrize(("budget", "gain"), [(400, 1), (2000, 4), (4000, 8)])
def test_a_larger_supply_gives_more_light(budget: int, gain: int) -> None:
    assert power.Shares(budget, 2, 50, 20, 10, 19).gain == gain * power.FULL


def drawings() -> list[list[list[int]]]:
    """What is to be told apart: numbers (with their winks), states (over time), bridges; each as a list of frames."""
    seen = [[lights.counter(value, value, since, 50) for since in range(lights.WINK_MS, 2 * lights.WINK_MS, 100)] for value in range(151)]
    seen += [[lights.lamp(lamp, now, 10) for now in range(0, 4800, 40)] for lamp in LAMPS_LIT]
    walls = [(wall, a, b, broken) for wall in range(-9, 10) for a in (-9, -3, 0) for b in (0, 3, 9) for broken in (0, 1, 3, 9)]
    return seen + [[lights.bridge(*bridge, 19)] for bridge in walls]


def signature(frames: list[list[int]], colours: list[int]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(colours[place] for place in frame) for frame in frames)


@pytest.mark.parametrize("chosen", lights.PALETTES)
@pytest.mark.slow
def test_nothing_that_differs_at_full_light_is_alike_in_the_dark(chosen: str) -> None:
    """Any brightness from 1 to 100, any budget, 1 to 4 panels. Slabs of the bridge once vanished at 99 percent."""
    drawn = drawings()
    full = lights.palette(chosen, 100)
    wanted = len({signature(frames, full) for frames in drawn})
    gains = {power.Shares(budget, panels, 50, 20, 10, 19).gain for budget in range(250, 4001, 50) for panels in (1, 2, 3, 4)}
    palettes = {tuple(lights.palette(chosen, brightness, gain)) for brightness in range(1, 101) for gain in gains if gain}
    for colours in palettes:
        for place in range(1, len(colours)):  # a channel that is lit stays lit
            for shift in (16, 8, 0):
                assert bool(colours[place] >> shift & 255) == bool(full[place] >> shift & 255), place
        for shade, darker in lights.BRIGHTER.items():
            assert lights.light(colours[shade]) > lights.light(colours[darker])
    for colours in sorted(palettes)[:: max(1, len(palettes) // 40)]:
        assert len({signature(frames, list(colours)) for frames in drawn}) == wanted


@pytest.mark.parametrize("chosen", lights.PALETTES)
@pytest.mark.parametrize("lamp", LAMPS)
def test_two_panels_and_a_bridge_are_never_dimmed_on_an_ordinary_port(chosen: str, lamp: str) -> None:
    shares = power.Shares(400, 2, 50, 20, 10, 19)
    sums = [levels([colour]) for colour in lights.palette(chosen, 100)]
    for value in range(121):
        for before in (value, 0, 120):
            for since in range(0, lights.SETTLE_MS, 150):
                picture = lights.counter(value, before, since, 50) + lights.lamp(lamp, since * 3, 10)
                assert sum(sums[place] for place in picture) <= shares.panel
    for wall in range(-9, 10):
        assert sum(sums[place] for place in lights.bridge(wall, -3, 3, 0, 19)) <= shares.bridge


def shapes(value: int) -> tuple[bool, ...]:
    return tuple(place != lights.BLACK for place in lights.counter(value, value, lights.SETTLE_MS, 50))


def test_every_count_up_to_fifty_lights_its_own_pixels_and_zero_none_of_theirs() -> None:
    assert len({shapes(value) for value in range(51)}) == 51
    for value in range(1, 51):
        assert sum(shapes(value)) == value


def test_above_fifty_the_field_is_lit_all_over_and_the_second_hue_counts() -> None:
    for value in (51, 73, 99, 100):
        picture = lights.counter(value, value, lights.SETTLE_MS, 50)
        assert lights.BLACK not in picture
        assert sum(place in (lights.SECOND, lights.SECOND_SOFT) for place in picture) == value - 50


def test_a_change_blinks_in_its_difference_and_settles() -> None:
    gained = lights.counter(30, 25, 0, 50)
    assert [place for place in range(50) if gained[place] == lights.GAIN] == [25, 26, 27, 28, 29]
    lost = lights.counter(25, 30, 0, 50)
    assert [place for place in range(50) if lost[place] == lights.LOSS] == [25, 26, 27, 28, 29]
    assert lights.counter(30, 25, lights.SETTLE_MS, 50) == lights.counter(30, 30, lights.SETTLE_MS, 50)


@pytest.mark.parametrize("length", [0, 1, 2, 3, 9, 10, 11])
def test_patterns_fit_any_length(length: int) -> None:
    for lamp in [*LAMPS, "roll", *PURPOSES, "alone", "refused", "gone", "bid", "pick", "lock", "locked", "broken"]:
        for now in range(0, 4000, 37):
            assert len(lights.lamp(lamp, now, length)) == length
    for since in range(0, 3000, 37):
        assert len(lights.running(since, length)) == length
    for face in range(1, 11):
        assert len(lights.face(face, length)) == length


def test_the_bridge_shows_wall_wizards_and_what_is_gone() -> None:
    picture = lights.bridge(0, -3, 4, 2, 19)
    assert picture[:2] == picture[17:] == [lights.BLACK] * 2
    assert picture.index(lights.WALL) == 9
    assert picture.index(lights.WIZARD_A) == 6
    assert picture.index(lights.WIZARD_B) == 13


@given(counter=st.integers(1, 60), zigzag=st.booleans(), turned=st.booleans())
def test_every_pixel_of_a_chain_has_its_own_place(counter: int, zigzag: bool, turned: bool) -> None:
    assert sorted(places(counter + 30, counter, 10, zigzag, turned)) == list(range(counter + 30))


def test_a_chain_wired_in_zigzag_shows_rows_of_ten() -> None:
    assert places(20, 20, 10, True, False) == [*range(10), *range(19, 9, -1)]
    assert places(20, 20, 10, False, True) == list(range(19, -1, -1))


def test_a_chain_that_fails_is_reported_once_and_buttons_go_on() -> None:
    desk = Desk()
    desk.greet()
    simhw.PIXEL_FAULTS.add(18)
    desk.show(1, "A,37,50,turn,lock=pass", "B,12,50,waiting")
    desk.stay(7000)
    desk.tap(0, "lock")
    assert desk.told() == [("report", "pixels", "0", "OSError"), ("press", "0", "lock", "1")]
    simhw.PIXEL_FAULTS.clear()
    desk.stay(6000)
    assert desk.count(0) == 37


def test_a_budget_below_the_dark_current_is_reported_and_all_stays_dark() -> None:
    desk = Desk(panels=4, budget_ma=300)
    desk.greet()
    desk.show(1, "A,37,50,turn")
    assert ("report", "power", "491", "300") in desk.told("report")
    assert not any(map(any, desk.chain(0)))


def test_a_picture_over_the_budget_is_dimmed_counted_and_told_once() -> None:
    """No picture of ours needs it any more: here the chains may use less than their budget."""
    desk = Desk(budget_ma=400)
    for strip in desk.board.strips:
        strip.allowed = 300
    desk.greet()
    desk.show(1, "A,50,50,won", "B,50,50,won")
    desk.stay(8000)
    assert len(desk.told("report")) == 1
    assert desk.told("report")[0][1] == "limited"
    assert int(desk.status()["limited"]) > 0
    assert int(desk.status()["draw"]) <= 250


def test_the_self_test_walks_all_pixels_in_three_colours_and_says_so() -> None:
    desk = Desk(bridge_pixels=19)
    desk.greet()
    desk.show(1, "A,37,50,turn", "B,12,50,waiting")
    simhw.FRAMES.clear()
    desk.send("test")
    desk.stay(80 * 3 * lights.FRAME_MS + 1500)
    seen: dict[int, set[tuple[int, int]]] = {18: set(), 19: set(), 22: set()}
    for _, pin, frame in simhw.FRAMES:
        lit = [at for at, octet in enumerate(frame) if octet]
        if len(lit) == 1:
            seen[pin].add((lit[0] // 3, lit[0] % 3))
    assert {pin: len(walked) for pin, walked in seen.items()} == {18: 240, 19: 240, 22: 57}
    assert desk.told("report") == [("report", "selftest", "done")]
    assert desk.count(0) == 37
