"""The journal's file: opened to be written, opened to be read, and examined before anything is written into it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from tapete.table.folders import private
from tapete.table.journal_chain import APPLICATION, SCHEMA, prepare
from tapete.table.journal_troubles import damaged, newer, not_ours, unwritable

BUSY_S = 5.0
"""How long another process may hold the file before we give up."""

CACHE_KIB = 256
"""Pages that the writing thread's connection remembers. It only appends; SQLite's own 2 MiB would fill up over hundreds of matches."""

LARGEST_LOG = 4 * 1024 * 1024
"""Bytes of the write-ahead log that stay on the disk once all of it is in the file; a long reader lets it grow meanwhile."""


def open_to_read(path: Path) -> sqlite3.Connection:
    """A connection that writes nothing; the caller closes it.

    Raises:
        sqlite3.Error: the file cannot be opened.
    """
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_S)


def open_to_write(path: Path, *, alone: bool = False) -> sqlite3.Connection:
    """The connection of the writing thread. A file that is not ours, damaged or newer is not touched.

    Args:
        path: of the file; it is made when it is missing.
        alone: no other program reads it, and it has no second file between transactions.

    Raises:
        JournalTrouble: see `Journal`.
    """
    if path.exists() and path.stat().st_size:
        refuse_unsound(path)
    private(path)
    try:
        connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=not alone)
    except sqlite3.Error as fault:
        raise unwritable(path, fault) from fault
    try:
        connection.execute(f"PRAGMA journal_mode = {'DELETE' if alone else 'WAL'}")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA journal_size_limit = {LARGEST_LOG}")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")  # a negative number counts in KiB
        connection.execute("BEGIN IMMEDIATE")
        prepare(connection)
        connection.execute("COMMIT")
    except sqlite3.Error as fault:
        connection.close()
        raise unwritable(path, fault) from fault
    return connection


def refuse_unsound(path: Path) -> None:
    """Look at a file that is there already, without writing.

    Raises:
        JournalTrouble: it is damaged, not ours or newer.
    """
    try:
        with closing(open_to_read(path)) as connection:
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
    except (sqlite3.Error, UnicodeDecodeError) as fault:
        raise damaged(path, fault) from fault
    if sound != "ok":
        raise damaged(path, sqlite3.DatabaseError(sound))
