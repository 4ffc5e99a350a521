"""`OpenTables`: the matches that are in memory, each as one table, and which of them may be put away.

The journal holds every entry of a match and opens it in a moment. Memory must not fill with opened matches (a phone goes through old
links, a station runs for months). But a table may leave memory only when no code refers to it: two tables of one match would each
declare what the other does not know.

Two records see to that. *Kept* tables stay in memory: those that are needed, and the few others that were used last. A table that is
no longer kept leaves memory with its last reference, such as a page in the middle of a declaration. Until then it is still *found*,
and when it is used again it is kept again.
"""

from __future__ import annotations

import itertools
import threading
import weakref
from collections.abc import Callable

from tapete.table.table import Table

MOST_SPARE = 16
"""Matches that stay in memory although nobody needs them now: people who look at one often look at it again."""


class OpenTables:
    """Any thread may call. Its lock is always taken last: while it is held, nothing else is locked or called.

    Args:
        most: so many are kept that nobody needs.
    """

    def __init__(self, most: int = MOST_SPARE) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._turns = itertools.count()
        self._kept: dict[str, tuple[int, Table]] = {}
        self._known: dict[str, weakref.ref[Table]] = {}

    def __len__(self) -> int:
        """How many matches are in memory."""
        return len(self.all())

    def all(self) -> list[Table]:
        """Every table that is in memory."""
        with self._lock:
            known = list(self._known.values())
        return [table for one in known if (table := one()) is not None]

    def find(self, match: str) -> Table | None:
        """The table of a match, if it is in memory, kept or not."""
        with self._lock:
            known = self._known.get(match)
        return None if known is None else known()

    def keeps(self, table: Table) -> bool:
        """Say whether a table is kept."""
        with self._lock:
            return table.id in self._kept

    def use(self, table: Table) -> None:
        """Keep a table; no other was used later. From now on it tells of its use itself (`MatchReading.on_use`)."""
        table.on_use = self.use
        with self._lock:
            self._kept.pop(table.id, None)
            self._kept[table.id] = next(self._turns), table
            self._known[table.id] = weakref.ref(table)

    def let_go(self, match: str) -> None:
        """Keep a match no more."""
        with self._lock:
            table = self._kept.pop(match, None)
        del table  # not under the lock: memory may be freed here

    def put_away(self, is_needed: Callable[[Table], bool]) -> None:
        """Put away the tables that nobody needs, except those that were used last.

        Args:
            is_needed: says of a table whether it must stay. What it says of one that is used at the same moment does not count.
        """
        with self._lock:
            kept, known = list(self._kept.items()), list(self._known.items())
        many = len(kept) > self._most
        spare = [(match, turn) for match, (turn, table) in kept if not is_needed(table)] if many else []
        gone = [(match, one) for match, one in known if one() is None]
        with self._lock:
            for match, turn in spare[: max(0, len(spare) - self._most)]:
                if match in self._kept and self._kept[match][0] == turn:
                    del self._kept[match]
            for match, one in gone:
                if self._known.get(match) is one:
                    del self._known[match]
