"""What every part of the server shares: the store, the clock, the secret of derived keys, and who waits for news of an event."""

from __future__ import annotations

import asyncio
import collections
import hashlib
import hmac
import logging
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from tapete.core.refusals import Illegal, Refusal
from tapete.league import league_codes
from tapete.league.decisions import AnyDecision
from tapete.league.protocol import PairingKey
from tapete.league.server.stamps import Stamps
from tapete.league.store.database_troubles import trouble_of
from tapete.league.store.store import EventStore
from tapete.league.tournament import Tournament, TournamentSettings
from tapete.web.limits import ConcurrencyLimit

_log = logging.getLogger(__name__)


STREAMS_OF_LINK, STREAMS_OF_ALL = 32, 3_000
"""Streams that may be open: of one link or one table, and in all. A wall's link is open on a few televisions, a table's on one computer."""

MOST_ENDED = 1_024
"""Ended links that are remembered for their streams; each stream looks now and then whether its link still holds."""

MOVES = "/moves"
"""Behind the name of an event: news of its matches' lines, which walls alone wait for."""

MOVES_S = 0.2
"""The shortest time between two counts of moves on a wall, and between two hints of them: tables move all the time."""


JUMP_MS = 30 * 24 * 3_600_000
"""A clock that is set by more while the server runs is not believed before the next start: rounds and links of the evening go by it."""


def utc_ms() -> int:
    """Milliseconds UTC of this computer's clock."""
    return time.time_ns() // 1_000_000


def run_ms() -> int:
    """Milliseconds that never go back; where the system counts them, those of a computer that sleeps too."""
    asleep_too = getattr(time, "CLOCK_BOOTTIME", None)
    return (time.monotonic_ns() if asleep_too is None else time.clock_gettime_ns(asleep_too)) // 1_000_000


def days_of(ms: int) -> int:
    """Milliseconds as whole days, in whichever direction."""
    return abs(ms) // 86_400_000


class SteadyTime:
    """Milliseconds UTC that go on where the computer's clock is set by months or years: a board without a battery begins at an old date.

    Args:
        utc_ms: of the computer's clock. run_ms: that never goes back.
    """

    def __init__(self, utc_ms: Callable[[], int] = utc_ms, run_ms: Callable[[], int] = run_ms) -> None:
        self._utc_ms, self._run_ms = utc_ms, run_ms
        self._last = utc_ms(), run_ms()
        self.off_ms = 0
        """By how much the clock was set since the start, as far as that is not believed."""

    def now_ms(self) -> int:
        """The time of a decision."""
        (utc, run), now = self._last, (self._utc_ms(), self._run_ms())
        jumped = (now[0] - utc) - (now[1] - run)
        if abs(jumped) > JUMP_MS:
            self.off_ms += jumped
            _log.error("the computer's clock was set by %d days; until the next start the server goes by the time before", days_of(jumped))
        self._last = now
        return now[0] - self.off_ms


class League:
    """The events of one or several shops, as one server sees them.

    Args:
        store: where they are kept.
        secret: at least 16 random bytes, the same on all servers of a database: the keys of players and hosts are derived from it.
        shop: the shop whose page is the first one.
    """

    def __init__(self, store: EventStore, *, secret: bytes, shop: str = "shop") -> None:
        self.store, self.secret, self.shop = store, secret, shop
        self.time = SteadyTime()
        self.closing = False
        self.stamps = Stamps(self.now_ms())
        """The signed requests of tables that came."""
        self.streams = ConcurrencyLimit(STREAMS_OF_LINK, STREAMS_OF_ALL)
        """Streams that may be open at one time, counted by link and by table."""
        self.intake: Any = None
        """What takes the lines of tables (`lines.service`), while the server runs."""
        self.rounds: Any = None
        """What tells tables their rounds (`hosts.service`), while the server runs."""
        self.ended: collections.OrderedDict[str, None] = collections.OrderedDict()
        """Links that were ended here lately, by the hash of their key: their streams end."""
        self.watches: dict[tuple[str, str], Any] = {}
        """The watch over each event that a stream shows (`watching.Watch`)."""
        self.hints: Any = None
        """What tells other servers of one database (`hints.service`), while the server runs."""
        self.line_streams: dict[tuple[str, str], Any] = {}
        """The stream of requests of each table that has one open (`line_streams.LineStream`)."""
        self.relays: list[Any] = []
        """What sends on to servers of chains (`relay.relaying`), while the server runs."""
        self.boards: Any = None
        """The matches that are kept played for the wall (`boards.Boards`)."""
        self.trouble: Refusal | None = None
        """What was wrong with the database when it was asked last; None: nothing."""
        self._waiting: defaultdict[tuple[str, str], set[asyncio.Event]] = defaultdict(set)

    def cookie(self, role: str) -> str:
        """The name of the cookie that keeps the key of a role, of these events alone: browsers give cookies to every port of a computer."""
        return f"tapete_league_{role}_{hmac.new(self.secret, b'cookies', hashlib.sha256).hexdigest()[:8]}"

    def now_ms(self) -> int:
        """Milliseconds UTC: the time of every decision; a test has its own."""
        return self.time.now_ms()

    async def begin(self, shop: str, event: str, settings: TournamentSettings) -> Tournament:
        """Begin an event; as `EventStore.begin`."""
        return await self.store.begin(shop, event, settings)

    async def decide(self, shop: str, event: str, what: AnyDecision, *, who: str, why: str = "", expected: int | None = None) -> Tournament:
        """Decide something now, and tell everybody who waits for news; as `EventStore.decide`.

        Raises:
            Illegal: also where another server decides the event.
        """
        if await self.store.mirrored(shop, event):
            raise Illegal((league_codes.DECIDED_ELSEWHERE(),))
        why = "".join(sign for sign in why if sign.isprintable())
        after = await self.store.decide(shop, event, what, who=who, at_ms=self.now_ms(), why=why, expected=expected)
        told = {"shop": shop, "event": event, "number": after.version, "do": type(what).__struct_config__.tag, "who": who}
        _log.info("decided", extra={"told": told})
        self.notify(shop, event)
        return after

    async def examined(self) -> Refusal | None:
        """Ask the database, and where it took nothing before let it write; what is wrong with it now, None: nothing."""
        try:
            if self.trouble is None:
                await self.store.reads()
            else:
                await self.store.writes()
                self.has_trouble(None)
        except Exception as fault:
            trouble = trouble_of(fault)
            if trouble is None:
                raise
            self.has_trouble(trouble, fault)
        return self.trouble

    def has_trouble(self, trouble: Refusal | None, fault: BaseException | None = None) -> None:
        """Note what is wrong with the database, or that nothing is; the log says it once.

        Args:
            trouble: of `database_troubles.trouble_of`; None: it takes what is written. fault: what was seen of it.
        """
        before, self.trouble = self.trouble, trouble
        if trouble is not None and (before is None or before.code != trouble.code):
            _log.error("%s: %s", trouble.code, (str(getattr(fault, "orig", None) or fault).splitlines() or [""])[0])
        elif trouble is None and before is not None:
            _log.warning("the database answers again")

    def end_streams(self, link: str) -> None:
        """End the streams of a link; called in the event loop.

        Args:
            link: the hash of its key.
        """
        self.ended[link] = None
        while len(self.ended) > MOST_ENDED:
            self.ended.popitem(last=False)
        for watch in self.watches.values():
            watch.tell()

    def notify(self, shop: str, event: str, *, told: bool = False) -> None:
        """Wake all who wait for news of an event; called in the event loop.

        Args:
            shop, event: which one.
            told: by another server, which has told all servers already.
        """
        for waiting in self._waiting.get((shop, event), ()):
            waiting.set()
        if self.hints is not None and not told:
            self.hints.tell(shop, event)

    def moved(self, shop: str, pairing: PairingKey, have: int) -> None:
        """The match of a pairing has grown here; called in the event loop.

        Args:
            shop: whose. pairing: that is played. have: how many lines it has.
        """
        if (watch := self.watches.get((shop, pairing.event))) is not None:
            watch.grew(pairing, have)
        if self.hints is not None:
            self.hints.tell_moves(shop, pairing.event)

    def notify_all(self) -> None:
        """Wake all who wait, for anything may have changed; called in the event loop."""
        for shop, event in list(self._waiting):
            self.notify(shop, event, told=True)

    def join(self, shop: str, event: str) -> asyncio.Event:
        """Wait here for news of an event; `leave` gives it back."""
        waiting = asyncio.Event()
        self._waiting[shop, event].add(waiting)
        return waiting

    def leave(self, shop: str, event: str, waiting: asyncio.Event) -> None:
        """Wait no longer."""
        self._waiting[shop, event].discard(waiting)
        if not self._waiting[shop, event]:
            del self._waiting[shop, event]

    def close(self) -> None:
        """Let every stream end; called in the event loop."""
        self.closing = True
        for stream in self.line_streams.values():
            stream.end()
        for all_of_event in self._waiting.values():
            for waiting in all_of_event:
                waiting.set()
