"""How long a command takes from nothing, beside a bare interpreter in the same run; `--most 5` fails where `tapete --help` takes more.

Of a station and of `tapete play` what they do until their pages are there. A Raspberry Pi 4 is reckoned as a quarter of a core of this
computer: what it would take stands beside each figure.

The ratio is of processor time, the least of all runs: other programs of the computer only ever add to it. Bytecode is written before
anything is measured, as it is where Tapete is installed. The median time on the clock stands beside it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time

UNTIL_SERVED = """
import sys, tempfile
from tapete.commands import hosting

def serve(hub, path, *, build=None, **_others):
    from tapete.web import app
    import uvicorn
    app(hub) if build is None else build(False, b"k" * 32)

hosting.serve = serve
with tempfile.TemporaryDirectory() as folder:
    sys.argv = ["tapete", *sys.argv[1:], "--data", folder]
    from tapete.cli import main
    main()
"""
"""A start up to the moment at which its pages would be served."""

PI = 4
"""So many times as long as here a Raspberry Pi 4 takes, reckoned; nothing of it was run on one."""

COMMANDS = {
    "bare interpreter": ["-I", "-c", "pass"],
    "tapete --help": ["-m", "tapete", "--help"],
    "tapete --version": ["-m", "tapete", "--version"],
    "the rules of Shazamm": ["-c", "from tapete.games import shazamm; shazamm.rules()"],
    "the server, ready to serve": ["-c", "import tapete.web, uvicorn"],
    "tapete station, ready": ["-c", UNTIL_SERVED, "station", "--console", "none"],
    "tapete play, ready": ["-c", UNTIL_SERVED, "play", "--no-console"],
    "tapete play shazamm, ready": ["-c", UNTIL_SERVED, "play", "shazamm", "--no-console"],
}
BARE, HELP, *_ = COMMANDS
RUNS = 15
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def once(arguments: list[str]) -> tuple[float, float]:
    """Seconds of one whole process: of the processor, and on the clock."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL, env=ENVIRONMENT)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, process.args)
    return used.ru_utime + used.ru_stime, time.perf_counter() - start


def main() -> None:
    """Print what each command takes, in turn with the bare interpreter, and the ratio to it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=RUNS, help="how often each command runs")
    parser.add_argument("--most", type=float, help="the ratio above which `tapete --help` fails")
    chosen = parser.parse_args()
    seconds: dict[str, list[tuple[float, float]]] = {name: [] for name in COMMANDS}
    for name in COMMANDS:
        once(COMMANDS[name])  # bytecode is written once, and not counted
    for _ in range(chosen.runs):
        for name, arguments in COMMANDS.items():
            seconds[name].append(once(arguments))
    least = {name: min(used for used, _ in found) for name, found in seconds.items()}
    for name, used in least.items():
        clock = statistics.median(clock for _, clock in seconds[name])
        told = f"{used * 1000:7.1f} ms   {used / least[BARE]:5.2f} x bare   {used * PI:5.1f} s on a Pi"
        print(f"{name:30} {told}   ({clock * 1000:.0f} ms on the clock)")
    if chosen.most is not None and least[HELP] > chosen.most * least[BARE]:
        sys.exit(f"tapete --help takes more than {chosen.most:g} x a bare interpreter")


if __name__ == "__main__":
    main()
