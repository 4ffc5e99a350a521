"""What everybody at one table points at, kept beside the match: in memory, one for each seat, seen by all of its pages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from tapete.core.refusals import RefereeError, Refusal
from tapete.core.rulings import Ruling
from tapete.core.seats import Seat
from tapete.table import codes
from tapete.table.question.pointer import Pointer
from tapete.table.question.selection import Map, Press, Selection
from tapete.table.sources import Source
from tapete.table.table import Table

MORE = "more"
"""The sheet with everything that can be done."""

LATELY = 8
"""Cards that a seat named last, which are offered first."""


ANSWERS: tuple[Press, ...] = ("verb", "value", "enter", "done")
"""Presses that do something or say why not."""


class Selections:
    """What is selected at one table.

    Args:
        table: the match. page: what its game says about touching.
        first: the seats for which the table's page acts before others, as a lesson may say; nobody in particular where they owe nothing.
        robots: the seats that robots take: the table's page acts for none of them.
    """

    def __init__(
        self, table: Table, page: Map, first: Callable[[], Sequence[Seat]] = tuple, robots: Callable[[], Collection[Seat]] = tuple
    ) -> None:
        self._table, self._page, self._first, self._robots = table, page, first, robots
        self._of: dict[Seat | None, Selection] = {}
        self._question = table.question
        self._lately: dict[Seat | None, list[str]] = {}
        self._more: set[Seat | None] = set()
        self._barred: dict[Seat | None, tuple[Refusal, ...]] = {}
        self._looked: dict[Seat | None, str] = {}
        self._which: dict[Seat | None, str] = {}
        self._unasked = False  # whether the seat for which the table acts was chosen though nothing is asked of it

    def of(self, seat: Seat | None) -> Selection:
        """What a seat points at (None: the table's own page, where it acts for nobody)."""
        with self._table.still():
            if self._question != self._table.question:  # what was put aside is asked again at the next question
                self._question = self._table.question
                self._barred.clear()
                self._looked.clear()
                for selection in self._of.values():
                    selection.declined, selection.acting = "", None
            return self._of.setdefault(seat, Selection())

    def shows_more(self, seat: Seat | None) -> bool:
        """Say whether a page shows everything that can be done: each page opens that for itself."""
        return seat in self._more

    def fold(self, seat: Seat | None) -> None:
        """Close a page's sheet with everything that can be done."""
        self._more.discard(seat)

    def looked_at(self, seat: Seat | None) -> str:
        """The thing that a page touched last, until it touches something else; empty: none."""
        return self._looked.get(seat, "")

    def which(self, seat: Seat | None) -> str:
        """The number of an unknown sticker that a page was shown: the page asks which card that is. Empty: no such sticker."""
        return self._which.get(seat, "")

    def ask_which(self, seat: Seat | None, uid: str) -> None:
        """Let a page ask which card a sticker belongs to; with an empty number no more."""
        self._which[seat] = uid

    def barred(self, seat: Seat | None) -> tuple[Refusal, ...]:
        """Why the last touch of a page was barred. Each page keeps that for itself: it may name a secret."""
        return self._barred.get(seat, ())

    def bar(self, seat: Seat | None, refusals: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
        """Tell a page why its touch was barred, with no reason: that it was not. Return the reasons."""
        with self._table.still():
            self._barred[seat] = refusals
        return refusals

    def lately(self, seat: Seat | None) -> tuple[str, ...]:
        """The cards that a seat named lately, newest first."""
        return tuple(self._lately.get(seat, ()))

    def acts_for(self, seat: Seat | None) -> Seat | None:
        """For whom a page acts: a seat's own for its seat; the table's for who was chosen there, else for who is asked first."""
        if seat is not None:
            return seat
        robots = self._robots()
        asked = [owed.seat for owed in self._table.awaiting() if owed.seat not in robots]
        chosen = self.of(None).acting
        if chosen in asked or (self._unasked and chosen is not None):
            return chosen
        return next((one for one in (*self._first(), *asked) if one is not None and one in asked), None)

    def pointer(self, seat: Seat | None) -> Pointer:
        """The finger of a page: of a seat's own, or of the whole table's (None)."""
        actor = self.acts_for(seat)
        table, kept = self._table, self._table.opens()
        return Pointer(table.rules, table.state, actor, self._page, self.of(actor), shared=seat is None, kept=kept)

    def begin_ruling(self, seat: Seat | None, reason: str, source: Source) -> tuple[Refusal, ...]:
        """Begin to put together a table ruling, whose changes are asked one by one; return why none can be made.

        Args:
            seat: whose page; None: the whole table's. reason: what was wrong. source: where it comes from.
        """
        with self._table.still():
            if self.acts_for(seat) is None:  # a ruling speaks of "own" and "the opponent", so it needs a seat
                self.press(seat, "seat", self._table.seats[0], self._table.question, source)
            said = self.press(seat, "verb", "ruling", self._table.question, source)
            if not said:
                self.of(self.acts_for(seat)).wishes["reason"] = reason
            return said

    def press(
        self, seat: Seat | None, press: Press, value: Any, question: str, source: Source, *, looks: bool = False
    ) -> tuple[Refusal, ...]:
        """Take one touch of a page, and return why it was barred.

        Args:
            seat: whose page; None: the whole table's.
            press, value: what was touched (`Pointer.press`).
            question: the one that the page showed when the finger went down, after a point with what was said so far (`Asking.stamp`), and
                after "@" the entry at which its reader looked at what would happen. What was meant for another moment enters nothing.
            source: where an action comes from.
            looks: whether what is put together is shown before it counts (`Pointer.looks`).
        """
        with self._table.still():
            self.fold(seat)
            self._looked[seat] = self._which[seat] = ""
            if press == "sheet" and value == MORE:
                self._more.add(seat)
                return self.bar(seat, ())
            if press == "seat":
                robots = self._robots()
                self.of(None).acting = next((one for one in self._table.seats if one == value and one not in robots), None)
                self._unasked = value not in [owed.seat for owed in self._table.awaiting()]
                return self.bar(seat, ())
            pointer = self.pointer(seat)
            pointer.looks = looks
            seq, before = self._table.seq, pointer.selection.copied()
            question, _point, stamp = question.partition(".")
            stamp, _at, looked = stamp.partition("@")
            if press in ANSWERS[1:] and (question not in ("", self._table.question) or looked not in ("", str(self._table.seq))):
                return self.bar(seat, (codes.WENT_ON(),))
            if stamp and press in ANSWERS[1:]:
                pointer.ask()
                pointer.stale = stamp != pointer.stamp
            try:
                self._taken(seat, pointer, press, value, question, source)
            except RefereeError as fault:
                pointer.selection.said = fault.refusals
            said, pointer.selection.said = pointer.selection.said, ()
            if not said and press in ANSWERS and pointer.selection == before and self._table.seq == seq:
                said = (codes.NOTHING_TO_DO(),)
            if said and question not in ("", self._table.question):  # of what is asked now it says nothing that its reader could use
                said = (codes.WENT_ON(),)
            return self.bar(seat, said)

    def _taken(self, page: Seat | None, pointer: Pointer, press: Press, value: Any, question: str, source: Source) -> None:
        """Take one touch, and enter what it completes."""
        selection = pointer.selection
        made = pointer.press(press, value)
        if made is not None and pointer.stale:
            selection.begin()
            made, selection.said = None, (codes.WENT_ON(),)
        if made is None:
            self._looked[page] = str(value) if press == "thing" else ""
            return
        if question != self._table.question:
            selection.said = (codes.WENT_ON(),)
            return
        if issubclass(self._table.rules.game.action(made["action"]), Ruling):
            self._table.ask_ruling(made, source)
        else:
            self._table.submit(made, source)
        if pointer.sealing(str(made["action"])) is None:  # a secret is remembered nowhere
            self._named(pointer.seat, made)
        selection.begin()
        selection.declined = ""

    def _named(self, seat: Seat | None, made: dict[str, Any]) -> None:
        """Remember the cards that an action named."""
        cards = [made.get("card"), *(cards if isinstance(cards := made.get("cards"), list) else ())]
        for card in cards:
            if isinstance(card, str):
                self._lately[seat] = [card, *(one for one in self._lately.get(seat, ()) if one != card)][:LATELY]
