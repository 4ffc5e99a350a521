"""The journal: what it has acknowledged is in the file; a file that it cannot read is left as it is."""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from tapete.core.log import Entry, Header
from tapete.table import Journal, JournalTrouble, MessageMark, journal_file
from tapete.table.folders import folder, page_secret
from tapete.table.journal_chain import SCHEMA
from tests.table.conftest import NOON

HEADER = Header(game="auction", rules_version="1", seats=("A", "B"))


def entry(seq: int) -> Entry:
    return Entry(seq=seq, source="program", crc=seq, action={"action": "unlock", "seat": "A"})


def test_what_was_committed_is_read_back(journal: Journal) -> None:
    journal.begin("m1", HEADER, {"A": "Ana"})
    journal.commit("m1", [entry(1), entry(2)], mark=MessageMark("7f3a91c2", 5), snapshots={2: b'{"x":1}'})
    journal.commit("m1", [entry(3)], mark=MessageMark("7f3a91c2", 6), state=b'{"x":2}', result="A")
    kept = journal.match("m1")
    assert kept is not None
    assert kept.entries == (entry(1), entry(2), entry(3))
    assert kept.times == ("2026-03-01T12:00:00Z",) * 3
    assert kept.snapshots == {2: b'{"x":1}', 3: b'{"x":2}'}
    assert kept.marks == {"7f3a91c2": 6}
    assert (kept.header, kept.row.names, kept.row.result, kept.row.over) == (HEADER, {"A": "Ana"}, "A", True)
    assert journal.match("m2") is None


def test_unfinished_matches_are_counted_and_listed_alone(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        assert journal.count() == (0, 0)
        for name in ("m1", "m2", "m3"):
            journal.begin(name, HEADER, {})
        journal.commit("m2", [entry(1)], result="A")
        assert journal.count() == (3, 2)
        assert {row.id for row in journal.matches(unfinished=True)} == {"m1", "m3"}


def test_the_one_that_changed_last_is_listed_first(tmp_path: Path) -> None:
    times = iter(NOON.replace(minute=minute) for minute in range(9))
    with Journal(tmp_path / "j", lambda: next(times)) as journal:
        for name in ("m1", "m2", "m3"):
            journal.begin(name, HEADER, {})
        journal.commit("m1", [entry(1)])
        assert [row.id for row in journal.matches()] == ["m1", "m3", "m2"]
        journal.rename("m2", {"B": "Berta"})
        assert [row.names for row in journal.matches()] == [{}, {}, {"B": "Berta"}]


def test_the_last_message_of_a_boot_counts_over_all_matches(journal: Journal) -> None:
    for name, number in (("m1", 4), ("m2", 9)):
        journal.begin(name, HEADER, {})
        journal.commit(name, [entry(1)], mark=MessageMark("aa", number))
    assert journal.kept("aa") == 9
    assert journal.kept("bb") == 0


def test_a_commit_is_all_or_nothing(journal: Journal) -> None:
    journal.begin("m1", HEADER, {})
    journal.commit("m1", [entry(1)])
    with pytest.raises(JournalTrouble) as trouble:
        journal.commit("m1", [entry(2), entry(1)], mark=MessageMark("aa", 3))
    assert trouble.value.code == "open_elsewhere"
    kept = journal.match("m1")
    assert kept is not None
    assert (kept.entries, kept.marks) == ((entry(1),), {})


def test_many_threads_write_one_after_the_other(journal: Journal) -> None:
    def play(name: str) -> None:
        journal.begin(name, HEADER, {})
        for seq in range(1, 21):
            journal.commit(name, [entry(seq)])

    threads = [threading.Thread(target=play, args=(f"m{number}",)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {row.seq for row in journal.matches()} == {20}


def test_two_programs_may_use_the_file_at_once(journal: Journal) -> None:
    journal.begin("m1", HEADER, {})
    with Journal(journal.path) as other:
        other.begin("m2", HEADER, {})
        other.commit("m2", [entry(1)])
        journal.commit("m1", [entry(1)])
        assert {row.id for row in other.matches()} == {row.id for row in journal.matches()} == {"m1", "m2"}


@pytest.mark.disk
def test_it_is_flushed_at_every_commit(journal: Journal) -> None:
    """WAL with FULL, in tables of strict types."""
    with closing(sqlite3.connect(journal.path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        strict = connection.execute("SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict").fetchall()
    assert {name for (name,) in strict} == {"match", "entry", "snapshot", "mark", "life", "aside", "delivery"}
    found: list[int] = []
    journal._do(lambda connection: found.append(connection.execute("PRAGMA synchronous").fetchone()[0]))
    assert found == [2]  # FULL


def test_the_writing_connection_remembers_no_more_than_it_needs(journal: Journal) -> None:
    """SQLite's own 2 MiB fill up over hundreds of matches, and a station never restarts."""
    found: list[int] = []
    journal._do(lambda connection: found.append(connection.execute("PRAGMA cache_size").fetchone()[0]))
    assert found == [-journal_file.CACHE_KIB]
    assert journal_file.CACHE_KIB <= 256


def test_a_closed_journal_says_so(journal: Journal) -> None:
    journal.close()
    journal.close()
    with pytest.raises(JournalTrouble, match="closed"):
        journal.begin("m1", HEADER, {})


def test_a_damaged_file_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    with Journal(path) as journal:
        journal.begin("m1", HEADER, {})
    raw = bytearray(path.read_bytes())
    raw[100:3000] = b"\xee" * 2900
    path.write_bytes(raw)
    with pytest.raises(JournalTrouble) as trouble:
        Journal(path)
    assert trouble.value.code == "journal_damaged"
    assert "no lo he tocado" in trouble.value.text.in_("es").lower()
    assert path.read_bytes() == raw


def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    letter, other = tmp_path / "letter", tmp_path / "other"
    letter.write_text("Dear Ana,\n" * 100, encoding="utf-8")
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    for path, code in ((letter, "journal_damaged"), (other, "journal_not_ours")):
        before = path.read_bytes()
        with pytest.raises(JournalTrouble) as trouble:
            Journal(path)
        assert trouble.value.code == code
        assert path.read_bytes() == before


def test_a_file_of_a_newer_tapete_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    Journal(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    with pytest.raises(JournalTrouble) as trouble:
        Journal(path)
    assert trouble.value.code == "journal_newer"
    assert "Update Tapete" in trouble.value.text.in_("en")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(JournalTrouble) as trouble:
        Journal(tmp_path / "file" / "journal.sqlite3")
    assert trouble.value.code == "journal_unwritable"
    assert str(tmp_path) in trouble.value.text.in_("es")


def test_an_entry_that_cannot_be_read_is_no_reason_to_destroy_it(journal: Journal) -> None:
    journal.begin("m1", HEADER, {})
    journal._do(lambda connection: connection.execute("INSERT INTO entry VALUES ('m1', 1, '', '{\"seq\":', 0)"))
    with pytest.raises(JournalTrouble) as trouble:
        journal.match("m1")
    assert trouble.value.code == "match_damaged"
    assert "tapete journal repair" in trouble.value.text.in_("es")
    assert [row.id for row in journal.matches()] == ["m1"]


def test_the_folder_is_that_of_the_option_the_environment_or_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert folder(tmp_path / "given", {"TAPETE_DATA": "named"}) == tmp_path / "given"
    assert folder(None, {"TAPETE_DATA": "named", "XDG_DATA_HOME": "/x"}) == Path("named")
    assert folder(None, {"XDG_DATA_HOME": "/x"}) == Path("/x/tapete")
    assert folder(None, {}) == tmp_path / ".local" / "share" / "tapete"


def test_the_secret_of_the_pages_stays_the_same(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    made = page_secret(journal)
    assert len(made) >= 32
    assert page_secret(journal) == made
    for torn in (b"cut", made[:-1], bytes(32), bytes(36), bytes([made[0] ^ 1]) + made[1:]):
        (tmp_path / "page-keys").write_bytes(torn)
        again = page_secret(journal)
        assert len(again) == len(made)
        assert again not in (made, torn)
        assert page_secret(journal) == again
    (tmp_path / "page-keys").write_bytes(made[:32])
    assert page_secret(journal) == made[:32], "of an earlier version"
    if os.name == "posix":
        assert (tmp_path / "page-keys").stat().st_mode & 0o077 == 0
