"""The order folder, judged as a maker judges it: what it holds is read from its files, not from what made them."""

from __future__ import annotations

import copy
import csv
import io
import json
import math
import re
import subprocess
import zipfile
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tests.hardware import kicad
from tools import release_hardware
from tools.drawing import circuit, hardware_review, pcb, pcb_rules

LAYERS = {
    "Copper,L1,Top": "F_Cu",
    "Copper,L2,Bot": "B_Cu",
    "Soldermask,Top": "F_Mask",
    "Soldermask,Bot": "B_Mask",
    "Legend,Top": "F_Silkscreen",
    "Legend,Bot": "B_Silkscreen",
    "Paste,Top": "F_Paste",
    "Profile,NP": "Edge_Cuts",
}
"""Functions that a board of two layers, assembled on one side, must have (Ucamco, Gerber format, 5.6.3), and KiCad's names for them."""
FINEST_MM, FINEST_LEGEND_MM, SMALLEST_DRILL_MM, ANNULAR_MM = 0.127, 0.1, 0.3, 0.13
"""JLCPCB, capabilities of two layers of 1 oz: tracks, strokes of the legend, drills, rings."""
LARGEST_BYTES = 5_000_000


@dataclass
class Gerber:
    """A Gerber file as a maker's machine reads it: function, apertures in mm, flashes and drawn ends."""

    function: str
    apertures: dict[str, tuple[str, list[float]]] = field(default_factory=dict)
    flashes: list[tuple[str, float, float]] = field(default_factory=list)
    strokes: list[tuple[str, tuple[float, float], tuple[float, float]]] = field(default_factory=list)
    regions: int = 0


def read_gerber(text: str) -> Gerber:
    """Return what a file draws. Raises AssertionError where it is not RS-274X in mm with absolute places."""
    assert re.search(r"^%FSLAX46Y46\*%$", text, re.M), "four digits and six decimals, absolute"
    assert "%MOMM*%" in text
    assert text.rstrip().endswith("M02*")
    function = re.search(r"^%TF\.FileFunction,([^*]+)\*%$", text, re.M)
    assert function
    found = Gerber(function[1])
    for code, shape, sizes in re.findall(r"^%ADD(\d+)([A-Za-z_]\w*),?([\d.X+-]*)\*%$", text, re.M):
        found.apertures[code] = (shape, [float(size) for size in sizes.split("X") if size])
    at, tool = (0.0, 0.0), ""
    for line in text.splitlines():
        if select := re.fullmatch(r"D(\d{2,})\*", line):
            tool = select[1]
        elif line == "G36*":
            found.regions += 1
        elif move := re.fullmatch(r"(?:X(-?\d+))?(?:Y(-?\d+))?(?:I-?\d+)?(?:J-?\d+)?D0?([123])\*", line):
            to = (int(move[1]) / 1e6 if move[1] else at[0], int(move[2]) / 1e6 if move[2] else at[1])
            if move[3] == "3":
                found.flashes.append((tool, *to))
            elif move[3] == "1":
                found.strokes.append((tool, at, to))
            at = to
    return found


def drills(text: str) -> list[tuple[float, float, float]]:
    """Return diameter and place in mm of every hole of an Excellon file."""
    assert "METRIC" in text
    sizes = {code: float(size) for code, size in re.findall(r"^T(\d+)C([\d.]+)", text, re.M)}
    found, size = [], 0.0
    for line in text.splitlines():
        if select := re.fullmatch(r"T(\d+)", line):
            size = sizes.get(select[1], 0.0)
        elif place := re.fullmatch(r"X(-?[\d.]+)Y(-?[\d.]+)", line):
            found.append((size, float(place[1]), float(place[2])))
    return found


def zip_faults(archive: bytes, size: tuple[float, float] = (100.0, 100.0), revision: str = "") -> list[str]:
    """Return what a maker would send back: layers missing or twice, an outline that does not close, what is too fine.

    `size` in mm; `revision`: that of the box's board if left out.
    """
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        files = {name: packed.read(name).decode("utf-8") for name in packed.namelist()}
    gerbers = {name: read_gerber(text) for name, text in files.items() if text.lstrip().startswith("%") or "%FSLAX" in text}
    functions = [one.function for one in gerbers.values()]
    wrong = [f"no {function}" for function in LAYERS if function not in functions]
    wrong += [f"{function} twice" for function in set(functions) if functions.count(function) > 1]
    for name, one in gerbers.items():
        least = FINEST_LEGEND_MM if one.function.startswith("Legend") else FINEST_MM
        for tool, _, _ in one.strokes:
            shape, sizes = one.apertures[tool]
            if shape == "C" and sizes[0] < least and one.function != "Profile,NP":
                wrong.append(f"{name}: strokes of {sizes[0]:g} mm")
                break
    outline = next((one for one in gerbers.values() if one.function == "Profile,NP"), None)
    if outline:
        ends: dict[tuple[float, float], int] = {}
        for _, start, end in outline.strokes:
            for point in (start, end):
                key = (round(point[0], 3), round(point[1], 3))
                ends[key] = ends.get(key, 0) + 1
        if any(count % 2 for count in ends.values()) or not ends:
            wrong.append("the outline is open")
        xs, ys = [x for x, _ in ends], [y for _, y in ends]
        if ends and (round(max(xs) - min(xs), 2), round(max(ys) - min(ys), 2)) != size:
            wrong.append(f"the outline is not {size[0]:g} x {size[1]:g} mm")
    for function in ("Copper,L1,Top", "Copper,L2,Bot"):
        copper = next((one for one in gerbers.values() if one.function == function), None)
        if copper and not copper.regions:
            wrong.append(f"{function}: no ground is poured")
    for kind in ("PTH", "NPTH"):
        plan = next((text for name, text in files.items() if name.endswith(f"-{kind}.drl")), None)
        if plan is None:
            wrong.append(f"no {kind} drill file")
        elif any(size < SMALLEST_DRILL_MM for size, _, _ in drills(plan)):
            wrong.append(f"{kind}: a drill below {SMALLEST_DRILL_MM} mm")
    job = next((json.loads(text) for name, text in files.items() if name.endswith(".gbrjob")), None)
    if job is None:
        wrong.append("no job file")
    else:
        specs = job["GeneralSpecs"]
        if (specs["LayerNumber"], specs["BoardThickness"]) != (2, 1.6):
            wrong.append(f"{specs['LayerNumber']} layers, {specs['BoardThickness']} mm")
        if specs["ProjectId"]["Revision"] != (revision or pcb.committed().revision):
            wrong.append("another revision in the job file")
    return wrong


ORDER = release_hardware.ORDER


def gerber_zip() -> bytes:
    return (ORDER / "gerber.zip").read_bytes()


def repacked(change: str, text: str | None) -> bytes:
    """Return the zip with one file changed, or left out for None; `change` is how its name ends."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(gerber_zip())) as packed, zipfile.ZipFile(out, "w") as made:
        for name in packed.namelist():
            if not name.endswith(change):
                made.writestr(name, packed.read(name))
            elif text is not None:
                made.writestr(name, text)
    return out.getvalue()


def member(end: str) -> str:
    with zipfile.ZipFile(io.BytesIO(gerber_zip())) as packed:
        return packed.read(next(name for name in packed.namelist() if name.endswith(end))).decode("utf-8")


def test_a_maker_takes_the_zip() -> None:
    assert zip_faults(gerber_zip()) == []


def test_what_a_maker_would_send_back_is_found() -> None:
    assert zip_faults(repacked("B_Mask.gbs", None)) == ["no Soldermask,Bot"]
    fab = member("B_Mask.gbs").replace("Soldermask,Bot", "AssemblyDrawing,Bot")
    assert zip_faults(repacked("B_Mask.gbs", fab)) == ["no Soldermask,Bot"], "F.Fab in place of the mask"
    edge = member("Edge_Cuts.gm1")
    lost = re.sub(r"^X-?\d+Y-?\d+D01\*$", "", edge, count=1, flags=re.M)
    assert "the outline is open" in zip_faults(repacked("Edge_Cuts.gm1", lost))
    thin = member(".gbrjob").replace('"BoardThickness": 1.6', '"BoardThickness": 0.8')
    assert zip_faults(repacked(".gbrjob", thin)) == ["2 layers, 0.8 mm"]
    assert zip_faults(repacked("-NPTH.drl", None)) == ["no NPTH drill file"]
    assert zip_faults(repacked("-PTH.drl", re.sub(r"^T1C[\d.]+", "T1C0.15", member("-PTH.drl"), count=1, flags=re.M))) == [
        "PTH: a drill below 0.3 mm"
    ]


def test_the_folder_is_whole_small_and_as_old_as_its_sources() -> None:
    assert release_hardware.order_faults() == []
    assert sum(path.stat().st_size for path in ORDER.iterdir()) < LARGEST_BYTES


def test_an_order_folder_that_is_older_than_its_source_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release_hardware, "order_sources", lambda: "other")
    assert any("older than what it is made from" in fault for fault in release_hardware.order_faults())


def bill(text: str) -> dict[str, str]:
    """Return the LCSC number of each part of an assembler's bill."""
    rows = list(csv.DictReader(io.StringIO(text)))
    assert list(rows[0]) == ["Comment", "Designator", "Footprint", "LCSC Part #"]
    found = {}
    for row in rows:
        for reference in row["Designator"].split(","):
            assert reference not in found, reference
            found[reference] = row["LCSC Part #"]
    return found


def places(text: str) -> dict[str, tuple[float, float]]:
    """Return the middle of each part in an assembler's list of places, in mm, Y upwards."""
    rows = csv.DictReader(io.StringIO(text))
    return {row["Designator"]: (float(row["Mid X"].removesuffix("mm")), float(row["Mid Y"].removesuffix("mm"))) for row in rows}


def assembler_faults(numbers: dict[str, str], there: dict[str, tuple[float, float]], board: pcb.Board) -> list[str]:
    """Return what an assembler would ask about: lines without a place, places without a line or beside their part, numbers of no form."""
    wrong = [f"{name} has no place" for name in sorted(numbers.keys() - there.keys())]
    wrong += [f"{name} is in no line of the bill" for name in sorted(there.keys() - numbers.keys())]
    wrong += [f"{name}: {number!r} is no number" for name, number in numbers.items() if not re.fullmatch(r"C\d{4,}", number)]
    for name, place in there.items():
        if name not in board.footprints:
            wrong.append(f"{name} is not on the board")
            continue
        pads = [pad for pad in board.footprints[name].pads if pad.number]
        xs, ys = [pad.x + pcb_rules.ORIGIN[0] for pad in pads], [pad.y + pcb_rules.ORIGIN[1] for pad in pads]
        if (apart := math.dist(place, ((min(xs) + max(xs)) / 2, -(min(ys) + max(ys)) / 2))) > 0.05:
            wrong.append(f"{name} lies {apart:.2f} mm beside its pads")
    return wrong


def test_every_assembled_line_has_its_number_and_every_number_its_part() -> None:
    numbers = bill((ORDER / "bom-jlcpcb.csv").read_text(encoding="utf-8"))
    there = places((ORDER / "places-jlcpcb.csv").read_text(encoding="utf-8"))
    assert assembler_faults(numbers, there, pcb.committed()) == []
    assert list(hardware_review.numbers_of_the_assembler(hardware_review.committed())) == []


@pytest.mark.kicad
def test_places_are_the_middle_of_the_pads(tmp_path: Path) -> None:
    """As KiCad's own module reads the board: pads, and which of them go through."""
    program = (
        "import json, sys, pcbnew; b = pcbnew.LoadBoard(sys.argv[1]); mm, smd = pcbnew.ToMM, pcbnew.PAD_ATTRIB_SMD; "
        "print('PADS ' + json.dumps({f.GetReference(): [[mm(p.GetPosition().x), mm(p.GetPosition().y), p.GetAttribute() == smd] "
        "for p in f.Pads() if p.GetNumber()] for f in b.GetFootprints() if not f.IsExcludedFromPosFiles()}))"
    )
    done = subprocess.run([kicad.python(), "-c", program, str(pcb.FILE)], capture_output=True, encoding="utf-8", check=True)
    pads = json.loads(done.stdout.split("PADS ", 1)[1])
    rows = list(csv.DictReader(io.StringIO((ORDER / "places-jlcpcb.csv").read_text(encoding="utf-8"))))
    assert {row["Designator"] for row in rows} == {name for name, found in pads.items() if found and all(one[2] for one in found)}
    for row in rows:
        xs, ys = [one[0] for one in pads[row["Designator"]]], [one[1] for one in pads[row["Designator"]]]
        there = (min(xs) + max(xs)) / 2, -(min(ys) + max(ys)) / 2
        assert math.dist(there, (float(row["Mid X"][:-2]), float(row["Mid Y"][:-2]))) <= 0.05, row["Designator"]


def test_a_part_is_turned_by_its_number_and_a_part_without_one_is_refused() -> None:
    rows = {row["Designator"]: row for row in csv.DictReader(io.StringIO(release_hardware.jlcpcb_places()))}
    board = pcb.committed()
    for reference, turn in (("D11", 180), ("Q3", 180), ("U4", 180), ("D3", 0), ("Q2", 0)):
        assert float(rows[reference]["Rotation"]) == (board.footprints[reference].turn + turn) % 360, reference
    sources = release_hardware.assembly()
    assert all(row["source"] for row in sources.values())


def test_fiducials_and_tooling_holes_are_three_and_two_and_lie_far_apart() -> None:
    board = pcb.committed()
    marks = [one for one in board.footprints.values() if one.name.startswith("Fiducial")]
    holes = [one for one in board.footprints.values() if one.name.startswith("ToolingHole")]
    assert (len(marks), len(holes)) == (3, 2)
    for ones in (marks, holes):
        assert max(math.dist((a.x, a.y), (b.x, b.y)) for a in ones for b in ones) > 100
    assert all(abs(hole.pads[0].drill - 1.152) < 0.001 for hole in holes)
    for one in marks:
        for footprint in board.footprints.values():
            if footprint is not one:
                assert all(math.dist((one.x, one.y), pad.at) > 1.5 for pad in footprint.pads), "a camera finds it alone"


def test_a_wrong_number_at_the_assembler_is_found() -> None:
    design = copy.deepcopy(hardware_review.committed())
    number = design.kinds["reverse_guard"].lcsc
    design.kinds["reverse_guard"] = replace(design.kinds["reverse_guard"], lcsc=f"C{int(number[1:]) + 1}")
    assert list(hardware_review.numbers_of_the_assembler(design)) == [f"reverse_guard: C{int(number[1:]) + 1} is not in assembly.csv"]
    design.kinds["reverse_guard"] = replace(design.kinds["reverse_guard"], lcsc=circuit.kinds()["guard"].lcsc)
    assert any("AOD4185" in fault for fault in hardware_review.numbers_of_the_assembler(design))
