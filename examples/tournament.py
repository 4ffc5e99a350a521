"""A tournament of robots: everybody plays everybody, once on each side.

    python examples/tournament.py [GAME] [ROBOTS]

Each robot is the game's bot with whims of its own; who wins gets a point, a draw gives half a point to both.
"""

from __future__ import annotations

import itertools
import random
import sys

import tapete

MOST_ACTIONS = 2000
"""A match that goes on after so many actions counts as a draw."""


def winners(game: str, names: tuple[str, str], seed: int) -> list[str]:
    """Let two robots play one match; return the names of those who won, nobody after a draw."""
    match = tapete.play(game, names=list(names))
    whims = random.Random(seed)
    for _ in range(MOST_ACTIONS):
        if match.result is not None:
            return [match.names[seat] for seat in match.result.seats]
        wish = next((wish for seat in match.seats if (wish := match.robot(seat, whims)) is not None), None)
        if wish is None:
            raise SystemExit(f"nobody can move:\n{match}")
        match.do(wish)
    return []


def main(game: str = "shazamm", robots: str = "3") -> None:
    """Play all matches and print the table of points."""
    players = [f"robot {number}" for number in range(1, int(robots) + 1)]
    points = dict.fromkeys(players, 0.0)
    for seed, pair in enumerate(itertools.permutations(players, 2)):
        won = winners(game, pair, seed)
        print(f"{pair[0]} - {pair[1]}: {' and '.join(won) or 'a draw'}")
        for name in won or pair:
            points[name] += 1 / len(won or pair)
    for name in sorted(players, key=lambda name: -points[name]):
        print(f"{points[name]:4.1f}  {name}")


if __name__ == "__main__":
    main(*sys.argv[1:])
