"""The connections: SQLite with one writer and every commit on the disk, or PostgreSQL."""

from __future__ import annotations

import asyncio
import functools
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import aiosqlite
from sqlalchemy import ClauseElement, Engine, Select, Table, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import asyncpg
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import Pool
from sqlalchemy.util import greenlet_spawn

from tapete.table.folders import private

T = TypeVar("T")

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}

WAIT_S = 10.0
"""How long a writer waits for another one in SQLite."""

CONNECT_S, COMMAND_S = 10.0, 60.0
"""How long PostgreSQL may take to let a connection in, and to answer: a computer that has gone says nothing at all."""

AGAIN_S = 0.01
"""How often a file that another server opens is tried again: SQLite itself does not wait while it turns to a log beside the file."""

_READS = "tapete_reads"

_ASYNCPG: Any = asyncpg.dialect
"""As a type checker is told of it: the class has no types."""


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
        patience = {"timeout": CONNECT_S, "command_timeout": COMMAND_S}
        return create_async_engine(f"{DRIVERS[kind]}:{rest}", pool_pre_ping=True, connect_args=patience)
    kept: list[aiosqlite.Connection] = []

    def opened(*arguments: Any, **settings: Any) -> aiosqlite.Connection:
        kept[:] = [one for one in kept if one._thread.ident is None or one._thread.is_alive()]
        kept.append(connection := aiosqlite.connect(*arguments, **settings))
        connection._thread.daemon = True  # as SQLAlchemy does where it opens a connection itself
        return connection

    # Whoever takes a connection ends its transaction, so none has to be ended once more when it is given back.
    settings: dict[str, Any] = {"connect_args": {"timeout": WAIT_S, "async_creator_fn": opened}, "pool_reset_on_return": None}
    made = create_async_engine(f"{DRIVERS[kind]}:{rest}", **settings)
    _OPENED[made.sync_engine] = kept
    event.listen(made.sync_engine, "connect", _connected)
    event.listen(made.sync_engine, "begin", _begin)
    return made


_OPENED: WeakKeyDictionary[Engine, list[aiosqlite.Connection]] = WeakKeyDictionary()
"""Of each file's engine, the connections whose threads have not ended: its pool forgets one whose reader is cancelled while it opens."""

_KEPT: WeakKeyDictionary[Pool, dict[bool, aiosqlite.Connection]] = WeakKeyDictionary()
"""Of each file's pool, the connection that writes at once, and the one that reads."""


async def close(made: AsyncEngine) -> None:
    """Close every connection, and wait for what one is still being asked on behalf of nobody: its answer needs this loop."""
    if (kept := _ASKED.pop(made.pool, None)) is not None:
        kept.let_go()
    await made.dispose()
    for connection in _OPENED.get(made.sync_engine, ()):
        if connection._running and connection._connection is not None:  # aiosqlite waits without end for one that is closed twice
            await connection.close()
        if connection._thread.ident is not None:
            await asyncio.to_thread(connection._thread.join, WAIT_S)


def _connected(connection: Any, _record: object) -> None:
    """What is acknowledged is on the disk; the driver begins no transaction of its own."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Any) -> None:
    """A transaction that will write takes its place at once, so that it never has to begin anew; one that reads never waits."""
    connection.exec_driver_sql("BEGIN" if connection.get_execution_options().get(_READS) else "BEGIN IMMEDIATE")


async def at_once(made: AsyncEngine, work: Callable[[sqlite3.Connection], T], *, writes: bool) -> T:
    """Do a transaction of SQLite as a whole in a thread that keeps its connection, and with it the pages that it has read.

    To go there for each statement, or to take a connection from the pool for each transaction, costs more than the statements do.

    Args:
        made: of a file. work: runs there; its statements are one transaction. writes: whether it writes.

    Raises:
        sqlite3.Error: nothing of it was done.
    """
    driver: Any = await kept(made, writes=writes)
    # aiosqlite's own statements go there the same way
    return await driver._execute(_transacted, driver._conn, work, writes)  # type: ignore[no-any-return]


def _transacted(connection: sqlite3.Connection, work: Callable[[sqlite3.Connection], T], writes: bool) -> T:
    connection.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
    try:
        found = work(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return found


class _Ended:
    """What the thread of a connection takes for a future: it calls as soon as the result is there, where a task would be woken first."""

    def __init__(self, loop: asyncio.AbstractEventLoop, calls: Callable[[Any], None]) -> None:
        self._loop, self._calls = loop, calls

    def get_loop(self) -> asyncio.AbstractEventLoop:
        return self._loop

    def done(self) -> bool:
        return False

    def set_result(self, result: Any) -> None:
        self._calls(result)

    set_exception = set_result


def begin_write(made: AsyncEngine, work: Callable[[sqlite3.Connection], T], ended: Callable[[T | Exception], None]) -> bool:
    """Begin a transaction of SQLite that writes, as `at_once` does, and call with what came of it, in the event loop.

    Args:
        made: of a file. work: as of `at_once`. ended: told of what it returned, or of the fault, after which nothing of it was done.

    Returns:
        Whether it has begun. False: no connection is kept for it yet.
    """
    driver: Any = _KEPT.get(made.pool, {}).get(True)
    if driver is None or not driver._running:
        return False
    driver._tx.put_nowait((_Ended(asyncio.get_running_loop(), ended), functools.partial(_transacted, driver._conn, work, True)))
    return True


async def kept(made: AsyncEngine, *, writes: bool) -> aiosqlite.Connection:
    """The connection to a file of SQLite that writes at once, or that reads; it comes from the pool and never goes back."""
    ours = _KEPT.setdefault(made.pool, {})
    if (found := ours.get(writes)) is not None:
        return found
    taken = await made.raw_connection()
    if (found := ours.get(writes)) is None:
        driver: Any = taken.driver_connection
        found = ours[writes] = driver
        taken.detach()
    else:  # another transaction has taken one meanwhile
        await greenlet_spawn(taken.close)
    return found


@functools.cache
def _told(statement: ClauseElement, kind: str) -> tuple[str, tuple[str, ...], dict[str, Any]]:
    """A statement as the driver of a database reads it, the names of its values in their order, and those that stand in it."""
    spoken: Any = sqlite.dialect(paramstyle="named") if kind == "sqlite" else _ASYNCPG()
    made: Any = statement.compile(dialect=spoken)
    return str(made), tuple(made.positiontup or ()), {name: value for name, value in made.params.items() if value is not None}


class _Asked:
    """The connection of PostgreSQL that is kept for single statements, and whether it is in use."""

    def __init__(self) -> None:
        self.driver: Any = None
        self.busy = False

    def let_go(self) -> None:
        if self.driver is not None:
            self.driver.terminate()
            self.driver = None


_ASKED: WeakKeyDictionary[Pool, _Asked] = WeakKeyDictionary()


async def asked(made: AsyncEngine, statement: ClauseElement, values: Mapping[str, Any]) -> list[Any] | None:
    """Do one statement of PostgreSQL, a transaction by itself, over a connection that is kept for such.

    To take a connection from the pool, to see whether it lives, and to begin and end a transaction would be four questions more.

    Args:
        made: of PostgreSQL. statement: one that is kept. values: for its names.

    Returns:
        Its rows. None: the connection is in use, or was lost, perhaps after the statement was done: the pool's connections tell.
    """
    kept = _ASKED.setdefault(made.pool, _Asked())
    if kept.busy:
        return None
    told, names, known = _told(statement, "postgresql")
    kept.busy, done = True, False
    try:
        if kept.driver is None or kept.driver.is_closed():
            taken = await made.raw_connection()
            kept.driver = taken.driver_connection
            taken.detach()
        every = {**known, **values}
        found: list[Any] = await kept.driver.fetch(told, *(every[name] for name in names))
        done = True
    except Exception:  # noqa: BLE001 - the pool is asked next, and says what is wrong
        return None
    finally:
        kept.busy = False
        if not done:
            kept.let_go()
    return found


async def rows(reads: AsyncEngine, statement: Select[Any], every: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Read by a statement that is asked again and again, on SQLite all at once, on PostgreSQL over the connection that is kept for that.

    Args:
        reads: of `reading`. statement: one that is kept, with `bindparam` where its values differ. every: the values, for each asking.
    """
    if reads.dialect.name != "sqlite":
        answers = [await asked(reads, statement, values) for values in every]
        if None not in answers:
            return [row for found in answers for row in found or ()]
        async with reads.connect() as line:
            return [row for values in every for row in await line.execute(statement, values)]
    told, _names, known = _told(statement, "sqlite")
    return await at_once(reads, lambda line: [row for one in every for row in line.execute(told, {**known, **one})], writes=False)


def reading(made: AsyncEngine) -> AsyncEngine:
    """The same connections for what writes nothing. PostgreSQL needs no transaction for that: each statement sees what is there."""
    options: dict[str, Any] = {"isolation_level": "AUTOCOMMIT"} if made.dialect.name == "postgresql" else {_READS: True}
    return made.execution_options(**options)


def prepare(made: AsyncEngine) -> None:
    """Let a file of SQLite be its owner's alone and keep its log beside itself, so that reading waits for no writing.

    It blocks while others do the same.

    Raises:
        sqlite3.OperationalError: it cannot be opened or written.
    """
    if made.dialect.name != "sqlite" or not made.url.database:
        return
    private(Path(made.url.database))
    until = time.monotonic() + WAIT_S
    with closing(sqlite3.connect(made.url.database, timeout=WAIT_S)) as connection:
        while True:
            try:
                connection.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as fault:
                if fault.sqlite_errorcode not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) or time.monotonic() > until:
                    raise
                time.sleep(AGAIN_S)
            else:
                return


def columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Rows as one list a column: PostgreSQL takes any number of them by one statement, with `unnest`."""
    return {name: [row[name] for row in rows] for name in rows[0]}


def put(connection: AsyncConnection, table: Table) -> Any:
    """An insert that can be told what to do (`on_conflict_do_...`) where another server has written the row meanwhile."""
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table)
