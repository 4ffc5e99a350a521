"""Whole matches of medium bots per second of processor, against another commit in the same run: what coach, lab and ladder wait for.

    git worktree add ../before COMMIT
    python -m benchmarks.playouts ../before [--seconds 8] [--rounds 3] [--game GAME]

Both trees play the matches of the same seeds through what they have for it (a course of actions; a match with a log, before there was
one), in turns, each in a process of its own. Medians of matches per second of processor; above 1 this tree is faster. Matches of one seed
need not be the same in both trees: an action is compared beside them.
"""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path

from benchmarks.against import GAMES, HERE, in_tree

TIMED = """
import random, sys, time
from tapete import cards
from tapete.bots import bot_of
from tapete.bots.driving import play_on
from tapete.core.match import Match
rules, seconds = cards.bind(sys.argv[1]), float(sys.argv[2])
try:
    from tapete.core.course import Course
except ImportError:
    Course = None

def one(seed):
    rng = random.Random(seed)
    bot = bot_of(rules, random.Random(rng.random()), "medium")
    match = Match(rules, ("A", "B")) if Course is None else Course(rules, rules.start(("A", "B")))
    play_on(match, dict.fromkeys(match.seats, bot), rng, 1)
    return match.log.seq if Course is None else len(match.actions)

one("warm")
number = actions = 0
began = time.process_time()
while (spent := time.process_time() - began) < seconds:
    actions += one(number)
    number += 1
print(number / spent, actions / spent)
"""


def main() -> None:
    """Play, print a table."""
    parser = argparse.ArgumentParser(description="Matches of medium bots per second of processor, against another commit.")
    parser.add_argument("before", type=Path, nargs="?", help="a checkout of the commit to compare with; without one only this tree plays")
    parser.add_argument("--seconds", type=float, default=8, help="how long each tree plays a game in each round (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each tree plays (default: %(default)s)")
    parser.add_argument("--game", choices=sorted(GAMES), action="append", help="this one only; may be given again")
    given = parser.parse_args()
    trees = [HERE] if given.before is None else [HERE, given.before.resolve()]
    print(f"{'game':<12}{'matches/s':>11}{'before':>9}{'ratio':>7}{'actions/s':>11}{'before':>9}{'ratio':>7}")
    for game in given.game or GAMES:
        rounds = [[in_tree(tree, TIMED, game, str(given.seconds)) for tree in trees] for _ in range(given.rounds)]
        row = f"{game:<12}"
        for column in (0, 1):
            now, *then = (statistics.median(one[tree][column] for one in rounds) for tree in range(len(trees)))
            row += f"{now:>11.1f}" + "".join(f"{before:>9.1f}{now / before:>7.2f}" for before in then)
        print(row, flush=True)


if __name__ == "__main__":
    main()
