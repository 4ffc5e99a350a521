"""A byte that changed, a journal of an earlier version, a file that is torn or gone: it costs what was harmed, and no other match."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tapete.commands.station_run import mend_next
from tapete.games import shazamm
from tapete.station.operations.health import Health
from tapete.station.operations.logtail import LogTail
from tapete.table import Hub, Journal, JournalTrouble, Table, resume
from tapete.table.buffered_journal import BufferedJournal
from tapete.table.journal_census import Census
from tapete.table.journal_repair import MOST_ASIDE, open_journal, repair
from tests.table.journals import a_match, checkpointed, play, three

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tapete.sqlite3"


# ---- one match, one byte


def flipped(path: Path, needle: bytes, at: int, bit: int) -> None:
    raw = bytearray(path.read_bytes())
    raw[raw.find(needle) + at] ^= bit
    path.write_bytes(raw)


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


@pytest.mark.parametrize("version", [1, 2])
def test_a_journal_of_an_earlier_version_opens_and_goes_on(path: Path, version: int) -> None:
    with BufferedJournal(path) as journal:
        tables = [a_match(journal, 45, seed) for seed in range(3)]
        listed = [row.id for row in journal.matches()]
    as_version(path, version)
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


def as_version(path: Path, version: int) -> None:
    """The same matches in the tables of an earlier version."""
    checkpointed(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP TABLE delivery")
        connection.execute(f"PRAGMA user_version = {version}")
        if version == 2:
            return
        for table, columns in (
            ("match", ("lived", "root", "named", "link", "head")),
            *((one, ("sum",)) for one in ("entry", "snapshot", "mark")),
        ):
            for column in columns:
                connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        connection.execute("DROP TABLE life")
        connection.execute("DROP TABLE aside")
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
