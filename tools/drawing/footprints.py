"""The project's own KiCad footprints, from the makers' drawings. Coordinates in millimetres, y downwards, pin 1 at the origin.

Every part goes through the board: a person with a soldering iron and no paste can fit all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tools.drawing.sexpr import Node, Word
from tools.drawing.sheet import identity
from tools.drawing.symbols import LIBRARY

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""
Line = tuple[float, float, float, float]
"""From and to."""

COURTYARD = 0.25
"""Free space round a body."""


@dataclass(frozen=True)
class Pad:
    """A hole with copper round it: `width` and `height` of the copper, `drill` of the hole; `square` marks pin 1."""

    number: str
    x: float
    y: float
    width: float
    height: float
    drill: float
    square: bool = False


@dataclass(frozen=True)
class Footprint:
    """What a part covers of the board: pads, `body` as the maker draws it, further `silk` lines, bare `holes` (x, y, diameter)."""

    name: str
    source: str
    pads: tuple[Pad, ...]
    body: Box
    title: tuple[float, float]
    silk: tuple[Line, ...] = ()
    holes: tuple[tuple[float, float, float], ...] = ()
    outlined: bool = True

    @property
    def courtyard(self) -> Box:
        """The body and every pad, with free space round them."""
        lefts, tops = [pad.x - pad.width / 2 for pad in self.pads], [pad.y - pad.height / 2 for pad in self.pads]
        rights, lows = [pad.x + pad.width / 2 for pad in self.pads], [pad.y + pad.height / 2 for pad in self.pads]
        left, top, right, low = self.body
        return (
            min([left, *lefts]) - COURTYARD,
            min([top, *tops]) - COURTYARD,
            max([right, *rights]) + COURTYARD,
            max([low, *lows]) + COURTYARD,
        )

    def strokes(self) -> Iterable[tuple[str, float, Line]]:
        """Yield layer, width and ends of every line."""
        left, top, right, low = self.body
        edge = 0.11
        outline = (left - edge, top - edge, right + edge, low + edge)
        shapes = [("F.Fab", 0.1, self.body), ("F.CrtYd", 0.05, self.courtyard)]
        if self.outlined:
            shapes.append(("F.SilkS", 0.12, outline))
        for layer, width, (x1, y1, x2, y2) in shapes:
            for line in ((x1, y1, x2, y1), (x2, y1, x2, y2), (x2, y2, x1, y2), (x1, y2, x1, y1)):
                yield layer, width, line
        for line in self.silk:
            yield "F.SilkS", 0.15, line

    def node(
        self, reference: str, value: str, place: Sequence[Node] = (), nets: dict[str, Node] | None = None, turn: int = 0
    ) -> list[Node]:
        """Return the footprint for its library, or, with its `place` and the `nets` of its pads, as a board has it.

        `turn` is how far it is turned against the clock, in degrees.
        """
        mark = identity("footprint", self.name, reference)
        count = 0

        def next_id() -> Node:
            nonlocal count
            count += 1
            return [Word("uuid"), identity(mark, count)]

        out: list[Node] = [Word("footprint"), self.name if nets is None else f"{LIBRARY}:{self.name}"]
        if nets is None:
            out += [[Word("version"), Word("20241229")], [Word("generator"), "tapete"], [Word("generator_version"), "1.0"]]
        out.append([Word("layer"), "F.Cu"])
        if nets is not None:
            out += [[Word("uuid"), mark], *place]
        out.append([Word("descr"), self.source])
        middle = (self.body[0] + self.body[2]) / 2, (self.body[1] + self.body[3]) / 2
        for name, text, (x, y), layer in (("Reference", reference, self.title, "F.SilkS"), ("Value", value, middle, "F.Fab")):
            at: Node = [Word("at"), x, y, turn % 180]
            out.append([Word("property"), name, text, at, [Word("layer"), layer], next_id(), _letters()])
        mounting = not any(pad.number for pad in self.pads)
        out.append([Word("attr"), *(map(Word, ("exclude_from_pos_files", "exclude_from_bom")) if mounting else [Word("through_hole")])])
        for layer, width, (x1, y1, x2, y2) in self.strokes():
            stroke: Node = [Word("stroke"), [Word("width"), width], [Word("type"), Word("solid")]]
            ends: list[Node] = [[Word("start"), x1, y1], [Word("end"), x2, y2]]
            out.append([Word("fp_line"), *ends, stroke, [Word("layer"), layer], next_id()])
        for x, y, drill in self.holes:
            size: Node = [Word("size"), drill, drill]
            layers: Node = [Word("layers"), "*.Cu", "*.Mask"]
            out.append(
                [Word("pad"), "", Word("np_thru_hole"), Word("circle"), [Word("at"), x, y], size, [Word("drill"), drill], layers, next_id()]
            )
        for pad in self.pads:
            shape = "rect" if pad.square else "circle" if pad.width == pad.height else "oval"
            at = [Word("at"), pad.x, pad.y, *([turn] if turn else [])]
            node: list[Node] = [Word("pad"), pad.number, Word("thru_hole"), Word(shape), at, [Word("size"), pad.width, pad.height]]
            node += [[Word("drill"), pad.drill], [Word("layers"), "*.Cu", "*.Mask"], [Word("remove_unused_layers"), Word("no")]]
            if nets is not None:
                node.append(nets[pad.number])
            out.append([*node, next_id()])
        out.append([Word("embedded_fonts"), Word("no")])
        return out


def _letters() -> Node:
    return [Word("effects"), [Word("font"), [Word("size"), 1, 1], [Word("thickness"), 0.15]]]


def _row(count: int, pitch: float, size: tuple[float, float], drill: float) -> tuple[Pad, ...]:
    return tuple(Pad(str(place + 1), pitch * place, 0, *size, drill, square=place == 0) for place in range(count))


def _two_rows(pins: int, width: float, size: float, drill: float) -> tuple[Pad, ...]:
    """Pads down the left row and up the right one."""
    half = pins // 2
    left = [(str(place + 1), 0.0, 2.54 * place) for place in range(half)]
    right = [(str(half + place + 1), width, 2.54 * (half - 1 - place)) for place in range(half)]
    return tuple(Pad(number, x, y, size, size, drill, square=number == "1") for number, x, y in left + right)


def _socket(count: int) -> Footprint:
    last = 2.5 * (count - 1)
    slot = ((-2.45, -1.7, -0.75, -1.7), (0.75, -1.7, last - 0.75, -1.7), (last + 0.75, -1.7, last + 2.45, -1.7))
    body = (-2.45, -2.35, last + 2.45, 3.4)
    return Footprint(f"JST_XH_{count}", f"JST XH B{count}B-XH-A, eXH", _row(count, 2.5, (1.7, 1.95), 0.95), body, (last / 2, -3.4), slot)


def _terminal(count: int) -> Footprint:
    last = 5.0 * (count - 1)
    body = (-2.5, -4.0, last + 2.5, 5.0)
    mouth = ((-2.5, 3.5, last + 2.5, 3.5),)
    source = "Phoenix Contact PT 1,5-5,0-H; wires enter at the double line"
    return Footprint(f"Terminal_{count}", source, _row(count, 5.0, (2.6, 2.6), 1.3), body, (last / 2, -2.6), mouth)


_PICO = Footprint(
    "Pico",
    "Raspberry Pi Pico on two 20-way sockets; Pico data sheet, figure 3",
    _two_rows(40, 17.78, 1.6, 1.0),
    (-1.61, -1.37, 19.39, 49.63),
    (8.89, 24.0),
    ((5.0, -1.37, 5.0, 3.0), (5.0, 3.0, 12.78, 3.0), (12.78, 3.0, 12.78, -1.37)),
)
_DIP = Footprint(
    "DIP-14",
    "14 pins in two rows, 7.62 mm apart",
    _two_rows(14, 7.62, 1.6, 0.8),
    (1.06, -1.2, 6.56, 16.44),
    (3.81, 7.62),
    ((2.81, -1.2, 3.81, -0.2), (3.81, -0.2, 4.81, -1.2)),
)
_SIP = Footprint("SIP-6", "Bourns 4600X, six pins", _row(6, 2.54, (1.6, 1.6), 0.8), (-1.2, -1.25, 13.9, 1.25), (6.35, 2.4))
_CERAMIC = Footprint(
    "Ceramic_5.08",
    "KEMET C320, leads 5.08 mm apart",
    _row(2, 5.08, (1.6, 1.6), 0.8),
    (0.0, -1.25, 5.08, 1.25),
    (2.54, 2.4),
    outlined=False,
    silk=((0.0, -1.36, 5.08, -1.36), (0.0, 1.36, 5.08, 1.36)),
)
_POLYFUSE = Footprint("Polyfuse_5.1", "Littelfuse RXEF065", _row(2, 5.1, (1.8, 1.8), 0.9), (-2.3, -1.6, 7.4, 1.6), (2.55, 2.7))
_FUSE = Footprint(
    "Fuse_Holder_5x20",
    "Schurter OGN 0031.8201 for a fuse of 5 x 20 mm",
    (Pad("1", 0, 0, 3, 3, 1.3, square=True), Pad("2", 22.5, 0, 3, 3, 1.3)),
    (0.1, -4.8, 22.4, 4.8),
    (11.25, -3.0),
    holes=((11.25, 0, 2.7),),
    outlined=False,
    silk=((0, -4.8, 22.5, -4.8), (0, 4.8, 22.5, 4.8), (0, -4.8, 0, -2), (0, 4.8, 0, 2), (22.5, -4.8, 22.5, -2), (22.5, 4.8, 22.5, 2)),
)
_DIODE = Footprint(
    "DO-41",
    "Axial diode, leads 10.16 mm apart; the ring is at pin 2",
    (Pad("1", 0, 0, 2, 2, 1.0, square=True), Pad("2", 10.16, 0, 2, 2, 1.0)),
    (2.48, -1.35, 7.68, 1.35),
    (5.08, -2.4),
    ((6.9, -1.35, 6.9, 1.35), (7.1, -1.35, 7.1, 1.35)),
)
_HOLE = Footprint("Hole_M3", "For a screw M3", (), (-3.0, -3.0, 3.0, 3.0), (0, 0), holes=((0, 0, 3.2),), outlined=False)

FOOTPRINTS = {
    one.name: one
    for one in (_PICO, _DIP, _SIP, _CERAMIC, _POLYFUSE, _FUSE, _DIODE, _HOLE, _socket(8), _socket(3), _terminal(2), _terminal(3))
}
