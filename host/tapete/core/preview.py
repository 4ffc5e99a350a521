"""Preview an action of any game before it is declared: say what it would bring about, and change nothing."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tapete.core.actions import Action
from tapete.core.events import Event
from tapete.core.layout import Place, to_put_right
from tapete.core.lock_press import single_touch
from tapete.core.rules import Rules

MOST_PASSES = 64
"""So many passes are followed at most; a table of four with a deep stack needs a quarter of them."""


class Preview(Struct, frozen=True):
    """What would follow from an action.

    `events` follow from it at once. `then` is what would happen if everybody who may react only passed: what waits on a stack is
    resolved there. `state` is how the match would stand after both, and `changed` what would lie otherwise than now.
    """

    events: tuple[Event, ...]
    then: tuple[Event, ...]
    changed: tuple[Place, ...]
    state: Any


def preview(rules: Rules[Any], state: Any, action: Action) -> Preview:
    """Apply an action to a state, to look at what comes of it.

    Args:
        rules: of the match. state: where it stands. action: what a player thinks of declaring.

    Raises:
        Illegal: with every refusal.
    """
    after, events = rules.apply(state, action)
    then: list[Event] = []
    for _ in range(MOST_PASSES):
        passing = _pass(rules, after)
        if passing is None:
            break
        after, more = rules.apply(after, passing)
        then += more
    return Preview(events, tuple(then), to_put_right(rules.layout(after), rules.layout(state)), after)


def _pass(rules: Rules[Any], state: Any) -> Action | None:
    """Return the next pass, where nothing but reactions is waited for."""
    owing = rules.awaiting(state)
    if not owing or any(owed.meaning != "pass" for owed in owing):
        return None
    passing = single_touch(rules, owing[0])
    return passing if passing is not None and not rules.check(state, passing) else None
