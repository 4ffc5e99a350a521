"""`Table`: one match in progress: what is declared there (`submitting`), moves through its log, and what is shown beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from tapete.core.kinds import name_of
from tapete.core.lights import asks
from tapete.core.log import Entry
from tapete.core.refusals import NOTHING_TO_REDO, Illegal
from tapete.core.rulings import Ruling
from tapete.core.seats import Seat
from tapete.core.texts import Message, Text
from tapete.table import codes, rights
from tapete.table.consent import MoveName, Request, is_free
from tapete.table.journal_troubles import JournalTrouble
from tapete.table.prompts import LOCK_DONE, UNLOCK, LockMeans
from tapete.table.sources import AUTOMATIC, Source, page
from tapete.table.submitting import DeclaringTable, not_written, only_own


class Table(DeclaringTable):
    """One match in progress; any thread may call anything. Its arguments are those of `DeclaringTable`."""

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
        only_own(source.seat, rights.moves_for(kind, source.seat))
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
        only_own(source.seat, rights.moves_for("ruling", source.seat))
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
        only_own(source.seat, rights.moves_for("hints", source.seat))
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
        only_own(own, rights.moves_for("agree", own, seat))
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
        only_own(own, rights.moves_for("refuse", own, seat))
        with self._lock:
            if self._request is None:
                raise Illegal((codes.NOTHING_ASKED(),))
            self._cancel_request(codes.WITHDRAWN if seat == self._request.by.seat else codes.SAID_NO, seat=seat)

    def withdraw_request(self, source: Source | Seat | None = None) -> None:
        """Take back what one asked for.

        Args:
            source: who wants it; the table's page may too.

        Raises:
            Illegal: nothing is asked, or another seat asked.
        """
        own = source.seat if isinstance(source, Source) else source
        only_own(own, rights.moves_for("withdraw", own, own))
        with self._lock:
            if self._request is None:
                raise Illegal((codes.NOTHING_ASKED(),))
            if own is not None and own != self._request.by.seat:
                raise Illegal((codes.NOT_YOURS(),))
            self._cancel_request(codes.WITHDRAWN)

    def _cancel_request(self, sentence: Message, **values: Any) -> None:
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
            elif request.kind == "undo" and target in (steps := self._undo_targets()):
                match.undo(steps[target], source)
            else:
                match.jump(target, source)
        return self._newest

    def _undo_targets(self) -> dict[int, int]:
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
                    raise not_written(trouble) from trouble
            self._names = named
            self._tell("names")

    def lead_on(self, match: str) -> None:
        """Lead everybody on to the match that is played after this one."""
        with self._lock:
            self._again = match
            self._tell("again")

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
