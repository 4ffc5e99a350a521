"""What an action would bring about, shown before it is entered: the same for every game, with and without scripts.

A form's "Show what would happen" posts what was chosen; the answer is the same choice with nothing left to fill in, what would follow from
it, and the button that enters it. Where people declare what a printed text does, there is no way around that look.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.core.kinds import field_types, name_of
from tapete.core.rulings import Operation
from tapete.core.seats import Seat
from tapete.web.forms import Form
from tapete.web.view import MatchView
from tapete.web.view.previewing import shown_preview

PREVIEW = "preview"
"""The button that only looks."""

LOOKED = "looked"
"""The field that says that a person has looked; what was looked at is entered only as long as nothing else has happened."""


def must_look(view: MatchView, action: str, entered: Mapping[str, Any]) -> bool:
    """Say whether nobody should enter an action unseen: it declares operations, or ends the match."""
    if action in view.page.confirmed:
        return True
    hints = field_types(view.rules.game.action(action))
    return any(entered.get(name) and _operations(hints.get(name)) for name in entered)


def previewed(view: MatchView, raw: Mapping[str, Any], posted: Sequence[tuple[str, str]]) -> Form:
    """The form that shows what an action would bring about, and enters it.

    Args:
        view: the match, for one reader. raw: the plain action. posted: the fields that said so.

    Raises:
        Malformed, Illegal: it cannot be entered at all.
    """
    action = view.rules.read(raw)
    name = name_of(type(action))
    seat: Seat | None = getattr(action, "seat", None)
    return Form(
        id=f"form-{seat or 'table'}-{name}",
        action=name,
        seat=seat,
        given=(*((field, value) for field, value in posted if field[1:2] == ":"), (LOOKED, "1")),
        preview=shown_preview(view, action),
    )


def _operations(hint: Any) -> bool:
    """Say whether a type is, or holds, operations."""
    if isinstance(hint, type):
        return issubclass(hint, Operation)
    return any(_operations(inner) for inner in (*getattr(hint, "__args__", ()), getattr(hint, "__origin__", None)) if inner is not None)
