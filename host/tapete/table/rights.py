"""Rights: who may do what, in one table for every action without a seat, every move, every file and every page.

Pages, the API, panels, robots, the station and the scanner all ask here. An action with a `seat` is that seat's, and nobody else's but the
table's; what has no line here is nobody's but the whole table's, and a page without a line is nobody's at all.
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
"""All who reach the page; the seat that the address names; any seat of the match that it names; the whole table; holders of the key of that
match's record; staff; staff, and others by the PIN; a program that watches; the table at this
computer itself, never over the network. The table may whatever a seat, a guest or a
record's key may."""

PAGES: dict[str, Visitor] = {
    # the lobby and the rules
    "GET /": "table",
    "POST /new": "table",
    "POST /bin": "table",
    "POST /load": "table",
    "POST /event": "table",
    "POST /lan": "here",
    "POST /lan/shut": "here",
    # who has the code of a match may take a seat of it that nobody took
    "GET /join": "everybody",
    "POST /join": "everybody",
    "GET /rules/{game}": "everybody",
    "GET /rules/{game}/sheet": "everybody",
    "GET /rules/{game}/clauses": "everybody",
    "GET /rules/{game}/lights": "everybody",
    "GET /rules/{game}/clauses/{which}": "everybody",
    "POST /rules/{game}/clauses/{which}/play": "table",
    "GET /picture/{game}": "everybody",
    "GET /art/{look}/{card}": "everybody",
    "GET /mat/{game}": "everybody",
    "GET /static": "everybody",
    "GET /manifest.webmanifest": "everybody",
    # a match: the page of the whole table
    "GET /match/{match}": "guest",
    "GET /match/{match}/events": "guest",
    "GET /match/{match}/account": "guest",
    "GET /match/{match}/list": "guest",
    "GET /match/{match}/list/events": "guest",
    "GET /match/{match}/log": "guest",
    "GET /match/{match}/end": "guest",
    "GET /match/{match}/at": "guest",
    "GET /match/{match}/seats": "guest",
    "GET /match/{match}/screen": "guest",
    "GET /match/{match}/facing": "table",
    "POST /match/{match}/again": "table",
    "POST /match/{match}/coach": "table",
    "POST /match/{match}/robot": "table",
    "POST /match/{match}/turn-clock": "table",
    "POST /match/{match}/hints": "table",
    "POST /match/{match}/touch": "table",
    "POST /match/{match}/move": "table",
    "POST /match/{match}/consent": "table",
    "GET /match/{match}/sticker": "table",
    "POST /match/{match}/sticker": "table",
    "GET /match/{match}/correct": "table",
    "POST /match/{match}/correct": "table",
    # its keys and files
    "GET /join/{match}": "table",
    "GET /join/{match}/events": "table",
    "POST /match/{match}/code": "table",
    "POST /match/{match}/renew": "table",
    "GET /match/{match}/collection": "table",
    "GET /match/{match}/export": "table",
    "GET /match/{match}/cards": "table",
    "POST /match/{match}/cards": "table",
    "GET /match/{match}/labels": "table",
    "GET /match/{match}/photo/{card}": "guest",
    "GET /match/{match}/photo/{card}/sheet": "table",
    "POST /match/{match}/photo/{card}/sheet": "table",
    "GET /match/{match}/card": "table",
    "POST /match/{match}/card": "table",
    "GET /record/{match}": "record",
    "GET /record/{match}/picture": "record",
    "GET /record/{match}/log": "record",
    # a seat's own page
    "GET /match/{match}/seat/{seat}": "seat",
    "GET /match/{match}/seat/{seat}/events": "seat",
    "GET /match/{match}/seat/{seat}/account": "seat",
    "GET /match/{match}/seat/{seat}/list": "seat",
    "GET /match/{match}/seat/{seat}/list/events": "seat",
    "GET /match/{match}/seat/{seat}/log": "seat",
    "GET /match/{match}/seat/{seat}/end": "seat",
    "GET /match/{match}/seat/{seat}/at": "seat",
    "GET /match/{match}/seat/{seat}/seats": "seat",
    "GET /match/{match}/seat/{seat}/screen": "seat",
    "GET /match/{match}/seat/{seat}/collection": "seat",
    "GET /match/{match}/seat/{seat}/correct": "seat",
    "POST /match/{match}/seat/{seat}/correct": "seat",
    "GET /match/{match}/seat/{seat}/export": "seat",
    "POST /match/{match}/seat/{seat}/again": "seat",
    "POST /match/{match}/seat/{seat}/coach": "seat",
    "POST /match/{match}/seat/{seat}/robot": "seat",
    "POST /match/{match}/seat/{seat}/hints": "seat",
    "GET /match/{match}/seat/{seat}/hint": "seat",
    "POST /match/{match}/seat/{seat}/hint": "seat",
    "POST /match/{match}/seat/{seat}/touch": "seat",
    "POST /match/{match}/seat/{seat}/move": "seat",
    "POST /match/{match}/seat/{seat}/consent": "seat",
    "GET /match/{match}/seat/{seat}/sticker": "seat",
    "POST /match/{match}/seat/{seat}/sticker": "seat",
    "GET /match/{match}/seat/{seat}/deck": "seat",
    "POST /match/{match}/seat/{seat}/deck": "seat",
    "GET /match/{match}/seat/{seat}/photo/{card}": "seat",
    "GET /match/{match}/seat/{seat}/photo/{card}/sheet": "seat",
    "POST /match/{match}/seat/{seat}/photo/{card}/sheet": "seat",
    "GET /match/{match}/seat/{seat}/card": "seat",
    "POST /match/{match}/seat/{seat}/card": "seat",
    # programs
    "GET /api/openapi.json": "everybody",
    "GET /api/matches": "table",
    "GET /api/match/{match}": "guest",
    "POST /api/match/{match}": "guest",
    "GET /health": "monitor",
    "GET /metrics": "monitor",
    # the console
    "GET /console": "table",
    "GET /console/events": "table",
    "POST /console/press": "table",
    "POST /console/lay": "table",
    # a station: its screen, what people take home, its staff; the code of a kept match is a key of its own
    "GET /station": "table",
    "GET /station/events": "table",
    "POST /station/do": "table",
    "GET /station/again/{code}": "everybody",
    "POST /station/again/{code}": "everybody",
    "GET /staff": "everybody",
    "POST /staff/enter": "everybody",
    "POST /staff/leave": "staff",
    "POST /staff/pin": "staff",
    "GET /staff/settings": "staff asked",
    "POST /staff/settings": "staff",
    "GET /staff/figures": "staff asked",
    "GET /staff/figures/{which}.csv": "staff",
    "GET /staff/report.zip": "staff",
    "POST /staff/restart": "staff",
}
"""Who may see or post a page, by its method and address."""


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
