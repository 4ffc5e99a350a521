"""The thin edge to the server: signed requests over HTTP, and its stream of states."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Callable, Iterator
from typing import Protocol
from urllib.parse import urlsplit

from msgspec import Struct

from tapete.league.joining.address import JoinAddress
from tapete.league.protocol import HOST, KEY, PING_S, SIGNATURE, signature

PATIENCE_S = 15.0
"""How long an answer is waited for."""

SILENT_S = 3 * PING_S
"""A stream that says nothing for so long is broken."""

LARGEST = 1024 * 1024
"""Bytes of an answer that are read."""


class ServerAway(Exception):
    """The server did not answer."""


class Reply(Struct, frozen=True):
    """An answer. `wait_s`: how long the server wants to be left alone; None: it did not say."""

    status: int
    body: bytes
    wait_s: float | None = None


class Sender(Protocol):
    """Sends one request and waits for its answer."""

    def post(self, path: str, body: bytes) -> Reply:
        """Send; raises `ServerAway`."""


class Client:
    """Requests of one table; one thread at a time. The connection is kept open."""

    def __init__(self, address: JoinAddress) -> None:
        self.address = address
        self._connection: http.client.HTTPConnection | None = None

    def post(self, path: str, body: bytes) -> Reply:
        """Send a signed request.

        Args:
            path: with its query. body: its bytes.

        Raises:
            ServerAway: no answer; it may have been taken all the same.
        """
        kept = self._connection is not None
        try:
            return self._posted(path, body)
        except (OSError, http.client.HTTPException) as fault:
            self.close()
            if kept and isinstance(fault, ConnectionError | http.client.HTTPException):  # the server closed it meanwhile
                try:
                    return self._posted(path, body)
                except (OSError, http.client.HTTPException) as again:
                    self.close()
                    raise ServerAway(str(again)) from again
            raise ServerAway(str(fault)) from fault

    def _posted(self, path: str, body: bytes) -> Reply:
        if self._connection is None:
            self._connection = connect(self.address, PATIENCE_S)
        self._connection.request("POST", path, body, {**self._headers("POST", path, body), "Content-Type": "application/json"})
        answer = self._connection.getresponse()
        found = answer.read(LARGEST)
        if answer.will_close:
            self.close()
        wait = answer.headers.get("Retry-After", "")
        return Reply(answer.status, found, float(wait) if wait.isdecimal() else None)

    def _headers(self, method: str, path: str, body: bytes) -> dict[str, str]:
        signed = signature(self.address.key, method, path, body)
        return {HOST: self.address.host, KEY: str(self.address.key_no), SIGNATURE: signed}

    def close(self) -> None:
        """Let the connection go."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def follow(self, opened: Callable[[socket.socket], None] = lambda sock: None) -> Iterator[tuple[str, bytes]]:
        """The stream of what this table plays: kinds and data, until it ends.

        Args:
            opened: told of the socket, so that another thread can end the stream by shutting it.

        Raises:
            ServerAway: it broke, or the server did not let this table in.
        """
        path = f"{self.address.path}/next"
        connection = connect(self.address, SILENT_S)
        try:
            connection.request("GET", path, headers=self._headers("GET", path, b""))
            if connection.sock is not None:
                opened(connection.sock)
            with connection.getresponse() as answer:
                if answer.status != 200:
                    raise ServerAway(f"{answer.status} {answer.read(LARGEST).decode('utf-8', 'replace')}")
                yield from _events(answer)
        except (OSError, http.client.HTTPException) as fault:
            raise ServerAway(str(fault)) from fault
        finally:
            connection.close()


def _events(answer: http.client.HTTPResponse) -> Iterator[tuple[str, bytes]]:
    kind, data = "", b""
    while line := answer.readline(LARGEST):
        line = line.rstrip(b"\r\n")
        if line.startswith(b"event: "):
            kind = line[7:].decode()
        elif line.startswith(b"data: "):
            data = line[6:]
        elif not line and kind:
            yield kind, data
            kind, data = "", b""


def connect(address: JoinAddress, timeout_s: float) -> http.client.HTTPConnection:
    """A connection to the server of an address; nothing is sent yet."""
    parts = urlsplit(address.server)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    return kind(parts.hostname or "", parts.port, timeout=timeout_s)
