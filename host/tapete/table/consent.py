"""Consent: whose agreement a move needs, and who has agreed (docs/inside/table.md).

Undo is free back to the last revealed secret, seen die or other seat's action; past that every other seat agrees with one tap. Redo and
jump go by the same rule, and so does a ruling that one seat proposes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from tapete.core.actions import Action
from tapete.core.cards import ShowCards
from tapete.core.dice import EnterRoll
from tapete.core.kinds import name_of
from tapete.core.log import Entry, Log
from tapete.core.rulings import Ruling
from tapete.core.seats import Seat
from tapete.core.texts import Text
from tapete.table import codes
from tapete.table.sources import Source

MoveName = Literal["undo", "redo", "jump"]

_SAID = {
    "undo": codes.ASKED_UNDO,
    "redo": codes.ASKED_REDO,
    "jump": codes.ASKED_JUMP,
    "ruling": codes.ASKED_RULING,
    "hints": codes.ASKED_HINTS,
    "no hints": codes.ASKED_NO_HINTS,
}


class Asked(Struct, frozen=True, kw_only=True):
    """What waits for consent: in words, and each seat with whether it has agreed; `ruling` is what would be decided, if it is one.

    `name` tells one request from another, so that a page's yes counts for what the page showed.
    """

    text: Text
    name: str
    seats: tuple[tuple[Seat, bool], ...]
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

    def shown(self, names: Mapping[Seat, str]) -> Asked:
        """As pages show it."""
        by = self.by.seat
        who = codes.THE_TABLE if by is None else names.get(by, by)
        reason = self.ruling.reason if self.ruling is not None else ""
        text = _SAID[self.kind].fill(by=who, to=self.to, reason=reason)
        name = hashlib.blake2s(repr((self.kind, self.by, self.to, self.ruling)).encode(), digest_size=6).hexdigest()
        return Asked(text=text, name=name, seats=tuple((seat, seat in self.agreed) for seat in self.seats), ruling=self.ruling)


def between(log: Log[Any], target: int) -> tuple[Entry, ...]:
    """The actions that a move from the present position to the one after entry `target` takes back or brings back."""
    here, there = log.back_from(log.head), log.back_from(target)
    shared = set(here) & set(there)
    return tuple(log.entries[seq - 1] for seq in (*here, *there) if seq not in shared)


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
    """Say whether an action revealed a secret, showed a die or cards, or was a decision of the whole table."""
    game = log.rules.game
    name = (entry.action or {}).get("action", "")
    kind: type[Action] = game.action(name)
    return issubclass(kind, EnterRoll | ShowCards | Ruling) or name in {name_of(sealing.reveal) for sealing in game.sealings}
