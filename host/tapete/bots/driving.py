"""Bots play a match to its end, in memory: for play-outs, labs and ladders. What a bot wants and the referee refuses is left to chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import count
from types import MappingProxyType
from typing import Any

from tapete.bots import Bot
from tapete.bots.deadline import Deadline
from tapete.bots.random_answers import declared_by_chance, plain_of
from tapete.core.actions import Action
from tapete.core.course import Course, Declared
from tapete.core.match import Match
from tapete.core.refusals import RefereeError
from tapete.core.rules import Rules
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


def play_on(match: Course[Any] | Match[Any], bots: Mapping[Seat, Bot | None], rng: random.Random, thoughts: int = THOUGHTS) -> Over | None:
    """Play a match from where it stands to its end.

    Args:
        match: is played on; a course where nobody asks for a log. bots: of each seat; one without plays by chance.
        rng: dice and chance. thoughts: of a bot for each answer.

    Returns:
        The result; None where there is none after 20,000 actions.

    Raises:
        Stuck: the rules wait for a player who can do nothing.
    """
    for _action in range(MOST_ACTIONS):
        if (over := match.result) is not None:
            return over
        owed = match.awaiting()[0]
        seat = owed.seat or match.seats[0]
        wish = _wish(match.rules, match.state, bots.get(seat), seat, owed, rng, thoughts)
        try:
            if wish is None:
                raise Stuck
            match.do(wish)
        except (RefereeError, Stuck):
            chance = declared_by_chance(match.rules, match.state, seat, owed, rng)
            if chance is None:
                raise Stuck(f"nothing answers {owed}") from None
            match.do(chance)
    return None


def advance(
    rules: Rules[Any],
    state: Any,
    bots: Mapping[Seat, Bot | None],
    rng: random.Random,
    careless: Mapping[Seat, float] = MappingProxyType({}),
    thoughts: int = THOUGHTS,
) -> Any:
    """The state after the next action: for games that lock no secrets.

    Args:
        rules, state: of the match. bots: of each seat; one without plays by chance. rng: dice and chance.
        careless: how often a seat leaves its answer to chance, 0..1. thoughts: of a bot for each answer.

    Raises:
        Stuck: the rules wait for a player who can do nothing.
    """
    owed = rules.awaiting(state)[0]
    seat = owed.seat or state.seats[0]
    bot = None if rng.random() < careless.get(seat, 0.0) else bots.get(seat)
    wish = _wish(rules, state, bot, seat, owed, rng, thoughts)
    if wish is not None:
        action = wish if isinstance(wish, Action) else rules.read(plain_of(wish))
        if rules.allows(state, action):
            return rules.apply(state, action, checked=True)[0]
    chance = declared_by_chance(rules, state, seat, owed, rng)
    if not isinstance(chance, Action):
        raise Stuck(f"nothing answers {owed}")
    return rules.apply(state, chance, checked=True)[0]


def _wish(rules: Rules[Any], state: Any, bot: Bot | None, seat: Seat, owed: Owed, rng: random.Random, thoughts: int) -> Declared | None:
    if owed.meaning == "die":
        return rolled(rules, owed, rng)
    if bot is None:
        return None
    asked: Callable[..., Declared | None] = getattr(bot, "declare", bot.decide)
    return asked(state, seat, owed, Deadline(thoughts, count().__next__))


def rolled(rules: Rules[Any], owed: Owed, rng: random.Random) -> Action:
    """A die that is owed, as chance rolls it."""
    return rules.read({"action": "enter_roll", "roll": owed.params["roll"], "value": rng.randint(1, FACES)})
