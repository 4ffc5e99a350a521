"""What may hang beside a console, in tables: from the firmware's profiles, and from what was last measured on the emulator."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from typing import Any

from tapete_console import profiles
from tools.drawing import circuit, power_table
from tools.drawing.circuit import ROOT

FIGURES = ROOT / "benchmarks" / "emulated_profiles.json"

NAMES = {
    "reader": ("reader of stickers, PN532", "lector de pegatinas, PN532"),
    "digits": ("four digits a panel, HT16K33", "cuatro cifras por panel, HT16K33"),
    "encoder": ("knob on pins", "mando giratorio en patillas"),
    "bus_encoder": ("knob over two wires, seesaw", "mando giratorio por dos hilos, seesaw"),
    "buzzer": ("buzzer, passive", "zumbador pasivo"),
    "keys": ("all buttons over two wires, MCP23017", "todos los botones por dos hilos, MCP23017"),
}
Table = Callable[[str, list[list[str]]], str]


def parts(lang: int, table: Table) -> str:
    """Return what each part is set by and where it hangs."""
    heads = ("part|settings.toml|pins|address|in hello", "pieza|settings.toml|patillas|dirección|en hello")[lang]
    either = (" or ", " o ")[lang]
    rows = []
    for part in profiles.PARTS:
        ways = either.join(", ".join(f"GP{pin}" for pin in way) for way in part.ways)
        addresses = "–".join(f"0x{one:02x}" for one in sorted({part.addresses[0], part.addresses[-1]})) if part.addresses else ""
        rows.append([NAMES[part.word][lang], f"`{part.setting} = {part.value}`", ways, addresses, f"`{part.word}`"])
    return table(heads, rows)


def pieces(lang: int, table: Table, only: str = "") -> str:
    """Return what to buy for the parts beside, or for one of them by its word."""
    heads = (
        "for|part|1 panel|2 panels|4 panels|EUR each|instead|never",
        "para|pieza|1 panel|2 paneles|4 paneles|EUR cada una|en su lugar|nunca",
    )[lang]
    rows = []
    for one in circuit.kinds(circuit.BESIDE_PARTS).values():
        if only not in ("", one.beside):
            continue
        name = f"{(one.en, one.es)[lang]} — {one.maker} {one.mpn}"
        counts = [str(one.number(panels, bridge=False)) for panels in (1, 2, 4)]
        price = one.price.replace(".", ",") if lang else one.price
        rows.append([f"`{one.beside}`", name, *counts, price, (one.instead_en, one.instead_es)[lang], (one.never_en, one.never_es)[lang]])
    if only:
        heads, rows = heads.split("|", 1)[1], [row[1:] for row in rows]
    return table(heads, rows)


def reader_power(lang: int, table: Table) -> str:
    """Return what is left for the pixels where a reader is, for every build with the bridge that works without one."""
    heads = (
        "panels|supply|budget mA|left for pixels mA|in play mA|light without reader %|light with reader %",
        "paneles|toma|presupuesto mA|queda para píxeles mA|en juego mA|luz sin lector %|luz con lector %",
    )[lang]
    rows = []
    for build in (one for one in power_table.builds() if one.bridge and not one.faults):
        taken = profiles.by_word("reader").ma
        left = power_table.Build(build.panels, build.bridge, build.supply, taken)
        row = [str(build.panels), (build.supply.en, build.supply.es)[lang], str(build.budget), str(left.for_pixels)]
        row += [("too small", "no alcanza")[lang] if left.faults else str(left.typical)]
        rows.append([*row, str(build.light_percent), "–" if left.faults else str(left.light_percent)])
    return table(heads, rows)


def clashes(lang: int, table: Table) -> str:
    """Return which parts do not go together: the smallest choices of which one is left out."""
    found: list[tuple[str, ...]] = []
    words = [part.word for part in profiles.PARTS]
    for count in (2, 3):
        for chosen in combinations(words, count):
            same = {"encoder", "bus_encoder"} <= set(chosen)
            if not same and profiles.fitted(list(chosen))[1] and not any(set(one) <= set(chosen) for one in found):
                found.append(chosen)
    heads = ("not together|left out", "no juntos|queda fuera")[lang]
    return table(heads, [[", ".join(NAMES[word][lang] for word in one), NAMES[profiles.fitted(list(one))[1][0]][lang]] for one in found])


def figures(lang: int, table: Table) -> str:
    """Return what was measured of every profile."""
    heads = (
        "panels|parts|free, KB: connected, in play|longest turn, ms: connect, play|turns a second|press to digit, ms: median, longest",
        "paneles|piezas|libre, KB: conexión, juego|turno más largo, ms: conexión, juego|turnos/s|pulsación a cifra, ms: mediana, máximo",
    )[lang]
    kept: list[dict[str, Any]] = json.loads(FIGURES.read_text(encoding="utf-8"))

    def number(value: float) -> str:
        return f"{value / 1000:.1f}".replace(".", "," if lang else ".")

    rows = []
    for one in kept:
        names = ", ".join(f"`{word}`" for word in one["parts"].split(",")) if one["parts"] != "-" else ("none", "ninguna")[lang]
        between = "; " if lang else ", "
        memory = between.join((number(one["free"]), number(one["play"])))
        digit = ", ".join(map(str, one["digit_ms"]))
        rows.append([str(one["panels"]), names, memory, f"{one['connect']}, {one['turn']}", str(one["rate"]), digit])
    return table(heads, rows)


def blocks(lang: int, table: Table) -> dict[str, str]:
    """Return the blocks by name."""
    found = {"beside": parts(lang, table), "clashes": clashes(lang, table), "profile-figures": figures(lang, table)}
    return found | {
        "beside-pieces": pieces(lang, table),
        "reader-pieces": pieces(lang, table, "reader"),
        "reader-power": reader_power(lang, table),
    }
