"""Bouncing contacts and noise on the buttons of an emulated Pico with the real CircuitPython.

    python -m benchmarks.emulated_presses --rig RIG [--pulses 10000]

RIG is described in `benchmarks/_emulated.py`. Contacts that open and close at random for 3 to 20 ms at both edges have to count as one
press each; pulses under 2 ms have to count as none. Ends with an error where they do not. Pulses of 3 to 15 ms are counted and shown.
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

BASE, PRESSES = 10, 60


def measured(rig: Path, pulses: int, folder: Path) -> dict[str, Any]:
    """Let the emulated board count; returns what it counted, by the width in milliseconds.

    Args:
        rig: the emulator's folder. pulses: how many shorter than 2 ms, of four widths together. folder: for the drive's image.
    """
    (counted,) = told(Path(__file__).with_suffix(".mjs"), rig, image_of(firmware_tree(folder), rig), str(pulses))
    return counted


def main() -> None:
    """Measure and judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rig", type=Path, required=True, help="folder of the emulator")
    parser.add_argument("--pulses", type=int, default=10_000, help="shorter than 2 ms, of four widths together")
    chosen = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tapete-emulated-") as name:
        counted = measured(chosen.rig, chosen.pulses, Path(name))
    counted["wall_s"] = round(time.monotonic() - began)
    print(json.dumps(counted, indent=1))
    wrong = [] if counted["base"] == BASE else [f"{counted['base']} instead of {BASE} clean presses"]
    wrong += [f"bounces of {ms} ms: {presses} of {PRESSES} presses" for ms, presses in counted["bounces"].items() if presses != PRESSES]
    wrong += [f"{presses} presses of pulses of {ms} ms" for ms, presses in counted["pulses"].items() if presses]
    wrong += [f"{counted['resets']} resets"] if counted["resets"] else []
    print(*wrong, sep="\n")
    print("failed" if wrong else "passed")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
