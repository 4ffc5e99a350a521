"""Rounds of OpenSpiel's `oshi_zumo`: what another program says of Shazamm without spells (invariant 15).

With 50 coins, size 2 (five fields), smallest bid 1 and the Alesia rule it is a round whose wall begins in the middle; the one who is out
of coins bids nothing, and the other bids 1 each time, which is the push. Run as a program, it writes the table that the tests use where
OpenSpiel is not installed:

    python -m tests.games.shazamm.oracle
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from msgspec import Struct

GAME = "oshi_zumo(coins=50,size=2,min_bid=1,alesia=true,horizon=1000)"
TABLE = Path(__file__).parents[2] / "golden" / "shazamm" / "oshi_zumo.txt"
ROUNDS = 240
MIDDLE = 3


class Turn(Struct, frozen=True):
    """Both bids, and coins and place of the wrestler afterwards; place 0 is the middle, 3 out on the right."""

    bids: tuple[int, int]
    coins: tuple[int, int]
    place: int


class Round(Struct, frozen=True):
    """The turns in which both could bid, and where the wrestler ended once pushed as far as coins allow."""

    turns: tuple[Turn, ...]
    end: int

    def line(self) -> str:
        played = " ".join(f"{t.bids[0]}:{t.bids[1]}={t.coins[0]}:{t.coins[1]}@{t.place}" for t in self.turns)
        return f"{played} end@{self.end}"


def read(line: str) -> Round:
    """A line of the table."""
    *played, end = line.split()
    turns = []
    for word in played:
        bids, _, after = word.partition("=")
        coins, _, place = after.partition("@")
        turns.append(Turn(_two(bids), _two(coins), int(place)))
    return Round(tuple(turns), int(end.removeprefix("end@")))


def _two(text: str) -> tuple[int, int]:
    first, second = text.split(":")
    return int(first), int(second)


def played(pyspiel: Any, seed: int) -> Round:
    """A round with bids drawn from a seed: small ones, big ones, all or nothing."""
    rng = random.Random(seed)
    state = pyspiel.load_game(GAME).new_initial_state()
    turns: list[Turn] = []
    coins, place = (50, 50), 0
    while not state.is_terminal():
        if 0 in coins:
            bids = (min(1, coins[0]), min(1, coins[1]))
        else:
            most = rng.choice((3, 9, 20, 50))
            bids = (rng.randint(1, min(most, coins[0])), rng.randint(1, min(most, coins[1])))
        state.apply_actions(list(bids))
        both_could = 0 not in coins
        coins, place = _seen(str(state))
        if both_could:
            turns.append(Turn(bids, coins, place))
    return Round(tuple(turns), place)


def _seen(shown: str) -> tuple[tuple[int, int], int]:
    """Coins and place out of OpenSpiel's text, `Coins: 41 43, Field: #...W.#`."""
    coins, _, field = shown.strip().removeprefix("Coins: ").partition(", Field: ")
    first, second = coins.split()
    return (int(first), int(second)), field.index("W") - MIDDLE


def main() -> None:
    import pyspiel  # only where OpenSpiel is installed

    lines = [played(pyspiel, seed).line() for seed in range(ROUNDS)]
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
