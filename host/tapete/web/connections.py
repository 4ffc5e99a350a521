"""Limits of connections, told to uvicorn: how long each may wait, and its place among the others.

How many connections there may be, and of whom, says `tapete.web.limits`.
"""

from __future__ import annotations

import asyncio
import collections
import functools
import logging
import socket
import ssl
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, cast

import h11
from starlette.concurrency import run_in_threadpool
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from tapete.core.refusals import Illegal
from tapete.web.limits import LARGEST_HEAD, TELL_S, ConcurrencyLimit

if TYPE_CHECKING:
    import uvicorn

    from tapete.web.tls import Certificate

resource: ModuleType | None
try:
    import resource
except ImportError:  # Windows bounds no process in this way
    resource = None

REQUEST_S = 10.0
"""How long a request may take to arrive, from the connection or from the answer before it on, however slowly its bytes drip."""

TAKE_S = 30.0
"""How long an answer may wait for a visitor who takes none of it."""

PART = 64 * 1024
"""Most bytes that are read at a time."""

BACKLOG = 128
"""Connections that wait to be taken in; as many are taken in at once before any of them has its place."""

OTHER_FILES = 256
"""Files that a server may have open beside its connections: those waiting to be refused, its database, its log."""

LOOK_S = 60.0
"""How often the certificate of HTTPS is looked at."""

_log = logging.getLogger(__name__)


def room_for(wanted: int) -> int:
    """How many connections this process can hold, of so many; it asks the system for more files first, where it may.

    Without a place that is smaller than the system's own bound nothing is taken in any more once that is reached, not even to be refused.
    """
    if resource is None:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    due = wanted + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < due:
        soft = due if hard == resource.RLIM_INFINITY else min(hard, due)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        wanted = min(wanted, max(soft - OTHER_FILES, soft // 2))
    return wanted


class _LingeringTransport:
    """A transport whose `close` lets the other side end first (`Bounded.linger`); all else is that of the transport itself."""

    def __init__(self, inner: asyncio.Transport, linger: Callable[[], bool]) -> None:
        self._inner, self._linger = inner, linger
        self._closing = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def close(self) -> None:
        if self._closing or not self._linger():
            self._inner.close()
        self._closing = True

    def is_closing(self) -> bool:
        return self._closing or self._inner.is_closing()


class Admitted(H11Protocol):
    """A connection that gets its place before its TLS handshake, so that a slow handshake counts too."""

    def admit(self, address: str) -> bool:
        """Take a place; False if this address gets none.

        Args:
            address: that it comes from.
        """
        raise NotImplementedError  # each subclass says

    def give_up(self) -> None:
        """Give back the place of a connection that was never made."""
        raise NotImplementedError  # each subclass says


STREAMED = "tapete.streamed"
"""The extension of ASGI under which a request finds its connection (`Streamed`)."""


class Streamed(Protocol):
    """A connection whose request goes on while it is answered: the parts of both go without waking a task for each."""

    def listen(self, heard: Callable[[], None] | None) -> None:
        """Tell of each part that comes, and of the end; None: no more. Its task receives nothing meanwhile."""

    def part(self) -> tuple[bytes, bool]:
        """What has come since it was asked last, and whether nothing follows."""

    def say(self, part: bytes) -> bool:
        """Send a part of the answer, once that has begun; False: the other side takes none now, so it goes by way of ASGI, which waits."""


def protocol(places: ConcurrencyLimit, *, may_idle: bool = False) -> type[Admitted]:
    """Make Uvicorn's protocol for one server, and limit every wait: for a place, for a request, for a visitor who takes the answer.

    Args:
        places: for connections.
        may_idle: a connection that is silent after an answer is left to Uvicorn's own patience; a request has its time from its first
            byte on then, else from the answer before it.
    """
    telling: list[asyncio.TimerHandle] = []
    told: collections.Counter[str] = collections.Counter()

    def tell() -> None:
        telling.clear()
        since = places.tally - told
        told.update(since)
        _log.warning(
            "connections of the last %d s: %d refused, %d too slow to ask, %d that took no answer, %d that gave way; %d are open",
            *(TELL_S, since["refused"], since["slow"], since["stuck"], since["gave way"], places.taken),
        )

    class Bounded(Admitted):
        """One connection."""

        _address: str | None = None
        _streams = False
        """Whether its request went on while the answer did: each part of that has its own answer, so nothing is lost by a reset."""
        _patience: asyncio.TimerHandle | None = None
        _taking: asyncio.TimerHandle | None = None
        _lingering: asyncio.TimerHandle | None = None
        _heard: Callable[[], None] | None = None

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            cast(Any, transport).max_size = PART  # from asyncio's own 256 KiB on the system maps memory for each part, and takes it back
            super().connection_made(cast(asyncio.Transport, _LingeringTransport(cast(asyncio.Transport, transport), self._linger)))
            if self._address is None and not self.admit(self.client[0] if self.client else ""):
                self.transport.abort()
                return
            self._watch()

        def admit(self, address: str) -> bool:
            if not places.take(address) and not (places.make_room(address) and places.take(address)):
                self._count("refused")
                return False
            self._address = address
            return True

        def give_up(self) -> None:
            if self._leave():
                self._count("slow")

        def _leave(self) -> bool:
            """Give the place back; False where there is none any more."""
            if self._address is None:
                return False
            places.stir(self._address, self)
            places.leave(self._address)
            self._address = None
            return True

        def connection_lost(self, exc: Exception | None) -> None:
            self._leave()
            for timer in (self._patience, self._taking, self._lingering):
                if timer is not None:
                    timer.cancel()
            super().connection_lost(exc)
            if self._heard is not None:
                self._heard()

        def handle_events(self) -> None:
            super().handle_events()
            if cast(Any, self.scope) is not None:
                self.scope["extensions"] = {STREAMED: cast(Any, self)}

        def listen(self, heard: Callable[[], None] | None) -> None:
            self._heard = heard

        def part(self) -> tuple[bytes, bool]:
            cycle = self.cycle
            part, cycle.body = bytes(cycle.body), bytearray()
            self.flow.resume_reading()
            return part, cycle.disconnected or not cycle.more_body

        def say(self, part: bytes) -> bool:
            if self.flow.write_paused:
                return False
            if self.conn.our_state is h11.SEND_BODY and not self.cycle.disconnected:
                self.transport.write(self.conn.send(h11.Data(data=part)) or b"")
            return True

        def data_received(self, data: bytes) -> None:
            if self._lingering is not None:  # the answer has gone: the rest of the request is not looked at
                return
            super().data_received(data)
            self._watch()
            if self._heard is not None:
                self._heard()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._watch()

        def _linger(self) -> bool:
            """Take what is still sent for a while where an answer came before the end of its request. Return whether it did."""
            if self._streams or self.conn.their_state not in (h11.SEND_BODY, h11.ERROR):
                return False
            if self._lingering is None:
                try:
                    if self.transport.can_write_eof():
                        self.transport.write_eof()
                except OSError:  # the other side has gone meanwhile
                    return False
                self.flow.resume_reading()
                self._lingering = self.loop.call_later(LINGER_S, self.transport.abort)
                if self._address is not None:
                    places.wait(self._address, self)
            return True

        def shutdown(self) -> None:
            if self._lingering is not None:
                self.transport.abort()
            else:
                super().shutdown()

        def pause_writing(self) -> None:
            super().pause_writing()
            self._taking = self._taking or self.loop.call_later(TAKE_S, self._end, "stuck")

        def resume_writing(self) -> None:
            super().resume_writing()
            if self._taking is not None:
                self._taking.cancel()
                self._taking = None

        def _watch(self) -> None:
            """Wait for a request only so long; one that is being answered has its own deadlines (`Guard`, `pause_writing`)."""
            cycle = cast(RequestResponseCycle | None, self.cycle)  # none until the first request is read, whatever its type says
            if self._streams and cycle is not None and not cycle.response_complete:  # nothing waits for what streams
                return
            answers = cycle is not None and not cycle.response_complete
            if self._address is not None:
                if answers and cycle is not None and cycle.response_started and self.conn.their_state is h11.SEND_BODY:
                    self._streams = True
                asks = answers and (self._streams or self.conn.their_state is not h11.SEND_BODY)
                (places.stir if asks else places.wait)(self._address, self)
            idles = may_idle and cycle is not None and self.conn.their_state in (h11.IDLE, h11.DONE) and not self.conn.trailing_data[0]
            if (answers or idles) and self._patience is not None:
                self._patience.cancel()
                self._patience = None
            elif not (answers or idles) and self._patience is None and not self.transport.is_closing():
                self._patience = self.loop.call_later(REQUEST_S, self._end, "slow")

        def give_way(self) -> None:
            self._leave()
            self._end("gave way")

        def _end(self, why: str) -> None:
            # The one who is only silent after an answer (a browser that keeps its line) is no trouble, and uvicorn ends it earlier.
            self._count(why)
            self.transport.abort()

        def _count(self, why: str) -> None:
            places.tally[why] += 1
            if not telling:
                telling.append(self.loop.call_later(TELL_S, tell))

    return Bounded


async def take_in(listener: socket.socket, context: ssl.SSLContext, make: Callable[[], Admitted]) -> None:
    """Take connections in at a socket and agree on TLS with each; until cancelled.

    uvicorn would take any number of them in before it knew of one: here each has its place first, and no longer than a request.

    Args:
        listener: that listens; not blocking.
        context: of the certificate.
        make: makes the protocol of one connection.
    """
    loop, greeting = asyncio.get_running_loop(), set[asyncio.Task[None]]()

    async def greet(line: socket.socket, made: Admitted) -> None:
        try:
            await loop.connect_accepted_socket(lambda: made, line, ssl=context, ssl_handshake_timeout=REQUEST_S)
        except OSError:  # no TLS, not in time, or gone: there is nobody to answer
            made.give_up()

    try:
        while True:
            try:
                line, address = await loop.sock_accept(listener)
            except OSError as fault:  # no file descriptor is left
                _log.warning("no connection can be taken in: %s", fault)
                await asyncio.sleep(1.0)
                continue
            made = make()
            if not made.admit(address[0]):
                line.close()
                continue
            line.setblocking(False)
            task = asyncio.create_task(greet(line, made))
            greeting.add(task)
            task.add_done_callback(greeting.discard)
    finally:
        for task in greeting:
            task.cancel()


LINGER_S = REQUEST_S
"""How long what follows an answer is still taken and thrown away: who sends it while the answer comes would lose it by a reset."""

KEEP_ALIVE_S = 5
"""How long a connection may be silent after an answer."""


def uvicorn_settings(places: ConcurrencyLimit, *, keep_alive_s: int = KEEP_ALIVE_S, proxies: Sequence[str] = ()) -> dict[str, Any]:
    """What uvicorn is told about limits.

    Args:
        places: for connections.
        keep_alive_s: how long a connection may be silent after an answer, in seconds.
        proxies: addresses that may say for whom they ask; without any, who says so in a header is not believed.
    """
    return {
        "http": protocol(places, may_idle=keep_alive_s > KEEP_ALIVE_S),
        "h11_max_incomplete_event_size": LARGEST_HEAD,
        "limit_concurrency": places.most + 50,  # uvicorn's own answer comes after ours
        "timeout_keep_alive": keep_alive_s,
        "backlog": BACKLOG,
        "proxy_headers": bool(proxies),
        "forwarded_allow_ips": list(proxies),
    }


def over_tls(server: uvicorn.Server, listener: socket.socket, certificate: Certificate) -> list[asyncio.Task[None]]:
    """Let a server that has started take connections over TLS too, and keep its certificate good, until the tasks are cancelled.

    Args:
        server: that has started. listener: not blocking. certificate: of its TLS.
    """
    kind = cast("type[Admitted]", server.config.http_protocol_class)
    make = functools.partial(kind, config=server.config, server_state=server.server_state, app_state=server.lifespan.state)
    listener.listen(BACKLOG)
    return [asyncio.create_task(take_in(listener, certificate.context, make)), asyncio.create_task(_look_after(certificate))]


async def _look_after(certificate: Certificate) -> None:
    """Keep a certificate good for as long as pages are served."""
    while True:
        await asyncio.sleep(LOOK_S)
        try:
            await run_in_threadpool(certificate.look)
        except Illegal as fault:
            _log.error("%s", fault.refusals[0].text().in_("en"))


def listening(host: str, port: int) -> socket.socket:
    """A socket bound to an address, that listens to nobody yet.

    Args:
        host: the address. port: 0 for any free one.

    Raises:
        OSError: the port is taken.
    """
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Taken over by each connection. Without it a page's body waits for the acknowledgement of its head: 40 ms.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        listener.bind((host, port))
    except OSError:
        listener.close()
        raise
    return listener
