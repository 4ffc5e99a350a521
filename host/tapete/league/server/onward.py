"""From one round to the next by one button: close it, pair the next one, publish it; after the last round close the event.

What comes of it is seen before, and all of it is judged before any of it is decided.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tapete.core.refusals import Illegal, RefereeError, Refusal, Stale
from tapete.league import league_codes
from tapete.league.brackets import round_title, rounds_due
from tapete.league.deciding import decide
from tapete.league.decisions import AnyDecision, CloseRound, CloseTournament, PairRound, PublishRound, StartRound
from tapete.league.pairing import propose
from tapete.league.server import entry_forms, views
from tapete.league.server.access import ORGANISER, league_of, place_of, route
from tapete.league.server.errors import status_of
from tapete.league.server.rendering import page
from tapete.league.server.sentences import named
from tapete.league.server.watching import see
from tapete.league.store.links import Link
from tapete.league.tournament import Tournament
from tapete.web.entrance import fields, form_posted
from tapete.web.visits import Visit


def steps_of(tournament: Tournament, posted: Mapping[str, str], why: str) -> tuple[list[AnyDecision], Refusal | None]:
    """What one press decides, in its order, and why the round needs rematches (None: it needs none).

    Args:
        tournament: as it stands. posted: pairs by hand, if there are any, and whether the clock starts. why: the reason.

    Raises:
        Illegal: some of it cannot be decided; nothing is.
    """
    steps: list[AnyDecision] = []
    now, needs = tournament, None

    def take(what: AnyDecision, reason: str = why) -> None:
        nonlocal now
        now, _entry = decide(now, what, who="", at_ms=0, why=reason)
        steps.append(what)

    if now.rounds and now.rounds[-1].state in ("published", "running"):
        take(CloseRound(now.rounds[-1].number))
    if now.rounds and len(now.rounds) >= rounds_due(now):
        take(CloseTournament())
        return steps, None
    proposed = propose(now)
    what, needs = proposed.what, proposed.refusal
    if "pairings" in posted:
        what, needs = replace(what, pairings=entry_forms.pairs_typed(posted["pairings"]), repeats=posted.get("repeats") == "yes"), None
    take(what, why or ("…" if not posted.get("go") else ""))
    take(PublishRound(what.round))
    if posted.get("go") == "start":
        take(StartRound(what.round))
    return steps, needs


async def onward(asked: Request, link: Link) -> Response:
    """Show what the press would do, or do it (`go`)."""
    posted = dict(fields(await form_posted(asked)))
    league = league_of(asked)
    shop, event, place = place_of(asked)
    why = posted.get("why", "").strip()[:500]
    tournament = await league.store.load(shop, event)
    try:
        steps, needs = steps_of(tournament, posted, why)
        if posted.get("go") in ("do", "start"):
            expected = entry_forms.whole(posted.get("expected_version", ""), "expected_version")
            for what in steps:
                after = await league.decide(shop, event, what, who=link.label, why=why, expected=expected)
                expected = after.version
            return RedirectResponse(place, 303)
    except (Illegal, Stale) as fault:
        return await _shown(asked, posted, status_of(fault), fault)
    return await _shown(asked, posted, steps=steps, needs=needs)


async def _shown(
    asked: Request,
    posted: Mapping[str, str],
    status: int = 200,
    fault: RefereeError | None = None,
    steps: list[AnyDecision] | None = None,
    needs: Refusal | None = None,
) -> Response:
    """What would be decided, with the pairs and the buttons; after a refusal what was typed stays."""
    league, language = league_of(asked), Visit(asked).language
    shop, event, place = place_of(asked)
    seen = await see(league, shop, event)
    tournament, names = seen.tournament, seen.names
    refused = [] if fault is None else list(fault.refusals)
    if steps is None and not any(one.of is league_codes.RESULTS_MISSING for one in refused):
        try:
            steps, needs = steps_of(tournament, {}, "…")
        except RefereeError:
            steps = None
    pair = next((what for what in steps or () if isinstance(what, PairRound)), None)
    closing = next((what.round for what in steps or () if isinstance(what, CloseRound)), None)
    tables: list[Any] = []
    if pair is not None:
        tables = [("half" if one.half else one.kind, [(n, named(tournament, names, n)) for n in one.entrants]) for one in pair.pairings]
    return page(
        asked,
        "league/onward.html",
        status,
        place=place,
        version=tournament.version,
        name=tournament.settings.name,
        possible=steps is not None,
        closes=round_title(tournament, closing).in_(language) if closing else "",
        pairs=(posted.get("pairings") or entry_forms.pairs_shown(pair.pairings)) if pair is not None else None,
        opens=round_title(tournament, pair.round).in_(language) if pair is not None else "",
        over=any(isinstance(what, CloseTournament) for what in steps or ()),
        first=views.groups_of(tournament, names, language) if pair is None else [],
        clock=bool(tournament.settings.round_ms),
        tables=tables,
        repeats=posted.get("repeats") == "yes" or (pair is not None and pair.repeats),
        why=posted.get("why", ""),
        refused=[*refused, *([needs] if needs is not None and fault is None else [])],
        reason=pair is not None and pair.repeats,
    )


def routes() -> list[Route]:
    """The addresses of this module."""
    return [route("/events/{shop}/{event}/onward", onward, ORGANISER, ("POST",))]
