"""A shop that was cut off: how long its server takes to send what it owes to the chain's, beside bare INSERTs of the same lines.

    python -m benchmarks.league_relay [--entries 24000] [--postgresql]

The shop keeps its evening in a file; the chain's server is a program of its own, over a file or with `--postgresql` over a cluster without
fsync. Prints seconds by the clock and processor seconds of both sides, and counts what has arrived. Needs the extra `league`; on Linux
alone (it reads /proc).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import tempfile
import time

import msgspec
from sqlalchemy import func, select

from benchmarks.league import CONNECTIONS, GATHERED, GOALS, SECRET, bare, busy_s, entries, serving
from tapete import cards
from tapete.core.codec import encode
from tapete.core.match import Match
from tapete.league.heads import first_head
from tapete.league.joining.address import JoinAddress, address_for
from tapete.league.protocol import MatchLines
from tapete.league.server.relay import Relay
from tapete.league.server.shared import League
from tapete.league.store import schema
from tapete.league.store.database import engine
from tapete.league.store.hosts import HostStore
from tapete.league.store.lines import LineStore, SentLines
from tapete.league.store.mirrors import RelayStore
from tapete.league.store.store import EventStore
from tapete.table.match_file import FORMAT, Opening
from tests.league import cluster

IN_A_MATCH = 120
"""Lines of a match, as long as matches are."""


async def opened(url: str) -> League:
    """A league over a database with one shop."""
    league = League(EventStore(engine(url)), secret=SECRET)
    await league.store.open()
    await league.store.add_shop("shop", "shop")
    return league


async def owing(url: str, count: int) -> League:
    """A shop whose tables have told so many lines."""
    league = await opened(url)
    opening = encode(Opening(tapete_match=FORMAT, header=Match(cards.bind("shazamm"), ("A", "B")).header))
    lines = tuple(encode(entry).decode() for entry in entries(IN_A_MATCH))
    part = MatchLines(after=0, head=first_head(opening), lines=lines, opening=msgspec.Raw(opening))
    sent = [SentLines("shop", f"match-{number}", f"table-{number % 40}", part) for number in range(count // IN_A_MATCH)]
    for first in range(0, len(sent), 100):
        await LineStore(league.store.engine).take(sent[first : first + 100], league.now_ms())
    return league


async def allowed(url: str, port: int) -> JoinAddress:
    """The shop's address at the chain."""
    chain = await opened(url)
    row = await HostStore(chain.store.engine).add("shop", "relay-shop", "relay")
    await RelayStore(chain.store).allow("shop", row.host)
    await chain.store.close()
    return address_for(f"http://127.0.0.1:{port}", SECRET, "shop", row.host, row.key_no)


async def arrived(url: str) -> int:
    """How many lines the chain has of the shop."""
    made = engine(url)
    async with made.connect() as connection:
        count = int(await connection.scalar(select(func.count()).select_from(schema.entry).where(schema.entry.c.shop == "shop")) or 0)
    await made.dispose()
    return count


async def measured(shop_url: str, chain_url: str, chain: tuple[int, int], count: int) -> None:
    """Measure and print."""
    shop = await owing(shop_url, count)
    address = await allowed(chain_url, chain[1])
    rate = await bare(chain_url, encode(entries(1)[0]).decode(), 2.0, GATHERED, CONNECTIONS)
    count = count // IN_A_MATCH * IN_A_MATCH
    relay, own, theirs, began = Relay(shop, address), time.process_time(), busy_s([chain[0]]), time.perf_counter()
    requests = await relay.work()
    took = time.perf_counter() - began
    busy = time.process_time() - own, busy_s([chain[0]]) - theirs
    there = await arrived(chain_url)
    print(f"bare INSERTs of as many lines: {count / rate:.2f} s")
    print(f"{count} entries owed, sent in {requests} requests: {took:.1f} s by the clock (goal {GOALS['relay_s']:.0f} s), {there} arrived")
    print(f"processor: shop {busy[0]:.1f} s, chain {busy[1]:.1f} s; of the bare rate {count / rate / took:.2f}")
    await shop.store.close()
    if there != count:
        raise SystemExit("not all has arrived")


def main() -> None:
    """Measure by the arguments."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--entries", type=int, default=24_000)
    parser.add_argument("--postgresql", action="store_true")
    given = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="tapete-"))
        chain_url = f"sqlite:///{folder}/chain.sqlite3"
        if given.postgresql:
            address = stack.enter_context(cluster.running())
            asyncio.run(cluster.made(f"{address}/postgres", "measured"))
            chain_url = f"{address}/measured"
        [chain] = stack.enter_context(serving(chain_url, 1))
        print(f"a chain over {chain_url.partition(':')[0]}, load {os.getloadavg()[0]:.1f} of {os.cpu_count()} cores")
        asyncio.run(measured(f"sqlite:///{folder}/shop.sqlite3", chain_url, chain, given.entries))


if __name__ == "__main__":
    main()
