"""Worked positions: for each clause a position and an action that show it, found in the tests that prove it.

    python tools/worked.py [GAME]...

Runs the tests of a game, notes every action that a test declares with what is told or refused, and keeps for each clause the plainest
that cites it; for a clause that nothing cites, the last action of a test that is marked with it. Each is kept only if the position is
sound by itself and the action leads to the same again. Written to host/tapete/games/<game>/worked.jsonl.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tapete import cards, games
from tapete.core import codec
from tapete.core import position as positions
from tapete.core.refusals import Illegal, Malformed
from tapete.core.rules import Rules

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests" / "games"

MARKED = 1_000
"""How much further away an action is that only belongs to the test of a clause, and does not cite it."""


class Harvest:
    """What tests do, clause by clause: a pytest plugin."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.found: dict[str, list[tuple[int, str, dict[str, Any]]]] = {}
        self._seen: dict[bytes, tuple[int, dict[str, Any]] | None] = {}
        self._marked: tuple[str, ...] = ()
        self._test = ""
        self._done: list[tuple[Rules[Any], Any, Any]] = []
        self._busy = False

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Any:
        self._marked = tuple(clause for mark in item.iter_markers("clause") for clause in mark.args)
        self._test, self._done = item.nodeid, []
        result = yield
        if self._marked:
            next((True for done in self._done[:-20:-1] if self._note(*done, missing=self._marked)), False)
        self._marked = ()
        return result

    def seen(self, rules: Rules[Any], state: Any, action: Any, cited: tuple[str, ...]) -> None:
        """Note an action and what it cited."""
        if self._busy or rules.game.name != self.game or not self._test:
            return
        self._done.append((rules, state, action))
        wanted = [clause for clause in dict.fromkeys(cited) if len(self.found.get(clause, ())) < 12 or clause in self._marked]
        if wanted:
            self._note(rules, state, action, cited=tuple(wanted))

    def _note(self, rules: Rules[Any], state: Any, action: Any, cited: tuple[str, ...] = (), missing: tuple[str, ...] = ()) -> bool:
        self._busy = True
        try:
            key = codec.encode((rules.plain_options, state, action, type(action).__name__))
            if key not in self._seen:
                self._seen[key] = self._plain(rules, state, action)
            made = self._seen[key]
        finally:
            self._busy = False
        if made is None:
            return False
        told, plain = made
        for clause in (*cited, *missing):
            far = told + len(codec.encode(plain)) / 10_000 + (0 if clause in self._marked else 5) + (0 if clause in cited else MARKED)
            self.found.setdefault(clause, []).append((int(far * 100), self._test, plain))
        return True

    def _plain(self, rules: Rules[Any], state: Any, action: Any) -> tuple[int, dict[str, Any]] | None:
        """Return how much the action tells, and all as plain data; None where a table could not open it."""
        try:
            usual = cards.bind(self.game, rules.plain_options, None)
            if usual.catalogue_hash != rules.catalogue_hash or rules.result(state) is not None:
                return None
            opened = positions.load(usual, positions.read(codec.encode(positions.dump(usual, state))))
            said = {name: codec.builtins(getattr(action, name)) for name in action.__struct_fields__}
            raw = {"action": codec.builtins(action)["action"], **said}
            refusals = usual.check(opened, usual.read(raw))
            told = len(refusals) or len(usual.apply(opened, usual.read(raw))[1])
        except (Illegal, Malformed, KeyError, OSError):
            return None
        if not told:
            return None
        chosen = {key: value for key, value in rules.plain_options.items() if value != codec.builtins(rules.game.options())[key]}
        return told, {"options": chosen, "state": codec.builtins(state), "action": raw}


def harvested(game: str) -> list[dict[str, Any]]:
    """Run the tests of a game and return its worked positions, each with the clauses that it is for."""
    harvest = Harvest(game)
    apply, check = Rules.apply, Rules.check

    def applied(self: Rules[Any], state: Any, action: Any, **more: Any) -> Any:
        try:
            after, events = apply(self, state, action, **more)
        except Illegal as illegal:
            harvest.seen(self, state, action, tuple(one.clause for one in illegal.refusals))
            raise
        harvest.seen(self, state, action, tuple(event.clause for event in events))
        return after, events

    def checked(self: Rules[Any], state: Any, action: Any) -> Any:
        refusals = check(self, state, action)
        harvest.seen(self, state, action, tuple(one.clause for one in refusals))
        return refusals

    setting: Callable[..., None] = setattr
    setting(Rules, "apply", applied)
    setting(Rules, "check", checked)
    try:
        pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", str(TESTS / game)], plugins=[harvest])
    finally:
        setting(Rules, "apply", apply)
        setting(Rules, "check", check)
    kept: dict[bytes, dict[str, Any]] = {}
    for clause in games.need(game).clauses:
        if clause.id in harvest.found:
            _, _, plain = min(harvest.found[clause.id], key=lambda one: (one[0], one[1]))
            kept.setdefault(codec.encode(plain), {"clauses": [], **plain})["clauses"].append(clause.id)
    return list(kept.values())


def main() -> int:
    """Write the files, and say what is missing."""
    for game in sys.argv[1:] or games.names():
        found = harvested(game)
        text = "".join(codec.encode(one).decode() + "\n" for one in found)
        (ROOT / "host" / "tapete" / "games" / game / "worked.jsonl").write_text(text, encoding="utf-8")
        shown = {clause for one in found for clause in one["clauses"]}
        missing = [clause.id for clause in games.need(game).clauses if clause.id not in shown]
        print(f"{game}: {len(found)} positions, {len(text)} bytes; {len(missing)} clauses without one: {' '.join(missing)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
