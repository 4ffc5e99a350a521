"""Prints the dial between perfect play of Shazamm without spells and play against one kind of rival (restricted Nash response).

    python tools/shazamm_dial.py                    # the rival bids 7..13
    python tools/shazamm_dial.py --rival 1 25 --bindings 0 0.1 0.5

In every stage the player answers a rival who is bound to the guess with some probability, and is free otherwise. For each probability:
what the player wins on average against that rival over a match, and its exploitability, which is what the best rival wins against it. Both
are exact: the player's bids are fixed in every stage of all seven rounds, and the rest is induction. 1 is a match won for certain.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tapete.bots.shazamm.perfect_values import COINS, HIT, STARTS, Start, fallen

BINDINGS = (0.0, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9)

_spec = importlib.util.spec_from_file_location("shazamm_table", Path(__file__).with_name("shazamm_table.py"))
assert _spec is not None
assert _spec.loader is not None
_solver: Any = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_solver)

Array = Any


class Result(NamedTuple):
    """What a match is worth to A: against the guessed rival, against one who is bound in each stage anew, and against the best one."""

    guessed: float
    bound: float
    best: float


def dial(binding: float, low: int, high: int, coins: int = COINS) -> Result:
    """Fix A's restricted Nash response in every stage, and say what it is worth.

    Args:
        binding: probability, 0 to below 1. low, high: what the guessed rival bids. coins: mana at the beginning of a round.
    """
    kept: dict[Start, float] = {}
    guessed: dict[Start, float] = {}
    worst: dict[Start, float] = {}
    for edge in sorted({start.edge for start in STARTS}):
        starts = [s for start in STARTS if start.edge == edge for s in _both(start)]
        known, here, hurt = (
            _solver.RoundTable(np.array([[_end(s, end, worth) for end in range(-HIT, HIT + 1)] for s in starts]), coins)
            for worth in (kept, guessed, worst)
        )
        mana = np.tile(np.arange(1, coins + 1), len(starts) * (2 * HIT - 1))
        guess = _guess(mana, coins, low, high)
        for a in range(1, coins + 1):
            games, heights, widths = known.games(a)
            inside = np.arange(coins) < mana[:, None]
            against = np.where(inside[:, None, :], games, 0) @ guess[:, :, None]
            answer = _solver.solved(binding * against + (1 - binding) * games, heights, widths)
            known.put(a, answer.value)
            rows = answer.rows[:, None, :]
            ours = rows @ np.where(inside[:, None, :], here.games(a)[0], 0)
            here.put(a, (ours[:, 0, :] * guess).sum(1))
            theirs = rows @ np.where(inside[:, None, :], hurt.games(a)[0], 0)
            hurt.put(a, np.where(inside, theirs[:, 0, :], np.inf).min(1))
        kept |= {s: float(known.states()[n, HIT - 1, -1, -1]) for n, s in enumerate(starts)}
        guessed |= {s: float(here.states()[n, HIT - 1, -1, -1]) for n, s in enumerate(starts)}
        worst |= {s: float(hurt.states()[n, HIT - 1, -1, -1]) for n, s in enumerate(starts)}
    return Result(guessed[STARTS[0]], kept[STARTS[0]], worst[STARTS[0]])


def _both(start: Start) -> set[Start]:
    return {start, Start(start.edge, -start.centre)}


def _end(start: Start, end: int, worth: dict[Start, float]) -> float:
    after, won = start.after(end), fallen(start.after(end))
    return worth[after] if won is None else float(won)


def _guess(mana: Array, coins: int, low: int, high: int) -> Array:
    """Bids between two bounds, each as likely; out of a smaller reserve all of it."""
    bids = np.arange(1, coins + 1)[None, :]
    top = np.minimum(mana, high)[:, None]
    weights = ((bids >= np.minimum(low, top)) & (bids <= top)).astype(float)
    return weights / weights.sum(1)[:, None]


def main() -> int:
    """Print the dial."""
    parser = argparse.ArgumentParser(description="Between perfect play and play against one kind of rival.")
    parser.add_argument("--rival", type=int, nargs=2, default=(7, 13), metavar=("LOW", "HIGH"), help="what the rival bids (7 13)")
    parser.add_argument("--bindings", type=float, nargs="*", default=BINDINGS, help="probabilities, 0 to below 1")
    given = parser.parse_args()
    low, high = given.rival
    if not 1 <= low <= high <= COINS or not all(0 <= binding < 1 for binding in given.bindings):
        parser.error(f"bids are 1..{COINS}, and a probability is 0 or more and below 1")
    print(f"binding  won v a rival who bids {low}..{high}  exploitability over a match")
    for binding in given.bindings:
        found = dial(binding, low, high)
        print(f"{binding:7.2f}  {found.guessed:27.4f}  {-found.best:29.2e}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
