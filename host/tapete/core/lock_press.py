"""What one press of LOCK declares."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import fields

from tapete.core.actions import Action
from tapete.core.rules import Rules
from tapete.core.steps import Owed


def single_touch(rules: Rules[Any], owed: Owed) -> Action | None:
    """Return what one press of LOCK declares: the first of the actions owed that needs nothing but its seat (`Owed.actions`).

    What may be left out is left out: a lock without a seal says that the secret lies face down on the table. A word for the whole table,
    which names no seat, is none for a seat's button.
    """
    if owed.seat is None or owed.meaning not in ("ready", "pass"):
        return None
    for name in owed.actions:
        kind = rules.game.action(name)
        if "seat" in kind.__struct_fields__ and needed(kind) <= {"seat"}:
            return kind(seat=owed.seat)
    return None


@cache  # each touch asks for every action; reading annotations is slow
def needed(kind: type[Action]) -> frozenset[str]:
    """Return the arguments without which an action says nothing."""
    return frozenset(field.name for field in fields(kind) if field.required)
