"""What an action would bring about, shown before it is entered: the same for every game, with and without scripts.

A form's "Show what would happen" posts what was chosen; the answer is the same choice with nothing left to fill in, what would follow from
it, and the button that enters it. Where people declare what a printed text does, there is no way around that look.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tapete.core.actions import Action
from tapete.core.kinds import field_types, name_of
from tapete.core.rulings import Operation
from tapete.core.seats import Seat
from tapete.table.foresight import foresee
from tapete.web.boards import SeatFigures
from tapete.web.forms import Foreseen, Form

if TYPE_CHECKING:
    from tapete.web.views import MatchView

PREVIEW = "preview"
"""The button that only looks."""

LOOKED = "looked"
"""The field that says that somebody has looked; what was looked at is entered only as long as nothing else has happened."""


def must_look(view: MatchView, action: str, entered: Mapping[str, Any]) -> bool:
    """Whether an action declares operations, which nobody should enter unseen."""
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
        foreseen=foreseen(view, action),
    )


def foreseen(view: MatchView, action: Action) -> Foreseen:
    """What would follow from an action, in words: what happens, then if everybody passes, and what would be otherwise afterwards.

    Raises:
        Illegal: it cannot be entered at all.
    """
    found = foresee(view.rules, view.state, action)
    places = tuple(place.text(view.words).in_(view.language) for place in found.changed)
    return Foreseen(
        told=tuple(view.sentence(event) for event in found.events),
        then=tuple(view.sentence(event) for event in found.then),
        changed=(*_figures(view, found.state), *places),
    )


def _figures(view: MatchView, after: Any) -> Iterator[str]:
    """What a seat's box would show otherwise: its counter, and what stands below."""
    for seat in view.state.seats:
        before = dict(_shown(view.page.figures(view.rules, view.state, seat, view.language, view.words)))
        for label, value in _shown(view.page.figures(view.rules, after, seat, view.language, view.words)):
            if label in before and before[label] != value:
                whose = view.names[seat] + (f", {label}" if label else "")
                yield f"{whose}: {before[label]} → {value}"


def _shown(figures: SeatFigures) -> Iterator[tuple[str, str]]:
    yield figures.counter, str(figures.value)
    yield from figures.facts


def _operations(hint: Any) -> bool:
    """Whether a type is, or holds, operations."""
    if isinstance(hint, type):
        return issubclass(hint, Operation)
    return any(_operations(inner) for inner in (*getattr(hint, "__args__", ()), getattr(hint, "__origin__", None)) if inner is not None)
