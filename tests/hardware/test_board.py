"""The board, which is a source like any other: KiCad's rule check is clean, it is the drawing, and its ground is poured."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.hardware import kicad, test_enclosure
from tools.drawing import circuit, hardware_review, pcb, pcb_rules, perfboard, power_table, sexpr

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
    return sexpr.parsed(pcb.FILE.read_text(encoding="utf-8"))


@pytest.mark.kicad
def test_rule_check_is_clean_and_the_board_is_the_drawing(project: Path) -> None:
    assert kicad.board_check(project) == (0, "")


def test_every_part_with_a_footprint_is_on_the_board_with_its_footprint_and_value() -> None:
    board = pcb.committed()
    wanted = {part.reference: part.kind.footprint for part in circuit.box() if part.kind.footprint}
    found = {one.reference: one.name for one in board.footprints.values() if not one.reference.startswith(("H", "FID"))}
    assert found == wanted
    values = {(one.of, one.words) for one in board.words if one.of}
    assert {(part.reference, part.kind.value) for part in circuit.box() if part.kind.footprint} <= values


@pytest.mark.parametrize("rule", hardware_review.RULES, ids=lambda rule: rule.__name__)
def test_review_finds_nothing(rule: hardware_review.Rule) -> None:
    assert list(rule(hardware_review.committed())) == []


KICADS_OWN = sorted(path.stem for path in pcb.LIBRARY.glob("*.kicad_mod") if path.stem not in hardware_review.OWN)


@pytest.mark.kicad
def test_footprints_are_kicads() -> None:
    """Pads, drills and courtyards of every footprint with a twin in KiCad's library; those of our own are reviewed by their data sheet."""
    assert hardware_review.KICAD.is_dir(), "install kicad-footprints"
    twins = {path.stem: path for path in hardware_review.KICAD.glob("*.pretty/*.kicad_mod")}
    assert len(KICADS_OWN) > 15
    for name in KICADS_OWN:
        ours, theirs = pcb.library(pcb.LIBRARY / f"{name}.kicad_mod"), pcb.library(twins[name])
        assert ours.pads == theirs.pads, name
        assert ours.box("F.CrtYd") == theirs.box("F.CrtYd"), name
    pico, twin = pcb.library(pcb.LIBRARY / "Pico.kicad_mod"), pcb.library(twins["RaspberryPi_Pico_Common_THT"])
    header = {pad.number: (pad.x, round(pad.y, 2), pad.drill) for pad in twin.pads if pad.number.isdigit() and int(pad.number) <= 40}
    assert {pad.number: (pad.x, round(pad.y, 2), pad.drill) for pad in pico.pads} == header


def test_width_by_current_is_the_standards() -> None:
    # Read from the chart of IPC-2221B for outer layers of 35 um: 1 A at 10 K wants 0.30 mm, 3 A 1.37 mm.
    assert pcb_rules.needed_mm(1000, 10) == pytest.approx(0.30, abs=0.01)
    assert pcb_rules.needed_mm(3000, 10) == pytest.approx(1.37, abs=0.02)
    for one in (pcb_rules.POWER, pcb_rules.BRANCH, pcb_rules.SIGNAL):
        assert pcb_rules.needed_mm(one.load) < one.width
    assert pcb_rules.POWER.load == 1.5 * 3150
    assert pcb_rules.BRANCH.load == 2 * 1100


@pytest.mark.parametrize("buffer", ["U2", "U3"])
def test_no_input_of_a_buffer_can_float(buffer: str) -> None:
    # TI SN74AHCT125, "all unused inputs must be held at VCC or GND": with any panel missing, and with no Pico in its socket.
    nets = {(part.reference, number): net for part in circuit.box() for number, net in part.nets.items()}
    held = {nets["RN1", str(number)] for number in range(2, 7)}
    assert nets["RN1", "1"] == "GND"
    for inward, enable in (("2", "1"), ("5", "4"), ("9", "10"), ("12", "13")):
        assert nets[buffer, inward] == "GND" or nets[buffer, inward] in held
        assert nets[buffer, enable] in circuit.SUPPLY


def test_no_way_leads_from_the_brick_to_the_computer() -> None:
    """Between the brick's nets and VBUS there is nothing but the switch, which joins one of the two to the rail."""
    joined = {frozenset(net for net in part.nets.values() if net) for part in circuit.box() if part.reference[0] not in "UJS"}
    brick, usb = {"BRICK_IN", "BRICK_FUSED", "BRICK_GUARDED", "BRICK_5V"}, {"USB_5V", "USB_FUSED"}
    assert [nets for nets in joined if nets & brick and nets & usb] == []
    assert [nets for nets in joined if nets & usb and "+5V" in nets] == []
    assert [nets for nets in joined if nets & brick and "+5V" in nets] == []


USB_PLUG = (10.6, 8.5)
"""Width and height in mm of the body of a micro USB plug, at most (Universal Serial Bus Micro-USB Cables and Connectors Specification)."""
SOCKETS = {"sockets": 8.5 + 2.5, "soldered": 2.5}
"""How far the Pico's board stands above its board, in mm: on 20-way sockets, or straight on its pins."""
BARREL_PLUG = 11.0
"""Thickness of the brick's plug in mm, at most; the jack's middle is 6.5 mm above its board (Same Sky PJ-102AH)."""


def _middle(layout: str, reference: str, pins: tuple[str, str]) -> float:
    if layout == "printed":
        xs = [pad.x for pad in pcb.committed().footprints[reference].pads if pad.number in pins]
    else:
        xs = [perfboard.MARGIN_MM + (perfboard.PLACES[reference][int(pin) - 1][0] - 1) * 2.54 for pin in pins]
    return test_enclosure.measure("board_left") + sum(xs) / 2


@pytest.mark.parametrize("layout", ["printed", "perfboard"])
@pytest.mark.parametrize("mounting", list(SOCKETS))
def test_usb_plug_passes_the_back_of_the_box(layout: str, mounting: str) -> None:
    slots = [test_enclosure.measure(f"back_slot_{place}") for place in (1, 2)]
    half = test_enclosure.measure("back_slot") / 2
    pico = _middle(layout, "U1", ("1", "40"))
    assert any(slot - half <= pico - USB_PLUG[0] / 2 and pico + USB_PLUG[0] / 2 <= slot + half for slot in slots)
    # The board, 1.6 mm, then the Pico's, 1 mm, then the middle of its USB socket, 1.3 mm above.
    height = test_enclosure.measure("board_post") + 1.6 + SOCKETS[mounting] + 1.0 + 1.3
    assert height - USB_PLUG[1] / 2 >= test_enclosure.measure("box_height") - test_enclosure.measure("back_slot_deep")
    assert height + USB_PLUG[1] / 2 <= test_enclosure.measure("box_height")


def test_plug_of_the_brick_passes_the_back_of_the_box_and_reaches_the_jack() -> None:
    jack = pcb.committed().footprints["J7"]
    middle = test_enclosure.measure("board_left") + jack.x
    half = test_enclosure.measure("back_slot") / 2
    assert abs(test_enclosure.measure("back_slot_1") - middle) <= half - BARREL_PLUG / 2
    height = test_enclosure.measure("board_post") + 1.6 + 6.5
    assert height - BARREL_PLUG / 2 >= test_enclosure.measure("box_height") - test_enclosure.measure("back_slot_deep")
    mouth = jack.box("F.Fab")[1]
    wall = test_enclosure.measure("box_depth") - test_enclosure.measure("board_front") - test_enclosure.measure("board_deep")
    assert mouth + wall < 9.5, "a plug is 9.5 mm long"
    brick = _middle("perfboard", "J6", ("1", "2"))
    assert abs(test_enclosure.measure("back_slot_1") - brick) < 15, "a cable bends so far inside"


@pytest.mark.long
@pytest.mark.kicad
def test_the_ground_is_poured_as_kicad_pours_it(tmp_path: Path) -> None:
    def area(root: Sequence[sexpr.Node]) -> float:
        whole = 0.0
        for zone in sexpr.children(root, "zone"):
            for fill in sexpr.children(zone, "filled_polygon"):
                points = [
                    (float(str(point[1])), float(str(point[2]))) for point in sexpr.children(fill, "pts")[0][1:] if isinstance(point, list)
                ]
                pairs = zip(points, [*points[1:], points[0]], strict=True)
                whole += abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2
        return whole

    anew = tmp_path / "poured.kicad_pcb"
    pour = "import sys, pcbnew; b = pcbnew.LoadBoard(sys.argv[1]); pcbnew.ZONE_FILLER(b).Fill(b.Zones()); b.Save(sys.argv[2])"
    subprocess.run([kicad.python(), "-c", pour, str(pcb.FILE), str(anew)], check=True, capture_output=True)
    found = area(committed())
    assert found > pcb_rules.WIDTH * pcb_rules.HEIGHT, "both sides are mostly ground"
    assert found == pytest.approx(area(sexpr.parsed(anew.read_text(encoding="utf-8"))), abs=1.0)


def test_footprints_have_the_pins_of_their_symbols() -> None:
    for part in circuit.box():
        if part.kind.footprint:
            pads = {pad.number for pad in pcb.library(pcb.LIBRARY / f"{part.kind.footprint}.kicad_mod").pads if pad.number}
            assert pads == {pin.number for unit in part.symbol.units for pin in unit}, part.reference


def test_rail_of_a_usb_build_feeds_the_buffers_even_with_an_old_fuse() -> None:
    # 4.75 V at the plug is the least that a port of USB 2.0 may give.
    assert power_table.rail_mv(4750, power_table.supply("usb").budget, power_table.POLYFUSE_OHM[1]) >= power_table.BUFFER_MV
    assert power_table.rail_mv(4750, power_table.supply("usb").budget, 0.88) < power_table.BUFFER_MV, "the fuse of 0.65 A of revision 1"


def test_a_panel_draws_less_than_its_fuse_holds_in_a_warm_box() -> None:
    for build in power_table.builds():
        assert build.panel_ma <= power_table.POLYFUSE_WARM_MA, build
        # What reaches the pixels: fuse, then the cable; WS2812B, 3.7 V at least.
        left = (
            4750 - build.panel_ma * power_table.POLYFUSE_OHM[1] - power_table.drop_mv(build.panel_ma, power_table.CABLE_M, build.cable_awg)
        )
        assert left > 3700, build


def test_currents_that_people_measured_stay_below_supply_and_fuse() -> None:
    for build in power_table.builds():
        if not build.faults:
            assert build.measured + power_table.PICO_MEASURED_MA <= build.supply.rated, build
            assert build.measured <= build.supply.fuse_ma, build


def test_written_words_are_read_back() -> None:
    board = pcb.committed()
    assert (board.revision, len(board.footprints["U1"].pads)) == ("3", 40)
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", board.date)


def test_every_part_has_a_model_that_lies_with_the_board() -> None:
    for footprint in sexpr.children(committed(), "footprint"):
        reference = next(str(child[2]) for child in sexpr.children(footprint, "property") if child[1] == "Reference")
        if reference.startswith(("H", "TP", "FID")):
            continue
        paths = [str(model[1]) for model in sexpr.children(footprint, "model")]
        assert paths, reference
        for path in paths:
            place = path.replace("${KIPRJMOD}/", "").replace("${KICAD9_3DMODEL_DIR}/", "models/")
            assert (HARDWARE / place).is_file(), f"{reference}: {path}"
