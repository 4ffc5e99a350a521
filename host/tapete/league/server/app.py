"""The application: the routes of every module put together."""

from __future__ import annotations

import ipaddress
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.routing import BaseRoute

from tapete.core.refusals import RefereeError
from tapete.league.protocol import HOST
from tapete.league.server import (
    access,
    api,
    arrivals,
    boards,
    code_pages,
    errors,
    exports,
    hosts,
    inbox,
    incoming,
    line_streams,
    mirrors,
    monitoring,
    notify,
    onward,
    openapi,
    organiser,
    player_page,
    season_pages,
    shop_pages,
    tickets,
    wall,
)
from tapete.league.server.shared import League
from tapete.league.store.database_troubles import FAULTS
from tapete.web import assets
from tapete.web.keys import Keys
from tapete.web.limits import RateLimit, connection_places
from tapete.web.request_checks import LOOPBACK_NAMES, MOST_BYTES, Bodies, Guard, own_address

PER_SECOND, BURST = 500.0, 4_000.0
"""Requests of one address: all tables of a shop, or all behind a balancer, come from one."""

LONGEST: dict[str, int] = {
    **dict.fromkeys(("/lines", "/log", "/entrants", "/trf"), 256 * 1024),
    **dict.fromkeys(("/files", "/file"), inbox.LARGEST_FILE),
}
"""Longest body by the end of the address, in bytes; elsewhere `MOST_BYTES`."""

Service = Callable[[League], AbstractAsyncContextManager[None]]
"""What runs beside the requests for as long as the server does: entered once the database is open."""


def longest(path: str) -> int:
    """The longest body that an address takes, in bytes."""
    return next((most for end, most in LONGEST.items() if path.endswith(end)), MOST_BYTES)


def app(
    league: League,
    *,
    lan: bool = False,
    names: frozenset[str] = frozenset(),
    routes: Sequence[BaseRoute] = (),
    services: Sequence[Service] = (),
) -> Starlette:
    """Everything that the server of events answers.

    Args:
        league: the events.
        lan: others than this computer reach it: addresses in digits are known then.
        names: further names of this server, as a balancer or the shop's network calls it.
        routes: further addresses; they come first.
        services: what runs beside the requests.
    """

    @asynccontextmanager
    async def life(_app: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as closing:
            await league.store.open()
            closing.push_async_callback(league.store.close)
            await league.store.add_shop(league.shop, league.shop)
            for service in (notify.service, incoming.service, hosts.service, *services):
                await closing.enter_async_context(service(league))
            yield

    figures, bodies = monitoring.ServerFigures(), Bodies()
    made = Starlette(
        routes=[
            *routes,
            *incoming.routes(),  # what is asked most stands first: the addresses are tried in this order
            *line_streams.routes(),
            *monitoring.routes(),
            *access.routes(),
            *arrivals.routes(),
            *code_pages.routes(),
            *shop_pages.routes(),
            *organiser.routes(),
            *onward.routes(),
            *inbox.routes(),
            *player_page.routes(),
            *tickets.routes(),
            *wall.routes(),
            *boards.routes(),
            *exports.routes(),
            *api.routes(),
            *openapi.routes(),
            *hosts.routes(),
            *mirrors.routes(),
            *season_pages.routes(),
            assets.mount(),
        ],
        middleware=[
            Middleware(monitoring.Counted, figures=figures),
            Middleware(
                Guard,
                refuse=errors.refuse,
                hosts=_AllowedHosts(lan, names),
                rate=RateLimit(PER_SECOND, BURST),
                longest=longest,
                knows=_knows,
                bodies=bodies,
                streams=line_streams.is_stream,
            ),
        ],
        exception_handlers=dict.fromkeys((HTTPException, RefereeError, *FAULTS, Exception), errors.on_error),
        lifespan=life,
    )
    made.state.league, made.state.lan, made.state.bodies = league, lan, bodies
    made.state.places = connection_places()  # the server that runs this gives it those of its own
    made.state.certificate, made.state.pin = None, b""  # the server that runs this sets them, where it has HTTPS
    made.state.keys = Keys(lan=True, secret=league.secret)
    made.state.address, made.state.figures = lambda asked: own_address(asked, others=lan), figures
    return made


async def _knows(asked: Request) -> bool:
    """Whether a link of the staff opens, or a host is named with its key's number: a signature is known by the whole body alone."""
    words = str(asked.scope["path"]).split("/")
    if words[1:3] == ["v1", "shops"] and words[4:5] in (["hosts"], ["files"]):
        host = words[5] if words[4] == "hosts" else asked.headers.get(HOST, "")
        return await incoming.host_named(asked, words[3], host) is not None
    return bool(await access.links_of(asked, access.STAFF))


class _AllowedHosts(frozenset[str]):
    """The names of a server; with `lan` every address in digits and every name of the local network too."""

    lan: bool

    def __new__(cls, lan: bool, names: frozenset[str]) -> _AllowedHosts:
        made = super().__new__(cls, LOOPBACK_NAMES | names)
        made.lan = lan
        return made

    def __contains__(self, name: object) -> bool:
        if super().__contains__(name):
            return True
        if not self.lan or not isinstance(name, str):
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name.endswith(".local")
        return True
