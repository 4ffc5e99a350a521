"""The longest turn of the console in every scene that the five games send, on an emulated Pico with the real CircuitPython.

    python -m benchmarks.emulated_scenes --rig RIG [--panels 2]

RIG is described in `benchmarks/_emulated.py`. The scenes are those of the golden matches, one of each shape (`benchmarks/scenes.py`); a
console gets those for as many panels as it has, and after them the largest that the link allows. Each comes with a press of some button
within 30 ms; the status asked for afterwards tells the longest turn. Ends with an error where a turn was longer than 20 ms, a scene was
not shown, a line was bad, the board was reset or the flash was written.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

from benchmarks import scenes
from benchmarks._emulated import BUDGET_MA, firmware_tree, image_of, told
from tapete.core.seats import SEATS
from tapete_console import wire

LONGEST_MS = 20
LETTERS = 16
"""Of an id at most: docs/link.md, section 1."""
LARGEST = 30
"""So often the largest scene is shown, each time with other ids."""


def largest(panels: int, number: int) -> list[str]:
    """A scene as large as the link allows: every part, the most dice, ids of the most letters; other ids for another number."""

    def name(*parts: object) -> str:
        return "".join(map(str, parts)).ljust(LETTERS, "x")

    fields = []
    for seat in SEATS[:panels]:
        dice = ":".join(name(seat, number, die) for die in range(wire.MAX_DICE))
        fields.append(f"{seat},999,999,waiting,bid={name(seat, number)}:10:99,show=99,dice={dice},for=initiative,lock=ready")
    return [*fields, "bridge=-9,-9,-9,9"]


def texts(panels: int) -> tuple[list[str], list[str]]:
    """The scenes of the games for at most so many panels, and the largest ones, as they stand on the wire."""
    games = [
        " ".join(fields)
        for shapes in scenes.scenes().values()
        for fields in shapes.values()
        if sum(not field.startswith("bridge=") for field in fields) <= panels
    ]
    return games, [" ".join(largest(panels, number)) for number in range(LARGEST)]


def main() -> None:
    """Measure and judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rig", type=Path, required=True, help="folder of the emulator")
    parser.add_argument("--panels", type=int, default=2, choices=sorted(BUDGET_MA), help="panels of the console")
    chosen = parser.parse_args()
    began = time.monotonic()
    games, limits = texts(chosen.panels)
    with tempfile.TemporaryDirectory(prefix="tapete-emulated-") as name:
        folder = Path(name)
        listed = folder / "scenes.txt"
        listed.write_text("\n".join(games + limits), encoding="ascii")
        drive = image_of(firmware_tree(folder, chosen.panels), chosen.rig)
        figures = list(told(Path(__file__).with_suffix(".mjs"), chosen.rig, drive, str(listed)))
    for what, of_these in (("scenes of the games", figures[: len(games)]), ("largest scenes of the link", figures[len(games) :])):
        turns = [one["turn"] for one in of_these]
        worst = max(of_these, key=lambda one: (one["turn"], len(one["text"])))
        longest = max(len(one["text"]) for one in of_these)
        print(f"{chosen.panels} panels, {len(turns)} {what}, up to {longest} letters:")
        print(f"  longest turn {max(turns)} ms, median {statistics.median(turns):g} ms")
        print(f"  at least {min(one['free'] for one in of_these)} bytes free; the longest turn: {worst['text']}")
    wrong = [f"{one['turn']} ms: {one['text']}" for one in figures if one["turn"] > LONGEST_MS]
    wrong += [f"not shown ({', '.join(one['refused'])}): {one['text']}" for one in figures if not one["shown"]]
    wrong += [f"{what}: {figures[-1][what]}" for what in ("resets", "bad", "erased") if figures[-1][what]]
    wrong += [] if len(figures) == len(games + limits) else [f"{len(figures)} of {len(games + limits)} scenes measured"]
    print(f"{figures[-1]['at_s']} s of emulated time in {time.monotonic() - began:.0f} s")
    print(*wrong, "failed" if wrong else "passed", sep="\n")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
