"""Choose by playing on: after each choice the bots that play by rule play the match on for a while, and the table is weighed there.

What nobody has seen is dealt anew for each look, the same for every choice. After each look the worse half of the choices is dropped.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from tapete.bots.deadline import Deadline
from tapete.bots.driving import rolled
from tapete.bots.random_answers import declared_by_chance
from tapete.core.actions import Action
from tapete.core.refusals import Illegal
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.steps import Owed

Choice = TypeVar("Choice")

LOOKS = 2
"""So often the best choices are looked at; each round of looks drops the worse half of them."""

MOST_ACTIONS = 400
"""Actions of one look at most."""


class Looked(NamedTuple, Generic[Choice]):
    """A choice, and what it was worth in the mean of its looks; None: it was not looked at.

    One that was dropped is compared with the best where both were looked at: that is added to what the best was worth in all of its looks.
    """

    choice: Choice
    worth: float | None


def ranked(
    choices: Sequence[Choice], look: Callable[[Choice, int], float | None], deadline: Deadline, looks: int = LOOKS
) -> list[Looked[Choice]]:
    """The choices, the best first; the first one stays in front where there is no time.

    Args:
        choices: at least one, what would be done without looking first. deadline: until when. looks: at most, at one choice.
        look: what came of a choice; looks with the same number happen under the same circumstances. None: time was up meanwhile.
    """
    left, values = list(range(len(choices))), [list[float]() for _ in choices]
    for number in range(looks if len(choices) > 1 else 0):
        found: dict[int, float] = {}
        for place in left:
            if deadline.over or (value := look(choices[place], number)) is None:
                break
            found[place] = value
        if len(found) < len(left):  # a look at some of them alone compares nothing
            break
        for place, value in found.items():
            values[place].append(value)
        left = sorted(left, key=lambda place: -sum(values[place]))[: max(2, (len(left) + 1) // 2)]
    order = sorted(range(len(choices)), key=lambda place: (-len(values[place]), -sum(values[place])))
    best = values[order[0]]
    worths = [_mean(best) + _mean(mine) - _mean(best[: len(mine)]) if mine else None for mine in values]
    return [Looked(choices[place], worths[place]) for place in order]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def play_on(
    rules: Rules[Any],
    state: Any,
    act: Callable[[Any, Seat, Owed], Action | None],
    rng: random.Random,
    until: Callable[[Any], bool],
) -> Any:
    """The state in which something has come about, or the match is over, or nothing goes on.

    Args:
        rules, state: of the match. act: a legal action by which a seat answers what is owed; None leaves it to chance.
        rng: dice and chance. until: whether it has come about.
    """
    for _action in range(MOST_ACTIONS):
        if rules.result(state) is not None or until(state):
            break
        owed = rules.awaiting(state)[0]
        seat = owed.seat or state.seats[0]
        if owed.meaning == "die":
            action: Action | None = rolled(rules, owed, rng)
        else:
            action = act(state, seat, owed)
        if action is None:
            chance = declared_by_chance(rules, state, seat, owed, rng)
            if not isinstance(chance, Action):
                break
            action = chance
        try:
            state = rules.apply(state, action, checked=True)[0]
        except Illegal:  # what follows never ends
            break
    return state
