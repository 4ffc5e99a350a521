"""How long a command takes from nothing, beside a bare interpreter in the same run; and what is imported for it."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

COMMANDS = {
    "bare interpreter": ["-c", "pass"],
    "tapete --help": ["-m", "tapete", "--help"],
    "tapete --version": ["-m", "tapete", "--version"],
    "the rules of Shazamm": ["-c", "from tapete.games import shazamm; shazamm.rules()"],
    "the server, ready to serve": ["-c", "import tapete.web, uvicorn"],
}
RUNS = 9


def once(arguments: list[str]) -> float:
    """Seconds of one whole process."""
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    """Print the median of each command, in turn with the bare interpreter, and the ratio to it."""
    seconds: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for name in COMMANDS:
        once(COMMANDS[name])  # bytecode is written once, and not counted
    for _ in range(RUNS):
        for name, arguments in COMMANDS.items():
            seconds[name].append(once(arguments))
    bare = statistics.median(seconds["bare interpreter"])
    for name, found in seconds.items():
        median = statistics.median(found)
        print(f"{name:30} {median * 1000:7.0f} ms   {median / bare:5.1f} x bare")


if __name__ == "__main__":
    main()
