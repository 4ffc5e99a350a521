"""Actions of BHM per second: checked and applied with their events, and what may be chosen listed for all players.

    python benchmarks/rules_bhm.py [ACTIONS]

The actions are those of random matches of four, drawn beforehand. Listing looks ahead, so it costs more than judging; the ratio of the two
is printed, since it hardly depends on the machine. The last table shows how an attack and the list of what may be done grow with the
beings on the table: linear means that twice the beings cost no more than twice the time.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from tapete import cards
from tapete.core.actions import Action
from tapete.core.rules import Rules
from tapete.core.seats import SEATS
from tapete.games.bhm.combat import DeclarePhysical
from tapete.games.bhm.state import Declaring, State

Script = list[tuple[State, Action]]
RARE = frozenset({"concede", "ruling", "add_card", "declare_effect"})


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
    """What everybody may do, in every state."""
    return sum(len(rules.legal(state, seat)) for state, _ in actions for seat in SEATS)


def crowded(rules: Rules[State], each: int) -> State:
    """A combat phase with so many beings on each of four fields."""
    state = rules.start(SEATS)
    board: Any = rules.board(state)
    for seat in SEATS:
        for slot in range(each):
            board.enter(seat, slot, "moss_bear", seat, "moved", "BHM-R112")
        board.change(seat, ready=True, exchanged=True, hand=5, deck=30, deck_size=35 + each)
    board.set(turn=1, active="A", starter="A")
    board.become(Declaring())
    made: State = board.state
    if faults := rules.faults(made):
        raise RuntimeError(f"the table does not add up: {faults}")
    return made


def growth(rules: Rules[State], tries: int = 300) -> None:
    """What an attack and a list cost with 4, 8, 16 and 40 beings on the table."""
    for each in (1, 2, 4, 10):
        state = crowded(rules, each)
        board: Any = rules.board(state)
        attack = DeclarePhysical("A", next(board.beings("A")).iid, next(board.beings("B")).iid)
        hit = best(lambda state=state, attack=attack: [rules.apply(state, attack) for _ in range(tries)]) / tries
        shown = best(lambda state=state: [rules.legal(state, "A", {"action": "declare_physical"}) for _ in range(tries)]) / tries
        print(f"{4 * each:>3} beings: an attack {hit * 1e6:>6,.0f} us, the list of attacks {shown * 1e6:>7,.0f} us")


def best(run: Callable[[], object], tries: int = 3) -> float:
    """The shortest of a few runs, in seconds; the others had company."""
    return min(_timed(run) for _ in range(tries))


def _timed(run: Callable[[], object]) -> float:
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def main() -> None:
    actions = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    rules = cards.bind("bhm")
    made = script(rules, actions)
    rate = actions / best(partial(checked, rules, made))
    print(f"checked, with events   {rate:>8,.0f} actions/s")
    print(f"applied only           {actions / best(partial(applied, rules, made)):>8,.0f} actions/s")
    few = made[:: max(1, len(made) // 500)]
    listing = len(few) / best(partial(listed, rules, few), tries=2)
    print(f"listed for all seats   {listing:>8,.0f} states/s    1/{rate / listing:.0f} of the first")
    growth(rules)


if __name__ == "__main__":
    main()
