"""The circuit as a value: every part and what its pins are joined to, made from the pin map and the parts list."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tapete_console import pins, wiring
from tools.drawing.symbols import HEADER, SYMBOLS, Symbol

ROOT = Path(__file__).parents[2]
PARTS = ROOT / "hardware" / "parts.csv"
PANEL_PARTS = ROOT / "hardware" / "panel-board-parts.csv"
"""The parts of one panel as a printed board, in the columns of PARTS."""
BESIDE_PARTS = ROOT / "hardware" / "beside-parts.csv"
"""What the parts beside a console take (`profiles.py`), in the columns of PARTS and `beside`: the part's word in hello."""
PANELS = 4
BUTTON_NAMES = ("MINUS", "PLUS", "LOCK", "ROLL")
SUPPLY = ("+5V", "GND")

CABLE = ("5V", "GND", "DATA", "GND", *BUTTON_NAMES)
"""Wires 1..8 of a panel's cable. 5V comes from the panel's own fuse; ground runs beside the data wire, and returns in two."""


@dataclass(frozen=True)
class Kind:
    """One line of a parts list. `console`, `panel` and `bridge` say how many each takes; without `footprint` it is not on the board.

    `beside` names the part beside (`profiles.py`) that alone needs it.
    """

    part: str
    symbol: str
    footprint: str
    value: str
    maker: str
    mpn: str
    distributor: str
    lcsc: str
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
    beside: str = ""

    @property
    def optional(self) -> bool:
        """Whether boards are made without it, and a builder may add it."""
        return self.part.startswith("extra_")

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


TEST_POINTS = (
    "+5V",
    "3V3",
    "GND",
    "BRICK_5V",
    "VSYS",
    *(f"P{panel}_{side}" for panel in range(PANELS) for side in ("LOGIC", "DATA")),
    "BRIDGE_LOGIC",
    "BRIDGE_DATA",
)
"""Nets of the test points TP1, TP2, ..."""


class Unbuildable(ValueError):
    """A pin map that cannot be built; says every fault."""


def refusing(make: Callable[[], int]) -> int:
    """Return the exit code of a generator: 1 for what cannot be built, which is said in the firmware's words."""
    try:
        return make()
    except Unbuildable as wrong:
        print(wrong, file=sys.stderr)
        return 1


@cache
def kinds(path: Path | None = None) -> dict[str, Kind]:
    """Return a parts list by part, PARTS if none is named. Raises ValueError for a part twice, or a line with too many or few fields."""
    found: dict[str, Kind] = {}
    path = path or PARTS
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if None in row or None in row.values():
                raise ValueError(f"{path.name}: {row['part']} has not as many fields as the first line; quote those with commas")
            if row["part"] in found:
                raise ValueError(f"{path.name}: {row['part']} stands there twice")
            words = {key: value for key, value in row.items() if key not in ("console", "panel", "bridge")}
            found[row["part"]] = Kind(**words, console=int(row["console"]), panel=int(row["panel"]), bridge=int(row["bridge"]))
    return found


def part(reference: str, kind: str, *nets: str | None, parts: Path | None = None) -> Part:
    """Return a part of a list; nets in the order of the pin numbers."""
    return Part(reference, kinds(parts)[kind], {str(place): net for place, net in enumerate(nets, 1)})


def box() -> list[Part]:
    """Return the parts of the console box and the bridge strip. Raises Unbuildable with the firmware's words."""
    wrong = wiring.faults(pins.BUTTONS, pins.CHAINS, pins.BRIDGE, PANELS)
    if wrong:
        raise Unbuildable("; ".join(wrong))
    found = [part("U1", "pico", *(_header().get(name) for name in HEADER))]
    gates = [(f"P{panel}_LOGIC", f"P{panel}_DRIVE") for panel in range(PANELS)]
    found.append(_buffer("U2", "buffer", gates))
    found.append(_buffer("U3", "buffer_bridge", [("BRIDGE_LOGIC", "BRIDGE_DRIVE")]))
    # Whatever is not driven (a missing panel's pin, a Pico that starts or is not plugged in) leaves no gate's input floating.
    found.append(part("RN1", "pull_down", "GND", *(inward for inward, _ in gates), "BRIDGE_LOGIC"))
    found += [part("C1", "bypass", "+5V", "GND"), part("C2", "bypass_bridge", "+5V", "GND")]
    found += _supply()
    for panel in range(PANELS):
        found += _socket(panel)
    found += [
        part("F15", "panel_fuse_bridge", "+5V", "BRIDGE_5V"),
        part("R15", "damper_bridge", "BRIDGE_DRIVE", "BRIDGE_DATA"),
        part("J5", "bridge_connector", "BRIDGE_5V", "BRIDGE_DATA", "GND"),
        part("R1", "resistor_bridge", "BRIDGE_DATA", "BRIDGE_IN"),
        part("DS1", "bridge_pixels", "BRIDGE_5V", "BRIDGE_IN", None, "GND"),
    ]
    return found + [part(f"TP{place}", "test_point", net) for place, net in enumerate(TEST_POINTS, 1)]


def _header() -> dict[str, str]:
    """Net of every name of the Pico's header that is in use."""
    wires = {"GND": "GND", "VSYS": "VSYS", "VBUS": "USB_5V", "3V3": "3V3", "RUN": "RUN"}
    for panel in range(PANELS):
        for name, gpio in zip(BUTTON_NAMES, pins.BUTTONS[panel], strict=True):
            wires[f"GP{gpio}"] = f"P{panel}_{name}_IN"
        wires[f"GP{pins.CHAINS[panel]}"] = f"P{panel}_LOGIC"
    wires[f"GP{pins.BRIDGE}"] = "BRIDGE_LOGIC"
    return wires


def _supply() -> list[Part]:
    """Brick and USB, the switch that chooses one of them, and the rail behind it.

    The brick's way: fuse, transistor against reversed polarity, cut-off above 5.6 V, shunt against spikes. Behind SW1 it rises slowly.
    """
    return [
        part("J6", "terminal", "BRICK_IN", "GND"),
        part("J7", "jack", "BRICK_IN", "GND", None),
        part("F1", "fuse", "BRICK_IN", "BRICK_FUSED"),
        part("Q1", "reverse_guard", "GATE", "BRICK_FUSED", "BRICK_GUARDED"),
        part("R16", "gate_resistor", "GATE", "GND"),
        part("D3", "gate_zener", "BRICK_GUARDED", "GATE"),
        *_cutoff(),
        part("D2", "shunt", "BRICK_5V", "GND"),
        part("C4", "bulk", "BRICK_5V", "GND"),
        part("D1", "diode", "VSYS", "BRICK_5V"),
        part("F2", "usb_fuse", "USB_5V", "USB_FUSED"),
        part("J8", "switch_terminal", "USB_FUSED", "CHOSEN", "BRICK_5V"),
        part("SW1", "supply_switch", "USB_FUSED", "CHOSEN", "BRICK_5V"),
        part("Q4", "soft_start", "RISE_GATE", "+5V", "CHOSEN"),
        part("R23", "soft_resistor", "RISE_GATE", "GND"),
        part("C6", "soft_slow", "CHOSEN", "RISE_GATE"),
        part("C7", "soft_slow", "RISE_GATE", "+5V"),
        part("D4", "soft_reset", "RISE_GATE", "GND"),
        part("LED1", "power_light", "GND", "LIGHT"),
        part("R17", "light_resistor", "+5V", "LIGHT"),
        part("SW2", "reset", "RUN", "GND"),
    ]


def _cutoff() -> list[Part]:
    """The second transistor of the brick's way: Q3 shuts it while U4 sees more than 2.495 V at the divider, 5.6 V before it."""
    return [
        part("Q2", "cutoff", "CUT_GATE", "BRICK_5V", "BRICK_GUARDED"),
        part("R22", "gate_resistor", "CUT_GATE", "GND"),
        part("C5", "cutoff_slow", "BRICK_GUARDED", "CUT_GATE"),
        part("Q3", "cutoff_transistor", "CUT_BASE", "BRICK_GUARDED", "CUT_GATE"),
        part("R20", "cutoff_base", "CUT_CATHODE", "CUT_BASE"),
        part("R21", "cutoff_hold", "CUT_BASE", "BRICK_GUARDED"),
        part("U4", "cutoff_level", "CUT_CATHODE", "CUT_LEVEL", "GND"),
        part("R18", "divider_upper", "BRICK_GUARDED", "CUT_LEVEL"),
        part("R19", "divider_lower", "CUT_LEVEL", "GND"),
    ]


def _socket(panel: int) -> list[Part]:
    """A panel's socket in the box with its fuse, the resistor of its data line, and what keeps its button lines quiet."""
    ten, wires = 10 * (panel + 1), [f"P{panel}_{name}" for name in BUTTON_NAMES]
    series = [end for wire in wires for end in (wire, f"{wire}_IN")]
    found = [
        part(f"J{panel + 1}", "box_connector", *(wire if wire in SUPPLY else f"P{panel}_{wire}" for wire in CABLE)),
        part(f"F{11 + panel}", "panel_fuse", "+5V", f"P{panel}_5V"),
        part(f"R{11 + panel}", "damper", f"P{panel}_DRIVE", f"P{panel}_DATA"),
        part(f"RN{11 + panel}", "series", *series),
        part(f"RN{21 + panel}", "pull_up", "3V3", *(f"{wire}_IN" for wire in wires)),
        part(f"D{11 + panel}", "guard", wires[0], "GND", wires[1], wires[2], None, wires[3]),
    ]
    return found + [part(f"C{ten + place}", "filter", f"{wire}_IN", "GND") for place, wire in enumerate(wires, 1)]


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
    found.append(part(f"DS{first + 1}", "counter", net("5V"), net("COUNTER_IN"), net("DIE_IN"), "GND"))
    found.append(part(f"DS{first + 2}", "die", net("5V"), net("DIE_IN"), net("PRIVATE_IN"), "GND"))
    found.append(part(f"DS{first + 3}", "private", net("5V"), net("PRIVATE_IN"), None, "GND"))
    return found


def everything() -> list[Part]:
    """Return every part of a console with four panels and the bridge."""
    return box() + [one for place in range(PANELS) for one in panel(place)]
