"""A journal that nobody watches (a station's): a full disk does not stop a match, and old matches make room.

Elsewhere an action that cannot be written is refused (`NotWritten`). At a station it is kept in memory, in order, and written as soon as
the disk takes it again; meanwhile staff and table are told that a power cut would lose it. Reading goes on from the disk as it is.
"""

from __future__ import annotations

import collections
import logging
import sqlite3
import threading
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tapete.core.texts import _
from tapete.table.journal import Journal
from tapete.table.troubles import JournalTrouble

_log = logging.getLogger(__name__)

MOST_WAITING = 5_000
"""Commits that wait in memory; past that, actions are refused as elsewhere."""

MOST_MATCHES = 1_000
"""Finished matches that are kept; the oldest make room."""

UNFINISHED_DAYS = 30
"""An unfinished match that nobody has touched for so long is deleted too."""

FULL = _("The disk is full: the match goes on, but a power cut would lose it from here. Tell the staff.")
"""Told while commits wait in memory."""
ROOM = _("The disk has room again: everything is kept.")


class BufferedJournal(Journal):
    """A journal that waits for room.

    Args:
        path: of the file.
        now: the time, for the listing.

    Raises:
        JournalTrouble: as `Journal`.
    """

    def __init__(self, path: Path, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._waiting: collections.deque[tuple[Callable[[sqlite3.Connection], Any], str]] = collections.deque()
        self._waits_of: collections.Counter[str] = collections.Counter()
        self._turn = threading.RLock()
        self._hear: Callable[[bool], None] = lambda behind: None
        self.lost = 0
        """Commits that turned out, when there was room, not to fit what another program had written."""
        super().__init__(path, now)

    @property
    def behind(self) -> int:
        """Commits that wait in memory."""
        return len(self._waiting)

    def has_all(self, match: str) -> bool:
        """Whether nothing of a match waits in memory."""
        return not self._waits_of[match]

    def on_behind(self, hear: Callable[[bool], None]) -> None:
        """Tell this one when the first commit has to wait (True), and when the last has been written (False)."""
        self._hear = hear

    def catch_up(self) -> bool:
        """Write what waits, as far as the disk takes it; whether nothing waits any more."""
        with self._turn:
            had = bool(self._waiting)
            while self._waiting:
                errand, match = self._waiting[0]
                try:
                    super()._do(errand)
                except JournalTrouble as trouble:
                    if trouble.code == "journal_unwritable":
                        return False
                    self.lost += 1
                    _log.error("a commit that waited for room is lost: %s", trouble)
                self._waiting.popleft()
                self._waits_of[match] -= 1
            self._waits_of.clear()
            if had:
                _log.warning("the journal has room again, and everything that waited is written")
                self._hear(False)
            return True

    def tidy(self, most: int = MOST_MATCHES, days: int = UNFINISHED_DAYS, in_use: Callable[[], Collection[str]] = frozenset) -> None:
        """Delete the oldest finished matches beyond `most`, and unfinished ones that nobody has touched for `days`.

        Args:
            most, days: what is kept. in_use: says which matches are in memory; what is declared there must still find its match.

        Raises:
            JournalTrouble: it could not be written; nothing has been deleted.
        """
        oldest = (self._now().astimezone(UTC) - timedelta(days=days)).isoformat(timespec="seconds").replace("+00:00", "Z")

        def work(connection: sqlite3.Connection) -> None:
            gone = connection.execute(
                "SELECT id FROM match WHERE result != '' AND rowid NOT IN "
                "(SELECT rowid FROM match WHERE result != '' ORDER BY changed DESC, rowid DESC LIMIT ?) "
                "UNION SELECT id FROM match WHERE result = '' AND changed < ?",
                (most, oldest),
            ).fetchall()
            used = in_use()
            gone = [row for row in gone if row[0] not in used]
            for table, column in (("entry", "match"), ("snapshot", "match"), ("mark", "match"), ("match", "id")):
                connection.executemany(f"DELETE FROM {table} WHERE {column} = ?", gone)

        super()._do(work)

    def write(self, work: Callable[[sqlite3.Connection], Any]) -> None:
        """One transaction of the repair, which knows the tables.

        Raises:
            JournalTrouble: nothing has been written.
        """
        super()._do(work)

    def close(self) -> None:
        """Write what waits if there is room now, and let the file go."""
        if self._waiting and not self.catch_up():
            _log.error("%d commits are lost: the disk was full until the end", self.behind)
        super().close()

    def _do(self, errand: Callable[[sqlite3.Connection], Any], match: str = "") -> None:
        with self._turn:
            if self._waiting and not self.catch_up() and self.behind >= MOST_WAITING:
                super()._do(errand)  # raises what the disk says
                return
            if not self._waiting:
                try:
                    super()._do(errand)
                except JournalTrouble as trouble:
                    if trouble.code != "journal_unwritable":
                        raise
                    _log.error("the journal cannot be written (%s): the match goes on in memory", trouble.why)
                else:
                    return
            self._waiting.append((errand, match))
            self._waits_of[match] += 1
            if self.behind == 1:
                self._hear(True)
