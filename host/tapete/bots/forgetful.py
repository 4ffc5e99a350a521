"""The easy bot of a game in which medium plays well: it now and then does nothing where it could do something, as beginners do."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from tapete.bots.deadline import Deadline
from tapete.bots.random_answers import plain_of
from tapete.core.course import Declared
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.steps import Owed

FORGETS = 0.35
"""How often it does nothing."""

NOTHING = ("pass", "no_reaction", "next_phase", "end_phase", "end_turn", "stop", "skip_program", "confirm_plan")
"""Actions by which a seat does nothing, in the games here; they need nothing but the seat."""


class Forgetful:
    """A bot that leaves out what the one inside would do.

    Args:
        bot: what plays otherwise. rules: of the match. rng: its whims. forgets: how often, 0..1.
    """

    def __init__(self, bot: Any, rules: Rules[Any], rng: random.Random, forgets: float = FORGETS) -> None:
        self.bot, self._rules, self._rng, self._forgets = bot, rules, random.Random(rng.random()), forgets

    def decide(self, state: Any, seat: Seat, owed: Owed, deadline: Deadline | None = None) -> Mapping[str, Any] | None:
        """See `tapete.bots.Bot`."""
        plain: Mapping[str, Any] | None = plain_of(self.declare(state, seat, owed, deadline))
        return plain

    def declare(self, state: Any, seat: Seat, owed: Owed, deadline: Deadline | None = None) -> Declared | None:
        """See `tapete.bots.Declaring`; the bot inside is not asked where it is left out, because it remembers what it has wanted."""
        if owed.seat == seat and self._rng.random() < self._forgets:
            for name in (name for name in NOTHING if name in owed.actions):
                idle = self._rules.read({"action": name, "seat": seat})
                if self._rules.allows(state, idle):
                    return idle
        asked: Callable[..., Declared | None] = getattr(self.bot, "declare", self.bot.decide)
        return asked(state, seat, owed, deadline)
