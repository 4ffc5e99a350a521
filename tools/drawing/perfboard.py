"""A layout of the box for two panels and the bridge on perfboard, to scale: the hole of each pin, and which holes a wire joins below.

A perfboard takes no part that is soldered on the surface: no Q1 to Q4, no D11 and D12; D1 has leads.

Holes are counted from 1, columns to the right and rows downwards, seen from the side of the parts; 2.54 mm apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from tools.drawing import circuit
from tools.drawing.wiring import COLOURS, kind

COLUMNS, ROWS = 38, 38
"""Holes of a board of 100 x 100 mm."""
MARGIN_MM = (100 - (COLUMNS - 1) * 2.54) / 2
"""From the edge to the first holes."""
PANELS = 2

RAILS = {"+5V": 24, "GND": 26}
"""Rows of the two bare wires that run across the board."""

Hole = tuple[int, int]
Wire = tuple[str, Hole, Hole]


def _run(first: Hole, step: Hole, count: int) -> list[Hole]:
    return [(first[0] + step[0] * place, first[1] + step[1] * place) for place in range(count)]


def _chip(left: int, top: int, pins: int, width: int) -> list[Hole]:
    """Holes of a package with two rows of pins, pin 1 at the top left."""
    half = pins // 2
    return _run((left, top), (0, 1), half) + _run((left + width, top + half - 1), (0, -1), half)


PLACES: dict[str, list[Hole]] = {
    "U1": _chip(28, 3, 40, 7),
    "U2": _chip(20, 14, 14, 3),
    "U3": _chip(13, 15, 14, 3),
    "RN1": _run((25, 14), (0, 1), 6),
    "C1": [(23, 12), (21, 12)],
    "C2": [(15, 12), (13, 12)],
    "J6": [(6, 3), (4, 3)],
    "J8": [(13, 3), (11, 3), (9, 3)],
    "F2": [(17, 3), (19, 3)],
    "F1": [(4, 9), (13, 9)],
    "C4": [(18, 9), (18, 11)],
    "D1": [(25, 9), (21, 9)],
    "D2": [(9, 13), (4, 13)],
    "R17": [(4, 17), (7, 17)],
    "LED1": [(9, 19), (10, 19)],
    "SW2": [(33, 28), (33, 30)],
    "F15": [(33, 34), (31, 34)],
    "R15": [(27, 31), (30, 31)],
    "J5": _run((29, 36), (1, 0), 3),
}
for _panel, _left in enumerate((6, 17)):
    PLACES |= {
        f"J{_panel + 1}": _run((_left, 36), (1, 0), 8),
        f"F{11 + _panel}": [(_left + 1, 34), (_left - 1, 34)],
        f"R{11 + _panel}": [(_left + 7, 34), (_left + 4, 34)],
        f"RN{11 + _panel}": _run((_left, 32), (1, 0), 8),
        f"RN{21 + _panel}": _run((_left + 9, 28), (0, 1), 5),
        **{f"C{10 * (_panel + 1) + place}": [(_left - 1 + 2 * place, 30), (_left - 1 + 2 * place, 29)] for place in range(1, 5)},
    }
"""Holes of every part's pins 1, 2, 3, ..."""


BRIDGED = {"BRICK_FUSED": "BRICK_5V", "BRICK_GUARDED": "BRICK_5V", "CHOSEN": "+5V"}
"""Nets that are one where the parts on the surface are left out."""


def parts() -> list[circuit.Part]:
    """Return the parts of the perfboard; without Q1, Q2 and Q4 the fuse leads straight to the brick's rail, and the switch to +5V."""
    found = []
    for part in circuit.box():
        if part.reference in PLACES:
            nets = {number: BRIDGED.get(net or "", net) for number, net in part.nets.items()}
            found.append(circuit.Part(part.reference, part.kind, nets))
    return found


def holes() -> dict[Hole, tuple[str, str, str | None]]:
    """Return part, pin and net of every hole in use. Raises ValueError for a hole used twice or off the board."""
    found: dict[Hole, tuple[str, str, str | None]] = {}
    for part in parts():
        for number, hole in enumerate(PLACES[part.reference], 1):
            if hole in found or hole[1] in RAILS.values():
                raise ValueError(f"{part.reference}.{number}: hole {hole} is taken")
            if not (1 <= hole[0] <= COLUMNS and 1 <= hole[1] <= ROWS):
                raise ValueError(f"{part.reference}.{number}: hole {hole} is off the board")
            found[hole] = (part.reference, str(number), part.nets[str(number)])
    return found


def wires() -> list[Wire]:
    """Return the wires: of each signal the shortest tree through its holes, of each supply pin one to its rail."""
    nets: dict[str, list[Hole]] = {}
    for hole, (_, _, net) in holes().items():
        if net is not None:
            nets.setdefault(net, []).append(hole)
    found = []
    for net, ends in nets.items():
        if net in RAILS:
            found += [(net, end, (end[0], RAILS[net])) for end in ends]
        else:
            found += [(net, start, end) for start, end in _tree(ends)]
    return found


def _tree(ends: list[Hole]) -> Iterable[tuple[Hole, Hole]]:
    """The shortest tree that joins all holes (Prim)."""
    joined, left = ends[:1], ends[1:]
    while left:
        length, start, end = min((abs(a[0] - b[0]) + abs(a[1] - b[1]), a, b) for a in joined for b in left)
        if length <= 0:
            raise ValueError(f"two ends in hole {start}")
        joined.append(end)
        left.remove(end)
        yield start, end


SCALE = 9.6
"""One unit is 1/96 inch, as browsers and printers have it: a hole is 2.54 mm."""

OUTLINES: dict[str, tuple[float, float, float, float]] = {
    "U1": (27.2, 1.6, 8.6, 21.9),
    "F1": (3.7, 7.1, 9.6, 3.8),
    "J6": (3, 1.4, 4, 3.6),
    "J8": (8, 1.4, 6, 3.6),
    "C4": (16.4, 8.4, 3.2, 3.2),
    "D2": (5, 12.2, 3, 1.6),
    **{fuse: (PLACES[fuse][1][0] - 1.55, PLACES[fuse][0][1] - 0.6, 5.1, 1.2) for fuse in ("F2", "F11", "F12", "F15")},
}
OUTLINES["F2"] = (15.45, 2.4, 5.1, 1.2)
"""Left, top, width and height in holes where a part is larger than its pins."""


def svg() -> str:
    """Return the drawing; printed at 100 % it lies under a real board."""
    width, height = (COLUMNS + 1) * SCALE, (ROWS + 1) * SCALE
    drawn = [f'<rect x="2" y="2" width="{width - 4:g}" height="{height - 4:g}" rx="4" fill="#f3e6c4" stroke="#8a7640"/>']
    grid = [f"M{column * SCALE:g} {row * SCALE:g}h0" for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1)]
    drawn.append(f'<path d="{"".join(grid)}" stroke="#c3ad74" stroke-width="3.4" stroke-linecap="round"/>')
    for net, row in RAILS.items():
        drawn.append(f'<path d="M{SCALE:g} {row * SCALE:g}H{COLUMNS * SCALE:g}" stroke="{COLOURS[net]}" stroke-width="3.2"/>')
        drawn.append(f'<text x="{width - 10:g}" y="{row * SCALE - 3:g}" text-anchor="end">{net}</text>')
    for x, y in ((4, 4), (96, 4), (4, 96), (96, 96)):
        # Drilled for the posts of the box; the posts are 8 mm wide.
        at = f'cx="{((x - MARGIN_MM) / 2.54 + 1) * SCALE:g}" cy="{((y - MARGIN_MM) / 2.54 + 1) * SCALE:g}"'
        drawn.append(f'<circle {at} r="{4 / 2.54 * SCALE:g}" fill="none" stroke="#999" stroke-dasharray="2 2"/>')
        drawn.append(f'<circle {at} r="{1.6 / 2.54 * SCALE:g}" fill="#fff" stroke="#555"><title>drill 3.2 mm</title></circle>')
    for reference, places in PLACES.items():
        left, top = min(hole[0] for hole in places) - 0.5, min(hole[1] for hole in places) - 0.5
        wide, high = max(hole[0] for hole in places) + 0.5 - left, max(hole[1] for hole in places) + 0.5 - top
        left, top, wide, high = OUTLINES.get(reference, (left, top, wide, high))
        box = f'x="{left * SCALE:g}" y="{top * SCALE:g}" width="{wide * SCALE:g}" height="{high * SCALE:g}"'
        drawn.append(f'<rect {box} rx="2" fill="#fff" fill-opacity=".72" stroke="#555"/>')
    drawn += [_wire(*wire) for wire in wires()]
    drawn += [_dot(hole, *pin) for hole, pin in holes().items() if pin[2] not in RAILS]
    drawn += [_name(reference, places) for reference, places in PLACES.items()]
    drawn += [
        f'<text class="count" x="{column * SCALE:g}" y="7.5" text-anchor="middle">{column}</text>' for column in range(5, COLUMNS + 1, 5)
    ]
    drawn += [f'<text class="count" x="3" y="{row * SCALE + 2.5:g}">{row}</text>' for row in range(5, ROWS + 1, 5)]
    style = "text{font:7px sans-serif}.name{font-weight:bold;font-size:8.5px;paint-order:stroke;stroke:#fff;stroke-width:2.5px}"
    style += ".on{fill:#fff;font-size:7px;font-weight:bold}.count{font-size:5.5px;fill:#6b5a2a}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * 25.4 / 96:g}mm" height="{height * 25.4 / 96:g}mm" '
    head += f'viewBox="0 0 {width:g} {height:g}" role="img">\n<title>Tapete: box on perfboard, side of the parts</title>\n'
    head += f"<style>{style}</style>\n"
    return head + "\n".join(drawn) + "\n</svg>\n"


def _wire(net: str, start: Hole, end: Hole) -> str:
    """A signal's wire; a supply pin is a disc with its sign instead, because its rail is near."""
    colour, x, y = COLOURS[kind(net)], start[0] * SCALE, start[1] * SCALE
    title = f"<title>{net}: {start[0]},{start[1]} to {end[0]},{end[1]}</title>"
    if net not in RAILS:
        line = f"M{x:g} {y:g}L{end[0] * SCALE:g} {end[1] * SCALE:g}"
        return f'<path d="{line}" stroke="{colour}" stroke-width="1.5" stroke-opacity=".85" fill="none">{title}</path>'
    sign = "+" if net == "+5V" else "-"
    disc = f'<circle cx="{x:g}" cy="{y:g}" r="3.6" fill="{colour}">{title}</circle>'
    return f'{disc}<text class="on" x="{x:g}" y="{y + 2.4:g}" text-anchor="middle">{sign}</text>'


def _dot(hole: Hole, reference: str, number: str, net: str | None) -> str:
    fill = COLOURS[kind(net)] if net else "#999"
    title = escape(f"{reference}.{number} {net or ''}".strip())
    return f'<circle cx="{hole[0] * SCALE:g}" cy="{hole[1] * SCALE:g}" r="2.6" fill="{fill}"><title>{title}</title></circle>'


def _name(reference: str, places: list[Hole]) -> str:
    x = sum(hole[0] for hole in places) / len(places) * SCALE
    y = sum(hole[1] for hole in places) / len(places) * SCALE
    lying = len({hole[1] for hole in places}) == 1
    return f'<text class="name" x="{x:g}" y="{y - 8 if lying else y + 3:g}" text-anchor="middle">{reference}</text>'
