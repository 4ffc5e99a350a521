"""Which seats robots take at this computer's tables: seated, sent away, and moved on to the next match while people play."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any

from tapete.bots import Strength, Unplayable, bot_of, strengths_of
from tapete.core.refusals import Illegal
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.table.codes import NO_ROBOT_STRENGTH
from tapete.table.guests import guests, seated
from tapete.table.players import HUMAN, Pace
from tapete.table.table import Table


def must_play(rules: Rules[Any], strength: Strength) -> None:
    """Refuse a robot that these rules have not.

    Raises:
        Illegal: the game has no bot of such a strength, or not under these house rules.
    """
    try:
        bot_of(rules, random.Random(), strength)
    except Unplayable:
        known = list(strengths_of(rules.game.name))
        raise Illegal((NO_ROBOT_STRENGTH(game=rules.game.title, strength=strength, strengths=known),)) from None


class RobotSeats:
    """The robots without a panel; any thread may call.

    Args:
        pace: how fast they are. remember: told by match who sits where, so that they sit there again after a restart.
    """

    def __init__(self, pace: Pace = HUMAN, remember: Callable[[str, Mapping[Seat, Strength]], None] = lambda match, robots: None) -> None:
        self.pace, self._remember = pace, remember
        self._lock = threading.Lock()
        self._seated: dict[str, tuple[dict[Seat, Strength], ExitStack]] = {}
        self._playing: dict[str, Table] = {}

    def at(self, table: Table) -> Mapping[Seat, Strength]:
        """The seats that robots take, and how well each plays."""
        with self._lock:
            return dict(self._seated[table.id][0]) if table.id in self._seated else {}

    def seat(self, table: Table, robots: Mapping[Seat, Strength]) -> None:
        """Let robots play these seats, and no others of the table. They share what they know, so all of them sit down together.

        Raises:
            Illegal: no such seat or strength here; the former player goes on.
        """
        wanted = seated(table, robots.items())
        for strength in set(wanted.values()):
            must_play(table.rules, strength)
        with self._lock:
            self._let_go()
            self._playing.pop(table.id, None)
            before = self._seated.pop(table.id, None)
            if before is not None:
                before[1].close()
            if wanted:
                stack = ExitStack()
                stack.enter_context(guests(table, wanted, self.pace))
                self._seated[table.id], self._playing[table.id] = (wanted, stack), table
        self._remember(table.id, wanted)

    def _let_go(self) -> None:
        """Keep no match in memory that is over; who sat there is known still."""
        for match in [match for match, table in self._playing.items() if table.result is not None]:
            del self._playing[match]
            self._seated[match][1].close()

    def close(self) -> None:
        """Send all robots away."""
        with self._lock:
            self._playing.clear()
            for _, stack in self._seated.values():
                stack.close()
            self._seated.clear()
