"""The cutting list: how long each wire of the console must be, from the measures of enclosure and board.

A wire is as long as its way with the case open (the deck stands on its rear edge, the lid on its front edge), a bit more so that it is
not taut, and what is stripped at both ends.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass

from tapete_console import pins
from tools.drawing import circuit, hardware_review, pcb, socket_board

SLACK = 1.15
STRIPPED_MM = 10
"""At both ends together."""
CABLE_MM = 1000

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Cut:
    """A line of the cutting list: key, words in English and Spanish, pieces, mm and gauge; `part`, the line of parts.csv with its wire.

    `each` says what the pieces are counted for: "panel", "bridge" or "console".
    """

    key: str
    words: tuple[str, str]
    pieces: int
    length: int
    awg: str
    part: str
    each: str


def cut_mm(way: float) -> int:
    """Return how long to cut a wire for a way in mm: with slack and ends, full centimetres."""
    return math.ceil((way * SLACK + STRIPPED_MM) / 10) * 10


def _measure(name: str) -> float:
    return hardware_review.measures()[name]


def rows() -> list[float]:
    """Return Y of the eight rows of a panel in the order of the chain: counter 1 to 5, die, tens (the far private row), units."""
    measured = hardware_review.measures()
    shift = math.tan(math.radians(measured["hood_tilt"])) * (measured["lid"] + measured["deck_below"] - 2)
    counter = [measured["counter_y"] + row * measured["row_pitch"] for row in range(pins.COUNTER_PIXELS // pins.COUNTER_ROW)]
    units = measured["private_y"] + shift
    return [*counter, measured["die_y"], units + measured["row_pitch"], units]


def ends() -> tuple[float, float]:
    """Return X of the holes in the deck through which wires go down, left and right of the strips."""
    columns, pitch = _measure("columns"), _measure("pitch")
    left = (_measure("width") - (columns - 1) * pitch) / 2
    return left - pitch / 2 - 2.5, left + (columns - 0.5) * pitch + 2.5


def socket_pin(number: int) -> Point:
    """Return where a pin of J101 is soldered, in the panel's tray."""
    column = socket_board.PINS[number - 1][0] - socket_board.SCREWS[0][0]
    return _measure("socket_x") + 2.54 * column, _measure("socket_y"), _measure("socket_post")


def button(number: int) -> Point:
    """Return the middle of a button (0 to 3) below the open lid, which stands on its front edge in front of the tray."""
    x = _measure("width") / 2 + (number - 1.5) * _measure("button_pitch")
    return x, 0.0, _measure("height") + _measure("button_y")


def _first_row() -> Iterable[float]:
    """Ways from the first row's left end to J101's wires 1 to 3, the deck standing on its rear edge."""
    rear = _measure("die_y") + 8
    start = ends()[0], rear, _measure("height") - _measure("deck_below") + rear - rows()[0]
    return (math.dist(start, socket_pin(number)) for number in (1, 2, 3))


def _switch() -> float:
    """The longest way from SW1's lugs, the board beside the box, to J8."""
    terminal = pcb.committed().footprints["J8"].pads
    x = _measure("switch_x") - _measure("board_left")
    return max(math.hypot(pad.x - x, pad.y + 20) for pad in terminal) + 25


def cuts() -> list[Cut]:
    """Return the cutting list."""
    y, (left, right) = rows(), ends()
    across, through = right - left, 2 * _measure("deck")
    data = [math.hypot(across, one - other) + through for one, other in itertools.pairwise(y)]
    near = sorted(data)[:-1]
    lying = sorted(y)
    power = max(other - one for one, other in itertools.pairwise(lying)) + through
    grounds, signals = circuit.CABLE.count("GND"), len(circuit.CABLE) - 3
    to_socket = max(math.dist(button(number), socket_pin(5 + number)) for number in range(len(circuit.BUTTON_NAMES)))
    to_socket = max(to_socket, min(math.dist(button(number), socket_pin(4)) for number in range(4)))
    buttons = len(circuit.BUTTON_NAMES)
    return [
        Cut(
            "cable_power",
            ("cable of a panel: 5V, GND, GND", "cable de un panel: 5V, GND, GND"),
            1 + grounds,
            CABLE_MM,
            "24",
            "wire_24",
            "panel",
        ),
        Cut(
            "cable_signals",
            ("cable of a panel: DATA and four buttons", "cable de un panel: DATA y cuatro botones"),
            signals,
            CABLE_MM,
            "26",
            "wire_26",
            "panel",
        ),
        Cut("bridge", ("cable of the bridge", "cable del puente"), 3, CABLE_MM, "24", "wire_24", "bridge"),
        Cut("switch", ("SW1 to J8", "de SW1 a J8"), 3, cut_mm(_switch()), "20", "wire_20", "console"),
        Cut(
            "row_data",
            (
                "data from the right end of a row to the left of the next",
                "datos: del extremo derecho de una fila al izquierdo de la siguiente",
            ),
            len(near),
            cut_mm(max(near)),
            "26",
            "wire_26",
            "panel",
        ),
        Cut(
            "row_data_far",
            ("the same from the die display to the tens", "lo mismo, del visor del dado a las decenas"),
            1,
            cut_mm(max(data)),
            "26",
            "wire_26",
            "panel",
        ),
        Cut(
            "row_power",
            ("5V and GND from a row to its neighbour, at the left", "5V y GND de una fila a su vecina, por la izquierda"),
            2 * (len(y) - 1),
            cut_mm(power),
            "24",
            "wire_24",
            "panel",
        ),
        Cut(
            "row_ends",
            (
                "5V and GND under counter 1, counter 5 and the units, from end to end",
                "5V y GND bajo contador 1, contador 5 y unidades, de punta a punta",
            ),
            6,
            cut_mm(across + through),
            "24",
            "wire_24",
            "panel",
        ),
        Cut(
            "first_row",
            ("counter 1 to J101: 5V, GND, DATA", "de contador 1 a J101: 5V, GND, DATA"),
            3,
            cut_mm(max(_first_row())),
            "24",
            "wire_24",
            "panel",
        ),
        Cut(
            "button",
            ("button to J101, and GND of the last", "de un botón a J101, y GND del último"),
            buttons + 1,
            cut_mm(to_socket),
            "26",
            "wire_26",
            "panel",
        ),
        Cut(
            "button_ground",
            ("from button to button: GND", "de botón a botón: GND"),
            buttons - 1,
            cut_mm(_measure("button_pitch")),
            "26",
            "wire_26",
            "panel",
        ),
    ]


def metres(part: str, each: str) -> float:
    """Return how many metres of a kind of wire a panel, the bridge or the console takes."""
    return sum(cut.pieces * cut.length for cut in cuts() if cut.part == part and cut.each == each) / 1000
