"""Repeat the tests beside busy loops, in random order and with several numbers of workers, and print a table of the runs.

    python tools/steady.py 5
    python tools/steady.py 20 --loops 4 -- tests/console tests/table

N runs in random order with as many workers as there are processors (`--at-once` says otherwise: more of them get a larger share of the time
beside the loops, and wait longer for it), then one with a single worker and one with four. What follows `--` goes to pytest. Ends with 1 if
any run was not green; what each run printed lies in `build/steady`, and a failing order comes again with
`pytest -p randomly --randomly-seed=SEED`. Nothing is tried a second time here: a test that fails once has a cause.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).resolve().parents[1]
LOGS = ROOT / "build" / "steady"
LOOPS = 8
WORKERS = ("1", "4")
"""Tried once each, after the runs with one worker a processor."""

LARGEST_SEED = 2**32 - 1
COUNTED = ("passed", "failed", "error", "xfailed", "skipped")


class Run(Struct, frozen=True):
    """One run: how it was made, what pytest counted, how long it took, which tests failed."""

    workers: str
    seed: int
    counts: dict[str, int]
    seconds: float
    status: int
    failed: tuple[str, ...]

    @property
    def green(self) -> bool:
        """Whether every test passed, and there were some."""
        return self.status == 0 and self.counts.get("passed", 0) > 0


@contextlib.contextmanager
def beside(loops: int) -> Iterator[None]:
    """Keep the processors busy meanwhile."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(loops)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
        for process in busy:
            process.wait()


def run(log: Path, workers: str, seed: int, arguments: Sequence[str]) -> Run:
    """Run the tests once, and keep in `log` what they print."""
    order = ["-p", "randomly", f"--randomly-seed={seed}", "-n", workers, "--dist", "worksteal"]
    command = [sys.executable, "-m", "pytest", "-q", *order, *arguments]
    began = time.monotonic()
    with log.open("w", encoding="utf-8") as output:
        status = subprocess.run(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, check=False).returncode
    seconds = time.monotonic() - began
    printed = log.read_text(encoding="utf-8")
    return Run(workers, seed, counts(printed), seconds, status, tuple(re.findall(r"^(?:FAILED|ERROR) (\S+)", printed, re.MULTILINE)))


def counts(printed: str) -> dict[str, int]:
    """What pytest's last line counts."""
    last = next((line for line in reversed(printed.splitlines()) if re.search(r" in [\d.]+s", line)), "")
    found = {word.removesuffix("s") if word == "errors" else word: int(number) for number, word in re.findall(r"(\d+) ([a-z]+)", last)}
    return {word: found[word] for word in COUNTED if word in found}


def row(number: int, made: Run) -> str:
    """One line of the table."""
    cells = " | ".join(f"{made.counts.get(word, 0):>6}" for word in COUNTED)
    return f"| {number:>3} | {made.workers:>7} | {made.seed:>10} | {cells} | {made.seconds:>7.0f} | {'green' if made.green else 'RED':>7} |"


def main() -> int:
    """Read the arguments, run, print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("runs", type=int, help="how many runs in random order")
    parser.add_argument("--at-once", default="auto", help="how many workers each of these has (default: one a processor)")
    parser.add_argument("--loops", type=int, default=LOOPS, help="how many busy loops run beside (default: %(default)s)")
    parser.add_argument("--seed", type=int, help="where the seeds of the orders come from; by chance when left out")
    parser.add_argument(
        "--workers", nargs="*", default=WORKERS, help="further runs, one with each of these numbers of workers (default: 1 4)"
    )
    parser.add_argument("--logs", type=Path, default=LOGS, help="folder for what the runs print (default: build/steady)")
    given = sys.argv[1:]
    split = given.index("--") if "--" in given else len(given)
    chosen, to_pytest = parser.parse_args(given[:split]), given[split + 1 :]
    chosen.logs.mkdir(parents=True, exist_ok=True)
    rng = random.Random(chosen.seed)
    head = " | ".join(f"{word:>6}" for word in COUNTED)
    print(f"| run | workers |       seed | {head} | seconds | verdict |")
    print("|" + "|".join(["-----", "---------", "------------", *["--------"] * len(COUNTED), "---------", "---------"]) + "|")
    made: list[Run] = []
    with beside(chosen.loops):
        for number, workers in enumerate([*[chosen.at_once] * chosen.runs, *chosen.workers], 1):
            made.append(run(chosen.logs / f"run-{number}.txt", workers, rng.randrange(LARGEST_SEED), to_pytest))
            print(row(number, made[-1]), flush=True)
    for number, one in enumerate(made, 1):
        for test in one.failed:
            print(f"run {number}: {test}")
    return 0 if all(one.green for one in made) else 1


if __name__ == "__main__":
    sys.exit(main())
