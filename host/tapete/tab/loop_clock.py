"""Time where nothing can wait: what would be threads are tasks that the event loop goes on with whenever they have something to do."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Any, Generic, TypeVar

from tapete.console.clock import Condition, Mail, Steps, Task

T = TypeVar("T")


class MayNotWait(RuntimeError):
    """A wait has come that only a task may give out; where it does, the loop calls it again.

    Args:
        news: what may end the wait. seconds: how long it lasts at the most; None: without end.
    """

    def __init__(self, news: LoopCondition, seconds: float | None) -> None:
        super().__init__("nothing can wait in this browser but a task")
        self.news, self.seconds = news, seconds


class LoopCondition:
    """As `threading.Condition`; as nothing runs beside it, it locks nothing."""

    def __init__(self) -> None:
        self.waiting: list[LoopTask] = []

    def __enter__(self) -> bool:
        return True

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        pass

    def wait_for(self, predicate: Callable[[], T], timeout: float | None = None) -> T:
        """Whether the predicate holds. Raises MayNotWait where it does not yet."""
        met = predicate()
        if met or (timeout is not None and timeout <= 0):
            return met
        raise MayNotWait(self, timeout)

    def notify_all(self) -> None:
        """Something has changed that tasks may wait for."""
        waiting, self.waiting = self.waiting, []
        for task in waiting:
            task.wake()


class LoopMail(Generic[T]):
    """As `queue.SimpleQueue`."""

    def __init__(self) -> None:
        self._news, self._items = LoopCondition(), deque[T]()

    def put(self, item: T) -> None:
        """Leave something."""
        self._items.append(item)
        self._news.notify_all()

    def get(self, block: bool = True, timeout: float | None = None) -> T:
        """Take the oldest; raises MayNotWait where there is none yet, and queue.Empty where nobody wants to wait."""
        if not self._items and (not block or (timeout is not None and timeout <= 0)):
            raise queue.Empty
        self._news.wait_for(lambda: bool(self._items), timeout)
        return self._items.popleft()


class LoopTask:
    """A task of the event loop.

    Args:
        steps: what it does.
    """

    def __init__(self, steps: Callable[[], Steps]) -> None:
        self._steps = steps()
        self._wait: Callable[[], Any] | None = None
        self._begun = self._runs = self._over = False
        self._late: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin, soon."""
        self._begun = True
        self.wake()

    def is_alive(self) -> bool:
        """Whether it has begun and not ended."""
        return self._begun and not self._over

    def join(self, timeout: float | None = None) -> None:
        """Let it go on as far as it comes. Raises MayNotWait where that is not the end, and no time is left for it."""
        if self.is_alive() and not self._runs:
            self._go()
            if self.is_alive() and timeout is None:
                raise MayNotWait(LoopCondition(), timeout)

    def wake(self) -> None:
        """What it waits for may have come."""
        asyncio.get_running_loop().call_soon(self._go)

    def _go(self, *, late: bool = False) -> None:
        while not self._runs and not self._over:
            answer = None
            if self._wait is not None and not late:
                try:
                    answer = self._wait()
                except MayNotWait as wait:
                    if self not in wait.news.waiting:
                        wait.news.waiting.append(self)
                    if wait.seconds is not None and self._late is None:
                        self._late = asyncio.get_running_loop().call_later(wait.seconds, self._time_is_up)
                    return
            late = False
            self._no_longer_late()
            self._runs = True
            try:
                self._wait = self._steps.send(answer)
            except StopIteration:
                self._over = True
            except BaseException:
                self._over = True
                raise
            finally:
                self._runs = False

    def _time_is_up(self) -> None:
        self._go(late=True)

    def _no_longer_late(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class LoopClock:
    """A `tapete.console.clock.Clock` for one event loop, on the only thread there is."""

    def now(self) -> float:
        return time.monotonic()

    def condition(self) -> Condition:
        return LoopCondition()

    def mail(self) -> Mail[T]:
        return LoopMail[T]()

    def thread(self, target: Callable[[], None], name: str) -> threading.Thread:
        """Refused: what waits anywhere cannot run here. Raises RuntimeError."""
        raise RuntimeError(f"no thread can be started in this browser: {name}")

    def task(self, steps: Callable[[], Steps], name: str) -> Task:
        return LoopTask(steps)
