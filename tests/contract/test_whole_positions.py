"""Positions are read whole: a key that is left out is refused, unless the position so stands for what it would be written as."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tapete.core import codec
from tapete.core import position as positions
from tapete.core.refusals import Illegal, Malformed
from tests.contract import bent
from tests.run_forms import by_form

GAMES = ("shazamm", "datamorphs", "bhm", "mamlejet", "moriham")

NUMBER = by_form(2, 4, 12, 400)
"""Positions of each game, by form; every key of each is deleted in turn."""


def changed_at_each_key(plain: Any, at: str, change: Callable[[dict[str, Any], str], dict[str, Any]]) -> Iterator[tuple[str, Any]]:
    """The same data changed at each of its keys in turn, with the path of the key."""
    if isinstance(plain, dict):
        for key, value in plain.items():
            yield f"{at}.{key}", change(plain, key)
            for inner, changed in changed_at_each_key(value, f"{at}.{key}", change):
                yield inner, {**plain, key: changed}
    elif isinstance(plain, list):
        for place, value in enumerate(plain):
            for inner, changed in changed_at_each_key(value, f"{at}[{place}]", change):
                yield inner, [*plain[:place], changed, *plain[place + 1 :]]


def deleted(plain: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: one for name, one in plain.items() if name != key}


def renamed(plain: dict[str, Any], key: str) -> dict[str, Any]:
    return {f"{name}_x" if name == key else name: one for name, one in plain.items()}


def emptied(plain: dict[str, Any], key: str) -> dict[str, Any]:
    return {**plain, key: None}


def names(at: str, path: str) -> bool:
    """Say whether a refusal's path is this one; `[...]` in it stands for any key of a table."""
    return re.fullmatch(re.escape(at).replace(re.escape("[...]"), r"(\.[\w-]+|\[\d+\])"), path) is not None


ABSENT = {"ruled", "gender"}
"""What is written only where there is something to say."""

BY_NAME = re.compile(r"state\.typed_cards\.[\w-]+|.*\.(listed|mods|seals|ruled_counts)\.[\w-]+")
"""Keys that are no fields: cards by their ids, changes by attribute, seals by seat. Without one it is another position."""


@pytest.mark.parametrize("change", [deleted, renamed, emptied])
@pytest.mark.parametrize("game", GAMES)
def test_a_key_that_is_not_as_written_is_refused_with_its_path(game: str, change: Callable[[dict[str, Any], str], dict[str, Any]]) -> None:
    rng = random.Random(43)
    refused_at = 0
    for _ in range(NUMBER):
        source = rng.choice(bent.sources(game, 1))
        position = positions.dump(source.rules, source.state(rng))
        for path, state in changed_at_each_key(position.state, "state", change):
            changed = positions.read({**position.plain(), "state": state})
            try:
                read = positions.load(source.rules, changed)
            except Malformed as refused:
                ats = [refusal.at or "" for refusal in refused.refusals]
                assert any(names(at, path) or names(at, path.rpartition(".")[0]) for at in ats), (path, ats)
                refused_at += 1
            except Illegal:
                assert change is emptied or path.rpartition(".")[2] in ABSENT or BY_NAME.fullmatch(path), path
            else:
                assert codec.whole(read) == state, path
                assert change is emptied or path.rpartition(".")[2] in ABSENT or BY_NAME.fullmatch(path), path
    assert refused_at


def test_an_empty_state_is_refused_with_every_field() -> None:
    source = bent.sources("shazamm", 1)[0]
    position = positions.dump(source.rules, source.rules.start(("A", "B")))
    with pytest.raises(Malformed) as refused:
        positions.load(source.rules, positions.read({**position.plain(), "state": {}}))
    assert [refusal.at for refusal in refused.value.refusals] == [
        f"state.{name}" for name in codec.builtins(source.rules.start(("A", "B")))
    ]
    assert all(refusal.text().in_("es") != refusal.text().in_("en") for refusal in refused.value.refusals)


def test_a_position_that_a_ruling_sets_is_read_whole() -> None:
    rules = bent.sources("shazamm", 1)[0].rules
    operation = {"op": "set_position", "position": codec.whole(rules.start(("A", "B")))}
    ruling = {"action": "ruling", "reason": "as it was", "ops": [operation]}
    rules.read(ruling)
    del operation["position"]["mana"]
    with pytest.raises(Malformed) as refused:
        rules.read(codec.encode(ruling))
    assert [refusal.at for refusal in refused.value.refusals] == ["ops[0].position.mana"]


def test_what_a_match_file_of_an_earlier_version_left_out_is_written_down() -> None:
    rng = random.Random(4)
    source = bent.sources("mamlejet", 1)[0]
    position = positions.dump(source.rules, source.state(rng))
    terse = positions.read({**position.plain(), "state": codec.builtins(positions.load(source.rules, position))})
    with pytest.raises(Malformed):
        positions.load(source.rules, terse)
    assert positions.completed(source.rules, terse) == position
    cut = positions.read({**terse.plain(), "state": deleted(terse.state, "round")})
    assert positions.completed(source.rules, cut) == cut
