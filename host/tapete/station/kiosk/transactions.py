"""Transactions of a station: one thread at a time changes it; then pages are notified and unused matches are released."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Transactions:
    """The station's lock, and what waits until it is free.

    Args:
        let_go: lets go of a match that nobody plays now.
    """

    def __init__(self, let_go: Callable[[str], None]) -> None:
        self.lock = threading.RLock()
        self._let_go = let_go
        self._listeners: list[Callable[[], None]] = []
        self._depth = 0
        self._visible = False
        self._released: list[str] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener`, on any thread, after each change that shows on the screen."""
        self._listeners.append(listener)

    def clear_listeners(self) -> None:
        """Notify no listener any more."""
        self._listeners.clear()

    def mark_visible(self) -> None:
        """Note that this change shows on the screen."""
        self._visible = True

    def release(self, match: str) -> None:
        """Note that nobody plays this match after this change."""
        self._released.append(match)

    @contextmanager
    def begin(self) -> Iterator[None]:
        """Begin a transaction: no other thread changes anything within the block.

        After the outermost block the listeners are called and released matches are let go.
        Both happen outside the lock: letting a match go waits for the thread that reports its entries.
        """
        with self.lock:
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1
                outermost = not self._depth
                visible, released = self._visible, self._released
                if outermost:
                    self._visible, self._released = False, []
        if outermost:
            for match in released:
                self._let_go(match)
            if visible:
                for listener in self._listeners:
                    listener()
