"""The address under which all pages lie: none on a server of its own, `/x/y` behind a proxy or in a folder of a site (`root_path` of ASGI).

Every address that a page or an answer names comes from `under`.
"""

from __future__ import annotations

from contextvars import ContextVar

from starlette.types import ASGIApp, Receive, Scope, Send

from tapete.core.seats import Seat

_root: ContextVar[str] = ContextVar("root", default="")


def root() -> str:
    """The root of the request that is being answered, without a slash at its end."""
    return _root.get()


def under(address: str) -> str:
    """Return the address with which a browser asks for a page.

    Args:
        address: of a route, from its first slash on.
    """
    return root() + address


def board(match: str, seat: Seat | None = None) -> str:
    """The address of a match, or of one seat of it.

    Args:
        match: its id. seat: whose page; None: the whole table's.
    """
    return under(f"/match/{match}" + (f"/seat/{seat}" if seat else ""))


def without(address: str) -> str:
    """The inverse of `under`; an address that does not lie under the root stays as it is."""
    found = root()
    return address[len(found) :] if found and address.startswith(f"{found}/") else address


class Rooted:
    """ASGI: serves an application under a root. A proxy may send the root on or take it off.

    Args:
        app: what comes next.
        root: such as `/x/y`; empty: that of the request's own scope.
    """

    def __init__(self, app: ASGIApp, root: str = "") -> None:
        self.app, self._root = app, root.rstrip("/")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if self._root:
            scope = {**scope, "root_path": self._root}
        mark = _root.set(scope.get("root_path", "").rstrip("/"))
        try:
            await self.app(scope, receive, send)
        finally:
            _root.reset(mark)
