"""The circuit as a value: every part and what its pins are joined to, made from the pin map and the parts list."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tapete_console import pins, wiring
from tools.drawing.symbols import HEADER, SYMBOLS, Symbol

ROOT = Path(__file__).parents[2]
PARTS = ROOT / "hardware" / "parts.csv"
PANELS = 4
BUTTON_NAMES = ("MINUS", "PLUS", "LOCK", "ROLL")
SUPPLY = ("+5V", "GND")

CABLE = ("+5V", "GND", "DATA", "GND", *BUTTON_NAMES)
"""Wires 1..8 of a panel's cable. Ground runs beside the data wire; two of the eight return the current."""


@dataclass(frozen=True)
class Kind:
    """One line of the parts list. `console`, `panel` and `bridge` say how many each takes; without `footprint` it is not on the board."""

    part: str
    symbol: str
    footprint: str
    value: str
    maker: str
    mpn: str
    console: int
    panel: int
    bridge: int
    price: str
    en: str
    es: str
    instead_en: str
    instead_es: str
    never_en: str
    never_es: str

    def number(self, panels: int, bridge: bool) -> int:
        """Return how many a console with so many panels takes."""
        return self.console + self.panel * panels + self.bridge * bridge


@dataclass(frozen=True)
class Part:
    """One part of the drawing: reference, kind, and the net of each pin (None: not connected)."""

    reference: str
    kind: Kind
    nets: dict[str, str | None]

    @property
    def symbol(self) -> Symbol:
        """The symbol that draws it."""
        return SYMBOLS[self.kind.symbol]


class Unbuildable(ValueError):
    """A pin map that cannot be built; says every fault."""


@cache
def kinds() -> dict[str, Kind]:
    """Return the parts list by part. Raises ValueError for a part twice, or a line with too many or too few fields."""
    found: dict[str, Kind] = {}
    with PARTS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if None in row or None in row.values():
                raise ValueError(f"{PARTS.name}: {row['part']} has not as many fields as the first line; quote those with commas")
            if row["part"] in found:
                raise ValueError(f"{PARTS.name}: {row['part']} stands there twice")
            words = {key: value for key, value in row.items() if key not in ("console", "panel", "bridge")}
            found[row["part"]] = Kind(**words, console=int(row["console"]), panel=int(row["panel"]), bridge=int(row["bridge"]))
    return found


def part(reference: str, kind: str, *nets: str | None, **named: str | None) -> Part:
    """Return a part; nets in the order of the pin numbers, or `p<number>=net`."""
    given = {str(place): net for place, net in enumerate(nets, 1)} | {key[1:]: net for key, net in named.items()}
    return Part(reference, kinds()[kind], given)


def box() -> list[Part]:
    """Return the parts of the console box and the bridge strip. Raises Unbuildable with the firmware's words."""
    wrong = wiring.faults(pins.BUTTONS, pins.CHAINS, pins.BRIDGE, PANELS)
    if wrong:
        raise Unbuildable("; ".join(wrong))
    wires = {"GND": "GND", "VSYS": "VSYS", "VBUS": "USB_5V"}
    for panel in range(PANELS):
        for name, gpio in zip(BUTTON_NAMES, pins.BUTTONS[panel], strict=True):
            wires[f"GP{gpio}"] = f"P{panel}_{name}"
        wires[f"GP{pins.CHAINS[panel]}"] = f"P{panel}_LOGIC"
    wires[f"GP{pins.BRIDGE}"] = "BRIDGE_LOGIC"
    found = [part("U1", "pico", *(wires.get(name) for name in HEADER))]
    gates = [(f"P{panel}_LOGIC", f"P{panel}_DATA") for panel in range(PANELS)]
    found.append(_buffer("U2", "buffer", gates))
    found.append(_buffer("U3", "buffer_bridge", [("BRIDGE_LOGIC", "BRIDGE_DATA")]))
    # Whatever is not driven (a missing panel's pin, a Pico that starts or is not plugged in) leaves no gate's input floating.
    found.append(part("RN1", "pull_down", "GND", *(inward for inward, _ in gates), "BRIDGE_LOGIC"))
    found += [part("C1", "bypass", "+5V", "GND"), part("C2", "bypass_bridge", "+5V", "GND")]
    found += [
        part("J6", "terminal", "BRICK_IN", "GND"),
        part("F1", "fuse", "BRICK_IN", "BRICK_5V"),
        part("F2", "polyfuse", "USB_5V", "USB_FUSED"),
        part("JP1", "selector", "USB_FUSED", "+5V", "BRICK_5V"),
        part("D1", "diode", "BRICK_5V", "VSYS"),
    ]
    for panel in range(PANELS):
        found.append(part(f"J{panel + 1}", "box_connector", *(wire if wire in SUPPLY else f"P{panel}_{wire}" for wire in CABLE)))
    found += [
        part("J5", "bridge_connector", "+5V", "BRIDGE_DATA", "GND"),
        part("R1", "resistor_bridge", "BRIDGE_DATA", "BRIDGE_IN"),
        part("DS1", "bridge_pixels", "+5V", "BRIDGE_IN", None, "GND"),
        part("C3", "reservoir_bridge", "+5V", "GND"),
    ]
    return found


def _buffer(reference: str, kind: str, gates: list[tuple[str, str]]) -> Part:
    """A buffer; gates that nothing uses are parked: input to ground, output off and open."""
    nets: dict[str, str | None] = {"14": "+5V", "7": "GND"}
    for place, pin_numbers in enumerate((("1", "2", "3"), ("4", "5", "6"), ("10", "9", "8"), ("13", "12", "11"))):
        enable, inward, outward = pin_numbers
        used = place < len(gates)
        nets[enable] = "GND" if used else "+5V"
        nets[inward] = gates[place][0] if used else "GND"
        nets[outward] = gates[place][1] if used else None
    return Part(reference, kinds()[kind], nets)


def panel(place: int | None = None) -> list[Part]:
    """Return the parts inside a panel, with the nets of panel `place` (0..3), or of the sheet that all panels share (None)."""
    first = 100 if place is None else 100 * (place + 1)
    prefix = "" if place is None else f"P{place}_"

    def net(name: str) -> str:
        return name if name in SUPPLY else prefix + name

    found = [part(f"J{first + 1}", "panel_connector", *(net(wire) for wire in CABLE))]
    for number, name in enumerate(BUTTON_NAMES, 1):
        found.append(part(f"SW{first + number}", "button", net(name), "GND"))
    found.append(part(f"R{first + 1}", "resistor", net("DATA"), net("COUNTER_IN")))
    found.append(part(f"C{first + 1}", "reservoir", "+5V", "GND"))
    found.append(part(f"DS{first + 1}", "counter", "+5V", net("COUNTER_IN"), net("DIE_IN"), "GND"))
    found.append(part(f"DS{first + 2}", "die", "+5V", net("DIE_IN"), net("PRIVATE_IN"), "GND"))
    found.append(part(f"DS{first + 3}", "private", "+5V", net("PRIVATE_IN"), None, "GND"))
    return found


def everything() -> list[Part]:
    """Return every part of a console with four panels and the bridge."""
    return box() + [one for place in range(PANELS) for one in panel(place)]
