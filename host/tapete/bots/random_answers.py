"""A legal answer by chance: what a robot does where its bot has no opinion."""

from __future__ import annotations

import random
from typing import Any

from tapete.core.actions import Action
from tapete.core.codec import builtins
from tapete.core.course import Declared
from tapete.core.kinds import name_of
from tapete.core.rules import Rules
from tapete.core.sealing import Locked
from tapete.core.seats import Seat
from tapete.core.steps import Owed


def by_chance(rules: Rules[Any], state: Any, seat: Seat, owed: Owed, rng: random.Random) -> dict[str, Any] | None:
    """Return a plain action that answers what is owed; a lock carries its secret. None where nothing answers it.

    Args:
        rules, state: of the match. seat: who answers, for the table too. owed: what is asked. rng: the source of chance.
    """
    plain: dict[str, Any] | None = plain_of(declared_by_chance(rules, state, seat, owed, rng))
    return plain


def declared_by_chance(rules: Rules[Any], state: Any, seat: Seat, owed: Owed, rng: random.Random) -> Action | Locked | None:
    """Return the same as it is declared (arguments as for `by_chance`)."""
    for sealing in rules.game.sealings:
        if name_of(sealing.lock) in owed.actions and (domain := sealing.domain(rules.board(state), seat)) is not None:
            return Locked(sealing.lock(seat=seat), sealing.secret, domain.sample(rng))
    others = frozenset(map(name_of, rules.game.actions)) - set(owed.actions)
    return rules.sample(state, rng, owed.seat, avoid=others) or rules.sample(state, rng, avoid=others)


def plain_of(declared: Declared | None) -> Any:
    """Return what is declared as plain data; a lock carries its secret."""
    if isinstance(declared, Locked):
        return declared.plain()
    return builtins(declared) if isinstance(declared, Action) else declared
