"""Links in the database: kept, found and ended by the hash of their key."""

from __future__ import annotations

import hashlib
from typing import Literal

from msgspec import Struct
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from tapete.league.store import schema
from tapete.league.store.database import reading

Role = Literal["organiser", "judge", "wall", "player", "chain"]
"""Who may do what: `server.access` says it for every address."""


class Link(Struct, frozen=True, kw_only=True):
    """What a link opens.

    Args:
        role: of the one who has it.
        shop: one shop; event: one event of it, None: all of them.
        entrant: whose own page it is, for players.
        label: how the log names the person who decides by it.
        until_ms: milliseconds UTC after which it opens nothing.
        hash: of its key (`hashed`), once it is kept.
    """

    role: Role
    shop: str
    until_ms: int
    event: str | None = None
    entrant: int | None = None
    label: str = ""
    hash: str = ""


def hashed(key: str) -> str:
    """What the database keeps of a key: its SHA-256 in hex. A key has 144 bits of chance, so it needs no salt."""
    return hashlib.sha256(key.encode()).hexdigest()


async def keep(engine: AsyncEngine, key: str, link: Link) -> None:
    """Keep what a key opens; a key that is known already opens this from now on."""
    row = {name: getattr(link, name) for name in link.__struct_fields__} | {"hash": hashed(key)}
    async with engine.begin() as connection:
        changed = await connection.execute(update(schema.access).where(schema.access.c.hash == row["hash"]).values(**row))
        if not changed.rowcount:
            await connection.execute(insert(schema.access).values(**row))


async def find(engine: AsyncEngine, key: str, now_ms: int) -> Link | None:
    """What a key opens now; None: nothing."""
    at = (schema.access.c.hash == hashed(key)) & (schema.access.c.until_ms > now_ms)
    columns = [schema.access.c[name] for name in Link.__struct_fields__]
    async with reading(engine).connect() as connection:
        row = (await connection.execute(select(*columns).where(at))).first()
    return None if row is None else Link(**row._mapping)


async def end(engine: AsyncEngine, shop: str, event: str | None, role: Role, entrant: int | None = None) -> int:
    """End every link of a role to an event (of an entrant); how many were ended."""
    table = schema.access.c
    at = (table.shop == shop) & (table.role == role) & (table.event.is_(None) if event is None else table.event == event)
    if entrant is not None:
        at = at & (table.entrant == entrant)
    async with engine.begin() as connection:
        return (await connection.execute(schema.access.delete().where(at))).rowcount
