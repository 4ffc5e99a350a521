"""The first page of a table that takes part in an event: which table, which round, how long, and the match once it has begun."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tapete.web.entrance import hub_of, in_thread, route
from tapete.web.templating import page

AGAIN_S = 3
"""How often the page looks for news by itself, in seconds."""


class TableInEvent(Struct, frozen=True, kw_only=True):
    """What a table plays now.

    Args:
        title: of the event, empty: nothing was heard yet. table: its number. round, rounds: of them; 0: none is published.
        players: their names in the order of seats. minutes: that are left, rounded up; None while no clock runs.
        match: the match, once it has begun here; over: whether it has a result.
        away: the event's server does not answer.
    """

    title: str = ""
    table: int | None = None
    round: int = 0
    rounds: int = 0
    players: tuple[str, ...] = ()
    minutes: int | None = None
    match: str = ""
    over: bool = False
    away: bool = False


def routes(now: Callable[[], TableInEvent]) -> list[Route]:
    """The address of this module; it takes the place of the lobby."""

    async def shown(asked: Request) -> Response:
        state = await in_thread(now)
        if state.match and not state.over and await in_thread(hub_of(asked).table, state.match) is not None:
            return RedirectResponse(f"/match/{state.match}", 303)
        made = page(asked, "event_table.html", state=state)
        made.headers["refresh"] = str(AGAIN_S)
        return made

    return [route("/", shown)]
