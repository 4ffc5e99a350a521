"""Actions of BHM per second: checked and applied with their events, and what may be chosen listed for all players.

    python -m benchmarks.rules_bhm [ACTIONS]

The actions are those of random matches of four, drawn beforehand. Listing looks ahead, so it costs more than judging; the ratio of the two
is printed, since it hardly depends on the machine. The last table shows how an attack and the list of what may be done grow with the
beings on the table: linear means that twice the beings cost no more than twice the time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from benchmarks._random_play import applied, best, checked, listed, script
from tapete import cards
from tapete.core.rules import Rules
from tapete.core.seats import SEATS
from tapete.games.bhm.combat import DeclarePhysical
from tapete.games.bhm.state import Declaring, State

RARE = frozenset({"concede", "ruling", "add_card", "declare_effect", "judge_conflict"})


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
        attack = DeclarePhysical("A", board.beings("A")[0].iid, board.beings("B")[0].iid)
        hit = best(partial(again, tries, partial(rules.apply, state, attack))) / tries
        shown = best(partial(again, tries, partial(rules.legal, state, "A", {"action": "declare_physical"}))) / tries
        print(f"{4 * each:>3} beings: an attack {hit * 1e6:>6,.0f} us, the list of attacks {shown * 1e6:>7,.0f} us")


def again(tries: int, work: Callable[[], object]) -> None:
    """The same several times."""
    for _ in range(tries):
        work()


def main() -> None:
    actions = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    rules = cards.bind("bhm")
    made = script(rules, SEATS, actions, RARE)
    rate = actions / best(partial(checked, rules, made))
    print(f"checked, with events   {rate:>8,.0f} actions/s")
    print(f"applied only           {actions / best(partial(applied, rules, made)):>8,.0f} actions/s")
    few = made[:: max(1, len(made) // 500)]
    listing = len(few) / best(partial(listed, rules, few), tries=2)
    print(f"listed for all seats   {listing:>8,.0f} states/s    1/{rate / listing:.0f} of the first")
    growth(rules)


if __name__ == "__main__":
    main()
