"""OpenSpiel's own value iteration over a game of simultaneous bids."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest


class Linprog(ModuleType):
    """In the place of OpenSpiel's own interface to LPs, which needs cvxpy and ECOS: the same question put to SciPy's HiGHS."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._linprog = importlib.import_module("scipy.optimize").linprog
        self._known: dict[bytes, float] = {}

    def solve_zero_sum_matrix_game(self, game: Any) -> tuple[None, None, float]:
        """The value to the row player; the mixes are not asked for. A stage that comes again is not solved again."""
        matrix = importlib.import_module("numpy").array(game.row_utilities())
        key = matrix.tobytes() + bytes(matrix.shape)
        if key not in self._known:
            height, width = matrix.shape
            if (pure := matrix.min(1).max()) == matrix.max(0).min():
                return None, None, float(pure)
            found = self._linprog(
                [0.0] * height + [-1.0],
                A_ub=[[*-column, 1.0] for column in matrix.T],
                b_ub=[0.0] * width,
                A_eq=[[1.0] * height + [0.0]],
                b_eq=[1.0],
                bounds=[(0, None)] * height + [(None, None)],
            )
            self._known[key] = -found.fun
        return None, None, self._known[key]


def value_iteration(game: Any, monkeypatch: pytest.MonkeyPatch, reserves: Callable[[str], tuple[int, int]]) -> dict[str, float]:
    """What every state is worth to player 0, by its text.

    Poor states come first, so that two sweeps do. `cyclic_game` only keeps it from walking to a state again by every way that leads there.

    Args:
        game: of OpenSpiel, of perfect information. reserves: reads both reserves out of a state's text.
    """
    name = "open_spiel.python.algorithms.lp_solver"
    solver = Linprog(name)
    monkeypatch.setitem(sys.modules, name, solver)
    monkeypatch.setattr(importlib.import_module("open_spiel.python.algorithms"), "lp_solver", solver, raising=False)
    algorithm = importlib.import_module("open_spiel.python.algorithms.value_iteration")
    monkeypatch.setattr(algorithm, "lp_solver", solver)
    every = algorithm.get_all_states.get_all_states
    monkeypatch.setattr(
        algorithm.get_all_states,
        "get_all_states",
        lambda *given, **named: dict(sorted(every(*given, **named).items(), key=lambda pair: sum(reserves(pair[0])))),
    )
    found: dict[str, float] = algorithm.value_iteration(game, depth_limit=-1, threshold=1e-12, cyclic_game=True)
    return found
