"""What may hang beside a console, in tables: from the firmware's profiles, and from what was last measured on the emulator."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from typing import Any

from tapete_console import profiles
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
        "panels|parts|free, KB: connected, in play|longest turn, ms: connect, play|turns a second",
        "paneles|piezas|libre, KB: conectada, en juego|turno más largo, ms: al conectar, en juego|turnos por segundo",
    )[lang]
    kept: list[dict[str, Any]] = json.loads(FIGURES.read_text(encoding="utf-8"))

    def number(value: float) -> str:
        return f"{value / 1000:.1f}".replace(".", "," if lang else ".")

    rows = []
    for one in kept:
        names = ", ".join(f"`{word}`" for word in one["parts"].split(",")) if one["parts"] != "-" else ("none", "ninguna")[lang]
        between = "; " if lang else ", "
        memory = between.join((number(one["free"]), number(one["play"])))
        rows.append([str(one["panels"]), names, memory, f"{one['connect']}, {one['turn']}", str(one["rate"])])
    return table(heads, rows)


def blocks(lang: int, table: Table) -> dict[str, str]:
    """Return the blocks by name."""
    return {"beside": parts(lang, table), "clashes": clashes(lang, table), "profile-figures": figures(lang, table)}
