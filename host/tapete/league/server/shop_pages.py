"""The first page: the events of a shop, and the form of a new one."""

from __future__ import annotations

import asyncio
from typing import Any, get_args

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tapete import games
from tapete.core.codec import malformed
from tapete.core.refusals import RefereeError, Refusal
from tapete.i18n import Language
from tapete.league import presets
from tapete.league.server import entry_forms, server_codes, trf_read
from tapete.league.server.access import ORGANISER, home_of, league_of, links_of, route
from tapete.league.server.entering import with_file
from tapete.league.server.errors import Denied, status_of
from tapete.league.server.rendering import page
from tapete.league.server.sentences import SYSTEMS
from tapete.league.server.shared import League
from tapete.league.store.links import Link
from tapete.league.tiebreaks import HOW, NAMES
from tapete.league.tournament import TIEBREAKS, LeaguePoints, Tiebreak
from tapete.web import tiles
from tapete.web.entrance import fields, form_posted
from tapete.web.house_rules import house_rules
from tapete.web.visits import Visit

POINTS = ("win", "draw", "loss", "bye", "absent")


def offered(language: Language, chosen: dict[str, str]) -> list[dict[str, Any]]:
    """The games that are installed, with their house rules."""
    found = [game for name in games.names() if (game := games.find(name)) is not None]
    first = chosen.get("game") or (found[0].name if found else "")
    return [
        {
            "name": game.name,
            "title": game.title.in_(language),
            "players": tiles.players(game),
            "chosen": game.name == first,
            "house_rules": house_rules(game, language, chosen),
        }
        for game in found
    ]


async def first(asked: Request) -> Response:
    """The events that this visitor's links open; a visitor with a single page is led to it."""
    found = await links_of(asked)
    if not found:
        raise Denied(401, server_codes.NO_KEY())
    whole = next((link for link in found if link.event is None and link.role == "organiser"), None)
    if whole is None:
        return RedirectResponse(home_of(found[0]), 303)
    return await _first(asked, whole.shop, {})


async def _first(asked: Request, shop: str, chosen: dict[str, str], status: int = 200, refused: tuple[Refusal, ...] = ()) -> Response:
    language, usual = Visit(asked).language, LeaguePoints()
    order = {name: str(place) for place, name in enumerate(TIEBREAKS, 1)}
    return page(
        asked,
        "league/first.html",
        status,
        shop=shop,
        events=await league_of(asked).store.events(shop),
        games=offered(language, chosen),
        systems=[(word, said.in_(language)) for word, said in SYSTEMS.items()],
        points=[(name, chosen.get(f"points.{name}", str(getattr(usual, name)))) for name in POINTS],
        tiebreaks=[
            (name, NAMES[name].in_(language), HOW[name].in_(language), chosen.get(f"tiebreak.{name}", order.get(name, "")))
            for name in get_args(Tiebreak)
        ],
        presets=[(word, said.in_(language), presets.SAYS[word].in_(language)) for word, said in presets.NAMES.items()],
        chosen=chosen,
        refused=refused,
    )


async def begin(asked: Request, link: Link) -> Response:
    """Begin an event out of the form."""
    posted = dict(fields(await form_posted(asked)))
    league = league_of(asked)
    try:
        settings = entry_forms.settings_posted(posted)
        event = await free_name(league, link.shop, settings.name)
        await league.begin(link.shop, event, settings)
    except RefereeError as fault:
        return await _first(asked, link.shop, posted, status_of(fault), fault.refusals)
    return RedirectResponse(f"/events/{link.shop}/{event}", 303)


async def begin_from_report(asked: Request, link: Link) -> Response:
    """Begin an event out of a TRF file, with all of its rounds."""
    if link.event is not None:
        raise Denied(403, server_codes.NOT_YOURS())
    league, posted = league_of(asked), await with_file(asked, "report")
    try:
        if "file" in posted:
            raise malformed(server_codes.NOT_TEXT, "file")
        report = await asyncio.to_thread(trf_read.read, posted.get("report", ""))
        event = await free_name(league, link.shop, report.settings.name)
        await league.begin(link.shop, event, report.settings)
        for person, name in report.names.items():
            await league.store.name_person(link.shop, person, name)
        for what, why in report.log:
            await league.decide(link.shop, event, what, who=link.label, why=why)
    except RefereeError as fault:
        return await _first(asked, link.shop, {}, status_of(fault), fault.refusals)
    return RedirectResponse(f"/events/{link.shop}/{event}", 303)


async def free_name(league: League, shop: str, wished: str) -> str:
    """The id of a new event by its name, with a number behind it where it is taken."""
    there, plain = {one.event for one in await league.store.events(shop)}, entry_forms.slug(wished)
    return next(name for name in (plain, *(f"{plain}-{n}" for n in range(2, len(there) + 3))) if name not in there)


async def begin_for_shop(asked: Request, link: Link) -> Response:
    """Begin an event; a link to one event alone may not."""
    if link.event is not None:
        raise Denied(403, server_codes.NOT_YOURS())
    return await begin(asked, link)


def routes() -> list[Route]:
    """The addresses of this module."""
    return [
        Route("/", first, methods=["GET"]),
        route("/events/{shop}/trf", begin_from_report, ORGANISER, ("POST",)),
        route("/events/{shop}", begin_for_shop, ORGANISER, ("POST",)),
    ]
