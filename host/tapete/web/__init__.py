"""The pages of the table: lobby, match, seats, console and rules, as ordinary HTML that server-sent events keep current.

    from tapete.web import app, serve

    serve(hub)                       the lobby at http://127.0.0.1:8765/, until interrupted
    with Server(app(hub)) as server: server.address

`hub` is `tapete.table.Hub`. Nothing is decided here: pages submit actions to the table and draw from its state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tapete.web.application import app
    from tapete.web.serving import DEFAULT_PORT, Server, serve

__all__ = ["DEFAULT_PORT", "Server", "app", "serve"]


if not TYPE_CHECKING:  # a picture of a board needs no server

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from tapete.web import application, serving

        return getattr(application if name == "app" else serving, name)
