"""The connections: SQLite with one writer and every commit on the disk, or PostgreSQL."""

from __future__ import annotations

from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}

WAIT_S = 10.0
"""How long a writer waits for another one in SQLite."""


def engine(url: str) -> AsyncEngine:
    """Connect by an address.

    Args:
        url: `sqlite:///events.sqlite3` or `postgresql://user:password@host:port/name`.

    Raises:
        ValueError: another kind of database.
    """
    kind, _, rest = url.partition(":")
    if kind not in DRIVERS:
        raise ValueError(f"{kind} is no database for events: {' or '.join(DRIVERS)}")
    if kind == "postgresql":
        return create_async_engine(f"{DRIVERS[kind]}:{rest}", pool_pre_ping=True)
    made = create_async_engine(f"{DRIVERS[kind]}:{rest}", connect_args={"timeout": WAIT_S})
    event.listen(made.sync_engine, "connect", _connected)
    event.listen(made.sync_engine, "begin", _begin)
    return made


def _connected(connection: Any, _record: object) -> None:
    """What is acknowledged is on the disk; the driver begins no transaction of its own."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Any) -> None:
    """A transaction that will write takes its place at once, so that it never has to begin anew."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
