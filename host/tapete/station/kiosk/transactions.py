"""One change of a station at a time, and what it leads to outside: a screen that is told, matches that are let go."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Transactions:
    """The station's lock, and what waits until it is free.

    Args:
        let_go: lets a match go that nobody plays now.
    """

    def __init__(self, let_go: Callable[[str], None]) -> None:
        self.lock = threading.RLock()
        self._let_go = let_go
        self._bells: list[Callable[[], None]] = []
        self._depth = 0
        self._rings = False
        self._leaving: list[str] = []

    def listen(self, ring: Callable[[], None]) -> None:
        """Call `ring` after each change that is seen on the screen, on any thread."""
        self._bells.append(ring)

    def deaf(self) -> None:
        """Nobody is told any more."""
        self._bells.clear()

    def seen(self) -> None:
        """The screen shows something else after this change."""
        self._rings = True

    def leaves(self, match: str) -> None:
        """Nobody plays this match after this change."""
        self._leaving.append(match)

    @contextmanager
    def one(self) -> Iterator[None]:
        """Nobody else changes anything in the block; when the outermost is left, the screen is told, and matches are let go.

        Neither happens under the lock: letting a match go waits for the thread that tells us of it.
        """
        with self.lock:
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1
                outermost = not self._depth
                rings, leaving = self._rings, self._leaving
                if outermost:
                    self._rings, self._leaving = False, []
        if outermost:
            for match in leaving:
                self._let_go(match)
            if rings:
                for ring in self._bells:
                    ring()
