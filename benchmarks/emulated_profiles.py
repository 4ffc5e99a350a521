"""Free memory and longest turn of a console of every profile, on an emulated Pico with the real CircuitPython.

    python -m benchmarks.emulated_profiles --rig RIG [--panels 2,4] [--parts reader] [--seconds 12] [--save]

RIG is described in `benchmarks/_emulated.py`. A host shows four scenes a second, in which counters and wall move, panels are asked for
bids, choices and dice, and turns are told; buttons are pressed, stickers laid and lifted, and the reader falls silent for 2 s. Where there
are digits, 30 presses of PLUS (every other one a step of the knob, if one hangs on the bus) choose numbers while such scenes go on, and the
time from the finger to its digit is taken. Prints a table, keeps it for the guide with `--save` (then run
`python tools/generate_guide_tables.py`), and ends with an error where a turn was longer than 20 ms, a digit came late, less memory was
free than should be, or a line was bad or lost.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks._emulated import firmware_tree, image_of, told

LONGEST_MS = 20
FIGURES = Path(__file__).with_suffix(".json")
"""What was measured last, for firmware/README.md and the guide."""
LEAST_FREE = {1: 72_000, 2: 70_000, 3: 66_000, 4: 64_000}
"""With every part; the aim of firmware/README.md is higher, and missed."""
LATEST_DIGIT_MS = {1: 40, 2: 40, 3: 60, 4: 60}
MOST_SILENT = 10
"""So many messages at least come of the presses."""
PARTS = ("-", "reader", "digits", "encoder", "buzzer", "keys", "reader,digits,buzzer", "reader,digits,bus_encoder,buzzer,keys")


def measured(rig: Path, panels: int, parts: str, seconds: int) -> dict[str, Any]:
    """Let one console play for so long; returns what it measured."""
    with tempfile.TemporaryDirectory(prefix="tapete-emulated-") as name:
        tree = firmware_tree(Path(name), panels, [part for part in parts.split(",") if part != "-"])
        arguments = (str(panels), parts, str(seconds))
        (found,) = told(Path(__file__).with_suffix(".mjs"), rig, image_of(tree, rig), *arguments)
    return found


def faults(found: dict[str, Any]) -> list[str]:
    """What misses an aim."""
    wrong = [f"{name}: {found[name]}" for name in ("resets", "bad", "erased", "refused", "gaps") if found[name]]
    wrong += [f"a turn of {found['turn']} ms"] if found["turn"] > LONGEST_MS else []
    wrong += [f"{found['play']} bytes free"] if found["play"] < LEAST_FREE[found["panels"]] else []
    wrong += ["no card was told"] if "reader" in found["parts"] and not found["cards"] else []
    wrong += ["nothing that was pressed is told"] if found["told"] < MOST_SILENT else []
    wrong += ["no digits"] if "digits" in found["parts"] and not any(found["digits"]) else []
    late = max(found["digit_ms"], default=0)
    wrong += [f"a digit after {late} ms"] if late > LATEST_DIGIT_MS[found["panels"]] else []
    return [f"{found['panels']} panels, {found['parts']}: {what}" for what in wrong]


def keep(found: dict[str, Any]) -> None:
    """Put a profile's figures in the place of those measured before."""
    names = ("panels", "parts", "free", "play", "connect", "turn", "rate", "card_ms", "digit_ms")
    kept = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else []
    rows = [one for one in kept if (one["panels"], one["parts"]) != (found["panels"], found["parts"])]
    rows.append({name: found[name] for name in names})
    rows.sort(key=lambda one: (one["panels"], PARTS.index(one["parts"])))
    FIGURES.write_text("[\n" + ",\n".join(f" {json.dumps(one)}" for one in rows) + "\n]\n", encoding="utf-8")


def main() -> None:
    """Measure and judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rig", type=Path, required=True, help="folder of the emulator")
    parser.add_argument("--panels", default="1,2,3,4", help="numbers of panels, with commas")
    parser.add_argument("--parts", action="append", choices=PARTS, help="parts beside; may be given more than once")
    parser.add_argument("--save", action="store_true", help=f"write the figures into {FIGURES.name}")
    parser.add_argument("--seconds", type=int, default=12, help="of emulated time in play")
    chosen = parser.parse_args()
    began = time.monotonic()
    wrong = []
    heads = ("panels", "parts", "free, KB: connected, in play", "longest turn, ms: connect, play", "turns a second", "card to its line, ms")
    print(f"| {' | '.join(heads)} | press to digit, ms |\n{'|---' * 7}|", flush=True)
    for panels in map(int, chosen.panels.split(",")):
        for parts in chosen.parts or PARTS:
            found = measured(chosen.rig, panels, parts, chosen.seconds)
            card = "..".join(map(str, found["card_ms"]))
            digit = ", ".join(map(str, found["digit_ms"]))
            memory = f"{found['free'] / 1000:.1f}, {found['play'] / 1000:.1f}"
            turns = f"{found['connect']}, {found['turn']} | {found['rate']}"
            print(f"| {panels} | {parts} | {memory} | {turns} | {card} | {digit} |", flush=True)
            print(json.dumps(found), file=sys.stderr)
            wrong += faults(found)
            if chosen.save:
                keep(found)
    print(f"in {time.monotonic() - began:.0f} s")
    print(*wrong, "failed" if wrong else "passed", sep="\n")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
