"""Exchanges: who plays first, who goes on alone, and when nobody plays any more (DAT-028..031, 057..060, R18..R23)."""

from __future__ import annotations

from collections.abc import Iterator

from tapete.core.actions import Terms
from tapete.core.domains import one_of
from tapete.core.events import Event, OfSeat
from tapete.core.game import Chapter
from tapete.core.refusals import Code
from tapete.core.seats import Seat, rival
from tapete.core.steps import Owed
from tapete.core.turns import TurnCode, on_turn
from tapete.games.datamorphs.board import MemoryNow, MorphAction, MorphBoard, Stopped
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.state import SEATS, Joint, NewExchange, Ordering, Playing, Scoring

EXCHANGES = Chapter("exchanges")
EXCHANGES.tells(MemoryNow, _("{seat}: {available} memory left (total {total}, spent {spent})."))
EXCHANGES.tells(Stopped, _("{seat} plays no more cards this round."))


@EXCHANGES.event(_("{seat} has more memory and decides the order."))
class Leader(OfSeat, clause="DAT-060"):
    """A player has more memory and decides the order of this exchange."""


@EXCHANGES.event(_("Both have {available} memory: they play together."), hands=_("Choose a card in secret and lay it face down."))
class MemoryTied(Event, clause="DAT-058"):
    """Both have the same memory: they play face down, together."""

    available: int


@EXCHANGES.event(_("{seat} decides: {first} plays first."))
class OrderChosen(OfSeat, clause="DAT-060"):
    """The leader has said who plays first."""

    first: Seat


@EXCHANGES.runs(NewExchange)
def _new_exchange(board: MorphBoard, step: NewExchange) -> None:
    """DAT-028, 057, 058, 060, R19..R23, R62: nobody left, one alone, the one with more memory decides, or both at once."""
    if step.exchange == 1:
        board.tell_memory({})
    _stop_who_cannot_play(board)
    active = tuple(seat for seat in SEATS if not board.player(seat).stopped)
    if len(active) < len(SEATS):
        board.become(Playing(step.exchange, active) if active else Scoring())
        return
    a, b = (board.memory(seat).available for seat in SEATS)
    if a == b:
        board.tell(MemoryTied(available=a, clause="DAT-058" if step.exchange == 1 else "DAT-R23"))
        board.become(Joint(exchange=step.exchange))
        return
    leader: Seat = "A" if a > b else "B"
    board.tell(Leader(seat=leader, clause="DAT-028" if step.exchange == 1 else "DAT-060"))
    board.become(Ordering(step.exchange, leader))


def _stop_who_cannot_play(board: MorphBoard) -> None:
    """DAT-030, R19: no card in hand, or no open position; no memory alone does not stop."""
    for seat in SEATS:
        player = board.player(seat)
        if not player.stopped and (player.hand == 0 or not board.has_room(seat)):
            board.change(seat, stopped=True)
            board.tell(Stopped(seat=seat, clause="DAT-R19"))


@EXCHANGES.runs(Playing)
def _playing(board: MorphBoard, step: Playing) -> None:
    """Between two cards of an exchange: whoever can still play goes on (DAT-029, 031, R21)."""
    _stop_who_cannot_play(board)
    left = tuple(seat for seat in step.left if not board.player(seat).stopped)
    if not left:
        board.become(NewExchange(step.exchange + 1))
    elif left != step.left:
        board.become(Playing(step.exchange, left))


UNKNOWN_SEAT = Code("unknown_seat", "DAT-R01", _("DataMorphs has the seats A and B only; there is no seat {seat}."))
NOT_LEADER = TurnCode("not_leader", "DAT-057", _("{leader:seat} decides the order, having more memory."), whose="leader")
NOT_LEADER_LATER = NOT_LEADER.citing("DAT-060")


@EXCHANGES.action
class ChooseOrder(MorphAction):
    """DAT-028, 057, 060, R22: the one with more memory names who plays first in this exchange."""

    seat: Seat
    first: Seat
    during = (Ordering,)

    def terms(self, board: MorphBoard) -> Terms:
        step = board.at(Ordering)
        code = NOT_LEADER if step.exchange == 1 else NOT_LEADER_LATER
        yield on_turn(self.seat, step.leader, code)
        yield "first", one_of(SEATS, otherwise=UNKNOWN_SEAT, seat=str)

    def effect(self, board: MorphBoard) -> None:
        step = board.at(Ordering)
        board.tell(OrderChosen(seat=self.seat, first=self.first, clause="DAT-057" if step.exchange == 1 else "DAT-060"))
        board.become(Playing(step.exchange, (self.first, rival(self.first))))


EXCHANGES.question(
    Ordering,
    "order",
    _("{seat:seat}: with {available} memory you say who plays first."),
    _("{seat:seat} is deciding who plays first."),
    "choose_order",
    of="leader",
    params=lambda board, step: {"available": board.memory(step.leader).available},
)


@EXCHANGES.owes(Playing)
def _owes_play(board: MorphBoard, step: Playing) -> Iterator[Owed]:
    first = step.exchange == 1
    memory = board.memory(step.left[0])
    yield Owed(
        seat=step.left[0],
        actions=("play", "skip_program") if first else ("play", "stop"),
        what="program" if first else "play",
        params={"available": memory.available, "hand": board.player(step.left[0]).hand},
    )
