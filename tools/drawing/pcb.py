"""Reads a KiCad board: hardware/tapete.kicad_pcb is a source, drawn in KiCad like any other board, and proved against everything else.

Millimetres from the upper left corner of the board, y downwards, seen from the side of the parts; the USB plug is at the upper edge.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tools.drawing.circuit import ROOT
from tools.drawing.pcb_rules import ORIGIN
from tools.drawing.sexpr import Node, children, parsed

FILE = ROOT / "hardware" / "tapete.kicad_pcb"
LIBRARY = ROOT / "hardware" / "footprints" / "tapete.pretty"

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
SHAPES = ("fp_line", "fp_rect", "fp_circle", "fp_arc", "fp_poly")


@dataclass(frozen=True)
class Pad:
    """A pad: part and number, net ("" for none), middle, size and drill (0: on the surface); `number` is "" for a bare hole."""

    reference: str
    number: str
    net: str
    x: float
    y: float
    width: float
    height: float
    drill: float
    shape: str

    @property
    def at(self) -> Point:
        """Its middle."""
        return self.x, self.y


@dataclass(frozen=True)
class Track:
    """A straight track: net, layer, both ends, width."""

    net: str
    layer: str
    start: Point
    end: Point
    width: float


@dataclass(frozen=True)
class Words:
    """Words printed on the board: middle, size, turn in degrees, layer; `of` is the part that they belong to, "" for none."""

    words: str
    x: float
    y: float
    size: float
    turn: float
    layer: str
    of: str = ""


@dataclass(frozen=True)
class Stroke:
    """A line, outline or area of a footprint: layer, kind and its points (corners, or the ends)."""

    layer: str
    kind: str
    points: tuple[Point, ...]
    width: float


@dataclass
class Footprint:
    """A footprint: part, name in the library, place of its origin, turn against the clock in degrees, pads, strokes and free texts."""

    reference: str
    name: str
    x: float
    y: float
    turn: float
    pads: list[Pad] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    texts: list[Words] = field(default_factory=list)

    def box(self, layer: str) -> Box:
        """Return what its strokes on a layer cover. Raises ValueError if there are none."""
        return _box(point for stroke in self.strokes if stroke.layer == layer for point in stroke.points)

    def own(self, point: Point) -> Point:
        """Return a point of the board in the footprint's own frame."""
        x, y = turned((point[0] - self.x, point[1] - self.y), -self.turn)
        return round(x, 4), round(y, 4)


@dataclass
class Board:
    """A board as it was read; `thickness` and `mask` (from pad to solder mask) in mm."""

    footprints: dict[str, Footprint] = field(default_factory=dict)
    tracks: list[Track] = field(default_factory=list)
    vias: list[tuple[str, Point]] = field(default_factory=list)
    words: list[Words] = field(default_factory=list)
    revision: str = ""
    thickness: float = 0.0
    mask: float = 0.0
    date: str = ""

    @property
    def pads(self) -> Iterator[Pad]:
        """Every pad with a number."""
        return (pad for footprint in self.footprints.values() for pad in footprint.pads if pad.number)

    @property
    def holes(self) -> Iterator[Pad]:
        """Every bare hole."""
        return (pad for footprint in self.footprints.values() for pad in footprint.pads if not pad.number and pad.drill)

    def nets(self) -> dict[str, set[tuple[str, str]]]:
        """Return the pads of every net, as part and number."""
        found: dict[str, set[tuple[str, str]]] = {}
        for pad in self.pads:
            if pad.net:
                found.setdefault(pad.net, set()).add((pad.reference, pad.number))
        return found


def _number(node: Node) -> float:
    return float(str(node))


def _box(points: Iterable[Point]) -> Box:
    every = list(points)
    if not every:
        raise ValueError("nothing is drawn there")
    xs, ys = [x for x, _ in every], [y for _, y in every]
    return min(xs), min(ys), max(xs), max(ys)


def turned(point: Point, degrees: float) -> Point:
    """A point turned round the origin against the clock, y downwards."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return point[0] * cos + point[1] * sin, -point[0] * sin + point[1] * cos


def _pair(node: Sequence[Node], name: str) -> Point:
    found = children(node, name)[0]
    return _number(found[1]), _number(found[2])


def _points(node: Sequence[Node]) -> list[Point]:
    """The points of a drawn shape; a circle gives the corners of its square."""
    if node[0] == "fp_poly":
        return [(_number(point[1]), _number(point[2])) for point in children(node, "pts")[0][1:] if isinstance(point, list)]
    if node[0] == "fp_circle":
        (x, y), end = _pair(node, "center"), _pair(node, "end")
        radius = math.dist((x, y), end)
        return [(x - radius, y - radius), (x + radius, y + radius)]
    points = [_pair(node, name) for name in ("start", "mid", "end") if children(node, name)]
    if node[0] == "fp_rect":
        (left, top), (right, low) = points
        return [(left, top), (right, top), (right, low), (left, low)]
    return points


def _footprint(node: Sequence[Node], origin: Point) -> tuple[Footprint, list[Words]]:
    at = children(node, "at")
    x, y = _pair(node, "at") if at else origin
    turn = _number(at[0][3]) if at and len(at[0]) > 3 else 0.0
    x, y = x - origin[0], y - origin[1]
    words = {str(child[1]): child for child in children(node, "property")}
    reference = str(words["Reference"][2])
    found = Footprint(reference, str(node[1]).removeprefix("tapete:"), round(x, 4), round(y, 4), turn)

    def place(point: Point) -> Point:
        dx, dy = turned(point, turn)
        return round(x + dx, 4), round(y + dy, 4)

    for pad in children(node, "pad"):
        layers = [str(layer) for layer in children(pad, "layers")[0][1:]]
        if not any(layer.endswith(".Cu") for layer in layers):
            continue
        here, (width, height) = children(pad, "at")[0], _pair(pad, "size")
        angle = _number(here[3]) if len(here) > 3 else 0.0
        if round(angle) % 180 == 90:
            width, height = height, width
        drill, net = children(pad, "drill"), children(pad, "net")
        middle = place((_number(here[1]), _number(here[2])))
        name = str(net[0][2]) if net else ""
        found.pads.append(Pad(reference, str(pad[1]), name, *middle, width, height, _number(drill[0][1]) if drill else 0.0, str(pad[3])))
    for kind in SHAPES:
        for shape in children(node, kind):
            stroke = children(shape, "stroke")
            width = _number(children(stroke[0], "width")[0][1]) if stroke else 0.1
            found.strokes.append(Stroke(str(children(shape, "layer")[0][1]), kind, tuple(place(point) for point in _points(shape)), width))
    found.texts = [one for child in children(node, "fp_text") if (one := _words(child, str(child[2]), place, reference))]
    texts = [_words(child, str(child[2]), place, reference) for child in words.values() if child[1] in ("Reference", "Value")]
    return found, [text for text in texts if text]


def _words(node: Sequence[Node], text: str, place: object, of: str = "") -> Words | None:
    hidden = [child for child in children(node, "hide") if child[1:] == ["yes"]]
    if hidden or not callable(place):
        return None
    here = children(node, "at")[0]
    x, y = place((_number(here[1]), _number(here[2])))
    size = _number(children(children(children(node, "effects")[0], "font")[0], "size")[0][1])
    turn = _number(here[3]) if len(here) > 3 else 0.0
    return Words(text, x, y, size, turn, str(children(node, "layer")[0][1]), of)


def read(text: str) -> Board:
    """Return a board from KiCad's text. Raises ValueError if its parentheses do not close."""
    root, board = parsed(text), Board()
    numbers = {str(child[1]): str(child[2]) for child in children(root, "net")}

    def place(point: Point) -> Point:
        return round(point[0] - ORIGIN[0], 4), round(point[1] - ORIGIN[1], 4)

    for block in children(root, "general"):
        board.thickness = _number(children(block, "thickness")[0][1])
    for block in children(root, "setup"):
        board.mask = _number(children(block, "pad_to_mask_clearance")[0][1])
    for block in children(root, "title_block"):
        board.revision, board.date = (str(children(block, name)[0][1]) for name in ("rev", "date"))
    for node in children(root, "footprint"):
        footprint, words = _footprint(node, ORIGIN)
        board.footprints[footprint.reference] = footprint
        board.words += words
    for node in children(root, "segment"):
        ends = place(_pair(node, "start")), place(_pair(node, "end"))
        net, layer = numbers[str(children(node, "net")[0][1])], str(children(node, "layer")[0][1])
        board.tracks.append(Track(net, layer, *ends, _number(children(node, "width")[0][1])))
    board.vias = [(numbers[str(children(node, "net")[0][1])], place(_pair(node, "at"))) for node in children(root, "via")]
    for node in children(root, "gr_text"):
        if text_of := _words(node, str(node[1]), place):
            board.words.append(text_of)
    return board


@cache
def committed() -> Board:
    """Return the board of hardware/."""
    return read(FILE.read_text(encoding="utf-8"))


def library(path: Path) -> Footprint:
    """Return a footprint from a file of a library."""
    return _footprint(parsed(path.read_text(encoding="utf-8")), (0.0, 0.0))[0]
