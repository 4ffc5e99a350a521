"""The journal: every match of this computer in one SQLite file, so that nothing acknowledged is ever lost.

WAL with `synchronous=FULL`: when `commit` returns, the entries are on the disk. One thread writes. Each commit is one transaction: what a
declaration led to, the mark of the console's message in which it came, and now and then a snapshot.
"""

from __future__ import annotations

import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec
from msgspec import Struct

from tapete.core.codec import encode
from tapete.core.log import Entry, Header
from tapete.core.seats import Seat
from tapete.table.sources import Mark
from tapete.table.troubles import JournalTrouble, closed, damaged, newer, not_ours, taken, unwritable

R = TypeVar("R")

SCHEMA = 1
"""Of the tables below; a file of a higher one is left alone."""

APPLICATION = 0x54415045
"""`TAPE`, in the file's head: a file without it was made by another program."""

BUSY_S = 5.0
"""How long another process may hold the file before we give up."""

CACHE_KIB = 256
"""Pages that the writing thread's connection remembers. It only appends; SQLite's own 2 MiB would fill up over hundreds of matches."""

_TABLES = """
CREATE TABLE match (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, begun TEXT NOT NULL, changed TEXT NOT NULL,
    header TEXT NOT NULL, names TEXT NOT NULL, seq INTEGER NOT NULL, result TEXT NOT NULL, state TEXT
) STRICT;
CREATE TABLE entry (
    match TEXT NOT NULL, seq INTEGER NOT NULL, at TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE snapshot (match TEXT NOT NULL, seq INTEGER NOT NULL, state TEXT NOT NULL, PRIMARY KEY (match, seq)) STRICT, WITHOUT ROWID;
CREATE TABLE mark (match TEXT NOT NULL, boot TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (match, boot)) STRICT, WITHOUT ROWID;
"""


class MatchRow(Struct, frozen=True, kw_only=True):
    """A match as the journal lists it; times are UTC in ISO 8601, `result` is empty while nobody has won."""

    id: str
    game: str
    begun: str
    changed: str
    seats: tuple[Seat, ...]
    names: dict[Seat, str]
    seq: int
    result: str

    @property
    def over(self) -> bool:
        """Whether it has a result."""
        return bool(self.result)


class Kept(Struct, frozen=True, kw_only=True):
    """Everything that the journal has of one match. `snapshots` are the bytes of states by entry, the newest state among them."""

    row: MatchRow
    header: Header
    entries: tuple[Entry, ...]
    times: tuple[str, ...]
    snapshots: Mapping[int, bytes]
    marks: Mapping[str, int]


class Journal:
    """One file. Any thread may call; use it in a `with` block, or call `close`.

    Args:
        path: of the file; it and its folder are made when they are missing.
        now: the time, for the listing.

    Raises:
        JournalTrouble: the file cannot be opened, is damaged, is not ours, or was made by a newer Tapete. It is left as it is.
    """

    def __init__(self, path: Path, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.path = path
        self._now = now
        self._errands: queue.SimpleQueue[tuple[Callable[[sqlite3.Connection], Any], Future[Any]] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise unwritable(path, fault) from fault
        opened: Future[None] = Future()
        self._thread = threading.Thread(target=self._write, args=(opened,), daemon=True, name="journal")
        self._thread.start()
        opened.result()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Write what is waiting, and let the file go."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._errands.put(None)
        self._thread.join()

    # ---- writing

    def begin(self, match: str, header: Header, names: Mapping[Seat, str]) -> None:
        """Write down a new match.

        Raises:
            JournalTrouble: it could not be written.
        """
        at = self._time()
        row = (match, header.game, at, at, encode(header).decode(), encode(dict(names)).decode())
        self._do(lambda connection: connection.execute("INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, 0, '', NULL)", row), match)

    def commit(
        self,
        match: str,
        entries: Iterable[Entry],
        *,
        mark: Mark | None = None,
        snapshots: Mapping[int, bytes] | None = None,
        state: bytes | None = None,
        result: str = "",
    ) -> None:
        """Write what one declaration led to, all or nothing; it is on the disk when this returns.

        Args:
            match: its id.
            entries: the new ones, in order.
            mark: the console's message in which it came.
            snapshots: states by entry, encoded.
            state: that after the last entry, encoded; the next commit replaces it.
            result: one word, empty while nobody has won.

        Raises:
            JournalTrouble: nothing has been written.
        """
        at = self._time()
        rows = [(match, entry.seq, at, encode(entry).decode()) for entry in entries]
        states = [(match, seq, state.decode()) for seq, state in (snapshots or {}).items()]
        marks = [(match, mark.boot, mark.number)] if mark is not None else []

        def write(connection: sqlite3.Connection) -> None:
            connection.executemany("INSERT INTO entry VALUES (?, ?, ?, ?)", rows)
            connection.executemany("INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?)", states)
            connection.executemany("INSERT OR REPLACE INTO mark VALUES (?, ?, ?)", marks)
            if rows:
                newest = None if state is None else state.decode()
                connection.execute(
                    "UPDATE match SET changed = ?, seq = ?, result = ?, state = ? WHERE id = ?", (at, rows[-1][1], result, newest, match)
                )

        self._do(write, match)

    def rename(self, match: str, names: Mapping[Seat, str]) -> None:
        """Write down what the players are called.

        Raises:
            JournalTrouble: it could not be written.
        """
        named = encode(dict(names)).decode()
        self._do(lambda connection: connection.execute("UPDATE match SET names = ? WHERE id = ?", (named, match)), match)

    def has_all(self, match: str) -> bool:
        """Whether everything of a match that was taken is on the disk, so that reading finds it."""
        return True

    # ---- reading

    def matches(self, *, unfinished: bool = False) -> list[MatchRow]:
        """Every match, or every unfinished one, the one that changed last first.

        Raises:
            JournalTrouble: the file cannot be read.
        """
        which = "WHERE result = ''" if unfinished else ""
        return self._read(
            lambda connection: [_row(row) for row in connection.execute(f"{_LISTED} {which} ORDER BY changed DESC, rowid DESC")]
        )

    def count(self) -> tuple[int, int]:
        """How many matches there are, and how many of them are unfinished.

        Raises:
            JournalTrouble: the file cannot be read.
        """
        every, waiting = self._read(lambda connection: connection.execute("SELECT count(*), sum(result = '') FROM match").fetchone())
        return every, waiting or 0

    def match(self, match: str) -> Kept | None:
        """Everything about one match; None where there is none of that id.

        Raises:
            JournalTrouble: the file cannot be read, or what stands in it cannot.
        """

        def read(connection: sqlite3.Connection) -> Kept | None:
            connection.execute("BEGIN")
            found = connection.execute(f"{_LISTED} WHERE id = ?", (match,)).fetchone()
            if found is None:
                return None
            entries = connection.execute("SELECT body, at FROM entry WHERE match = ? ORDER BY seq", (match,)).fetchall()
            states = dict(connection.execute("SELECT seq, state FROM snapshot WHERE match = ?", (match,)).fetchall())
            states |= dict(connection.execute("SELECT seq, state FROM match WHERE id = ? AND state IS NOT NULL", (match,)).fetchall())
            return Kept(
                row=_row(found),
                header=msgspec.json.decode(found[4], type=Header),
                entries=tuple(msgspec.json.decode(body, type=Entry) for body, _ in entries),
                times=tuple(at for _, at in entries),
                snapshots={seq: state.encode() for seq, state in states.items()},
                marks=dict(connection.execute("SELECT boot, number FROM mark WHERE match = ?", (match,)).fetchall()),
            )

        return self._read(read)

    def kept(self, boot: str) -> int:
        """The number of the last message of a console's boot that any match has kept; 0 if none.

        Raises:
            JournalTrouble: the file cannot be read.
        """
        return self._read(
            lambda connection: int(connection.execute("SELECT ifnull(max(number), 0) FROM mark WHERE boot = ?", (boot,)).fetchone()[0])
        )

    def _read(self, read: Callable[[sqlite3.Connection], R]) -> R:
        """Read over a connection of its own: reading goes on while nothing can be written."""
        try:
            with closing(sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_S)) as connection:
                return read(connection)
        except sqlite3.OperationalError as fault:
            raise unwritable(self.path, fault) from fault
        except (sqlite3.Error, msgspec.MsgspecError) as fault:
            raise damaged(self.path, fault) from fault

    # ---- the writing thread

    def _do(self, errand: Callable[[sqlite3.Connection], Any], match: str = "") -> None:
        """Hand a transaction to the writing thread and wait until it is on the disk; `match` is the one that it writes about."""
        done: Future[Any] = Future()
        with self._lock:
            if self._closed:
                raise closed(self.path)
            self._errands.put((errand, done))
        done.result()

    def _write(self, opened: Future[None]) -> None:
        try:
            connection = _open(self.path)
        except JournalTrouble as trouble:
            opened.set_exception(trouble)
            return
        opened.set_result(None)
        with closing(connection):
            while (errand := self._errands.get()) is not None:
                work, done = errand
                try:
                    connection.execute("BEGIN IMMEDIATE")
                    try:
                        work(connection)
                        connection.execute("COMMIT")
                    except BaseException:
                        if connection.in_transaction:
                            connection.execute("ROLLBACK")
                        raise
                except sqlite3.IntegrityError as fault:
                    done.set_exception(taken(self.path, fault))
                except sqlite3.Error as fault:
                    done.set_exception(unwritable(self.path, fault))
                except Exception as fault:  # noqa: BLE001 - whatever it was, the caller waits for it
                    done.set_exception(fault)
                else:
                    done.set_result(None)

    def _time(self) -> str:
        return self._now().astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


_LISTED = "SELECT id, game, begun, changed, header, names, seq, result FROM match"


def _row(row: tuple[Any, ...]) -> MatchRow:
    header = msgspec.json.decode(row[4], type=Header)
    names = msgspec.json.decode(row[5], type=dict[Seat, str])
    return MatchRow(id=row[0], game=row[1], begun=row[2], changed=row[3], seats=header.seats, names=names, seq=row[6], result=row[7])


def _open(path: Path) -> sqlite3.Connection:
    """The connection of the writing thread; a file that is not ours, damaged or newer is not touched.

    Raises:
        JournalTrouble: see `Journal`.
    """
    fresh = not path.exists() or not path.stat().st_size
    if not fresh:
        _examine(path)
    try:
        connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
    except sqlite3.Error as fault:
        raise unwritable(path, fault) from fault
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")  # a negative number counts in KiB
        connection.execute("BEGIN IMMEDIATE")
        if not connection.execute("PRAGMA user_version").fetchone()[0]:
            for statement in _TABLES.split(";"):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {SCHEMA}")
        connection.execute("COMMIT")
    except sqlite3.Error as fault:
        connection.close()
        raise unwritable(path, fault) from fault
    return connection


def _examine(path: Path) -> None:
    """Look at a file that is there already, without writing.

    Raises:
        JournalTrouble: it is damaged, not ours or newer.
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_S)) as connection:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            application = connection.execute("PRAGMA application_id").fetchone()[0]
            tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
            if application != APPLICATION and (tables or application):
                raise not_ours(path)
            if version > SCHEMA:
                raise newer(path, version, SCHEMA)
            sound = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.OperationalError as fault:
        raise unwritable(path, fault) from fault
    except sqlite3.Error as fault:
        raise damaged(path, fault) from fault
    if sound != "ok":
        raise damaged(path, sqlite3.DatabaseError(sound))
