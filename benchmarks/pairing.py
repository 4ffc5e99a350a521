"""How long it takes to pair a round of a Swiss event: 8, 41 and 400 players, seven rounds, some who are kept apart.

    python -m benchmarks.pairing

Prints the slowest round of each event in milliseconds of a processor, with the goal beside it, and how that of 400 players compares with
that of 41. Needs the extra `league`.
"""

from __future__ import annotations

import random
import time

from tapete.league.deciding import decide, opened
from tapete.league.decisions import AnyDecision, CloseRound, EnterEntrant, ForbidPair, PublishRound, SetResult
from tapete.league.pairing import propose
from tapete.league.pairing.matching import MatchingMissing
from tapete.league.tournament import Tournament, TournamentSettings

GOALS_MS = {8: 20, 41: 20, 400: 1000}
ROUNDS = 7
REPEATS = 3


def slowest_ms(players: int, chance: random.Random) -> float:
    """Play an event and return processor milliseconds of the round that took longest to pair."""
    now = opened(TournamentSettings(name="measured", game="shazamm", seed=str(chance.random()), rounds=ROUNDS))

    def does(what: AnyDecision) -> Tournament:
        return decide(now, what, who="organiser", at_ms=0, why="measured")[0]

    for number in range(players):
        now = does(EnterEntrant(str(number)))
    apart = {tuple(sorted(chance.sample(range(1, players + 1), 2))) for _ in range(players // 10)}
    for a, b in apart:
        now = does(ForbidPair(a, b))
    longest = 0.0
    for number in range(1, ROUNDS + 1):
        began = time.process_time()
        found = propose(now)
        longest = max(longest, time.process_time() - began)
        now = does(found.what)
        now = does(PublishRound(number))
        for placed in now.rounds[-1].placed:
            if placed.pairing.kind == "match":
                now = does(SetResult(number, placed.number, chance.choice(("A", "B", "draw"))))
        now = does(CloseRound(number))
    return longest * 1000


def main() -> None:
    """Measure and print."""
    chance, found = random.Random(21), {}
    for players, goal in GOALS_MS.items():
        try:
            found[players] = max(slowest_ms(players, chance) for _ in range(REPEATS))
        except MatchingMissing as missing:
            print(missing)
            return
        print(f"{players:4} players: slowest round of {REPEATS} events of {ROUNDS} {found[players]:8.1f} ms (goal {goal} ms)")
    print(f" 400 players take {found[400] / found[41]:.1f} times as long as 41")


if __name__ == "__main__":
    main()
