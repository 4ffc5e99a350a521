"""`kill -9` of the server or of a table at any instant: no line that players were told is lost on the way, none comes twice."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import IO

import httpx
import pytest

pytest.importorskip("sqlalchemy", reason="the extra `league`")

from tapete.league.joining.address import address_for
from tapete.league.store.database import engine
from tapete.league.store.hosts import HostStore
from tapete.league.store.lines import LineStore
from tapete.league.store.store import EventStore
from tapete.table import Journal
from tapete.table.match_file import export, read
from tests import loops
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
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", env=environment, cwd=ROOT
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
            times -= line.split()[:1] == [word]
            if not times:
                return line
        raise AssertionError("the program ended by itself")

    def kill(self) -> None:
        """Kill the child at once, and read what it said to the end."""
        os.kill(self.child, signal.SIGKILL)
        self.until("gone")

    def end(self) -> None:
        """End the program, whose child is gone."""
        assert self._program.stdin is not None
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


async def kept(url: str, matches: list[str]) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The opening and the lines of matches, as the server has them."""
    made = engine(url)
    try:
        return {match: await LineStore(made).lines("shop", match) for match in matches}
    finally:
        await made.dispose()


class Party:
    """A server and a table that plays, each killed at will; what players were told is compared with what the server has.

    Args:
        url: of the server's database. journal: of the table.
    """

    def __init__(self, url: str, journal: Path) -> None:
        loops.run(prepared(url))
        self.url, self.journal = url, journal
        self.port = free_port()
        address = address_for(f"http://127.0.0.1:{self.port}", SECRET, "shop", "table-1", 1)
        self.server, self.table = Program("serve", url, str(self.port)), Program("play", str(journal), address.text)

    def start(self) -> None:
        """Start both."""
        self.start_server()
        self.table.start("0")

    def start_server(self) -> None:
        """Start the server; it answers once this returns."""
        self.server.start("go")
        self.server.until("ready")

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
            names = [row.id for row in written.matches()]
            found = loops.run(kept(self.url, names))
            for name in names:
                match = written.match(name)
                assert match is not None
                assert self.table.told[name].items() <= {entry.seq: entry.crc for entry in match.entries}.items()
                opening, *lines, _closing = export(match.header, match.entries, None, None).decode().splitlines()
                assert found[name] == (opening, tuple(lines))
                assert [entry.seq for entry in read(export(match.header, match.entries, None, None)).entries] == list(
                    range(1, len(lines) + 1)
                )
        return sum(map(len, self.table.told.values()))


@pytest.mark.parametrize("kills", [5, pytest.param(200, marks=pytest.mark.nightly)])
def test_nothing_that_players_were_told_is_lost_and_nothing_is_doubled(url: str, tmp_path: Path, kills: int) -> None:
    rng, party = random.Random(kills), Party(url, tmp_path / "tapete.sqlite3")
    try:
        party.start()
        for number in range(1, kills + 1):
            party.table.until("told", rng.randint(1, 60))
            if rng.random() < 0.5:
                party.server.kill()
                party.table.until("told", rng.randint(1, 40))  # the table plays on
                party.start_server()
            else:
                party.table.kill()
                party.table.start(str(number))
        party.finish()
    finally:
        party.end()
    assert party.compare() > 10 * kills


@pytest.mark.postgresql
@pytest.mark.parametrize("kills", [4, pytest.param(200, marks=pytest.mark.nightly)])
def test_the_database_is_killed_too_and_the_server_says_so_and_goes_on(tmp_path: Path, kills: int) -> None:
    """Database, server and table in turn by chance; where the database is killed the server lives on."""
    rng = random.Random(kills)
    with cluster.killable() as database:
        loops.run(cluster.made(f"{database.address}/postgres", "events"))
        party = Party(f"{database.address}/events", tmp_path / "tapete.sqlite3")
        try:
            party.start()
            for number in range(1, kills + 1):
                party.table.until("told", rng.randint(1, 60))
                victim = rng.choice(("database", "database", "server", "table")) if number > 2 else "database"
                if victim == "table":
                    party.table.kill()
                    party.table.start(str(number))
                elif victim == "server":
                    party.server.kill()
                    party.table.until("told", rng.randint(1, 40))
                    party.start_server()
                else:
                    database.kill()
                    party.table.until("told", rng.randint(1, 40))
                    away = httpx.get(f"http://127.0.0.1:{party.port}/health", trust_env=False, timeout=None)
                    assert (away.status_code, away.json()) == (503, {"ok": False, "database": "away"})
                    database.start()
                    back = httpx.get(f"http://127.0.0.1:{party.port}/health", trust_env=False, timeout=None)
                    assert (back.status_code, back.json()["database"]) == (200, "ok")
            party.finish()
        finally:
            party.end()
        assert party.compare() > 10 * kills
