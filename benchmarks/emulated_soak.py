"""Hours of one console on an emulated Pico with the real CircuitPython: free memory, largest block, longest turn, writes to the flash.

    python -m benchmarks.emulated_soak --rig RIG --state FOLDER [--minutes 360] [--for 500]

RIG is described in `benchmarks/_emulated.py`. Two minutes of three have some seconds of play, in which each instruction
runs (bids, seals, picks, dice, presses, samples; every fourth minute a host that stalls, every fourth one that goes and comes back); the
rest are leaps of 2.7 s in which all clocks go on and the processor stands still. At the end uptime leaps past 2**30 ms.

The run is split: after `--for` seconds the emulator is put to sleep with all that it holds, and the next call with the same FOLDER
wakes it up. FOLDER holds its figures minute by minute (`soak.jsonl`) and, from the first on, their picture (`soak.svg`). The shipped
firmware gets one thing more: `clock 1439` makes it look for the largest free block. It ends with an error where memory has drifted
1 KB, the flash was written, the board was reset, a line was bad, a seal did not fit or a turn of play was longer than 20 ms.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks._emulated import firmware_tree, image_of, interpreter

SETTLED = 120
"""Minutes until every list is as long as it gets: 64 dice are remembered."""
DRIFT_BYTES = 1024
LARGE_BYTES = 4096
"""What times beyond 2**30 ms may take: each is an object then."""
LONGEST_MS = 20
NAP_S = 2.0
"""How often the figures are looked at."""
ROWS = (("free", "free memory, bytes"), ("largest", "largest block, bytes"), ("turn", "longest turn, ms"), ("erased", "nvm writes"))
"""What is plotted."""

CLOCK = '        elif kind == "clock":\n'
PROBE = '        elif kind == "clock" and line.fields[0] == "1439":\n            probe()\n'
LARGEST = """

def probe() -> None:
    import gc

    low, high = 0, 131072
    while high - low > 256:
        gc.collect()
        half = (low + high) // 2
        try:
            bytearray(half)
            low = half
        except MemoryError:
            high = half
    gc.collect()
    print("largest", low)
"""


def drive_in(folder: Path, rig: Path) -> Path:
    """Make the image of a drive with the firmware and the probe."""
    tree = firmware_tree(folder)
    link = tree / "lib" / "tapete_console" / "link.py"
    text = link.read_text(encoding="utf-8")
    if text.count(CLOCK) != 1:
        sys.exit("link.py handles `clock` in another way: mend the probe")
    link.write_text(text.replace(CLOCK, PROBE + CLOCK) + LARGEST, encoding="utf-8")
    return image_of(tree, rig)


def wake(folder: Path, rig: Path, minutes: int) -> int:
    """Start the emulator of this folder, or wake the one that sleeps; its process id."""
    at = folder / "pid"
    if at.exists():
        asleep = int(at.read_text(encoding="ascii"))
        os.kill(asleep, signal.SIGCONT)
        return asleep
    folder.mkdir(parents=True, exist_ok=True)
    image = drive_in(folder, rig)
    with (folder / "soak.jsonl").open("w") as figures, (folder / "errors").open("w") as errors:
        emulator = subprocess.Popen(
            ["node", str(Path(__file__).with_suffix(".mjs")), str(interpreter(rig)), str(image), str(minutes)],
            env={**os.environ, "RIG": str(rig.resolve())},
            stdout=figures,
            stderr=errors,
            start_new_session=True,
        )
    at.write_text(str(emulator.pid), encoding="ascii")
    return emulator.pid


def alive(process: int) -> bool:
    """Tell whether this process still runs (a child of ours that has ended does not)."""
    try:
        if os.waitpid(process, os.WNOHANG)[0]:
            return False
    except ChildProcessError:
        pass  # started by an earlier call
    stat = Path(f"/proc/{process}/stat")
    return stat.exists() and stat.read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] != "Z"


def rest(process: int) -> None:
    """Wait until the process ends or `NAP_S` have passed: what it writes into its file is no event."""
    try:
        ended = os.pidfd_open(process)
    except ProcessLookupError:
        return
    try:
        select.select([ended], [], [], NAP_S)
    finally:
        os.close(ended)


def minutes_of(folder: Path) -> list[dict[str, Any]]:
    """The figures so far."""
    return [json.loads(line) for line in (folder / "soak.jsonl").read_text(encoding="ascii").splitlines()]


def verdict(figures: list[dict[str, Any]], minutes: int) -> list[str]:
    """What is wrong with the figures of a run of `minutes`; nothing: it has passed."""
    steady = [one["free"] for one in figures[SETTLED:minutes]]
    wrong = []
    if not steady or max(steady) - min(steady) >= DRIFT_BYTES:
        wrong.append(f"free memory {min(steady, default=0)}..{max(steady, default=0)} after minute {SETTLED}")
    if steady and min(steady) - min(one["free"] for one in figures[minutes:]) >= LARGE_BYTES:
        wrong.append("memory past 2**30 ms")
    if figures[-1]["up"] * 1000 <= 1 << 30:
        wrong.append(f"uptime is {figures[-1]['up']} s")
    wrong += [f"minute {one['minute']}: a turn of {one['turn']} ms" for one in figures if one["turn"] > LONGEST_MS]
    last = figures[-1]
    wrong += [f"{what}: {last[what]}" for what in ("erased", "resets", "refused", "bad", "gaps", "dropped") if last[what]]
    seals = 2 * len([one for one in figures if one["minute"] % 3 != 2])
    if last["seals"] != seals:
        wrong.append(f"{last['seals']} of {seals} seals fit")
    return wrong


def picture(figures: list[dict[str, Any]], minutes: int) -> str:
    """The figures as an SVG: four curves over the minutes of play, each with its own scale."""
    width, height, left = 900, 110, 190
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 20} {height * len(ROWS) + 30}" font-family="sans-serif">',
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    for row, (key, name) in enumerate(ROWS):
        points = [(one["minute"], one[key]) for one in figures[:minutes] if one[key] is not None]
        low, high = min(value for _, value in points), max(value for _, value in points)
        span = max(high - low, 1) * 2  # the curve keeps to the middle
        base = height * row + height - 10
        dots = [f"{left + width * at / minutes:.1f},{base - (height - 40) * ((value - low) / span + 0.25):.1f}" for at, value in points]
        parts.append(f'<text x="10" y="{base - 60}" font-size="14">{name}</text>')
        parts.append(f'<text x="10" y="{base - 40}" font-size="12">{low}..{high}</text>')
        parts.append(f'<line x1="{left}" x2="{left + width}" y1="{base}" y2="{base}" stroke="#999"/>')
        parts.append(f'<polyline points="{" ".join(dots)}" fill="none" stroke="#0054a6" stroke-width="1.5"/>')
    parts.append(f'<text x="{left}" y="{height * len(ROWS) + 22}" font-size="12">0..{minutes} minutes of emulated time</text></svg>')
    return "\n".join(parts) + "\n"


def main() -> None:
    """Run one piece; print what it measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rig", type=Path, required=True, help="folder of the emulator")
    parser.add_argument("--state", type=Path, required=True, help="folder of this run")
    parser.add_argument("--minutes", type=int, default=360, help="minutes of emulated time")
    parser.add_argument("--for", type=float, default=500.0, dest="piece", help="seconds until the emulator is put to sleep")
    chosen = parser.parse_args()
    process = wake(chosen.state, chosen.rig, chosen.minutes)
    until = time.monotonic() + chosen.piece
    shown = len(minutes_of(chosen.state))
    while alive(process) and time.monotonic() < until:
        rest(process)
        figures = minutes_of(chosen.state)
        for one in figures[shown:]:
            if one["minute"] % 10 == 0:
                print(*(f"{key} {one[key]}" for key in ("minute", "free", "least", "largest", "turn", "erased", "wall_s")), flush=True)
        shown = len(figures)
    if alive(process):
        os.kill(process, signal.SIGSTOP)
    figures = minutes_of(chosen.state)
    if figures:
        (chosen.state / "soak.svg").write_text(picture(figures, chosen.minutes), encoding="utf-8")
    if alive(process):
        print(f"asleep after {len(figures)} of {chosen.minutes} minutes; call again")
        return
    (chosen.state / "pid").unlink()
    wrong = verdict(figures, chosen.minutes) if len(figures) > chosen.minutes else [(chosen.state / "errors").read_text()]
    print(*wrong, sep="\n")
    print("failed" if wrong else f"passed: {chosen.minutes} minutes")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
