"""Phones that come to their seats: the codes of a match, a new key for a seat, and the door to the room's network."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from tapete.core.refusals import Illegal, Refusal
from tapete.core.seats import Seat
from tapete.table import Table
from tapete.web import joining, live, templating
from tapete.web.entrance import Pages, form_posted, hub_of, in_thread, match_asked, phones_address, wants_json, word
from tapete.web.errors import PageError
from tapete.web.keys import is_here
from tapete.web.match_pages import page_cache
from tapete.web.qr import symbol
from tapete.web.root import under
from tapete.web.templating import keys_of
from tapete.web.view import MatchView
from tapete.web.visits import Visit

PAGES = Pages()


def may_open(asked: Request) -> bool:
    """Say whether this visitor may let phones in: at this computer, while none are let in."""
    return asked.app.state.let_phones_in is not None and not keys_of(asked).reached and is_here(asked)


def may_shut(asked: Request) -> bool:
    """Say whether this visitor may shut phones out: at this computer, while they are let in by its button."""
    return asked.app.state.let_phones_in is not None and keys_of(asked).reached and is_here(asked)


def codes_page(match: str) -> str:
    """Where the codes of a match are."""
    return under(f"/join/{match}")


@PAGES.at("/join/{match}", "table")
async def join(asked: Request) -> Response:
    """The QR codes that bring phones to their seats; where no phone can come, how to let them in."""
    table, _seat = await match_asked(asked)
    return await in_thread(_join, asked, table, ())


def _join(asked: Request, table: Table, refused: tuple[Refusal, ...]) -> Response:
    keys, view, base = keys_of(asked), MatchView(table, Visit(asked).language), phones_address(asked)
    seats: list[tuple[Seat, str, str]] = []
    for seat in view.state.seats:
        address = f"{base}/match/{table.id}/seat/{seat}?token={keys.seat(table.id, seat)}" if base is not None else ""
        seats.append((seat, address, symbol(address) if address else ""))
    code = joining.codes_of(asked).of(table.id) if base is not None else ""
    home = f"{base}/join?code={code}"
    return templating.page(
        asked,
        "join.html",
        409 if refused else 200,
        secrets=[code],
        place=view.place,
        codes=codes_page(table.id),
        match_id=table.id,
        game=table.rules.game.name,
        seats=seats,
        seat_names=view.names,
        reached=base is not None,
        may_open=may_open(asked),
        may_shut=may_shut(asked),
        refused=refused,
        title=table.rules.game.title.in_(Visit(asked).language),
        code=code,
        home=symbol(home) if code else "",
        typed=(base or "").removeprefix("http://"),
        here=_here(asked, table),
    )


def _here(asked: Request, table: Table) -> dict[Seat, int | None]:
    """Of each seat how many phones have it open; None: a robot plays it."""
    pages, robots = page_cache(asked).pages(table), hub_of(asked).robots.at(table)
    return {seat: None if seat in robots else pages.looking(seat) for seat in table.state.seats}


@PAGES.at("/join/{match}/events", "table")
async def here(asked: Request) -> Response:
    """Tell the page of the codes who has come."""
    table, _seat = await match_asked(asked)
    language, pages = Visit(asked).language, page_cache(asked).pages(table)

    def picture() -> live.Picture:
        names = MatchView(table, language).names
        return table.seq, {"here": templating.fragment("parts/here.html", language, here=_here(asked, table), seat_names=names)}

    async def render() -> live.Picture:
        return await in_thread(picture)

    pictures = live.pictures(pages.signal, asked.app.state.stream_limit, render, lambda: keys_of(asked).is_table(asked), run=pages.run)
    return live.stream(asked, pictures)


@PAGES.at("/match/{match}/code", "table", methods=["POST"])
async def renew_code(asked: Request) -> Response:
    """Give a match another code: who knows the old one comes in by it no more. Phones that are in stay in."""
    table, _seat = await match_asked(asked)
    await form_posted(asked)
    joining.codes_of(asked).renew(table.id)
    place = codes_page(table.id)
    return JSONResponse({"ok": True, "go": place}) if wants_json(asked) else RedirectResponse(place, 303)


@PAGES.at("/match/{match}/renew", "table", methods=["POST"])
async def renew(asked: Request) -> Response:
    """Give a seat a new key: a phone that came by the old one is shut out at once, and has to scan the new code."""
    table, _seat = await match_asked(asked)
    posted = await form_posted(asked)
    seat = word(posted, "seat")
    if seat not in table.state.seats:
        raise PageError(400, "malformed")
    try:
        await in_thread(keys_of(asked).renew, table.id, seat)
    except OSError as fault:
        raise PageError(503, "not_renewed") from fault
    page_cache(asked).pages(table).signal.send()
    place = codes_page(table.id)
    return JSONResponse({"ok": True, "go": place}) if wants_json(asked) else RedirectResponse(place, 303)


@PAGES.at("/lan", "here", methods=["POST"])
async def let_in(asked: Request) -> Response:
    """Open the door to the room's network, and show the codes. Only the one who sits at this computer may."""
    posted = await form_posted(asked)
    if asked.app.state.let_phones_in is None:
        raise PageError(404, "not_found")
    named = word(posted, "match")
    table = await in_thread(hub_of(asked).table, named) if named else None
    try:
        await in_thread(asked.app.state.let_phones_in)
    except Illegal as fault:
        if table is None or wants_json(asked):
            raise
        return await in_thread(_join, asked, table, fault.refusals)
    place = codes_page(table.id) if table is not None else under("/")
    return JSONResponse({"ok": True, "go": place}) if wants_json(asked) else RedirectResponse(place, 303)


@PAGES.at("/lan/shut", "here", methods=["POST"])
async def shut_out(asked: Request) -> Response:
    """Shut the door to the room's network again. Every key stays as it is. Only the one who sits at this computer may."""
    posted = await form_posted(asked)
    if asked.app.state.shut_phones_out is None:
        raise PageError(404, "not_found")
    await in_thread(asked.app.state.shut_phones_out)
    named = word(posted, "match")
    table = await in_thread(hub_of(asked).table, named) if named else None
    place = codes_page(table.id) if table is not None else under("/")
    return JSONResponse({"ok": True, "go": place}) if wants_json(asked) else RedirectResponse(place, 303)
