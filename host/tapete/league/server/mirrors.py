"""How a chain's server takes the logs of events that shops decide: signed by the shop's relay, answered once they are on the disk."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tapete.core import codec
from tapete.core.refusals import Refusal
from tapete.league import league_codes
from tapete.league.joining.event_log import read_log
from tapete.league.protocol import Id
from tapete.league.server.access import league_of
from tapete.league.server.errors import Denied
from tapete.league.server.incoming import signed_by
from tapete.league.store.mirrors import RelayStore, SentLog


async def log(asked: Request) -> Response:
    """Take a part of an event's log (`EventLog`)."""
    shop, host, event = (asked.path_params[name] for name in ("shop", "host", "event"))
    body = await asked.body()
    await signed_by(asked, host, body)
    league = league_of(asked)
    store = RelayStore(league.store)
    if not await store.is_relay(shop, host):
        raise Denied(403, league_codes.NO_RELAY())
    codec.convert(event, Id)
    found, settings, decisions = read_log(body)
    sent = SentLog(shop, event, host, found.after, found.head, found.lines, decisions, settings, found.persons, found.seasons)
    answer = await store.take(sent, league.now_ms())
    if answer.theirs:
        raise Denied(403, league_codes.DECIDED_ELSEWHERE())
    if answer.apart is not None:
        why: Refusal = league_codes.LINES_APART(have=answer.have, how=league_codes.NOT_FOLLOWING[answer.apart])
        return JSONResponse({"error": answer.apart, "have": answer.have, "head": answer.head, "refusals": [why.wire()]}, 409)
    league.notify(shop, event)
    return JSONResponse({"have": answer.have})


def routes() -> list[Route]:
    """The addresses of this module."""
    return [Route("/v1/shops/{shop}/hosts/{host}/events/{event}/log", log, methods=["POST"])]
