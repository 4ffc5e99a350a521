"""The easy bots of the card games: they leave out, and do nothing that the bot inside would not do."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tapete.bots import Bot, Deadline, bot_of
from tapete.bots.forgetful import NOTHING, Forgetful
from tapete.cards import bind
from tapete.core.codec import builtins
from tapete.core.kinds import name_of
from tapete.core.match import Match

ENTRIES = 3_000


def played(game: str, forgets: float, seed: int) -> tuple[Match[Any], Counter[str]]:
    """A match of one bot at both seats; what it leaves open is left to chance."""
    rules, rng, done = bind(game), random.Random(seed), Counter[str]()
    inside = bot_of(rules, rng)
    assert inside is not None
    bot = Forgetful(inside, rules, rng, forgets)
    match = Match(rules, ("A", "B"))
    for _ in range(ENTRIES):
        if match.result is not None:
            break
        owed = rules.awaiting(match.state)[0]
        if owed.meaning == "die":
            wish: Any = {"action": "enter_roll", "roll": owed.params["roll"], "value": rng.randint(1, 10)}
        else:
            wish = bot.decide(match.state, owed.seat or "A", owed, Deadline(0))
        if wish is None:
            others = frozenset(name_of(kind) for kind in rules.game.actions) - set(owed.actions)
            wish = builtins(rules.sample(match.state, rng, owed.seat, avoid=others) or rules.sample(match.state, rng, None, avoid=others))
        match.do(wish)
        done[wish["action"]] += 1
    return match, done


@pytest.mark.slow
@pytest.mark.parametrize(("game", "forgotten"), [("moriham", "next_phase"), ("bhm", "end_phase"), ("datamorphs", "stop")])
def test_a_match_of_the_forgetful_is_played_to_its_end(game: str, forgotten: str) -> None:
    match, done = played(game, 0.35, 2)
    assert match.result is not None
    assert done[forgotten] > 0
    assert set(done) - set(NOTHING), "it does something too"


class Always:
    """A bot that always wants the same, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def decide(self, *_asked: Any) -> dict[str, Any]:
        self.asked += 1
        return {"action": "wanted"}


@pytest.mark.parametrize(("forgets", "action", "asked"), [(0.0, "wanted", 1), (1.0, "next_phase", 0)])
def test_it_does_what_the_bot_inside_wants_or_nothing(forgets: float, action: str, asked: int) -> None:
    rules, inside = bind("moriham"), Always()
    state = rules.start(("A", "B"))
    state, _ = rules.apply(state, rules.read({"action": "start_game", "first": "A"}))
    bot, owed = Forgetful(inside, rules, random.Random(1), forgets), rules.awaiting(state)[0]
    assert owed.seat == "A"
    assert (bot.decide(state, "A", owed) or {})["action"] == action
    assert inside.asked == asked


def test_easy_is_the_forgetful_one() -> None:
    easy: Bot | None = bot_of(bind("bhm"), random.Random(1), "easy")
    assert isinstance(easy, Forgetful)
