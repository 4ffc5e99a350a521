"""Looking at what an action would bring about: exactly what it does bring about, in every game, and nothing is changed by looking."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tapete import cards
from tapete.core import codec
from tapete.core.layout import to_put_right
from tapete.core.preview import MOST_PASSES, preview
from tapete.core.refusals import Illegal

GAMES = ("shazamm", "moriham", "datamorphs", "bhm", "mamlejet")


@pytest.mark.parametrize("game", GAMES)
def test_what_a_preview_shows_is_what_happens(game: str) -> None:
    rules, rng = cards.bind(game), random.Random(4)
    state = rules.start(("A", "B"))
    followed = 0
    while followed < 80:
        action = rules.sample(state, rng, avoid=frozenset({"concede"}))
        if action is None:
            state = rules.start(("A", "B"))
            continue
        before = codec.encode(state)
        found = preview(rules, state, action)
        after, events = rules.apply(state, action)
        assert found.events == events
        if not found.then:
            assert found.state == after
        assert found.changed == to_put_right(rules.layout(found.state), rules.layout(state))
        assert codec.encode(state) == before
        followed += 1
        state = after


def test_what_waits_on_a_stack_is_previewed_as_if_nobody_reacted() -> None:
    rules = cards.bind("moriham")
    state = rules.start(("A", "B"))
    for plain in (
        {"action": "start_game", "first": "B"},
        {"action": "next_phase", "seat": "B"},
        {"action": "set_card", "seat": "B", "slot": 1},
        {"action": "end_turn", "seat": "B"},
        {"action": "add_card", "id": "red_rite", "type": "magic"},
        {"action": "next_phase", "seat": "A"},
    ):
        state, _ = rules.apply(state, rules.read(plain))
    loss = {"op": "life_lose", "who": "opponent", "n": 5}
    rite = {"action": "activate_magic", "seat": "A", "source": "hand", "card": "red_rite", "option": 1, "ops": [loss]}
    found = preview(rules, state, rules.read(rite))
    assert "life_changed" not in [event.__struct_config__.tag for event in found.events]
    hurt: Any
    (hurt,) = [event for event in found.then if event.__struct_config__.tag == "life_changed"]
    assert hurt.seat == "B"
    assert found.state.B.life == 25
    assert state.B.life == 30
    assert {place.name for place in found.changed} >= {"life_B", "hand_A", "graveyard_A"}
    assert len(found.then) < MOST_PASSES


def test_what_is_not_legal_is_refused_as_it_would_be() -> None:
    rules = cards.bind("datamorphs")
    state = rules.start(("A", "B"))
    action = rules.read({"action": "concede", "seat": "A"})
    with pytest.raises(Illegal) as refused:
        preview(rules, state, action)
    assert refused.value.refusals == rules.check(state, action)
