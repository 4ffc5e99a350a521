"""A USB-C charger in the brick's place: what it promises to a socket with two resistors, and what the console may then draw."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tools.drawing import power_table

RESISTOR, TOLERANCE = 5100.0, 0.1
"""Rd in ohm from each of CC1 and CC2 to ground, and how far it may be off (USB Type-C 2.1, table 4-25)."""
NOTHING = 0.2
"""Below so many volts a charger sees no console but an adapter for headphones, and gives no 5 V (table 4-34)."""
SAFE_5V = (4.75, 5.5)
"""What a charger gives in volts to whom it has promised nothing more (USB Power Delivery, vSafe5V)."""
PIXEL_MOST = 5.3
"""What a WS2812B bears in volts (data sheet)."""
F1_MA = 2500
"""F1 for a supply of 3 A."""


@dataclass(frozen=True)
class Promise:
    """What a charger says by its current into the CC wire: mA that one may draw; uA and its tolerance; bounds of the voltage at CC."""

    milliamperes: int
    microamperes: float
    off: float
    low: float
    high: float

    @property
    def budget(self) -> int:
        """TAPETE_BUDGET_MA: what is left for the pixels, as in the power table."""
        if self.milliamperes <= power_table.supply("usb").rated:
            return power_table.supply("usb").budget
        most = min(self.milliamperes - power_table.PICO_MA, round(0.8 * F1_MA))
        return most // 100 * 100


PROMISES = (Promise(500, 80, 0.2, 0.25, 0.61), Promise(1500, 180, 0.08, 0.70, 1.16), Promise(3000, 330, 0.08, 1.31, 2.04))
"""USB Type-C 2.1, tables 4-24 (Rp as a current) and 4-36 (vRd-USB, vRd-1.5, vRd-3.0)."""


def block(lang: int, table: Callable[[str, list[list[str]]], str]) -> str:
    """Return the table of what the meter says at CC, and what to set then."""
    heads = ("meter at CC, V|the charger promises, A|`TAPETE_BUDGET_MA`", "multímetro en CC, V|el cargador promete, A|`TAPETE_BUDGET_MA`")[
        lang
    ]

    def words(number: str) -> str:
        return number.replace(".", ",") if lang else number

    rows = [[words(f"{one.low:.2f} – {one.high:.2f}"), words(f"{one.milliamperes / 1000:g}"), str(one.budget)] for one in PROMISES]
    return table(heads, rows)
