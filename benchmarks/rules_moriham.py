"""Actions of MORIHAM per second: checked and applied with their events, and what may be chosen listed for both players.

    python -m benchmarks.rules_moriham [ACTIONS]

The actions are those of random matches, drawn beforehand. Listing looks ahead (which summon leads nowhere, which target is barred), so it
costs more than judging; the ratio of the two is printed, since it hardly depends on the machine.
"""

from __future__ import annotations

import sys
from functools import partial

from benchmarks._random_play import applied, best, checked, listed, script
from tapete import cards
from tapete.games.moriham.figures import SEATS

RARE = frozenset({"concede", "ruling", "add_card"})


def main() -> None:
    actions = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    rules = cards.bind("moriham")
    made = script(rules, SEATS, actions, RARE)
    rate = actions / best(partial(checked, rules, made))
    print(f"checked, with events   {rate:>8,.0f} actions/s")
    print(f"applied only           {actions / best(partial(applied, rules, made)):>8,.0f} actions/s")
    few = made[:: max(1, len(made) // 500)]
    listing = len(few) / best(partial(listed, rules, few), tries=2)
    print(f"listed for both seats  {listing:>8,.0f} states/s    1/{rate / listing:.0f} of the first")


if __name__ == "__main__":
    main()
