"""Links in the database: kept, found and ended by the hash of their key."""

from __future__ import annotations

import hashlib
from typing import Literal

from msgspec import Struct
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from tapete.league.store import schema
from tapete.league.store.database import put, reading

Role = Literal["organiser", "judge", "wall", "player", "chain"]
"""Who may do what: `server.access` says it for every address."""


class Link(Struct, frozen=True, kw_only=True):
    """What a link opens.

    Args:
        role: of its holder.
        shop: one shop; event: one event of it, None: all of them.
        entrant: whose own page it is, for players.
        label: how the log names the person who decides by it.
        until_ms: milliseconds UTC after which it opens nothing.
        hash: of its key (`hashed`), once it is kept.
        made_ms, used_ms: when it was made and used last, milliseconds UTC; None: not known, or not yet.
    """

    role: Role
    shop: str
    until_ms: int
    event: str | None = None
    entrant: int | None = None
    label: str = ""
    hash: str = ""
    made_ms: int | None = None
    used_ms: int | None = None


def hashed(key: str) -> str:
    """What the database keeps of a key: its SHA-256 in hex. A key has 144 bits of chance, so it needs no salt."""
    return hashlib.sha256(key.encode()).hexdigest()


_COLUMNS = [schema.access.c[name] for name in Link.__struct_fields__]

ENDED_MS = 0
"""`until_ms` of a link that was ended."""


async def keep(engine: AsyncEngine, key: str, link: Link) -> bool:
    """Keep what a key opens; one that is known already opens this from now on. False: it was ended, and opens nothing any more."""
    row = {name: getattr(link, name) for name in link.__struct_fields__} | {"hash": hashed(key)}
    again = {name: value for name, value in row.items() if name not in ("hash", "made_ms", "used_ms")}
    async with engine.begin() as connection:
        kept = put(connection, schema.access).values(**row)
        done = await connection.execute(
            kept.on_conflict_do_update(index_elements=["hash"], set_=again, where=schema.access.c.until_ms != ENDED_MS)
        )
    return bool(done.rowcount)


async def find(engine: AsyncEngine, key: str, now_ms: int) -> Link | None:
    """What a key opens now; None: nothing."""
    at = (schema.access.c.hash == hashed(key)) & (schema.access.c.until_ms > now_ms)
    async with reading(engine).connect() as connection:
        row = (await connection.execute(select(*_COLUMNS).where(at))).first()
    return None if row is None else Link(**row._mapping)


async def holds(engine: AsyncEngine, link: Link, now_ms: int) -> bool:
    """Whether a link that was found still opens something."""
    at = (schema.access.c.hash == link.hash) & (schema.access.c.until_ms > now_ms)
    async with reading(engine).connect() as connection:
        return (await connection.execute(select(schema.access.c.hash).where(at))).first() is not None


async def used(engine: AsyncEngine, link: Link, now_ms: int) -> None:
    """Note that a link was used now."""
    async with engine.begin() as connection:
        await connection.execute(update(schema.access).where(schema.access.c.hash == link.hash).values(used_ms=now_ms))


async def listed(engine: AsyncEngine, shop: str, event: str, now_ms: int) -> tuple[Link, ...]:
    """The links that open an event now, those of the whole shop among them: by role, then as they were made."""
    table = schema.access.c
    at = (table.shop == shop) & (table.event.is_(None) | (table.event == event)) & (table.until_ms > now_ms)
    async with reading(engine).connect() as connection:
        rows = (await connection.execute(select(*_COLUMNS).where(at))).all()
    found = [Link(**row._mapping) for row in rows]
    return tuple(sorted(found, key=lambda one: (one.role, one.entrant or 0, one.made_ms or 0, one.label)))


async def end(engine: AsyncEngine, shop: str, event: str, hashed_key: str) -> bool:
    """End one link of an event or of its shop: it opens nothing from now on. False: there is no such link."""
    table = schema.access.c
    at = (table.hash == hashed_key) & (table.shop == shop) & (table.event.is_(None) | (table.event == event))
    async with engine.begin() as connection:
        ended = await connection.execute(update(schema.access).where(at & (table.until_ms != ENDED_MS)).values(until_ms=ENDED_MS))
    return bool(ended.rowcount)
