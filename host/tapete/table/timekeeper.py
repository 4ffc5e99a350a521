"""Keeps the time of a match that is to take so many minutes, and says when it is up (MMK-166, R40)."""

from __future__ import annotations

import logging
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta

from tapete.console.clock import REAL_TIME, Clock, Steps, Task
from tapete.core.refusals import RefereeError
from tapete.core.texts import _
from tapete.core.time_limit import TimeLimit
from tapete.table.sources import AUTOMATIC
from tapete.table.table import Table

_log = logging.getLogger(__name__)

TELLS_S = (600, 300, 60)
"""Seconds before the end at which everybody is told how much is left."""

LONG_PAUSE = timedelta(minutes=20)
"""In a match that is opened again, a longer silence than this was no play, and does not count."""

LOOK_EVERY_S = 1.0

LEFT = _("{minutes} {minutes:minute|minutes} of play {minutes:is|are} left.")
UP = _("Time is up.")


class Timekeeper:
    """The time of one match: it counts while play is on, pauses while it is not, and enters `time_up` at its end.

    Args:
        table: the match; its `time_left` and `time_runs` are answered here from now on.
        limit: what the game says of its time.
        minutes: how long the match takes.
        played_s: seconds that were played before it was opened here.
        now: seconds of a clock that only goes forward; tests move their own.
    """

    def __init__(
        self, table: Table, limit: TimeLimit, minutes: int, played_s: float = 0.0, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._table, self._limit, self._now = table, limit, now
        self._left = 60.0 * minutes - played_s
        self._seen = now()
        self._lock = threading.Lock()
        table.time_left, table.time_runs = self.left, lambda: self._running and self.left() is not None

    def keeps(self, table: Table) -> bool:
        """Say whether it is the time of this very table."""
        return self._table is table

    def stop(self) -> None:
        """Stop the time of a table until it is kept again."""
        self._table.time_left, self._table.time_runs = lambda: None, lambda: False

    def left(self) -> float | None:
        """Seconds of play that are left, 0 once they are over; None where the time is up and said, or the match has ended."""
        if self._table.result is not None or (self._left <= 0 and not self._running):
            return None
        return max(0.0, self._left - (self._now() - self._seen if self._running else 0.0))

    @property
    def _running(self) -> bool:
        return self._table.result is None and self._limit.running(self._table.state)

    def look(self) -> None:
        """Count the time since the last look, tell what has to be told, and end the match's time when it is over.

        Undone, the end is said again at the next look: no more time has come by it.
        """
        with self._lock:
            now = self._now()
            before, passed = self._left, now - self._seen
            self._seen = now
            if not self._running:
                return
            self._left -= passed
        told = [at for at in TELLS_S if before > at >= self._left > 0]
        if told:
            self._table.notice(LEFT, minutes=min(told) // 60)
        if self._left <= 0:
            try:
                self._table.submit({"action": self._limit.time_up}, AUTOMATIC)
            except RefereeError as refused:  # the journal cannot be written, or a player was faster: the next look tries again
                _log.warning("the end of the time of match %s is not entered yet: %s", self._table.id, refused)
            else:
                self._table.notice(UP)


def timekeeper(table: Table, times: Sequence[str] = (), now: Callable[[], float] = time.monotonic) -> Timekeeper | None:
    """Who keeps the time of a match; None where its game has no time limit, or its house rules say no minutes.

    Args:
        table: the match.
        times: when each of its entries was kept, ISO 8601, for one that is opened again.
        now: as for `Timekeeper`.
    """
    limit, minutes = table.rules.game.time_limit, _minutes(table)
    if limit is None or minutes is None:
        return None
    return Timekeeper(table, limit, minutes, played(table, limit, times), now)


def _minutes(table: Table) -> int | None:
    """How long a match takes by its house rules; None: as long as it takes."""
    limit = table.rules.game.time_limit
    return limit.minutes(table.rules.options) if limit is not None else None


def played(table: Table, limit: TimeLimit, times: Sequence[str]) -> float:
    """Seconds between the entries of a match whose time counted; silences that were no play are left out."""
    found = timedelta()
    for seq in range(1, len(times)):
        gap = datetime.fromisoformat(times[seq]) - datetime.fromisoformat(times[seq - 1])
        if timedelta() < gap <= LONG_PAUSE and _counted(table, limit, seq):
            found += gap
    return found.total_seconds()


def _counted(table: Table, limit: TimeLimit, seq: int) -> bool:
    """Say whether time counted after an entry; yes where its state is no longer known."""
    try:
        return limit.running(table.after(seq))
    except RefereeError:
        return True


class Timekeeping:
    """Looks at every clock each second, on a thread of its own that starts with the first of them.

    A clock lives as long as its table, and keeps no table in memory: the table has it, and here it is only known.
    """

    def __init__(self, clock: Clock = REAL_TIME) -> None:
        self._clock, self._news = clock, clock.condition()
        self._keepers: weakref.WeakValueDictionary[str, Timekeeper] = weakref.WeakValueDictionary()
        self._lock = threading.Lock()
        self._stopping = False
        self._thread: Task | None = None

    def wants(self, table: Table) -> bool:
        """Say whether a match has time to keep that is not kept yet."""
        if table.result is not None or _minutes(table) is None:
            return False
        with self._lock:
            keeper = self._keepers.get(table.id)
        return keeper is None or not keeper.keeps(table)

    def keep(self, table: Table, times: Sequence[str] = ()) -> None:
        """Keep the time of a match from now on, if it has any to keep; `times` as for `timekeeper`."""
        keeper = timekeeper(table, times, self._clock.now)
        if keeper is None or table.result is not None:
            return
        with self._lock:
            self._keepers[table.id] = keeper
            if self._thread is None:
                self._thread = self._clock.task(self._run, "timekeeper")
                self._thread.start()

    def let_go(self, match: str) -> None:
        """This match is closed here: its time stands still."""
        with self._lock:
            keeper = self._keepers.pop(match, None)
        if keeper is not None:
            keeper.stop()

    def _run(self) -> Steps:
        yield self._wait
        while not self._stopping:
            look_at(self._all())
            yield self._wait

    def _wait(self) -> None:
        with self._news:
            self._news.wait_for(lambda: self._stopping, LOOK_EVERY_S)

    def _all(self) -> list[Timekeeper]:
        with self._lock:
            return list(self._keepers.values())

    def close(self) -> None:
        """Stop looking."""
        with self._news:
            self._stopping = True
            self._news.notify_all()
        if self._thread is not None:
            self._thread.join()


def look_at(keepers: Iterable[Timekeeper]) -> None:
    """One look at each; a fault in one match does not stop the clocks of the others."""
    for keeper in keepers:
        try:
            keeper.look()
        except Exception:  # noqa: BLE001 - it is logged with its cause, and the other matches have clocks too
            _log.exception("a clock could not be looked at")
