"""A PostgreSQL of our own: a cluster in a temporary folder on a free port of this computer, ended with the tests."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
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


@contextmanager
def running() -> Iterator[str]:
    """Start a cluster and give its address; it ends with the block.

    PostgreSQL does not run as root; there the system's user `postgres` or `nobody` owns it. So its folder is none of pytest's: each run of
    pytest shuts those to other users.

    Yields:
        The address of a server, without the name of a database: `postgresql://tapete:...@127.0.0.1:PORT`.
    """
    place = programs()
    assert place is not None
    with tempfile.TemporaryDirectory(prefix="tapete-postgresql-") as made:
        yield from _started(place, Path(made))


def _started(place: Path, folder: Path) -> Iterator[str]:
    as_user: list[str] = []
    if os.getuid() == 0:
        name = next(one.pw_name for one in pwd.getpwall() if one.pw_name in ("postgres", "nobody"))
        shutil.chown(folder, name)
        as_user = ["setpriv", f"--reuid={name}", "--clear-groups", f"--regid={pwd.getpwnam(name).pw_gid}"]
    word, data = secrets.token_urlsafe(12), folder / "cluster"
    (folder / "word").write_text(word, encoding="utf-8")
    (folder / "word").chmod(0o644)

    def does(*command: str) -> None:
        done = subprocess.run([*as_user, *command], cwd=folder, capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    does(
        f"{place}/initdb", "-D", str(data), "-U", "tapete", "-A", "scram-sha-256", f"--pwfile={folder / 'word'}", "--no-sync", "-E", "UTF8"
    )
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories= -c fsync=off -c shared_buffers=16MB"
    does(f"{place}/pg_ctl", "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options, "start")
    try:
        yield f"postgresql://tapete:{word}@127.0.0.1:{port}"
    finally:
        does(f"{place}/pg_ctl", "-D", str(data), "-w", "-m", "immediate", "stop")


async def made(url: str, name: str) -> None:
    """Make a database in a cluster, by the address of another one there."""
    from sqlalchemy import text

    from tapete.league.store.database import engine

    connected = engine(url).execution_options(isolation_level="AUTOCOMMIT")
    async with connected.connect() as connection:
        await connection.execute(text(f"CREATE DATABASE {name}"))
    await connected.dispose()
