"""One step of looking ahead: try what could be done, see how the table would lie if nobody reacted, and take what is worth most."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from tapete.bots.beam import followed
from tapete.core.actions import Action
from tapete.core.judge import several
from tapete.core.refusals import Illegal
from tapete.core.rules import Rules


def completed(
    rules: Rules[Any],
    state: Any,
    kind: str,
    drafts: Iterable[Mapping[str, Any]],
    rng: random.Random,
    tries: int,
    alike: Collection[str] = (),
) -> Iterator[Action]:
    """Legal actions of one kind, made by chance out of drafts; the same is given once for each draft.

    Args:
        rules, state: of the match. kind: the action's name. drafts: what is said already of each. rng: fills the rest.
        tries: how often each draft is filled. alike: arguments of which any value is as good.
    """
    action, board = rules.game.action(kind), rules.asked_on(state)
    if not isinstance(board.top, action.during):
        return
    if "ops" in action.__struct_fields__:
        # What a text does that the catalogue does not say is for people to declare: chance would have it do anything.
        drafts = [{"ops": (), **draft} for draft in drafts]
    for made in several(action, board, drafts, rng, tries, alike):
        rules.judged(state, made)
        yield made


def best(rules: Rules[Any], state: Any, choices: Iterable[Action], worth: Callable[[Any], float]) -> tuple[Action | None, float]:
    """The choice after which the table is worth most, and how much; None where there is no choice. All of them have to be legal."""
    found: Action | None = None
    most = float("-inf")
    for choice in list(choices):  # made first, as what was read of the state serves all of them
        try:
            value = worth(followed(rules, state, choice))
        except Illegal:
            continue
        if value > most:
            found, most = choice, value
    return found, most
