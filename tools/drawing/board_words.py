"""What is printed on the board in English, and the words of the interactive list, explained in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable

from tools.drawing import pcb

SILK = {
    "5 V ONLY": ("nothing but 5 V", "solo 5 V"),
    "5,5 x 2,1 mm": ("the brick's plug", "la clavija de la fuente"),
    "plus inside": ("the inner contact of the plug is plus", "el contacto de dentro de la clavija es el positivo"),
    "BRICK · RAIL · USB": (
        "wires of SW1: brick, rail behind the switch, computer",
        "hilos de SW1: fuente, carril tras el interruptor, ordenador",
    ),
    "to SW1": ("the wires of the switch", "los hilos del interruptor"),
    "rail has 5 V": ("the light: the rail has 5 V", "la luz: el carril tiene 5 V"),
    "Pico: USB this way": ("this end of the Pico has the USB socket", "este extremo de la Pico lleva el conector USB"),
    "RESET": ("starts the console anew", "reinicia la consola"),
    "bridge": ("socket of the bridge strip", "zócalo de la tira del puente"),
    "panel 0 … panel 3": ("sockets of the first to the fourth panel", "zócalos del primer al cuarto panel"),
    "MINUS · PLUS · LOCK · ROLL": ("wires of the buttons: less, more, lock, roll", "hilos de los botones: menos, más, bloquear, tirar"),
    "DATA": ("wire of the pixels' data", "hilo de datos de los píxeles"),
    "TAPETE console": ("the name", "el nombre"),
    "revision": ("edition of the board, with its date", "edición de la placa, con su fecha"),
    "two layers": ("of two layers", "de dos caras"),
    "1 oz copper": ("copper of 35 µm", "cobre de 35 µm"),
    "build guide: docs/build in the folder of the project": ("where this guide lies", "dónde está esta guía"),
}
"""Words of the silk; several that go together in one line, `·` between them."""
LIST = {
    "Sourced · Placed": ("boxes to tick: bought, soldered", "casillas para marcar: comprada, soldada"),
    "References · Value · Footprint · Quantity": (
        "which, how much, shape of its pads, how many",
        "cuál, cuánto, forma de sus pads, cuántas",
    ),
    "F · B · FB": ("front, back, both sides", "cara de delante, de detrás, las dos"),
    "Dark mode · Full Screen": ("dark colours, whole screen", "colores oscuros, pantalla completa"),
}
"""Words of the interactive list."""
SHORT = re.compile(r"[^a-z]*|CERN.*|SRV05-4|[\d.]+[a-zA-Z]|[\dx ]+[a-zA-Z]|P6KE.*|74AHCT.*|\d+[a-z] \d+V")
"""Signs, values and numbers of parts: the same in every language."""


def unexplained() -> list[str]:
    """Return the words on the board that the table does not explain."""
    known = {word for words in SILK for word in words.split(" · ")} | {f"panel {number}" for number in range(4)}
    found = []
    for one in pcb.committed().words:
        if one.of or not one.layer.endswith("SilkS"):
            continue
        for word in one.words.split(" · "):
            plain = re.sub(r" ?revision \d+$", "", word).strip()
            if not SHORT.fullmatch(plain) and plain not in known and not re.fullmatch(r"20\d\d-\d\d-\d\d|100 x 100 mm", plain):
                found.append(word)
    return found


def block(lang: int, table: Callable[[str, list[list[str]]], str]) -> str:
    """Return the table of words."""
    heads = ("on the board, in the list|means", "en la placa, en la lista|quiere decir")[lang]
    return table(heads, [[f"`{word}`", meaning[lang]] for word, meaning in (SILK | LIST).items()])
