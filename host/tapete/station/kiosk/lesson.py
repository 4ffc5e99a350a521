"""The lesson on the screen: where its guide stands, and what people say to it by touch or LOCK. Any thread may call."""

from __future__ import annotations

from tapete.core.seats import Seat
from tapete.core.texts import Text
from tapete.lessons.guide import Progress
from tapete.lessons.tutor import Tutor, Waits
from tapete.station.kiosk.kiosk import Kiosk


class Lesson:
    """The guided match on the screen, if there is one.

    Args:
        kiosk: what the screen shows. tutor: follows lessons.
    """

    def __init__(self, kiosk: Kiosk, tutor: Tutor) -> None:
        self._kiosk, self._tutor = kiosk, tutor
        self._changing, self._lock = kiosk.transactions.begin, kiosk.transactions.lock

    def progress(self) -> Progress | None:
        """Where the guide stands; None without one."""
        with self._lock:
            return self._tutor.progress(self._kiosk.table)

    def number(self, seat: Seat) -> int | None:
        """The number that a seat is to set on its panel for the instruction at hand; None where the guide names none."""
        with self._lock:
            table, progress = self._kiosk.table, self.progress()
            return None if table is None or progress is None else self._tutor.number(table, progress, seat)

    def length(self) -> int:
        """How many instructions the guide has; 0 without one."""
        with self._lock:
            return self._tutor.length(self._kiosk.table)

    @property
    def said(self) -> Text | None:
        """What people were told last about an action that was taken back."""
        return self._tutor.said

    @property
    def waits_for(self) -> Waits:
        """What the guide waits for that people say by touch or LOCK; empty where it does not, or there is none."""
        return self._tutor.waits_for

    def asks_for_touch(self) -> bool:
        """Say whether the guide waits for people to say that an instruction is followed."""
        return self.waits_for == "instruction"

    def done(self, number: int | None = None) -> None:
        """Say that the instruction at hand is followed.

        Args:
            number: of the instruction that people saw; None: whichever is at hand.
        """
        with self._changing():
            self._kiosk.alive()
            table, progress = self._kiosk.table, self.progress()
            if table is not None and self.asks_for_touch() and progress is not None and number in (None, progress.number):
                self._tutor.touch(table)
                self._kiosk.lead()
                self._kiosk.remember()

    def leave(self) -> None:
        """Do without the guide from now on: the match goes on as a free one."""
        with self._changing():
            self._kiosk.alive()
            if (table := self._kiosk.table) is not None:
                self._tutor.leave(table)
                self._kiosk.lead()
                self._kiosk.remember()
