"""An event as files: the standings as CSV, everything as JSON, and TRF for programs that count tournaments of two."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tapete.core import codec
from tapete.core.codec import builtins
from tapete.core.refusals import Code, Illegal
from tapete.core.texts import _
from tapete.league.brackets import rounds_due
from tapete.league.server.access import READERS, STAFF, league_of, place_of, route
from tapete.league.server.states import standings_of
from tapete.league.server.telling import plain_name
from tapete.league.standings import standings
from tapete.league.store.links import Link
from tapete.league.tiebreaks import shown
from tapete.league.tournament import Placed, Tournament

TRF_OF_TWO = Code("trf_of_two", "", _("TRF knows matches of two alone. Take CSV or JSON for this event."))

UNSAFE = frozenset("=+-@\t\r")
"""What a spreadsheet takes for a formula at the beginning of a cell."""


def cell(said: str) -> str:
    """A cell of CSV that no spreadsheet computes."""
    return f"'{said}" if said[:1] in UNSAFE else said


def csv_of(tournament: Tournament, names: Mapping[str, str]) -> str:
    """The standings, one line an entrant, with the value of every tie-break."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\r\n")
    rows.writerow(["place", "entrant", "name", "points", "penalty", "playing", *tournament.settings.tiebreaks])
    for line in standings(tournament):
        one = tournament.entrants[line.entrant - 1]
        values = [shown(value.value) for value in line.breaks]
        playing = "yes" if one.playing else "no"
        name = cell(plain_name(tournament, names, line.entrant))
        rows.writerow([line.place, line.entrant, name, line.points, line.penalty, playing, *values])
    return written.getvalue()


def trf_of(tournament: Tournament, names: Mapping[str, str]) -> str:
    """The event in FIDE's Tournament ResultReport File (TRF16): the columns count, so every name has its place.

    Raises:
        Illegal: more than two sit at a table.
    """
    if tournament.settings.seats != 2 or tournament.settings.together:
        raise Illegal((TRF_OF_TWO(),))
    lines = [f"012 {tournament.settings.name}", f"062 {len(tournament.entrants)}", f"092 {tournament.settings.system}"]
    lines.append(f"XXR {rounds_due(tournament)}")
    of = {line.entrant: line for line in standings(tournament)}
    for one in tournament.entrants:
        name = plain_name(tournament, names, one.number).encode("latin-1", "replace").decode("latin-1")
        head = f"001 {one.number:4d}      {name[:33]:<33} {one.strength or '':>4} {'':3} {'':11} {'':10} {of[one.number].points:4.1f} "
        head += f"{of[one.number].place:4d}"
        lines.append(head + "".join(_met(placed, one.number) for placed in _row(tournament, one.number)))
    return "\r\n".join(lines) + "\r\n"


def _row(tournament: Tournament, entrant: int) -> list[Placed | None]:
    """The pairing of an entrant in each round; None: not there."""
    rounds = [one for one in tournament.rounds if one.counts]
    return [next((placed for placed in one.placed if entrant in placed.pairing.entrants), None) for one in rounds]


def _met(placed: Placed | None, entrant: int) -> str:
    """Opponent, colour (who sits at A has white) and result of one round, in ten columns."""
    if placed is None or placed.pairing.kind == "absent":
        return "  0000 - Z"
    if placed.pairing.kind == "bye":
        return "  0000 - U"
    a, b = placed.pairing.entrants
    word = " "
    if not placed.open and placed.result is not None:
        word = "=" if placed.result.word == "draw" else "1" if entrant in placed.winners() else "0"
    return f"  {b if entrant == a else a:4d} {'w' if entrant == a else 'b'} {word}"


def _file(body: str | bytes, event: str, end: str, kind: str) -> Response:
    return Response(body, media_type=kind, headers={"content-disposition": f'attachment; filename="{event}.{end}"'})


async def as_csv(asked: Request, _link: Link) -> Response:
    """The standings as CSV."""
    league, (shop, event, _place) = league_of(asked), place_of(asked)
    body = csv_of(await league.store.load(shop, event), await league.store.names(shop))
    return _file(body.encode("utf-8-sig"), event, "csv", "text/csv; charset=utf-8")


async def as_json(asked: Request, _link: Link) -> Response:
    """Settings, log and standings: who has it can play the event again."""
    league, (shop, event, _place) = league_of(asked), place_of(asked)
    tournament, names = await league.store.load(shop, event), await league.store.names(shop)
    body = {
        "shop": shop,
        "event": event,
        "settings": builtins(tournament.settings),
        "names": {one.person: names.get(one.person, "") for one in tournament.entrants},
        "log": [builtins(entry) for entry in await league.store.log(shop, event)],
        **standings_of(tournament, names),
    }
    return _file(codec.encode(body), event, "json", "application/json")


async def as_trf(asked: Request, _link: Link) -> Response:
    """The event as TRF."""
    league, (shop, event, _place) = league_of(asked), place_of(asked)
    return _file(trf_of(await league.store.load(shop, event), await league.store.names(shop)).encode("latin-1"), event, "trf", "text/plain")


def routes() -> list[Route]:
    """The addresses of this module."""
    event = "/events/{shop}/{event}"
    return [
        route(f"{event}/export.csv", as_csv, READERS),
        route(f"{event}/export.json", as_json, STAFF),
        route(f"{event}/export.trf", as_trf, READERS),
    ]
