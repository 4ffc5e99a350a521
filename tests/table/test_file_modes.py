"""Matches, statistics and events are their owner's alone, whatever the mask of the process."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tapete.station.operations.statistics import Statistics
from tapete.table import Hub, Journal
from tapete.table.folders import private
from tests import loops

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")


@pytest.fixture(autouse=True)
def usual_mask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """The modes of a folder's files."""
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


def is_private(folder: Path, *names: str) -> bool:
    found = modes(folder)
    return stat.S_IMODE(folder.stat().st_mode) == 0o700 and all(found[name] == 0o600 for name in names)


def test_a_journal_and_statistics_are_their_owners(tmp_path: Path) -> None:
    folder = tmp_path / "tapete"
    hub = Hub(Journal(folder / "matches.sqlite3"))
    hub.begin("shazamm")
    statistics = Statistics(folder / "statistics.sqlite3")
    try:
        assert is_private(folder, "matches.sqlite3", "matches.sqlite3-wal", "statistics.sqlite3", "statistics.sqlite3-wal"), modes(folder)
    finally:
        statistics.close()
        hub.close()


def test_what_was_open_to_all_is_closed_at_the_next_start(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    Journal(path).close()
    path.chmod(0o644)
    tmp_path.chmod(0o755)
    Journal(path).close()
    assert modes(tmp_path)["matches.sqlite3"] == 0o600
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755, "a folder that was there keeps its mode"


def test_a_link_to_another_file_changes_nothing_there(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("theirs")
    other.chmod(0o644)
    (tmp_path / "matches.sqlite3").symlink_to(other)
    private(tmp_path / "matches.sqlite3")
    assert modes(tmp_path)["other"] == 0o644


@pytest.mark.league
def test_events_are_their_owners(tmp_path: Path) -> None:
    pytest.importorskip("sqlalchemy", reason="the extra `league`")
    from tapete.league.store.database import engine
    from tapete.league.store.store import EventStore

    folder = tmp_path / "league"

    async def begun() -> None:
        store = EventStore(engine(f"sqlite:///{folder / 'league.sqlite3'}"))
        await store.open()
        try:
            assert is_private(folder, "league.sqlite3"), modes(folder)
        finally:
            await store.close()

    loops.run(begun())
