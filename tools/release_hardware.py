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
import lzma
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools import print_parts  # the line above makes `tools` importable when this runs as a program
from tools.drawing import circuit, panel_board, pcb, pcb_rules  # the same
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
PANEL_FILES = ("panel-gerber.zip", "panel-bom-jlcpcb.csv", "panel-places-jlcpcb.csv", "panel-assembly.pdf")
"""The panel as one board: what a maker needs, and where the parts lie."""
BOARD_FILES = (*PANEL_FILES, "gerber.zip", "drill-map.pdf", "bom.csv", "bom-jlcpcb.csv", "places-jlcpcb.csv", "ibom.html")
FILES = (*COMMANDS, *BOARD_FILES, *PRINTED, "printed/printing.csv")
"""Every file of a release but its two lists."""

ASSEMBLY = HARDWARE / "assembly.csv"
"""What JLCPCB solders: number at LCSC, maker's number, footprint, and by how many degrees its tape turns it from KiCad, with the source."""

ORDER = HARDWARE / "order"
"""What one orders and prints by, of the released revision: it lies in the repository, so that nobody needs six programs to order."""
ORDERED = (
    "gerber.zip",
    "bom.csv",
    "bom-jlcpcb.csv",
    "places-jlcpcb.csv",
    "schematic.pdf",
    "assembly.pdf",
    "drill-map.pdf",
    "ibom.html",
    *PANEL_FILES,
)
ORDER_FILES = (*ORDERED, "board.step.zip", "printed-stl.zip", "printed-step.tar.xz")


class Unfinished(RuntimeError):
    """A release that cannot be made; says what is missing."""


def sources(folder: Path = HARDWARE) -> str:
    """Return the digest of everything a release is made from."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".md" and ORDER not in path.parents):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def order_sources() -> str:
    """Return the digest of what the order folder is made from: drawing, board and enclosure, the parts' numbers."""
    digest = hashlib.sha256()
    panel = (panel_board.FILE.name, panel_board.FILE.with_suffix(".kicad_sch").name, circuit.PANEL_PARTS.name)
    for name in ("tapete.kicad_pcb", "tapete.kicad_sch", "panel.kicad_sch", "bom.csv", "assembly.csv", *panel):
        digest.update(hashlib.sha256((HARDWARE / name).read_bytes()).digest())
    return digest.hexdigest() + sources(HARDWARE / "enclosure")


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


Parts = Iterable[circuit.Part]


def surface(board: pcb.Board, parts: Parts | None = None) -> list[str]:
    """Return the parts that are soldered on the surface, in order: what an assembler does. `parts`: those of the box if left out."""
    kinds = {part.reference for part in (circuit.box() if parts is None else parts) if part.kind.footprint}
    found = [one for one in board.footprints.values() if one.reference in kinds and not any(pad.drill for pad in one.pads)]
    return sorted((one.reference for one in found), key=lambda name: (name.rstrip("0123456789"), int(re.sub(r"\D", "", name))))


def assembly() -> dict[str, dict[str, str]]:
    """Return hardware/assembly.csv by LCSC number."""
    with ASSEMBLY.open(encoding="utf-8", newline="") as file:
        return {row["lcsc"]: row for row in csv.DictReader(file)}


def jlcpcb_bill(board: pcb.Board | None = None, parts: Parts | None = None) -> str:
    """Return the bill of materials as JLCPCB reads it: the parts on the surface, one line a number. All others are soldered by hand."""
    numbers: dict[str, list[str]] = {}
    kinds = {part.reference: part.kind for part in (circuit.box() if parts is None else parts)}
    for reference in surface(board or pcb.committed(), parts):
        numbers.setdefault(kinds[reference].lcsc, []).append(reference)
    lines = []
    for number, references in numbers.items():
        kind = kinds[references[0]]
        lines.append((f"{kind.maker} {kind.mpn}", ",".join(references), kind.footprint, number))
    return rows(("Comment", "Designator", "Footprint", "LCSC Part #"), lines)


def middle(footprint: pcb.Footprint) -> pcb.Point:
    """Return the middle of a footprint's pads on KiCad's sheet, y upwards as positions have it."""
    xs, ys = [pad.x for pad in footprint.pads if pad.number], [pad.y for pad in footprint.pads if pad.number]
    return pcb_rules.ORIGIN[0] + (min(xs) + max(xs)) / 2, -pcb_rules.ORIGIN[1] - (min(ys) + max(ys)) / 2


def jlcpcb_places(board: pcb.Board | None = None, parts: Parts | None = None) -> str:
    """Return the places of the parts on the surface as JLCPCB reads them: the middle of the pads, turned as the part's tape has it.

    Raises Unfinished for a part without a line in hardware/assembly.csv.
    """
    board, lines = board or pcb.committed(), []
    kinds = {part.reference: part.kind for part in (circuit.box() if parts is None else parts)}
    for reference in surface(board, parts):
        footprint, number = board.footprints[reference], kinds[reference].lcsc
        if number not in assembly():
            raise Unfinished(f"{reference}: {number or 'no number'} is not in {ASSEMBLY.name}")
        x, y = middle(footprint)
        turn = (footprint.turn + float(assembly()[number]["turn"])) % 360
        lines.append((reference, f"{x:.3f}mm", f"{y:.3f}mm", "Top", f"{turn:.0f}"))
    return rows(("Designator", "Mid X", "Mid Y", "Layer", "Rotation"), lines)


def gerbers(board: Path, date: str, target: Path) -> None:
    """Write what a maker of boards needs as one zip. Raises Unfinished with KiCad's words."""
    with tempfile.TemporaryDirectory() as scratch:
        kicad("pcb", "export", "gerbers", "--layers", GERBER_LAYERS, "-o", f"{scratch}/", board)
        kicad("pcb", "export", "drill", "--excellon-separate-th", "-o", f"{scratch}/", board)
        for path in Path(scratch).iterdir():
            timeless(path, date)
        packed(Path(scratch), target)


def panel_electronics(folder: Path) -> None:
    """Write what KiCad makes of the panel as one board. Raises Unfinished with the reason."""
    board, parts = pcb.read(panel_board.FILE.read_text(encoding="utf-8")), panel_board.parts()
    gerbers(panel_board.FILE, board.date, folder / "panel-gerber.zip")
    (folder / "panel-bom-jlcpcb.csv").write_text(jlcpcb_bill(board, parts), encoding="utf-8")
    (folder / "panel-places-jlcpcb.csv").write_text(jlcpcb_places(board, parts), encoding="utf-8")
    kicad(*(str(folder / "panel-assembly.pdf") if word == "{}" else word for word in (*COMMANDS["assembly.pdf"][:-1], panel_board.FILE)))


def electronics(folder: Path) -> None:
    """Write everything that KiCad makes. Raises Unfinished with the reason."""
    date = pcb.committed().date
    for name, command in COMMANDS.items():
        kicad(*(str(folder / name) if word == "{}" else word for word in command))
    gerbers(BOARD, date, folder / "gerber.zip")
    with tempfile.TemporaryDirectory() as scratch:
        kicad("pcb", "export", "drill", "--excellon-separate-th", "--generate-map", "--map-format", "pdf", "-o", f"{scratch}/", BOARD)
        shutil.copy(Path(scratch) / "tapete-PTH-drl_map.pdf", folder / "drill-map.pdf")
    shutil.copy(HARDWARE / "bom.csv", folder / "bom.csv")
    (folder / "bom-jlcpcb.csv").write_text(jlcpcb_bill(), encoding="utf-8")
    (folder / "places-jlcpcb.csv").write_text(jlcpcb_places(), encoding="utf-8")
    interactive(folder / "ibom.html")
    panel_electronics(folder)
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


def zipped(folder: Path, names: Iterable[str], target: Path) -> None:
    """Pack files of a release, without their folders and times."""
    with tempfile.TemporaryDirectory() as scratch:
        for name in names:
            shutil.copy(folder / name, Path(scratch) / Path(name).name)
        packed(Path(scratch), target)


def order(release: Path, folder: Path = ORDER) -> None:
    """Write the order folder from a release, with its sums."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in ORDERED:
        shutil.copy(release / name, folder / name)
    zipped(release, ["tapete.step"], folder / "board.step.zip")
    zipped(release, [name for name in PRINTED if name.endswith(".stl")], folder / "printed-stl.zip")
    # What one changes in a CAD program is large: packed harder than a zip can.
    hard = 9 | lzma.PRESET_EXTREME
    with lzma.open(folder / "printed-step.tar.xz", "wb", preset=hard) as packed, tarfile.open(fileobj=packed, mode="w") as archive:
        for name in (name for name in PRINTED if name.endswith(".step")):
            entry = tarfile.TarInfo(Path(name).name)
            entry.size = (release / name).stat().st_size
            with (release / name).open("rb") as file:
                archive.addfile(entry, file)
    (folder / "SOURCES").write_text(order_sources() + "\n", encoding="utf-8")
    sums = [f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in (*ORDER_FILES, "SOURCES")]
    (folder / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")


def order_faults(folder: Path = ORDER) -> list[str]:
    """Return what is wrong with the order folder: files missing, spoilt, too many, or older than their sources."""
    wrong = _summed(folder, ORDER_FILES)
    wrong += [f"{path.name} is in no list" for path in folder.glob("*") if path.name not in {*ORDER_FILES, "SOURCES", "SHA256SUMS"}]
    if (folder / "SOURCES").is_file() and (folder / "SOURCES").read_text(encoding="utf-8").strip() != order_sources():
        wrong.append("hardware/order is older than what it is made from: run tools/release_hardware.py --order FOLDER")
    return wrong


def _summed(folder: Path, names: Iterable[str]) -> list[str]:
    """Return which files of a folder are missing or not what its list of sums says."""
    if not (folder / "SHA256SUMS").is_file():
        return [f"{folder} is no release: it has no SHA256SUMS"]
    lines = (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    listed = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    wrong = [f"{name} is not in SHA256SUMS" for name in (*names, "SOURCES") if name not in listed]
    for name, digest in listed.items():
        path = folder / name
        if not path.is_file():
            wrong.append(f"{name} is missing")
        elif hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            wrong.append(f"{name} is not what was released")
    return wrong


def faults(folder: Path) -> list[str]:
    """Return what is wrong with a release: files missing or spoilt, or made from other sources."""
    wrong = _summed(folder, FILES)
    if (folder / "SOURCES").is_file() and (folder / "SOURCES").read_text(encoding="utf-8").strip() != sources():
        wrong.append("hardware/ has changed since this release: make it anew")
    return wrong


def main(arguments: list[str]) -> int:
    """Make or check a release; return the exit code."""
    parser = argparse.ArgumentParser(prog="tools/release_hardware.py", description="Make the release folder of the hardware.")
    parser.add_argument("folder", type=Path, help="a new folder")
    parser.add_argument("--check", action="store_true", help="write nothing, and fail if the folder is not complete and current")
    parser.add_argument("--order", action="store_true", help="write hardware/order from the release in the folder too")
    given = parser.parse_args(arguments)
    try:
        if not given.check and not (given.order and (given.folder / "SHA256SUMS").is_file()):
            make(given.folder)
        wrong = faults(given.folder)
        if given.order and not wrong:
            order(given.folder)
            wrong = order_faults()
    except Unfinished as reason:
        wrong = [str(reason)]
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
