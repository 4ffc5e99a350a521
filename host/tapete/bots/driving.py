"""Bots play a match to its end, in memory: for play-outs, labs and ladders. What a bot wants and the referee refuses is left to chance."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import count
from typing import Any

from tapete.bots import Bot
from tapete.bots.chance import by_chance
from tapete.bots.deadline import Deadline
from tapete.core.match import Match
from tapete.core.refusals import RefereeError
from tapete.core.seats import Seat
from tapete.core.steps import Over, Owed

THOUGHTS = 20
"""How often a bot may better its first answer: counted and not timed, so that a seed plays the same match on any computer."""

MOST_ACTIONS = 20_000
"""More than any match has."""

FACES = 10
"""Faces of a die."""


class Stuck(RuntimeError):
    """Nothing that anybody could do is legal."""


def play_on(match: Match[Any], bots: Mapping[Seat, Bot | None], rng: random.Random, thoughts: int = THOUGHTS) -> Over | None:
    """Play a match from where it stands to its end.

    Args:
        match: is played on. bots: of each seat; one without plays by chance. rng: dice and chance. thoughts: of a bot for each answer.

    Returns:
        The result; None where there is none after 20,000 actions.

    Raises:
        Stuck: the rules wait for somebody who can do nothing.
    """
    for _action in range(MOST_ACTIONS):
        if (over := match.result) is not None:
            return over
        owed = match.awaiting()[0]
        seat = owed.seat or match.seats[0]
        wish = _wish(match, bots.get(seat), seat, owed, rng, thoughts)
        try:
            if wish is None:
                raise Stuck
            match.do(wish)
        except (RefereeError, Stuck):
            chance = by_chance(match.rules, match.state, seat, owed, rng)
            if chance is None:
                raise Stuck(f"nothing answers {owed}") from None
            match.do(chance)
    return None


def _wish(match: Match[Any], bot: Bot | None, seat: Seat, owed: Owed, rng: random.Random, thoughts: int) -> Mapping[str, Any] | None:
    if owed.meaning == "die":
        return {"action": "enter_roll", "roll": owed.params["roll"], "value": rng.randint(1, FACES)}
    return bot.decide(match.state, seat, owed, Deadline(thoughts, count().__next__)) if bot is not None else None
