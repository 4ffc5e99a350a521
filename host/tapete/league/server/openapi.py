"""What the interface of events takes and answers, as OpenAPI 3.1: made from the very types by which the server reads, served at `PATH`."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator
from typing import Any, get_type_hints

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import fields
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tapete import __version__
from tapete.core.seats import SEATS
from tapete.league.joining.event_log import EventLog
from tapete.league.protocol import (
    COMPUTER,
    HOST,
    KEY,
    NOW,
    SIGNATURE,
    STAMP,
    STREAM,
    STREAM_TYPE,
    WINDOW_MS,
    MatchLines,
    NextMatch,
    PairingKey,
    StreamedAnswer,
    StreamedHead,
    TicketWords,
    TypedCode,
)
from tapete.league.server.access import ORGANISER, READERS, STAFF
from tapete.league.server.api import JUDGES, WHAT, NewEntrant, NewEvent, Posted, json
from tapete.league.store.links import Role
from tapete.league.tournament import TournamentSettings
from tapete.protocol.answer_forms import RefusedAnswer
from tapete.table.match_file import Opening

PATH = "/v1/openapi.json"

SAYS = {
    400: "It cannot be read; the refusal says where.",
    401: "No key, or a request of a table that is not signed with its key.",
    403: "The key does not open this, or the match or the pairing is another table's.",
    404: "There is no such event or season.",
    408: "The body did not arrive in time.",
    409: "The event has gone on meanwhile: read its version, and decide again.",
    413: "More than this address takes.",
    415: "Not JSON.",
    422: "Refused by the rules of the event.",
    429: "Too many requests: come again after Retry-After seconds.",
    503: "The database does not answer, or takes nothing: come again after Retry-After seconds.",
}
"""What a status means."""

ALWAYS = (400, 429, 503)
ASKED = (*ALWAYS, 401, 403, 404)
SENT = (*ASKED, 408, 413, 422)
"""What is answered beside 200, whatever is asked; where a key is needed; and where a body is read."""

_REF = "#/components/schemas/{name}"


def described() -> dict[str, Any]:
    """The description."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tapete: events", "version": __version__, "description": "Decide, read, and send what a table played."},
        "paths": dict(_paths()),
        "components": {
            "schemas": _shapes(),
            "securitySchemes": {
                "link": {"type": "http", "scheme": "bearer", "description": "The key of a link: the last part of its address."},
                "table": {
                    "type": "apiKey",
                    "in": "header",
                    "name": SIGNATURE,
                    "description": (
                        f"HMAC-SHA-256 by the table's key, in hex; {KEY} is the key's number. Signed are seven lines: method, path with "
                        f"query, {COMPUTER} (may be empty), the three parts of {STAMP}, and the SHA-256 of the body in hex. {STAMP} is "
                        "TIME.NUMBER.RUN: milliseconds UTC, a number that rises with each request, 16 hexadecimal digits of the sender's "
                        f"run. A stamp counts once, within {WINDOW_MS // 1000} s of the server's time, which a 401 tells in {NOW}."
                    ),
                },
            },
        },
    }


def _paths() -> Iterator[tuple[str, dict[str, Any]]]:
    """The addresses."""
    event = "/v1/shops/{shop}/events/{event}"
    host = "/v1/shops/{shop}/hosts/{host}"
    whole = {"security": [{"link": []}], "x-tapete-roles": ["shop"]}  # an organiser's link that opens all events
    made = _operation("begin", whole, _done("begun"), (*SENT, 415), body="NewEvent")
    yield "/v1/shops/{shop}/events", {"post": made, "get": _operation("events", _of(READERS), _done("events"), ASKED)}
    yield f"{event}/entrants", {"post": _operation("enter", _of(ORGANISER), _done("entered"), (*SENT, 409, 415), body="NewEntrant")}
    yield f"{event}/decisions", {"post": _operation("decide", _of(STAFF), _done("decided"), (*SENT, 409, 415), body="decision")}
    yield f"{event}/pairings", {"get": _operation("pairings", _of(READERS), _done("pairings"), ASKED)}
    yield f"{event}/standings", {"get": _operation("standings", _of(READERS), _done("standings"), ASKED)}
    yield f"{event}/wall", {"get": _operation("wall", _of(READERS), _stream("wall"), ASKED)}
    yield "/v1/seasons/{season}", {"get": _operation("season", _of(READERS), _done("season"), ASKED)}
    lines = _operation("lines", _signed(), _done("have"), SENT, body="MatchLines", apart=True)
    yield f"{host}/matches/{{match}}/lines", {"post": lines}
    said = _answer(
        "The answers as they come, each a `StreamedAnswer` on a line of its own. The body is many requests for lines, each a line "
        "(`StreamedHead`) and its body (`MatchLines`), and both go on at the same time: a table keeps it open. The signature of the head "
        "is of the empty body, that within it of the request as it would be alone.",
        {"type": "string"},
        STREAM_TYPE,
    )
    yield f"{host}/{STREAM}", {"post": _operation("stream", _signed(), said, ASKED, body="stream")}
    yield f"{host}/events/{{event}}/log", {"post": _operation("log", _signed(), _done("have"), SENT, body="EventLog", apart=True)}
    yield f"{host}/next", {"get": _operation("next", _signed(), _stream("NextMatch"), ASKED)}
    yield f"{host}/ticket", {"post": _operation("ticket", _signed(), _done("TicketWords"), SENT, body="TypedCode")}
    query = [_parameter(name, "query", _pairing_field(name)) for name in PairingKey.__struct_fields__]
    query += [_parameter("ticket", "query", {"type": "string", "maxLength": 2_000}), _parameter(HOST, "header", _name(), required=True)]
    yield "/v1/shops/{shop}/files", {"post": _operation("file", _signed(), _done("have"), SENT, query, body="file", apart=True)}
    yield PATH, {"get": {"operationId": "description", "security": [], "responses": {"200": _answer("This.", {"type": "object"})}}}


# ---- operations


def _of(roles: Collection[Role]) -> dict[str, Any]:
    """Who may ask with the key of a link."""
    return {"security": [{"link": []}], "x-tapete-roles": sorted(roles)}


def _signed() -> dict[str, Any]:
    """A table that signs."""
    return {"security": [{"table": []}], "x-tapete-roles": ["table"]}


def _operation(
    name: str,
    who: dict[str, Any],
    good: dict[str, Any],
    others: Collection[int],
    parameters: Collection[dict[str, Any]] = (),
    *,
    body: str = "",
    apart: bool = False,
) -> dict[str, Any]:
    """One operation.

    Args:
        name: its id. who: may ask. good: the answer 200. others: statuses beside it.
        parameters: beside those of the path. body: the name of the shape that is read. apart: lines may not follow (409).
    """
    answers = {"200": good} | {str(status): _answer(SAYS[status], _ref("refused")) for status in sorted(others)}
    if apart:
        answers["409"] = _answer("These lines do not follow those that are here; `have` says from where on.", _ref("apart"))
    made: dict[str, Any] = {"operationId": name, **who, "parameters": [*_of_path(name), *parameters], "responses": answers}
    if body == "file":
        said = {"type": "string", "description": "A match file, line by line (docs/match-file.md)."}
        made["requestBody"] = {"required": True, "content": {"application/octet-stream": {"schema": said}}}
    elif body == "stream":
        made["requestBody"] = {"required": True, "content": {"application/octet-stream": {"schema": {"type": "string"}}}}
    elif body:
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": _ref(body)}}}
    return made


PLACES = {
    **dict.fromkeys(("begin", "events"), ("shop",)),
    **dict.fromkeys(("decide", "enter", "pairings", "standings", "wall"), ("shop", "event")),
    "season": ("season",),
    "lines": ("shop", "host", "match"),
    "log": ("shop", "host", "event"),
    **dict.fromkeys(("next", "stream", "ticket"), ("shop", "host")),
    "file": ("shop",),
}
"""What stands within the address of each operation."""


def _of_path(name: str) -> list[dict[str, Any]]:
    return [_parameter(place, "path", _name(), required=True) for place in PLACES[name]]


def _parameter(name: str, where: str, shape: dict[str, Any], *, required: bool = False) -> dict[str, Any]:
    return {"name": name, "in": where, "required": required, "schema": shape}


def _name() -> dict[str, Any]:
    return {"type": "string", "minLength": 1, "maxLength": 64}


def _pairing_field(name: str) -> dict[str, Any]:
    shape: dict[str, Any] = msgspec.json.schema_components([PairingKey], ref_template=_REF)[1]["PairingKey"]["properties"][name]
    return shape


def _ref(name: str) -> dict[str, str]:
    return {"$ref": _REF.format(name=name)}


def _answer(says: str, shape: dict[str, Any], kind: str = "application/json") -> dict[str, Any]:
    return {"description": says, "content": {kind: {"schema": shape}}}


def _done(name: str) -> dict[str, Any]:
    return _answer("Done.", _ref(name))


def _stream(name: str) -> dict[str, Any]:
    says = f"Whole states as events, the newest only, with `ping` between them; the data of each is a {name}."
    return _answer(says, {"type": "string"}, "text/event-stream")


# ---- shapes


def read_as(kind: type[msgspec.Struct], opening: Any) -> type[msgspec.Struct]:
    """A request whose opening is kept byte by byte, with the type by which that is read.

    Args:
        kind: of the request. opening: that type.
    """
    hints = get_type_hints(kind, include_extras=True)
    made: list[Any] = []
    for one in fields(kind):
        if one.name == "opening":
            made.append((one.name, opening | UnsetType, UNSET))
        elif one.required:
            made.append((one.name, hints[one.name]))
        else:
            made.append((one.name, hints[one.name], one.default if one.default is not msgspec.NODEFAULT else one.default_factory()))
    return msgspec.defstruct(kind.__name__, made, forbid_unknown_fields=True)


def _shapes() -> dict[str, Any]:
    """Everything that is read or answered, by its name."""
    read = (
        WHAT,
        Posted,
        NewEvent,
        NewEntrant,
        NextMatch,
        TypedCode,
        TicketWords,
        StreamedHead,
        StreamedAnswer,
        read_as(MatchLines, Opening),
        read_as(EventLog, TournamentSettings),
    )
    (decision, *_others), shapes = msgspec.json.schema_components(read, ref_template=_REF)
    beside = shapes.pop("Posted")
    named = {place.rpartition("/")[2] for place in decision["discriminator"]["mapping"].values()}
    for name in named:  # the version and the reason stand beside what is decided, in one object
        shapes[name] = shapes[name] | {
            "properties": shapes[name]["properties"] | beside["properties"],
            "required": [*shapes[name].get("required", ()), *beside["required"]],
            "x-tapete-roles": ["judge", "organiser"] if name in {one.__name__ for one in JUDGES} else ["organiser"],
        }
    refusals = msgspec.json.schema_components([RefusedAnswer], ref_template=_REF)[1]
    refused = refusals.pop("RefusedAnswer")
    whole, some = {"type": "integer"}, {"type": ["integer", "null"]}
    said, yes, version = {"type": "string"}, {"type": "boolean"}, {"type": "integer", "minimum": 0}
    shown = {"version": version, "round": some, "pairings": _list(_ref("pairing"))}
    clock = {"state": said, "paused": yes, "remaining_ms": some}
    lines = {"version": version, "closed": yes, "standings": _list(_ref("standing"))}
    seat = _object({"entrant": whole, "name": said})
    breaks = {"type": "object", "additionalProperties": _object({"value": said, "sum": said})}
    pairing = {
        "pairing": whole,
        "kind": said,
        "seats": _by_seat(seat),
        "result": {"type": ["string", "null"]},
        "games": said,
        "remaining_ms": some,
    }
    standing = {"place": whole, "entrant": whole, "name": said, "points": whole, "penalty": whole, "drawn": yes, "playing": yes}
    counted = _object({"shop": said, "event": said, "place": whole, "points": whole, "counts": yes})
    line = _object({"place": whole, "name": said, "points": whole, "promoted": yes, "events": _list(counted)})
    season = {"name": said, "closed": yes, "events": _list({"type": "object"}), "table": _list(line)}
    apart = {"error": {"enum": ["gap", "behind", "forked"]}, "have": whole, "head": said, "refusals": refused["properties"]["refusals"]}
    return (
        shapes
        | refusals
        | {
            "refused": refused,
            "decision": decision,
            "begun": _object({"ok": {"const": True}, "event": said, "version": version}),
            "entered": _object({"ok": {"const": True}, "version": version, "entrant": whole}),
            "events": _object({"events": _list(_object({"event": said, "name": said, "closed": yes, "version": version}))}),
            "decided": _object({"ok": {"const": True}, "version": version}),
            "pairing": _object(pairing),
            "pairings": _object(shown, more=clock),
            "standing": _object(standing | {"tiebreaks": breaks}),
            "standings": _object(lines),
            "wall": _object({"name": said, **shown, **lines}, more=clock),
            "season": _object(season),
            "have": _object({"have": version}),
            "apart": _object(apart),
        }
    )


def _object(required: dict[str, Any], more: dict[str, Any] | None = None) -> dict[str, Any]:
    """An object with these fields and no others; `more` may be left out."""
    return {"type": "object", "properties": required | (more or {}), "required": list(required), "additionalProperties": False}


def _list(of: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": of}


def _by_seat(of: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": dict.fromkeys(SEATS, of), "additionalProperties": False}


@functools.cache
def _served() -> bytes:
    return bytes(json(described()).body)


async def description(_asked: Request) -> Response:
    """The description; there is nothing of an event in it, so everybody may read it."""
    return Response(_served(), media_type="application/json")


def routes() -> list[Route]:
    """Its address."""
    return [Route(PATH, description, methods=["GET"])]
