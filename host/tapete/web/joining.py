"""Joining by four letters: a phone types the code that the table shows, and takes a seat that no other phone has.

A code stands for a match, for as long as this server runs and the match goes on, two hours at the most. Whoever has it may take one seat
that nobody took before; a seat that is taken opens by its own key alone.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable

from msgspec import Struct, field
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tapete.core.seats import SEATS, Seat
from tapete.core.texts import Text, _
from tapete.station.addresses import HERE, group
from tapete.station.kiosk.resume_code import LENGTH, GuessLimit
from tapete.table import Table
from tapete.web import templating
from tapete.web.entrance import Pages, form_posted, hub_of, in_thread, key_to_cookie, word
from tapete.web.errors import PageError
from tapete.web.keys import is_here
from tapete.web.match_pages import page_cache
from tapete.web.root import board, under
from tapete.web.templating import keys_of
from tapete.web.view import MatchView
from tapete.web.visits import Visit

PAGES = Pages()

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that no word comes out; no Y, and no digits, because people mistake them for letters."""

GOOD_S = 2 * 3600.0
"""How long a code is good."""

NO_TABLE = _("No table has this code now. Look at the table's screen, and type its four letters again.")
TOO_OFTEN = _("Too many wrong codes. Wait a minute, then type the letters that the table's screen shows.")
TAKEN = _("Another phone has taken that seat meanwhile. Choose another one, or let the table show the seat's own code.")
ALL_TAKEN = _("Every seat of this table has its phone. To change phones, scan the seat's own code at the table.")


class Invitation(Struct):
    """The code of a match, since when it is good, and which visit took which seat by it."""

    code: str
    since: float
    taken: dict[Seat, str] = field(default_factory=dict)


class JoinCodes:
    """The codes of a server's matches.

    Args:
        clock: seconds that never go back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.guesses = GuessLimit(clock)
        self._clock, self._lock = clock, threading.Lock()
        self._open: dict[str, Invitation] = {}

    def of(self, match: str) -> str:
        """Return the code of a match; a new one where it has none that is still good."""
        with self._lock:
            found = self._good(match)
            if found is None:
                used = {one.code for one in self._open.values()}
                code = next(code for code in iter(_draw, "") if code not in used)
                found = self._open[match] = Invitation(code, self._clock())
            return found.code

    def match(self, code: str) -> str | None:
        """Return the match of a code; None: no match has it now."""
        with self._lock:
            return next((match for match in tuple(self._open) if (one := self._good(match)) is not None and one.code == code), None)

    def taken(self, match: str) -> dict[Seat, str]:
        """Return the seats of a match that phones took by its code, each with its visit."""
        with self._lock:
            found = self._good(match)
            return dict(found.taken) if found is not None else {}

    def take(self, match: str, seat: Seat, visit: str) -> bool:
        """Let a visit take a seat; False where another took it, or the code is good no more."""
        with self._lock:
            found = self._good(match)
            return found is not None and found.taken.setdefault(seat, visit) == visit

    def renew(self, match: str) -> None:
        """Let the code of a match be good no more; seats that were taken by it may be taken by the next one."""
        with self._lock:
            self._open.pop(match, None)

    def _good(self, match: str) -> Invitation | None:
        found = self._open.get(match)
        if found is None or self._clock() - found.since <= GOOD_S:
            return found
        del self._open[match]
        return None


def _draw() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def read_code(text: str) -> str | None:
    """Return the code in what people wrote, without regard to case, spaces and dashes; None if it cannot be one."""
    found = "".join(letter for letter in text.upper() if letter.isalnum())
    return found if len(found) == LENGTH and set(found) <= set(LETTERS) else None


def codes_of(asked: Request) -> JoinCodes:
    """The codes of this server."""
    found: JoinCodes = asked.app.state.join_codes
    return found


def free(asked: Request, table: Table) -> dict[Seat, bool]:
    """The seats of people, each with whether this visit may take it: no other phone has it."""
    mine, taken = Visit(asked).session, codes_of(asked).taken(table.id)
    pages, robots = page_cache(asked).pages(table), hub_of(asked).robots.at(table)
    return {
        seat: taken[seat] == mine if seat in taken else pages.looking(seat) == 0
        for seat in SEATS
        if seat in table.state.seats and seat not in robots
    }


@PAGES.at("/join", "everybody")
async def ask(asked: Request) -> Response:
    """Where the letters are typed; with a code in the address, the seats of its table."""
    if (to_cookie := key_to_cookie(asked)) is not None:
        return to_cookie
    return await in_thread(_look, asked, asked.query_params.get("code", ""))


@PAGES.at("/join", "everybody", methods=["POST"])
async def take(asked: Request) -> Response:
    """Let a phone take the seat that it chose, or show the seats of the code that it typed."""
    posted = await form_posted(asked)
    return await in_thread(_look, asked, word(posted, "code"), word(posted, "seat"))


def _look(asked: Request, said: str, chosen: str = "") -> Response:
    keys, codes, phone = keys_of(asked), codes_of(asked), group(asked.client.host if asked.client else "")
    if keys.lan and not keys.reached and not is_here(asked):
        raise PageError(403, "forbidden")
    if not said:
        return _page(asked, "")
    if phone != HERE and codes.guesses.too_many(phone):
        return _page(asked, said, TOO_OFTEN, 429)
    code = read_code(said)
    match = codes.match(code) if code is not None else None
    table = hub_of(asked).table(match, plays=True) if match is not None else None
    if table is None or table.result is not None or code is None:
        codes.guesses.wrong(phone)
        return _page(asked, said, NO_TABLE, 404)
    may = free(asked, table)
    if not chosen:
        return _page(asked, code, None if any(may.values()) else ALL_TAKEN, table=table, may=may)
    seat = next((one for one in may if one == chosen), None)
    if seat is None:
        raise PageError(400, "malformed")
    if not may[seat] or not codes.take(table.id, seat, Visit(asked).session):
        return _page(asked, code, TAKEN, 409, table=table, may=free(asked, table))
    page_cache(asked).pages(table).signal.send()
    response = RedirectResponse(board(table.id, seat), 303)
    response.set_cookie(
        keys.cookie(f"seat_{seat}"), keys.seat(table.id, seat), path=under(f"/match/{table.id}"), httponly=True, samesite="lax"
    )
    Visit(asked).remember(response)
    return response


def _page(
    asked: Request,
    code: str,
    fault: Text | None = None,
    status: int = 200,
    *,
    table: Table | None = None,
    may: dict[Seat, bool] | None = None,
) -> Response:
    names = MatchView(table, Visit(asked).language).names if table is not None else {}
    title = table.rules.game.title.in_(Visit(asked).language) if table is not None else ""
    return templating.page(asked, "join_code.html", status, code=code, fault=fault, may=may or {}, seat_names=names, title=title)
