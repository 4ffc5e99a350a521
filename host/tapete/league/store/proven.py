"""Matches that are over: proved by playing their lines again, and their results brought into the event."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Collection
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from tapete import cards, games
from tapete.core import codec
from tapete.core.log import Header
from tapete.core.refusals import RefereeError, Stale
from tapete.core.rules import Rules
from tapete.core.texts import _
from tapete.league.decisions import SetResult
from tapete.league.protocol import PairingKey
from tapete.league.results import match_of
from tapete.league.store import schema
from tapete.league.store.database import reading, rows
from tapete.league.store.hosts import place_in
from tapete.league.store.lines import LineStore
from tapete.league.store.store import EventStore
from tapete.league.tournament import Placed, ResultSource, Tournament
from tapete.table import match_file

MOST_BOUND = 64
"""Rules with house rules and cards that are kept bound: binding a catalogue costs up to 85 ms, a whole match hardly more."""

AT_ONCE = 16
"""Matches that are looked up at a time."""

PLAYED_ON = _("the table played on after its result")
"""Reason of a result that follows another of the same table."""

TABLE = _("table {place}")
"""Who decides a result that comes by itself."""


class Unproved(Struct, frozen=True):
    """A match that waits for its proof."""

    shop: str
    match: str
    host: str
    source: ResultSource
    seq: int
    head: str
    result: str
    event: str | None
    round: int | None
    attempt: int | None
    pairing: int | None

    @property
    def key(self) -> PairingKey | None:
        """Whose match it is; None: of no event."""
        if self.event is None or self.round is None or self.attempt is None or self.pairing is None:
            return None
        return PairingKey(self.event, self.round, self.attempt, self.pairing)


_COLUMNS = tuple(schema.match.c[name] for name in Unproved.__struct_fields__)
_WAITING = select(*_COLUMNS).where(schema.match.c.proof == "waiting").limit(AT_ONCE)


class Prover:
    """Proves what waits.

    Args:
        engine: of `database.engine`. events: over the same database.
        now_ms: milliseconds UTC of the server's clock.
        decided: told of a shop and an event that has a new result, or something that asks for a judge.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        events: EventStore,
        now_ms: Callable[[], int],
        decided: Callable[[str, str], None] = lambda shop, event: None,
    ) -> None:
        self._engine, self._events, self._now_ms, self._decided = engine, events, now_ms, decided
        self._reads, self._lines = reading(engine), LineStore(engine)

    async def work(self) -> int:
        """Prove every match that waits; several servers may do so at once.

        Returns:
            How many were proved or judged.
        """
        done = 0
        while waiting := await self._waiting():
            for one in waiting:
                done += await self._prove(one)
        return done

    async def _waiting(self) -> list[Unproved]:
        return [Unproved(*row) for row in await rows(self._reads, _WAITING, [{}])]

    async def _prove(self, one: Unproved) -> bool:
        opening, lines = await self._lines.lines(one.shop, one.match)
        proof = await asyncio.to_thread(proof_of, opening, lines[: one.seq], one.result)
        asks = await self._bring(one)
        table = schema.match
        at = (table.c.shop == one.shop) & (table.c.match == one.match) & (table.c.head == one.head) & (table.c.proof == "waiting")
        async with self._engine.begin() as connection:
            done = bool((await connection.execute(update(table).where(at).values(proof=proof, asks=asks))).rowcount)
        if one.event is not None and (asks or proof != "proved"):
            self._decided(one.shop, one.event)
        return done

    async def _bring(self, one: Unproved) -> str:
        """Bring a result into the event. Return why a judge must look at it; empty: nothing."""
        key = one.key
        if key is None or await self._events.mirrored(one.shop, key.event):  # there the result comes with the log
            return ""
        while True:
            try:
                tournament = await self._events.load(one.shop, key.event)
                placed = place_in(tournament, key)
                if placed is None:
                    return "taken_back"
                if not (said := await self._said(one, key, tournament)):
                    self._decided(one.shop, key.event)  # the table begins the next game
                    return ""
                if placed.result is not None and said in (placed.result.word, placed.result.said):
                    return ""
                if asks := await self._asks(placed, one, tournament):
                    return asks
                what = SetResult(key.round, key.pairing, said, one.source)
                why = PLAYED_ON.in_("en") if what.needs_reason(tournament) else ""
                who = TABLE.fill(place=key.pairing).in_("en")
                await self._events.decide(one.shop, key.event, what, who=who, at_ms=self._now_ms(), why=why, expected=tournament.version)
            except Stale:
                continue
            except RefereeError as fault:
                return fault.refusals[0].code
            self._decided(one.shop, key.event)
            return ""

    async def _said(self, one: Unproved, key: PairingKey, tournament: Tournament) -> str:
        """What a match comes to with this game; empty: it goes on."""
        if tournament.settings.best_of == 1:
            return one.result
        games = await self._lines.games(one.shop, key.event, key.round, key.attempt, tournament.seen)
        return match_of(tournament.settings, games.get(key.pairing, ()), decisive=tournament.is_bracket(key.round))

    async def _asks(self, placed: Placed, one: Unproved, tournament: Tournament) -> str:
        """Why a result may not count by itself: a closed round, what people said, and two tellings of one match are a judge's."""
        if one.round is not None and tournament.rounds[one.round - 1].state == "closed":
            return "round_closed"
        if tournament.settings.best_of == 1 and await self._told_otherwise(one, tournament.seen):
            return "forked"
        if placed.result is not None and (placed.result.source != "table" or one.source != "table"):
            return "decided_already"
        return ""

    async def _told_otherwise(self, one: Unproved, seen: Collection[str]) -> bool:
        """Whether the same pairing was told by another match too, which no judge has looked at."""
        table = schema.match
        same = [table.c[name] == getattr(one, name) for name in ("shop", "event", "round", "attempt", "pairing")]
        wanted = select(table.c.head).where(*same, table.c.match != one.match, table.c.head != one.head, table.c.seq > 0)
        async with self._reads.connect() as connection:
            return any(row.head not in seen for row in await connection.execute(wanted))


def proof_of(opening: str, lines: tuple[str, ...], result: str) -> str:
    """Play a match again.

    Returns:
        `proved`; `differs`: these rules come to something else; `unprovable`: its game, cards or rules are not those of this computer.
    """
    found = _differences(opening, lines, result)
    return "unprovable" if found is None else "differs" if found else "proved"


def fault_of(opening: str, lines: tuple[str, ...], result: str) -> int:
    """The first line of a match's file that these rules do not come to, the opening being line 1; 0: there is none."""
    found = _differences(opening, lines, result)
    return min((one.seq + 1 if one.seq else len(lines) + 2 for one in found), default=0) if found else 0


def _differences(opening: str, lines: tuple[str, ...], result: str) -> tuple[match_file.Difference, ...] | None:
    """What these rules do otherwise than a match says; None: it cannot be played again here."""
    told = codec.encode(match_file.Closing(entries=len(lines), result=result))
    try:
        exported = match_file.read(b"\n".join((opening.encode(), *(line.encode() for line in lines), told)) + b"\n")
        if exported.header.catalogue and exported.header.catalogue not in cards.names(exported.header.game):  # by name alone, as for files
            return None
        if exported.header.rules_version != games.need(exported.header.game).version:
            return None
        _match, differences = match_file.check(exported, rules_of)
    except RefereeError:
        return None
    return differences


def rules_of(header: Header) -> Rules[Any]:
    """As `match_file.rules_of`, and kept for the next match of the same house rules and cards."""
    return _bound(header.game, codec.encode(header.options), header.catalogue, header.catalogue_hash)


@functools.lru_cache(MOST_BOUND)
def _bound(game: str, options: bytes, catalogue: str | None, catalogue_hash: str | None) -> Rules[Any]:
    header = Header(game=game, rules_version="", seats=(), options=msgspec.json.decode(options), catalogue=catalogue)
    return match_file.rules_of(msgspec.structs.replace(header, catalogue_hash=catalogue_hash))
