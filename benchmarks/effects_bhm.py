"""What a declared effect of BHM takes, judged and applied, against another commit in the same run.

    git worktree add ../before COMMIT
    python -m benchmarks.effects_bhm ../before [--actions 1000] [--rounds 3]

Each tree draws random matches of three with the same seed, in a process of its own, and applies their declared effects again, each in the
state in which it was declared. The shortest of nine runs counts, and of the rounds the shortest again: microseconds of processor.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.against import HERE, in_tree

TIMED = """
import gc, sys, time
from benchmarks._random_play import script
from tapete import cards
rules = cards.bind("bhm")
made = script(rules, tuple("ABC"), int(sys.argv[1]), frozenset({"ruling", "concede", "add_card"}))
effects = [(state, action) for state, action in made if type(action).__name__ == "DeclareEffect"]
best = float("inf")
for _ in range(9):
    gc.collect(); gc.disable()
    began = time.process_time()
    for state, action in effects:
        rules.apply(state, action)
    best = min(best, time.process_time() - began)
    gc.enable()
print(best / len(effects) * 1e6)
"""


def main() -> None:
    """Draw, time, print."""
    parser = argparse.ArgumentParser(description="Microseconds for a declared effect of BHM, against another commit.")
    parser.add_argument(
        "before", type=Path, nargs="?", help="a checkout of the commit to compare with; without one only this tree is timed"
    )
    parser.add_argument("--actions", type=int, default=1000, help="of random matches, about half of them effects (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each tree runs (default: %(default)s)")
    given = parser.parse_args()
    trees = [HERE] if given.before is None else [HERE, given.before.resolve()]
    rounds = [[in_tree(tree, TIMED, str(given.actions))[0] for tree in trees] for _ in range(given.rounds)]
    now, *then = (min(one[tree] for one in rounds) for tree in range(len(trees)))
    print(f"declare_effect {now:>7.1f} us" + "".join(f", before {before:.1f} us: {before / now:.2f} x as fast" for before in then))


if __name__ == "__main__":
    main()
