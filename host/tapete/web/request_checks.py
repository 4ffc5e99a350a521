"""The first check of every request: host name, origin, frequency and length. It also sets the headers of every answer."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Awaitable, Callable, Mapping, Set
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tapete.station.addresses import outward_address
from tapete.web.limits import LARGEST_HEAD, RateLimit
from tapete.web.root import root, without

MOST_BYTES = 65_536
"""Longest body of a request."""

FILES: Mapping[str, int] = {"/load": 4 * 1024 * 1024}
"""Addresses that take a file, and the longest body there: the longest match that was played by chance has a twentieth of it."""

AGAIN_S = 1.0
"""How soon a body that found no room is to be sent again."""

BODY_S = 15.0
"""How long a body may take to arrive."""

BODIES_OF_ALL, SHORT_BODIES_OF_ALL = 32 * 1024 * 1024, 8 * 1024 * 1024
"""Bytes of bodies that may be held at one time: in all, and of those within `MOST_BYTES`, which need no key."""

UNREAD = frozenset({408, 413, 429, 431})
"""After these answers the connection is closed: the rest of the request is not read."""


FRAMED, NOT_FRAMED = "frame-ancestors 'self'", "frame-ancestors 'none'"
"""Who may show a page within theirs: pages of ours, or nobody."""


def policy(*, frames: bool = False, framed: bool = False) -> str:
    """What a page may load and do.

    Args:
        frames: it shows pages of ours within it. framed: pages of ours may show it within them; those of others never.
    """
    within, around = "frame-src 'self'; " if frames else "", FRAMED if framed else NOT_FRAMED
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; media-src 'self'; connect-src 'self'; "
        f"manifest-src 'self'; {within}form-action 'self'; base-uri 'none'; {around}"
    )


HEADERS = {
    "content-security-policy": policy(),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(self), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""On every answer, errors included; a page may come with a policy of its own (`policy`)."""

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]", "::1"})

Knows = Callable[[Request], Awaitable[bool]]
"""Says of a request, before its body is read, whether its visitor has a key for a long body at this address."""

Refuse = Callable[[Scope, int, str], Awaitable[ASGIApp]]
"""Makes the page or the JSON answer of an error: status and reason."""


def own_address(asked: Request, *, others: bool) -> str:
    """The address by which phones reach this server: that of the request, unless it names this computer only.

    Args:
        asked: what a page was asked for by. others: whether other computers are let in.
    """
    name, port = asked.url.hostname or "", asked.url.port
    if others and name in LOOPBACK_NAMES:
        name = outward_address()
    return f"{asked.url.scheme}://{f'[{name}]' if ':' in name else name}" + (f":{port}" if port else "") + root()


class Bodies:
    """The bytes of all bodies that a server holds, and how much memory they may take together."""

    def __init__(self, most: int = BODIES_OF_ALL, short: int = SHORT_BODIES_OF_ALL) -> None:
        self._most, self._short_most = most, short
        self.held = 0
        self._short = 0

    def take(self, octets: int, *, short: bool) -> bool:
        """Hold so many bytes more, of a short body or of a long one; False: there is no room for them."""
        if self.held + octets > self._most or (short and self._short + octets > self._short_most):
            return False
        self.held += octets
        self._short += octets if short else 0
        return True

    def give(self, octets: int, *, short: bool) -> None:
        """Hold so many bytes less."""
        self.held -= octets
        self._short -= octets if short else 0


class Full(Exception):
    """There is no room for another body now."""


class Guard:
    """Wraps an application.

    Args:
        app: what comes next.
        refuse: makes the answer of an error.
        hosts: names under which this server is known; None admits any address in digits beside the loopback names.
        rate: how often an address may ask.
        longest: the longest body of an address; `FILES` and `MOST_BYTES` when left out.
        knows: whose bodies may be longer than `MOST_BYTES`, where the address takes them; everybody's when left out.
        bodies: the room for all bodies together.
        streams: whether the body of an address is a stream, which the application reads as it comes.
        framed: whether pages of the same origin may show every page within them.
    """

    def __init__(
        self,
        app: ASGIApp,
        refuse: Refuse,
        hosts: Set[str] | None = LOOPBACK_NAMES,
        rate: RateLimit | None = None,
        longest: Callable[[str], int] = lambda path: FILES.get(path, MOST_BYTES),
        knows: Knows | None = None,
        bodies: Bodies | None = None,
        streams: Callable[[str], bool] = lambda path: False,
        framed: bool = False,
    ) -> None:
        self.app, self.refuse, self.hosts = app, refuse, hosts
        self.rate, self.longest, self.knows, self.framed = rate or RateLimit(), longest, knows, framed
        self.bodies, self.streams = bodies or Bodies(), streams

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers, length = Headers(scope=scope), _head_length(scope)
        wait = self.rate.take(scope["client"][0] if scope.get("client") else "")

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                answered = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    answered.setdefault(name, value)
                if self.framed:
                    answered["content-security-policy"] = answered["content-security-policy"].replace(NOT_FRAMED, FRAMED)
                    answered["x-frame-options"] = "SAMEORIGIN"
                answered.setdefault("cache-control", "no-store")
                if wait:
                    answered["retry-after"] = str(int(wait) + 1)
                if wait or message["status"] in UNREAD:
                    answered["connection"] = "close"
                if scope.get("scheme") == "https":  # a cookie that came over TLS goes over nothing else
                    message["headers"] = [
                        (name, value + b"; Secure" if name == b"set-cookie" else value) for name, value in message["headers"]
                    ]
            await send(message)

        if wait:
            await (await self.refuse(scope, 429, "too_fast"))(scope, receive, send_guarded)
            return
        if length > LARGEST_HEAD:
            await (await self.refuse(scope, 431, "head_too_long"))(scope, receive, send_guarded)
            return
        if reason := self._reason(scope, headers):
            await (await self.refuse(scope, *reason))(scope, receive, send_guarded)
            return
        if scope["method"] in {"GET", "HEAD"} or self.streams(without(scope["path"])):
            await self.app(scope, receive, send_guarded)
            return
        most = self.longest(without(scope["path"]))
        said = headers.get("content-length", "")
        is_long = "transfer-encoding" in headers or not said.isdecimal() or int(said) > MOST_BYTES
        if most > MOST_BYTES and is_long and self.knows is not None and not await self.knows(Request(scope)):
            most = MOST_BYTES
        body = _Body(self.bodies, headers, receive, most)
        unread: tuple[int, str] | None = None
        try:
            async with asyncio.timeout(BODY_S):
                whole = await body.read()
        except TimeoutError:
            unread = 408, "too_slow"
        except Full:
            unread = 503, "too_much"
            wait = AGAIN_S
        else:
            unread = None if whole else (413, "too_long")
        try:
            if unread is None:
                await self.app(scope, _replay(body.taken(), receive), send_guarded)
        finally:
            body.let_go()
        if unread is not None:
            await (await self.refuse(scope, *unread))(scope, receive, send_guarded)

    def _reason(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._knows(host):
            return 403, "foreign_host"
        if scope["method"] in {"GET", "HEAD"}:
            return None
        site = headers.get("sec-fetch-site")
        if site is not None and site != "same-origin":
            return 403, "foreign_page"
        origin = headers.get("origin")
        # A form of a page that sends no referrer names its origin "null"; then the form's own token decides.
        if origin is not None and origin != "null" and origin.partition("://")[2] != host:
            return 403, "foreign_page"
        return None

    def _knows(self, host: str) -> bool:
        try:
            told = urlsplit(f"//{host}")
            name, _port = told.hostname or "", told.port  # pages ask for both
        except ValueError:
            return False
        if self.hosts is not None:
            return name in self.hosts
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name in LOOPBACK_NAMES or name.endswith(".local")
        return True


def _head_length(scope: Scope) -> int:
    """Bytes of a request's head as it came (RFC 9112, 2.1); h11 bounds only heads that arrive in pieces."""
    first = len(scope["method"]) + len(scope.get("raw_path") or b"") + len(scope.get("query_string", b"")) + len("  HTTP/1.1\r\n")
    return first + sum(len(name) + len(value) + len(": \r\n") for name, value in scope["headers"])


class _Body:
    """The received part of one request's body.

    Args:
        bodies: the room for all of them. headers: of the request. receive: brings the parts. most: how long it may be, in bytes.
    """

    def __init__(self, bodies: Bodies, headers: Headers, receive: Receive, most: int) -> None:
        self._bodies, self._headers, self._receive, self._most = bodies, headers, receive, most
        self._short = most <= MOST_BYTES
        self._parts: list[bytes] = []
        self._length = 0

    async def read(self) -> bool:
        """Read it; False when it is too long.

        Raises:
            Full: there is no room for it.
        """
        length = self._headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._most:
            return False
        while True:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                return True
            part = message.get("body", b"")
            if self._length + len(part) > self._most:
                return False
            if not self._bodies.take(len(part), short=self._short):
                raise Full
            self._parts.append(part)
            self._length += len(part)
            if not message.get("more_body", False):
                return True

    def taken(self) -> bytes:
        """The whole body; its parts are let go."""
        whole, self._parts = b"".join(self._parts), []
        return whole

    def let_go(self) -> None:
        """It is needed no more."""
        self._bodies.give(self._length, short=self._short)
        self._parts, self._length = [], 0


def _replay(body: bytes, receive: Receive) -> Receive:
    sent = False

    async def replayed() -> Message:
        nonlocal sent
        if not sent:
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return replayed
