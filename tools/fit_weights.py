"""Fits what a table is worth to self-play, and writes the weights beside the bots.

    python tools/fit_weights.py bhm                         # 2,000 matches of medium bots
    python tools/fit_weights.py bhm --matches 500 --out mine.json

At the start of each turn the figures of each seat are kept; a logistic regression (Newton's method with a small ridge) finds the weights
by which they tell best who wins. A tenth of the matches is kept apart, and its likelihood is printed. Extra: solver.
"""

from __future__ import annotations

import argparse
import importlib
import os
import random
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import numpy as np

from tapete.bots import bot_of
from tapete.bots.driving import MOST_ACTIONS, advance
from tapete.bots.worth import FOLDER, Weights, compared
from tapete.cards import bind

GAMES = ("bhm",)
RIDGE = 1.0
STEPS = 30
SWING = 0.15
"""How often a move is left to chance, so that unusual tables are seen too."""

Row = tuple[int, list[float], float]
"""The number of a match, the figures of a seat at the start of a turn, and whether that seat has won."""


def rows(game: str, seed: int, numbers: Sequence[int]) -> list[Row]:
    """Play matches, and keep what the table looked like."""
    module = figures_of(game)
    rules, found = bind(game), list[Row]()
    for number in numbers:
        rng = random.Random(f"{seed} {number}")
        state = rules.start(("A", "B"))
        careless = {seat: rng.random() * SWING for seat in state.seats}
        bots = {seat: bot_of(rules, random.Random(rng.random())) for seat in state.seats}
        seen: list[tuple[str, list[float]]] = []
        last = module.turn(state)
        for _action in range(MOST_ACTIONS):
            if rules.result(state) is not None:
                break
            if module.turn(state) != last:
                last = module.turn(state)
                for seat in state.seats:
                    sides = compared(rules, module.figures, state, seat)
                    seen.append((seat, [sides[name] for name in module.FIGURES]))
            state = advance(rules, state, bots, rng, careless)
        over = rules.result(state)
        if over is not None and over.seats:
            found += [(number, figures, float(seat in over.seats)) for seat, figures in seen]
    return found


def figures_of(game: str) -> ModuleType:
    """The module that names the figures of a game."""
    return importlib.import_module(f"tapete.bots.worth.{game}")


def fitted(figures: Any, won: Any) -> Any:
    """The weights that make these results likeliest.

    Args:
        figures: float array (rows, figures). won: float array (rows,), 1 for a seat that has won.
    """
    scale = figures.std(axis=0)
    scale[scale == 0] = 1
    x = figures / scale
    weights = np.zeros(x.shape[1])
    for _ in range(STEPS):
        odds = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (won - odds) - RIDGE * weights
        bend = (x * (odds * (1 - odds))[:, None]).T @ x + RIDGE * np.eye(x.shape[1])
        step = np.linalg.solve(bend, slope)
        weights += step
        if np.abs(step).max() < 1e-9:
            break
    return weights / scale


def likelihood(weights: Any, figures: Any, won: Any) -> float:
    """The mean logarithm of the chance that was given to what came; -0.693 is guessing."""
    odds = 1 / (1 + np.exp(-figures @ weights))
    return float(np.log(np.where(won == 1, odds, 1 - odds)).mean())


def main() -> int:
    """Fit the weights of a game."""
    parser = argparse.ArgumentParser(description="Fit what a table is worth to self-play.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--matches", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, help="where they are written (else beside the bots)")
    given = parser.parse_args()
    if given.matches < 10 or given.workers < 1:
        parser.error("ten matches and one process at least")
    parts = [range(start, given.matches, given.workers) for start in range(given.workers)]
    with ProcessPoolExecutor(given.workers) as pool:
        played = [row for part in pool.map(rows, [given.game] * len(parts), [given.seed] * len(parts), parts) for row in part]
    played.sort(key=lambda row: row[0])
    numbers, figures, won = (np.array(column) for column in zip(*played, strict=True))
    apart = numbers % 10 == 0
    weights = fitted(figures[~apart], won[~apart])
    print(f"{given.game}: {len(played)} tables, log likelihood of those kept apart {likelihood(weights, figures[apart], won[apart]):.3f}")
    names = figures_of(given.game).FIGURES
    made = Weights(
        game=given.game,
        command=f"python tools/fit_weights.py {given.game} --matches {given.matches} --seed {given.seed}",
        matches=given.matches,
        figures=dict(zip(names, (round(float(weight), 5) for weight in weights), strict=True)),
    )
    out = given.out or FOLDER / f"{given.game}.json"
    out.write_bytes(msgspec.json.format(msgspec.json.encode(made)) + b"\n")
    for name, weight in made.figures.items():
        print(f"{name:>12} {weight:+.4f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
