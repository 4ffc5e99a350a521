"""When something is played: the step, whose main phase it is, and what waits (MMK-016, 017, 020, 023, 077, 196; R20, R58, R59)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tapete.core.refusals import Code, First, Refusal, must, must_first
from tapete.core.seats import Seat
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.lots import NOT_ACTIVE

WRONG_STEP_HISHTADLUT = Code(
    "wrong_step",
    "MMK-016",
    _("A hishtadlut is played in your enlistment (2b) or at the start of combat (3a); the round is at: {step:step}."),
    ruling="move_card",
)

WRONG_STEP_MAIN = Code(
    "wrong_step",
    "MMK-077",
    _("Soldiers, objects, strategies and resources go in your enlistment (2b); the round is at: {step:step}."),
    ruling="move_card",
)

NOT_ACTIVE_PLAY = NOT_ACTIVE.ruled_by("move_card")

STACK_NOT_EMPTY = Code(
    "stack_not_empty",
    "MMK-077",
    _("That is played while nothing waits on the stack, and there is {waits:waiting}."),
    ruling="move_card",
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
    yield must_first(board.active == seat, NOT_ACTIVE_PLAY, seat=seat, expected=board.active)
    yield must_first(not board.state.stack, on_stack, **waiting(board))
