"""Make one folder with everything a builder orders, prints and solders by: `python tools/release_hardware.py FOLDER`.

The same sources give the same bytes. `--check FOLDER` writes nothing and says what is missing, spoilt or older than hardware/.
Needs KiCad 9, OpenSCAD, the extra `hardware`, and for the interactive bill of materials InteractiveHtmlBom
(`pip install --no-deps InteractiveHtmlBom`).
KiBot would do the same with fifty more packages and its own settings; what is needed of it is kicad-cli, in the list COMMANDS.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import importlib.util
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools import print_parts  # the line above makes `tools` importable when this runs as a program
from tools.drawing import circuit, pcb  # the same
from tools.drawing.circuit import ROOT  # the same

HARDWARE = ROOT / "hardware"
BOARD, SHEET = HARDWARE / "tapete.kicad_pcb", HARDWARE / "tapete.kicad_sch"
GERBER_LAYERS = "F.Cu,B.Cu,F.Paste,F.Mask,B.Mask,F.Silkscreen,B.Silkscreen,Edge.Cuts"

MODELS = ("-D", f"KICAD9_3DMODEL_DIR={HARDWARE / 'models'}")
"""Models of every part lie with the board, so that step and pictures do not depend on what else is installed."""
PICTURE = (*MODELS, "-w", "1600", "--height", "1600", "--background", "opaque")
COMMANDS: dict[str, tuple[str | Path, ...]] = {
    "schematic.pdf": ("sch", "export", "pdf", "-o", "{}", SHEET),
    "fabrication.pdf": ("pcb", "export", "pdf", "--layers", "F.Cu,Edge.Cuts,F.Mask", "--drill-shape-opt", "2", "-o", "{}", BOARD),
    "assembly.pdf": ("pcb", "export", "pdf", "--layers", "F.Silkscreen,F.Mask,Edge.Cuts", "--black-and-white", "-o", "{}", BOARD),
    "tapete.step": ("pcb", "export", "step", "--no-dnp", *MODELS, "-o", "{}", BOARD),
    "board-top.png": ("pcb", "render", "--side", "top", *PICTURE, "-o", "{}", BOARD),
    "board-bottom.png": ("pcb", "render", "--side", "bottom", *PICTURE, "-o", "{}", BOARD),
    "places.csv": ("pcb", "export", "pos", "--format", "csv", "--units", "mm", "-o", "{}", BOARD),
}
"""File of the release, and the command of kicad-cli that makes it."""

PRINTED = tuple(f"printed/{file}-{part}.{kind}" for file, parts in print_parts.PARTS.items() for part in parts for kind in ("stl", "step"))
BOARD_FILES = ("gerber.zip", "drill-map.pdf", "bom.csv", "bom-jlcpcb.csv", "places-jlcpcb.csv", "ibom.html")
FILES = (*COMMANDS, *BOARD_FILES, *PRINTED, "printed/printing.csv")
"""Every file of a release but its two lists."""

JLCPCB_TURNS = {"SOT-23": 180}
"""By how many degrees JLCPCB turns a package from where KiCad has it, as the users of both list it (`cpl_rotations_db.csv` of
JLCKicadTools, read 2026-11-22). TO-252, the other package that is soldered on the surface, is not in that list."""


class Unfinished(RuntimeError):
    """A release that cannot be made; says what is missing."""


def sources() -> str:
    """Return the digest of everything a release is made from."""
    digest = hashlib.sha256()
    for path in sorted(path for path in HARDWARE.rglob("*") if path.is_file() and path.suffix != ".md"):
        digest.update(path.relative_to(HARDWARE).as_posix().encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def kicad(*arguments: str | Path) -> None:
    """Run kicad-cli. Raises Unfinished with its words."""
    spoken = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    try:
        done = subprocess.run(["kicad-cli", *map(str, arguments)], capture_output=True, text=True, timeout=600, check=False, env=spoken)
    except FileNotFoundError as wrong:
        raise Unfinished("KiCad 9 is needed: kicad-cli is not on the path") from wrong
    if done.returncode != 0:
        raise Unfinished(f"kicad-cli {' '.join(map(str, arguments[:3]))}: {done.stdout}{done.stderr}")


def timeless(path: Path, date: str) -> None:
    """Take out of a file when and where it was made, so that the same sources give the same bytes."""
    if path.suffix in (".png", ".zip", ".html"):
        return
    text = path.read_bytes()
    stamp = date.encode()
    for pattern, words in (
        (rb"/CreationDate \([^)]*\)", b"/CreationDate (D:" + stamp.replace(b"-", b"") + b"000000Z)"),
        (rb"/ModDate \([^)]*\)", b"/ModDate (D:" + stamp.replace(b"-", b"") + b"000000Z)"),
        (rb"/ID ?\[[^\]]*\]", b"/ID [<00> <00>]"),
        (rb"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:[+-]\d\d:?\d\d|Z)?", stamp + b"T00:00:00"),
        (rb"(?<=date )20\d\d[-/]\d\d[-/]\d\d[ T]\d\d:\d\d:\d\d", stamp + b" 00:00:00"),
        (rb'"CreationDate": *"[^"]*"', b'"CreationDate": "' + stamp + b'"'),
        (rb"###### .*? ######", b""),
        (rb"/tmp/[\w./-]+/", b""),
    ):
        text = re.sub(pattern, words, text)
    path.write_bytes(text)


def packed(folder: Path, target: Path) -> None:
    """Pack a folder, sorted and without times."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.iterdir()):
            entry = zipfile.ZipInfo(path.name, (2026, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())


def kicad_python() -> str:
    """Return a Python that has KiCad's module pcbnew. Raises Unfinished if there is none."""
    named = os.environ.get("TAPETE_KICAD_PYTHON")
    folders = os.environ.get("PATH", "").split(os.pathsep)
    for candidate in [named] if named else [str(Path(folder) / "python3") for folder in folders if folder]:
        if shutil.which(candidate):
            done = subprocess.run([candidate, "-c", "import pcbnew"], capture_output=True, timeout=300, check=False)
            if done.returncode == 0:
                return candidate
    raise Unfinished("KiCad's Python module pcbnew is needed; name its Python with TAPETE_KICAD_PYTHON")


def interactive(target: Path) -> None:
    """Write the interactive bill of materials. Raises Unfinished if InteractiveHtmlBom or KiCad's Python is missing."""
    found = importlib.util.find_spec("InteractiveHtmlBom")
    if found is None or not found.submodule_search_locations:
        raise Unfinished("InteractiveHtmlBom is missing: pip install --no-deps InteractiveHtmlBom")
    python = kicad_python()
    with tempfile.TemporaryDirectory() as folder:
        # Alone on the path: KiCad's Python must not see the packages of this one.
        (Path(folder) / "InteractiveHtmlBom").symlink_to(next(iter(found.submodule_search_locations)))
        command = [python, "-m", "InteractiveHtmlBom.generate_interactive_bom", "--no-browser", "--dest-dir", folder]
        command += ["--name-format", "ibom", "--dark-mode", "--blacklist", "H*,TP*", str(BOARD)]
        spoken = {**os.environ, "PYTHONPATH": folder, "INTERACTIVE_HTML_BOM_NO_DISPLAY": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env=spoken)
        made = Path(folder) / "ibom.html"
        if done.returncode != 0 or not made.is_file():
            raise Unfinished(f"InteractiveHtmlBom: {done.stdout}{done.stderr}")
        shutil.copy(made, target)


def rows(heads: Iterable[str], lines: Iterable[Iterable[object]]) -> str:
    """Return a table as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(list(heads))
    writer.writerows([list(line) for line in lines])
    return out.getvalue()


def jlcpcb_bill() -> str:
    """Return the bill of materials as JLCPCB reads it; a part without an LCSC number is one that the builder buys and solders."""
    kinds: dict[str, list[str]] = {}
    for part in circuit.box():
        if part.kind.footprint and not part.reference.startswith("TP"):
            kinds.setdefault(part.kind.part, []).append(part.reference)
    lines = []
    for name, references in kinds.items():
        kind = circuit.kinds()[name]
        lines.append((f"{kind.maker} {kind.mpn}", ",".join(references), kind.footprint, kind.lcsc))
    return rows(("Comment", "Designator", "Footprint", "LCSC Part #"), lines)


def jlcpcb_places(places: str) -> str:
    """Return KiCad's positions as JLCPCB reads them, packages that lie otherwise in its tapes turned."""
    lines = []
    for row in csv.DictReader(io.StringIO(places)):
        if not row["Ref"].startswith("TP"):
            turn = next((degrees for package, degrees in JLCPCB_TURNS.items() if row["Package"].startswith(package)), 0)
            place = (f"{float(row['PosX']):.3f}mm", f"{float(row['PosY']):.3f}mm", row["Side"].capitalize())
            lines.append((row["Ref"], *place, f"{(float(row['Rot']) + turn) % 360:.0f}"))
    return rows(("Designator", "Mid X", "Mid Y", "Layer", "Rotation"), lines)


def electronics(folder: Path) -> None:
    """Write everything that KiCad makes. Raises Unfinished with the reason."""
    date = pcb.committed().date
    for name, command in COMMANDS.items():
        kicad(*(str(folder / name) if word == "{}" else word for word in command))
    with tempfile.TemporaryDirectory() as scratch:
        gerbers = Path(scratch) / "gerbers"
        gerbers.mkdir()
        kicad("pcb", "export", "gerbers", "--layers", GERBER_LAYERS, "-o", f"{gerbers}/", BOARD)
        kicad("pcb", "export", "drill", "--excellon-separate-th", "-o", f"{gerbers}/", BOARD)
        maps = Path(scratch) / "maps"
        maps.mkdir()
        kicad("pcb", "export", "drill", "--excellon-separate-th", "--generate-map", "--map-format", "pdf", "-o", f"{maps}/", BOARD)
        shutil.copy(maps / "tapete-PTH-drl_map.pdf", folder / "drill-map.pdf")
        for path in gerbers.iterdir():
            timeless(path, date)
        packed(gerbers, folder / "gerber.zip")
    shutil.copy(HARDWARE / "bom.csv", folder / "bom.csv")
    (folder / "bom-jlcpcb.csv").write_text(jlcpcb_bill(), encoding="utf-8")
    (folder / "places-jlcpcb.csv").write_text(jlcpcb_places((folder / "places.csv").read_text(encoding="utf-8")), encoding="utf-8")
    interactive(folder / "ibom.html")
    for path in folder.iterdir():
        if path.is_file():
            timeless(path, date)


def make(folder: Path) -> None:
    """Make a release in an empty or a new folder. Raises Unfinished with the reason."""
    if folder.exists() and any(folder.iterdir()):
        raise Unfinished(f"{folder} is not empty")
    folder.mkdir(parents=True, exist_ok=True)
    electronics(folder)
    try:
        made = print_parts.everything(folder / "printed")
    except (RuntimeError, ValueError) as wrong:
        raise Unfinished(str(wrong)) from wrong
    (folder / "printed" / "printing.csv").write_text(print_parts.table(made), encoding="utf-8")
    (folder / "SOURCES").write_text(sources() + "\n", encoding="utf-8")
    sums = [f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in (*FILES, "SOURCES")]
    (folder / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")


def faults(folder: Path) -> list[str]:
    """Return what is wrong with a release: files missing or spoilt, or made from other sources."""
    if not (folder / "SHA256SUMS").is_file():
        return [f"{folder} is no release: it has no SHA256SUMS"]
    lines = (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    listed = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    wrong = [f"{name} is not in SHA256SUMS" for name in (*FILES, "SOURCES") if name not in listed]
    for name, digest in listed.items():
        path = folder / name
        if not path.is_file():
            wrong.append(f"{name} is missing")
        elif hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            wrong.append(f"{name} is not what was released")
    if (folder / "SOURCES").is_file() and (folder / "SOURCES").read_text(encoding="utf-8").strip() != sources():
        wrong.append("hardware/ has changed since this release: make it anew")
    return wrong


def main(arguments: list[str]) -> int:
    """Make or check a release; return the exit code."""
    parser = argparse.ArgumentParser(prog="tools/release_hardware.py", description="Make the release folder of the hardware.")
    parser.add_argument("folder", type=Path, help="a new folder")
    parser.add_argument("--check", action="store_true", help="write nothing, and fail if the folder is not complete and current")
    given = parser.parse_args(arguments)
    try:
        if not given.check:
            make(given.folder)
        wrong = faults(given.folder)
    except Unfinished as reason:
        wrong = [str(reason)]
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
