"""How much one visitor may ask for: requests by the second, connections and how long each may wait, streams that stay open.

This computer's own screen is not limited, and places are kept for it and for phones with a key.

Everything is counted by address (`tapete.station.addresses.group`) and in all; what is remembered of addresses is bounded too.
"""

from __future__ import annotations

import asyncio
import collections
import logging
import socket
import ssl
import time
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, Protocol, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from tapete.station.addresses import HERE, group

resource: ModuleType | None
try:
    import resource
except ImportError:  # Windows bounds no process in this way
    resource = None

PER_SECOND, BURST = 20.0, 120.0
"""Requests of one address: so many at once, so many each second in the long run. A page asks for four things, a player for two a second."""

MOST_ADDRESSES = 1_024
"""Addresses that are remembered."""

STREAMS, STREAMS_OF_ALL = 12, 200
"""Event streams that may be open: of one address, and in all (200 were measured to get every event within 20 ms)."""

CONNECTIONS, CONNECTIONS_OF_ALL = 32, 400
"""TCP connections that may be open: of one address, and in all. A browser opens six, and one for its stream."""

FOR_HERE, FOR_PHONES, OF_PHONE = 40, 120, 12
"""Connections that are kept free for this computer, for phones that have shown a key, and how many of these one phone may have."""

KNOWN_S = 6 * 3600.0
"""How long a phone that has shown a key is known."""

REQUEST_S = 10.0
"""How long a request may take to arrive, from the connection or from the answer before it on, however slowly its bytes drip."""

TAKE_S = 30.0
"""How long an answer may wait for a visitor who takes none of it."""

BACKLOG = 128
"""Connections that wait to be taken in; as many are taken in at once before any of them has its place."""

OTHER_FILES = 256
"""Files that a server may have open beside its connections: those waiting to be refused, its database, its log."""

TELL_S = 60.0
"""How often refused and lost connections are logged."""

LARGEST_HEAD = 16_384
"""Bytes of the headers of a request, its first line among them."""

_log = logging.getLogger(__name__)


class RateLimit:
    """Lets each address ask so often, and no more (a token bucket each).

    Args:
        per_second: in the long run.
        burst: at once.
        clock: monotonic seconds.
    """

    def __init__(self, per_second: float = PER_SECOND, burst: float = BURST, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second, self._burst, self._clock = per_second, burst, clock
        self._left: collections.OrderedDict[str, tuple[float, float]] = collections.OrderedDict()

    def take(self, address: str) -> float:
        """Take one request; 0 when it may be answered, else the seconds until the next may."""
        whose, now = group(address), self._clock()
        if whose == HERE:
            return 0.0
        left, last = self._left.get(whose, (self._burst, now))
        left = min(self._burst, left + (now - last) * self._per_second)
        wait = max(0.0, (1.0 - left) / self._per_second)
        self._left[whose] = (left if wait else left - 1.0, now)
        self._left.move_to_end(whose)
        while len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return wait


class Waiting(Protocol):
    """A connection that holds a place while nothing is answered on it."""

    def give_way(self) -> None:
        """End now, and give the place back."""


class Places:
    """A number of places, some for each address; used in the event loop alone.

    Args:
        each: places of one address.
        most: places in all.
        for_here: of these, kept free for this computer.
        for_phones: of these, kept free for addresses that have shown a key.
        clock: monotonic seconds.
    """

    def __init__(
        self, each: int, most: int, *, for_here: int = 0, for_phones: int = 0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._each, self._most, self._for_here, self._for_phones, self._clock = each, most, for_here, for_phones, clock
        self._taken: collections.Counter[str] = collections.Counter()
        self._known: collections.OrderedDict[str, float] = collections.OrderedDict()
        self.most = most
        """Places in all."""
        self.tally: collections.Counter[str] = collections.Counter()
        """Connections since the start that were `refused` for want of a place, `slow` (their request did not come in time), `stuck`
        (nobody took the answer) or `gave way` (to a newer one)."""
        self._waiting: dict[str, dict[Waiting, None]] = {}

    @property
    def taken(self) -> int:
        """How many are taken."""
        return self._taken.total()

    def know(self, address: str) -> None:
        """This address has shown a key that fits: some places are kept for it and its like."""
        whose = group(address)
        self._known[whose] = self._clock() + KNOWN_S
        self._known.move_to_end(whose)
        while len(self._known) > MOST_ADDRESSES:
            self._known.popitem(last=False)

    def take(self, address: str) -> bool:
        """Take a place; False when there is none for this address."""
        whose = group(address)
        if not self._fits(whose, self._taken[whose], self.taken):
            return False
        self._taken[whose] += 1
        return True

    def _fits(self, whose: str, own: int, all_taken: int) -> bool:
        """Whether one more is allowed where so many are taken, by this address and in all."""
        most = self._most
        if whose != HERE:
            most -= self._for_here
            if own >= self._each:
                return False
            if own >= OF_PHONE or self._known.get(whose, 0.0) <= self._clock():
                most -= self._for_phones
        return all_taken < most

    def wait(self, address: str, line: Waiting) -> None:
        """A connection holds a place and asks nothing: it gives way where another one of its address finds none."""
        self._waiting.setdefault(group(address), {}).setdefault(line)

    def stir(self, address: str, line: Waiting) -> None:
        """It asks something now, or has ended."""
        whose = group(address)
        if (theirs := self._waiting.get(whose)) is not None:
            theirs.pop(line, None)
            if not theirs:
                del self._waiting[whose]

    def make_room(self, address: str) -> bool:
        """Let the connection give way that has asked nothing for longest: of the same address; for this computer else of any.

        Returns:
            Whether there is a place now.
        """
        whose = group(address)
        if not self._fits(whose, self._taken[whose] - 1, self.taken - 1):
            return False
        theirs = self._waiting.get(whose) or (max(self._waiting.values(), key=len, default={}) if whose == HERE else {})
        if not theirs:
            return False
        next(iter(theirs)).give_way()
        return True

    def leave(self, address: str) -> None:
        """Give a place back."""
        whose = group(address)
        self._taken[whose] -= 1
        if self._taken[whose] <= 0:
            del self._taken[whose]


def connection_places(each: int | None = None, most: int | None = None) -> Places:
    """The places for the connections of one server.

    Args:
        each: of one address; `CONNECTIONS` when left out. most: in all; `CONNECTIONS_OF_ALL` when left out.
    """
    most = CONNECTIONS_OF_ALL if most is None else most
    for_here, for_phones = min(FOR_HERE, most // 10), min(max(FOR_PHONES, most // 4), most // 3)
    return Places(CONNECTIONS if each is None else each, most, for_here=for_here, for_phones=for_phones)


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


class Admitted(H11Protocol):
    """A connection that gets its place before its TLS handshake, so that a slow handshake counts too."""

    def admit(self, address: str) -> bool:
        """Take a place; False where there is none for this address.

        Args:
            address: that it comes from.
        """
        raise NotImplementedError  # each subclass says

    def give_up(self) -> None:
        """Give back the place of a connection that was never made."""
        raise NotImplementedError  # each subclass says


def protocol(places: Places, *, may_idle: bool = False) -> type[Admitted]:
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
        _patience: asyncio.TimerHandle | None = None
        _taking: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(cast(asyncio.Transport, transport))
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
            for timer in (self._patience, self._taking):
                if timer is not None:
                    timer.cancel()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._watch()

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
            answers = cycle is not None and not cycle.response_complete
            if self._address is not None:
                asks = answers and self.conn.their_state is not h11.SEND_BODY
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


KEEP_ALIVE_S = 5
"""How long a connection may be silent after an answer."""


def uvicorn_settings(places: Places, *, keep_alive_s: int = KEEP_ALIVE_S, proxies: Sequence[str] = ()) -> dict[str, Any]:
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
