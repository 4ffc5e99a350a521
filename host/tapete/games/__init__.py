"""The games: one package each, found by name. A sixth game can live in its own distribution (entry-point group `tapete.games`)."""

from __future__ import annotations

import functools
import importlib
import importlib.util
from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Any, Protocol

from tapete.core.clauses import Clause
from tapete.core.game import Game
from tapete.core.rules import Rules

BUILT_IN = ("shazamm", "moriham", "datamorphs", "bhm", "mamlejet")
"""Our own games, in the order in which they are offered. A game joins when it passes the contract suite."""


class GameModule(Protocol):
    """What a game's package has."""

    __name__: str
    GAME: Game[Any]
    CLAUSES: tuple[Clause, ...]

    def rules(self, options: Mapping[str, Any] | None = None, catalogue: Any = None) -> Rules[Any]:
        """The game bound to house rules and a catalogue."""


@functools.cache
def _places() -> dict[str, str]:
    """Where each game's module is, by the game's name."""
    ours = {name: f"tapete.games.{name}" for name in BUILT_IN if importlib.util.find_spec(f"tapete.games.{name}") is not None}
    return {**ours, **{point.name: point.value for point in entry_points(group="tapete.games") if point.name not in ours}}


def names() -> tuple[str, ...]:
    """The names of the games that are installed."""
    return tuple(_places())


def find(name: str) -> GameModule | None:
    """A game's module; None where there is no such game."""
    place = _places().get(name)
    return None if place is None else importlib.import_module(place)
