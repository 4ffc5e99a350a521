"""The guided first matches, one module for each game: `tapete.station.guides.<game>.GUIDE` is found by the game's name."""

from __future__ import annotations

import importlib
import importlib.util

from tapete.station.guide import Guide


def find(game: str) -> Guide | None:
    """The guide of a game; None where nobody has written one."""
    name = f"{__name__}.{game}"
    if not game.isidentifier() or importlib.util.find_spec(name) is None:
        return None
    guide: Guide = importlib.import_module(name).GUIDE
    return guide
