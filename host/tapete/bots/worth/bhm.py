"""The figures of a side in BHM (docs/inside/rules/bhm.md#rulings, #state)."""

from __future__ import annotations

from typing import Any

from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.games.bhm.board import War
from tapete.games.bhm.constants import LOSING
from tapete.games.bhm.figures import ATTRS

FIGURES = (
    "counter",
    "close",
    "hand",
    "deck",
    "beings",
    "rank",
    *ATTRS,
    "powers",
    "objects",
    "frozen",
    "deserters",
    "territories",
    "strategies",
    "points",
)


def figures(rules: Rules[Any], state: Any, seat: Seat) -> dict[str, float]:
    """What a player has; `close` grows as its counter comes near to losing."""
    board = War(rules, state)
    side = board.player(seat)
    beings = list(board.beings(seat))
    found: dict[str, float] = {
        "counter": side.counter,
        "close": (side.counter / LOSING) ** 3,
        "hand": side.hand,
        "deck": min(side.deck, 6),
        "beings": len(beings),
        "rank": sum(being.rank for being in beings),
        "powers": sum(len(being.powers) for being in beings),
        "objects": sum(len(being.objects) for being in beings),
        "frozen": sum(being.frozen for being in beings),
        "deserters": len(side.deserters),
        "territories": len(side.territories),
        "strategies": len(side.strategies),
        "points": sum(being.points for being in beings),
    }
    return found | {name: sum(being.now(name) for being in beings) for name in ATTRS}


def turn(state: Any) -> Any:
    """What changes when a turn ends."""
    return state.turn
