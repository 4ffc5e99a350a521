"""The guide's steps, walked in order against the solids: what must be reached can be reached, nothing clashes, wires are long enough,
and parts, tools and wires of the steps are those of the lists. The printed parts are read from their STL files, as a printer gets them."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.made_once import made_once
from tools import generate_wiring, print_parts
from tools.drawing import assembly, circuit, guide_steps, lengths, pcb
from tools.drawing.assembly import Box, Point
from tools.drawing.guide_steps import Block, Step

ROOT = Path(__file__).parents[2]
PRINTED = frozenset(f"{file}-{part}" for file, parts in print_parts.PARTS.items() for part in parts if file != "tray")


@pytest.fixture(name="stl", scope="module")
def stl_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every part that is mounted, as STL."""

    def print_all(folder: Path) -> None:
        for part in ("tray", "lid", "deck", "grid", "funnel", "mask", "hood", "board_tray"):
            print_parts.make("panel", part, folder)
        for part in ("tray", "lid"):
            print_parts.make("box", part, folder)

    return made_once(tmp_path_factory, "mounted", print_all)


def solid(stl: Path, part: str) -> Any:
    """Return the triangles of a part where it is mounted."""
    import numpy
    import trimesh

    if part in PRINTED:
        factor, added = assembly.moved(part)
        return trimesh.load_mesh(stl / f"{part}.stl").triangles * numpy.array(factor) + numpy.array(added)
    meshes = []
    for box in assembly.bought(part):
        mesh = trimesh.creation.box(bounds=[box.low, box.high])
        meshes.append(mesh.triangles)
    return numpy.concatenate(meshes)


def first_hit(origin: Point, way: Point, triangles: Any) -> float:
    """Return how far a ray goes until it meets a triangle; infinite if it meets none (Moeller and Trumbore, 1997)."""
    import numpy

    start, line = numpy.array(origin), numpy.array(way)
    one, other = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    cross = numpy.cross(line, other)
    volume = numpy.einsum("ij,ij->i", one, cross)
    offset = start - triangles[:, 0]
    turned = numpy.cross(offset, one)
    volume[volume == 0] = math.inf  # beside the ray
    u = numpy.einsum("ij,ij->i", offset, cross) / volume
    v = turned @ line / volume
    far = numpy.einsum("ij,ij->i", other, turned) / volume
    met = far[(u >= 0) & (v >= 0) & (u + v <= 1) & (far > 1e-6)]
    return float(met.min()) if len(met) else math.inf


def tool_rays(reach: assembly.Reach, way: Point) -> Iterable[Point]:
    """Return where the rays of a tool start: its middle, and rings at half and at its whole radius."""
    across = (1.0, 0.0, 0.0) if abs(way[0]) < 0.5 else (0.0, 1.0, 0.0)
    up = (way[1] * across[2] - way[2] * across[1], way[2] * across[0] - way[0] * across[2], way[0] * across[1] - way[1] * across[0])
    for point in reach.points:
        yield point
        for radius, count in ((reach.radius / 2, 6), (reach.radius, 12)):
            for place in range(count):
                angle = 2 * math.pi * place / count
                a, b = radius * math.cos(angle), radius * math.sin(angle)
                yield (point[0] + a * across[0] + b * up[0], point[1] + a * across[1] + b * up[1], point[2] + a * across[2] + b * up[2])


def near(box: Box, triangles: Any) -> Any:
    """Return the triangles whose own box meets a box."""
    import numpy

    low, high = triangles.min(axis=1), triangles.max(axis=1)
    return triangles[((low <= numpy.array(box.high)) & (high >= numpy.array(box.low))).all(axis=1)]


def clash(box: Box, triangles: Any) -> bool:
    """Return whether a box and a solid are in the same place: lines of a grid through the box, 0.1 mm inside it, meet a triangle."""
    found = near(box, triangles)
    if not len(found):
        return False
    low, high = [one + 0.1 for one in box.low], [one - 0.1 for one in box.high]
    for axis in range(3):
        others = [place for place in range(3) if place != axis]
        counts = [max(2, math.ceil((high[place] - low[place]) / 3) + 1) for place in others]
        for i in range(counts[0]):
            for j in range(counts[1]):
                start = list(low)
                for place, step, count in zip(others, (i, j), counts, strict=True):
                    start[place] = low[place] + (high[place] - low[place]) * step / (count - 1)
                way = [0.0, 0.0, 0.0]
                way[axis] = 1.0
                if first_hit((start[0], start[1], start[2]), (way[0], way[1], way[2]), found) <= high[axis] - low[axis]:
                    return True
    return False


def walk(stl: Path, guide: Sequence[Step]) -> list[str]:
    """Return what is impossible in the steps, in their order: one sentence a fault."""
    wrong: list[str] = []
    mounted: list[str] = []
    solids: dict[str, Any] = {}
    targets = assembly.reaches() | assembly.panel_reaches()
    for number, step in enumerate(guide, 1):
        for block in step.actions:
            for part in block.mounts:
                if part in mounted:
                    wrong.append(f"step {number}: {part} is mounted a second time")
                    continue
                # What is bought is pushed in beside what is there already, what is printed is put over it.
                solids[part] = solid(stl, part)
                for other in mounted:
                    if assembly.frame(other) != assembly.frame(part) or other == part.removeprefix("plug of "):
                        continue
                    bought = part if part not in PRINTED else other
                    printed = other if bought == part else part
                    if bought not in PRINTED and any(clash(box, solids[printed]) for box in assembly.bought(bought)):
                        wrong.append(f"step {number}: {part} and {other} are in the same place")
                mounted.append(part)
            for what, name in block.reach:
                target, way = targets[what], assembly.WAYS[name]
                own = {what, what.removeprefix("terminal ")} | set(block.mounts if what.startswith("plug") else ())
                around = [part for part in mounted if assembly.frame(part) == target.frame and part not in own]
                wrong += [
                    f"step {number}: {what} cannot be reached from {name}: {part} is in the way"
                    for part in around
                    if any(first_hit(start, way, solids[part]) < target.length for start in tool_rays(target, way))
                ]
    return wrong


@pytest.mark.long
@pytest.mark.openscad
def test_every_step_is_possible_in_its_order(stl: Path) -> None:
    assert walk(stl, guide_steps.steps()) == []
    mounted = {part for step in guide_steps.steps() for block in step.actions for part in block.mounts}
    assert mounted & PRINTED == {path.stem for path in stl.glob("*.stl")} - {"panel-board_tray"}, (
        "every printed part but the bridge's and the plungers is put in its place"
    )
    reached = {what for step in guide_steps.steps() for block in step.actions for what, _ in block.reach}
    assert reached == set(assembly.reaches()), "whatever must be reached is reached in a step"


@pytest.mark.long
@pytest.mark.openscad
def test_every_step_of_a_panel_as_one_board_is_possible_in_its_order(stl: Path) -> None:
    guide = guide_steps.steps(guide_steps.PANEL_STEPS)
    assert walk(stl, guide) == []
    mounted = {part for step in guide for block in step.actions for part in block.mounts}
    assert {path.stem for path in stl.glob("panel-*.stl")} - mounted == {"panel-tray", "panel-deck"}
    reached = {what for step in guide for block in step.actions for what, _ in block.reach}
    assert assembly.panel_reaches().keys() <= reached
    # The cable plugged in, and the tie drawn, when the board is down already.
    (step,) = guide
    order = {block.mounts[0]: block for block in step.blocks if block.mounts}
    board, plug, tray = order["panel-pcb"], order["plug of J1"], order["panel-board_tray"]
    late = [tray, board, plug]
    found = walk(stl, [replace(step, blocks=(*late, replace(tray, mounts=())))])
    assert any("plug of J1 cannot be reached from below: panel-board_tray is in the way" in fault for fault in found)
    assert any("tie of the panel cannot be reached from above: panel-pcb is in the way" in fault for fault in found)
    # A board whose socket lies where the tray has a post.
    early = walk(stl, [replace(step, blocks=(board, replace(board, mounts=("panel-lid",), reach=()), replace(board, mounts=())))])
    assert any("screws of the deck cannot be reached from above: panel-lid is in the way" in fault for fault in early)


def test_parts_and_tools_of_a_panel_as_one_board_are_those_of_the_lists() -> None:
    blocks = [block for step in guide_steps.steps(guide_steps.PANEL_STEPS) for block in step.actions]
    parts = {part for block in blocks for part in block.parts}
    by_hand = {kind.part for kind in circuit.kinds(circuit.PANEL_PARTS).values() if not kind.lcsc and not kind.optional}
    assert by_hand <= parts
    assert parts - by_hand <= circuit.kinds().keys()
    assert {tool for block in blocks for tool in block.tools} <= guide_steps.tools().keys()


def rebuilt(change: Callable[[str, Block], Block | None], extra: tuple[str, int, Block] | None = None) -> list[Step]:
    """Return the steps with blocks changed or, for None, taken out; `extra` puts a block into a step at a place."""
    found = []
    for step in guide_steps.steps():
        blocks = [new for block in step.blocks if (new := change(step.key, block)) is not None]
        if extra and extra[0] == step.key:
            blocks.insert(extra[1], extra[2])
        found.append(replace(step, blocks=tuple(blocks)))
    return found


DECK = Block("do", ("", ""), mounts=("panel-tray", "panel-deck"))


@pytest.mark.openscad
def test_orders_that_cannot_be_followed_are_found(stl: Path) -> None:
    def without(part: str) -> Callable[[str, Block], Block]:
        return lambda _, block: replace(block, mounts=tuple(one for one in block.mounts if one != part))

    # As revision 2's guide had it: the deck over J101 before its cable is plugged in and tied.
    first = rebuilt(
        lambda key, block: replace(block, mounts=tuple(one for one in block.mounts if one not in DECK.mounts)), ("socket", 0, DECK)
    )
    found = walk(stl, first)
    assert "step 3: plug of J101 cannot be reached from above: panel-deck is in the way" in found
    assert "step 3: tie of the panel cannot be reached from above: panel-deck is in the way" in found
    assert "step 3: screws of J101 cannot be reached from above: panel-deck is in the way" in found
    # J101 screwed down before its underside is soldered.
    early = Block("do", ("", ""), mounts=("panel-tray", "J101"))
    down = rebuilt(
        lambda key, block: replace(block, mounts=tuple(one for one in block.mounts if one not in early.mounts)), ("socket", 0, early)
    )
    assert "step 3: solder J101 cannot be reached from below: panel-tray is in the way" in walk(stl, down)
    # SW1 put into its hole in step 4 and again in step 10.
    twice = rebuilt(lambda key, block: block, ("supply", 0, Block("do", ("", ""), mounts=("SW1",))))
    assert "step 10: SW1 is mounted a second time" in walk(stl, twice)
    # The lid of the box before the board is screwed down.
    lid = rebuilt(without("box-lid"), ("supply", 0, Block("do", ("", ""), mounts=("box-lid",))))
    assert "step 10: screws of the board cannot be reached from above: box-lid is in the way" in walk(stl, lid)


@pytest.mark.openscad
def test_solids_in_the_same_place_are_found(stl: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # SW1 upright, its lever up and down: it meets J8, as its hole in revision 2 allowed.
    along, across, depth, lugs = assembly.SWITCH
    monkeypatch.setattr(assembly, "SWITCH", (across, along, depth, lugs))
    assert any("SW1 and box-board are in the same place" in fault for fault in walk(stl, guide_steps.steps()))
    monkeypatch.undo()
    # A plug of another series, 8 mm higher, under the deck.
    monkeypatch.setattr(assembly, "PLUG", (22.4, 5.75, 17.8))
    assert "step 3: panel-deck and plug of J101 are in the same place" in walk(stl, guide_steps.steps())
    monkeypatch.undo()
    # A button of 30 mm in a hole for 24 mm.
    monkeypatch.setattr(assembly, "BUTTON", (36.0, 20.0, 8.0))
    assert any("panel-lid and buttons" in fault for fault in walk(stl, guide_steps.steps()))


def openings(triangles: Any, step: float = 0.5) -> list[tuple[float, float, float, float]]:
    """Return the holes that go upright through a plate: middle X and Y, width and depth, by a raster of its shadow."""
    import numpy

    flat = triangles[:, :, :2]
    low = flat.reshape(-1, 2).min(axis=0)
    size = numpy.ceil((flat.reshape(-1, 2).max(axis=0) - low) / step).astype(int) + 1
    shade = numpy.zeros(size, dtype=bool)
    for corners in flat:
        a, b, c = corners
        area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        if abs(area) < 1e-9:
            continue
        first, last = ((corners.min(axis=0) - low) / step).astype(int), ((corners.max(axis=0) - low) / step).astype(int) + 1
        xs = low[0] + (numpy.arange(first[0], min(last[0] + 1, size[0])) + 0.5) * step
        ys = low[1] + (numpy.arange(first[1], min(last[1] + 1, size[1])) + 0.5) * step
        x, y = numpy.meshgrid(xs, ys, indexing="ij")
        u = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area
        v = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area
        inside = (u >= 0) & (v >= 0) & (u + v <= 1)
        shade[first[0] : first[0] + len(xs), first[1] : first[1] + len(ys)] |= inside
    found, left = [], {(int(x), int(y)) for x, y in zip(*numpy.nonzero(~shade), strict=True)}
    while left:
        front = [left.pop()]
        hole = list(front)
        while front:
            x, y = front.pop()
            beside = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
            left -= beside
            front += beside
            hole += beside
        (x0, y0), (x1, y1) = (tuple(limit(axis) for axis in zip(*hole, strict=True)) for limit in (min, max))
        if x0 > 0 and y0 > 0 and x1 < size[0] - 1 and y1 < size[1] - 1:
            wide, deep = (x1 - x0 + 1) * step, (y1 - y0 + 1) * step
            found.append((float(low[0]) + x0 * step + wide / 2, float(low[1]) + y0 * step + deep / 2, wide, deep))
    return found


@pytest.mark.openscad
def test_every_wire_of_the_cutting_list_reaches(stl: Path) -> None:
    """Ways are measured at the holes of the printed parts and at the board's pads, not at the numbers the list was made of."""
    length = {cut.key: cut.length for cut in lengths.cuts()}
    deck, lid = openings(solid(stl, "panel-deck")), openings(solid(stl, "panel-lid"))
    # Holes of 3 x 8 mm for wires, two for each of eight rows; by the row's Y.
    slots: dict[int, list[float]] = {}
    for x, y, wide, deep in deck:
        if wide < 4.5 and 6 < deep < 10:
            slots.setdefault(round(y), []).append(x)
    assert len(slots) == 8
    assert all(len(xs) == 2 for xs in slots.values())
    lying = sorted(slots)
    units, tens, counter, die = lying[0], lying[1], lying[2:7], lying[7]
    chain = [*counter, die, tens, units]
    for one, other in itertools.pairwise(chain):
        way = math.dist((max(slots[one]), one), (min(slots[other]), other))
        assert length["row_data_far" if one == die else "row_data"] >= way * 1.15, (one, other)
    for one, other in itertools.pairwise(lying):
        assert length["row_power"] >= (other - one) * 1.15
    for row in (counter[0], counter[-1], units):
        assert length["row_ends"] >= (max(slots[row]) - min(slots[row])) * 1.15
    # Buttons: holes of 24 mm; J101 between the two posts of the tray; lid and deck stand on their edges.
    holes = sorted(x for x, y, wide, deep in lid if wide > 20)
    assert len(holes) == 4
    tray = solid(stl, "panel-tray")
    top = float(tray[:, :, 2].max())
    reach = list(assembly.reaches()["screws of J101"].points)
    middle = sum(point[0] for point in reach) / 2, reach[0][1]
    for x in holes:
        upright = (x, 0.0, top + next(y for hx, y, wide, _ in lid if hx == x))
        assert length["button"] >= math.dist(upright, (*middle, 11.0)) * 1.05
    assert length["button_ground"] >= max(b - a for a, b in itertools.pairwise(holes)) * 1.15
    rear = float(solid(stl, "panel-deck")[:, :, 1].max())
    standing = (min(slots[counter[0]]), rear, 31 + rear - counter[0])
    assert length["first_row"] >= math.dist(standing, (*middle, 11.0)) * 1.15
    # SW1 hangs behind the board's edge; its lugs reach J8.
    terminal = pcb.committed().footprints["J8"].pads
    assert length["switch"] >= max(pad.y for pad in terminal) + 30


def test_lengths_of_revision_2_are_refused() -> None:
    """Nine of 21 strip wires were listed at 60 mm; the least way of each is longer."""
    y, (left, right) = lengths.rows(), lengths.ends()
    data = [math.hypot(right - left, a - b) for a, b in itertools.pairwise(y)]
    assert sum(way > 60 for way in data) == 7
    assert all(lengths.cut_mm(way) > 60 for way in data)


def test_pieces_of_the_cutting_list_are_the_wires_of_the_circuit() -> None:
    pieces = {cut.key: cut.pieces for cut in lengths.cuts()}
    rows = len(lengths.rows())
    assert pieces["row_data"] + pieces["row_data_far"] == rows - 1
    assert pieces["row_power"] == 2 * (rows - 1)
    assert pieces["cable_power"] + pieces["cable_signals"] == len(circuit.CABLE)
    assert pieces["first_row"] + pieces["button"] == len(circuit.CABLE), "each pin of J101 but one GND has its wire inside"
    assert pieces["switch"] == len({net for part in circuit.box() if part.reference == "SW1" for net in part.nets.values()})
    for cut in lengths.cuts():
        kind = circuit.kinds()[cut.part]
        assert kind.value.startswith(f"{cut.awg} AWG"), cut.key


def test_wire_of_the_parts_list_is_enough() -> None:
    for part in ("wire_20", "wire_24", "wire_26"):
        kind = circuit.kinds()[part]
        bought = float(re.search(r"(\d+) m$", kind.value)[1])  # type: ignore[index]
        for each, count in (("console", kind.console), ("panel", kind.panel)):
            assert lengths.metres(part, each) <= bought * count, part
        assert lengths.metres(part, "bridge") <= bought * kind.panel - lengths.metres(part, "panel") or not lengths.metres(part, "bridge")


BOARD_GROUPS = {f"board:{name}" for name in generate_wiring.STEPS}


def used(guide: Sequence[Step]) -> list[str]:
    """Return every part that the steps take, in their order; wires by their line of the parts list."""
    wires = {cut.key: cut.part for cut in lengths.cuts()}
    found: list[str] = []
    for step in guide:
        for block in step.actions:
            for part in block.parts:
                if part in BOARD_GROUPS:
                    kinds = {one.reference: one.kind.part for one in circuit.box()}
                    found += sorted({kinds[reference] for reference in generate_wiring.STEPS[part.removeprefix("board:")]})
                else:
                    found.append(part)
            found += [f"wire {wires[cut]}" for cut in block.cuts]
    return found


def list_faults(
    guide: Sequence[Step], kinds: Mapping[str, circuit.Kind] | None = None, tools_listed: Mapping[str, guide_steps.Tool] | None = None
) -> list[str]:
    """Return where the steps and the lists of parts, tools and wires differ; hardware/ has the lists if none are given."""
    kinds, known = kinds or circuit.kinds(), tools_listed or guide_steps.tools()
    taken = used(guide)
    listed = {kind.part for kind in kinds.values() if kind.number(4, bridge=True)} - {"test_point"}
    plain = [part for part in taken if not part.startswith("wire ")]
    wires = {part.removeprefix("wire ") for part in taken if part.startswith("wire ")}
    wrong = [f"{part} is in no list" for part in plain if part not in kinds]
    # The Pico's part stands in the drawing of the board's step for its sockets, and comes in with the firmware.
    once = [part for part in plain if part != "pico"]
    wrong += [f"{part} comes in twice" for part in sorted({one for one in once if once.count(one) > 1})]
    wrong += [f"{part} comes in nowhere" for part in sorted(listed - set(plain) - wires)]
    cuts = [cut for step in guide for block in step.actions for cut in block.cuts]
    wrong += [f"wire {cut.key} is joined {cuts.count(cut.key)} times" for cut in lengths.cuts() if cuts.count(cut.key) != 1]
    tools = {tool for step in guide for block in step.blocks for tool in block.tools}
    wrong += [f"tool {tool} is in no list" for tool in sorted(tools - known.keys())]
    wrong += [f"tool {tool} is used nowhere" for tool in sorted(known.keys() - tools)]
    return wrong


def test_parts_tools_and_wires_of_the_steps_are_those_of_the_lists() -> None:
    assert list_faults(guide_steps.steps()) == []


def test_what_is_in_no_list_or_in_no_step_is_found() -> None:
    spoilt = rebuilt(lambda key, block: replace(block, parts=tuple(one for one in block.parts if one != "socket_board")))
    assert list_faults(spoilt) == ["socket_board comes in nowhere"]
    spoilt = rebuilt(lambda key, block: replace(block, tools=(*block.tools, "hammer") if block.tools else ()))
    assert list_faults(spoilt) == ["tool hammer is in no list"]
    spoilt = rebuilt(lambda key, block: replace(block, tools=tuple(one for one in block.tools if one != "drill")))
    assert list_faults(spoilt) == ["tool drill is used nowhere"]
    spoilt = rebuilt(lambda key, block: replace(block, cuts=tuple(one for one in block.cuts if one != "row_ends")))
    assert list_faults(spoilt) == ["wire row_ends is joined 0 times"]


NOUNS = {
    "drill": ("drill", "taladra"),
    "iron": ("solder", "suelda"),
    "glue": ("glue", "peg"),
    "shrink": ("heat-shrink", "termorretráctil"),
    "driver": ("screw", "atornill"),
    "crimper": ("crimp", "engast"),
    "spanner": ("nut outside", "tuerca por fuera"),
    "meter": ("measure at", "mide en"),
    "printer": ("print them", "imprímelas"),
}
"""Words of an action that mean a tool."""


@pytest.mark.parametrize("lang", [0, 1])
def test_a_tool_that_an_action_speaks_of_is_among_its_tools(lang: int) -> None:
    for step in (*guide_steps.steps(), *guide_steps.steps(guide_steps.PANEL_STEPS)):
        for block in step.blocks:
            if block.kind != "do":
                continue
            words = re.sub(r"(no solder|sin soldar)[^:.]*", "", block.words[lang].lower())
            for tool, said in NOUNS.items():
                if re.search(rf"\b{re.escape(said[lang])}", words):
                    others = {"driver": {"small_driver"}}.get(tool, set())
                    assert {tool, *others} & set(block.tools), f"{step.key}: {said[lang]!r} without {tool}"


@pytest.mark.parametrize("build", ["usb", "brick"])
def test_every_build_has_something_to_check_after_every_step(build: str) -> None:
    for step in guide_steps.steps():
        checks = [block for block in step.actions if block.kind == "see" and block.build in ("", build)]
        assert len(checks) == 1, step.key
    supply = next(step for step in guide_steps.steps() if step.key == "supply")
    check = next(block for block in supply.actions if block.kind == "see")
    assert "SW1 at USB" in check.words[0], "a builder without a brick has it to check"
    assert "brick on" not in check.words[0]


def test_the_near_private_row_is_the_units_everywhere() -> None:
    rows = lengths.rows()
    assert rows[6] > rows[7], "the chain goes to the tens first; they lie behind the units"
    strips = next(step for step in guide_steps.steps() if step.key == "strips")
    words = [block.words for block in strips.actions]
    assert any("The nearest row is the units" in english for english, _ in words)
    assert any("La fila más cercana son las unidades" in spanish for _, spanish in words)
    source = (ROOT / "hardware" / "enclosure" / "dimensions.scad").read_text(encoding="utf-8")
    assert re.search(r"private_y = \d+; +// the near private row \(units\)", source)


def test_the_small_build_feeds_its_strip_where_the_arrows_begin() -> None:
    for language in ("en", "es"):
        svg = (ROOT / "docs" / "build" / "pictures" / f"small-{language}.svg").read_text(encoding="utf-8")
        ends = {net: float(x) for x, net in re.findall(r'd="M([\d.]+) \d+V[\d.]+"><title>strip (\+5V|GND)</title>', svg)}
        din = 960.0
        assert set(ends) == {"+5V", "GND"}
        assert all(din - x <= 60 for x in ends.values()), "three wires at one end"


def test_figures_have_no_word_of_the_other_language() -> None:
    pictures = ROOT / "docs" / "build" / "pictures"
    for english in pictures.glob("*-en.svg"):
        spanish = pictures / english.name.replace("-en.svg", "-es.svg")
        shown = [
            set(re.findall(r">([^<>]*[a-z]{3}[^<>]*)<", path.read_text(encoding="utf-8").split("</style>")[1]))
            for path in (english, spanish)
        ]
        same = {words for words in shown[0] & shown[1] if not re.search(r" pin |SW10|J101|^Pico$|WS2812B|^strip (\+5V|GND)$", words)}
        assert same <= {"cable"}, f"{english.name}: {same}"
