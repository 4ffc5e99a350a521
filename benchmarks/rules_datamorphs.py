"""Actions of DataMorphs per second, checked and with their events, beside a bare loop that adds up the same icons.

    python benchmarks/rules_datamorphs.py [MATCHES]

The actions are drawn beforehand, by a robot that samples what is legal, so that only the referee is timed. The bare loop has no checks,
no events, no states: it computes both memories once for each action and the score once for each round.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from functools import partial

from tapete import cards
from tapete.core.actions import Action
from tapete.core.rules import Rules
from tapete.games.datamorphs.state import SEATS, State

Script = list[tuple[State, Action]]

QUIET = frozenset({"concede", "ruling", "add_card", "unlock", "reopen_choices", "lock_bios", "lock_move"})


def script(rules: Rules[State], matches: int, seed: int = 1) -> tuple[Script, int, float]:
    """Actions of whole matches with the states before them; with them the rounds, and the seconds that the robot took."""
    rng = random.Random(seed)
    made: Script = []
    rounds, started = 0, time.perf_counter()
    for _ in range(matches):
        state = rules.start(SEATS)
        while rules.result(state) is None:
            action = rules.sample(state, rng, avoid=QUIET)
            if action is None:
                raise RuntimeError("nobody can answer")
            made.append((state, action))
            state, _ = rules.apply(state, action)
        rounds += state.round
    return made, rounds, time.perf_counter() - started


def referee(rules: Rules[State], actions: Script, checked: bool) -> int:
    """Every action judged (unless `checked`) and applied, events included."""
    events = 0
    for state, action in actions:
        events += len(rules.apply(state, action, checked=checked)[1])
    return events


def bare(actions: int, rounds: int, seed: int = 1) -> int:
    """The sums of as many actions and rounds, and nothing else."""
    rng = random.Random(seed)
    faces = [(rng.randint(0, 3), rng.randint(0, 3), rng.randint(0, 2)) for _ in range(12)]
    total = 0
    for number in range(actions):
        morphs = [faces[(number + place) % 12] for place in range(3)], [faces[(number * 5 + place) % 12] for place in range(3)]
        for morph in morphs:
            total += sum(memory for _, _, memory in morph) - sum(attack + defense for attack, defense, _ in morph[1:])
        if number * rounds % actions < rounds:
            (a, b), (c, d) = ((sum(x[0] for x in morph), sum(x[1] for x in morph)) for morph in morphs)
            total += max(0, a - d) - max(0, c - b)
    return total


def best(run: Callable[[], int], tries: int = 5) -> float:
    """The shortest of a few runs, in seconds; the others had company."""
    return min(_timed(run) for _ in range(tries))


def _timed(run: Callable[[], int]) -> float:
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def main() -> None:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    rules = cards.bind("datamorphs")
    actions, rounds, robot = script(rules, matches)
    count = len(actions)
    floor = int(count / best(partial(bare, count, rounds)))
    print(f"bare loop            {floor:>9,} actions/s   {rounds} rounds, {count} actions")
    for name, checked in (("checked, with events", False), ("replay, not checked", True)):
        rate = int(count / best(partial(referee, rules, actions, checked)))
        print(f"{name:<20} {rate:>9,} actions/s   1/{floor / rate:.0f} of the bare loop")
    print(f"robot that samples   {int(count / robot):>9,} actions/s")


if __name__ == "__main__":
    main()
