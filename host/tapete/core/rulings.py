"""Operations and table rulings: card effects, declared texts and corrections are one mechanism.

An operation has terms and effect like an action; like a step it is data, and chapters say what may be chosen and what it
does. A ruling is a list of them, judged in order, each on what the one before left;
it leaves no question behind and breaks no invariant.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from tapete.core import plain_forms
from tapete.core.actions import Action, Terms, kind_of
from tapete.core.board import Board
from tapete.core.codec import builtins, convert
from tapete.core.domains import Domain, one_of, some, text
from tapete.core.events import Event, OfSeat
from tapete.core.judge import Offer, complete, failed_terms, offer, possible, read_arguments
from tapete.core.kinds import name_of
from tapete.core.refusals import ASKS, NO_OPERATION, NOT_SO_MANY, Code, Illegal, Refusal
from tapete.core.seats import Seat
from tapete.core.structs import Named, snake
from tapete.core.texts import Text, _

BREAKS = Code("breaks_invariant", "CORE", _("The table would not add up: {broken}. Add the change that is missing."))
BREAKS_BELOW = Code(BREAKS.code, BREAKS.clause, _("The table would not add up; what is wrong stands below."))


class Operation(Struct, metaclass=Named, frozen=True, tag=snake, tag_field="op", forbid_unknown_fields=True):
    """One change of the board out of a game's fixed list."""

    bars: ClassVar[Any] = None

    def terms(self, board: Any) -> Terms:
        """Yield the domain of each argument, in the order of the fields (`Chapter.chooses`)."""
        for name, choose in board.rules.game.arguments(kind_of(self)).items():
            yield name, choose(board, self)

    def effect(self, board: Any) -> None:
        """Make the change, as a chapter says it (`Chapter.does`)."""
        board.rules.game.doer(type(self))(board, self)


class Note(Operation):
    """A remark in the log that changes nothing."""

    text: str

    def terms(self, board: Any) -> Terms:
        """Accept any text that a person would write."""
        yield "text", text(200, 1)

    def effect(self, board: Board[Any]) -> None:
        """Tell it."""
        board.tell(Noted(text=self.text))


class Peek(Operation):
    """A player has seen too early what nobody should see yet; it changes nothing, and everybody knows of it."""

    seat: Seat

    def terms(self, board: Any) -> Terms:
        """Accept a seat of the match."""
        yield "seat", one_of(board.state.seats)

    def effect(self, board: Board[Any]) -> None:
        """Tell it."""
        board.tell(Peeked(seat=self.seat))


class Peeked(OfSeat, clause="CORE"):
    """A player has seen something too early."""


class Noted(Event, clause="CORE"):
    """A player wrote a remark."""

    text: str


class Ruled(Event, tag="ruling", clause="CORE"):
    """The table ruled; the changes follow, each marked so."""

    reason: str
    agreed: tuple[Seat, ...]


class Unchanged(Event, clause="CORE"):
    """A point of a ruling has changed nothing: what it was to change is as it says already, or has gone."""

    place: int
    op: str


RULING_EVENTS: dict[type[Event], Text] = {
    Ruled: _("Table ruling: {reason:written}"),
    Noted: _("Note: {text}"),
    Peeked: _("{seat} has seen something too early; everybody knows of it."),
    Unchanged: _("Point {place} of the ruling changes nothing."),
}
"""The events of rulings, which a game's chapter tells (`Chapter.tells_each`)."""


class ops(Domain):
    """A list of `least` to `most` operations, judged in order on a copy of the board; `closed`: none may ask or break an invariant."""

    __slots__ = ("board", "breaks", "kinds", "least", "most")

    at_once = True

    def __init__(self, board: Board[Any], kinds: tuple[type[Operation], ...], least: int = 1, most: int = 8, breaks: Code = BREAKS) -> None:
        self.board, self.kinds, self.least, self.most, self.breaks = board, kinds, least, most, breaks

    def refusals(self, value: Any) -> list[Refusal]:
        if not self.least <= len(value) <= self.most:
            return [NOT_SO_MANY(value=len(value), least=self.least, most=self.most)]
        board = self.board.scratch()
        depth = len(board.state.agenda)
        for place, operation in enumerate(value):
            if type(operation) not in self.kinds:
                return [NO_OPERATION(op=name_of(type(operation))).under(str(place))]
            if failed := failed_terms(operation, board):
                return [refusal.under(str(place)) for refusal in failed]
            operation.effect(board)
            if len(board.state.agenda) > depth:
                return [ASKS(missing=name_of(type(board.top))).under(str(place))]
        self.conclude(board)
        faults = board.rules.faults(board.state)
        return [self.breaks(broken=list(dict.fromkeys(fault.code for fault in faults))), *faults] if faults else []

    def conclude(self, board: Board[Any]) -> None:
        """Bring the list to its end, on the copy on which it is tried; nothing by itself."""

    def offers(self) -> dict[str, Offer]:
        """Return what the first operation may be."""
        found = ((name_of(kind), offer(kind, self.board, {}, explain=False)) for kind in self.kinds)
        return {name: made for name, made in found if isinstance(made, Offer)}

    def describe(self) -> plain_forms.Ops:
        return {"ops": {name: made.describe() for name, made in self.offers().items()}, "least": self.least, "most": self.most}

    def empty(self) -> bool:
        return not any(possible(kind, self.board, {}) for kind in self.kinds)

    def sample(self, rng: random.Random) -> tuple[Operation, ...]:
        for _try in range(16):
            kind = rng.choice(self.kinds)
            made = complete(kind, self.board, {}, rng)
            if made is not None and not self.refusals((made,)):
                return (made,)
        return (Note("robot"),)

    def values(self) -> Iterator[tuple[Operation, ...]]:
        yield (Note("robot"),)


class NextOperation:
    """What one more operation of a list may be, on the board that those before it leave.

    Args:
        domain: of the whole list. done: the operations before, as plain data.
    """

    tag = "op"

    def __init__(self, domain: ops, done: Sequence[Mapping[str, Any]]) -> None:
        self._kinds: dict[str, type[Operation]] = {name_of(kind): kind for kind in domain.kinds}
        self._board = domain.board
        if domain.at_once and done:
            self._board = domain.board.scratch()
            for plain in done:
                convert(plain, self._kinds[plain["op"]]).effect(self._board)

    def kind(self, name: str) -> type[Operation]:
        """Return the class of an operation by its name."""
        return self._kinds[name]

    def offers(self) -> dict[str, Offer]:
        """Return the operations that can be chosen, each with its arguments."""
        found = ((name, offer(kind, self._board, {}, explain=False)) for name, kind in self._kinds.items())
        return {name: made for name, made in found if isinstance(made, Offer)}

    def refusals(self, said: Mapping[str, Any]) -> list[Refusal]:
        """Return every reason why a whole operation, as plain data, cannot come next by itself; what a unit comes to is not judged."""
        return failed_terms(convert(said, self._kinds[said["op"]]), self._board)

    def left(self, name: str, draft: Mapping[str, Any]) -> Offer:
        """Return the arguments of an operation that are still open.

        Args:
            name: of the operation. draft: its arguments so far, as plain data.

        Raises:
            Malformed, Illegal: an argument of the draft cannot be, or nothing completes it.
        """
        kind = self._kinds[name]
        made = offer(kind, self._board, read_arguments(kind, draft))
        if isinstance(made, Offer):
            return made
        raise Illegal(tuple(made))


class unit(ops):
    """Operations that are done as one unit: judged in order, each on what the one before left, the whole by what it comes to.

    A game says what is wrong with one (`bad`, with the figures `index`, `op` and `problem`); without `breaks` it says so too of the last
    one where the whole does not add up. With `at_once` false they wait, and each is judged by itself.
    """

    __slots__ = ("at_once", "bad", "whole")

    def __init__(
        self, board: Board[Any], kinds: tuple[type[Operation], ...], bad: Code, breaks: Code | None = None, *, at_once: bool = True
    ) -> None:
        super().__init__(board, kinds)
        self.bad, self.whole, self.at_once = bad, breaks, at_once

    def conclude(self, board: Board[Any]) -> None:
        """Bring the unit to its end, on the copy on which it is tried: judge what it has led to. Games may do more."""
        board.settle()

    def reasons(self, place: int, operation: Operation, failed: list[Refusal]) -> list[Refusal]:
        """Return how it is said that an operation fails."""
        return [bad_operation(self.bad, place, operation, failed[0]).under(str(place))]

    def refusals(self, value: Any) -> list[Refusal]:
        board = self.board.scratch()
        for place, operation in enumerate(value):
            if failed := failed_terms(operation, board):
                return self.reasons(place, operation, failed)
            if self.at_once:
                operation.effect(board)
        if not self.at_once:
            return []
        self.conclude(board)
        faults = board.rules.faults(board.state)
        if not faults:
            self.board.has_tried(value, board)
            return []
        if self.whole is not None:
            return [self.whole(broken=list(dict.fromkeys(fault.code for fault in faults))), *faults]
        return [bad_operation(self.bad, len(value) - 1, value[-1], BREAKS_BELOW()), *faults]

    def empty(self) -> bool:
        return False  # a note is always possible

    def sample(self, rng: random.Random) -> tuple[Operation, ...]:
        chosen = super().sample(rng)
        return (Note("robot"),) if self.refusals(chosen) else chosen


def bad_operation(bad: Code, place: int, operation: Operation, problem: Refusal) -> Refusal:
    """Return what is wrong with an operation of a list: its place (the first is 1), its name, and the problem in its own words."""
    return bad(index=place + 1, op=name_of(type(operation)), problem=problem.code, the_problem=problem)


class Ruling(Action):
    """What the table decides where the rules leave it open, or where the record is wrong (`by_ruling` marks every event).

    A game makes it its own: `class TableRuling(Ruling, tag="ruling"): ops: tuple[Operation union, ...]`, with `during` and `kinds`.
    """

    reason: str
    agreed: tuple[Seat, ...] = ()
    kinds: ClassVar[tuple[type[Operation], ...]] = (Note,)
    breaks: ClassVar[Code] = BREAKS
    cites: ClassVar[str] = "CORE"
    reason_missing: ClassVar[Code] = Code("reason_missing", "CORE", _("Say why it is decided so."))

    def operations(self, board: Any) -> Domain:
        """Return what may be ruled."""
        return ops(board, self.kinds, breaks=self.breaks)

    def terms(self, board: Any) -> Terms:
        """Demand a reason, who agreed, and operations that leave a sound board."""
        yield "reason", text(200, 1, self.reason_missing)
        yield "agreed", some(one_of(board.state.seats))
        yield "ops", self.operations(board)

    def effect(self, board: Any) -> None:
        """Do each operation in order."""
        board.ruled = True
        board.tell(Ruled(reason=self.reason, agreed=self.agreed, clause=self.cites))
        for place, operation in enumerate(getattr(self, "ops"), start=1):  # noqa: B009  # the field is the subclass's, with the game's own union
            before, told = board.state, len(board.events)
            operation.effect(board)
            if len(board.events) == told and board.state == before and Unchanged in board.rules.game.sentences:
                board.tell(Unchanged(place=place, op=name_of(type(operation))))

    def preview(self, board: Board[Any]) -> tuple[Event, ...]:
        """Return the exact changes, without making them; the terms must hold."""
        scratch = board.scratch()
        self.effect(scratch)
        return tuple(scratch.events)


def described(operation: Operation) -> dict[str, Any]:
    """Return an operation as plain data."""
    plain: dict[str, Any] = builtins(operation)
    return plain
