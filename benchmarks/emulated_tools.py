"""Doctor, dice test and unattended self-test of a console on an emulated Pico with the real CircuitPython.

    python -m benchmarks.emulated_tools --rig RIG

RIG is described in `benchmarks/_emulated.py`. Each tool is the one that people use and keeps the emulated board's time. Ends with an error
where a tool finds a fault, does not say how far it is, or takes longer than `BOUNDS_S`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.emulated_match import EmulatedConsole
from tapete.console import dice_test
from tapete.console.clock import OwnedClock
from tapete.console.doctor import examine
from tapete.console.self_test import SelfTest

THROWS = 1000
BOUNDS_S = {"doctor": 10.0, "dice-test": 15.0, "self-test --unattended": 30.0}
"""So long each may take, in seconds of the board's time. The walk over a panel's 80 pixels takes 9.6."""


def doctor(console: EmulatedConsole, clock: OwnedClock) -> list[str]:
    """What the doctor finds wrong."""
    examination = examine(console.url, clock=clock, open_port=console.open_port)
    return [] if examination.healthy else [finding.what.in_("en") for finding in examination.findings]


def dice(console: EmulatedConsole, clock: OwnedClock) -> list[str]:
    """What is wrong with the die, or with the progress that is told."""
    told: list[int] = []
    faces = dice_test.collect(console.url, THROWS, told.append, clock=clock, open_port=console.open_port)
    finding = dice_test.judge(faces).finding
    print(f"  {finding.what.in_('en')}")
    wrong = [] if told == list(range(dice_test.MAX_SAMPLE, THROWS + 1, dice_test.MAX_SAMPLE)) else [f"progress {told}"]
    return wrong + ([] if finding.code == "dice_even" else [finding.code])


def self_test(console: EmulatedConsole, clock: OwnedClock) -> list[str]:
    """The parts that the self-test finds bad."""
    report = SelfTest(console.url, None, clock=clock, open_console=console.open).run()
    print(f"  {', '.join(f'{part.name}: {part.verdict}' for part in report.parts)}")
    return [f"{part.name} {part.note}" for part in report.parts if part.verdict == "bad"]


TOOLS: dict[str, Callable[[EmulatedConsole, OwnedClock], list[str]]] = {
    "doctor": doctor,
    "dice-test": dice,
    "self-test --unattended": self_test,
}


def main() -> None:
    """Use each tool and judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rig", type=Path, required=True, help="folder of the emulator")
    chosen = parser.parse_args()
    began = time.monotonic()
    wrong = []
    with (
        tempfile.TemporaryDirectory(prefix="tapete-emulated-") as name,
        OwnedClock() as clock,
        EmulatedConsole(chosen.rig, Path(name), clock, None) as console,
    ):
        for tool, use in TOOLS.items():
            since = clock.now()
            wrong += [f"{tool}: {fault}" for fault in use(console, clock)]
            took = clock.now() - since
            print(f"{tool}: {took:.1f} s of the board's time", flush=True)
            wrong += [f"{tool} took longer than {BOUNDS_S[tool]:g} s"] if took > BOUNDS_S[tool] else []
    print(f"{time.monotonic() - began:.0f} s in all")
    print(*wrong, "failed" if wrong else "passed", sep="\n")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
