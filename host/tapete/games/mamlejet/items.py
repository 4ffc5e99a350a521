"""What waits and what has ended, looked at by itself: is an item whole, has a match ended like that? (ledger, sections 5 and 8)"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tapete.core.steps import Over
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.cards import Aim, Card
from tapete.games.mamlejet.chain import aims_of
from tapete.games.mamlejet.figures import TACTICS
from tapete.games.mamlejet.state import Item, Setup, Trigger


def _does(card: Card, place: int | None, kind: str) -> bool:
    return place is not None and place < len(card.abilities) and card.abilities[place].kind == kind


PRINTED: dict[str, Callable[[Card, Item | Trigger], bool]] = {
    "tactic": lambda card, item: card.type in TACTICS,
    "ability": lambda card, item: card.heal_difficulty is not None if item.ability is None else _does(card, item.ability, "action"),
    "trigger": lambda card, item: _does(card, item.ability, "triggered"),
    "equip": lambda card, item: card.subtype == "arma",
    "activation": lambda card, item: card.activation is not None,
    "shot": lambda card, item: True,
}
"""What must be printed on the card of an item of each kind; damage has no card."""


def seated(board: Front, card: str, owner: Any, controller: Any) -> bool:
    """Say whether a card is known, has an owner, and a player commands it exactly where it is no enemy."""
    return board.knows(card) and owner is not None and (controller is None) == board.is_enemy(card)


def triggered(board: Front, trigger: Trigger) -> bool:
    """Say whether what has triggered is an ability of its card, and whose."""
    card = trigger.card
    return seated(board, card, trigger.owner, trigger.controller) and PRINTED["trigger"](board.card(card), trigger)


def whole(board: Front, item: Item, *, resolving: bool = False) -> bool:
    """Say whether an item of the stack has all that its kind needs, and nothing besides (MMK-109).

    Args:
        board: its position. item: the item. resolving: it is being resolved, and targets that were illegal are gone from it.
    """
    if item.kind in ("damage", "batch"):
        bare = (item.card, item.source, item.ability, item.targets, item.owner) == (None, None, None, (), None)
        return bare and bool(item.hits) and (item.kind == "damage" or item.controller is None) and not resolving
    if item.card is None or not seated(board, item.card, item.owner, item.controller) or item.hits:
        return False
    sourced = (item.source is None) == (item.kind == "tactic")
    return sourced and PRINTED[item.kind](board.card(item.card), item) and _aimed(board, item, resolving)


def _aimed(board: Front, item: Item, resolving: bool) -> bool:
    """Say whether an item is aimed at as many things as its card asks for, each of its kind."""
    if item.kind == "shot":
        return len(item.targets) == 1 and (
            item.targets[0] in board.state.seats if item.controller is None else isinstance(item.targets[0], int)
        )
    wanted = aims_of(board, item)

    def meant(aim: Aim, target: Any) -> bool:
        if target is None:
            return aim.optional or resolving
        return target in board.state.seats if aim.kind in ("city", "player") else isinstance(target, int)

    return len(item.targets) == len(wanted) and all(map(meant, wanted, item.targets))


REASONS: dict[str, tuple[str, ...]] = {
    "win": ("emuna", "clock", "exhausted", "card"),
    "loss": ("lost", "empty_city", "card"),
    "draw": ("both", "emuna", "clock", "exhausted", "card"),
    "stopped": ("abandoned",),
}
"""For which reasons a match may end in each way."""


def ended(board: Front, over: Over) -> bool:
    """Say whether a match can have ended like that: whoever won plays, nothing waits, and scores and losses say the same (MMK-R38)."""
    state = board.state
    won = len(set(over.seats)) == len(over.seats) and bool(over.seats) == (over.kind == "win")
    if not won or over.reason not in REASONS[over.kind] or state.stack or state.triggers:
        return False
    if over.reason in ("card", "abandoned"):
        return True
    judged = board.scratch()
    if over.reason == "clock":
        judged.best_score("clock", "")
    elif over.reason == "exhausted":
        judged.best_score("exhausted", "")
    else:
        judged.set(agenda=(Setup(),))
        judged.settle()
    return judged.top == over or (over.reason, over.kind) == ("exhausted", "draw")
