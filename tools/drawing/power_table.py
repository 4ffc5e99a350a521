"""The power table: for every build what the pixels draw, and what supply, fuse and wires that asks for.

All arithmetic of light is the firmware's own (`tapete_console.power`); wires by their resistance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from tapete_console import lights, pins, wiring
from tapete_console.power import CHANNEL_MA, DARK_MA, FULL, PRIVATE_LEVEL, PRIVATE_LIT, Shares, milliamperes
from tools.drawing.circuit import Unbuildable

WHITE = 765
"""Levels of a white pixel: three channels at 255."""

WIRES = ((28, 213), (26, 134), (24, 84), (22, 53), (20, 33), (18, 21))
"""Copper: AWG and ohms a kilometre."""

CHANNEL_MEASURED_MA, DARK_MEASURED_MA = 22, 0.7
"""What people measured at WS2812B: a blue or green channel at full light, a dark pixel. The firmware plans 20 mA and 1 mA."""
PICO_MEASURED_MA = 92
"""The most that people measured at a Pico (a demo that keeps both cores busy), and two buffers."""

LARGEST_DROP_MV = 250
CABLE_M = 1.0
"""A panel's cable, at most."""

POLYFUSE_MA = 1100
"""What a polyfuse (RXEF110) holds for ever at 20 degrees; it trips at twice that."""
POLYFUSE_WARM_MA = 900
"""What it holds at 40 degrees, in a closed box (RXEF series, thermal derating: 0.82 of the value at 20 degrees)."""
POLYFUSE_OHM = (0.15, 0.38)
"""Its resistance: new at least, an hour after it tripped and was soldered at most (RXEF110, R min and R 1 max)."""
BUFFER_MV = 4500
"""The lowest supply of a 74AHCT125."""

PICO_MA = 100
"""Reserve for Pico and buffers."""


@dataclass(frozen=True)
class Supply:
    """Where the power comes from: `rated` and `budget` (TAPETE_BUDGET_MA) in mA, and its fuse."""

    key: str
    en: str
    es: str
    rated: int
    budget: int
    fuse_ma: int
    fuse: str


SUPPLIES = (
    Supply("usb", "USB port, 500 mA", "puerto USB, 500 mA", 500, 400, POLYFUSE_MA, "1.1 A (F2)"),
    Supply("brick3", "5 V 3 A brick", "fuente de 5 V 3 A", 3000, 2000, 2500, "T 2.5 A (F1)"),
    Supply("brick4", "5 V 4 A brick", "fuente de 5 V 4 A", 4000, 2500, 3150, "T 3.15 A (F1)"),
)


def supply(key: str) -> Supply:
    """Return a supply by its key. Raises KeyError if there is none."""
    for one in SUPPLIES:
        if one.key == key:
            return one
    raise KeyError(key)


@dataclass(frozen=True)
class _Shared:
    """The firmware's shares, and what they let one panel draw in mA."""

    shares: Shares

    @property
    def panel_ma(self) -> int:
        pixels = pins.COUNTER_PIXELS + pins.DIE_PIXELS + pins.PRIVATE_PIXELS
        return DARK_MA * pixels + milliamperes(self.shares.panel + self.shares.private)


@dataclass(frozen=True)
class Build:
    """One console: `panels` 1..4, with or without bridge strip, on a supply; `beside` is what parts beside take of the budget, in mA."""

    panels: int
    bridge: bool
    supply: Supply
    beside: int = 0

    @cached_property
    def budget(self) -> int:
        """TAPETE_BUDGET_MA: what the supply gives, and no more than the fuse of each panel holds in a warm box."""
        return next(
            budget for budget in range(self.supply.budget, 0, -100) if self._with(budget).panel_ma <= POLYFUSE_WARM_MA or budget == 100
        )

    @property
    def for_pixels(self) -> int:
        """What is left of the budget for pixels, in mA: the firmware takes off it what the parts beside draw."""
        return self.budget - self.beside

    def _with(self, budget: int) -> _Shared:
        return _Shared(Shares(budget, self.panels, pins.COUNTER_PIXELS, pins.PRIVATE_PIXELS, pins.DIE_PIXELS, self.bridge_pixels))

    @property
    def bridge_pixels(self) -> int:
        """Pixels of the bridge strip."""
        return pins.BRIDGE_PIXELS if self.bridge else 0

    @property
    def pixels(self) -> int:
        """All pixels."""
        return self.panels * (pins.COUNTER_PIXELS + pins.DIE_PIXELS + pins.PRIVATE_PIXELS) + self.bridge_pixels

    @cached_property
    def shares(self) -> Shares:
        """What each display may use, by the firmware's arithmetic."""
        return self._with(self.for_pixels).shares

    @property
    def faults(self) -> list[str]:
        """Why it cannot work, in the firmware's words."""
        return wiring.power_faults(self.for_pixels, self.panels, self.bridge_pixels)

    @property
    def unlimited(self) -> int:
        """Current in mA of every pixel white, if nothing limited it."""
        return self.pixels * 3 * CHANNEL_MA

    @property
    def worst(self) -> int:
        """Largest current in mA that the firmware lets the pixels draw; never above the budget."""
        if self.faults:
            return self.shares.dark
        private = self.panels * milliamperes(self.shares.private)
        return self.shares.dark + private + milliamperes(self.panels * self.shares.panel + self.shares.bridge)

    @property
    def measured(self) -> int:
        """The same in mA by what people measured: the picture that draws most, all light in blue and green."""
        lit = self.panels * (self.shares.panel + self.shares.private) + self.shares.bridge
        return math.ceil(self.pixels * DARK_MEASURED_MA + lit * CHANNEL_MEASURED_MA / 255)

    @property
    def typical(self) -> int:
        """Current in mA, by the same worst-case figures, of a table in play: counters at 30, a turn lamp at its brightest, bids open."""
        wanted = min(picture_levels() * self.shares.gain // FULL, self.shares.panel)
        bridge = min(bridge_levels() * self.shares.gain // FULL, self.shares.bridge) if self.bridge else 0
        return self.shares.dark + milliamperes(self.panels * (wanted + PRIVATE_LIT * PRIVATE_LEVEL) + bridge)

    @property
    def white_percent(self) -> int:
        """Brightness in percent that counter and die display reach all white."""
        return 100 * self.shares.panel // (WHITE * (pins.COUNTER_PIXELS + pins.DIE_PIXELS))

    @property
    def light_percent(self) -> int:
        """How bright the palette is, in percent of how it was made (for two panels on a USB port)."""
        return 100 * self.shares.gain // FULL

    @property
    def limits_in_play(self) -> bool:
        """Whether the palette is darker than it was made: more panels share less light."""
        return self.shares.gain < FULL

    @property
    def panel_ma(self) -> int:
        """Largest current in mA through one panel's cable."""
        return self._with(self.for_pixels).panel_ma

    @property
    def cable_awg(self) -> int:
        """Thinnest wire for +5V and GND of a panel's cable, by drop and by fuse.

        The panel's resettable fuse lets twice its 1.1 A through until it trips, and then next to nothing: 24 AWG bears that.
        """
        return min(thinnest(self.panel_ma, CABLE_M), 24)

    @property
    def feed_awg(self) -> int:
        """Thinnest wire from the brick to the box (0.5 m), by drop and by fuse."""
        return min(thinnest(self.worst + PICO_MA, 0.5), 20)


def rail_mv(vbus_mv: int, milliampere: int, ohm: float) -> int:
    """Return the rail of a USB build in mV: the plug's voltage less what F2 loses."""
    return vbus_mv - math.ceil(milliampere * ohm)


def drop_mv(milliampere: int, metres: float, awg: int) -> float:
    """Return the voltage lost in both wires of a cable, in mV."""
    return milliampere * dict(WIRES)[awg] / 1000 * 2 * metres


def thinnest(milliampere: int, metres: float) -> int:
    """Return the thinnest gauge that loses no more than 250 mV. Raises ValueError if none does."""
    for awg, _ in WIRES:
        if drop_mv(milliampere, metres, awg) <= LARGEST_DROP_MV:
            return awg
    raise ValueError(f"{milliampere} mA over {metres} m need thicker wire than AWG 18")


def _sum(places: list[int]) -> int:
    colours = lights.palette("standard", 100)
    return sum((colours[place] >> 16) + (colours[place] >> 8 & 255) + (colours[place] & 255) for place in places)


def picture_levels() -> int:
    """Return the levels of one panel in play: counter at 30 of 50, turn lamp at its brightest."""
    counter = _sum(lights.counter(30, 30, 10 * lights.SETTLE_MS, pins.COUNTER_PIXELS))
    return counter + max(_sum(lights.lamp("turn", now, pins.DIE_PIXELS)) for now in range(0, lights.PULSE_MS, lights.FRAME_MS))


def bridge_levels() -> int:
    """Return the levels of the bridge at the start of a match."""
    return _sum(lights.bridge(0, -3, 3, 0, pins.BRIDGE_PIXELS))


def builds() -> list[Build]:
    """Return every build: 1, 2, 3 and 4 panels, without and with bridge, on every supply; a lone panel has no use for the largest."""
    every = [Build(panels, bridge, one) for panels in (1, 2, 3, 4) for bridge in (False, True) for one in SUPPLIES]
    return [build for build in every if build.panels > 1 or build.supply.key != "brick4"]


def advised(panels: int) -> Build:
    """Return the build that the guide advises for a number of panels, with the bridge. Raises Unbuildable in the firmware's words."""
    build = Build(panels, True, supply({1: "usb", 2: "brick3"}.get(panels, "brick4")))
    if build.faults:
        raise Unbuildable("; ".join(build.faults))
    return build
