"""Paper for a round and for the room: a ticket for each table, to print and cut, and a sign to be put on each table."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tapete.core.refusals import Illegal
from tapete.core.seats import SEATS, Seat
from tapete.league import league_codes
from tapete.league.protocol import PairingKey, Ticket, write_ticket
from tapete.league.server import entry_forms, views
from tapete.league.server.access import ORGANISER, READERS, league_of, place_of, player_links, route
from tapete.league.server.organiser import outward
from tapete.league.server.rendering import page
from tapete.league.server.sentences import named
from tapete.league.server.shared import League
from tapete.league.server.short_codes import slip_code, table_codes
from tapete.league.server.watching import see
from tapete.league.store.hosts import current
from tapete.league.store.links import Link
from tapete.league.tournament import Tournament, TournamentRound, TournamentSettings
from tapete.web.qr import symbol
from tapete.web.visits import Visit

MOST_SIGNS = 200
"""Signs on one page."""


class SeatOnPaper(Struct, frozen=True):
    """Who sits where, with the code of the own page."""

    seat: Seat
    entrant: int
    name: str
    code: Any
    letters: str = ""


class PaperTicket(Struct, frozen=True):
    """The ticket of a table. A bye has no table.

    Args:
        code: a picture of `words`, which begin its match at a computer without network. letters: the same where there is one.
    """

    table: int
    seats: tuple[SeatOnPaper, ...]
    code: Any = None
    letters: str = ""
    words: str = ""


def _own(league: League, outside: str, key: str) -> tuple[Any, str]:
    """The code of an own page as a picture, and in letters."""
    return symbol(f"{outside}/in/{key}"), slip_code(league, key)


async def tickets(asked: Request, _link: Link) -> Response:
    """The tickets of a round, a table each."""
    league = league_of(asked)
    shop, event, place = place_of(asked)
    seen = await see(league, shop, event)
    tournament, number = seen.tournament, int(asked.path_params["round"])
    if not 1 <= number <= len(tournament.rounds):
        raise Illegal((league_codes.NO_SUCH_ROUND(round=number),))
    one = tournament.rounds[number - 1]
    if not one.counts:
        raise Illegal((league_codes.ROUND_IS(round=number, state=league_codes.STATES[one.state]),))
    sit = [entrant for placed in one.placed if placed.pairing.kind != "absent" for entrant in placed.pairing.entrants]
    keys = await player_links(league, shop, event, sit)
    outside, shown, letters = outward(asked), [], table_codes(league, shop, event, one)
    for placed in one.placed:
        who = placed.pairing.entrants
        if placed.pairing.kind == "absent":
            continue
        seats = tuple(
            SeatOnPaper(seat, entrant, named(tournament, seen.names, entrant), *_own(league, outside, keys[entrant]))
            for seat, entrant in zip(SEATS, who, strict=False)
        )
        if placed.pairing.kind == "bye":
            shown.append(PaperTicket(0, seats))
            continue
        if tournament.settings.game == entry_forms.OTHER_GAME:
            shown.append(PaperTicket(placed.number, seats, letters=letters[placed.number]))
            continue
        words = words_of(league, shop, event, tournament.settings, one, placed.number)
        shown.append(PaperTicket(placed.number, seats, symbol(words), letters[placed.number], words))
    return page(
        asked, "league/tickets.html", t=tournament, place=place, number=number, tickets=shown, at=f"{outside.partition('://')[2]}/code"
    )


def words_of(league: League, shop: str, event: str, settings: TournamentSettings, one: TournamentRound, table: int) -> str:
    """The words of the ticket of a table of a round."""
    key = PairingKey(event, one.number, one.attempt, table)
    ticket = Ticket(shop, key, len(one.placed[table - 1].pairing.entrants), settings.game, settings.options)
    return write_ticket(league.secret, ticket)


async def lists(asked: Request, link: Link) -> Response:
    """The pairings of a round on paper: by name, and by table."""
    league, language = league_of(asked), Visit(asked).language
    shop, event, place = place_of(asked)
    seen = await see(league, shop, event)
    number = int(asked.path_params["round"])
    one = next((one for one in seen.tournament.rounds if one.number == number and one.counts), None)
    if one is None:
        raise Illegal((league_codes.NO_SUCH_ROUND(round=number),))
    shown = views.round_view(seen.tournament, seen.names, one, language, league.now_ms(), {}, {})
    home = {"organiser": place, "judge": f"{place}/judge", "player": f"{place}/player"}.get(link.role, f"{place}/wall")
    return page(asked, "league/pairings.html", t=seen.tournament, place=place, home=home, round=shown)


async def signs(asked: Request, _link: Link) -> Response:
    """A sign for each table of the room."""
    league = league_of(asked)
    shop, event, place = place_of(asked)
    tournament = await league.store.load(shop, event)
    wished = asked.query_params.get("tables", "")
    count = min(entry_forms.whole(wished, "tables"), MOST_SIGNS) if wished else tables_needed(tournament)
    outside = outward(asked)
    shown = [(number, symbol(f"{outside}{place}/at/{number}")) for number in range(1, count + 1)]
    return page(asked, "league/signs.html", t=tournament, place=place, signs=shown, most=MOST_SIGNS)


def tables_needed(tournament: Tournament) -> int:
    """How many tables the room needs: those of the newest round, before it as many as all who play fill."""
    if tournament.rounds:
        return sum(placed.pairing.kind == "match" for placed in tournament.rounds[-1].placed)
    return -(-len(tournament.playing()) // tournament.settings.seats)


async def at_table(asked: Request, link: Link) -> Response:
    """Lead the one who scans the sign of a table to the own page: a player to the own seat, staff to what is known of the table."""
    league, number = league_of(asked), int(asked.path_params["table"])
    shop, event, place = place_of(asked)
    one = current(await league.store.load(shop, event))
    if link.role == "player":
        return RedirectResponse(f"{place}/player?at={number}", 303)
    if link.role in ("organiser", "judge"):
        there = one is not None and any(placed.number == number and placed.pairing.kind == "match" for placed in one.placed)
        home = place if link.role == "organiser" else f"{place}/judge"
        return RedirectResponse(f"{place}/rounds/{one.number}/tables/{number}" if one is not None and there else home, 303)
    return RedirectResponse(f"{place}/wall", 303)


def routes() -> list[Route]:
    """The addresses of this module."""
    event = "/events/{shop}/{event}"
    return [
        route(f"{event}/rounds/{{round:int}}/tickets", tickets, ORGANISER),
        route(f"{event}/rounds/{{round:int}}/list", lists, READERS),
        route(f"{event}/signs", signs, ORGANISER),
        route(f"{event}/at/{{table:int}}", at_table, READERS),
    ]
