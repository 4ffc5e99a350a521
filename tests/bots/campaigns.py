"""Whole matches of Mamlejet that its bot plays for every seat."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tapete.bots import Bot, Strength, bot_of
from tapete.core.rules import Rules
from tapete.core.seats import SEATS

ENTRIES = 6_000
"""More than any match has."""


def play(rules: Rules[Any], number: int, seed: int, strength: Strength = "medium") -> tuple[Any, Counter[str], Bot]:
    """A match of so many seats to its end, by declared actions and dice from a seeded generator: its state, what was done, the bot."""
    rng = random.Random(seed)
    bot = bot_of(rules, rng, strength)
    assert bot is not None
    state, done = rules.start(SEATS[:number]), Counter[str]()
    for _ in range(ENTRIES):
        if rules.result(state) is not None:
            return state, done, bot
        owed = rules.awaiting(state)[0]
        if owed.meaning == "die":
            plain: Any = {"action": "enter_roll", "roll": owed.params["roll"], "value": rng.randint(1, 10)}
        else:
            plain = bot.decide(state, owed.seat or "A", owed)
        assert plain is not None, owed
        state, _ = rules.apply(state, rules.read(plain))
        done[plain["action"]] += 1
    raise AssertionError("the match does not end")
