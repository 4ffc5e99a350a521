"""Accidents of a table as data (`accidents.toml`): the golden match that each happens in, and how a state differs from another."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, convert

from tapete import cards
from tapete.core import codec, notation
from tapete.core import position as positions
from tapete.core.actions import Action
from tapete.core.rules import Rules
from tapete.core.seats import SEATS
from tools.generate_golden import GOLDEN


class Happening(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One accident; see the head of the file."""

    game: str
    match: str
    after: int
    what: str
    mend: list[Any] = []
    figure: int | None = None
    counter: dict[str, int] = {}
    changes: list[str]
    now: dict[str, Any] = {}
    goes_on: int

    @property
    def key(self) -> list[Any]:
        """The key of the last button; TOML has no word for nothing."""
        return [None if isinstance(part, str) and part.startswith("@") else part for part in self.mend]


HAPPENINGS = convert(tomllib.loads((Path(__file__).parent / "accidents.toml").read_text(encoding="utf-8"))["accident"], list[Happening])


class Played(Struct, frozen=True):
    """A golden match up to the accident: its rules, the state, and the actions that come after."""

    rules: Rules[Any]
    state: Any
    left: list[Action]


def played(one: Happening) -> Played:
    """Play a golden match as far as the accident."""
    lines = (GOLDEN / one.game / f"{one.match}.txt").read_text(encoding="utf-8").splitlines()
    head = {word: rest for word, _, rest in (line.partition(" ") for line in lines)}
    rules = cards.bind(one.game, json.loads(head.get("options", "{}")), head.get("catalogue"))
    if "position" in head:
        state = positions.load(rules, positions.read(head["position"]))
    else:
        state = rules.start(SEATS[: int(head.get("seats", "2"))])
    actions = [notation.read(rules, line[2:]) for line in lines if line.startswith("> ")]
    for action in actions[: one.after]:
        state, _events = rules.apply(state, action)
    return Played(rules, state, actions[one.after :])


def flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every figure of a state by its path."""
    parts = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    if not parts:
        yield path, value
    for name, part in parts:
        yield from flat(part, f"{path}.{name}" if path else str(name))


def changed(before: Any, after: Any) -> set[str]:
    """The paths at which two states differ."""
    one, other = dict(flat(codec.whole(before))), dict(flat(codec.whole(after)))
    return {path for path in one.keys() | other.keys() if one.get(path, flat) != other.get(path, flat)}


def at(state: Any, path: str) -> Any:
    """What stands at a path."""
    found: Any = codec.whole(state)
    for name in path.split("."):
        found = found[int(name)] if isinstance(found, list) else found[name]
    return found


def mended(one: Happening, before: Any, after: Any) -> None:
    """Hold a mended state against the data: what it says stands there, and nothing else is another."""
    within = [path for path in changed(before, after) if not any(path == part or path.startswith(f"{part}.") for part in one.changes)]
    assert within == [], (one.what, within)
    for path, value in one.now.items():
        assert at(after, path) == (None if value == "@none" else value), (one.what, path, at(after, path))
