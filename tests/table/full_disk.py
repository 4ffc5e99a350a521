"""A journal on a disk that fills up, and has room again."""

from __future__ import annotations

import sqlite3

from tapete.table import Journal


def fill(journal: Journal) -> None:
    """From now on the file may not grow: SQLite answers as on a full disk."""
    _limit(journal, 1)


def make_room(journal: Journal) -> None:
    """The file may grow again."""
    _limit(journal, 1_000_000_000)


def _limit(journal: Journal, pages: int) -> None:
    def limit(connection: sqlite3.Connection) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}")

    Journal._do(journal, limit)  # also before what waits for room
