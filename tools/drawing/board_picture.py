"""Pictures of the board for the guide: to scale, both sides of the copper, readable in grey; a step shows its own nets and parts only."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tools.drawing import pcb, pcb_rules
from tools.drawing.pcb_rules import HEIGHT, WIDTH

STYLE = """text{font-family:sans-serif;fill:#111}.front{stroke:#b3261e;fill:none;stroke-linecap:round}
.back{stroke:#3565a8;fill:none;stroke-linecap:round;stroke-dasharray:1.2 .7}.pad{fill:#d9b64c;stroke:#6d5a1e;stroke-width:.12}
.hole{fill:#fff;stroke:#555;stroke-width:.12}.body{fill:#fff;fill-opacity:.6;stroke:#333;stroke-width:.2}.new{fill:#ffe08a;fill-opacity:.9}
.pale{opacity:.16}.name{font-weight:bold;paint-order:stroke;stroke:#fff;stroke-width:.6px}"""


def svg(
    title: str = "Tapete: the board, side of the parts",
    parts: frozenset[str] | None = None,
    board: pcb.Board | None = None,
    size: tuple[float, float] = (WIDTH, HEIGHT),
    corners: Sequence[pcb.Point] = (),
) -> str:
    """Return the drawing; printed at 100 % it has the size of the board in mm. Tracks of the back are dashed. Without `board`: the box's.
    `corners`: of a board that is no rectangle.

    `parts`: those that a step adds stand out, with the tracks of their nets except ground and +5V; the rest is pale. None: all alike.
    """
    board, (width, height) = board or pcb.committed(), size
    nets = {pad.net for pad in board.pads if parts and pad.reference in parts} - {"GND", "+5V"}

    def pale(dull: bool) -> str:
        return " pale" if parts is not None and dull else ""

    edge = f'<rect width="{width:g}" height="{height:g}" rx="{pcb_rules.CORNER:g}" fill="#e9efe4" stroke="#1b4026" stroke-width=".4"/>'
    if corners:
        edge = f'<path d="M{"L".join(f"{x:g} {y:g}" for x, y in corners)}Z" fill="#e9efe4" stroke="#1b4026" stroke-width=".4"/>'
    out = [edge]
    for layer, kind in (("B.Cu", "back"), ("F.Cu", "front")):
        for track in board.tracks:
            if track.layer == layer:
                (x1, y1), (x2, y2) = track.start, track.end
                style = f'class="{kind}{pale(track.net not in nets)}" stroke-width="{track.width:g}"'
                out.append(f'<path {style} d="M{x1:g} {y1:g}L{x2:g} {y2:g}"><title>{escape(track.net)}</title></path>')
    for footprint in board.footprints.values():
        if footprint.reference.startswith(("H", "TP")) or not any(stroke.layer.endswith(".Fab") for stroke in footprint.strokes):
            continue
        left, top, right, low = footprint.box("F.Fab" if any(stroke.layer == "F.Fab" for stroke in footprint.strokes) else "B.Fab")
        box = f'x="{left:g}" y="{top:g}" width="{right - left:g}" height="{low - top:g}"'
        new = " new" if parts and footprint.reference in parts else pale(True)
        out.append(f'<rect class="body{new}" {box}><title>{escape(footprint.reference)}</title></rect>')
    out += [f'<circle class="pad{pale(net not in nets)}" cx="{x:g}" cy="{y:g}" r="{pcb_rules.VIA / 2:g}"/>' for net, (x, y) in board.vias]
    for pad in board.pads:
        title = f"<title>{escape(f'{pad.reference}.{pad.number} {pad.net}'.strip())}</title>"
        if pad.drill:
            radius = min(pad.width, pad.height) / 2
            out.append(f'<circle class="pad" cx="{pad.x:g}" cy="{pad.y:g}" r="{radius:g}">{title}</circle>')
            out.append(f'<circle class="hole" cx="{pad.x:g}" cy="{pad.y:g}" r="{pad.drill / 2:g}"/>')
        else:
            box = f'x="{pad.x - pad.width / 2:g}" y="{pad.y - pad.height / 2:g}" width="{pad.width:g}" height="{pad.height:g}"'
            out.append(f'<rect class="pad" {box}>{title}</rect>')
    out += [f'<circle class="hole" cx="{hole.x:g}" cy="{hole.y:g}" r="{hole.drill / 2:g}"/>' for hole in board.holes]
    for one in board.words:
        if one.layer == "F.SilkS":
            turn = f' transform="rotate(-90 {one.x:g} {one.y:g})"' if round(one.turn) % 180 == 90 else ""
            name = ' class="name"' if one.of == one.words else ""
            font = f'font-size="{1.3 * one.size:g}" text-anchor="middle" dominant-baseline="middle"'
            out.append(f'<text{name} x="{one.x:g}" y="{one.y:g}" {font}{turn}>{escape(one.words)}</text>')
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}" role="img">'
    )
    return f"{head}\n<title>{escape(title)}</title>\n<style>{STYLE}</style>\n" + "\n".join(out) + "\n</svg>\n"
