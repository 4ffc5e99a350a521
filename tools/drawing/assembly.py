"""Where every printed and bought part of a console lies when it is built, and where tools must reach: the virtual build.

Panel and box have their own frames, those of hardware/enclosure: X along the rows, Y away from the player (to the back), Z up; mm.
A printed part comes from its STL and is moved as `MOUNTED` says; a bought part is boxes and upright cylinders from its data sheet.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from tools.drawing import circuit, hardware_review, lengths, panel_board, pcb, socket_board

Point = tuple[float, float, float]
WAYS: dict[str, Point] = {"above": (0.0, 0.0, 1.0), "below": (0.0, 0.0, -1.0), "behind": (0.0, 1.0, 0.0)}
"""From where one reaches: the direction from the thing to the hand."""


@dataclass(frozen=True)
class Box:
    """A box by two corners."""

    low: Point
    high: Point


@dataclass(frozen=True)
class Reach:
    """What a tool or fingers must get at: points in the middle of the tool, its radius, and how long it is; `frame` panel or box."""

    frame: str
    points: tuple[Point, ...]
    radius: float
    length: float


def _m(name: str) -> float:
    return hardware_review.measures()[name]


def frame(part: str) -> str:
    """Return whether a solid belongs to the "panel" or to the "box"."""
    return "box" if part.startswith("box-") or part in ("SW1", "plug of J7") else "panel"


Move = tuple[Point, Point]
"""A factor for each axis, and what is added then: enough, because parts are only mirrored and shifted."""


def moved(part: str) -> Move:
    """Return how a printed part's STL is moved to where it is mounted. Raises KeyError for a part that is not mounted."""
    height, lid = _m("height"), _m("lid")
    floor = height - _m("deck_below")
    funnel = _m("funnel_height")
    lean = math.tan(math.radians(_m("hood_tilt")))
    moves: dict[str, Move] = {
        "panel-tray": ((1, 1, 1), (0, 0, 0)),
        "panel-board_tray": ((1, 1, 1), (0, 0, 0)),
        "panel-lid": ((-1, 1, -1), (_m("width"), 0, height + lid)),
        "panel-deck": ((1, 1, 1), (0, _m("private_y") - 18, floor - _m("deck"))),
        "panel-grid": ((1, 1, -1), (0, 0, floor + 0.02 + _m("grid_height"))),
        "panel-funnel": ((1, -1, -1), (0, lean * (lid + funnel + 0.1), height - 0.1)),
        "panel-mask": ((1, 1, 1), (0, 0, height + lid)),
        "panel-hood": ((1, 1, 1), (0, 0, height + lid + _m("mask"))),
        "box-tray": ((1, 1, 1), (0, 0, 0)),
        "box-lid": ((-1, 1, -1), (_m("box_width"), 0, _m("box_height") + lid)),
    }
    return moves[part]


PLUG = (22.4, 5.75, 9.8)
"""JST XH, eight ways: width and depth of the header, and height of header and plug together (JST, XH connector)."""
CABLE_RISE = 4.0
"""A cable of eight wires, lying: so much above its plug where it bends away; it is led through the tunnel under the deck."""
BUTTON = (24.0, 20.0, 8.0)
"""Sanwa OBSF-24: diameter behind the panel, depth without tabs, and with receptacles on its tabs so much more."""
SWITCH = (12.7, 6.86, 8.9, 4.8)
"""C&K 7101: body along the lever's way, across it, depth behind the panel, and lugs beyond."""
HEIGHTS = {"J7": 11.0, "J6": 11.4, "J8": 11.4, "F1": 12.0, "U1": 13.0, "C4": 13.0, "F": 9.0, "J": 9.8, "U": 7.5, "LED": 9.0, "SW2": 5.0}
"""How high parts stand above the board, by reference or its letters (data sheets); all others stay below 5 mm."""
FLAT = 5.0
BOARD_MM = 1.6
PLUGGED = frozenset({"J1", "J2", "J3", "J4", "J5"})


def _letters(reference: str) -> str:
    return reference.rstrip("0123456789")


def button_at(number: int) -> tuple[float, float]:
    """Return the middle of a button (0 to 3) of the lid."""
    return _m("width") / 2 + (number - 1.5) * _m("button_pitch"), _m("button_y")


def _socket() -> tuple[float, float, float]:
    """Middle of J101 and the upper side of its board."""
    first = socket_board.SCREWS[0][0]
    pins = [_m("socket_x") + 2.54 * (column - first) for column, _ in socket_board.PINS]
    return sum(pins) / len(pins), _m("socket_y"), _m("socket_post") + BOARD_MM


def bought(part: str) -> list[Box]:
    """Return the solids of a bought part where it is mounted. Raises KeyError for one that is not known."""
    x, y, z = _socket()
    wide, deep, high = PLUG
    if part == "buttons":
        across, depth, tabs = BUTTON
        top, half = _m("height") + _m("lid"), across / 2 / math.sqrt(2)
        found = []
        for number in range(len(circuit.BUTTON_NAMES)):
            bx, by = button_at(number)
            found.append(Box((bx - half, by - half, top - depth), (bx + half, by + half, top)))
            found.append(Box((bx - half, by - 4, top - depth - tabs), (bx + half, by + 4, top - depth)))
        return found
    if part == "J101":
        holes = _m("socket_pitch")
        board = Box((_m("socket_x") - 3, y - 11.4, z - BOARD_MM + 0.02), (_m("socket_x") + holes + 3, y + 11.4, z))
        return [board, Box((x - wide / 2, y - deep / 2, z), (x + wide / 2, y + deep / 2, z + 7))]
    if part == "plug of J101":
        top = z + high
        return [
            Box((x - wide / 2, y - deep / 2, z), (x + wide / 2, y + deep / 2, top)),
            Box((x - wide / 2, y - deep / 2, top), (x + wide / 2, y + 11, top + CABLE_RISE)),
        ]
    if part == "box-board":
        return _board()
    if part == "panel-pcb":
        return _panel_board()
    if part == "plug of J1":
        px, py, top = _panel_socket()
        below = top - 9.8
        boxes = [Box((px - wide / 2, py - deep / 2, below), (px + wide / 2, py + deep / 2, top - 0.02))]
        return [*boxes, Box((px - wide / 2, py - deep / 2, below - CABLE_RISE), (px + wide / 2, py + 11, below))]
    if part == "SW1":
        along, across, depth, lugs = SWITCH
        inner = _m("box_depth") - _m("wall")
        sx, sz = _m("switch_x"), _m("switch_z")
        body = Box((sx - along / 2, inner - depth, sz - across / 2), (sx + along / 2, inner - 0.02, sz + across / 2))
        return [body, Box((sx - along / 2, inner - depth - lugs, sz - 1.5), (sx + along / 2, inner - depth, sz + 1.5))]
    if part == "plug of J7":
        jack = pcb.committed().footprints["J7"]
        middle, level = _m("board_left") + jack.x, _m("board_post") + BOARD_MM + 6.5
        back = _m("board_front") + _m("board_deep") - jack.box("F.Fab")[1]
        half = 11 / 2 / math.sqrt(2)
        return [Box((middle - half, back, level - half), (middle + half, back + 40, level + half))]
    raise KeyError(part)


def _panel_socket() -> Point:
    """Middle of J1 of a panel as one board, and the underside of that board."""
    return _m("board_socket_x") + 8.75, _m("board_socket_y"), _m("height") - _m("deck_below") - _m("panel_board")


PANEL_HEIGHTS = {"D": 1.6, "U": 1.3, "BZ": 6.6, "SW": 6.8}
"""How high its parts stand above the panel's board (data sheets); what a builder may add too."""


def _panel_board() -> list[Box]:
    top, low = _m("height") - _m("deck_below"), _m("height") - _m("deck_below") - _m("panel_board")
    inner, post = _m("wall") + 1, _m("wall") + _m("post") + 1.5
    rear, notch = _m("die_y") + 8, _m("depth") - post
    found = [
        Box((inner, _m("panel_edge"), low + 0.02), (_m("width") - inner, notch, top)),
        Box((post, notch, low + 0.02), (_m("width") - post, rear, top)),
    ]
    for one in pcb.read(panel_board.FILE.read_text(encoding="utf-8")).footprints.values():
        if high := PANEL_HEIGHTS.get(_letters(one.reference)):
            x0, y0, x1, y1 = one.box("F.Fab")
            found.append(Box((inner + x0, rear - y1, top), (inner + x1, rear - y0, top + high)))
    return found


def panel_reaches() -> dict[str, Reach]:
    """Return what must be reached besides when a panel is one board, by the name that hardware/panel-steps.toml uses."""
    x, y, low = _panel_socket()
    top, inner, rear = low + _m("panel_board"), _m("wall") + 1, _m("die_y") + 8
    pads = [(bx + shift + inner, rear - panel_board.BUTTON_PADS_Y) for bx in panel_board.button_x() for shift in (-2.1, 2.1)]
    fingers = tuple((x + dx, y + dy, low - 7.1) for dx in (-9.0, 0.0, 9.0) for dy in (-3.0, 3.0))
    return {
        "solder J1": Reach("panel", tuple((x - 8.75 + 2.5 * place, y, top + 0.1) for place in range(8)), 3.0, 80),
        "solder the buttons' wires": Reach("panel", tuple((*pad, top + 0.1) for pad in pads), 3.0, 80),
        "plug of J1": Reach("panel", fingers, 5.0, 60),
    }


def _board() -> list[Box]:
    left, front, top = _m("board_left"), _m("board_front"), _m("board_post") + BOARD_MM
    back = front + _m("board_deep")
    found = [Box((left, front, top - BOARD_MM + 0.02), (left + _m("board_wide"), back, top))]
    for one in pcb.committed().footprints.values():
        if one.reference.startswith(("H", "TP", "FID")):
            continue
        high = HEIGHTS.get(one.reference, HEIGHTS.get(_letters(one.reference), FLAT))
        x0, y0, x1, y1 = one.box("F.Fab")
        # A body may reach over the board's edge as it is printed (the Pico's socket): what counts there is its plug's notch.
        y0, y1 = max(y0, 0.0), min(y1, _m("board_deep"))
        found.append(Box((left + x0, back - y1, top), (left + x1, back - y0, top + high)))
    return found


def _corners(wide: float, deep: float) -> list[tuple[float, float]]:
    inset = _m("wall") + _m("post") / 2
    return [(x, y) for x in (inset, wide - inset) for y in (inset, deep - inset)]


SHAFT = 3.0
"""Radius of a screwdriver and of the head of an M3 screw."""


def reaches() -> dict[str, Reach]:
    """Return what must be reached, by the name that hardware/steps.toml uses."""
    x, y, z = _socket()
    height, lid, wall = _m("height"), _m("lid"), _m("wall")
    deck_screws = [
        (sx, sy, height - _m("deck_below") + 0.1)
        for sx in (wall + 6, _m("width") - wall - 6)
        for sy in (_m("private_y") - 14, _m("counter_y") - 16, _m("die_y") - 10)
    ]
    left = (_m("width") - (_m("columns") - 1) * _m("pitch")) / 2
    hood = left - _m("pitch") / 2 - _m("hood_wall"), _m("columns") * _m("pitch") + 2 * _m("hood_wall")
    hood_y = _m("private_y") - _m("row_pitch") / 2 + 1 + _m("row_pitch")
    foot = height + lid + _m("mask") + 2.1
    board = [
        (_m("board_left") + bx, _m("board_front") + by, _m("board_post") + BOARD_MM + 0.1)
        for bx in (_m("post_inset"), _m("board_wide") - _m("post_inset"))
        for by in (_m("post_inset"), _m("board_deep") - _m("post_inset"))
    ]
    tie = wall + 7
    terminal = pcb.committed().footprints["J8"]
    mouth = _m("board_front") + _m("board_deep") - terminal.box("F.Fab")[1]
    fingers = tuple((x + dx, y + dy, z + 7.1) for dx in (-9.0, 0.0, 9.0) for dy in (-3.0, 3.0))
    return {
        "screws of J101": Reach("panel", tuple((_m("socket_x") + dx, y, z + 0.1) for dx in (0.0, _m("socket_pitch"))), SHAFT, 120),
        "solder J101": Reach("panel", tuple((lengths.socket_pin(number)[0], y, z - BOARD_MM - 0.1) for number in range(1, 9)), 3.0, 80),
        "plug of J101": Reach("panel", fingers, 5.0, 60),
        "tie of the panel": Reach("panel", tuple((_m("width") / 2 + dx, _m("depth") - tie, 2.1) for dx in (-5.0, 5.0)), 5.0, 80),
        "screws of the deck": Reach("panel", tuple(deck_screws), SHAFT, 120),
        "screws of the hood": Reach("panel", tuple((hx, hood_y, foot) for hx in (hood[0] - 3.5, hood[0] + hood[1] + 3.5)), SHAFT, 120),
        "screws of the panel's lid": Reach(
            "panel", tuple((*at, height + lid + 0.1) for at in _corners(_m("width"), _m("depth"))), SHAFT, 120
        ),
        "terminal J8": Reach(
            "box", tuple((_m("board_left") + pad.x, mouth + 0.1, _m("board_post") + BOARD_MM + 4) for pad in terminal.pads), 1.5, 60
        ),
        "screws of the board": Reach("box", tuple(board), SHAFT, 120),
        "nut of SW1": Reach("box", ((_m("switch_x"), _m("box_depth") + 0.1, _m("switch_z")),), 6.5, 100),
        "ties of the box": Reach("box", tuple((30 + 30 * panel + dx, tie, 2.1) for panel in range(4) for dx in (-5.0, 5.0)), 4.0, 80),
        "screws of the box's lid": Reach(
            "box", tuple((*at, _m("box_height") + lid + 0.1) for at in _corners(_m("box_width"), _m("box_depth"))), SHAFT, 120
        ),
    }
