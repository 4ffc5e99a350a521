"""Make every printed part as STL and STEP, check that it is closed, and say what printing it takes: `python tools/print_parts.py FOLDER`.

The same drawing gives the same bytes. Needs OpenSCAD and the extra `hardware` (trimesh, Open CASCADE).
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools import solids  # the line above makes `tools` importable when this runs as a program

ENCLOSURE = Path(__file__).parents[1] / "hardware" / "enclosure"
PARTS = {
    "panel": ("tray", "board_tray", "lid", "deck", "grid", "funnel", "mask", "hood"),
    "box": ("tray", "lid", "plungers"),
    "bridge": ("left", "right"),
    "tray": ("base", "top"),
}
"""Printed parts by the file that draws them: a panel's (tray and deck, or the tray of a panel as one board), the box's, the bridge's, and
those of the tray for a reader of stickers."""

DENSITY = 1.24
"""PLA, grams a cubic centimetre."""
SKIN_MM, INFILL = 1.2, 0.2
"""Three lines of 0.4 mm round everything, and how full the rest is."""
FLOW = 6.0
"""Cubic millimetres a second that a common printer lays, stops included."""


@dataclass(frozen=True)
class Printed:
    """A printed part: file and name, size in mm, filament in grams and time in hours (an estimate, see SKIN_MM, INFILL and FLOW)."""

    file: str
    part: str
    size: tuple[float, float, float]
    grams: float
    hours: float


def make(file: str, part: str, folder: Path) -> Path:
    """Write one part as STL and return its path. Raises RuntimeError with OpenSCAD's words if it cannot be drawn."""
    path = folder / f"{file}-{part}.stl"
    command = ["openscad", "-q", "-D", f'part="{part}"', "-o", str(path), str(ENCLOSURE / f"{file}.scad")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    said = done.stdout + done.stderr
    if done.returncode != 0 or "WARNING" in said:
        raise RuntimeError(f"{file} {part}: {said}")
    put_in_order(path)
    return path


def put_in_order(path: Path) -> None:
    """Bring the facets of an STL into one order, and each facet's corners: OpenSCAD's change from run to run."""
    facets = []
    for normal, corners in re.findall(r"facet normal (.*?)\s+outer loop\s+(vertex .*?)\s+endloop", path.read_text(encoding="utf-8"), re.S):
        one, two, three = (line.strip() for line in corners.splitlines())
        first, second, third = min((one, two, three), (two, three, one), (three, one, two))
        facets.append(f"facet normal {normal}\n  outer loop\n    {first}\n    {second}\n    {third}\n  endloop\nendfacet\n")
    text = "".join(sorted(facets))
    path.write_text(f"solid tapete\n{text}endsolid tapete\n", encoding="utf-8")


def measured(file: str, part: str, path: Path) -> Printed:
    """Return what printing a part takes. Raises ValueError if it is not closed."""
    import trimesh

    mesh = trimesh.load_mesh(path)
    if not mesh.is_watertight:
        raise ValueError(f"{path.name} is not closed")
    low, high = mesh.bounds
    skin = min(float(mesh.volume), float(mesh.area) * SKIN_MM / 2)
    laid = skin + INFILL * (float(mesh.volume) - skin)
    size = (float(high[0] - low[0]), float(high[1] - low[1]), float(high[2] - low[2]))
    return Printed(file, part, size, laid / 1000 * DENSITY, laid / FLOW / 3600)


def everything(folder: Path) -> list[Printed]:
    """Write every part to a folder as STL and STEP, and return what each takes."""
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [(file, part) for file, parts in PARTS.items() for part in parts]
    with ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        paths = list(pool.map(lambda job: make(job[0], job[1], folder), jobs))
    made = [measured(file, part, path) for (file, part), path in zip(jobs, paths, strict=True)]
    for path in paths:
        solids.write_step(path)
    return made


def table(parts: list[Printed]) -> str:
    """Return what printing takes, as CSV."""
    lines = ["part,width_mm,depth_mm,height_mm,grams,hours"]
    for one in parts:
        size = ",".join(f"{length:.0f}" for length in one.size)
        lines += [f"{one.file}-{one.part},{size},{one.grams:.0f},{one.hours:.1f}"]
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """Make the parts; return the exit code."""
    parser = argparse.ArgumentParser(prog="tools/print_parts.py", description="Make every printed part as STL and STEP.")
    parser.add_argument("folder", type=Path, help="where the files go")
    folder: Path = parser.parse_args(arguments).folder
    try:
        made = table(everything(folder))
    except (RuntimeError, ValueError) as wrong:
        print(wrong, file=sys.stderr)
        return 1
    (folder / "printing.csv").write_text(made, encoding="utf-8")
    print(made, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
