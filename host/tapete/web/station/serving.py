"""The application of a station: its pages come before all others."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute

from tapete.station.station import Station
from tapete.web import application
from tapete.web.entrance import PageRoute, key_to_cookie
from tapete.web.live import ChangeSignal
from tapete.web.match_pages import PageCache, PageHooks
from tapete.web.root import under
from tapete.web.station.kiosk import pages
from tapete.web.station.kiosk.hosting import Host


async def home(asked: Request) -> Response:
    """Answer with the big screen: at a station it is the first page."""
    return key_to_cookie(asked) or RedirectResponse(under("/station"), 303)


def app(
    station: Station,
    *,
    lan: bool = False,
    secret: bytes | None = None,
    hosts: frozenset[str] | None = None,
    renewed: MutableMapping[str, int] | None = None,
    routes: Sequence[BaseRoute] = (),
    root: str = "",
) -> Starlette:
    """Return the application with all pages of a station and of its matches.

    Args:
        station: what they show.
        lan, secret, hosts, renewed, root: see `tapete.web.app`.
        routes: further pages; they come first.
    """
    all_routes = [*routes, PageRoute("/", "table", home), *pages.PAGES]
    made = application.app(station.hub, lan=lan, secret=secret, hosts=hosts, renewed=renewed, routes=all_routes, root=root)
    signal = ChangeSignal()
    made.state.station, made.state.station_signal = station, signal
    page_cache = PageCache(
        PageHooks(
            again=station.hub.shows_what_it_opens,
            panels=station.hub.panels_at,
            hosted=lambda table, language, seat: Host(station, table, language).hosted(seat),
        )
    )
    made.state.page_cache = page_cache

    def changed() -> None:
        if (table := station.kiosk.table) is not None:
            page_cache.touched(table.id)
        signal.send()

    station.listen(changed)
    return made
