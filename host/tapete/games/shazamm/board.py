"""The board that a chapter reads and changes: the words of the duel."""

from typing import ClassVar

from tapete.core.actions import Action
from tapete.core.board import Board
from tapete.core.refusals import Code, Refusal
from tapete.core.seats import Seat
from tapete.core.turns import AskedAction, TurnCode
from tapete.games.shazamm.language import _
from tapete.games.shazamm.state import Options, State

NOT_YOUR_CHOICE = TurnCode("not_your_choice", "SHZ-R71", _("It is for {owed_by:seat} to choose now. Wait for the answer."), whose="owed_by")


def towards(seat: Seat) -> int:
    """The direction in which the wall moves at this wizard (SHZ-043, R02)."""
    return -1 if seat == "A" else 1


class DuelAction(Action):
    """An action of this game; `elsewhere` is said of it where another step is at hand."""

    elsewhere: ClassVar[Code]

    @classmethod
    def untimely(cls, board: "ShazammBoard") -> Refusal:
        return cls.elsewhere(phase=board.phase)


class DuelChoice(AskedAction, DuelAction):
    """SHZ-R71: a choice of the one seat that is asked."""

    not_your_turn = NOT_YOUR_CHOICE


class ShazammBoard(Board[State]):
    """A state of the duel being read or changed."""

    __slots__ = ()
    options: Options

    @property
    def phase(self) -> str:
        """The name of the step at hand, as refusals say it."""
        return str(self.top.__struct_config__.tag)

    def edge(self, broken: int) -> int:
        """The outermost intact slab at either end once so many have collapsed (SHZ-103)."""
        return self.options.bridge_half - broken

    def hit(self) -> Seat | None:
        """The wizard whom the wall has reached (SHZ-025, R11)."""
        state = self.state
        if state.wall == state.wizard.A:
            return "A"
        return "B" if state.wall == state.wizard.B else None

    def room(self, direction: int) -> int:
        """How many steps the wall can go that way until it reaches a wizard (SHZ-058, R10)."""
        state = self.state
        return state.wizard.B - state.wall if direction > 0 else state.wall - state.wizard.A
