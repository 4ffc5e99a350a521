"""A whole match between the host package and the firmware on an emulated Pico with the real CircuitPython.

    python -m benchmarks.emulated_match --rig RIG [--game shazamm] [--seed 1] [--trace FILE]

RIG is described in `benchmarks/_emulated.py`. Two robots read the decoded pixels and press the emulated pins; table, journal and link are
those that people use. All of them keep the emulated board's time, so a busy computer makes a match slower and never different. It prints
what was measured, and ends with an error where the match found no end, a line was bad, lost or repeated, the board was reset, the flash
was written, or a turn of the firmware was longer than 20 ms.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks._emulated import firmware_tree, image_of, interpreter
from tapete.bots import bot_of
from tapete.commands import hosting
from tapete.console.clock import OwnedClock
from tapete.console.simulator import SimulatedConsole
from tapete.table.robots import FAST, Robot

PANELS = 2
LONGEST_MS = 20
LEAST_FREE = 90_000
STUCK_S = 120.0
"""So long of the board's time nothing may happen."""


class EmulatedConsole(SimulatedConsole):
    """A console whose firmware runs on the emulated Pico; only a clock that is owned drives it."""

    def __init__(self, rig: Path, folder: Path, clock: OwnedClock, trace: Path | None) -> None:
        super().__init__(panels=PANELS, clock=clock)
        self._rig, self._image = rig.resolve(), image_of(firmware_tree(folder), rig)
        self._trace = [] if trace is None else [str(trace)]

    def _command(self) -> list[str]:
        program = Path(__file__).with_suffix(".mjs")
        command = ["env", f"RIG={self._rig}", "node", str(program), str(interpreter(self._rig)), str(self._image), str(PANELS)]
        return command + self._trace


def play(console: EmulatedConsole, clock: OwnedClock, game: str, rng: random.Random, folder: Path) -> dict[str, Any]:
    """Play one match; returns what the host has seen."""
    with hosting.hub_at(folder, clock) as hub:
        table = hub.begin(game, seats=PANELS)
        news = clock.mail()
        table.watch(news.put)
        hub.add_console(console.open)
        bot = bot_of(table.rules, random.Random(rng.random()))
        robots = [Robot(table, seat, console, panel, FAST, random.Random(rng.random()), bot) for panel, seat in enumerate(table.seats)]
        began = clock.now()
        for robot in robots:
            robot.start()
        try:
            while table.result is None and not any(robot.failure for robot in robots):
                news.get(timeout=STUCK_S)
        finally:
            for robot in robots:
                robot.stop()
        state = hub.console_states()[0]
        status = state.status
        return {
            "result": repr(table.result),
            "entries": table.seq,
            "match_s": round(clock.now() - began, 1),
            "failures": [repr(robot.failure) for robot in robots if robot.failure],
            "bad": state.counters.bad,
            "status": None if status is None else {name: getattr(status, name) for name in ("resent", "bad", "dropped")},
        }


def main() -> None:
    """Play and judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rig", type=Path, required=True, help="folder of the emulator")
    parser.add_argument("--game", default="shazamm")
    parser.add_argument("--seed", type=int, default=1, help="the robots' whims")
    parser.add_argument("--trace", type=Path, help="file for every line, picture and change of a pin")
    chosen = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tapete-emulated-") as name, OwnedClock() as clock:
        folder = Path(name)
        console = EmulatedConsole(chosen.rig, folder, clock, chosen.trace)
        with console:
            told = play(console, clock, chosen.game, random.Random(chosen.seed), folder / "matches")
        told |= json.loads(console.output().splitlines()[-1])
    told["wall_s"] = round(time.monotonic() - began)
    print(json.dumps(told, indent=1))
    status = told["status"] or {"no status": 1}
    wrong = [name for name in ("failures", "bad", "resets", "nvm_writes") if told[name]]
    wrong += [f"{name}: {count}" for name, count in status.items() if count]
    wrong += ["no result"] if told["result"] == "None" else []
    wrong += [f"a turn of {told['turn']} ms"] if told["turn"] > LONGEST_MS else []
    wrong += [f"{told['least']} bytes free"] if told["least"] < LEAST_FREE else []
    print(*wrong, sep="\n")
    print("failed" if wrong else "passed")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
