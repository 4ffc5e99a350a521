"""A KiCad 9 sheet that grows part by part. Coordinates in millimetres on the grid of 1.27, y downwards as KiCad has it."""

from __future__ import annotations

import itertools
import math
import uuid
from collections.abc import Sequence
from dataclasses import replace

from tools.drawing.circuit import SUPPLY, Part
from tools.drawing.sexpr import Node, Word, written
from tools.drawing.symbols import LIBRARY, SYMBOLS, Pin

PROJECT = "tapete"
SPACE = uuid.UUID("6f1d1f53-6c74-5b0e-9a57-3c1f4b2f7a10")
STUB = 5.08
Point = tuple[float, float]
Edition = tuple[str, str]
"""Revision and date."""
WAY: dict[int, Point] = {0: (-1, 0), 180: (1, 0), 270: (0, -1), 90: (0, 1)}
"""Where a wire leaves a pin that points so, y downwards."""


def identity(*what: object) -> str:
    """Return the same UUID for the same thing in every run."""
    return str(uuid.uuid5(SPACE, "/".join(map(str, what))))


def effects(size: float = 1.27, justify: str = "", bold: bool = False, hide: bool = False) -> Node:
    """Return how a text looks."""
    font: list[Node] = [Word("font"), [Word("size"), size, size]]
    if bold:
        font.append([Word("bold"), Word("yes")])
    found: list[Node] = [Word("effects"), font]
    if justify:
        found.append([Word("justify"), *(Word(word) for word in justify.split())])
    if hide:
        found.append([Word("hide"), Word("yes")])
    return found


def _turned(pin: Pin, turn: int) -> Pin:
    """A pin of a symbol that is turned against the clock."""
    x, y = {0: (pin.x, pin.y), 90: (-pin.y, pin.x), 180: (-pin.x, -pin.y), 270: (pin.y, -pin.x)}[turn]
    return replace(pin, x=x, y=y, angle=(pin.angle + turn) % 360)


class Sheet:
    """One sheet. `paths` are the places it has in the project, with the offset of its references in each."""

    def __init__(
        self,
        name: str,
        paper: str,
        title: str,
        comments: Sequence[str],
        paths: Sequence[tuple[str, int]],
        edition: Edition,
        project: str = PROJECT,
    ) -> None:
        self.name = name
        self._project = project
        self._paths = paths
        self._head: list[Node] = [
            [Word("version"), Word("20250114")],
            [Word("generator"), "tapete"],
            [Word("generator_version"), "1.0"],
            [Word("uuid"), identity(name)],
            [Word("paper"), paper],
        ]
        block: list[Node] = [Word("title_block"), [Word("title"), title]]
        block += [[Word("date"), edition[1]], [Word("rev"), edition[0]], [Word("company"), "Tapete"]]
        block += [[Word("comment"), Word(str(number)), text] for number, text in enumerate(comments, 1)]
        self._head.append(block)
        self._body: list[Node] = []
        self._junctions: set[Point] = set()
        self._wires: list[tuple[Point, Point]] = []
        self._used: set[str] = {"PWR_FLAG"}
        self._count = 0

    def _id(self) -> Node:
        self._count += 1
        return [Word("uuid"), identity(self.name, self._count)]

    def group(self, left: float, top: float, right: float, low: float, title: str) -> None:
        """Draw a dashed frame with a title round what belongs together."""
        line: Node = [Word("stroke"), [Word("width"), 0.2], [Word("type"), Word("dash")], [Word("color"), 110, 110, 110, 1]]
        self._body.append(
            [
                Word("rectangle"),
                [Word("start"), left, top],
                [Word("end"), right, low],
                line,
                [Word("fill"), [Word("type"), Word("none")]],
                self._id(),
            ]
        )
        self.note(left + 1.9, top + 3.2, title, size=2.0, bold=True)

    def note(self, x: float, y: float, text: str, size: float = 1.5, bold: bool = False) -> None:
        """Write text; `x`, `y` is where its first line begins."""
        self._body.append(
            [Word("text"), text, [Word("exclude_from_sim"), Word("no")], [Word("at"), x, y, 0], effects(size, "left", bold), self._id()]
        )

    def wire(self, *points: Point) -> None:
        """Draw a wire through points."""
        self._wires += itertools.pairwise((round(x, 4), round(y, 4)) for x, y in points)

    def junction(self, x: float, y: float) -> None:
        """Join wires that meet at a point."""
        self._junctions.add((round(x, 4), round(y, 4)))
        self._body.append([Word("junction"), [Word("at"), x, y], [Word("diameter"), 0], [Word("color"), 0, 0, 0, 0], self._id()])

    def label(self, net: str, x: float, y: float, angle: int = 0) -> None:
        """Name the wire at a point; angle 0 writes to the right, 180 to the left."""
        justify = "right bottom" if angle == 180 else "left bottom"
        self._body.append([Word("label"), net, [Word("at"), x, y, angle], effects(justify=justify), self._id()])

    def port(self, net: str, x: float, y: float, shape: str) -> None:
        """Name a wire that leaves the sheet, to the left."""
        self._body.append(
            [Word("hierarchical_label"), net, [Word("shape"), Word(shape)], [Word("at"), x, y, 180], effects(justify="right"), self._id()]
        )

    def tap(self, x: float, y: float, to: float) -> None:
        """Join the wire at a point with an upright one that ends at height `to`."""
        self.wire((x, y), (x, to))
        self.junction(x, y)

    def power(self, net: str, x: float, y: float, towards: Point = (0, 0), named: bool = True) -> None:
        """Put a supply symbol (+5V, GND, PWR_FLAG) at a point; `towards` is the way the wire came from the pin."""
        turns = {(-1, 0): 90, (1, 0): 270, (0, 1): 180}
        if net == "GND":
            turns = {(-1, 0): 270, (1, 0): 90, (0, -1): 180}
        angle = turns.get((int(towards[0]), int(towards[1])), 0)
        self._used.add(net)
        self._count += 1
        name = f"{'#FLG' if net == 'PWR_FLAG' else '#PWR'}{self._count:03d}"
        reach = 3.3 if angle in (90, 270) else 4.2
        text_x, text_y, justify = x, y - reach if net != "GND" else y + reach, ""
        if angle in (90, 270):
            text_x, text_y = x + towards[0] * reach, y
        elif angle == 180:
            text_y = y - reach if net == "GND" else y + reach
        hidden = ("Reference",) if named else ("Reference", "Value")
        # KiCad turns a text and its justification with the symbol.
        text_angle = 90 if angle in (90, 270) else 0
        if text_angle:
            justify = "left" if (towards[0] < 0) == (angle == 90) else "right"
        self._place(net, name, {"Value": net}, 1, x, y, angle, {"Value": (text_x, text_y, text_angle, justify)}, hidden=hidden)

    def no_connect(self, x: float, y: float) -> None:
        """Mark an end that is left open on purpose."""
        self._body.append([Word("no_connect"), [Word("at"), x, y], self._id()])

    def end(self, part: Part, number: str, x: float, y: float, turn: int = 0) -> Point:
        """Return where a pin of a part placed at `x`, `y`, turned by `turn` degrees against the clock, ends."""
        pin = _turned(part.symbol.pin(number)[1], turn)
        return x + pin.x, y - pin.y

    def part(
        self,
        part: Part,
        x: float,
        y: float,
        unit: int = 1,
        joined: Sequence[str] = (),
        stub: float = STUB,
        title: bool = True,
        turn: int = 0,
        words: Point | None = None,
    ) -> None:
        """Place a unit of a part and end its pins: supplies with their symbol, signals with a named stub, open ones with a cross.

        Pins in `joined` are left to wires that the caller draws. `turn`: 90, 180 or 270 degrees against the clock. `words`: where the
        reference begins beside the middle, its value stands below it; without it where the symbol has them.
        """
        symbol = part.symbol
        self._used.add(symbol.name)
        footprint = f"{LIBRARY}:{part.kind.footprint}" if part.kind.footprint else ""
        fields = {"Value": part.kind.value, "Footprint": footprint, "Part": part.kind.part, "Maker": part.kind.maker, "MPN": part.kind.mpn}
        reference = part.reference
        top = symbol.top
        places = {"Reference": (x, y - top - 1.27, 0, ""), "Value": (x, y - top + 1.27, 0, "")}
        if symbol.letter == "C":
            places = {"Reference": (x + 3.2, y - 1.27, 0, "left"), "Value": (x + 3.2, y + 1.27, 0, "left")}
        elif symbol.name == "74AHCT125" and unit == 5:
            places = {"Reference": (x + 3.8, y - 1.27, 0, "left"), "Value": (x + 3.8, y + 1.27, 0, "left")}
        elif symbol.name == "Pixels":
            places = {"Reference": (x - 10.16, y - 9.2, 0, "left"), "Value": (x + 1.9, y - 9.2, 0, "left")}
        elif symbol.name == "Shunt_reference":
            places = {"Reference": (x + 5.0, y + 2.0, 0, "left"), "Value": (x + 5.0, y + 4.54, 0, "left")}
        if turn or words:
            # KiCad turns a text with its symbol, and what it is justified to as well.
            side, (right, down) = "left" if turn in (0, 270) else "right", words or (3.2, -1.27)
            places = {name: (x + right, y + down + dy, turn % 180, side) for name, dy in (("Reference", 0.0), ("Value", 2.54))}
        self._place(symbol.name, reference, fields, unit, x, y, turn, places, hidden=() if title else ("Value",))
        for pin in (_turned(pin, turn) for pin in symbol.units[unit - 1]):
            if pin.number not in joined:
                self._ended(pin, part.nets[pin.number], x + pin.x, y - pin.y, stub)

    def _ended(self, pin: Pin, net: str | None, x: float, y: float, stub: float) -> None:
        if net is None:
            self.no_connect(x, y)
            return
        way = WAY[pin.angle]
        if net in SUPPLY:
            reach = 2.54 if way[0] else 0.0
            if reach:
                self.wire((x, y), (x + way[0] * reach, y))
            self.power(net, x + way[0] * reach, y, way)
            return
        end = (x + way[0] * stub, y + way[1] * stub)
        self.wire((x, y), end)
        self.label(net, *end, angle=180 if way[0] < 0 else 0)

    def _place(
        self,
        symbol: str,
        reference: str,
        fields: dict[str, str],
        unit: int,
        x: float,
        y: float,
        angle: int,
        places: dict[str, tuple[float, float, int, str]],
        hidden: Sequence[str],
    ) -> None:
        node: list[Node] = [Word("symbol"), [Word("lib_id"), f"{LIBRARY}:{symbol}"], [Word("at"), x, y, angle], [Word("unit"), unit]]
        bare = SYMBOLS[symbol].power or fields.get("Footprint", "").startswith(f"{LIBRARY}:SolderWire")
        fitted = Word("no" if bare else "yes")
        node += [
            [Word("exclude_from_sim"), Word("no")],
            [Word("in_bom"), fitted],
            [Word("on_board"), Word("yes" if fields.get("Footprint") else "no")],
            [Word("dnp"), Word("yes" if fields.get("Part", "").startswith("extra_") else "no")],
        ]
        mark = identity(self.name, symbol, reference, unit)
        node.append([Word("uuid"), mark])
        for name, text in {"Reference": reference, **fields}.items():
            at_x, at_y, turned, justify = places.get(name, (x, y, 0, ""))
            shown = name in places and name not in hidden
            node.append([Word("property"), name, text, [Word("at"), at_x, at_y, turned], effects(justify=justify, hide=not shown)])
        for pin in (pin for pins in SYMBOLS[symbol].units for pin in pins):
            node.append([Word("pin"), pin.number, [Word("uuid"), identity(mark, pin.number)]])
        project: list[Node] = [Word("project"), self._project]
        for path, offset in self._paths:
            letters = reference.rstrip("0123456789")
            number = reference[len(letters) :]
            there = letters + str(int(number) + offset).zfill(len(number))
            project.append([Word("path"), path, [Word("reference"), there], [Word("unit"), unit]])
        node.append([Word("instances"), project])
        self._body.append(node)

    def sub_sheet(self, name: str, file: str, page: str, mark: str, at: Point, size: Point, ports: Sequence[tuple[str, str]]) -> None:
        """Place another sheet; `ports` are name and shape, one under the other at its left side, 2.54 mm apart from its top on."""
        x, y = at
        line: Node = [Word("stroke"), [Word("width"), 0.254], [Word("type"), Word("solid")]]
        node: list[Node] = [Word("sheet"), [Word("at"), x, y], [Word("size"), *size], [Word("exclude_from_sim"), Word("no")]]
        node += [[Word("in_bom"), Word("yes")], [Word("on_board"), Word("yes")], [Word("dnp"), Word("no")], line]
        node += [[Word("fill"), [Word("color"), 0, 0, 0, 0]], [Word("uuid"), mark]]
        node.append([Word("property"), "Sheetname", name, [Word("at"), x, y - 0.8, 0], effects(1.5, "left bottom", bold=True)])
        node.append([Word("property"), "Sheetfile", file, [Word("at"), x, y + size[1] + 0.8, 0], effects(justify="left top")])
        for place, (port, shape) in enumerate(ports):
            port_y = y + 2.54 * (place + 1)
            node.append([Word("pin"), port, Word(shape), [Word("at"), x, port_y, 180], self._id(), effects(justify="left")])
        here: Node = [Word("path"), self._paths[0][0], [Word("page"), page]]
        node.append([Word("instances"), [Word("project"), self._project, here]])
        self._body.append(node)

    def _pieces(self) -> list[Node]:
        """Return the wires, each in pieces from junction to junction: KiCad loses what goes on behind one."""
        line: Node = [Word("stroke"), [Word("width"), 0], [Word("type"), Word("default")]]
        found: list[Node] = []
        for start, end in self._wires:
            (left, right), (top, low) = sorted((start[0], end[0])), sorted((start[1], end[1]))
            on = {point for point in self._junctions if left <= point[0] <= right and top <= point[1] <= low} - {start, end}
            for piece in itertools.pairwise([start, *sorted(on, key=lambda point: math.dist(point, start)), end]):
                ends: list[Node] = [[Word("xy"), *point] for point in piece]
                shape: Node = [Word("pts"), *ends]
                found.append([Word("wire"), shape, line, [Word("uuid"), identity(self.name, "wire", *piece)]])
        return found

    def text(self, root: bool) -> str:
        """Return the sheet as KiCad reads it."""
        library: list[Node] = [Word("lib_symbols"), *(SYMBOLS[name].node(library=False) for name in sorted(self._used))]
        tail: list[Node] = [[Word("sheet_instances"), [Word("path"), "/", [Word("page"), "1"]]]] if root else []
        tail.append([Word("embedded_fonts"), Word("no")])
        return written([Word("kicad_sch"), *self._head, library, *self._body, *self._pieces(), *tail]) + "\n"
