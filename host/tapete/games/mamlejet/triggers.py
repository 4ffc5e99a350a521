"""Abilities that have triggered, on their way to the stack (MMK-106..111, 173; R64)."""

from __future__ import annotations

from tapete.games.mamlejet.board import Front, triggered_item
from tapete.games.mamlejet.state import Ordering, Trigger


def stack_triggers(board: Front) -> None:
    """MMK-107, 108, 173, R64: enemies' first, then the players' in reverse order; who has several says in which order they resolve."""
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
