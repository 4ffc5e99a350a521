"""The big screen, and what people press on it by finger or key; a console's buttons reach the station by themselves."""

from __future__ import annotations

from typing import cast

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from tapete.i18n import language_of
from tapete.station.kiosk import resume_code
from tapete.station.kiosk.buttons import Button
from tapete.station.station import Station
from tapete.web import board_pages, live, templating
from tapete.web.entrance import Pages, form_posted, in_thread, key_to_cookie, wants_json, word
from tapete.web.errors import PageError
from tapete.web.match_pages import page_cache
from tapete.web.root import under
from tapete.web.station.kiosk.screen import Screen
from tapete.web.templating import keys_of
from tapete.web.visits import PAGE_PART

PAGES = Pages()

BUTTONS = frozenset({"minus", "plus", "lock", "roll"})


def station_of(asked: Request) -> Station:
    """Return the station of this server."""
    station: Station = asked.app.state.station
    return station


def screen_of(asked: Request) -> Screen:
    """Return the big screen as it is now; called in the event loop."""
    address, token = asked.app.state.address(asked), templating.form_token(asked)
    return Screen(station_of(asked), keys_of(asked), address, token, templating.fingerprint(asked), page_cache(asked))


@PAGES.at("/station", "table")
async def show(asked: Request) -> Response:
    """Answer with the big screen."""
    if (to_cookie := key_to_cookie(asked)) is not None:
        return to_cookie
    return await in_thread(_show, asked, screen_of(asked))


def _show(asked: Request, screen: Screen) -> Response:
    _version, parts = screen.picture()
    return templating.page(
        asked,
        "station/match.html" if screen.pages is not None else "station/frame.html",
        kind=screen.kind,
        key=screen.key,
        brightness=screen.brightness,
        rests=screen.rests,
        parts=parts,
        match=screen.table.id if screen.pages is not None and screen.table is not None else "",
        language=screen.language,
        secrets=[resume_code.code_of(screen.table.id)] if screen.table is not None else [],
    )


@PAGES.at("/match/{match}", "guest")
async def board(asked: Request) -> Response:
    """Answer with the board of a match; that of the match on the big screen is the big screen."""
    shown = screen_of(asked)
    here = shown.pages is not None and shown.pages.table.id == asked.path_params["match"]
    if here and keys_of(asked).is_table(asked) and PAGE_PART not in asked.headers:
        return RedirectResponse(under("/station"), 303)
    return await board_pages.show(asked)


@PAGES.at("/station/events", "table")
async def events(asked: Request) -> Response:
    """Send the pictures of the big screen."""
    state, first = asked.app.state, screen_of(asked)

    async def render() -> live.Picture:
        return await in_thread(screen_of(asked).picture)

    also, run = ((), "") if first.pages is None else ((first.pages.signal,), first.pages.run)
    pictures = live.pictures(state.station_signal, state.stream_limit, render, lambda: keys_of(asked).is_table(asked), also, run)
    return live.stream(asked, pictures)


@PAGES.at("/station/do", "table", methods=["POST"])
async def do(asked: Request) -> Response:
    """Do what was pressed on the screen."""
    posted = await form_posted(asked)
    good = await in_thread(_do, station_of(asked), posted)
    if not good:
        raise PageError(409, "conflict")
    return JSONResponse({"ok": True}) if wants_json(asked) else RedirectResponse(under("/station"), 303)


def _do(station: Station, posted: FormData) -> bool:
    """Do what a form says. Return whether that was still possible.

    Raises:
        PageError: it says nothing that a form of ours says.
    """
    if value := word(posted, "choose"):
        return station.visitors.choose(value)
    if button := word(posted, "press"):
        if button not in BUTTONS:
            raise PageError(400, "malformed")
        station.buttons.press(cast("Button", button))
        return True
    number = word(posted, "number")
    match word(posted, "do"):
        case "here":
            station.visitors.touch()
            if game := word(posted, "game"):
                return station.visitors.choose(game)
        case "back":
            station.visitors.back()
        case "done" if number.isdecimal() and len(number) < 5:
            station.lesson.done(int(number))
        case "free":
            station.lesson.leave()
        case "stop":
            station.visitors.stop()
        case "language" if (language := language_of(word(posted, "language"))) is not None:
            station.visitors.set_language(language)
        case _:
            raise PageError(400, "malformed")
    return True


@PAGES.at("/station/again/{code}", "everybody", methods=["GET", "POST"])
async def again(asked: Request) -> Response:
    """Let a phone go on with a kept match: the code is the key, and it opens nothing else."""
    code = resume_code.read_code(asked.path_params["code"])
    if code is None:
        raise PageError(404, "no_such_match")
    good: bool | None = None
    if asked.method == "POST":
        await form_posted(asked)
        good = await in_thread(station_of(asked).visitors.resume, code, asked.client.host if asked.client else "")
    return templating.page(asked, "station/again.html", 409 if good is False else 200, secrets=[code], code=code, good=good)
