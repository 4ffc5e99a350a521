"""The JSON API as OpenAPI 3.1: made from the very types that read requests and write answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypedDict

from starlette.requests import Request
from starlette.responses import Response

from tapete import __version__, cards, games
from tapete.core.refusals import RefereeError
from tapete.core.seats import SEATS
from tapete.protocol import json_schema
from tapete.protocol.answer_forms import TOLD, DoneAnswer, Judged, RefusedAnswer, Yes
from tapete.protocol.requests import OVER_HTTP
from tapete.table.hub import Listing
from tapete.web import live
from tapete.web.entrance import Pages, in_thread

PAGES = Pages()

COMPONENTS = "#/components/schemas/"

QUESTIONS = ("state", "position", "awaiting", "layout", "scene", "view", "result", "log", "legal", "cards")
"""What can be asked of a match."""


class MatchesAnswer(TypedDict):
    """Every match that is kept, the one that changed last first."""

    ok: Yes
    matches: Sequence[Listing]


SAYS = {
    400: "It cannot be read.",
    403: "The key does not fit, or the request comes from a foreign page.",
    404: "There is no such match.",
    408: "The body did not arrive in time.",
    409: "Refused: by the rules, or because something happened meanwhile.",
    413: "More than 64 KiB.",
    415: "Not JSON.",
    429: "Too many requests from this address.",
    503: "The journal cannot be read.",
}


def described(of: Iterable[str] | None = None) -> dict[str, Any]:
    """The description.

    Args:
        of: names of games whose actions it spells out; all that are installed when left out.
    """
    bound = {}
    for name in games.names() if of is None else of:
        if games.find(name) is None:
            continue
        try:
            bound[name] = cards.bind(name)
        except RefereeError:  # its cards are not here
            continue
    shapes = json_schema.shapes(bound, OVER_HTTP.values(), (RefusedAnswer, Judged, DoneAnswer, *TOLD, MatchesAnswer, *live.STREAMED))
    seat = {"type": "string", "enum": list(SEATS)}
    match = {"name": "match", "in": "path", "required": True, "schema": {"type": "string"}}
    query = [
        {"name": "ask", "in": "query", "schema": {"type": "string", "enum": list(QUESTIONS)}},
        {"name": "seat", "in": "query", "schema": seat},
        {"name": "draft", "in": "query", "content": {"application/json": {"schema": _ref("Draft")}}},
    ]
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tapete", "version": __version__, "description": "The referee protocol for one match over HTTP."},
        "security": [{"key": []}],
        "paths": {
            "/api/matches": {"get": {"operationId": "matches", "responses": _answers((MatchesAnswer,), 403, 429, 503)}},
            "/api/match/{match}": {
                "parameters": [match],
                "get": {
                    "operationId": "ask",
                    "parameters": query,
                    "responses": _answers(TOLD, 400, 403, 404, 409, 429, 503),
                },
                "post": {
                    "operationId": "declare",
                    "requestBody": {"required": True, "content": {"application/json": {"schema": _ref("Request")}}},
                    "responses": _answers((DoneAnswer, Judged), 400, 403, 404, 408, 409, 413, 415, 429, 503),
                },
            },
            "/match/{match}/events": {"parameters": [match], "get": _stream("hear_table")},
            "/match/{match}/seat/{seat}/events": {
                "parameters": [match, {"name": "seat", "in": "path", "required": True, "schema": seat}],
                "get": _stream("hear_seat"),
            },
        },
        "components": {"schemas": _moved(shapes), "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}},
    }


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": COMPONENTS + name}


def _stream(operation: str) -> dict[str, Any]:
    """A stream of server-sent events: each `picture` says that something is new."""
    events = {"type": "array", "items": {"anyOf": [_ref(kind.__name__) for kind in live.STREAMED]}}
    told = {"type": "string", "contentMediaType": "text/event-stream", "contentSchema": events}
    good = {"description": "Server-sent events, until the reader goes.", "content": {"text/event-stream": {"schema": told}}}
    refused = {str(status): {"description": SAYS[status]} for status in (403, 404, 429, 503)}
    return {"operationId": operation, "responses": {"200": good, **refused}}


def _answers(good: Iterable[Any], *others: int) -> dict[str, Any]:
    """What an operation answers, by status.

    Args:
        good: the types of what is answered where all is well. others: the statuses of refusals.
    """
    whole = {"anyOf": [_ref(kind.__name__) for kind in good]}
    found: dict[str, Any] = {"200": {"description": "Done.", "content": {"application/json": {"schema": whole}}}}
    for status in others:
        found[str(status)] = {"description": SAYS[status], "content": {"application/json": {"schema": _ref("RefusedAnswer")}}}
    return found


def _moved(shape: Any) -> Any:
    """Schemas whose references lead to this document's components."""
    if isinstance(shape, dict):
        return {key: _moved(value) for key, value in shape.items()}
    if isinstance(shape, list):
        return [_moved(one) for one in shape]
    return shape.replace(json_schema.DEFS, COMPONENTS, 1) if isinstance(shape, str) and shape.startswith(json_schema.DEFS) else shape


@PAGES.at("/api/openapi.json", "everybody")
async def description(asked: Request) -> Response:
    """The description; there is nothing of a match in it, so everybody may read it."""
    from tapete.web.api import answer

    return answer(await in_thread(described))
