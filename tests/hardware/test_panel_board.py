"""The panel as one board: KiCad finds nothing on it, it is the drawing, it fits the enclosure, and a maker takes it."""

from __future__ import annotations

import copy
import csv
import io
import math
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tapete_console import pins
from tests.hardware import expectation, kicad, test_enclosure, test_order, test_spice
from tools import generate_panel_board, release_hardware
from tools.drawing import circuit, generated_board, hardware_review, panel_board, panel_tables, pcb, sexpr

HARDWARE = Path(__file__).parents[2] / "hardware"
FILES = ("panel-board.kicad_pcb", "panel-board.kicad_sch", "panel-board.kicad_pro", "sym-lib-table", "fp-lib-table")
ENCLOSURE = HARDWARE / "enclosure" / "panel.scad"
ROUTE = 0.05
"""How far a pixel may lie from where the lid has its window, in mm."""


@pytest.fixture(name="project")
def project_fixture(tmp_path: Path) -> Path:
    """A copy that a test may spoil."""
    for name in FILES:
        shutil.copy(HARDWARE / name, tmp_path / name)
    for folder in ("symbols", "footprints"):
        shutil.copytree(HARDWARE / folder, tmp_path / folder)
    return tmp_path


@pytest.mark.kicad
def test_both_rule_checks_are_clean_and_the_board_is_the_drawing(project: Path) -> None:
    code, report = kicad.rule_check(project, project, "panel-board")
    assert code == 0, report
    assert kicad.board_check(project, "panel-board") == (0, "")


@pytest.mark.kicad
def test_a_broken_track_is_found(project: Path) -> None:
    path = project / "panel-board.kicad_pcb"
    text = path.read_text(encoding="utf-8")
    root = sexpr.parsed(text)
    number = str(generated_board.nets()["/D41"])
    root.remove(next(track for track in sexpr.children(root, "segment") if sexpr.children(track, "net")[0][1] == number))
    path.write_text(sexpr.written(root), encoding="utf-8")
    code, kinds = kicad.board_check(project, "panel-board")
    assert code != 0
    assert kinds == "track_dangling unconnected_items" or "unconnected_items" in kinds


def followed(board: pcb.Board) -> list[str]:
    """Return the pixels in the order in which the data goes through them, from the socket on, as the board's pads tell it."""
    at = {(pad.reference, pad.number): pad.net for pad in board.pads}
    # Socket: wire 3 is DATA. 74AHCT1G125: 2 in, 4 out. WS2812B: 4 in, 2 out. Resistors: both ends.
    through = {f"D{place}": ("4", "2") for place in range(1, panel_board.PIXELS + 1)} | {"U1": ("2", "4")}
    resistors = {name for name, _ in at if name.startswith("R") and name != "R2"}
    through |= dict.fromkeys(resistors, ("1", "2"))
    enters = {at[name, inward]: name for name, (inward, _) in through.items()}
    net, found = at["J1", "3"], []
    while net in enters:
        name = enters[net]
        found.append(name)
        net = at[name, through[name][1]]
    return [name for name in found if name.startswith("D")]


def chain_faults(board: pcb.Board) -> list[str]:
    """Return where the data goes another way than the firmware's, and which wires of the cable end at other pads."""
    found = followed(board)
    wrong = [] if len(set(found)) == len(found) == panel_board.PIXELS else [f"{len(set(found))} pixels in the chain"]
    places = [(board.footprints[name].x, board.footprints[name].y) for name in found]
    rows = [places[first : first + 10] for first in range(0, len(places), 10)]
    for number, row in enumerate(rows):
        if len({y for _, y in row}) != 1 or [x for x, _ in row] != sorted(x for x, _ in row):
            wrong.append(f"row {number + 1} does not go from left to right")
    # y grows towards the player: the counter goes away from them, then the die display; of the private rows the units are the nearest.
    heights = [row[0][1] for row in rows]
    if heights[:6] != sorted(heights[:6], reverse=True) or not heights[7] > heights[6] > max(heights[:6]):
        wrong.append("the rows lie in another order")
    at = {(pad.reference, pad.number): pad.net for pad in board.pads}
    wires = [at["J1", str(number)] for number in range(1, 9)]
    if wires != ["+5V", "GND", "/DATA", "GND", "/MINUS", "/PLUS", "/LOCK", "/ROLL"]:
        wrong.append(f"the socket has {wires}")
    for place, wire in enumerate(wires[4:], 2):
        if (at[f"J{place}", "1"], at[f"J{place}", "2"]) != (wire, "GND"):
            wrong.append(f"J{place} is not the button of {wire}")
    return wrong


def test_the_chain_goes_through_every_pixel_in_the_order_of_the_firmware() -> None:
    assert pins.COUNTER_PIXELS + pins.DIE_PIXELS + pins.PRIVATE_PIXELS == 80
    assert chain_faults(panel_tables.board()) == []


def test_supplies_are_joined_and_no_input_floats() -> None:
    at = {(pad.reference, pad.number): pad.net for pad in panel_tables.board().pads}
    for place in range(1, 81):
        assert (at[f"D{place}", "1"], at[f"D{place}", "3"]) == ("+5V", "GND")
        assert {at[f"C{place}", "1"], at[f"C{place}", "2"]} == {"+5V", "GND"}
    assert (at["U1", "1"], at["U1", "3"], at["U1", "5"]) == ("GND", "GND", "+5V"), "enabled, and fed"
    assert {at["R2", "1"], at["R2", "2"]} == {"/DATA", "GND"}, "no input floats"


def test_a_capacitor_stands_beside_every_pixel() -> None:
    board = panel_tables.board()
    for place in range(1, 81):
        supply = next(pad for pad in board.footprints[f"D{place}"].pads if pad.number == "1")
        near = min(math.dist(supply.at, pad.at) for pad in board.footprints[f"C{place}"].pads if pad.net == "+5V")
        assert near < 4.0, f"C{place}"


def test_pixels_lie_under_their_windows_and_screws_on_their_posts() -> None:
    """From dimensions.scad, reckoned here a second time."""
    m, board = test_enclosure.measure, panel_tables.board()
    left = (m("width") - 9 * m("pitch")) / 2
    back, edge = m("die_y") + 8, m("wall") + 1
    shift = math.tan(math.radians(m("hood_tilt"))) * (m("lid") + m("deck_below") - 2)
    ys = [m("counter_y") + row * m("row_pitch") for row in range(5)] + [m("die_y")]
    ys += [m("private_y") + shift + m("row_pitch"), m("private_y") + shift]
    wanted = [(left + column * m("pitch") - edge, back - y) for y in ys for column in range(10)]
    for name, place in zip(followed(board), wanted, strict=True):
        one = board.footprints[name]
        assert math.dist((one.x, one.y), place) < ROUTE, name
    posts = {
        (x - edge, back - y)
        for x in (m("wall") + 6, m("width") - m("wall") - 6)
        for y in (m("private_y") - 14, m("counter_y") - 16, m("die_y") - 10)
    }
    holes = {(one.x, one.y) for one in board.footprints.values() if one.name.startswith("MountingHole")}
    assert len(holes) == 6
    assert all(min(math.dist(hole, post) for post in posts) < ROUTE for hole in holes)


def test_nothing_stands_where_the_grid_stands() -> None:
    """Its walls go down to the board between the rows: 1.2 mm in the middle, with 0.3 mm to spare. Its gates are higher than all parts."""
    m, board = test_enclosure.measure, panel_tables.board()
    half = m("grid_wall") / 2 + 0.3
    rows = sorted({board.footprints[f"D{place}"].y for place in range(1, 61)})
    walls = {y + side * m("row_pitch") / 2 for y in rows for side in (-1, 1)}
    for one in board.footprints.values():
        if one.reference.startswith(("D", "C", "R", "U")) and one.y < max(walls):
            top, low = (value(pad.y for pad in one.pads) for value in (min, max))
            assert all(low + 0.8 < wall - half or top - 0.8 > wall + half for wall in walls), one.reference


@pytest.mark.parametrize(
    "rule",
    [
        hardware_review.pads_as_in_the_library,
        hardware_review.drills_and_spacing,
        hardware_review.number_spells_value,
        hardware_review.numbers_of_the_assembler,
    ],
)
def test_review_finds_nothing(rule: hardware_review.Rule) -> None:
    kinds = circuit.kinds(circuit.PANEL_PARTS)
    design = hardware_review.Design(dict(kinds), panel_tables.board(), hardware_review.measures())
    assert list(rule(design)) == []
    wrong = copy.deepcopy(design)
    wrong.kinds["line_resistor"] = replace(kinds["line_resistor"], value="47 Ω", lcsc="C1")
    wrong.board.footprints["J1"].pads[0] = replace(wrong.board.footprints["J1"].pads[0], drill=0.4)
    assert list(rule(wrong)) != []


def test_what_is_bought_is_what_lies_on_the_board() -> None:
    counted = {kind: sum(part.kind.part == kind for part in panel_board.parts()) for kind in circuit.kinds(circuit.PANEL_PARTS)}
    assert counted == {kind.part: kind.panel for kind in circuit.kinds(circuit.PANEL_PARTS).values()}
    wanted = {part.reference: part.kind.footprint for part in panel_board.parts()} | panel_board.marks()
    assert {one.reference: one.name for one in panel_tables.board().footprints.values()} == wanted


def test_two_panels_are_fewer_than_120_joints_by_hand() -> None:
    boards = sum(2 * one for one, _ in panel_tables.joints().values())
    strips = sum(2 * other for _, other in panel_tables.joints().values())
    assert boards < 120 < strips


def test_tracks_carry_what_the_fuse_lets_through() -> None:
    """From the socket on 5V and ground are poured; what is drawn of them feeds one pixel, or the buffer."""
    thin = [track for track in panel_tables.board().tracks if track.net in circuit.SUPPLY and track.width < 0.5]
    assert thin == []
    assert [zone for zone, _ in generated_board.POURS] == ["+5V", "GND"]


@pytest.mark.spice
@pytest.mark.parametrize("pixel", [15, 50, 100])
def test_the_longest_way_on_the_board_does_not_ring(tmp_path: Path, pixel: float) -> None:
    found = test_spice.solved("panel-line", tmp_path, pixel=pixel)
    assert found["lowest"] > -0.3
    assert found["highest"] < 5.3
    assert found["rise"] < 20e-9
    assert found["high_for"] == pytest.approx(400e-9, rel=0.1)
    assert test_spice.solved("panel-line", tmp_path, pixel=15, series=0.1)["highest"] > 5.8, "without the resistor"


@pytest.mark.spice
@pytest.mark.parametrize("metres", [0.3, 1.0])
def test_a_metre_of_cable_does_not_ring_at_the_buffer(tmp_path: Path, metres: float) -> None:
    """The deck of the strip, whose resistor the board lacks: 74AHCT1G125 (Nexperia), 10 pF at most, -0.5 to 7 V at its input."""
    found = test_spice.solved("data-line", tmp_path, metres=metres, strip=0.1, din=10e-12)
    assert found["lowest"] > -0.5
    assert found["highest"] < 5.5
    assert found["high_for"] == pytest.approx(400e-9, rel=0.1)


def test_the_deck_has_the_way_of_the_board_and_the_value_of_the_list() -> None:
    assert test_spice.parameter("panel-line", "metres") * 1000 == pytest.approx(panel_board.longest_mm(), abs=5)
    assert test_spice.parameter("panel-line", "series") == hardware_review.value_of(
        circuit.kinds(circuit.PANEL_PARTS)["line_resistor"].value
    )


def test_a_maker_takes_the_order() -> None:
    board = panel_tables.board()
    assert (
        test_order.zip_faults((release_hardware.ORDER / "panel-gerber.zip").read_bytes(), panel_board.size(), panel_board.EDITION[0]) == []
    )
    numbers = test_order.bill((release_hardware.ORDER / "panel-bom-jlcpcb.csv").read_text(encoding="utf-8"))
    rows = list(csv.DictReader(io.StringIO((release_hardware.ORDER / "panel-places-jlcpcb.csv").read_text(encoding="utf-8"))))
    assert numbers.keys() == {row["Designator"] for row in rows}
    assert len(rows) == 80 + 81 + 1 + 9
    for row in rows:
        one = board.footprints[row["Designator"]]
        xs, ys = [pad.x for pad in one.pads], [pad.y for pad in one.pads]
        middle = (100 + (min(xs) + max(xs)) / 2, -60 - (min(ys) + max(ys)) / 2)
        assert math.dist(middle, (float(row["Mid X"][:-2]), float(row["Mid Y"][:-2]))) <= 0.05, row
        assert row["Layer"] == "Top"
    pixel = next(row for row in rows if row["Designator"] == "D1")
    assert float(pixel["Rotation"]) == 0, "180 on the board, turned by 180 on its tape"


def test_a_stale_board_is_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert generate_panel_board.main(["--check"]) == 0
    monkeypatch.setattr(panel_board, "EDITION", ("2", "2027-01-01"))
    assert generate_panel_board.main(["--check"]) == 1
    assert "panel-board.kicad_pcb is not current" in capsys.readouterr().err


@pytest.mark.long
@pytest.mark.kicad
def test_the_copper_is_poured_as_kicad_pours_it() -> None:
    text = panel_board.FILE.read_text(encoding="utf-8")
    assert generate_panel_board.poured(generated_board.unpoured(text)) == text


@pytest.mark.halves
@pytest.mark.long
@pytest.mark.openscad
def test_the_board_fits_its_tray_and_one_that_does_not_is_found(tmp_path: Path) -> None:
    said = []
    for name, more in (("fits", []), ("clashes", ["-D", "board_socket_y=64", "-D", "board_socket_x=9"])):
        command = ["openscad", "-D", 'part="clash_board"', *more, "-o", str(tmp_path / f"{name}.stl"), str(ENCLOSURE)]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        said.append("top level object is empty" in done.stderr)
    assert said == [True, False]


def test_the_socket_and_its_plug_have_room_below() -> None:
    m, board = test_enclosure.measure, panel_tables.board()
    below = m("height") - m("deck_below") - m("panel_board") - m("floor")
    assert below > 9.8 + 15, "JST XH: 9.8 mm with its plug, and 15 mm of cable"
    socket = board.footprints["J1"].pads
    assert math.dist(socket[0].at, (m("board_socket_x") - m("wall") - 1, m("die_y") + 8 - m("board_socket_y"))) < ROUTE
    text = pcb.FILE.with_name("panel-board.kicad_pcb").read_text(encoding="utf-8")
    assert '(footprint "tapete:JST_XH_B8B-XH-A_1x08_P2.50mm_Vertical"\n    (layer "B.Cu")' in text


EXTRAS = {"J6", "J7", "BZ1", "SW1"}


def test_what_a_builder_may_add_is_left_out_by_the_maker() -> None:
    optional = [part for part in panel_board.parts() if part.kind.optional]
    assert {part.reference for part in optional} == EXTRAS
    for name, mark in (("kicad_pcb", "(attr through_hole dnp)"), ("kicad_sch", "(dnp yes)")):
        text = (HARDWARE / f"panel-board.{name}").read_text(encoding="utf-8")
        assert text.count(mark) == len(EXTRAS), name
    bill = test_order.bill(release_hardware.jlcpcb_bill(panel_tables.board(), panel_board.parts()))
    assert not EXTRAS & bill.keys()
    for part in optional:
        assert part.kind.maker, part.reference
        assert part.kind.mpn, part.reference
    holes = sum(1 for pad in panel_tables.board().pads if pad.drill)
    assert panel_tables.joints()["soldered"][0] == holes - sum(
        1 for pad in panel_tables.board().pads if pad.drill and pad.reference in EXTRAS
    )


def test_extras_are_joined_to_the_second_socket_which_takes_no_cable_of_a_panel() -> None:
    at = {(pad.reference, pad.number): pad.net for pad in panel_tables.board().pads}
    assert [at["J6", str(number)] for number in range(1, 8)] == ["/BUZZER", "/3V3", "GND", "/SDA", "/SCL", "/KNOB_B", "/KNOB_A"]
    assert ("J6", "8") not in at, "seven pins: the panel's plug has eight"
    assert [at["J7", str(number)] for number in range(1, 5)] == ["/3V3", "GND", "/SDA", "/SCL"], "as HT16K33 backpacks have them"
    assert [at["SW1", pin] for pin in ("A", "B", "C", "S1", "S2")] == ["/KNOB_A", "/KNOB_B", "GND", "/LOCK", "GND"]
    assert (at["BZ1", "1"], at["BZ1", "2"]) == ("/BUZZER", "GND")
    for folder in ("build", "es/build"):
        text = (HARDWARE.parent / "docs" / folder / "panel-board.md").read_text(encoding="utf-8")
        for wire, alone, digits in (("BUZZER", 28, 28), ("KNOB_A", 26, 0), ("KNOB_B", 27, 1)):
            pads = [f"GP{gpio} ({expectation.PICO[gpio]})" for gpio in (alone, digits)]
            assert re.search(rf"\| {wire} \| {re.escape(pads[0])} \| {re.escape(pads[1])} \|", text), wire
        assert re.search(r"\| SDA \| – \| GP26 \(31\) \|", text)
        assert re.search(r"\| SCL \| – \| GP27 \(32\) \|", text)
        assert "| 3V3 (36) | 3V3 (36) |" in text
        assert "| GND (33) | GND (33) |" in text
    assert expectation.PICO_GROUNDS.count(33) == 1


def test_the_knob_is_under_its_hole_and_everything_is_lower_than_the_lid() -> None:
    m, board = test_enclosure.measure, panel_tables.board()
    lugs = [pad for pad in board.footprints["SW1"].pads if pad.number == "MP"]
    middle = sum(pad.x for pad in lugs) / 2, sum(pad.y for pad in lugs) / 2
    assert math.dist(middle, (m("knob_x") - m("wall") - 1, m("die_y") + 8 - m("knob_y"))) < ROUTE
    assert max(6.8, 6.6) < m("deck_below"), "EC11E, PS1240"
    # Beside the buttons, a knob as large as the guide allows clears the hood's foremost edge.
    said = re.search(r"A knob of at most (\d+) mm", (HARDWARE.parent / "docs" / "build" / "panel-board.md").read_text(encoding="utf-8"))
    assert said
    radius = int(said[1]) / 2
    hood = (
        m("private_y") - m("hood_cell_deep") / 2 - m("hood_wall") - math.tan(math.radians(m("hood_tilt"))) * (m("hood_height") + m("mask"))
    )
    assert m("knob_y") + radius < hood
    for number in range(4):
        x = m("width") / 2 + (number - 1.5) * m("button_pitch")
        assert math.dist((x, m("button_y")), (m("knob_x"), m("knob_y"))) > m("button_hole") / 2 + 1.5 + radius


@pytest.mark.long
@pytest.mark.openscad
def test_the_lid_has_a_hole_for_the_knob_where_one_asks_for_it(tmp_path: Path) -> None:
    import trimesh

    made = {}
    for knob in (0, 1):
        target = tmp_path / f"lid{knob}.stl"
        command = ["openscad", "-q", "-D", 'part="lid"', "-D", f"knob={knob}", "-o", str(target), str(ENCLOSURE)]
        subprocess.run(command, capture_output=True, check=True)
        made[knob] = trimesh.load_mesh(target)
    assert made[1].is_watertight
    assert made[1].euler_number == made[0].euler_number - 2
