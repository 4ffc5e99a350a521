"""What a copy of a match costs, beside the same match through a pickle, which copies all that it holds.

    python -m benchmarks.copies

Bots have played forty actions of each game. The goal is under 20 us in Shazamm, under 100 us elsewhere.
"""

from __future__ import annotations

import pickle
import random
import timeit

import tapete
from tapete import games

ACTIONS, TIMES = 40, 200


def main() -> None:
    """Play, copy, print a table."""
    print(f"{'game':<12}{'copy':>10}{'pickle':>12}{'ratio':>9}")
    for game in games.BUILT_IN:
        match, whims = tapete.play(game), random.Random(3)
        while match.seq < ACTIONS and match.result is None:
            match.do(next(wish for seat in match.seats if (wish := match.robot(seat, whims, "easy")) is not None))
        copied = min(timeit.repeat(match.copy, number=TIMES, repeat=5)) / TIMES
        through = min(timeit.repeat(lambda match=match: pickle.loads(pickle.dumps(match)), number=3, repeat=3)) / 3  # type: ignore[misc]  # a default binds the loop's match
        print(f"{game:<12}{copied * 1e6:>7.1f} us{through * 1e6:>9.0f} us{through / copied:>8.0f}x")


if __name__ == "__main__":
    main()
