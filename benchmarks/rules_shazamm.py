"""Turns of Shazamm per second, checked and with their events, beside a bare loop that does the same arithmetic.

    python benchmarks/rules_shazamm.py [TURNS]

A turn is five actions: two locks, the reveal, two lists of cards; with spells also their choices. The actions are drawn beforehand, so
that only the referee is timed. The bare loop has no checks, no events, no states: what is left of a turn when nobody has to trust it.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from functools import partial

from tapete.core.actions import Action
from tapete.core.rules import Rules
from tapete.games import shazamm
from tapete.games.shazamm.bidding import LockBid, RevealBids
from tapete.games.shazamm.showing import DeclareCards
from tapete.games.shazamm.state import SEATS, Bidding, Revealing, State

Script = list[tuple[State, Action]]


def script(rules: Rules[State], turns: int, spells: bool, seed: int = 1) -> tuple[Script, int, int]:
    """Actions of whole matches, one after the other; with them the turns and the spells that they hold."""
    rng = random.Random(seed)
    made: Script = []
    played = cast = 0
    state = rules.start(SEATS)
    while played < turns:
        if rules.result(state) is not None:
            state = rules.start(SEATS)
        action = next_action(rules, state, rng, spells)
        if isinstance(action, RevealBids):
            played += 1
        if isinstance(action, DeclareCards):
            cast += len([number for number in action.numbers if number])
        made.append((state, action))
        state, _ = rules.apply(state, action)
    return made, played, cast


def next_action(rules: Rules[State], state: State, rng: random.Random, spells: bool) -> Action:
    """What two hasty wizards would do: small bids, a spell now and then."""
    top = state.agenda[-1]
    if isinstance(top, Bidding):
        for seat in SEATS:
            if seat not in top.ready:
                return LockBid(seat=seat)
        bids = {seat: rng.randint(1, min(12, state.mana.of(seat))) for seat in SEATS}
        return RevealBids(bids=bids, nonces=dict.fromkeys(SEATS))
    if isinstance(top, Revealing):
        seat = next(seat for seat in SEATS if top.declared.of(seat) is None)
        unused = [number for number in range(1, 15) if number not in state.used.of(seat)]
        many = min(rng.choice((0, 1, 1, 2)), state.hand.of(seat)) if spells else 0
        return DeclareCards(seat=seat, numbers=tuple(rng.sample(unused, many)))
    action = rules.sample(state, rng, avoid=frozenset({"concede"}))
    if action is None:
        raise RuntimeError("nobody can answer")
    return action


def referee(rules: Rules[State], actions: Script) -> int:
    """Every action judged and applied, events included."""
    events = 0
    for state, action in actions:
        events += len(rules.apply(state, action)[1])
    return events


def bare(turns: int, seed: int = 1) -> int:
    """The arithmetic of a turn without spells, and nothing else."""
    rng = random.Random(seed)
    bids = [(rng.randint(1, 12), rng.randint(1, 12)) for _ in range(turns)]
    started = time.process_time()
    wall, centre, first, second, rounds = 0, 0, 50, 50, 0
    for a, b in bids:
        a, b = min(a, first), min(b, second)
        first, second = first - a, second - b
        wall += (a > b) - (a < b)
        if abs(wall - centre) == 3 or not first or not second:
            if abs(wall - centre) < 3:
                wall += min(first, 3 - (wall - centre)) - min(second, 3 + (wall - centre))
            centre, first, second, rounds = wall, 50, 50, rounds + 1
            if abs(centre) + 3 > 9 - rounds:
                wall = centre = rounds = 0
    return int(turns / (time.process_time() - started))


def best(run: Callable[[], int], tries: int = 5) -> float:
    """The shortest of a few runs, in seconds of this process: what else the computer does should not count."""
    return min(_timed(run) for _ in range(tries))


def _timed(run: Callable[[], int]) -> float:
    started = time.process_time()
    run()
    return time.process_time() - started


def main() -> None:
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    rules = shazamm.rules()
    floor = max(bare(turns) for _ in range(5))
    print(f"bare loop          {floor:>9,} turns/s")
    for name, spells in (("without spells", False), ("with spells", True)):
        actions, played, cast = script(rules, turns, spells)
        rate = int(played / best(partial(referee, rules, actions)))
        print(f"{name:<18} {rate:>9,} turns/s   1/{floor / rate:.0f} of the bare loop   {cast / played:.2f} spells a turn")


if __name__ == "__main__":
    main()
