"""What the rules keep of a state, or of a part of one, is never wrong: rules that know nothing yet answer the same."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tapete.cards import bind
from tapete.core.rules import Rules
from tests.bots.test_course import GAMES


def answers(rules: Rules[Any], state: Any) -> Any:
    """All that is asked of a state by pages, robots and search."""
    listed = {seat: {name: offer.describe() for name, offer in rules.legal(state, seat).items()} for seat in (*state.seats, None)}
    return listed, rules.awaiting(state), rules.faults(state), rules.layout(state)


def holds(game: str, seed: int, actions: int) -> None:
    """Walk through a match by chance, going back now and then, and ask two rules: these, and new ones."""
    warm, rng = bind(game), random.Random(seed)
    states = [warm.start(tuple(GAMES[game]))]  # type: ignore[arg-type]  # its letters are seats
    tried: list[Any] = []
    for _ in range(actions):
        state = states[-1] if rng.random() < 0.8 else rng.choice(states)
        fresh = Rules(warm.game, warm.options, warm.catalogue)
        assert answers(warm, state) == answers(fresh, state)
        for action in tried[-6:]:  # most of them do not suit here any more
            assert warm.allows(state, action) == (not fresh.check(state, action))
        action = warm.sample(state, rng)
        if action is None:
            continue
        tried.append(action)
        assert warm.apply(state, action) == Rules(warm.game, warm.options, warm.catalogue).apply(state, action)
        states.append(warm.apply(state, action, checked=True)[0])


@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_is_never_wrong(game: str) -> None:
    holds(game, 1, 15)


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_is_never_wrong_over_many_matches(game: str) -> None:
    for seed in range(30):
        holds(game, seed, 200)
