"""How pages are served, below what they say."""

from __future__ import annotations

import contextlib
import socket

from tapete.table import Hub
from tapete.web import Server, app


def test_a_body_does_not_wait_for_the_acknowledgement_of_its_head(hub: Hub) -> None:
    server = Server(app(hub))
    with contextlib.closing(server.listener) as listener:
        listener.listen()
        with socket.create_connection((server.host, server.port)):
            accepted, _ = listener.accept()
            with accepted:
                assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
