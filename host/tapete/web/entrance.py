"""Turn a request into a match and a seat: who asks, for which match, and whether the form is ours."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tapete.core.refusals import Refusal
from tapete.core.seats import SEATS, Seat
from tapete.table import Hub, Table, rights
from tapete.web import refilled
from tapete.web.errors import PageError
from tapete.web.keys import brings_key, is_here
from tapete.web.limits import ConcurrencyLimit
from tapete.web.refused_keys import refused
from tapete.web.request_checks import LOOPBACK_NAMES
from tapete.web.root import board, under
from tapete.web.templating import keys_of
from tapete.web.visits import session_of

T = TypeVar("T")

NO_PHONE = LOOPBACK_NAMES
"""Names with which a computer reaches only itself."""

MOST_FIELDS = 1_000
"""Most fields of a form."""


HearRefusals = Callable[[str, tuple[Refusal, ...]], None]
"""Told the match and why something was refused there (`app.state.hear_refusals`): a station counts what people run into."""


def hub_of(asked: Request) -> Hub:
    """Where the matches are."""
    hub: Hub = asked.app.state.hub
    return hub


async def in_thread(work: Callable[..., T], *arguments: Any) -> T:
    """Do what may wait for the journal away from the event loop."""
    return await run_in_threadpool(work, *arguments)


async def match_asked(asked: Request) -> tuple[Table, Seat | None]:
    """The match of the address, and the seat whose page it is; None: the page of the whole table.

    Raises:
        PageError: no such match or seat (404).
    """
    seat = _seat(asked)
    table = await in_thread(lambda: hub_of(asked).table(asked.path_params["match"], plays=True))
    if table is None:
        raise PageError(404, "no_such_match")
    if seat is not None and seat not in table.state.seats:
        raise PageError(404, "not_found")
    return table, seat


def may_see(asked: Request) -> bool:
    """Say whether this visitor's key fits the match, or the seat of it, that the address names."""
    keys, match, seat = keys_of(asked), asked.path_params["match"], _seat(asked)
    fits = keys.is_seat(asked, match, seat) if seat else keys.is_guest(asked, match, SEATS)
    if fits:
        _know(asked)
    return fits


def _know(asked: Request) -> None:
    """This visitor's key fits: connections are kept for them."""
    places: ConcurrencyLimit = asked.app.state.places
    places.know(asked.client.host if asked.client else "")


def _seat(asked: Request) -> Seat | None:
    named = asked.path_params.get("seat")
    if named is None:
        return None
    for seat in SEATS:
        if seat == named:
            return seat
    raise PageError(404, "not_found")


Endpoint = Callable[[Request], Awaitable[Response]]


class PageRoute(Route):
    """A page for those to whom it opens. The key is asked first: a visitor without a key does not learn which matches there are.

    Args:
        path: its address. to: who may ask for it. endpoint: makes it. methods: of HTTP.
    """

    def __init__(self, path: str, to: rights.Visitor, endpoint: Endpoint, methods: Sequence[str] = ("GET",)) -> None:
        @functools.wraps(endpoint)
        async def opened(asked: Request) -> Response:
            return admit(asked, to) or await endpoint(asked)

        super().__init__(path, opened, methods=list(methods))
        self.to: rights.Visitor = to


class Pages(list[PageRoute]):
    """The pages of a module: each has its addresses, and who may ask for it, where the function stands that makes it."""

    def at(self, path: str, to: rights.Visitor, methods: Sequence[str] = ("GET",)) -> Callable[[Endpoint], Endpoint]:
        """Let a function make the page at this address (arguments as for `PageRoute`)."""

        def kept(endpoint: Endpoint) -> Endpoint:
            self.append(PageRoute(path, to, endpoint, methods))
            return endpoint

        return kept

    def each(self, rest: str, to: rights.Visitor = "guest", methods: Sequence[str] = ("GET",)) -> Callable[[Endpoint], Endpoint]:
        """Let a function make a page of a match: the whole table's, and each seat's own for that seat.

        Args:
            rest: of both addresses. to: who may ask for the table's. methods: of HTTP.
        """

        def kept(endpoint: Endpoint) -> Endpoint:
            self.at(f"/match/{{match}}{rest}", to, methods)(endpoint)
            return self.at(f"/match/{{match}}/seat/{{seat}}{rest}", "seat", methods)(endpoint)

        return kept


def admit(asked: Request, to: rights.Visitor) -> Response | None:
    """Let a visitor in, or not: None where the page may be asked, or where to go instead.

    Args:
        asked: the request.
        to: who may.

    Raises:
        PageError: this visitor may not (403), or the address names no seat (404).
    """
    keys = keys_of(asked)
    match to:
        case "everybody":
            return None
        case "table":
            may = keys.is_table(asked)
        case "seat" | "guest":
            may = may_see(asked)
        case "record":
            may = keys.is_record(asked, asked.path_params["match"])
        case "monitor":
            may = keys.is_monitor(asked) or is_here(asked)
        case "here":
            may = keys.is_table(asked) and is_here(asked)
        case "staff" | "staff asked":
            if not asked.app.state.is_staff(asked):
                if to == "staff asked":
                    return RedirectResponse(under("/staff"), 303)
                raise PageError(403, "forbidden_staff")
            return None
    if not may:
        if brings_key(asked):
            refused(asked, "a key")
        raise PageError(403, "forbidden")
    if to == "table":
        _know(asked)
    return None


async def form_posted(asked: Request) -> FormData:
    """The fields of an ordinary form of ours.

    Raises:
        PageError: another type (415), too many fields or cut off (400), or not one of our forms (403).
    """
    return await _posted(asked, "application/x-www-form-urlencoded", 0)


async def file_posted(asked: Request, name: str) -> bytes:
    """The one file of a form of ours; empty where none was chosen.

    Args:
        asked: the request. name: of the field.

    Raises:
        PageError: as `form_posted`.
    """
    posted = await _posted(asked, "multipart/form-data", 1)
    found = posted.get(name)
    try:
        return await found.read() if isinstance(found, UploadFile) else b""
    finally:
        await posted.close()


async def _posted(asked: Request, wanted: str, files: int) -> FormData:
    kind = asked.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != wanted:
        raise PageError(415, "wrong_type")
    try:
        posted = await asked.form(max_files=files, max_fields=MOST_FIELDS)
    except (HTTPException, UnicodeDecodeError) as fault:
        raise PageError(400, "malformed") from fault
    if not keys_of(asked).is_form(word(posted, "csrf"), session_of(asked)):
        await posted.close()
        raise PageError(403, "old_form")
    refilled.keep(asked, fields(posted))
    return posted


def word(posted: FormData, name: str) -> str:
    """One field as text; empty when it is missing."""
    value = posted.get(name)
    return value if isinstance(value, str) else ""


def fields(posted: FormData) -> list[tuple[str, str]]:
    """All fields in their order."""
    return [(name, value) for name, value in posted.multi_items() if isinstance(value, str)]


def seq_posted(posted: FormData) -> int | None:
    """Return the entry that the visitor saw; None where the form does not say.

    Raises:
        PageError: it is not a number (400).
    """
    said = word(posted, "expected_seq")
    if not said:
        return None
    if not said.isdecimal() or len(said) > 9:
        raise PageError(400, "malformed")
    return int(said)


def wants_json(asked: Request) -> bool:
    """Say whether the script posts, or the browser itself."""
    return "application/json" in asked.headers.get("accept", "")


def phones_address(asked: Request) -> str | None:
    """The address at which phones reach this server, without a slash at its end; None while no phone can."""
    found: str = asked.app.state.address(asked)
    return found if keys_of(asked).reached and urlsplit(found).hostname not in NO_PHONE else None


def key_to_cookie(asked: Request) -> Response | None:
    """Once a key came with the address, keep it in a cookie and take it out of the address; None where none came."""
    token = asked.query_params.get("token")
    if not token:
        return None
    keys, match, seat = keys_of(asked), asked.path_params.get("match", ""), asked.path_params.get("seat")
    rest = asked.url.remove_query_params("token")
    response = RedirectResponse(rest.path + (f"?{rest.query}" if rest.query else ""), 303)
    if keys.is_seat_token(token, match, seat or ""):
        response.set_cookie(keys.cookie(f"seat_{seat}"), token, path=board(match), httponly=True, samesite="lax")
    elif keys.is_table_token(token):
        response.set_cookie(keys.cookie("table"), token, path=under("/"), httponly=True, samesite="lax")
    else:
        refused(asked, "a key")
        raise PageError(403, "forbidden")
    return response
