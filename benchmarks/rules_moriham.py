"""Actions of MORIHAM per second: checked and applied with their events, and what may be chosen listed for both players.

    python benchmarks/rules_moriham.py [ACTIONS]

The actions are those of random matches, drawn beforehand. Listing looks ahead (which summon leads nowhere, which target is barred), so it
costs more than judging; the ratio of the two is printed, since it hardly depends on the machine.
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
from tapete.games.moriham.figures import SEATS
from tapete.games.moriham.state import State

Script = list[tuple[State, Action]]
RARE = frozenset({"concede", "ruling", "add_card"})


def script(rules: Rules[State], actions: int, seed: int = 1) -> Script:
    """Actions of whole matches, one after the other, each with the state it is declared in."""
    rng = random.Random(seed)
    made: Script = []
    state = rules.start(SEATS)
    while len(made) < actions:
        if rules.result(state) is not None:
            state = rules.start(SEATS)
        action = rules.sample(state, rng, avoid=RARE)
        if action is None:
            raise RuntimeError("nobody can do anything")
        made.append((state, action))
        state, _ = rules.apply(state, action, checked=True)
    return made


def checked(rules: Rules[State], actions: Script) -> int:
    """Every action judged and applied."""
    return sum(len(rules.apply(state, action)[1]) for state, action in actions)


def applied(rules: Rules[State], actions: Script) -> int:
    """Every action applied, as in the replay of one's own log."""
    return sum(len(rules.apply(state, action, checked=True)[1]) for state, action in actions)


def listed(rules: Rules[State], actions: Script) -> int:
    """What both players may do, in every state."""
    return sum(len(rules.legal(state, seat)) for state, _ in actions for seat in SEATS)


def best(run: Callable[[], int], tries: int = 3) -> float:
    """The shortest of a few runs, in seconds; the others had company."""
    return min(_timed(run) for _ in range(tries))


def _timed(run: Callable[[], int]) -> float:
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def main() -> None:
    actions = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    rules = cards.bind("moriham")
    made = script(rules, actions)
    rate = actions / best(partial(checked, rules, made))
    print(f"checked, with events   {rate:>8,.0f} actions/s")
    print(f"applied only           {actions / best(partial(applied, rules, made)):>8,.0f} actions/s")
    few = made[:: max(1, len(made) // 500)]
    listing = len(few) / best(partial(listed, rules, few), tries=2)
    print(f"listed for both seats  {listing:>8,.0f} states/s    1/{rate / listing:.0f} of the first")


if __name__ == "__main__":
    main()
