"""Requests of pages that come by messages: each becomes one of ASGI, its answer goes back in pieces. Cookies are kept here.

A service worker neither sees nor sets cookies, so the whole tab has one jar.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from http.cookies import CookieError, SimpleCookie
from typing import Any, Protocol
from urllib.parse import unquote, urlsplit

from starlette.types import ASGIApp, Message

_log = logging.getLogger(__name__)

HERE = ("127.0.0.1", 1)
"""From where the pages of a tab ask: from this computer."""

OURS = frozenset({"host", "cookie", "content-length", "origin", "sec-fetch-site"})
"""Headers of a request that are said here, whatever a page says."""


class PageRequest(Protocol):
    """A request that has come, and the way back."""

    method: str
    url: str
    headers: Sequence[tuple[str, str]]
    body: bytes
    length: int
    """Of the body in bytes; the body itself is empty where no page takes one so long."""
    origin: str
    """Of the page that asks: an origin, or `null` where the browser itself sends a form."""

    @property
    def gone(self) -> Awaitable[object]:
        """Is done once the page wants no more."""

    def start(self, status: int, headers: list[tuple[str, str]]) -> None:
        """Begin the answer."""

    def piece(self, piece: bytes) -> None:
        """Go on with it."""

    def end(self) -> None:
        """It is complete."""

    def fault(self) -> None:
        """There is no answer, or no more of it."""


class Jar:
    """The cookies of a tab, by name and path; they last as long as the tab.

    Args:
        kept: what an earlier tab left (`lasting`).
        changed: called with what is to outlast the tab whenever that has changed.
    """

    def __init__(self, kept: dict[str, str] | None = None, changed: Callable[[dict[str, str]], None] = lambda kept: None) -> None:
        self._cookies: dict[tuple[str, str], str] = {}
        self._lasting = dict(kept or {})
        self._changed = changed
        for header in self._lasting.values():
            self._take(header)

    def of(self, path: str) -> str:
        """The header that goes with a request; empty where nothing does. The longest path comes first (RFC 6265, 5.4)."""
        fits = [
            (place, name, value)
            for (name, place), value in self._cookies.items()
            if path == place or path.startswith(place if place.endswith("/") else f"{place}/")
        ]
        return "; ".join(f"{name}={value}" for place, name, value in sorted(fits, key=lambda one: -len(one[0])))

    def keep(self, header: str) -> None:
        """Take a cookie out of an answer (`Set-Cookie`)."""
        name, lasts = self._take(header)
        if lasts and self._lasting.get(name) != header:
            self._lasting[name] = header
            self._changed(self._lasting)

    def _take(self, header: str) -> tuple[str, bool]:
        try:
            ((name, morsel),) = SimpleCookie(header).items()
        except (CookieError, ValueError):
            return "", False
        key, age = (name, morsel["path"] or "/"), morsel["max-age"]
        if age == "0":
            self._cookies.pop(key, None)
        else:
            self._cookies[key] = morsel.value
        return name, age not in ("", "0")


class PageBridge:
    """Answers the pages of a tab.

    Args:
        app: the application.
        keep: brings what has changed to where it outlasts the tab; awaited before the answer to anything but a question leaves.
        jar: the cookies.
    """

    def __init__(self, app: ASGIApp, keep: Callable[[], Awaitable[None]], jar: Jar | None = None) -> None:
        self._app, self._keep, self._jar = app, keep, jar or Jar()
        self._answering: set[asyncio.Task[None]] = set()

    def take(self, asked: PageRequest) -> None:
        """Answer a request, by a task of its own."""
        task = asyncio.get_running_loop().create_task(self.answer(asked))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    def scope(self, asked: PageRequest) -> dict[str, Any]:
        """The request in the words of ASGI."""
        parts = urlsplit(asked.url)
        headers = [(name.lower(), value) for name, value in asked.headers if name.lower() not in OURS]
        headers.append(("host", parts.netloc))
        if cookies := self._jar.of(parts.path):
            headers.append(("cookie", cookies))
        if asked.method not in ("GET", "HEAD"):
            headers += [("content-length", str(asked.length)), ("origin", asked.origin)]
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": asked.method,
            "scheme": parts.scheme,
            "path": unquote(parts.path),
            "raw_path": parts.path.encode(),
            "query_string": parts.query.encode(),
            "root_path": "",
            "headers": [(name.encode("latin-1"), value.encode("latin-1", "replace")) for name, value in headers],
            "client": HERE,
            "server": (parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)),
            "state": {},
        }

    async def answer(self, asked: PageRequest) -> None:
        """Answer a request; returns when the answer is complete, or the page wants no more of it."""
        bodies = [asked.body]

        async def receive() -> Message:
            if bodies:
                return {"type": "http.request", "body": bodies.pop(), "more_body": False}
            await asked.gone
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                if asked.method not in ("GET", "HEAD"):
                    await self._keep()
                told = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]]
                for name, value in told:
                    if name == "set-cookie":
                        self._jar.keep(value)
                asked.start(message["status"], [(name, value) for name, value in told if name != "set-cookie"])
                return
            if piece := message.get("body", b""):
                asked.piece(bytes(piece))
            if not message.get("more_body", False):
                asked.end()

        try:
            await self._app(self.scope(asked), receive, send)
        except Exception:  # noqa: BLE001 - a page that waits for an answer hears of it
            _log.exception("%s %s", asked.method, urlsplit(asked.url).path)
            asked.fault()
