"""What the server of events takes: entries in tens as fast as they go, and tables that play, beside bare INSERTs into the same database.

    python -m benchmarks.league [--postgresql] [--servers 2] [--tables 40] [--seconds 5] [--growth 10]

Without arguments one server on SQLite and 40 tables, as in a shop. `--postgresql` starts a cluster of its own, without fsync. Prints
entries per second and their share of the bare rate (in transactions of ten, and of a thousand), what an entry costs the servers, what it
costs the program of a table to send one, how long a table that plays (0.3 entries a second) waits for its acknowledgement, each line in
a request of its own and within one that stays open, and how long after it was sent its entry is on a
wall at the last server. With `--growth 10` ten times as many tables play afterwards: an entry should cost no more then. Needs the extra
`league`; on Linux alone (it reads the clocks of other programs).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import httpx
import msgspec
from sqlalchemy import insert

from benchmarks._random_play import script
from tapete import cards
from tapete.commands.hosting import settle
from tapete.core.codec import builtins, crc, encode
from tapete.core.log import Entry
from tapete.core.match import Match
from tapete.league.decisions import EnterEntrant, PairRound, PublishRound
from tapete.league.heads import first_head, head_after
from tapete.league.joining.address import address_for
from tapete.league.joining.server_client import Client
from tapete.league.protocol import (
    NO_OPENING,
    STREAM,
    MatchLines,
    PairingKey,
    Stamp,
    StreamedAnswer,
    host_key,
    signed_headers,
    streamed,
)
from tapete.league.server.access import new_link
from tapete.league.server.app import app
from tapete.league.server.process import LeagueServer
from tapete.league.server.shared import League, utc_ms
from tapete.league.store import schema
from tapete.league.store.database import engine
from tapete.league.store.hosts import HostStore
from tapete.league.store.store import EventStore
from tapete.league.tournament import Pairing, TournamentSettings
from tapete.table.match_file import FORMAT, Opening
from tests.league import cluster

SECRET = b"a secret of thirty-two bytes ...."
RATE = 0.3
"""Entries a second of a table that plays: six times what people do."""
BATCH = 10
SENT = 200
"""Lines that a table's own program sends to be measured."""
GATHERED, CONNECTIONS = 1_000, 3
"""Rows of a bare transaction as large as a server's can become (100 requests of ten), and how many of them a server writes at a time."""
GOALS = {"share": 0.4, "p99_ms": 100.0, "wall_ms": 500.0, "core": 0.25, "growth": 1.1, "relay_s": 10.0}
EVENT = "measured"
SETTLES_S = 2.0
"""How long the wall is still read after the last entry."""
TOGETHER = 20
"""So many matches begin at a time before it is measured how tables play."""
WAYS = (("in tens", "fast", False), ("playing, a request a line", "alone", False), ("playing, one open request a table", "play", True))
"""How tables send: in words, the name of their matches, and whether their requests go within one."""


def entries(count: int) -> list[Entry]:
    """Real entries of Shazamm by chance, numbered from 1 on."""
    rules = cards.bind("shazamm")
    found = script(rules, ("A", "B"), min(count, 500), frozenset({"concede", "ruling"}))
    plain = [(builtins(action), crc(state)) for state, action in found]
    return [Entry(seq=n + 1, source="page:A", crc=plain[n % len(plain)][1], action=plain[n % len(plain)][0]) for n in range(count)]


class Table:
    """A table that sends: its own match, one request at a time over one connection.

    Args:
        port: of the server. place: of the table. name: of its match. lines, opening: of it. streams: within one request that stays open.
    """

    def __init__(self, port: int, place: int, name: str, lines: list[str], opening: bytes, *, streams: bool = False) -> None:
        self._streams = streams
        self.port, self.lines, self.opening = port, lines, opening
        self.host, self.key = f"table-{place}", host_key(SECRET, "shop", f"table-{place}", 1)
        self.match = f"{name}-{place}"
        self.path = f"/v1/shops/shop/hosts/{self.host}/matches/{self.match}/lines"
        self.sent, self.head = 0, first_head(opening)
        self.waits: list[float] = []
        self.acknowledged = 0
        """Lines since it was last counted."""
        self.place, self.plays, self.run = place, name != "fast", secrets.token_hex(8)
        self.requests = 0
        self.began: list[float] = []
        """When each entry was sent, in single lines."""

    async def open(self) -> None:
        """Connect."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        if self._streams:
            path = f"/v1/shops/shop/hosts/{self.host}/{STREAM}"
            self.writer.write(
                f"{self._signed(path, b'')}Content-Type: application/octet-stream\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
            )
            await self._head()

    def _stamp(self) -> Stamp:
        self.requests += 1
        return Stamp(utc_ms(), self.requests, self.run)

    def _signed(self, path: str, body: bytes) -> str:
        """The head of a request, as far as it is the same for all of them."""
        signed = signed_headers(self.host, 1, self.key, "POST", path, body, self._stamp())
        return f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in signed.items())

    async def _head(self) -> int:
        """Read the head of an answer; the length of its body."""
        status, length = (await self.reader.readline()).split()[1], 0
        while (line := await self.reader.readline()) != b"\r\n":
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        if status != b"200":
            raise RuntimeError(f"{status!r} {await self.reader.readexactly(length)!r}")
        return length

    async def _asked(self, body: bytes) -> None:
        """Send a request and wait until it is taken."""
        if not self._streams:
            told = f"{self._signed(self.path, body)}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            self.writer.write(told.encode() + body)
            await self.reader.readexactly(await self._head())
            return
        part = streamed(self.match, self.key, self.path, body, self._stamp())
        self.writer.write(b"%x\r\n%b\r\n" % (len(part), part))
        await self.reader.readline()
        answer = msgspec.json.decode(await self.reader.readline(), type=StreamedAnswer)
        await self.reader.readline()
        if answer.status != 200:
            raise RuntimeError(f"{answer.status} {bytes(answer.body)!r}")

    async def send(self, count: int) -> None:
        """Send the next lines and wait until they are acknowledged."""
        lines = tuple(self.lines[self.sent : self.sent + count])
        opening = NO_OPENING if self.sent else msgspec.Raw(self.opening)
        pairing = PairingKey(EVENT, 1, 1, self.place + 1) if self.plays and not self.sent else None
        body = encode(MatchLines(after=self.sent, head=self.head, lines=lines, opening=opening, pairing=pairing))
        began = time.perf_counter()
        self.began.append(began)
        await self._asked(body)
        self.waits.append(time.perf_counter() - began)
        self.acknowledged += len(lines)
        self.sent, self.head = self.sent + len(lines), head_after(self.head, lines)

    async def fast(self, until: float) -> None:
        """Send in tens as fast as it goes."""
        while time.perf_counter() < until and self.sent + BATCH <= len(self.lines):
            await self.send(BATCH)

    async def play(self, until: float, rng: random.Random) -> None:
        """Send single lines as people play."""
        await asyncio.sleep(rng.uniform(0, 1 / RATE))
        while time.perf_counter() < until and self.sent < len(self.lines):
            next_at = time.perf_counter() + rng.expovariate(RATE)
            await self.send(1)
            await asyncio.sleep(max(0.0, min(next_at, until) - time.perf_counter()))


async def prepared(url: str, tables: int) -> str:
    """Make the tables, the hosts and an event with a round of all of them. Return the key of a wall."""
    league = League(EventStore(engine(url)), secret=SECRET)
    await league.store.open()
    await league.store.add_shop("shop", "shop")
    await league.begin("shop", EVENT, TournamentSettings(name=EVENT, game="shazamm", seed="seed"))
    for number in range(1, 2 * tables + 1):
        await league.store.name_person("shop", f"person-{number}", f"Name {number}")
        await league.decide("shop", EVENT, EnterEntrant(f"person-{number}"), who="organiser")
    pairs = tuple(Pairing("match", (number, number + 1)) for number in range(1, 2 * tables, 2))
    for what in (PairRound(1, pairs), PublishRound(1)):
        await league.decide("shop", EVENT, what, who="organiser")
    for place in range(tables):
        await HostStore(league.store.engine).add("shop", f"table-{place}", f"{place}", EVENT, place + 1)
    key = await new_link(league, "wall", "shop", EVENT)
    await league.store.close()
    return key


async def begun(tables: list[Table]) -> None:
    """Let every match begin, with its first line: some at a time, as people sit down."""
    for first in range(0, len(tables), TOGETHER):
        await asyncio.gather(*(one.send(1) for one in tables[first : first + TOGETHER]))
    await asyncio.sleep(SETTLES_S)


class Wall:
    """A wall that is open while the tables play, and notes how late it sees their entries."""

    def __init__(self, port: int, key: str) -> None:
        self._address = f"http://127.0.0.1:{port}/v1/shops/shop/events/{EVENT}/wall"
        self._key = {"authorization": f"Bearer {key}"}
        self._seen: dict[int, int] = {}
        self.late: list[float] = []
        self.open = asyncio.Event()

    async def watch(self, tables: list[Table]) -> None:
        """Read the stream until cancelled."""
        async with (
            httpx.AsyncClient(trust_env=False, timeout=None) as client,
            client.stream("GET", self._address, headers=self._key) as answer,
        ):
            kind = ""
            async for line in answer.aiter_lines():
                if line.startswith("event: "):
                    kind = line[7:]
                elif kind == "state":
                    self.open.set()
                elif kind == "moves" and line.startswith("data: "):
                    self._moved(msgspec.json.decode(line[6:])["moves"], tables)

    def _moved(self, moves: dict[str, int], tables: list[Table]) -> None:
        now = time.perf_counter()
        for pairing, count in moves.items():
            place = int(pairing) - 1 - tables[0].place
            if not 0 <= place < len(tables):
                continue
            before, self._seen[place] = self._seen.get(place, 0), count
            self.late += [now - began for began in tables[place].began[before:count]]


async def bare(url: str, line: str, seconds: float, size: int, connections: int) -> float:
    """Rows per second of bare INSERTs into the table of lines.

    Args:
        url: of the database. line: of each row. seconds: for so long. size: rows of a transaction. connections: that write at a time.
    """
    made, done = engine(url), 0
    until = time.perf_counter() + seconds

    async def write(worker: int) -> None:
        nonlocal done
        number = 0
        while time.perf_counter() < until:
            rows = [{"shop": "bare", "match": f"bare-{size}-{worker}", "seq": number + n, "line": line} for n in range(size)]
            async with made.begin() as connection:
                await connection.execute(insert(schema.entry), rows)
            number += size
            done += size

    began = time.perf_counter()
    await asyncio.gather(*(write(worker) for worker in range(connections)))
    await made.dispose()
    return done / (time.perf_counter() - began)


def busy_s(pids: list[int]) -> float:
    """Processor seconds of programs so far."""
    return sum(time.clock_gettime(~pid << 3 | 2) for pid in pids)  # the clock of another program, as clock_getcpuclockid(3) names it


@contextlib.contextmanager
def serving(url: str, count: int) -> Iterator[list[tuple[int, int]]]:
    """So many servers: their processes and ports."""
    with contextlib.ExitStack() as stack:
        found = []
        for _ in range(count):
            words = [sys.executable, "-m", "benchmarks.league", "--serve", url]
            program = stack.enter_context(subprocess.Popen(words, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True))
            stack.callback(program.terminate)
            assert program.stdout is not None
            found.append((program.pid, int(program.stdout.readline())))
        yield found


async def growth(servers: list[tuple[int, int]], tables: int, times: int, seconds: float, wall_key: str) -> None:
    """Let some tables play, then so many times as many, and print what an entry costs; the wall stands at the last server each time."""
    match = Match(cards.bind("shazamm"), ("A", "B"))
    opening = encode(Opening(tapete_match=FORMAT, header=match.header))
    lines = [encode(entry).decode() for entry in entries(1_000)]
    pids, cost = [pid for pid, _port in servers], []
    for name, count in (("play", tables), ("more", tables * times)):
        made = [Table(servers[place % len(servers)][1], place, name, lines, opening) for place in range(count)]
        for one in made:
            await one.open()
        wall = Wall(servers[-1][1], wall_key)
        watching = asyncio.create_task(wall.watch(made))
        await wall.open.wait()
        await begun(made)
        for one in made:
            one.waits.clear()
            one.acknowledged = 0
        before, began = busy_s(pids), time.perf_counter()
        rng = random.Random(1)
        await asyncio.gather(*(one.play(began + seconds, rng) for one in made))
        busy, sent = busy_s(pids) - before, sum(one.acknowledged for one in made)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        cost.append(1e6 * busy / sent)
        print(f"{count} tables playing: {sent / (time.perf_counter() - began):.0f} entries/s, {cost[-1]:.0f} us of a processor an entry")
        for one in made:
            one.writer.close()
    print(f"  {cost[1] / cost[0]:.2f} times as much (goal at most {GOALS['growth']})")


async def measured(url: str, servers: list[tuple[int, int]], tables: int, seconds: float, wall_key: str) -> None:
    """Measure and print."""
    match = Match(cards.bind("shazamm"), ("A", "B"))
    opening = encode(Opening(tapete_match=FORMAT, header=match.header))
    lines = [encode(entry).decode() for entry in entries(4_000)]
    pids = [pid for pid, _port in servers]
    connections = CONNECTIONS * len(servers) if url.startswith("postgresql") else 1
    rates = {size: await bare(url, lines[0], seconds, size, connections) for size in (BATCH, GATHERED)}
    for size, rate in rates.items():
        print(f"bare INSERTs, {size} in a transaction, {connections} connections: {rate:8.0f} rows/s")
    for name, work, streams in WAYS:
        here = [servers[place % len(servers)][1] for place in range(tables)]
        first = tables if streams else 0  # a pairing has one match, which the wall counts
        made = [Table(port, first + place, work, lines, opening, streams=streams) for place, port in enumerate(here)]
        for one in made:
            await one.open()
        wall = Wall(servers[-1][1], wall_key)
        watching = asyncio.create_task(wall.watch(made))
        await wall.open.wait()
        if work != "fast":
            await begun(made)
            for one in made:
                one.waits.clear()
                one.acknowledged = 0
            wall.late.clear()
        before, began = busy_s(pids), time.perf_counter()
        until, rng = began + seconds * (1 if work == "fast" else 2), random.Random(1)
        await asyncio.gather(*(one.fast(until) if work == "fast" else one.play(until, rng) for one in made))
        took, busy, sent = time.perf_counter() - began, busy_s(pids) - before, sum(one.acknowledged for one in made)
        await asyncio.sleep(SETTLES_S)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        waits = [1000 * wait for one in made for wait in one.waits]
        late = statistics.quantiles(waits, n=100)[98]
        print(f"{tables} tables {name}: {sent / took:8.0f} entries/s, {1e3 * busy / sent:6.3f} ms of a processor an entry", end=", ")
        print(f"{busy / took:.2f} core, acknowledged p50 {statistics.median(waits):.1f} ms, p99 {late:.1f} ms")
        if work == "fast":
            print(f"  {sent / took / rates[BATCH]:.2f} of the bare rate in tens (goal {GOALS['share']})", end=", ")
            print(f"{sent / took / rates[GATHERED]:.2f} of that in thousands")
        else:
            print(f"  goal p99 {GOALS['p99_ms']:.0f} ms; a shop's server on a small computer less than {GOALS['core']} core")
            seen = [1000 * late for late in wall.late]
            print(f"  on a wall at server {len(servers)}: {len(seen)} of {sent} entries", end=", ")
            late = statistics.quantiles(seen, n=100)[98]
            print(f"p50 {statistics.median(seen):.0f} ms, p99 {late:.0f} ms (goal {GOALS['wall_ms']:.0f} ms)")
        for one in made:
            one.writer.close()


def sending(port: int, *, streams: bool) -> float:
    """Processor seconds that a table's own program needs to send a line and to read that it was taken.

    Args:
        port: of the server. streams: within one request that stays open.
    """
    opening = encode(Opening(tapete_match=FORMAT, header=Match(cards.bind("shazamm"), ("A", "B")).header))
    lines, head, took = [encode(entry).decode() for entry in entries(SENT)], first_head(opening), 0.0
    client = Client(address_for(f"http://127.0.0.1:{port}", SECRET, "shop", "table-0", 1))
    path = f"{client.address.path}/matches/sent-{streams}/lines"
    for number, line in enumerate(lines):
        body = encode(MatchLines(number, head, (line,), NO_OPENING if number else msgspec.Raw(opening)))
        began = time.thread_time()
        reply = client.post(path, body) if streams else client._post(path, body)
        took += time.thread_time() - began
        if reply.status != 200:
            raise RuntimeError(f"{reply.status} {reply.body!r}")
        head = head_after(head, (line,))
    client.close()
    return took / len(lines)


def main() -> None:
    """Measure by the arguments."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--growth", type=int, default=1, metavar="TIMES")
    parser.add_argument("--serve", metavar="URL", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        with LeagueServer(app(League(EventStore(engine(given.serve)), secret=SECRET))) as server:
            settle()
            print(server.port, flush=True)
            sys.stdin.read()
        return
    with contextlib.ExitStack() as stack:
        if given.postgresql:
            address = stack.enter_context(cluster.running())
            asyncio.run(cluster.made(f"{address}/postgres", "measured"))
            url = f"{address}/measured"
        else:
            url = f"sqlite:///{stack.enter_context(tempfile.TemporaryDirectory(prefix='tapete-'))}/events.sqlite3"
        key = asyncio.run(prepared(url, given.tables * max(2, given.growth)))
        servers = stack.enter_context(serving(url, given.servers))
        print(f"{given.servers} x server over {url.partition(':')[0]}, load {os.getloadavg()[0]:.1f} of {os.cpu_count()} cores")
        if given.growth > 1:
            asyncio.run(growth(servers, given.tables, given.growth, given.seconds, key))
        else:
            asyncio.run(measured(url, servers, given.tables, given.seconds, key))
            sent = [1e3 * sending(servers[0][1], streams=streams) for streams in (False, True)]
            print(f"a table that sends: {sent[0]:.3f} ms of its processor a request, {sent[1]:.3f} ms within one open request")


if __name__ == "__main__":
    main()
