"""Shops and a chain for tests: each with a server, a database and a secret of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tapete.league.decisions import CloseRound, CloseTournament, EnterEntrant, PublishRound, SetResult
from tapete.league.joining.address import JoinAddress, address_for
from tapete.league.joining.server_client import Client, Sender
from tapete.league.pairing import propose
from tapete.league.season import SeasonSettings
from tapete.league.server.relay import Relay
from tapete.league.server.shared import League
from tapete.league.store.hosts import HostStore
from tapete.league.store.mirrors import RelayStore
from tapete.league.store.seasons import SeasonStore
from tapete.league.tournament import TournamentSettings
from tests.league.server.conftest import SECRET, Served

SEASON = SeasonSettings(name="Winter", points=(10, 6, 3), others=1, best_of=2, finalists=2)


async def begun(league: League, shop: str, event: str, people: Sequence[str], **settings: Any) -> None:
    """Begin an event with people by their ids; a name is the id in capitals."""
    await league.store.add_shop(shop, shop)
    await league.store.begin(shop, event, TournamentSettings(**{"name": event, "game": "shazamm", "seed": event, "rounds": 1, **settings}))
    for person in people:
        await league.store.know(shop, person, person.upper())
        await league.decide(shop, event, EnterEntrant(person), who="organiser")


async def played(league: League, shop: str, event: str) -> None:
    """Play a round whose lower seats win, and close the event."""
    made = await league.decide(shop, event, propose(await league.store.load(shop, event)).what, who="organiser")
    number = len(made.rounds)
    await league.decide(shop, event, PublishRound(number), who="organiser")
    for placed in made.rounds[-1].placed:
        if placed.pairing.kind == "match" and placed.result is None:
            await league.decide(shop, event, SetResult(number, placed.number, "A"), who="organiser")
    await league.decide(shop, event, CloseRound(number), who="organiser")
    await league.decide(shop, event, CloseTournament(), who="organiser", why="over")


async def with_season(league: League, shop: str, event: str, season: str = "winter") -> None:
    """Let an event count for a season, which begins where it is not there."""
    store = SeasonStore(league.store.engine)
    if season not in {row.season for row in await store.seasons()}:
        await store.begin(season, SEASON)
    await store.add(season, shop, event, await league.store.load(shop, event))


def relay_address(chain: Served, shop: str) -> JoinAddress:
    """Let a shop relay to a chain."""

    async def made(league: League) -> JoinAddress:
        await league.store.add_shop(shop, shop)
        row = await HostStore(league.store.engine).add(shop, f"relay-{shop}", "relay")
        await RelayStore(league.store).allow(shop, row.host)
        return address_for(chain.server.address, SECRET, shop, row.host, row.key_no)

    found: JoinAddress = chain.within(made)
    return found


def relayed(shop: Served, address: JoinAddress, sender: Sender | None = None) -> int:
    """Let a shop send all that it owes. Return how many requests that took."""

    async def work(league: League) -> int:
        client = Client(address)
        try:
            return await Relay(league, address, sender or client).work()
        finally:
            client.close()

    count: int = shop.within(work)
    return count
