"""Draw hardware/tapete.kicad_pcb, the box as a board of two layers, with its footprints, and the picture of it in the guide.

`--check` writes nothing and fails if a file is not current; it needs no KiCad. To draw the board anew KiCad's own Python module `pcbnew`
pours the ground: every python3 on the path is asked for it, or name one with TAPETE_KICAD_PYTHON.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.drawing import board, board_picture  # the line above makes `tools` importable when this runs as a program
from tools.drawing.circuit import ROOT  # the same
from tools.drawing.files import finish, only_checks  # the same
from tools.drawing.footprints import FOOTPRINTS  # the same
from tools.drawing.sexpr import Node, parsed  # the same
from tools.drawing.symbols import LIBRARY  # the same

POUR = "import sys, pcbnew; b = pcbnew.LoadBoard(sys.argv[1]); pcbnew.ZONE_FILLER(b).Fill(b.Zones()); b.Save(sys.argv[2])"
BOARD = ROOT / "hardware" / "tapete.kicad_pcb"


def kicad_python() -> str:
    """Return a Python that has KiCad's module. Raises RuntimeError if there is none."""
    named = os.environ.get("TAPETE_KICAD_PYTHON")
    folders = [folder for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    for candidate in [named] if named else [str(Path(folder) / "python3") for folder in folders]:
        if shutil.which(candidate):
            done = subprocess.run([candidate, "-c", "import pcbnew"], capture_output=True, timeout=300, check=False)
            if done.returncode == 0:
                return candidate
    raise RuntimeError("KiCad 9 with its Python module pcbnew is needed to pour the ground; name its Python with TAPETE_KICAD_PYTHON")


def poured(text: str, folder: Path) -> str:
    """Return a board as KiCad writes it after pouring the ground. Raises RuntimeError if there is no KiCad, or it cannot read the board."""
    before, after = folder / "before.kicad_pcb", folder / "after.kicad_pcb"
    before.write_text(text, encoding="utf-8")
    done = subprocess.run([kicad_python(), "-c", POUR, str(before), str(after)], capture_output=True, text=True, timeout=300, check=False)
    if done.returncode != 0 or not after.is_file():
        raise RuntimeError(f"KiCad could not pour the ground: {done.stderr}")
    return after.read_text(encoding="utf-8")


def fills(check: bool) -> dict[str, list[Node]]:
    """Return the areas of the ground: those of the committed board if only to be compared, otherwise new ones."""
    if check:
        return board.fills_of(parsed(BOARD.read_text(encoding="utf-8"))) if BOARD.is_file() else {}
    with tempfile.TemporaryDirectory() as folder:
        return board.fills_of(parsed(poured(board.text({}), Path(folder))))


def files(check: bool) -> dict[str, str]:
    """Return every file by its path under hardware/."""
    place = "${KIPRJMOD}/footprints/tapete.pretty"
    table = f'(fp_lib_table\n  (version 7)\n  (lib (name "{LIBRARY}")(type "KiCad")(uri "{place}")(options "")(descr "Tapete"))\n)\n'
    library = {f"footprints/tapete.pretty/{name}.kicad_mod": board.library(name) for name in FOOTPRINTS}
    return {"tapete.kicad_pcb": board.text(fills(check)), "fp-lib-table": table, **library}


if __name__ == "__main__":
    program = "tools/generate_board.py"
    code = finish(files(only_checks(sys.argv[1:], program)), sys.argv[1:], program)
    sys.exit(finish({"board.svg": board_picture.svg()}, sys.argv[1:], program, "docs/build/pictures") or code)
