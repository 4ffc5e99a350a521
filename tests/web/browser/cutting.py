"""Something between a browser and a server that cuts what follows, as networks do: after a message of one kind, or without a sign."""

from __future__ import annotations

import contextlib
import socket
import threading
from types import TracebackType
from typing import Self


class Cutting:
    """Passes connections on to a server of this computer, and cuts its streams.

    Args:
        port: of the server.
    """

    def __init__(self, port: int) -> None:
        self._to = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self.cuts = 0
        """How many streams were cut."""
        self._after, self._swallows = b"", False
        self._open: set[socket.socket] = set()
        self._streams: set[socket.socket] = set()
        self._mute: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True, name="cutting").start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._listening.close()
        for one in list(self._open):
            _shut(one)

    def cut_after(self, kind: str) -> None:
        """Cut each stream once it has told a message of this kind (`retry` is what it begins with); nothing: pass all on."""
        self._after = b"retry: " if kind == "retry" else f"event: {kind}\n".encode() if kind else b""

    def hold(self) -> None:
        """Pass on nothing more of the streams that are open now, and do not end them; new connections are passed on.

        So it is when the table's computer lost its power and is back: what a browser sends on an old connection ends that, and it sends
        nothing on a stream.
        """
        self._mute |= self._streams
        for one in self._open - self._mute:
            _shut(one)

    def swallow(self, *, yes: bool) -> None:
        """Pass nothing on at all, and end nothing: a phone out of reach of its network. Once it is back, what was open is ended."""
        self._swallows = yes
        if yes:
            self._mute |= self._open
        else:
            for one in list(self._open):
                _shut(one)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # it is closed with the test
            while True:
                browser, _ = self._listening.accept()
                threading.Thread(target=self._pass_on, args=(browser,), daemon=True, name="cutting").start()

    def _pass_on(self, browser: socket.socket) -> None:
        self._open.add(browser)
        if self._swallows:
            return
        try:
            server = socket.create_connection(("127.0.0.1", self._to))
        except OSError:
            _shut(browser)
            return
        self._open.add(server)
        threading.Thread(target=self._forward, args=(browser, server), daemon=True, name="cutting").start()
        self._back(server, browser)

    def _forward(self, browser: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while octets := browser.recv(65_536):
                if browser not in self._mute:
                    server.sendall(octets)
        if browser not in self._mute:
            _shut(server)

    def _back(self, server: socket.socket, browser: socket.socket) -> None:
        heard, streams = b"", False
        with contextlib.suppress(OSError):
            while octets := server.recv(65_536):
                if browser in self._mute:
                    continue
                heard = (heard + octets)[-200_000:]
                if b"text/event-stream" in octets:
                    streams = True
                    self._streams |= {browser, server}
                if streams and self._after and (at := heard.find(self._after)) >= 0 and (end := heard.find(b"\n\n", at)) >= 0:
                    rest = len(heard) - (end + 2)
                    browser.sendall(octets[: len(octets) - rest] if rest <= len(octets) else b"")
                    self.cuts += 1
                    break
                browser.sendall(octets)
        if browser not in self._mute:
            for one in (browser, server):
                _shut(one)
                self._open.discard(one)


def _shut(one: socket.socket) -> None:
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
