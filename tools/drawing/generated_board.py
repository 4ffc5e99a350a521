"""Writes the board of panel_board.py as KiCad reads it. The copper is poured by KiCad afterwards, and kept in the same text."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import cast

from tools.drawing import panel_board, pcb, pcb_rules
from tools.drawing.circuit import SUPPLY
from tools.drawing.pcb_rules import ORIGIN
from tools.drawing.sexpr import Node, Word, children, parsed, written
from tools.drawing.sheet import identity

LAYERS = (
    (0, "F.Cu", "signal", ""),
    (2, "B.Cu", "signal", ""),
    (9, "F.Adhes", "user", "F.Adhesive"),
    (13, "F.Paste", "user", ""),
    (15, "B.Paste", "user", ""),
    (5, "F.SilkS", "user", "F.Silkscreen"),
    (7, "B.SilkS", "user", "B.Silkscreen"),
    (1, "F.Mask", "user", ""),
    (3, "B.Mask", "user", ""),
    (17, "Dwgs.User", "user", "User.Drawings"),
    (19, "Cmts.User", "user", "User.Comments"),
    (25, "Edge.Cuts", "user", ""),
    (27, "Margin", "user", ""),
    (31, "F.CrtYd", "user", "F.Courtyard"),
    (29, "B.CrtYd", "user", "B.Courtyard"),
    (35, "F.Fab", "user", ""),
    (33, "B.Fab", "user", ""),
)
POURS = (("+5V", "F.Cu"), ("GND", "B.Cu"))
"""The supply is poured in front, the ground behind."""


def _word(*words: object) -> Node:
    """A list whose first item is a bare word."""
    head, *rest = words
    return [Word(str(head)), *cast("list[Node]", rest)]


def _at(x: float, y: float, turn: float | None = None) -> Node:
    place: list[Node] = [Word("at"), round(ORIGIN[0] + x, 4), round(ORIGIN[1] + y, 4)]
    return place if turn is None else [*place, turn]


def _xy(name: str, x: float, y: float) -> Node:
    return [Word(name), round(ORIGIN[0] + x, 4), round(ORIGIN[1] + y, 4)]


def _net_name(net: str) -> str:
    return net if net in SUPPLY else f"/{net}"


def nets() -> dict[str, int]:
    """Return KiCad's number of every net, by the name that the drawing gives it; an open pin has a net of its own."""
    names: list[str] = []
    for part in panel_board.parts():
        for number, net in part.nets.items():
            name = _net_name(net) if net else _open(part.reference, part.symbol.pin(number)[1].name, number)
            if name not in names:
                names.append(name)
    return {name: place for place, name in enumerate(names, 1)}


def _open(reference: str, pin: str, number: str) -> str:
    return f"unconnected-({reference}-{pin}-Pad{number})"


def _mirrored(node: Node) -> Node:
    """A node of a footprint as it lies on the back: other layers, y upside down."""
    if isinstance(node, str):
        return type(node)("B" + node[1:]) if node.startswith("F.") else node
    if not isinstance(node, Sequence):
        return node
    if node and node[0] in ("at", "start", "end", "mid", "center", "xy") and len(node) >= 3:
        return [node[0], node[1], -float(str(node[2])), *node[3:]]
    return [_mirrored(child) for child in node]


def _footprint(reference: str, name: str, place: panel_board.Place, value: str, numbers: dict[str, int], path: str = "") -> Node:
    """A footprint of the library, put on the board. `path` is its place in the drawing; empty for holes and fiducials."""
    x, y, turn, side = place
    source = parsed((pcb.LIBRARY / f"{name}.kicad_mod").read_text(encoding="utf-8"))
    layer, mark = f"{side}.Cu", identity(panel_board.FILE.stem, "footprint", reference)
    out: list[Node] = [Word("footprint"), f"tapete:{name}", _word("layer", layer), _word("uuid", mark), _at(x, y, turn)]
    part = next((part for part in panel_board.parts() if part.reference == reference), None)
    count = 0
    for child in source[2:]:
        if not isinstance(child, list) or child[0] in ("version", "generator", "generator_version", "layer", "uuid", "model"):
            continue
        count += 1
        node: list[Node] = list(cast("list[Node]", _mirrored(child) if side == "B" else child))
        node = [item for item in node if not (isinstance(item, list) and item[0] == "uuid")]
        if node[0] == "property":
            if node[1] not in ("Reference", "Value"):
                continue
            node[2] = reference if node[1] == "Reference" else value
            if node[1] == "Reference" and (not path or name.startswith(("LED_", "C_"))):
                node.insert(4, _word("hide", Word("yes")))
        if node[0] == "zone":  # the only thing in a footprint whose places are the board's
            node = [_moved(item, x, y) for item in node]
        if node[0] == "attr" and not path:
            node.insert(1, Word("board_only"))
        if node[0] == "attr" and part and part.kind.optional:
            node.append(Word("dnp"))
        if node[0] in ("pad", "property", "fp_text") and turn:
            node = [_turned(item, turn) for item in node]
        if node[0] in ("property", "fp_text") and side == "B":
            node = [[*item, _word("justify", Word("mirror"))] if isinstance(item, list) and item[0] == "effects" else item for item in node]
        if node[0] == "pad" and part and node[1]:
            net = part.nets[str(node[1])]
            pin = part.symbol.pin(str(node[1]))[1]
            full = _net_name(net) if net else _open(reference, pin.name, pin.number)
            node += [
                _word("net", numbers[full], full),
                _word("pinfunction", pin.name),
                _word("pintype", pin.kind if net else f"{pin.kind}+no_connect"),
            ]
        if str(node[0]).startswith(("fp_", "pad", "property")):
            node.append(_word("uuid", identity(mark, count)))
        out.append(node)
    if path:
        at = next(place for place, item in enumerate(out) if isinstance(item, list) and item[0] == "attr")
        sheet = [_word("path", path), _word("sheetname", "/"), _word("sheetfile", f"{panel_board.FILE.stem}.kicad_sch")]
        out[at:at] = sheet
    return out


def _moved(node: Node, x: float, y: float) -> Node:
    if isinstance(node, list) and node[0] == "xy":
        # To the micrometre's tenth: KiCad compares it with the library.
        return [
            Word("xy"),
            *(Word(f"{origin + float(str(own)):.6f}") for origin, own in zip((ORIGIN[0] + x, ORIGIN[1] + y), node[1:], strict=True)),
        ]
    if isinstance(node, list) and node[0] == "layers":
        return _word("layers", "F.Cu", "B.Cu")
    return [_moved(child, x, y) for child in node] if isinstance(node, list) else node


def _turned(node: Node, turn: float) -> Node:
    if isinstance(node, list) and node[0] == "at":
        angle = float(str(node[3])) if len(node) > 3 else 0.0
        return [*node[:3], (angle + turn) % 360]
    return node


def unfilled() -> list[Node]:
    """Return the board without its poured copper."""
    numbers, (width, height) = nets(), panel_board.size()
    mark = panel_board.FILE.stem
    layers: list[Node] = [Word("layers")]
    for number, name, kind, long in LAYERS:
        layers.append([Word(str(number)), name, Word(kind), *([long] if long else [])])
    out: list[Node] = [
        Word("kicad_pcb"),
        _word("version", Word("20241229")),
        _word("generator", "tapete"),
        _word("generator_version", "9.0"),
    ]
    out += [_word("general", _word("thickness", 1.6), _word("legacy_teardrops", Word("no"))), _word("paper", "A3")]
    revision, date = panel_board.EDITION
    out.append(
        _word("title_block", _word("title", "Tapete panel"), _word("date", date), _word("rev", revision), _word("company", "Tapete"))
    )
    setup = [
        _word("pad_to_mask_clearance", 0),
        _word("allow_soldermask_bridges_in_footprints", Word("no")),
        _word("tenting", Word("front"), Word("back")),
    ]
    out += [layers, _word("setup", *setup), _word("net", 0, ""), *(_word("net", number, name) for name, number in numbers.items())]
    places = panel_board.places()
    for part in panel_board.parts():
        path = f"/{identity(mark, part.kind.symbol, part.reference, 1)}"
        out.append(_footprint(part.reference, part.kind.footprint, places[part.reference], part.kind.value, numbers, path))
    for reference, name in panel_board.marks().items():
        out.append(_footprint(reference, name, places[reference], name.partition("_")[0], numbers))
    count = 0
    for net, layer, wide, points in panel_board.tracks():
        for start, end in itertools.pairwise(points):
            count += 1
            ends = (_xy("start", *start), _xy("end", *end))
            track = (
                _word("width", wide),
                _word("layer", layer),
                _word("net", numbers[_net_name(net)]),
                _word("uuid", identity(mark, "track", count)),
            )
            out.append(_word("segment", *ends, *track))
    for count, (net, point) in enumerate(panel_board.vias()):
        size = (_word("size", pcb_rules.VIA), _word("drill", pcb_rules.VIA_DRILL), _word("layers", "F.Cu", "B.Cu"))
        out.append(_word("via", _at(*point), *size, _word("net", numbers[_net_name(net)]), _word("uuid", identity(mark, "via", count))))
    corners = panel_board.outline()
    for count, (start, end) in enumerate(zip(corners, [*corners[1:], corners[0]], strict=True)):
        stroke = _word("stroke", _word("width", 0.05), _word("type", Word("solid")))
        line = (_xy("start", *start), _xy("end", *end), stroke, _word("layer", "Edge.Cuts"), _word("uuid", identity(mark, "edge", count)))
        out.append(_word("gr_line", *line))
    for count, (text, x, y, high, layer) in enumerate(panel_board.words()):
        font = _word("font", _word("size", high, high), _word("thickness", round(high * 0.15, 3)))
        effects = [font, _word("justify", Word("mirror"))] if layer.startswith("B") else [font]
        place = (_at(x, y, 0), _word("layer", layer), _word("uuid", identity(mark, "words", count)), _word("effects", *effects))
        out.append(_word("gr_text", text, *place))
    inset = pcb_rules.EDGE
    for net, layer in POURS:
        area = [(inset, inset), (width - inset, inset), (width - inset, height - inset), (inset, height - inset)]
        zone = [_word("net", numbers[net]), _word("net_name", net), _word("layer", layer), _word("uuid", identity(mark, "pour", layer))]
        zone += [_word("name", f"{net} {layer}"), _word("hatch", Word("edge"), 0.5), _word("connect_pads", _word("clearance", 0.25))]
        zone += [_word("min_thickness", 0.25), _word("filled_areas_thickness", Word("no"))]
        zone.append(_word("fill", Word("yes"), _word("thermal_gap", 0.3), _word("thermal_bridge_width", 0.5)))
        zone.append(_word("polygon", _word("pts", *(_xy("xy", *corner) for corner in area))))
        out.append([Word("zone"), *zone])
    return [*out, _word("embedded_fonts", Word("no"))]


def filled(bare: str, poured: str) -> str:
    """Return a board with the poured copper of the same board as KiCad saved it."""
    fills = {str(children(zone, "name")[0][1]): children(zone, "filled_polygon") for zone in children(parsed(poured), "zone")}
    root = parsed(bare)
    for zone in children(root, "zone"):
        zone += cast("list[Node]", fills[str(children(zone, "name")[0][1])])
    return written(root) + "\n"


def unpoured(text: str) -> str:
    """Return a board without its poured copper."""
    root = parsed(text)
    for zone in children(root, "zone"):
        zone[:] = [item for item in zone if not (isinstance(item, list) and item[0] == "filled_polygon")]
    return written(root) + "\n"
