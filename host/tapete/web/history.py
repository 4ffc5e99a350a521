"""Look back: the board after any entry and the way back to it, and what every seat has now in full."""

from __future__ import annotations

from typing import Any, cast

from starlette.requests import Request
from starlette.responses import Response

from tapete.core.refusals import Refusal
from tapete.core.seats import Seat
from tapete.table import Table
from tapete.table.story import with_names
from tapete.web import hints, photographed, stand_ins, templating, turn_clocks
from tapete.web.entrance import Pages, hub_of, in_thread, match_asked
from tapete.web.errors import PageError
from tapete.web.view import MatchView
from tapete.web.visits import Visit

PAGES = Pages()


@PAGES.each("/at")
async def show(asked: Request) -> Response:
    """The board as it was after an entry, what happened there, and a way to every other one."""
    table, seat = await match_asked(asked)
    return await in_thread(moment, asked, table, seat, entry_asked(asked, table, "entry"))


def entry_asked(asked: Request, table: Table, name: str) -> int:
    """Read the number of an entry out of an address; left out, the newest.

    Raises:
        PageError: there is no such entry (404).
    """
    said = asked.query_params.get(name, str(table.seq))
    if not said.isdecimal() or len(said) > 9 or int(said) > table.seq:
        raise PageError(404, "no_such_entry")
    return int(said)


def moment(asked: Request, table: Table, seat: Seat | None, entry: int, refusals: tuple[Refusal, ...] = ()) -> Response:
    """The page of one moment.

    Args:
        asked: the request. table: the match. seat: whose own page; None: the whole table's.
        entry: after which one; 0: at the beginning. refusals: why one may not go back there.

    Raises:
        Illegal: the state is not known any more.
    """
    view = MatchView(table, Visit(asked).language, seat)
    state = table.after(entry)
    rules = with_names(table.rules, table.names, state)
    words = view.page.words_at(rules, state, rules.words)
    face = photographed.drawing(view.place, rules.game.name)
    wide = seat is None and not Visit(asked).by_phone
    context: dict[str, Any] = {
        "title": view.title,
        "place": view.place,
        "game": view.rules.game.name,
        "drawing": view.page.still(rules, state, view.language, words, seat=seat, wide=wide, face=face),
        "told": view.story.told_in(entry),
        "entry": entry,
        "seq": view.seq,
        "refused": refusals,
        "words": view.words,
    }
    return templating.page(asked, "at.html", 409 if refusals else 200, **context)


@PAGES.each("/seats")
async def seats(asked: Request) -> Response:
    """Everything that every seat has, in words and figures."""
    table, seat = await match_asked(asked)

    def work() -> Response:
        view = MatchView(table, Visit(asked).language)
        own = MatchView(table, view.language, seat).place
        boxes = [view.boxes.box(cast("Seat", one)) for one in sorted(view.state.seats, key=lambda one: one != seat)]
        context: dict[str, Any] = {
            "title": view.title,
            "place": own,
            "game": view.rules.game.name,
            "seats": boxes,
            "seat_names": view.names,
            "panel_numbers": hub_of(asked).panels_at(table),
            "turns": turn_clocks.choices(hub_of(asked), table, seat, view.language),
            "hints": hints.offered(hub_of(asked), table),
            **stand_ins.choices(hub_of(asked), table, seat, view.language),
        }
        return templating.page(asked, "seats.html", **context)

    return await in_thread(work)
