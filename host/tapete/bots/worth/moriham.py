"""The figures of a side in MORIHAM (ledger, sections 3 to 6)."""

from __future__ import annotations

from typing import Any

from tapete.core.rules import Rules
from tapete.core.seats import Seat, rival
from tapete.games.moriham.board import Duel
from tapete.games.moriham.figures import START_LIFE

FIGURES = ("life", "close", "hand", "down", "monsters", "attack", "best", "strongest", "beaten", "beats", "alone")


def figures(rules: Rules[Any], state: Any, seat: Seat) -> dict[str, float]:
    """What a duelist has: life, cards, and monsters by what they can do to those across the table.

    `close` grows as life comes near to its end, `best` is the better of attack and defence of each monster, `beaten` counts monsters that
    the strongest attack across the table destroys, and by how much; `beats` those across it that the own strongest destroys; `alone`
    says that nothing stands in the way of an attack.
    """
    board = Duel(rules, state)
    side, across = board.side(seat), board.side(rival(seat))
    own = [monster for monster in side.monsters if monster is not None]
    others = [monster for monster in across.monsters if monster is not None]
    attacks = [board.figure(monster, "attack") for monster in own]
    strongest = max(attacks, default=0)
    facing = max((board.figure(monster, "attack") for monster in others), default=0)
    return {
        "life": side.life,
        "close": (max(0, START_LIFE - side.life) / START_LIFE) ** 3,
        "hand": side.hand,
        "down": sum(spell is not None and spell.face_down for spell in side.spells),
        "monsters": len(own),
        "attack": sum(attacks),
        "best": sum(max(board.figure(monster, "attack"), board.figure(monster, "defense")) for monster in own),
        "strongest": strongest,
        "beaten": sum(max(0, facing - board.value(monster)) for monster in own),
        "beats": sum(strongest > board.value(monster) for monster in others),
        "alone": float(not own),
    }


def turn(state: Any) -> Any:
    """What changes when a turn ends."""
    return state.turn
