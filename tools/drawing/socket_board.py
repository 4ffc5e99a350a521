"""The piece of perfboard that holds a panel's socket (J101), to scale: its pins, what comes to each, and the holes of its screws."""

from __future__ import annotations

from tools.drawing import circuit
from tools.drawing.perfboard import SCALE
from tools.drawing.wiring import COLOURS

COLUMNS, ROWS = 15, 9
PINS = [(column, 5) for column in range(4, 12)]
"""Hole of each pin of J101: column and row from the upper left, side of the parts."""
SCREWS = [(1, 5), (14, 5)]
"""Holes to drill to SCREW_MM, over the two posts of the tray."""
SCREW_MM = 3.2
BEYOND = 3 / 2.54
"""Holes of board that stay beyond the middle of a screw: half as much, and the drill would break out."""
SOCKET = (3.04, 3.9, 8.82, 2.26)
"""Left, top, width and height of the socket in holes."""


TITLES = ("Tapete: board of a panel's socket, side of the parts", "Tapete: placa del zócalo de un panel, lado de las piezas")
DRILL = ("drill {} mm", "taladro de {} mm")


def svg(lang: int = 0) -> str:
    """Return the drawing; `lang` 1 is Spanish."""
    width, height = (COLUMNS + 1) * SCALE, (ROWS + 1) * SCALE
    left, top, wide, high = (measure * SCALE for measure in SOCKET)
    grid = [f"M{column * SCALE:g} {row * SCALE:g}h0" for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1)]
    start, end = (SCREWS[0][0] - BEYOND) * SCALE, (SCREWS[1][0] + BEYOND) * SCALE
    edge = f'x="{start:g}" y="{SCALE / 2:g}" width="{end - start:g}" height="{ROWS * SCALE:g}"'
    drawn = [
        f'<rect {edge} fill="#f3e6c4" stroke="#8a7640"/>',
        f'<path d="{"".join(grid)}" stroke="#c3ad74" stroke-width="3.4" stroke-linecap="round"/>',
        f'<rect x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" rx="2" fill="#fff" fill-opacity=".72" stroke="#555"/>',
        f'<text class="name" x="{left + wide / 2:g}" y="{top - 4:g}" text-anchor="middle">J101</text>',
    ]
    for column, row in SCREWS:
        at = f'cx="{column * SCALE:g}" cy="{row * SCALE:g}"'
        drawn.append(
            f'<circle {at} r="{SCREW_MM / 2 / 2.54 * SCALE:g}" fill="#fff" stroke="#555">'
            f"<title>{DRILL[lang].format(SCREW_MM)}</title></circle>"
        )
        drawn.append(f'<text x="{column * SCALE:g}" y="{(row - 1) * SCALE:g}" text-anchor="middle">{SCREW_MM} mm</text>')
    for number, ((column, row), name) in enumerate(zip(PINS, circuit.CABLE, strict=True), 1):
        x, y = column * SCALE, row * SCALE
        colour = COLOURS.get({"5V": "+5V"}.get(name, name), "#555")
        drawn.append(f'<circle cx="{x:g}" cy="{y:g}" r="2.6" fill="{colour}"><title>J101.{number} {name}</title></circle>')
        drawn.append(f'<text x="{x:g}" y="{y + 9:g}" text-anchor="middle">{number}</text>')
        drawn.append(f'<text transform="translate({x + 2.5:g} {y + 14:g}) rotate(90)">{name}</text>')
    style = "text{font:6px sans-serif}.name{font-weight:bold;font-size:8.5px}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * 25.4 / 96:g}mm" height="{height * 25.4 / 96:g}mm" '
    head += f'viewBox="{-SCALE / 2:g} 0 {width:g} {height:g}" role="img">\n'
    head += f"<title>{TITLES[lang]}</title>\n"
    return head + f"<style>{style}</style>\n" + "\n".join(drawn) + "\n</svg>\n"
