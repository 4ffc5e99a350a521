"""Many requests for lines within one that stays open: each is signed, judged and on the disk before its answer, as if it had come alone.

A request is a line (`StreamedHead`) and its body; an answer is a line (`StreamedAnswer`). The answers go while the request still comes,
which HTTP/1.1 allows and a balancer that keeps nothing back lets through.
"""

from __future__ import annotations

import asyncio
import time

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from tapete.core import codec
from tapete.league.protocol import MOST_BODY, MOST_HEAD, NOW, SILENT_STREAM_S, STREAM, STREAM_TYPE, StreamedAnswer, StreamedHead, decoded
from tapete.league.server import server_codes
from tapete.league.server.access import league_of
from tapete.league.server.errors import Denied, on_error
from tapete.league.server.incoming import checked, signed_by, taken, told

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

    Args:
        asked: the request that brings it; its head was signed. host: by whom.
    """

    def __init__(self, asked: Request, host: str) -> None:
        self._head = StreamingResponse((), media_type=STREAM_TYPE).raw_headers
        self._asked, self._host, self._league, self._bodies = asked, host, league_of(asked), asked.app.state.bodies
        self._path = asked.scope.get("raw_path", b"").decode("ascii", "replace").removesuffix(f"/{STREAM}")
        self._come, self._last, self._over = bytearray(), False, False
        self._patience: asyncio.Timeout | None = None
        self.background = None

    def end(self) -> None:
        """Let it end as soon as the request in hand is answered; called in the event loop."""
        self._over = True
        if self._patience is not None:
            self._patience.reschedule(0.0)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer for as long as requests come."""
        key = self._asked.path_params["shop"], self._host
        if (before := self._league.line_streams.get(key)) is not None:
            before.end()  # a table has one
        self._league.line_streams[key] = self
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self._head})
            while not self._over and not self._league.closing:
                if (answer := await self._next()) is not None:
                    await send({"type": "http.response.body", "body": answer, "more_body": True})
                elif self._last or not await self._more(receive):
                    break
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self._bodies.give(len(self._come), short=False)
            if self._league.line_streams.get(key) is self:
                del self._league.line_streams[key]

    async def _more(self, receive: Receive) -> bool:
        """Wait for more bytes; False: none came in time, or there is no room for them."""
        try:
            async with asyncio.timeout(SILENT_STREAM_S) as self._patience:
                message = await receive()
        except TimeoutError:
            return False
        finally:
            self._patience = None
        part = message.get("body", b"")
        if not self._bodies.take(len(part), short=False):
            return False
        self._come += part
        self._last = not message.get("more_body", False)  # so it is where the other side has gone, too
        return True

    def _taken(self, count: int) -> bytes:
        """The next bytes; they are let go."""
        part = bytes(self._come[:count])
        del self._come[:count]
        self._bodies.give(count, short=False)
        return part

    async def _next(self) -> bytes | None:
        """The answer to the next request that has come whole; None: none has."""
        began, end = time.perf_counter(), self._come.find(b"\n", 0, MOST_HEAD)
        if end < 0 and len(self._come) < MOST_HEAD:
            return None
        self._over = True  # where this request ends cannot be told until its head is read
        try:
            if end < 0:
                raise Denied(413, server_codes.TOO_LONG())
            head: StreamedHead = decoded(bytes(self._come[:end]), StreamedHead)
            if head.length > MOST_BODY:
                raise Denied(413, server_codes.TOO_LONG())
            if len(self._come) <= end + head.length:
                self._over = False
                return None
            self._taken(end + 1)
            body, path = self._taken(head.length), f"{self._path}/matches/{head.match}/lines"
            row = await checked(self._asked, self._host, path, body, head.stamp, head.signature)
            self._over = False
            made = told(await taken(self._asked, row, head.match, body))
        except Exception as fault:  # noqa: BLE001 - answered as it would be alone
            made = await on_error(self._asked, fault)
            self._over = self._over and NOW not in made.headers  # who is only told the time signs again
        self._asked.app.state.figures.answered("STREAM", made.status_code, time.perf_counter() - began)
        wait, now = made.headers.get(WAIT), made.headers.get(NOW)
        answer = StreamedAnswer(made.status_code, msgspec.Raw(made.body), int(wait) if wait else None, int(now) if now else None)
        return codec.encode(answer) + b"\n"


async def stream(asked: Request) -> Response:
    """Take requests for lines one after the other within this one."""
    row = await signed_by(asked, asked.path_params["host"], b"")
    return LineStream(asked, row.host)


def routes() -> list[Route]:
    """The addresses of this module."""
    return [Route(f"/v1/shops/{{shop}}/hosts/{{host}}/{STREAM}", stream, methods=["POST"])]
