"""An event as files: the standings as CSV, everything as JSON, and TRF for programs that count tournaments of two."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tapete.core import codec
from tapete.core.refusals import Code, Illegal
from tapete.core.texts import _
from tapete.league.brackets import rounds_due
from tapete.league.server import sealed
from tapete.league.server.access import READERS, STAFF, league_of, place_of, route
from tapete.league.server.sentences import plain_name
from tapete.league.standings import standings
from tapete.league.store.links import Link
from tapete.league.tiebreaks import figure
from tapete.league.tournament import LeaguePoints, Placed, Tournament, TournamentRound

TRF_OF_TWO = Code("trf_of_two", "", _("TRF knows matches of two alone. Take CSV or JSON for this event."))

UNSAFE = frozenset("=+-@＝＋－＠\t\r")
"""What a spreadsheet takes for a formula at the beginning of a cell; some read the wide signs of Chinese and Japanese too."""


FIGURES = re.compile(r"[\d\s./:,-]+")
"""What a spreadsheet takes for a number, a date or an hour, also where it is a name."""


def cell(said: str) -> str:
    """A cell of text in CSV that no spreadsheet computes, or makes a date of."""
    return f"'{said}" if said[:1] in UNSAFE or FIGURES.fullmatch(said) else said


def csv_of(tournament: Tournament, names: Mapping[str, str]) -> str:
    """The standings, one line an entrant, with the value of every tie-break."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\r\n")
    rows.writerow(["place", "entrant", "name", "points", "penalty", "playing", "division", *tournament.settings.tiebreaks])
    unit = tournament.settings.unit
    for line in standings(tournament):
        one = tournament.entrants[line.entrant - 1]
        values = [figure(value.name, value.value, 2) for value in line.breaks]
        playing = "yes" if one.playing else "no"
        name = cell(plain_name(tournament, names, line.entrant))
        points, penalty = f"{line.points / unit:g}", f"{line.penalty / unit:g}"
        rows.writerow([line.place, line.entrant, name, points, penalty, playing, cell(one.division), *values])
    return written.getvalue()


def trf_of(tournament: Tournament, names: Mapping[str, str]) -> str:
    """The event in FIDE's Tournament Report File, as pairing programs and federations read it: UTF-8, the columns count.

    Rounds whose results are all known are in it. Where a win is worth two draws points are halved, so that a chess evening of 2-1-0 gives
    the scores of chess; other points have lines that say so (BBW and the like, which bbpPairings and JaVaFo's successors read).

    Raises:
        Illegal: more than two sit at a table.
    """
    settings = tournament.settings
    if settings.seats != 2 or settings.together:
        raise Illegal((TRF_OF_TWO(),))
    before = len(tournament.rounds) - len(tournament.cut_rounds)  # a bracket gives no points
    rounds = [one for one in tournament.rounds[:before] if one.counts and not any(placed.open for placed in one.placed)]
    scale = 2 if settings.points.win == 2 * settings.points.draw else 1
    days = [day(one.started_ms) for one in rounds if one.started_ms is not None]
    lines = [f"012 {settings.name}"]
    lines += [f"042 {days[0]}", f"052 {days[-1]}"] if days else []
    lines += [
        f"062 {len(tournament.entrants)}",
        f"072 {sum(one.strength > 0 for one in tournament.entrants)}",
        "092 " + SYSTEMS[settings.system],
    ]
    if len(days) == len(rounds) and days:
        lines.append("132" + " " * 88 + "".join(f"{one[2:]:>10}" for one in days))
    lines += [f"XXR {settings.rounds if settings.cut else rounds_due(tournament)}", *_worths(settings.points, scale)]
    places = {line.entrant: line.place for line in standings(tournament)}
    for one in tournament.entrants:
        met = [_met(_placed(round_, one.number), one.number) for round_ in rounds]
        points = sum(_points(tournament, _placed(round_, one.number), one.number) for round_ in rounds) / scale
        head = (
            f"001 {one.number:4d}      {plain_name(tournament, names, one.number)[:33]:<33} {one.strength or '':>4} {'':3} {'':11} {'':10} "
        )
        lines.append(head + f"{points:4.1f} {places[one.number]:4d}" + "".join(met))
    return "\r\n".join(lines) + "\r\n"


SYSTEMS = {
    "swiss": "Individual: Swiss-System",
    "round_robin": "Individual: Round-Robin",
    "elimination": "Individual: Knock-Out",
    "ladder": "Individual: Ladder",
}
"""How a report names the kind of an event."""


def day(at_ms: int) -> str:
    """A moment as the day that a report says."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y/%m/%d")


def _worths(points: LeaguePoints, scale: int) -> list[str]:
    """What results are worth, where it is not 1, a half and 0."""
    worth = {"BBW": points.win, "BBD": points.draw, "BBL": points.loss, "BBZ": points.absent, "BBF": points.loss, "BBU": points.bye}
    usual = {"BBW": 1.0, "BBD": 0.5, "BBL": 0.0, "BBZ": 0.0, "BBF": 0.0, "BBU": points.win / scale}
    return [f"{code} {value / scale:4.1f}" for code, value in worth.items() if value / scale != usual[code]]


def _placed(one: TournamentRound, entrant: int) -> Placed | None:
    """Where an entrant sat in a round; None: not there."""
    return next((placed for placed in one.placed if entrant in placed.pairing.entrants), None)


def _points(tournament: Tournament, placed: Placed | None, entrant: int) -> int:
    """What a round gave to an entrant; who was not there has what an absence is worth, as a report reckons."""
    got = None if placed is None else tournament.points_of(placed)
    return tournament.settings.points.absent if got is None else got[entrant]


def _met(placed: Placed | None, entrant: int) -> str:
    """Opponent, colour (who sits at A has white) and result of one round, in ten columns; a loss of both is a forfeit of both."""
    if placed is not None and placed.pairing.half:
        return "  0000 - H"
    if placed is None or placed.pairing.kind == "absent" or (placed.result is None and placed.pairing.kind == "match"):
        return "  0000 - Z"
    if placed.pairing.kind == "bye":
        return "  0000 - U"
    a, b = placed.pairing.entrants
    said = placed.result.word if placed.result is not None else ""
    won, forfeit = entrant in placed.winners(), said == "loss" or (placed.result is not None and placed.result.forfeit)
    word = "=" if said == "draw" else ("+" if won else "-") if forfeit else "1" if won else "0"
    return f"  {b if entrant == a else a:4d} {'w' if entrant == a else 'b'} {word}"


def _file(body: str | bytes, event: str, end: str, kind: str) -> Response:
    return Response(body, media_type=kind, headers={"content-disposition": f'attachment; filename="{event}.{end}"'})


async def as_csv(asked: Request, _link: Link) -> Response:
    """The standings as CSV."""
    league, (shop, event, _place) = league_of(asked), place_of(asked)
    body = csv_of(await league.store.load(shop, event), await league.store.names(shop))
    return _file(body.encode("utf-8-sig"), event, "csv", "text/csv; charset=utf-8")


async def as_json(asked: Request, _link: Link) -> Response:
    """Settings, log and standings, sealed: who has it can play the event again, and prove it (`tapete verify`)."""
    league, (shop, event, _place) = league_of(asked), place_of(asked)
    kept, names = await league.store.recorded(shop, event), await league.store.names(shop)
    body = sealed.written(shop, event, kept.settings, names, kept.log)
    return _file(codec.encode(sealed.sealed(body, league.secret)), event, "json", "application/json")


async def as_trf(asked: Request, _link: Link) -> Response:
    """The event as TRF."""
    league, (shop, event, _place) = league_of(asked), place_of(asked)
    return _file(
        trf_of(await league.store.load(shop, event), await league.store.names(shop)).encode(), event, "trf", "text/plain; charset=utf-8"
    )


def routes() -> list[Route]:
    """The addresses of this module."""
    event = "/events/{shop}/{event}"
    return [
        route(f"{event}/export.csv", as_csv, READERS),
        route(f"{event}/export.json", as_json, STAFF),
        route(f"{event}/export.trf", as_trf, READERS),
    ]
