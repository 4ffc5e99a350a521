"""What a hundred thousand tables would take: what a line costs here, and the arithmetic from there.

    python -m benchmarks.league_plan [--tables 300] [--seconds 5] [--matches 3]

Tables send single lines as fast as they go to two servers over a PostgreSQL cluster of its own, without fsync and without walls. Prints
the processor time of a line in servers and database, the bytes of its write-ahead log and of its row, and for each game of `GAMES` what
it takes to prove a match of medium bots and how large its lines are. Then the plan: a hundred thousand tables that play at once, each
72 lines in 25 minutes. Needs the extra `league`; on Linux alone (it reads /proc).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import time
import zlib
from typing import NamedTuple

from sqlalchemy import text

from benchmarks.league import CONNECTIONS, Table, begun, busy_s, entries, prepared, serving
from tapete import cards
from tapete.bots import bot_of
from tapete.bots.driving import play_on
from tapete.core.codec import encode
from tapete.core.match import Match
from tapete.core.rules import result_word
from tapete.core.seats import SEATS
from tapete.league.store.database import engine
from tapete.league.store.proven import proof_of
from tapete.table.match_file import FORMAT, Opening
from tests.league import cluster

GAMES = ("shazamm", "moriham", "datamorphs", "bhm")
SERVERS = 2
TABLES = 100_000
LINES, MINUTES = 72, 25
"""A match as people play it."""
EVENING_H = 4


class Cost(NamedTuple):
    """What a line costs: microseconds of a processor in the servers and in the database, bytes of its log and of its row."""

    server_us: float
    database_us: float
    log_bytes: float
    row_bytes: float


class Proof(NamedTuple):
    """What a match costs that is over: milliseconds of a processor to prove it, its lines, and their bytes, bare and compressed."""

    ms: float
    lines: float
    size: float
    compressed: float


async def grown(url: str) -> tuple[int, int, int]:
    """Bytes of the write-ahead log so far, bytes of the lines' table with its index, and how many lines there are."""
    made = engine(url)
    asked = (
        "SELECT CAST(pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS BIGINT), pg_total_relation_size('entry'), (SELECT count(*) FROM entry)"
    )
    async with made.connect() as connection:
        row = (await connection.execute(text(asked))).one()
    await made.dispose()
    return int(row[0]), int(row[1]), int(row[2])


async def cost(url: str, servers: list[tuple[int, int]], database: cluster.Cluster, count: int, seconds: float) -> Cost:
    """What a line costs that comes alone."""
    opening = encode(Opening(tapete_match=FORMAT, header=Match(cards.bind("shazamm"), ("A", "B")).header))
    lines = [encode(entry).decode() for entry in entries(4_000)]
    tables = [Table(servers[place % len(servers)][1], place, "single", lines, opening) for place in range(count)]
    for one in tables:
        await one.open()
    await begun(tables)
    pids = [pid for pid, _port in servers]
    size, busy, works = await grown(url), busy_s(pids), busy_s(list(database.pids))
    until = time.perf_counter() + seconds

    async def single(table: Table) -> None:
        while time.perf_counter() < until and table.sent < len(lines):
            await table.send(1)

    await asyncio.gather(*(single(one) for one in tables))
    busy, works = busy_s(pids) - busy, busy_s(list(database.pids)) - works
    log, rows, sent = (after - before for after, before in zip(await grown(url), size, strict=True))
    for one in tables:
        one.writer.close()
    return Cost(1e6 * busy / sent, 1e6 * works / sent, log / sent, rows / sent)


def proved(game: str, matches: int) -> Proof:
    """What it takes to prove a match of medium bots, in the mean."""
    rules, found = cards.bind(game), list[Proof]()
    for number in range(matches):
        rng, match = random.Random(number), Match(rules, SEATS[:2])
        over = play_on(match, {seat: bot_of(rules, random.Random(rng.random()), "medium") for seat in match.seats}, rng)
        opening = encode(Opening(tapete_match=FORMAT, header=match.header)).decode()
        lines = tuple(encode(entry).decode() for entry in match.log.entries)
        began = time.process_time()
        said = proof_of(opening, lines, "" if over is None else result_word(over))
        took = time.process_time() - began
        if said != "proved":
            raise RuntimeError(f"{game}: {said}")
        raw = "\n".join(lines).encode()
        found.append(Proof(1000 * took, len(lines), len(raw), len(zlib.compress(raw))))
    return Proof(*(sum(column) / len(found) for column in zip(*found, strict=True)))


def plan(one: Cost, proofs: dict[str, Proof]) -> None:
    """Print what a hundred thousand tables take."""
    a_second = TABLES * LINES / (60 * MINUTES)
    over = TABLES / (60 * MINUTES)
    dearest, cheapest = max(proof.ms for proof in proofs.values()), min(proof.ms for proof in proofs.values())
    print(f"\n{TABLES:,} tables, each {LINES} lines in {MINUTES} minutes, all at once:")
    print(f"  {a_second:,.0f} lines a second")
    print(f"  servers      {a_second * one.server_us / 1e6:5.1f} processors for lines", end=", ")
    print(f"{over * cheapest / 1e3:.1f} to {over * dearest / 1e3:.1f} for proofs")
    print(f"  database     {a_second * one.database_us / 1e6:5.1f} processors")
    print(f"  its log      {a_second * one.log_bytes / 1e6:5.1f} MB a second")
    rows = a_second * one.row_bytes
    print(f"  its rows     {rows / 1e6:5.1f} MB a second, {rows * 3600 * EVENING_H / 1e9:.0f} GB in {EVENING_H} hours")
    files = [proof.compressed / proof.lines * LINES for proof in proofs.values()]
    evening = TABLES * EVENING_H * 60 / MINUTES
    print(f"  as files     {evening * min(files) / 1e9:.1f} to {evening * max(files) / 1e9:.1f} GB compressed, {evening:,.0f} matches")


def main() -> None:
    """Measure by the arguments."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--matches", type=int, default=3)
    given = parser.parse_args()
    with cluster.killable() as database:
        asyncio.run(cluster.made(f"{database.address}/postgres", "measured"))
        url = f"{database.address}/measured"
        asyncio.run(prepared(url, given.tables))
        with serving(url, SERVERS) as servers:
            print(f"{SERVERS} x server, {CONNECTIONS} writers each, load {os.getloadavg()[0]:.1f} of {os.cpu_count()} cores")
            one = asyncio.run(cost(url, servers, database, given.tables, given.seconds))
    print(f"a line alone: {one.server_us:.0f} us of a server, {one.database_us:.0f} us of the database,", end=" ")
    print(f"{one.log_bytes:.0f} bytes of log, {one.row_bytes:.0f} bytes of rows")
    proofs = {game: proved(game, given.matches) for game in GAMES}
    for game, proof in proofs.items():
        print(f"{game:<10} {proof.ms:6.0f} ms to prove {proof.lines:4.0f} lines, {proof.size / 1e3:5.1f} KB", end=", ")
        print(f"{proof.compressed / 1e3:4.1f} compressed")
    plan(one, proofs)


if __name__ == "__main__":
    main()
