"""`Table`: one match in progress. Every action of every page, panel and robot goes through `submit`."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal

from msgspec.structs import asdict, replace

from tapete.console.clock import REAL_TIME, Clock
from tapete.core.actions import Action
from tapete.core.codec import builtins, encode
from tapete.core.guard import internal
from tapete.core.kinds import name_of
from tapete.core.layout import to_put_right
from tapete.core.lights import asks
from tapete.core.lock_press import single_touch
from tapete.core.log import Entry
from tapete.core.match import Match
from tapete.core.position import Position
from tapete.core.refusals import NOTHING_TO_REDO, Illegal, RefereeError
from tapete.core.rules import Rules, result_word
from tapete.core.rulings import Ruling
from tapete.core.seats import Seat
from tapete.core.steps import SealingStep
from tapete.core.texts import NOTHING, Message, Text
from tapete.core.vault import revealed
from tapete.table import codes, rights
from tapete.table.consent import MoveName, Request, is_free
from tapete.table.journal import Journal
from tapete.table.journal_troubles import JournalTrouble
from tapete.table.prompts import LOCK_DONE, LockMeans, lock_says, needless_pass
from tapete.table.prompts import UNLOCK as UNLOCK  # others know it from here
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


class Table(MatchReading):
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
        self._early: dict[Seat, tuple[int, tuple[Seat, ...]]] = {}
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
    ) -> Table:
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
                raise _not_written(trouble) from trouble
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
            _only(source.seat, rights.owner(self.rules, self.state, plain, source.seat))

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
            elif (said := self._said_early()) is not None:
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
            if (due := self._due(seat)) is None:
                raise Illegal((codes.NOT_ASKED_LATER(),))
            if self._early.get(seat) == due:
                del self._early[seat]
            else:
                self._early[seat] = due
            self._tell("draft")

    def passes_early(self, seat: Seat) -> bool | None:
        """Say whether a seat lets pass what it will be asked; None where it is not asked after others."""
        with self._lock:
            due = self._due(seat)
            return None if due is None else self._early.get(seat) == due

    def _due(self, seat: Seat) -> tuple[int, tuple[Seat, ...]] | None:
        """After which entry a seat is asked if all before it let pass, and with it who else is."""
        order = self.state.agenda[-1].in_turn()
        at = order.index(seat) if seat in order else 0
        return (self._match.log.seq + at, order[at:]) if at else None

    def _said_early(self) -> Action | None:
        """The pass of the seat that is asked now, where it said so before."""
        order = self.state.agenda[-1].in_turn()
        if not order or self._early.get(order[0]) != (self._match.log.seq, order):
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
            raise _not_written(trouble) from trouble

    # ---- moves and consent

    def move(
        self, kind: MoveName, to: int | None, source: Source | Seat | None = None, expected_seq: int | None = None
    ) -> tuple[Entry, ...]:
        """Undo, redo or jump, or ask for it where others must agree.

        Args:
            kind: undo and redo go by one declaration; jump goes to the position after entry `to`.
            to: where a jump (or an undo by several) ends.
            source: who wants it.
            expected_seq: the newest entry that the caller has seen.

        Returns:
            The new entries; none when it waits for consent now (`asked`).

        Raises:
            Illegal: there is nothing to undo or redo, or no such entry.
            Stale, NotWritten: as `submit`.
        """
        source = source if isinstance(source, Source) else page(source)
        _only(source.seat, rights.moves_for(kind, source.seat))
        with self._lock:
            self._match.log.expect(expected_seq)
            target = self._target(kind, to)
            request = Request(kind=kind, by=source, seats=self.seats, to=target, agreed=source.agrees)
            if is_free(self._match.log, source, target):
                return self._move(request, source.text)
            return self._ask(request)

    def ask_ruling(self, ruling: Ruling | Mapping[str, Any], source: Source | Seat | None = None) -> tuple[Entry, ...]:
        """Propose a table ruling; it is declared when every seat agrees, and says so.

        Raises:
            Malformed, Illegal: it would not hold, or it is not for this source to ask; nothing is asked.
        """
        source = source if isinstance(source, Source) else page(source)
        _only(source.seat, rights.moves_for("ruling", source.seat))
        with self._lock:
            made = ruling if isinstance(ruling, Ruling) else self.rules.read(ruling)
            if not isinstance(made, Ruling):
                raise Illegal((codes.NOTHING_ASKED(),))
            whole = replace(made, agreed=self.seats)
            if refusals := self._match.check(whole):
                raise Illegal(refusals)
            return self._ask(Request(kind="ruling", by=source, seats=self.seats, ruling=whole, agreed=source.agrees))

    def ask_hints(self, allowed: bool, source: Source | Seat | None = None) -> None:
        """Ask for hints in this match, or for none any more: the house rule changes when every seat agrees, and says so.

        Args:
            allowed: whether a seat's own page may ask a bot. source: who wants it.

        Raises:
            Illegal: the match is of an event that allows none.
        """
        source = source if isinstance(source, Source) else page(source)
        _only(source.seat, rights.moves_for("hints", source.seat))
        with self._lock:
            if allowed and self.hints_barred:
                raise Illegal((codes.HINTS_BARRED(),))
            if allowed != self.hints:
                self._ask(Request(kind="hints" if allowed else "no hints", by=source, seats=self.seats, agreed=source.agrees))

    def agree(self, seat: Seat, source: Source | Seat | None = None) -> tuple[Entry, ...]:
        """Let a seat agree to what was asked. It happens when the last seat agrees.

        Args:
            seat: whose yes it is.
            source: who says so.

        Raises:
            Illegal: nothing is asked, or it is not for this source to say.
            NotWritten: as `submit`; the yes counts all the same.
        """
        own = source.seat if isinstance(source, Source) else source
        _only(own, rights.moves_for("agree", own, seat))
        with self._lock:
            if self._request is None:
                raise Illegal((codes.NOTHING_ASKED(),))
            return self._ask(self._request.with_consent(seat))

    def refuse(self, seat: Seat, source: Source | Seat | None = None) -> None:
        """Let a seat disagree: what was asked is dropped.

        Args:
            seat, source: as for `agree`.

        Raises:
            Illegal: nothing is asked, or it is not for this source to say.
        """
        own = source.seat if isinstance(source, Source) else source
        _only(own, rights.moves_for("refuse", own, seat))
        with self._lock:
            if self._request is None:
                raise Illegal((codes.NOTHING_ASKED(),))
            self._drop(codes.WITHDRAWN if seat == self._request.by.seat else codes.SAID_NO, seat=seat)

    def withdraw_request(self, source: Source | Seat | None = None) -> None:
        """Take back what one asked for.

        Args:
            source: who wants it; the table's page may too.

        Raises:
            Illegal: nothing is asked, or another seat asked.
        """
        own = source.seat if isinstance(source, Source) else source
        _only(own, rights.moves_for("withdraw", own, own))
        with self._lock:
            if self._request is None:
                raise Illegal((codes.NOTHING_ASKED(),))
            if own is not None and own != self._request.by.seat:
                raise Illegal((codes.NOT_YOURS(),))
            self._drop(codes.WITHDRAWN)

    def _drop(self, sentence: Message, **values: Any) -> None:
        """Let what was asked be off, and tell everybody why."""
        request, self._request = self._request, None
        if request is not None:
            by = codes.THE_TABLE if request.by.seat is None else self.names[request.by.seat]
            self.say(sentence, self._shown(request).head, by=by, **values)
            self._tell("asked")

    def answer(self, seat: Seat, yes: bool, source: Source | Seat | None = None) -> None:
        """`agree` or `refuse`."""
        if yes:
            self.agree(seat, source)
        else:
            self.refuse(seat, source)

    def _ask(self, request: Request) -> tuple[Entry, ...]:
        self._request = request
        if request.waiting:
            self._tell("asked")
            return ()
        if request.kind in ("hints", "no hints"):
            self._request, self.hints = None, request.kind == "hints"
            self.on_hints(self.hints)
            self.notice(codes.HINTS_NOW if self.hints else codes.NO_HINTS_NOW)
            return ()
        if request.ruling is None:
            return self._move(request, request.source)
        with self._declaring(None):
            self._match.do(request.ruling, request.source)
            self._follow_up()
        return self._newest

    def _target(self, kind: MoveName, to: int | None) -> int:
        """Return the entry at which a move ends. Automatic passes go with the action that they followed.

        Raises:
            Illegal: there is nothing to undo or redo, or no such entry.
        """
        log = self._match.log
        if kind == "redo":
            if not log.undone:
                raise Illegal((NOTHING_TO_REDO(),))
            return log.undone[self._redo_steps() - 1]
        if to is not None:
            log.after(to)
            return log.landing(to)
        target = log.before(self._undo_steps())
        log.after(target)
        return target

    def _undo_steps(self) -> int:
        log, steps = self._match.log, 1
        while (seq := log.before(steps - 1)) and log.entries[seq - 1].source == AUTOMATIC.text:
            steps += 1
        return steps

    def _redo_steps(self) -> int:
        log, steps = self._match.log, 1
        while steps < len(log.undone) and log.entries[log.undone[steps] - 1].source == AUTOMATIC.text:
            steps += 1
        return steps

    def _move(self, request: Request, source: str) -> tuple[Entry, ...]:
        match, target = self._match, request.to
        with self._declaring(None):
            if request.kind == "redo":
                match.redo(self._redo_steps(), source)
            elif request.kind == "undo" and target in (steps := self._back()):
                match.undo(steps[target], source)
            else:
                match.jump(target, source)
        return self._newest

    def _back(self) -> dict[int, int]:
        """The positions that an undo can reach, each with its number of steps."""
        log, found = self._match.log, {}
        for steps in range(1, len(log.line()) + 1):
            target = log.before(steps)
            found[target] = steps
            if not target:
                break
        return found

    # ---- bids that nobody can open any more

    def withdraw(self, seats: Sequence[Seat], sentence: Message, why: Text | None = None, **values: Any) -> tuple[Entry, ...]:
        """Lift the locks of seats whose sealed bid is gone, and tell everybody: the bidding opens again if all were ready (SHZ-R74).

        Args:
            seats: whose bid is gone; those that are not locked are passed over.
            sentence, why, values: what everybody is told (see `say`).

        Raises:
            NotWritten: as `submit`.
        """
        with self._lock:
            step = self.state.agenda[-1]
            sealing = next((one for one in self.rules.game.sealings if isinstance(step, one.step)), None)
            gone = [seat for seat in seats if sealing is not None and seat in step.ready]
            if sealing is None or not gone:
                return ()
            entries: list[Entry] = []
            if set(step.ready) == set(self.seats):
                entries += self.submit({"action": name_of(sealing.reopen)}, AUTOMATIC)
                self._match.vault.drop()
            else:
                for seat in gone:
                    entries += self.submit({"action": UNLOCK, "seat": seat}, AUTOMATIC)
            self.say(sentence, why, **values)
            return tuple(entries)

    @contextmanager
    def still(self) -> Iterator[None]:
        """Nobody else declares anything in the block."""
        with self._lock:
            yield

    # ---- beside the log

    def rename(self, names: Mapping[Seat, str]) -> None:
        """Say what the players are called; an empty name takes it back.

        Raises:
            NotWritten: the journal could not be written.
        """
        with self._lock:
            named = {seat: name for seat in self.seats if (name := names.get(seat, self._names.get(seat, "")))}
            if self._journal is not None:
                try:
                    self._journal.rename(self.id, named)
                except JournalTrouble as trouble:
                    raise _not_written(trouble) from trouble
            self._names = named
            self._tell("names")

    def lead_on(self, match: str) -> None:
        """Lead everybody on to the match that is played after this one."""
        with self._lock:
            self._again = match
            self._tell("again")

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

    def draft(self, seat: Seat, draft: Mapping[str, Any] | None) -> None:
        """Show what a seat is putting together on its panel; None to stop."""
        with self._lock:
            if draft is None:
                self._drafts.pop(seat, None)
            else:
                self._drafts[seat] = dict(draft)
            self._tell("draft")

    def let_lock_mean(self, what: LockMeans | None) -> None:
        """Let LOCK of every panel say something beside the match (a lesson); None: it answers what the match asks again."""
        with self._lock:
            if what != self._lock_means:
                self._lock_means = what
                self._tell("draft")

    @property
    def lock_means(self) -> LockMeans | None:
        """As in `MatchReading`; in a match that nobody leads LOCK ticks what hands must do, where the panels are asked for nothing else."""
        with self._lock:
            if self._lock_means is not None or self.led or self.result is not None or not self.steps_left:
                return self._lock_means
            return None if asks(self.rules.scene(self.state)) else LockMeans(LOCK_DONE, self.tick, alone=False)

    def tick(self, seat: Seat) -> None:
        """Tick the next step for hands, as a seat's LOCK says that it is done; nothing where none is left."""
        with self._lock:
            if self.steps_left:
                self._ticked = self._steps()[0], self.steps_ticked + 1
                self._tell("draft")

    def _tell(self, what: What, entries: tuple[Entry, ...] = ()) -> None:
        self._changes += 1
        if what == "entries" and self.turn_s:
            self._turned()
        self.on_use(self)
        self._watchers.tell(Changed(match=self.id, seq=self.seq, what=what, entries=entries))


def _only(own: Seat | None, other: Seat | Literal["table"] | None) -> None:
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


def _not_written(trouble: JournalTrouble) -> NotWritten:
    if trouble.code == "open_elsewhere":
        return NotWritten((codes.ELSEWHERE(),))
    return NotWritten((codes.NOT_WRITTEN(why=trouble.why or trouble.code),))
