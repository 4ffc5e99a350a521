"""A player's own page, by the code on the slip: table and seat, what came of the match, a judge, a drop; and the slips themselves."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tapete.core.refusals import Code, Illegal
from tapete.core.texts import _
from tapete.league import league_codes, record
from tapete.league.decisions import DropEntrant, SetResult
from tapete.league.ladder import challenged_by, rule
from tapete.league.matters import PlayersWord, words_of
from tapete.league.results import result_faults
from tapete.league.server import entry_forms, views
from tapete.league.server.access import ORGANISER, READERS, league_of, place_of, player_links, route
from tapete.league.server.arrivals import entrant_of, waits
from tapete.league.server.organiser import news, outward
from tapete.league.server.rendering import page
from tapete.league.server.sentences import named
from tapete.league.server.shared import League
from tapete.league.server.short_codes import slip_code
from tapete.league.server.watching import see
from tapete.league.store import said
from tapete.league.store.links import Link, Role
from tapete.league.store.said import Sits
from tapete.league.tournament import Placed, Tournament, TournamentRound
from tapete.web.entrance import fields, form_posted
from tapete.web.qr import symbol
from tapete.web.visits import Visit

PLAYER: frozenset[Role] = frozenset({"player"})

NO_MATCH_NOW = Code("no_match_now", "", _("You have no match without a result now. A judge can correct one that has a result."))
NO_SEAT_NOW = Code("no_seat_now", "", _("You have no open match at a table now. This page shows your table once the round is published."))
OWN_WISH = _("the player's own wish")


def seat_now(tournament: Tournament, entrant: int) -> tuple[TournamentRound, Placed] | None:
    """The newest published pairing of an entrant; None: there is none."""
    last = next((one for one in reversed(tournament.rounds) if one.counts), None)
    if last is None:
        return None
    return next(((last, placed) for placed in last.placed if entrant in placed.pairing.entrants), None)


async def player_page(asked: Request, link: Link) -> Response:
    """The page of one entrant."""
    league, language = league_of(asked), Visit(asked).language
    shop, event, place = place_of(asked)
    seen = await see(league, shop, event)
    tournament, names = seen.tournament, seen.names
    me = entrant_of(tournament, link)
    one = tournament.entrant(me)
    if one is None and link.entrant is None:
        if waits(tournament, link):
            return page(asked, "league/waits.html", t=tournament, place=place, mark=seen.sign)
        return page(asked, "league/door.html", t=tournament, place=place, refused=[], name="")
    if one is None:
        raise Illegal((league_codes.UNKNOWN_ENTRANT(entrant=me),))
    now = seat_now(tournament, me)
    reports = words_of(tournament, seen.reports)
    shown = views.round_view(tournament, names, now[0], language, league.now_ms(), reports, seen.calls, seen.seated) if now else None
    table = next((table for table in shown.tables if now and table.number == now[1].number), None) if shown else None
    groups = views.groups_of(tournament, names, language)
    ladder = tournament.settings.system == "ladder"
    return page(
        asked,
        "league/player.html",
        t=tournament,
        place=place,
        home=f"{place}/player",
        me=one,
        name=named(tournament, names, me),
        round=shown,
        table=table,
        mine=next((seat for seat in table.seats if seat.entrant == me), None) if table else None,
        mine_said=reports.get((now[0].number, now[0].attempt, me)) if now else None,
        sits=next((word.says for word in seen.seated if now and _is_of(word, now[0], me)), ""),
        rule=rule(tournament).in_(language) if ladder else "",
        may_challenge=[named(tournament, names, one) for one in challenged_by(tournament, me)] if ladder else [],
        at=int(at) if (at := asked.query_params.get("at", "")).isascii() and at.isdecimal() and len(at) < 5 else 0,
        called=me in seen.calls,
        line=next((line for _name, lines in groups for line in lines if line.entrant == me), None),
        bracket=views.bracket_view(tournament, names, language),
        points=views.points_sum(tournament, names, me, language),
        mark=seen.sign,
    )


async def say_result(asked: Request, link: Link) -> Response:
    """Keep what a player says came of the match; once all at the table say the same it is the result."""
    posted = dict(fields(await form_posted(asked)))
    league = league_of(asked)
    shop, event, place = place_of(asked)
    await _say(league, shop, event, link, posted.get("result", ""))
    return RedirectResponse(f"{place}/player", 303)


async def _say(league: League, shop: str, event: str, link: Link, word: str) -> None:
    tournament = await league.store.load(shop, event)
    me = entrant_of(tournament, link)
    now = seat_now(tournament, me)
    if now is None or not now[1].open or now[1].result is not None or tournament.closed:
        raise Illegal((NO_MATCH_NOW(),))
    one, placed = now
    if found := tuple(result_faults(tournament, one.number, placed, word)):
        raise Illegal(found)
    engine = league.store.engine
    await said.report(engine, shop, event, PlayersWord(one.number, one.attempt, me, word, league.now_ms()))
    words = words_of(tournament, await said.reports(engine, shop, event))
    places = ((one.number, one.attempt, entrant) for entrant in placed.pairing.entrants)
    everybody = {place: words[place] for place in places if place in words}
    if len(everybody) == len(placed.pairing.entrants) and set(everybody.values()) == {word}:
        what = SetResult(one.number, placed.number, word, "players")
        await league.decide(shop, event, what, who=f"player {me}", expected=tournament.version)
    elif len(set(everybody.values())) > 1:  # they disagree
        await said.call_judge(engine, shop, event, me, league.now_ms())
    league.notify(shop, event)


def _is_of(word: Sits, one: TournamentRound, entrant: int) -> bool:
    return (word.round, word.attempt, word.entrant) == (one.number, one.attempt, entrant)


async def sit(asked: Request, link: Link) -> Response:
    """Keep that a player sits where the round has them, or that another person sits there; then staff are called."""
    posted = dict(fields(await form_posted(asked)))
    league = league_of(asked)
    shop, event, place = place_of(asked)
    tournament = await league.store.load(shop, event)
    me = entrant_of(tournament, link)
    now = seat_now(tournament, me)
    if now is None or now[1].pairing.kind != "match" or not now[1].open or tournament.closed:
        raise Illegal((NO_SEAT_NOW(),))
    engine, other = league.store.engine, posted.get("sits") == "other"
    await said.sit(engine, shop, event, Sits(now[0].number, now[0].attempt, me, "other" if other else "here"), league.now_ms())
    if other:
        await said.call_judge(engine, shop, event, me, league.now_ms())
    league.notify(shop, event)
    return RedirectResponse(f"{place}/player", 303)


async def _posted(asked: Request, link: Link) -> tuple[League, str, str, str, int]:
    """Read a form without fields; return the league, shop, event, the event's address, and the player's number (0: not entered yet)."""
    await form_posted(asked)
    league = league_of(asked)
    shop, event, place = place_of(asked)
    return league, shop, event, place, entrant_of(await league.store.load(shop, event), link)


async def call(asked: Request, link: Link) -> Response:
    """Call a judge to the table."""
    league, shop, event, place, me = await _posted(asked, link)
    if not me:
        raise Illegal((NO_SEAT_NOW(),))
    await said.call_judge(league.store.engine, shop, event, me, league.now_ms())
    league.notify(shop, event)
    return RedirectResponse(f"{place}/player", 303)


async def drop(asked: Request, link: Link) -> Response:
    """Drop from the next round on, by the player's own wish."""
    league, shop, event, place, me = await _posted(asked, link)
    await league.decide(shop, event, DropEntrant(me or 1_000_000), who=f"player {me}", why=OWN_WISH.in_(Visit(asked).language))
    return RedirectResponse(f"{place}/player", 303)


async def standings_page(asked: Request, link: Link) -> Response:
    """The standings with the sums behind them; the final places once the event is closed. Also for paper."""
    league, language = league_of(asked), Visit(asked).language
    shop, event, place = place_of(asked)
    seen = await see(league, shop, event)
    home = {"organiser": place, "judge": f"{place}/judge", "player": f"{place}/player"}.get(link.role, f"{place}/wall")
    groups = views.groups_of(seen.tournament, seen.names, language)
    return page(
        asked,
        "league/standings.html",
        t=seen.tournament,
        place=place,
        home=home,
        groups=groups,
        cross=views.cross_view(seen.tournament, seen.names),
        bracket=views.bracket_view(seen.tournament, seen.names, language),
        sums={one.number: views.points_sum(seen.tournament, seen.names, one.number, language) for one in seen.tournament.entrants},
    )


async def slips(asked: Request, _link: Link) -> Response:
    """A slip for each entrant to print and cut: name, number, table, and the code of the own page."""
    league = league_of(asked)
    shop, event, place = place_of(asked)
    seen = await see(league, shop, event)
    tournament, names = seen.tournament, seen.names
    playing = [one for one in tournament.entrants if one.playing]
    keys = await player_links(league, shop, event, [one.number for one in playing])
    shown = []
    for one in playing:
        address = f"{outward(asked)}/in/{keys[one.number]}"
        now = seat_now(tournament, one.number)
        where = (now[0].number, now[1].number, now[1].seat_of(one.number)) if now and now[1].pairing.kind == "match" else None
        shown.append((one, named(tournament, names, one.number), address, symbol(address), where, slip_code(league, keys[one.number])))
    return page(
        asked,
        "league/slips.html",
        t=tournament,
        place=place,
        slips=shown,
        at=f"{outward(asked).partition('://')[2]}/code",
        person_code=entry_forms.PERSON,
        record=record.shown(tournament.version, seen.head),
    )


def routes() -> list[Route]:
    """The addresses of this module."""
    event = "/events/{shop}/{event}"
    return [
        route(f"{event}/player", player_page, PLAYER),
        route(f"{event}/player/news", news, PLAYER),
        route(f"{event}/player/result", say_result, PLAYER, ("POST",)),
        route(f"{event}/player/sit", sit, PLAYER, ("POST",)),
        route(f"{event}/player/call", call, PLAYER, ("POST",)),
        route(f"{event}/player/drop", drop, PLAYER, ("POST",)),
        route(f"{event}/standings", standings_page, READERS),
        route(f"{event}/slips", slips, ORGANISER),
    ]
