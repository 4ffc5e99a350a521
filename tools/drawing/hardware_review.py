"""What a second pair of eyes looks at: rules that parts list, board and enclosure must keep, from data sheets and not from the generators.

Each rule yields one sentence for every fault that it finds; nothing: it is content.
"""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tools.drawing import circuit, pcb, pcb_rules, power_table
from tools.drawing.circuit import Kind
from tools.drawing.symbols import SYMBOLS, Symbol

if TYPE_CHECKING:
    from tools.drawing import lengths

KICAD = Path("/usr/share/kicad/footprints")
"""KiCad's own library, where it is installed: the second source of every footprint that has a twin there."""


@dataclass
class Design:
    """What is looked at: the parts list, the board, and measures of the enclosure in mm."""

    kinds: dict[str, Kind]
    board: pcb.Board
    measures: dict[str, float]
    symbols: dict[str, Symbol] = field(default_factory=lambda: dict(SYMBOLS))
    guide: dict[str, str] = field(default_factory=dict)
    cuts: list[lengths.Cut] = field(default_factory=list)
    root: Path = circuit.ROOT

    @property
    def library(self) -> Path:
        """Its own footprints."""
        return self.root / "hardware" / "footprints" / "tapete.pretty"


Rule = Callable[[Design], Iterator[str]]

CHOSEN = {
    "pico": r"SC0917",
    "buffer": r"(SN)?74(AHCT|HCT)125",
    "buffer_bridge": r"(SN)?74(AHCT|HCT)125",
    "bypass": r"C320C104",
    "bypass_bridge": r"C320C104",
    "pull_down": r"4606X-101-103",
    "pull_up": r"4605X-101-103",
    "series": r"4608X-102-102",
    "filter": r"C315C103",
    "diode": r"B581[79]W",
    "gate_zener": r"BZT52C12$",
    "cutoff": r"AOD4185",
    "cutoff_level": r"TL431[AB]IDBZR",
    "cutoff_transistor": r"MMBT3906",
    "divider_upper": r"0805W8F1502T5E",
    "divider_lower": r"0805W8F1202T5E",
    "cutoff_base": r"0805W8F2201T5E",
    "cutoff_hold": r"0805W8F4700T5E",
    "soft_start": r"AOD4185",
    "soft_resistor": r"0805W8F1003T5E",
    "soft_reset": r"1N4148W",
    "shunt": r"P6KE6\.8A$",
    "reverse_guard": r"AOD4185",
    "guard": r"SRV05-4",
    "usb_fuse": r"RXEF110|MF-R110",
    "panel_fuse": r"RXEF110|MF-R110",
    "panel_fuse_bridge": r"RXEF110|MF-R110",
    "jack": r"PJ-102AH$",
    "damper": r"CFR-25JB-52-82R",
    "damper_bridge": r"CFR-25JB-52-82R",
    "resistor": r"CFR-25JB-52-330R",
    "resistor_bridge": r"CFR-25JB-52-330R",
    "gate_resistor": r"0805W8F1003T5E",
    "light_resistor": r"CFR-25JB-52-1K$",
    "bulk": r"EEU-FR1C471",
    "box_connector": r"B8B-XH-A",
    "panel_connector": r"B8B-XH-A",
    "bridge_connector": r"B3B-XH-A",
    "cable_plug": r"XHP-8",
    "bridge_plug": r"XHP-3",
    "contacts": r"SXH-001T-P0\.6",
    "brick": r"GST25E05-P1J",
}
"""The maker's number of each part that matters, as the circuit was reckoned with it."""


def chosen_numbers(design: Design) -> Iterator[str]:
    """The number in the list is the one that the circuit was reckoned with."""
    for part, pattern in CHOSEN.items():
        if not re.match(pattern, design.kinds[part].mpn):
            yield f"{part}: {design.kinds[part].mpn} is not {pattern}"


def value_of(text: str) -> float:
    """A value as people write it: `4 × 1 kΩ`, `100 nF 50 V`, `1.1 A hold`, in ohm, farad or ampere."""
    found = re.search(r"([\d.]+) ?([kMµnpm]?)(Ω|F|A)", text)
    if not found:
        raise ValueError(f"{text!r} is no value")
    return float(found[1]) * {"": 1.0, "k": 1e3, "M": 1e6, "m": 1e-3, "µ": 1e-6, "n": 1e-9, "p": 1e-12}[found[2]]


def _decoded(number: str) -> float | None:
    """The value that a maker's number spells; None where it spells none."""
    if found := re.match(r"CFR-25JB-52-(\d+)([RK])(\d*)$", number):  # Yageo: R stands for the point, K for thousands
        return float(f"{found[1]}.{found[3] or 0}") * (1000.0 if found[2] == "K" else 1.0)
    if found := re.match(r"0805W8F(\d\d\d)(\d)T5E$", number):  # UNI-ROYAL: three digits and noughts
        return float(found[1]) * 10.0 ** int(found[2])
    if found := re.match(r"CC0805KRX7R9BB(\d\d)(\d)$", number):  # Yageo: two digits and noughts, in pF
        return float(found[1]) * 10.0 ** int(found[2]) * 1e-12
    if found := re.match(r"46\d\dX-10[12]-(\d\d)(\d)LF", number):  # Bourns: two digits and noughts
        return float(found[1]) * 10.0 ** int(found[2])
    if found := re.match(r"C3\d\dC(\d\d)(\d)K", number):  # KEMET: two digits and noughts, in pF
        return float(found[1]) * 10.0 ** int(found[2]) * 1e-12
    if found := re.match(r"EEU-F[MR]\d[A-J](\d\d)(\d)", number):  # Panasonic: two digits and noughts, in uF
        return float(found[1]) * 10.0 ** int(found[2]) * 1e-6
    if found := re.match(r"RXEF(\d\d\d)$", number):  # Littelfuse: hundredths of an ampere
        return int(found[1]) / 100
    if found := re.match(r"0218(\d+\.?\d*)MXP", number):  # Littelfuse: the current follows the series
        return float(found[1])
    return None


def number_spells_value(design: Design) -> Iterator[str]:
    """Value and number of a part say the same."""
    for kind in design.kinds.values():
        spelt = _decoded(kind.mpn)
        if spelt is not None and not math.isclose(spelt, value_of(kind.value), rel_tol=0.01):
            yield f"{kind.part}: {kind.value} in words, {kind.mpn} spells {spelt:g}"


VOLTS = {"0G": 4.0, "0J": 6.3, "1A": 10.0, "1C": 16.0, "1E": 25.0}
"""Panasonic's codes of voltage."""


def capacitor_voltage(design: Design) -> Iterator[str]:
    """A capacitor bears what D2 lets through (7.14 V at 1 mA), by its words and by its number."""
    for kind in design.kinds.values():
        words = re.search(r"F ([\d.]+) V", kind.value)
        code = re.match(r"EEU-F[MR](\d[A-J])", kind.mpn)
        for volts in ([float(words[1])] if words else []) + ([VOLTS[code[1]]] if code else []):
            if volts < 10:
                yield f"{kind.part}: {volts:g} V is not enough"
        if words and code and float(words[1]) != VOLTS[code[1]]:
            yield f"{kind.part}: {kind.value} in words, {VOLTS[code[1]]:g} V in its number"


def networks_joined_or_separate(design: Design) -> Iterator[str]:
    """Bourns 4600X: 101 has a common end, 102 separate resistors; the symbol says which is wanted."""
    for kind in design.kinds.values():
        if found := re.match(r"46(\d\d)X-(10[12])", kind.mpn):
            wanted = {"Network_5": ("06", "101"), "Network_4": ("05", "101"), "Isolated_4": ("08", "102")}[kind.symbol]
            if (found[1], found[2]) != wanted:
                yield f"{kind.part}: {kind.mpn} is another network than {kind.symbol}"


def never_what_is_chosen(design: Design) -> Iterator[str]:
    """No part is what its own line forbids."""
    for kind in design.kinds.values():
        forbidden = re.findall(r"\b(?:\d*[A-Z]+\d[\w.-]*|74\w+|\d[\d.]* A)", kind.never_en)
        for word in forbidden:
            if kind.mpn.upper().removeprefix("SN").startswith(word.upper()) or kind.value.upper().startswith(word.upper()):
                yield f"{kind.part}: {kind.mpn} is forbidden by its own line ({word})"


def fuses_of_the_power_table(design: Design) -> Iterator[str]:
    """F1 is one of the power table's; a resettable fuse lets no more through than a contact of the cable carries (JST XH, 3 A)."""
    table = {supply.fuse_ma for supply in power_table.SUPPLIES if supply.key != "usb"}
    if round(1000 * value_of(design.kinds["fuse"].value)) not in table:
        yield f"fuse: {design.kinds['fuse'].value} is not in the power table"
    for part in ("usb_fuse", "panel_fuse", "panel_fuse_bridge"):
        held = 1000 * value_of(design.kinds[part].value)
        if 2 * held > 3000 or round(held) != power_table.POLYFUSE_MA:
            yield f"{part}: trips at {2 * held:g} mA; a contact carries 3000 mA, the table reckons with {power_table.POLYFUSE_MA}"


def counts(design: Design) -> Iterator[str]:
    """What is counted follows from what it is for."""
    ways, short = len(circuit.CABLE), 3
    wanted: dict[str, tuple[int, int, int]] = {
        "box_connector": (0, 1, 0),
        "panel_connector": (0, 1, 0),
        "cable_plug": (0, 2, 0),
        "bridge_plug": (0, 0, 2),
        "contacts": (0, 2 * ways, 2 * short),
        "button": (0, len(circuit.BUTTON_NAMES), 0),
        "filter": (0, len(circuit.BUTTON_NAMES), 0),
        "panel_fuse": (0, 1, 0),
        "pico_sockets": (2, 0, 0),
        "buffer_socket": (1, 0, 1),
        "fuse_holder": (1, 0, 0),
        "test_point": (len(circuit.TEST_POINTS), 0, 0),
        "screws": (
            int(design.measures["screws_of_the_box"]),
            int(design.measures["screws_of_a_panel"]),
            int(design.measures["screws_of_the_bridge"]),
        ),
    }
    for part, number in wanted.items():
        kind = design.kinds[part]
        if (kind.console, kind.panel, kind.bridge) != number:
            yield f"{part}: {kind.console} a console, {kind.panel} a panel, {kind.bridge} a bridge; wanted {number}"


def pads_as_in_the_library(design: Design) -> Iterator[str]:
    """Every footprint of the board has the pads of its file in the project's library."""
    for footprint in design.board.footprints.values():
        own = sorted((pad.number, *footprint.own(pad.at), pad.drill) for pad in footprint.pads)
        there = sorted((pad.number, pad.x, pad.y, pad.drill) for pad in pcb.library(design.library / f"{footprint.name}.kicad_mod").pads)
        if own != there:
            yield f"{footprint.reference}: its pads are not those of {footprint.name}"


OWN = {
    # Littelfuse, RXEF series, "Physical Dimensions": lead spacing C = 5.1 mm, leads 0.51 mm, body A 13.0 x E 3.1 mm at most.
    "Polyfuse_5.1": [("1", 0.0, 0.0, 0.9), ("2", 5.1, 0.0, 0.9)],
    # Raspberry Pi Pico data sheet, figure 3: rows 17.78 mm apart, pins 2.54 mm, holes 1 mm.
    "Pico": [(str(pin), 0.0 if pin <= 20 else 17.78, 2.54 * ((pin if pin <= 20 else 41 - pin) - 1), 1.0) for pin in range(1, 41)],
}
"""Footprints without a twin in KiCad's library: number, x, y and drill of each pad, from the data sheet."""


def library_as_the_data_sheets(design: Design) -> Iterator[str]:
    """The project's own footprints are their data sheets'."""
    for name, wanted in OWN.items():
        found = sorted((pad.number, pad.x, round(pad.y, 4), pad.drill) for pad in pcb.library(design.library / f"{name}.kicad_mod").pads)
        if found != sorted((number, x, round(y, 4), drill) for number, x, y, drill in wanted):
            yield f"{name}: not as in its data sheet"


LEADS = {
    "TerminalBlock_Phoenix_PT": (0.9, 5.0, "Phoenix Contact PT 1,5: pin 0.9 x 0.9 mm"),
    "Fuseholder_Cylinder": (1.0, 22.5, "Schurter OGN 0031.8201: holes 1.3 mm, 22.5 mm apart"),
    "JST_XH": (0.64, 2.5, "JST XH: pin 0.64 mm square"),
    "D_DO-41": (0.8, 10.16, "DO-41: lead 0.7 to 0.9 mm"),
    "D_DO-15": (0.8, 12.7, "DO-15: lead 0.7 to 0.9 mm"),
    "Polyfuse": (0.51, 5.1, "RXEF110: lead 0.51 mm"),
    "R_Array_SIP": (0.5, 2.54, "Bourns 4600X: pin 0.5 mm"),
    "DIP-14": (0.5, 2.54, "TI N package: pin 0.53 mm at most"),
    "CP_Radial_D8.0": (0.6, 3.5, "Panasonic FR, 8 mm: lead 0.6 mm, 3.5 mm apart"),
    "C_Disc_D3.8": (0.5, 2.5, "KEMET C315: lead 0.51 mm, 2.54 mm apart"),
    "C_Disc_D5.0": (0.5, 5.0, "KEMET C320: lead 0.51 mm, 5.08 mm apart"),
    "LED_D3.0": (0.5, 2.54, "3 mm LED: lead 0.5 mm"),
    "BarrelJack": (1.0, 6.0, "Same Sky PJ-102AH: pins 1.0 mm, plus and sleeve 6 mm apart"),
    "MountingHole_3.2mm_M3": (3.0, 0.0, "M3: 3.2 mm"),
}
"""Thickness of a lead and distance between pins 1 and 2 in mm, by the beginning of the footprint's name, and the data sheet."""


def drills_and_spacing(design: Design) -> Iterator[str]:
    """Every lead goes through its hole with 0.1 to 0.9 mm to spare, and pins 1 and 2 are as far apart as on the part."""
    for footprint in design.board.footprints.values():
        for name, (lead, apart, source) in LEADS.items():
            if not footprint.name.startswith(name):
                continue
            for pad in footprint.pads:
                if pad.number and not 0.1 <= pad.drill - lead <= 0.9:
                    yield f"{footprint.reference}.{pad.number}: drill {pad.drill:g} mm ({source})"
            ends = {pad.number: pad.at for pad in footprint.pads}
            if apart and abs(math.dist(ends["1"], ends["2"]) - apart) > 0.1:
                yield f"{footprint.reference}: pins {math.dist(ends['1'], ends['2']):.2f} mm apart ({source})"


SIGNS: dict[str, dict[str, str]] = {
    "J6": {"+": "/BRICK_IN", "-": "GND"},
    "J8": {"USB": "/USB_FUSED", "RAIL": "/CHOSEN", "BRICK": "/BRICK_5V"},
    "J5": {"5V": "/BRIDGE_5V", "D": "/BRIDGE_DATA", "GND": "GND"},
}
POINTS = {"+5V": "+5V", "3V3": "/3V3", "GND": "GND", "BRICK": "/BRICK_5V", "VSYS": "/VSYS", "LB": "/BRIDGE_LOGIC", "DB": "/BRIDGE_DATA"}
POINTS |= {f"{letter}{panel}": f"/P{panel}_{name}" for panel in range(circuit.PANELS) for letter, name in (("L", "LOGIC"), ("D", "DATA"))}


def words_at_their_pads(design: Design) -> Iterator[str]:
    """Every sign on the board stands nearest to a pad of the net that it names."""
    board = design.board
    free = [one for one in board.words if not one.of and one.layer == "F.SilkS"]
    signs = SIGNS | {
        f"J{panel + 1}": {
            "5V": f"/P{panel}_5V",
            "GND": "GND",
            "DATA": f"/P{panel}_DATA",
            **{name: f"/P{panel}_{name}" for name in circuit.BUTTON_NAMES},
        }
        for panel in range(circuit.PANELS)
    }
    for reference, nets in signs.items():
        pads = board.footprints[reference].pads
        for word, net in nets.items():
            near = [
                (math.dist((one.x, one.y), pad.at), pad.net, one.words) for one in free if one.words == word for pad in pads if pad.number
            ]
            mine = sorted(near)[: sum(1 for pad in pads if pad.net == net)]
            if not mine or any(found != net or distance > 7 for distance, found, _ in mine):
                yield f"{reference}: {word} does not stand at {net}"
    for pad in board.pads:
        if pad.reference.startswith("TP"):
            one = min(free, key=lambda words: math.dist((words.x, words.y), (pad.x, pad.y - 1.7)))
            if POINTS.get(one.words) != pad.net:
                yield f"{pad.reference}: {one.words} stands at {pad.net}"
    for panel in range(circuit.PANELS):
        sockets = {f"J{place + 1}": board.footprints[f"J{place + 1}"] for place in range(circuit.PANELS)}
        for one in free:
            if one.words == f"panel {panel}":
                nearest = min(sockets.values(), key=lambda socket: abs(socket.x + 8.75 - one.x))
                if nearest.reference != f"J{panel + 1}":
                    yield f"panel {panel} stands at {nearest.reference}"


CATHODES = {"D1": "/VSYS", "D2": "/BRICK_5V", "D3": "/BRICK_GUARDED", "D4": "/RISE_GATE", "LED1": "GND"}
"""Net at the cathode of every diode."""


def rings_at_cathodes(design: Design) -> Iterator[str]:
    """The ring printed for a diode is nearer to the pad of the net that its cathode has; so is the square pad."""
    for reference, net in CATHODES.items():
        footprint = design.board.footprints[reference]
        pads = {pad.net: pad for pad in footprint.pads}
        if net not in pads or pads[net].shape not in ("rect", "roundrect") or pads[net].number != "1":
            yield f"{reference}: the square pad is not at {net}"
            continue
        silk = [stroke for stroke in footprint.strokes if stroke.layer == "F.SilkS" and stroke.kind == "fp_line"]
        left, _, right, _ = footprint.box("F.Fab")
        rings = [
            stroke.points[0][0]
            for stroke in silk
            if abs(stroke.points[0][0] - stroke.points[1][0]) < 0.01 and left + 0.3 < stroke.points[0][0] < right - 0.3
        ]
        other = next(pad for pad in footprint.pads if pad.net != net)
        for one in footprint.texts:
            if one.words == "K" and math.dist((one.x, one.y), pads[net].at) > math.dist((one.x, one.y), other.at):
                yield f"{reference}: K is printed at {other.net}, the cathode is {net}"
        if rings and abs(sum(rings) / len(rings) - pads[net].x) > abs(sum(rings) / len(rings) - other.x):
            yield f"{reference}: its ring is at {other.net}, the cathode at {net}"


POLES = {"J6": {"1": "/BRICK_IN", "2": "GND"}, "J7": {"1": "/BRICK_IN", "2": "GND"}}
POLES["Q1"] = {"1": "/GATE", "2": "/BRICK_FUSED", "3": "/BRICK_GUARDED"}
POLES["Q2"] = {"1": "/CUT_GATE", "2": "/BRICK_5V", "3": "/BRICK_GUARDED"}
POLES["Q4"] = {"1": "/RISE_GATE", "2": "+5V", "3": "/CHOSEN"}
POLES["Q3"] = {"1": "/CUT_BASE", "2": "/BRICK_GUARDED", "3": "/CUT_GATE"}
POLES["U4"] = {"1": "/CUT_CATHODE", "2": "/CUT_LEVEL", "3": "GND"}
"""Pins by the data sheets: 5.5 x 2.1 mm plug, plus inside, pin 1 of the PJ-102AH; TO-252 of the AOD4185: gate, drain, source;
SOT-23 of the MMBT3906: base, emitter, collector; of TI's TL431 (DBZ): cathode, reference, anode."""


def poles_by_the_data_sheets(design: Design) -> Iterator[str]:
    """What must not be exchanged is not: brick, jack, transistor."""
    for reference, wanted in POLES.items():
        found = {pad.number: pad.net for pad in design.board.footprints[reference].pads if pad.number in wanted}
        if found != wanted:
            yield f"{reference}: {found}, wanted {wanted}"


def wide_enough(design: Design) -> Iterator[str]:
    """Every track has the width of its class, but branches to what draws little; and each class carries its load (IPC-2221B)."""
    little = {"U", "C", "R", "TP", "D1", "D3", "Q3", "F15"}
    for track in design.board.tracks:
        if track.net in ("GND", "") or (one := pcb_rules.net_class(track.net.removeprefix("/"))) is pcb_rules.SIGNAL:
            continue
        if track.width < pcb_rules.needed_mm(one.load) and not _branch(design.board, track, little):
            yield f"{track.net}: {track.width:g} mm at {track.start}"
    for net in pcb_rules.CLASSES:
        name = net if net in circuit.SUPPLY else f"/{net}"
        wanted = {pad for pad in design.board.pads if pad.net == name and not _little(pad.reference, little)}
        if len(wanted) > 1 and (
            lost := wanted - reached(design.board, name, min(wanted, key=str), pcb_rules.needed_mm(pcb_rules.net_class(net).load))
        ):
            yield f"{name}: no wide way to {sorted(f'{pad.reference}.{pad.number}' for pad in lost)}"


def _little(reference: str, little: set[str]) -> bool:
    return reference in little or re.sub(r"\d+$", "", reference) in little


def _branch(board: pcb.Board, track: pcb.Track, little: set[str]) -> bool:
    """Whether a thin track only leads to what draws little: some such pad hangs on thin tracks with it."""
    pads = [pad for pad in board.pads if pad.net == track.net and _little(pad.reference, little)]
    thin = [one for one in board.tracks if one.net == track.net and one.width <= track.width]
    seen, grown = {track.start, track.end}, True
    while grown:
        grown = False
        for one in thin:
            ends = {one.start, one.end}
            if ends & seen and not ends <= seen:
                seen |= ends
                grown = True
    return any(pad.at in seen for pad in pads)


def distance(point: pcb.Point, start: pcb.Point, end: pcb.Point) -> float:
    """Return how far a point is from a line between two points."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    along = 0.0 if length == 0 else max(0.0, min(1.0, ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length))
    return math.hypot(point[0] - start[0] - along * dx, point[1] - start[1] - along * dy)


def reached(board: pcb.Board, net: str, start: pcb.Pad, width: float) -> set[pcb.Pad]:
    """Return the pads of a net that tracks of a width and more, and vias, join to one of them."""
    tracks = [track for track in board.tracks if track.net == net and track.width >= width]
    pads = [pad for pad in board.pads if pad.net == net]
    vias = [at for of, at in board.vias if of == net]
    found: set[int] = set()

    def touches(track: pcb.Track, other: pcb.Track) -> bool:
        near = any(distance(end, other.start, other.end) < 0.01 for end in (track.start, track.end))
        near = near or any(distance(end, track.start, track.end) < 0.01 for end in (other.start, other.end))
        ends = {track.start, track.end} & {other.start, other.end}
        return near and (
            track.layer == other.layer or any(end in vias for end in ends) or any(_on(end, pad) for end in ends for pad in pads)
        )

    front = [place for place, track in enumerate(tracks) if _on(track.start, start) or _on(track.end, start)]
    while front:
        place = front.pop()
        if place in found:
            continue
        found.add(place)
        front += [other for other in range(len(tracks)) if other not in found and touches(tracks[place], tracks[other])]
    return {start} | {pad for pad in pads if any(_on(end, pad) for place in found for end in (tracks[place].start, tracks[place].end))}


def _on(point: pcb.Point, pad: pcb.Pad) -> bool:
    return abs(point[0] - pad.x) <= pad.width / 2 and abs(point[1] - pad.y) <= pad.height / 2


def tracks_join_their_pads(design: Design) -> Iterator[str]:
    """Every pad of a net hangs on its tracks; the ground is poured."""
    nets: dict[str, set[pcb.Pad]] = {}
    for pad in design.board.pads:
        nets.setdefault(pad.net, set()).add(pad)
    for net, pads in sorted(nets.items()):
        if net in ("", "GND") or net.startswith("unconnected-"):
            continue
        # A transistor's tab is three pads of one number; what joins one joins all.
        names = {(pad.reference, pad.number) for pad in pads}
        found = {(pad.reference, pad.number) for pad in reached(design.board, net, min(pads, key=str), 0.0)}
        twins = {(pad.reference, pad.number) for pad in pads if pad.reference == "SW2"}
        if lost := names - found - (twins if twins & found else set()):
            yield f"{net}: {sorted(lost)} hang on nothing"


def posts_clear_the_parts(design: Design) -> Iterator[str]:
    """The posts of the box, and the heads of their screws (6 mm), touch no part and no soldered pin; the holes lie over the posts."""
    measures = design.measures
    inset = measures["post_inset"]
    for name in ("H1", "H2", "H3", "H4"):
        hole = design.board.footprints[name]
        x = inset if hole.x < pcb_rules.WIDTH / 2 else measures["board_wide"] - inset
        y = inset if hole.y < pcb_rules.HEIGHT / 2 else measures["board_deep"] - inset
        if math.dist((hole.x, hole.y), (x, y)) > 0.1:
            yield f"{name}: no post of the box is under it"
        for footprint in design.board.footprints.values():
            if footprint.reference.startswith(("H", "TP")):
                continue
            left, top, right, low = footprint.box("F.Fab")
            near = max(left, min(x, right)), max(top, min(y, low))
            if math.dist(near, (x, y)) < 3.0:
                yield f"{footprint.reference}: the screw in {name} touches it"
            if any(math.dist(pad.at, (x, y)) < measures["post"] / 2 + max(pad.width, pad.height) / 2 for pad in footprint.pads):
                yield f"{footprint.reference}: a pin stands on the post of {name}"


def numbers_of_the_assembler(design: Design) -> Iterator[str]:
    """A number at LCSC is one that a person looked up for that maker's number and footprint: hardware/assembly.csv."""
    with (design.root / "hardware" / "assembly.csv").open(encoding="utf-8", newline="") as file:
        known = {row["lcsc"]: row for row in csv.DictReader(file)}
    for kind in design.kinds.values():
        if kind.lcsc and kind.lcsc not in known:
            yield f"{kind.part}: {kind.lcsc} is not in assembly.csv"
        elif kind.lcsc and (known[kind.lcsc]["mpn"], known[kind.lcsc]["package"]) != (kind.mpn, kind.footprint):
            yield f"{kind.part}: {kind.lcsc} is {known[kind.lcsc]['mpn']}, not {kind.mpn}"
    surface = {one.name for one in design.board.footprints.values() if one.pads and not any(pad.drill for pad in one.pads)}
    for kind in design.kinds.values():
        if kind.footprint in surface and not kind.lcsc:
            yield f"{kind.part}: soldered on the surface, and has no number at LCSC"


def revision_is_said_once(design: Design) -> Iterator[str]:
    """Title block and silk name one revision and one date, and the silk says what the board takes."""
    words = [one.words for one in design.board.words]
    silk = f"revision {design.board.revision} · {design.board.date}"
    if silk not in words:
        yield f"the board does not say {silk!r}"
    for layer in ("F.SilkS", "B.SilkS"):
        if not any(silk in one.words for one in design.board.words if one.layer == layer):
            yield f"{layer} does not say {silk!r}"
    if sum("5 V ONLY" in word for word in words) < 3:
        yield "5 V ONLY must stand at J6, at J7 and on the back"


PINS = {
    "PMOS": {"1": "G", "2": "D", "3": "S"},
    "PMOS_turned": {"1": "G", "2": "D", "3": "S"},
    "PNP": {"1": "B", "2": "E", "3": "C"},
    "Shunt_reference": {"1": "K", "2": "REF", "3": "A"},
    **{name: {"1": "K", "2": "A"} for name in ("Diode", "Zener", "TVS", "LED")},
}
"""Names of the pins by the data sheets: TO-252 of the AOD4185, SOT-23 of the MMBT3906, DBZ of the TL431; diodes as KiCad has them."""


def pins_are_called_as_in_the_data_sheets(design: Design) -> Iterator[str]:
    """A symbol names each pin as its data sheet does."""
    for name, wanted in PINS.items():
        found = {pin.number: pin.name for unit in design.symbols[name].units for pin in unit}
        if found != wanted:
            yield f"{name}: {found}, wanted {wanted}"


def plus_at_the_plus(design: Design) -> Iterator[str]:
    """The + printed for C4 lies nearer to its plus pad: a cross of two short lines."""
    footprint = design.board.footprints["C4"]
    pads = {pad.net: pad for pad in footprint.pads}
    short = [
        one
        for one in footprint.strokes
        if one.layer == "F.SilkS" and one.kind == "fp_line" and abs(math.dist(*one.points[:2]) - 0.8) < 0.01
    ]
    if len(short) != 2 or "/BRICK_5V" not in pads:
        yield "C4: no + is printed, or no pad is the brick's"
        return
    x, y = (sum(point[axis] for one in short for point in one.points) / 4 for axis in (0, 1))
    near = min(footprint.pads, key=lambda pad: math.dist((x, y), pad.at))
    if near.net != "/BRICK_5V":
        yield f"C4: its + is printed at {near.net}"


def enclosure_fits_what_is_bought(design: Design) -> Iterator[str]:
    """Windows lie over the pixels of a strip of 60 a metre; holes take button and switch, grooves the strip."""
    measured = design.measures
    if abs(measured["columns"] * (measured["pitch"] - 1000 / 60)) > 0.5:
        yield f"pitch {measured['pitch']:g} mm: a strip has 16.67 mm"
    if not 24.0 <= measured["button_hole"] <= 24.3:
        yield f"button_hole {measured['button_hole']:g} mm: a button has 24 mm"
    if not 6.4 <= measured["switch_hole"] <= 6.8:
        yield f"switch_hole {measured['switch_hole']:g} mm: the switch has 6.35 mm"
    if not 10.0 <= measured["strip_width"] <= 10.5:
        yield f"strip_width {measured['strip_width']:g} mm: a strip has 10 mm"


def board_is_ordered_as_the_guide_says(design: Design) -> Iterator[str]:
    """The board is 1.6 mm thick, as the guide orders it, and leaves the clearance of the mask to the maker."""
    if design.board.thickness != 1.6:
        yield f"the board is {design.board.thickness:g} mm thick"
    if not 0 <= design.board.mask <= 0.1:
        yield f"the mask stays {design.board.mask:g} mm away from the pads"


SAID = {
    "index.md": (r"ring of a diode is at its square pad", r"striped side of an electrolytic capacitor is GND", r"M3 × 8"),
    "board.md": (
        r"C4 with the long leg at \+",
        r"LED1 with the long leg at the round pad",
        r"D2 with the ring at K",
        r"two layers, 1\.6 mm",
    ),
    "es/index.md": (r"anillo de un diodo va en el cuadrado", r"franja del electrolítico es GND", r"M3 × 8"),
    "es/board.md": (r"C4 con la pata larga en \+", r"LED1 con la pata larga en el redondo", r"D2 con el anillo en K", r"dos caras, 1,6 mm"),
}
"""What the guide must say about what one can turn the wrong way round."""


def guide_turns_nothing(design: Design) -> Iterator[str]:
    """The guide says how to turn each part, and names no screw that is too long for its post."""
    for page, wanted in SAID.items():
        text = design.guide[page]
        yield from (f"{page}: does not say {pattern!r}" for pattern in wanted if not re.search(pattern, text))
        for length in re.findall(r"M3 × (\d+)", text):
            if not 8 <= int(length) <= design.measures["screw_deep"] + 1.6:
                yield f"{page}: M3 × {length} comes out of its post, or does not bite"


def wires_are_thick_enough(design: Design) -> Iterator[str]:
    """A wire of the cutting list is as thick as what flows through it asks: 20 AWG behind F1, 24 AWG behind a resettable fuse."""
    for cut in design.cuts:
        least = {"switch": 20, "cable_power": 24, "bridge": 24, "row_power": 24, "row_ends": 24, "first_row": 24}.get(cut.key, 28)
        if int(cut.awg) > least:
            yield f"{cut.key}: {cut.awg} AWG, wanted {least} AWG or thicker"


RULES: tuple[Rule, ...] = (
    chosen_numbers,
    number_spells_value,
    capacitor_voltage,
    networks_joined_or_separate,
    never_what_is_chosen,
    fuses_of_the_power_table,
    counts,
    pads_as_in_the_library,
    library_as_the_data_sheets,
    drills_and_spacing,
    words_at_their_pads,
    rings_at_cathodes,
    poles_by_the_data_sheets,
    wide_enough,
    tracks_join_their_pads,
    posts_clear_the_parts,
    numbers_of_the_assembler,
    pins_are_called_as_in_the_data_sheets,
    plus_at_the_plus,
    enclosure_fits_what_is_bought,
    board_is_ordered_as_the_guide_says,
    guide_turns_nothing,
    wires_are_thick_enough,
    revision_is_said_once,
)


def measures(root: Path = circuit.ROOT) -> dict[str, float]:
    """Return every plain number of hardware/enclosure/dimensions.scad by its name; `root`, the folder above `hardware`."""
    text = (root / "hardware" / "enclosure" / "dimensions.scad").read_text(encoding="utf-8")
    return {name: float(number) for name, number in re.findall(r"^(\w+) = ([\d.]+);", text, re.M)}


GUIDE = tuple(f"{lang}{name}.md" for lang in ("", "es/") for name in ("index", "board"))
"""The pages that say how to turn parts, under docs/build and docs/es/build."""


def page(name: str, root: Path = circuit.ROOT) -> Path:
    """Return where a page of GUIDE lies."""
    language, _, plain = name.rpartition("/")
    return root / "docs" / language / "build" / plain


def committed() -> Design:
    """Return the design of hardware/."""
    from tools.drawing import lengths  # which asks for the measures above

    guide = {name: page(name).read_text(encoding="utf-8") for name in GUIDE}
    return Design(dict(circuit.kinds()), pcb.committed(), measures(), guide=guide, cuts=lengths.cuts())
