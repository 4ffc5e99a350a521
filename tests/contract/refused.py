"""Worked refusals: a game lists, for every code it has, a case in which that code is the answer.

A game joins by `tests/games/<game>/refused.py` with `CASES: tuple[Refused, ...]`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from tapete.core.refusals import Refusal


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
    given: Callable[[], tuple[Refusal, ...]]
    alone: bool = True

    @property
    def id(self) -> str:
        return f"{self.what}-{self.code}-{self.clause}"
