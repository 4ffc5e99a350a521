"""How long a match may take by its house rules. The referee has no clock: the table keeps the time (MMK-R40)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct


class TimeLimit(Struct, frozen=True):
    """A game's time limit.

    Args:
        minutes: how long a match takes by its house rules; None: as long as it takes.
        running: whether the time of a state counts: play has begun and the time is not up.
        time_up: the action that says so; it belongs to the table, and is legal whenever the time is `running`.
    """

    minutes: Callable[[Any], int | None]
    running: Callable[[Any], bool]
    time_up: str = "time_up"
