"""What can be wrong with the database itself, as a refusal that says what to do."""

from __future__ import annotations

import sqlite3

import asyncpg
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from tapete.core.refusals import Refusal
from tapete.league import league_codes

FAULTS = (OSError, SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""What a database raises; asyncpg's own faults come as they are where no connection could be made."""

FULL = {"53100", "53000"}
"""PostgreSQL: disk full, insufficient resources."""
READ_ONLY = {"25006"}
CHANGED = "0A000"
"""A table has another form since this connection read it: an upgrade under a running server. The next try reads it anew."""


def trouble_of(fault: BaseException) -> Refusal | None:
    """Say what is wrong with the database; None: it is something else, a fault of the program."""
    if isinstance(fault, OSError | TimeoutError) and not isinstance(fault, FileNotFoundError):
        return league_codes.DATABASE_AWAY()
    cause = fault.orig if isinstance(fault, DBAPIError) else fault
    if isinstance(fault, IntegrityError) or cause is None:
        return None
    if isinstance(fault, DBAPIError) and fault.connection_invalidated:
        return league_codes.DATABASE_AWAY()
    for one in (cause, cause.__cause__):
        if isinstance(one, sqlite3.OperationalError | sqlite3.DatabaseError):
            return _of_sqlite(one)
        state = str(getattr(one, "sqlstate", "") or "")
        if state in FULL:
            return league_codes.DATABASE_FULL()
        if state in READ_ONLY:
            return league_codes.DATABASE_READ_ONLY()
        if state[:2] in ("08", "57", "53") or state == CHANGED or isinstance(one, OSError):  # no connection, shut down, too many of them
            return league_codes.DATABASE_AWAY()
        if isinstance(one, asyncpg.InterfaceError):  # a connection that has just closed
            return league_codes.DATABASE_AWAY()
    return None


def _of_sqlite(fault: sqlite3.DatabaseError) -> Refusal | None:
    kind = getattr(fault, "sqlite_errorcode", 0) & 0xFF
    if kind == sqlite3.SQLITE_FULL:
        return league_codes.DATABASE_FULL()
    if kind in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return league_codes.DATABASE_READ_ONLY()
    if kind in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN):
        return league_codes.DATABASE_AWAY()
    return None
