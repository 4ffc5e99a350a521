"""The printed parts: closed, small enough for a common printer, without support; and the hood hides what it is to hide."""

from __future__ import annotations

import functools
import math
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.made_once import made_once
from tools import print_parts, solids
from tools.drawing import pcb

pytestmark = pytest.mark.openscad

ENCLOSURE = Path(__file__).parents[2] / "hardware" / "enclosure"
PARTS = [(file, part) for file, parts in print_parts.PARTS.items() for part in parts]
BED = 220.0
ENGRAVED = 0.61
"""A recess of this depth in the face on the bed is bridged; its ceiling is no overhang."""
STEEPEST = 45.0
PLAYER_LOOKS, PLAYER_ASIDE = (44, 48, 52), 15
"""From where the player sees every private pixel: degrees down, and to the side at most."""
OTHERS_LOOK, OTHERS_ASIDE = (15, 30, 45, 60, 75, 90), (45, 90, 135, 180)
"""From where nobody sees any."""
SEATS, SEATS_LOOK = (90, 105, 120, 135, 150, 165, 180, 195, 210, 225, 240, 255, 270), (15, 30, 45, 60)
"""From where nobody sees a wall that a pixel lights: every seat from beside the player to opposite."""
BRIGHT_MM, PACKAGE_MM = 2.0, 2.5
"""Radius of a pixel's bright disc, and half its package: what the player must see, and what must stay hidden."""


@pytest.fixture(name="printed", scope="module")
def printed_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every part as STL and STEP."""

    def print_all(folder: Path) -> None:
        (folder / "printing.csv").write_text(print_parts.table(print_parts.everything(folder)), encoding="utf-8")

    return made_once(tmp_path_factory, "printed", print_all)


@pytest.mark.long
def test_the_same_drawing_gives_the_same_bytes(printed: Path, tmp_path: Path) -> None:
    again = print_parts.make("panel", "funnel", tmp_path)
    solids.write_step(again)
    for kind in (".stl", ".step"):
        name = again.with_suffix(kind).name
        assert (tmp_path / name).read_bytes() == (printed / name).read_bytes()


@pytest.mark.parametrize(("file", "part"), PARTS)
def test_the_solid_of_a_part_is_sound_and_is_the_mesh(printed: Path, file: str, part: str) -> None:
    import trimesh
    from OCP.BRepCheck import BRepCheck_Analyzer
    from OCP.BRepGProp import BRepGProp
    from OCP.GProp import GProp_GProps
    from OCP.IFSelect import IFSelect_RetDone
    from OCP.STEPControl import STEPControl_Reader

    reader = STEPControl_Reader()
    assert reader.ReadFile(str(printed / f"{file}-{part}.step")) == IFSelect_RetDone
    reader.TransferRoots()
    whole, properties = reader.OneShape(), GProp_GProps()
    BRepGProp.VolumeProperties_s(whole, properties)
    assert BRepCheck_Analyzer(whole).IsValid()
    assert properties.Mass() == pytest.approx(trimesh.load_mesh(printed / f"{file}-{part}.stl").volume, rel=solids.VOLUME_ERROR)


def measure(name: str) -> float:
    """Return a plain number of dimensions.scad."""
    found = re.search(rf"^{name} = ([\d.]+);", (ENCLOSURE / "dimensions.scad").read_text(encoding="utf-8"), re.M)
    assert found, name
    return float(found[1])


@pytest.mark.parametrize(("file", "part"), PARTS)
def test_part_is_closed_fits_the_bed_and_needs_no_support(printed: Path, file: str, part: str) -> None:
    import numpy
    import trimesh

    mesh = trimesh.load_mesh(printed / f"{file}-{part}.stl")
    assert mesh.is_watertight
    assert mesh.volume > 800
    low, high = mesh.bounds
    assert low[2] == pytest.approx(0, abs=1e-3)
    assert max(high[0] - low[0], high[1] - low[1]) <= BED
    lowest = mesh.triangles[:, :, 2].min(axis=1)
    hanging = (mesh.face_normals[:, 2] < -numpy.cos(numpy.radians(90 - STEEPEST)) - 0.01) & (lowest > ENGRAVED)
    assert mesh.area_faces[hanging].sum() == pytest.approx(0, abs=0.1)


def test_overhang_is_found_where_there_is_one(printed: Path) -> None:
    import numpy
    import trimesh

    mesh = trimesh.load_mesh(printed / "panel-tray.stl")
    mesh.apply_transform(numpy.diag([1.0, -1.0, -1.0, 1.0]))
    mesh.apply_translation([0, 0, -mesh.bounds[0][2]])
    lowest = mesh.triangles[:, :, 2].min(axis=1)
    hanging = (mesh.face_normals[:, 2] < -0.71) & (lowest > ENGRAVED)
    assert mesh.area_faces[hanging].sum() > 10_000, "upside down the tray's floor hangs in the air"


def test_lid_has_a_window_for_every_pixel_and_a_hole_for_every_button(printed: Path) -> None:
    import trimesh

    mesh = trimesh.load_mesh(printed / "panel-lid.stl")
    # Euler's formula for a plate: each hole takes two.
    assert mesh.euler_number == 2 - 2 * (80 + 4 + 4 + 2), "windows, buttons, screws of lid and hood"


@functools.cache
def shell(printed: Path) -> Any:
    """Return the triangles of hood and lid as they are mounted, the lid's face at height 0."""
    import numpy
    import trimesh

    hood = trimesh.load_mesh(printed / "panel-hood.stl")
    hood.apply_translation([0, 0, measure("mask")])
    lid = trimesh.load_mesh(printed / "panel-lid.stl")
    lid.apply_transform(numpy.diag([-1.0, 1.0, -1.0, 1.0]))
    lid.apply_translation([measure("width"), 0, 0])
    found = [hood.triangles, lid.triangles]
    if (printed / "panel-mask.stl").is_file():
        found.append(trimesh.load_mesh(printed / "panel-mask.stl").triangles)
    if (printed / "panel-funnel.stl").is_file():
        funnel = trimesh.load_mesh(printed / "panel-funnel.stl")
        # Printed upside down; mounted it hangs 0.1 mm below the lid, and its tunnels go on where those of the hood begin.
        high = measure("funnel_height")
        funnel.apply_transform(numpy.diag([1.0, -1.0, -1.0, 1.0]))
        lean = numpy.tan(numpy.radians(measure("hood_tilt")))
        funnel.apply_translation([0, lean * (measure("lid") + high + 0.1), -measure("lid") - 0.1])
        found.append(funnel.triangles)
    return numpy.concatenate(found)


def visible(printed: Path, azimuth: float, elevation: float) -> int:
    """Return how many of the 20 private pixels a person sees in part.

    `azimuth` in degrees from the player's side (0) to the side opposite (180), `elevation` above the table. Rays from each pixel are held
    against every triangle of hood, mask, lid and funnel: for the player from its bright disc, for others from all of its package.
    """
    import numpy

    triangles = shell(printed)
    down = measure("deck_below") - 2 + measure("lid")
    shift = numpy.tan(numpy.radians(measure("hood_tilt"))) * down
    left = (measure("width") - (measure("columns") - 1) * measure("pitch")) / 2
    steps = [place / 4 for place in range(-4, 5)]
    disc = [(BRIGHT_MM * x, BRIGHT_MM * y) for x in steps for y in steps if math.hypot(x, y) <= 1.01]
    square = [(PACKAGE_MM * x, PACKAGE_MM * y) for x in (-1.0, 0.0, 1.0) for y in (-1.0, 0.0, 1.0)]
    spots = square if abs(azimuth) in OTHERS_ASIDE else disc
    angle, rise = numpy.radians(azimuth), numpy.radians(elevation)
    way = numpy.array([numpy.sin(angle) * numpy.cos(rise), -numpy.cos(angle) * numpy.cos(rise), numpy.sin(rise)])
    seen = 0
    for row in range(2):
        y = measure("private_y") + row * measure("row_pitch") + shift
        for column in range(int(measure("columns"))):
            x = left + column * measure("pitch")
            starts = numpy.array([[x + dx, y + dy, -down] for dx, dy in spots])
            seen += not rays(starts, numpy.broadcast_to(way, starts.shape), numpy.full(len(starts), 1e9), triangles).all()
    return seen


@pytest.mark.parametrize("elevation", PLAYER_LOOKS)
@pytest.mark.parametrize("azimuth", [-PLAYER_ASIDE, 0, PLAYER_ASIDE])
def test_the_player_sees_every_private_pixel(printed: Path, azimuth: float, elevation: float) -> None:
    assert visible(printed, azimuth, elevation) == 20


@pytest.mark.parametrize("azimuth", OTHERS_ASIDE)
@pytest.mark.parametrize("elevation", OTHERS_LOOK)
def test_nobody_at_the_other_sides_sees_one(printed: Path, azimuth: float, elevation: float) -> None:
    assert visible(printed, azimuth, elevation) == 0
    assert visible(printed, -azimuth, elevation) == 0


def test_without_the_hood_a_neighbour_would_see_them(printed: Path, tmp_path: Path) -> None:
    import trimesh

    elsewhere = trimesh.creation.box(extents=(0.1, 0.1, 0.1))
    elsewhere.apply_translation([0, 0, -90])
    elsewhere.export(tmp_path / "panel-hood.stl")
    (tmp_path / "panel-lid.stl").write_bytes((printed / "panel-lid.stl").read_bytes())
    assert visible(tmp_path, 30, 50) > 0


def met(starts: Any, ways: Any, triangles: Any) -> tuple[Any, Any]:
    """Return how far each ray goes until it meets a triangle, and which; infinite if it meets none.

    By Moeller and Trumbore (1997), 64 rays at a time.
    """
    import numpy

    one, other = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    distance, which = numpy.full(len(starts), numpy.inf), numpy.zeros(len(starts), int)
    for first in range(0, len(starts), 64):
        start, way = starts[first : first + 64, None, :], ways[first : first + 64, None, :]
        cross = numpy.cross(way, other[None])
        volume = numpy.einsum("ij,kij->ki", one, cross)
        volume[volume == 0] = math.inf
        offset = start - triangles[None, :, 0]
        u = numpy.einsum("kij,kij->ki", offset, cross) / volume
        turned = numpy.cross(offset, one[None])
        v = numpy.einsum("kij,kij->ki", turned, numpy.broadcast_to(way, turned.shape)) / volume
        length = numpy.einsum("ij,kij->ki", other, turned) / volume
        length = numpy.where((u >= 0) & (v >= 0) & (u + v <= 1) & (length > 1e-4), length, numpy.inf)
        which[first : first + 64], distance[first : first + 64] = length.argmin(1), length.min(1)
    return distance, which


def rays(starts: Any, ways: Any, far: Any, triangles: Any) -> Any:
    """Return for each ray whether it meets a triangle nearer than `far` mm."""
    return met(starts, ways, triangles)[0] < far - 1e-3


def walls(row: int, column: int) -> Any:
    """Return points on everything that light of a private pixel can meet on its way: tunnel, mask, its hole, the window of the lid."""
    import numpy

    lean, thick = math.tan(math.radians(measure("hood_tilt"))), measure("mask")
    left = (measure("width") - (measure("columns") - 1) * measure("pitch")) / 2
    x, y = left + column * measure("pitch"), measure("private_y") + row * measure("row_pitch")
    cell, window, hole = (
        (measure("hood_cell"), measure("hood_cell_deep")),
        (measure("private_window"),) * 2,
        (measure("mask_wide"), measure("mask_deep")),
    )
    top = thick + measure("hood_height")
    levels = [(z, cell, lean) for z in (*numpy.arange(thick + 0.1, top, 0.6), top - 0.05)]
    levels += [(z, window, 0.0) for z in numpy.arange(0.1 - measure("lid"), -0.1, 0.7)]
    levels += [(z, hole, lean) for z in numpy.linspace(0.05, thick - 0.05, 4)]
    found = []
    for z, (wide, deep), leaning in levels:
        middle = y - leaning * z
        for along in numpy.linspace(-0.48, 0.48, 7):
            found += [(x + along * wide, middle + side * (deep / 2 - 0.02), z) for side in (-1, 1)]
            found += [(x + side * (wide / 2 - 0.02), middle + along * deep, z) for side in (-1, 1)]
    for dx in numpy.linspace(0.02 - cell[0] / 2, cell[0] / 2 - 0.02, 13):
        for dy in numpy.linspace(0.02 - cell[1] / 2, cell[1] / 2 - 0.02, 11):
            if abs(dx) > hole[0] / 2 or abs(dy) > hole[1] / 2:
                found.append((x + dx, y - lean * thick + dy, thick + 0.02))
    return numpy.array(found)


def shining(printed: Path, row: int, column: int) -> tuple[int, int]:
    """Return how many points a private pixel lights directly, and how many of these a person at some other seat has in view."""
    import numpy

    points = walls(row, column)
    # What lies further to the side than 45 mm could only hide: without it the answer is on the safe side.
    triangles = shell(printed)
    beside = (triangles[:, :, 0].min(1) < points[:, 0].mean() + 45) & (triangles[:, :, 0].max(1) > points[:, 0].mean() - 45)
    triangles = triangles[beside]
    down = measure("deck_below") - 2 + measure("lid")
    left = (measure("width") - (measure("columns") - 1) * measure("pitch")) / 2
    y = measure("private_y") + row * measure("row_pitch") + math.tan(math.radians(measure("hood_tilt"))) * down
    lit = numpy.zeros(len(points), bool)
    for dx in (-PACKAGE_MM, 0.0, PACKAGE_MM):
        for dy in (-PACKAGE_MM, 0.0, PACKAGE_MM):
            pixel = numpy.array([left + column * measure("pitch") + dx, y + dy, -down])
            way = points - pixel
            far = numpy.linalg.norm(way, axis=1)
            lit |= ~rays(numpy.broadcast_to(pixel, points.shape), way / far[:, None], far, triangles)
    there = points[lit]
    seen = numpy.zeros(len(there), bool)
    for azimuth in SEATS:
        for elevation in SEATS_LOOK:
            angle, rise = math.radians(azimuth), math.radians(elevation)
            eye = numpy.array([math.sin(angle) * math.cos(rise), -math.cos(angle) * math.cos(rise), math.sin(rise)])
            seen |= ~rays(there, numpy.broadcast_to(eye, there.shape), numpy.full(len(there), 1e9), triangles)
    return int(lit.sum()), int(seen.sum())


@pytest.mark.long
@pytest.mark.parametrize(("row", "column"), [(0, 4), (1, 9)])
def test_no_other_seat_sees_a_wall_that_a_pixel_lights(printed: Path, row: int, column: int) -> None:
    lit, seen = shining(printed, row, column)
    assert lit > 100, "the mask itself is lit from below"
    assert seen == 0


@pytest.mark.long
def test_without_the_mask_the_lit_tunnel_would_name_the_digit(printed: Path, tmp_path: Path) -> None:
    for part in ("hood", "lid", "funnel"):
        (tmp_path / f"panel-{part}.stl").write_bytes((printed / f"panel-{part}.stl").read_bytes())
    assert shining(tmp_path, 0, 4)[1] > 50, "revision 2: 84 to 153 of 521 from opposite"


def wall(printed: Path, part: str) -> float:
    """Return the thinnest wall between two tunnels, square to them, in mm."""
    lean = math.cos(math.radians(measure("hood_tilt")))
    return min((measure("row_pitch") - measure("hood_cell_deep")) * lean, measure("pitch") - measure("hood_cell"), measure("hood_wall"))


def test_walls_of_the_hood_can_be_printed(printed: Path) -> None:
    assert wall(printed, "hood") >= 1.2, "three lines of 0.4 mm"


def test_screws_bite_and_do_not_come_out(printed: Path) -> None:
    # M3 x 8 through the board (1.6 mm) or the lid (2.4 mm), M3 x 10 where a person has no shorter one.
    for plate in (1.6, measure("lid"), measure("deck")):
        assert 8 - plate >= 5.5
        assert 10 - plate <= measure("screw_deep")
    for post in ("board_post", "socket_post"):
        assert measure(post) > measure("screw_deep")


def test_a_wrong_number_of_screws_is_refused(tmp_path: Path) -> None:
    for file, name in (("panel", "screws_of_a_panel"), ("box", "screws_of_the_box")):
        command = ["openscad", "-D", 'part="plate"', "-D", f"{name}=5", "-o", str(tmp_path / "x.stl"), str(ENCLOSURE / f"{file}.scad")]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        assert "Assertion" in done.stderr, done.stderr


def test_buttons_and_light_of_the_board_are_under_their_holes() -> None:
    board = pcb.committed()

    def middle(reference: str) -> tuple[float, float]:
        pads = board.footprints[reference].pads
        return sum(pad.x for pad in pads) / len(pads), sum(pad.y for pad in pads) / len(pads)

    assert math.dist(middle("SW2"), (measure("reset_x"), measure("reset_y"))) < 0.2
    assert math.dist(middle("LED1"), (measure("light_x"), measure("light_y"))) < 0.2
    # BOOTSEL: 5.39 mm to the right of pin 1 and 10.63 mm below it (KiCad, RaspberryPi_Pico_Common_THT, layer F.Fab).
    pico = board.footprints["U1"]
    assert math.dist((pico.x + 5.39, pico.y + 10.63), (measure("boot_x"), measure("boot_y"))) < 0.2
    # A plunger reaches its button and does not press it: 0.1 to 1 mm of play.
    under = measure("box_height") - measure("board_post") - 1.6
    assert 0.0 <= under - 5.0 - measure("reset_gap") <= 1.0
    assert 0.0 <= under - 11.0 - 1.0 - 1.4 - measure("boot_gap") <= 1.0


def test_printing_is_what_the_guide_says(printed: Path) -> None:
    rows = (printed / "printing.csv").read_text(encoding="utf-8").splitlines()[1:]
    for language in ("", "es/"):
        guide = (Path(__file__).parents[2] / "docs" / language / "build" / "index.md").read_text(encoding="utf-8")
        for row in rows:
            name, _, _, _, grams, hours = row.split(",")
            said = re.search(rf"^\| `{name}` \| [^|]+ \| (\d+) \| ([\d.,]+) \|$", guide, re.M)
            assert said, name
            assert float(said[1]) == pytest.approx(float(grams), rel=0.05, abs=1), name
            assert float(said[2].replace(",", ".")) == pytest.approx(float(hours), rel=0.1, abs=0.15), name


@pytest.mark.long
def test_the_box_takes_its_board(tmp_path: Path) -> None:
    command = ["openscad", "-D", 'part="clash"', "-o", str(tmp_path / "box.stl"), str(ENCLOSURE / "box.scad")]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert "top level object is empty" in done.stderr, done.stderr


@pytest.mark.long
def test_parts_fit_into_each_other_and_one_that_does_not_is_found(tmp_path: Path) -> None:
    command = ["openscad", "-D", 'part="clash"', "-o"]
    jobs = [
        subprocess.Popen(
            [*command, str(tmp_path / f"{name}.stl"), *more, str(ENCLOSURE / "panel.scad")], stderr=subprocess.PIPE, encoding="utf-8"
        )
        for name, more in (("fits", []), ("clashes", ["-D", "button_y=60"]))
    ]
    said = [job.communicate(timeout=900)[1] for job in jobs]
    # OpenSCAD has nothing to export where nothing is in the same place, and says so with a failure.
    assert [job.returncode for job in jobs] == [1, 0], said
    assert "top level object is empty" in said[0]
    assert (tmp_path / "clashes.stl").stat().st_size > 1000


def test_the_tray_holds_the_readers_module_two_millimetres_below_one_card(printed: Path) -> None:
    import numpy
    import trimesh

    base, top = (trimesh.load_mesh(printed / f"tray-{part}.stl") for part in ("base", "top"))
    middle = (base.bounds[0] + base.bounds[1]) / 2
    assert top.bounds[1][:2] == pytest.approx(base.bounds[1][:2])
    assert min(middle[:2]) >= 60, "what lies beside the tray is six centimetres from the middle of the reader"

    def plastic(mesh: Any, width: float, depth: float, z: float) -> Any:
        """Whether plastic is at the corners and the middles of the sides of a rectangle round the middle, at this height."""
        steps = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (1, -1), (1, 0), (1, 1))  # the plug's side is open
        starts = numpy.array([[middle[0] + x * width / 2, middle[1] + y * depth / 2, z] for x, y in steps])
        ways = numpy.broadcast_to(numpy.array([0.13, 0.21, 0.969]), starts.shape)
        distance, which = met(starts, ways, mesh.triangles)
        leaves = numpy.einsum("ij,ij->i", mesh.face_normals[which], ways) > 0  # from within, the first wall is met from behind
        return numpy.isfinite(distance) & leaves

    lies = base.bounds[1][2] - 2.0  # the module's board, 1.6 mm, just below the top
    assert not plastic(base, 43, 41, lies + 0.2).any(), "the module of 43 x 41 mm fits"
    assert plastic(base, 43 + 2 * 1.5, 41 + 2 * 1.5, lies + 0.2).all(), "and cannot slide"
    assert plastic(base, 42.2, 40.2, lies - 0.8).all(), "a ledge carries its edges"
    card, sleeved = (63, 88), (66, 91)
    assert plastic(top, *card, 1.9).all()
    assert not plastic(top, *sleeved, 2.1).any(), "two millimetres of plastic, and room for a card in its sleeve"
    frame = plastic(top, 72, 98, 4)
    assert frame[[0, 2, 4, 6]].all(), "a frame holds one card in its place"
    assert not frame[[1, 5]].any(), "with gaps for the fingers that lift it"
