"""Events that another server decides, as their logs come in: played again decision by decision, and never decided here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tapete.core import codec
from tapete.core.refusals import Illegal
from tapete.league import league_codes
from tapete.league.deciding import Decision, opened, replay_from
from tapete.league.decisions import AskToEnter, EnterEntrant
from tapete.league.heads import Apart, Grown, joined
from tapete.league.store import schema
from tapete.league.store.rows import Row, changes_of
from tapete.league.store.seasons import enlist, write_places
from tapete.league.store.store import EventStore
from tapete.league.tournament import TournamentSettings


class SentLog(Struct, frozen=True):
    """A part of an event's log.

    Args:
        shop, event, host: whose, and which relay sends it.
        after, head: how many decisions are before these, and their head.
        lines, decisions: the same decisions, as they came and as they were read.
        settings: with `after` 0. persons: names by ids. seasons: in which the shop counts it.
    """

    shop: str
    event: str
    host: str
    after: int
    head: str
    lines: tuple[str, ...]
    decisions: tuple[Decision, ...]
    settings: TournamentSettings | None
    persons: Mapping[str, str]
    seasons: tuple[str, ...]


class Mirrored(Struct, frozen=True):
    """What is there now. `apart` says why nothing was taken; `theirs`: another relay tells this event."""

    have: int
    head: str
    apart: Apart | None = None
    theirs: bool = False


class RelayStore:
    """Relays of shops, and the events that they tell.

    Args:
        events: over the same database.
    """

    def __init__(self, events: EventStore) -> None:
        self._events, self._engine = events, events.engine

    async def allow(self, shop: str, host: str) -> None:
        """Let a host that has joined be a relay."""
        table = schema.relay
        async with self._engine.begin() as connection:
            if (await connection.execute(select(table.c.host).where(table.c.shop == shop, table.c.host == host))).first() is None:
                await connection.execute(insert(table).values(shop=shop, host=host))

    async def is_relay(self, shop: str, host: str) -> bool:
        """Whether a host sends for a whole shop."""
        table = schema.relay
        async with self._engine.connect() as connection:
            return (await connection.execute(select(table.c.host).where(table.c.shop == shop, table.c.host == host))).first() is not None

    async def take(self, sent: SentLog, at_ms: int) -> Mirrored:
        """Take a part of a log in one transaction; once this returns it is on the disk.

        Raises:
            Illegal: a decision could not have been made there or enters an unknown person, or the event was begun here.
        """
        key: Row = {"shop": sent.shop, "event": sent.event}
        async with self._engine.begin() as connection:
            found = await self._locked(connection, sent)
            if found is None:
                return Mirrored(0, "", "gap")
            if found.host != sent.host:
                return Mirrored(0, "", theirs=True)
            before = await self._events.read(connection, sent.shop, sent.event)
            grown = joined(before.version, found.head, sent.after, sent.head, sent.lines)
            if not isinstance(grown, Grown):
                return Mirrored(before.version, found.head, grown)
            decisions = sent.decisions[len(sent.decisions) - len(grown.new) :]
            await _know(connection, sent, decisions, at_ms)
            now = before
            for entry in decisions:
                after = replay_from(now, [entry])
                row = {"number": entry.number, "at_ms": entry.at_ms, "who": entry.who, "why": entry.why}
                await connection.execute(insert(schema.decision).values(**key, **row, what=codec.encode(entry.what).decode()))
                for statement, rows in changes_of(key, now, after):
                    await connection.execute(statement, rows)
                now = after
            if grown.new:
                at = (schema.event.c.shop == sent.shop) & (schema.event.c.event == sent.event)
                await connection.execute(update(schema.event).where(at).values(version=now.version, closed=now.closed))
                mine = (schema.mirror.c.shop == sent.shop) & (schema.mirror.c.event == sent.event)
                await connection.execute(update(schema.mirror).where(mine).values(head=grown.head))
            await enlist(connection, sent.shop, sent.event, sent.seasons)
            if before.closed or now.closed:
                await write_places(connection, sent.shop, sent.event, now)
        return Mirrored(now.version, grown.head)

    async def _locked(self, connection: AsyncConnection, sent: SentLog) -> Any:
        """The mirror of an event under the lock of the event; one that is new is begun. None: it is unknown, and its settings did not come.

        Raises:
            Illegal: the event was begun here.
        """
        event, mirror = schema.event, schema.mirror
        mine = (mirror.c.shop == sent.shop) & (mirror.c.event == sent.event)
        wanted = select(event.c.version).where(event.c.shop == sent.shop, event.c.event == sent.event).with_for_update()
        if (await connection.execute(wanted)).first() is None:
            if sent.settings is None:
                return None
            opened(sent.settings)
            said = codec.encode(sent.settings).decode()
            await connection.execute(insert(event).values(shop=sent.shop, event=sent.event, settings=said, version=0, closed=False))
            await connection.execute(insert(mirror).values(shop=sent.shop, event=sent.event, host=sent.host, head=sent.head))
        row = (await connection.execute(select(mirror.c.host, mirror.c.head).where(mine))).first()
        if row is None:
            raise Illegal((league_codes.EVENT_THERE(event=sent.event),))
        return row


async def _know(connection: AsyncConnection, sent: SentLog, decisions: Sequence[Decision], at_ms: int) -> None:
    """Note the names of persons as the shop has them now; one that the shop forgot is forgotten here, in every shop.

    Raises:
        Illegal: a decision enters a person of whom the shop has told nothing.
    """
    table = schema.person
    entered = {entry.what.person for entry in decisions if isinstance(entry.what, EnterEntrant | AskToEnter)}
    wanted = select(table.c.shop, table.c.person, table.c.name).where(table.c.person.in_(sorted(entered | set(sent.persons))))
    known = {(row.shop, row.person): row.name for row in await connection.execute(wanted)}
    if any(person not in sent.persons and (sent.shop, person) not in known for person in entered):
        raise Illegal((league_codes.NO_SUCH_PERSON(),))
    for person, name in sorted(sent.persons.items()):
        if not name:
            forgotten = update(table).where(table.c.person == person, table.c.name != "")
            await connection.execute(forgotten.values(name="", forgotten_ms=at_ms))
        if (sent.shop, person) not in known:
            await connection.execute(insert(table).values(shop=sent.shop, person=person, name=name))
        elif name and known[sent.shop, person] != name:
            at = (table.c.shop == sent.shop) & (table.c.person == person)
            await connection.execute(update(table).where(at).values(name=name, forgotten_ms=None))
