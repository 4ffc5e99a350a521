"""What the rules keep of a state, or of a part of one, is never wrong: rules that know nothing yet answer the same."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tapete.cards import bind
from tapete.core import judge
from tapete.core.refusals import Illegal
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
        some = [*tried[-12:], *rng.choices(tried, k=12)] if tried else []
        assert list(warm.among(state, some)) == [action for action in some if fresh.allows(state, action)]
        action = warm.sample(state, rng)
        if action is None:
            continue
        tried.append(action)
        assert warm.apply(state, action) == Rules(warm.game, warm.options, warm.catalogue).apply(state, action)
        states.append(warm.apply(state, action, checked=True)[0])


def one_by_one(kind: Any, board: Any, drafts: list[dict[str, Any]], rng: random.Random) -> list[Any]:
    """What `judge.several` makes of each draft by itself."""
    return [made for draft in drafts for made in judge.several(kind, board, [draft], rng, 3)]


def made_from_drafts(game: str, seed: int, actions: int) -> int:
    """Walk through a match by chance, and make actions from drafts of what was done and of what else is legal; return how many.

    Each is legal, and drafts side by side make what each makes alone, with the same chance.
    """
    rules, rng, number = bind(game), random.Random(seed), 0
    start = state = rules.start(tuple(GAMES[game]))  # type: ignore[arg-type]  # its letters are seats
    for _ in range(actions):
        if rules.result(state) is not None:
            state = start
        seen = [one for _ in range(4) if (one := rules.sample(state, rng)) is not None]
        for kind in dict.fromkeys(type(one) for one in seen):
            named = [name for name in kind.__struct_fields__ if name == "seat" or rng.random() < 0.5]
            drafts = [{name: getattr(one, name) for name in named} for one in seen if type(one) is kind]
            drafts += [{**draft, name: getattr(one, name)} for draft in drafts for one in seen if type(one) is kind for name in named[-1:]]
            chance = rng.random()
            together = list(judge.several(kind, rules.board(state), drafts, random.Random(chance), 3))
            assert together == one_by_one(kind, rules.board(state), drafts, random.Random(chance))
            for action in together:
                assert rules.check(state, action) == ()
            number += len(together)
        state = rules.apply(state, rng.choice(seen))[0]
    return number


@pytest.mark.parametrize("game", GAMES)
def test_what_is_made_from_drafts_is_legal(game: str) -> None:
    assert made_from_drafts(game, 1, 25) > 10


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_what_is_made_from_drafts_is_legal_over_many_matches(game: str) -> None:
    assert sum(made_from_drafts(game, seed, 300) for seed in range(30)) > 10_000


def test_a_verdict_holds_for_that_action_in_that_state_alone() -> None:
    rules = bind("shazamm")
    state = rules.start(("A", "B"))
    lock = rules.read({"action": "lock_bid", "seat": "A"})
    assert rules.allows(state, lock)
    after, events = rules.outcome(state, lock)
    assert rules.outcome(state, lock) == (after, events) == Rules(rules.game, rules.options, rules.catalogue).apply(state, lock)
    for ask in (rules.apply, rules.outcome):
        with pytest.raises(Illegal):
            ask(after, lock)
    with pytest.raises(Illegal):
        rules.outcome(after, rules.read({"action": "lock_bid", "seat": "A"}))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_is_never_wrong(game: str) -> None:
    holds(game, 1, 15)


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_is_never_wrong_over_many_matches(game: str) -> None:
    for seed in range(30):
        holds(game, seed, 200)
