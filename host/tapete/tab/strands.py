"""Threads for a Python that has none: what `threading`, `queue` and `time.sleep` do, by strands that take turns.

A strand is a task of the event loop that calls ordinary code. Where that would wait, its stack is put aside (in a browser by
`pyodide.ffi.run_sync`) and the loop goes on. A strand runs until it waits, so a lock is only ever contended over a wait.

Three rules of this Python:

* `install` comes before the import of whatever makes a lock.
* No strand waits within an import: importlib takes its locks from `_thread`, which stays as it is.
* Garbage is collected by `tidy` and never by itself: Pyodide up to 314.0.7 walks stacks that are put aside when it does, and crashes
  (its issue 6464, mended after it).
"""

from __future__ import annotations

import asyncio
import collections
import concurrent.futures
import gc
import itertools
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol, TypeVar

Result = TypeVar("Result")

MAIN = 1
"""The number of the loop itself."""

TIDY_S, YOUNG, WHOLE_EVERY = 5.0, 0, 12
"""How often garbage is collected, which generation, and every how many times the whole: generation 1 is what crashes."""

BREATH_S = 0.05
"""How long others wait at the most for one who computes long and calls `breathe`."""


class Switching(Protocol):
    """How stacks are put aside."""

    def wait(self, future: asyncio.Future[Any]) -> None:
        """Let the loop go on until a future is done; called by a strand."""

    async def run(self, work: Callable[[], object]) -> None:
        """Call what may wait; in the loop."""


class NoSwitching:
    """In a browser that puts no stack aside: what waits is refused."""

    def wait(self, future: asyncio.Future[Any]) -> None:
        """As `Switching.wait`. Raises RuntimeError."""
        raise RuntimeError("nothing can wait in this browser")

    async def run(self, work: Callable[[], object]) -> None:
        """As `Switching.run`, once others have had their turn."""
        await asyncio.sleep(0)
        work()


class BrowserSwitching:
    """By WebAssembly's own stack switching (JSPI)."""

    def wait(self, future: asyncio.Future[Any]) -> None:
        """As `Switching.wait`."""
        from pyodide.ffi import run_sync

        run_sync(future)

    async def run(self, work: Callable[[], object]) -> None:
        """As `Switching.run`."""
        work()


class _Now:
    """Who runs now, and how stacks are put aside."""

    def __init__(self) -> None:
        self.strand, self.last_breath = MAIN, 0.0
        self.switching: Switching = BrowserSwitching()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.alive: set[asyncio.Task[None]] = set()


_now = _Now()
_numbers = itertools.count(MAIN + 1)


def begin(switching: Switching | None = None) -> None:
    """Say in which loop strands run; called in it.

    Args:
        switching: how stacks are put aside; the browser's own way when left out, where it has one.
    """
    _now.loop, _now.switching, _now.strand = asyncio.get_running_loop(), switching or _of_browser(), MAIN


def _of_browser() -> Switching:
    from pyodide.ffi import can_run_sync

    return BrowserSwitching() if can_run_sync() else NoSwitching()


def can_wait() -> bool:
    """Whether a strand may wait. Where none may, there are no threads: see `tapete.tab.loop_clock`."""
    return not isinstance(_now.switching, NoSwitching)


def _loop() -> asyncio.AbstractEventLoop:
    if _now.loop is None:
        raise RuntimeError("no strand runs before strands.begin")
    return _now.loop


def current() -> int:
    """The number of the strand that runs."""
    return _now.strand


def _wait(future: asyncio.Future[Any], timeout: float | None = None) -> bool:
    """Wait for a future of the loop; False where the time, in seconds, was up first."""
    mine, _now.strand = _now.strand, MAIN
    handle = None
    if timeout is not None:
        handle = _loop().call_later(max(0.0, timeout), lambda: None if future.done() else future.set_result(False))
    try:
        _now.switching.wait(future)
        return future.result() is not False
    finally:
        if handle is not None:
            handle.cancel()
        _now.strand = mine


def _limit(timeout: float | None) -> float | None:
    """A limit as `threading` says it: -1 and None are none."""
    return None if timeout is None or timeout < 0 else timeout


class Lock:
    """As `threading.Lock`."""

    def __init__(self) -> None:
        self._locked = False
        self._waiting: collections.deque[asyncio.Future[bool]] = collections.deque()

    def acquire(self, blocking: bool = True, timeout: float | None = -1) -> bool:
        """Take it; False where it was not to be had in time (seconds)."""
        if not self._locked:
            self._locked = True
            return True
        if not blocking:
            return False
        future: asyncio.Future[bool] = _loop().create_future()
        self._waiting.append(future)
        return _wait(future, _limit(timeout))

    def release(self) -> None:
        """Give it to who waits longest, or nobody. Raises RuntimeError where it is nobody's."""
        if not self._locked:
            raise RuntimeError("release unlocked lock")
        while self._waiting:
            future = self._waiting.popleft()
            if not future.done():
                future.set_result(True)  # it stays locked
                return
        self._locked = False

    def locked(self) -> bool:
        """Whether somebody has it."""
        return self._locked

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_fault: object) -> None:
        self.release()

    def _at_fork_reinit(self) -> None:
        """What the standard library hands to `os.register_at_fork`; nothing forks here."""


class RLock:
    """As `threading.RLock`."""

    def __init__(self) -> None:
        self._block = Lock()
        self._owner: int | None = None
        self._count = 0

    def acquire(self, blocking: bool = True, timeout: float | None = -1) -> bool:
        """Take it, or take it once more; False where it was not to be had in time (seconds)."""
        me = _now.strand
        if self._owner == me:
            self._count += 1
            return True
        if not self._block.acquire(blocking, timeout):
            return False
        self._owner, self._count = me, 1
        return True

    def release(self) -> None:
        """Give it back, as often as it was taken. Raises RuntimeError where it is another's."""
        if self._owner != _now.strand:
            raise RuntimeError("cannot release un-acquired lock")
        self._count -= 1
        if not self._count:
            self._owner = None
            self._block.release()

    def locked(self) -> bool:
        """Whether somebody has it."""
        return self._owner is not None

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_fault: object) -> None:
        self.release()

    def _at_fork_reinit(self) -> None:
        """As `Lock._at_fork_reinit`."""

    # what `threading.Condition` asks of a lock

    def _release_save(self) -> tuple[int, int | None]:
        kept = self._count, self._owner
        self._count, self._owner = 0, None
        self._block.release()
        return kept

    def _acquire_restore(self, kept: tuple[int, int | None]) -> None:
        self._block.acquire()
        self._count, self._owner = kept

    def _is_owned(self) -> bool:
        return self._owner == _now.strand


class Handle:
    """What `threading` holds of a thread."""

    def __init__(self) -> None:
        self.ident = 0
        self._done = False
        self._waiting: list[asyncio.Future[bool]] = []

    def is_done(self) -> bool:
        """Whether it has ended."""
        return self._done

    def _set_done(self) -> None:
        self._done = True
        for future in self._waiting:
            if not future.done():
                future.set_result(True)

    def join(self, timeout: float | None = None) -> None:
        """Wait until it has ended, or so many seconds."""
        if not self._done:
            future: asyncio.Future[bool] = _loop().create_future()
            self._waiting.append(future)
            _wait(future, _limit(timeout))


def start(function: Callable[[], object], handle: Handle | None = None, daemon: bool = True) -> Handle:
    """Run a function on a strand of its own, soon.

    Args:
        function: what may wait. handle: of the strand; a new one when left out. daemon: as all of them are.
    """
    begun = handle or Handle()
    begun.ident = next(_numbers)

    def work() -> None:
        _now.strand = begun.ident
        try:
            with suppress(SystemExit):
                function()
        finally:
            _now.strand = MAIN
            begun._set_done()

    task = _loop().create_task(_run(work))
    _now.alive.add(task)
    task.add_done_callback(_now.alive.discard)
    return begun


def _run(work: Callable[[], object]) -> Coroutine[Any, Any, None]:
    return _now.switching.run(work)


def _start_new(function: Callable[..., object], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None) -> int:
    return start(lambda: function(*args, **(kwargs or {}))).ident


def sleep(seconds: float) -> None:
    """As `time.sleep`."""
    _wait(_loop().create_future(), seconds)


def breathe() -> None:
    """Let others go on where they waited for long; called again and again by what computes."""
    if _now.strand != MAIN and time.monotonic() - _now.last_breath > BREATH_S:
        sleep(0)
        _now.last_breath = time.monotonic()


def result_of(awaitable: Awaitable[Result]) -> Result:
    """Wait on a strand for what the loop awaits; raises what that raises."""

    async def awaited() -> Result:
        return await awaitable

    task = _loop().create_task(awaited())
    done: asyncio.Future[bool] = _loop().create_future()
    task.add_done_callback(lambda _ended: done.set_result(True))
    _wait(done)
    return task.result()


async def in_strand(function: Callable[..., Result], *args: Any, **kwargs: Any) -> Result:
    """Call what may wait on a strand, as `starlette.concurrency.run_in_threadpool` does on a thread."""
    done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()

    def work() -> None:
        try:
            answer = function(*args, **kwargs)
        except BaseException as fault:  # noqa: BLE001 - whatever it was, the caller waits for it
            if not done.cancelled():
                done.set_exception(fault)
        else:
            if not done.cancelled():
                done.set_result(answer)

    start(work)
    return await done


async def tidy() -> None:
    """Collect garbage for as long as the tab lives."""
    for turn in itertools.count(1):
        await asyncio.sleep(TIDY_S)
        gc.collect(YOUNG if turn % WHOLE_EVERY else 2)


class AtOnce(concurrent.futures.Executor):
    """A pool without threads: work is done by the one who hands it in. Its arguments are those of `ThreadPoolExecutor`."""

    def __init__(self, *_size: object, **_names: object) -> None:
        pass

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> concurrent.futures.Future[Any]:
        """Do it, and give what came of it."""
        done: concurrent.futures.Future[Any] = concurrent.futures.Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as fault:  # noqa: BLE001 - whatever it was, the future has it
            done.set_exception(fault)
        return done


def install() -> None:
    """Let `threading`, `queue`, `time.sleep` and thread pools be made of strands, in this whole program; only pools where none may wait.

    Made for the Python of Pyodide (3.13 or newer): earlier ones keep other names within `threading`.
    """
    if can_wait():
        _replace_threads()
    else:
        pools: Any = concurrent.futures
        pools.ThreadPoolExecutor = AtOnce

    import anyio.to_thread  # only now: it makes locks
    import starlette.concurrency

    async def run_sync(function: Callable[..., Any], *args: Any, **_limits: Any) -> Any:
        return await in_strand(function, *args)

    pool: Any = anyio.to_thread
    pool.run_sync = run_sync
    called: Any = starlette.concurrency
    called.run_in_threadpool = in_strand


def _replace_threads() -> None:
    import queue
    import threading

    gc.disable()
    parts: dict[str, Any] = {
        "_allocate_lock": Lock,
        "Lock": Lock,
        "RLock": RLock,
        "_CRLock": RLock,
        "_RLock": RLock,
        "_LockType": Lock,
        "get_ident": current,
        "get_native_id": current,
        "_start_new_thread": _start_new,
        "_start_joinable_thread": start,
        "_ThreadHandle": Handle,
        "_daemon_threads_allowed": lambda: True,
        "_active_limbo_lock": RLock(),
    }
    for name, value in parts.items():
        setattr(threading, name, value)
    hidden: Any = threading
    hidden._active.clear()
    hidden._main_thread._ident = MAIN
    hidden._active[MAIN] = hidden._main_thread
    plain: Any = queue
    plain.SimpleQueue = plain._PySimpleQueue
    ticking: Any = time
    ticking.sleep = sleep
