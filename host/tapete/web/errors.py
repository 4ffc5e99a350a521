"""Answers when something is wrong: a page in the visitor's language that says what to do next, or the same as JSON; never a trace."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tapete.core.guard import Internal, internal
from tapete.core.refusals import RefereeError, Refusal
from tapete.core.texts import Text, _
from tapete.table import JournalTrouble
from tapete.web import templating
from tapete.web.request_checks import FILES
from tapete.web.root import without
from tapete.web.visits import Visit

REASONS: dict[str, Text] = {
    "head_too_long": _("The browser sends more than 16 KiB of headers. Delete its cookies for this address, and try again."),
    "not_found": _("There is nothing here. Go back to the lobby and choose a match."),
    "no_such_match": _("That match is not on this computer. The lobby shows all that are."),
    "no_such_entry": _("The match has no such moment. Its story shows all that there are."),
    "forbidden": _("This page belongs to another seat, or the key no longer fits. Scan the table's QR code, or type its four letters."),
    "forbidden_staff": _("This is for the store's staff. Open /staff and type the PIN."),
    "foreign_host": _("This is not the address of the table. Open the one that “tapete” wrote when it started."),
    "foreign_page": _("The form came from a foreign page and was ignored. Open it from the page of the match."),
    "old_form": _(
        "The form is not of this browser's visit, or from before the table was started again. "
        "Load the page once more; if that does not help, let the browser keep cookies for this address."
    ),
    "too_long": _("That is more than 64 KiB. Send less."),
    "file_too_long": _("That file is larger than 4 MiB, and no match is. Choose the file that “Save the match as a file” wrote."),
    "too_slow": _("The request did not arrive whole in time. See whether the phone has a good signal, and try again."),
    "too_fast": _("Too many requests in a row from this device. Wait a few seconds and load the page again."),
    "too_much": _("Too much is being sent to this computer at once. Nothing of yours was taken: send it again in a few seconds."),
    "too_many_pages": _("Too many pages are open at once. Close those that nobody looks at, and load this one again."),
    "wrong_type": _("Only ordinary forms and JSON are read."),
    "wrong_method": _("This address does not take that. Go back to the page of the match."),
    "malformed": _("That cannot be read. Load the page and try again."),
    "conflict": _("Something happened at the table meanwhile. Look at the board and decide again."),
    "broken": _("Something failed in the program. The match is kept: load the page once more."),
    "refused": _("This cannot go on as it is:"),
    "no_coach_yet": _("The coach looks at a match once it is over. Finish it, and ask on its last page."),
    "not_renewed": _("The new key could not be kept, so the old one still holds. See whether the disk has room."),
    "no_journal": _("The journal cannot be read."),
    "no_simulator": _("No simulated console is running. “tapete demo” and “tapete console simulate” start one."),
}
"""What is said, by reason."""

OF_STATUS = {
    400: "malformed",
    403: "forbidden",
    404: "not_found",
    405: "wrong_method",
    408: "too_slow",
    409: "conflict",
    413: "too_long",
    415: "wrong_type",
    429: "too_fast",
    431: "head_too_long",
    503: "too_many_pages",
}
"""The reason where nobody named one."""


class PageError(HTTPException):
    """An error with its reason.

    Args:
        status: of HTTP.
        reason: a key of `REASONS`.
        refusals: the referee's own reasons, where it is the referee who says no.
    """

    def __init__(self, status: int, reason: str, refusals: Iterable[Refusal] = ()) -> None:
        super().__init__(status)
        self.reason, self.refusals = reason, tuple(refusals)


def said(reason: str) -> Text:
    """A reason in both languages."""
    return REASONS[reason]


def answer(asked: Request, status: int, reason: str, refusals: Iterable[Refusal] = (), text: Text | None = None) -> Response:
    """The page or the JSON of an error; `text` says more than the reason alone."""
    text = text or said(reason)
    given = tuple(refusals)
    if without(asked.scope["path"]).startswith("/api/") or "application/json" in asked.headers.get("accept", ""):
        plain = [refusal.wire() for refusal in given] or [
            {"code": reason, "clause": "", "at": None, "params": {}, "text": text.wire(), "ruling": None}
        ]
        return JSONResponse({"ok": False, "refusals": plain}, status)
    if reason == "forbidden" and asked.scope["path"] == "/":  # a phone that opened the address that the table shows
        return templating.page(asked, "join_code.html", status, code="", fault=None, may={}, seat_names={}, title="")
    return templating.page(
        asked, "error.html", status, status_code=status, text=text.in_(Visit(asked).language), given=given, by_code=reason == "forbidden"
    )


async def on_error(asked: Request, fault: Exception) -> Response:
    """Starlette's handler of its own and our errors; what is neither is logged, and a page tells no more than its reference."""
    if isinstance(fault, PageError):
        return answer(asked, fault.status_code, fault.reason, fault.refusals)
    if isinstance(fault, Internal):
        return answer(asked, 500, "broken", fault.refusals)
    if isinstance(fault, RefereeError):
        return answer(asked, 409, "refused", fault.refusals)
    if isinstance(fault, JournalTrouble):
        return answer(asked, 503, "no_journal", text=fault.text)
    if isinstance(fault, HTTPException):
        said = answer(asked, fault.status_code, OF_STATUS.get(fault.status_code, "malformed"))
        for name, value in (fault.headers or {}).items():  # `Allow` of a 405 (RFC 9110, 15.5.6)
            said.headers[name] = value
        return said
    failed = internal(fault, f"{asked.method} {asked.scope['path']}")
    return answer(asked, 500, "broken", failed.refusals)


class LastGuard:
    """ASGI: answers what no handler knows. Starlette's own answer raises the fault again, and the server then ends the connection."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, noted)
        except Exception as fault:
            if begun or scope["type"] != "http":
                raise
            response = await on_error(Request(scope), fault)
            await response(scope, receive, send)


async def refuse(scope: Scope, status: int, reason: str) -> ASGIApp:
    """What the guard answers before any page is asked."""
    if reason == "too_long" and without(scope["path"]) in FILES:
        reason = "file_too_long"
    return answer(Request(scope), status, reason)
