"""Say in words what would follow from an action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from tapete.core.actions import Action
from tapete.core.layout import to_put_right
from tapete.core.preview import preview
from tapete.core.seats import Seat
from tapete.core.texts import _
from tapete.web.view.glance import Glance


class ShownPreview(Struct, frozen=True, kw_only=True):
    """A preview in words: what would happen at once, then if everybody passes (with clauses), and what would change on the table."""

    events: tuple[tuple[str, str], ...] = ()
    then: tuple[tuple[str, str], ...] = ()
    changed: tuple[str, ...] = ()


NOTHING_MOVES = _("No counter and nothing on the table changes.")


def shown_preview(now: Glance, action: Action) -> ShownPreview:
    """What would follow from an action, in words: what happens, then if everybody passes, and what would be otherwise afterwards.

    Raises:
        Illegal: it cannot be entered at all.
    """
    found = preview(now.rules, now.state, action)
    places = tuple(place.text(now.words).in_(now.language) for place in found.changed)
    return ShownPreview(
        events=tuple(now.sentence(event) for event in found.events),
        then=tuple(now.sentence(event) for event in found.then),
        changed=(*_otherwise(now, found.state), *places),
    )


def shown_move(now: Glance, after: Any) -> ShownPreview:
    """What would stand otherwise after an undo, a redo or a jump, in words: counters, and what hands would have to put back."""
    places = to_put_right(now.rules.layout(after), now.rules.layout(now.state))
    said = tuple(place.text(now.words).in_(now.language) for place in places)
    return ShownPreview(changed=(*_otherwise(now, after), *said) or (NOTHING_MOVES.in_(now.language),))


def _otherwise(now: Glance, after: Any) -> Iterator[str]:
    """What a seat's box would show otherwise: its counter, and what stands below."""
    for seat in now.state.seats:
        before = dict(_shown(now, now.state, seat))
        for label, value in _shown(now, after, seat):
            if label in before and before[label] != value:
                whose = now.names[seat] + (f", {label}" if label else "")
                yield f"{whose}: {before[label]} → {value}"


def _shown(now: Glance, state: Any, seat: Seat) -> Iterator[tuple[str, str]]:
    figures = now.page.figures(now.rules, state, seat, now.language, now.words)
    yield figures.counter, str(figures.value)
    yield from figures.facts
