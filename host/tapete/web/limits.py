"""How much one visitor may ask for: requests by the second, connections, streams that stay open. This computer's own screen is not limited.

Everything is counted by address (`tapete.station.addresses.group`) and in all; what is remembered of addresses is bounded too.
"""

from __future__ import annotations

import asyncio
import collections
import time
from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.http.h11_impl import H11Protocol

from tapete.station.addresses import HERE, group

PER_SECOND, BURST = 20.0, 120.0
"""Requests of one address: so many at once, so many each second in the long run. A page asks for four things, a player for two a second."""

MOST_ADDRESSES = 1_024
"""Addresses that are remembered."""

STREAMS, STREAMS_OF_ALL = 12, 200
"""Event streams that may be open: of one address, and in all (200 were measured to get every event within 20 ms)."""

CONNECTIONS, CONNECTIONS_OF_ALL = 32, 400
"""TCP connections that may be open: of one address, and in all. A browser opens six, and one for its stream."""

FIRST_REQUEST_S = 10.0
"""How long a new connection may take until its first request has arrived."""

LARGEST_HEAD = 16_384
"""Bytes of the headers of a request."""


class Pace:
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


class Places:
    """A number of places, some for each address; used in the event loop alone.

    Args:
        each: places of one address.
        most: places in all.
    """

    def __init__(self, each: int, most: int) -> None:
        self._each, self._most = each, most
        self._taken: collections.Counter[str] = collections.Counter()

    @property
    def taken(self) -> int:
        """How many are taken."""
        return self._taken.total()

    def take(self, address: str) -> bool:
        """Take a place; False when there is none for this address."""
        whose = group(address)
        if self.taken >= self._most or (whose != HERE and self._taken[whose] >= self._each):
            return False
        self._taken[whose] += 1
        return True

    def leave(self, address: str) -> None:
        """Give a place back."""
        whose = group(address)
        self._taken[whose] -= 1
        if self._taken[whose] <= 0:
            del self._taken[whose]


def protocol(places: Places) -> type[asyncio.Protocol]:
    """Uvicorn's protocol for one server, which closes connections that are too many or say nothing.

    Args:
        places: for connections.
    """

    class Bounded(H11Protocol):
        """One connection."""

        _address: str | None = None
        _patience: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(cast(asyncio.Transport, transport))
            address = self.client[0] if self.client else ""
            if not places.take(address):
                self.transport.abort()
                return
            self._address = address
            self._patience = self.loop.call_later(FIRST_REQUEST_S, self._lose_patience)

        def connection_lost(self, exc: Exception | None) -> None:
            if self._address is not None:
                places.leave(self._address)
                self._address = None
            if self._patience is not None:
                self._patience.cancel()
            super().connection_lost(exc)

        def _lose_patience(self) -> None:
            if cast(object, self.cycle) is None:  # until the first request is read, whatever its type says
                self.transport.abort()

    return Bounded


def uvicorn_settings(places: Places) -> dict[str, Any]:
    """What uvicorn is told about limits."""
    return {
        "http": protocol(places),
        "h11_max_incomplete_event_size": LARGEST_HEAD,
        "limit_concurrency": CONNECTIONS_OF_ALL + 50,  # uvicorn's own answer comes after ours
        "timeout_keep_alive": 5,
    }
