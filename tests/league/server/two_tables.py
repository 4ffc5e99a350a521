"""Tables for tests of the server: an evening of two tables, and what one of them sends and hears over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from tapete.core.codec import encode
from tapete.league.decisions import PublishRound
from tapete.league.joining.address import JoinAddress, address_for
from tapete.league.joining.server_client import Client
from tapete.league.pairing import propose
from tapete.league.protocol import MatchLines, NextMatch, PairingKey
from tapete.league.server.shared import League
from tapete.league.store.hosts import HostStore
from tests.league.server.conftest import SECRET, Served

KEY = PairingKey("friday", 1, 1, 1)

_open: list[Client] = []


def close() -> None:
    """Close the connections of every table."""
    while _open:
        _open.pop().close()


class Table:
    """A table that has joined."""

    def __init__(self, address: JoinAddress) -> None:
        self.client = Client(address)
        _open.append(self.client)

    def send(self, body: bytes, match: str = "match1") -> tuple[int, dict[str, Any]]:
        """Send a body as lines; the status and the answer."""
        reply = self.client.post(f"{self.client.address.path}/matches/{match}/lines", body)
        return reply.status, msgspec.json.decode(reply.body)

    def lines(self, part: MatchLines, match: str = "match1") -> tuple[int, dict[str, Any]]:
        """Send lines."""
        return self.send(encode(part), match)


def evening(served: Served, **settings: Any) -> Callable[[int], Table]:
    """Begin an event (of four) whose first round is published, with two tables; keys are read anew at each request."""
    served.league.intake.known_s = 0.0
    served.friday(**{"players": 4, "round_ms": 1_000_000, **settings})

    async def begin(league: League) -> None:
        for place in (1, 2):
            await HostStore(league.store.engine).add("shop", f"table-{place}", f"Table {place}", "friday", place)
        await decide(league, propose(await league.store.load("shop", "friday")).what, PublishRound(1))

    served.within(begin)

    def table(place: int) -> Table:
        return Table(address_for(served.server.address, SECRET, "shop", f"table-{place}", 1))

    return table


async def next_round(league: League) -> None:
    """Pair the next round as the program proposes it, and publish it."""
    proposed = propose(await league.store.load("shop", "friday")).what
    await decide(league, proposed, PublishRound(proposed.round))


async def decide(league: League, *what: Any) -> None:
    for one in what:
        await league.decide("shop", "friday", one, who="organiser", why="said so")


def result_of(served: Served, pairing: int = 1) -> Any:
    """The result of a pairing once it is there: the stream of its table says so."""
    with stream(Table(address_for(served.server.address, SECRET, "shop", f"table-{pairing}", 1))) as states:
        return next(found.result for found in states if found.result)


def codes_of(answer: dict[str, Any]) -> list[str]:
    return [one["code"] for one in answer["refusals"]]


@contextmanager
def stream(table: Table) -> Iterator[Iterator[NextMatch]]:
    """What a table hears, one state after the other, without the pings."""
    events = table.client.follow()
    try:
        yield (msgspec.json.decode(raw, type=NextMatch) for kind, raw in events if kind == "next")
    finally:
        events.close()  # type: ignore[attr-defined]  # a generator
