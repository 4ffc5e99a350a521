"""Answers when something is wrong: a page in the visitor's language that says what to do next, or the same as JSON; never a trace."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Scope

from tapete.core.refusals import RefereeError, Refusal
from tapete.core.texts import Sentence, Text
from tapete.i18n import N_
from tapete.table import JournalTrouble
from tapete.table.alerts import both
from tapete.web import templating
from tapete.web.visits import Visit

REASONS: dict[str, Sentence | Text] = {
    "head_too_long": both(N_("The browser sends more than 16 KiB of headers. Delete its cookies for this address, and try again.")),
    "not_found": Sentence(
        "Aquí no hay nada. Vuelve al vestíbulo y elige una partida.", "There is nothing here. Go back to the lobby and choose a match."
    ),
    "no_such_match": Sentence(
        "Esa partida no está en este ordenador. En el vestíbulo están todas las que sí.",
        "That match is not on this computer. The lobby shows all that are.",
    ),
    "forbidden": Sentence(
        "Esta página es de otro asiento, o la llave ya no vale. Lee otra vez el código QR en la página de la partida.",
        "This page belongs to another seat, or the key no longer fits. Scan the QR code on the match page again.",
    ),
    "forbidden_staff": Sentence(
        "Esto es del personal de la tienda. Abre /staff y escribe el PIN.",
        "This is for the store's staff. Open /staff and type the PIN.",
    ),
    "foreign_host": Sentence(
        "Esta dirección no es la de la mesa. Abre la que escribió «tapete» al empezar.",
        "This is not the address of the table. Open the one that “tapete” wrote when it started.",
    ),
    "foreign_page": Sentence(
        "El formulario viene de otra página y no se ha hecho caso. Ábrelo desde la página de la partida.",
        "The form came from a foreign page and was ignored. Open it from the page of the match.",
    ),
    "old_form": Sentence(
        "El formulario es de antes de que la mesa volviera a empezar. Carga la página otra vez.",
        "The form is from before the table was started again. Load the page once more.",
    ),
    "too_long": Sentence("Eso ocupa más de 64 KiB. Envía menos.", "That is more than 64 KiB. Send less."),
    "too_slow": Sentence(
        "La petición no ha llegado entera a tiempo. Mira si el teléfono tiene buena señal y prueba otra vez.",
        "The request did not arrive whole in time. See whether the phone has a good signal, and try again.",
    ),
    "too_fast": Sentence(
        "Demasiadas peticiones seguidas desde este aparato. Espera unos segundos y carga la página otra vez.",
        "Too many requests in a row from this device. Wait a few seconds and load the page again.",
    ),
    "too_many_pages": Sentence(
        "Hay demasiadas páginas abiertas a la vez. Cierra las que no mires y carga esta otra vez.",
        "Too many pages are open at once. Close those that nobody looks at, and load this one again.",
    ),
    "wrong_type": Sentence("Solo se leen formularios corrientes y JSON.", "Only ordinary forms and JSON are read."),
    "wrong_method": Sentence(
        "Esta dirección no admite eso. Vuelve a la página de la partida.",
        "This address does not take that. Go back to the page of the match.",
    ),
    "malformed": Sentence("Eso no se puede leer. Carga la página y prueba otra vez.", "That cannot be read. Load the page and try again."),
    "conflict": Sentence(
        "Mientras tanto ha pasado algo en la mesa. Mira el tablero y decide otra vez.",
        "Something happened at the table meanwhile. Look at the board and decide again.",
    ),
    "broken": Sentence(
        "Algo ha fallado en el programa. La partida está guardada: carga la página otra vez.",
        "Something failed in the program. The match is kept: load the page once more.",
    ),
    "refused": Sentence("Esto no puede seguir así:", "This cannot go on as it is:"),
    "not_renewed": Sentence(
        "La llave nueva no se ha podido guardar, así que vale la de antes. Mira si hay sitio en el disco.",
        "The new key could not be kept, so the old one still holds. See whether the disk has room.",
    ),
    "no_journal": Sentence("El diario no se puede leer.", "The journal cannot be read."),
    "no_simulator": Sentence(
        "No hay ninguna consola simulada en marcha. «tapete demo» y «tapete console simulate» la arrancan.",
        "No simulated console is running. “tapete demo” and “tapete console simulate” start one.",
    ),
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


class Wrong(HTTPException):
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
    sentence = REASONS[reason]
    return Text(sentence.es, sentence.en)


def answer(asked: Request, status: int, reason: str, refusals: Iterable[Refusal] = (), text: Text | None = None) -> Response:
    """The page or the JSON of an error; `text` says more than the reason alone."""
    text = text or said(reason)
    given = tuple(refusals)
    if str(asked.scope["path"]).startswith("/api/") or "application/json" in asked.headers.get("accept", ""):
        plain = [refusal.wire() for refusal in given] or [
            {"code": reason, "clause": "", "at": None, "params": {}, "text": {"es": text.es, "en": text.en}, "ruling": None}
        ]
        return JSONResponse({"ok": False, "refusals": plain}, status)
    return templating.page(asked, "error.html", status, status_code=status, text=text.in_(Visit(asked).language), given=given)


async def on_error(asked: Request, fault: Exception) -> Response:
    """Starlette's handler of its own and our errors; what is neither is logged by the server, and a page tells no more than that."""
    if isinstance(fault, Wrong):
        return answer(asked, fault.status_code, fault.reason, fault.refusals)
    if isinstance(fault, RefereeError):
        return answer(asked, 409, "refused", fault.refusals)
    if isinstance(fault, JournalTrouble):
        return answer(asked, 503, "no_journal", text=fault.text)
    if isinstance(fault, HTTPException):
        said = answer(asked, fault.status_code, OF_STATUS.get(fault.status_code, "malformed"))
        for name, value in (fault.headers or {}).items():  # `Allow` of a 405 (RFC 9110, 15.5.6)
            said.headers[name] = value
        return said
    return answer(asked, 500, "broken")


async def refuse(scope: Scope, status: int, reason: str) -> ASGIApp:
    """What the guard answers before any page is asked."""
    return answer(Request(scope), status, reason)
