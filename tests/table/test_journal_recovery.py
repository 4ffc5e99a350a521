"""A full disk, a clock that jumps, a journal that is torn at its end: the match goes on, and staff is told."""

from __future__ import annotations

import gc
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tapete.games import shazamm
from tapete.station.operations.health import Health
from tapete.station.operations.logtail import LogTail
from tapete.table import Hub, Journal, JournalTrouble, NotWritten, Table, buffered_journal, resume
from tapete.table.buffered_journal import BufferedJournal
from tapete.table.journal_repair import open_journal
from tapete.table.open_tables import MOST_SPARE
from tests.station.clock import Clock
from tests.table import full_disk
from tests.table.journals import a_match, play, three

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tapete.sqlite3"


@pytest.fixture
def journal(path: Path) -> Iterator[BufferedJournal]:
    with BufferedJournal(path) as opened:
        yield opened


# ---- a full disk


def test_on_a_full_disk_the_match_goes_on_and_is_written_when_there_is_room(journal: BufferedJournal, path: Path) -> None:
    heard: list[bool] = []
    journal.on_behind(heard.append)
    table = a_match(journal)
    full_disk.fill(journal)
    before = table.seq
    play(table, 80, seed=2)
    assert table.seq > before
    assert journal.behind > 0
    assert heard == [True]
    kept = journal.match(table.id)
    assert kept is not None
    assert kept.row.seq < table.seq, "reading goes on, of what is on the disk"
    other = Table.begin(journal, shazamm.rules(), ("A", "B"))
    play(other, 5)
    journal.write(lambda connection: connection.execute("PRAGMA max_page_count = 1000000"))
    assert journal.catch_up()
    assert (journal.behind, journal.lost, heard) == (0, 0, [True, False])
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    for one in (table, other):
        again = resume(journal, one.id)
        assert (again.seq, again.differs) == (one.seq, None)
        assert again.state == one.state


def test_a_match_that_could_not_be_written_yet_stays_in_memory(journal: BufferedJournal) -> None:
    hub = Hub(journal)
    hub.shows_what_it_opens = False
    old = [hub.begin("shazamm").id for _ in range(2 * MOST_SPARE)]
    table = hub.begin("shazamm")
    match = table.id
    full_disk.fill(journal)
    play(table, 80, seed=2)
    late = hub.begin("shazamm").id
    seq = table.seq
    assert not journal.has_all(match)
    assert not journal.has_all(late)
    hub.let_go(match)
    hub.let_go(late)
    del table
    for one in old:
        assert hub.table(one) is not None
    assert hub.open_tables == MOST_SPARE + 2
    again = hub.table(match)
    assert again is not None
    assert again.seq == seq
    del again
    journal.write(lambda connection: connection.execute("PRAGMA max_page_count = 1000000"))
    assert journal.catch_up()
    assert journal.has_all(match)
    for one in old:
        assert hub.table(one) is not None
    gc.collect()  # what the disk said, and in which frame, is a circle
    assert hub.open_tables == MOST_SPARE
    written = hub.table(match)
    assert written is not None
    assert written.seq == seq
    hub.close()


def test_the_next_commit_brings_those_that_waited_with_it_in_order(journal: BufferedJournal) -> None:
    table = a_match(journal)
    full_disk.fill(journal)
    play(table, 60, seed=2)
    assert journal.behind > 0
    journal.write(lambda connection: connection.execute("PRAGMA max_page_count = 1000000"))
    play(table, 3, seed=3)
    assert journal.behind == 0
    kept = journal.match(table.id)
    assert kept is not None
    assert [entry.seq for entry in kept.entries] == list(range(1, table.seq + 1))


def test_past_its_bound_actions_are_refused_as_elsewhere(journal: BufferedJournal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buffered_journal, "MOST_WAITING", 3)
    table = a_match(journal)
    full_disk.fill(journal)
    with pytest.raises(NotWritten):
        play(table, 500, seed=2)
    assert journal.behind == 3
    seq = table.seq
    with pytest.raises(NotWritten):
        table.submit({"action": "concede", "seat": "A"})
    assert table.seq == seq


def test_staff_is_told_while_something_waits(journal: BufferedJournal) -> None:
    hub = Hub(journal)
    table = hub.begin("shazamm")
    play(table, 40)
    full_disk.fill(journal)
    play(table, 80, seed=2)
    report = Health(hub, LogTail()).report()
    assert "journal_behind" in report.troubles
    assert not report.ok
    assert report.journal.behind == journal.behind > 0


def test_a_station_that_ends_on_a_full_disk_says_what_is_lost(journal: BufferedJournal, caplog: pytest.LogCaptureFixture) -> None:
    table = a_match(journal)
    full_disk.fill(journal)
    play(table, 80, seed=2)
    behind = journal.behind
    journal.close()
    assert f"{behind} commits are lost" in caplog.text
    with pytest.raises(JournalTrouble, match="closed"):
        journal.begin("x", table.header, {})


def test_other_troubles_are_not_waited_for(journal: BufferedJournal, path: Path) -> None:
    table = a_match(journal)
    with Journal(path) as another:
        resume(another, table.id).submit({"action": "concede", "seat": "A"})
    with pytest.raises(NotWritten) as refused:
        table.submit({"action": "concede", "seat": "B"})
    assert refused.value.refusals[0].code == "open_elsewhere"
    assert journal.behind == 0


@pytest.mark.parametrize("there", [False, True])
def test_a_journal_that_cannot_be_opened_keeps_matches_in_memory_until_it_can(tmp_path: Path, there: bool) -> None:
    """A station that starts on a full disk; here the folder is not there, because a file stands in its place."""
    folder = tmp_path / "data"
    if there:
        old = three(folder / "tapete.sqlite3")
        folder.rename(tmp_path / "away")
    folder.write_text("", encoding="utf-8")
    journal, repaired = open_journal(folder / "tapete.sqlite3")
    heard: list[bool] = []
    journal.on_behind(heard.append)
    hub = Hub(journal)
    assert (journal.opened, repaired, hub.matches(), journal.count(), journal.kept("aa")) == (False, None, [], (0, 0), 0)
    table = hub.begin("shazamm", names={"A": "Ana"})
    play(table, 20)
    assert (hub.table(table.id), hub.table("nothing"), heard, journal.behind > 0) == (table, None, [True], True)
    assert not journal.catch_up()
    folder.unlink()
    if there:
        (tmp_path / "away").rename(folder)
    assert journal.catch_up()
    assert (journal.opened, journal.behind, heard) == (True, 0, [True, False])
    assert len(hub.matches()) == (4 if there else 1)
    assert resume(journal, table.id).state == table.state
    if there:
        assert resume(journal, old[0].id).state == old[0].state
    hub.close()


@pytest.mark.skipif(os.name != "posix", reason="Windows has no locks that can be left out")
def test_a_journal_is_read_where_no_shared_memory_can_be_made(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a read-only disk after a kill: what stands in the write-ahead log alone is read too."""
    with BufferedJournal(path) as journal:
        table = a_match(journal)
        connect = sqlite3.connect

        def no_memory(database: str, *rest: Any, **more: Any) -> Any:
            if "vfs=unix-none" not in str(database):
                raise sqlite3.OperationalError("unable to open database file")
            return connect(database, *rest, **more)

        monkeypatch.setattr(sqlite3, "connect", no_memory)
        kept = journal.match(table.id)
        assert kept is not None
        assert kept.row.seq == table.seq
        monkeypatch.undo()


# ---- files stay bounded


DAY_S = 86_400.0


def test_old_matches_make_room_and_are_set_aside_for_a_week(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    with BufferedJournal(path, clock=clock) as journal:
        finished = []
        for _ in range(6):
            table = Table.begin(journal, shazamm.rules(), ("A", "B"))
            table.submit({"action": "concede", "seat": "A"})
            finished.append(table.id)
        waiting = Table.begin(journal, shazamm.rules(), ("A", "B")).id
        journal.tidy(most=2)
        assert {row.id for row in journal.matches()} == {*finished[-2:], waiting}
        clock.go_on(31 * DAY_S)
        fresh = Table.begin(journal, shazamm.rules(), ("A", "B")).id
        journal.tidy(most=2)
        assert {row.id for row in journal.matches()} == {*finished[-2:], fresh}
        assert f"match {waiting} is old and set aside" in caplog.text
        assert journal.names() == {*finished[-2:], fresh, waiting}, "those of a month ago are deleted now"
        assert f"match {finished[0]} was set aside long enough" in caplog.text
        clock.go_on(6 * DAY_S)
        journal.tidy()
        assert waiting in journal.names()
        clock.go_on(2 * DAY_S)
        journal.tidy()
        assert journal.names() == {*finished[-2:], fresh} == journal.census.names()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT DISTINCT match FROM entry ORDER BY 1").fetchall() == sorted((one,) for one in finished[-2:])


def test_a_match_that_is_in_memory_is_not_deleted(path: Path) -> None:
    clock = Clock()
    journal = BufferedJournal(path, clock=clock)
    hub = Hub(journal)
    matches = [hub.begin("shazamm").id for _ in range(2)]
    hub.let_go(matches[0])
    hub.let_go(matches[1])
    clock.go_on(31 * DAY_S)
    table = hub.table(matches[1])  # a player opens an old link
    assert table is not None
    journal.tidy(in_use=hub.in_memory)
    assert [row.id for row in journal.matches()] == [matches[1]]
    table.submit({"action": "lock_bid", "seat": "A"})
    kept = journal.match(matches[1])
    assert kept is not None
    assert kept.row.seq == 1
    hub.close()


@pytest.mark.parametrize("years", [-10, 10])
def test_a_wall_clock_that_is_wrong_by_years_deletes_nothing_and_lists_in_order(path: Path, years: int) -> None:
    """A Raspberry Pi has no clock until the network is there."""
    now = [NOW + timedelta(days=365 * years)]
    with BufferedJournal(path, lambda: now[0]) as journal:
        old = a_match(journal)
    now[0] = NOW
    again, repaired = open_journal(path, lambda: now[0])
    with again:
        assert repaired is None
        fresh = Table.begin(again, shazamm.rules(), ("A", "B"))
        assert [row.id for row in again.matches()] == [fresh.id, old.id]
        resume(again, old.id).submit({"action": "concede", "seat": "A"})
        again.tidy(most=1)
        assert [row.id for row in again.matches()] == [old.id, fresh.id]


def test_time_that_was_lived_through_counts_over_restarts_and_time_switched_off_does_not(path: Path) -> None:
    for life in range(4):
        clock = Clock()
        clock.go_on(1000.0 * life)  # monotonic clocks begin anywhere
        with BufferedJournal(path, clock=clock) as journal:
            if not life:
                table = a_match(journal)
            clock.go_on(9 * DAY_S)
            journal.tidy()
            assert [row.id for row in journal.matches()] == ([table.id] if life < 3 else []), life
