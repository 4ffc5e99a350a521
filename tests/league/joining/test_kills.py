"""`kill -9` of a table, the server, the database or all of them at any instant: no line that players were told is lost, none comes twice.

With the `TAPETE_SEED` that its first lines name a night has the same victims again, and their instants as far as processes let
themselves be repeated.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import httpx
import pytest

pytest.importorskip("sqlalchemy", reason="the extra `league`")

from sqlalchemy import select

from tapete.league.joining.address import address_for
from tapete.league.store import schema
from tapete.league.store.database import engine
from tapete.league.store.hosts import HostStore
from tapete.league.store.lines import LineStore
from tapete.league.store.store import EventStore
from tapete.table import Journal
from tapete.table.match_file import export, read
from tests import loops
from tests.chance import seed
from tests.league import cluster
from tests.league.joining.killed import SECRET

pytestmark = [pytest.mark.league, pytest.mark.slow]

ROOT = Path(__file__).parents[3]


class Program:
    """A server or a table that is killed and started again.

    Args:
        words: of `tests.league.joining.killed`.
    """

    def __init__(self, *words: str) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(str(ROOT / part) for part in (".", "host", "firmware/lib"))}
        command = [sys.executable, "-m", "tests.league.joining.killed", *words]
        self._program = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", env=environment, cwd=ROOT, start_new_session=True
        )
        self.child, self.told = 0, defaultdict[str, dict[int, int]](dict)

    @property
    def _out(self) -> IO[str]:
        assert self._program.stdout is not None
        return self._program.stdout

    def start(self, word: str) -> None:
        """Start a child."""
        assert self._program.stdin is not None
        self._program.stdin.write(word + "\n")
        self._program.stdin.flush()
        self.child = int(self.until("child").split()[1])

    def until(self, word: str, times: int = 1) -> str:
        """Read until so many lines have begun with a word; the last of them."""
        for line in self._out:
            if line.startswith("told") and line.endswith("\n"):
                _told, match, seq, crc = line.split()
                self.told[match][int(seq)] = int(crc)
            assert word == "gone" or line.split()[:1] != ["gone"], "the child ended by itself"
            times -= line.split()[:1] == [word]
            if not times:
                return line
        raise AssertionError("the program ended by itself")

    def strike(self) -> None:
        """Kill the child at once."""
        os.kill(self.child, signal.SIGKILL)

    def kill(self) -> None:
        """Kill the child at once, and read what it said to the end."""
        self.strike()
        self.until("gone")

    def end(self) -> None:
        """End the program, and a child that a failed test leaves behind."""
        assert self._program.stdin is not None
        os.killpg(self._program.pid, signal.SIGKILL)
        self._program.stdin.close()
        self._out.close()
        self._program.wait()


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


async def prepared(url: str) -> None:
    store = EventStore(engine(url))
    await store.open()
    await store.add_shop("shop", "The Shop")
    await HostStore(store.engine).add("shop", "table-1", "Table 1")
    await store.close()


async def kept(url: str) -> dict[str, tuple[str, tuple[str, ...], str]]:
    """The opening, the lines and the result of every match, as the server has them."""
    made = engine(url)
    try:
        async with made.connect() as connection:
            results = {row.match: row.result for row in await connection.execute(select(schema.match.c.match, schema.match.c.result))}
        return {match: (*await LineStore(made).lines("shop", match), result) for match, result in results.items()}
    finally:
        await made.dispose()


class Party:
    """A server and a table that plays, each killed at will; what players were told is compared with what the server has.

    Args:
        url: of the server's database. journal: of the table. database: the cluster, where it can be killed too.
    """

    def __init__(self, url: str, journal: Path, database: cluster.Cluster | None = None) -> None:
        loops.run(prepared(url))
        self.url, self.journal, self.database = url, journal, database
        self.port = free_port()
        address = address_for(f"http://127.0.0.1:{self.port}", SECRET, "shop", "table-1", 1)
        self.server, self.table = Program("serve", url, str(self.port)), Program("play", str(journal), address.text)

    def start(self, word: str = "0") -> None:
        """Start both. `word`: the seed of what the table plays."""
        self.start_server()
        self.table.start(word)

    def start_server(self) -> None:
        """Start the server; it answers once this returns."""
        self.server.start("go")
        self.server.until("ready")

    def kill(self, victim: str, number: int, plays_on: int) -> None:
        """Kill one, or all at once, and start again what was killed.

        Args:
            victim: `table`, `server`, `database` or `all`. number: of the kill.
            plays_on: how many lines the table plays while the others are away.
        """
        if victim == "table":
            self.table.kill()
            self.table.start(str(number))
        elif victim == "server":
            self.server.kill()
            self.table.until("told", plays_on)
            self.start_server()
        elif victim == "all":
            self.server.strike()
            self.table.strike()
            if self.database is not None:
                self.database.kill()
                self.database.start()
            self.server.until("gone")
            self.table.until("gone")
            self.start(str(number))
        else:
            assert self.database is not None
            self.database.kill()
            self.table.until("told", plays_on)
            assert self.health() == (503, "away")
            self.database.start()
            assert self.health() == (200, "ok")

    def health(self) -> tuple[int, str]:
        """What the server says of itself: the status, and the word of its database."""
        said = httpx.get(f"http://127.0.0.1:{self.port}/health", trust_env=False, timeout=None)
        return said.status_code, said.json()["database"]

    def finish(self) -> None:
        """Let the table send all that it owes."""
        self.table.kill()
        self.table.start("drain")
        self.table.until("drained")
        self.table.until("gone")
        self.server.kill()

    def end(self) -> None:
        """End both programs."""
        self.server.end()
        self.table.end()

    def compare(self) -> int:
        """See that nothing is lost and nothing doubled. Return how many lines players were told."""
        with Journal(self.journal) as written:
            results = {row.id: row.result for row in written.matches()}
            found = loops.run(kept(self.url))
            assert set(found) == set(results)
            for name, result in results.items():
                match = written.match(name)
                assert match is not None
                assert self.table.told[name].items() <= {entry.seq: entry.crc for entry in match.entries}.items()
                opening, *lines, _closing = export(match.header, match.entries, None, None).decode().splitlines()
                assert found[name] == (opening, tuple(lines), result)
                assert [entry.seq for entry in read(export(match.header, match.entries, None, None)).entries] == list(
                    range(1, len(lines) + 1)
                )
        return sum(map(len, self.table.told.values()))


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def party(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Party]:
    """A server and a table, over a file, or over a cluster of their own."""
    journal = tmp_path / "tapete.sqlite3"
    with contextlib.ExitStack() as stack:
        if request.param == "sqlite":
            made = Party(f"sqlite:///{tmp_path}/events.sqlite3", journal)
        else:
            database = stack.enter_context(cluster.killable())
            loops.run(cluster.made(f"{database.address}/postgres", "events"))
            made = Party(f"{database.address}/events", journal, database)
        stack.callback(made.end)
        yield made


@pytest.mark.parametrize("kills", [5, pytest.param(20, marks=pytest.mark.long), pytest.param(200, marks=pytest.mark.nightly)])
def test_nothing_that_players_were_told_is_lost_and_nothing_is_doubled(party: Party, kills: int) -> None:
    """Each in its turn by chance; where the database alone is killed the server lives on. In a file the database ends with the server."""
    rng = random.Random(seed(kills))
    victims = ("server", "table", "all") if party.database is None else ("database", "server", "table", "all")
    due = [victims[number % len(victims)] for number in range(kills)]
    rng.shuffle(due)
    party.start()
    for number, victim in enumerate(due, 1):
        party.table.until("told", rng.randint(1, 60))
        party.kill(victim, number, rng.randint(1, 40))
    party.finish()
    told, died = party.compare(), Counter(due)
    assert told > 10 * kills
    if party.database is not None:
        assert party.database.recoveries() == died["database"] + died["all"]
    print(f"{kills} kills ({dict(died)}), {told} lines told, 0 lost, 0 doubled")
