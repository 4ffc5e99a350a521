"""Values of an argument that core has found, by looking ahead, to lead to no legal action, with the reasons."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tapete.core.codec import builtins
from tapete.core.refusals import Refusal

LOOK_BOUND = 4_096
"""Most values of one argument that the look-ahead tries."""


def key(value: Any) -> str:
    """Return an option as a key of JSON: itself where it is a word, else its JSON text."""
    return value if isinstance(value, str) else json.dumps(builtins(value), separators=(",", ":"), ensure_ascii=False)


class Barred:
    """Which values of a domain lead nowhere, and why."""

    __slots__ = ()

    def bars(self, value: Any) -> bool:
        """Say whether a value leads nowhere."""
        raise NotImplementedError  # each subclass says

    def why(self, value: Any) -> list[Refusal]:
        """Return why a value leads nowhere; empty where it does not."""
        raise NotImplementedError  # each subclass says


class Told(Barred):
    """By key, the values that lead nowhere, with the reasons."""

    __slots__ = ("_reasons",)

    def __init__(self, reasons: Mapping[str, list[Refusal]]) -> None:
        self._reasons = reasons

    def bars(self, value: Any) -> bool:
        return key(value) in self._reasons

    def why(self, value: Any) -> list[Refusal]:
        return list(self._reasons.get(key(value), ()))
