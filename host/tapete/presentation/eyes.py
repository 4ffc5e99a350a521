"""How eyes see a lamp of the console: its light behind paper, the light of the room, and eyes that lack one kind of cones.

A model, from data sheets and two guesses; nobody has measured a built console. A WS2812B gives 400, 690 and 190 mcd at 255 (typical);
39 % of its light reaches the window of 10 mm, paper lets half of that through, and an unlit window gives back 35 % of the room's light.
Distances are CIE 1976 Lab; the eye is adapted to white paper in that room, and to 30 cd/m2 at least.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Literal, NamedTuple, get_args

Sight = Literal["usual", "protanopia", "deuteranopia"]
SIGHTS: tuple[Sight, ...] = get_args(Sight)

ROOMS = (5, 200, 1000)
"""Light of a room in lux: in the evening, at home, in a shop's window."""

_CANDELAS = (400.0, 690.0, 190.0)
"""Luminous intensity of a channel at 255, in mcd."""
_WINDOW = 1.950
"""cd/m2 in the window for each mcd."""
_REFLECTED = 0.35
_PAPER = 0.8
_ADAPTED = 30.0
_LUMINANCE = (0.2126, 0.7152, 0.0722)
_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE = (0.9505, 1.0, 1.089)
_SEEN_BY = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}
"""Linear RGB as people without red or green cones see it (Machado, Oliveira and Fernandes 2009, severity 1.0)."""


class Lab(NamedTuple):
    """A colour as far from another as eyes tell them apart."""

    lightness: float
    red_green: float
    yellow_blue: float


@cache
def seen(colour: int, lux: int, sight: Sight = "usual") -> Lab:
    """How a window looks.

    Args:
        colour: of its pixel, 0xRRGGBB.
        lux: light of the room, 1 and more.
        sight: the eye.
    """
    white = _white(lux)
    roots = []
    for row, reference in zip(_XYZ, _WHITE, strict=True):
        part = sum(share * channel for share, channel in zip(row, _linear(colour, lux, sight), strict=True)) / white / reference
        roots.append(part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116)
    return Lab(116 * roots[1] - 16, 500 * (roots[0] - roots[1]), 200 * (roots[1] - roots[2]))


def distance(one: Lab, other: Lab) -> float:
    """How different two windows look: under 10 alike, under 20 easily mistaken."""
    return math.dist(one, other)


@cache
def on_screen(colour: int, lux: int, sight: Sight = "usual") -> str:
    """A window as `#rrggbb` for a picture in which white paper in that room is white.

    Args:
        colour: of its pixel, 0xRRGGBB.
        lux: light of the room, 1 and more.
        sight: the eye.
    """
    parts = []
    for channel in _linear(colour, lux, sight):
        share = min(1.0, channel / _white(lux))
        parts.append(round(255 * (12.92 * share if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055)))
    return "#{:02x}{:02x}{:02x}".format(*parts)


def _white(lux: int) -> float:
    return max(lux * _PAPER / math.pi, _ADAPTED)


def _linear(colour: int, lux: int, sight: Sight) -> tuple[float, ...]:
    """Light of a window in linear RGB, in cd/m2."""
    room = lux * _REFLECTED / math.pi
    channels = zip((16, 8, 0), _CANDELAS, _LUMINANCE, strict=True)
    light = [(colour >> shift & 255) / 255 * candelas * _WINDOW / share + room for shift, candelas, share in channels]
    if sight == "usual":
        return tuple(light)
    return tuple(max(0.0, sum(share * channel for share, channel in zip(row, light, strict=True))) for row in _SEEN_BY[sight])
