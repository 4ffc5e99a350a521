"""Worked refusals: a game lists, for every code it has, a case in which that code is the answer.

A game joins by `tests/games/<game>/refused.py` with `CASES: tuple[Refused, ...]`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from tapete.core.refusals import Illegal, Refusal

Given = Callable[[], tuple[Refusal, ...]]


class Refused(Struct, frozen=True):
    """One refusal at work.

    Args:
        what: the action that is refused, or `options`, `seats`, `catalogue`, `position`.
        code, clause, params: what the answer must hold, exactly.
        given: makes the refusals.
        alone: nothing else may be said.
    """

    what: str
    code: str
    clause: str
    params: dict[str, Any]
    given: Given
    alone: bool = True

    @property
    def id(self) -> str:
        return f"{self.what}-{self.code}-{self.clause}"


def case(what: str, code: str, clause: str, params: dict[str, Any], given: Given, *, alone: bool = True) -> Refused:
    """Write a case in a row."""
    return Refused(what, code, clause, params, given, alone)


def illegal(make: Callable[[], Any]) -> Given:
    """Give the refusals of what cannot be made: a set of house rules, a position, a catalogue."""

    def refusals() -> tuple[Refusal, ...]:
        try:
            make()
        except Illegal as fault:
            return fault.refusals
        return ()

    return refusals
