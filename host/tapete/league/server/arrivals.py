"""How people come in by themselves: a code on the wall, a name on the own phone, a touch of staff that accepts."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tapete.core import names
from tapete.core.refusals import Code
from tapete.core.texts import _
from tapete.league.decisions import AskToEnter, EnterEntrant, TurnAway
from tapete.league.server import entry_forms
from tapete.league.server.access import (
    ORGANISER,
    PLAYERS,
    derived_link,
    lasts_ms,
    league_of,
    new_link,
    place_of,
    route,
    with_key,
)
from tapete.league.server.rendering import page
from tapete.league.server.shared import League
from tapete.league.store.links import Link
from tapete.league.tournament import Tournament
from tapete.web.entrance import fields, form_posted
from tapete.web.visits import Visit

GUEST = "guest"
"""The label of the link that is on the wall: who has it may ask to come in."""

APPLICANT = "person "
"""So begins the label of the link of a person who has asked."""

MOST_WAITING = 200
"""So many may wait for staff at one time."""

BY_PHONE = _("asked by phone")
FULL = Code("full", "", _("Too many wait at the door. Go to the desk."))


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
    name, person = names.tidy(posted.get("name", "")), entry_forms.new_person()
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
    with_key(asked, answer, "player", key)
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


def routes() -> list[Route]:
    """The addresses of this module."""
    event = "/events/{shop}/{event}"
    return [
        route(f"{event}/player/ask", ask, PLAYERS, ("POST",)),
        route(f"{event}/door", answer_all, ORGANISER, ("POST",)),
    ]
