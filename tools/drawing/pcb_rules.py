"""Rules of the printed board: how wide tracks of each net must be, and what the maker is told."""

from __future__ import annotations

from dataclasses import dataclass

from tools.drawing import circuit, power_table

WIDTH, HEIGHT = 100.0, 100.0
CORNER = 3.0
ORIGIN = (100.0, 60.0)
"""Where the upper left corner of the board lies on KiCad's sheet."""

COPPER_MM = 0.035
"""Thickness of the copper, 1 oz a square foot: what every maker delivers if nothing else is ordered."""
CLEARANCE = 0.2
EDGE = 0.5
"""Copper stays so far from the edge of the board."""
VIA, VIA_DRILL = 0.8, 0.4


@dataclass(frozen=True)
class NetClass:
    """How wide tracks of a class are; `load` is the current in mA they must carry for hours."""

    name: str
    width: float
    load: int


POWER = NetClass("Power", 2.0, max(supply.fuse_ma for supply in power_table.SUPPLIES) * 3 // 2)
"""A slow fuse carries one and a half times its value for an hour and more (IEC 60127-2, sheet 3)."""
BRANCH = NetClass("Branch", 0.8, 2 * power_table.POLYFUSE_MA)
"""A resettable fuse trips at twice what it holds (Littelfuse, RXEF series)."""
SIGNAL = NetClass("Default", 0.3, 12)
"""The Pico's outputs give 12 mA at most."""

BRANCHES = ("USB_5V", "USB_FUSED", "VSYS", "BRIDGE_5V", *(f"P{panel}_5V" for panel in range(circuit.PANELS)))
CLASSES = dict.fromkeys(("+5V", "CHOSEN", "BRICK_IN", "BRICK_FUSED", "BRICK_GUARDED", "BRICK_5V"), POWER) | dict.fromkeys(BRANCHES, BRANCH)
"""Class of every net that is not a signal. The ground is poured."""


def needed_mm(milliampere: int, rise: float = 20.0) -> float:
    """Return the width of an outer track that grows `rise` kelvin warmer than the air.

    IPC-2221B, section 6.2: I = 0.048 dT^0.44 A^0.725, with I in A, dT in K and the cross-section A in square mils.
    """
    square_mils: float = (milliampere / 1000 / (0.048 * rise**0.44)) ** (1 / 0.725)
    return square_mils * 0.0254**2 / COPPER_MM


def net_class(net: str) -> NetClass:
    """Return the class of a net of the circuit."""
    return CLASSES.get(net, SIGNAL)


def class_node(one: NetClass, priority: int) -> dict[str, str | float]:
    """Return a class as KiCad's project file has it."""
    return {
        "name": one.name,
        "clearance": CLEARANCE,
        "track_width": one.width,
        "via_diameter": VIA,
        "via_drill": VIA_DRILL,
        "priority": priority,
        # In thousandths of an inch; a wire of a class without it is plotted with no width, which nobody sees.
        "wire_width": 6,
        "bus_width": 12,
        "line_style": 0,
    }


def limits() -> dict[str, float]:
    """Return the least that the maker is asked for, as KiCad's project file has it."""
    return {
        "min_clearance": CLEARANCE,
        "min_track_width": SIGNAL.width,
        "min_copper_edge_clearance": EDGE,
        "min_hole_clearance": 0.25,
        "min_hole_to_hole": 0.25,
        "min_via_diameter": VIA,
        "min_via_annular_width": 0.15,
        "min_through_hole_diameter": 0.3,
        "min_text_height": 0.8,
        "min_resolved_spokes": 2,
    }
