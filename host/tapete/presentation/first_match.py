"""A game's first match as data: one script for the five-minute page, the lesson and a golden match.

`first_match.jsonl` beside a game's presentation has an action to a line, as the referee protocol writes it; `called` names the lines that
a lesson asks for.

    MATCH = read(__package__)
    Instruction(says=..., answers=(MATCH.answer("scout"),))
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from msgspec import Struct

FILE = "first_match.jsonl"


class FirstMatch(Struct, frozen=True):
    """The actions of a first match, whole and in order, and those that have a name."""

    actions: tuple[Mapping[str, Any], ...]
    called: Mapping[str, Mapping[str, Any]]

    def answer(self, name: str, *free: str) -> Mapping[str, Any]:
        """Return an action of the match as a lesson asks for it.

        Args:
            name: of the action. free: arguments that people may choose for themselves.

        Raises:
            KeyError: no action has this name.
        """
        return {key: value for key, value in self.called[name].items() if key not in free}


def read(package: str) -> FirstMatch:
    """Return the first match of a game.

    Args:
        package: of its presentation, where the file lies.

    Raises:
        FileNotFoundError: the game has no such script.
        ValueError: a line is no JSON object, or a name is there twice.
    """
    actions: list[Mapping[str, Any]] = []
    called: dict[str, Mapping[str, Any]] = {}
    for number, line in enumerate((files(package) / FILE).read_text(encoding="utf-8").splitlines(), 1):
        try:
            action = json.loads(line)
        except ValueError:
            action = None
        if not isinstance(action, dict):
            raise ValueError(f"{package}, {FILE}, line {number}: an action is a JSON object")
        name = action.pop("called", None)
        if name in called:
            raise ValueError(f"{package}, {FILE}, line {number}: {name!r} is there twice")
        if name is not None:
            called[name] = action
        actions.append(action)
    return FirstMatch(tuple(actions), called)
