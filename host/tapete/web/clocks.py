"""The clocks of a match as a page shows them: the time of play that is left, and that of the turn."""

from __future__ import annotations

import math
import time

from msgspec import Struct

from tapete.core.texts import Language, _
from tapete.table import Table

TIME_LEFT = _("Time of play left")
TURN_LEFT = _("This turn")


class ClockBox(Struct, frozen=True):
    """The time of play that is left: as it was when this was drawn, and when it will be over (Unix time, s); None while it does not run.

    The end stays the same however often it is drawn, so that a page can count down to it by itself.
    """

    label: str
    left: str
    until: int | None
    late: bool = False
    turn: bool = False
    """Whether it is that of the turn, which goes on when it is over."""


def _ends_in(left: float) -> int:
    """Give the Unix time at which so many seconds are over. A browser knows no other clock to count down by; what counts is the table's."""
    return round(time.time() + left)


def of_match(table: Table, language: Language) -> ClockBox | None:
    """How long the match goes on, where a person keeps its time."""
    left = table.time_left()
    if left is None:
        return None
    minutes, seconds = divmod(math.ceil(left), 60)
    until = _ends_in(left) if table.time_runs() else None
    return ClockBox(TIME_LEFT.in_(language), f"{minutes}:{seconds:02}", until)


def of_turn(table: Table, language: Language) -> ClockBox | None:
    """How much is left of the turn, where people wanted a clock; it goes on below 0."""
    left = table.turn_left()
    if left is None:
        return None
    minutes, seconds = divmod(abs(math.ceil(left)), 60)
    shown = f"{'+' if left <= -1 else ''}{minutes}:{seconds:02}"
    return ClockBox(TURN_LEFT.in_(language), shown, _ends_in(left), late=left <= -1, turn=True)
