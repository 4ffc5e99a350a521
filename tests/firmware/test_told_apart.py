"""No state of a panel is taken for another: in a shop's light, in a short look at the worst moment, with three kinds of eyes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple, get_args

import pytest

from tapete.presentation import eyes
from tapete_console import lights, power

LOOK_MS = 320
"""A glance."""
SHOP = 1000
"""Lux."""
LEAST = 20
"""Distance in Lab under which two colours are easily mistaken."""
SPAN_MS = 4800

ROLLS = ("roll", "initiative", "attack", "defence")
"""One state to press for: what the die is for may be told from time to time."""

STATES: dict[str, Callable[[int], list[int]]] = {
    **{name: lambda now, name=name: lights.lamp(name, now, 10) for name in (*lights.STEADY, *lights.BREATHING, *ROLLS)},  # type: ignore[misc]
    **{name: lambda now, name=name: lights.lamp(name, now, 10) for name in ("gone", "refused", "won", "drawn")},  # type: ignore[misc]
    "rolling": lambda now: lights.running(now, 10),
    "face": lambda now: lights.face(3, 10),
    "not now": lambda now: lights.not_now(now, 10),
    "not told": lambda now: lights.alarm(now, 10),
    "heard": lambda now: lights.pressed(2, 10),
    "dark": lambda now: [lights.BLACK] * 10,
}


def film(name: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(STATES[name](now)) for now in range(0, SPAN_MS, lights.FRAME_MS))


FILMS = {name: film(name) for name in STATES}


XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1.0, 1.089)


class Lab(NamedTuple):
    """A colour as far from another as eyes tell them apart."""

    lightness: float
    red_green: float
    yellow_blue: float


@cache
def seen(colour: int, lux: int, sight: eyes.Sight = "usual") -> Lab:
    """How a window looks.

    Args:
        colour: of its pixel, 0xRRGGBB.
        lux: light of the room, 1 and more.
        sight: the eye.
    """
    white = eyes.white(lux)
    roots = []
    for row, reference in zip(XYZ, WHITE, strict=True):
        part = sum(share * channel for share, channel in zip(row, eyes.linear(colour, lux, sight), strict=True)) / white / reference
        roots.append(part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116)
    return Lab(116 * roots[1] - 16, 500 * (roots[0] - roots[1]), 200 * (roots[1] - roots[2]))


def nearest(one: str, other: str, colours: list[int], sight: eyes.Sight) -> float:
    """The least that two states differ in a look: of each frame the lamp that differs most, in the mean, at the worst two moments."""

    def apart(first: tuple[int, ...], second: tuple[int, ...]) -> float:
        pairs = zip(first, second, strict=True)
        return max(math.dist(seen(colours[a], SHOP, sight), seen(colours[b], SHOP, sight)) for a, b in pairs)

    known = {pair: apart(*pair) for pair in itertools.product(set(FILMS[one]), set(FILMS[other]))}
    frames, look = len(FILMS[one]), LOOK_MS // lights.FRAME_MS
    least = 1e9
    for shift in range(frames):
        turned = FILMS[other][shift:] + FILMS[other][:shift]
        sums = [0.0, *itertools.accumulate(known[pair] for pair in zip(FILMS[one], turned, strict=True))]
        least = min(least, min(sums[at + look] - sums[at] for at in range(frames - look)) / look)
    return least


def pairs() -> Iterator[tuple[str, str]]:
    for one, other in itertools.combinations(STATES, 2):
        if not {one, other} <= set(ROLLS):
            yield one, other


@pytest.mark.parametrize("sight", get_args(eyes.Sight))
@pytest.mark.parametrize("chosen", lights.PALETTES)
@pytest.mark.slow
def test_every_two_states_differ_in_a_glance_in_a_shop_window(chosen: str, sight: eyes.Sight) -> None:
    shares = power.Shares(400, 2, 50, 20, 10, 19)
    colours = lights.palette(chosen, 100, shares.gain)
    found = {pair: nearest(*pair, colours, sight) for pair in pairs()}
    near = {pair: round(value, 1) for pair, value in found.items() if value < LEAST}
    assert not near, near


def test_the_measure_finds_two_states_that_share_a_picture() -> None:
    """Waiting and alone once blinked in the same place: nothing told them apart for half of each second."""
    colours = lights.palette("standard", 100)
    assert nearest("waiting", "waiting", colours, "usual") == 0
    assert nearest("waiting", "alone", colours, "usual") > LEAST


@pytest.mark.parametrize(("one", "other"), [pair for pair in pairs() if "heard" not in pair])
def test_no_state_shares_its_lit_places_with_another_for_longer_than_a_tenth_of_a_second(one: str, other: str) -> None:
    def lit(frame: tuple[int, ...]) -> tuple[bool, ...]:
        return tuple(pixel != lights.BLACK for pixel in frame)

    places = {name: [lit(frame) for frame in FILMS[name]] for name in (one, other)}
    for phase in range(0, len(places[one]), 5):
        turned = places[other][phase:] + places[other][:phase]
        same = [first == second and any(first) for first, second in zip(places[one], turned, strict=True)]
        longest = max((len(list(run)) for alike, run in itertools.groupby(same) if alike), default=0)
        assert longest * lights.FRAME_MS <= 3 * lights.FRAME_MS, (one, other, phase)
