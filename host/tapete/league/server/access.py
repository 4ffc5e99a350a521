"""Who may ask what: a link of 144 bits opens an event in one role. No address is trusted, not even this computer's own.

A link is opened once at `/in/KEY` and is a cookie from then on; programs send it as `Authorization: Bearer KEY`.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import hmac
import itertools
import secrets
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tapete.league.server.errors import Denied
from tapete.league.server.server_codes import NO_KEY, NOT_OPENED, OLD_LINK
from tapete.league.server.shared import League
from tapete.league.store import links
from tapete.league.store.database_troubles import trouble_of
from tapete.league.store.links import Link, Role
from tapete.web.limits import ConcurrencyLimit
from tapete.web.refused_keys import refused
from tapete.web.visits import Visit

KEY_BYTES = 18
"""144 bits."""

EVENING_MS = 12 * 3_600_000
"""How long the link of a judge or a wall opens."""

SEASON_MS = 400 * 24 * 3_600_000
"""How long that of an organiser, a player or a chain opens."""

USED_MS = 60_000
"""How often the use of a link is noted."""

STAFF: frozenset[Role] = frozenset({"organiser", "judge"})
ORGANISER: frozenset[Role] = frozenset({"organiser"})
PLAYERS: frozenset[Role] = frozenset({"player"})
READERS: frozenset[Role] = frozenset({"organiser", "judge", "wall", "player", "chain"})
"""Who may read what everybody in the room may see."""


def lasts_ms(role: Role) -> int:
    """How long a new link of a role opens, in milliseconds."""
    return EVENING_MS if role in ("judge", "wall") else SEASON_MS


def league_of(asked: Request) -> League:
    """The league behind this server."""
    league: League = asked.app.state.league
    return league


async def new_link(league: League, role: Role, shop: str, event: str | None = None, label: str = "") -> str:
    """Make a link and return its key, which is kept nowhere."""
    key = secrets.token_urlsafe(KEY_BYTES)
    until_ms = league.now_ms() + lasts_ms(role)
    known = Link(role=role, shop=shop, event=event, label=label or role, until_ms=until_ms, made_ms=league.now_ms())
    await links.keep(league.store.engine, key, known)
    return key


async def derived_link(league: League, link: Link) -> str:
    """Let a link open that follows from the server's secret, and return its key: the same each time, another one after it was ended."""
    for times in itertools.count():
        key = derived_key(league, link, times)
        if await links.keep(league.store.engine, key, link):
            break
    return key


def derived_key(league: League, link: Link, times: int) -> str:
    """The key of a link that follows from the server's secret, after it was ended so often."""
    words = [link.role, link.shop, *((link.event, str(link.entrant)) if link.event is not None else ())]
    said = "\0".join([*words, *([str(times)] if times else [])]).encode()
    return base64.urlsafe_b64encode(hmac.new(league.secret, said, hashlib.sha256).digest()[:KEY_BYTES]).decode()


async def first_link(league: League) -> str:
    """The key of the organiser's link that each start of the server shows."""
    until_ms = league.now_ms() + lasts_ms("organiser")
    known = Link(role="organiser", shop=league.shop, label="organiser", until_ms=until_ms, made_ms=league.now_ms())
    return await derived_link(league, known)


async def player_links(league: League, shop: str, event: str, entrants: Collection[int]) -> dict[int, str]:
    """The keys of players' pages by their numbers; from now on they open. They are derived, so that a slip can be printed again."""
    return {number: await derived_link(league, player_link(league, shop, event, number)) for number in entrants}


def player_link(league: League, shop: str, event: str, entrant: int) -> Link:
    """The link of a player's page, as it is made now."""
    now_ms = league.now_ms()
    until_ms = now_ms + lasts_ms("player")
    return Link(role="player", shop=shop, event=event, entrant=entrant, label=f"player {entrant}", until_ms=until_ms, made_ms=now_ms)


def shown_keys(asked: Request, roles: Collection[Role]) -> Iterator[str]:
    """The keys that a request brings: that of its authorization alone, or else its cookies."""
    scheme, _, bearer = asked.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        yield bearer.strip()
        return
    for role in ("organiser", "judge", "wall", "player", "chain"):
        if role in roles and (key := asked.cookies.get(league_of(asked).cookie(role))):
            yield key


async def links_of(asked: Request, roles: Collection[Role] = READERS) -> list[Link]:
    """What this visitor's keys open now, whatever is asked."""
    league = league_of(asked)
    found = [await links.find(league.store.engine, key, league.now_ms()) for key in shown_keys(asked, roles)]
    return [link for link in found if link is not None and link.role in roles]


async def admitted(asked: Request, roles: Collection[Role]) -> Link:
    """The link by which this visitor may ask for the shop and the event of the address.

    Raises:
        Denied: no key (401), or none that opens this (403).
    """
    if not any(shown_keys(asked, READERS)):
        raise Denied(401, NO_KEY())
    shop, event = asked.path_params.get("shop"), asked.path_params.get("event")
    for link in await links_of(asked, roles):
        if shop in (None, link.shop) and (link.event is None or event in (None, link.event)):
            know(asked)
            await _use(league_of(asked), link)
            return link
    refused(asked, "a link")
    raise Denied(403, NOT_OPENED())


async def _use(league: League, link: Link) -> None:
    """Note the use of a link, now and then; a database that takes nothing is told of elsewhere."""
    now_ms = league.now_ms()
    if now_ms - (link.used_ms or 0) < USED_MS:
        return
    try:
        await links.used(league.store.engine, link, now_ms)
    except Exception as fault:
        if (trouble := trouble_of(fault)) is None:
            raise
        league.has_trouble(trouble, fault)


def know(asked: Request) -> None:
    """This visitor's link or signature fits: connections are kept for them."""
    places: ConcurrencyLimit = asked.app.state.places
    places.know(asked.client.host if asked.client else "")


def place_of(asked: Request) -> tuple[str, str, str]:
    """Shop and event of the address, and the address of the event's page."""
    shop, event = asked.path_params["shop"], asked.path_params["event"]
    return shop, event, f"/events/{shop}/{event}"


Endpoint = Callable[[Request, Link], Awaitable[Response]]


def route(path: str, endpoint: Endpoint, roles: Collection[Role], methods: Sequence[str] = ("GET",)) -> Route:
    """An address for some roles; the endpoint is told by which link it was opened."""

    @functools.wraps(endpoint)
    async def opened(asked: Request) -> Response:
        return await endpoint(asked, await admitted(asked, roles))

    return Route(path, opened, methods=list(methods))


def home_of(link: Link) -> str:
    """The page that a link leads to."""
    if link.event is None:
        return "/"
    page = {"organiser": "", "judge": "/judge", "wall": "/wall", "player": "/player", "chain": ""}[link.role]
    return f"/events/{link.shop}/{link.event}{page}"


async def enter(asked: Request) -> Response:
    """Open a link: keep its key in a cookie, and go to its page with the key out of the address."""
    league, key = league_of(asked), asked.path_params["key"]
    link = await links.find(league.store.engine, key, league.now_ms())
    if link is None:
        refused(asked, "a link")
        raise Denied(403, OLD_LINK())
    answer = RedirectResponse(home_of(link), 303)
    if link.role == "player" and link.entrant is None and any(one.event == link.event for one in await links_of(asked, PLAYERS)):
        return answer  # who plays already and scans the code of the wall keeps the own page
    with_key(asked, answer, link.role, key)
    Visit(asked).remember(answer)
    return answer


def with_key(asked: Request, answer: Response, role: Role, key: str) -> None:
    """Let the browser keep the key of a link."""
    answer.set_cookie(league_of(asked).cookie(role), key, httponly=True, samesite="lax", max_age=lasts_ms(role) // 1000)


def routes() -> list[Route]:
    """The addresses of this module."""
    return [Route("/in/{key}", enter, methods=["GET"])]
