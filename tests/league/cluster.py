"""A PostgreSQL of our own: a cluster in a temporary folder on a free port of this computer, ended with the tests."""

from __future__ import annotations

import os
import pwd
import secrets
import select
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
"""Where Debian keeps the programs of each version, the newest first."""


def programs() -> Path | None:
    """The folder of PostgreSQL's programs; None: it is not installed."""
    found = shutil.which("pg_ctl")
    return Path(found).parent if found else next((place for place in PLACES if (place / "pg_ctl").is_file()), None)


class Cluster:
    """A cluster that a test may kill and start again.

    Args:
        place: of the programs. folder: for everything that it writes.
    """

    def __init__(self, place: Path, folder: Path) -> None:
        self._place, self._folder, self._data = place, folder, folder / "cluster"
        self.runs, self._as_user = False, []  # type: bool, list[str]
        if os.getuid() == 0:
            name = next(one.pw_name for one in pwd.getpwall() if one.pw_name in ("postgres", "nobody"))
            shutil.chown(folder, name)
            self._as_user = ["setpriv", f"--reuid={name}", "--clear-groups", f"--regid={pwd.getpwnam(name).pw_gid}"]
        self._word = secrets.token_urlsafe(12)
        given = folder / "word"
        given.write_text(self._word, encoding="utf-8")
        given.chmod(0o644)
        self._does("initdb", "-D", self._data, "-U", "tapete", "-A", "scram-sha-256", f"--pwfile={given}", "--no-sync", "-E", "UTF8")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]

    @property
    def address(self) -> str:
        """Of the server, without the name of a database: `postgresql://tapete:...@127.0.0.1:PORT`."""
        return f"postgresql://tapete:{self._word}@127.0.0.1:{self._port}"

    def _does(self, program: str, *words: object) -> None:
        command = [*self._as_user, f"{self._place}/{program}", *map(str, words)]
        done = subprocess.run(command, cwd=self._folder, capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        """Start it; returns once it lets connections in."""
        options = f"-c listen_addresses=127.0.0.1 -c port={self._port} -c unix_socket_directories= -c fsync=off -c shared_buffers=16MB"
        self._does("pg_ctl", "-D", self._data, "-w", "-l", self._folder / "log", "-o", options, "start")
        self.runs = True

    def stop(self) -> None:
        """End it without waiting for anybody."""
        if self.runs:
            self._does("pg_ctl", "-D", self._data, "-w", "-m", "immediate", "stop")
            self.runs = False

    def kill(self) -> None:
        """End every process of it (`kill -9`), the first one first, so that none begins another; the next start has to recover."""
        self.runs = False
        pids = self.pids
        for pid in pids:
            _killed(pid)
        if Path(f"/proc/{pids[0]}").exists():  # nobody has asked for its end: PostgreSQL would take it for running
            (self._data / "postmaster.pid").unlink(missing_ok=True)

    @property
    def pids(self) -> tuple[int, ...]:
        """Its processes, the first one first."""
        first = int((self._data / "postmaster.pid").read_text(encoding="utf-8").split()[0])
        return (first, *self._processes(first))

    def recoveries(self) -> int:
        """How often a start found that the cluster had not been shut down, and recovered."""
        return (self._folder / "log").read_text(encoding="utf-8", errors="replace").count("automatic recovery in progress")

    def _processes(self, first: int) -> Iterator[int]:
        """Its processes but the first one: all that work in its folder."""
        for place in Path("/proc").glob("[0-9]*"):
            try:
                works_here = (place / "cwd").readlink() == self._data
            except OSError:  # it has ended meanwhile, or is another user's
                continue
            if works_here and int(place.name) != first:
                yield int(place.name)


def _killed(pid: int) -> None:
    """Kill a process and wait for its end."""
    try:
        watched = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        signal.pidfd_send_signal(watched, signal.SIGKILL)
        select.select([watched], [], [])
    except ProcessLookupError:
        return
    finally:
        os.close(watched)


@contextmanager
def killable() -> Iterator[Cluster]:
    """Start a cluster; it ends with the block.

    PostgreSQL does not run as root; there the system's user `postgres` or `nobody` owns it. So its folder is none of pytest's: each run of
    pytest shuts those to other users.
    """
    place = programs()
    assert place is not None
    with tempfile.TemporaryDirectory(prefix="tapete-postgresql-") as made:
        one = Cluster(place, Path(made))
        one.start()
        try:
            yield one
        finally:
            one.stop()


@contextmanager
def running() -> Iterator[str]:
    """The address of a cluster that ends with the block, without the name of a database."""
    with killable() as one:
        yield one.address


async def made(url: str, name: str) -> None:
    """Make a database in a cluster, by the address of another one there."""
    from sqlalchemy import text

    from tapete.league.store.database import engine

    connected = engine(url).execution_options(isolation_level="AUTOCOMMIT")
    async with connected.connect() as connection:
        await connection.execute(text(f"CREATE DATABASE {name}"))
    await connected.dispose()
