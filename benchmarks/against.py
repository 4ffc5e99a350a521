"""Actions per second of each game, checked and only applied, against another commit in the same run.

    git clone . ../before; git -C ../before checkout COMMIT
    python -m benchmarks.against ../before [--actions 1200] [--rounds 3]

The other tree draws the actions of random matches (no rulings); both trees judge and apply the same, in turns, each in a process of its
own, with the packages of this environment. Medians of processor time; above 1 this tree is faster.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
GAMES = {"shazamm": "AB", "moriham": "AB", "datamorphs": "AB", "bhm": "ABC", "mamlejet": "ABC"}
"""Each with its seats."""

DRAWN = """
import sys
from benchmarks._random_play import script
from tapete import cards
from tapete.core import codec
game, seats, actions, out = sys.argv[1], tuple(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
left_out = {"ruling", "concede", "abandon", "time_up", "add_card", "table_ruling", "apply_ruling", "unlock", "reopen"}
with open(out, "wb") as file:
    for state, action in script(cards.bind(game), seats, actions, frozenset(left_out)):
        file.write(codec.encode([state, action]) + b"\\n")
"""

TIMED = """
import gc, json, sys, time
from tapete import cards
from tapete.core import codec
rules, made = cards.bind(sys.argv[1]), []
for line in open(sys.argv[2], "rb"):
    state, action = json.loads(line)
    made.append((codec.convert(state, rules.game.state), rules.read(action)))
gc.collect(); gc.disable()
for how in ({}, {}, {"checked": True}):  # the first warms up
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        for state, action in made:
            rules.apply(state, action, **how)
        best = min(best, time.process_time() - began)
    print(len(made) / best)
"""


def in_tree(tree: Path, code: str, *arguments: str) -> list[float]:
    """Run code on a tree's own modules, and read the figures that it prints."""
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tree / "host"), str(tree)))}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=tree, env=variables, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise SystemExit(f"{tree}: {done.stderr.strip().splitlines()[-1]}")
    return [float(line) for line in done.stdout.split()]


def main() -> None:
    """Draw, time, print a table."""
    parser = argparse.ArgumentParser(description="Actions per second against another commit.")
    parser.add_argument("before", type=Path, nargs="?", help="a checkout of the commit to compare with")
    parser.add_argument("--actions", type=int, default=1200, help="how many of each game (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each tree runs (default: %(default)s)")
    given = parser.parse_args()
    if given.before is None:
        print("nothing to compare with: name a checkout of another commit (`python -m benchmarks.against --help`)")
        return
    before = given.before.resolve()
    print(f"{'game':<12}{'checked/s':>12}{'before':>12}{'ratio':>8}{'applied/s':>12}{'before':>12}{'ratio':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for game, seats in GAMES.items():
            drawn = str(Path(folder) / f"{game}.jsonl")
            in_tree(before, DRAWN, game, seats, str(given.actions), drawn)
            rounds = [[in_tree(tree, TIMED, game, drawn) for tree in (before, HERE)] for _ in range(given.rounds)]
            row = f"{game:<12}"
            for column in (1, 2):
                then, now = (statistics.median(pair[tree][column] for pair in rounds) for tree in (0, 1))
                row += f"{now:>12,.0f}{then:>12,.0f}{now / then:>8.2f}"
            print(row, flush=True)


if __name__ == "__main__":
    main()
