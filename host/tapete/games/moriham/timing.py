"""When an action is out of place: what comes first, said with the ledger's codes (section 7, the rows `all` and T)."""

from __future__ import annotations

from typing import Any, ClassVar

from tapete.core.actions import Action
from tapete.core.refusals import Code, First, Refusal, must, must_first
from tapete.core.seats import Seat
from tapete.core.steps import Cards, Step
from tapete.games.moriham import codes
from tapete.games.moriham.board import Duel
from tapete.games.moriham.figures import PhaseName
from tapete.games.moriham.state import Phase, Setup, Stack, Triggers


class Timed(Action):
    """An action of a duel that has begun; the codes say what comes first where another step is at hand."""

    on_trigger: ClassVar[Code] = codes.TRIGGER_WAITS
    on_stack: ClassVar[Code] = codes.STACK_WAITS
    otherwise: ClassVar[Code] = codes.NOTHING_TO_PASS

    @classmethod
    def untimely(cls, board: Any) -> Refusal:
        """What comes first: the start, cards that are asked for, an ability, the stack; else there is nothing to answer."""
        step: Step = board.top
        if isinstance(board.state.agenda[0], Setup):
            return codes.NOT_STARTED()
        if isinstance(step, Cards):
            code = codes.CHOICE_WAITS_SHOWN if step.source == "field" else codes.CHOICE_WAITS
            return code(seat=step.seat, op=step.purpose.removeprefix("show_"), n=step.number)
        if isinstance(step, Triggers):
            return cls.on_trigger(seat=step.waiting[0].controller, card=step.waiting[0].card)
        if isinstance(step, Stack):
            return cls.on_stack(priority=step.priority)
        return cls.otherwise()


class OnTurn(Timed):
    """An action of the active player in one of his phases, while nothing waits."""

    seat: Seat
    during = (Phase,)


def on_turn(board: Duel, seat: Seat, code: Code = codes.NOT_YOUR_TURN) -> First | None:
    """MOR-048: the player whose turn it is."""
    return must_first(board.active == seat, code, active=board.active)


def in_phase(board: Duel, code: Code, *allowed: PhaseName) -> Refusal | None:
    """One of these phases."""
    now = board.at(Phase).name
    return must(now in allowed, code, phase=now, allowed=list(allowed))
