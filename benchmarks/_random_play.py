"""Random matches drawn beforehand, and how a referee is timed on them: what the measurements of several games share."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from tapete.core.actions import Action
from tapete.core.rules import Rules
from tapete.core.seats import Seat

Script = list[tuple[Any, Action]]
"""Actions of whole matches, each with the state it is declared in."""


def script(rules: Rules[Any], seats: tuple[Seat, ...], actions: int, rare: frozenset[str], seed: int = 1) -> Script:
    """So many actions of random matches, one match after the other; `rare` ones are left out."""
    rng = random.Random(seed)
    made: Script = []
    state = rules.start(seats)
    while len(made) < actions:
        if rules.result(state) is not None:
            state = rules.start(seats)
        action = rules.sample(state, rng, avoid=rare)
        if action is None:
            raise RuntimeError("nobody can do anything")
        made.append((state, action))
        state, _ = rules.apply(state, action, checked=True)
    return made


def checked(rules: Rules[Any], actions: Script) -> int:
    """Every action judged and applied."""
    return sum(len(rules.apply(state, action)[1]) for state, action in actions)


def applied(rules: Rules[Any], actions: Script) -> int:
    """Every action applied, as in the replay of one's own log."""
    return sum(len(rules.apply(state, action, checked=True)[1]) for state, action in actions)


def listed(rules: Rules[Any], actions: Script) -> int:
    """What every seat may do, in every state."""
    return sum(len(rules.legal(state, seat)) for state, _ in actions for seat in state.seats)


def best(run: Callable[[], object], tries: int = 3) -> float:
    """The shortest of a few runs, in seconds; the others had company."""
    return min(_timed(run) for _ in range(tries))


def _timed(run: Callable[[], object]) -> float:
    started = time.perf_counter()
    run()
    return time.perf_counter() - started
