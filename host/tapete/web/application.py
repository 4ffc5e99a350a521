"""The application: all pages put together, for any server."""

from __future__ import annotations

import random
from collections.abc import MutableMapping, Sequence

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.routing import BaseRoute

from tapete.core.refusals import RefereeError, Refusal
from tapete.lessons.led_match import LedMatch
from tapete.table import Hub, JournalTrouble
from tapete.table.in_event import InEvent
from tapete.web import (
    api,
    assets,
    board_pages,
    card_pages,
    comfort,
    console_pages,
    corrections,
    deck_scanning,
    errors,
    hints,
    history,
    joining,
    last_pages,
    limits,
    live,
    lobby,
    match_pages,
    new_cards,
    openapi,
    phones,
    photos,
    records,
    rules_pages,
    stand_ins,
    stickers,
    tiles,
    turn_clocks,
)
from tapete.web.coaching import Coaches
from tapete.web.keys import Keys
from tapete.web.request_checks import LOOPBACK_NAMES, Bodies, Guard, own_address
from tapete.web.root import Rooted


def app(
    hub: Hub,
    *,
    lan: bool = False,
    secret: bytes | None = None,
    hosts: frozenset[str] | None = None,
    renewed: MutableMapping[str, int] | None = None,
    routes: Sequence[BaseRoute] = (),
    in_event: InEvent | None = None,
    root: str = "",
    framed: bool = False,
) -> Starlette:
    """All pages over the matches of a hub.

    Args:
        hub: where the matches and consoles are.
        lan: whether others than this computer reach it; then keys are asked for, and addresses in digits are known.
        secret: what the keys are made from; a new one when left out.
        hosts: names of this server; the loopback names (any address in digits with `lan`) when left out.
        renewed: how often each seat got a new key (`tapete.table.folders.Renewals` keeps it); in memory when left out.
        routes: further pages; they come first.
        in_event: how this computer's table takes part in events; None: it cannot.
        root: under which all pages lie, such as `/x/y`; empty: as the server says (`root_path` of ASGI).
        framed: whether pages of the same origin may show them within theirs.
    """
    known: set[str] | None = set(hosts) if hosts is not None else None if lan else set(LOOPBACK_NAMES)
    bodies = Bodies()
    made = Starlette(
        routes=[
            *routes,
            *lobby.PAGES,
            *rules_pages.PAGES,
            *phones.PAGES,
            *joining.PAGES,
            *tiles.PAGES,
            *board_pages.PAGES,
            *comfort.PAGES,
            *match_pages.PAGES,
            *last_pages.PAGES,
            *history.PAGES,
            *corrections.PAGES,
            *records.PAGES,
            *stickers.PAGES,
            *stand_ins.PAGES,
            *turn_clocks.PAGES,
            *hints.PAGES,
            *card_pages.PAGES,
            *new_cards.PAGES,
            *photos.PAGES,
            *deck_scanning.PAGES,
            *console_pages.PAGES,
            *openapi.PAGES,
            *api.PAGES,
            assets.mount(),
        ],
        middleware=[
            Middleware(Rooted, root=root),
            Middleware(Guard, refuse=errors.refuse, hosts=known, knows=_is_table, bodies=bodies, framed=framed),
            Middleware(errors.LastGuard),
        ],
        exception_handlers=dict.fromkeys((HTTPException, RefereeError, JournalTrouble, Exception), errors.on_error),
    )
    made.state.hub, made.state.bodies = hub, bodies
    made.state.keys = Keys(lan=lan, secret=secret, renewed=renewed)
    made.state.page_cache = match_pages.PageCache(
        match_pages.PageHooks(
            again=hub.shows_what_it_opens,
            panels=hub.panels_at,
            leads=lambda table, changed: LedMatch(hub, table, changed),
            robots=lambda table: hub.robots.at(table),
        )
    )
    hub.hear_stickers(lambda table, seat, event: stickers.hears(made.state.page_cache)(table, seat, event))
    made.state.in_event = in_event
    made.state.coaches = Coaches()
    made.state.hints = hints.HintGiver()
    made.state.stream_limit = live.StreamLimit()
    made.state.join_codes = joining.JoinCodes()
    made.state.places = limits.connection_places()
    made.state.address = lambda asked: own_address(asked, others=asked.app.state.keys.lan)
    made.state.hear_refusals = _heard_by_nobody
    made.state.roll = random.SystemRandom().choice
    made.state.is_staff = _there_is_no_staff
    made.state.certificate = None
    made.state.hosts = known
    made.state.in_tab, made.state.waits = False, True
    made.state.let_phones_in = made.state.shut_phones_out = None
    return made


async def _is_table(asked: Request) -> bool:
    """Whether this visitor's key is the table's: it alone sends files."""
    keys: Keys = asked.app.state.keys
    return keys.is_table(asked)


def _heard_by_nobody(match: str, refusals: tuple[Refusal, ...]) -> None:
    """Refusals are counted at a station only."""


def _there_is_no_staff(asked: Request) -> bool:
    """A station has staff."""
    return False
