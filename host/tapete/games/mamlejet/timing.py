"""When an action is out of place, and what every play in a window has in common (ledger, section 7, checks 2 and 3)."""

from __future__ import annotations

from typing import Any, ClassVar

from tapete.core.actions import Action, Terms
from tapete.core.kinds import name_of
from tapete.core.refusals import Code, Refusal, must_first
from tapete.core.seats import Seat
from tapete.games.mamlejet.board import Front, triggered_item
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.state import Ordering, Trigger, Window

WRONG_STEP = Code("wrong_step", "MMK-174", _("That is not due now; the round is at: {step:step}. Due now: {expect:expected}."))


class Timed(Action):
    """An action that another step may have to come before."""

    elsewhere: ClassVar[Code] = WRONG_STEP

    @classmethod
    def untimely(cls, board: Any) -> Refusal:
        """Return which step the round is at, and what is asked for there."""
        return cls.elsewhere(action=name_of(cls), step=board.at_step, expect=board.expected)


NO_WINDOW = Code(
    "no_window", "MMK-R66", _("Nothing is played now. Due first: {expect:expected}."), figures={"step": "step", "expect": "expect"}
)

NO_WINDOW_CLEANUP = NO_WINDOW.citing("MMK-221")


ALREADY_PASSED = Code(
    "already_passed", "MMK-R63", _("{seat:seat} has passed, and decides again when somebody plays something; now it is up to {left:seat}.")
)


class Play(Timed):
    """What is played in an open window (MMK-R66), until the own pass: who has passed waits until something new is played (R63)."""

    seat: Seat
    during = (Window,)

    def terms(self, board: Any) -> Terms:
        passed = board.at(Window).passed
        left = [seat for seat in board.state.seats if seat not in passed]
        yield must_first(self.seat not in passed, ALREADY_PASSED, seat=self.seat, left=left)
        yield from self.more(board)

    def more(self, board: Any) -> Terms:
        """Return what must hold besides, and the arguments beside the seat; none."""
        return iter(())

    @classmethod
    def untimely(cls, board: Any) -> Refusal:
        """No window is open."""
        code = NO_WINDOW_CLEANUP if board.at_step == "4b" else NO_WINDOW
        return code(step=board.at_step, expect=board.expected)


def unsettled(board: Front) -> bool:
    """Abilities that have triggered go on the stack; while something waits there a window is open before all else (MMK-R64, R92)."""
    if board.state.triggers:
        stack_triggers(board)
        if not isinstance(board.top, Ordering):
            board.put(Window())
        return True
    if board.state.stack:
        board.put(Window())
        return True
    return False


def stack_triggers(board: Front) -> None:
    """Enemies' first, then the players' in reverse order; who has several says in which order they resolve (MMK-107, 108, 173, R64)."""
    waiting = board.state.triggers
    for whose in (None, *reversed(board.state.order or board.state.seats)):
        own = [trigger for trigger in waiting if trigger.controller == whose]
        if whose is not None and len(own) > 1:
            board.put(Ordering(whose, tuple(trigger.id for trigger in own)))
            return
        push_triggers(board, own)


def push_triggers(board: Front, chosen: list[Trigger]) -> None:
    """They leave the waiting line for the stack."""
    ids = {trigger.id for trigger in chosen}
    if ids:
        board.set(triggers=tuple(trigger for trigger in board.state.triggers if trigger.id not in ids))
        for trigger in chosen:
            board.push(triggered_item(trigger))
