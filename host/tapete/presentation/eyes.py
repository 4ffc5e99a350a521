"""How eyes see a lamp of the console: its light behind paper, the light of the room, and eyes that lack one kind of cones.

A model, from data sheets and two guesses; nobody has measured a built console. A WS2812B gives 400, 690 and 190 mcd at 255 (typical);
39 % of its light reaches the window of 10 mm, paper lets half of that through, and an unlit window gives back 35 % of the room's light.
The eye is adapted to white paper in that room, and to 30 cd/m2 at least.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Literal

Sight = Literal["usual", "protanopia", "deuteranopia"]


_CANDELAS = (400.0, 690.0, 190.0)
"""Luminous intensity of a channel at 255, in mcd."""
_WINDOW = 1.950
"""cd/m2 in the window for each mcd."""
_REFLECTED = 0.35
_PAPER = 0.8
_ADAPTED = 30.0
_LUMINANCE = (0.2126, 0.7152, 0.0722)
_SEEN_BY = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}
"""Linear RGB as people without red or green cones see it (Machado, Oliveira and Fernandes 2009, severity 1.0)."""


@cache
def on_screen(colour: int, lux: int, sight: Sight = "usual") -> str:
    """A window as `#rrggbb` for a picture in which white paper in that room is white.

    Args:
        colour: of its pixel, 0xRRGGBB.
        lux: light of the room, 1 and more.
        sight: the eye.
    """
    parts = []
    for channel in linear(colour, lux, sight):
        share = min(1.0, channel / white(lux))
        parts.append(round(255 * (12.92 * share if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055)))
    return "#{:02x}{:02x}{:02x}".format(*parts)


def white(lux: int) -> float:
    """Light of what is white to an eye in a room of so many lux, in cd/m2."""
    return max(lux * _PAPER / math.pi, _ADAPTED)


def linear(colour: int, lux: int, sight: Sight) -> tuple[float, ...]:
    """Light of a window in linear RGB, in cd/m2."""
    room = lux * _REFLECTED / math.pi
    channels = zip((16, 8, 0), _CANDELAS, _LUMINANCE, strict=True)
    light = [(colour >> shift & 255) / 255 * candelas * _WINDOW / share + room for shift, candelas, share in channels]
    if sight == "usual":
        return tuple(light)
    return tuple(max(0.0, sum(share * channel for share, channel in zip(row, light, strict=True))) for row in _SEEN_BY[sight])
