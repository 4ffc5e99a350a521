"""The boards of a round's matches, as everybody in the room may see them: played again from the lines that the tables sent.

A match that was looked at is kept played, so that its next line costs one step. Whatever a picture shows is public at the table too: lines
hold no bid before its reveal, and the board is that of the whole table.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tapete import cards
from tapete.core.codec import parse
from tapete.core.log import Entry
from tapete.core.match import Match
from tapete.core.refusals import RefereeError
from tapete.core.seats import Seat
from tapete.core.texts import Language
from tapete.league.brackets import rounds_due
from tapete.league.server import server_codes, views
from tapete.league.server.access import READERS, league_of, place_of, route
from tapete.league.server.errors import Denied
from tapete.league.server.rendering import page
from tapete.league.server.shared import League
from tapete.league.server.states import shown_round
from tapete.league.server.watching import Seen, see
from tapete.league.store.lines import LineStore
from tapete.league.store.links import Link
from tapete.league.store.proven import rules_of
from tapete.league.tournament import TournamentRound
from tapete.presentation import page_of, recap_picture
from tapete.presentation.recap import Recap, recap_of, weight
from tapete.table import Table, match_file
from tapete.table.story import with_names
from tapete.web import standalone
from tapete.web.templating import fragment
from tapete.web.visits import Visit

T = TypeVar("T")

MOST_KEPT = 64
"""Matches that are kept played; the one that was looked at longest ago makes room."""

MOST_CAPTIONS = 3
"""Sentences below a board."""

KEPT_S = 3_600
"""How long a browser keeps a picture, whose address says after which line."""


NOTHING_DRAWN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 170"><rect width="300" height="170" fill="#f4eee0"/></svg>\n'
"""The picture of a game that draws no board."""


class CannotShow(Exception):
    """The lines are no match by the rules and cards of this server."""


class PlayedMatch:
    """A match as far as its lines are here.

    Args:
        opening: its first line.

    Raises:
        CannotShow: its game or cards are not here.
    """

    def __init__(self, opening: str) -> None:
        try:
            header = parse(opening, match_file.Opening).header
            if header.catalogue and header.catalogue not in cards.names(header.game):  # by name alone, as for files
                raise CannotShow(header.catalogue)
            self.match: Match[Any] = match_file.opened(header, rules_of)
        except (msgspec.DecodeError, RefereeError) as fault:
            raise CannotShow(str(fault)) from fault
        self._recap: tuple[int, Mapping[Seat, str], Recap] | None = None

    @property
    def seq(self) -> int:
        """How many lines are played."""
        return self.match.log.seq

    def go_on(self, lines: tuple[str, ...]) -> None:
        """Play further lines.

        Raises:
            CannotShow: a line does not follow by these rules.
        """
        try:
            for line in lines:
                self.match.log.replay((parse(line, Entry),))
        except (msgspec.DecodeError, RefereeError) as fault:
            raise CannotShow(str(fault)) from fault

    def state(self, seq: int) -> Any:
        """The state after a line; the newest where there is no such line."""
        return self.match.log.after(seq) if 0 <= seq < self.seq else self.match.state

    def picture(self, language: Language, seq: int) -> str:
        """The board after a line, as a file of its own."""
        rules, state = self.match.rules, self.state(seq)
        drawing = page_of(rules.game.name)
        return standalone.picture(str(drawing.still(rules, state, language, drawing.words_at(rules, state, rules.words)))) or NOTHING_DRAWN

    def recap(self, names: Mapping[Seat, str]) -> Recap:
        """Its recap, its sentences with names."""
        if self._recap is None or self._recap[:2] != (self.seq, names):
            self._recap = self.seq, names, recap_of(Table(self.match, names=names))
        return self._recap[2]

    def decisive(self) -> int:
        """After which line it turned most; the newest where nothing turned it."""
        recap = self.recap({})
        found = [
            (weight(recap.moments[one.moment - 1], recap.moments[one.moment], recap.largest), one.seq)
            for one in recap.turning
            if one.moment
        ]
        return max(found)[1] if found else self.seq


class Boards:
    """The matches that one server keeps played; one is played at a time, away from the event loop.

    Args:
        lines: of the database.
    """

    def __init__(self, lines: LineStore) -> None:
        self._lines = lines
        self._kept: OrderedDict[tuple[str, str], PlayedMatch] = OrderedDict()
        self._playing = asyncio.Lock()

    async def look(self, shop: str, match: str, have: int, make: Callable[[PlayedMatch], T]) -> T:
        """Make something of a match as it stands.

        Args:
            shop, match: which. have: how many lines it has. make: called with it, on a thread.

        Raises:
            CannotShow: it cannot be played here.
        """
        async with self._playing:
            kept = self._kept.pop((shop, match), None)
            known = 0 if kept is None else kept.seq
            opening, lines = ("", ()) if kept is not None and known >= have else await self._lines.lines(shop, match, known)

            def work() -> tuple[PlayedMatch, T]:
                played = PlayedMatch(opening) if kept is None else kept
                played.go_on(lines)
                return played, make(played)

            self._kept[shop, match], made = await asyncio.to_thread(work)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            return made


def boards_of(league: League) -> Boards:
    """The boards of this server."""
    if league.boards is None:
        league.boards = Boards(LineStore(league.store.engine))
    found: Boards = league.boards
    return found


class LookedAt(Struct, frozen=True):
    """A table of the newest round that a person looks at: its match, empty while no line is here, and how many lines it has."""

    seen: Seen
    round: TournamentRound
    number: int
    match: str
    have: int

    def view(self, language: Language, now_ms: int) -> views.TableView:
        """The table as pages show it."""
        placed = self.round.placed[self.number - 1]
        return views.table_view(self.seen.tournament, self.seen.names, self.round, placed, language, now_ms, {}, {}, {})


async def looked_at(asked: Request) -> LookedAt:
    """The table that the address names.

    Raises:
        Denied: the newest round has none of that number (404).
    """
    league, said = league_of(asked), asked.path_params["table"]
    shop, event, _place = place_of(asked)
    seen = await see(league, shop, event)
    one = shown_round(seen.tournament)
    number = int(said) if said.isdecimal() and len(said) < 6 else 0
    if one is None or not 1 <= number <= len(one.placed) or one.placed[number - 1].pairing.kind != "match":
        raise Denied(404, server_codes.NOTHING_HERE())
    there = await LineStore(league.store.engine).at_tables(shop, event, one.number, one.attempt)
    return LookedAt(seen, one, number, *there.get(number, ("", 0)))


class WatchedMatch(Struct, frozen=True, kw_only=True):
    """What the page of a table shows of its match."""

    game: str
    headline: str
    figures: tuple[tuple[Seat, str, str], ...]
    captions: tuple[str, ...]
    turning: tuple[tuple[int, str], ...] = ()
    story: bool = False


def board_view(played: PlayedMatch, names: Mapping[Seat, str], language: Language) -> WatchedMatch:
    """A match in words; once it is over with the moments in which it turned."""
    rules, state = played.match.rules, played.match.state
    drawing, told = page_of(rules.game.name), with_names(rules, names)
    words = drawing.words_at(rules, state, rules.words)
    figures = [(seat, drawing.figures(rules, state, seat, language, words)) for seat in state.seats]
    sentences = [told.sentence(event).in_(language) for event in played.match.log.events(played.seq)] if played.seq else []
    recap = played.recap(names) if played.match.result is not None else None
    return WatchedMatch(
        game=rules.game.title.in_(language),
        headline=drawing.headline(rules, state, language),
        figures=tuple((seat, str(found.value), found.counter) for seat, found in figures),
        captions=tuple(sentences[-MOST_CAPTIONS:]),
        turning=tuple((one.seq, one.text.in_(language)) for one in recap.turning) if recap is not None else (),
        story=recap is not None and recap_picture.is_worth_it(recap),
    )


def names_of(table: views.TableView) -> dict[Seat, str]:
    """Who sits where."""
    return {one.seat: one.name for one in table.seats}


# ---- pages


async def table_page(asked: Request, _link: Link) -> Response:
    """A table's live board, its story once it is over. It loads itself anew when the table moves."""
    league, visit, at = league_of(asked), Visit(asked), await looked_at(asked)
    shop, _event, place = place_of(asked)
    table = at.view(visit.language, league.now_ms())
    shown: WatchedMatch | None = None
    if at.match:
        try:
            shown = await boards_of(league).look(
                shop, at.match, at.have, lambda played: board_view(played, names_of(table), visit.language)
            )
        except CannotShow:
            shown = None
    due = rounds_due(at.seen.tournament)
    context: dict[str, Any] = {"place": place, "t": at.seen.tournament, "due": due, "at": at, "table": table, "shown": shown}
    return page(asked, "league/table.html", **context)


async def moments_page(asked: Request, _link: Link) -> Response:
    """The decisive moment of each match of the newest round that is over."""
    league, visit = league_of(asked), Visit(asked)
    shop, event, place = place_of(asked)
    seen = await see(league, shop, event)
    one = shown_round(seen.tournament)
    there = {} if one is None else await LineStore(league.store.engine).at_tables(shop, event, one.number, one.attempt)
    over = [] if one is None else [placed for placed in one.placed if not placed.open and placed.number in there]
    tables = [
        (LookedAt(seen, one, placed.number, *there[placed.number]).view(visit.language, league.now_ms()), there[placed.number][1])
        for placed in over
        if one is not None
    ]
    context: dict[str, Any] = {"place": place, "t": seen.tournament, "round": one, "tables": tables}
    return page(asked, "league/moments.html", **context)


async def face(asked: Request, _link: Link) -> Response:
    """A table's board with its figures, as a part of the wall: what its page shows of the match, in small."""
    league, language, at = league_of(asked), Visit(asked).language, await looked_at(asked)
    shop, _event, place = place_of(asked)
    if not at.match:
        raise Denied(404, server_codes.NOTHING_HERE())
    try:
        shown = await boards_of(league).look(shop, at.match, at.have, lambda played: board_view(played, {}, language))
    except CannotShow:
        raise Denied(404, server_codes.NOTHING_HERE()) from None
    return HTMLResponse(fragment("league/face.html", language, place=place, at=at, shown=shown))


async def picture(asked: Request, _link: Link) -> Response:
    """A picture of a table's match: `board` (after the line `after`), `moment` (the decisive one) or `story` (its recap)."""
    league, language, at, which = league_of(asked), Visit(asked).language, await looked_at(asked), asked.path_params["which"]
    shop = asked.path_params["shop"]
    said = asked.query_params.get("after", "")
    after = int(said) if said.isdecimal() and len(said) < 8 else at.have

    def make(played: PlayedMatch) -> str:
        if which == "story":
            return str(recap_picture.draw(played.recap(names_of(at.view(language, league.now_ms()))), language, recap_picture.NARROW))
        return played.picture(language, played.decisive() if which == "moment" else after)

    if which not in ("board", "moment", "story") or not at.match:
        raise Denied(404, server_codes.NOTHING_HERE())
    try:
        drawn = await boards_of(league).look(shop, at.match, at.have, make)
    except CannotShow:
        raise Denied(404, server_codes.NOTHING_HERE()) from None
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": f"private, max-age={KEPT_S}"})


def routes() -> list[Route]:
    """The addresses of this module."""
    wall = "/events/{shop}/{event}/wall"
    return [
        route(f"{wall}/moments", moments_page, READERS),
        route(f"{wall}/tables/{{table}}", table_page, READERS),
        route(f"{wall}/tables/{{table}}/face", face, READERS),
        route(f"{wall}/tables/{{table}}/{{which}}.svg", picture, READERS),
    ]
