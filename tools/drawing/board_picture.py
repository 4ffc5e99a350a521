"""A picture of the board for the guide: to scale, both sides of the copper, what is printed, readable in grey."""

from __future__ import annotations

from html import escape

from tools.drawing import board, router
from tools.drawing.board import HEIGHT, HOLES, WIDTH

STYLE = """text{font-family:sans-serif;fill:#111}.front{stroke:#b3261e;fill:none;stroke-linecap:round}
.back{stroke:#3565a8;fill:none;stroke-linecap:round;stroke-dasharray:1.2 .7}.pad{fill:#d9b64c;stroke:#6d5a1e;stroke-width:.12}
.hole{fill:#fff;stroke:#555;stroke-width:.12}.body{fill:#fff;fill-opacity:.55;stroke:#333;stroke-width:.2}
.name{font-weight:bold;font-size:2px;paint-order:stroke;stroke:#fff;stroke-width:.6px}"""


def svg() -> str:
    """Return the drawing; printed at 100 % it has the size of the board. Tracks of the back are dashed."""
    out = [f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" rx="{board.CORNER:g}" fill="#e9efe4" stroke="#1b4026" stroke-width=".4"/>']
    for side in (1, 0):
        for net, route in board.routes().items():
            for layer, start, end, width in route.tracks:
                if layer == side:
                    line = f"M{start[0]:g} {start[1]:g}L{end[0]:g} {end[1]:g}"
                    kind = ("front", "back")[side]
                    out.append(f'<path class="{kind}" stroke-width="{width:g}" d="{line}"><title>{escape(net)}</title></path>')
    for part in board.parts():
        left, top, right, low = board.footprint(part).body
        corners = [board.where(part.reference, point) for point in ((left, top), (right, low))]
        xs, ys = sorted(x for x, _ in corners), sorted(y for _, y in corners)
        box = f'x="{xs[0]:g}" y="{ys[0]:g}" width="{xs[1] - xs[0]:g}" height="{ys[1] - ys[0]:g}"'
        out.append(f'<rect class="body" {box}><title>{escape(part.reference + ": " + part.kind.value)}</title></rect>')
    for route in board.routes().values():
        out += [f'<circle class="pad" cx="{x:g}" cy="{y:g}" r="{router.VIA / 2:g}"/>' for x, y in route.vias]
    for part, pad, (x, y) in board.pads():
        title = escape(f"{part.reference}.{pad.number} {part.nets[pad.number] or ''}".strip())
        out.append(f'<circle class="pad" cx="{x:g}" cy="{y:g}" r="{min(pad.width, pad.height) / 2:g}"><title>{title}</title></circle>')
        out.append(f'<circle class="hole" cx="{x:g}" cy="{y:g}" r="{pad.drill / 2:g}"/>')
    out += [f'<circle class="hole" cx="{x:g}" cy="{y:g}" r="1.6"/>' for x, y in HOLES.values()]
    for part in board.parts():
        x, y = board.where(part.reference, board.footprint(part).title)
        out.append(f'<text class="name" x="{x:g}" y="{y + 0.7:g}" text-anchor="middle">{part.reference}</text>')
    for one in board.lettering():
        if not one.back:
            turn = f' transform="rotate(-90 {one.x:g} {one.y:g})"' if one.turn else ""
            size = f'font-size="{1.3 * one.size:g}" text-anchor="middle" dominant-baseline="middle"'
            out.append(f'<text x="{one.x:g}" y="{one.y:g}" {size}{turn}>{escape(one.words)}</text>')
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH:g}mm" height="{HEIGHT:g}mm" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img">'
    )
    return f"{head}\n<title>Tapete: the board, side of the parts</title>\n<style>{STYLE}</style>\n" + "\n".join(out) + "\n</svg>\n"
