"""Knows which matches are lessons and how far each has got, and takes back what a guide cannot go on from."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from tapete.core.refusals import Illegal, RefereeError, Stale
from tapete.core.seats import Seat
from tapete.core.texts import Text
from tapete.lessons import lock_shortcut
from tapete.lessons.guide import Progress, told_number, where
from tapete.presentation import lessons
from tapete.table import Changed, Source, Table
from tapete.table.match_extras import LessonRecord
from tapete.table.sources import AUTOMATIC

_log = logging.getLogger(__name__)

Waits = Literal["", "instruction", "end"]
"""Nothing; that the instruction at hand is followed (one without an action, or one that LOCK enters); at the end, whether they play on."""

LOCK_SHORTCUT = Source("console")
"""An action that LOCK has entered, from whichever panel."""

TAKES_BACK = Source("program")
"""What a guide takes back, it takes back as a program."""


class Tutor:
    """Lessons of which people see one, and the one who calls it lets nobody else in meanwhile.

    Args:
        lessons: those that are remembered, by match.
    """

    def __init__(self, lessons: Mapping[str, LessonRecord]) -> None:
        self.lessons: dict[str, LessonRecord] = dict(lessons)
        self.said: Text | None = None
        """What people were told last about an action that was taken back."""
        self.waits_for: Waits = ""
        """What the guide on the screen waits for."""
        self._said_at = self._over_at = 0

    def begin(self, table: Table) -> None:
        """Make a match a lesson."""
        self.lessons[table.id] = LessonRecord()

    def progress(self, table: Table | None) -> Progress | None:
        """Return where the guide of a match stands; None if none leads it."""
        lesson = self.lessons.get(table.id) if table is not None else None
        if table is None or lesson is None or lesson.over:
            return None
        guide = lessons.find(table.rules.game.name, len(table.seats))
        return None if guide is None else where(guide, table, frozenset(lesson.touched))

    def length(self, table: Table | None) -> int:
        """Return how many instructions the guide of a match has; 0 if none leads it."""
        guide = lessons.find(table.rules.game.name, len(table.seats)) if table is not None and table.id in self.lessons else None
        return len(guide.instructions) if guide is not None else 0

    def number(self, table: Table, progress: Progress, seat: Seat) -> int | None:
        """Return the number that a seat is to set on its panel for the instruction at hand; None where the guide names none."""
        guide = lessons.find(table.rules.game.name, len(table.seats))
        return None if guide is None or progress.instruction is None else told_number(guide, table.rules, progress.number, seat)

    def rest(self) -> None:
        """Wait for nothing any more, as another stage begins."""
        self.waits_for = ""

    def lead(self, table: Table | None) -> bool:
        """Follow the match on the screen: take back what its guide cannot go on from, and find what it waits for.

        Args:
            table: the match; None: no match.

        Returns:
            Whether the guide has begun or ceased to wait for people.
        """
        if table is not None:
            self._follow(table)
            table.led = self.progress(table) is not None
        was, self.waits_for = self.waits_for, self._awaited(table)
        if table is not None and self.waits_for == "end" != was:
            self._over_at = table.seq  # what is declared by now belongs to the lesson
        return bool(was) != bool(self.waits_for)

    def _awaited(self, table: Table | None) -> Waits:
        progress = self.progress(table)
        if table is None or progress is None:
            return ""
        if progress.instruction is None:
            return "end"
        return "instruction" if not progress.instruction.answers or lock_shortcut.entered(table, progress) is not None else ""

    def _follow(self, table: Table) -> None:
        """Take back what the guide cannot go on from; where that fails, the lesson is over and the match goes on as a free one."""
        progress = self.progress(table)
        if progress is None or progress.off_script is None:
            return
        try:
            with table.still():
                table.move("jump", progress.off_script.back_to, TAKES_BACK)
                for seat in table.seats if table.asked() is not None else ():
                    table.answer(seat, True)
            self.said, self._said_at = progress.off_script.why, table.seq
            self._pass(table, progress.off_script.number)
        except RefereeError as refused:
            _log.warning("the lesson of %s ends: %s", table.id, refused)
            self.leave(table)

    def _pass(self, table: Table, number: int) -> None:
        """Do not ask again for what was to be read or laid out before an instruction that people had reached already."""
        lesson = self.lessons[table.id]
        self.lessons[table.id] = replace(lesson, touched=tuple(sorted({*lesson.touched, *range(number)})))

    def heard(self, table: Table, changed: Changed) -> None:
        """Note that people have gone on: what was said about an action that was taken back is not shown any more.

        At the end of a lesson it goes on as a free match if people have declared something since then.
        """
        declared = (entry for entry in changed.entries if entry.seq > self._over_at and entry.action is not None)
        if self.waits_for == "end" and any(entry.source != AUTOMATIC.text for entry in declared):
            self.leave(table)
        # What was declared before an action was taken back may only be told now.
        if any(entry.seq > self._said_at for entry in changed.entries):
            self.said = None

    def touch(self, table: Table) -> None:
        """Count the instruction at hand as followed; enter its action if the guide has left nothing of it open."""
        progress, lesson = self.progress(table), self.lessons.get(table.id)
        if progress is None or lesson is None or progress.instruction is None:
            return
        self.said = None
        if not progress.instruction.answers:
            self.lessons[table.id] = replace(lesson, touched=(*lesson.touched, progress.number))
        else:
            self._enter(table)

    def _enter(self, table: Table) -> None:
        try:
            with table.still():
                action = lock_shortcut.entered(table, self.progress(table))  # a person may have been faster
                if action is not None:
                    table.submit(action, LOCK_SHORTCUT)
        except (Illegal, Stale) as refused:
            _log.info("LOCK in the lesson of %s: %s", table.id, refused)

    def leave(self, table: Table) -> None:
        """Lead a match no more; it goes on as a free one."""
        if (lesson := self.lessons.get(table.id)) is not None:
            self.said = None
            self.lessons[table.id] = replace(lesson, over=True)
