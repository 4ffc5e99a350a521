"""The board: the rule check is clean, every net of the drawing is on it, power tracks are wide enough, and seeded faults are found."""

from __future__ import annotations

import json
import math
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.hardware import expectation, kicad, test_enclosure
from tools import generate_board
from tools.drawing import board, budget, circuit, perfboard, router, sexpr
from tools.drawing.footprints import FOOTPRINTS
from tools.drawing.router import Board, Copper, Task, Unroutable

HARDWARE = Path(__file__).parents[2] / "hardware"
PROJECT = ("tapete.kicad_pcb", "tapete.kicad_sch", "panel.kicad_sch", "tapete.kicad_pro", "sym-lib-table", "fp-lib-table")


@pytest.fixture(name="project")
def project_fixture(tmp_path: Path) -> Path:
    """A copy that a test may spoil."""
    for name in PROJECT:
        shutil.copy(HARDWARE / name, tmp_path / name)
    for folder in ("symbols", "footprints"):
        shutil.copytree(HARDWARE / folder, tmp_path / folder)
    return tmp_path


def committed() -> list[sexpr.Node]:
    return sexpr.parsed((HARDWARE / "tapete.kicad_pcb").read_text(encoding="utf-8"))


def rule_check(project: Path) -> tuple[int, str]:
    """Return exit code of KiCad's rule check of the board against the drawing, warnings included, and the kinds of its findings."""
    report = project / "drc.json"
    done = kicad.kicad(
        "pcb",
        "drc",
        "--severity-all",
        "--schematic-parity",
        "--exit-code-violations",
        "--format",
        "json",
        "-o",
        report,
        project / "tapete.kicad_pcb",
    )
    assert report.is_file(), done.stdout + done.stderr
    found = json.loads(report.read_text(encoding="utf-8"))
    kinds = sorted(entry["type"] for part in ("violations", "unconnected_items", "schematic_parity") for entry in found[part])
    return done.returncode, " ".join(kinds)


def spoil(project: Path, change: str, text: str) -> None:
    path = project / "tapete.kicad_pcb"
    before = path.read_text(encoding="utf-8")
    assert before.count(change) == 1, f"{before.count(change)} times {change!r}"
    path.write_text(before.replace(change, text), encoding="utf-8")


def length(segment: Sequence[sexpr.Node]) -> float:
    start, end = ([float(str(value)) for value in sexpr.children(segment, name)[0][1:]] for name in ("start", "end"))
    return math.dist(start, end)


def pads_of(root: Sequence[sexpr.Node]) -> dict[str, set[tuple[str, str]]]:
    """Return the pads of every net of a board, as reference and number."""
    found: dict[str, set[tuple[str, str]]] = {}
    for footprint in sexpr.children(root, "footprint"):
        reference = next(str(child[2]) for child in sexpr.children(footprint, "property") if child[1] == "Reference")
        for pad in sexpr.children(footprint, "pad"):
            for net in sexpr.children(pad, "net"):
                found.setdefault(str(net[2]), set()).add((reference, str(pad[1])))
    return found


@pytest.mark.kicad
def test_rule_check_is_clean_and_the_board_is_the_drawing(project: Path) -> None:
    assert rule_check(project) == (0, "")


def test_every_net_of_the_drawing_is_on_the_board_with_every_pin() -> None:
    on_board = {part.reference for part in board.parts()}
    assert on_board == {"U1", "U2", "U3", "RN1", "C1", "C2", "D1", "F1", "F2", "JP1", *(f"J{number}" for number in range(1, 7))}
    wanted = {
        net: {end for end in ends if end[0] in on_board}
        for net, ends in expectation.nets(expectation.PinMap()).items()
        if any(end[0] in on_board for end in ends)
    }
    found = {net: ends for net, ends in pads_of(committed()).items() if not net.startswith("unconnected-")}
    assert found == wanted


def segments(net: str) -> list[tuple[tuple[float, float], tuple[float, float], float]]:
    """Return start, end and width of the tracks of a net in the committed board."""
    root = committed()
    numbers = {str(child[2]): str(child[1]) for child in sexpr.children(root, "net")}
    found = []
    for segment in sexpr.children(root, "segment"):
        fields = {str(child[0]): child[1:] for child in segment if isinstance(child, list)}
        if str(fields["net"][0]) == numbers[net]:
            start, end = ((float(str(fields[name][0])), float(str(fields[name][1]))) for name in ("start", "end"))
            found.append((start, end, float(str(fields["width"][0]))))
    return found


def reached(net: str, start: tuple[str, str], width: float) -> set[tuple[str, str]]:
    """Return the pins of a net that tracks of a width and more join to one of them."""
    places = {
        (part.reference, pad.number): (round(at[0] + board.ORIGIN[0], 3), round(at[1] + board.ORIGIN[1], 3))
        for part, pad, at in board.pads()
    }
    wide = [segment for segment in segments(net) if segment[2] >= width]
    found = {places[start]}
    grown = True
    while grown:
        grown = False
        for first, last, _ in wide:
            ends = {(round(x, 3), round(y, 3)) for x, y in (first, last)}
            # A track that begins somewhere along another is joined to it too.
            if not ends <= found and (ends & found or any(router.distance(known, first, last) < 0.01 for known in found)):
                found |= ends
                grown = True
        for point in {(round(x, 3), round(y, 3)) for pair in wide for x, y in pair[:2]} - found:
            if any(
                router.distance(point, first, last) < 0.01 and (round(first[0], 3), round(first[1], 3)) in found for first, last, _ in wide
            ):
                found.add(point)
                grown = True
    return {pin for pin, at in places.items() if at in found}


def test_tracks_join_all_pins_of_their_net() -> None:
    for net, ends in pads_of(committed()).items():
        if net != "GND" and not net.startswith("unconnected-"):
            assert reached(net, min(ends), 0.0) == ends, net


def test_copper_of_different_nets_keeps_its_distance_also_where_there_is_no_kicad() -> None:
    laid = [copper for net, route in board.routes().items() for copper in route.copper(net)]
    laid += [Copper("GND", via, via, router.VIA / 2) for via in board.stitches()]
    for place, one in enumerate(laid):
        for other in [*laid[place + 1 :], *board.obstacles()]:
            if one.net != other.net and set(one.layers) & set(other.layers):
                room = router.gap(one, other) - one.radius - other.radius
                assert room >= router.CLEARANCE - 1e-6, f"{one.net} and {other.net} at {one.start}"


@pytest.mark.parametrize(
    ("net", "start", "ends", "milliampere"),
    [
        ("/BRICK_IN", ("J6", "1"), {("F1", "1")}, board.POWER.load),
        ("/BRICK_5V", ("F1", "2"), {("JP1", "3")}, board.POWER.load),
        ("+5V", ("JP1", "2"), {("J1", "1"), ("J2", "1"), ("J3", "1"), ("J4", "1"), ("J5", "1")}, board.POWER.load),
        ("/USB_5V", ("U1", "40"), {("F2", "1")}, board.USB.load),
        ("/USB_FUSED", ("F2", "2"), {("JP1", "1")}, board.USB.load),
        ("/VSYS", ("D1", "2"), {("U1", "39")}, budget.PICO_MA),
    ],
)
def test_tracks_of_the_supply_carry_what_their_fuse_lets_through(
    net: str, start: tuple[str, str], ends: set[tuple[str, str]], milliampere: int
) -> None:
    assert ends <= reached(net, start, board.needed_mm(milliampere))


def test_width_by_current_is_the_standards() -> None:
    # Read from the chart of IPC-2221B for outer layers of 35 um: 1 A at 10 K wants 0.30 mm, 3 A 1.37 mm.
    assert board.needed_mm(1000, 10) == pytest.approx(0.30, abs=0.01)
    assert board.needed_mm(3000, 10) == pytest.approx(1.37, abs=0.02)
    assert board.needed_mm(board.POWER.load) < board.POWER.width
    assert board.POWER.load == 1.5 * 3150


def test_a_supply_track_that_is_too_thin_is_found() -> None:
    assert ("J1", "1") not in reached("+5V", ("JP1", "2"), board.POWER.width + 0.1)


@pytest.mark.parametrize("buffer", ["U2", "U3"])
def test_no_input_of_a_buffer_can_float(buffer: str) -> None:
    # TI SN74AHCT125, "all unused inputs must be held at VCC or GND": with any panel missing, and with no Pico in its socket.
    nets = {(part.reference, number): net for part in circuit.box() for number, net in part.nets.items()}
    held = {nets["RN1", str(number)] for number in range(2, 7)}
    assert nets["RN1", "1"] == "GND"
    for inward, _, enable in expectation.GATES:
        assert nets[buffer, inward] == "GND" or nets[buffer, inward] in held
        assert nets[buffer, enable] in circuit.SUPPLY


def test_holes_fit_the_posts_of_the_box() -> None:
    box = (test_enclosure.ENCLOSURE / "box.scad").read_text(encoding="utf-8")
    assert "for (x = [4, 96], y = [4, board_deep - 4]) translate([board_left + x, board_front + y, 0])" in box, (
        "the posts of the box have moved"
    )
    assert test_enclosure.measure("board_deep") == board.HEIGHT
    assert set(board.HOLES.values()) == {(x, y) for x in (4.0, 96.0) for y in (4.0, board.HEIGHT - 4.0)}


USB_PLUG = (10.6, 8.5)
"""Width and height in mm of the body of a micro USB plug, at most (Universal Serial Bus Micro-USB Cables and Connectors Specification)."""
SOCKETS = {"sockets": 8.5 + 2.5, "soldered": 2.5}
"""How far the Pico's board stands above its board, in mm: on 20-way sockets, or straight on its pins."""


@pytest.mark.parametrize("layout", ["printed", "perfboard"])
@pytest.mark.parametrize("mounting", list(SOCKETS))
def test_usb_plug_and_brick_cable_pass_the_back_of_the_box(layout: str, mounting: str) -> None:
    margin = (board.WIDTH - (perfboard.COLUMNS - 1) * 2.54) / 2

    def middle(reference: str, last: int) -> float:
        if layout == "printed":
            pads = board.footprint(next(part for part in board.parts() if part.reference == reference)).pads
            xs = [board.where(reference, (pad.x, pad.y))[0] for pad in (pads[0], pads[last])]
        else:
            xs = [margin + (perfboard.PLACES[reference][place][0] - 1) * 2.54 for place in (0, last)]
        return test_enclosure.measure("board_left") + sum(xs) / 2

    slots = [test_enclosure.measure(f"back_slot_{place}") for place in (1, 2)]
    half = test_enclosure.measure("back_slot") / 2
    pico, brick = middle("U1", 39), middle("J6", 1)
    assert any(slot - half <= pico - USB_PLUG[0] / 2 and pico + USB_PLUG[0] / 2 <= slot + half for slot in slots)
    assert min(abs(slot - brick) for slot in slots) < 15, "a cable bends so far inside"
    # The board, 1.6 mm, then the Pico's, 1 mm, then the middle of its USB socket, 1.3 mm above.
    height = test_enclosure.measure("board_post") + 1.6 + SOCKETS[mounting] + 1.0 + 1.3
    assert height - USB_PLUG[1] / 2 >= test_enclosure.measure("box_height") - test_enclosure.measure("back_slot_deep")
    assert height + USB_PLUG[1] / 2 <= test_enclosure.measure("box_height")


@pytest.mark.kicad
def test_the_ground_is_poured_as_kicad_pours_it(tmp_path: Path) -> None:
    def area(root: Sequence[sexpr.Node]) -> float:
        whole = 0.0
        for fills in board.fills_of(root).values():
            for fill in fills:
                assert isinstance(fill, list)
                points = [
                    (float(str(point[1])), float(str(point[2]))) for point in sexpr.children(fill, "pts")[0][1:] if isinstance(point, list)
                ]
                pairs = zip(points, [*points[1:], points[0]], strict=True)
                whole += abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2
        return whole

    found = area(committed())
    anew = area(sexpr.parsed(generate_board.poured(board.text({}), tmp_path)))
    assert found > board.WIDTH * board.HEIGHT, "both sides are mostly ground"
    assert found == pytest.approx(anew, abs=1.0)


@pytest.mark.kicad
def test_a_removed_track_is_found(project: Path) -> None:
    path = project / "tapete.kicad_pcb"
    root = committed()
    lost = max(sexpr.children(root, "segment"), key=lambda segment: length(segment))
    path.write_text(sexpr.written([node for node in root if node is not lost]), encoding="utf-8")
    code, kinds = rule_check(project)
    assert code != 0
    assert "unconnected_items" in kinds or "track_dangling" in kinds


@pytest.mark.kicad
def test_two_nets_joined_by_a_track_are_found(project: Path) -> None:
    x, y = (point + offset for point, offset in zip(board.where("J2", (10.0, 0.0)), board.ORIGIN, strict=True))
    number = board.net_names().index("/P1_MINUS")
    ends = f'(start {x} {y}) (end {x + 2.5} {y}) (width 0.3) (layer "F.Cu")'
    bridge = f'(segment {ends} (net {number}) (uuid "00000000-0000-4000-8000-000000000001"))'
    path = project / "tapete.kicad_pcb"
    text = path.read_text(encoding="utf-8").rstrip()
    path.write_text(text[:-1] + bridge + ")", encoding="utf-8")
    code, kinds = rule_check(project)
    assert code != 0
    assert "shorting_items" in kinds


@pytest.mark.kicad
def test_swapped_pads_are_found(project: Path) -> None:
    path = project / "tapete.kicad_pcb"
    text = path.read_text(encoding="utf-8")
    names = board.net_names()
    one, other = (f'(net {names.index(name)} "{name}")' for name in ("/P0_LOCK", "/P0_ROLL"))
    first = text.index("(property", text.index('"tapete:JST_XH_8"'))
    at = text.index(one, first), text.index(other, first)
    assert at[0] < at[1]
    swapped = text[: at[0]] + other + text[at[0] + len(one) : at[1]] + one + text[at[1] + len(other) :]
    path.write_text(swapped, encoding="utf-8")
    code, kinds = rule_check(project)
    assert code != 0
    assert "net_conflict" in kinds
    assert pads_of(sexpr.parsed(swapped)) != pads_of(committed())


@pytest.mark.kicad
def test_a_part_missing_on_the_board_is_found(project: Path) -> None:
    root = committed()
    lost = sexpr.children(root, "footprint")[3]
    (project / "tapete.kicad_pcb").write_text(sexpr.written([node for node in root if node is not lost]), encoding="utf-8")
    assert "missing_footprint" in rule_check(project)[1]


@pytest.mark.kicad
def test_files_for_the_maker_are_exported(project: Path, tmp_path: Path) -> None:
    out = tmp_path / "maker"
    out.mkdir()
    source = project / "tapete.kicad_pcb"
    layers = "F.Cu,B.Cu,F.Mask,B.Mask,F.Silkscreen,B.Silkscreen,Edge.Cuts"
    for arguments in (
        ("gerbers", "--layers", layers, "-o", f"{out}/", source),
        ("drill", "--excellon-separate-th", "-o", f"{out}/", source),
        ("pos", "--format", "csv", "--units", "mm", "-o", out / "tapete-pos.csv", source),
    ):
        done = kicad.kicad("pcb", "export", *arguments)
        assert done.returncode == 0, done.stdout + done.stderr
    assert len(list(out.glob("*.g*"))) >= 7
    assert "X" in (out / "tapete-F_Cu.gtl").read_text(encoding="utf-8")
    plated = (out / "tapete-PTH.drl").read_text(encoding="utf-8")
    vias = sum(len(route.vias) for route in board.routes().values()) + len(board.stitches())
    assert len(re.findall(r"^X[-\d.]+Y[-\d.]+$", plated, re.M)) == len(board.pads()) + vias
    assert len(re.findall(r"^X[-\d.]+Y[-\d.]+$", (out / "tapete-NPTH.drl").read_text(encoding="utf-8"), re.M)) == len(board.HOLES) + 1
    places = (out / "tapete-pos.csv").read_text(encoding="utf-8")
    assert {line.split(",")[0].strip('"') for line in places.splitlines()[1:]} == {part.reference for part in board.parts()}


def test_footprints_have_the_pins_of_their_symbols() -> None:
    for part in board.parts():
        pads = {pad.number for pad in FOOTPRINTS[part.kind.footprint].pads}
        assert pads == {pin.number for unit in part.symbol.units for pin in unit}, part.reference


def test_router_goes_round_what_is_in_the_way_and_changes_sides() -> None:
    pads = [Copper("a", (2, 5), (2, 5), 0.8), Copper("a", (18, 5), (18, 5), 0.8)]
    wall = Copper("wall", (10, 0), (10, 10), 0.5, (0,))
    route = Board(20, 10, [*pads, wall]).route([Task("a", ((2, 5), (18, 5)), (0.3, 0.3))])["a"]
    assert len(route.vias) in (0, 1, 2)
    assert {track[0] for track in route.tracks} != {0}, "the front is walled"
    for layer, start, end, _ in route.tracks:
        assert layer == 1 or router.gap(Copper("a", start, end, 0.15), wall) >= 0.65 + router.CLEARANCE - 1e-6


def test_router_lays_a_net_anew_that_is_in_the_way() -> None:
    # The straight way of the first net cuts that of the second, and the back is closed.
    back = Copper("wall", (0, 5), (20, 5), 6, (1,))
    ends = {"a": ((2.0, 5.0), (18.0, 5.0)), "b": ((10.0, 4.0), (10.0, 8.0))}
    pads = [Copper(net, end, end, 0.4) for net, both in ends.items() for end in both]
    found = Board(20, 10, [back, *pads]).route([Task(net, both, (0.3, 0.3)) for net, both in ends.items()])
    mine, theirs = (found[net].copper(net) for net in ("a", "b"))
    assert all(router.gap(one, other) >= 0.3 + router.CLEARANCE - 1e-6 for one in mine for other in theirs)


def test_router_says_which_net_has_no_way() -> None:
    wall = Copper("wall", (10, 0), (10, 10), 0.5)
    pads = [Copper("a", (2, 5), (2, 5), 0.8), Copper("a", (18, 5), (18, 5), 0.8)]
    with pytest.raises(Unroutable, match="a: no way"):
        Board(20, 10, [wall, *pads]).route([Task("a", ((2, 5), (18, 5)), (0.3, 0.3))])


def test_without_kicad_the_generator_says_what_is_needed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("TAPETE_KICAD_PYTHON", raising=False)
    with pytest.raises(RuntimeError, match="TAPETE_KICAD_PYTHON"):
        generate_board.kicad_python()
