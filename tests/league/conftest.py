"""Databases for tests: the same suite on SQLite and on a real PostgreSQL of our own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import loops
from tests.league import cluster


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a PostgreSQL of our own."""
    with cluster.running() as address:
        yield address


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/events.sqlite3"
    name, server = f"t{abs(hash(request.node.nodeid)) % 10**9}", request.getfixturevalue("server")
    loops.run(cluster.made(f"{server}/postgres", name))
    return f"{server}/{name}"
