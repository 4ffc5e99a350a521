"""The interface for programs under `/v1`: decide, and read pairings and standings as JSON."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tapete.core import codec
from tapete.league.deciding import Why
from tapete.league.decisions import (
    AnyDecision,
    Deciding,
    DropEntrant,
    GiveTime,
    LeaveAside,
    LiftPenalty,
    MarkAbsent,
    MarkPresent,
    Penalize,
    PenalizeInfraction,
    PlayAgain,
    ReturnEntrant,
    SetResult,
)
from tapete.league.server import codes
from tapete.league.server.access import READERS, STAFF, league_of, route
from tapete.league.server.answers import Denied
from tapete.league.server.states import pairings_of, standings_of
from tapete.league.store.links import Link
from tapete.web.errors import Wrong

JUDGES: tuple[type[Deciding], ...] = (
    SetResult,
    PlayAgain,
    LeaveAside,
    GiveTime,
    Penalize,
    PenalizeInfraction,
    LiftPenalty,
    DropEntrant,
    ReturnEntrant,
    MarkAbsent,
    MarkPresent,
)
"""What a judge may decide; the rest is the organiser's."""


def may_decide(link: Link, what: Deciding) -> None:
    """Let a role decide this.

    Raises:
        Denied: it may not (403).
    """
    if link.role != "organiser" and not (link.role == "judge" and isinstance(what, JUDGES)):
        raise Denied(403, codes.NOT_YOURS())


def json(value: Any, status: int = 200) -> Response:
    """Plain data as an answer."""
    return Response(codec.encode(value), status, media_type="application/json")


async def body_of(asked: Request) -> dict[str, Any]:
    """The JSON object of a request.

    Raises:
        Wrong: another type (415). Malformed: no object.
    """
    if asked.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Wrong(415, "wrong_type")
    return codec.decode(await asked.body(), dict[str, Any])


class Posted(Struct, frozen=True, forbid_unknown_fields=True):
    """What comes beside a decision: the version that was seen, and the reason."""

    expected_version: int
    why: Why = ""


WHAT: Any = AnyDecision


async def decide(asked: Request, link: Link) -> Response:
    """Decide something: `{"expected_version": 7, "do": "publish_round", "round": 1, "why": ""}`."""
    body = await body_of(asked)
    beside = codec.convert({name: body.pop(name) for name in Posted.__struct_fields__ if name in body}, Posted)
    what = codec.convert(body, WHAT)
    may_decide(link, what)
    shop, event = asked.path_params["shop"], asked.path_params["event"]
    after = await league_of(asked).decide(shop, event, what, who=link.label, why=beside.why, expected=beside.expected_version)
    return json({"ok": True, "version": after.version})


async def pairings(asked: Request, _link: Link) -> Response:
    """The newest round that is published."""
    league, shop, event = league_of(asked), asked.path_params["shop"], asked.path_params["event"]
    return json(pairings_of(await league.store.load(shop, event), await league.store.names(shop), league.now_ms()))


async def standings(asked: Request, _link: Link) -> Response:
    """The standings with their tie-breaks."""
    league, shop, event = league_of(asked), asked.path_params["shop"], asked.path_params["event"]
    return json(standings_of(await league.store.load(shop, event), await league.store.names(shop)))


def routes() -> list[Route]:
    """The addresses of this module."""
    event = "/v1/shops/{shop}/events/{event}"
    return [
        route(f"{event}/decisions", decide, STAFF, ("POST",)),
        route(f"{event}/pairings", pairings, READERS),
        route(f"{event}/standings", standings, READERS),
    ]
