"""The statistics of a station: matches, how long they took and how they ended, refusals, where people gave up. Nothing about persons.

They hold no name, key or address, nor the name of a match that would lead to more in the journal; a day, not an hour. Robots that play
while nobody is here are not counted. What goes wrong here (a full disk, say) is logged and never disturbs a match.
"""

from __future__ import annotations

import csv
import io
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from tapete.table.folders import private
from tapete.table.journal_file import CACHE_KIB

_log = logging.getLogger(__name__)

FILE = "statistics.sqlite3"
"""The name of the file in the data folder."""

MOST_PLAYS, MOST_REFUSALS = 20_000, 50_000
"""Rows that are kept; when the file is opened those beyond are deleted, in the order in which they came. No clock is asked."""

How = Literal["ended", "left", "resumed"]
"""A match came to its end, was left in the middle, or was gone on with after it had been left."""

_TABLES = """
CREATE TABLE IF NOT EXISTS play (
    day TEXT NOT NULL, game TEXT NOT NULL, guided INTEGER NOT NULL, seats INTEGER NOT NULL, how TEXT NOT NULL,
    seconds INTEGER NOT NULL, entries INTEGER NOT NULL, result TEXT NOT NULL, reason TEXT NOT NULL, step TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS play_by_day ON play (day);
CREATE TABLE IF NOT EXISTS refusal (
    day TEXT NOT NULL, game TEXT NOT NULL, code TEXT NOT NULL, clause TEXT NOT NULL, number INTEGER NOT NULL,
    PRIMARY KEY (day, game, code, clause)
) STRICT, WITHOUT ROWID;
"""

PLAY_COLUMNS = ("day", "game", "guided", "seats", "how", "seconds", "entries", "result", "reason", "step")
REFUSAL_COLUMNS = ("day", "game", "code", "clause", "number")


class Play(Struct, frozen=True, kw_only=True):
    """A match, or the part of it that was played without leaving it.

    Args:
        game: its name.
        guided: whether it was a first match led step by step.
        seats: how many played.
        how: ended, left or resumed.
        seconds: how long people were at it (0 for `resumed`).
        entries: of its log at that moment.
        result, reason: how it ended, in the rules' words; empty unless it ended.
        step: what was asked for when it was left: the name of the step at hand; empty otherwise.
    """

    game: str
    guided: bool
    seats: int
    how: How
    seconds: int = 0
    entries: int = 0
    result: str = ""
    reason: str = ""
    step: str = ""


class Summary(Struct, frozen=True, kw_only=True):
    """Figures over a span of days; each list the largest first."""

    ended: int
    left: int
    resumed: int
    guided: int
    by_game: tuple[tuple[str, int], ...]
    by_day: tuple[tuple[str, int], ...]
    minutes: tuple[tuple[str, float], ...]
    results: tuple[tuple[str, str, str, int], ...]
    refusals: tuple[tuple[str, str, str, int], ...]
    gave_up: tuple[tuple[str, str, int], ...]


class Statistics:
    """The file of figures; any thread may call.

    Args:
        path: of the file; made when it is missing. A file that cannot be used is set aside as `.damaged`.
        today: the day under which rows are kept.
    """

    def __init__(self, path: Path, today: Callable[[], date] = date.today) -> None:
        self.path, self._today = path, today
        self._lock = threading.Lock()
        self.lost = 0
        """Rows that could not be written since the start."""
        try:
            self._connection = self._open()
        except sqlite3.DatabaseError as fault:
            _log.warning("the statistics cannot be used (%s); others are begun and these are kept beside them", type(fault).__name__)
            try:
                path.replace(path.with_name(path.name + ".damaged"))
                for rest in ("-wal", "-shm"):
                    path.with_name(path.name + rest).unlink(missing_ok=True)
                self._connection = self._open()
            except (OSError, sqlite3.DatabaseError):  # a folder that cannot be written: the station goes on, and so do its matches
                self._connection = self._open(":memory:")

    def _open(self, place: str = "") -> sqlite3.Connection:
        private(self.path)
        connection = sqlite3.connect(place or self.path, isolation_level=None, check_same_thread=False, timeout=2)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
            connection.executescript(_TABLES)
            connection.execute("DELETE FROM play WHERE rowid <= (SELECT max(rowid) FROM play) - ?", (MOST_PLAYS,))
            beyond = "SELECT day FROM refusal ORDER BY day DESC LIMIT 1 OFFSET ?"
            connection.execute(f"DELETE FROM refusal WHERE day < ({beyond})", (MOST_REFUSALS,))
        except sqlite3.OperationalError:
            return connection  # no room now: rows are lost and counted until there is
        except sqlite3.DatabaseError:
            connection.close()
            raise
        return connection

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def add(self, play: Play) -> None:
        """Count what was played."""
        row = (
            self._day(),
            play.game,
            int(play.guided),
            play.seats,
            play.how,
            play.seconds,
            play.entries,
            play.result,
            play.reason,
            play.step,
        )
        self._write(f"INSERT INTO play VALUES ({', '.join('?' * len(row))})", row)

    def refuse(self, game: str, code: str, clause: str) -> None:
        """Count a refusal that people met."""
        self._write(
            "INSERT INTO refusal VALUES (?, ?, ?, ?, 1) ON CONFLICT DO UPDATE SET number = number + 1", (self._day(), game, code, clause)
        )

    def today(self) -> date:
        """Return the day under which rows are counted."""
        return self._today()

    def _day(self) -> str:
        return self._today().isoformat()

    def _write(self, statement: str, values: tuple[Any, ...]) -> None:
        with self._lock:
            try:
                self._connection.execute(statement, values)
            except sqlite3.Error as fault:
                self.lost += 1
                _log.warning("a row of the statistics is lost: %s", fault)

    # ---- reading

    def summary(self, days: int = 30) -> Summary:
        """Return the figures of the last days, today included.

        Args:
            days: how many, 1 or more.

        Raises:
            sqlite3.Error: the file cannot be read.
        """
        since = (self._today() - timedelta(days=days - 1)).isoformat()
        how = dict(self._read("SELECT how, count(*) FROM play WHERE day >= ? GROUP BY how", since))
        played = "FROM play WHERE day >= ? AND how = 'ended'"
        return Summary(
            ended=how.get("ended", 0),
            left=how.get("left", 0),
            resumed=how.get("resumed", 0),
            guided=self._read(f"SELECT count(*) {played} AND guided", since)[0][0],
            by_game=tuple(self._read(f"SELECT game, count(*) AS n {played} GROUP BY game ORDER BY n DESC, game", since)),
            by_day=tuple(self._read(f"SELECT day, count(*) {played} GROUP BY day ORDER BY day", since)),
            minutes=tuple(self._read(f"SELECT game, round(avg(seconds) / 60.0, 1) {played} GROUP BY game ORDER BY game", since)),
            results=tuple(
                self._read(f"SELECT game, result, reason, count(*) AS n {played} GROUP BY game, result, reason ORDER BY n DESC", since)
            ),
            refusals=tuple(
                self._read(
                    "SELECT game, code, clause, sum(number) AS n FROM refusal WHERE day >= ? GROUP BY game, code, clause "
                    "ORDER BY n DESC, game, code LIMIT 20",
                    since,
                )
            ),
            gave_up=tuple(
                self._read(
                    "SELECT game, step, count(*) AS n FROM play WHERE day >= ? AND how = 'left' GROUP BY game, step "
                    "ORDER BY n DESC, game, step LIMIT 20",
                    since,
                )
            ),
        )

    def plays_csv(self) -> str:
        """Return every match as CSV (RFC 4180); the first line names the columns."""
        return _csv(PLAY_COLUMNS, self._read(f"SELECT {', '.join(PLAY_COLUMNS)} FROM play ORDER BY rowid"))

    def refusals_csv(self) -> str:
        """Return every refusal with its number by day, as CSV."""
        return _csv(REFUSAL_COLUMNS, self._read(f"SELECT {', '.join(REFUSAL_COLUMNS)} FROM refusal ORDER BY day, game, code, clause"))

    def _read(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._connection.execute(query, values).fetchall()


def _csv(columns: Iterable[str], rows: Iterable[tuple[Any, ...]]) -> str:
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(columns)
    writer.writerows(rows)
    return written.getvalue()
