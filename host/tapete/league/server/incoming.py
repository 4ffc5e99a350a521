"""How lines and files of matches come in from the tables: signed by the host, answered once they are on the disk."""

from __future__ import annotations

import hashlib
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tapete.core import codec
from tapete.core.refusals import Illegal, Refusal
from tapete.league import league_codes
from tapete.league.heads import first_head
from tapete.league.protocol import (
    COMPUTER,
    HOST,
    KEY,
    NO_OPENING,
    NOW,
    SIGNATURE,
    STAMP,
    Id,
    MatchLines,
    PairingKey,
    host_key,
    is_ours,
    is_signed,
    read_lines,
    read_stamp,
    read_ticket,
)
from tapete.league.server.access import know, league_of
from tapete.league.server.errors import Denied
from tapete.league.server.intake import WRITERS, DatabaseTrouble, Intake, TooManyWaiting
from tapete.league.server.shared import League
from tapete.league.store.hosts import HostRow, HostStore, place_in
from tapete.league.store.lines import Answer, LineStore, SentLines
from tapete.league.store.mirrors import RelayStore
from tapete.league.store.proven import Prover
from tapete.table import match_file
from tapete.web.refused_keys import refused

AGAIN_S = (1, 5)
"""How many seconds a host that has to wait is told to wait; chance spreads them."""


@asynccontextmanager
async def service(league: League) -> AsyncIterator[None]:
    """Take lines for as long as the server runs."""
    engine = league.store.engine
    prover = Prover(engine, league.store, league.now_ms, league.notify)
    writers = WRITERS[engine.dialect.name]
    league.intake = Intake(LineStore(engine), HostStore(engine), prover, league.now_ms, writers, league.has_trouble, league.moved)
    async with league.intake.working():
        yield


def intake_of(asked: Request) -> Intake:
    """What takes the lines of this server."""
    intake: Intake = asked.app.state.league.intake
    return intake


# ---- who asks


async def host_named(asked: Request, shop: str, host: str) -> HostRow | None:
    """The host that a request names with the number of its key; None where there is none."""
    row = await intake_of(asked).host(shop, host)
    return None if row is None or row.retired_ms is not None or asked.headers.get(KEY, "") != str(row.key_no) else row


async def signed_by(asked: Request, host: str, body: bytes) -> HostRow:
    """The host that signed a request.

    Raises:
        Denied: nobody, or by a key that holds no more, or the request is not of now or came before (401, with the time in `NOW`).
    """
    query = asked.scope.get("query_string", b"")
    path = asked.scope.get("raw_path", b"") + (b"?" + query if query else b"")
    told = asked.headers.get(STAMP, ""), asked.headers.get(SIGNATURE, "")
    return await checked(asked, host, path.decode("ascii", "replace"), body, *told)


async def checked(asked: Request, host: str, path: str, body: bytes, stamped: str, signed: str) -> HostRow:
    """The host that signed a request, which may be one of many in a stream.

    Args:
        asked: the request that came. host: whose key. path, body: that are signed. stamped, signed: stamp and signature.

    Raises:
        Denied: as of `signed_by`.
    """
    row = await host_named(asked, asked.path_params["shop"], host)
    if row is None:
        raise Denied(401, league_codes.NOT_SIGNED())
    check(asked, row, path, body, stamped, signed)
    know(asked)
    return row


def check(asked: Request, row: HostRow, path: str, body: bytes, stamped: str, signed: str) -> None:
    """See to it that a host signed a request, which may be one of many in a stream; and that it was heard.

    Args:
        row: of the host. The others: as of `checked`.

    Raises:
        Denied: as of `signed_by`.
    """
    league, shop, host = league_of(asked), row.shop, row.host
    stamp = read_stamp(stamped, asked.headers.get(COMPUTER, ""))
    if stamp is None:
        raise Denied(401, league_codes.NOT_SIGNED())
    key = host_key(league.secret, shop, host, row.key_no)
    if not is_signed(key, asked.method, path, body, stamp, signed):
        refused(asked, "a signature")
        raise Denied(401, league_codes.NOT_SIGNED())
    if not league.stamps.take(shop, host, stamp, now_ms := league.now_ms()):
        raise Denied(401, league_codes.OLD_REQUEST(), headers={NOW: str(now_ms)})
    intake_of(asked).heard(shop, host)


async def judged(asked: Request, row: HostRow, pairing: PairingKey, ticket: str) -> None:
    """Let a host play a pairing: that of its place, or one that it has a ticket for; a shop's relay tells all of them.

    Raises:
        Denied: it is another's (403). Illegal: no such event, or the round was paired again (422).
    """
    league = league_of(asked)
    if not ticket and row.place is None and await RelayStore(league.store).is_relay(row.shop, row.host):
        return  # its own server has judged it
    tournament = await league.store.load(row.shop, pairing.event)
    if ticket:
        words = read_ticket(ticket)
        may = is_ours(league.secret, ticket) and words.shop == row.shop and words.pairing == pairing
    else:
        may = (row.event, row.place) == (pairing.event, pairing.pairing)
    if not may:
        raise Denied(403, league_codes.NOT_YOUR_PAIRING(table=pairing.pairing, round=pairing.round))
    if place_in(tournament, pairing) is None:
        raise Illegal((league_codes.OLD_TICKET(round=pairing.round),))


# ---- lines


async def lines(asked: Request) -> Response:
    """Take lines of a match (`MatchLines`)."""
    host, match = asked.path_params["host"], asked.path_params["match"]
    body = await asked.body()
    row = await signed_by(asked, host, body)
    return told(await taken(asked, row, match, body))


async def taken(asked: Request, row: HostRow, match: str, body: bytes) -> Answer:
    """Take the body of a request for lines from the host that signed it.

    Raises:
        Denied, Malformed, Illegal: it is not taken.
    """
    codec.convert(match, Id)
    found = read_lines(body)
    if found.pairing is not None and found.opening is not NO_OPENING:
        await judged(asked, row, found.pairing, found.ticket)
    return await _answered(asked, SentLines(row.shop, match, row.host, found))


async def _answered(asked: Request, sent: SentLines) -> Answer:
    try:
        return await intake_of(asked).take(sent)
    except (TooManyWaiting, DatabaseTrouble) as fault:
        raise not_taken(fault) from None


def not_taken(fault: TooManyWaiting | DatabaseTrouble) -> Denied:
    """Why lines were not taken, as an answer that says when to come again."""
    wait = random.randint(*AGAIN_S)
    status, why = (503, fault.refusal) if isinstance(fault, DatabaseTrouble) else (429, league_codes.TOO_MANY(seconds=wait))
    return Denied(status, why, headers={"retry-after": str(wait)})


def told(answer: Answer) -> Response:
    """What is there now, as an answer."""
    status, body = said(answer)
    return JSONResponse(body, status)


def said(answer: Answer) -> tuple[int, dict[str, Any]]:
    """The status of an answer, and what it says.

    Raises:
        Denied: the match is another host's, or its key holds no more.
    """
    if answer.unsigned:
        raise Denied(401, league_codes.NOT_SIGNED())
    if answer.theirs:
        raise Denied(403, league_codes.NOT_YOUR_MATCH())
    if answer.apart is None:
        return 200, {"have": answer.have}
    why: Refusal = league_codes.LINES_APART(have=answer.have, how=league_codes.NOT_FOLLOWING[answer.apart])
    return 409, {"error": answer.apart, "have": answer.have, "head": answer.head, "refusals": [why.wire()]}


# ---- files


async def files(asked: Request) -> Response:
    """Take a whole match as a file, with `?event=&round=&attempt=&pairing=` as that pairing's."""
    shop, host = asked.path_params["shop"], asked.headers.get(HOST, "")
    body = await asked.body()
    row = await signed_by(asked, host, body)
    wanted = {name: asked.query_params[name] for name in PairingKey.__struct_fields__ if name in asked.query_params}
    pairing = pairing_of(wanted) if wanted else None
    if pairing is not None:
        await judged(asked, row, pairing, asked.query_params.get("ticket", ""))
    return told(await _answered(asked, file_sent(shop, host, body, pairing)))


def pairing_of(wanted: dict[str, str]) -> PairingKey:
    """The pairing that an address names.

    Raises:
        Malformed: it names none.
    """
    numbers = {name: int(value) if name != "event" and value.isdecimal() and len(value) < 9 else value for name, value in wanted.items()}
    return codec.convert(numbers, PairingKey)


def file_sent(shop: str, host: str, raw: bytes, pairing: PairingKey | None) -> SentLines:
    """A match file as lines that are sent: without names, and under a name that follows from its bytes.

    Raises:
        Illegal: it is no match file.
    """
    found = match_file.read(raw)
    opening = codec.encode(match_file.Opening(tapete_match=match_file.FORMAT, header=replace(found.header, cards=UNSET)))
    entries = tuple(codec.encode(replace(entry, source=match_file.anonymous(entry.source))).decode() for entry in found.entries)
    closing = match_file.Closing(entries=len(entries), result=found.result) if found.result else None
    sent = MatchLines(0, first_head(opening), entries, msgspec.Raw(opening), closing, pairing)
    name = hashlib.sha256(b"\n".join((opening, *(entry.encode() for entry in entries)))).hexdigest()[:32]
    return SentLines(shop, f"file-{name}", host, sent, "file")


def routes() -> list[Route]:
    """The addresses of this module."""
    return [
        Route("/v1/shops/{shop}/hosts/{host}/matches/{match}/lines", lines, methods=["POST"]),
        Route("/v1/shops/{shop}/files", files, methods=["POST"]),
    ]
