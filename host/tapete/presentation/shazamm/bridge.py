"""Shazamm's board: a stone bridge over lava, nineteen slabs, two wizards, a wall of fire (SHZ-004, R01, R02)."""

from __future__ import annotations

import functools
import types
from collections.abc import Mapping

from markupsafe import Markup

from tapete.core.scene import Bridge
from tapete.core.seats import Seat
from tapete.core.texts import Text, Words, figure
from tapete.games.shazamm.language import _
from tapete.presentation import svg

HALF = 9
"""Slabs on each side of the central one (SHZ-R01)."""

WIDTH, HEIGHT = 1000, 330
_SLAB, _TOP, _DEPTH = 50, 170, 46

NOTHING_TOUCHED: Mapping[int, Markup] = types.MappingProxyType({})

_TEXT = _("The wall of fire is on slab {wall}; {a} on {wizard_a}; {b} on {wizard_b}. Broken slabs at each end: {broken}.")


def signed(number: int) -> str:
    """A slab as it is printed: −3, 0, +2."""
    return figure(number, signed=True)


def parts(bridge: Bridge, touched: Mapping[int, Markup] = NOTHING_TOUCHED) -> tuple[Markup, ...]:
    """What the picture is made of, back to front.

    Args:
        bridge: what is drawn. touched: what stands in the place of a slab's stone where it can be touched.
    """
    intact = HALF - bridge.broken
    return (
        _arches(intact),
        svg.lava(WIDTH, 268, HEIGHT),
        *(svg.group(touched.get(number) or stone(bridge, number), x=place(number), y=_TOP) for number in range(-HALF, HALF + 1)),
        _wizard("A", bridge.wizard_a, intact),
        _wizard("B", bridge.wizard_b, intact),
        svg.moving("wall", place(bridge.wall), _TOP, svg.flames(150)),
    )


def poster() -> Markup:
    """Shazamm as a picture: two wizards at night, the wall of fire between them."""
    wide, high, top = 408.0, 318.0, 196.0
    figures = (
        svg.group(svg.wizard("A", named=False), x=106, y=top, scale=1.2),
        svg.group(svg.wizard("B", faces_left=True, named=False), x=302, y=top, scale=1.2),
        svg.group(svg.flames(178), x=204, y=top, scale=1.02),
    )
    glow = (svg.element("circle", cx=204, cy=130, r=r, fill="#ff9a3a", opacity=0.09) for r in (180, 130, 86))
    stones = (svg.group(svg.slab("", 51, _DEPTH), x=25.5 + 51 * at, y=top) for at in range(8))
    arches = (svg.element("path", d=f"M{51 * at} {top + _DEPTH:g}v22q25.5 -30 51 0v-22z", class_="arch") for at in range(8))
    return svg.element(
        "svg",
        svg.element("rect", width=wide, height=high, fill="#16231f"),
        *glow,
        *arches,
        svg.lava(wide, 274, high, 6),
        *stones,
        *figures,
        viewBox=f"0 0 {wide:g} {high:g}",
        class_="board",
    )


@functools.cache
def _arches(intact: int) -> Markup:
    """The arches of a bridge with so many whole slabs on each side of the middle."""
    return svg.element("g", *(_arch(number) for number in range(-intact, intact)), class_="arches")


def stone(bridge: Bridge, number: int) -> Markup:
    """A slab, whole or broken."""
    if abs(number) <= HALF - bridge.broken:
        return svg.slab(signed(number), _SLAB, _DEPTH)
    return svg.broken_slab(signed(number), _SLAB, _DEPTH, 14 if number < 0 else -11)


def description(bridge: Bridge, words: Words) -> Text:
    """What can be seen on the bridge, as a sentence."""
    figures = {
        "wall": signed(bridge.wall),
        "wizard_a": signed(bridge.wizard_a),
        "wizard_b": signed(bridge.wizard_b),
        "a": words.show("A", "es", "seat"),
        "b": words.show("B", "es", "seat"),
        "broken": bridge.broken,
    }
    return words.say(_TEXT, figures)


def place(slab: int) -> float:
    """The middle of a slab across the picture; one beyond the bridge is kept at its edge."""
    return WIDTH / 2 + _SLAB * max(-HALF - 0.4, min(HALF + 0.4, slab))


def _wizard(seat: Seat, slab: int, intact: int) -> Markup:
    if abs(slab) > intact:
        return svg.moving(f"wizard-{seat}", place(slab), 300, svg.fallen_wizard(seat))
    return svg.moving(f"wizard-{seat}", place(slab), _TOP, svg.wizard(seat, faces_left=seat == "B"))


def _arch(left: int) -> Markup:
    """The arch that carries a slab and its right neighbour."""
    x, low = place(left), _TOP + _DEPTH
    return svg.element("path", d=f"M{x:g} {low:g}v22q{_SLAB / 2:g} -30 {_SLAB:g} 0v-22z", class_="arch")
