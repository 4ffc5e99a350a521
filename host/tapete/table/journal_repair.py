"""Opening the journal of a station that nobody watches: a damaged file is set aside, and what is whole in it goes on in a new one.

Of every match counts what can be read from its first entry up to the first one that is torn or missing. The damaged file stays beside the
new one, as it was; `tapete play` and the other commands leave such a file alone and ask a person.
"""

from __future__ import annotations

import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from tapete.core.log import Entry, Header
from tapete.core.seats import Seat
from tapete.core.texts import Text, _
from tapete.table.buffered_journal import BufferedJournal
from tapete.table.troubles import JournalTrouble

_log = logging.getLogger(__name__)

PARTS = ("", "-wal", "-shm")
"""The files of a journal."""

LARGEST = 1 << 30
"""Bytes that a journal can have; a head that says more is torn too."""

MOST_ASIDE = 3
"""Damaged journals that are kept; the oldest is deleted first."""


REPAIRED = _("The journal was damaged. It is set aside as {name}; {matches} matches go on whole, and {cut} up to their last readable move.")


class Repair(Struct, frozen=True, kw_only=True):
    """What was done with a damaged journal.

    Args:
        aside: where it is now.
        matches: that go on whole.
        cut: that lost entries at their end.
    """

    aside: Path
    matches: int
    cut: int

    @property
    def text(self) -> Text:
        """For staff."""
        return REPAIRED.fill(name=self.aside.name, matches=self.matches, cut=self.cut)


def open_journal(path: Path, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> tuple[BufferedJournal, Repair | None]:
    """Open the journal of a station, mending it if need be.

    Args:
        path: of the file.
        now: the time.

    Returns:
        The journal, and what was done with a damaged one.

    Raises:
        JournalTrouble: it is another program's or a newer Tapete's file, or the folder cannot be written.
    """
    repaired = None
    if path.exists() and path.stat().st_size and _is_torn(path):
        repaired = repair(path, now)
        _log.error("the journal was damaged and is set aside as %s", repaired.aside.name)
    journal = BufferedJournal(path, now)
    with suppress(JournalTrouble):  # on a full disk old matches stay until there is room
        journal.tidy()
    return journal, repaired


def _is_torn(path: Path) -> bool:
    """Whether the file is ours and not whole: SQLite says so, or an entry of a match that can still go on is no entry."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=5)) as connection:
            if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                return True
            if not connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'entry'").fetchone()[0]:
                return False
            unfinished = connection.execute("SELECT id, header FROM match WHERE result = ''").fetchall()
            for match, header in unfinished:
                msgspec.json.decode(header, type=Header)
                for (body,) in connection.execute("SELECT body FROM entry WHERE match = ?", (match,)):
                    msgspec.json.decode(body, type=Entry)
    except (sqlite3.DatabaseError, msgspec.MsgspecError) as fault:
        # Another program's file, one that is locked or may not be read: `Journal` says so.
        return not isinstance(fault, sqlite3.OperationalError) or "I/O" in str(fault) or "malformed" in str(fault)
    return False


def repair(path: Path, now: Callable[[], datetime]) -> Repair:
    """Set a damaged journal aside and make a new one of what is whole in it.

    Args:
        path: of the file.
        now: the time, for the name of the one that is set aside.

    Raises:
        JournalTrouble: the new one could not be written; the damaged one is set aside all the same.
    """
    stamp = now().astimezone(UTC).strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}")
    for part in PARTS:
        with suppress(FileNotFoundError):
            path.with_name(path.name + part).replace(aside.with_name(aside.name + part))
    for old in sorted(path.parent.glob(f"{path.stem}.damaged-*{path.suffix}"))[:-MOST_ASIDE]:
        for part in PARTS:
            old.with_name(old.name + part).unlink(missing_ok=True)
    whole = cut = 0
    with tempfile.TemporaryDirectory(prefix="repair-", dir=path.parent) as folder, BufferedJournal(path, now) as fresh:
        copy = Path(folder) / path.name
        for part in PARTS[:2]:
            with suppress(FileNotFoundError):
                shutil.copyfile(aside.with_name(aside.name + part), copy.with_name(copy.name + part))
        _stretch(copy)
        try:
            with closing(sqlite3.connect(copy)) as torn:
                for match in _names(torn):
                    found = _readable(torn, match)
                    if found is not None:
                        _write(fresh, found)
                        whole, cut = (whole, cut + 1) if found.cut else (whole + 1, cut)
        except sqlite3.DatabaseError as fault:
            _log.warning("no more can be read of the damaged journal: %s", fault)
    return Repair(aside=aside, matches=whole, cut=cut)


def _stretch(copy: Path) -> None:
    """Give a file that was cut off its length again: SQLite reads nothing of one that is shorter than its head says.

    The length of a page stands at byte 16 and their number at byte 28 (SQLite file format, 1.3).
    """
    with copy.open("r+b") as file:
        head = file.read(32)
        if len(head) == 32 and head.startswith(b"SQLite format 3\0"):
            page = int.from_bytes(head[16:18], "big")
            length = (65_536 if page == 1 else page) * int.from_bytes(head[28:32], "big")
            if copy.stat().st_size < length <= LARGEST:
                file.truncate(length)


class _Found(Struct, frozen=True, kw_only=True):
    """What is whole of one match: the rows as they stood."""

    row: tuple[Any, ...]
    entries: tuple[tuple[Any, ...], ...]
    snapshots: tuple[tuple[Any, ...], ...]
    marks: tuple[tuple[Any, ...], ...]
    cut: bool


def _rows(torn: sqlite3.Connection, query: str, *values: Any) -> Iterator[tuple[Any, ...]]:
    """The rows of a query up to the first that cannot be read."""
    try:
        torn.text_factory = lambda raw: raw.decode("utf-8", "replace")
        yield from torn.execute(query, values)
    except sqlite3.DatabaseError as fault:
        _log.warning("a part of the damaged journal cannot be read: %s", fault)


def _names(torn: sqlite3.Connection) -> list[str]:
    """The names of all matches, by both ways to them."""
    by_row = [name for (name,) in _rows(torn, "SELECT id FROM match NOT INDEXED")]
    by_index = [name for (name,) in _rows(torn, "SELECT id FROM match ORDER BY id")]
    return list(dict.fromkeys([*by_row, *by_index]))


def _readable(torn: sqlite3.Connection, match: str) -> _Found | None:
    row = next(_rows(torn, "SELECT * FROM match WHERE id = ?", match), None)
    if row is None:
        return None
    _, _, _, _, header, names, seq, _, _ = row
    try:
        msgspec.json.decode(header, type=Header)
        msgspec.json.decode(names, type=dict[Seat, str])
    except (msgspec.MsgspecError, TypeError):
        return None
    entries: list[tuple[Any, ...]] = []
    while True:
        entry = next(_rows(torn, "SELECT * FROM entry WHERE match = ? AND seq = ?", match, len(entries) + 1), None)
        if entry is None or not _is_entry(entry[3], len(entries) + 1):
            break
        entries.append(entry)
    cut = len(entries) < (seq if isinstance(seq, int) else 0)
    snapshots = [one for one in _rows(torn, "SELECT * FROM snapshot WHERE match = ?", match) if one[1] <= len(entries) and _is_json(one[2])]
    marks = tuple(_rows(torn, "SELECT * FROM mark WHERE match = ?", match))
    return _Found(row=row, entries=tuple(entries), snapshots=tuple(snapshots), marks=marks, cut=cut)


def _is_entry(body: Any, seq: int) -> bool:
    try:
        return msgspec.json.decode(body, type=Entry).seq == seq
    except (msgspec.MsgspecError, TypeError):
        return False


def _is_json(state: Any) -> bool:
    try:
        msgspec.json.decode(state)
    except (msgspec.MsgspecError, TypeError):
        return False
    return True


def _write(fresh: BufferedJournal, found: _Found) -> None:
    match, game, begun, changed, header, names, _, result, state = found.row
    kept = (match, game, begun, changed, header, names, len(found.entries), "" if found.cut else result, None if found.cut else state)

    def work(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", kept)
        connection.executemany("INSERT INTO entry VALUES (?, ?, ?, ?)", found.entries)
        connection.executemany("INSERT INTO snapshot VALUES (?, ?, ?)", found.snapshots)
        connection.executemany("INSERT INTO mark VALUES (?, ?, ?)", found.marks)

    fresh.write(work)
