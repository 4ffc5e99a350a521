"""Tables of the guide in both languages, and the bill of materials."""

from __future__ import annotations

import csv
import io

from tapete_console import pins
from tools.drawing import (
    beside,
    board_words,
    circuit,
    guide_steps,
    lengths,
    panel_tables,
    pcb_rules,
    perfboard,
    power_table,
    procedure,
    usb_c,
    wiring,
)
from tools.drawing.wiring import kind

WORDS = {
    "yes": ("yes", "sí"),
    "no": ("no", "no"),
    "too small": ("too small", "no alcanza"),
    "power": (
        "panels|bridge|supply|budget mA|pixels|dark mA|in play mA|at most mA|measured mA|unlimited mA|white %|fuse|panel AWG|feed AWG",
        "paneles|puente|toma|presupuesto mA|píxeles|oscuro mA|en juego mA|tope mA|medido mA|libre mA|blanco %|fusible|AWG panel|AWG toma",
    ),
    "pins": ("panel|MINUS|PLUS|LOCK|ROLL|pixels|socket", "panel|MINUS|PLUS|LOCK|ROLL|píxeles|zócalo"),
    "cable": ("wire|signal|colour in the pictures|gauge (AWG)", "hilo|señal|color en las imágenes|calibre (AWG)"),
    "parts": (
        "part|reference|1 panel|2 panels|4 panels|bridge adds|instead|never",
        "pieza|referencia|1 panel|2 paneles|4 paneles|el puente suma|en su lugar|nunca",
    ),
}
COLOURS = {
    "5V": ("red", "rojo"),
    "GND": ("black", "negro"),
    "DATA": ("teal", "verde azulado"),
    "MINUS": ("blue", "azul"),
    "PLUS": ("orange", "naranja"),
    "LOCK": ("violet", "violeta"),
    "ROLL": ("brown", "marrón"),
}


def table(heads: str, rows: list[list[str]]) -> str:
    """Return a Markdown table."""
    columns = heads.split("|")
    lines = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)]) + "\n"


def power(lang: int, panels: tuple[int, ...] = (1, 2, 3, 4)) -> str:
    """Return the power table; `lang` 0 English, 1 Spanish."""
    rows = []
    for build in power_table.builds():
        if build.panels not in panels:
            continue
        row = [
            str(build.panels),
            WORDS["yes" if build.bridge else "no"][lang],
            (build.supply.en, build.supply.es)[lang],
            str(build.budget),
        ]
        row += [str(build.pixels), str(build.shares.dark)]
        if build.faults:
            row += [WORDS["too small"][lang], "–", "–", str(build.unlimited), "–", "–", "–", "–"]
        else:
            row += [
                str(build.typical),
                str(build.worst),
                str(build.measured),
                str(build.unlimited),
                str(build.white_percent),
                build.supply.fuse,
            ]
            row += [str(build.cable_awg), "–" if build.supply.key == "usb" else str(build.feed_awg)]
        rows.append(row)
    return table(WORDS["power"][lang], rows)


def pin_table(lang: int, panels: int = circuit.PANELS) -> str:
    """Return which GPIO each wire of the panels goes to."""
    rows = [
        [str(panel), *(f"GP{gpio}" for gpio in pins.BUTTONS[panel]), f"GP{pins.CHAINS[panel]}", f"J{panel + 1}"] for panel in range(panels)
    ]
    bridge = ("bridge", "puente")[lang]
    return table(WORDS["pins"][lang], [*rows, [bridge, "", "", "", "", f"GP{pins.BRIDGE}", "J5"]])


def cable(lang: int) -> str:
    """Return the wires of a panel's cable."""
    rows = []
    for place, wire in enumerate(circuit.CABLE, 1):
        gauge = "22–24" if wire in ("5V", "GND") else "24–28"
        rows.append([str(place), wire, COLOURS[kind(wire)][lang], gauge])
    return table(WORDS["cable"][lang], rows)


def references(part: str, panels: int) -> str:
    """Return the references of a part in a console with so many panels and the bridge."""
    found = [one.reference for one in circuit.box() if one.kind.part == part]
    if circuit.kinds()[part].panel:
        found = found[: panels * circuit.kinds()[part].panel]
    return " ".join(found + [one.reference for place in range(panels) for one in circuit.panel(place) if one.kind.part == part])


def parts(lang: int) -> str:
    """Return the parts list of the guide."""
    rows = []
    for one in circuit.kinds().values():
        name = (one.en, one.es)[lang]
        detail = " ".join(word for word in (one.maker, one.mpn) if word)
        words = [name + (f" — {detail}" if detail else ""), references(one.part, 1)]
        words += [str(one.number(panels, bridge=False)) for panels in (1, 2, 4)] + [str(one.bridge or "–")]
        rows.append([*words, (one.instead_en, one.instead_es)[lang], (one.never_en, one.never_es)[lang]])
    return table(WORDS["parts"][lang], rows)


def bill() -> str:
    """Return the bill of materials as CSV."""
    out = io.StringIO()
    heads = [
        "references",
        "value",
        "maker",
        "mpn",
        "distributor",
        "lcsc",
        "qty_1_panel",
        "qty_2_panels",
        "qty_4_panels",
        "bridge_adds",
        "only_with",
        "price_eur",
    ]
    heads += ["what", "qué", "instead", "en su lugar", "never", "nunca"]
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heads)
    for one in (*circuit.kinds().values(), *circuit.kinds(circuit.BESIDE_PARTS).values()):
        quantities = [one.number(panels, bridge=False) for panels in (1, 2, 4)]
        row = [
            "" if one.beside else references(one.part, circuit.PANELS),
            one.value,
            one.maker,
            one.mpn,
            one.distributor,
            one.lcsc,
            *quantities,
            one.bridge,
            one.beside,
            one.price,
        ]
        writer.writerow([*row, one.en, one.es, one.instead_en, one.instead_es, one.never_en, one.never_es])
    return out.getvalue()


def board_places(lang: int) -> str:
    """Return where each part sits on the perfboard."""
    heads = ("part|hole of pin 1|last pin|hole", "pieza|agujero de la patilla 1|última patilla|agujero")[lang]
    rows = [[part, "{},{}".format(*holes[0]), str(len(holes)), "{},{}".format(*holes[-1])] for part, holes in perfboard.PLACES.items()]
    return table(heads, rows)


def board_wires(lang: int) -> str:
    """Return the signal wires of the perfboard, from hole to hole."""
    heads = ("signal|from|hole|to|hole", "señal|de|agujero|a|agujero")[lang]
    pins_at = perfboard.holes()
    rows = []
    for net, start, end in perfboard.wires():
        if net not in perfboard.RAILS:
            ends = [(f"{pins_at[hole][0]}.{pins_at[hole][1]}", f"{hole[0]},{hole[1]}") for hole in (start, end)]
            rows += [[net, *ends[0], *ends[1]]]
    return table(heads, rows)


def tracks(lang: int) -> str:
    """Return how wide the tracks of the printed board are, and how wide they must be for what their fuse lets through."""
    heads = ("tracks|at most, for hours mA|needed mm|drawn mm", "pistas|tope durante horas mA|necesario mm|trazado mm")[lang]
    names = {
        "Power": ("+5V and the brick, up to the fuses of the panels", "+5V y la fuente, hasta los fusibles de los paneles"),
        "Branch": ("5V of each panel and the bridge, USB, VSYS", "5V de cada panel y del puente, USB, VSYS"),
        "Default": ("signals", "señales"),
    }
    rows = []
    for one in (pcb_rules.POWER, pcb_rules.BRANCH, pcb_rules.SIGNAL):
        width = pcb_rules.needed_mm(one.load)
        needed, drawn = f"{width:.2f}" if width >= 0.01 else "< 0.01", f"{one.width:g}"
        if lang:
            needed, drawn = needed.replace(".", ","), drawn.replace(".", ",")
        rows.append([names[one.name][lang], str(one.load), needed, drawn])
    return table(heads, rows)


PRICES_OF = "2026-11-22"
"""The day on which the prices of parts.csv were written: estimates for single pieces with tax, without shipping."""
BRICK_ONLY = frozenset(
    {"terminal", "jack", "fuse", "fuse_holder", "reverse_guard", "gate_resistor", "gate_zener", "shunt", "bulk", "diode", "brick"}
    | {"cutoff", "cutoff_level", "cutoff_transistor", "divider_upper", "divider_lower", "cutoff_base", "cutoff_hold", "cutoff_slow"}
)
"""Parts that a console on USB alone leaves out."""


def price(panels: int, bridge: bool, brick: bool) -> float:
    """Return what the parts of a console cost in EUR, on a printed board, with filament and wire."""
    wanted = [one for one in circuit.kinds().values() if brick or one.part not in BRICK_ONLY]
    return sum(one.number(panels, bridge) * float(one.price) for one in wanted)


def cost(lang: int) -> str:
    """Return what a console costs, for 1 to 4 panels."""
    heads = ("panels|on USB EUR|with a brick EUR|bridge adds EUR", "paneles|por USB EUR|con fuente EUR|el puente suma EUR")[lang]
    rows = []
    for panels in (1, 2, 3, 4):
        bare, whole = price(panels, bridge=False, brick=False), price(panels, bridge=False, brick=True)
        rows.append([str(panels), f"{bare:.0f}", f"{whole:.0f}", f"{price(panels, bridge=True, brick=True) - whole:.0f}"])
    return table(heads, rows)


def cuts(lang: int) -> str:
    """Return the cutting list: of one panel, and of the switch and the bridge."""
    heads = ("wire|pieces|mm|gauge (AWG)", "cable|trozos|mm|calibre (AWG)")[lang]
    return table(heads, [[one.words[lang], str(one.pieces), str(one.length), one.awg] for one in lengths.cuts()])


SMALL: tuple[tuple[str, str, int, float], ...] = (
    ("Raspberry Pi Pico H", "Raspberry Pi Pico H", 1, 5.50),
    ("breadboard, 830 contacts", "protoboard de 830 contactos", 1, 4.00),
    ("WS2812B strip, a metre of 60 pixels: 20 are used", "tira WS2812B, un metro de 60 píxeles: se usan 20", 1, 10.80),
    ("74AHCT125N or 74HCT125N", "74AHCT125N o 74HCT125N", 1, 0.70),
    ("push button 6 × 6 mm", "pulsador de 6 × 6 mm", 4, 0.20),
    ("resistor 330 Ω", "resistencia de 330 Ω", 1, 0.10),
    ("capacitor 100 nF", "condensador de 100 nF", 1, 0.25),
    ("jumper wires, 20", "cables de puente, 20", 1, 2.00),
    ("USB cable with data, A to micro B", "cable USB con datos, de A a micro B", 1, 2.50),
)
"""Parts of the small build: English, Spanish, how many, EUR a piece."""


def small_price() -> float:
    """Return what the small build costs in EUR."""
    return sum(count * each for _, _, count, each in SMALL)


def small(lang: int) -> str:
    """Return the parts of the small build."""
    heads = ("part|pieces|EUR", "pieza|cantidad|EUR")[lang]
    rows = [[(one[0], one[1])[lang], str(one[2]), f"{one[2] * one[3]:.2f}"] for one in SMALL]
    rows.append([("all", "todo")[lang], "", f"{small_price():.2f}"])
    return table(heads, [[*row[:2], row[2].replace(".", ",") if lang else row[2]] for row in rows])


def small_wires(lang: int) -> str:
    """Return the wires of the small build: from hole to hole of the Pico and the buffer."""
    heads = ("from|to", "de|a")[lang]
    rows = [[one[lang], two[lang]] for one, two in wiring.SMALL_WIRES]
    return table(heads, rows)


def measures(lang: int, lines: list[procedure.Measure]) -> str:
    """Return a table of the test procedure, with room to write and a box to tick."""
    heads = ("red lead|black lead|at least|at most|measured|ok", "punta roja|punta negra|como poco|como mucho|medido|bien")[lang]

    def shown(value: float | None, unit: str) -> str:
        if value is None:
            return "–"
        words = f"{value / 1000:g} k{unit}" if unit == "Ω" and value >= 1000 else f"{value:g} {unit}"
        return words.replace(".", ",") if lang else words

    rows = [[one.red[lang], one.black[lang], shown(one.low, one.unit), shown(one.high, one.unit), "", "☐"] for one in lines]
    return table(heads, rows)


def blocks(lang: int) -> dict[str, str]:
    """Return every generated block of the guide by name. Raises circuit.Unbuildable if an advised build cannot work."""
    for panels in (1, 2, 3, 4):
        power_table.advised(panels)
    found = {"power": power(lang), "pins": pin_table(lang), "cable": cable(lang), "parts": parts(lang)}
    found |= {"tools": guide_steps.tool_table(lang), "steps": guide_steps.page(lang)}
    found |= {"cost": cost(lang), "cuts": cuts(lang), "small": small(lang), "small-wires": small_wires(lang)}
    found |= {"board-places": board_places(lang), "board-wires": board_wires(lang), "tracks": tracks(lang)}
    for name, lines in (("cold", procedure.cold()), ("warm", procedure.warm()), ("alive", procedure.alive())):
        found[f"measure-{name}"] = measures(lang, lines)
    found |= panel_tables.blocks(lang, table) | beside.blocks(lang, table)
    found |= {"usb-c": usb_c.block(lang, table), "board-words": board_words.block(lang, table)}
    for panels in (1, 2, 3, 4):
        found[f"power-{panels}"] = power(lang, (panels,))
        found[f"pins-{panels}"] = pin_table(lang, panels)
    return found
