"""Lists of what may be done, per second, against another commit in the same run.

    git clone . ../before; git -C ../before checkout COMMIT
    python -m benchmarks.lists ../before [--states 400] [--rounds 3] [--game GAME]

The other tree draws the states of random matches; both list them, in turns, each in a process of its own. `legal` is for people: every
seat's actions with what may be chosen; `described` writes it out too, with why the rest is barred. Both take states in a random order,
each read by itself, so that they share no part. `in turn` is what a table does: the same as `described`, after each action of the matches,
in their order. Rules keep what decides a list, so each of these runs has rules of its own that have listed nothing yet. `moves` is for
search: every whole action of every seat, each with five cards by chance, 64 values of an argument at most.
Medians of processor time, states per second; above 1 this tree is faster.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path

from benchmarks.against import DRAWN, GAMES, HERE, in_tree

TIMED = """
import gc, json, random, sys, time
from tapete import cards
from tapete.core import codec
rules, made = cards.bind(sys.argv[1]), []
for line in open(sys.argv[2], "rb"):
    state, action = json.loads(line)
    made.append((codec.convert(state, rules.game.state), rules.read(action)))
few = made[:: max(1, len(made) // int(sys.argv[3]))]
rng = random.Random(1)
rng.shuffle(few)
pairs = [(state, seat) for state, _ in few for seat in state.seats]
known = list(getattr(rules.catalogue, "cards", ()))
hands = [tuple(rng.choices(known, k=5)) if known else () for _ in pairs]
played = [made[0][0]]
for (_, action), (after, _) in zip(made, made[1:]):
    state, _ = rules.apply(played[-1], action, checked=True)
    played.append(state if state == after else after)
in_turn = [(state, seat) for state in played for seat in state.seats]

def timed(number, run):
    best = float("inf")
    for _ in range(2):
        new = type(rules)(rules.game, rules.options, rules.catalogue)
        gc.collect(); gc.disable()
        began = time.process_time()
        run(new)
        best = min(best, time.process_time() - began)
        gc.enable()
    return number / best

def describe(rules, pairs):
    for state, seat in pairs:
        for offer in rules.legal(state, seat).values():
            offer.describe()

print(timed(len(few), lambda rules: [rules.legal(state, seat) for state, seat in pairs]))
print(timed(len(few), lambda rules: describe(rules, pairs)))
print(timed(len(played), lambda rules: describe(rules, in_turn)))
if hasattr(rules, "moves"):
    ways = [(state, seat, hand) for (state, seat), hand in zip(pairs, hands)]
    print(timed(len(few), lambda rules: [sum(1 for _ in rules.moves(*way, most=64)) for way in ways]))
"""


def main() -> None:
    """Draw, time, print a table."""
    parser = argparse.ArgumentParser(description="Lists of what may be done, against another commit.")
    parser.add_argument("before", type=Path, nargs="?", help="a checkout of the commit to compare with")
    parser.add_argument("--states", type=int, default=400, help="how many of each game (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each tree runs (default: %(default)s)")
    parser.add_argument("--game", choices=sorted(GAMES), action="append", help="this one only; may be given again")
    given = parser.parse_args()
    if given.before is None:
        print("nothing to compare with: name a checkout of another commit (`python -m benchmarks.lists --help`)")
        return
    before = given.before.resolve()
    print(f"{'game':<12}{'legal/s':>9}{'before':>9}{'ratio':>7}{'described':>11}{'before':>9}{'ratio':>7}", end="")
    print(f"{'in turn':>9}{'before':>9}{'ratio':>7}{'moves/s':>10}{'before':>9}{'ratio':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for game in given.game or GAMES:
            drawn = str(Path(folder) / f"{game}.jsonl")
            in_tree(before, DRAWN, game, GAMES[game], str(given.states * 3), drawn)
            rounds = [[in_tree(tree, TIMED, game, drawn, str(given.states)) for tree in (before, HERE)] for _ in range(given.rounds)]
            then = [statistics.median(column) for column in zip(*(pair[0] for pair in rounds), strict=True)]
            now = [statistics.median(column) for column in zip(*(pair[1] for pair in rounds), strict=True)]
            pairs = zip(now, then, (9, 11, 9, 10), strict=False)  # a tree from before `moves` has no last figure
            row = (f"{here:>{wide},.0f}{there:>9,.0f}{here / there:>7.2f}" for here, there, wide in pairs)
            print(f"{game:<12}" + "".join(row) + "".join(f"{here:>10,.0f}" for here in now[len(then) :]), flush=True)


if __name__ == "__main__":
    main()
