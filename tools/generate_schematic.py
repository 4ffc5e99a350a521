"""Draw hardware/tapete.kicad_sch and panel.kicad_sch, with project, symbols and library table, from pin map and parts list.

`--check` writes nothing and fails if a file is not current. Needs no KiCad.
"""

from __future__ import annotations

import itertools
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.drawing import circuit, pcb_rules  # the line above makes `tools` importable when this runs as a program
from tools.drawing.circuit import refusing  # the same
from tools.drawing.sexpr import Node, Word, written  # the same
from tools.drawing.sheet import PROJECT, Sheet, identity  # the same
from tools.drawing.symbols import LIBRARY, PICO_LEFT, SYMBOLS  # the same
from tools.generated import finish  # the same

EDITION = ("3", "2026-11-27")
LICENCE = "CERN-OHL-P-2.0 · drawn from pins.py and parts.csv"
PORTS = (("5V", "input"), ("DATA", "input"), *((name, "output") for name in circuit.BUTTON_NAMES))
PICO = (76.2, 154.94)
ROWS = tuple(45.72 + 60.96 * panel for panel in range(circuit.PANELS))
"""Height of each panel's first button line."""
PITCH = 2.54
BRIDGE_Y = 281.94
CORNERS = (134.62, 139.7, 139.7, 134.62)
"""Where the lines of a panel's buttons turn up or down."""

POWER_NOTE = """SW1, a toggle switch in the wall of the box, chooses USB or brick; it never joins them.
Q1 lets nothing through if the poles of the brick are exchanged; D3 keeps its gate within 12 V.
Q2 opens above 5.6 V: U4 compares 12/27 of it with 2.495 V, and Q3 pulls the gate to its source.
C5 lets Q2 close slowly: F1 and the plug see no surge.
Q4 lets the rail rise slowly after every move of SW1: a computer's port keeps more than 4.4 V.
D4 empties C6 when the supply goes, so that the next rise is as slow.
D2 takes spikes. D1 and the Schottky on the Pico let brick and USB both feed the Pico;
neither feeds the other. Never join the brick to VBUS.
USB-only build: leave out J6, J7, F1, Q1 to Q3, R16, R18 to R22, U4, C4, C5, D1 to D3.
F1, F11..F15 and the supply: see the power table of the guide."""

LEVEL_NOTE = """The first pixel wants 3.5 V for a one, the Pico gives 3.3 V. AHCT counts 2.0 V as
one and drives 5 V; its inputs bear 5 V with no supply, so nothing is fed backwards.
C1 and C2 stand beside their buffer. A spare gate is parked: input low, output off.
R11..R15 stand at the outputs: a metre of cable does not ring. U3, C2, R15 only with the bridge."""

STILL_NOTE = """A CMOS input must not float. RN1 holds the inputs of U2 and U3 low
where no panel is fitted, and while the Pico starts or is absent:
no pixel sees noise."""

QUIET_NOTE = """Each button line: diodes to ground at the socket, 1 kOhm, then 10 nF and 10 kOhm to 3.3 V at the Pico.
A metre of cable beside DATA couples less than the Pico notices (hardware/spice).
VP of D11..D14 stays open: a line that touches 5 V must not feed 3.3 V."""

CABLE_NOTE = """Cable of a panel, wires 1 to 8: 5V (from the panel's own fuse), GND, DATA, GND, MINUS, PLUS, LOCK, ROLL.
Wires 1, 2 and 4: 22 or 24 AWG; the others 24 to 28 AWG; length up to 1 m."""

PANEL_NOTE = """One chain: counter (5 rows of 10), die display (10), private display (10 tens, 10 units).
R101 sits at the counter's first pixel. Join 5V and GND to both ends of the chain.
Buttons close to ground; the box pulls their lines up to 3.3 V."""


def draw_box() -> Sheet:
    """Return the first sheet: the Pico, from it to the right a row for each panel and one for the bridge, and below the supply."""
    comments = (LICENCE, "One to four panels, all drawn alike on a sheet of their own")
    sheet = Sheet("tapete", "A2", "Tapete console", comments, [(f"/{identity('tapete')}", 0)], EDITION)
    parts = {part.reference: part for part in circuit.box()}
    _draw_pico(sheet, parts)
    for panel in range(circuit.PANELS):
        _draw_panel(sheet, parts, panel)
    _draw_bridge(sheet, parts)
    _draw_still(sheet, parts)
    _draw_supply(sheet, parts)
    _draw_spare(sheet, parts)
    sheet.group(383.54, 139.7, 579.12, 246.38, "What is not seen in the circuit")
    for y, words in zip(
        (162.56, 193.04, 208.28, 223.52, 236.22), (POWER_NOTE, LEVEL_NOTE, STILL_NOTE, QUIET_NOTE, CABLE_NOTE), strict=True
    ):
        sheet.note(386.08, y, words)
    return sheet


def _draw_pico(sheet: Sheet, parts: dict[str, circuit.Part]) -> None:
    """The Pico with what hangs on its left side; its grounds are joined."""
    sheet.group(12.7, 15.24, 91.44, 307.34, "Microcontroller")
    pico, (x, y) = parts["U1"], PICO
    by_name = {pin.name: pin for pin in pico.symbol.units[0]}
    grounds = sorted(y - pin.y for pin in pico.symbol.units[0] if pin.name == "GND")
    used = [number for number, net in pico.nets.items() if net]
    sheet.part(pico, x, y, joined=used)
    left = x + by_name["VBUS"].x
    for height in grounds:
        sheet.wire((left, height), (left - 5.08, height))
    for height, below in itertools.pairwise(grounds):
        sheet.wire((left - 5.08, height), (left - 5.08, below))
        sheet.junction(left - 5.08, below)
    sheet.power("GND", left - 5.08, grounds[-1])
    at = {name: y - by_name[name].y for name in PICO_LEFT[:4]}
    for name, net, end, label in (("VBUS", "USB_5V", 12.7, 12.7), ("VSYS", "VSYS", 17.78, 10.16), ("3V3", "3V3", 17.78, 10.16)):
        sheet.wire((left, at[name]), (left - end, at[name]))
        sheet.label(net, left - label, at[name])
    for name, point in (("VSYS", "TP5"), ("3V3", "TP2")):
        sheet.part(parts[point], left - 17.78, at[name], joined=("1",), title=False, words=(2.2, -1.27))
    sheet.wire((left, at["RUN"]), (left - 10.16, at["RUN"]))
    sheet.label("RUN", left - 7.62, at["RUN"])
    sheet.part(parts["SW2"], left - 15.24, at["RUN"], joined=("1",), turn=180, words=(-12.7, -7.62))


def _draw_panel(sheet: Sheet, parts: dict[str, circuit.Part], panel: int) -> None:
    """A row: from the Pico the data line over buffer and resistor, below it the button lines; socket, fuse, and the panel's own sheet."""
    y, ten = ROWS[panel], 10 * (panel + 1)
    title = f"Panel {panel}: data line with buffer, button lines with what keeps them quiet, socket with its fuse"
    sheet.group(93.98, y - 30.48, 378.46, y + 29.85, title)
    data, start, series, turn = y - 17.78, PICO[0] + 16.51, 233.68, 298.45
    _data_line(sheet, parts, data, (f"P{panel}_LOGIC", f"P{panel}_DRIVE"), ("U2", panel + 1), f"TP{6 + 2 * panel}")
    sheet.part(parts[f"R{11 + panel}"], 175.26, data, joined=("1", "2"))
    sheet.wire((180.34, data), (turn, data), (turn, y - PITCH))
    sheet.label(f"P{panel}_DATA", 200.66, data)
    sheet.part(parts[f"TP{7 + 2 * panel}"], 190.5, data, joined=("1",), title=False, words=(2.2, -1.27))
    sheet.junction(190.5, data)
    socket, sheet_left = 312.42, 337.82
    sheet.wire((turn, y - PITCH), (sheet_left, y - PITCH))
    fuse = parts[f"F{11 + panel}"]
    sheet.part(fuse, 289.56, y - 2 * PITCH, joined=("2",), words=(-5.08, -5.08))
    sheet.wire((294.64, y - 2 * PITCH), (sheet_left, y - 2 * PITCH))
    sheet.label(f"P{panel}_5V", 324.0, y - 2 * PITCH)
    lines = [(name, y + PITCH * place) for place, name in enumerate(circuit.BUTTON_NAMES)]
    network, guard = parts[f"RN{21 + panel}"], parts[f"D{11 + panel}"]
    for place, (name, height) in enumerate(lines):
        sheet.wire((start, height), (series - 7.62, height))
        sheet.label(f"P{panel}_{name}_IN", 109.22, height)
        tap = 129.54 + 17.78 * place
        sheet.part(parts[f"C{ten + place + 1}"], tap, y + 16.51, joined=("1",))
        sheet.tap(tap, height, y + 12.7)
        sheet.tap(208.28 + 5.08 - PITCH * place, height, y + 8.89)
        sheet.wire((series + 7.62, height), (sheet_left, height))
        sheet.label(f"P{panel}_{name}", 243.84, height)
        sheet.tap(269.24 + 3.81 - PITCH * place, height, y + 8.89)
    sheet.part(network, 208.28, y + 16.51, joined=("2", "3", "4", "5"), turn=270, stub=2.54, words=(8.5, -1.27))
    sheet.part(parts[f"RN{11 + panel}"], series, y + 3.81, joined=[str(number) for number in range(1, 9)], words=(-3.81, -10.16))
    sheet.part(guard, 269.24, y + 16.51, joined=("1", "3", "4", "6"), turn=270, words=(8.5, -1.27))
    _hang(sheet, parts[f"J{panel + 1}"], socket, y)
    mark = identity("panel", panel)
    sheet.sub_sheet(f"Panel {panel}", "panel.kicad_sch", str(panel + 2), mark, (sheet_left, y - 3 * PITCH), (22.86, 17.78), PORTS)


def _hang(sheet: Sheet, socket: circuit.Part, x: float, y: float) -> None:
    """A socket of the cable over the bundle of its lines: 5V, DATA, then the buttons from `y` downwards; grounds have their sign."""
    pins = [str(number) for number in range(1, len(circuit.CABLE) + 1)]
    sheet.part(socket, x, y - 17.78, joined=pins, turn=90, words=(-2.54, -7.62))
    for place, wire in enumerate(circuit.CABLE):
        pin = x - 8.89 + PITCH * place
        if wire == "GND":
            sheet.power("GND", pin, y - 12.7, named=False)
        else:
            to = y + PITCH * {"5V": -2, "DATA": -1}.get(wire, place - 4)
            sheet.tap(pin, to, y - 12.7)


def _data_line(sheet: Sheet, parts: dict[str, circuit.Part], y: float, nets: tuple[str, str], gate: tuple[str, int], point: str) -> None:
    """From the Pico through a gate, to where the resistor at its output begins."""
    sheet.wire((PICO[0] + 16.51, y), (124.46, y), (132.08, y))
    sheet.label(nets[0], 109.22, y)
    sheet.part(parts[point], 124.46, y, joined=("1",), title=False, words=(2.2, -1.27))
    sheet.junction(124.46, y)
    buffer, unit = gate
    used = [pin.number for pin in parts[buffer].symbol.units[unit - 1] if pin.name in "AY"]
    sheet.part(parts[buffer], 139.7, y, unit=unit, title=False, joined=used)
    sheet.wire((147.32, y), (170.18, y))
    sheet.label(nets[1], 149.86, y)


def _draw_bridge(sheet: Sheet, parts: dict[str, circuit.Part]) -> None:
    sheet.group(
        93.98,
        262.89,
        378.46,
        307.34,
        "Bridge strip (optional): 19 pixels, one a slab of Shazamm's bridge; RN1 holds the inputs of all buffers",
    )
    y = BRIDGE_Y
    _data_line(sheet, parts, y, ("BRIDGE_LOGIC", "BRIDGE_DRIVE"), ("U3", 1), "TP14")
    sheet.part(parts["R15"], 175.26, y, joined=("1", "2"))
    sheet.wire((180.34, y), (261.62, y))
    sheet.label("BRIDGE_DATA", 203.2, y)
    sheet.part(parts["TP15"], 193.04, y, joined=("1",), title=False, words=(2.2, -1.27))
    sheet.junction(193.04, y)
    # The socket's pins point down: 5V, DATA, GND.
    sheet.part(parts["J5"], 236.22, y - 7.62, joined=("1", "2", "3"), turn=90, words=(-2.54, -5.08))
    sheet.tap(236.22, y, y - 2.54)
    sheet.power("GND", 238.76, y - 2.54, named=False)
    sheet.part(parts["R1"], 266.7, y, joined=("1", "2"))
    sheet.part(parts["DS1"], 304.8, y, joined=("1", "2"))
    sheet.wire((271.78, y), (292.1, y))
    sheet.label("BRIDGE_IN", 274.32, y)
    sheet.part(parts["F15"], 215.9, y + 12.7, joined=("2",), words=(-5.08, -5.08))
    sheet.wire((220.98, y + 12.7), (233.68, y + 12.7), (325.12, y + 12.7), (325.12, y - 15.24), (304.8, y - 15.24), (304.8, y - 10.16))
    sheet.tap(233.68, y + 12.7, y - 2.54)
    sheet.label("BRIDGE_5V", 243.84, y + 12.7)
    sheet.note(332.74, y - 8.0, "R1 sits at its first pixel.")


def _draw_still(sheet: Sheet, parts: dict[str, circuit.Part]) -> None:
    """One network holds all inputs of the buffers; a wire from each data line leads down to it."""
    top, lines = 287.02, [*(height - 17.78 for height in ROWS), BRIDGE_Y]
    for place, height in enumerate(lines):
        sheet.tap(101.6 + 5.08 - PITCH * place, height, top)
    sheet.part(parts["RN1"], 101.6, top + 7.62, joined=("2", "3", "4", "5", "6"), turn=270, words=(8.5, -1.27))


def _draw_spare(sheet: Sheet, parts: dict[str, circuit.Part]) -> None:
    sheet.group(383.54, 15.24, 579.12, 68.58, "Supply of the buffers, and the gates that nothing uses")
    for place, (reference, bypass) in enumerate((("U2", "C1"), ("U3", "C2"))):
        sheet.part(parts[reference], 391.16 + 45.72 * place, 43.18, unit=5)
        sheet.part(parts[bypass], 414.02 + 45.72 * place, 43.18)
    for unit in range(2, 5):
        sheet.part(parts["U3"], 431.8 + 33.02 * unit, 43.18, unit=unit, title=False)
    sheet.group(383.54, 73.66, 579.12, 134.62, "Marks for the rule check: these nets are fed; and where to measure ground")
    for place, net in enumerate(circuit.SUPPLY):
        x = 398.78 + 15.24 * place
        sheet.wire((x, 93.98), (x, 101.6))
        sheet.power("PWR_FLAG", x, 93.98)
        sheet.power(net, x, 101.6, (0, 1))
    fed = ("VSYS", "BRIDGE_5V", *(f"P{panel}_5V" for panel in range(circuit.PANELS)))
    for place, net in enumerate(fed):
        x, y = 434.34 + 25.4 * (place % 3), 93.98 + 20.32 * (place // 3)
        sheet.wire((x, y), (x + 5.08, y))
        sheet.power("PWR_FLAG", x, y)
        sheet.label(net, x + 5.08, y)
    sheet.part(parts["TP3"], 533.4, 99.06, title=False)


def _draw_supply(sheet: Sheet, parts: dict[str, circuit.Part]) -> None:
    """From left to right along one wire: the brick, what guards it, the switch with the computer's port above it, and the rail."""
    sheet.group(12.7, 309.88, 579.12, 408.94, "Supply: from the brick, or the computer's port, to the rail")
    y = 350.52
    sheet.part(parts["J6"], 25.4, y - 1.27, joined=("1",), turn=180, words=(5.08, -11.43))
    sheet.part(parts["J7"], 25.4, y + 22.86, joined=("1",), turn=180, words=(5.08, 8.89))
    sheet.wire((30.48, y), (45.72, y))
    sheet.wire((30.48, y + 25.4), (35.56, y + 25.4), (35.56, y))
    sheet.junction(35.56, y)
    sheet.label("BRICK_IN", 35.56, y + 15.24)
    sheet.part(parts["F1"], 50.8, y, joined=("1", "2"))
    sheet.part(parts["Q1"], 81.28, y + 2.54, joined=("1", "2", "3"))
    sheet.part(parts["Q2"], 177.8, y + 2.54, joined=("1", "2", "3"))
    sheet.wire((55.88, y), (73.66, y))
    sheet.label("BRICK_FUSED", 57.15, y)
    sheet.wire(*((x, y) for x in (88.9, 91.44, 101.6, 119.38, 129.54, 152.4, 170.18)))
    sheet.label("BRICK_GUARDED", 104.14, y)
    _draw_reverse_guard(sheet, parts, y)
    _draw_cutoff(sheet, parts, y)
    # Behind the cut-off: spikes end in D2, and the Pico is fed over D1.
    sheet.wire(*((x, y) for x in (185.42, 201.93, 208.28, 231.14, 251.46, 279.4, 292.1)))
    sheet.label("BRICK_5V", 187.96, y)
    sheet.part(parts["C4"], 208.28, y + 3.81, joined=("1",))
    sheet.part(parts["D2"], 231.14, y + 5.08, joined=("1",), turn=90)
    sheet.part(parts["TP4"], 201.93, y, joined=("1",), title=False, words=(2.2, -1.27))
    sheet.wire((251.46, y), (251.46, y + 17.78), (256.54, y + 17.78))
    sheet.part(parts["D1"], 261.62, y + 17.78, joined=("2",))
    for x in (201.93, 208.28, 231.14, 251.46):
        sheet.junction(x, y)
    _draw_switch(sheet, parts, y)
    _draw_soft_start(sheet, parts, y)
    sheet.part(parts["R17"], 444.5, y + 5.08, joined=("1", "2"), turn=270)
    sheet.part(parts["LED1"], 444.5, y + 20.32, joined=("2",), turn=270)
    sheet.wire((444.5, y + 10.16), (444.5, y + 15.24))
    sheet.label("LIGHT", 444.5, y + 13.97)


def _draw_switch(sheet: Sheet, parts: dict[str, circuit.Part], y: float) -> None:
    """SW1 in the wall of the box, and the terminal J8 that its three wires come from."""
    port, x, socket = y - 15.24, 299.72, 276.86
    sheet.part(parts["F2"], 256.54, port, joined=("2",))
    sheet.wire((261.62, port), (socket - PITCH, port), (287.02, port), (287.02, y - 10.16), (292.1, y - 10.16))
    sheet.label("USB_FUSED", 262.89, port)
    sheet.part(parts["SW1"], x, y - 5.08, joined=("1", "2", "3"), words=(-5.08, 12.7))
    sheet.part(parts["J8"], socket, y - 27.94, joined=("1", "2", "3"), turn=90, words=(-2.54, -5.08))
    sheet.tap(socket - PITCH, port, y - 22.86)
    sheet.tap(socket + PITCH, y, y - 22.86)
    sheet.wire((socket, y - 22.86), (socket, y - 20.32), (317.5, y - 20.32), (317.5, y - 5.08))
    sheet.wire((307.34, y - 5.08), (317.5, y - 5.08), (317.5, y))
    sheet.junction(317.5, y - 5.08)


def _draw_reverse_guard(sheet: Sheet, parts: dict[str, circuit.Part], y: float) -> None:
    """The gate of Q1: to ground over R16, and no further than 12 V below its source."""
    gate = y + 10.16
    sheet.wire((81.28, y + 7.62), (81.28, gate))
    sheet.part(parts["R16"], 81.28, gate + 5.08, joined=("1",), turn=270)
    sheet.part(parts["D3"], 91.44, y + 5.08, joined=("1", "2"), turn=90)
    sheet.wire((91.44, gate), (81.28, gate))
    sheet.label("GATE", 83.82, gate)
    sheet.junction(91.44, y)
    sheet.junction(81.28, gate)


def _draw_cutoff(sheet: Sheet, parts: dict[str, circuit.Part], y: float) -> None:
    """Divider, comparing shunt, and the transistor that shuts Q2, from left to right as they act."""
    level, base, gate = y + 27.94, y + 12.7, y + 7.62
    sheet.wire((101.6, y), (101.6, y + 17.78))
    sheet.part(parts["R18"], 101.6, y + 22.86, joined=("1", "2"), turn=270)
    sheet.part(parts["R19"], 101.6, y + 33.02, joined=("1",), turn=270)
    sheet.wire((101.6, level), (111.76, level))
    sheet.label("CUT_LEVEL", 102.87, level)
    sheet.part(parts["U4"], 119.38, level, joined=("1", "2"))
    sheet.part(parts["R20"], 119.38, y + 17.78, joined=("1", "2"), turn=90)
    sheet.label("CUT_CATHODE", 119.38, y + 22.86)
    sheet.wire((119.38, y), (119.38, y + 2.54))
    sheet.part(parts["R21"], 119.38, y + 7.62, joined=("1", "2"), turn=90)
    sheet.wire((119.38, base), (127.0, base), (127.0, y + 15.24), (137.16, y + 15.24))
    sheet.label("CUT_BASE", 127.0, y + 15.24)
    sheet.part(parts["Q3"], 137.16, y + 10.16, joined=("1", "2", "3"))
    sheet.wire((129.54, y), (129.54, gate))
    sheet.wire((144.78, gate), (152.4, gate), (177.8, gate))
    sheet.label("CUT_GATE", 154.94, gate)
    sheet.part(parts["C5"], 152.4, y + 3.81, joined=("1", "2"))
    sheet.part(parts["R22"], 177.8, y + 12.7, joined=("1",), turn=270)
    for x in (101.6, 119.38, 129.54, 152.4):
        sheet.junction(x, y)
    for point in ((101.6, level), (119.38, base), (152.4, gate), (177.8, gate)):
        sheet.junction(*point)


def _draw_soft_start(sheet: Sheet, parts: dict[str, circuit.Part], y: float) -> None:
    """Q4 with the two capacitors that make its slope, and the diode that empties them."""
    gate, slow, middle, fast, empty = y + 7.62, 340.36, 368.3, 386.08, 398.78
    sheet.part(parts["Q4"], middle, y + 2.54, joined=("1", "3", "2"))
    sheet.wire((317.5, y), (slow, y), (middle - 7.62, y))
    sheet.label("CHOSEN", 320.04, y)
    sheet.wire((middle + 7.62, y), (fast, y), (414.02, y), (431.8, y), (444.5, y))
    sheet.power("+5V", 414.02, y)
    sheet.part(parts["TP1"], 431.8, y, joined=("1",), title=False, words=(2.2, -1.27))
    sheet.wire((slow, gate), (middle, gate), (fast, gate), (empty, gate))
    sheet.label("RISE_GATE", 355.6, gate)
    sheet.part(parts["C6"], slow, y + 3.81, joined=("1", "2"))
    sheet.part(parts["C7"], fast, y + 3.81, joined=("1", "2"), turn=180)
    sheet.part(parts["R23"], middle, y + 12.7, joined=("1",), turn=270)
    sheet.part(parts["D4"], empty, y + 12.7, joined=("1",), turn=90)
    for point in ((slow, y), (fast, y), (414.02, y), (431.8, y), (middle, gate), (fast, gate)):
        sheet.junction(*point)


def draw_panel() -> Sheet:
    """Return the sheet that all panels share: the cable's lines from the left, the socket over them, buttons at the right, pixels below."""
    box = identity("tapete")
    paths = [(f"/{box}/{identity('panel', panel)}", 100 * panel) for panel in range(circuit.PANELS)]
    comments = (LICENCE, "Panel 0: 101.., panel 1: 201.., panel 2: 301.., panel 3: 401..")
    sheet = Sheet("panel", "A4", "Tapete panel", comments, paths, EDITION)
    parts = {part.reference: part for part in circuit.panel()}
    sheet.group(12.7, 15.24, 284.48, 88.9, "Cable from the box, and buttons")
    y, socket, left = 50.8, 78.74, 30.48
    _hang(sheet, parts["J101"], socket, y)
    levels = {"5V": -2, "DATA": -1} | {name: place for place, name in enumerate(circuit.BUTTON_NAMES)}
    for name, shape in PORTS:
        sheet.port(name, left, y + PITCH * levels[name], shape)
        sheet.label(name, left + 12.7, y + PITCH * levels[name])
    # Each button's line goes on to the right: the first two upwards, the others downwards.
    for place, (name, corner) in enumerate(zip(circuit.BUTTON_NAMES, CORNERS, strict=True)):
        height, button = y + PITCH * place, 33.02 + 15.24 * place
        sheet.wire((left, height), (corner, height), (corner, button), (180.34 - 5.08, button))
        sheet.part(parts[f"SW{101 + place}"], 180.34, button, joined=("1",))
        sheet.note(198.12, button + 0.6, name)
    _draw_pixels(sheet, parts, y, (left, socket - 8.89, socket - 8.89 + 2 * PITCH))
    sheet.note(15.24, 172.72, PANEL_NOTE)
    return sheet


def _draw_pixels(sheet: Sheet, parts: dict[str, circuit.Part], above: float, at: tuple[float, float, float]) -> None:
    """The chain; 5V and DATA come down from the bundle: `at`, where their lines begin, and end under the socket's pins."""
    sheet.group(12.7, 93.98, 284.48, 157.48, "Pixels, one chain")
    y, (left, supply, data) = 127.0, at
    places = {"R101": 63.5, "DS101": 101.6, "DS102": 152.4, "DS103": 203.2}
    down = 45.72
    sheet.wire((left, above - PITCH), (down, above - PITCH), (data, above - PITCH))
    sheet.wire((down, above - PITCH), (down, y), (places["R101"] - 5.08, y))
    sheet.junction(down, above - PITCH)
    rail = y - 17.78
    sheet.wire((left, above - 2 * PITCH), (supply, above - 2 * PITCH), (places["DS101"], above - 2 * PITCH), (places["DS101"], y - 10.16))
    sheet.wire((places["DS101"], rail), (places["DS102"], rail), (places["DS103"], rail), (places["DS103"], y - 10.16))
    sheet.wire((places["DS102"], rail), (places["DS102"], y - 10.16))
    for reference in ("DS101", "DS102"):
        sheet.junction(places[reference], rail)
    sheet.part(parts["R101"], places["R101"], y, joined=("1", "2"))
    for reference in ("DS101", "DS102", "DS103"):
        sheet.part(parts[reference], places[reference], y, joined=("1", "2") if reference == "DS103" else ("1", "2", "3"))
    names = ("COUNTER_IN", "DIE_IN", "PRIVATE_IN")
    for (one, other), net in zip((("R101", "DS101"), ("DS101", "DS102"), ("DS102", "DS103")), names, strict=True):
        start = sheet.end(parts[one], "2" if one == "R101" else "3", places[one], y)
        sheet.wire(start, sheet.end(parts[other], "2", places[other], y))
        sheet.label(net, start[0] + 1.27, y)
    for reference, title in (("DS101", "Counter"), ("DS102", "Die display"), ("DS103", "Private display, under the hood")):
        sheet.note(places[reference] + 3.81, y + 12.7, title)


def project() -> str:
    """Return the project file: the rules of the drawing, and those of the board with its net classes."""
    ordered = (pcb_rules.SIGNAL, pcb_rules.POWER, pcb_rules.BRANCH)
    classes = [pcb_rules.class_node(one, 2147483647 if one is pcb_rules.SIGNAL else place) for place, one in enumerate(ordered)]
    patterns = [{"netclass": one.name, "pattern": net if net in circuit.SUPPLY else f"/{net}"} for net, one in pcb_rules.CLASSES.items()]
    settings = {
        "meta": {"filename": f"{PROJECT}.kicad_pro", "version": 3},
        "board": {"design_settings": {"meta": {"version": 2}, "rules": pcb_rules.limits()}},
        "erc": {"rule_severities": {}},
        "net_settings": {"classes": classes, "meta": {"version": 4}, "netclass_patterns": patterns},
        "schematic": {"legacy_lib_dir": "", "legacy_lib_list": []},
        "sheets": [],
        "text_variables": {},
    }
    return json.dumps(settings, indent=2) + "\n"


def files() -> dict[str, str]:
    """Return every file by its path under hardware/."""
    head: list[Node] = [
        Word("kicad_symbol_lib"),
        [Word("version"), Word("20241209")],
        [Word("generator"), "tapete"],
        [Word("generator_version"), "1.0"],
    ]
    library: Node = [*head, *(symbol.node(library=True) for symbol in SYMBOLS.values())]
    place = "${KIPRJMOD}/symbols/tapete.kicad_sym"
    table = f'(sym_lib_table\n  (version 7)\n  (lib (name "{LIBRARY}")(type "KiCad")(uri "{place}")(options "")(descr "Tapete"))\n)\n'
    return {
        "hardware/tapete.kicad_sch": draw_box().text(root=True),
        "hardware/panel.kicad_sch": draw_panel().text(root=False),
        "hardware/tapete.kicad_pro": project(),
        "hardware/sym-lib-table": table,
        "hardware/symbols/tapete.kicad_sym": written(library) + "\n",
    }


if __name__ == "__main__":
    sys.exit(refusing(lambda: finish(files(), "tools/generate_schematic.py")))
