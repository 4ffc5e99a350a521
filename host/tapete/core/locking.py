"""Secret choices of all seats at once (`core.sealing`), as actions that a game makes its own: lock, take back, choose again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from tapete.core.actions import Action, Terms
from tapete.core.domains import each
from tapete.core.events import Event
from tapete.core.refusals import NOT_EACH, SEAL_BROKEN, Code, must, must_first
from tapete.core.sealing import opening, sealed
from tapete.core.seats import Seat
from tapete.core.steps import Owed, SealingStep

SealText = Annotated[str, Meta(max_length=64)]

_SEAL = sealed()


class LockSecret(Action):
    """A seat's choice is made. `seal` comes from the keeper of the value; None if only the table knows it.

    A game says during which steps, how it refuses a second lock (`already`), and how a lock is told.
    """

    seat: Seat
    seal: SealText | None = None
    already: ClassVar[Code]
    told: ClassVar[Callable[..., Event]]

    def terms(self, board: Any) -> Terms:
        """Demand that the seat has not locked yet."""
        yield must(self.seat not in board.at(SealingStep).ready, self.already, seat=self.seat)
        yield "seal", _SEAL

    def effect(self, board: Any) -> None:
        """Note that the seat is ready; nothing of its choice is told."""
        board.become(board.at(SealingStep).locked(self.seat, self.seal))
        board.tell(self.told(seat=self.seat))


class UnlockSecret(Action):
    """A choice may be changed until every other seat is ready too. A game says its refusals, and how it is told."""

    seat: Seat
    late: ClassVar[Code]
    not_locked: ClassVar[Code]
    told: ClassVar[Callable[..., Event]]

    def terms(self, board: Any) -> Terms:
        """Demand that there is something to take back, and time for it."""
        ready = board.at(SealingStep).ready
        yield must_first(len(ready) < len(board.state.seats), self.late)
        yield must(self.seat in ready, self.not_locked, seat=self.seat)

    def effect(self, board: Any) -> None:
        """Let the seat choose again."""
        board.become(board.at(SealingStep).unlocked(self.seat))
        board.tell(self.told(seat=self.seat))


class ReopenSecrets(Action):
    """All are ready, but a choice cannot be opened: all choose again. A game says its refusal, and how it is told."""

    not_ready: ClassVar[Code]
    told: ClassVar[Callable[..., Event]]

    def terms(self, board: Any) -> Terms:
        """Demand that all are ready."""
        yield all_ready(board, self.not_ready)

    def effect(self, board: Any) -> None:
        """Let all seats choose again."""
        board.become(board.at(SealingStep).reopened())
        board.tell(self.told())


def all_ready(board: Any, code: Code) -> Any:
    """Demand that every seat has locked; the refusal names those that are waited for."""
    waiting = [seat for seat in board.state.seats if seat not in board.at(SealingStep).ready]
    return must(not waiting, code, waiting=waiting)


def openings(board: Any, value: Callable[[Seat], Any], broken: Code = SEAL_BROKEN, missing: Code = NOT_EACH) -> each:
    """Return the nonce of each seat, which opens its seal on what is revealed of it.

    Args:
        value: of a seat; asked only when its nonce is judged. broken: what is wrong with another nonce. missing: with one too few or many.
    """
    seals = board.at(SealingStep).seals

    def one(seat: Seat) -> opening:
        return opening(seals.get(seat), seat, lambda: value(seat), broken)

    return each({seat: one(seat) for seat in board.state.seats}, missing)


def choosing(board: Any, step: SealingStep, reveal: Owed, choose: Callable[[Seat], Owed]) -> Iterator[Owed]:
    """Yield what each seat owes that is not ready; when all are, what brings the choices to light."""
    if len(step.ready) == len(board.state.seats):
        yield reveal
    else:
        yield from (choose(seat) for seat in board.state.seats if seat not in step.ready)
