"""A season's pages: the list, the table with the arithmetic of each line, its files, and the final that it promotes to."""

from __future__ import annotations

import csv
import io
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tapete import games
from tapete.core import codec
from tapete.core.codec import malformed
from tapete.core.names import shown
from tapete.core.refusals import Illegal, RefereeError, Refusal
from tapete.core.texts import Text, _
from tapete.league import league_codes
from tapete.league.decisions import EnterEntrant
from tapete.league.season import SeasonLine, SeasonSettings
from tapete.league.server import entry_forms, server_codes
from tapete.league.server.access import READERS, league_of, route
from tapete.league.server.api import json
from tapete.league.server.errors import Denied, status_of
from tapete.league.server.exports import cell
from tapete.league.server.rendering import page
from tapete.league.server.shared import League
from tapete.league.store.links import Link, Role
from tapete.league.store.seasons import SeasonEvent, SeasonRow, SeasonStore
from tapete.league.tournament import Tournament, TournamentSettings
from tapete.web.entrance import fields, form_posted
from tapete.web.visits import Visit

STAFF: frozenset[Role] = frozenset({"organiser", "chain"})

USUAL = SeasonSettings(name="-")

UNKNOWN_TASK = _("no such task")
FORGOTTEN = _("(forgotten)")


def may_change(link: Link) -> bool:
    """Whether a link changes seasons: that of a whole shop, or of the chain."""
    return link.role in STAFF and link.event is None


def _staff(link: Link) -> None:
    if not may_change(link):
        raise Denied(403, server_codes.NOT_YOURS())


async def table_of(league: League, season: str) -> tuple[SeasonRow, tuple[SeasonEvent, ...], tuple[SeasonLine, ...], dict[str, str]]:
    """A season with its events, its table, and the names in it; places that an older server did not write are written first.

    Raises:
        Illegal: there is no such season.
    """
    store = SeasonStore(league.store.engine)
    row = await store.find(season)
    if not row.closed:
        for shop, event in await store.unwritten(season):
            await store.write(shop, event, await league.store.load(shop, event))
    lines = await store.table(season)
    return row, await store.events(season), lines, await store.names({line.person for line in lines})


async def promote(league: League, season: str, shop: str, event: str, settings: TournamentSettings, who: str) -> Tournament:
    """Begin the final with those who are promoted, the first of the table as the strongest.

    Raises:
        Illegal: nobody has a place yet, there is such an event, or the settings do not go together.
    """
    _row, _events, lines, names = await table_of(league, season)
    promoted = [line for line in lines if line.promoted and line.person in names]
    if not promoted:
        raise Illegal((league_codes.NOBODY_PROMOTED(),))
    made = await league.begin(shop, event, settings)
    for index, line in enumerate(promoted):
        await league.store.know(shop, line.person, names[line.person])
        made = await league.decide(shop, event, EnterEntrant(line.person, len(promoted) - index), who=who)
    return made


async def seasons(asked: Request, link: Link) -> Response:
    """All seasons, and the form of a new one."""
    return await _seasons(asked, link)


async def _seasons(asked: Request, link: Link, status: int = 200, refused: tuple[Refusal, ...] = ()) -> Response:
    league = league_of(asked)
    found = await SeasonStore(league.store.engine).seasons()
    relays = [
        (relay.address.server, relay.away, await relay.store.waiting(), await relay.store.refused())
        for relay in (league.relays if may_change(link) else ())
    ]
    staff = may_change(link)
    return page(asked, "league/seasons.html", status, seasons=found, staff=staff, relays=relays, usual=USUAL, refused=refused)


async def begin(asked: Request, link: Link) -> Response:
    """Begin a season out of the form."""
    _staff(link)
    posted = dict(fields(await form_posted(asked)))
    store = SeasonStore(league_of(asked).store.engine)
    try:
        settings = season_posted(posted)
        there = {row.season for row in await store.seasons()}
        wished = entry_forms.slug(posted.get("id", "").strip() or settings.name)
        season = next(name for name in (wished, *(f"{wished}-{n}" for n in range(2, len(there) + 3))) if name not in there)
        await store.begin(season, settings)
    except RefereeError as fault:
        return await _seasons(asked, link, status_of(fault), fault.refusals)
    return RedirectResponse(f"/seasons/{season}", 303)


def season_posted(posted: dict[str, str]) -> SeasonSettings:
    """The settings of a new season.

    Raises:
        Malformed: a field cannot be read.
    """
    given: dict[str, Any] = {"name": " ".join(posted.get("name", "").split())}
    if said := posted.get("points", "").replace(",", " ").split():
        given["points"] = [entry_forms.whole(word, "points") for word in said]
    for name in ("others", "best_of", "finalists"):
        if posted.get(name, "").strip():
            given[name] = entry_forms.whole(posted[name], name)
    return codec.convert(given, SeasonSettings)


async def season(asked: Request, link: Link) -> Response:
    """The table of a season."""
    return await _season(asked, link)


async def _season(asked: Request, link: Link, status: int = 200, refused: tuple[Refusal, ...] = ()) -> Response:
    league, name = league_of(asked), asked.path_params["season"]
    row, events, lines, names = await table_of(league, name)
    language = Visit(asked).language
    here = {(one.shop, one.event) for one in events}
    mine = [one for one in await league.store.events(link.shop) if (link.shop, one.event) not in here] if may_change(link) else []
    return page(
        asked,
        "league/season.html",
        status,
        row=row,
        place=f"/seasons/{name}",
        events=events,
        lines=[
            (line, shown(names.get(line.person, "")) or FORGOTTEN.in_(language), sum_of(row.settings, line).in_(language)) for line in lines
        ],
        staff=may_change(link),
        mine=mine,
        games=[(game.name, game.title.in_(language)) for word in games.names() if (game := games.find(word)) is not None],
        refused=refused,
    )


SUM = _("{sum} = {points} {points:point|points}")
BEST = _("{sum} = {points} {points:point|points}; the best {count} of {all} count")


def sum_of(settings: SeasonSettings, line: SeasonLine) -> Text:
    """How the points of a line add up, by hand."""
    counting = [f"{one.points}" for one in sorted(line.events, key=lambda one: -one.points) if one.counts]
    said = " + ".join(counting)
    if len(counting) == len(line.events):
        return SUM.fill(sum=said, points=line.points)
    return BEST.fill(sum=said, points=line.points, count=len(counting), all=len(line.events))


async def change(asked: Request, link: Link) -> Response:
    """Add an event of the own shop or take one out, close the season or open it again, begin the final."""
    _staff(link)
    posted = dict(fields(await form_posted(asked)))
    league, name = league_of(asked), asked.path_params["season"]
    store, task, event = SeasonStore(league.store.engine), posted.get("task", ""), posted.get("event", "")
    shop = posted.get("shop", link.shop) if link.role == "chain" else link.shop
    try:
        if task == "add":
            await store.add(name, shop, event, await league.store.load(shop, event))
        elif task == "remove":
            await store.remove(name, shop, event)
        elif task in ("close", "open"):
            await store.close(name, task == "close")
        elif task == "final":
            return RedirectResponse(f"/events/{link.shop}/{await _final(league, name, link, posted)}", 303)
        else:
            raise malformed(UNKNOWN_TASK, "task")
    except RefereeError as fault:
        return await _season(asked, link, status_of(fault), fault.refusals)
    return RedirectResponse(f"/seasons/{name}", 303)


async def _final(league: League, name: str, link: Link, posted: dict[str, str]) -> str:
    """Begin the final that a form describes. Return its id."""
    kept = entry_forms.settings_posted(
        {**{f"points.{word}": worth for word, worth in FINAL_POINTS.items()}, "system": "elimination", **posted}
    )
    there = {one.event for one in await league.store.events(link.shop)}
    wished = entry_forms.slug(kept.name)
    event = next(word for word in (wished, *(f"{wished}-{n}" for n in range(2, len(there) + 3))) if word not in there)
    await promote(league, name, link.shop, event, kept, link.label)
    return event


FINAL_POINTS = {"win": "3", "draw": "1", "loss": "0", "bye": "3", "absent": "0"}


def csv_of(events: tuple[SeasonEvent, ...], lines: tuple[SeasonLine, ...], names: dict[str, str]) -> str:
    """The table, one line a person; an event that does not count for it has a star."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\r\n")
    rows.writerow(["place", "name", "points", "wins", "promoted", *(cell(f"{one.shop}/{one.event}") for one in events)])
    for line in lines:
        mine = {(one.shop, one.event): f"{one.points}{'' if one.counts else '*'}" for one in line.events}
        head = [line.place, cell(names.get(line.person, "")), line.points, line.wins, "yes" if line.promoted else "no"]
        rows.writerow([*head, *(mine.get((one.shop, one.event), "") for one in events)])
    return written.getvalue()


async def as_csv(asked: Request, _link: Link) -> Response:
    """The table as CSV."""
    name = asked.path_params["season"]
    _row, events, lines, names = await table_of(league_of(asked), name)
    headers = {"content-disposition": f'attachment; filename="{name}.csv"'}
    return Response(csv_of(events, lines, names).encode("utf-8-sig"), media_type="text/csv; charset=utf-8", headers=headers)


async def as_json(asked: Request, _link: Link) -> Response:
    """The table for programs. A person's id stays here: the one who shows it is that person."""
    row, events, lines, names = await table_of(league_of(asked), asked.path_params["season"])
    return json(
        {
            "name": row.settings.name,
            "closed": row.closed,
            "events": [codec.builtins(one) for one in events],
            "table": [
                {
                    "place": line.place,
                    "name": names.get(line.person, ""),
                    "points": line.points,
                    "promoted": line.promoted,
                    "events": [{name: value for name, value in codec.builtins(one).items() if name != "person"} for one in line.events],
                }
                for line in lines
            ],
        }
    )


def routes() -> list[Route]:
    """The addresses of this module."""
    return [
        route("/seasons", seasons, READERS),
        route("/seasons", begin, STAFF, ("POST",)),
        route("/seasons/{season}", season, READERS),
        route("/seasons/{season}", change, STAFF, ("POST",)),
        route("/seasons/{season}/table.csv", as_csv, READERS),
        route("/v1/seasons/{season}", as_json, READERS),
    ]
