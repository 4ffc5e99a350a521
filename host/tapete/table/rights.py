"""Who may declare an action that names no seat, from a seat's own page: one table for all games.

An action with a `seat` is that seat's, and nobody else's but the table's. Of those without, each has a line here; one that has none is the
whole table's alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from tapete.core.kinds import name_of
from tapete.core.rules import Rules
from tapete.core.seats import SEATS, Seat
from tapete.core.steps import Dice

Who = Literal["anybody", "own die", "own part", "table"]
"""Any seat of the match; the seat at whose panel the die is; a seat for its own part; the whole table."""

SEATLESS: dict[str, Who] = {
    "abandon": "table",
    "add_card": "anybody",
    "ask_again": "anybody",
    "enter_roll": "own die",
    "joint_play": "own part",
    "judge_conflict": "anybody",
    "pass_all": "anybody",
    "pass_mains": "anybody",
    "pass_round": "anybody",
    "reopen_bids": "anybody",
    "reopen_choices": "anybody",
    "reveal_bids": "own part",
    "reveal_bios": "own part",
    "reveal_enemy": "anybody",
    "roll_for_start": "anybody",
    "ruling": "table",
    "start_game": "anybody",
    "time_up": "table",
}
"""Who may declare an action without a seat, by its name."""


def owner(rules: Rules[Any], state: Any, action: Mapping[str, Any], seat: Seat) -> Seat | Literal["table"] | None:
    """For whom a plain action without a seat acts, where that is not the seat whose page declares it; None where the seat may.

    Args:
        rules, state: of the match.
        action: as it was posted; it need not be one that can be read.
        seat: whose page it is.
    """
    name = action.get("action")
    match SEATLESS.get(name, "table") if isinstance(name, str) else "table":
        case "anybody":
            return None
        case "own die":
            step = state.agenda[-1]
            dice = step.dice if isinstance(step, Dice) else ()
            return next((die.panel for die in dice if die.id == action.get("roll") and die.panel != seat), None)
        case "own part":
            return next((one for one in _parts(rules, name, action) if one != seat), None)
        case _:
            return "table"


def _parts(rules: Rules[Any], name: Any, action: Mapping[str, Any]) -> tuple[Seat, ...]:
    """The seats of whose secret a reveal says something."""
    for sealing in rules.game.sealings:
        if name == name_of(sealing.reveal):
            if sealing.parts:
                return tuple(seat for seat, part in sealing.parts.items() if action.get(part) is not None)
            said = action.get(sealing.argument)
            return tuple(seat for seat in SEATS if isinstance(said, Mapping) and seat in said)
    return ()
