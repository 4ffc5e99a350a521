"""Tables of the guide in both languages, and the bill of materials."""

from __future__ import annotations

import csv
import io

from tapete_console import pins
from tools.drawing import budget, circuit, perfboard, rules
from tools.drawing.wiring import kind

WORDS = {
    "yes": ("yes", "sí"),
    "no": ("no", "no"),
    "too small": ("too small", "no alcanza"),
    "power": (
        "panels|bridge|supply|budget mA|pixels|dark mA|in play mA|at most mA|measured mA|unlimited mA|white %|fuse|panel AWG|feed AWG",
        "paneles|puente|toma|presupuesto mA|píxeles|oscuro mA|en juego mA|tope mA|medido mA|libre mA|blanco %|fusible|AWG panel|AWG toma",
    ),
    "pins": ("panel|MINUS|PLUS|LOCK|ROLL|pixels|socket", "panel|MENOS (MINUS)|MÁS (PLUS)|FIJAR (LOCK)|TIRAR (ROLL)|píxeles|zócalo"),
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
    for build in budget.builds():
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
        "price_eur",
    ]
    heads += ["what", "qué", "instead", "en su lugar", "never", "nunca"]
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heads)
    for one in circuit.kinds().values():
        quantities = [one.number(panels, bridge=False) for panels in (1, 2, 4)]
        row = [
            references(one.part, circuit.PANELS),
            one.value,
            one.maker,
            one.mpn,
            one.distributor,
            one.lcsc,
            *quantities,
            one.bridge,
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
    for one in (rules.POWER, rules.BRANCH, rules.SIGNAL):
        width = rules.needed_mm(one.load)
        needed, drawn = f"{width:.2f}" if width >= 0.01 else "< 0.01", f"{one.width:g}"
        if lang:
            needed, drawn = needed.replace(".", ","), drawn.replace(".", ",")
        rows.append([names[one.name][lang], str(one.load), needed, drawn])
    return table(heads, rows)


def blocks(lang: int) -> dict[str, str]:
    """Return every generated block of the guide by name. Raises circuit.Unbuildable if an advised build cannot work."""
    for panels in (1, 2, 3, 4):
        budget.advised(panels)
    found = {"power": power(lang), "pins": pin_table(lang), "cable": cable(lang), "parts": parts(lang)}
    found |= {"board-places": board_places(lang), "board-wires": board_wires(lang), "tracks": tracks(lang)}
    for panels in (1, 2, 3, 4):
        found[f"power-{panels}"] = power(lang, (panels,))
        found[f"pins-{panels}"] = pin_table(lang, panels)
    return found
