"""Lines of many tables in few transactions: what arrives while one is written goes into the next."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Protocol

from msgspec import Struct

from tapete.core.refusals import Refusal
from tapete.league.protocol import PairingKey
from tapete.league.store.database_troubles import CHANGED, trouble_of
from tapete.league.store.hosts import HostRow, HostStore
from tapete.league.store.lines import Answer, LineStore, SentLines
from tapete.league.store.proven import Prover

_log = logging.getLogger(__name__)

AT_ONCE = 100
"""Requests in one transaction."""

MOST_WAITING = 2_000
"""Requests that may wait; more are told to come again."""

WRITERS = {"sqlite": 1, "postgresql": 3}
"""Transactions at one time, by database."""

CROWD = 20
"""From so many waiting requests on there is more than one transaction: fewer are cheaper together, in the next."""

TRIES = 3
"""How often a transaction that another one stood in the way of is tried."""

KNOWN_S = 1.0
"""How long a host's row is taken as it was read: so long a key may still open after its end."""

HOSTS_AT_ONCE = 200
"""Hosts that are read together."""

SEEN_MS, NOTE_S = 5_000, 1.0
"""How exactly it is written down when a host was heard last; and how often, for all hosts at once: it is a transaction of its own."""

AGAIN_S = 1.0
"""How often what waits for its proof is looked for without news: another server may have taken it and died."""


BACKLOG, FAULT = "too_many", "fault"
"""Why a request was not taken, beside the troubles of the database: too many wait; a fault of the program, which the log tells."""


class NotTaken(Struct, frozen=True):
    """Why something was not taken: `too_many`, `fault`, or the code of the database's trouble; and when."""

    code: str
    at_ms: int


class TooManyWaiting(Exception):
    """More requests wait than may."""


class DatabaseTrouble(Exception):
    """The database cannot take lines now; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(refusal.code)


class FutureLike(Protocol):
    """Takes an answer: a future, or what passes it on as soon as it comes."""

    def done(self) -> bool:
        """Whether its answer is there, or no longer wanted."""

    def set_result(self, answer: Answer, /) -> None:
        """Take what is there now; it is on the disk."""

    def set_exception(self, fault: Exception, /) -> None:
        """Take why nothing was written."""

    def cancel(self) -> object:
        """Give up: the server stops."""


class Intake:
    """Takes lines, proves matches that are over, and remembers when hosts were heard.

    Args:
        lines, hosts, prover: over one database.
        now_ms: milliseconds UTC of the server's clock.
        writers: how many transactions run at one time.
        noted: told after each transaction what is wrong with the database, and what was seen of it; None: nothing.
        grown: told of each match of an event that has grown: its shop, its pairing, and how many lines it has.
    """

    def __init__(
        self,
        lines: LineStore,
        hosts: HostStore,
        prover: Prover,
        now_ms: Callable[[], int],
        writers: int,
        noted: Callable[[Refusal | None, BaseException | None], None] = lambda trouble, fault: None,
        grown: Callable[[str, PairingKey, int], None] = lambda shop, pairing, have: None,
    ) -> None:
        self._has_trouble, self._grown = noted, grown
        self._lines, self._hosts, self._prover, self._now_ms, self._writers = lines, hosts, prover, now_ms, writers
        self._queue: asyncio.Queue[tuple[SentLines, FutureLike]] = asyncio.Queue(MOST_WAITING)
        self._crowd, self._over = asyncio.Event(), asyncio.Event()
        self._idle = False
        """Whether the writer waits for something to write."""
        self._in_hand: tuple[SentLines, FutureLike] | None = None
        """A request that came alone, whose transaction is under way without the writer."""
        self._notes: set[asyncio.Task[None]] = set()
        self._seen: dict[tuple[str, str], int] = {}
        self._noted: dict[tuple[str, str], int] = {}
        self._note_at = 0.0
        self._known: dict[tuple[str, str], tuple[float, HostRow]] = {}  # those read longest ago first
        self._wanted: dict[tuple[str, str], asyncio.Future[HostRow | None]] = {}
        """Of each host that requests wait for, its row, once it is read."""
        self._reads_hosts = asyncio.Lock()
        self.known_s = KNOWN_S
        self.refused: NotTaken | None = None
        """What was not taken last; None: nothing since the server began."""
        self.proves = True
        """Whether matches that are over could be proved when that was tried last."""

    @property
    def waiting(self) -> int:
        """Requests that wait."""
        return self._queue.qsize()

    @property
    def well(self) -> bool:
        """Whether it takes one more request, and proves what is over."""
        return self.proves and not self._queue.full()

    def known(self, shop: str, host: str) -> HostRow | None:
        """The row of a host as it was read last, however long ago; None: it was not."""
        return self._known.get((shop, host), (0.0, None))[1]

    async def host(self, shop: str, host: str) -> HostRow | None:
        """The row of a host; None: there is none of that name. Only rows that are there are remembered."""
        key, loop = (shop, host), asyncio.get_running_loop()
        at, row = self._known.get(key, (0.0, None))
        if row is not None and loop.time() - at < self.known_s:
            return row
        mine = self._wanted.setdefault(key, loop.create_future())
        async with self._reads_hosts:  # one read at a time; hosts that are asked for meanwhile are in the next one
            if not mine.done():
                await self._read_hosts(key, mine)
        return mine.result()

    async def _read_hosts(self, key: tuple[str, str], mine: asyncio.Future[HostRow | None]) -> None:
        """Read the hosts that requests wait for, this one first, and anew those that will soon be too old."""
        now = asyncio.get_running_loop().time()
        waiting = dict(itertools.islice(self._wanted.items(), HOSTS_AT_ONCE))
        ageing = itertools.takewhile(lambda one: now - self._known[one][0] >= self.known_s / 2, self._known)
        wanted = {key, *itertools.islice(itertools.chain(waiting, ageing), HOSTS_AT_ONCE)}
        try:
            rows = {(row.shop, row.host): row for row in await self._hosts.find_all(wanted)}
        except BaseException:
            if self._wanted.get(key) is mine:  # other requests for it read it themselves
                del self._wanted[key]
            raise
        for one in wanted:
            self._known.pop(one, None)
        self._known |= {one: (now, row) for one, row in rows.items()}
        for one, future in waiting.items():
            del self._wanted[one]
            if one != key:
                future.set_result(rows.get(one))
        for future in {mine, waiting.get(key, mine)}:
            future.set_result(rows.get(key))

    def heard(self, shop: str, host: str) -> None:
        """A host was heard just now."""
        self._seen[shop, host] = self._now_ms()

    async def take(self, sent: SentLines) -> Answer:
        """Take lines; they are on the disk when this returns.

        Raises:
            TooManyWaiting: come again. DatabaseTrouble: nothing was taken.
        """
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.put(sent, done)
        return await done

    def put(self, sent: SentLines, waits: FutureLike) -> None:
        """Take lines, and answer who waits once they are on the disk.

        Raises:
            TooManyWaiting: come again.
        """
        if self._idle and self._in_hand is None and self._queue.empty() and self._lines.begin([sent], self._now_ms(), self._begun):
            self._in_hand = sent, waits
        else:
            self._enqueue(sent, waits)

    def _enqueue(self, sent: SentLines, waits: FutureLike) -> None:
        """Let a request wait for the writer.

        Raises:
            TooManyWaiting: come again.
        """
        try:
            self._queue.put_nowait((sent, waits))
        except asyncio.QueueFull:
            self.refused = NotTaken(BACKLOG, self._now_ms())
            raise TooManyWaiting from None
        if self._queue.qsize() >= CROWD:
            self._crowd.set()

    @contextlib.asynccontextmanager
    async def working(self) -> AsyncIterator[None]:
        """Write and prove, for as long as the block runs."""
        tasks = [asyncio.create_task(self._write(helps=bool(number))) for number in range(self._writers)]
        tasks.append(asyncio.create_task(self._prove()))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            self._idle = False
            await asyncio.gather(*tasks, *self._notes, return_exceptions=True)
            if self._in_hand is not None:
                self._in_hand[1].cancel()
                self._in_hand = None
            while not self._queue.empty():
                self._queue.get_nowait()[1].cancel()

    def _begun(self, found: list[Answer] | Exception) -> None:
        """The transaction of the request in hand has ended."""
        if self._in_hand is None:  # the server stops
            return
        one, self._in_hand = self._in_hand, None
        if isinstance(found, Exception):  # a task tries again, and says why not
            try:
                self._enqueue(*one)
            except TooManyWaiting as fault:
                one[1].set_exception(fault)
            return
        self._taken([one], found)
        if asyncio.get_running_loop().time() >= self._note_at:
            note = asyncio.create_task(self._note())
            self._notes.add(note)
            note.add_done_callback(self._notes.discard)

    async def _write(self, *, helps: bool) -> None:
        """Write what waits, again and again; one that helps does so only where a crowd waits."""
        while True:
            batch: list[tuple[SentLines, FutureLike]] = []
            if helps:
                await self._crowd.wait()
            else:
                self._idle = True
                batch.append(await self._queue.get())
                self._idle = False
            while len(batch) < AT_ONCE and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            if self._queue.qsize() < CROWD:
                self._crowd.clear()
            batch = [one for one in batch if not one[1].done()]  # who has gone away sends it again
            if not batch:
                continue
            try:
                await self._answer(batch)
                await self._note()
            except asyncio.CancelledError:
                for _sent, done in batch:
                    done.cancel()
                raise

    async def _answer(self, batch: Sequence[tuple[SentLines, FutureLike]]) -> None:
        """Write a batch and answer all of it; where it fails for another reason than the database's, one by one."""
        for attempt in range(1, TRIES + 1):
            try:
                answers = await self._lines.take([sent for sent, _done in batch], self._now_ms())
            except Exception as fault:  # noqa: BLE001 - the sender waits for the answer
                if attempt < TRIES and _stood_in_the_way(fault):
                    continue
                self._failed(fault, batch)
                if trouble_of(fault) is None and len(batch) > 1:
                    for one in batch:
                        await self._answer([one])
            else:
                self._taken(batch, answers)
            return

    def _taken(self, batch: Sequence[tuple[SentLines, FutureLike]], answers: Sequence[Answer]) -> None:
        """Answer requests that were taken, and tell who else wants to know."""
        self._has_trouble(None, None)
        for (_sent, done), answer in zip(batch, answers, strict=True):
            if not done.done():
                done.set_result(answer)
        if any(answer.closed for answer in answers):
            self._over.set()
        for (sent, _done), answer in zip(batch, answers, strict=True):
            if answer.unsigned:
                self._known.pop((sent.shop, sent.host), None)
            if answer.grown is not None:
                self._grown(sent.shop, answer.grown, answer.have)

    def _failed(self, fault: Exception, batch: Sequence[tuple[SentLines, FutureLike]]) -> None:
        refusal = trouble_of(fault)
        if refusal is not None:
            self._has_trouble(refusal, fault)
        elif len(batch) > 1:
            return  # each is tried alone
        self.refused = NotTaken(FAULT if refusal is None else refusal.code, self._now_ms())
        for _sent, done in batch:
            if not done.done():
                done.set_exception(DatabaseTrouble(refusal) if refusal is not None else fault)

    async def _note(self) -> None:
        """Note when hosts were heard last; where that fails it is noted later."""
        now = asyncio.get_running_loop().time()
        due = {key: at for key, at in self._seen.items() if at - self._noted.get(key, 0) >= SEEN_MS} if now >= self._note_at else {}
        if due:
            self._note_at = now + NOTE_S
            try:
                await self._hosts.seen(due)
            except Exception as fault:  # noqa: BLE001 - the lines are on the disk, and their senders know it
                _log.warning("when tables were heard cannot be noted: %s", _said(fault))
            else:
                self._noted |= due

    async def _prove(self) -> None:
        while True:
            self._over.clear()
            try:
                await self._prover.work()
                self.proves = True
            except Exception as fault:  # noqa: BLE001 - a database that is away comes back, and what waits is proved then
                trouble = trouble_of(fault)
                if trouble is None:
                    self.proves = False
                    _log.error("matches cannot be proved: %s", _said(fault))
                else:
                    self._has_trouble(trouble, fault)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(AGAIN_S):
                    await self._over.wait()


def _stood_in_the_way(fault: Exception) -> bool:
    """Whether another transaction was the reason: PostgreSQL ends one of two that wait for each other, and one whose table was changed."""
    orig = getattr(fault, "orig", None)
    states = [str(getattr(one, "sqlstate", "") or "") for one in (orig, getattr(orig, "__cause__", None))]
    return any(state[:2] == "40" or state == CHANGED for state in states)


def _said(fault: Exception) -> str:
    """What a fault says, without the rows that it was about."""
    return str(getattr(fault, "orig", None) or fault)
