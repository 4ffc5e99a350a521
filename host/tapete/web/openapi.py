"""What the JSON API takes and answers, as OpenAPI 3.1: made from the very types by which it reads and writes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tapete import __version__, cards, games
from tapete.core.refusals import RefereeError
from tapete.core.rules import schema
from tapete.core.seats import SEATS
from tapete.web.entrance import in_thread, route

QUESTIONS = ("state", "position", "awaiting", "layout", "scene", "view", "result", "log", "legal")
"""What can be asked of a match."""

TEXT = {
    "type": "object",
    "required": ["es", "en"],
    "properties": {"es": {"type": "string"}, "en": {"type": "string"}},
    "additionalProperties": False,
}
REFUSED = {
    "type": "object",
    "required": ["ok", "refusals"],
    "properties": {
        "ok": {"const": False},
        "seq": {"type": "integer", "minimum": 0},
        "refusals": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["code", "clause", "at", "params", "text", "ruling"],
                "properties": {
                    "code": {"type": "string"},
                    "clause": {"type": "string"},
                    "at": {"type": ["string", "null"]},
                    "params": {"type": "object"},
                    "text": TEXT,
                    "ruling": {"type": ["string", "null"]},
                },
            },
        },
    },
}
"""An answer that says no, and why."""

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
    shapes: dict[str, Any] = {}
    actions = []
    for name in games.names() if of is None else of:
        if games.find(name) is None:
            continue
        try:
            found = schema(cards.bind(name))
        except RefereeError:  # its cards are not here
            continue
        shapes |= {f"{name}_{key}": _moved(shape, name) for key, shape in found["$defs"].items()}
        actions.append(_moved(found["actions"], name))
    action = {"anyOf": actions} if actions else {"type": "object"}
    body = {
        "oneOf": [
            _message({"do": action}),
            _message({"check": action}),
            _message({"undo": {}}),
            _message({"redo": {}}),
            _message({"jump": {"type": "integer"}}),
        ]
    }
    seat = {"type": "string", "enum": list(SEATS)}
    match = {"name": "match", "in": "path", "required": True, "schema": {"type": "string"}}
    query = [
        {"name": "ask", "in": "query", "schema": {"type": "string", "enum": list(QUESTIONS)}},
        {"name": "seat", "in": "query", "schema": seat},
        {"name": "draft", "in": "query", "description": "JSON: an action with the arguments so far.", "schema": {"type": "string"}},
    ]
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tapete", "version": __version__, "description": "The referee protocol for one match over HTTP."},
        "security": [{"key": []}],
        "paths": {
            "/api/matches": {"get": {"operationId": "matches", "responses": _answers({"matches": {"type": "array"}}, 403, 429, 503)}},
            "/api/match/{match}": {
                "parameters": [match],
                "get": {
                    "operationId": "ask",
                    "parameters": query,
                    "responses": _answers({"seq": {"type": "integer"}}, 400, 403, 404, 409, 429, 503),
                },
                "post": {
                    "operationId": "declare",
                    "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
                    "responses": _answers({"seq": {"type": "integer"}}, 400, 403, 404, 408, 409, 413, 415, 429, 503),
                },
            },
            "/match/{match}/events": {"parameters": [match], "get": _stream("hear_table")},
            "/match/{match}/seat/{seat}/events": {
                "parameters": [match, {"name": "seat", "in": "path", "required": True, "schema": seat}],
                "get": _stream("hear_seat"),
            },
        },
        "components": {"schemas": shapes, "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}},
    }


def _message(verb: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "required": list(verb),
        "properties": {**verb, "expected_seq": {"type": ["integer", "null"]}},
        "additionalProperties": False,
    }


def _stream(operation: str) -> dict[str, Any]:
    """A stream of server-sent events: each `picture` says that something is new."""
    good = {"description": "Server-sent events, until the reader goes.", "content": {"text/event-stream": {"schema": {"type": "string"}}}}
    refused = {str(status): {"description": SAYS[status]} for status in (403, 404, 429, 503)}
    return {"operationId": operation, "responses": {"200": good, **refused}}


def _answers(good: dict[str, Any], *others: int) -> dict[str, Any]:
    whole = {"type": "object", "required": ["ok", *good], "properties": {"ok": {"const": True}, **good}}
    found: dict[str, Any] = {"200": {"description": "Done.", "content": {"application/json": {"schema": whole}}}}
    for status in others:
        found[str(status)] = {"description": SAYS[status], "content": {"application/json": {"schema": REFUSED}}}
    return found


def _moved(shape: Any, name: str) -> Any:
    """A schema whose references lead to this document's components, under the game's name."""
    if isinstance(shape, dict):
        return {
            key: f"#/components/schemas/{name}_{value.rpartition('/')[2]}"
            if key == "$ref"
            else {tag: f"#/components/schemas/{name}_{place.rpartition('/')[2]}" for tag, place in value.items()}
            if key == "mapping"
            else _moved(value, name)
            for key, value in shape.items()
        }
    return [_moved(one, name) for one in shape] if isinstance(shape, list) else shape


async def description(asked: Request) -> Response:
    """The description; there is nothing of a match in it, so everybody may read it."""
    from tapete.web.api import answer

    return answer(await in_thread(described))


def routes() -> list[Route]:
    """Its address."""
    return [route("/api/openapi.json", description)]
