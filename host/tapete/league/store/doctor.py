"""Examine the database of events: whether it opens, is current, takes writes, and every log can be played again. Nothing is changed."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

from alembic.runtime.migration import MigrationContext
from msgspec import Struct
from sqlalchemy import func, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from tapete.core import codec
from tapete.core.refusals import RefereeError
from tapete.core.texts import Text, _
from tapete.league import record
from tapete.league.deciding import replay
from tapete.league.store import schema
from tapete.league.store.migrations import scripts
from tapete.league.store.store import decisions_of, recorded
from tapete.league.tournament import TournamentSettings

LEAST_FREE = 200 * 1024 * 1024
"""Bytes that a shop's disk should have free: an evening of forty tables takes a tenth of it."""

FUTURE_MS = 60_000
"""So far may a decision be ahead of the clock before the clock is doubted."""


class DatabaseFinding(Struct, frozen=True):
    """One thing that was looked at.

    Args:
        what: was looked at, in a word for programs. well: whether all is right.
        says: what was found; next: what to do where it is not right.
    """

    what: str
    well: bool
    says: Text
    next: Text | None = None


OPENS = _("The database opens.")
OPENS_NOT = _("The database cannot be opened: {why}.")
START_IT = _("See whether it runs, whether the address is right, and whether this user is let in.")
CURRENT = _("Its tables are those of this Tapete ({found}).")
OLDER = _("Its tables are of an earlier Tapete ({found}, here {wanted}).")
OLDER_NEXT = _("Make a backup. Then start the server: it brings them up to date.")
EMPTY = _("It is empty.")
EMPTY_NEXT = _("Start the server: it makes the tables.")
NEWER = _("Its tables are of a newer Tapete ({found}).")
NEWER_NEXT = _("Update Tapete on this computer.")
WRITES = _("It takes what is written.")
WRITES_NOT = _("It takes nothing: {why}.")
WRITES_NEXT = _("See whether the disk has room and the database may be written.")
LOGS = _("{count} {count:event|events}: every log can be played again.")
LOG_BAD = _("The log of event {event} cannot be played again ({why}).")
LOG_ALTERED = _("Decision {number} of event {event} is not what was decided: it was altered in the database.")
LOG_NEXT = _("Put back the newest backup in which it is whole. The decisions since then are on paper or in the export.")
CLOCK = _("The clock of this computer fits the newest decision.")
CLOCK_BAD = _("The newest decision is {minutes} minutes ahead of this computer's clock.")
CLOCK_NEXT = _("Set the clock, or let it be set from the network.")
DISK = _("The disk has {free} MB free.")
DISK_NEXT = _("Make room: at {least} MB and less an evening may not fit.")


async def examine(engine: AsyncEngine, now_ms: int) -> AsyncIterator[DatabaseFinding]:
    """Look at everything, the most basic first; what needs a database that opens is left out where it does not."""
    try:
        async with engine.connect() as connection:
            await connection.execute(text("SELECT 1"))
    except (OSError, SQLAlchemyError) as fault:
        yield DatabaseFinding("opens", False, OPENS_NOT.fill(why=_why(fault)), START_IT)
        return
    yield DatabaseFinding("opens", True, OPENS)
    current = await _tables(engine)
    yield current
    if current.well:
        yield await _writes(engine)
        async for one in _logs(engine):
            yield one
        yield await _clock(engine, now_ms)
    if engine.dialect.name == "sqlite" and engine.url.database:
        free = shutil.disk_usage(Path(engine.url.database).resolve().parent).free
        said = DISK.fill(free=free // 1024**2)
        yield DatabaseFinding("disk", free > LEAST_FREE, said, None if free > LEAST_FREE else DISK_NEXT.fill(least=LEAST_FREE // 1024**2))


def _why(fault: Exception) -> str:
    return (str(getattr(fault, "orig", None) or fault).splitlines() or [type(fault).__name__])[0]


async def _tables(engine: AsyncEngine) -> DatabaseFinding:
    known = [script.revision for script in scripts().walk_revisions()]
    async with engine.connect() as connection:
        found = await connection.run_sync(lambda sync: MigrationContext.configure(sync).get_current_revision())
    if found is None:
        return DatabaseFinding("tables", False, EMPTY, EMPTY_NEXT)
    if found == known[0]:
        return DatabaseFinding("tables", True, CURRENT.fill(found=found))
    if found in known:
        return DatabaseFinding("tables", False, OLDER.fill(found=found, wanted=known[0]), OLDER_NEXT)
    return DatabaseFinding("tables", False, NEWER.fill(found=found), NEWER_NEXT)


async def _writes(engine: AsyncEngine) -> DatabaseFinding:
    """Write something and take it back."""
    try:
        async with engine.connect() as connection, connection.begin() as transaction:
            await connection.execute(schema.shop.insert().values(shop="doctor", name="doctor"))
            await transaction.rollback()
    except (OSError, SQLAlchemyError) as fault:
        return DatabaseFinding("writes", False, WRITES_NOT.fill(why=_why(fault)), WRITES_NEXT)
    return DatabaseFinding("writes", True, WRITES)


async def _logs(engine: AsyncEngine) -> AsyncIterator[DatabaseFinding]:
    """Play every log again."""
    whole = 0
    async with engine.connect() as connection:
        events = (await connection.execute(select(schema.event).order_by(schema.event.c.shop, schema.event.c.event))).all()
        for row in events:
            try:
                found = replay(codec.decode(row.settings, TournamentSettings), await decisions_of(connection, row.shop, row.event, 0))
                if found.version != row.version:
                    raise ValueError(f"{found.version} of {row.version}")
                kept = await recorded(connection, row.shop, row.event)
                due = record.heads(kept.settings, kept.log)[1:]
                altered = [number for number, (head, own) in enumerate(zip(due, kept.heads, strict=True), 1) if own not in (None, head)]
                if altered:
                    said = LOG_ALTERED.fill(event=f"{row.shop}/{row.event}", number=altered[0])
                    yield DatabaseFinding("record", False, said, LOG_NEXT)
                    continue
                whole += 1
            except (RefereeError, ValueError) as fault:
                yield DatabaseFinding("log", False, LOG_BAD.fill(event=f"{row.shop}/{row.event}", why=str(fault)), LOG_NEXT)
    if whole == len(events):
        yield DatabaseFinding("logs", True, LOGS.fill(count=whole))


async def _clock(engine: AsyncEngine, now_ms: int) -> DatabaseFinding:
    async with engine.connect() as connection:
        newest = (await connection.execute(select(func.coalesce(func.max(schema.decision.c.at_ms), 0)))).scalar_one()
    ahead = newest - now_ms
    if ahead <= FUTURE_MS:
        return DatabaseFinding("clock", True, CLOCK)
    return DatabaseFinding("clock", False, CLOCK_BAD.fill(minutes=ahead // 60_000), CLOCK_NEXT)
