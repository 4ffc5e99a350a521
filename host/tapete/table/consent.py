"""Consent: whose agreement a move needs, and who has agreed (docs/inside/table.md).

Undo is free back to the last revealed secret, seen die, drawn card or other seat's action; past that every other seat agrees with one tap.
Redo and jump go by the same rule, and so does a ruling that one seat proposes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from tapete.core.actions import Action
from tapete.core.log import Entry, Log
from tapete.core.rules import Rules
from tapete.core.rulings import Ruling
from tapete.core.seats import Seat
from tapete.core.taking_back import between, locks, seen
from tapete.core.texts import Joined, Text
from tapete.table import codes
from tapete.table.sources import Source

MoveName = Literal["undo", "redo", "jump"]


class Asked(Struct, frozen=True, kw_only=True):
    """What waits for consent: in words, and each seat with whether it has agreed; `ruling` is what would be decided, if it is one.

    `name` tells one request from another, so that a page's yes counts for what the page showed. `by` is the seat that asked, None: the
    table. `to` is the entry to whose position a move would go; None: it is no move. `head` is the sentence alone that names the move.
    """

    text: Text
    head: Text
    name: str
    seats: tuple[tuple[Seat, bool], ...]
    by: Seat | None = None
    to: int | None = None
    ruling: Ruling | None = None


class Request(Struct, frozen=True, kw_only=True):
    """A move, ruling or house rule that was asked for.

    `to` is where a move leads; `agreed` are the seats that said yes, the asker's among them.
    """

    kind: Literal["undo", "redo", "jump", "ruling", "hints", "no hints"]
    by: Source
    seats: tuple[Seat, ...]
    to: int = 0
    ruling: Ruling | None = None
    agreed: tuple[Seat, ...] = ()

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that have not agreed yet."""
        return tuple(seat for seat in self.seats if seat not in self.agreed)

    @property
    def source(self) -> str:
        """As the log keeps it: who asked, and who agreed."""
        return f"{self.by.text} agreed:{'+'.join(self.agreed)}"

    def with_consent(self, seat: Seat) -> Request:
        """The same with one seat more."""
        return replace(self, agreed=tuple(sorted({*self.agreed, seat})))

    def shown(self, log: Log[Any], rules: Rules[Any], names: Mapping[Seat, str]) -> Asked:
        """As pages show it.

        Args:
            log: of the match. rules: whose sentences call players and cards by their names. names: what the players are called.
        """
        name = hashlib.blake2s(repr((self.kind, self.by, self.to, self.ruling)).encode(), digest_size=6).hexdigest()
        head, *more = self._told(log, rules, names)
        return Asked(
            text=Joined([head, *more]),
            head=head,
            name=name,
            seats=tuple((seat, seat in self.agreed) for seat in self.seats),
            by=self.by.seat,
            to=self.to if self.kind in ("undo", "redo", "jump") else None,
            ruling=self.ruling,
        )

    def _told(self, log: Log[Any], rules: Rules[Any], names: Mapping[Seat, str]) -> list[Text]:
        """What is asked for, in a sentence, then what goes with it."""
        by = codes.THE_TABLE if self.by.seat is None else names.get(self.by.seat, self.by.seat)
        if self.ruling is not None:
            return [codes.ASKED_RULING.fill(by=by, reason=self.ruling.reason)]
        if self.kind in ("hints", "no hints"):
            return [(codes.ASKED_HINTS if self.kind == "hints" else codes.ASKED_NO_HINTS).fill(by=by)]
        entries = between(log, self.to)
        line = set(log.line())
        gone, come = ([one for one in entries if (one.seq in line) == back] for back in (True, False))
        if bool(gone) == bool(come):
            asked: Text = codes.ASKED_JUMP.fill(by=by, to=self.to)
        else:
            one, many = (codes.ASKED_BACK, codes.ASKED_BACK_MANY) if gone else (codes.ASKED_AGAIN, codes.ASKED_AGAIN_MANY)
            declared = sorted((entry for entry in entries if not entry.source.startswith("automatic")), key=lambda entry: entry.seq)
            first = (declared or list(entries))[0]
            what = next((rules.sentence(event) for event in log.events(first.seq)), codes.MOVE_OF.fill(seq=first.seq))
            asked = (many if len(declared) > 1 else one).fill(by=by, number=len(declared), what=what)
        locked = locks(log, gone, but=self.by.seat) if len(gone) > 1 else ()
        too = [rules.words.say(codes.LOCKS_TOO, {"seats": list(locked)})] if locked else []
        return [asked, *too, *(codes.SEEN_SINCE[kind] for kind in seen(log, gone))]


def is_free(log: Log[Any], source: Source, target: int) -> bool:
    """Say whether a seat may make a move without anybody's consent.

    The page of the whole table counts as the seat of the newest action: the table may take back what one seat alone has just done.
    """
    entries = between(log, target)
    return not any(_showed_something(log, entry) for entry in entries) and _one_seat_only(entries, source)


def _one_seat_only(entries: Iterable[Entry], source: Source) -> bool:
    seats = {(entry.action or {}).get("seat") for entry in entries if not entry.source.startswith("automatic")}
    return len(seats) <= 1 if source.seat is None else seats <= {source.seat}


def _showed_something(log: Log[Any], entry: Entry) -> bool:
    """Say whether an action showed what nobody can forget again, or was a decision of the whole table."""
    kind: type[Action] = log.rules.game.action((entry.action or {}).get("action", ""))
    return issubclass(kind, Ruling) or bool(seen(log, (entry,)))
