"""Refusals of actions at the wrong time: they name what comes first, with the ledger's codes (docs/inside/rules/bhm.md#actions)."""

from typing import Any, ClassVar

from tapete.core.actions import Action, Terms
from tapete.core.refusals import Code, First, Refusal
from tapete.core.seats import Seat
from tapete.core.steps import Dice, Step
from tapete.core.turns import SeatAction, TurnAction, TurnCode
from tapete.games.bhm.board import War, word_of
from tapete.games.bhm.figures import PhaseName
from tapete.games.bhm.language import _
from tapete.games.bhm.state import Declaring, Fighting, Final, Initial, SetupDie, SetupDraw, SetupExchange, Strategy, Terror, Window

IN_TURN: tuple[type[Step], ...] = (Initial, Strategy, Declaring, Fighting, Final, Window)
"""The steps in which every player may make an instant call or declare an effect (docs/inside/rules/bhm.md#turn)."""

ALWAYS: tuple[type[Step], ...] = (SetupDraw, SetupExchange, SetupDie, Dice, *IN_TURN, Terror)
"""Every step before the end."""


def phase_of(board: War) -> PhaseName:
    """The part of the turn in which the match is."""
    step = board.state.agenda[0]
    if isinstance(step, Strategy):
        return "strategy_1" if step.nth == 1 else "strategy_2"
    if isinstance(step, Declaring | Fighting):
        return "combat"
    return "initial" if isinstance(step, Initial) else "final" if isinstance(step, Final) else "setup"


STACK_NOT_EMPTY = Code("stack_not_empty", "BHM-157", _("First what {the_seat:seat} announced must be resolved: {top:what}."))
CHOICE_OWED = TurnCode(
    "choice_owed", "BHM-R112", _("First {seat:seat} has to choose whom the TERROR of {the_being:card} strikes."), whose="seat"
)
WRONG_PHASE = Code("wrong_phase", "BHM-010", _("That belongs to {allowed:moment}; now it is the {phase:phase}."))
SECOND_STRATEGY = Code("wrong_phase", "BHM-013", _("By house rule the second strategy phase is for calls and strategy cards only."))
SEAT_OUT = Code("seat_out", "BHM-R110", _("{seat:seat} is out of this match."))
NOT_ACTIVE = TurnCode("not_active", "BHM-010", _("It is {active:seat}'s turn."))


class Timed(Action):
    """An action of the war; `clause` fixes the phase it belongs to."""

    clause: ClassVar[str] = "BHM-010"

    @classmethod
    def untimely(cls, board: Any) -> Refusal:
        """What comes first: a pending action, an owed choice; else it is the wrong phase."""
        step: Step = board.top
        if isinstance(step, Window):
            return STACK_NOT_EMPTY(top=word_of(step.plan), the_seat=step.seat)
        if isinstance(step, Terror):
            return CHOICE_OWED(seat=step.seat, source=step.source, the_being=board.called(step.source))
        return wrong_phase(board, cls.clause, *cls.during)


def wrong_phase(board: War, clause: str, *allowed: type[Step], of: Code = WRONG_PHASE) -> Refusal:
    """The refusal in another part of the turn; `of` says it where the phase is right and the moment is not."""
    names = [str(kind.__struct_config__.tag) for kind in allowed]
    return of.citing(clause)(phase=phase_of(board), step=board.top.__struct_config__.tag, allowed=names)


class Seated(SeatAction, Timed):
    """What any player does who is still in (BHM-R110)."""

    seat_out = SEAT_OUT


class InTurn(TurnAction, Seated):
    """What the active player does (BHM-010)."""

    not_your_turn = NOT_ACTIVE


class InStrategy(InTurn):
    """What belongs to a strategy phase, where a house rule does not keep the second one to what is `in_both` (BHM-R23)."""

    during = (Strategy,)
    in_both: ClassVar[bool] = False

    @classmethod
    def too_late(cls, board: War) -> bool:
        """Say whether the house rule keeps it out of this phase."""
        return not cls.in_both and board.at(Strategy).nth == 2 and board.options.second_strategy != "full"

    @classmethod
    def acts(cls, board: War, seat: Seat) -> bool:
        return super().acts(board, seat) and not cls.too_late(board)

    def bars(self, board: War) -> Terms:
        yield from InTurn.bars(self, board)
        if self.too_late(board):
            yield First(wrong_phase(board, self.clause, Strategy, of=SECOND_STRATEGY))
