"""Seasons in the database. What an event gives is written when it closes, in that transaction; a season's table reads nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec import Struct
from sqlalchemy import ColumnElement, Table, and_, delete, exists, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tapete.core import codec
from tapete.core.refusals import Illegal
from tapete.league import league_codes
from tapete.league.season import EventPlace, SeasonLine, SeasonSettings, places_of, season_table
from tapete.league.store import schema
from tapete.league.store.database import reading
from tapete.league.tournament import Tournament, TournamentSettings


class SeasonRow(Struct, frozen=True):
    """A season: its id, what is fixed for it, and whether its table is final."""

    season: str
    settings: SeasonSettings
    closed: bool


class SeasonEvent(Struct, frozen=True):
    """An event that counts for a season. Its places count once it is closed."""

    shop: str
    event: str
    name: str
    closed: bool


class SeasonStore:
    """The seasons of a database.

    Args:
        engine: of `database.engine`.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine, self._reads = engine, reading(engine)

    async def begin(self, season: str, settings: SeasonSettings) -> None:
        """Begin a season.

        Raises:
            Illegal: there is one of that id.
        """
        try:
            async with self._engine.begin() as connection:
                row = {"season": season, "settings": codec.encode(settings).decode(), "closed": False}
                await connection.execute(insert(schema.season).values(**row))
        except IntegrityError:
            raise Illegal((league_codes.SEASON_THERE(),)) from None

    async def close(self, season: str, closed: bool = True) -> None:
        """Make the table final, or open the season again.

        Raises:
            Illegal: there is no such season.
        """
        async with self._engine.begin() as connection:
            done = await connection.execute(update(schema.season).where(schema.season.c.season == season).values(closed=closed))
        if not done.rowcount:
            raise Illegal((league_codes.NO_SUCH_SEASON(),))

    async def find(self, season: str) -> SeasonRow:
        """One of them.

        Raises:
            Illegal: there is not one of that id.
        """
        async with self._reads.connect() as connection:
            return await _found(connection, season)

    async def seasons(self) -> tuple[SeasonRow, ...]:
        """All of them, those that are open first."""
        async with self._reads.connect() as connection:
            rows = await connection.execute(select(schema.season).order_by(schema.season.c.closed, schema.season.c.season))
            return tuple(SeasonRow(row.season, codec.decode(row.settings, SeasonSettings), row.closed) for row in rows)

    async def add(self, season: str, shop: str, event: str, tournament: Tournament) -> None:
        """Let an event count for a season; once is enough.

        Args:
            season, shop, event: which. tournament: the event as it stands.

        Raises:
            Illegal: there is no such season, or its table is final.
        """
        async with self._engine.begin() as connection:
            if (await _found(connection, season)).closed:
                raise Illegal((league_codes.SEASON_CLOSED(),))
            await enlist(connection, shop, event, (season,))
            await write_places(connection, shop, event, tournament)

    async def remove(self, season: str, shop: str, event: str) -> None:
        """Let an event count no more.

        Raises:
            Illegal: it does not count, or there is no such season, or its table is final.
        """
        async with self._engine.begin() as connection:
            if (await _found(connection, season)).closed:
                raise Illegal((league_codes.SEASON_CLOSED(),))
            for table in (schema.season_place, schema.season_event):
                done = await connection.execute(delete(table).where(*_at(table, shop, event), table.c.season == season))
            if not done.rowcount:
                raise Illegal((league_codes.NOT_IN_SEASON(),))

    async def events(self, season: str) -> tuple[SeasonEvent, ...]:
        """The events of a season by shop and id."""
        mine, event = schema.season_event.c, schema.event.c
        joined = schema.season_event.join(schema.event, and_(mine.shop == event.shop, mine.event == event.event))
        wanted = select(mine.shop, mine.event, event.settings, event.closed).select_from(joined).where(mine.season == season)
        async with self._reads.connect() as connection:
            rows = await connection.execute(wanted.order_by(mine.shop, mine.event))
            return tuple(SeasonEvent(row.shop, row.event, codec.decode(row.settings, TournamentSettings).name, row.closed) for row in rows)

    async def unwritten(self, season: str) -> list[tuple[str, str]]:
        """Events that are closed and whose places were never written: a server of the version before closed them."""
        mine, event, place = schema.season_event.c, schema.event.c, schema.season_place.c
        joined = schema.season_event.join(schema.event, and_(mine.shop == event.shop, mine.event == event.event))
        written = exists().where(place.season == mine.season, place.shop == mine.shop, place.event == mine.event)
        wanted = select(mine.shop, mine.event).select_from(joined).where(mine.season == season, event.closed, ~written)
        async with self._reads.connect() as connection:
            return [(row.shop, row.event) for row in await connection.execute(wanted)]

    async def write(self, shop: str, event: str, tournament: Tournament) -> None:
        """Write the places of an event."""
        async with self._engine.begin() as connection:
            await write_places(connection, shop, event, tournament)

    async def table(self, season: str) -> tuple[SeasonLine, ...]:
        """The table of a season as it stands.

        Raises:
            Illegal: there is no such season.
        """
        table = schema.season_place.c
        columns = (table.shop, table.event, table.person, table.place, table.points)
        async with self._reads.connect() as connection:
            settings = (await _found(connection, season)).settings
            rows = await connection.execute(select(*columns).where(table.season == season))
            return season_table(settings, (EventPlace(*row) for row in rows))

    async def names(self, persons: Collection[str]) -> dict[str, str]:
        """Names by persons, whatever shop knows them; who is forgotten has none."""
        table, found = schema.person.c, dict[str, str]()
        asked = sorted(persons)
        async with self._reads.connect() as connection:
            for first in range(0, len(asked), AT_ONCE):
                wanted = select(table.person, table.name).where(table.person.in_(asked[first : first + AT_ONCE])).order_by(table.shop)
                for row in await connection.execute(wanted):
                    if row.name:
                        found.setdefault(row.person, row.name)
        return found


AT_ONCE = 500
"""Persons that are asked for at a time."""


async def _found(connection: AsyncConnection, season: str) -> SeasonRow:
    row = (await connection.execute(select(schema.season).where(schema.season.c.season == season))).first()
    if row is None:
        raise Illegal((league_codes.NO_SUCH_SEASON(),))
    return SeasonRow(row.season, codec.decode(row.settings, SeasonSettings), row.closed)


async def enlist(connection: AsyncConnection, shop: str, event: str, seasons: Iterable[str]) -> None:
    """Let an event count for those seasons that are here and open, within a transaction; places are written apart."""
    table = schema.season_event
    here = {row.season for row in await connection.execute(select(table.c.season).where(*_at(table, shop, event)))}
    opened = select(schema.season.c.season).where(schema.season.c.season.in_(sorted(seasons)), ~schema.season.c.closed)
    for season in sorted({row.season for row in await connection.execute(opened)} - here):
        await connection.execute(insert(table).values(season=season, shop=shop, event=event))


async def seasons_of(connection: AsyncConnection, shop: str, event: str) -> tuple[str, ...]:
    """The seasons that an event counts for."""
    table = schema.season_event
    rows = await connection.execute(select(table.c.season).where(*_at(table, shop, event)).order_by(table.c.season))
    return tuple(row.season for row in rows)


async def write_places(connection: AsyncConnection, shop: str, event: str, tournament: Tournament) -> None:
    """Write what a closed event gives to each of its open seasons, and take away what one gave that is open again."""
    table, mine, season = schema.season_place, schema.season_event.c, schema.season.c
    wanted = select(season.season, season.settings).where(
        season.season == mine.season, mine.shop == shop, mine.event == event, ~season.closed
    )
    for row in (await connection.execute(wanted)).all():
        at = {"season": row.season, "shop": shop, "event": event}
        await connection.execute(delete(table).where(*_at(table, shop, event), table.c.season == row.season))
        found = places_of(codec.decode(row.settings, SeasonSettings), tournament) if tournament.closed else []
        if found:
            rows = [{**at, "person": person, "place": place, "points": points} for person, place, points in found]
            await connection.execute(insert(table), rows)


def _at(table: Table, shop: str, event: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return table.c.shop == shop, table.c.event == event
