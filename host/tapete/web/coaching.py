"""The coach of the last page: it plays matches on in the background, one match after the other, while the pages tell how far it is."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

from tapete import coach
from tapete.bots import strengths_of
from tapete.coach import USUAL_PLAY_OUTS, PlayedOn, Review, Silence
from tapete.table import Table, match_file

_log = logging.getLogger(__name__)

MOST_KEPT = 64
"""So many reviews are kept; the oldest goes."""


class _ShuttingDown(Exception):
    """The program ends, and the coach stops."""


class Reviewed:
    """A match that the coach looks at: how many moments it has counted of at most how many (0: it has not begun), how many entries it
    knows (`read`) of how many, and what it found."""

    def __init__(self) -> None:
        self.counted = self.most = self.read = self.entries = 0
        self.failed = False
        self.found: PlayedOn | Review | Silence | None = None


class Coaches:
    """The coach of this computer's matches; any thread may call.

    Args:
        play_outs: matches for each point of a curve.
        apart: whether they are played in a process of their own. looks: whether there is a coach at all.
    """

    def __init__(self, play_outs: int = USUAL_PLAY_OUTS, *, apart: bool = True, looks: bool = True) -> None:
        self._play_outs, self._apart, self._looks = play_outs, apart, looks
        self._lock = threading.Lock()
        self._ends = threading.Event()
        self._known: OrderedDict[tuple[str, int], Reviewed] = OrderedDict()
        self._one = ThreadPoolExecutor(1, thread_name_prefix="coach")

    def may_look(self, table: Table) -> bool:
        """Say whether there is something to look at: a match that is over, of a game with bots."""
        return self._looks and table.result is not None and bool(strengths_of(table.rules.game.name))

    def of(self, table: Table) -> Reviewed | None:
        """How far the coach is with a match; None where nobody has asked."""
        with self._lock:
            return self._known.get((table.id, table.seq))

    def ask(self, table: Table) -> None:
        """Let the coach look at a match, once."""
        with self._lock:
            if (table.id, table.seq) in self._known or self._ends.is_set():
                return
            reviewed = self._known[table.id, table.seq] = Reviewed()
            if len(self._known) > MOST_KEPT:
                self._known.popitem(last=False)
        self._one.submit(self._look, table, reviewed)

    def _look(self, table: Table, reviewed: Reviewed) -> None:
        def tick() -> None:
            reviewed.counted += 1
            if self._ends.is_set():
                raise _ShuttingDown

        try:
            exported = match_file.read(table.export())
            match = match_file.check(exported)[0]
            reviewed.read, reviewed.entries, reviewed.most = match.log.seq, len(exported.entries), coach.most_moments(match)
            reviewed.found = coach.review(match, self._play_outs, workers=1, apart=self._apart, tick=tick)
        except _ShuttingDown:
            return
        except Exception:  # noqa: BLE001  # a thread that nobody waits for: the page says that it failed, the log why
            reviewed.failed = True
            _log.exception("the coach failed over match %s", table.id)

    def close(self) -> None:
        """End; what was begun is dropped at the next moment."""
        self._ends.set()
        self._one.shutdown(wait=False, cancel_futures=True)
