"""Draw a panel as one printed board: hardware/panel-board.kicad_sch, .kicad_pcb and .kicad_pro, from enclosure, pin map and parts list.

`--check` writes nothing and fails if a file is not current. Only pouring the copper of a changed board needs KiCad 9.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools import release_hardware  # the line above makes `tools` importable when this runs as a program
from tools.drawing import circuit, panel_board, pcb_rules  # the same
from tools.drawing.circuit import refusing  # the same
from tools.drawing.generated_board import filled, unfilled, unpoured  # the same
from tools.drawing.sexpr import written  # the same
from tools.drawing.sheet import Sheet, identity  # the same
from tools.generated import parser, settle  # the same

PROGRAM, PROJECT = "tools/generate_panel_board.py", "panel-board"
CHAIN_NOTE = """One chain of 80 pixels: counter 1 to 5, die display, tens, units; each row from left to right as the player sees it.
U1 takes the line of the box (74AHCT: 2.0 V is a one) and drives it anew. R1 and R3 to R9: no ringing.
R2 holds its input low while DATA is open."""
BUTTON_NOTE = """Buttons close to ground; the box pulls their lines up to 3.3 V.
Two wires each, from the pads to the tabs of the button."""
EXTRA_NOTE = "J6 takes a second cable, from the Pico's free pins in the box. Pressed the knob is LOCK."


def sheet() -> Sheet:
    """Return the sheet: the way in, the buttons, and eight rows of ten pixels, wired as they lie on the board."""
    comments = ("CERN-OHL-P-2.0 · drawn from pins.py, dimensions.scad and panel-board-parts.csv",)
    paths = [(f"/{identity(PROJECT)}", 0)]
    out = Sheet(PROJECT, "A2", "Tapete panel as one board", comments, paths, panel_board.EDITION, PROJECT)
    parts = {part.reference: part for part in panel_board.parts()}
    out.group(12.7, 15.24, 215.9, 76.2, "Cable from the box, and the buffer")
    x, y = 60.96, 45.72
    out.part(parts["J1"], x, y, joined=("3",))
    start = out.end(parts["J1"], "3", x, y)
    # DATA: from the socket over the other wires' stubs to the buffer.
    out.wire(start, (start[0] - 20.32, start[1]), (start[0] - 20.32, 24.13), (111.76, 24.13), (111.76, 45.72), (129.54, 45.72))
    out.label("DATA", 114.3, 45.72)
    out.part(parts["R2"], 116.84, 60.96, joined=("1",))
    out.wire((111.76, 45.72), (111.76, 60.96))
    out.junction(111.76, 45.72)
    out.part(parts["U1"], 137.16, 45.72, joined=("2", "4"))
    out.part(parts[f"C{panel_board.PIXELS + 1}"], 160.02, 60.96)
    out.part(parts["R1"], 170.18, 45.72, joined=("1",))
    out.wire((144.78, 45.72), (165.1, 45.72))
    out.label("SENT", 147.32, 45.72)
    for place, net in enumerate(circuit.SUPPLY):
        flag = 190.5 + 12.7 * place
        out.wire((flag, 30.48), (flag, 38.1))
        out.power("PWR_FLAG", flag, 30.48)
        out.power(net, flag, 38.1, (0, 1))
    out.note(15.24, 71.12, "The panel's own fuse, 1.1 A, is in the box.")
    out.group(220.98, 15.24, 383.54, 76.2, "Buttons")
    for place in range(len(circuit.BUTTON_NAMES)):
        out.part(parts[f"J{place + 2}"], 256.54 + 76.2 * (place % 2), 33.02 + 20.32 * (place // 2))
    out.note(223.52, 71.12, BUTTON_NOTE)
    out.group(388.62, 15.24, 579.12, 76.2, "Knob, buzzer and digits: not fitted, a builder may add them")
    out.part(parts["J6"], 416.56, 45.72, stub=12.7)
    out.part(parts["SW1"], 459.74, 40.64)
    out.part(parts["BZ1"], 502.92, 40.64)
    out.part(parts["J7"], 558.8, 43.18, stub=12.7)
    out.note(391.16, 71.12, EXTRA_NOTE)
    out.group(12.7, 81.28, 579.12, 408.94, "Pixels, one chain")
    out.note(15.24, 401.32, CHAIN_NOTE)
    for place in range(panel_board.PIXELS):
        column, row = place % panel_board.COLUMNS, place // panel_board.COLUMNS
        x, y = 60.96 + 53.34 * column, 106.68 + 38.1 * row
        one, last = parts[f"D{place + 1}"], place + 1 == panel_board.PIXELS
        joined = (("4",) if column else ()) + (() if last else ("2",))
        out.part(one, x, y, joined=joined, words=(3.2, -9.5))
        out.part(parts[f"C{place + 1}"], x + 21.59, y + 7.62)
        if panel_board.row_end(place) >= 0:
            resistor = parts[f"R{row + 3}"]
            out.part(resistor, x + 20.32, y, joined=("1",), stub=2.54)
            out.wire(out.end(one, "2", x, y), out.end(resistor, "1", x + 20.32, y))
            out.label(f"E{row + 1}", x + 11.43, y)
        if column:
            before = out.end(parts[f"D{place}"], "2", x - 53.34, y)
            out.wire(before, out.end(one, "4", x, y))
            out.label(panel_board.data_net(place), before[0] + 1.27, y)
        else:
            out.note(15.24, y + 12.7, panel_board.ROWS[row])
    return out


def project() -> str:
    """Return the project file with the rules of the board."""
    settings = {
        "meta": {"filename": f"{PROJECT}.kicad_pro", "version": 3},
        "board": {"design_settings": {"meta": {"version": 2}, "rules": pcb_rules.limits()}},
        "erc": {"rule_severities": {}},
        "net_settings": {"classes": [pcb_rules.class_node(pcb_rules.SIGNAL, 2147483647)], "meta": {"version": 4}, "netclass_patterns": []},
        "schematic": {"legacy_lib_dir": "", "legacy_lib_list": []},
        "sheets": [],
        "text_variables": {},
    }
    return json.dumps(settings, indent=2) + "\n"


def poured(text: str) -> str:
    """Return a board with its copper poured by KiCad. Raises RuntimeError if KiCad cannot read it."""
    program = "import sys, pcbnew; b = pcbnew.LoadBoard(sys.argv[1]); pcbnew.ZONE_FILLER(b).Fill(b.Zones()); b.Save(sys.argv[2])"
    with tempfile.TemporaryDirectory() as folder:
        raw, made = Path(folder) / f"{PROJECT}.kicad_pcb", Path(folder) / "poured.kicad_pcb"
        raw.write_text(text, encoding="utf-8")
        (Path(folder) / f"{PROJECT}.kicad_pro").write_text(project(), encoding="utf-8")
        command = [release_hardware.kicad_python(), "-c", program, str(raw), str(made)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        if done.returncode != 0 or not made.is_file():
            raise RuntimeError(f"KiCad does not pour the board: {done.stdout}{done.stderr}")
        return filled(text, made.read_text(encoding="utf-8"))


def board(check: bool) -> str:
    """Return the text of the board. The copper stays as it lies poured while nothing else has changed."""
    bare = written(unfilled()) + "\n"
    there = panel_board.FILE.read_text(encoding="utf-8") if panel_board.FILE.is_file() else ""
    if there and unpoured(there) == bare:
        return there
    return bare if check else poured(bare)


def main(arguments: Sequence[str]) -> int:
    """Write or check the files; return the exit code."""
    check = parser(PROGRAM).parse_args(arguments).check
    files = {f"{PROJECT}.kicad_sch": sheet().text(root=True), f"{PROJECT}.kicad_pro": project(), f"{PROJECT}.kicad_pcb": board(check)}
    return settle({f"hardware/{name}": text for name, text in files.items()}, PROGRAM, check=check)


if __name__ == "__main__":
    sys.exit(refusing(lambda: main(sys.argv[1:])))
