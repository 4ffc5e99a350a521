"""Positions are read whole: a key that is left out is refused, unless the position so stands for what it would be written as."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tapete.core import codec
from tapete.core import position as positions
from tapete.core.refusals import Illegal, Malformed
from tests.contract import bent
from tests.forms import by_form

GAMES = ("shazamm", "datamorphs", "bhm", "mamlejet", "moriham")

NUMBER = by_form(2, 4, 40, 400)
"""Positions of each game, by form; every key of each is deleted in turn."""


def without_each(plain: Any, at: str) -> Iterator[tuple[str, Any]]:
    """The same data without each of its keys in turn, with the path of the key."""
    pairs = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list | tuple) else ()
    for key, value in pairs:
        path = f"{at}.{key}" if isinstance(plain, dict) else f"{at}[{key}]"
        if isinstance(plain, dict):
            yield path, {name: one for name, one in plain.items() if name != key}
            for inner, changed in without_each(value, path):
                yield inner, {**plain, key: changed}
        else:
            for inner, changed in without_each(value, path):
                yield inner, [*plain[:key], changed, *plain[key + 1 :]]


def without_empty(plain: Any) -> Any:
    """The same data without empty tables: a table whose last entry was deleted may be written as no table."""
    if isinstance(plain, dict):
        return {key: without_empty(value) for key, value in plain.items() if value != {}}
    return [without_empty(value) for value in plain] if isinstance(plain, list | tuple) else plain


def names(at: str, path: str) -> bool:
    """Say whether a refusal's path is this one; `[...]` in it stands for any key of a table."""
    return re.fullmatch(re.escape(at).replace(re.escape("[...]"), r"(\.\w+|\[\d+\])"), path) is not None


@pytest.mark.parametrize("game", GAMES)
def test_a_key_that_is_left_out_is_refused_with_its_path(game: str) -> None:
    rng = random.Random(43)
    filled: set[str] = set()
    shorter: set[str] = set()
    for _ in range(NUMBER):
        source = rng.choice(bent.sources(game, 1))
        position = positions.dump(source.rules, source.state(rng))
        for path, state in without_each(position.state, "state"):
            changed = positions.read({**position.plain(), "state": state})
            try:
                read = positions.load(source.rules, changed)
            except Malformed as refused:
                ats = [refusal.at or "" for refusal in refused.refusals]
                assert any(names(at, path) or names(at, path.rpartition(".")[0]) for at in ats), (path, ats)
            except Illegal:
                continue
            else:
                shorter.add(path)
                if without_empty(codec.builtins(read)) != without_empty(state):
                    filled.add(path)
    assert not filled
    whole = {path for path in shorter if ".seals." not in path}  # a choice that is locked without a machine's seal is another position
    assert game in ("bhm", "mamlejet", "moriham") or not whole, whole


def test_an_empty_state_is_refused_with_every_field() -> None:
    source = bent.sources("shazamm", 1)[0]
    position = positions.dump(source.rules, source.rules.start(("A", "B")))
    with pytest.raises(Malformed) as refused:
        positions.load(source.rules, positions.read({**position.plain(), "state": {}}))
    assert [refusal.at for refusal in refused.value.refusals] == [
        f"state.{name}" for name in codec.builtins(source.rules.start(("A", "B")))
    ]
    assert all(refusal.text().in_("es") != refusal.text().in_("en") for refusal in refused.value.refusals)
