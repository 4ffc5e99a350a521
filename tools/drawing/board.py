"""The console box as a board of two copper layers: places of the parts, net classes, tracks, ground on both sides, lettering.

The board takes all four panel sockets and the bridge; fit those that you build. It has the size of the perfboard and the holes of the
box's posts. Millimetres from the upper left corner, y downwards, seen from the side of the parts; the USB plug is at the upper edge.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from tools.drawing import budget, circuit, router
from tools.drawing.footprints import FOOTPRINTS, Footprint, Pad
from tools.drawing.router import Copper, Point, Route, Task
from tools.drawing.sexpr import Node, Word, children, written
from tools.drawing.sheet import identity

WIDTH, HEIGHT = 100.0, 80.0
CORNER = 3.0
ORIGIN = (100.0, 60.0)
"""Where the board lies on KiCad's sheet."""

COPPER_MM = 0.035
"""Thickness of the copper, 1 oz a square foot: what every maker delivers if nothing else is ordered."""


@dataclass(frozen=True)
class NetClass:
    """How wide tracks of a class are; `load` is the current in mA they must carry for hours."""

    name: str
    width: float
    load: int


POWER = NetClass("Power", 2.0, max(supply.fuse_ma for supply in budget.SUPPLIES) * 3 // 2)
"""A slow fuse carries one and a half times its value for an hour and more (IEC 60127-2, sheet 3)."""
USB = NetClass("USB", 0.8, 2 * 650)
"""The resettable fuse trips at twice what it holds (Littelfuse, RXEF065)."""
SIGNAL = NetClass("Default", 0.3, 12)
"""The Pico's outputs give 12 mA at most."""

CLASSES = {"+5V": POWER, "BRICK_IN": POWER, "BRICK_5V": POWER, "USB_5V": USB, "USB_FUSED": USB, "VSYS": USB}
"""Class of every net that is not a signal. The ground is poured."""

BRANCH_MM = USB.width
"""Width of +5V and BRICK_5V where only a buffer, its capacitor or the Pico hangs on a branch."""

PLACES: dict[str, tuple[float, float, int]] = {
    "U1": (72.39, 4.445, 0),
    "J6": (17.78, 6.35, 180),
    "JP1": (37.465, 6.35, 180),
    "F1": (17.78, 18.415, 0),
    "F2": (52.07, 6.35, 180),
    "D1": (46.99, 13.97, 0),
    "C1": (59.69, 22.86, 180),
    "U2": (52.07, 27.305, 0),
    "C2": (40.64, 26.67, 180),
    "U3": (33.02, 30.48, 0),
    "RN1": (66.04, 27.305, 270),
    "J5": (6.35, 33.02, 0),
    **{f"J{panel + 1}": (5.08 + 23.495 * panel, 66.04, 0) for panel in range(circuit.PANELS)},
}
"""Pin 1 of every part, and how far it is turned against the clock, in degrees."""

GROUND_ROOM = 0.9
"""Tracks keep so far from a ground pad that the poured ground reaches it from several sides."""

STITCH_MM = 7.62
"""Where there is room, the grounds of both sides are joined about so often."""

HOLES = {"H1": (4.0, 4.0), "H2": (96.0, 4.0), "H3": (4.0, 76.0), "H4": (96.0, 76.0)}
"""Holes for the four posts of the box."""


def needed_mm(milliampere: int, rise: float = 20.0) -> float:
    """Return the width of an outer track that grows `rise` kelvin warmer than the air.

    IPC-2221B, section 6.2: I = 0.048 dT^0.44 A^0.725, with I in A, dT in K and the cross-section A in square mils.
    """
    square_mils: float = (milliampere / 1000 / (0.048 * rise**0.44)) ** (1 / 0.725)
    return square_mils * 0.0254**2 / COPPER_MM


def net_class(net: str) -> NetClass:
    """Return the class of a net of the circuit."""
    return CLASSES.get(net, SIGNAL)


@cache
def parts() -> tuple[circuit.Part, ...]:
    """Return the parts of the board."""
    return tuple(part for part in circuit.box() if part.kind.footprint)


def turned(point: Point, turn: int) -> Point:
    """Return a point turned round the origin against the clock."""
    cos, sin = round(math.cos(math.radians(turn))), round(math.sin(math.radians(turn)))
    return point[0] * cos + point[1] * sin, -point[0] * sin + point[1] * cos


def footprint(part: circuit.Part) -> Footprint:
    """Return what a part covers. Raises KeyError if the list names a footprint that there is none of."""
    return FOOTPRINTS[part.kind.footprint]


def where(reference: str, point: Point) -> Point:
    """Return where a point of a part lies on the board."""
    x, y, turn = PLACES[reference]
    dx, dy = turned(point, turn)
    return round(x + dx, 4), round(y + dy, 4)


def pads() -> list[tuple[circuit.Part, Pad, Point]]:
    """Return every pad with its part and its place on the board."""
    return [(part, pad, where(part.reference, (pad.x, pad.y))) for part in parts() for pad in footprint(part).pads]


def obstacles() -> list[Copper]:
    """Return everything that no track of another net may touch: pads, bare holes, screw heads."""
    found = []
    for part, pad, (x, y) in pads():
        net = part.nets[pad.number] or f"open {part.reference}.{pad.number}"
        half = (pad.height - pad.width) / 2
        dx, dy = turned((0, half), PLACES[part.reference][2])
        radius = min(pad.width, pad.height) / 2 * (math.sqrt(2) if pad.square else 1)
        clearance = GROUND_ROOM if net == "GND" else router.CLEARANCE
        found.append(Copper(net, (x - dx, y - dy), (x + dx, y + dy), radius, clearance=clearance))
    for part in parts():
        for x, y, drill in footprint(part).holes:
            at = where(part.reference, (x, y))
            found.append(Copper("hole", at, at, drill / 2, clearance=0.3))
    found += [Copper("hole", at, at, 3.1, clearance=0.3) for at in HOLES.values()]
    return found


def tasks() -> list[Task]:
    """Return the nets to be routed: wide ones first, then short ones."""
    ends: dict[str, list[tuple[Point, float]]] = {}
    for part, pad, at in pads():
        net = part.nets[pad.number]
        if net is None or net == "GND":
            continue
        width = net_class(net).width
        thin = part.reference[0] in "UCD" and net_class(net) is POWER
        ends.setdefault(net, []).append((at, BRANCH_MM if thin else width))

    def order(net: str) -> tuple[float, float]:
        xs, ys = [end[0][0] for end in ends[net]], [end[0][1] for end in ends[net]]
        return -net_class(net).width, max(xs) - min(xs) + max(ys) - min(ys)

    found = []
    for net in sorted(ends, key=order):
        wide_first = sorted(ends[net], key=lambda end: -end[1])
        found.append(Task(net, tuple(end[0] for end in wide_first), tuple(end[1] for end in wide_first)))
    return found


@cache
def routes() -> dict[str, Route]:
    """Return the tracks of every net. Raises router.Unroutable."""
    return router.Board(WIDTH, HEIGHT, obstacles()).route(tasks())


@cache
def stitches() -> tuple[Point, ...]:
    """Return vias that join the ground of both sides, wherever there is room on a coarse grid."""
    taken = obstacles() + [copper for net, route in routes().items() for copper in route.copper(net)]
    found = []
    for row in range(1, int(HEIGHT / STITCH_MM)):
        for column in range(1, int(WIDTH / STITCH_MM)):
            for dx, dy in (
                (0.0, 0.0),
                (1.27, 0.0),
                (-1.27, 0.0),
                (0.0, 1.27),
                (0.0, -1.27),
                (1.27, 1.27),
                (-1.27, -1.27),
                (2.54, 0),
                (0, 2.54),
            ):
                at = round(column * STITCH_MM + dx, 4), round(row * STITCH_MM + dy, 4)
                room = router.VIA / 2 + 0.5
                if all(router.distance(at, copper.start, copper.end) > copper.radius + room for copper in taken):
                    found.append(at)
                    break
    return tuple(found)


def net_name(part: circuit.Part, number: str) -> str:
    """Return the name that KiCad's netlist gives to the net of a pin."""
    net = part.nets[number]
    if net is not None:
        return net if net in circuit.SUPPLY else f"/{net}"
    unit, pin = part.symbol.pin(number)
    letter = "ABCDEFGH"[unit - 1] if len(part.symbol.units) > 1 else ""
    return f"unconnected-({part.reference}{letter}-{_plain(pin.name)}-Pad{number})"


def _plain(name: str) -> str:
    return name.replace("~{", "").replace("}", "")


def net_names() -> list[str]:
    """Return every net of the board, the ground first."""
    names = {net_name(part, pad.number) for part, pad, _ in pads()}
    return ["", *sorted(names, key=lambda name: (name not in circuit.SUPPLY, name.startswith("unconnected"), name))]


LAYERS = (
    (0, "F.Cu", "signal", ""),
    (2, "B.Cu", "signal", ""),
    (13, "F.Paste", "user", ""),
    (15, "B.Paste", "user", ""),
    (5, "F.SilkS", "user", "F.Silkscreen"),
    (7, "B.SilkS", "user", "B.Silkscreen"),
    (1, "F.Mask", "user", ""),
    (3, "B.Mask", "user", ""),
    (25, "Edge.Cuts", "user", ""),
    (31, "F.CrtYd", "user", "F.Courtyard"),
    (29, "B.CrtYd", "user", "B.Courtyard"),
    (35, "F.Fab", "user", ""),
    (33, "B.Fab", "user", ""),
)
SIDES = ("F.Cu", "B.Cu")


def _at(point: Point) -> tuple[float, float]:
    return round(point[0] + ORIGIN[0], 4), round(point[1] + ORIGIN[1], 4)


def _footprints(numbers: dict[str, int]) -> list[Node]:
    found: list[Node] = []
    for part in parts():
        x, y, turn = PLACES[part.reference]
        nets: dict[str, Node] = {}
        for pad in footprint(part).pads:
            name = net_name(part, pad.number)
            nets[pad.number] = [Word("net"), numbers[name], name]
        mark = identity("tapete", part.symbol.name, part.reference, 1)
        place: list[Node] = [[Word("at"), *_at((x, y)), *([turn] if turn else [])]]
        node = footprint(part).node(part.reference, part.kind.value, place, nets, turn)
        attr = next(index for index, child in enumerate(node) if isinstance(child, list) and child[0] == "attr")
        node[attr:attr] = [[Word("path"), f"/{mark}"], [Word("sheetname"), "/"], [Word("sheetfile"), "tapete.kicad_sch"]]
        found.append(node)
    for name, point in HOLES.items():
        node = FOOTPRINTS["Hole_M3"].node(name, "M3", [[Word("at"), *_at(point)]], {})
        found.append(
            [_hidden(child) if isinstance(child, list) and child[:2] == ["property", "Reference"] else _board_only(child) for child in node]
        )
    return found


def _hidden(node: list[Node]) -> list[Node]:
    return [*node[:5], [Word("hide"), Word("yes")], *node[5:]]


def _board_only(node: Node) -> Node:
    return [Word("attr"), Word("board_only"), *node[1:]] if isinstance(node, list) and node[0] == "attr" else node


def _outline() -> list[Node]:
    """The edge, with round corners."""
    line: Node = [Word("stroke"), [Word("width"), 0.05], [Word("type"), Word("solid")]]
    left, top, right, low, r = 0.0, 0.0, WIDTH, HEIGHT, CORNER
    found: list[Node] = []
    sides = [((left + r, top), (right - r, top)), ((right, top + r), (right, low - r)), ((right - r, low), (left + r, low))]
    sides.append(((left, low - r), (left, top + r)))
    for place, (start, end) in enumerate(sides):
        shape: Node = [Word("layer"), "Edge.Cuts"]
        ends: list[Node] = [[Word("start"), *_at(start)], [Word("end"), *_at(end)]]
        found.append([Word("gr_line"), *ends, line, shape, [Word("uuid"), identity("edge", place)]])
    k = r * (1 - math.sqrt(0.5))
    arcs = [((left, top + r), (left + k, top + k), (left + r, top)), ((right - r, top), (right - k, top + k), (right, top + r))]
    arcs += [((right, low - r), (right - k, low - k), (right - r, low)), ((left + r, low), (left + k, low - k), (left, low - r))]
    for place, (start, middle, end) in enumerate(arcs):
        ends = [[Word("start"), *_at(start)], [Word("mid"), *_at(middle)], [Word("end"), *_at(end)]]
        found.append([Word("gr_arc"), *ends, line, [Word("layer"), "Edge.Cuts"], [Word("uuid"), identity("corner", place)]])
    return found


@dataclass(frozen=True)
class Lettering:
    """Words on the board; `size` in mm, `turn` in degrees."""

    words: str
    x: float
    y: float
    size: float = 1.0
    turn: int = 0
    back: bool = False


def lettering() -> list[Lettering]:
    """Return what is printed on the board beside the references."""
    found = [
        Lettering("Tapete console", 20.0, 46.0, 1.8),
        Lettering("revision 1", 20.0, 49.0),
        Lettering("one link in JP1, never two", 32.46, 12.9, 0.9),
        Lettering("Pico: USB this way", 81.28, 1.2, 0.9),
        Lettering("brick: fit J6, F1, D1", 20.0, 52.0, 0.9),
        Lettering("USB only: fit F2, not J6, F1, D1", 20.0, 54.0, 0.9),
        Lettering("CERN-OHL-P-2.0 · two layers · 1 oz copper", 50.0, 76.0, 1.2, back=True),
        Lettering("bridge", 8.85, 39.4, 1.2),
        Lettering("+", 17.78, 12.1, 1.5),
        Lettering("-", 12.78, 12.1, 1.5),
    ]
    found += [Lettering(words, 37.465 - 5 * place, 11.4, 0.8) for place, words in enumerate(("USB", "RAIL", "BRICK"))]
    found += [Lettering(words, 6.35 + 2.5 * place, 37.5, 0.8) for place, words in enumerate(("+5V", "D", "GND"))]
    short = ("+5V", "GND", "DATA", "GND", "MINUS", "PLUS", "LOCK", "ROLL")
    for panel in range(circuit.PANELS):
        x = PLACES[f"J{panel + 1}"][0]
        found.append(Lettering(f"panel {panel}", x + 8.75, 75.6, 1.2))
        found += [Lettering(words, x + 2.5 * place, 71.9, 0.8, 90) for place, words in enumerate(short)]
    return found


def _letters() -> list[Node]:
    found: list[Node] = []
    for place, one in enumerate(lettering()):
        side = "B.SilkS" if one.back else "F.SilkS"
        font: Node = [Word("font"), [Word("size"), one.size, one.size], [Word("thickness"), round(0.15 * one.size, 3)]]
        look: list[Node] = [Word("effects"), font, *([[Word("justify"), Word("mirror")]] if one.back else [])]
        at: Node = [Word("at"), *_at((one.x, one.y)), one.turn]
        found.append([Word("gr_text"), one.words, at, [Word("layer"), side], [Word("uuid"), identity("letters", place)], look])
    return found


def _tracks(numbers: dict[str, int]) -> list[Node]:
    found: list[Node] = []
    laid = {**routes(), "GND": Route(vias=list(stitches()))}
    for net, route in laid.items():
        number = numbers[net if net in circuit.SUPPLY else f"/{net}"]
        for place, (layer, start, end, width) in enumerate(route.tracks):
            ends: list[Node] = [
                [Word("start"), *_at(start)],
                [Word("end"), *_at(end)],
                [Word("width"), width],
                [Word("layer"), SIDES[layer]],
            ]
            found.append([Word("segment"), *ends, [Word("net"), number], [Word("uuid"), identity("track", net, place)]])
        for place, via in enumerate(route.vias):
            size: list[Node] = [[Word("at"), *_at(via)], [Word("size"), router.VIA], [Word("drill"), router.VIA_DRILL]]
            layers: Node = [Word("layers"), *SIDES]
            found.append([Word("via"), *size, layers, [Word("net"), number], [Word("uuid"), identity("via", net, place)]])
    return found


def _zones(numbers: dict[str, int], fills: dict[str, list[Node]]) -> list[Node]:
    """The ground on both sides; `fills` are the areas KiCad computed for them."""
    found: list[Node] = []
    inset = router.EDGE
    corners = [(inset, inset), (WIDTH - inset, inset), (WIDTH - inset, HEIGHT - inset), (inset, HEIGHT - inset)]
    for side in SIDES:
        outline: Node = [Word("polygon"), [Word("pts"), *([Word("xy"), *_at(corner)] for corner in corners)]]
        node: list[Node] = [Word("zone"), [Word("net"), numbers["GND"]], [Word("net_name"), "GND"], [Word("layer"), side]]
        node += [[Word("uuid"), identity("zone", side)], [Word("name"), f"GND {side}"], [Word("hatch"), Word("edge"), 0.5]]
        node += [[Word("connect_pads"), [Word("clearance"), 0.25]], [Word("min_thickness"), 0.25]]
        node.append([Word("filled_areas_thickness"), Word("no")])
        spokes: list[Node] = [[Word("thermal_gap"), 0.4], [Word("thermal_bridge_width"), 0.8]]
        node.append([Word("fill"), *([Word("yes")] if fills.get(side) else []), *spokes])
        found.append([*node, outline, *fills.get(side, [])])
    return found


def text(fills: dict[str, list[Node]], revision: str = "1") -> str:
    """Return the board as KiCad reads it, with the areas of the ground by side (none: not filled yet)."""
    names = net_names()
    numbers = {name: place for place, name in enumerate(names)}
    layers: list[Node] = [[Word(str(number)), name, Word(kind), *([shown] if shown else [])] for number, name, kind, shown in LAYERS]
    block: Node = [Word("title_block"), [Word("title"), "Tapete console"], [Word("rev"), revision], [Word("company"), "Tapete"]]
    nets: list[Node] = [[Word("net"), number, name] for name, number in numbers.items()]
    out: list[Node] = [
        Word("kicad_pcb"),
        [Word("version"), Word("20241229")],
        [Word("generator"), "tapete"],
        [Word("generator_version"), "1.0"],
        [Word("general"), [Word("thickness"), 1.6], [Word("legacy_teardrops"), Word("no")]],
        [Word("paper"), "A4"],
        block,
        [Word("layers"), *layers],
        [Word("setup"), [Word("pad_to_mask_clearance"), 0], [Word("tenting"), Word("front"), Word("back")]],
        *nets,
        *_footprints(numbers),
        *_outline(),
        *_letters(),
        *_tracks(numbers),
        *_zones(numbers, fills),
        [Word("embedded_fonts"), Word("no")],
    ]
    return written(out) + "\n"


def fills_of(board: Sequence[Node]) -> dict[str, list[Node]]:
    """Return the filled areas of the ground in a board that has been read, by side."""
    found: dict[str, list[Node]] = {}
    for zone in children(board, "zone"):
        sides = [str(child[1]) for child in children(zone, "layer")]
        found.setdefault(sides[0], []).extend(children(zone, "filled_polygon"))
    return found


def library(name: str) -> str:
    """Return a footprint as a file of the library."""
    return written(FOOTPRINTS[name].node("REF**", name)) + "\n"
