"""Positions of MORIHAM: strict on the way in, and whatever comes in can be played on (design, section 4)."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from tapete.core import codec
from tapete.core import position as positions
from tapete.core.catalogue import gather
from tapete.core.match import Match
from tapete.core.refusals import Illegal, Malformed
from tapete.core.rules import Rules
from tapete.games import moriham
from tapete.games.moriham.state import State
from tests.contract.catalogues import starter
from tests.games.moriham.desk import Desk

WORDS = ("mudling", "tangle_net", "second_wind", "attack", "defense", "A", "B", "main1", "battle", "hand", "end_of_turn", "trap", "ability")


def places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value inside."""
    found = [way] if way else []
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            found += places(part, (*way, key))
    return found


def spoiled(state: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The same state with one value put otherwise."""
    changed = copy.deepcopy(state)
    *way, last = rng.choice(places(changed))
    place: Any = changed
    for key in way:
        place = place[key]
    old = place[last]
    choices: list[Any] = [None, rng.choice(WORDS)]
    if isinstance(old, int):
        choices = [old + 1, old - 1, 0, rng.randint(0, 60)]
    elif isinstance(old, list):
        choices = [old[1:], old + old[:1], []]
    elif isinstance(old, dict):
        choices = [None, {}, *state["A"]["monsters"], *state["B"]["spells"]]
    place[last] = rng.choice(choices)
    return changed


def taken(rules: Rules[State], position: dict[str, Any]) -> Match[State] | None:
    """A match that begins there; None where the position is refused."""
    try:
        return Match(rules, ("A", "B"), positions.read(position))
    except (Illegal, Malformed):
        return None


@pytest.mark.parametrize("seed", range(4))
def test_a_spoiled_position_is_refused_or_can_be_played_on(seed: int) -> None:
    rng = random.Random(seed)
    rules = moriham.rules({}, starter("moriham"))
    match = Match(rules, ("A", "B"))
    refused = played = 0
    for _ in range(200):
        action = rules.sample(match.state, rng, avoid=frozenset({"concede", "ruling"}))
        assert action is not None
        match.do(action)
        if match.result is not None:
            match = Match(rules, ("A", "B"))
        plain = positions.dump(rules, match.state).plain()
        position = {**plain, "state": spoiled(plain["state"], rng)}
        other = taken(rules, position)
        if other is None:
            refused += 1
            continue
        for _ in range(12):
            if other.result is not None or (step := rules.sample(other.state, rng, avoid=frozenset({"concede"}))) is None:
                break
            other.do(step)
            assert rules.faults(other.state) == ()
        rules.layout(other.state)
        rules.scene(other.state)
        played += 1
    assert refused > 50
    assert played > 5


def test_typed_in_cards_travel_with_a_position() -> None:
    desk = Desk(a={"monsters": ("9/9 atk",)}).do("add_card", id="mire_rite", type="magic")
    position = positions.read(codec.encode(positions.dump(desk.rules, desk.state)))
    again = positions.load(desk.rules, position)
    assert again == desk.state
    assert sorted(again.typed_cards) == ["mire_rite", "plain_1_9_9"]
    assert codec.encode(again) == codec.encode(desk.state)


def test_a_position_belongs_to_its_cards() -> None:
    desk = Desk()
    position = positions.dump(desk.rules, desk.state)
    other = moriham.rules({}, starter("moriham").named("other"))
    assert positions.load(other, position) == desk.state
    fewer = gather("moriham", "Fewer", dict(list(starter("moriham").cards.items())[:-1]))
    with pytest.raises(Illegal) as fault:
        positions.load(moriham.rules({}, fewer), position)
    assert [refusal.code for refusal in fault.value.refusals] == ["other_catalogue"]
