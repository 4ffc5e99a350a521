"""The guided first matches, one module for each: `tapete.station.guides.<game>.GUIDE`, and `<game>_two` where two have one of their own."""

from __future__ import annotations

import importlib
import importlib.util

from tapete.station.guide import Guide

FOR_TWO = "_two"
"""Ends the name of a module with a guide for two of a game whose other guide is for another number."""


def all_of(game: str) -> tuple[Guide, ...]:
    """The guides of a game, the one for the fewest players first; none where nobody has written one."""
    if not game.isidentifier():
        return ()
    found = [_guide(name) for name in (game, game + FOR_TWO)]
    return tuple(sorted((guide for guide in found if guide is not None), key=lambda guide: guide.seats))


def find(game: str, seats: int) -> Guide | None:
    """The guide of a game for so many players; None where there is none."""
    return next((guide for guide in all_of(game) if guide.seats == seats), None)


def _guide(module: str) -> Guide | None:
    name = f"{__name__}.{module}"
    if importlib.util.find_spec(name) is None:
        return None
    guide: Guide = importlib.import_module(name).GUIDE
    return guide
