"""Pages that arrive in pieces, as over a slow network: a test that looks at half a page is found, and not once in a hundred busy runs.

A click of Playwright waits until the next page begins, not until it is whole: after one, a test waits for what it needs (`wait_for_text`,
`wait_for_number`), or for the page (`wait_for_load_state`). Counting at once counts half a page.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PIECES: Final = 3


class InPieces:
    """An application whose pages are sent in pieces, with a pause between them.

    Args:
        served: the application; what else it has is this one's too. pause_s: so long.
    """

    def __init__(self, served: ASGIApp, pause_s: float) -> None:
        self.served, self.pause_s = served, pause_s

    def __getattr__(self, name: str) -> Any:
        return getattr(self.served, name)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.served(scope, receive, send)
            return
        page = False

        async def in_pieces(message: Message) -> None:
            nonlocal page
            if message["type"] == "http.response.start":
                page = any(name == b"content-type" and value.startswith(b"text/html") for name, value in message["headers"])
            body = message.get("body", b"")
            size = len(body) // PIECES + 1
            while page and len(body) > size:
                await send({"type": "http.response.body", "body": body[:size], "more_body": True})
                await asyncio.sleep(self.pause_s)
                body = body[size:]
            await send({**message, "body": body} if "body" in message else message)

        plain = [one for one in scope["headers"] if one[0] != b"accept-encoding"]  # half of a compressed page is nothing
        await self.served({**scope, "headers": plain}, receive, in_pieces)


@contextmanager
def sent(pause_s: float) -> Iterator[None]:
    """Let every server that begins here send its pages in pieces; none without a pause."""
    if not pause_s:
        yield
        return
    begin = uvicorn.Config.__init__

    def began(self: uvicorn.Config, app: Any, *given: Any, **named: Any) -> None:
        begin(self, InPieces(app, pause_s), *given, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(uvicorn.Config, "__init__", began)
        yield
