"""A robot that takes over the seat of a person who left, in the middle of a match, and gives it back: a person's choice, told to all."""

from __future__ import annotations

from typing import Any, cast

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tapete.bots import Strength, strengths_of
from tapete.core.seats import Seat
from tapete.core.texts import Language, Text, _
from tapete.table import Hub, Table
from tapete.web.entrance import Pages, form_posted, hub_of, in_thread, match_asked, word
from tapete.web.errors import PageError
from tapete.web.root import board

PAGES = Pages()

STRENGTHS: dict[Strength, Text] = {
    "easy": _("Robot, easy"),
    "medium": _("Robot, medium"),
    "strong": _("Robot, strong"),
    "exact": _("Robot, perfect once no card is left"),
}
"""How well robots play, in words."""

STANDS_IN = _("A robot plays for {seat:seat} now.")
GIVEN_BACK = _("{seat:seat} is played by a person again.")


def choices(hub: Hub, table: Table, seat: Seat | None, language: Language) -> dict[str, Any]:
    """What the page of everybody's seat offers: whose seats may be taken over, by which robots, and which are.

    Args:
        hub: where the robots are. table: the match. seat: whose own page; None: the whole table's. language: the reader's.
    """
    open_to_people = table.result is None and hub.shows_what_it_opens  # a station seats its robots itself
    return {
        "may_stand_in": [one for one in table.seats if open_to_people and seat in (None, one)],
        "strengths": [(strength, STRENGTHS[strength].in_(language)) for strength in strengths_of(table.rules.game.name)],
        "stand_ins": {one: STRENGTHS[strength].in_(language) for one, strength in hub.robots.at(table).items()},
    }


@PAGES.each("/robot", "table", methods=["POST"])
async def stand_in(asked: Request) -> Response:
    """Let a robot play a seat from now on, or give the seat back. A seat's own page does so for its seat alone."""
    table, own = await match_asked(asked)
    posted = await form_posted(asked)
    seat, said = cast("Seat", own or word(posted, "seat")), word(posted, "strength")
    strength = next((one for one in strengths_of(table.rules.game.name) if one == said), None)
    if seat not in table.seats or (said and strength is None):
        raise PageError(400, "malformed")
    hub = hub_of(asked)
    if not hub.shows_what_it_opens or table.result is not None:
        raise PageError(404, "not_found")

    def work() -> None:
        robots = dict(hub.robots.at(table))
        had = robots.pop(seat, None)
        if strength is not None:
            robots[seat] = strength
        if had == strength:
            return
        hub.robots.seat(table, robots)
        table.notice(GIVEN_BACK if strength is None else STANDS_IN, seat=seat)

    await in_thread(work)
    return RedirectResponse(board(table.id, own), 303)
