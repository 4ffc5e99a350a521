"""The journal: every match of this computer in one SQLite file, so that nothing acknowledged is ever lost.

WAL with `synchronous=FULL`: when `commit` returns, the entries are on the disk. One thread writes. Each commit is all or nothing: what a
declaration led to, the mark of the console's message in which it came, and now and then a snapshot. Commits of several tables that come
while the disk is busy share a transaction, and so one wait for the disk. Checksums chain the rows of a match (`journal_chain`): one that
was damaged on the disk is named in `damaged`, and all others go on.
"""

from __future__ import annotations

import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec
from msgspec import Struct

from tapete.core.codec import encode
from tapete.core.log import Entry, Header
from tapete.core.seats import Seat
from tapete.table import deliveries, journal_file
from tapete.table.journal_census import Census
from tapete.table.journal_chain import (
    COLUMNS,
    MatchDamage,
    Row,
    delete,
    entry_of,
    examine,
    head_of,
    header_in,
    mark_of,
    named_of,
    names_in,
    raw_match,
    root_of,
    rows,
    snapshot_of,
)
from tapete.table.journal_tails import LostTail, Tails
from tapete.table.journal_troubles import JournalTrouble, closed, damaged, match_aside, match_damaged, taken, unwritable
from tapete.table.sources import MessageMark

R = TypeVar("R")

MOST_ENDS = 64
"""The most matches whose end of the chain is remembered."""

MOST_TOGETHER = 64
"""Commits that share a transaction at the most."""


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


@dataclass(eq=False)
class _Task:
    """A task of the writing thread, and the future that its caller waits for."""

    work: Callable[[sqlite3.Connection], Any]
    done: Future[None] = field(default_factory=Future)
    ends: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Where the matches end that it has written."""
    follows: bool = False
    """Whether it changes more than it says in `ends`."""


class Journal:
    """One file. Any thread may call; use it in a `with` block, or call `close`.

    Args:
        path: of the file; it and its folder are made when they are missing.
        now: the time, for people who read the listing; nothing is decided by it.
        clock: monotonic seconds.
        alone: no other program reads the file, and copies of it are to be sound by themselves: it has no second file between transactions,
            and who commits writes it, without a thread.

    Raises:
        JournalTrouble: the file cannot be opened, is damaged, is not ours, or was made by a newer Tapete. It is left as it is.
    """

    def __init__(
        self,
        path: Path,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        *,
        clock: Callable[[], float] = time.monotonic,
        alone: bool = False,
    ) -> None:
        self.path, self._alone = path, alone
        self.damaged: dict[str, MatchDamage] = {}
        """The matches that were found damaged so far, by id."""
        self.census = Census(path)
        """The list of matches that should be here."""
        self.opened = False
        """Whether the file could be opened to be written."""
        self.lost_tails: tuple[LostTail, ...] = ()
        """The matches whose end was missing when the file was opened, although it had been written."""
        self.gone: int | None = None
        """How many matches a journal had that was found empty, or gone; None where it was neither."""
        self.on_kept: Callable[[str], None] = lambda match: None
        """Told of each match that something was written about; it must neither wait nor raise."""
        self._now, self._clock = now, clock
        self._ends: dict[str, tuple[int, int, int]] = {}
        """Where the chains of matches end that this process wrote last: their roots, last sums and numbers; on the writing thread."""
        self._tails = Tails(path)
        """Where matches ended that were written last; on the writing thread."""
        self._opened_at, self._lived_before, self._last = clock(), 0, 0
        self._task = _Task(lambda connection: None)
        """What the writing thread does now."""
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        self._connection: sqlite3.Connection | None = None
        opened: Future[None] = Future()
        self._thread = None if alone else threading.Thread(target=self._write, args=(opened,), daemon=True, name="journal")
        if self._thread is None:
            self._begin(opened)
        else:
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
                if self._thread is None:
                    self._end()
                else:
                    self._tasks.put(None)
        if self._thread is not None:
            self._thread.join()

    # ---- writing

    def begin(self, match: str, header: Header, names: Mapping[Seat, str], addressee: str = "") -> None:
        """Write down a new match.

        Args:
            match: its id. header: what it is begun with. names: of the players.
            addressee: to whom it is owed (`deliveries`); empty: nobody.

        Raises:
            JournalTrouble: it could not be written.
        """
        at, told, named = self.time().encode(), encode(header), encode(dict(names))
        root = root_of(match.encode(), header.game.encode(), at, told)

        def write(connection: sqlite3.Connection) -> None:
            lived = self.lived()
            head = head_of(root, root, at, 0, b"", None, lived)
            first = (match, header.game, at.decode(), at.decode(), told.decode(), named.decode(), 0, "", None)
            connection.execute(
                f"INSERT INTO match VALUES ({', '.join('?' * 14)})", (*first, lived, root, named_of(root, named), root, head)
            )
            if addressee:
                deliveries.begin(connection, match, addressee)

        self._do(write, match)
        self.census.add(match)
        self.on_kept(match)

    def commit(
        self,
        match: str,
        entries: Iterable[Entry],
        *,
        mark: MessageMark | None = None,
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
        at = self.time()
        told = at.encode()
        bodies = [(entry.seq, encode(entry)) for entry in entries]

        def write(connection: sqlite3.Connection) -> None:
            found = self._ends.pop(match, None)
            found = found or connection.execute("SELECT root, link, seq FROM match WHERE id = ?", (match,)).fetchone()
            if found is None:
                raise sqlite3.IntegrityError(f"there is no match {match}")
            root, before, last = found
            link = before
            for seq, body in bodies:
                if seq != last + 1:
                    raise sqlite3.IntegrityError(f"entry {seq} comes after {last}")
                link, last = entry_of(link, seq, told, body), seq
                connection.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", (match, seq, at, body.decode(), link))
            for seq, kept in (snapshots or {}).items():
                connection.execute(
                    "INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?, ?)", (match, seq, kept.decode(), snapshot_of(root, seq, kept))
                )
            if mark is not None:
                summed = mark_of(root, mark.boot.encode(), mark.number)
                connection.execute("INSERT OR REPLACE INTO mark VALUES (?, ?, ?, ?)", (match, mark.boot, mark.number, summed))
            if bodies:
                lived = self.lived()
                head = head_of(root, link, told, last, result.encode(), state, lived)
                done = connection.execute(
                    "UPDATE match SET changed = ?, seq = ?, result = ?, state = ?, lived = ?, link = ?, head = ? WHERE id = ? AND link = ?",
                    (at, last, result, None if state is None else state.decode(), lived, link, head, match, before),
                )
                if done.rowcount != 1:
                    raise sqlite3.IntegrityError(f"match {match} is otherwise than it was")
            if len(self._ends) >= MOST_ENDS:
                self._ends.clear()
            self._ends[match] = (root, link, last)
            self._task.ends[match] = (last, link)

        self._do(write, match)
        self.on_kept(match)

    def rename(self, match: str, names: Mapping[Seat, str]) -> None:
        """Write down what the players are called.

        Raises:
            JournalTrouble: it could not be written.
        """
        named = encode(dict(names))

        def write(connection: sqlite3.Connection) -> None:
            for (root,) in connection.execute("SELECT root FROM match WHERE id = ?", (match,)).fetchall():
                connection.execute("UPDATE match SET names = ?, named = ? WHERE id = ?", (named.decode(), named_of(root, named), match))

        self._do(write, match)

    def delete(self, matches: Collection[str]) -> frozenset[str]:
        """Delete matches with all that is kept of them, except matches that are still owed to a server.

        Returns:
            Those that are gone.

        Raises:
            JournalTrouble: nothing has been deleted.
        """
        gone: set[str] = set()

        def work(connection: sqlite3.Connection) -> None:
            gone.update(set(matches) - deliveries.owed_names(connection))
            for match in gone:
                delete(connection, match.encode())

        self.write(work)
        self.census.keep(sorted(self.names()))
        return frozenset(gone)

    def write(self, work: Callable[[sqlite3.Connection], Any]) -> None:
        """Make one transaction of the repair, which knows the tables.

        Raises:
            JournalTrouble: nothing has been written.
        """

        def alone(connection: sqlite3.Connection) -> None:
            self._ends.clear()
            self._task.follows = True
            work(connection)

        Journal._do(self, alone)

    def has_all(self, match: str) -> bool:
        """Say whether all accepted entries of a match are on the disk."""
        return True

    # ---- reading

    def read(self, work: Callable[[sqlite3.Connection], R]) -> R:
        """Read for a module that knows its own table, everything as it stands at one moment.

        Raises:
            JournalTrouble: the file cannot be read.
        """

        def at_once(connection: sqlite3.Connection) -> R:
            connection.execute("BEGIN")
            return work(connection)

        return self._read(at_once)

    def matches(self, *, unfinished: bool = False) -> list[MatchRow]:
        """Every match, or every unfinished one, the one that changed last first; those whose row is damaged are in `damaged` instead.

        Raises:
            JournalTrouble: the file cannot be read.
        """
        which = "WHERE result = ''" if unfinished else ""
        found = self._read(lambda connection: rows(connection, f"SELECT {COLUMNS} FROM match {which} ORDER BY lived DESC, rowid DESC"))
        listed = []
        for row in (Row(*one) for one in found):
            header, names = header_in(row), names_in(row)
            if header is None or names is None:
                match = row.id.decode("utf-8", "backslashreplace")
                self.damaged[match] = MatchDamage(match=match, kept=0, of=row.seq, lost=header is None)
            if header is not None:
                listed.append(_listed(row, header, names or {}))
        return listed

    def count(self) -> tuple[int, int]:
        """How many matches there are, and how many of them are unfinished.

        Raises:
            JournalTrouble: the file cannot be read.
        """
        every, waiting = self._read(lambda connection: connection.execute("SELECT count(*), sum(result = '') FROM match").fetchone())
        return every, waiting or 0

    def is_sound(self) -> bool:
        """Say whether the file's own structure is as SQLite wants it; where it is not, nothing should be written into it.

        Raises:
            JournalTrouble: the file cannot be read.
        """
        return bool(self._read(lambda connection: connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok"))

    def names(self) -> frozenset[str]:
        """The ids of all matches, those that are set aside among them.

        Raises:
            JournalTrouble: the file cannot be read.
        """
        found = self._read(lambda connection: rows(connection, "SELECT id FROM match UNION SELECT match FROM aside"))
        return frozenset(name.decode("utf-8", "backslashreplace") for (name,) in found)

    def set_aside(self) -> list[tuple[str, str, str]]:
        """What is set aside: the match, why (`old` or `damaged`), and its rows as lines of JSON; the oldest first.

        Raises:
            JournalTrouble: the file cannot be read.
        """
        return self._read(lambda connection: connection.execute("SELECT match, why, body FROM aside ORDER BY since").fetchall())

    def match(self, match: str) -> Kept | None:
        """Everything about one match; None where there is not one of that id.

        Raises:
            JournalTrouble: the file cannot be read, or this match is damaged.
        """

        def read(connection: sqlite3.Connection) -> Kept | None:
            connection.execute("BEGIN")
            raw = raw_match(connection, match)
            if raw is None:
                if connection.execute("SELECT 1 FROM aside WHERE match = ? AND why = 'damaged'", (match,)).fetchone():
                    raise match_aside(match)
                return None
            found = examine(raw)
            if found.damage is not None:
                self.damaged[match] = found.damage
            if found.header is None or (found.damage is not None and found.damage.kept < found.damage.of):
                raise match_damaged(self.path, self.damaged[match])
            raw = found.raw  # of a match with all its entries the rest can be done without: names, snapshots
            states = {seq: state for seq, state, _ in raw.snapshots}
            if raw.row.state is not None:
                states[raw.row.seq] = raw.row.state
            return Kept(
                row=_listed(raw.row, found.header, found.names),
                header=found.header,
                entries=found.entries,
                times=tuple(at.decode() for _, at, _, _ in raw.entries),
                snapshots=states,
                marks={boot.decode(): number for boot, number, _ in raw.marks},
            )

        return self._read(read)

    def check(self, match: str) -> MatchDamage | None:
        """Follow the chain of one match; None where it is whole, or not there.

        Raises:
            JournalTrouble: the file cannot be read.
        """

        def read(connection: sqlite3.Connection) -> MatchDamage | None:
            connection.execute("BEGIN")
            raw = raw_match(connection, match)
            return None if raw is None else examine(raw).damage

        found = self._read(read)
        if found is not None:
            self.damaged[match] = found
        return found

    def check_all(self) -> tuple[MatchDamage, ...]:
        """Follow the chains of all matches; the damaged ones are in `damaged` too.

        Raises:
            JournalTrouble: the file cannot be read.
        """
        names = self._read(lambda connection: rows(connection, "SELECT id FROM match ORDER BY rowid"))
        found = [self.check(name.decode("utf-8", "surrogateescape")) for (name,) in names]
        return tuple(damage for damage in found if damage is not None)

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
            try:
                with closing(journal_file.open_to_read(self.path)) as connection:
                    return read(connection)
            except sqlite3.OperationalError:
                if os.name != "posix" or not self.path.exists():
                    raise
                # On a full or read-only disk the memory that readers share cannot be made. Alone, without locks, it is not needed.
                alone = f"{self.path.absolute().as_uri()}?mode=ro&vfs=unix-none"
                with closing(sqlite3.connect(alone, uri=True, isolation_level=None)) as connection:
                    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
                    return read(connection)
        except sqlite3.OperationalError as fault:
            raise unwritable(self.path, fault) from fault
        except (sqlite3.Error, msgspec.MsgspecError, UnicodeDecodeError) as fault:
            raise damaged(self.path, fault) from fault

    # ---- the writing thread

    def _do(self, task: Callable[[sqlite3.Connection], Any], match: str = "") -> None:
        """Hand a transaction to the writing thread and wait until it is on the disk; `match` is the one that it writes about."""
        waiting = _Task(task)
        with self._lock:
            if self._closed:
                raise closed(self.path)
            if self._thread is None:
                self._carry_out(waiting)
            else:
                self._tasks.put(waiting)
        waiting.done.result()

    def _write(self, opened: Future[None]) -> None:
        if not self._begin(opened):
            return
        try:
            while (task := self._tasks.get()) is not None:
                self._carry_out(task)
        finally:
            self._end()

    def _begin(self, opened: Future[None]) -> bool:
        try:
            self._connection = self._open()
        except JournalTrouble as trouble:
            if not self._may_wait(trouble):
                opened.set_exception(trouble)
                return False
        opened.set_result(None)
        return True

    def _carry_out(self, task: _Task) -> None:
        try:
            self._connection = self._connection or self._open()
        except Exception as fault:  # noqa: BLE001 - whatever it was, the caller waits for it
            task.done.set_exception(self._told(fault))
        else:
            self._write_together(self._connection, task)

    def _end(self) -> None:
        self._tails.close()
        if self._connection is not None:
            self._connection.close()

    def _write_together(self, connection: sqlite3.Connection, task: _Task, *, alone: bool = False) -> None:
        """Make one transaction of a task and, unless it is to go `alone`, of those that came meanwhile: they wait for the disk once."""
        together = [task]
        try:
            connection.execute("BEGIN IMMEDIATE")
            self._do_within(connection, together)
            while not alone and len(together) < MOST_TOGETHER and not self._tasks.empty():
                if (following := self._tasks.get()) is None:
                    self._tasks.put(None)  # closing comes after this transaction
                    break
                together.append(following)
                self._do_within(connection, together)
            connection.execute("COMMIT" if together else "ROLLBACK")
        except Exception as fault:  # noqa: BLE001 - whatever it was, the callers wait for it
            self._ends.clear()
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            for one in together:
                if len(together) == 1:
                    one.done.set_exception(self._told(fault))
                else:  # the fault may be one's own
                    self._write_together(connection, one, alone=True)
            return
        for one in together:
            if one.follows:
                self._tails.follow(connection)
            for match, (seq, link) in one.ends.items():
                self._tails.note(match, seq, link)
            one.done.set_result(None)

    def _do_within(self, connection: sqlite3.Connection, together: list[_Task]) -> None:
        """Do the last task of a transaction; one that fails by itself leaves nothing, and the others go on."""
        self._task = together[-1]
        connection.execute("SAVEPOINT task")
        try:
            self._task.work(connection)
        except Exception as fault:
            if not connection.in_transaction:  # SQLite has given up all of it, as on a full disk
                raise
            self._ends.clear()
            connection.execute("ROLLBACK TO task")
            together.pop().done.set_exception(self._told(fault))
        connection.execute("RELEASE task")

    def _told(self, fault: Exception) -> Exception:
        """What the caller is told of what went wrong."""
        if isinstance(fault, sqlite3.IntegrityError):
            return taken(self.path, fault)
        return unwritable(self.path, fault) if isinstance(fault, sqlite3.Error) else fault

    def _may_wait(self, trouble: JournalTrouble) -> bool:
        """Say whether a file that cannot be opened now is opened later, when there is something to write."""
        return False

    def _open(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as fault:
            raise unwritable(self.path, fault) from fault
        empty = self.path.exists() and not self.path.stat().st_size
        connection = journal_file.open_to_write(self.path, alone=self._alone)
        kept = connection.execute("SELECT count(*) FROM match").fetchone()[0]
        if kept:
            self.lost_tails = self._tails.missing(connection, self.census.names())
        if not kept and (empty or self.census.names()):
            self.gone = len(self.census.names())
        newest = connection.execute("SELECT max(ifnull((SELECT max(lived) FROM match), 0), ifnull((SELECT lived FROM life), 0))").fetchone()
        self._lived_before, self.opened = newest[0], True
        return connection

    def lived(self) -> int:
        """Milliseconds that this journal has been open in all its lives, a larger number each time; on the writing thread (`write`)."""
        self._last = max(self._last + 1, self._lived_before + int((self._clock() - self._opened_at) * 1000))
        return self._last

    def time(self) -> str:
        """What time it is, UTC in ISO 8601, as rows are dated."""
        return self._now().astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _listed(row: Row, header: Header, names: dict[Seat, str]) -> MatchRow:
    return MatchRow(
        id=row.id.decode(),
        game=header.game,
        begun=row.begun.decode(),
        changed=row.changed.decode("utf-8", "replace"),
        seats=header.seats,
        names=names,
        seq=row.seq,
        result=row.result.decode("utf-8", "replace"),
    )
