"""Stack switching for an ordinary Python: each strand on a thread of its own, of which one runs at a time, the loop's among them."""

from __future__ import annotations

import _thread
import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

from tapete.tab import strands


class _Strand:
    """A thread, and the two locks by which it and the loop hand on whose turn it is."""

    def __init__(self) -> None:
        self.to_loop, self.to_strand = _thread.allocate_lock(), _thread.allocate_lock()
        self.to_loop.acquire()
        self.to_strand.acquire()
        self.waits_for: asyncio.Future[Any] | None = None
        self.fault: BaseException | None = None

    def let_go(self) -> None:
        """It is the strand's turn."""
        self.waits_for = None
        self.to_strand.release()


class InTurns:
    """As `strands.Switching`."""

    def __init__(self) -> None:
        self._here = threading.local()

    async def run(self, work: Callable[[], object]) -> None:
        strand = _Strand()

        def live() -> None:
            self._here.strand = strand
            strand.to_strand.acquire()
            try:
                work()
            except BaseException as fault:  # noqa: BLE001 - the loop raises it
                strand.fault = fault
            strand.to_loop.release()

        _thread.start_new_thread(live, ())
        while True:
            strand.let_go()
            strand.to_loop.acquire()  # nothing else runs meanwhile, the loop neither
            waits_for: asyncio.Future[Any] | None = strand.waits_for
            if waits_for is None:
                break
            await asyncio.wait([waits_for])
        if strand.fault is not None:
            raise strand.fault

    def wait(self, future: asyncio.Future[Any]) -> None:
        strand: _Strand = self._here.strand
        strand.waits_for = future
        strand.to_loop.release()
        strand.to_strand.acquire()


def run(main: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Run a test's own coroutine in a loop with strands."""

    async def begun() -> Any:
        strands.begin(InTurns())
        return await main()

    return apart(lambda: asyncio.run(begun()))


def apart(calls: Callable[[], Any]) -> Any:
    """Call it on a bare thread: a browser's test leaves a loop behind in this one, and what `threading` is made of may be replaced."""
    given: list[Any] = []
    faults: list[BaseException] = []
    done = _thread.allocate_lock()
    done.acquire()

    def called() -> None:
        try:
            given.append(calls())
        except BaseException as fault:  # noqa: BLE001 - raised again by who called
            faults.append(fault)
        finally:
            done.release()

    _thread.start_new_thread(called, ())
    done.acquire()
    if faults:
        raise faults[0]
    return given[0]
