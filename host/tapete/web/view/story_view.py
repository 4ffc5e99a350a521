"""The story of a match: what happened, what hands must do because of it, and what moved each counter last."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from functools import cached_property
from itertools import islice, takewhile

from msgspec import Struct

from tapete.core.events import Event
from tapete.core.log import Entry
from tapete.core.seats import Seat
from tapete.core.texts import Text, _
from tapete.presentation import find
from tapete.presentation.telling import MOST_KEPT, Account, Ring, groups, newest, of_group
from tapete.table import codes
from tapete.table.sources import AUTOMATIC
from tapete.web.view.glance import Glance

MOVES: Mapping[str, Text] = {
    "undo": _("Undone, back to move {to}."),
    "redo": _("Redone up to move {to}."),
    "jump": _("Back to move {to}."),
}


class Line(Struct, frozen=True, kw_only=True):
    """One entry of the story."""

    seq: int
    told: tuple[tuple[str, str], ...]
    undone: bool
    by_ruling: bool


class StoryView:
    """What happened, for one reader."""

    def __init__(self, glance: Glance) -> None:
        self._now = glance

    @cached_property
    def changes(self) -> Mapping[Seat, Event]:
        """What moved each seat's counter last, in games that say so."""
        found: dict[Seat, Event] = {}
        for seq in reversed(self._now.line):
            for event in reversed(self._now.table.events(seq)):
                if (seat := self._now.page.counted(event)) is not None:
                    found.setdefault(seat, event)
            if len(found) == len(self._now.state.seats):
                break
        return found

    @cached_property
    def account(self) -> Account | None:
        """The account of the last turn that was told and counts."""
        found = groups(self._now.entries, self._now.line, most=MOST_KEPT)
        return newest(self._now.table, find(self._now.rules.game.name).account, self._now.language, found)

    def told(self) -> str:
        """What happened last, in a sentence: of a turn the line that stays, of what has no account its last sentence."""
        if not self._now.entries:
            return ""
        last = self._now.entries[-1]
        account = self.account
        if last.move is None and account is not None and account.number == last.seq:
            return account.title
        for entry in reversed(self._now.entries):
            if told := self._told(entry):
                return told[-1][0]
        return ""

    def undone(self) -> str:
        """The line of the turn that was taken back last, while nothing else has happened; else empty."""
        if not self._now.entries or self._now.entries[-1].move != "undo":
            return ""
        counted, made = set(self._now.line), find(self._now.rules.game.name).account
        gone = [entry.seq for entry in self._now.entries if entry.move is None and entry.seq not in counted]
        told = of_group(self._now.table, made, (gone[-1],), self._now.language) if gone else None
        return "" if told is None else told.title

    def ring(self) -> Ring | None:
        """What was counted last, while what follows belongs to it."""
        account = self.account
        return account.beats[-1].ring if account is not None and account.goes_on and self._goes_on() else None

    def _goes_on(self) -> bool:
        return find(self._now.rules.game.name).account.goes_on(self._now.state)

    def instructions(self) -> list[tuple[str, str]]:
        """What hands must do, in order: because of the newest thing declared that asks for something. It stands until another one does."""
        told = ((self._now.rules.instruction(event), event.clause) for event in self._now.by_hand.events)
        return [(said.in_(self._now.language), clause) for said, clause in told if said is not None]

    def instructions_were(self) -> bool:
        """Say whether more was declared since hands had to do something: then it is done, or was forgotten. Dice come in by themselves."""
        at, now = self._now.by_hand.at, self._now
        since = takewhile(lambda seq: seq > at, reversed(now.line))
        declared = (entry for entry in (now.entries[seq - 1] for seq in since) if entry.source != AUTOMATIC.text)
        return bool(self.instructions()) and any(not now.rolls(str((entry.action or {}).get("action"))) for entry in declared)

    def lines(self, most: int, before: int | None = None) -> list[Line]:
        """The story, newest first.

        Args:
            most: so many lines. before: only what came before this entry; None: to the newest.
        """
        last = len(self._now.entries) if before is None else max(0, min(before - 1, len(self._now.entries)))
        told = ((entry, self._told(entry)) for entry in map(self._now.entries.__getitem__, range(last - 1, -1, -1)))
        return [self._line(entry, said) for entry, said in islice(((entry, said) for entry, said in told if said), most)]

    def _line(self, entry: Entry, told: tuple[tuple[str, str], ...]) -> Line:
        line = self._now.line
        place = bisect_left(line, entry.seq)  # those that count stand in the order of their numbers
        undone = entry.move is None and (place == len(line) or line[place] != entry.seq)
        return Line(seq=entry.seq, told=told, undone=undone, by_ruling=any(e.by_ruling for e in self._now.table.events(entry.seq)))

    def told_in(self, seq: int) -> tuple[tuple[str, str], ...]:
        """What happened in an entry, each sentence with its clause; nothing at the beginning (0)."""
        return self._told(self._now.entries[seq - 1]) if seq else ()

    def _told(self, entry: Entry) -> tuple[tuple[str, str], ...]:
        if entry.move is not None:
            language = self._now.language
            after = (codes.TAKEN_BACK_AFTER[kind].in_(language) for kind in self._now.table.seen_before(entry))
            return ((" ".join((MOVES[entry.move].in_(language).format(to=entry.to), *after)), ""),)
        return tuple(self._now.sentence(event) for event in self._now.table.events(entry.seq))
