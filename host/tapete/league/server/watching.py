"""News of an event for pages that stay open: one reader of the database an event, and any number of streams that show the newest only.

A ring of this server is heard at once; what another server decided is seen at the next look, a second later at the most.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import StreamingResponse

from tapete.core import codec
from tapete.league.server.league import League
from tapete.league.store import said
from tapete.league.store.said import ResultReport
from tapete.league.tournament import Tournament

LOOK_S = 1.0
"""How often the database is asked without a ring."""

PAINT_S = 0.1
"""The shortest time between two states: a wall is painted ten times a second at the most."""

PING_S = 10.0
"""How often a stream says that it is alive."""

RETRY_MS = 1_000
"""How soon a page that lost its stream tries again."""

_log = logging.getLogger(__name__)


class Seen(Struct, frozen=True, kw_only=True):
    """An event as its pages show it."""

    tournament: Tournament
    names: Mapping[str, str]
    calls: Mapping[int, int]
    reports: tuple[ResultReport, ...]
    mark: tuple[int, ...]


async def see(league: League, shop: str, event: str) -> Seen:
    """Read an event with all that its pages show.

    Raises:
        Illegal: there is none of that name.
    """
    store = league.store
    mark = await store.mark(shop, event)
    return Seen(
        tournament=await store.load(shop, event),
        names=await store.names(shop),
        calls=await said.calls(store.engine, shop, event),
        reports=await said.reports(store.engine, shop, event),
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

    def join(self) -> asyncio.Event:
        """Wait here for a newer state."""
        news = asyncio.Event()
        self._news.add(news)
        if self._task is None:
            self._task = asyncio.create_task(self._look())
        return news

    def leave(self, news: asyncio.Event) -> bool:
        """Wait no longer. Return whether that was the last one."""
        self._news.discard(news)
        if not self._news and self._task is not None:
            self._task.cancel()
            self._task = None
        return not self._news

    async def _look(self) -> None:
        rung = self._league.join(self._shop, self._event)
        try:
            while not self._league.closing:
                try:
                    await asyncio.wait_for(rung.wait(), LOOK_S)
                except TimeoutError:
                    await self._read(forced=False)
                else:
                    rung.clear()
                    await self._read(forced=True)
                    await asyncio.sleep(PAINT_S)
        finally:
            self._league.leave(self._shop, self._event, rung)
            self._tell()

    async def _read(self, *, forced: bool) -> None:
        """Read what changed; while the database is away the newest state stays, and streams say no ping."""
        try:
            if not forced and await self._league.store.mark(self._shop, self._event) == self.seen.mark:
                return
            seen = await see(self._league, self._shop, self._event)
        except (OSError, SQLAlchemyError) as fault:
            _log.warning("the events cannot be read: %s", type(fault).__name__)
            return
        if seen != self.seen:
            self.seen, self.number = seen, self.number + 1
            self.made.clear()
            self._tell()

    def of(self, key: object, make: Callable[[Seen], bytes]) -> bytes:
        """What a stream makes of the newest state; the same for all that ask within a tenth of a second."""
        now = asyncio.get_running_loop().time()
        found = self.made.get(key)
        if found is None or now - found[0] > PAINT_S:
            found = self.made[key] = now, make(self.seen)
        return found[1]

    def _tell(self) -> None:
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


async def states(league: League, watch: Watch, key: object, make: Callable[[Seen], bytes]) -> AsyncIterator[bytes]:
    """The events of one stream: the state first, then whole states, the newest only, and pings."""
    news = watch.join()
    try:
        yield b"retry: %d\n\n" % RETRY_MS
        sent = 0
        while not league.closing:
            if watch.number != sent:
                sent = watch.number
                yield watch.of(key, make)
            news.clear()
            if watch.number != sent:
                continue
            try:
                await asyncio.wait_for(news.wait(), PING_S)
            except TimeoutError:
                yield message("ping", sent, {"now_ms": league.now_ms()})
    finally:
        if watch.leave(news):
            for place, one in list(league.watches.items()):
                if one is watch:
                    del league.watches[place]


async def stream(asked: Request, league: League, key: object, make: Callable[[Seen], bytes]) -> StreamingResponse:
    """Answer with the states of the event that the address names.

    Args:
        asked: the request.
        league: whose events.
        key: of what is made: two streams with one key get the same bytes.
        make: one event of the stream out of a state.

    Raises:
        Illegal: there is no such event.
    """
    watch = await watched(league, asked.path_params["shop"], asked.path_params["event"])
    headers = {"cache-control": "no-cache", "x-accel-buffering": "no"}
    return StreamingResponse(states(league, watch, key, make), media_type="text/event-stream", headers=headers)
