"""Bots: each knows one game and says which of the legal actions a seat takes. A robot without a bot plays by chance.

One module for each game that has one, named as the game; `bot_of` finds it. All robots of a match share one bot,
because robots that play with cards have to know together what lies where. A bot proposes; the referee judges its actions as anybody's.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
from collections.abc import Mapping
from typing import Any, Protocol

from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.steps import Owed


class Bot(Protocol):
    """Decides for robots; may be asked by several threads at once."""

    def decide(self, state: Any, seat: Seat, owed: Owed) -> Mapping[str, Any] | None:
        """The plain action by which a seat answers what is owed; None: it has no opinion, and chance decides.

        Args:
            state: where the match stands.
            seat: who answers; the first seat answers for the table.
            owed: what is asked.
        """


class _BotModule(Protocol):
    def bot(self, rules: Rules[Any], rng: random.Random) -> Bot:
        """The bot of a match."""


def bot_of(rules: Rules[Any], rng: random.Random) -> Bot | None:
    """The bot for a match of this game: `tapete.bots.<game>.bot`; None where it has none.

    Args:
        rules: of the match. rng: its whims.
    """
    name = f"{__name__}.{rules.game.name}"
    if importlib.util.find_spec(name) is None:
        return None
    module: _BotModule | Any = importlib.import_module(name)
    return module.bot(rules, rng) if hasattr(module, "bot") else None  # Shazamm has a table of values and no bot
