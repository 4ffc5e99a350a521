"""The interface for programs under `/v1`: decide, and read pairings and standings as JSON."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tapete.core import codec, names
from tapete.core.refusals import Illegal
from tapete.league.deciding import Why, judge
from tapete.league.decisions import (
    AnyDecision,
    Deciding,
    DropEntrant,
    EnterEntrant,
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
from tapete.league.protocol import Id
from tapete.league.server import entry_forms, server_codes
from tapete.league.server.access import ORGANISER, READERS, STAFF, league_of, route
from tapete.league.server.entering import enter_one
from tapete.league.server.errors import Denied
from tapete.league.server.states import pairings_of, standings_of
from tapete.league.store.links import Link
from tapete.league.tournament import TournamentSettings
from tapete.web.errors import PageError

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
        raise Denied(403, server_codes.NOT_YOURS())


def json(value: Any, status: int = 200) -> Response:
    """Plain data as an answer."""
    return Response(codec.encode(value), status, media_type="application/json")


async def body_of(asked: Request) -> dict[str, Any]:
    """The JSON object of a request.

    Raises:
        PageError: another type (415). Malformed: no object.
    """
    if asked.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise PageError(415, "wrong_type")
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


class NewEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """An event to be begun: its id in addresses, and its settings. A seed that nobody can guess decides what chance decides."""

    event: Id
    settings: TournamentSettings


class NewEntrant(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A name to be entered; once a round is paired with the reason."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    strength: Annotated[int, Meta(ge=0, le=10_000)] = 0
    division: Annotated[str, Meta(max_length=24)] = ""
    why: Why = ""


async def begin(asked: Request, link: Link) -> Response:
    """Begin an event: `{"event": "friday", "settings": {"name": "Friday", "game": "other", "seed": "…"}}`."""
    if link.event is not None:
        raise Denied(403, server_codes.NOT_YOURS())
    given: NewEvent = codec.convert(await body_of(asked), NewEvent)
    entry_forms.check_game(given.settings)
    tournament = await league_of(asked).begin(link.shop, given.event, given.settings)
    return json({"ok": True, "event": given.event, "version": tournament.version})


async def enter(asked: Request, link: Link) -> Response:
    """Enter a name: `{"name": "Ana", "strength": 1200}`."""
    given: NewEntrant = codec.convert(await body_of(asked), NewEntrant)
    league, shop, event = league_of(asked), asked.path_params["shop"], asked.path_params["event"]
    tournament, known = await league.store.load(shop, event), await league.store.names(shop)
    one = entry_forms.Named(names.tidy(given.name), given.strength, entry_forms.new_person(), given.division)
    wrong = names.fault(one.name) or next(names.doubles([one.name], [known.get(each.person, "") for each in tournament.entrants]), None)
    wrong = wrong or next(iter(judge(tournament, EnterEntrant(one.person, one.strength, one.division), given.why)), None)
    wrong = wrong or await enter_one(league, shop, event, one, link.label, given.why)
    if wrong is not None:
        raise Illegal((wrong,))
    after = await league.store.load(shop, event)
    number = next(each.number for each in after.entrants if each.person == one.person)
    return json({"ok": True, "version": after.version, "entrant": number})


async def events(asked: Request, link: Link) -> Response:
    """The events of a shop that this key opens."""
    found = [one for one in await league_of(asked).store.events(link.shop) if link.event in (None, one.event)]
    lines = [{"event": one.event, "name": one.settings.name, "closed": one.closed, "version": one.version} for one in found]
    return json({"events": lines})


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
        route("/v1/shops/{shop}/events", begin, ORGANISER, ("POST",)),
        route("/v1/shops/{shop}/events", events, READERS),
        route(f"{event}/entrants", enter, ORGANISER, ("POST",)),
        route(f"{event}/decisions", decide, STAFF, ("POST",)),
        route(f"{event}/pairings", pairings, READERS),
        route(f"{event}/standings", standings, READERS),
    ]
