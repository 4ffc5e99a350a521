"""Tables of the guide's page about the panel as one board: parts, joints, wires, price of ten."""

from __future__ import annotations

from collections.abc import Callable

from tapete_console import pins
from tools.drawing import circuit, guide_steps, lengths, panel_board, pcb
from tools.drawing.symbols import HEADER, header_pin

Tabled = Callable[[str, list[list[str]]], str]
"""Heads with `|` between them, and rows: a Markdown table."""

BOARDS, SET_UP, JOINT = 47.0, 18.0, 0.0016
"""EUR, estimates of 2026-11-27 without shipping and tax: ten bare boards of this size; stencil, set-up and two parts that must be loaded;
one joint soldered by machine."""


def board() -> pcb.Board:
    """Return the committed board."""
    return pcb.read(panel_board.FILE.read_text(encoding="utf-8"))


def references(kind: str) -> str:
    """Return the references of a part, the first and the last if there are many."""
    found = sorted(
        (part.reference for part in panel_board.parts() if part.kind.part == kind),
        key=lambda name: int(name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")),
    )
    return " ".join(found) if len(found) < 5 else f"{found[0]} … {found[-1]}"


def parts(lang: int, table: Tabled, extra: bool = False) -> str:
    """Return the parts list of one board, or of what a builder may add to it."""
    heads = ("part|reference|pieces|LCSC|instead|never", "pieza|referencia|cantidad|LCSC|en su lugar|nunca")[lang]
    rows = []
    for one in circuit.kinds(circuit.PANEL_PARTS).values():
        if one.optional != extra:
            continue
        name = (one.en, one.es)[lang] + (f" — {one.maker} {one.mpn}" if one.mpn else "")
        words = (one.instead_en, one.instead_es)[lang], (one.never_en, one.never_es)[lang]
        rows.append([name, references(one.part), str(one.panel), one.lcsc or "–", *words])
    return table(heads, rows)


def machine_joints() -> int:
    """Return how many joints the assembler's oven makes on one board."""
    return sum(1 for pad in board().pads if not pad.drill)


def wire_mm() -> int:
    """Return how long to cut a wire from a pad of the board to its button, the lid standing open on its front edge."""
    m = panel_board.measures()
    back = m["die_y"] + 8 - panel_board.BUTTON_PADS_Y
    return lengths.cut_mm((back**2 + (m["height"] + m["button_y"] - (m["height"] - m["deck_below"])) ** 2) ** 0.5)


def joints() -> dict[str, tuple[int, int]]:
    """Return what hands do for one panel, as one board and of strips: soldered ends, crimps of the cable, receptacles of the buttons."""
    fitted = {part.reference for part in panel_board.parts() if not part.kind.optional}
    soldered = sum(1 for pad in board().pads if pad.drill and pad.reference in fitted)
    crimps, tabs = circuit.kinds()["contacts"].panel, circuit.kinds()["tabs"].panel
    # Each wire of the strips has two ends, one of R101's replaces none; the cable's wires are crimped.
    inside = [cut for cut in lengths.cuts() if cut.each == "panel" and not cut.key.startswith("cable")]
    of_strips = sum(2 * cut.pieces for cut in inside) - tabs
    return {"soldered": (soldered, of_strips), "crimps": (crimps, crimps), "tabs": (tabs, tabs)}


def joint_table(lang: int, table: Tabled) -> str:
    """Return the joints of two panels in both builds."""
    heads = ("two panels|as boards|of strips", "dos paneles|en placa|de tiras")[lang]
    names = {
        "soldered": ("soldered ends", "extremos soldados"),
        "crimps": ("crimps of the cables", "engastes de los cables"),
        "tabs": ("receptacles of the buttons", "receptáculos de los botones"),
    }
    found = joints()
    rows = [[names[key][lang], str(2 * one), str(2 * other)] for key, (one, other) in found.items()]
    sums = [2 * sum(counts) for counts in zip(*found.values(), strict=True)]
    return table(heads, [*rows, [("all", "todo")[lang], *map(str, sums)]])


def price() -> dict[str, float]:
    """Return what ten boards cost in EUR, by what for."""
    kinds = [one for one in circuit.kinds(circuit.PANEL_PARTS).values() if not one.optional]
    return {
        "boards": BOARDS,
        "set_up": SET_UP,
        "parts": 10 * sum(one.panel * float(one.price) for one in kinds if one.lcsc),
        "joints": 10 * machine_joints() * JOINT,
        "sockets": 10 * sum(one.panel * float(one.price) for one in kinds if not one.lcsc),
    }


def cost(lang: int, table: Tabled) -> str:
    """Return the price of ten boards."""
    heads = ("ten boards|EUR", "diez placas|EUR")[lang]
    names = {
        "boards": ("bare boards", "placas desnudas"),
        "set_up": ("stencil, set-up, two loaded parts", "plantilla, preparación y dos piezas que se cargan"),
        "parts": ("pixels, capacitors, buffer, resistors", "píxeles, condensadores, búfer y resistencias"),
        "joints": (f"{machine_joints()} joints a board, by machine", f"{machine_joints()} soldaduras por placa, a máquina"),
        "sockets": ("sockets, soldered by you", "zócalos, los sueldas tú"),
    }
    found = price()
    whole = sum(found.values())
    rows = [[names[key][lang], f"{value:.0f}"] for key, value in found.items()]
    rows += [[("all", "todo")[lang], f"{whole:.0f}"], [("one panel", "un panel")[lang], f"{whole / 10:.0f}"]]
    return table(heads, rows)


def second_cable(lang: int, table: Tabled) -> str:
    """Return where in the box each wire of the second cable is soldered: to the Pico's pads, by the pin map."""
    heads = ("wire of J6|what|pin of the Pico, knob alone|with digits", "hilo de J6|qué|patilla de la Pico, solo el mando|con cifras")[lang]
    alone = {"BUZZER": pins.BUZZER, "KNOB_A": pins.KNOB[0], "KNOB_B": pins.KNOB[1]}
    digits = {"BUZZER": pins.BUZZER, "KNOB_A": pins.READER[0], "KNOB_B": pins.READER[1], "SCL": pins.DIGITS[0], "SDA": pins.DIGITS[1]}
    supply = {"3V3": HEADER.index("3V3") + 1, "GND": HEADER.index("GP26") + 3}

    def pin(wire: str, used: dict[str, int]) -> str:
        if wire in supply:
            return f"{wire} ({supply[wire]})"
        return f"GP{used[wire]} ({header_pin(used[wire])})" if wire in used else "–"

    wires = [wire or "GND" for wire in panel_board.EXTRAS]
    return table(heads, [[str(place), wire, pin(wire, alone), pin(wire, digits)] for place, wire in enumerate(wires, 1)])


def blocks(lang: int, table: Tabled) -> dict[str, str]:
    """Return the generated blocks of the page by name."""
    return {
        "panel-board-parts": parts(lang, table),
        "panel-board-steps": guide_steps.panel_page(lang),
        "panel-board-extras": parts(lang, table, extra=True),
        "panel-board-second-cable": second_cable(lang, table),
        "panel-board-joints": joint_table(lang, table),
        "panel-board-cost": cost(lang, table),
    }
