"""The log of a match: the only truth. State follows from it; undo, redo and jump are entries in it too, and nothing is ever erased."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Generic, Literal

from msgspec import UNSET, UnsetType

from tapete.core import codec
from tapete.core.actions import Action
from tapete.core.board import S
from tapete.core.events import Event
from tapete.core.refusals import DIFFERS, NO_SUCH_ENTRY, NOTHING_TO_REDO, NOTHING_TO_UNDO, STALE, Illegal, Malformed, Stale
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.structs import Strict

Move = Literal["undo", "redo", "jump"]


class Header(Strict, kw_only=True):
    """The beginning of a match: enough to make its first state again.

    `cards` is the document of its catalogue, if the match carries its cards: in files, and in a journal that took in a file.
    """

    game: str
    rules_version: str
    seats: tuple[Seat, ...]
    options: dict[str, Any] = {}
    catalogue: str | None = None
    catalogue_hash: str | None = None
    position: dict[str, Any] | None = None
    cards: dict[str, Any] | UnsetType = UNSET


class Entry(Strict, kw_only=True, omit_defaults=True):
    """One line of the log: an action with its events, or a move "back to the position after entry `to`".

    `source` says from where it came (a page, a console, a replay); `crc` is the CRC-32 of the state after it.
    """

    seq: int
    source: str
    crc: int
    action: dict[str, Any] | None = None
    events: tuple[dict[str, Any], ...] = ()
    move: Move | None = None
    to: int | None = None


class Log(Generic[S]):
    """A match from its first state on. `entries` grow only; `head` is the entry whose position counts now (0: the start)."""

    def __init__(self, rules: Rules[S], start: S) -> None:
        self.rules = rules
        self.entries: list[Entry] = []
        self.head = 0
        self._after: dict[int, S] = {0: start}
        self._events: dict[int, tuple[Event, ...]] = {0: ()}
        self._before: dict[int, int] = {}
        self._undone: list[int] = []
        self._line: tuple[int, tuple[int, ...]] = (0, ())
        """A head, and the entries that count there."""

    def copy(self) -> Log[S]:
        """Return a log of its own that goes on from here; what was written is shared, since it never changes."""
        made: Log[S] = object.__new__(type(self))
        made.rules, made.head, made.entries, made._undone = self.rules, self.head, self.entries[:], self._undone[:]
        made._after, made._events, made._before = self._after.copy(), self._events.copy(), self._before.copy()
        made._line = self._line
        return made

    @property
    def state(self) -> S:
        """The state that counts now."""
        return self._after[self.head]

    @property
    def seq(self) -> int:
        """The number of the newest entry."""
        return len(self.entries)

    def acted(self, seq: int) -> int:
        """Return the action whose position counts after an entry: the entry itself, or what a move went back to.

        Raises:
            Illegal: there is no such entry.
        """
        if not 0 <= seq <= self.seq:
            raise Illegal((NO_SUCH_ENTRY(seq=seq),))
        return seq if not seq or self.entries[seq - 1].move is None else self.entries[seq - 1].to or 0

    def after(self, seq: int) -> S:
        """Return the state after an entry.

        Raises:
            Illegal: there is no such entry, or its state is not known any more.
        """
        seq = self.acted(seq)
        if seq not in self._after:
            raise Illegal((NO_SUCH_ENTRY(seq=seq),))
        return self._after[seq]

    def events(self, seq: int) -> tuple[Event, ...]:
        """Return what happened in an entry; empty for a move."""
        return self._events.get(seq, ())

    def state_before(self, seq: int) -> S | None:
        """Return the state that an action found; None where it is not known any more, and for a move."""
        return self._after.get(self._before.get(seq, -1))

    def told(self, seq: int) -> tuple[tuple[Event, S], ...]:
        """Return what happened in an entry, each event with the state that it was told in.

        Empty for a move, and for an entry whose state before it is not known any more.
        """
        before = self.state_before(seq)
        plain = self.entries[seq - 1].action if 0 < seq <= self.seq else None
        return () if before is None or plain is None else self.rules.told(before, self.rules.read(plain))

    def line(self) -> tuple[int, ...]:
        """Return the entries that count now, oldest first; all others are struck through."""
        of, line = self._line
        if of != self.head:
            line = (*line, self.head) if self._before.get(self.head) == of else tuple(reversed(self.back_from(self.head)))
            self._line = self.head, line
        return line

    def back_from(self, seq: int) -> tuple[int, ...]:
        """Return the actions that led to the position after an entry, the newest first, while their states are known."""
        return tuple(self.walk_back(seq))

    def walk_back(self, seq: int) -> Iterator[int]:
        """Yield the same one by one, for callers that need only a few."""
        seq = self.acted(seq)
        while seq:
            yield seq
            seq = self._before.get(seq, 0)

    def expect(self, seq: int | None) -> None:
        """Refuse what was meant for an earlier moment.

        Raises:
            Stale: `seq` is given and is not the current one.
        """
        if seq is not None and seq != self.seq:
            raise Stale((STALE(expected=seq, seq=self.seq),))

    def do(self, action: Action, source: str) -> Entry:
        """Apply an action and write it down.

        Raises:
            Illegal: with its refusals; nothing is written.
        """
        state, events = self.rules.apply(self.state, action)
        entry = Entry(
            seq=self.seq + 1,
            source=source,
            crc=codec.crc(state),
            action=codec.builtins(action),
            events=tuple(codec.builtins(event) for event in events),
        )
        self._before[entry.seq] = self.head
        self._keep(entry, state, events)
        self._undone.clear()
        return entry

    @contextmanager
    def unit(self) -> Iterator[None]:
        """Let entries count together or not at all: if the block raises, the log is as it was before.

        A table writes them to its journal in the block's last line.
        """
        seq, head, undone = self.seq, self.head, list(self._undone)
        try:
            yield
        except BaseException:
            for entry in self.entries[seq:]:
                for kept in (self._after, self._events, self._before):
                    kept.pop(entry.seq, None)
            del self.entries[seq:]
            self.head, self._undone, self._line = head, undone, (0, ())
            raise

    def undo(self, source: str, steps: int = 1) -> Entry:
        """Go back by so many entries of the line that counts.

        Raises:
            Illegal: there is nothing left to undo.
        """
        target = self.before(steps)
        left = self._left(target)
        entry = self._go(target, "undo", source)
        self._undone += left
        return entry

    def _left(self, target: int) -> list[int]:
        """Return the heads that an undo to `target` leaves behind, the nearest to it last: each is one redo.

        One inside an open sealing is not one of them: what was sealed is forgotten by then, and nobody could open it.
        """
        left, seq = [], self.head
        while seq != target and seq:
            if not self.rules.game.sealing_open(self.after(seq)):
                left.append(seq)
            seq = self.landing(self._before[seq])
        return left

    def before(self, steps: int = 1) -> int:
        """Return where an undo by so many entries would land.

        Raises:
            Illegal: there is nothing left to undo.
        """
        target = self.head
        for _ in range(steps):
            if not target:
                raise Illegal((NOTHING_TO_UNDO(),))
            target = self.landing(self._before[target])
        return target

    def redo(self, source: str, steps: int = 1) -> Entry:
        """Go forward again to what an undo left.

        Raises:
            Illegal: nothing was undone, or something else was done since.
        """
        if len(self._undone) < steps or steps < 1:
            raise Illegal((NOTHING_TO_REDO(),))
        undone = self._undone[:-steps]
        entry = self._go(self._undone[-steps], "redo", source)
        self._undone = undone
        return entry

    @property
    def redoable(self) -> int:
        """The number of redos that are possible."""
        return len(self._undone)

    @property
    def undone(self) -> tuple[int, ...]:
        """Return where each redo would lead, the nearest first."""
        return tuple(reversed(self._undone))

    def jump(self, to: int, source: str) -> Entry:
        """Go back (or over) to the position after entry `to`; inside an open sealing it lands before the first lock.

        Raises:
            Illegal: there is no such entry.
        """
        self.after(to)
        entry = self._go(self.landing(to), "jump", source)
        self._undone.clear()
        return entry

    def landing(self, to: int) -> int:
        """Return where a move to `to` ends: never inside an open sealing, but before its first lock (docs/inside/core.md#log)."""
        to = self.acted(to)
        while to and self.rules.game.sealing_open(self.after(to)):
            to = self._before[to]
        return to

    def _go(self, to: int, move: Move, source: str) -> Entry:
        entry = Entry(seq=self.seq + 1, source=source, crc=codec.crc(self.after(to)), move=move, to=to)
        self.entries.append(entry)
        self.head = to
        return entry

    def _keep(self, entry: Entry, state: S, events: tuple[Event, ...]) -> None:
        self.entries.append(entry)
        self._after[entry.seq] = state
        self._events[entry.seq] = events
        self.head = entry.seq

    # ---- replaying

    def replay(self, entries: Iterable[Entry], snapshots: Mapping[int, S] | None = None) -> int | None:
        """Take in what was written before; every CRC is compared.

        Args:
            entries: in order, from number 1 on.
            snapshots: states kept beside the log, by entry.

        Returns:
            The first entry that these rules do not replay, None when all do. The match then goes on from its last
            snapshot, and the entries up to it stay in the log without their states.

        Raises:
            Illegal: an entry does not replay and no later snapshot is there to go on from.
        """
        differs = None
        entries = list(entries)
        for place, entry in enumerate(entries):
            if entry.seq <= self.seq:
                continue
            try:
                self._repeat(entry)
            except (Illegal, Malformed) as fault:
                last = max((seq for seq in snapshots or {} if seq >= entry.seq), default=None)
                if differs is not None or last is None or snapshots is None:
                    raise Illegal((DIFFERS(seq=entry.seq),)) from fault
                differs = entry.seq
                self._stand_on(last, entries[place : place + last - entry.seq + 1], snapshots[last])
        return differs

    def _repeat(self, entry: Entry) -> None:
        """Do again what an entry says.

        Raises:
            Illegal, Malformed: these rules do not allow it, or come to another state.
        """
        if entry.action is not None:
            state, events = self.rules.apply(self.state, self.rules.read(entry.action))
            self._compare(entry, state)
            self._before[entry.seq] = self.head
            self._keep(entry, state, events)
            self._undone.clear()
            return
        target = entry.to or 0
        self._compare(entry, self.after(target))
        self.entries.append(entry)
        left, self.head = self._left(target), target
        if entry.move == "undo":
            self._undone += left
        elif entry.move == "redo":
            self._undone = self._undone[: self._undone.index(target)] if target in self._undone else []
        else:
            self._undone.clear()

    def _compare(self, entry: Entry, state: S) -> None:
        if codec.crc(state) != entry.crc:
            raise Illegal((DIFFERS(seq=entry.seq),))

    def _stand_on(self, last: int, unknown: list[Entry], state: S) -> None:
        """Go on from a snapshot; the entries before it keep their place, but not their states."""
        self.entries += unknown
        self.head = self.acted(last)
        self._after = {self.head: state}
        self._before = {self.head: 0}
        self._undone = []


def history(entries: Iterable[Entry]) -> bytes:
    """Return entries as JSON Lines."""
    return b"".join(codec.encode(entry) + b"\n" for entry in entries)
