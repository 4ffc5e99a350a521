"""Rights: who may do what, in one table for every action without a seat and every move, and the kinds of visitors to whom pages open.

Pages, the API, panels, robots, the station and the scanner all ask here. An action with a `seat` is that seat's, and of others only the
table's; what has no line here is the whole table's alone. A page says at its address to whom it opens (`tapete.web.entrance.Pages`).
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
    "pass_all": "table",
    "pass_mains": "table",
    "pass_round": "table",
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


Move = Literal["anybody", "own part", "table"]
"""Any seat of the match; a seat for itself alone; the whole table."""

MOVES: dict[str, Move] = {
    "agree": "own part",
    "hints": "anybody",
    "jump": "anybody",
    "redo": "anybody",
    "refuse": "own part",
    "ruling": "anybody",
    "undo": "anybody",
    "withdraw": "own part",
}
"""Who may ask for what is no action. What one asks for the others may have to agree to (`tapete.table.consent`), each for itself."""

Visitor = Literal["everybody", "seat", "guest", "table", "record", "staff", "staff asked", "monitor", "here"]
"""To whom a page opens: all who reach it; the seat that the address names; any seat of the match that it names; the whole table; holders of
the key of that match's record; staff; staff, and others by the PIN; a program that watches; the table at this computer itself, never over
the network. The table may whatever a seat, a guest or a record's key may."""


def moves_for(name: str, own: Seat | None, whose: Seat | None = None) -> Seat | Literal["table"] | None:
    """Who must make a move instead; None if the asker may make it.

    Args:
        name: of the move.
        own: the seat that asks; None: the whole table, which may.
        whose: for which seat it is made, where it is made for one.
    """
    if own is None:
        return None
    match MOVES.get(name, "table"):
        case "anybody":
            return None
        case "own part":
            return None if whose == own else whose or "table"
        case _:
            return "table"


def owner(rules: Rules[Any], state: Any, action: Mapping[str, Any], seat: Seat) -> Seat | Literal["table"] | None:
    """For whom a plain action without a seat acts, where that is not the seat that declares it; None where the seat may.

    Args:
        rules, state: of the match.
        action: as it was posted; it need not be one that can be read.
        seat: who declares it.
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
