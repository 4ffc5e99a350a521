"""The client of the server of events: signed requests over HTTP, and its stream of states."""

from __future__ import annotations

import http.client
import secrets
import socket
import time
from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Protocol
from urllib.parse import urlsplit

from msgspec import Struct

from tapete.core.codec import parse
from tapete.league.joining.address import JoinAddress
from tapete.league.joining.pinned import PinnedConnection
from tapete.league.protocol import (
    LOOK,
    NOW,
    PING_S,
    STREAM,
    NextMatch,
    Stamp,
    StreamedAnswer,
    signed_headers,
    streamed,
)

PATIENCE_S = 15.0
"""How long an answer is waited for."""

OPENS_S = 5.0
"""How long the head of a stream's answer is waited for: it comes at once, unless a balancer waits for the end of the request."""

SINGLY_S = 600.0
"""How long lines go in requests of their own after a stream failed and they did not."""

LOOK_S = 6.0
"""How long a person waits after scanning an address."""

SILENT_S = 3 * PING_S
"""A stream that says nothing for so long is broken."""

LARGEST = 1024 * 1024
"""Bytes of an answer that are read."""


class ServerAway(Exception):
    """The server did not answer."""


class NotStreamed(Exception):
    """The server takes no stream of requests, or not now."""


class NotLetIn(ServerAway):
    """Something answered, and let this table not in: `status` of HTTP, 0 where it was no answer of a server of events."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(f"{status} {why}")
        self.status = status


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
    """Requests of one table; one thread at a time. Connections are kept open.

    Args:
        address: of the table. computer: a word that tells this computer from another one with the same address; empty: it says none.
    """

    def __init__(self, address: JoinAddress, computer: str = "") -> None:
        self.address, self._computer = address, computer
        self._run, self._number = secrets.token_hex(8), 0
        self._ahead_ms = 0
        """How far the server's clock is ahead of this computer's, as it told."""
        self._connection: http.client.HTTPConnection | None = None
        self._stream: _Stream | None = None
        self._singly_until = 0.0

    def post(self, path: str, body: bytes) -> Reply:
        """Send a signed request; lines of a match go within one that stays open, where the server and what is before it let them.

        Args:
            path: with its query. body: its bytes.

        Raises:
            ServerAway: no answer; it may have been taken all the same.
        """
        match = path.removeprefix(f"{self.address.path}/matches/").removesuffix("/lines")
        if path != f"{self.address.path}/matches/{match}/lines" or time.monotonic() < self._singly_until:
            return self._post(path, body)
        try:
            return self._over_stream(match, path, body)
        except (OSError, http.client.HTTPException, NotStreamed):
            self._end_stream()
        reply = self._post(path, body)
        if reply.status < 500:
            self._singly_until = time.monotonic() + SINGLY_S
        return reply

    def _over_stream(self, match: str, path: str, body: bytes) -> Reply:
        """Send lines over the stream, which is opened first where there is none."""
        kept = self._stream is not None
        try:
            return self._streamed(match, path, body)
        except (ConnectionError, http.client.HTTPException):
            if not kept:
                raise
            self._end_stream()  # the server ended it meanwhile
            return self._streamed(match, path, body)

    def _streamed(self, match: str, path: str, body: bytes) -> Reply:
        for _try in range(2):
            if self._stream is None:
                self._stream = self._opened()
            answer = parse(self._stream.asked(streamed(match, self.address.key, path, body, self._stamp())), StreamedAnswer)
            if answer.now_ms is None:
                break
            self._ahead_ms = answer.now_ms - _own_ms()  # once more, by the server's time
        return Reply(answer.status, bytes(answer.body), answer.wait_s)

    def _opened(self) -> _Stream:
        """Open a stream.

        Raises:
            NotStreamed: the server has none, or what is before it keeps the request back.
        """
        path = f"{self.address.path}/{STREAM}"
        for _try in range(2):
            stream = _Stream(connect(self.address, PATIENCE_S), path, self._headers("POST", path, b""))
            if stream.answer.status == HTTPStatus.OK:
                return stream
            told = self._time_told(stream.answer)
            stream.close()
            if not told:
                break
        raise NotStreamed(str(stream.answer.status))

    def _end_stream(self) -> None:
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def _post(self, path: str, body: bytes) -> Reply:
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
        answer = self._asked(self._connection, "POST", path, body)
        found = answer.read(LARGEST)
        if answer.will_close:
            self.close()
        wait = answer.headers.get("Retry-After", "")
        return Reply(answer.status, found, float(wait) if wait.isdecimal() else None)

    def _asked(self, connection: http.client.HTTPConnection, method: str, path: str, body: bytes = b"") -> http.client.HTTPResponse:
        """Ask, and once more where the server has another time than this computer."""
        connection.request(method, path, body or None, self._headers(method, path, body))
        answer = connection.getresponse()
        if not self._time_told(answer):
            return answer
        answer.read(LARGEST)
        connection.request(method, path, body or None, self._headers(method, path, body))
        return connection.getresponse()

    def _time_told(self, answer: http.client.HTTPResponse) -> bool:
        """Take over the server's time where it has another one. Return whether it has."""
        told = answer.headers.get(NOW, "")
        if answer.status != HTTPStatus.UNAUTHORIZED or not (told.isdecimal() and told.isascii() and len(told) < 16):
            return False
        self._ahead_ms = int(told) - _own_ms()
        return True

    def _stamp(self) -> Stamp:
        """The stamp of the next request."""
        self._number += 1
        return Stamp(_own_ms() + self._ahead_ms, self._number, self._run, self._computer)

    def _headers(self, method: str, path: str, body: bytes) -> dict[str, str]:
        signed = signed_headers(self.address.host, self.address.key_no, self.address.key, method, path, body, self._stamp())
        return signed | ({"Content-Type": "application/json"} if body else {})

    def close(self) -> None:
        """Let the connections go."""
        self._end_stream()
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def look(self) -> NextMatch:
        """What this table would play if it took part; it does not count as taking part.

        Raises:
            ServerAway: no answer within some seconds. NotLetIn: the address holds no more, or leads to no server of events.
        """
        try:
            for kind, raw in self.follow(asks=f"?{LOOK}=yes", patience_s=LOOK_S):
                if kind == "next":
                    return parse(raw, NextMatch)
        except ValueError as fault:  # msgspec's too
            raise NotLetIn(0, str(fault)) from fault
        raise NotLetIn(0, "no state")

    def follow(
        self, opened: Callable[[socket.socket], None] = lambda sock: None, *, asks: str = "", patience_s: float = SILENT_S
    ) -> Iterator[tuple[str, bytes]]:
        """The stream of what this table plays: kinds and data, until it ends.

        Args:
            opened: told of the socket, so that another thread can end the stream by shutting it.
            asks: the query of the address. patience_s: for so many seconds it may be silent.

        Raises:
            ServerAway: it broke. NotLetIn: the server did not let this table in.
        """
        path = f"{self.address.path}/next{asks}"
        connection = connect(self.address, patience_s)
        try:
            connection.connect()
            opened(connection.sock)
            with self._asked(connection, "GET", path) as answer:
                if answer.status != 200:
                    raise NotLetIn(answer.status, answer.read(LARGEST).decode("utf-8", "replace"))
                yield from _events(answer)
        except (OSError, http.client.HTTPException) as fault:
            raise ServerAway(str(fault)) from fault
        finally:
            connection.close()


class _Stream:
    """A request that stays open, and the answers that come meanwhile.

    Args:
        connection: nothing was sent over it yet. path, headers: of the request.

    Raises:
        OSError, HTTPException: there is no connection, or no answer in time.
    """

    def __init__(self, connection: http.client.HTTPConnection, path: str, headers: dict[str, str]) -> None:
        self._connection = connection
        try:
            connection.putrequest("POST", path, skip_accept_encoding=True)
            for name, value in {**headers, "Content-Type": "application/octet-stream", "Transfer-Encoding": "chunked"}.items():
                connection.putheader(name, value)
            connection.endheaders()
            self._line = connection.sock
            self._line.settimeout(OPENS_S)
            self.answer = connection.getresponse()
            self._line.settimeout(PATIENCE_S)
        except BaseException:
            connection.close()
            raise

    def asked(self, request: bytes) -> bytes:
        """Send a request and wait for its answer.

        Raises:
            OSError: there is none; it may have been taken all the same.
        """
        self._line.sendall(b"%x\r\n%b\r\n" % (len(request), request))
        answer = self.answer.readline(LARGEST)
        if not answer.endswith(b"\n"):
            raise ConnectionResetError("the stream has ended")
        return answer

    def close(self) -> None:
        """Let it go."""
        self.answer.close()
        self._connection.close()


def _own_ms() -> int:
    """Milliseconds UTC of this computer's clock."""
    return time.time_ns() // 1_000_000


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
    if address.pin:
        return PinnedConnection(parts.hostname or "", parts.port, timeout_s, address.pin)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    return kind(parts.hostname or "", parts.port, timeout=timeout_s)
