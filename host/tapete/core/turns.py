"""Whose turn it is: the seats in the order of play, the seats that are out, and the refusal for a seat that is not on turn."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, ClassVar, TypeVar

from tapete.core.actions import Action, Terms
from tapete.core.board import S
from tapete.core.refusals import Code, First, Refusal
from tapete.core.seats import Seat
from tapete.core.zones import CardBoard

P = TypeVar("P")


class TurnCode(Code, frozen=True):
    """A refusal that says whose turn it is; `whose` is the ledger's word for that seat, and its name in the params.

    Where the sentence names `seat` too, that is who is refused.
    """

    whose: str = "active"


def on_turn(seat: Seat, active: Seat | None, code: TurnCode, *, alone: bool = True, **figures: object) -> Refusal | First | None:
    """Demand that it is this seat's turn; else the refusal that says whose it is.

    Args:
        seat: who wants to act. active: whose turn it is; None: nobody's yet. code: says so.
        alone: nothing else is said to a player whose turn it is not. figures: what else the refusal tells.
    """
    if seat == active:
        return None
    refused = {"seat": seat} if "seat" in code.says.holes() else {}
    refusal = code(**{**refused, code.whose: active}, **figures)
    return First(refusal) if alone else refusal


class SeatAction(Action):
    """An action of any seat that is still in the match. A game in which players can be out says how they are refused (`seat_out`)."""

    seat: Seat
    seat_out: ClassVar[Code | None] = None

    @classmethod
    def acts(cls, board: Any, seat: Any) -> bool:
        """Say whether the seat is in."""
        return cls.seat_out is None or seat in board.living

    @classmethod
    def shown_by(cls, board: Any, seat: Any) -> Hashable | None:
        """Return the same always, where nothing is asked but what `acts` says."""
        return () if cls.terms is Action.terms and cls.bars in (SeatAction.bars, TurnAction.bars) else None

    def bars(self, board: Any) -> Terms:
        """Say that the seat is out."""
        if self.seat_out is not None and self.seat not in board.living:
            yield First(self.seat_out(seat=self.seat))


class TurnAction(SeatAction):
    """An action of the seat whose turn it is. A game makes a family of it and says how other seats are refused.

    `alone`: they are told nothing else.
    """

    not_your_turn: ClassVar[TurnCode]
    alone: ClassVar[bool] = True

    @classmethod
    def whose(cls, board: Any) -> Seat | None:
        """Return whose turn it is: the active seat, where a game says nothing else."""
        active: Seat | None = board.active
        return active

    @classmethod
    def acts(cls, board: Any, seat: Any) -> bool:
        """Say whether the seat is in, and on turn."""
        return cls.whose(board) == seat and (cls.seat_out is None or seat in board.living)

    def bars(self, board: Any) -> Terms:
        """Refuse a seat that is out or not on turn."""
        if self.seat_out is not None and self.seat not in board.living:
            yield First(self.seat_out(seat=self.seat))
        if (active := self.whose(board)) != self.seat:
            yield on_turn(self.seat, active, self.not_your_turn, alone=self.alone)


class AskedAction(TurnAction):
    """An action that answers the step at hand; `of` is the field of the step with the seat that it asks."""

    of: ClassVar[str] = "seat"

    @classmethod
    def whose(cls, board: Any) -> Seat:
        """Return whom the step asks."""
        asked: Seat = getattr(board.top, cls.of)
        return asked


def around(seats: tuple[Seat, ...], first: Seat) -> tuple[Seat, ...]:
    """Return the seats around the table, beginning with one of them."""
    place = seats.index(first)
    return seats[place:] + seats[:place]


class TurnBoard(CardBoard[S, P]):
    """A board of players who take turns around the table. Its state has `active`, whose turn it is; None before the first turn.

    A game in which players can be out says who is `living`.
    """

    __slots__ = ()

    @property
    def living(self) -> tuple[Seat, ...]:
        """Return who is still in, in the order of the seats."""
        return self.state.seats

    @property
    def active(self) -> Seat:
        """Return whose turn it is; before the first turn the first who is in."""
        return self.state.active or self.living[0]  # type: ignore[attr-defined]  # the game's state has it

    @property
    def in_order(self) -> tuple[Seat, ...]:
        """Return who is still in, in the order of play, the active seat first."""
        return self._still_in(around(self.state.seats, self.active))

    def after(self, seat: Seat) -> tuple[Seat, ...]:
        """Return who is still in, in the order of play, beginning with the next one after a seat and ending with that seat."""
        seats = self.state.seats
        place = seats.index(seat) + 1
        return self._still_in(seats[place:] + seats[:place])

    def _still_in(self, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        living = self.living
        return seats if len(living) == len(seats) else tuple([seat for seat in seats if seat in living])

    def next_seat(self, seat: Seat) -> Seat:
        """Return who plays after a seat."""
        return self.after(seat)[0]
