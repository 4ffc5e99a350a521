"""Draw hardware/tapete.kicad_sch and panel.kicad_sch, with project, symbols and library table, from pin map and parts list.

`--check` writes nothing and fails if a file is not current. Needs no KiCad.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.drawing import circuit, rules  # the line above makes `tools` importable when this runs as a program
from tools.drawing.files import finish, refusing  # the same
from tools.drawing.sexpr import Node, Word, written  # the same
from tools.drawing.sheet import PROJECT, Sheet, identity  # the same
from tools.drawing.symbols import LIBRARY, SYMBOLS  # the same

EDITION = ("3", "2026-11-27")
LICENCE = "CERN-OHL-P-2.0 · drawn from pins.py and parts.csv"
LONG = 10.16
"""Stubs long enough for their names to clear the ground signs between them."""

PORTS = (("5V", "input"), ("DATA", "input"), *((name, "output") for name in circuit.BUTTON_NAMES))

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
    """Return the first sheet: Pico, buffers, supply, sockets, bridge, and a box for each panel."""
    comments = (LICENCE, "One to four panels, all drawn alike on a sheet of their own")
    sheet = Sheet("tapete", "A2", "Tapete console", comments, [(f"/{identity('tapete')}", 0)], EDITION)
    parts = {part.reference: part for part in circuit.box()}
    sheet.group(12.7, 15.24, 101.6, 88.9, "Microcontroller")
    sheet.part(parts["U1"], 57.15, 55.88, stub=LONG)
    _draw_buffers(sheet, parts)
    _draw_supply(sheet, parts)
    sheet.group(12.7, 93.98, 101.6, 149.86, "Still inputs")
    sheet.part(parts["RN1"], 50.8, 119.38)
    sheet.note(15.24, 137.16, STILL_NOTE)
    _draw_panels(sheet, parts)
    sheet.group(411.48, 15.24, 579.12, 99.06, "Light, reset, test points")
    sheet.part(parts["R17"], 444.5, 38.1, joined=("2",))
    sheet.part(parts["LED1"], 462.28, 38.1, joined=("2",))
    sheet.wire(sheet.end(parts["R17"], "2", 444.5, 38.1), sheet.end(parts["LED1"], "2", 462.28, 38.1))
    sheet.label("LIGHT", 450.85, 38.1)
    sheet.part(parts["SW2"], 525.78, 38.1)
    for place in range(len(circuit.TEST_POINTS)):
        sheet.part(parts[f"TP{place + 1}"], 424.18 + 20.32 * (place % 8), 63.5 + 22.86 * (place // 8), stub=2.54)
    sheet.group(411.48, 106.68, 579.12, 149.86, "Bridge strip (optional)")
    sheet.part(parts["F15"], 436.88, 121.92)
    sheet.part(parts["R15"], 441.96, 139.7)
    sheet.part(parts["J5"], 482.6, 129.54, stub=LONG)
    sheet.part(parts["R1"], 506.73, 129.54, joined=("2",))
    sheet.part(parts["DS1"], 535.94, 129.54, joined=("2",))
    sheet.wire(sheet.end(parts["R1"], "2", 506.73, 129.54), sheet.end(parts["DS1"], "2", 535.94, 129.54))
    sheet.label("BRIDGE_IN", 513.08, 129.54)
    sheet.note(413.4, 147.3, "19 pixels, one a slab of Shazamm's bridge. R1 sits at its first pixel.")
    return sheet


def _draw_panels(sheet: Sheet, parts: dict[str, circuit.Part]) -> None:
    sheet.group(12.7, 154.94, 579.12, 213.36, "Panels: sockets of the box with their fuse, and what hangs on their cables")
    sheet.group(12.7, 218.44, 579.12, 320.04, "Quiet button lines")
    for panel in range(circuit.PANELS):
        left, ten = 41.91 + 139.7 * panel, 10 * (panel + 1)
        sheet.part(parts[f"J{panel + 1}"], left, 185.42, stub=LONG)
        ports = [(port, shape, f"P{panel}_{port}") for port, shape in PORTS]
        mark = identity("panel", panel)
        sheet.sub_sheet(f"Panel {panel}", "panel.kicad_sch", str(panel + 2), mark, (left + 29.21, 176.53), (22.86, 17.78), ports)
        sheet.part(parts[f"F{11 + panel}"], left + 81.28, 177.8)
        sheet.part(parts[f"R{11 + panel}"], left + 81.28, 195.58)
        sheet.part(parts[f"D{11 + panel}"], left, 243.84, stub=LONG)
        sheet.part(parts[f"RN{11 + panel}"], left + 43.18, 243.84, stub=LONG)
        sheet.part(parts[f"RN{21 + panel}"], left + 102.87, 284.48)
        for place in range(4):
            sheet.part(parts[f"C{ten + place + 1}"], left - 12.7 + 24.13 * place, 284.48)
    sheet.note(15.24, 210.0, CABLE_NOTE.replace("\n", "  "))
    sheet.note(15.24, 312.42, QUIET_NOTE)


def _draw_buffers(sheet: Sheet, parts: dict[str, circuit.Part]) -> None:
    sheet.group(106.68, 15.24, 220.98, 149.86, "Level shifters 3.3 V to 5 V")
    for column, (reference, bypass) in enumerate((("U2", "C1"), ("U3", "C2"))):
        x = 137.16 + 53.34 * column
        for unit in range(1, 5):
            sheet.part(parts[reference], x, 30.48 + 20.32 * (unit - 1), unit=unit, title=False)
        sheet.part(parts[reference], x - 8.89, 118.11, unit=5)
        sheet.part(parts[bypass], x + 13.97, 118.11)
    sheet.note(108.58, 139.7, LEVEL_NOTE)


def _draw_supply(sheet: Sheet, parts: dict[str, circuit.Part]) -> None:
    """Draw the ways in at the top, and below, from left to right along one wire, the way from the brick to the rail."""
    sheet.group(226.06, 15.24, 406.4, 149.86, "Supply: the ways in, and the switch")
    sheet.part(parts["F2"], 254, 33.02, joined=("2",))
    sheet.part(parts["J6"], 254, 60.96)
    sheet.part(parts["J7"], 254, 83.82)
    sheet.part(parts["D1"], 299.72, 83.82)
    sheet.part(parts["J8"], 300.99, 35.56, joined=("1",))
    sheet.wire((259.08, 33.02), sheet.end(parts["J8"], "1", 300.99, 35.56))
    sheet.label("USB_FUSED", 264.16, 33.02)
    sheet.part(parts["SW1"], 336.55, 60.96)
    sheet.group(12.7, 325.12, 579.12, 408.94, "Supply: from the brick to the rail")
    y = 349.25
    sheet.part(parts["F1"], 45.72, y, joined=("2",))
    sheet.part(parts["Q1"], 81.28, y + 2.54, joined=("1", "2", "3"))
    sheet.part(parts["Q2"], 177.8, y + 2.54, joined=("1", "2", "3"))
    sheet.wire((50.8, y), (73.66, y))
    sheet.label("BRICK_FUSED", 53.34, y)
    sheet.wire(*((x, y) for x in (88.9, 91.44, 101.6, 119.38, 129.54, 152.4, 170.18)))
    sheet.label("BRICK_GUARDED", 104.14, y)
    _draw_reverse_guard(sheet, parts, y)
    _draw_cutoff(sheet, parts, y)
    # Behind the cut-off, and behind SW1.
    sheet.wire((185.42, y), (208.28, y), (231.14, y))
    sheet.label("BRICK_5V", 187.96, y)
    sheet.part(parts["C4"], 208.28, y + 3.81, joined=("1",))
    sheet.part(parts["D2"], 231.14, y + 5.08, joined=("1",), turn=90)
    sheet.junction(208.28, y)
    _draw_soft_start(sheet, parts, y)
    sheet.note(454.66, 336.55, POWER_NOTE)
    for place, net in enumerate(circuit.SUPPLY):
        x = 378.46 + 15.24 * place
        sheet.wire((x, 43.18), (x, 55.88))
        sheet.power("PWR_FLAG", x, 43.18)
        sheet.power(net, x, 55.88, (0, 1))
    fed = ("VSYS", "BRIDGE_5V", *(f"P{panel}_5V" for panel in range(circuit.PANELS)))
    for place, net in enumerate(fed):
        x, y = 370.84 + 17.78 * (place % 2), 71.12 + 10.16 * (place // 2)
        sheet.wire((x, y), (x + 5.08, y))
        sheet.power("PWR_FLAG", x, y)
        sheet.label(net, x + 5.08, y)
    sheet.note(363.22, 36.83, "For the rule check: these nets are fed.", size=1.27)


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
    sheet.label("CUT_GATE", 165.1, gate)
    sheet.part(parts["C5"], 152.4, y + 3.81, joined=("1", "2"))
    sheet.part(parts["R22"], 177.8, y + 12.7, joined=("1",), turn=270)
    for x in (101.6, 119.38, 129.54, 152.4):
        sheet.junction(x, y)
    for point in ((101.6, level), (119.38, base), (152.4, gate), (177.8, gate)):
        sheet.junction(*point)


def _draw_soft_start(sheet: Sheet, parts: dict[str, circuit.Part], y: float) -> None:
    """Q4 with the two capacitors that make its slope, and the diode that empties them."""
    gate = y + 7.62
    sheet.part(parts["Q4"], 325.12, y + 2.54, joined=("1", "3", "2"))
    sheet.wire((284.48, y), (297.18, y), (317.5, y))
    sheet.label("CHOSEN", 284.48, y)
    sheet.wire((332.74, y), (342.9, y), (355.6, y))
    sheet.power("+5V", 355.6, y)
    sheet.wire((297.18, gate), (325.12, gate), (342.9, gate), (355.6, gate))
    sheet.label("RISE_GATE", 312.42, gate)
    sheet.part(parts["C6"], 297.18, y + 3.81, joined=("1", "2"))
    sheet.part(parts["C7"], 342.9, y + 3.81, joined=("1", "2"), turn=180)
    sheet.part(parts["R23"], 325.12, y + 12.7, joined=("1",), turn=270)
    sheet.part(parts["D4"], 355.6, y + 12.7, joined=("1",), turn=90)
    for point in ((297.18, y), (342.9, y), (325.12, gate), (342.9, gate)):
        sheet.junction(*point)


def draw_panel() -> Sheet:
    """Return the sheet that all panels share."""
    box = identity("tapete")
    paths = [(f"/{box}/{identity('panel', panel)}", 100 * panel) for panel in range(circuit.PANELS)]
    sheet = Sheet(
        "panel", "A4", "Tapete panel", (LICENCE, "Panel 0: 101.., panel 1: 201.., panel 2: 301.., panel 3: 401.."), paths, EDITION
    )
    parts = {part.reference: part for part in circuit.panel()}
    sheet.group(12.7, 15.24, 99.06, 88.9, "Cable from the box")
    x, y = 76.2, 50.8
    sheet.part(parts["J101"], x, y, joined=[str(place) for place in range(1, 9) if circuit.CABLE[place - 1] not in circuit.SUPPLY])
    shapes = dict(PORTS)
    for place, wire in enumerate(circuit.CABLE, 1):
        if wire not in circuit.SUPPLY:
            end = sheet.end(parts["J101"], str(place), x, y)
            sheet.wire(end, (30.48, end[1]))
            sheet.port(wire, 30.48, end[1], shapes[wire])
            sheet.label(wire, 38.1, end[1])
    sheet.group(104.14, 15.24, 284.48, 88.9, "Buttons")
    for number in range(1, 5):
        sheet.part(parts[f"SW{100 + number}"], 149.86 + 76.2 * ((number - 1) % 2), 38.1 + 27.94 * ((number - 1) // 2))
    sheet.group(12.7, 93.98, 284.48, 152.4, "Pixels, one chain")
    y = 121.92
    places = {"R101": 50.8, "DS101": 88.9, "DS102": 139.7, "DS103": 190.5}
    sheet.part(parts["R101"], places["R101"], y, joined=("2",))
    for reference in ("DS101", "DS102", "DS103"):
        sheet.part(parts[reference], places[reference], y, joined=("2",) if reference == "DS103" else ("2", "3"))
    names = ("COUNTER_IN", "DIE_IN", "PRIVATE_IN")
    for (left, right), net in zip((("R101", "DS101"), ("DS101", "DS102"), ("DS102", "DS103")), names, strict=True):
        start = sheet.end(parts[left], "2" if left == "R101" else "3", places[left], y)
        sheet.wire(start, sheet.end(parts[right], "2", places[right], y))
        sheet.label(net, start[0] + 1.27, y)
    for reference, title in (("DS101", "Counter"), ("DS102", "Die display"), ("DS103", "Private display, under the hood")):
        sheet.note(places[reference] - 9.5, 141.0, title)
    sheet.note(15.24, 172.72, PANEL_NOTE)
    return sheet


def project() -> str:
    """Return the project file: the rules of the drawing, and those of the board with its net classes."""
    ordered = (rules.SIGNAL, rules.POWER, rules.BRANCH)
    classes = [rules.class_node(one, 2147483647 if one is rules.SIGNAL else place) for place, one in enumerate(ordered)]
    patterns = [{"netclass": one.name, "pattern": net if net in circuit.SUPPLY else f"/{net}"} for net, one in rules.CLASSES.items()]
    settings = {
        "meta": {"filename": f"{PROJECT}.kicad_pro", "version": 3},
        "board": {"design_settings": {"meta": {"version": 2}, "rules": rules.limits()}},
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
        "tapete.kicad_sch": draw_box().text(root=True),
        "panel.kicad_sch": draw_panel().text(root=False),
        "tapete.kicad_pro": project(),
        "sym-lib-table": table,
        "symbols/tapete.kicad_sym": written(library) + "\n",
    }


if __name__ == "__main__":
    sys.exit(refusing(lambda: finish(files(), sys.argv[1:], "tools/generate_schematic.py")))
