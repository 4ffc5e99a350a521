"""Pictures for pages that stay open: server-sent events, each with a number that grows as its id.

The first event of every connection is the whole picture, so that a page that was away is right again without asking; later ones carry the
parts that changed since, whole, or for pages that ask for it as edits of what the same connection has brought.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Hashable, Mapping, Sequence
from typing import Any, Literal, TypedDict

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from tapete.core import codec
from tapete.web.differing import changes
from tapete.web.errors import PageError
from tapete.web.limits import STREAMS, STREAMS_OF_ALL, ConcurrencyLimit

STILL_HERE_S = 5.0
"""How often a connection says that it is alive, and what time it is: both ends notice a dead one, and a page's clocks are the table's."""

RETRY_MS = 500
"""How soon a page that lost its connection tries again."""


class ChangeSignal:
    """Any thread may send it, and everything that waits for it in the event loop wakes up. One for each match and each console."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Event, asyncio.AbstractEventLoop] = {}

    def send(self) -> None:
        """Something changed."""
        for loop in set(self._waiting.copy().values()):
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._wake, loop)

    def _wake(self, here: asyncio.AbstractEventLoop) -> None:
        for event, loop in self._waiting.items():
            if loop is here:
                event.set()

    def join(self, event: asyncio.Event | None = None) -> asyncio.Event:
        """Wait here from now on (with an event that waits elsewhere too); called in the event loop."""
        event = event or asyncio.Event()
        self._waiting[event] = asyncio.get_running_loop()
        return event

    def leave(self, event: asyncio.Event) -> None:
        """Wait no longer."""
        self._waiting.pop(event, None)

    @property
    def listeners(self) -> int:
        """How many pages wait."""
        return len(self._waiting)


class StreamLimit:
    """Whether the server is closing: open streams end by themselves then, instead of being cut off."""

    def __init__(self) -> None:
        self.closing = False
        self.places = ConcurrencyLimit(STREAMS, STREAMS_OF_ALL)
        """Streams that may be open at one time."""
        self._open: set[asyncio.Event] = set()

    def enter(self, woken: asyncio.Event) -> None:
        """A stream that waits on this event is open."""
        self._open.add(woken)

    def leave(self, woken: asyncio.Event) -> None:
        """It has ended."""
        self._open.discard(woken)

    def close(self) -> None:
        """Let every stream end; called in the event loop."""
        self.closing = True
        for woken in self._open:
            woken.set()


Picture = tuple[int, Mapping[str, str]]
"""The number of the newest entry, and the rendered parts by name."""


class Turns:
    """Pictures of one match are drawn one after the other, each once for all pages that wait for it.

    All at once they would take turns at the same processor: every page would wait for the last picture.
    """

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._next: dict[Hashable, asyncio.Task[Picture]] = {}

    async def drawn(self, which: Hashable, draw: Callable[[], Picture]) -> Picture:
        """The picture as it is now, drawn away from the event loop.

        Args:
            which: the same for pages that are alike. draw: makes it.
        """
        if which not in self._next:
            self._next[which] = asyncio.create_task(self._in_turn(which, draw))
        return await asyncio.shield(self._next[which])

    async def _in_turn(self, which: Hashable, draw: Callable[[], Picture]) -> Picture:
        async with self._turn:
            del self._next[which]  # who asks from here on may know of more
            return await run_in_threadpool(draw)


class Pictured(TypedDict):
    """What is new: the newest entry's number, and the rendered parts that have changed, by name; `run` changes with a restart."""

    run: str
    seq: int
    fragments: Mapping[str, str]


class Now(TypedDict):
    """The table's time in milliseconds."""

    now: int


class PictureEvent(TypedDict):
    """Something is new."""

    event: Literal["picture"]
    id: int
    data: Pictured


class HereEvent(TypedDict):
    """Nothing is new, and the table is there."""

    event: Literal["here"]
    data: Now


STREAMED: tuple[Any, ...] = (PictureEvent, HereEvent)
"""The events of a match's stream."""


def message(kind: str, seq: int, body: Any) -> bytes:
    """One event as it goes over the line."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (seq, kind.encode(), codec.encode(body))


def here() -> bytes:
    """The event that says nothing but that the table is there, and its time in milliseconds."""
    told: Now = {"now": round(time.time() * 1000)}
    return b"event: here\ndata: %s\n\n" % codec.encode(told)


async def pictures(
    signal: ChangeSignal,
    limit: StreamLimit,
    render: Callable[[], Awaitable[Picture]],
    may_look: Callable[[], bool] = lambda: True,
    also: Sequence[ChangeSignal] = (),
    run: str = "",
    edits: bool = False,
) -> AsyncIterator[bytes]:
    """The events of one connection.

    Args:
        signal: sent when there may be something new.
        limit: of this server; the stream ends when it closes.
        render: makes the picture as it is now.
        may_look: whether the visitor's key still fits; the stream ends once it does not.
        also: further signals that are sent when there may be something new.
        run: names what numbers the pictures: after a restart they begin again, and say nothing of those before it.
        edits: a part of which little has changed goes as what to change of it as this connection had it last (`tapete.web.differing`).
    """
    woken = signal.join()
    for other in also:
        other.join(woken)
    limit.enter(woken)
    sent: dict[str, str] = {}
    try:
        yield b"retry: %d\n\n" % RETRY_MS
        while not limit.closing and may_look():
            woken.clear()
            seq, parts = await render()
            changed = {name: str(html) for name, html in parts.items() if sent.get(name) != html}
            first = not sent
            if changed:
                pictured: Pictured = {"run": run, "seq": seq, "fragments": changed}
                yield message("picture", seq, {**pictured, "fragments": changes(sent, changed)} if edits else pictured)
                sent.update(changed)
            if first:
                yield here()
            try:
                async with asyncio.timeout(STILL_HERE_S):
                    await woken.wait()
            except TimeoutError:
                yield here()
    finally:
        for one in (signal, *also):
            one.leave(woken)
        limit.leave(woken)


HEADERS = {"cache-control": "no-cache", "x-accel-buffering": "no"}


class EventStream(StreamingResponse):
    """Events as an answer that ends when they do, or when nobody listens any more.

    It hears of a closed connection by itself: where a server announces ASGI 2.4, Starlette waits for the next event to fail, and a match in
    which nothing happens has none.
    """

    def __init__(self, events: AsyncIterator[bytes]) -> None:
        super().__init__(events, media_type="text/event-stream", headers=HEADERS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def told(message: Message) -> None:
            try:
                await send(message)
            except OSError as broken:
                raise ClientDisconnect from broken

        both = [asyncio.ensure_future(self.stream_response(told)), asyncio.ensure_future(self.listen_for_disconnect(receive))]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in both:
                one.cancel()
            ended = await asyncio.gather(*both, return_exceptions=True)
            if isinstance(self.body_iterator, AsyncGenerator):
                await self.body_iterator.aclose()
        for fault in ended:
            if isinstance(fault, Exception) and not isinstance(fault, ClientDisconnect):
                raise fault


class _LimitedStream(EventStream):
    """A stream that gives its place back when it ends."""

    def __init__(self, events: AsyncIterator[bytes], places: ConcurrencyLimit, whose: str) -> None:
        super().__init__(events)
        self._places, self._whose = places, whose

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._places.leave(self._whose)


def placed(events: AsyncIterator[bytes], places: ConcurrencyLimit, whose: str) -> EventStream:
    """Events as an answer that does not end and has a place for as long.

    Args:
        events: of the stream. places: for streams. whose: the address, the link or the table that is counted.

    Raises:
        PageError: too many streams are open, of these or in all (503).
    """
    if not places.take(whose):
        raise PageError(503, "too_many_pages")
    return _LimitedStream(events, places, whose)


def stream(asked: Request, events: AsyncIterator[bytes]) -> EventStream:
    """Events as an answer that does not end, counted by the visitor's address; as `placed`."""
    limit: StreamLimit = asked.app.state.stream_limit
    return placed(events, limit.places, asked.client.host if asked.client else "")
