"""The referee protocol for one match over HTTP: ask with GET, declare with POST; JSON in, JSON out.

    GET  /api/matches
    GET  /api/match/ID?ask=view&seat=A     also state, position, awaiting, layout, scene, result, log, legal
    GET  /api/match/ID?ask=legal&seat=A&draft={"action": ...}
    POST /api/match/ID   {"do": {"action": ...}, "expected_seq": 11}      also check, undo, redo, jump

A seat's key (`Authorization: Bearer ...`) acts for that seat alone. Refusals come as 409, what cannot be read as 400, and as 500
what failed in the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tapete.core import codec, unreadable
from tapete.core import position as positions
from tapete.core.guard import Internal
from tapete.core.layout import Place
from tapete.core.refusals import STALE, Malformed, RefereeError, Stale
from tapete.core.seats import SEATS, Seat
from tapete.core.steps import Owed
from tapete.core.texts import Words, _
from tapete.core.vault import Vault, take_secret
from tapete.table import MoveName, Table, page
from tapete.web.entrance import HearRefusals, hub_of, in_thread, route
from tapete.web.errors import Wrong
from tapete.web.templating import keys_of

VERBS = ("do", "check", "undo", "redo", "jump")


def answer(plain: Mapping[str, Any], status: int = 200) -> Response:
    """Plain data as JSON, the same bytes each time."""
    return Response(codec.encode(plain), status, media_type="application/json")


def _refused(fault: RefereeError, words: Words, seq: int) -> Response:
    status = 400 if isinstance(fault, Malformed) else 500 if isinstance(fault, Internal) else 409
    return answer({"ok": False, "refusals": [refusal.wire(words) for refusal in fault.refusals], "seq": seq}, status)


async def matches(asked: Request) -> Response:
    """Every match that is kept."""
    return answer({"ok": True, "matches": await in_thread(hub_of(asked).matches)})


async def _entrance(asked: Request) -> tuple[Table, tuple[Seat, ...] | None]:
    """The match, and the seats for which this visitor may act, each by itself; None: for the whole table."""
    keys, match = keys_of(asked), asked.path_params["match"]
    bearer = "authorization" in asked.headers
    if keys.is_table(asked) and not bearer:
        whose: tuple[Seat, ...] | None = None
    else:
        mine = [seat for seat in SEATS if keys.is_seat(asked, match, seat)]
        if not mine:
            raise Wrong(403, "forbidden")
        whose = None if keys.shows_table(asked) else tuple(mine)
    table = await in_thread(hub_of(asked).table, match)
    if table is None:
        raise Wrong(404, "no_such_match")
    return table, whose


async def ask(asked: Request) -> Response:
    """Answer one question about a match."""
    table, _ = await _entrance(asked)
    return await in_thread(_ask, table, dict(asked.query_params))


def _ask(table: Table, query: Mapping[str, str]) -> Response:
    what, seat = query.get("ask", "view"), query.get("seat")
    words = table.rules.words
    try:
        if seat is not None and seat not in table.state.seats:
            raise RefereeError((table.rules.game.no_seat_code(seat=seat).under("seat"),))
        draft = codec.decode(query["draft"], dict[str, Any]) if "draft" in query else None
        found = asked_for(table, what, cast("Seat | None", seat), draft)
    except RefereeError as fault:
        return _refused(fault, words, table.seq)
    return answer({"ok": True, "seq": table.seq, what: found})


def asked_for(table: Table, what: str, seat: Seat | None, draft: Mapping[str, Any] | None) -> Any:
    """What the protocol answers to an `ask`.

    Raises:
        Malformed: no such question, or a draft that cannot be read. Illegal: a draft that nothing completes.
    """
    rules, state, words = table.rules, table.state, table.rules.words
    match what:
        case "state":
            return codec.builtins(state)
        case "position":
            return positions.dump(rules, state).plain()
        case "scene":
            return codec.builtins(rules.scene(state))
        case "layout":
            return [_place(place, words) for place in rules.layout(state)]
        case "awaiting":
            return [_owed(table, owed) for owed in rules.awaiting(state)]
        case "result":
            over = rules.result(state)
            return None if over is None else {"result": over.kind, "seats": list(over.seats), "reason": over.reason}
        case "log":
            return {"entries": codec.builtins(tuple(table.entries)), "line": list(table.line())}
        case "legal":
            offers = rules.open_to(state, seat) if draft is None else rules.legal(state, seat, draft)
            return {name: offer.describe() for name, offer in offers.items()}
        case "view":
            parts = ("layout", "awaiting", "legal")
            return {part: asked_for(table, part, seat, None) for part in parts}
        case _:
            known = "state, position, awaiting, layout, scene, view, result, log, legal"
            raise codec.malformed(_("there is no question “{what}”; there are: {known}").fill(what=what[:40], known=known))


def _place(place: Place, words: Words) -> dict[str, Any]:
    text = place.text(words)
    return {"name": place.name, "value": codec.builtins(place.value), "text": text.wire()}


def _owed(table: Table, owed: Owed) -> dict[str, Any]:
    acting, waiting = table.rules.prompts(owed)
    return {**codec.builtins(owed), "acting": acting.wire(), "waiting": waiting.wire()}


async def declare(asked: Request) -> Response:
    """Do one thing, or ask whether it could be done."""
    table, whose = await _entrance(asked)
    kind = asked.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Wrong(415, "wrong_type")
    if (origin := asked.headers.get("origin")) is not None and not origin.startswith(("http://", "https://")):
        raise Wrong(403, "foreign_page")
    return await in_thread(_declare, table, whose, await asked.body(), asked.app.state.hear_refusals)


def _declare(table: Table, mine: tuple[Seat, ...] | None, body: bytes, hear: HearRefusals) -> Response:
    words, before = table.rules.words, table.seq
    try:
        verb, said, expected = _read(body)
        if verb in {"do", "check"} and not isinstance(said, dict):
            raise codec.malformed(_("an action is an object"), verb)
        # Who has the keys of two seats acts for the one that is named, never for the table.
        named = next((seat for seat in mine or () if isinstance(said, dict) and said.get("seat") == seat), None)
        whose = None if mine is None else named or mine[0]
        if verb == "check":
            _check(table, whose, said, expected)
            return answer({"ok": True, "seq": table.seq})
        if verb == "do":
            table.submit(said, whose, expected)
        else:
            if verb == "jump" and type(said) is not int:
                raise codec.malformed(_("a jump goes to the number of a move"), verb)
            table.move(cast("MoveName", verb), said if verb == "jump" else None, whose, expected)
    except RefereeError as fault:
        hear(table.id, fault.refusals)
        return _refused(fault, words, table.seq)
    events = [event for entry in table.entries[before:] for event in entry.events]
    return answer({"ok": True, "seq": table.seq, "events": events})


def _read(body: bytes) -> tuple[str, Any, int | None]:
    """The verb of a message, what it says, and the entry that it was meant for."""
    message = codec.decode(body, dict[str, Any])
    verbs = [verb for verb in VERBS if verb in message]
    unknown = [name for name in message if name not in (*VERBS, "expected_seq")]
    if unknown:
        raise codec.malformed(unreadable.unknown(unknown[0]), unknown[0])
    if len(verbs) != 1:
        known = ", ".join(VERBS)
        raise codec.malformed(_("one of {known} is expected").fill(known=known))
    expected = message.get("expected_seq")
    if expected is not None and type(expected) is not int:
        raise codec.malformed(_("a whole number is expected"), "expected_seq")
    return verbs[0], message[verbs[0]], expected


def _check(table: Table, whose: Seat | None, said: Mapping[str, Any], expected: int | None) -> None:
    """Raise what would be refused."""
    if expected is not None and expected != table.seq:
        raise Stale((STALE(expected=expected, seq=table.seq),))
    table.admit(said, page(whose))
    plain = take_secret(table.rules, table.state, said, Vault())
    if refusals := table.rules.check(table.state, table.rules.read(plain)):
        raise RefereeError(refusals)


def routes() -> list[Route]:
    """The addresses of the API."""
    return [
        route("/api/matches", matches),
        route("/api/match/{match}", ask, methods=["GET"]),
        route("/api/match/{match}", declare, methods=["POST"]),
    ]
