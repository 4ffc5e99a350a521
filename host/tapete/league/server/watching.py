"""News of an event for pages that stay open: one reader of the database an event, and any number of streams that show the newest only.

A ring of this server is heard at once, and one of another server by its hint; without either the database is asked each second. How many
moves the tables have made is told apart from all else: it changes all the time, and walls alone show it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from msgspec import Struct
from starlette.requests import Request

from tapete.core import codec
from tapete.league.matters import PlayersWord
from tapete.league.protocol import PairingKey
from tapete.league.server.shared import MOVES, MOVES_S, League
from tapete.league.server.states import shown_round
from tapete.league.store import links, said
from tapete.league.store.database_troubles import trouble_of
from tapete.league.store.lines import LineStore
from tapete.league.store.links import Link
from tapete.league.store.said import Sits
from tapete.league.tournament import Tournament
from tapete.web.live import EventStream, placed

LOOK_S = 1.0
"""How often the database is asked without a ring."""

PAINT_S = 0.1
"""The shortest time between two states: a wall is painted ten times a second at the most."""

PING_S = 10.0
"""How often a stream says that it is alive."""

RETRY_MS = 1_000
"""How soon a page that lost its stream tries again."""


class Seen(Struct, frozen=True, kw_only=True):
    """An event as its pages show it."""

    tournament: Tournament
    names: Mapping[str, str]
    calls: Mapping[int, int]
    reports: tuple[PlayersWord, ...]
    seated: tuple[Sits, ...]
    mark: tuple[int, ...]
    head: str
    """Of the record (`league.record`)."""

    @property
    def sign(self) -> str:
        """What differs once a page of the event is out of date."""
        return ".".join(map(str, self.mark))


async def see(league: League, shop: str, event: str) -> Seen:
    """Read an event with all that its pages show.

    Raises:
        Illegal: there is none of that name.
    """
    store = league.store
    mark = await store.mark(shop, event)
    tournament = await store.load(shop, event)
    return Seen(
        tournament=tournament,
        head=await store.head(shop, event, tournament.version),
        names=await store.names(shop),
        calls=await said.calls(store.engine, shop, event),
        reports=await said.reports(store.engine, shop, event),
        seated=await said.seated(store.engine, shop, event),
        mark=mark,
    )


class Watch:
    """The one reader of an event for all streams of this server; it reads only while a stream is open."""

    def __init__(self, league: League, shop: str, event: str, seen: Seen) -> None:
        self.seen, self.number = seen, 1
        self.made: dict[object, tuple[float, bytes]] = {}
        """What streams have just made of the newest state, and when: a hundred walls need one rendering, and clocks in it are right."""
        self._league, self._shop, self._event = league, shop, event
        self._news: set[asyncio.Event] = set()
        self._task: asyncio.Task[None] | None = None
        self.current = True
        """Whether the database was read when it was asked last: a wall without pings shows how old its picture is."""
        self.moves: dict[int, int] = {}
        """How many lines the matches of the newest round have, by their tables."""
        self.moved = 0
        """Counts how often that was another number."""
        self._told: bytes | None = None
        """What streams say of them; None: not made since they changed."""
        self._lines = LineStore(league.store.engine)
        self._moving: set[asyncio.Event] = set()
        self._grown, self._painting, self._painted = 0, None, 0.0  # type: int, asyncio.TimerHandle | None, float
        """How often a match has grown here, what will show it, and when moves were shown last."""
        self._count: asyncio.Task[None] | None = None

    def join(self, moves: bool = False) -> asyncio.Event:
        """Wait here for a newer state, with `moves` also for moves of the tables."""
        news = asyncio.Event()
        self._news.add(news)
        if self._task is None:
            self._task = asyncio.create_task(self._look())
        if moves:
            self._moving.add(news)
            if self._count is None:
                self._count = asyncio.create_task(self._follow_moves())
        return news

    def leave(self, news: asyncio.Event) -> bool:
        """Wait no longer. Return whether that was the last one."""
        self._news.discard(news)
        self._moving.discard(news)
        if not self._news and self._task is not None:
            self._task.cancel()
            self._task = None
        if not self._moving and self._count is not None:
            self._count.cancel()
            self._count = None
            if self._painting is not None:
                self._painting.cancel()
                self._painting = None
        return not self._news

    async def _follow_moves(self) -> None:
        rung = self._league.join(self._shop, self._event + MOVES)
        try:
            while not self._league.closing:
                rung.clear()
                await self._read_moves()
                await asyncio.sleep(PAINT_S)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_S):
                        await rung.wait()
        finally:
            self._league.leave(self._shop, self._event + MOVES, rung)

    def grew(self, pairing: PairingKey, have: int) -> None:
        """The match of a pairing has more lines now, as this server wrote it: nothing has to be read for that.

        Args:
            pairing: that is played. have: how many lines it has.
        """
        one = shown_round(self.seen.tournament)
        if not self._moving or one is None or (one.number, one.attempt) != (pairing.round, pairing.attempt):
            return
        self._grown += 1
        if self._painting is None:
            self._painting = asyncio.get_running_loop().call_at(self._painted + MOVES_S, self._paint)
        self.moves[pairing.pairing] = have

    def _paint(self) -> None:
        """Let streams show what the tables have moved."""
        self._painting, self._painted, self.moved, self._told = None, asyncio.get_running_loop().time(), self.moved + 1, None
        for news in self._moving:
            news.set()

    async def _read_moves(self) -> None:
        """Count the moves of the newest round; while the database is away they stay as they are."""
        one, grown = shown_round(self.seen.tournament), self._grown
        try:
            found = {} if one is None else await self._lines.moves(self._shop, self._event, one.number, one.attempt)
        except Exception as fault:  # noqa: BLE001 - raised again where it is not the database
            self._missed(fault)
            return
        if found != self.moves and grown == self._grown:  # else it may be older than what was told meanwhile
            self.moves = found
            self._paint()

    def _missed(self, fault: Exception) -> None:
        """Note that the database is away.

        Raises:
            Exception: it is something else.
        """
        trouble = trouble_of(fault)
        if trouble is None:
            raise fault
        self.current = False
        self._league.has_trouble(trouble, fault)

    async def _look(self) -> None:
        rung = self._league.join(self._shop, self._event)
        try:
            while not self._league.closing:
                try:
                    async with asyncio.timeout(LOOK_S):
                        await rung.wait()
                except TimeoutError:
                    await self._read(forced=False)
                else:
                    rung.clear()
                    await self._read(forced=True)
                    await asyncio.sleep(PAINT_S)
        finally:
            self._league.leave(self._shop, self._event, rung)
            self.tell()

    async def _read(self, *, forced: bool) -> None:
        """Read what changed; while the database is away the newest state stays, and streams say no ping."""
        try:
            if not forced and await self._league.store.mark(self._shop, self._event) == self.seen.mark:
                self.current = True
                return
            seen = await see(self._league, self._shop, self._event)
        except Exception as fault:  # noqa: BLE001 - raised again where it is not the database
            self._missed(fault)
            return
        self.current = True
        if seen != self.seen:
            self.seen, self.number, self._told = seen, self.number + 1, None
            self.made.clear()
            self.tell()
            if self._moving:
                await self._read_moves()

    def of(self, key: object, make: Callable[[Seen], bytes]) -> bytes:
        """What a stream makes of the newest state; the same for all that ask within a tenth of a second."""
        now = asyncio.get_running_loop().time()
        found = self.made.get(key)
        if found is None or now - found[0] > PAINT_S:
            found = self.made[key] = now, make(self.seen)
        return found[1]

    def moves_told(self) -> bytes:
        """The event of the moves of now, for all streams."""
        if self._told is None:
            moves = {f"{table}": count for table, count in self.moves.items()}
            self._told = message("moves", self.number, {"version": self.seen.tournament.version, "moves": moves})
        return self._told

    def tell(self) -> None:
        """Wake every stream."""
        for news in self._news:
            news.set()


def message(kind: str, number: int, body: Any) -> bytes:
    """One event as it goes over the line."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (number, kind.encode(), codec.encode(body))


async def watched(league: League, shop: str, event: str) -> Watch:
    """The watch over an event of this server.

    Raises:
        Illegal: there is none of that name.
    """
    watch: Watch | None = league.watches.get((shop, event))
    if watch is None:
        seen = await see(league, shop, event)
        watch = league.watches.setdefault((shop, event), Watch(league, shop, event, seen))
    return watch


async def states(
    league: League, watch: Watch, link: Link, key: object, make: Callable[[Seen], bytes], moves: bool = False
) -> AsyncIterator[bytes]:
    """The events of one stream: the state first, then whole states, the newest only, and pings; with `moves` those of the tables too."""
    news = watch.join(moves)
    try:
        yield b"retry: %d\n\n" % RETRY_MS
        sent = moved = 0
        while not league.closing and link.hash not in league.ended:
            if watch.number != sent:
                sent = watch.number
                yield watch.of(key, make)
            if moves and watch.moved != moved:
                moved = watch.moved
                yield watch.moves_told()
            news.clear()
            if watch.number != sent or link.hash in league.ended or (moves and watch.moved != moved):
                continue
            try:
                async with asyncio.timeout(PING_S):
                    await news.wait()
            except TimeoutError:
                if not watch.current:
                    continue
                if not await _still_holds(league, link):
                    return
                yield message("ping", sent, {"now_ms": league.now_ms()})
    finally:
        if watch.leave(news):
            for place, one in list(league.watches.items()):
                if one is watch:
                    del league.watches[place]


async def _still_holds(league: League, link: Link) -> bool:
    """Whether a link was neither ended, here or by another server, nor is over; while the database is away it holds."""
    try:
        return await links.holds(league.store.engine, link, league.now_ms())
    except Exception as fault:
        if trouble_of(fault) is None:
            raise
        return True


async def stream(
    asked: Request, league: League, link: Link, key: object, make: Callable[[Seen], bytes], *, moves: bool = False
) -> EventStream:
    """Answer with the states of the event that the address names.

    Args:
        asked: the request.
        league: whose events. link: by which it was asked for.
        key: of what is made: two streams with one key get the same bytes.
        make: one event of the stream out of a state.
        moves: whether it also tells how many moves the tables have made.

    Raises:
        Illegal: there is no such event. PageError: too many streams of this link are open, or in all.
    """
    watch = await watched(league, asked.path_params["shop"], asked.path_params["event"])
    return placed(states(league, watch, link, key, make, moves), league.streams, link.hash)
