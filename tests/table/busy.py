"""A journal whose writing thread is busy while several callers come."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from tapete.table import Journal


@contextmanager
def busy(journal: Journal, calls: Sequence[Callable[[], None]], *, fails: bool = False) -> Iterator[list[Future[None]]]:
    """Make these calls, each from a thread of its own and in this order, while the writing thread is busy; it goes on after the block.

    Args:
        journal: whose. calls: what to do. fails: whether what it was busy with comes to nothing.
    """
    busy, free = threading.Event(), threading.Event()

    def hold(_connection: sqlite3.Connection) -> None:
        busy.set()
        free.wait()
        if fails:
            raise sqlite3.IntegrityError("of its own")

    with ThreadPoolExecutor(len(calls) + 1) as threads:
        held = threads.submit(Journal._do, journal, hold)
        busy.wait()
        made = []
        for number, call in enumerate(calls, start=1):
            made.append(threads.submit(call))
            while journal._tasks.qsize() < number:
                time.sleep(0)
        try:
            yield made
        finally:
            free.set()
            assert (held.exception() is not None) == fails
