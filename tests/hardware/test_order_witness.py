"""A program that nobody here wrote reads the order: gerbv draws Gerbers and drills, and layers that belong together lie upon each other."""

from __future__ import annotations

import math
import re
import subprocess
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tools import release_hardware
from tools.drawing import panel_board, panel_tables, pcb, pcb_rules

pytestmark = pytest.mark.gerber

MARGIN = 1.0
"""Shown around a board, in mm."""
BOARDS = {"gerber.zip": "tapete", "panel-gerber.zip": "panel-board"}
COPPER, PASTE, MASK, EDGE = (".gtl", ".gbl"), ".gtp", ".gts", ".gm1"


def size(name: str) -> tuple[float, float]:
    """Return width and height of a board."""
    return panel_board.size() if name == "panel-board" else (pcb_rules.WIDTH, pcb_rules.HEIGHT)


def board(name: str) -> pcb.Board:
    return panel_tables.board() if name == "panel-board" else pcb.committed()


@pytest.fixture(name="files", params=BOARDS)
def files_fixture(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, str]:
    """A folder with what a maker unpacks, and the name of the board."""
    with zipfile.ZipFile(release_hardware.ORDER / request.param) as packed:
        packed.extractall(tmp_path)
    return tmp_path, BOARDS[request.param]


def drawn(path: Path, name: str, pixels: float = 10.0) -> Any:
    """Return what gerbv draws of a file: white where something is; so many pixels a mm, the same window for every file of a board."""
    from PIL import Image

    wide, high = size(name)
    left, low = (pcb_rules.ORIGIN[0] - MARGIN) / 25.4, -(pcb_rules.ORIGIN[1] + high + MARGIN) / 25.4
    window = f"{(wide + 2 * MARGIN) / 25.4:.6f}x{(high + 2 * MARGIN) / 25.4:.6f}"
    picture = path.with_suffix(f"{path.suffix}.png")
    frame = ["-D", f"{25.4 * pixels:g}", "-B", "0", "-O", f"{left:.6f}x{low:.6f}", "-W", window, "-b", "#000000", "-f", "#FFFFFF"]
    done = subprocess.run(["gerbv", "-x", "png", *frame, "-o", str(picture), str(path)], capture_output=True, text=True, check=False)
    assert picture.is_file(), done.stderr
    # It names attributes of X2 that it does not know, as the format wants of an old reader; anything else it says is a fault.
    said = [line for line in done.stderr.splitlines() if line.strip() and "Unknown RS-274X extension found %T" not in line]
    assert said == []
    return Image.open(picture).convert("L").point(lambda level: 255 * (level > 0)).convert("1")


def filled(picture: Any) -> int:
    """Return how many pixels of a picture are white."""
    return int(picture.convert("L").histogram()[255])


def outside(inner: Any, outer: Any) -> int:
    """Return how many pixels of one picture the other does not have."""
    from PIL import ImageChops

    return filled(ImageChops.logical_and(inner, ImageChops.invert(outer)))


def inside_mm2(edge: Any, pixels: float) -> float:
    """Return the area within an outline, with half its line, in mm2; all of the picture if it is open."""
    from PIL import ImageDraw

    whole = edge.convert("L")
    ImageDraw.floodfill(whole, (0, 0), 128)
    left: int = whole.width * whole.height - whole.histogram()[128]
    return left / pixels**2


def one(folder: Path, end: str) -> Path:
    """Return the one file whose name ends so."""
    found = sorted(folder.glob(f"*{end}"))
    assert len(found) == 1, end
    return found[0]


def area(corners: Sequence[tuple[float, float]]) -> float:
    """Return the area of a polygon."""
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2


def apart(folder: Path, name: str) -> list[str]:
    """Return which layers do not lie upon each other as they must."""
    plated, bare = (drawn(one(folder, f"-{kind}.drl"), name) for kind in ("PTH", "NPTH"))
    edge = drawn(one(folder, EDGE), name)
    wrong = []
    left, top, right, low = edge.getbbox()
    for end in COPPER:
        copper = drawn(one(folder, end), name)
        if outside(plated, copper):
            wrong.append(f"{end}: a plated hole without copper around")
        if outside(bare, copper) < 0.95 * filled(bare):
            wrong.append(f"{end}: copper in a bare hole")
        box = copper.getbbox()
        if not (left + 3 <= box[0] and top + 3 <= box[1] and box[2] <= right - 3 and box[3] <= low - 3):
            wrong.append(f"{end}: copper nearer than 0.3 mm to the edge")
    if outside(drawn(one(folder, PASTE), name), drawn(one(folder, MASK), name)):
        wrong.append("paste on the mask")
    return wrong


def test_layers_and_drills_lie_upon_each_other(files: tuple[Path, str]) -> None:
    assert apart(*files) == []


def test_the_outline_is_closed_and_as_large_as_the_board(files: tuple[Path, str]) -> None:
    folder, name = files
    wide, high = size(name)
    wanted = area(panel_board.outline()) if name == "panel-board" else wide * high
    assert inside_mm2(drawn(one(folder, EDGE), name, 4.0), 4.0) == pytest.approx(wanted, rel=0.01)


def test_every_hole_is_where_the_board_has_it(files: tuple[Path, str]) -> None:
    """As gerbv writes them again: in ten-thousandths of an inch, with tools of its own numbering."""
    folder, name = files
    for kind in ("PTH", "NPTH"):
        out = folder / "again.drl"
        subprocess.run(["gerbv", "-x", "drill", "-o", str(out), str(one(folder, f"-{kind}.drl"))], capture_output=True, check=True)
        found = [(int(x) / 1e4, int(y) / 1e4) for x, y in re.findall(r"^X(-?\d+)Y(-?\d+)$", out.read_text(encoding="utf-8"), re.M)]
        here = board(name)
        holes = [pad.at for pad in (here.pads if kind == "PTH" else here.holes) if pad.drill]
        holes += [at for _, at in here.vias] if kind == "PTH" else []
        wanted = [(x + pcb_rules.ORIGIN[0], -y - pcb_rules.ORIGIN[1]) for x, y in holes]
        assert len(found) == len(wanted), kind
        for place in wanted:
            assert min(math.dist(place, (25.4 * x, 25.4 * y)) for x, y in found) < 0.02, place


def test_drills_off_by_a_millimetre_and_an_open_outline_are_found(tmp_path: Path) -> None:
    with zipfile.ZipFile(release_hardware.ORDER / "gerber.zip") as packed:
        packed.extractall(tmp_path)
    holes = one(tmp_path, "-PTH.drl")
    text = holes.read_text(encoding="utf-8")
    holes.write_text(re.sub(r"^X([\d.]+)Y", lambda found: f"X{float(found[1]) + 1:g}Y", text, flags=re.M), encoding="utf-8")
    assert apart(tmp_path, "tapete") == [f"{end}: a plated hole without copper around" for end in COPPER]
    edge = one(tmp_path, EDGE)
    edge.write_text(edge.read_text(encoding="utf-8").replace("D01*", "D02*", 1), encoding="utf-8")
    assert inside_mm2(drawn(edge, "tapete", 4.0), 4.0) < 1000
