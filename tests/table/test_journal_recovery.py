"""A full disk, a clock that jumps, a journal that is torn at its end: the match goes on, and staff is told."""

from __future__ import annotations

import gc
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tapete.core.refusals import RefereeError
from tapete.games import shazamm
from tapete.station.health import Health
from tapete.station.logtail import LogTail
from tapete.table import Hub, Journal, JournalTrouble, NotWritten, Table, buffered_journal, resume
from tapete.table.buffered_journal import BufferedJournal
from tapete.table.journal_repair import MOST_ASIDE, open_journal, repair
from tapete.table.open_tables import MOST_SPARE
from tests.table import full_disk

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tapete.sqlite3"


@pytest.fixture
def journal(path: Path) -> Iterator[BufferedJournal]:
    with BufferedJournal(path) as opened:
        yield opened


def play(table: Table, turns: int, seed: int = 1) -> None:
    """So many declarations by chance."""
    rng = random.Random(seed)
    for _ in range(turns):
        action = table.rules.sample(table.state, rng, avoid=frozenset({"concede", "ruling", "declare_cards", "reveal_bids"}))
        assert action is not None
        try:
            table.submit(action)
        except NotWritten:
            raise
        except RefereeError:
            continue


def a_match(journal: Journal, turns: int = 45, seed: int = 1) -> Table:
    table = Table.begin(journal, shazamm.rules(), ("A", "B"), names={"A": "Ana"})
    play(table, turns, seed)
    assert table.seq > 20
    return table


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


# ---- files stay bounded


def test_old_matches_make_room(path: Path) -> None:
    now = [NOW]
    with BufferedJournal(path, lambda: now[0]) as journal:
        finished = []
        for _ in range(6):
            table = Table.begin(journal, shazamm.rules(), ("A", "B"))
            table.submit({"action": "concede", "seat": "A"})
            finished.append(table.id)
            now[0] += timedelta(minutes=1)
        waiting = Table.begin(journal, shazamm.rules(), ("A", "B")).id
        journal.tidy(most=2)
        assert {row.id for row in journal.matches()} == {*finished[-2:], waiting}
        now[0] += timedelta(days=31)
        fresh = Table.begin(journal, shazamm.rules(), ("A", "B")).id
        journal.tidy(most=2)
        assert {row.id for row in journal.matches()} == {*finished[-2:], fresh}
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT DISTINCT match FROM entry ORDER BY 1").fetchall() == sorted((one,) for one in finished[-2:])


def test_a_match_that_is_in_memory_is_not_deleted(path: Path) -> None:
    now = [NOW]
    journal = BufferedJournal(path, lambda: now[0])
    hub = Hub(journal)
    matches = [hub.begin("shazamm").id for _ in range(2)]
    hub.let_go(matches[0])
    hub.let_go(matches[1])
    now[0] += timedelta(days=31)
    table = hub.table(matches[1])  # somebody opens an old link
    assert table is not None
    journal.tidy(in_use=hub.in_memory)
    assert [row.id for row in journal.matches()] == [matches[1]]
    table.submit({"action": "lock_bid", "seat": "A"})
    kept = journal.match(matches[1])
    assert kept is not None
    assert kept.row.seq == 1
    hub.close()


def test_a_wall_clock_that_is_put_back_deletes_nothing(path: Path) -> None:
    now = [NOW]
    with BufferedJournal(path, lambda: now[0]) as journal:
        table = a_match(journal)
        now[0] -= timedelta(days=4000)
        journal.tidy()
        table.submit({"action": "concede", "seat": "A"})
        journal.tidy(most=1)
        assert [row.id for row in journal.matches()] == [table.id]
        assert resume(journal, table.id).result is not None


# ---- a torn file


def torn_bytes(path: Path, where: float, length: int = 2_000) -> None:
    """Write nonsense into a file, as a card does that loses its power while it writes."""
    raw = bytearray(path.read_bytes())
    at = int(len(raw) * where)
    raw[at : at + length] = random.Random(7).randbytes(min(length, len(raw) - at))
    path.write_bytes(raw)


def checkpointed(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def test_a_whole_journal_is_left_as_it_is(path: Path) -> None:
    with BufferedJournal(path) as journal:
        table = a_match(journal)
    again, repaired = open_journal(path)
    with again:
        assert repaired is None
        assert resume(again, table.id).state == table.state


@pytest.mark.parametrize("where", [0.3, 0.6, 0.95])
def test_torn_pages_are_set_aside_and_every_match_goes_on_to_its_last_whole_entry(path: Path, where: float) -> None:
    with BufferedJournal(path) as journal:
        tables = [a_match(journal, 45, seed) for seed in range(4)]
    checkpointed(path)
    whole = path.read_bytes()
    torn_bytes(path, where, 6_000)
    torn = path.read_bytes()
    again, repaired = open_journal(path, lambda: NOW)
    with again:
        assert repaired is not None
        assert repaired.aside.name == "tapete.damaged-20261121-120000.sqlite3"
        assert repaired.aside.read_bytes() == torn != whole, "the damaged file stays as it was"
        rows = again.matches()
        assert len(rows) == repaired.matches + repaired.cut > 0
        for row in rows:
            kept = again.match(row.id)
            assert kept is not None
            table = next(one for one in tables if one.id == row.id)
            assert [entry.seq for entry in kept.entries] == list(range(1, row.seq + 1))
            assert tuple(kept.entries) == tuple(table.entries[: row.seq])
            on = resume(again, row.id)
            assert on.differs is None
            play(on, 4, seed=9)
            assert on.seq > row.seq
        assert "set aside" in repaired.text.in_("en")
        assert "apartado" in repaired.text.in_("es")
    fine, nothing = open_journal(path)
    fine.close()
    assert nothing is None


def test_a_file_cut_off_in_the_middle_is_repaired(path: Path) -> None:
    with BufferedJournal(path) as journal:
        tables = [a_match(journal, 45, seed) for seed in range(4)]
    checkpointed(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 9 // 10])
    again, repaired = open_journal(path)
    with again:
        assert repaired is not None
        assert again.matches()
        assert {row.id for row in again.matches()} <= {one.id for one in tables}


def test_an_entry_of_torn_text_ends_its_match_there_and_no_other(path: Path) -> None:
    with BufferedJournal(path) as journal:
        hurt, other = a_match(journal, 45, 1), a_match(journal, 45, 2)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE entry SET body = substr(body, 1, 20) WHERE match = ? AND seq = 15", (hurt.id,))
    again, repaired = open_journal(path)
    with again:
        assert repaired is not None
        assert (repaired.matches, repaired.cut) == (1, 1)
        assert resume(again, hurt.id).seq == 14
        assert resume(again, other.id).state == other.state


def test_a_torn_end_of_the_write_ahead_log_loses_only_what_was_torn(path: Path, tmp_path: Path) -> None:
    """What a power cut leaves: whole frames count, the torn one and what follows do not."""
    with BufferedJournal(path) as journal:
        table = a_match(journal)
        for part in ("", "-wal"):
            (tmp_path / f"cut.sqlite3{part}").write_bytes(path.with_name(path.name + part).read_bytes())
    wal = tmp_path / "cut.sqlite3-wal"
    assert wal.stat().st_size > 10_000
    torn_bytes(wal, 0.99, 3_000)
    again, repaired = open_journal(tmp_path / "cut.sqlite3")
    with again:
        assert repaired is None, "SQLite itself sets a torn frame aside"
        on = resume(again, table.id)
        assert on.differs is None
        assert 0 < on.seq <= table.seq
        assert tuple(on.entries) == tuple(table.entries[: on.seq])


def test_nothing_but_noise_begins_anew_and_keeps_the_noise(path: Path) -> None:
    with BufferedJournal(path) as journal:
        a_match(journal)
    torn_bytes(path, 0.0, 10_000_000)
    again, repaired = open_journal(path)
    with again:
        assert repaired is not None
        assert (repaired.matches, repaired.cut, again.matches()) == (0, 0, [])
        assert repaired.aside.stat().st_size > 0


def test_another_programs_file_is_not_touched(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE theirs (x)")
        connection.execute("PRAGMA application_id = 7")
        connection.commit()
    before = path.read_bytes()
    with pytest.raises(JournalTrouble) as trouble:
        open_journal(path)
    assert trouble.value.code == "journal_not_ours"
    assert path.read_bytes() == before


def test_only_a_few_damaged_files_are_kept(path: Path) -> None:
    for day in range(MOST_ASIDE + 3):
        path.write_bytes(b"noise" * 1000)
        repair(path, lambda day=day: NOW + timedelta(days=day))  # type: ignore[misc]  # the loop's day is meant
        path.unlink()
    assert len(list(path.parent.glob("*.damaged-*.sqlite3"))) == MOST_ASIDE
    assert not list(path.parent.glob("repair-*"))
