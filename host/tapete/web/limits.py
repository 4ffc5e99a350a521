"""How much one visitor may ask for: requests by the second, connections, streams that stay open.

This computer's own screen is not limited, and places are kept for it and for phones with a key.

Everything is counted by address (`tapete.station.addresses.group`) and in all; what is remembered of addresses is bounded too.
"""

from __future__ import annotations

import collections
import time
from collections.abc import Callable
from typing import Protocol

from tapete.station.addresses import HERE, group

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

TELL_S = 60.0
"""How often refused visitors and lost connections are logged, in seconds."""

LARGEST_HEAD = 16_384
"""Bytes of the headers of a request, its first line among them."""


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

    def forget(self, address: str) -> None:
        """Let an address begin anew."""
        self._left.pop(group(address), None)


class Waiting(Protocol):
    """A connection that holds a place while nothing is answered on it."""

    def give_way(self) -> None:
        """End now, and give the place back."""


class ConcurrencyLimit:
    """Lets so many connections or streams be open at a time, some of each address; used in the event loop alone.

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
        """Take a place; False if this address gets none."""
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


def connection_places(each: int | None = None, most: int | None = None) -> ConcurrencyLimit:
    """The places for the connections of one server.

    Args:
        each: of one address; `CONNECTIONS` when left out. most: in all; `CONNECTIONS_OF_ALL` when left out.
    """
    most = CONNECTIONS_OF_ALL if most is None else most
    for_here, for_phones = min(FOR_HERE, most // 10), min(max(FOR_PHONES, most // 4), most // 3)
    return ConcurrencyLimit(CONNECTIONS if each is None else each, most, for_here=for_here, for_phones=for_phones)
