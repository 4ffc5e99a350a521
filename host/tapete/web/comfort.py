"""What makes a screen comfortable: its own choices, one tablet that lies between two people, and Tapete among a phone's programs."""

from __future__ import annotations

import re
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapete.core.texts import _
from tapete.web import templating
from tapete.web.assets import asset
from tapete.web.entrance import Pages, in_thread, match_asked
from tapete.web.errors import PageError
from tapete.web.request_checks import policy
from tapete.web.root import board, under, without
from tapete.web.view import MatchView
from tapete.web.visits import Visit

PAGES = Pages()

FACING = 2
"""A tablet between people has two sides."""

WHAT_IT_IS = _("The referee under your cards")

GROUND = "#10201a"
"""Behind the program's sign while it starts: the darker theme's ground."""

_PLACE = re.compile(r"/match/[a-z0-9]{1,40}(/seat/[A-D])?")


@PAGES.each("/screen")
async def screen(asked: Request) -> Response:
    """What one may choose for this screen alone: its script keeps that in the browser."""
    table, seat = await match_asked(asked)

    def work() -> Response:
        view = MatchView(table, Visit(asked).language, seat)
        context: dict[str, Any] = {
            "title": view.title,
            "place": view.place,
            "game": view.rules.game.name,
            "may_face": seat is None and len(table.seats) == FACING,
            "match_place": board(table.id),
        }
        return templating.page(asked, "screen.html", **context)

    return await in_thread(work)


@PAGES.at("/match/{match}/facing", "table")
async def facing(asked: Request) -> Response:
    """One tablet that lies between two people: each half is a seat's own page, turned to its player.

    Raises:
        PageError: not a match of two (404).
    """
    table, _seat = await match_asked(asked)
    if len(table.seats) != FACING:
        raise PageError(404, "not_found")
    answer = templating.page(asked, "facing.html", place=board(table.id), names=table.names, title=table.rules.game.title)
    answer.headers["content-security-policy"] = policy(frames=True)
    return answer


@PAGES.at("/manifest.webmanifest", "everybody")
async def manifest(asked: Request) -> Response:
    """What a browser needs to keep Tapete among a phone's programs: it opens where it was kept. Nothing of a match is in it."""
    at = asked.query_params.get("at", "")
    language = Visit(asked).language
    signs: list[dict[str, str]] = [{"src": asset("icon.svg"), "sizes": "any", "type": "image/svg+xml"}]
    signs += [
        {"src": asset(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any maskable"} for size in (192, 512)
    ]
    said = {
        "name": "Tapete",
        "description": WHAT_IT_IS.in_(language),
        "lang": language,
        "id": under("/"),
        "start_url": at if _PLACE.fullmatch(without(at)) else under("/"),
        "scope": under("/"),
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GROUND,
        "icons": signs,
    }
    return JSONResponse(said, media_type="application/manifest+json")
