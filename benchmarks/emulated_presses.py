"""Bouncing contacts and noise on the buttons of an emulated Pico with the real CircuitPython.

    python -m benchmarks.emulated_presses --rig RIG [--pulses 10000]

RIG is described in `benchmarks/_emulated.py`. Contacts that open and close at random for 3 to 20 ms at both edges have to count as one
press each; pulses under 2 ms have to count as none. Ends with an error where they do not. Pulses of 3 to 15 ms are counted and shown.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks._emulated import firmware_tree, image_of, interpreter

BASE, PRESSES = 10, 60


def measured(rig: Path, pulses: int, folder: Path) -> dict[str, Any]:
    """Let the emulated board count; returns what it counted, by the width in milliseconds.

    Args:
        rig: the emulator's folder. pulses: how many shorter than 2 ms, of four widths together. folder: for the drive's image.
    """
    program = Path(__file__).with_suffix(".mjs")
    image = image_of(firmware_tree(folder), rig)
    command = ["env", f"RIG={rig.resolve()}", "node", str(program), str(interpreter(rig)), str(image), str(pulses)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def main() -> None:
    """Measure and judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rig", type=Path, required=True, help="folder of the emulator")
    parser.add_argument("--pulses", type=int, default=10_000, help="shorter than 2 ms, of four widths together")
    chosen = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tapete-emulated-") as name:
        told = measured(chosen.rig, chosen.pulses, Path(name))
    told["wall_s"] = round(time.monotonic() - began)
    print(json.dumps(told, indent=1))
    wrong = [] if told["base"] == BASE else [f"{told['base']} instead of {BASE} clean presses"]
    wrong += [f"bounces of {ms} ms: {count} of {PRESSES} presses" for ms, count in told["bounces"].items() if count != PRESSES]
    wrong += [f"{count} presses of pulses of {ms} ms" for ms, count in told["pulses"].items() if count]
    wrong += [f"{told['resets']} resets"] if told["resets"] else []
    print(*wrong, sep="\n")
    print("failed" if wrong else "passed")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
