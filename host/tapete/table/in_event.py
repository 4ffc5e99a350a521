"""An event on a table's pages: what they show of it, and how the table joins and leaves. `league.joining` knows the event itself."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from tapete.core.scene import Panel, Scene
from tapete.core.seats import SEATS


class TableInEvent(Struct, frozen=True, kw_only=True):
    """What a table plays now.

    Args:
        title: of the event, empty: nothing was heard yet. table: its number. round, rounds: of them; 0: none is published.
        players: their names in the order of seats. minutes: that are left, rounded up; None while no clock runs.
        clock: minutes that the clock began with. match: the match, once it has begun here; over: whether it has a result.
        closed: the event is over. away: its server does not answer. shut: it knows this table's address no more.
        elsewhere: another computer takes part as this table.
    """

    title: str = ""
    table: int | None = None
    round: int = 0
    rounds: int = 0
    players: tuple[str, ...] = ()
    minutes: int | None = None
    clock: int = 0
    match: str = ""
    over: bool = False
    closed: bool = False
    away: bool = False
    shut: bool = False
    elsewhere: bool = False


class InEvent(Protocol):
    """Lets this computer's table into an event, and out of it. Any thread may call."""

    def now(self) -> TableInEvent | None:
        """What the table plays; None: it takes part in no event."""

    def join(self, told: str, *, anyway: bool = False) -> None:
        """Take part by what was scanned or typed; raises `Illegal`, whose sentence says why not. `anyway`: whatever speaks against it."""

    def leave(self, *, anyway: bool = False) -> None:
        """Take part no more; raises `Illegal` where something is owed, unless `anyway`."""


def waiting_scene(state: TableInEvent) -> Scene:
    """What the panels show while a table in an event waits for its match.

    The counters show the minutes that are left, as a part of those of the round. Under the hood stands a number: the table's at the first
    and third panel, the round's at the others.
    """
    left = max(0, state.minutes or 0)
    numbers = (state.table, state.round or None)
    return Scene(
        panels=tuple(
            Panel(seat=seat, value=left, largest=max(1, state.clock, left), lamp="waiting", shown=numbers[place % 2])
            for place, seat in enumerate(SEATS)
        )
    )
