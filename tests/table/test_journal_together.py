"""Commits of several tables that come while the disk is busy share one wait for it; each is all or nothing all the same."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from tapete.core.log import Entry, Header
from tapete.table import Journal, JournalTrouble, journal_file
from tapete.table.buffered_journal import BufferedJournal
from tests.table.busy import busy
from tests.table.full_disk import fill, make_room

pytest.importorskip("apsw", reason="apsw is of the extra `dev`")

from tests.table.power_loss import Disk  # after it is known to be there

MATCHES = ("m1", "m2", "m3", "m4")


def entry(seq: int, body: str = "") -> Entry:
    return Entry(seq=seq, source="program", crc=seq, action={"action": "unlock", "seat": "A", "body": body})


@pytest.fixture(params=[Journal, BufferedJournal], ids=["a table's", "a station's"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journal]:
    with request.param(tmp_path / "journal.sqlite3") as opened:
        for match in MATCHES:
            opened.begin(match, Header(game="auction", rules_version="1", seats=("A", "B")), {})
        yield opened


def commits(journal: Journal, seq: int = 1, body: str = "") -> list[Callable[[], None]]:
    """The next entry of each match."""
    return [partial(journal.commit, match, [entry(seq, body)]) for match in MATCHES]


def numbers(journal: Journal) -> list[int]:
    """How many entries each match has on the disk."""
    kept = [journal.match(match) for match in MATCHES]
    return [0 if one is None else len(one.entries) for one in kept]


@pytest.mark.parametrize("kind", [Journal, BufferedJournal], ids=["a table's", "a station's"])
def test_four_commits_at_once_wait_for_the_disk_once(kind: type[Journal], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk()
    monkeypatch.setattr(sqlite3, "connect", disk.connect)
    monkeypatch.setattr(journal_file, "refuse_unsound", lambda path: None)

    def flushes() -> int:
        return sum(step.kind == "flush" for step in disk.steps)

    with kind(tmp_path / "journal.sqlite3") as journal:
        for match in MATCHES:
            journal.begin(match, Header(game="auction", rules_version="1", seats=("A", "B")), {})
        before = flushes()
        for call in commits(journal):
            call()
        assert flushes() == before + 4, "one after the other each waits by itself"
        with busy(journal, commits(journal, 2)) as made:
            assert flushes() == before + 4
            assert not any(one.done() for one in made)
        for one in made:
            one.result()
        assert flushes() == before + 5


def test_each_is_acknowledged_once_it_is_in_the_file(journal: Journal) -> None:
    with busy(journal, commits(journal)) as made:
        assert numbers(journal) == [0, 0, 0, 0]
        assert not any(one.done() for one in made)
    for one in made:
        one.result()
    assert numbers(journal) == [1, 1, 1, 1]


def test_one_that_does_not_fit_leaves_the_others_be(journal: Journal) -> None:
    calls = commits(journal)
    calls[1] = lambda: journal.commit("m2", [entry(7)])  # no entry 7 comes after none
    with busy(journal, calls) as made:
        pass
    with pytest.raises(JournalTrouble) as trouble:
        made[1].result()
    assert trouble.value.code == "open_elsewhere"
    for one in (made[0], *made[2:]):
        one.result()
    assert numbers(journal) == [1, 0, 1, 1]
    journal.commit("m2", [entry(1)])
    assert numbers(journal) == [1, 1, 1, 1]


def test_several_of_one_match_come_in_order(journal: Journal) -> None:
    with busy(journal, [partial(journal.commit, "m1", [entry(seq)]) for seq in (1, 2, 3)]) as made:
        pass
    for one in made:
        one.result()
    assert numbers(journal) == [3, 0, 0, 0]
    assert journal.check_all() == ()


def test_on_a_full_disk_those_that_fit_are_written_and_the_others_told(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        for match in MATCHES:
            journal.begin(match, Header(game="auction", rules_version="1", seats=("A", "B")), {})
        fill(journal)
        large = commits(journal, body="x" * 9_000)[1:]
        with busy(journal, [commits(journal)[0], *large]) as made:
            pass
        made[0].result()
        for one in made[1:]:
            with pytest.raises(JournalTrouble) as trouble:
                one.result()
            assert trouble.value.code == "journal_unwritable"
        assert numbers(journal) == [1, 0, 0, 0]
        make_room(journal)
        for call in large:
            call()
        assert numbers(journal) == [1, 1, 1, 1]


def test_what_sqlite_gives_up_as_a_whole_is_written_one_by_one(journal: Journal) -> None:
    def gives_up(connection: sqlite3.Connection) -> None:
        connection.execute("ROLLBACK")  # as SQLite does by itself after some faults of a disk
        raise sqlite3.OperationalError("disk I/O error")

    calls = [commits(journal)[0], lambda: journal.write(gives_up), commits(journal)[2]]
    with busy(journal, calls) as made:
        pass
    with pytest.raises(JournalTrouble):
        made[1].result()
    for one in (made[0], made[2]):
        one.result()
    assert numbers(journal) == [1, 0, 1, 0]
    assert journal.check_all() == ()


def test_one_that_fails_and_is_followed_by_one_that_sqlite_gives_up_are_both_told(journal: Journal) -> None:
    def gives_up(connection: sqlite3.Connection) -> None:
        connection.execute("ROLLBACK")
        raise sqlite3.IntegrityError("of its own")

    with busy(journal, [lambda: journal.write(gives_up)], fails=True) as [made]:
        pass
    assert isinstance(made.exception(), JournalTrouble)
    for call in commits(journal):
        call()
    assert numbers(journal) == [1, 1, 1, 1]


def test_at_a_station_with_a_full_disk_all_of_them_wait_in_memory(tmp_path: Path) -> None:
    with BufferedJournal(tmp_path / "journal.sqlite3") as journal:
        for match in MATCHES:
            journal.begin(match, Header(game="auction", rules_version="1", seats=("A", "B")), {})
        fill(journal)
        with busy(journal, commits(journal, body="x" * 9_000)) as made:
            pass
        for one in made:
            one.result()
        assert journal.behind == 4
        assert not any(journal.has_all(match) for match in MATCHES)
        make_room(journal)
        assert journal.catch_up()
        assert numbers(journal) == [1, 1, 1, 1]


def test_a_match_that_is_deleted_behind_its_commit_is_not_missed_later(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    with Journal(path) as journal:
        for match in MATCHES:
            journal.begin(match, Header(game="auction", rules_version="1", seats=("A", "B")), {})
        with busy(journal, [*commits(journal)[:2], lambda: journal.write(lambda connection: _delete(connection, "m1"))]) as made:
            pass
        for one in made:
            one.result()
        assert numbers(journal) == [0, 1, 0, 0]
    with Journal(path) as journal:
        assert journal.lost_tails == ()


def _delete(connection: sqlite3.Connection, match: str) -> None:
    for table, column in (("entry", "match"), ("match", "id")):
        connection.execute(f"DELETE FROM {table} WHERE {column} = ?", (match,))


def test_closing_comes_after_what_waits(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite3")
    for match in MATCHES:
        journal.begin(match, Header(game="auction", rules_version="1", seats=("A", "B")), {})
    closing = threading.Thread(target=journal.close)
    with busy(journal, commits(journal)) as made:
        closing.start()
    closing.join()
    for one in made:
        one.result()
    assert numbers(journal) == [1, 1, 1, 1]
