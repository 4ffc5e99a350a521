"""What a robot thinks of a game: which of the legal actions it would rather take. Without a mind it chooses by chance.

One module for each game that has one, named as the game; `mind_of` finds it. A mind is shared by all robots of a match, because robots that
play with cards have to know together what lies where. It only ever proposes: the referee judges its actions as it judges everybody's.
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


class Mind(Protocol):
    """Decides for robots; may be asked by several threads at once."""

    def decide(self, state: Any, seat: Seat, owed: Owed) -> Mapping[str, Any] | None:
        """The plain action by which a seat answers what is owed; None: it has no opinion, and chance decides.

        Args:
            state: where the match stands.
            seat: who answers; the first seat answers for the table.
            owed: what is asked.
        """


class _MindModule(Protocol):
    def mind(self, rules: Rules[Any], rng: random.Random) -> Mind:
        """The mind of a match."""


def mind_of(rules: Rules[Any], rng: random.Random) -> Mind | None:
    """The mind for a match of this game: `tapete.table.minds.<game>.mind`; None where it has none.

    Args:
        rules: of the match. rng: its whims.
    """
    name = f"{__name__}.{rules.game.name}"
    if importlib.util.find_spec(name) is None:
        return None
    module: _MindModule = importlib.import_module(name)
    return module.mind(rules, rng)
