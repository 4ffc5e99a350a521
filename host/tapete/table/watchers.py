"""Listeners to a table's changes. They run on a thread of their own, never under the table's lock, and cannot break the table."""

from __future__ import annotations

import functools
import logging
import threading
from collections.abc import Callable
from typing import Generic, Literal, TypeVar

from msgspec import Struct

from tapete.console.clock import REAL_TIME, Clock, Mail, Steps, Task
from tapete.core.log import Entry
from tapete.core.texts import Text

_log = logging.getLogger(__name__)

C = TypeVar("C")

What = Literal["entries", "asked", "draft", "notice", "names", "again"]


class Changed(Struct, frozen=True, kw_only=True):
    """Something is new at a table. `entries` are those of one declaration; who missed it draws from the state and is right again."""

    match: str
    seq: int
    what: What
    entries: tuple[Entry, ...] = ()


class Notice(Struct, frozen=True):
    """Something that everybody at the table is told, and that is no part of the match; `seq` is the entry after which it was said."""

    seq: int
    text: Text


class _FlushMarker:
    """A place in the queue: when it is reached, all changes before it have been told."""

    def __init__(self, clock: Clock) -> None:
        self._news, self._reached = clock.condition(), False

    def say(self) -> None:
        with self._news:
            self._reached = True
            self._news.notify_all()

    def wait(self, timeout_s: float) -> bool:
        with self._news:
            return self._news.wait_for(lambda: self._reached, timeout_s)


class Watchers(Generic[C]):
    """Listeners, and the thread that tells them one thing after the other; it runs from the first listener until `close` or `end`."""

    def __init__(self, name: str, clock: Clock = REAL_TIME) -> None:
        self._name, self._clock = name, clock
        self._listeners: list[Callable[[C], None]] = []
        self._waiting: Mail[C | _FlushMarker | None] = clock.mail()
        self._lock = threading.Lock()
        self._thread: Task | None = None

    @property
    def any(self) -> bool:
        """Whether anybody listens."""
        return bool(self._listeners)

    def add(self, listener: Callable[[C], None]) -> Callable[[], None]:
        """Tell this one from now on; returns what ends it."""
        with self._lock:
            self._listeners.append(listener)
            if self._thread is None:
                self._thread = self._clock.task(functools.partial(self._tell_all, self._waiting), self._name)
                self._thread.start()
        added: list[Callable[[C], None]] = [listener]

        def remove() -> None:
            with self._lock:
                if added and added[0] in self._listeners:
                    self._listeners.remove(added[0])
                added.clear()  # keeping `remove` does not keep the listener alive

        return remove

    def tell(self, change: C) -> None:
        """Tell everybody, soon."""
        if self._thread is not None:
            self._waiting.put(change)

    def settle(self, timeout_s: float = 10.0) -> bool:
        """Wait until all changes so far have been told; False if that takes too long."""
        if self._thread is None or self._thread is threading.current_thread():
            return True
        told = _FlushMarker(self._clock)
        self._waiting.put(told)
        return told.wait(timeout_s)

    def close(self) -> None:
        """Tell what is waiting, and end the thread; another begins with the next listener."""
        self._end_thread()

    def _end_thread(self, *, unless_heard: bool = False) -> None:
        with self._lock:
            if unless_heard and self._listeners:
                return
            thread, waiting = self._thread, self._waiting
            self._thread, self._waiting = None, self._clock.mail()
        if thread is not None:
            waiting.put(None)
            if thread is not threading.current_thread():
                thread.join()

    def rest(self) -> None:
        """Close, unless there is a listener."""
        self._end_thread(unless_heard=True)

    def end(self) -> None:
        """As `close`, for good, and without waiting: takes no lock, so that it may be called while memory is collected."""
        self._waiting.put(None)

    def _tell_all(self, waiting: Mail[C | _FlushMarker | None]) -> Steps:
        while (change := (yield waiting.get)) is not None:
            if isinstance(change, _FlushMarker):
                change.say()
            else:
                self._tell_each(change)

    def _tell_each(self, change: C) -> None:
        """A separate function, so that a waiting thread does not keep alive the listeners that it notified last."""
        with self._lock:
            listeners = tuple(self._listeners)
        for listener in listeners:
            try:
                listener(change)
            except Exception:  # noqa: BLE001 - whatever a page or console does, the table goes on and the others are told
                _log.exception("%s: a listener failed", self._name)
