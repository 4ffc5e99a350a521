"""Follow the stream of what this table plays while it takes part; a broken stream is opened again."""

from __future__ import annotations

import contextlib
import logging
import random
import socket
import threading
from collections.abc import Callable
from http import HTTPStatus

import msgspec
from msgspec.structs import replace

from tapete.console.clock import REAL_TIME, Clock
from tapete.core.codec import parse
from tapete.league.joining.server_client import Client, NotLetIn, ServerAway
from tapete.league.joining.waiting import Backoff
from tapete.league.protocol import NextMatch

_log = logging.getLogger(__name__)


class Follower:
    """Follows the server's stream on a thread of its own, from `start` to `close`.

    Args:
        client: to the server; its stream is opened by this object alone.
        heard: told each whole state, on that thread.
        clock: whose time counts. rng: spreads the waits.
    """

    def __init__(
        self, client: Client, heard: Callable[[NextMatch], None], *, clock: Clock = REAL_TIME, rng: random.Random | None = None
    ) -> None:
        self._client, self._tell, self._clock = client, heard, clock
        self._backoff = Backoff(rng or random.Random())
        self._news = clock.condition()
        self._closed, self._socket = False, None  # type: bool, socket.socket | None
        self._state: NextMatch | None = None
        self._at = 0.0
        self.connected = False
        """Whether the server was heard last, rather than missed."""
        self.shut = False
        """Whether the server said last that it does not know this table's key any more."""
        self._thread = clock.thread(self._run, "league")

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()

    def close(self) -> None:
        """Stop."""
        with self._news:
            self._closed = True
            self._news.notify_all()
            if self._socket is not None:
                with contextlib.suppress(OSError):  # it has ended by itself
                    self._socket.shutdown(socket.SHUT_RDWR)
        if self._thread is not threading.current_thread():
            self._thread.join()

    def now(self) -> NextMatch | None:
        """What this table plays, its clock going on by this computer's; None: nothing was heard yet."""
        with self._news:
            state = self._state
            if state is None or state.remaining_ms is None or not state.running:
                return state
            return replace(state, remaining_ms=state.remaining_ms - int((self._clock.now() - self._at) * 1000))

    def _opened(self, sock: socket.socket) -> None:
        with self._news:
            self._socket = sock
            if self._closed:
                sock.shutdown(socket.SHUT_RDWR)

    def _run(self) -> None:
        while not self._closed:
            shut = False
            try:
                for kind, raw in self._client.follow(self._opened):
                    self._heard(kind, raw)
                why = "it ended"
            except (ServerAway, msgspec.DecodeError) as fault:
                why, shut = str(fault), isinstance(fault, NotLetIn) and fault.status == HTTPStatus.UNAUTHORIZED
            with self._news:
                if self.connected and not self._closed:
                    _log.warning("the event's server is away: %s", why)
                self.connected, self.shut, self._socket = False, shut, None
                if self._news.wait_for(lambda: self._closed, self._backoff.failed()):
                    return

    def _heard(self, kind: str, raw: bytes) -> None:
        state = parse(raw, NextMatch)
        with self._news:
            self._state, self._at, self.connected, self.shut = state, self._clock.now(), True, False
            self._backoff.answered()
        if kind == "next":
            try:
                self._tell(state)
            except Exception:  # noqa: BLE001 - whatever a table makes of it, it hears the next state
                _log.exception("a state of the event could not be used")
