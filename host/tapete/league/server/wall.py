"""The wall: what everybody in the room looks at, a whole state each time. It is read from far away, needs no reload, and is never empty."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tapete.core.texts import Text, Words, _
from tapete.i18n import Language
from tapete.league import record
from tapete.league.brackets import rounds_due
from tapete.league.server import views
from tapete.league.server.access import READERS, league_of, place_of, route
from tapete.league.server.arrivals import guest_link
from tapete.league.server.organiser import outward
from tapete.league.server.sentences import named
from tapete.league.server.short_codes import short_code
from tapete.league.server.states import pairings_of, standings_of
from tapete.league.server.watching import Seen, message, see, stream
from tapete.league.store.links import Link
from tapete.league.tournament import Tournament, TournamentRound
from tapete.web.qr import symbol
from tapete.web.templating import fragment
from tapete.web.visits import Visit

SIZES = ((6, "small few"), (12, "small"), (40, "medium"))
"""Up to so many pairings a room is so large; beyond it is `large`."""

MOST_CROSSED = 14
"""Up to so many entrants the wall has a cross table in place of the standings."""

MOST_LINES = 200
"""Lines of the standings on a wall."""

DO: dict[str, Text] = {
    "soon": _("Welcome. Enter your name at the desk."),
    "between": _("Stay near: the next round is paired soon."),
    "find": _("Round {round}: find your table."),
    "play": _("Round {round}: play."),
    "paused": _("Round {round}: the clock is stopped. Wait."),
    "over_time": _("Round {round}: time is up. Finish your turn."),
    "turns": _("Round {round}: time is up. Finish this turn, then {turns} {turns:turn|turns} more."),
    "last": _("Round {round}: {missing} {missing:table plays|tables play} still."),
    "final": _("The event is over. Thank you for playing."),
}
"""What people do next, in the largest letters."""


def to_do(tournament: Tournament, one: TournamentRound | None, remaining_ms: int | None) -> tuple[str, Text]:
    """What everybody does next: its word, and the sentence."""
    if tournament.closed:
        word = "final"
    elif one is None:
        word = "soon"
    elif one.state == "closed":
        word = "between"
    elif one.state == "published":
        word = "find"
    elif one.paused_ms is not None:
        word = "paused"
    elif remaining_ms is not None and remaining_ms <= 0:
        word = "turns" if tournament.settings.turns else "over_time"
    else:
        word = "play"
    missing = sum(placed.open for placed in one.placed) if one else 0
    if word in ("play", "over_time") and one is not None and 0 < missing <= max(1, len(one.placed) // 4):
        word = "last"
    said = Words().say(DO[word], {"round": one.number if one else 0, "missing": missing, "turns": tournament.settings.turns})
    return ("over_time" if word == "turns" else word), said


def size_of(one: TournamentRound | None, entrants: int) -> str:
    """How large the room is, by its pairings."""
    count = len(one.placed) if one else -(-entrants // 2)
    return next((word for most, word in SIZES if count <= most), "large")


def shown(seen: Seen, language: Language, now_ms: int, place: str, door: tuple[str, str] = ("", "")) -> dict[str, Any]:
    """What the wall shows of an event, in one language.

    Args:
        place: the address of the event's pages. door: the address by which people ask to come in, and its four letters; empty: none.
    """
    tournament, names = seen.tournament, seen.names
    one = next((one for one in reversed(tournament.rounds) if one.counts), None)
    remaining = one.remaining_ms(now_ms, tournament.settings.round_ms) if one is not None and one.state == "running" else None
    word, sentence = to_do(tournament, one, remaining)
    return {
        "t": tournament,
        "record": record.shown(tournament.version, seen.head),
        "place": place,
        "language": language,
        "door": (symbol(door[0]), *door) if door[0] and word == "soon" else None,
        "came": [named(tournament, names, one.number) for one in tournament.entrants] if word == "soon" else [],
        "word": word,
        "sentence": sentence.in_(language),
        "size": size_of(one, len(tournament.entrants)),
        "due": rounds_due(tournament),
        "round": views.round_view(tournament, names, one, language, now_ms, {}, {}) if one is not None else None,
        "round_ms": tournament.settings.round_ms,
        "groups": [(name, lines[:MOST_LINES]) for name, lines in views.groups_of(tournament, names, language)],
        "cross": views.cross_view(tournament, names) if len(tournament.entrants) <= MOST_CROSSED else [],
        "leads": "" if (lead := views.leaders(tournament, names)) is None else lead.in_(language),
        "bracket": views.bracket_view(tournament, names, language),
    }


async def door_of(asked: Request) -> tuple[str, str]:
    """The address by which people ask to come in, and the four letters that stand for it."""
    league = league_of(asked)
    shop, event, _place = place_of(asked)
    if await league.store.mirrored(shop, event):
        return "", ""
    return f"{outward(asked)}/in/{await guest_link(league, shop, event)}", short_code(league, shop, event, "enter")


async def wall(asked: Request, _link: Link) -> Response:
    """The page, with the newest state in it: it is whole before its script runs."""
    league, visit = league_of(asked), Visit(asked)
    shop, event, place = place_of(asked)
    seen = await see(league, shop, event)
    state = shown(seen, visit.language, league.now_ms(), place, await door_of(asked))
    made = HTMLResponse(fragment("league/wall.html", state.pop("language"), visit=visit, **state))
    visit.remember(made)
    return made


async def wall_stream(asked: Request, link: Link) -> Response:
    """The wall's states as rendered parts of the page."""
    league, language = league_of(asked), Visit(asked).language
    _shop, _event, place = place_of(asked)
    door = await door_of(asked)

    def make(seen: Seen) -> bytes:
        state = shown(seen, language, league.now_ms(), place, door)
        html = fragment("league/wall_state.html", state.pop("language"), **state)
        return message("state", seen.tournament.version, {"html": str(html), "size": state["size"], "word": state["word"]})

    return await stream(asked, league, link, ("wall", language), make, moves=True)


async def wall_states(asked: Request, link: Link) -> Response:
    """The wall's states as data, for programs."""
    league = league_of(asked)

    def make(seen: Seen) -> bytes:
        body = {
            "name": seen.tournament.settings.name,
            **pairings_of(seen.tournament, seen.names, league.now_ms()),
            **standings_of(seen.tournament, seen.names),
        }
        return message("state", seen.tournament.version, body)

    return await stream(asked, league, link, "states", make, moves=True)


def routes() -> list[Route]:
    """The addresses of this module."""
    return [
        route("/events/{shop}/{event}/wall", wall, READERS),
        route("/events/{shop}/{event}/wall/stream", wall_stream, READERS),
        route("/v1/shops/{shop}/events/{event}/wall", wall_states, READERS),
    ]
