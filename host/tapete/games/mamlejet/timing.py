"""Refusals of actions at the wrong time, the times of tactics, and what all plays in a window have in common.

Source: docs/inside/rules/mamlejet.md#actions, checks 2 and 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, TypeVar

from tapete.core.actions import Action, Terms
from tapete.core.kinds import name_of
from tapete.core.refusals import Code, First, Refusal, must, must_first
from tapete.core.seats import Seat
from tapete.core.turns import TurnCode, on_turn
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.figures import StepName
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.state import Ordering, Trigger, Window

F = TypeVar("F", bound=Callable[[Front], None])
BEGINS: dict[StepName, Callable[[Front], None]] = {}
"""What each step of the round does first, as its chapter says (`begins`); one that is not here does nothing."""


def begins(*steps: StepName) -> Callable[[F], F]:
    """Decorator: what these steps of the round do first, `f(board)`."""

    def note(begin: F) -> F:
        BEGINS.update(dict.fromkeys(steps, begin))
        return begin

    return note


NOT_ACTIVE = TurnCode("not_active_player", "MMK-196", _("It is {expected:seat}'s turn to do that, not {seat:seat}'s."), whose="expected")
WRONG_STEP = Code("wrong_step", "MMK-174", _("That is not due now; the round is at: {step:step}. Due now: {expect:expected}."))


class Timed(Action):
    """An action that another step may have to come before."""

    elsewhere: ClassVar[Code] = WRONG_STEP

    @classmethod
    def untimely(cls, board: Any) -> Refusal:
        """Return which step the round is at, and what is asked for there."""
        return cls.elsewhere(action=name_of(cls), step=board.at_step, expect=name_of(type(board.top)))


NO_WINDOW = Code("no_window", "MMK-R66", _("Nothing is played now. Due first: {expect:expected}."), figures={"step": "step"})
NO_WINDOW_CLEANUP = NO_WINDOW.citing("MMK-221")
ALREADY_PASSED = Code(
    "already_passed", "MMK-R63", _("{seat:seat} has passed, and decides again when a player plays something; now it is up to {left:seat}.")
)


class Play(Timed):
    """What is played in an open window (MMK-R66), until the own pass: who has passed waits until something new is played (R63)."""

    seat: Seat
    during = (Window,)

    def bars(self, board: Any) -> Terms:
        """Say that a player who has passed waits."""
        if self.seat in (passed := board.at(Window).passed):
            yield First(ALREADY_PASSED(seat=self.seat, left=[seat for seat in board.state.seats if seat not in passed]))

    @classmethod
    def untimely(cls, board: Any) -> Refusal:
        """No window is open."""
        code = NO_WINDOW_CLEANUP if board.at_step == "4b" else NO_WINDOW
        return code(step=board.at_step, expect=name_of(type(board.top)))


def unsettled(board: Front) -> bool:
    """Abilities that have triggered go on the stack; while something waits there a window is open before all else (MMK-R64, R92)."""
    waits = bool(board.state.triggers or board.state.stack)
    if board.state.triggers:
        stack_triggers(board)
    if waits and not isinstance(board.top, Ordering):
        board.put(Window())
    return waits


def stack_triggers(board: Front) -> None:
    """Enemies' first, then the players' in reverse order; who has several says in which order they resolve (MMK-107, 108, 173, R64)."""
    waiting = board.state.triggers
    for whose in (None, *reversed(board.in_order)):
        own = [trigger for trigger in waiting if trigger.controller == whose]
        if whose is not None and len(own) > 1:
            board.put(Ordering(whose, tuple(trigger.id for trigger in own)))
            return
        push_triggers(board, own)


def push_triggers(board: Front, chosen: list[Trigger]) -> None:
    """They leave the waiting line for the stack."""
    ids = {trigger.id for trigger in chosen}
    board.set(
        triggers=tuple(trigger for trigger in board.state.triggers if trigger.id not in ids),
        stack=(*board.state.stack, *(trigger.item for trigger in chosen)),
    )


# ---- when a tactic is played


WRONG_STEP_HISHTADLUT = Code(
    "wrong_step",
    "MMK-016",
    _("A hishtadlut is played in your enlistment or at the start of combat; the round is at: {step:step}."),
    ruling="move_card",
)
WRONG_STEP_MAIN = Code(
    "wrong_step",
    "MMK-077",
    _("Soldiers, objects, strategies and resources go in your enlistment; the round is at: {step:step}."),
    ruling="move_card",
)
NOT_ACTIVE_PLAY = NOT_ACTIVE.ruled_by("move_card")
STACK_NOT_EMPTY = Code(
    "stack_not_empty", "MMK-077", _("That is played while nothing waits on the stack, and there is {waits:waiting}."), ruling="move_card"
)
STACK_NOT_EMPTY_HISHTADLUT = STACK_NOT_EMPTY.citing("MMK-017")


def timing(board: Front, seat: Seat, kind: str) -> Refusal | None:
    """Return why a tactic of this type may not be played now (MMK-016, 017, 020, 023, 077, 196, R20, R59); None: it may."""
    if kind == "tefila":
        return None
    step, before_combat = board.at_step, kind == "hishtadlut"
    if step != "2b" and not (before_combat and step == "3a_w1"):
        return (WRONG_STEP_HISHTADLUT if before_combat else WRONG_STEP_MAIN)(step=step, action="play_tactic")
    if step == "2b" and seat != board.active:
        return NOT_ACTIVE_PLAY(seat=seat, expected=board.active)
    return must(not board.state.stack, STACK_NOT_EMPTY_HISHTADLUT if before_combat else STACK_NOT_EMPTY, **waiting(board))


def waiting(board: Front) -> dict[str, Any]:
    """Return what waits on top of the stack, for refusals: its number and its card."""
    item = board.state.stack[-1] if board.state.stack else None
    return {} if item is None else {"top": item.id, "waits": item.card or ""}


def own_main(board: Front, seat: Seat, action: str, off_step: Any, on_stack: Any) -> Iterator[Refusal | First | None]:
    """Only in the own main phase, with nothing on the stack."""
    yield must_first(board.at_step == "2b", off_step, step=board.at_step, action=action)
    yield on_turn(seat, board.active, NOT_ACTIVE_PLAY)
    yield must_first(not board.state.stack, on_stack, **waiting(board))
