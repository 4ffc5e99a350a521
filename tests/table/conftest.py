"""Journals and tables for the tests of the table, and the games that were made for tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tapete import games
from tapete.games import shazamm
from tapete.table import Journal, Table
from tests.contract import fairground
from tests.table import auction

collect_ignore = [] if os.name == "posix" else ["test_kill.py"]
"""Only POSIX has `kill -9`, and `fork` for fifty programs in a row."""

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _games_of_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games that were made for tests are found by name, as installed ones are."""
    made = {"auction": auction.GAME, "fairground": fairground.GAME}
    find = games.find
    monkeypatch.setattr(games, "find", lambda name: made.get(name) or find(name))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite3", lambda: NOON) as opened:
        yield opened


@pytest.fixture
def duel(journal: Journal) -> Iterator[Table]:
    """A match of Shazamm."""
    table = Table.begin(journal, shazamm.rules(), ("A", "B"))
    yield table
    table.close()


@pytest.fixture
def fair(journal: Journal) -> Iterator[Table]:
    """A match of the fairground: dice, windows in which others may react, rulings."""
    table = Table.begin(journal, fairground.rules(), ("A", "B", "C"))
    yield table
    table.close()


@pytest.fixture
def hall(journal: Journal) -> Iterator[Table]:
    """A match of the auction: sealed bids of twelve digits."""
    table = Table.begin(journal, auction.rules(), ("A", "B", "C"))
    yield table
    table.close()
