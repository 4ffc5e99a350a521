"""A layout of the box on perfboard, to scale: which hole each pin sits in, and which holes a wire joins on the other side.

Holes are counted from 1, columns to the right and rows downwards, seen from the side of the parts; 2.54 mm apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from tools.drawing import circuit
from tools.drawing.wiring import COLOURS, kind

COLUMNS, ROWS = 38, 30
"""Holes of a board of 100 x 80 mm."""

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
    "U1": _chip(3, 3, 40, 7),
    "U2": _chip(16, 9, 14, 3),
    "U3": _chip(26, 9, 14, 3),
    "RN1": _run((13, 18), (1, 0), 6),
    "C1": [(19, 7), (17, 7)],
    "C2": [(29, 7), (27, 7)],
    "F2": [(14, 3), (16, 3)],
    "JP1": [(19, 3), (21, 3), (23, 3)],
    "J6": [(34, 3), (36, 3)],
    "F1": [(35, 6), (35, 15)],
    "D1": [(27, 20), (23, 20)],
    "J5": _run((34, 18), (1, 0), 3),
    **{f"J{panel + 1}": _run((2 + 9 * panel, 29), (1, 0), 8) for panel in range(circuit.PANELS)},
}
"""Holes of every part's pins 1, 2, 3, ..."""


def holes() -> dict[Hole, tuple[str, str, str | None]]:
    """Return part, pin and net of every hole in use. Raises ValueError for a hole used twice or off the board."""
    found: dict[Hole, tuple[str, str, str | None]] = {}
    for part in circuit.box():
        for number, hole in enumerate(PLACES.get(part.reference, ()), 1):
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
    "U1": (2.2, 1.6, 8.6, 21.9),
    "F1": (34.1, 5, 1.8, 11),
    "J6": (33, 1.6, 4, 2.6),
    "JP1": (18, 1.6, 6, 2.6),
}
"""Left, top, width and height in holes where a part is larger than its pins."""


def svg() -> str:
    """Return the drawing; printed at 100 % it lies under a real board."""
    width, height = (COLUMNS + 1) * SCALE, (ROWS + 1) * SCALE
    parts = [f'<rect x="2" y="2" width="{width - 4:g}" height="{height - 4:g}" rx="4" fill="#f3e6c4" stroke="#8a7640"/>']
    grid = [f"M{column * SCALE:g} {row * SCALE:g}h0" for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1)]
    parts.append(f'<path d="{"".join(grid)}" stroke="#c3ad74" stroke-width="3.4" stroke-linecap="round"/>')
    for net, row in RAILS.items():
        parts.append(f'<path d="M{SCALE:g} {row * SCALE:g}H{COLUMNS * SCALE:g}" stroke="{COLOURS[net]}" stroke-width="3.2"/>')
        parts.append(f'<text x="{width - 10:g}" y="{row * SCALE - 3:g}" text-anchor="end">{net}</text>')
    for reference, places in PLACES.items():
        left, top = min(hole[0] for hole in places) - 0.5, min(hole[1] for hole in places) - 0.5
        wide, high = max(hole[0] for hole in places) + 0.5 - left, max(hole[1] for hole in places) + 0.5 - top
        left, top, wide, high = OUTLINES.get(reference, (left, top, wide, high))
        box = f'x="{left * SCALE:g}" y="{top * SCALE:g}" width="{wide * SCALE:g}" height="{high * SCALE:g}"'
        parts.append(f'<rect {box} rx="2" fill="#fff" fill-opacity=".72" stroke="#555"/>')
    parts += [_wire(*wire) for wire in wires()]
    parts += [_dot(hole, *pin) for hole, pin in holes().items() if pin[2] not in RAILS]
    parts += [_name(reference, places) for reference, places in PLACES.items()]
    parts += [
        f'<text class="count" x="{column * SCALE:g}" y="7.5" text-anchor="middle">{column}</text>' for column in range(5, COLUMNS + 1, 5)
    ]
    parts += [f'<text class="count" x="3" y="{row * SCALE + 2.5:g}">{row}</text>' for row in range(5, ROWS + 1, 5)]
    style = "text{font:7px sans-serif}.name{font-weight:bold;font-size:8.5px;paint-order:stroke;stroke:#fff;stroke-width:2.5px}"
    style += ".on{fill:#fff;font-size:7px;font-weight:bold}.count{font-size:5.5px;fill:#6b5a2a}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * 25.4 / 96:g}mm" height="{height * 25.4 / 96:g}mm" '
    head += f'viewBox="0 0 {width:g} {height:g}" role="img">\n<title>Tapete: box on perfboard, side of the parts</title>\n'
    head += f"<style>{style}</style>\n"
    return head + "\n".join(parts) + "\n</svg>\n"


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
