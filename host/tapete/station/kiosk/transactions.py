"""Lets one thread at a time change a station; then pages hear of it, and the hub lets go of matches that nobody plays."""

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

    def listen(self, ring: Callable[[], None]) -> None:
        """Call `ring`, on any thread, after each change that shows on the screen."""
        self._listeners.append(ring)

    def deaf(self) -> None:
        """Call nobody any more."""
        self._listeners.clear()

    def seen(self) -> None:
        """Note that this change shows on the screen."""
        self._visible = True

    def leaves(self, match: str) -> None:
        """Note that nobody plays this match after this change."""
        self._released.append(match)

    @contextmanager
    def one(self) -> Iterator[None]:
        """Keep other threads from changing anything within the block; after the outermost block call the listeners and let matches go.

        Both happen outside the lock: letting a match go waits for the thread that reports its entries.
        """
        with self.lock:
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1
                outermost = not self._depth
                rings, leaving = self._visible, self._released
                if outermost:
                    self._visible, self._released = False, []
        if outermost:
            for match in leaving:
                self._let_go(match)
            if rings:
                for ring in self._listeners:
                    ring()
