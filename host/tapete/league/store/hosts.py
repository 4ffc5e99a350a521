"""The computers at the tables: which ones there are, and what each plays now."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct
from sqlalchemy import bindparam, insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from tapete.core.refusals import Illegal
from tapete.core.seats import SEATS
from tapete.league import league_codes
from tapete.league.protocol import NextMatch, NextSeat, PairingKey
from tapete.league.store import schema
from tapete.league.store.database import asked, at_once, columns, reading, rows
from tapete.league.tournament import Placed, Tournament, TournamentRound

PLAYED = ("published", "running", "closed")
"""States of a round that its tables may know of."""


_FIND = select(schema.host).where((schema.host.c.shop == bindparam("of_shop")) & (schema.host.c.host == bindparam("of_host")))
_OF_SHOP = select(schema.host).where(schema.host.c.shop == bindparam("of_shop")).order_by(schema.host.c.host)
_VERSIONS = select(schema.event.c.shop, schema.event.c.event, schema.event.c.version).where(schema.event.c.shop == bindparam("of_shop"))
_SEEN = "UPDATE host SET seen_ms = :at WHERE shop = :of_shop AND host = :of_host"
_SEEN_AT_ONCE = text(
    "UPDATE host SET seen_ms = now.at FROM unnest(CAST(:of_shop AS varchar[]), CAST(:of_host AS varchar[]), CAST(:at AS bigint[])) "
    "AS now (shop, host, at) WHERE host.shop = now.shop AND host.host = now.host"
)
_FIND_AT_ONCE = text(
    "SELECT host.shop, host.host, label, key_no, event, place, seen_ms, retired_ms FROM host "
    "JOIN unnest(CAST(:shop AS varchar[]), CAST(:host AS varchar[])) AS due (shop, host) "
    "ON host.shop = due.shop AND host.host = due.host"
)
"""On PostgreSQL one statement whatever the number of rows, as in `store.lines`."""


class HostRow(Struct, frozen=True):
    """A computer at a table. `place`: the number of the table, in `event`; `seen_ms`: when it was heard last."""

    shop: str
    host: str
    label: str
    key_no: int
    event: str | None
    place: int | None
    seen_ms: int | None
    retired_ms: int | None


class HostStore:
    """The computers at the tables.

    Args:
        engine: of `database.engine`.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine, self._reads = engine, reading(engine)

    async def add(self, shop: str, host: str, label: str, event: str | None = None, place: int | None = None) -> HostRow:
        """Let a computer join.

        Raises:
            Illegal: there is one of that name, or at that place.
        """
        row = HostRow(shop, host, label, 1, event, place, None, None)
        values = {name: getattr(row, name) for name in row.__struct_fields__}
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(schema.host).values(**values))
        except IntegrityError:
            raise Illegal((league_codes.HOST_THERE(host=host),)) from None
        return row

    async def move(self, shop: str, host: str, event: str | None, place: int | None) -> None:
        """Put a computer at another table, or at none.

        Raises:
            Illegal: there is no such computer, or another one is at that place.
        """
        await self._change(shop, host, event=event, place=place)

    async def renew(self, shop: str, host: str) -> None:
        """Give a computer another key: the one before is worth nothing any more.

        Raises:
            Illegal: there is no such computer.
        """
        await self._change(shop, host, key_no=schema.host.c.key_no + 1, retired_ms=None)

    async def retire(self, shop: str, host: str, at_ms: int) -> None:
        """Let a computer go: its key is worth nothing any more.

        Raises:
            Illegal: there is no such computer.
        """
        await self._change(shop, host, retired_ms=at_ms, event=None, place=None)

    async def _change(self, shop: str, host: str, **values: object) -> None:
        at = (schema.host.c.shop == shop) & (schema.host.c.host == host)
        try:
            async with self._engine.begin() as connection:
                done = await connection.execute(update(schema.host).where(at).values(**values))
        except IntegrityError:
            raise Illegal((league_codes.HOST_THERE(host=f"{values.get('place')}"),)) from None
        if not done.rowcount:
            raise Illegal((league_codes.NO_SUCH_HOST(host=host),))

    async def find(self, shop: str, host: str) -> HostRow | None:
        """One of them; None if none has that name."""
        return next(iter(await self.find_all(((shop, host),))), None)

    async def find_all(self, keys: Collection[tuple[str, str]]) -> tuple[HostRow, ...]:
        """Those of some shops and names that there are."""
        due = sorted(keys)
        if self._reads.dialect.name == "sqlite":
            return tuple(
                HostRow(*row) for row in await rows(self._reads, _FIND, [{"of_shop": shop, "of_host": host} for shop, host in due])
            )
        async with self._reads.connect() as connection:
            found = await connection.execute(_FIND_AT_ONCE, dict(zip(("shop", "host"), zip(*due, strict=True), strict=True)))
            return tuple(HostRow(*row) for row in found)

    async def of_event(self, shop: str, event: str) -> tuple[HostRow, ...]:
        """Those of an event, by their places."""
        table = schema.host
        wanted = select(table).where(table.c.shop == shop, table.c.event == event).order_by(table.c.place)
        async with self._reads.connect() as connection:
            return tuple(HostRow(*row) for row in await connection.execute(wanted))

    async def seen(self, when: Mapping[tuple[str, str], int]) -> None:
        """Note when hosts (by shop and name) were heard last."""
        if not when:
            return
        heard = [{"of_shop": shop, "of_host": host, "at": at_ms} for (shop, host), at_ms in sorted(when.items())]
        if self._engine.dialect.name == "sqlite":
            await at_once(self._engine, lambda line: line.executemany(_SEEN, heard), writes=True)
            return
        if await asked(self._engine, _SEEN_AT_ONCE, columns(heard)) is None:
            async with self._engine.begin() as connection:
                await connection.execute(_SEEN_AT_ONCE, columns(heard))

    async def versions(self, shops: Collection[str]) -> dict[tuple[str, str], int]:
        """How many decisions the events of shops have: whether there is news."""
        if not shops:
            return {}
        found = await rows(self._reads, _VERSIONS, [{"of_shop": shop} for shop in sorted(shops)])
        return {(shop, event): version for shop, event, version in found}

    async def of_shop(self, shop: str) -> tuple[HostRow, ...]:
        """Those of a shop, by their names."""
        return tuple(HostRow(*row) for row in await rows(self._reads, _OF_SHOP, [{"of_shop": shop}]))


def current(tournament: Tournament) -> TournamentRound | None:
    """The last round that everybody may see."""
    return next((one for one in reversed(tournament.rounds) if one.counts), None)


def place_in(tournament: Tournament, key: PairingKey) -> Placed | None:
    """The match that a key names, in a round as it is paired now; None if there is no such match."""
    if key.round > len(tournament.rounds):
        return None
    one = tournament.rounds[key.round - 1]
    if one.attempt != key.attempt or not one.counts or key.pairing > len(one.placed):
        return None
    placed = one.placed[key.pairing - 1]
    return placed if placed.pairing.kind == "match" else None


def next_match(
    row: HostRow, tournament: Tournament | None, names: Mapping[str, str], now_ms: int, games: Mapping[int, Sequence[str]] | None = None
) -> NextMatch:
    """Say what a host plays now.

    Args:
        row: of the host. tournament: its event as it stands. names: of the shop's persons. now_ms: milliseconds UTC of the server's clock.
        games: that are over in this round, by their pairings, where a match has several: each lets the next one begin.
    """
    if tournament is None or row.event is None or row.place is None:
        return NextMatch(table=row.place)
    settings, one = tournament.settings, current(tournament)
    waiting = NextMatch(table=row.place, title=settings.name, rounds=settings.rounds, over=tournament.closed)
    if one is None:
        return waiting
    key = PairingKey(row.event, one.number, one.attempt, row.place)
    placed = place_in(tournament, key)
    if placed is None:
        return waiting
    people = (tournament.entrants[number - 1] for number in placed.pairing.entrants)
    return NextMatch(
        table=row.place,
        title=settings.name,
        rounds=settings.rounds,
        pairing=key,
        seats={seat: NextSeat(one.number, names.get(one.person, "")) for seat, one in zip(SEATS, people, strict=False)},
        game=settings.game,
        options=settings.options,
        state=one.state,
        remaining_ms=one.remaining_ms(now_ms, settings.round_ms, placed.extra_ms),
        running=one.state == "running" and one.paused_ms is None,
        clock_ms=settings.round_ms and settings.round_ms + placed.extra_ms,
        result="" if placed.result is None else placed.result.word,
        again_ms=placed.again_ms + len((games or {}).get(row.place, ())),
        hints=settings.hints,
        over=tournament.closed,
    )
