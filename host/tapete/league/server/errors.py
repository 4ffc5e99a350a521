"""Answers when something is wrong: the refusals as JSON, or a page that says the same in the visitor's language; never a trace."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Scope

from tapete.core.guard import internal
from tapete.core.refusals import Code, Malformed, RefereeError, Refusal, Stale
from tapete.league import league_codes
from tapete.league.pairing.matching import MatchingMissing
from tapete.league.server import server_codes
from tapete.league.server.rendering import page
from tapete.league.store.database_troubles import trouble_of
from tapete.web.errors import PageError

NOT_FOUND = frozenset({"no_such_event", "no_such_season"})
"""Refusals that say that the address names nothing."""

OF_REASON: dict[str, Code] = {
    "head_too_long": server_codes.TOO_LONG,
    "foreign_host": server_codes.FOREIGN_HOST,
    "foreign_page": server_codes.FOREIGN_PAGE,
    "old_form": server_codes.OLD_FORM,
    "too_long": server_codes.TOO_LONG,
    "too_slow": server_codes.TOO_SLOW,
    "too_fast": server_codes.TOO_FAST,
    "too_much": server_codes.TOO_MUCH,
    "too_many_pages": server_codes.TOO_MANY_PAGES,
    "wrong_type": server_codes.WRONG_TYPE,
}
"""What is said for a reason of the guard's, or of a form's."""

OF_STATUS: dict[int, Code] = {
    404: server_codes.NOTHING_HERE,
    405: server_codes.NOT_TAKEN,
    413: server_codes.TOO_LONG,
    415: server_codes.WRONG_TYPE,
    429: server_codes.TOO_FAST,
}


class Denied(HTTPException):
    """An answer with a status and its refusals; `headers` as of HTTP."""

    def __init__(self, status: int, *refusals: Refusal, headers: dict[str, str] | None = None) -> None:
        super().__init__(status, headers=headers)
        self.refusals = refusals


NO_VALUE = "22"
"""So begin the SQLSTATEs of what a database cannot hold, such as a character 0."""


def status_of(fault: RefereeError) -> int:
    """The status of a refusal: 400 unreadable, 404 no such event or season, 409 another decision was faster, else 422."""
    if isinstance(fault, Malformed):
        return 400
    if isinstance(fault, Stale):
        return 409
    return 404 if any(refusal.code in NOT_FOUND for refusal in fault.refusals) else 422


def is_api(asked: Request) -> bool:
    """Whether a program asks."""
    return str(asked.scope["path"]).startswith("/v1/") or "application/json" in asked.headers.get("accept", "")


def answer(asked: Request, status: int, refusals: Iterable[Refusal], headers: dict[str, str] | None = None) -> Response:
    """The page or the JSON of a refusal."""
    given = tuple(refusals)
    if is_api(asked):
        return JSONResponse({"ok": False, "refusals": [refusal.wire() for refusal in given]}, status, headers)
    made = page(asked, "league/error.html", status, refused=given)
    made.headers.update(headers or {})
    return made


async def on_error(asked: Request, fault: Exception) -> Response:
    """Answer an error of ours, of Starlette's, or of the database; what is not one of them is logged, and its page tells its reference."""
    if isinstance(fault, Denied):
        return answer(asked, fault.status_code, fault.refusals, dict(fault.headers or {}))
    if isinstance(fault, PageError):
        return answer(asked, fault.status_code, (OF_REASON.get(fault.reason, server_codes.UNREADABLE)(),))
    if isinstance(fault, HTTPException):
        return answer(asked, fault.status_code, (OF_STATUS.get(fault.status_code, server_codes.UNREADABLE)(),), dict(fault.headers or {}))
    if isinstance(fault, RefereeError):
        return answer(asked, status_of(fault), fault.refusals)
    if isinstance(fault, MatchingMissing):
        return answer(asked, 503, (server_codes.NO_PAIRING_LIBRARY(),))
    if isinstance(fault, DBAPIError) and str(getattr(fault.orig, "sqlstate", "")).startswith(NO_VALUE):
        return answer(asked, 400, (server_codes.UNREADABLE(),))
    trouble = trouble_of(fault)
    if trouble is not None:
        asked.app.state.league.has_trouble(trouble, fault)
        said = server_codes.NO_DATABASE() if trouble.of is league_codes.DATABASE_AWAY and not is_api(asked) else trouble
        return answer(asked, 503, (said,), {"retry-after": "2"})
    failed = internal(fault, f"{asked.method} {asked.scope['path']}")
    return answer(asked, 500, failed.refusals)


async def refuse(scope: Scope, status: int, reason: str) -> ASGIApp:
    """What the guard answers before any page is asked."""
    said = OF_REASON.get(reason, server_codes.UNREADABLE)
    if reason == "too_long" and str(scope["path"]).endswith("/file"):
        said = server_codes.FILE_TOO_LARGE
    return answer(Request(scope), status, (said(),))
