"""Actions of Mamlejet Kohanim per second, checked and with their events, and how they slow down as more lies in play.

    python benchmarks/rules_mamlejet.py [MATCHES]

The actions are drawn beforehand, by a robot that samples what is legal, so that only the referee is timed. For the growth the same
window is passed with more and more enemies and resources in play; it should be linear.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from tapete import cards
from tapete.core.actions import Action
from tapete.core.rules import Rules
from tapete.core.seats import SEATS
from tapete.games.mamlejet.state import Permanent, Player, Round, State, Window

Script = list[tuple[State, Action]]

QUIET = frozenset({"abandon", "time_up", "ruling", "add_card", "mulligan", "pass_round", "pass_mains", "ask_again"})


def script(rules: Rules[State], matches: int, seats: int, seed: int = 1) -> Script:
    """Actions of whole matches with the states before them."""
    rng = random.Random(seed)
    made: Script = []
    for _ in range(matches):
        state = rules.start(SEATS[:seats])
        while rules.result(state) is None:
            action = rules.sample(state, rng, avoid=QUIET)
            if action is None:
                raise RuntimeError("nobody can answer")
            made.append((state, action))
            state, _ = rules.apply(state, action)
    return made


def referee(rules: Rules[State], actions: Script, checked: bool) -> int:
    """Every action judged (unless `checked`) and applied, events included."""
    return sum(len(rules.apply(state, action, checked=checked)[1]) for state, action in actions)


def crowded(rules: Rules[State], number: int) -> Script:
    """A sentinel that is paid for while so many resources lie in play, half of them on each side of the table."""
    lying = tuple(Permanent(id=k + 1, card="racion", owner=SEATS[k % 2], controller=SEATS[k % 2]) for k in range(number))
    players = tuple(Player(seat=seat, hand=5, city=20, kept=True) for seat in SEATS[:2])
    state = State(
        players=players, permanents=lying, order=("A", "B"), round=4, next_id=number + 1, agenda=(Round("2b", begun=True), Window())
    )
    action = rules.read({"action": "play_tactic", "seat": "A", "card": "centinela", "targets": [], "dedicate": [1]})
    return [(replace(state), action)] * 100


def best(run: Callable[[], int], tries: int = 3) -> float:
    """The shortest of a few runs, in seconds of this process."""
    return min(_timed(run) for _ in range(tries))


def _timed(run: Callable[[], int]) -> float:
    started = time.process_time()
    run()
    return time.process_time() - started


def main() -> None:
    """Play, time, print."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    rules: Rules[State] = cards.bind("mamlejet", {"deck_tactics": 30, "deck_check": "off"})
    for seats in (1, 2, 4):
        actions = script(rules, matches, seats)
        for name, checked in (("checked", False), ("applied only", True)):
            seconds = best(partial(referee, rules, actions, checked))
            print(f"{seats} players, {name}: {len(actions) / seconds:,.0f} actions/s over {len(actions)} actions")
    for number in (10, 20, 40, 80, 160):
        seconds = best(partial(referee, rules, crowded(rules, number), False))
        print(f"a tactic paid for with {number} permanents in play: {seconds * 10_000:,.0f} us")


if __name__ == "__main__":
    main()
