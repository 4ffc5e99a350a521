"""The referee protocol for one match over HTTP: GET asks, POST declares; JSON in, JSON out.

    GET  /api/matches
    GET  /api/match/ID?ask=view&seat=A     also state, position, awaiting, layout, scene, result, log, legal, cards
    GET  /api/match/ID?ask=legal&seat=A&draft={"action": ...}
    POST /api/match/ID   {"do": {"action": ...}, "expected_seq": 11}      also check, undo, redo, jump

A seat's key (`Authorization: Bearer ...`) acts for that seat alone. Refusals come as 409, what cannot be read as 400, and as 500
what failed in the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from msgspec import Raw
from starlette.requests import Request
from starlette.responses import Response

from tapete.core import codec
from tapete.core.guard import Internal
from tapete.core.refusals import STALE, Malformed, RefereeError, Stale
from tapete.core.seats import SEATS, Seat
from tapete.core.texts import Words, _
from tapete.core.vault import Vault, take_secret
from tapete.protocol.answer_forms import WHAT_IS_TOLD, log_form, refused, told
from tapete.protocol.requests import OVER_HTTP
from tapete.table import MoveName, Table, page
from tapete.web.entrance import HearRefusals, Pages, hub_of, in_thread
from tapete.web.errors import PageError
from tapete.web.templating import keys_of

PAGES = Pages()


def answer(plain: Mapping[str, Any], status: int = 200) -> Response:
    """Plain data as JSON, the same bytes each time."""
    return Response(codec.encode(plain), status, media_type="application/json")


def _refused(fault: RefereeError, words: Words, seq: int) -> Response:
    status = 400 if isinstance(fault, Malformed) else 500 if isinstance(fault, Internal) else 409
    return answer({**refused(fault, words), "seq": seq}, status)


@PAGES.at("/api/matches", "table")
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
            raise PageError(403, "forbidden")
        whose = None if keys.shows_table(asked) else tuple(mine)
    table = await in_thread(hub_of(asked).table, match)
    if table is None:
        raise PageError(404, "no_such_match")
    return table, whose


@PAGES.at("/api/match/{match}", "guest")
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
    if what == "log":
        return log_form(table.header, table.entries, table.line())
    if what not in WHAT_IS_TOLD:
        raise codec.malformed(
            _("there is no question “{what}”; there are: {known}").fill(what=what[:40], known=", ".join((*WHAT_IS_TOLD, "log")))
        )
    if draft is not None and what != "legal":
        raise codec.malformed(_("only `legal` takes a draft"), "draft")
    return told(table.rules, table.state, what, seat, draft)


@PAGES.at("/api/match/{match}", "guest", methods=["POST"])
async def declare(asked: Request) -> Response:
    """Do one thing, or ask whether it could be done."""
    table, whose = await _entrance(asked)
    kind = asked.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise PageError(415, "wrong_type")
    if (origin := asked.headers.get("origin")) is not None and not origin.startswith(("http://", "https://")):
        raise PageError(403, "foreign_page")
    return await in_thread(_declare, table, whose, await asked.body(), asked.app.state.hear_refusals)


def _declare(table: Table, mine: tuple[Seat, ...] | None, body: bytes, hear: HearRefusals) -> Response:
    words, before = table.rules.words, table.seq
    try:
        verb, said, expected = _read(body)
        # Who has the keys of two seats acts for the one that is named, never for the table.
        named = next((seat for seat in mine or () if isinstance(said, dict) and said.get("seat") == seat), None)
        whose = None if mine is None else named or mine[0]
        if verb == "check":
            _check(table, whose, said, expected)
            return answer({"ok": True, "seq": table.seq})
        if verb == "do":
            table.submit(said, whose, expected)
        else:
            table.move(cast("MoveName", verb), said if verb == "jump" else None, whose, expected)
    except RefereeError as fault:
        hear(table.id, fault.refusals)
        return _refused(fault, words, table.seq)
    events = [event for entry in table.entries[before:] for event in entry.events]
    return answer({"ok": True, "seq": table.seq, "events": events})


def _read(body: bytes) -> tuple[str, Any, int | None]:
    """The verb of a message, what it says, and the entry that it was meant for."""
    verbs = [verb for verb in OVER_HTTP if verb in codec.decode(body, dict[str, Raw])]
    if len(verbs) != 1:
        known = ", ".join(OVER_HTTP)
        raise codec.malformed(_("one of {known} is expected").fill(known=known))
    message: Any = codec.decode(body, OVER_HTTP[verbs[0]])
    return verbs[0], getattr(message, verbs[0]), message.expected_seq


def _check(table: Table, whose: Seat | None, said: Mapping[str, Any], expected: int | None) -> None:
    """Raise what would be refused."""
    if expected is not None and expected != table.seq:
        raise Stale((STALE(expected=expected, seq=table.seq),))
    table.admit(said, page(whose))
    plain = take_secret(table.rules, table.state, said, Vault())
    if refusals := table.rules.check(table.state, table.rules.read(plain)):
        raise RefereeError(refusals)
