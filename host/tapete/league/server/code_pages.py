"""Where codes in letters are typed: at `/code` by people, and at a table by its own signed request. Guesses are few in a minute."""

from __future__ import annotations

import hmac

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tapete.core.refusals import Illegal
from tapete.league import league_codes
from tapete.league.protocol import SLIP_LETTERS, TABLE_LETTERS, TicketWords, TypedCode, decoded, read_letters
from tapete.league.server import server_codes
from tapete.league.server.access import READERS, derived_key, league_of, links_of, new_link, player_link, with_key
from tapete.league.server.api import json
from tapete.league.server.arrivals import guest_link
from tapete.league.server.errors import Denied, status_of
from tapete.league.server.incoming import signed_by
from tapete.league.server.rendering import page
from tapete.league.server.shared import League
from tapete.league.server.short_codes import short_code, slip_code, table_codes
from tapete.league.server.tickets import words_of
from tapete.league.store import links
from tapete.league.store.hosts import current
from tapete.league.tournament import TournamentRound
from tapete.web.entrance import fields, form_posted
from tapete.web.limits import RateLimit
from tapete.web.visits import Visit

TRIES = RateLimit(0.1, 10.0)
"""Whoever types codes may try ten at once, then one in ten seconds: a phone by its address, a table by its name."""

MOST_LOST = 8
"""So many slips of one player may be lost until their letters are looked for no more; the printed code still opens."""


async def asks(asked: Request) -> Response:
    """Where a code is typed: a television has no camera."""
    return page(asked, "league/code.html", refused=[], said="")


async def typed(asked: Request) -> Response:
    """Open what a code stands for."""
    posted, league = dict(fields(await form_posted(asked))), league_of(asked)
    if TRIES.take(asked.client.host if asked.client else ""):
        raise Denied(429, server_codes.TOO_FAST())
    said = read_letters(posted.get("code", ""))
    for one in await league.store.events(league.shop) if said else ():
        if not one.closed and (opened := await _opened(asked, one.event, said)) is not None:
            return opened
    fault = Illegal((server_codes.NOT_A_CODE(),))
    return page(asked, "league/code.html", status_of(fault), refused=fault.refusals, said=posted.get("code", "")[:12])


async def _opened(asked: Request, event: str, said: str) -> Response | None:
    """What a code opens of one event; None: nothing."""
    league = league_of(asked)
    if len(said) == SLIP_LETTERS:
        key = await _key_of_slip(league, event, said)
        return RedirectResponse(f"/in/{key}", 303) if key else None
    if _same(said, short_code(league, league.shop, event, "enter")):
        return RedirectResponse(f"/in/{await guest_link(league, league.shop, event)}", 303)
    if _same(said, short_code(league, league.shop, event, "wall")):
        return RedirectResponse(f"/in/{await new_link(league, 'wall', league.shop, event, 'wall by code')}", 303)
    if (found := await table_of(league, league.shop, event, said)) is None:
        return None
    answer = RedirectResponse(f"/events/{league.shop}/{event}/wall/tables/{found[1]}", 303)
    if not any(one.event in (None, event) for one in await links_of(asked, READERS)):
        with_key(asked, answer, "wall", await new_link(league, "wall", league.shop, event, "wall by code"))
    Visit(asked).remember(answer)
    return answer


async def _key_of_slip(league: League, event: str, said: str) -> str:
    """The key of the page that eight letters open now; empty: none."""
    tournament = await league.store.load(league.shop, event)
    for one in tournament.entrants:
        link = player_link(league, league.shop, event, one.number)
        for key in (derived_key(league, link, times) for times in range(MOST_LOST)):
            if _same(said, slip_code(league, key)) and await links.find(league.store.engine, key, league.now_ms()) is not None:
                return key
    return ""


async def table_of(league: League, shop: str, event: str, said: str) -> tuple[TournamentRound, int] | None:
    """The newest published round, and its table that four letters stand for; None: none has them."""
    one = current(await league.store.load(shop, event))
    found = table_codes(league, shop, event, one) if one is not None and len(said) == TABLE_LETTERS else {}
    return next(((one, table) for table, code in found.items() if one is not None and _same(said, code)), None)


def _same(said: str, code: str) -> bool:
    return hmac.compare_digest(said.encode(), code.encode())


async def ticket(asked: Request) -> Response:
    """Give a table that takes part the words of the ticket whose letters were typed at it (`TypedCode`)."""
    league, host = league_of(asked), asked.path_params["host"]
    body = await asked.body()
    row = await signed_by(asked, host, body)
    given: TypedCode = decoded(body, TypedCode)
    if wait := TRIES.take(f"{row.shop}/{host}"):
        raise Denied(429, server_codes.TOO_FAST(), headers={"retry-after": str(round(wait) + 1)})
    said = read_letters(given.code)
    for event in [row.event] if row.event else [one.event for one in await league.store.events(row.shop) if not one.closed]:
        found = await table_of(league, row.shop, event, said)
        if found is not None and found[0].state != "closed":
            tournament = await league.store.load(row.shop, event)
            return json(TicketWords(words_of(league, row.shop, event, tournament.settings, *found)))
    raise Illegal((league_codes.NO_TABLE_LETTERS(),))


def routes() -> list[Route]:
    """The addresses of this module."""
    return [
        Route("/code", asks, methods=["GET"]),
        Route("/code", typed, methods=["POST"]),
        Route("/v1/shops/{shop}/hosts/{host}/ticket", ticket, methods=["POST"]),
    ]
