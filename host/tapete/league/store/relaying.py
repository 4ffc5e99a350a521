"""What a chain's server is owed: matches and logs of this shop above what it has acknowledged."""

from __future__ import annotations

import hashlib

from msgspec import Struct
from sqlalchemy import Column, ColumnElement, and_, delete, func, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncEngine

from tapete.core import codec
from tapete.league.protocol import PairingKey
from tapete.league.store import schema
from tapete.league.store.database import reading
from tapete.league.tournament import TournamentSettings

AT_ONCE = 50
"""Matches that are looked up at a time."""


class OwedMatch(Struct, frozen=True):
    """A match that the chain does not have whole. `acked`, `head` and `told`: what it has."""

    match: str
    opening: str
    seq: int
    result: str
    pairing: PairingKey | None
    acked: int
    head: str
    told: str


class OwedEvent(Struct, frozen=True):
    """An event that the chain does not have whole: decisions, names or seasons are missing."""

    event: str
    settings: TournamentSettings
    version: int
    persons: dict[str, str]
    seasons: tuple[str, ...]
    acked: int
    head: str
    told: str

    @property
    def says(self) -> str:
        """The names and seasons in short: what was told of them last."""
        return hashlib.sha256(codec.encode([self.persons, self.seasons])).hexdigest()


class RelayedStore:
    """What one chain's server has of one shop.

    Args:
        engine: of `database.engine`. chain: the address of its server. shop: whose.
    """

    def __init__(self, engine: AsyncEngine, chain: str, shop: str) -> None:
        self._engine, self._reads, self._chain, self._shop = engine, reading(engine), chain, shop

    async def matches(self) -> list[OwedMatch]:
        """Matches that are owed, those first that have changed first."""
        match, known = schema.match.c, schema.relayed.c
        joined = schema.match.outerjoin(schema.relayed, self._at("match", match.match))
        columns = (match.match, match.opening, match.seq, match.result, match.event, match.round, match.attempt, match.pairing)
        have = (func.coalesce(known.acked, 0), func.coalesce(known.head, ""), func.coalesce(known.told, ""))
        lacks = or_(have[0] < match.seq, and_(match.result != "", have[2] != match.result))
        wanted = select(*columns, *have).select_from(joined).where(match.shop == self._shop, lacks, func.coalesce(known.refused, "") == "")
        async with self._reads.connect() as connection:
            rows = (await connection.execute(wanted.order_by(match.changed_ms, match.match).limit(AT_ONCE))).all()
        found = []
        for name, opening, seq, result, event, round_, attempt, pairing, *others in rows:
            key = None if event is None else PairingKey(event, round_, attempt, pairing)
            found.append(OwedMatch(name, opening, seq, result, key, *others))
        return found

    async def lines(self, match: str, after: int, most: int) -> tuple[str, ...]:
        """Lines of a match above a number."""
        table = schema.entry.c
        wanted = select(table.line).where(table.shop == self._shop, table.match == match, table.seq > after)
        async with self._reads.connect() as connection:
            return tuple(row.line for row in await connection.execute(wanted.order_by(table.seq).limit(most)))

    async def events(self) -> list[OwedEvent]:
        """Events that are owed."""
        event, known = schema.event.c, schema.relayed.c
        joined = schema.event.outerjoin(schema.relayed, self._at("event", event.event))
        have = (func.coalesce(known.acked, 0), func.coalesce(known.head, ""), func.coalesce(known.told, ""))
        wanted = select(event.event, event.settings, event.version, *have).select_from(joined)
        wanted = wanted.where(event.shop == self._shop, func.coalesce(known.refused, "") == "").order_by(event.event)
        entrant, person, season = schema.entrant.c, schema.person.c, schema.season_event.c
        people = schema.entrant.join(schema.person, and_(entrant.shop == person.shop, entrant.person == person.person))
        named = select(entrant.event, person.person, person.name).select_from(people).where(entrant.shop == self._shop)
        persons: dict[str, dict[str, str]] = {}
        seasons: dict[str, list[str]] = {}
        async with self._reads.connect() as connection:
            rows = (await connection.execute(wanted)).all()
            for row in await connection.execute(named):
                persons.setdefault(row.event, {})[row.person] = row.name
            listed = select(season.event, season.season).where(season.shop == self._shop).order_by(season.season)
            for event_of, counted_in in await connection.execute(listed):
                seasons.setdefault(event_of, []).append(counted_in)
        found = []
        for name, settings, version, *others in rows:
            mine = tuple(seasons.get(name, ()))
            one = OwedEvent(name, codec.decode(settings, TournamentSettings), version, persons.get(name, {}), mine, *others)
            if one.version > one.acked or one.says != one.told:
                found.append(one)
        return found

    async def waiting(self) -> int:
        """How many matches are owed, those that were refused left out."""
        match, known = schema.match.c, schema.relayed.c
        joined = schema.match.outerjoin(schema.relayed, self._at("match", match.match))
        lacks = or_(func.coalesce(known.acked, 0) < match.seq, and_(match.result != "", func.coalesce(known.told, "") != match.result))
        wanted = select(func.count()).select_from(joined).where(match.shop == self._shop, lacks, func.coalesce(known.refused, "") == "")
        async with self._reads.connect() as connection:
            return int((await connection.execute(wanted)).scalar_one())

    async def refused(self) -> list[tuple[str, str, str]]:
        """What the chain does not take: kind, name and why."""
        known = schema.relayed.c
        wanted = select(known.kind, known.name, known.refused).where(
            known.chain == self._chain, known.shop == self._shop, known.refused != ""
        )
        async with self._reads.connect() as connection:
            return [(row.kind, row.name, row.refused) for row in await connection.execute(wanted.order_by(known.kind, known.name))]

    async def note(self, kind: str, name: str, acked: int, head: str, told: str, refused: str = "") -> None:
        """Note what the chain has of a match or an event now."""
        key = {"chain": self._chain, "shop": self._shop, "kind": kind, "name": name}
        async with self._engine.begin() as connection:
            await connection.execute(delete(schema.relayed).where(*(schema.relayed.c[word] == value for word, value in key.items())))
            await connection.execute(insert(schema.relayed).values(**key, acked=acked, head=head, told=told, refused=refused))

    def _at(self, kind: str, name: Column[str]) -> ColumnElement[bool]:
        known = schema.relayed.c
        return and_(known.chain == self._chain, known.shop == self._shop, known.kind == kind, known.name == name)
