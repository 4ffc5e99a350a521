"""Positions that are changed until no match can have left them: what every game's tests of positions ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import pytest
from msgspec.structs import replace

from tapete.core import position
from tapete.core.refusals import Illegal
from tapete.core.rules import Rules


class Held(Protocol):
    """A test's table: the rules and a position of one game."""

    @property
    def rules(self) -> Rules[Any]:
        """Of its game."""
        ...

    @property
    def state(self) -> Any:
        """Where it stands."""
        ...


def wrong_with(desk: Held, change: Callable[[Any], Any]) -> list[str]:
    """Return the codes for which a position is refused once it is changed.

    Args:
        desk: the table. change: makes another state of its state.
    """
    with pytest.raises(Illegal) as no:
        position.load(desk.rules, position.dump(desk.rules, change(desk.state)))
    for refusal in no.value.refusals:
        assert refusal.text(desk.rules.words).in_("es") != refusal.text(desk.rules.words).in_("en")
    assert no.value.refusals[0].code == "bad_position"
    return [refusal.code for refusal in no.value.refusals[1:]]


def at(*agenda: Any) -> Callable[[Any], Any]:
    """Return the change that puts these steps in place of the agenda."""
    return lambda state: replace(state, agenda=agenda)
