"""The readable side of a table; any thread may call."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from tapete.console.clock import REAL_TIME, Clock
from tapete.core.events import Event
from tapete.core.judge import Offer
from tapete.core.layout import Place
from tapete.core.log import Entry, Header
from tapete.core.match import Match
from tapete.core.names import shown
from tapete.core.refusals import Illegal
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.steps import Over, Owed
from tapete.core.taking_back import Seen, between, seen_before, turn_began
from tapete.core.texts import Text
from tapete.table.consent import Asked, Request
from tapete.table.match_file import export
from tapete.table.prompts import LockMeans, Prompt, prompts
from tapete.table.questions import holder, request_of
from tapete.table.sources import AUTOMATIC
from tapete.table.story import with_names
from tapete.table.watchers import Changed, Notice, Watchers


class ByHand(Struct, frozen=True):
    """Because of what hands must do something with the cards on the table.

    `newest` is the entry after which it was found, `head` the one that counted then, `at` the declaration that asks (0: none), `events`
    of it ask for one step each.
    """

    newest: int = -1
    head: int = -1
    at: int = 0
    events: tuple[Event, ...] = ()


class MatchReading:
    """A match as others see it: nothing here changes anything.

    Args:
        match: rules, log and vault.
        name: its id in the journal and in addresses.
        names: what the players are called.
        clock: whose time counts for the one who waits here.
    """

    def __init__(self, match: Match[Any], name: str, names: Mapping[Seat, str], clock: Clock = REAL_TIME) -> None:
        self.id, self.clock = name, clock
        self._match = match
        self._names = dict(names)
        self._lock = threading.RLock()
        self._watchers: Watchers[Changed] = Watchers(f"table {name}", clock)
        self._request: Request | None = None
        self._newest: tuple[Entry, ...] = ()
        self._put_right: tuple[Place, ...] = ()
        self._notices: list[Notice] = []
        self._drafts: dict[Seat, dict[str, Any]] = {}
        self._lock_means: LockMeans | None = None
        self.asked_on_page: frozenset[Seat] = frozenset()
        """Seats whose panel has no display for a number of its own: bids are asked on the page."""
        self.chosen_on_page: frozenset[Seat] = frozenset()
        """Seats whose panel shows no open number either: choices are asked on the page too."""
        self.led = False
        """Whether a lesson says step by step what hands must do; else the match's own list does (`by_hand`)."""
        self._ticked = 0, 0
        self._by_hand = ByHand()
        self._question = 0
        self._changes = 0
        self._again = ""
        self.turn_s = 0
        """Seconds of the turn clock, where people chose one; 0: none. It shows how the time goes, and punishes nobody."""
        self.hints = False
        """Whether a seat's own page may ask a bot what it would do: a house rule, off unless people want it."""
        self.hints_barred = False
        """Whether the match is of an event that bars hints."""
        self._asked: frozenset[Seat | None] = frozenset()
        self._asked_since = clock.now()
        self.on_use: Callable[[Any], None] = lambda table: None
        """Told of this table, under its lock, after each change and when a player listens; it may take no lock that is held elsewhere."""
        weakref.finalize(self, self._watchers.end).atexit = False

    # ---- reading

    @property
    def rules(self) -> Rules[Any]:
        """By which it is played."""
        return self._match.rules

    @property
    def header(self) -> Header:
        """With what it was begun."""
        return self._match.header

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays."""
        return self._match.header.seats

    @property
    def state(self) -> Any:
        """Return the state, a value that never changes."""
        return self._match.state

    @property
    def seq(self) -> int:
        """The number of the newest entry."""
        return self._match.log.seq

    @property
    def entries(self) -> Sequence[Entry]:
        """The log, oldest first, undone entries too."""
        return tuple(self._match.log.entries)

    @property
    def names(self) -> Mapping[Seat, str]:
        """What the players are called, as sentences show it: the seat's letter where nobody said."""
        return {seat: shown(self._names.get(seat, seat)) for seat in self.seats}

    @property
    def said_names(self) -> Mapping[Seat, str]:
        """The names that players gave; a seat without a name is left out."""
        return dict(self._names)

    @property
    def lock_means(self) -> LockMeans | None:
        """What LOCK of every panel says now beside the match; None: it answers what the match asks."""
        return self._lock_means

    @property
    def again(self) -> str:
        """The match that is played after this one with the sides changed; empty where nobody has begun it."""
        return self._again

    @property
    def result(self) -> Over | None:
        """The result, once there is one."""
        return self._match.result

    def line(self) -> Sequence[int]:
        """Return the entries that count; undone ones are left out."""
        with self._lock:
            return self._match.log.line()

    def events(self, seq: int) -> Sequence[Event]:
        """Return what happened in an entry."""
        return self._match.log.events(seq)

    def turn_to_take_back(self) -> int | None:
        """Return where an undo of the whole turn leads; None where the turn is one declaration, as a plain undo takes back."""
        with self._lock:
            target = turn_began(self._match.log)
            if target is None:
                return None
            declared = [one for one in between(self._match.log, target) if one.source != AUTOMATIC.text]
            return target if len(declared) > 1 else None

    def seen_before(self, entry: Entry) -> tuple[Seen, ...]:
        """Return what had been seen when an undo took it back; empty for any other entry."""
        with self._lock:
            return seen_before(self._match.log, entry)

    def told(self, seq: int) -> Sequence[tuple[Event, Any]]:
        """Return what happened in an entry, each event with the state that it was told in; empty where that is not known."""
        with self._lock:
            return self._match.log.told(seq)

    def before(self, seq: int) -> Any:
        """The state that an entry found; None where it is not known any more."""
        with self._lock:
            return self._match.log.state_before(seq)

    def after(self, seq: int) -> Any:
        """The state after an entry (0: at the beginning).

        Raises:
            Illegal: there is no such entry, or its state is not known any more.
        """
        with self._lock:
            return self._match.log.after(seq)

    def by_hand(self) -> ByHand:
        """Return because of what hands must do something now; it stands until something else is declared that asks for something."""
        with self._lock:
            if self._by_hand.newest != self.seq:
                self._by_hand = self._asked_of_hands()
            return self._by_hand

    def _asked_of_hands(self) -> ByHand:
        log, over = self._match.log, self.result is not None
        events: list[Event] = []
        for seq in log.walk_back(log.head):
            if seq == self._by_hand.head and not events and not over:  # what was found there still holds
                return ByHand(newest=self.seq, head=log.head, at=self._by_hand.at, events=self._by_hand.events)
            # Nobody draws for a match that is over.
            asking = [event for event in log.events(seq) if self.rules.instruction(event) is not None and not (over and event.draws)]
            events[:0] = asking
            if events and log.entries[seq - 1].source != AUTOMATIC.text:
                return ByHand(newest=self.seq, head=log.head, at=seq, events=tuple(events))
        return ByHand(newest=self.seq, head=log.head, events=tuple(events))

    @property
    def steps_ticked(self) -> int:
        """How many of the steps for hands LOCK has ticked, from the first on."""
        with self._lock:
            at, number = self._ticked
            return number if at == self._steps()[0] else 0

    @property
    def steps_left(self) -> int:
        """How many of them are left."""
        with self._lock:
            return self._steps()[1] - self.steps_ticked

    def _steps(self) -> tuple[int, int]:
        """The entry that asks hands to do something, and the number of steps."""
        return (self.seq, len(self._put_right)) if self._put_right else (self.by_hand().at, len(self.by_hand().events))

    def to_put_right(self) -> Sequence[Text]:
        """Return what hands must put right after a move or a ruling; empty after anything else."""
        words = with_names(self.rules, self.names, self.state).words
        return tuple(place.text(words) for place in self._put_right)

    def prompts(self) -> Mapping[Seat, Prompt]:
        """For every seat its next step and what it waits for; empty once there is a result."""
        return prompts(self.rules, self.state)

    def awaiting(self) -> tuple[Owed, ...]:
        """Return who owes what."""
        return self._match.awaiting()

    def legal(self, seat: Seat | None, draft: Mapping[str, Any] | None = None) -> dict[str, Offer]:
        """Return what a seat (None: the table) may do; see `Rules.legal`."""
        return self._match.legal(seat, draft)

    def asked(self) -> Asked | None:
        """The move or ruling that waits for consent."""
        with self._lock:
            return None if self._request is None else self._shown(self._request)

    def _shown(self, request: Request) -> Asked:
        return request.shown(self._match.log, with_names(self.rules, self.names, self.state), self.names)

    @property
    def notices(self) -> Sequence[Notice]:
        """What everybody was told lately beside the log, oldest first."""
        return tuple(self._notices)

    @property
    def drafts(self) -> Mapping[Seat, Mapping[str, Any]]:
        """What seats are putting together on their panels: an action with the arguments so far. Public, and no part of the match."""
        return {seat: dict(draft) for seat, draft in self._drafts.items()}

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        with self._lock:
            try:
                self._match.log.after(self._match.log.before())
            except Illegal:
                return False
            return True

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back last."""
        return self._match.log.redoable > 0

    @property
    def question(self) -> str:
        """The name of the question that is open now, for the link: the same while it is open, another for each new one."""
        return request_of(self.id, self._question)

    def export(self, *, names: bool = False) -> bytes:
        """Return the match as a file (docs/match-file.md), anonymous unless `names`."""
        with self._lock:
            return export(self.header, self.entries, self._names if names else None, self.result, self.rules.catalogue)

    def holder(self, seat: Seat) -> str | None:
        """The boot id of the console that holds the bid a seat has locked; None: it was locked elsewhere, or not."""
        with self._lock:
            return holder(self._match.log, self.seq, seat)

    # ---- the turn clock

    def time_turns(self, seconds: int) -> None:
        """Let a turn clock run of so many seconds; 0: none."""
        with self._lock:
            self.turn_s, self._asked = seconds, frozenset()
            self._turned()

    def turn_left(self) -> float | None:
        """Seconds that are left of the turn, below 0 once they are over; None where no clock runs.

        A turn begins when a player is asked who was not asked before: the one who of several is left last has the time that all had.
        """
        with self._lock:
            self._turned()
            return self.turn_s - (self.clock.now() - self._asked_since) if self.turn_s and self._asked else None

    def _turned(self) -> None:
        asked = frozenset(owed.seat for owed in self.awaiting())
        if not asked <= self._asked:
            self._asked_since = self.clock.now()
        self._asked = asked

    # ---- hearing

    def watch(self, listener: Callable[[Changed], None]) -> Callable[[], None]:
        """Tell `listener` of every change, on a thread that is not the caller's; returns what ends it."""
        unwatch = self._watchers.add(listener)
        self.on_use(self)
        return unwatch

    @property
    def changes(self) -> int:
        """Return how often something changed here since it was opened. The number changes before any listener hears of it."""
        return self._changes

    def settle(self, timeout_s: float = 10.0) -> bool:
        """Wait until every listener has been told everything so far; False if that takes too long."""
        return self._watchers.settle(timeout_s)

    @property
    def watched(self) -> bool:
        """Whether anybody is told of changes."""
        return self._watchers.any

    def rest(self) -> None:
        """As `close`, unless a listener is told."""
        self._watchers.rest()

    def close(self) -> None:
        """End the thread that tells listeners; the match stays in the journal. It begins again with the next listener."""
        self._watchers.close()
