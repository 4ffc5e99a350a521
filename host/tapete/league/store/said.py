"""What players say: the results that they report, whether they sit at their table, and who waits for a judge. None of it is a decision."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from sqlalchemy import Table, delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from tapete.league.matters import PlayersWord
from tapete.league.store import schema
from tapete.league.store.database import put, reading


class Sits(Struct, frozen=True):
    """What an entrant says of the own seat in a round: `here`, or `other`: another person sits there."""

    round: int
    attempt: int
    entrant: int
    says: Literal["here", "other"]


async def _put(engine: AsyncEngine, table: Table, key: dict[str, object], row: dict[str, object]) -> None:
    async with engine.begin() as connection:
        await connection.execute(put(connection, table).values(**key, **row).on_conflict_do_update(index_elements=list(key), set_=row))


async def report(engine: AsyncEngine, shop: str, event: str, said: PlayersWord) -> None:
    """Keep what an entrant says of a match; the newest word counts."""
    key: dict[str, object] = {"shop": shop, "event": event, "round": said.round, "attempt": said.attempt, "entrant": said.entrant}
    await _put(engine, schema.report, key, {"result": said.result, "at_ms": said.at_ms})


async def reports(engine: AsyncEngine, shop: str, event: str) -> tuple[PlayersWord, ...]:
    """Everything that entrants of an event have said of their matches."""
    table = schema.report.c
    wanted = select(table.round, table.attempt, table.entrant, table.result, table.at_ms).where(table.shop == shop, table.event == event)
    async with reading(engine).connect() as connection:
        return tuple(PlayersWord(*row) for row in await connection.execute(wanted))


async def sit(engine: AsyncEngine, shop: str, event: str, word: Sits, at_ms: int) -> None:
    """Keep what an entrant says of the own seat; the newest word counts."""
    key: dict[str, object] = {"shop": shop, "event": event, "round": word.round, "attempt": word.attempt, "entrant": word.entrant}
    await _put(engine, schema.seated, key, {"says": word.says, "at_ms": at_ms})


async def seated(engine: AsyncEngine, shop: str, event: str) -> tuple[Sits, ...]:
    """Everything that entrants of an event have said of their seats."""
    table = schema.seated.c
    wanted = select(table.round, table.attempt, table.entrant, table.says).where(table.shop == shop, table.event == event)
    async with reading(engine).connect() as connection:
        return tuple(Sits(*row) for row in await connection.execute(wanted))


async def call_judge(engine: AsyncEngine, shop: str, event: str, entrant: int, at_ms: int) -> None:
    """Note that an entrant waits for a judge."""
    await _put(engine, schema.call, {"shop": shop, "event": event, "entrant": entrant}, {"at_ms": at_ms})


async def answer_call(engine: AsyncEngine, shop: str, event: str, entrant: int) -> None:
    """Note that a judge has been there."""
    table = schema.call.c
    async with engine.begin() as connection:
        await connection.execute(delete(schema.call).where(table.shop == shop, table.event == event, table.entrant == entrant))


async def calls(engine: AsyncEngine, shop: str, event: str) -> dict[int, int]:
    """Who waits for a judge, and since when (milliseconds UTC), the longest first."""
    table = schema.call.c
    wanted = select(table.entrant, table.at_ms).where(table.shop == shop, table.event == event).order_by(table.at_ms, table.entrant)
    async with reading(engine).connect() as connection:
        return {row.entrant: row.at_ms for row in await connection.execute(wanted)}
