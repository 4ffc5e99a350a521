"""A full disk, a clock that jumps, a journal that is torn at its end: the match goes on, and staff is told."""

from __future__ import annotations

import gc
import os
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tapete.commands.station_run import mend_next
from tapete.core.refusals import RefereeError
from tapete.games import shazamm
from tapete.station.operations.health import Health
from tapete.station.operations.logtail import LogTail
from tapete.table import Hub, Journal, JournalTrouble, NotWritten, Table, buffered_journal, resume
from tapete.table.buffered_journal import BufferedJournal
from tapete.table.journal_census import Census
from tapete.table.journal_repair import MOST_ASIDE, open_journal, repair
from tapete.table.open_tables import MOST_SPARE
from tests.station.clock import Clock
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
    table = hub.table(matches[1])  # somebody opens an old link
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


# ---- one match, one byte


def flipped(path: Path, needle: bytes, at: int, bit: int) -> None:
    raw = bytearray(path.read_bytes())
    raw[raw.find(needle) + at] ^= bit
    path.write_bytes(raw)


def three(path: Path) -> list[Table]:
    with BufferedJournal(path) as journal:
        tables = [Table.begin(journal, shazamm.rules(), ("A", "B"), names={"A": f"Ann{number}"}) for number in range(3)]
        for table in tables:
            play(table, 8)
    checkpointed(path)
    return tables


WHERE = {
    "a name": (b"Ann0", 1),
    "a header": (b'"rules_version"', 4),
    "the time of an entry": (b"2026-11-21T", 5),
    "an entry": (b'"bid_locked"', 3),
}


@pytest.mark.parametrize("bit", [0x01, 0x80])
@pytest.mark.parametrize("where", WHERE)
def test_a_bad_byte_costs_one_match_and_is_told(path: Path, where: str, bit: int) -> None:
    with BufferedJournal(path, lambda: NOW):
        pass
    tables = three(path)
    flipped(path, *WHERE[where], bit) if where != "the time of an entry" else None
    if where == "the time of an entry":
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("UPDATE entry SET at = 'never' WHERE match = ? AND seq = 3", (tables[1].id,))
    journal, repaired = open_journal(path)
    with journal:
        assert repaired is not None
        assert repaired.aside is None
        assert repaired.cut + repaired.lost == 1
        (damage,) = repaired.damages
        hurt = next(table for table in tables if table.id == damage.match)
        for table in tables:
            if table is not hurt:
                assert resume(journal, table.id).state == table.state
        if damage.lost:
            with pytest.raises(JournalTrouble) as trouble:
                journal.match(hurt.id)
            assert trouble.value.code == "match_damaged"
        else:
            on = resume(journal, hurt.id)
            assert on.entries[: damage.kept] == hurt.entries[: damage.kept]
        (aside,) = journal._read(lambda connection: connection.execute("SELECT match, why, body FROM aside").fetchall())
        assert aside[:2] == (hurt.id, "damaged")
        assert len(aside[2].splitlines()) > hurt.seq, "whole, and readable"
    fine, nothing = open_journal(path)
    fine.close()
    assert nothing is None


def test_a_match_that_is_played_is_mended_from_memory_and_loses_nothing(path: Path) -> None:
    journal = BufferedJournal(path)
    hub = Hub(journal)
    table = hub.begin("shazamm", names={"A": "Ana"})
    other = hub.begin("shazamm")
    play(table, 30)
    journal.write(lambda connection: connection.execute("UPDATE entry SET body = '{}' WHERE match = ? AND seq = 5", (table.id,)))
    for _ in range(3):
        mend_next(hub, journal)
    (alert,) = hub.alerts.standing
    assert f"{table.seq} of {table.seq} entries count" in alert.text.in_("en")
    assert journal.check_all() == ()
    play(table, 3, seed=4)
    hub.let_go(table.id)
    seq = table.seq
    again = resume(journal, table.id)
    assert (again.seq, again.names["A"], journal.check(other.id)) == (seq, "Ana", None)
    hub.close()


def test_lobby_health_and_log_tell_of_a_damaged_match(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    tables = three(path)
    flipped(path, *WHERE["a header"], 0x80)
    hub = Hub(Journal(path))
    assert len(hub.matches()) == 2
    report = Health(hub, LogTail()).report()
    assert ("match_damaged" in report.troubles, report.ok) == (True, False)
    (alert,) = hub.alerts.standing
    assert any(table.id in alert.text.in_("en") and table.id in alert.text.in_("es") for table in tables)
    assert alert.text.in_("en") in caplog.text
    hub.close()


# ---- files of earlier versions, empty ones, files that are gone


def test_a_journal_of_the_first_version_opens_and_goes_on(path: Path) -> None:
    with BufferedJournal(path) as journal:
        tables = [a_match(journal, 45, seed) for seed in range(3)]
        listed = [row.id for row in journal.matches()]
    as_first_version(path)
    again, repaired = open_journal(path)
    with again:
        assert repaired is None
        assert [row.id for row in again.matches()] == listed
        assert again.check_all() == ()
        for table in tables:
            on = resume(again, table.id)
            assert (on.state, on.differs) == (table.state, None)
            play(on, 3, seed=5)
    with Journal(path) as plain:
        assert plain.check_all() == ()


def as_first_version(path: Path) -> None:
    """The same matches in the tables of the first version."""
    checkpointed(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for table, columns in (
            ("match", ("lived", "root", "named", "link", "head")),
            *((one, ("sum",)) for one in ("entry", "snapshot", "mark")),
        ):
            for column in columns:
                connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        connection.execute("DROP TABLE life")
        connection.execute("DROP TABLE aside")
        connection.execute("PRAGMA user_version = 1")
    Census(path).path.unlink()
    checkpointed(path)


@pytest.mark.parametrize("what", ["empty", "gone", "foreign"])
def test_an_empty_journal_or_one_that_is_gone_is_not_taken_for_new_in_silence(path: Path, what: str) -> None:
    three(path)
    if what == "gone":
        path.unlink()
    else:
        path.write_bytes(b"" if what == "empty" else b"Dear Ana,\n" * 1000)
    if what != "foreign":
        copy = path.with_name("copy.sqlite3")
        if path.exists():
            copy.write_bytes(path.read_bytes())
        Census(copy).keep(Census(path).names())
        hub = Hub(Journal(copy))
        (alert,) = hub.alerts.standing
        assert (alert.code, "copy has them: 3." in alert.text.in_("en")) == ("journal_gone", True)
        hub.close()
    journal, repaired = open_journal(path)
    with journal:
        assert repaired is not None
        assert (repaired.matches, repaired.cut, repaired.lost) == (0, 0, 3)
        assert "wholly lost: 3." in repaired.text.in_("en")
        Table.begin(journal, shazamm.rules(), ("A", "B"))
    again, nothing = open_journal(path)
    again.close()
    assert nothing is None


def test_a_destroyed_head_costs_nothing(path: Path) -> None:
    tables = three(path)
    raw = bytearray(path.read_bytes())
    raw[:100] = bytes(100)
    path.write_bytes(raw)
    journal, repaired = open_journal(path)
    with journal:
        assert repaired is not None
        assert (repaired.matches, repaired.cut, repaired.lost) == (3, 0, 0)
        for table in tables:
            assert resume(journal, table.id).state == table.state


def test_a_match_that_was_deleted_does_not_come_back_by_a_repair(path: Path) -> None:
    with BufferedJournal(path) as journal:
        gone = a_match(journal)
        gone.submit({"action": "concede", "seat": "A"})
        stays = a_match(journal)
        journal.tidy(most=0)
        journal.write(lambda connection: connection.execute("DELETE FROM aside"))
        journal.census.keep(journal.names())
    checkpointed(path)
    raw = bytearray(path.read_bytes())
    raw[:100] = bytes(100)
    path.write_bytes(raw)
    again, _ = open_journal(path)
    with again:
        assert [row.id for row in again.matches()] == [stays.id]


def test_a_repair_that_was_interrupted_between_its_renames_is_finished(path: Path) -> None:
    three(path)
    path.rename(path.with_name("tapete.repaired.sqlite3"))
    journal, repaired = open_journal(path)
    with journal:
        assert (repaired, len(journal.matches())) == (None, 3)


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
        assert repaired.aside is not None
        assert repaired.aside.name == "tapete.damaged-1.sqlite3"
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
        assert repaired.aside is not None
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


def test_only_a_few_damaged_files_are_kept_and_no_clock_says_which(path: Path) -> None:
    path.with_name("tapete.damaged-20251121-120000.sqlite3").write_bytes(b"of an earlier version")
    for day in range(MOST_ASIDE + 3):
        path.write_bytes(b"noise" * 1000)
        repair(path, lambda day=day: NOW - timedelta(days=day))  # type: ignore[misc]  # the loop's day is meant
        path.unlink()
    left = sorted(one.name for one in path.parent.glob("*.damaged-*.sqlite3"))
    assert left == [f"tapete.damaged-{20251121 + number}.sqlite3" for number in range(MOST_ASIDE + 1, MOST_ASIDE + 4)]
    assert not list(path.parent.glob("*repaired*"))
