"""A guided match on a table of its own, away from a station: its guide follows every entry and says what it waits for.

table = begin(hub, guide, {"A": "Ana"})              # the lobby, or `tapete play --guided`
led = LedMatch(hub, table, changed=draw_anew)        # where a person looks at it, also after a restart
led.progress(), led.waits_for, led.said              # what its pages show
led.followed(3); led.leave()                         # a console's LOCK says the same
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

from tapete.core import position
from tapete.core.seats import Seat
from tapete.core.texts import Text, _
from tapete.lessons.guide import Progress
from tapete.lessons.tutor import Tutor, Waits
from tapete.presentation.lesson import Guide
from tapete.table import Changed, Hub, Table
from tapete.table.match_extras import LessonRecord
from tapete.table.prompts import LOCK_DONE, LockMeans


def opened(hub: Hub, guide: Guide, names: Mapping[Seat, str] | None = None) -> Table:
    """Begin the match that a guide has prepared.

    Args:
        hub: where. guide: with house rules, cards and position. names: what the players are called.

    Raises:
        RefereeError: it cannot be begun here.
    """
    opening = None if guide.position is None else position.read(dict(guide.position))
    return hub.begin(guide.game, guide.options, names, guide.seats, guide.catalogue, opening)


def begin(hub: Hub, guide: Guide, names: Mapping[Seat, str] | None = None) -> Table:
    """Begin the match of a guide as a lesson, which is remembered beside the journal.

    Args:
        hub, guide, names: as for `opened`.

    Raises:
        RefereeError: it cannot be begun here.
    """
    table = opened(hub, guide, names)
    hub.extras.change(table.id, lesson=LessonRecord())
    return table


LOCK_PLAYS_ON = _("LOCK: “{does}”.").fill(does=_("Play on"))

BOTH_S = 1.0
"""Seconds in which LOCK of a second panel repeats the first: two players who have followed one instruction both press it."""


class LedMatch:
    """One match and its guide; any thread may call.

    Args:
        hub: keeps how far it has got. table: the match; one that no guide leads says so by `progress`.
        changed: called on any thread after what pages show of the lesson has changed.
    """

    def __init__(self, hub: Hub, table: Table, changed: Callable[[], None]) -> None:
        self._hub, self._table, self._changed = hub, table, changed
        self._lock = threading.RLock()
        record = hub.extras.of(table.id).lesson
        self._tutor = Tutor({} if record is None else {table.id: record})
        self._unwatch: Callable[[], None] = lambda: None
        self._locked: tuple[Seat, float] | None = None
        if record is not None and not record.over:
            self._unwatch = table.watch(self._heard)
            self._lead()

    def progress(self) -> Progress | None:
        """Where the guide stands; None where none leads the match, or it is over."""
        with self._lock:
            return self._tutor.progress(self._table) if self._table.result is None else None

    @property
    def length(self) -> int:
        """How many instructions the guide has."""
        return self._tutor.length(self._table)

    @property
    def said(self) -> Text | None:
        """What people were told last about an action that was taken back."""
        return self._tutor.said

    @property
    def waits_for(self) -> Waits:
        """What the guide waits for that people say by a touch of their own."""
        return self._tutor.waits_for

    def followed(self, number: int) -> None:
        """Say that an instruction for hands alone is followed.

        Args:
            number: of the instruction that people saw; another one is passed over.
        """
        with self._lock:
            progress = self.progress()
            if progress is None or progress.instruction is None or progress.instruction.answers or progress.number != number:
                return
            self._tutor.touch(self._table)
            self._lead()

    def locked(self, seat: Seat) -> None:
        """LOCK of a seat's panel: what the guide waits for is done, or at its end people play on."""
        with self._lock:
            before, now = self._locked, self._hub.clock.now()
            if before is not None and before[0] != seat and now - before[1] < BOTH_S:
                return
            self._locked = seat, now
            if self._tutor.waits_for == "end":
                self._tutor.leave(self._table)
            elif self._tutor.waits_for == "instruction":
                self._tutor.touch(self._table)
            self._lead()

    def leave(self) -> None:
        """Do without the guide from now on: the match goes on as a free one."""
        with self._lock:
            self._tutor.leave(self._table)
            self._lead()

    def close(self) -> None:
        """Follow the match no more; how far the lesson has got is kept."""
        self._unwatch()
        means = self._table.lock_means
        if means is not None and means.heard == self.locked:
            self._table.let_lock_mean(None)

    def _heard(self, changed: Changed) -> None:
        """Follow what happened at the match; called on its watchers' thread."""
        if changed.what != "entries":
            return
        with self._lock:
            self._tutor.heard(self._table, changed)
            self._lead()

    def _lead(self) -> None:
        if self._table.result is None:
            self._tutor.lead(self._table)
        record = self._tutor.lessons.get(self._table.id)
        if record != self._hub.extras.of(self._table.id).lesson:
            self._hub.extras.change(self._table.id, lesson=record)
        self._table.let_lock_mean(self._means())
        self._changed()

    def _means(self) -> LockMeans | None:
        """What LOCK says beside the match now; None where the guide waits for nothing that it could say."""
        if self._table.result is not None or not self._tutor.waits_for:
            return None
        return LockMeans(LOCK_PLAYS_ON if self._tutor.waits_for == "end" else LOCK_DONE, self.locked)
