"""Events in a database: begin one, read one, decide something in one, also where several servers do so at once."""

from __future__ import annotations

import asyncio
from typing import Any

from msgspec import Struct
from sqlalchemy import BindParameter, Select, and_, bindparam, func, insert, or_, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tapete.core import codec
from tapete.core.refusals import Illegal, Stale
from tapete.league import league_codes, record
from tapete.league.deciding import Decision, decide, opened, replay_from
from tapete.league.decisions import AnyDecision, AskToEnter, EnterEntrant
from tapete.league.store import schema
from tapete.league.store.database import close, prepare, put, reading, rows
from tapete.league.store.migrations import migrate
from tapete.league.store.rows import Row, calls_ended, changes_of
from tapete.league.store.seasons import write_places
from tapete.league.tournament import Tournament, TournamentSettings

UPGRADE_TRIES, UPGRADE_AGAIN_S = 30, 0.5
"""How often an upgrade is tried that others stand in the way of, and how soon again."""

IN_THE_WAY = {"55P03", "40P01"}
"""PostgreSQL: a lock was not to be had in time; two waited for each other."""

WHAT: Any = AnyDecision
"""As the decoder takes it: a union is no class for type checkers."""


class EventLine(Struct, frozen=True):
    """One event in the list of a shop."""

    event: str
    settings: TournamentSettings
    closed: bool
    version: int


def _mark() -> Select[Any]:
    shop: BindParameter[str] = bindparam("of_shop")
    event: BindParameter[str] = bindparam("of_event")
    columns: list[Any] = [schema.event.c.version]
    for table in (schema.report, schema.call, schema.seated):
        here = (table.c.shop == shop) & (table.c.event == event)
        columns += [
            select(func.count()).select_from(table).where(here).scalar_subquery(),
            select(func.coalesce(func.max(table.c.at_ms), 0)).where(here).scalar_subquery(),
        ]
    told = schema.match.c
    here = (told.shop == shop) & (told.event == event) & or_(told.asks != "", told.proof == "differs", told.proof == "unprovable")
    columns.append(select(func.count()).select_from(schema.match).where(here).scalar_subquery())
    return select(*columns).where((schema.event.c.shop == shop) & (schema.event.c.event == event))


_MARK = _mark()


class EventStore:
    """The events of one or several shops.

    Args:
        engine: of `database.engine`; the store closes it.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine, self._reads = engine, reading(engine)
        self._known: dict[tuple[str, str], Tournament] = {}
        self._mirrored: dict[tuple[str, str], bool] = {}

    @property
    def engine(self) -> AsyncEngine:
        """The connections, for tables that follow from no decision."""
        return self._engine

    async def open(self) -> None:
        """Bring the tables up to date.

        Raises:
            StoreNewer: a later Tapete made them.
        """
        await asyncio.to_thread(prepare, self._engine)
        for attempt in range(1, UPGRADE_TRIES + 1):
            try:
                async with self._engine.begin() as connection:
                    await connection.run_sync(migrate)
            except DBAPIError as fault:
                if attempt == UPGRADE_TRIES or str(getattr(fault.orig, "sqlstate", "")) not in IN_THE_WAY:
                    raise
                await asyncio.sleep(UPGRADE_AGAIN_S)
            else:
                return

    async def close(self) -> None:
        """Close every connection."""
        await close(self._engine)

    async def reads(self) -> None:
        """Ask the database something; what it raises `database_troubles` knows."""
        async with self._reads.connect() as connection:
            await connection.execute(select(schema.shop.c.shop).limit(1))

    async def writes(self) -> None:
        """Write something that changes nothing, down to the disk; what it raises `database_troubles` knows."""
        one = select(schema.shop.c.shop).limit(1).scalar_subquery()
        async with self._engine.begin() as connection:
            await connection.execute(update(schema.shop).where(schema.shop.c.shop == one).values(name=schema.shop.c.name))

    async def add_shop(self, shop: str, name: str) -> None:
        """Begin a shop; nothing happens where it is there."""
        async with self._engine.begin() as connection:
            await connection.execute(put(connection, schema.shop).values(shop=shop, name=name).on_conflict_do_nothing())

    async def name_person(self, shop: str, person: str, name: str) -> None:
        """Note the name of a person, the first time or anew: its only place."""
        async with self._engine.begin() as connection:
            named = put(connection, schema.person).values(shop=shop, person=person, name=name)
            await connection.execute(
                named.on_conflict_do_update(index_elements=["shop", "person"], set_={"name": name, "forgotten_ms": None})
            )

    async def forget(self, person: str, at_ms: int) -> None:
        """Blank the name of a person in every shop; numbers and results stay."""
        async with self._engine.begin() as connection:
            await connection.execute(update(schema.person).where(schema.person.c.person == person).values(name="", forgotten_ms=at_ms))

    async def know(self, shop: str, person: str, name: str = "") -> None:
        """Let a shop know a person of another shop by the same code; nothing happens where it does.

        Args:
            shop, person: who is to be known where.
            name: as the code says it; it counts where no other shop of this database knows one.

        Raises:
            Illegal: nobody here has this code, and no name came with it.
        """
        table = schema.person
        async with self._engine.begin() as connection:
            rows = (await connection.execute(select(table).where(table.c.person == person).order_by(table.c.shop))).all()
            if any(row.shop == shop for row in rows):
                return
            known = next((row.name for row in rows if row.name), name)
            if not known:
                raise Illegal((league_codes.NO_SUCH_PERSON(),))
            await connection.execute(put(connection, table).values(shop=shop, person=person, name=known).on_conflict_do_nothing())

    async def names(self, shop: str) -> dict[str, str]:
        """The names of a shop's persons by their ids; empty: forgotten."""
        async with self._reads.connect() as connection:
            rows = await connection.execute(select(schema.person.c.person, schema.person.c.name).where(schema.person.c.shop == shop))
            return {row.person: row.name for row in rows}

    async def mark(self, shop: str, event: str) -> tuple[int, ...]:
        """What differs once anything of an event has changed that its pages show: one short question to the database.

        Raises:
            Illegal: there is no such event.
        """
        found = await rows(self._reads, _MARK, [{"of_shop": shop, "of_event": event}])
        if not found:
            raise Illegal((league_codes.NO_SUCH_EVENT(event=event),))
        return tuple(int(value) for value in found[0])

    async def begin(self, shop: str, event: str, settings: TournamentSettings) -> Tournament:
        """Begin an event.

        Raises:
            Illegal: the settings do not go together, or there is such an event.
        """
        tournament = opened(settings)
        try:
            async with self._engine.begin() as connection:
                said = codec.encode(settings).decode()
                await connection.execute(insert(schema.event).values(shop=shop, event=event, settings=said, version=0, closed=False))
        except IntegrityError:
            raise Illegal((league_codes.EVENT_THERE(event=event),)) from None
        return tournament

    async def events(self, shop: str) -> tuple[EventLine, ...]:
        """The events of a shop, those that are open first, then by name."""
        table = schema.event.c
        wanted = select(table.event, table.settings, table.closed, table.version).where(table.shop == shop)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        found = [EventLine(row.event, codec.decode(row.settings, TournamentSettings), row.closed, row.version) for row in rows]
        return tuple(sorted(found, key=lambda one: (one.closed, one.settings.name, one.event)))

    async def load(self, shop: str, event: str) -> Tournament:
        """Read an event as it stands.

        Raises:
            Illegal: no event has that name.
        """
        async with self._reads.connect() as connection:
            return await self.read(connection, shop, event)

    async def log(self, shop: str, event: str, after: int = 0) -> tuple[Decision, ...]:
        """The decisions of an event above a number, in their order."""
        async with self._reads.connect() as connection:
            return await decisions_of(connection, shop, event, after)

    async def decide(
        self, shop: str, event: str, what: AnyDecision, *, who: str, at_ms: int, why: str = "", expected: int | None = None
    ) -> Tournament:
        """Decide something: the log and all that follows from it in one transaction. Arguments as of `deciding.decide`.

        Returns:
            The event after it, once it is on the disk.

        Raises:
            Stale: another person has decided something since.
            Illegal: with every reason why not, or there is no such event or person.
        """
        key: Row = {"shop": shop, "event": event}
        async with self._engine.begin() as connection:
            before = await self.read(connection, shop, event, lock=True)
            after, entry = decide(before, what, who=who, at_ms=at_ms, why=why, expected=expected)
            if isinstance(what, EnterEntrant | AskToEnter):
                await _must_be_known(connection, shop, what.person)
            at = (schema.event.c.shop == shop) & (schema.event.c.event == event) & (schema.event.c.version == before.version)
            moved = await connection.execute(update(schema.event).where(at).values(version=after.version, closed=after.closed))
            if not moved.rowcount:
                raise Stale((league_codes.BEHIND(expected=before.version, version=before.version + 1),))
            said = codec.encode(entry.what).decode()
            row = {"number": entry.number, "at_ms": at_ms, "who": who, "what": said, "why": why}
            plain = row | {"what": codec.parse(said, dict[str, Any])}
            row["head"] = record.head_after(await self._head(connection, shop, event, before.version), plain)
            await connection.execute(insert(schema.decision).values(**key, **row))
            for statement, rows in changes_of(key, before, after):
                await connection.execute(statement, rows)
            for statement in calls_ended(key, before, what):
                await connection.execute(statement)
            if before.closed or after.closed:
                await write_places(connection, shop, event, after)
        self._known[shop, event] = after
        return after

    async def recorded(self, shop: str, event: str) -> Recorded:
        """The record of an event as it is kept.

        Raises:
            Illegal: there is no such event.
        """
        async with self._reads.connect() as connection:
            return await recorded(connection, shop, event)

    async def head(self, shop: str, event: str, version: int) -> str:
        """The head of an event's record after a decision."""
        async with self._reads.connect() as connection:
            return await self._head(connection, shop, event, version)

    async def _head(self, connection: AsyncConnection, shop: str, event: str, version: int) -> str:
        table = schema.decision.c
        at = (table.shop == shop) & (table.event == event) & (table.number == version)
        known = (await connection.execute(select(table.head).where(at))).scalar()
        if known is not None:
            return str(known)
        whole = await recorded(connection, shop, event)
        return record.heads(whole.settings, whole.log[:version])[-1]

    async def mirrored(self, shop: str, event: str) -> bool:
        """Whether another server decides an event, and this one only shows it."""
        known = self._mirrored.get((shop, event))
        if known is None:
            mirror, there = schema.mirror.c, schema.event.c
            both = schema.event.outerjoin(schema.mirror, and_(mirror.shop == there.shop, mirror.event == there.event))
            async with self._reads.connect() as connection:
                wanted = select(mirror.host).select_from(both).where(there.shop == shop, there.event == event)
                row = (await connection.execute(wanted)).first()
            if row is None:  # it may come yet, from here or from elsewhere
                return False
            known = self._mirrored[shop, event] = row.host is not None
        return known

    async def read(self, connection: AsyncConnection, shop: str, event: str, *, lock: bool = False) -> Tournament:
        """The event of the rows: what is known of it, and the decisions since then."""
        wanted = select(schema.event.c.settings, schema.event.c.version).where(schema.event.c.shop == shop, schema.event.c.event == event)
        row = (await connection.execute(wanted.with_for_update() if lock else wanted)).first()
        if row is None:
            raise Illegal((league_codes.NO_SUCH_EVENT(event=event),))
        known = self._known.get((shop, event))
        if known is None or known.version > row.version:  # of a copy that was put back
            known = opened(codec.decode(row.settings, TournamentSettings))
        if known.version < row.version:
            known = replay_from(known, await decisions_of(connection, shop, event, known.version))
            self._known[shop, event] = known
        return known


async def decisions_of(connection: AsyncConnection, shop: str, event: str, after: int) -> tuple[Decision, ...]:
    """The decisions of an event above a number, in their order, within a transaction."""
    table = schema.decision
    wanted = select(table.c.number, table.c.at_ms, table.c.who, table.c.what, table.c.why)
    wanted = wanted.where(table.c.shop == shop, table.c.event == event, table.c.number > after).order_by(table.c.number)
    rows = await connection.execute(wanted)
    return tuple(Decision(row.number, row.at_ms, row.who, codec.decode(row.what, WHAT), row.why) for row in rows)


class Recorded(Struct, frozen=True):
    """A record: settings and decisions as they were written, and the head that was kept with each; None: by an earlier version."""

    settings: dict[str, Any]
    log: list[dict[str, Any]]
    heads: list[str | None]


async def recorded(connection: AsyncConnection, shop: str, event: str) -> Recorded:
    """The record of an event, within a transaction.

    Raises:
        Illegal: there is no such event.
    """
    of_event = select(schema.event.c.settings).where(schema.event.c.shop == shop, schema.event.c.event == event)
    settings = (await connection.execute(of_event)).scalar()
    if settings is None:
        raise Illegal((league_codes.NO_SUCH_EVENT(event=event),))
    table = schema.decision
    wanted = select(table).where(table.c.shop == shop, table.c.event == event).order_by(table.c.number)
    rows = (await connection.execute(wanted)).all()
    log = [
        {"number": row.number, "at_ms": row.at_ms, "who": row.who, "what": codec.parse(row.what, dict[str, Any]), "why": row.why}
        for row in rows
    ]
    return Recorded(codec.parse(settings, dict[str, Any]), log, [row.head for row in rows])


async def _must_be_known(connection: AsyncConnection, shop: str, person: str) -> None:
    wanted = select(schema.person.c.person).where(schema.person.c.shop == shop, schema.person.c.person == person)
    if (await connection.execute(wanted)).first() is None:
        raise Illegal((league_codes.NO_SUCH_PERSON(),))
