"""How people come in by themselves: a code on the wall, a name on the own phone, a touch of staff that accepts; codes of four letters.

A code of four letters opens what everybody in the room may see, or the door at which staff accept; never a page of staff or of a player.
"""

from __future__ import annotations

import hashlib
import hmac

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tapete.core import names
from tapete.core.refusals import Code, Illegal
from tapete.core.texts import _
from tapete.league.decisions import AskToEnter, EnterEntrant, TurnAway
from tapete.league.server import forms
from tapete.league.server.access import (
    ORGANISER,
    PLAYERS,
    derived_link,
    lasts_ms,
    league_of,
    new_link,
    place_of,
    route,
)
from tapete.league.server.answers import Denied, status_of
from tapete.league.server.codes import TOO_FAST
from tapete.league.server.league import League
from tapete.league.server.pages import page
from tapete.league.store.links import Link, Role
from tapete.league.tournament import Tournament
from tapete.web.entrance import fields, form_posted
from tapete.web.limits import RateLimit
from tapete.web.visits import Visit

GUEST = "guest"
"""The label of the link that is on the wall: who has it may ask to come in."""

APPLICANT = "person "
"""So begins the label of the link of a person who has asked."""

MOST_WAITING = 200
"""So many may wait for staff at one time."""

LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
"""Letters of codes: none that is taken for another one or for a digit."""

TRIES = RateLimit(0.1, 10.0)
"""A code has four letters: an address may try ten at once, then one in ten seconds."""

NOT_A_CODE = Code("not_a_code", "", _("No event that is open has this code. Read it again from the wall or from the staff's page."))
BY_PHONE = _("asked by phone")
FULL = Code("full", "", _("Too many wait at the door. Go to the desk."))


def short_code(league: League, shop: str, event: str, what: str) -> str:
    """The four letters that open something of an event: `wall`, or `enter`."""
    said = f"code\0{what}\0{shop}\0{event}"
    number = int.from_bytes(hmac.new(league.secret, said.encode(), hashlib.sha256).digest()[:6])
    found = ""
    for _place in range(4):
        number, letter = divmod(number, len(LETTERS))
        found += LETTERS[letter]
    return found


async def guest_link(league: League, shop: str, event: str) -> str:
    """The key by which people ask to come in; the same each time."""
    now_ms = league.now_ms()
    known = Link(role="player", shop=shop, event=event, label=GUEST, until_ms=now_ms + lasts_ms("wall"), made_ms=now_ms)
    return await derived_link(league, known)


def entrant_of(tournament: Tournament, link: Link) -> int:
    """Whose page a link opens; 0: of nobody who is entered yet."""
    if link.entrant is not None:
        return link.entrant
    person = link.label.removeprefix(APPLICANT)
    return next((one.number for one in tournament.entrants if one.person == person), 0) if link.label.startswith(APPLICANT) else 0


def waits(tournament: Tournament, link: Link) -> bool:
    """Whether who has a link has asked to come in, and staff have not answered."""
    return link.label.removeprefix(APPLICANT) in tournament.applicants


async def ask(asked: Request, link: Link) -> Response:
    """Keep a name that somebody gives at the door; the phone is led to its own page, which goes on by itself once staff accept."""
    posted = dict(fields(await form_posted(asked)))
    league = league_of(asked)
    shop, event, place = place_of(asked)
    tournament, known = await league.store.load(shop, event), await league.store.names(shop)
    if entrant_of(tournament, link) or waits(tournament, link):
        return RedirectResponse(f"{place}/player", 303)
    name, person = names.tidy(posted.get("name", "")), forms.new_person()
    there = [known.get(one, "") for one in (*(one.person for one in tournament.entrants), *tournament.applicants)]
    fault = names.fault(name) or next(names.doubles([name], there), None)
    if fault is None and len(tournament.applicants) >= MOST_WAITING:
        fault = FULL()
    if fault is not None:
        return page(asked, "league/door.html", 422, t=tournament, place=place, refused=[fault], name=posted.get("name", ""))
    await league.store.name_person(shop, person, name)
    await league.decide(shop, event, AskToEnter(person), who=GUEST)
    key = await new_link(league, "player", shop, event, f"{APPLICANT}{person}")
    answer = RedirectResponse(f"{place}/player", 303)
    answer.set_cookie(league.cookie("player"), key, httponly=True, samesite="lax", max_age=lasts_ms("player") // 1000)
    return answer


async def answer_all(asked: Request, link: Link) -> Response:
    """Take in everybody who waits, or one, or turn one away."""
    posted = dict(fields(await form_posted(asked)))
    league = league_of(asked)
    shop, event, place = place_of(asked)
    tournament = await league.store.load(shop, event)
    wished, why = posted.get("person", ""), posted.get("why", "").strip()[:500] or BY_PHONE.in_(Visit(asked).language)
    for person in tournament.applicants:
        if posted.get("task") == "away":
            if person == wished:
                await league.decide(shop, event, TurnAway(person), who=link.label)
        elif wished in ("", person):
            await league.decide(shop, event, EnterEntrant(person), who=link.label, why=why)
    return RedirectResponse(f"{place}#door", 303)


# ---- codes


async def code_page(asked: Request) -> Response:
    """Where a code of four letters is typed: a television has no camera."""
    return page(asked, "league/code.html", refused=[], said="")


async def code_typed(asked: Request) -> Response:
    """Open what a code stands for."""
    posted, league = dict(fields(await form_posted(asked))), league_of(asked)
    if TRIES.take(asked.client.host if asked.client else ""):
        raise Denied(429, TOO_FAST())
    said = "".join(posted.get("code", "").split()).upper()
    for one in await league.store.events(league.shop):
        if one.closed:
            continue
        if hmac.compare_digest(said.encode(), short_code(league, league.shop, one.event, "enter").encode()):
            return RedirectResponse(f"/in/{await guest_link(league, league.shop, one.event)}", 303)
        if hmac.compare_digest(said.encode(), short_code(league, league.shop, one.event, "wall").encode()):
            role: Role = "wall"
            return RedirectResponse(f"/in/{await new_link(league, role, league.shop, one.event, 'wall by code')}", 303)
    fault = Illegal((NOT_A_CODE(),))
    return page(asked, "league/code.html", status_of(fault), refused=fault.refusals, said=posted.get("code", "")[:8])


def routes() -> list[Route]:
    """The addresses of this module."""
    event = "/events/{shop}/{event}"
    return [
        route(f"{event}/player/ask", ask, PLAYERS, ("POST",)),
        route(f"{event}/door", answer_all, ORGANISER, ("POST",)),
        Route("/code", code_page, methods=["GET"]),
        Route("/code", code_typed, methods=["POST"]),
    ]
