"""The journal's tables, and the checksums by which a byte that changed on the disk is seen.

Every row carries a CRC-32 that begins with that of the row before it: a match's header with nothing, each entry with the one before (the
first with the header), names, snapshots and marks with the header, and what changes of the match's own row with header and last entry.
So a row that was altered, lost, doubled or put elsewhere breaks the chain there, and costs its match what comes after, and no other.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any, NamedTuple, TypeVar
from zlib import crc32

import msgspec
from msgspec import Struct

from tapete.core.codec import parse
from tapete.core.log import Entry, Header
from tapete.core.seats import Seat

T = TypeVar("T")

SCHEMA = 3
"""Of the tables below; a file of a higher one is left alone, one of a lower one is brought up to it."""

APPLICATION = 0x54415045
"""`TAPE`, in the file's head: a file without it was made by another program."""

TABLES = """
CREATE TABLE match (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, begun TEXT NOT NULL, changed TEXT NOT NULL,
    header TEXT NOT NULL, names TEXT NOT NULL, seq INTEGER NOT NULL, result TEXT NOT NULL, state TEXT,
    lived INTEGER NOT NULL, root INTEGER NOT NULL, named INTEGER NOT NULL, link INTEGER NOT NULL, head INTEGER NOT NULL
) STRICT;
CREATE TABLE entry (
    match TEXT NOT NULL, seq INTEGER NOT NULL, at TEXT NOT NULL, body TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE snapshot (
    match TEXT NOT NULL, seq INTEGER NOT NULL, state TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE mark (
    match TEXT NOT NULL, boot TEXT NOT NULL, number INTEGER NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (match, boot)
) STRICT, WITHOUT ROWID;
"""
"""`lived` are milliseconds that the journal has been open, which no clock on the wall can put back or forward."""

BESIDE = """
CREATE TABLE life (one INTEGER PRIMARY KEY CHECK (one = 1), lived INTEGER NOT NULL) STRICT;
CREATE TABLE aside (match TEXT NOT NULL, since INTEGER NOT NULL, why TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (match, since)) STRICT;
"""
"""How long the journal has lived, and the matches that were set aside, each as lines of JSON, before they are deleted."""

DELIVERY = """
CREATE TABLE delivery (
    match TEXT PRIMARY KEY, addressee TEXT NOT NULL, acked INTEGER NOT NULL, head TEXT NOT NULL, told TEXT NOT NULL, refused TEXT NOT NULL
) STRICT;
"""
"""Matches that a server of events is owed (`deliveries`)."""

_TO_2 = """
ALTER TABLE match ADD COLUMN lived INTEGER NOT NULL DEFAULT 0;
ALTER TABLE match ADD COLUMN root INTEGER NOT NULL DEFAULT 0;
ALTER TABLE match ADD COLUMN named INTEGER NOT NULL DEFAULT 0;
ALTER TABLE match ADD COLUMN link INTEGER NOT NULL DEFAULT 0;
ALTER TABLE match ADD COLUMN head INTEGER NOT NULL DEFAULT 0;
ALTER TABLE entry ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE snapshot ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mark ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
"""


class Row(NamedTuple):
    """A match's own row, with its texts as bytes: they may be no text any more."""

    id: bytes
    game: bytes
    begun: bytes
    changed: bytes
    header: bytes
    names: bytes
    seq: int
    result: bytes
    state: bytes | None
    lived: int
    root: int
    named: int
    link: int
    head: int


class Raw(NamedTuple):
    """All rows of one match as they stand. Entries: number, time, body, sum. Snapshots: number, state, sum. Marks: boot, number, sum."""

    row: Row
    entries: list[tuple[int, bytes, bytes, int]]
    snapshots: list[tuple[int, bytes, int]]
    marks: list[tuple[bytes, int, int]]


class MatchDamage(Struct, frozen=True, kw_only=True):
    """What the disk did to one match: `kept` of `of` entries count; a match whose header is gone is `lost`."""

    match: str
    kept: int
    of: int
    lost: bool = False


class Examined(NamedTuple):
    """The sound part of one match. `raw` has exactly the rows that count; without a header there are none."""

    header: Header | None
    names: dict[Seat, str]
    entries: tuple[Entry, ...]
    raw: Raw
    damage: MatchDamage | None


# ---- checksums


def root_of(match: bytes, game: bytes, begun: bytes, header: bytes) -> int:
    """The sum of a header, where a match's chain begins."""
    return crc32(b"\0".join((match, game, begun, header)))


def named_of(root: int, names: bytes) -> int:
    """The sum of the players' names."""
    return crc32(names, root)


def entry_of(before: int, seq: int, at: bytes, body: bytes) -> int:
    """The sum of an entry, after the one before it."""
    return crc32(b"%d\0%b\0%b" % (seq, at, body), before)


def snapshot_of(root: int, seq: int, state: bytes) -> int:
    """The sum of a snapshot."""
    return crc32(b"%d\0%b" % (seq, state), root)


def mark_of(root: int, boot: bytes, number: int) -> int:
    """The sum of a mark."""
    return crc32(b"%b\0%d" % (boot, number), root)


def head_of(root: int, link: int, changed: bytes, seq: int, result: bytes, state: bytes | None, lived: int) -> int:
    """The sum of what changes of a match's row, after its header and its last entry (`link`)."""
    return crc32(b"%d\0%b\0%d\0%b\0%d\0%b" % (link, changed, seq, result, lived, state or b""), root)


# ---- reading


def rows(connection: sqlite3.Connection, query: str, *values: Any) -> list[tuple[Any, ...]]:
    """The rows of a query, with texts as bytes."""
    before, connection.text_factory = connection.text_factory, bytes
    try:
        return connection.execute(query, values).fetchall()
    finally:
        connection.text_factory = before


COLUMNS = ", ".join(Row._fields)


def raw_match(connection: sqlite3.Connection, match: str) -> Raw | None:
    """All rows of a match; None where there is not one of that id.

    Args:
        connection: to the file; the caller holds a transaction, if others may write. match: its id.
    """
    name = match.encode("utf-8", "surrogateescape")  # a damaged one need be no text
    found = rows(connection, f"SELECT {COLUMNS} FROM match WHERE id = CAST(? AS TEXT)", name)
    if not found:
        return None
    of = "WHERE match = CAST(? AS TEXT) ORDER BY"
    entries: list[Any] = rows(connection, f"SELECT seq, at, body, sum FROM entry {of} seq", name)
    snapshots: list[Any] = rows(connection, f"SELECT seq, state, sum FROM snapshot {of} seq", name)
    marks: list[Any] = rows(connection, f"SELECT boot, number, sum FROM mark {of} boot", name)
    return Raw(Row(*found[0]), entries, snapshots, marks)


def header_in(row: Row) -> Header | None:
    """The header of a match's row; None where it is not whole."""
    if row.root != root_of(row.id, row.game, row.begun, row.header):
        return None
    return _read(row.header, Header)


def names_in(row: Row) -> dict[Seat, str] | None:
    """The names of a match's row; None where they are not whole."""
    return _read(row.names, dict[Seat, str]) if row.named == named_of(row.root, row.names) else None


def _read(body: bytes, kind: type[T]) -> T | None:
    try:
        return parse(body, kind)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def examine(raw: Raw) -> Examined:
    """Follow the chain of a match, and say what of it is whole."""
    row = raw.row
    of = max(row.seq, len(raw.entries))
    match = row.id.decode("utf-8", "backslashreplace")
    header, names = header_in(row), names_in(row)
    if header is None:
        return Examined(None, {}, (), raw._replace(entries=[], snapshots=[], marks=[]), MatchDamage(match=match, kept=0, of=of, lost=True))
    entries: list[Entry] = []
    kept: list[tuple[int, bytes, bytes, int]] = []
    link = row.root
    for seq, at, body, given in raw.entries:
        entry = _read(body, Entry)
        if seq != len(kept) + 1 or entry is None or entry.seq != seq or given != (link := entry_of(link, seq, at, body)):
            link = kept[-1][3] if kept else row.root
            break
        entries.append(entry)
        kept.append((seq, at, body, given))
    snapshots = [one for one in raw.snapshots if one[0] <= len(kept) and one[2] == snapshot_of(row.root, one[0], one[1])]
    marks = [one for one in raw.marks if one[2] == mark_of(row.root, one[0], one[1])]
    whole = row.head == head_of(row.root, row.link, row.changed, row.seq, row.result, row.state, row.lived)
    goes_on = whole and row.seq == len(kept) and row.link == link
    sound = goes_on and names is not None and (len(kept), snapshots, marks) == (len(raw.entries), raw.snapshots, raw.marks)
    if not goes_on:
        row = row._replace(seq=len(kept), result=b"", state=None)
    damage = None if sound else MatchDamage(match=match, kept=len(kept), of=of if whole else max(len(kept), len(raw.entries)))
    return Examined(header, names or {}, tuple(entries), Raw(row, kept, snapshots, marks), damage)


# ---- writing


def sealed(raw: Raw) -> Raw:
    """Return the rows of a match with the checksums that they should have, taking their contents for true."""
    row = raw.row
    link = root = root_of(row.id, row.game, row.begun, row.header)
    entries = []
    for seq, at, body, _ in raw.entries:
        link = entry_of(link, seq, at, body)
        entries.append((seq, at, body, link))
    head = head_of(root, link, row.changed, row.seq, row.result, row.state, row.lived)
    return Raw(
        row._replace(root=root, named=named_of(root, row.names), link=link, head=head),
        entries,
        [(seq, state, snapshot_of(root, seq, state)) for seq, state, _ in raw.snapshots],
        [(boot, number, mark_of(root, boot, number)) for boot, number, _ in raw.marks],
    )


def insert(connection: sqlite3.Connection, raw: Raw) -> None:
    """Write the rows of a match that is not there, with the sums that they should have; in a transaction of the caller."""
    row, entries, snapshots, marks = sealed(raw)
    match = row.id.decode()
    told = [value.decode() if isinstance(value, bytes) else value for value in row]
    connection.execute(f"INSERT INTO match ({COLUMNS}) VALUES ({', '.join('?' * len(told))})", told)
    every = [(match, seq, at.decode(), body.decode(), given) for seq, at, body, given in entries]
    connection.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", every)
    connection.executemany(
        "INSERT INTO snapshot VALUES (?, ?, ?, ?)", [(match, seq, state.decode(), given) for seq, state, given in snapshots]
    )
    connection.executemany("INSERT INTO mark VALUES (?, ?, ?, ?)", [(match, boot.decode(), number, given) for boot, number, given in marks])


def delete(connection: sqlite3.Connection, match: bytes) -> None:
    """Delete the rows of a match; in a transaction of the caller."""
    for table, column in (("entry", "match"), ("snapshot", "match"), ("mark", "match"), ("delivery", "match"), ("match", "id")):
        connection.execute(f"DELETE FROM {table} WHERE {column} = CAST(? AS TEXT)", (match,))


def set_aside(connection: sqlite3.Connection, raw: Raw, why: str, lived: int) -> None:
    """Keep the rows of a match as lines of JSON, as they stand; bytes that are no text are written in hexadecimal digits.

    Args:
        connection: in a transaction. raw: the rows. why: one word. lived: when, in the time that the journal has lived.
    """
    lines: list[dict[str, Any]] = [{"match": dict(zip(Row._fields, map(_plain, raw.row), strict=True))}]
    for kind, kept in (("entry", raw.entries), ("snapshot", raw.snapshots), ("mark", raw.marks)):
        lines += [{kind: [_plain(value) for value in one]} for one in kept]
    body = b"\n".join(msgspec.json.encode(line) for line in lines).decode()
    name = raw.row.id.decode("utf-8", "backslashreplace")
    connection.execute("INSERT OR REPLACE INTO aside VALUES (?, ?, ?, ?)", (name, lived, why, body))


def _plain(value: Any) -> Any:
    if not isinstance(value, bytes):
        return value
    try:
        return value.decode()
    except UnicodeDecodeError:
        return {"hex": value.hex()}


def seal(connection: sqlite3.Connection, match: str) -> None:
    """Write the sums that the rows of a match should have, as they are now; in a transaction of the caller."""
    found = raw_match(connection, match)
    if found is None:
        return
    raw = sealed(found)
    connection.executemany("UPDATE entry SET sum = ? WHERE match = ? AND seq = ?", [(one[3], match, one[0]) for one in raw.entries])
    connection.executemany("UPDATE snapshot SET sum = ? WHERE match = ? AND seq = ?", [(one[2], match, one[0]) for one in raw.snapshots])
    marks = [(given, match, boot) for boot, _, given in raw.marks]
    connection.executemany("UPDATE mark SET sum = ? WHERE match = ? AND boot = CAST(? AS TEXT)", marks)
    sums = (raw.row.root, raw.row.named, raw.row.link, raw.row.head, match)
    connection.execute("UPDATE match SET root = ?, named = ?, link = ?, head = ? WHERE id = ?", sums)


Shape = dict[str, tuple[str, ...]]
"""The tables of a file with their columns."""


def shape(connection: sqlite3.Connection) -> Shape:
    """The tables of a file with their columns."""
    tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall()
    columns = "SELECT name FROM pragma_table_info(?)"
    return {name: tuple(column for (column,) in connection.execute(columns, (name,))) for (name,) in tables}


def shapes() -> dict[int, Shape]:
    """The tables of each version of the journal."""
    with closing(sqlite3.connect(":memory:")) as connection:
        prepare(connection)
        newest = shape(connection)
    first = {"match": newest["match"][:9], "entry": newest["entry"][:4], "snapshot": newest["snapshot"][:3], "mark": newest["mark"][:3]}
    second = {name: columns for name, columns in newest.items() if name != "delivery"}
    return {1: first, 2: second, SCHEMA: newest}


def prepare(connection: sqlite3.Connection) -> None:
    """Make the tables of a new file, or bring those of an earlier version up to `SCHEMA`; in a transaction of the caller."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version == SCHEMA:
        return
    for statement in [*({0: TABLES, 1: _TO_2}.get(version, "").split(";")), *(BESIDE if version < 2 else "").split(";"), DELIVERY]:
        connection.execute(statement)
    if version == 1:
        # What came last is listed first, as before.
        for lived, (match,) in enumerate(connection.execute("SELECT id FROM match ORDER BY changed, rowid").fetchall(), 1):
            connection.execute("UPDATE match SET lived = ? WHERE id = ?", (lived, match))
            seal(connection, match)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {SCHEMA}")
