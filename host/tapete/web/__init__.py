"""The pages of the table: lobby, match, seats, console and rules, as ordinary HTML that server-sent events keep current.

    from tapete.web import app, serve

    serve(hub)                       the lobby at http://127.0.0.1:8765/, until interrupted
    with Server(app(hub)) as server: server.address

`hub` is `tapete.table.Hub`. Nothing is decided here: pages submit actions to the table and draw from its state.
"""

from tapete.web.serving import DEFAULT_PORT, Server, app, serve

__all__ = ["DEFAULT_PORT", "Server", "app", "serve"]
