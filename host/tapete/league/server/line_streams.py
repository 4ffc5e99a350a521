"""Many requests for lines within one that stays open: each is signed, judged and on the disk before its answer, as if it had come alone.

A request is a line (`StreamedHead`) and its body; an answer is a line (`StreamedAnswer`). The answers go while the request still comes,
which HTTP/1.1 allows and a balancer that keeps nothing back lets through.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from tapete.core import codec
from tapete.league.protocol import (
    MOST_BODY,
    MOST_HEAD,
    NO_OPENING,
    NOW,
    SILENT_STREAM_S,
    STREAM,
    STREAM_TYPE,
    Id,
    StreamedAnswer,
    StreamedHead,
    decoded,
    read_lines,
)
from tapete.league.server import server_codes
from tapete.league.server.access import league_of
from tapete.league.server.errors import Denied, on_error
from tapete.league.server.incoming import check, checked, host_named, intake_of, not_taken, said, signed_by, taken
from tapete.league.server.intake import DatabaseTrouble, TooManyWaiting
from tapete.league.store.hosts import HostRow
from tapete.league.store.lines import Answer, SentLines
from tapete.web.connections import STREAMED, Streamed

WAIT = "retry-after"
"""The header by which an answer of its own says how long to wait."""


def is_stream(path: str) -> bool:
    """Whether the body of an address is a stream, which nothing may wait for the end of.

    Args:
        path: of a request.
    """
    return path.startswith("/v1/shops/") and path.endswith(f"/{STREAM}")


class LineStream(Response):
    """The answers of one stream.

    A line that goes on from what is there is read, checked, written and answered where its bytes come and where its transaction ends; for
    all else, such as the first line of a match or a fault, the task of the request is woken.

    Args:
        asked: the request that brings it; its head was signed. row: of the host that signed. line: its connection.
    """

    def __init__(self, asked: Request, row: HostRow, line: Streamed) -> None:
        self._head = StreamingResponse((), media_type=STREAM_TYPE).raw_headers
        self._asked, self._row, self._line, self._league, self._bodies = asked, row, line, league_of(asked), asked.app.state.bodies
        self._intake, self._figures = intake_of(asked), asked.app.state.figures
        self._path = asked.scope.get("raw_path", b"").decode("ascii", "replace").removesuffix(f"/{STREAM}")
        self._come, self._last, self._over, self._ends = bytearray(), False, False, False
        """What has come and was not read; whether nothing follows; whether nothing can be read after the request in hand, or is to be."""
        self._busy = False
        """Whether a request is in hand; the next one waits for its answer."""
        self._begun_at = self._heard_at = 0.0
        """When the request in hand began, and when bytes came last."""
        self._later: Callable[[], Awaitable[Answer]] | None = None
        """What the task does for the request in hand."""
        self._unsaid: bytes | None = None
        """An answer that the other side did not take at once."""
        self._woken = asyncio.Event()
        self.background = None

    def end(self) -> None:
        """Let it end as soon as the request in hand is answered; called in the event loop."""
        self._ends = True
        self._woken.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer for as long as requests come."""
        key = self._row.shop, self._row.host
        if (before := self._league.line_streams.get(key)) is not None:
            before.end()  # a table has one
        self._league.line_streams[key] = self
        self._loop = asyncio.get_running_loop()
        self._silence = self._loop.call_later(SILENT_STREAM_S, self._look)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self._head})
            self._line.listen(self._heard)
            self._heard()
            while self._busy or not self._ends:
                await self._woken.wait()
                self._woken.clear()
                if (later := self._later) is not None:
                    self._later = None
                    await self._do(later)
                if (unsaid := self._unsaid) is not None:
                    self._unsaid = None
                    await send({"type": "http.response.body", "body": unsaid, "more_body": True})
                    self._go_on()
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self._line.listen(None)
            self._silence.cancel()
            self._bodies.give(len(self._come), short=False)
            if self._league.line_streams.get(key) is self:
                del self._league.line_streams[key]

    def _look(self) -> None:
        """End it if it is silent. To set a clock anew for each part that comes would cost more than to look once in that time."""
        until = self._heard_at + SILENT_STREAM_S
        if self._loop.time() >= until:
            self.end()
        else:
            self._silence = self._loop.call_at(until, self._look)

    def _heard(self) -> None:
        """More bytes have come, or the other side has gone."""
        self._heard_at = self._loop.time()
        part, self._last = self._line.part()
        if not self._bodies.take(len(part), short=False):  # there is no room for them
            self.end()
            return
        self._come += part
        if not self._busy:
            self._begin()

    def _go_on(self) -> None:
        """The request in hand is answered."""
        self._busy = False
        self._begin()

    def _begin(self) -> None:
        """Take the next request in hand if it has come whole."""
        if self._ends or self._over or self._league.closing:
            self.end()
            return
        self._begun_at = time.perf_counter()
        try:
            if not self._next() and self._last:
                self.end()
        except Exception as fault:  # noqa: BLE001 - answered as it would be alone
            self._busy = True
            self.set_exception(fault)

    def _taken(self, count: int) -> bytes:
        """The next bytes; they are let go."""
        part = bytes(self._come[:count])
        del self._come[:count]
        self._bodies.give(count, short=False)
        return part

    def _next(self) -> bool:
        """Begin with the next request; False: none has come whole.

        Raises:
            Exception: why it is not taken.
        """
        end = self._come.find(b"\n", 0, MOST_HEAD)
        if end < 0 and len(self._come) < MOST_HEAD:
            return False
        self._over = True  # where this request ends cannot be told until its head is read
        if end < 0:
            raise Denied(413, server_codes.TOO_LONG())
        head: StreamedHead = decoded(bytes(self._come[:end]), StreamedHead)
        if head.length > MOST_BODY:
            raise Denied(413, server_codes.TOO_LONG())
        if len(self._come) <= end + head.length:
            self._over = False
            return False
        self._busy = True
        self._taken(end + 1)
        body, path = self._taken(head.length), f"{self._path}/matches/{head.match}/lines"
        row = self._intake.known(self._row.shop, self._row.host)
        if row is None or row.key_no != self._row.key_no:  # it may be another one again
            self._wake(lambda: self._checked(head, path, body))
            return True
        check(self._asked, row, path, body, head.stamp, head.signature)
        self._over = False
        codec.convert(head.match, Id)
        found = read_lines(body)
        if found.opening is NO_OPENING:
            self._intake.put(SentLines(row.shop, head.match, row.host, found, key_no=row.key_no), self)
        else:
            self._wake(lambda: self._opened(head.match, body))
        return True

    def _wake(self, later: Callable[[], Awaitable[Answer]]) -> None:
        """Let the task do something for the request in hand."""
        self._later = later
        self._woken.set()

    async def _checked(self, head: StreamedHead, path: str, body: bytes) -> Answer:
        row = await checked(self._asked, self._row.host, path, body, head.stamp, head.signature)
        self._over = False
        return await taken(self._asked, row, head.match, body)

    async def _opened(self, match: str, body: bytes) -> Answer:
        """The first lines of a match: where the host sits now says whether it may play the pairing."""
        row = await host_named(self._asked, self._row.shop, self._row.host)
        return Answer(0, "", unsigned=True) if row is None else await taken(self._asked, row, match, body)

    async def _do(self, later: Callable[[], Awaitable[Answer]]) -> None:
        try:
            self._say(*said(await later()))
        except Exception as fault:  # noqa: BLE001 - answered as it would be alone
            made = await on_error(self._asked, fault)
            self._over = self._over and NOW not in made.headers  # who is only told the time signs again
            wait, now = made.headers.get(WAIT), made.headers.get(NOW)
            self._say(made.status_code, made.body, int(wait) if wait else None, int(now) if now else None)

    def _say(self, status: int, told: object, wait_s: int | None = None, now_ms: int | None = None) -> None:
        """Answer the request in hand."""
        self._figures.answered("STREAM", status, time.perf_counter() - self._begun_at)
        body = bytes(told) if isinstance(told, bytes | memoryview) else codec.encode(told)
        answer = codec.encode(StreamedAnswer(status, msgspec.Raw(body), wait_s, now_ms)) + b"\n"
        if self._line.say(answer):
            self._go_on()
        else:
            self._unsaid = answer
            self._woken.set()

    # ---- what waits for an answer of the intake

    def done(self) -> bool:
        """Never: what was read of a stream is taken, also where the other side has gone since."""
        return False

    def set_result(self, answer: Answer, /) -> None:
        """Answer with what is there now."""
        if answer.theirs or answer.unsigned:
            self._wake(lambda: _given(answer))
        else:
            self._say(*said(answer))

    def set_exception(self, fault: Exception, /) -> None:
        """Answer with a fault."""
        self._wake(lambda: _given(not_taken(fault) if isinstance(fault, TooManyWaiting | DatabaseTrouble) else fault))

    def cancel(self) -> None:
        """End it: the server stops."""
        self._busy = False
        self.end()


async def _given(found: Answer | Exception) -> Answer:
    """An answer that is there already.

    Raises:
        Exception: it is a fault.
    """
    if isinstance(found, Exception):
        raise found
    return found


async def stream(asked: Request) -> Response:
    """Take requests for lines one after the other within this one."""
    row = await signed_by(asked, asked.path_params["host"], b"")
    line = asked.scope.get("extensions", {}).get(STREAMED)
    if line is None:  # another server than ours runs this: its tables send each line in a request of its own
        raise Denied(404, server_codes.NOTHING_HERE())
    return LineStream(asked, row, line)


def routes() -> list[Route]:
    """The addresses of this module."""
    return [Route(f"/v1/shops/{{shop}}/hosts/{{host}}/{STREAM}", stream, methods=["POST"])]
