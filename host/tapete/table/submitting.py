"""Submit actions to a table: every action of every page, panel and robot goes through `submit`, and is told once it is kept."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal, Self

from msgspec.structs import asdict, replace

from tapete.console.clock import REAL_TIME, Clock
from tapete.core.actions import Action
from tapete.core.codec import builtins, encode
from tapete.core.guard import internal
from tapete.core.kinds import name_of
from tapete.core.layout import to_put_right
from tapete.core.lock_press import single_touch
from tapete.core.log import Entry
from tapete.core.match import Match
from tapete.core.position import Position
from tapete.core.refusals import Illegal, RefereeError
from tapete.core.rules import Rules, result_word
from tapete.core.rulings import Ruling
from tapete.core.seats import Seat
from tapete.core.steps import SealingStep
from tapete.core.texts import NOTHING, Message, Text
from tapete.core.vault import revealed
from tapete.table import codes, rights
from tapete.table.journal import Journal
from tapete.table.journal_troubles import JournalTrouble
from tapete.table.prompts import lock_says, needless_pass
from tapete.table.questions import continues
from tapete.table.reading import MatchReading
from tapete.table.sources import AUTOMATIC, MessageMark, Source, page
from tapete.table.watchers import Changed, Notice, What

SNAPSHOT_EVERY = 25
"""Entries between two snapshots that stay; the last entry of a match has one too, and the newest state is always kept."""

MOST_NOTICES = 20

ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of the names of matches: none that people mistake for another."""


class NotWritten(Illegal):
    """The journal could not be written. Nothing has changed, and the same action may be declared again."""


class DeclaringTable(MatchReading):
    """One match in progress; any thread may call anything.

    Args:
        match: rules, log and vault.
        journal: where every entry is kept before anybody is told; None: nowhere (for trials).
        name: its id in the journal and in addresses; a new one when left out.
        names: what the players are called; nobody has to say.
        marks: for each boot of a console the number of the last message that the journal has.
        differs: the first entry that these rules did not replay, when the match was resumed from a snapshot.
        passes_by_itself: pass for a seat that public knowledge leaves nothing else to do.
        clock: whose time counts for the one who waits here.
    """

    def __init__(
        self,
        match: Match[Any],
        journal: Journal | None = None,
        *,
        name: str | None = None,
        names: Mapping[Seat, str] | None = None,
        marks: Mapping[str, int] | None = None,
        differs: int | None = None,
        passes_by_itself: bool = True,
        clock: Clock = REAL_TIME,
    ) -> None:
        super().__init__(match, name or new_id(), names or {}, clock)
        self.differs = differs
        self.passes_by_itself = passes_by_itself
        self.on_hints: Callable[[bool], None] = lambda allowed: None
        """Told when the seats have agreed on hints, or on none; under the table's lock, and it may take no lock that is held elsewhere."""
        self.time_left: Callable[[], float | None] = lambda: None
        self.time_runs: Callable[[], bool] = lambda: False
        """Seconds of play that are left, where a player keeps the time (`tapete.table.timekeeper`)."""
        self._journal = journal
        self._marks = dict(marks or {})
        self._early_passes: dict[Seat, tuple[int, tuple[Seat, ...]]] = {}
        for entry in match.log.entries:
            self._question = self._question if continues(match.log, entry) else entry.seq

    @property
    def only_here(self) -> bool:
        """Say whether people would lose something if the match were opened from the journal again.

        A secret that waits here to be revealed, a move or ruling that waits for consent, what a panel is putting together, the seconds
        since the last entry of a match whose clock runs. Takes no lock: while a player declares something, the answer may be of before or
        after it, and `on_use` is told after it.
        """
        if self._request is not None or self._drafts or self.time_runs():
            return True
        return bool(self.opens())

    def opens(self) -> frozenset[Seat]:
        """Return the seats that have locked a secret which is kept here."""
        return frozenset(self._opened())

    def own_secret(self, seat: Seat) -> Any:
        """Return what a seat has locked, as plain data, for its own eyes; None where it is not kept here."""
        with self._lock:
            return builtins(self._opened().get(seat))

    def _opened(self) -> dict[Seat, Any]:
        step = self.state.agenda[-1]
        if not isinstance(step, SealingStep):
            return {}
        return {seat: value for seat, (value, _nonce) in self._match.vault.opens(dict(step.seals)).items()}

    @classmethod
    def begin(
        cls,
        journal: Journal | None,
        rules: Rules[Any],
        seats: tuple[Seat, ...],
        *,
        names: Mapping[Seat, str] | None = None,
        position: Position | None = None,
        clock: Clock = REAL_TIME,
        addressee: str = "",
    ) -> Self:
        """Begin a match and write it down.

        Args:
            journal: where it is kept; None: nowhere.
            rules: bound to house rules and catalogue.
            seats: who plays, from A on.
            names: what the players are called.
            position: where it begins; the start of the game when left out.
            clock: whose time counts for the one who waits here.
            addressee: to whom its lines are owed (`deliveries`); empty: nobody.

        Raises:
            Illegal: not a game for so many, or a position with faults.
            NotWritten: the journal could not be written.
        """
        table = cls(Match(rules, seats, position), journal, names=names, clock=clock)
        if journal is not None:
            try:
                journal.begin(table.id, table.header, table._names, addressee)
            except JournalTrouble as trouble:
                raise not_written(trouble) from trouble
        return table

    # ---- declaring

    def submit(
        self, action: Action | Mapping[str, Any], source: Source | Seat | None = None, expected_seq: int | None = None
    ) -> tuple[Entry, ...]:
        """Declare an action: judged, applied, written to the journal; then everybody is told.

        Args:
            action: it, or its plain form; a lock may carry its secret, which goes into the vault and nowhere else.
            source: where it comes from. A seat means that seat's page, None the page of the whole table.
            expected_seq: the newest entry that the caller has seen.

        Returns:
            The new entries: the action's and those that follow by themselves. None when the console's message was applied before.

        Raises:
            Malformed, Illegal, Stale: nothing has changed; told to the caller only.
            NotWritten: the journal could not be written; nothing has changed.
        """
        source = source if isinstance(source, Source) else page(source)
        with self._lock:
            if source.mark is not None and self._marks.get(source.mark.boot, 0) >= source.mark.number:
                return ()
            self._match.log.expect(expected_seq)
            self.admit(action, source)
            with self._declaring(source.mark):
                self._match.do(action, source.text)
                self._follow_up()
            return self._newest

    def admit(self, action: Action | Mapping[str, Any], source: Source) -> None:
        """Refuse what this source may not declare for another seat, or alone (`tapete.table.rights`).

        Raises:
            Malformed: there is no such action. Illegal: it belongs to another seat, or to the whole table.
        """
        if source.seat is None:
            return
        seat = action.get("seat") if isinstance(action, Mapping) else getattr(action, "seat", None)
        if seat is not None and seat != source.seat:
            raise Illegal((codes.NOT_YOUR_SEAT(own=source.seat, seat=str(seat)[:8]),))
        name = action.get("action") if isinstance(action, Mapping) else None
        kind = self.rules.game.action(name) if isinstance(action, Mapping) else type(action)
        if issubclass(kind, Ruling) and source.kind != "replay":
            raise Illegal((codes.ASK_FIRST(),))
        if source.kind != "replay" and "seat" not in kind.__struct_fields__:
            plain = action if isinstance(action, Mapping) else builtins({"action": name_of(kind), **asdict(action)})
            only_own(source.seat, rights.owner(self.rules, self.state, plain, source.seat))

    def open_bid(self, seat: Seat, bid: int, nonce: str, source: Source | None = None) -> tuple[Entry, ...]:
        """Take a bid that a console has revealed; when all are open they are entered together.

        Args:
            seat: whose bid it is.
            bid, nonce: as the console gave them.
            source: the console's message.

        Returns:
            The entries of the reveal, if this was the last bid.

        Raises:
            Illegal: a seal does not fit, or a bid lies outside its bounds; the seats must lock again (`reopen_bids`).
            NotWritten: the journal could not be written; nothing has changed.
        """
        source = source or AUTOMATIC
        with self._lock:
            self._match.vault.open(seat, bid, nonce)
            reveal = revealed(self.rules, self.state, self._match.vault)
            if reveal is None:
                self.on_use(self)
                return ()
            try:
                return self.submit(reveal, replace(source, seat=None))
            except NotWritten:
                raise
            except Illegal:
                self._match.vault.drop()
                raise

    def touch(self, seat: Seat, source: Source, expected_seq: int | None = None) -> tuple[Entry, ...]:
        """Declare what LOCK means while no number is asked for: ready, pass or no longer ready. Return no entries if it means nothing."""
        with self._lock:
            says = lock_says(self.rules, self.state, seat)
            return () if says is None else self.submit(says, source, expected_seq)

    def _follow_up(self) -> None:
        """Make the passes that follow by themselves, because public knowledge leaves no other action."""
        while True:
            if self.passes_by_itself and (passing := needless_pass(self.rules, self.state)) is not None:
                self._match.do(passing, AUTOMATIC.text)
            elif (said := self._early_pass()) is not None:
                self._match.do(said, page(self.state.agenda[-1].in_turn()[0]).text)
            else:
                return

    # ---- what is let pass before one is asked

    def pass_early(self, seat: Seat) -> None:
        """Keep that a seat lets pass what it will be asked in its turn; said once more it is taken back.

        It is entered when the turn comes to it, and only if all before it let pass too. Nobody else is told.

        Raises:
            Illegal: it is not one of those that are asked after others.
        """
        with self._lock:
            if (due := self._pass_order(seat)) is None:
                raise Illegal((codes.NOT_ASKED_LATER(),))
            if self._early_passes.get(seat) == due:
                del self._early_passes[seat]
            else:
                self._early_passes[seat] = due
            self._tell("draft")

    def passes_early(self, seat: Seat) -> bool | None:
        """Say whether a seat lets pass what it will be asked; None where it is not asked after others."""
        with self._lock:
            due = self._pass_order(seat)
            return None if due is None else self._early_passes.get(seat) == due

    def _pass_order(self, seat: Seat) -> tuple[int, tuple[Seat, ...]] | None:
        """After which entry a seat is asked if all before it let pass, and with it who else is."""
        order = self.state.agenda[-1].in_turn()
        at = order.index(seat) if seat in order else 0
        return (self._match.log.seq + at, order[at:]) if at else None

    def _early_pass(self) -> Action | None:
        """The pass of the seat that is asked now, where it said so before."""
        order = self.state.agenda[-1].in_turn()
        if not order or self._early_passes.get(order[0]) != (self._match.log.seq, order):
            return None
        owed = next((owed for owed in self.rules.awaiting(self.state) if owed.seat == order[0] and owed.meaning == "pass"), None)
        return None if owed is None else single_touch(self.rules, owed)

    @contextmanager
    def _declaring(self, mark: MessageMark | None) -> Iterator[None]:
        """Make what the block does count only once it is in the journal, then notify everybody; otherwise undo it."""
        log, vault, before = self._match.log, self._match.vault.copy(), self._match.state
        first, question, asked = log.seq, self._question, self._overtaken()
        try:
            with log.unit():
                yield
                entries = tuple(log.entries[first:])
                self._write(entries, mark)
        except BaseException as fault:
            self._match.vault = vault
            self.on_use(self)
            if isinstance(fault, Exception) and not isinstance(fault, RefereeError | JournalTrouble):
                raise internal(fault, f"match {self.id}") from fault
            raise
        for entry in entries:
            question = question if continues(log, entry) else entry.seq
        self._drafts = self._drafts_still_asked() if question == self._question else {}
        self._question, self._newest, self._request = question, entries, None
        moved = any(self._moves_things(entry) for entry in entries)
        self._put_right = to_put_right(self.rules.layout(log.state), self.rules.layout(before)) if moved else ()
        if mark is not None:
            self._marks[mark.boot] = mark.number
        if asked is not None:
            self.say(codes.OVERTAKEN, asked)
        self._tell("entries", entries)

    def _overtaken(self) -> Text | None:
        """What is asked and not yet agreed to, in words: an entry that comes now puts an end to it."""
        return None if self._request is None or not self._request.waiting else self._shown(self._request).head

    def _drafts_still_asked(self) -> dict[Seat, dict[str, Any]]:
        """What seats are putting together outlives what others declare, while they are still asked for it."""
        asked = {(owed.seat, action) for owed in self.awaiting() for action in owed.actions}
        return {seat: draft for seat, draft in self._drafts.items() if (seat, draft.get("action")) in asked}

    def _moves_things(self, entry: Entry) -> bool:
        """Say whether an entry changes the table otherwise than by play: a move or a ruling."""
        return entry.action is None or issubclass(self.rules.game.action(entry.action["action"]), Ruling)

    def _write(self, entries: tuple[Entry, ...], mark: MessageMark | None) -> None:
        if self._journal is None:
            return
        log, over = self._match.log, self.result
        due = [entry.seq for entry in entries if entry.seq % SNAPSHOT_EVERY == 0]
        if over is not None and entries and entries[-1].seq not in due:
            due.append(entries[-1].seq)
        snapshots = {seq: encode(log.after(seq)) for seq in due}
        result = "" if over is None else result_word(over)
        try:
            self._journal.commit(self.id, entries, mark=mark, snapshots=snapshots, state=encode(log.state), result=result)
        except JournalTrouble as trouble:
            raise not_written(trouble) from trouble

    def notice(self, sentence: Message, **values: Any) -> None:
        """Tell everybody something that is no part of the match."""
        self.say(sentence, None, **values)

    def say(self, sentence: Message, why: Text | None, **values: Any) -> None:
        """As `notice`, with a finished text in the hole `why`."""
        with self._lock:
            words = self.rules.words.with_seats(dict(self.names.items()))
            text = words.say(sentence, {**values, "why": why or NOTHING})
            self._notices = [*self._notices, Notice(self.seq, text)][-MOST_NOTICES:]
            self._tell("notice")

    def _tell(self, what: What, entries: tuple[Entry, ...] = ()) -> None:
        self._changes += 1
        if what == "entries" and self.turn_s:
            self._turned()
        self.on_use(self)
        self._watchers.tell(Changed(match=self.id, seq=self.seq, what=what, entries=entries))


def only_own(own: Seat | None, other: Seat | Literal["table"] | None) -> None:
    """Refuse what `tapete.table.rights` gives to another.

    Args:
        own: the seat that wants it.
        other: whose it is; None: it may.

    Raises:
        Illegal: it is another seat's, or the whole table's.
    """
    if other == "table":
        raise Illegal((codes.FOR_THE_TABLE(),))
    if other is not None:
        raise Illegal((codes.NOT_YOUR_SEAT(own=own, seat=other),))


def new_id() -> str:
    """A name for a match: eight letters and digits by chance, a letter first."""
    first = secrets.choice([letter for letter in ID_LETTERS if letter.isalpha()])
    return first + "".join(secrets.choice(ID_LETTERS) for _ in range(7))


def not_written(trouble: JournalTrouble) -> NotWritten:
    """The refusal of an action that the journal could not write."""
    if trouble.code == "open_elsewhere":
        return NotWritten((codes.ELSEWHERE(),))
    return NotWritten((codes.NOT_WRITTEN(why=trouble.why or trouble.code),))
