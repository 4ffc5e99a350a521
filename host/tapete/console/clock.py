"""Time, waiting and threads in one place: the real clock, or one whose time goes by only while every thread waits.

What waits for an event or a moment, and what runs on a thread of its own, does so through a `Clock`. People play in `REAL_TIME`. A program
that must not depend on it (a test, robots among themselves) makes an `OwnedClock`: hours go by in no time, and the schedule is its own.
"""

from __future__ import annotations

import math
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Generator
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

T = TypeVar("T")

LONGEST_MOVE_US = 1_000_000
"""How far (microseconds) a mover may go at once while no thread waits for a moment."""


class Condition(Protocol):
    """What `threading.Condition` is, as far as it is used here."""

    def __enter__(self) -> bool: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /) -> None: ...

    def wait_for(self, predicate: Callable[[], T], timeout: float | None = None) -> T:
        """Wait until a predicate holds, `timeout` seconds of the clock at most; returns what it said last."""

    def notify_all(self) -> None:
        """Something has changed that others may wait for."""


class Mail(Protocol[T]):
    """What `queue.SimpleQueue` is, as far as it is used here."""

    def put(self, item: T) -> None:
        """Leave something."""

    def get(self, block: bool = True, timeout: float | None = None) -> T:
        """Take the oldest; raises queue.Empty when none comes in time."""


Steps = Generator[Callable[[], Any], Any, None]
"""Work that goes on beside others: it gives out each of its waits, to be called for it, and gets back what that returned.

Where nothing can wait (`tapete.tab.loop_clock`), a wait whose time is up returns None.
"""


class Task(Protocol):
    """Work that goes on beside others."""

    def start(self) -> None:
        """Begin."""

    def join(self, timeout: float | None = None) -> None:
        """Wait until it has ended, or so many seconds."""

    def is_alive(self) -> bool:
        """Whether it has begun and not ended."""


class Clock(Protocol):
    """Seconds that never go back, and the ways to wait for them."""

    def now(self) -> float:
        """Seconds since some moment."""

    def condition(self) -> Condition:
        """A condition whose timeouts are this clock's."""

    def mail(self) -> Mail[T]:
        """A queue whose timeouts are this clock's."""

    def thread(self, target: Callable[[], None], name: str) -> threading.Thread:
        """A thread that takes part in this clock; `start` and `join` as usual."""

    def task(self, steps: Callable[[], Steps], name: str) -> Task:
        """Work that waits only where it says so."""


class RealClock:
    """The wall's time."""

    def now(self) -> float:
        return time.monotonic()

    def condition(self) -> Condition:
        return threading.Condition()

    def mail(self) -> Mail[T]:
        return queue.SimpleQueue()

    def thread(self, target: Callable[[], None], name: str) -> threading.Thread:
        return threading.Thread(target=target, daemon=True, name=name)

    def task(self, steps: Callable[[], Steps], name: str) -> Task:
        return self.thread(lambda: follow(steps()), name)


def follow(steps: Steps) -> None:
    """Do a task's work on this thread, which waits where it says so."""
    answer = None
    while True:
        try:
            wait = steps.send(answer)
        except StopIteration:
            return
        answer = wait()


REAL_TIME = RealClock()


class Timer:
    """Calls something once, on a thread of its own, unless it is cancelled before.

    Args:
        clock: whose seconds count.
        seconds: from `start` on.
        call: what is called.
    """

    def __init__(self, clock: Clock, seconds: float, call: Callable[[], None]) -> None:
        self._seconds, self._call = seconds, call
        self._news, self._cancelled = clock.condition(), False
        self._thread = clock.task(self._run, "timer")

    def start(self) -> Self:
        """Let the time run."""
        self._thread.start()
        return self

    def cancel(self) -> None:
        """Do not call, unless it is being called already."""
        with self._news:
            self._cancelled = True
            self._news.notify_all()

    def settle(self, timeout: float) -> bool:
        """Wait until it has called, or was cancelled; False if that takes too long."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> Steps:
        yield self._wait
        if not self._cancelled:
            self._call()

    def _wait(self) -> None:
        with self._news:
            self._news.wait_for(lambda: self._cancelled, self._seconds)


class _Sleeper:
    """A thread that waits: until when at most, and what lets it go on. A guest does not take part: time goes by while it is awake."""

    def __init__(self, deadline: int | None, guest: bool) -> None:
        self.deadline, self.guest = deadline, guest
        self.go_on = threading.Event()


class OwnedClock:
    """A clock that stands still while anybody who takes part has something to do, and then jumps to the next moment that is waited for.

    Of those who take part one runs at a time, until it waits for something; then the next one goes on. They are the thread that makes
    the clock and all that come from `thread`. Every other thread is a guest: it may wait here too, and holds nothing up.

    One mover (a simulated board) may let time go by in small steps of its own (`wait_to_move`, `move_to`). Inside, time is whole
    microseconds: a moment that is missed by a rounding would be waited for without end.

    Args:
        choose: which of so many that could go on (at least two) goes on; the one that has waited longest when left out.
    """

    def __init__(self, choose: Callable[[int], int] = lambda count: 0) -> None:
        self._choose = choose
        self._lock = threading.RLock()
        self._now_us = 0
        self._taking_part = {threading.get_ident()}
        self._running = True
        self._ready: list[_Sleeper] = []
        self._asleep: list[_Sleeper] = []
        self._mover: _Sleeper | None = None
        self._horizon: int | None = None
        self._stopped = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    def stop(self) -> None:
        """End the clock: time no longer passes."""
        with self._lock:
            self._stopped = True
            if threading.get_ident() in self._taking_part:
                self._taking_part.discard(threading.get_ident())
                self._running = False
                self._go_on()

    # What a Clock is -----------------------------------------------------------------------------------------------------------------

    def now(self) -> float:
        return self._now_us / 1e6

    @property
    def now_us(self) -> int:
        """The same in microseconds."""
        return self._now_us

    def condition(self) -> Condition:
        return _OwnedCondition(self)

    def mail(self) -> Mail[T]:
        return _OwnedMail(self)

    def thread(self, target: Callable[[], None], name: str) -> threading.Thread:
        return _OwnedThread(self, target, name)

    def task(self, steps: Callable[[], Steps], name: str) -> Task:
        return self.thread(lambda: follow(steps()), name)

    def sleep(self, seconds: float) -> None:
        """Let this much time go by for the caller."""
        with (nothing := self.condition()):
            nothing.wait_for(lambda: False, seconds)

    # For the board -------------------------------------------------------------------------------------------------------------------

    def wait_to_move(self) -> int | None:
        """Wait until every other thread is idle.

        Returns:
            Until when (microseconds) the caller may go on by itself; None: it is to end.
        """
        sleeper = _Sleeper(None, guest=False)
        with self._lock:
            if self._mover is not None:
                raise ValueError("a clock has one mover")
            self._mover = sleeper
        self._pause(sleeper)
        return self._horizon

    def move_to(self, moment_us: int) -> None:
        """The mover has come so far."""
        with self._lock:
            self._now_us = max(self._now_us, moment_us)
            self._wake_due()

    def end_mover(self) -> None:
        """Let the mover end, as soon as it waits to move."""
        with self._lock:
            if (mover := self._mover) is not None:
                self._mover, self._horizon = None, None
                self._ready.append(mover)
                self._go_on()

    # Who goes on ---------------------------------------------------------------------------------------------------------------------

    def begin(self, timeout: float | None) -> _Sleeper:
        """The calling thread is about to wait."""
        with self._lock:
            deadline = None if timeout is None else self._now_us + max(0, math.ceil(timeout * 1e6))
            sleeper = _Sleeper(deadline, guest=threading.get_ident() not in self._taking_part)
            self._asleep.append(sleeper)
            return sleeper

    def pause(self, sleeper: _Sleeper) -> None:
        """Wait, after `begin`, until another thread wakes the sleeper or its moment has come."""
        self._pause(sleeper)

    def _pause(self, sleeper: _Sleeper) -> None:
        if not sleeper.guest:
            with self._lock:
                self._running = False
                self._go_on()
        try:
            sleeper.go_on.wait()
        except BaseException:  # Ctrl-C: this thread only lets the others go from now on, and none waits for it
            self._drop_out(sleeper)
            raise

    def _drop_out(self, sleeper: _Sleeper) -> None:
        """The calling thread takes part no longer, and its turn goes to the next one."""
        with self._lock:
            self._taking_part.discard(threading.get_ident())
            for those in (self._asleep, self._ready):
                if sleeper in those:
                    those.remove(sleeper)
            if sleeper.go_on.is_set() and not sleeper.guest:
                self._running = False
                self._go_on()

    def wake(self, sleeper: _Sleeper) -> None:
        """What the sleeper waits for may have happened."""
        with self._lock:
            if sleeper in self._asleep:
                self._asleep.remove(sleeper)
                self._rouse(sleeper)
                self._go_on()

    def _rouse(self, sleeper: _Sleeper) -> None:
        if sleeper.guest:
            sleeper.go_on.set()
        else:
            self._ready.append(sleeper)

    def _wake_due(self) -> None:
        for sleeper in [one for one in self._asleep if one.deadline is not None and one.deadline <= self._now_us]:
            self._asleep.remove(sleeper)
            self._rouse(sleeper)

    def _go_on(self) -> None:
        """Let the next thread run if none does; if all wait, let time pass."""
        if self._running:
            return
        while not self._ready and not self._stopped:
            moments = [one.deadline for one in self._asleep if one.deadline is not None]
            nearest = min(moments, default=None)
            if self._mover is not None and (nearest is None or nearest > self._now_us):
                self._horizon = self._now_us + LONGEST_MOVE_US if nearest is None else nearest
                self._ready.append(self._mover)
                self._mover = None
            elif nearest is None:
                return
            else:
                self._now_us = max(self._now_us, nearest)
                self._wake_due()
        if self._ready:
            chosen = self._ready.pop(self._choose(len(self._ready)) if len(self._ready) > 1 else 0)
            self._running = True
            chosen.go_on.set()

    def admit(self) -> _Sleeper:
        """A new thread takes part as soon as it is its turn."""
        sleeper = _Sleeper(None, guest=False)
        with self._lock:
            self._ready.append(sleeper)
            self._go_on()
        return sleeper

    def enter(self) -> None:
        """The calling thread takes part from now on; it is its turn."""
        self._taking_part.add(threading.get_ident())

    def leave(self) -> None:
        """The calling thread ends."""
        with self._lock:
            self._taking_part.discard(threading.get_ident())
            self._running = False
            self._go_on()


class _OwnedThread(threading.Thread):
    """A thread that takes part in an owned clock."""

    def __init__(self, clock: OwnedClock, target: Callable[[], None], name: str) -> None:
        super().__init__(target=target, daemon=True, name=name)
        self._clock, self._ended, self._over = clock, clock.condition(), False
        self._turn: queue.SimpleQueue[_Sleeper] = queue.SimpleQueue()

    def start(self) -> None:
        super().start()
        self._turn.put(self._clock.admit())

    def run(self) -> None:
        self._turn.get().go_on.wait()
        self._clock.enter()
        try:
            super().run()
        finally:
            with self._ended:
                self._over = True
                self._ended.notify_all()
            self._clock.leave()

    def join(self, timeout: float | None = None) -> None:
        with self._ended:
            over = self._ended.wait_for(lambda: self._over, timeout)
        if over:
            super().join()

    def is_alive(self) -> bool:
        return not self._over and super().is_alive()


class _OwnedCondition:
    """A condition of an owned clock."""

    def __init__(self, clock: OwnedClock) -> None:
        self._clock = clock
        self._lock = threading.RLock()
        self._waiting: list[_Sleeper] = []

    def __enter__(self) -> bool:
        return self._lock.__enter__()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._lock.release()

    def wait_for(self, predicate: Callable[[], T], timeout: float | None = None) -> T:
        until = None if timeout is None else self._clock.now() + timeout
        while not (met := predicate()) and (until is None or self._clock.now() < until):
            sleeper = self._clock.begin(None if until is None else until - self._clock.now())
            self._waiting.append(sleeper)
            self._lock.release()
            try:
                self._clock.pause(sleeper)
            finally:
                self._lock.acquire()
                if sleeper in self._waiting:
                    self._waiting.remove(sleeper)
        return met

    def notify_all(self) -> None:
        waiting, self._waiting = self._waiting, []
        for sleeper in waiting:
            self._clock.wake(sleeper)


class _OwnedMail(Generic[T]):
    """A queue of an owned clock."""

    def __init__(self, clock: OwnedClock) -> None:
        self._news = clock.condition()
        self._items: deque[T] = deque()

    def put(self, item: T) -> None:
        with self._news:
            self._items.append(item)
            self._news.notify_all()

    def get(self, block: bool = True, timeout: float | None = None) -> T:
        with self._news:
            if not self._news.wait_for(lambda: len(self._items) > 0, timeout if block else 0):
                raise queue.Empty
            return self._items.popleft()
