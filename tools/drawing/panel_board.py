"""A panel as one printed board in place of deck, strips and their wires: its parts, where they lie, its tracks and what is printed on it.

Millimetres from the board's upper left corner, y downwards, seen from the side of the pixels with the player below. Pixels and screws lie
where the enclosure has them (hardware/enclosure/dimensions.scad), so that lid, grid, funnel and hood serve both builds.
"""

from __future__ import annotations

import itertools
import math
from functools import cache

from tapete_console import pins
from tools.drawing import circuit, hardware_review, pcb, pcb_rules
from tools.drawing.circuit import PANEL_PARTS, Part

FILE = circuit.ROOT / "hardware" / "panel-board.kicad_pcb"
COLUMNS = pins.COUNTER_ROW
ROWS = ("counter 1", "counter 2", "counter 3", "counter 4", "counter 5", "die", "tens", "units")
"""Rows in the order of the chain."""
PIXELS = pins.COUNTER_PIXELS + pins.DIE_PIXELS + pins.PRIVATE_PIXELS

RIGHT, LEFT, PRIVATE_LEFT = 178.5, 13.0, 11.0
"""Where the data line turns from the end of a row to the beginning of the next; PRIVATE_LEFT: from the die display to the private rows."""
BUTTON_PADS_Y = 142.5
EDITION = ("1", "2026-11-27")
"""Revision and date of this board."""


@cache
def measures() -> dict[str, float]:
    """Return the measures of the enclosure, with the slope of the tunnels reckoned."""
    found = hardware_review.measures()
    found["left"] = (found["width"] - (found["columns"] - 1) * found["pitch"]) / 2
    found["private_shift"] = math.tan(math.radians(found["hood_tilt"])) * (found["lid"] + found["deck_below"] - 2)
    return found


@cache
def size() -> tuple[float, float]:
    """Return width and height: what the deck has."""
    m = measures()
    return m["width"] - 2 * m["wall"] - 2, m["die_y"] + 8 - m["panel_edge"]


def here(x: float, y: float) -> pcb.Point:
    """Return a place of the panel (x along the rows, y away from the player) on the board."""
    m = measures()
    return round(x - m["wall"] - 1, 3), round(m["die_y"] + 8 - y, 3)


@cache
def pixel_places() -> tuple[pcb.Point, ...]:
    """Return the middle of every pixel, in the order of the chain."""
    m = measures()
    ys = [m["counter_y"] + row * m["row_pitch"] for row in range(int(m["counter_rows"]))] + [m["die_y"]]
    ys += [m["private_y"] + m["row_pitch"] + m["private_shift"], m["private_y"] + m["private_shift"]]
    return tuple(here(m["left"] + column * m["pitch"], y) for y in ys for column in range(COLUMNS))


@cache
def screws() -> tuple[pcb.Point, ...]:
    """Return the places of the six screws of the deck."""
    m = measures()
    ys = (m["private_y"] - 14, m["counter_y"] - 16, m["die_y"] - 10)
    return tuple(here(x, y) for x in (m["wall"] + 6, m["width"] - m["wall"] - 6) for y in ys)


EXTRAS = ("BUZZER", "3V3", None, "SDA", "SCL", "KNOB_B", "KNOB_A")
"""Wires of the second cable, for what a builder may add; None is ground."""
EXTRA_SOCKET = (159.2, 93.5)
"""Pin 1 of its socket, on the underside."""


def knob() -> pcb.Point:
    """Return the middle of the knob."""
    return here(measures()["knob_x"], measures()["knob_y"])


def socket() -> pcb.Point:
    """Return pin 1 of the socket: between counter and private rows, where neither grid nor funnel stands on the board."""
    m = measures()
    return here(m["board_socket_x"], m["board_socket_y"])


def button_x() -> list[float]:
    """Return the middle of each button, MINUS to ROLL."""
    m = measures()
    return [here(m["width"] / 2 + (place - 1.5) * m["button_pitch"], 0)[0] for place in range(len(circuit.BUTTON_NAMES))]


def data_net(place: int) -> str:
    """Return the net that goes into pixel `place` (0 is the first)."""
    return f"D{place + 1}"


def row_end(place: int) -> int:
    """Return which row (from 0) ends with pixel `place` and goes on in another, -1 if none does."""
    return place // COLUMNS if (place + 1) % COLUMNS == 0 and place + 1 < PIXELS else -1


@cache
def parts() -> tuple[Part, ...]:
    """Return the parts of the board."""

    def one(reference: str, kind: str, *nets: str | None) -> Part:
        return circuit.part(reference, kind, *nets, parts=PANEL_PARTS)

    found = [
        one("J1", "panel_socket", *({"5V": "+5V"}.get(wire, wire) for wire in circuit.CABLE)),
        one("R2", "line_pull", "DATA", "GND"),
        one("U1", "gate", "GND", "DATA", "GND", "SENT", "+5V"),
        one(f"C{PIXELS + 1}", "pixel_bypass", "+5V", "GND"),
        one("R1", "line_resistor", "SENT", data_net(0)),
    ]
    found += [one(f"J{place + 2}", "button_pads", name, "GND") for place, name in enumerate(circuit.BUTTON_NAMES)]
    found += [
        one("J6", "extra_socket", *(wire or "GND" for wire in EXTRAS)),
        one("J7", "extra_digits", "3V3", "GND", "SDA", "SCL"),
        one("BZ1", "extra_buzzer", "BUZZER", "GND"),
    ]
    ends: dict[str, str | None] = {"A": "KNOB_A", "B": "KNOB_B", "C": "GND", "S1": "LOCK", "S2": "GND", "MP": "GND"}
    found.append(Part("SW1", circuit.kinds(PANEL_PARTS)["extra_knob"], ends))
    for place in range(PIXELS):
        leaves, row = data_net(place + 1) if place + 1 < PIXELS else None, row_end(place)
        if row >= 0:  # a way of 20 to 30 cm follows: it would ring
            leaves = f"E{row + 1}"
            found.append(one(f"R{row + 3}", "line_resistor", leaves, data_net(place + 1)))
        found.append(one(f"D{place + 1}", "pixel", "+5V", leaves, "GND", data_net(place)))
        found.append(one(f"C{place + 1}", "pixel_bypass", "+5V", "GND"))
    return tuple(found)


Place = tuple[float, float, int, str]
"""Where a footprint's origin lies, its turn against the clock, and its side (F or B)."""


@cache
def places() -> dict[str, Place]:
    """Return where every part lies; holes, fiducials and tooling holes too."""
    found: dict[str, Place] = {
        "J1": (*socket(), 0, "B"),
        "R2": (56.0, 95.2, 270, "F"),
        "U1": (50.0, 93.5, 180, "F"),
        "R1": (22.0, 93.5, 180, "F"),
    }
    found[f"C{PIXELS + 1}"] = (43.5, 94.45, 180, "F")
    for place, x in enumerate(button_x()):
        found[f"J{place + 2}"] = (round(x - 2.1, 3), BUTTON_PADS_Y, 0, "F")
    x, y = knob()
    found |= {"J6": (*EXTRA_SOCKET, 0, "B"), "SW1": (round(x - 7.5, 3), round(y - 2.5, 3), 0, "F")}
    found |= {"BZ1": (48.1, y, 0, "F"), "J7": (90.8, y, 90, "F")}
    for place, (x, y) in enumerate(pixel_places()):
        found[f"D{place + 1}"] = (x, y, 180, "F")
        found[f"C{place + 1}"] = (round(x + 6.5, 3), round(y + 2.2, 3), 0, "F")
        if row_end(place) >= 0:
            found[f"R{row_end(place) + 3}"] = (round(x + 6.0, 3), round(y - 1.65, 3), 0, "F")
    for place, (x, y) in enumerate(screws(), 1):
        found[f"H{place}"] = (x, y, 0, "F")
    width = size()[0]
    for place, (x, y) in enumerate(((5.0, 33.0), (width - 5, 33.0), (5.0, 130.0)), 1):
        found[f"FID{place}"] = (x, y, 0, "F")
    for place, (x, y) in enumerate(((5.0, 62.0), (width - 5, 130.0)), 7):
        found[f"H{place}"] = (x, y, 0, "F")
    return found


def marks() -> dict[str, str]:
    """Return the footprints that are no parts, by reference."""
    return {
        **{f"H{place}": "MountingHole_3.2mm_M3" for place in range(1, 7)},
        **{f"H{place}": "ToolingHole_1.152mm" for place in (7, 8)},
        **{f"FID{place}": "Fiducial_0.5mm_Mask1mm" for place in (1, 2, 3)},
    }


Line = tuple[str, str, float, tuple[pcb.Point, ...]]
"""Net, layer, width, and the points of a track."""


def tracks() -> list[Line]:
    """Return every track. All data runs on the front, so that the ground behind it is whole; the wires of the buttons run behind."""
    at, found = pixel_places(), list[Line]()
    signal = pcb_rules.SIGNAL.width

    def data(place: int, *points: pcb.Point) -> None:
        found.append((data_net(place), "F.Cu", signal, points))

    for place, (x, y) in enumerate(at):
        found.append(("+5V", "F.Cu", 0.6, ((x + 2.45, y + 1.65), (x + 3.0, y + 2.2), (x + 5.4625, y + 2.2))))
        found.append(("GND", "F.Cu", 0.6, ((x + 7.5375, y + 2.2), (x + 7.5375, y + 4.0))))
        found.append(("GND", "F.Cu", 0.6, ((x - 2.45, y - 1.65), (x - 4.3, y - 1.65))))
        if place + 1 == PIXELS:
            break
        (nx, ny), leaves, row = at[place + 1], (x + 2.45, y - 1.65), row_end(place)
        enters = (nx - 2.45, ny + 1.65)
        if row < 0:
            data(place + 1, leaves, (x + 7.6, y - 1.65), (x + 10.9, y + 1.65), enters)
            continue
        found.append((f"E{row + 1}", "F.Cu", signal, (leaves, pad_place(f"R{row + 3}", "1"))))
        leaves = pad_place(f"R{row + 3}", "2")
        if ROWS[row] == "die":
            data(place + 1, leaves, (RIGHT, y - 1.65), (RIGHT, 2.6), (PRIVATE_LEFT, 2.6), (PRIVATE_LEFT, enters[1]), enters)
        else:
            # Between the rows, and back to the left: away from the player while the counter goes on, towards them under the hood.
            way = y + 7 if ny > y else y - 7
            data(place + 1, leaves, (RIGHT, y - 1.65), (RIGHT, way), (LEFT, way), (LEFT, enters[1]), enters)
    found += _line_in(at[0])
    found += _buttons()
    found += _extras()
    return found


def _line_in(first: pcb.Point) -> list[Line]:
    """From the socket through the buffer to the first pixel, and the buffer's supply."""
    signal, (jx, jy) = pcb_rules.SIGNAL.width, socket()
    enters = (first[0] - 2.45, first[1] + 1.65)
    data_in, pull = pad_place("U1", "2"), pad_place("R2", "1")
    out, through, leaves = pad_place("U1", "4"), pad_place("R1", "1"), pad_place("R1", "2")
    supply, cap = pad_place("U1", "5"), pad_place(f"C{PIXELS + 1}", "1")
    return [
        ("DATA", "F.Cu", signal, ((jx + 5, jy), (jx + 5, jy - 2.7), (pull[0] + 2, jy - 2.7), (pull[0] + 2, jy), (pull[0], jy), data_in)),
        ("DATA", "F.Cu", signal, ((pull[0], jy), pull)),
        ("SENT", "F.Cu", signal, (out, (out[0] - 1.5, out[1]), (out[0] - 3.0, out[1] - 0.9), (through[0] + 3, out[1] - 0.9), through)),
        (data_net(0), "F.Cu", signal, (leaves, (15.5, leaves[1]), (15.5, enters[1]), enters)),
        ("+5V", "F.Cu", 0.5, (supply, cap)),
        ("GND", "F.Cu", 0.5, (pad_place("U1", "1"), pad_place("U1", "1", 1.6, 0))),
        ("GND", "F.Cu", 0.5, (pad_place("U1", "3"), pad_place("U1", "3", 1.6, 0))),
        ("GND", "F.Cu", 0.5, (pad_place(f"C{PIXELS + 1}", "2"), pad_place(f"C{PIXELS + 1}", "2", 0, 1.8))),
        ("GND", "F.Cu", 0.5, (pad_place("R2", "2"), pad_place("R2", "2", 1.8, 0))),
    ]


def _buttons() -> list[Line]:
    """From the socket behind the private rows to the pads of the buttons."""
    found, (jx, jy) = list[Line](), socket()
    for place, name in enumerate(circuit.BUTTON_NAMES):
        pin, pad = jx + 10 + 2.5 * place, pad_place(f"J{place + 2}", "1")
        level = 130.0 if place in (0, 3) else 134.0
        found.append((name, "B.Cu", pcb_rules.SIGNAL.width, ((pin, jy), (pin, level), (pad[0], level), pad)))
    return found


def _extras() -> list[Line]:
    """From the second socket, behind the private rows as one bundle, to knob, digits and buzzer; the knob's switch is LOCK."""
    found, (sx, sy) = list[Line](), EXTRA_SOCKET
    wires = [(place, wire) for place, wire in enumerate(EXTRAS) if wire]
    # Each goes sideways into the bundle, the outer ones below the inner ones, and at the front edge to the left, the first highest.
    for line, (place, wire) in enumerate(wires):
        pin, x, level = sx + 2.5 * place, 166.8 + 0.8 * line, 144.8 + 0.8 * line
        aside = sy + 2.7 + 0.8 * {0: 2, 1: 1, 5: 1}.get(line, 0)
        ends = {
            "BUZZER": ("BZ1", "1"),
            "3V3": ("J7", "1"),
            "SDA": ("J7", "3"),
            "SCL": ("J7", "4"),
            "KNOB_B": ("SW1", "B"),
            "KNOB_A": ("SW1", "A"),
        }
        end = pad_place(*ends[wire])
        turn = end[0] - 3.1 if wire == "KNOB_B" else end[0]
        points = [(pin, sy), (pin, aside), (x, aside), (x, level), (turn, level), (turn, end[1]), end]
        found.append((wire, "B.Cu", pcb_rules.SIGNAL.width, tuple(dict.fromkeys((round(x, 3), round(y, 3)) for x, y in points))))
    lock, switch = pad_place("J4", "1"), pad_place("SW1", "S1")
    right = switch[0] + 3.9
    way = (lock, (lock[0], 146.0), (right, 146.0), (right, switch[1]), switch)
    found.append(("LOCK", "F.Cu", pcb_rules.SIGNAL.width, way))
    return found


def vias() -> list[tuple[str, pcb.Point]]:
    """Return the vias, all to ground: one a pixel, one a capacitor."""
    found = [("GND", end) for x, y in pixel_places() for end in ((x - 4.3, y - 1.65), (x + 7.5375, y + 4.0))]
    found += [("GND", points[-1]) for net, _, _, points in _line_in(pixel_places()[0]) if net == "GND"]
    return found


@cache
def pad_place(reference: str, number: str, right: float = 0.0, down: float = 0.0) -> pcb.Point:
    """Return where a pad of a part lies, or a place beside it. Raises KeyError for a part or a pad that there is not."""
    name = next(part.kind.footprint for part in parts() if part.reference == reference)
    x, y, turn, side = places()[reference]
    pads = {pad.number: pad.at for pad in pcb.library(pcb.LIBRARY / f"{name}.kicad_mod").pads}
    px, py = pads[number]
    dx, dy = pcb.turned((px, -py if side == "B" else py), turn)
    return round(x + dx + right, 4), round(y + dy + down, 4)


def outline() -> list[pcb.Point]:
    """Return the corners of the board: notches at the back leave room for the posts of the tray's corners."""
    width, height = size()
    m = measures()
    wide, deep = here(m["wall"] + m["post"] + 1.5, m["depth"] - m["wall"] - m["post"] - 1.5)
    return [(wide, 0), (width - wide, 0), (width - wide, deep), (width, deep), (width, height), (0, height), (0, deep), (wide, deep)]


def longest_mm() -> float:
    """Return the longest way that data goes from one pixel to the next, in mm."""
    ways: dict[str, float] = {}
    for net, layer, _, points in tracks():
        if layer == "F.Cu" and net.startswith("D") and net[1:].isdigit():
            ways[net] = ways.get(net, 0.0) + sum(math.dist(start, end) for start, end in itertools.pairwise(points))
    return max(ways.values())


def words() -> list[tuple[str, float, float, float, str]]:
    """Return what is printed: words, middle, size, layer."""
    width, height = size()
    found = [(f"Tapete panel, revision {EDITION[0]}", width / 2, 137.5, 1.4, "F.SilkS")]
    for place, name in enumerate(ROWS):
        _, y = pixel_places()[place * COLUMNS]
        found.append((name, 5.6, y, 1.0, "F.SilkS"))
    for x, name in zip(button_x(), circuit.BUTTON_NAMES, strict=True):
        found.append((name, x - 2.1, BUTTON_PADS_Y + 2.6, 1.0, "F.SilkS"))
        found.append(("GND", x + 2.6, BUTTON_PADS_Y + 2.6, 1.0, "F.SilkS"))
    for place, wire in enumerate(circuit.CABLE):
        found.append((wire, socket()[0] + 2.5 * place, socket()[1] + (5.2 if place % 2 else 6.8), 0.9, "B.SilkS"))
    found.append(("cable: socket on this side", socket()[0] + 8.75, socket()[1] - 5.5, 1.2, "B.SilkS"))
    found.append(("player", width / 2, height - 2.2, 1.4, "F.SilkS"))
    for place, extra in enumerate(EXTRAS):
        found.append((extra or "GND", EXTRA_SOCKET[0] + 2.5 * place, EXTRA_SOCKET[1] + (5.2 if place % 2 else 6.8), 0.9, "B.SilkS"))
    found.append(("extras", EXTRA_SOCKET[0] + 7.5, EXTRA_SOCKET[1] - 5.5, 1.2, "B.SilkS"))
    x, y = knob()
    found += [("knob", x - 12.0, y, 1.0, "F.SilkS"), ("buzzer", 62.0, y, 1.0, "F.SilkS"), ("digits", 82.0, y, 1.0, "F.SilkS")]
    for place, (wire, shift) in enumerate((("3V3", 0.0), ("GND", 1.3), ("SDA", 0.0), ("SCL", 1.3))):
        found.append((wire, 90.8 + 2.54 * place, y + 2.6 + shift, 0.8, "F.SilkS"))
    return found
