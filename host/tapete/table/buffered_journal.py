"""A journal for a station that nobody watches: a full disk does not stop a match, and old matches make room.

Elsewhere an action that cannot be written is refused (`NotWritten`). At a station it is kept in memory, in order, and written as soon as
the disk takes it again; meanwhile staff and table are told that a power cut would lose it. Reading goes on from the disk as it is.
"""

from __future__ import annotations

import collections
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Collection
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from tapete.core.texts import _
from tapete.table.deliveries import owed_names
from tapete.table.journal import Journal
from tapete.table.journal_chain import MatchDamage, delete, prepare, raw_match, rows, set_aside
from tapete.table.journal_troubles import JournalTrouble

R = TypeVar("R")

_log = logging.getLogger(__name__)

MOST_WAITING = 5_000
"""Commits that wait in memory; past that, actions are refused as elsewhere."""

MOST_MATCHES = 1_000
"""Finished matches that are kept; the oldest make room."""

UNFINISHED_DAYS = 30
"""An unfinished match that nobody has touched for so long is deleted too: days that the journal was open, by no clock on the wall."""

ASIDE_DAYS = 7
"""What is deleted, or was damaged, is set aside for so long first."""

DAY_MS = 86_400_000

FULL = _("The disk is full: the match goes on, but a power cut would lose it from here. Tell the staff.")
"""Told while commits wait in memory."""
NOT_OPEN = _("The disk is full or read-only: matches are played in memory, and a power cut would lose them. Tell the staff.")
"""Told while the journal cannot even be opened."""
ROOM = _("The disk has room again: everything is kept.")


class BufferedJournal(Journal):
    """A journal that waits for room, also for the room to open its file.

    Args:
        path: of the file.
        now: the time, for the listing.
        clock: monotonic seconds.
        waits_for: the codes of the troubles for which it waits instead of raising them.

    Raises:
        JournalTrouble: as `Journal`, unless it waits for it.
    """

    def __init__(
        self,
        path: Path,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        *,
        clock: Callable[[], float] = time.monotonic,
        waits_for: frozenset[str] = frozenset({"journal_unwritable"}),
    ) -> None:
        self._waiting: collections.deque[tuple[Callable[[sqlite3.Connection], Any], str]] = collections.deque()
        self._waiting_by_match: collections.Counter[str] = collections.Counter()
        self._order_lock = threading.RLock()
        self._on_behind: Callable[[bool], None] = lambda behind: None
        self._waits_for = waits_for
        self._next = ""
        self.lost = 0
        """Commits that turned out, when there was room, not to fit what another program had written."""
        super().__init__(path, now, clock=clock)

    def _may_wait(self, trouble: JournalTrouble) -> bool:
        if trouble.code not in self._waits_for:
            return False
        _log.error("the journal cannot be opened (%s): matches are kept in memory", trouble.why)
        return True

    def _read(self, read: Callable[[sqlite3.Connection], R]) -> R:
        try:
            return super()._read(read)
        except JournalTrouble as trouble:
            if self.opened or trouble.code not in self._waits_for:
                raise
            with closing(sqlite3.connect(":memory:")) as nothing:  # what cannot be read now is not there now
                prepare(nothing)
                nothing.commit()
                return read(nothing)

    @property
    def behind(self) -> int:
        """Commits that wait in memory."""
        return len(self._waiting)

    def has_all(self, match: str) -> bool:
        """Say whether the journal has written everything of a match."""
        return not self._waiting_by_match[match]

    def on_behind(self, hear: Callable[[bool], None]) -> None:
        """Tell this one when the first commit has to wait (True), and when the last has been written (False)."""
        self._on_behind = hear

    def catch_up(self) -> bool:
        """Write what waits until the disk takes no more. Return whether everything is written."""
        with self._order_lock:
            had = bool(self._waiting)
            if not self.opened:
                try:
                    super()._do(lambda connection: None)
                except JournalTrouble:
                    return False
                if not had:
                    self._on_behind(False)
            while self._waiting:
                task, match = self._waiting[0]
                try:
                    super()._do(task)
                except JournalTrouble as trouble:
                    if trouble.code in self._waits_for:
                        return False
                    self.lost += 1
                    _log.error("a commit that waited for room is lost: %s", trouble)
                self._waiting.popleft()
                self._waiting_by_match[match] -= 1
            self._waiting_by_match.clear()
            if had:
                _log.warning("the journal has room again, and everything that waited is written")
                self._on_behind(False)
            return True

    def tidy(self, most: int = MOST_MATCHES, days: int = UNFINISHED_DAYS, in_use: Callable[[], Collection[str]] = frozenset) -> None:
        """Set aside the oldest finished matches beyond `most`, and unfinished ones that nobody has touched for `days`; delete them later.

        Age is counted by the order of changes and by the time that the journal was open, never by the clock on the wall. What is owed to
        another player stays.

        Args:
            most, days: what is kept. in_use: says which matches are in memory; what is declared there must still find its match.

        Raises:
            JournalTrouble: it could not be written; nothing has been deleted.
        """
        told: list[tuple[str, str]] = []

        def work(connection: sqlite3.Connection) -> None:
            now = self.lived()
            told.clear()
            self._task.follows = True
            connection.execute("INSERT OR REPLACE INTO life VALUES (1, ?)", (now,))
            gone = connection.execute(
                "SELECT id FROM match WHERE result != '' AND rowid NOT IN "
                "(SELECT rowid FROM match WHERE result != '' ORDER BY lived DESC, rowid DESC LIMIT ?) "
                "UNION SELECT id FROM match WHERE result = '' AND lived < ?",
                (most, now - days * DAY_MS),
            ).fetchall()
            used = {*in_use(), *owed_names(connection)}
            for (match,) in gone:
                raw = raw_match(connection, match)
                if match not in used and raw is not None:
                    set_aside(connection, raw, "old", now)
                    delete(connection, raw.row.id)
                    told.append((match, "is old and set aside"))
            left = connection.execute("SELECT match FROM aside WHERE since < ?", (now - ASIDE_DAYS * DAY_MS,)).fetchall()
            connection.execute("DELETE FROM aside WHERE since < ?", (now - ASIDE_DAYS * DAY_MS,))
            told.extend((match, "was set aside long enough and is deleted") for (match,) in left)

        super()._do(work)
        for match, what in told:
            _log.warning("match %s %s", match, what)
        if told or not self.census.names():
            self.census.keep(sorted(self.names()))

    def check_next(self) -> MatchDamage | None:
        """Check one match, another at each call, so that over time all are checked while the station runs; None where it is whole.

        Raises:
            JournalTrouble: the journal cannot be read.
        """
        after = "SELECT id FROM match WHERE id > ? ORDER BY id LIMIT 1"
        found = self._read(lambda connection: rows(connection, after, self._next))
        self._next = found[0][0].decode("utf-8", "surrogateescape") if found else ""
        return self.check(self._next) if found and self.has_all(self._next) else None

    def close(self) -> None:
        """Write what waits if there is room now, and let the file go."""
        if self._waiting and not self.catch_up():
            _log.error("%d commits are lost: the disk was full until the end", self.behind)
        super().close()

    def _do(self, task: Callable[[sqlite3.Connection], Any], match: str = "") -> None:
        with self._order_lock:
            clear = not self._waiting or self.catch_up()
            if not clear and self.behind >= MOST_WAITING:
                super()._do(task)  # raises what the disk says
                return
        if clear:  # several tables at once, so that they wait for the disk together
            try:
                super()._do(task)
            except JournalTrouble as trouble:
                if trouble.code not in self._waits_for:
                    raise
                _log.error("the journal cannot be written (%s): the match goes on in memory", trouble.why)
            else:
                return
        with self._order_lock:
            self._waiting.append((task, match))
            self._waiting_by_match[match] += 1
            if self.behind == 1:
                self._on_behind(True)
