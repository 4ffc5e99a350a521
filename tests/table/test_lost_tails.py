"""What the disk lost at the end of a journal is told at the next start, and nothing is told where nothing is missing."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tapete.table import Hub, Journal, Table
from tapete.table.journal_file import LARGEST_LOG
from tapete.table.journal_repair import open_journal
from tapete.table.journal_tails import PLACES, SIZE, LostTail
from tapete.web import Server, app
from tests.web.conftest import Visitor

ENTRIES = 20


@pytest.fixture
def cut(tmp_path: Path) -> tuple[Path, str]:
    """The folder of a journal as a power cut leaves it, with its write-ahead log, and the match in it."""
    folder = tmp_path / "running"
    hub = Hub(Journal(folder / "matches.sqlite3"))
    table = hub.begin("shazamm")
    for _ in range(ENTRIES // 2):
        table.submit({"action": "lock_bid", "seat": "A", "amount": 3})
        table.submit({"action": "unlock", "seat": "A"})
    assert table.seq == ENTRIES
    shutil.copytree(folder, tmp_path / "cut")
    hub.close()
    return tmp_path / "cut", table.id


def opened(hub: Hub, match: str) -> Table:
    """A match that is there."""
    table = hub.table(match)
    assert table is not None
    return table


def flipped(path: Path) -> None:
    """Change one bit in the middle of a file."""
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 1
    path.write_bytes(bytes(raw))


@pytest.mark.parametrize("opens", [Journal, lambda path: open_journal(path)[0]], ids=["a table's", "a station's"])
def test_a_bit_in_the_write_ahead_log_is_told_with_what_is_missing(cut: tuple[Path, str], opens: type[Journal]) -> None:
    folder, match = cut
    flipped(folder / "matches.sqlite3-wal")
    journal = opens(folder / "matches.sqlite3")
    hub = Hub(journal)
    [lost] = journal.lost_tails
    kept = journal.match(match)
    there = 0 if kept is None else len(kept.entries)
    assert lost == LostTail(match, ENTRIES, there)
    assert there < ENTRIES
    said = f"The disk lost the end of match {match}: {there} of {ENTRIES} entries left."
    assert any(alert.text.in_("en").startswith(said) for alert in hub.alerts.standing)
    if there:
        with Server(app(hub)) as server, Visitor(base_url=server.address, trust_env=False, headers={"accept-language": "en"}) as visitor:
            assert said in visitor.get(f"/match/{match}/list").text
            assert said in visitor.get("/").text
    hub.close()
    again = Journal(folder / "matches.sqlite3")
    assert again.lost_tails == (), "it is told once"
    again.close()


def test_nothing_is_told_where_nothing_is_missing(cut: tuple[Path, str]) -> None:
    folder, match = cut
    for _ in range(2):
        hub = Hub(Journal(folder / "matches.sqlite3"))
        assert hub.journal.lost_tails == ()
        opened(hub, match).submit({"action": "lock_bid", "seat": "A", "amount": 3})
        opened(hub, match).submit({"action": "unlock", "seat": "A"})
        hub.close()


@pytest.mark.parametrize("how", ["older", "gone", "torn", "noise"])
def test_a_file_of_tails_that_knows_less_says_nothing(cut: tuple[Path, str], how: str) -> None:
    folder, match = cut
    tails = folder / "matches.sqlite3.tails"
    before = tails.read_bytes()
    hub = Hub(Journal(folder / "matches.sqlite3"))
    opened(hub, match).submit({"action": "lock_bid", "seat": "A", "amount": 3})
    hub.close()
    if how == "gone":
        tails.unlink()
    else:
        tails.write_bytes({"older": before, "torn": before[:30], "noise": bytes(range(256)) * 8}[how])
    journal = Journal(folder / "matches.sqlite3")
    assert journal.lost_tails == ()
    journal.close()


def test_a_match_that_was_deleted_is_not_missed(cut: tuple[Path, str]) -> None:
    folder, match = cut
    journal = Journal(folder / "matches.sqlite3")
    assert journal.delete([match]) == {match}
    journal.close()
    journal = Journal(folder / "matches.sqlite3")
    assert journal.lost_tails == ()
    journal.close()


def test_the_matches_written_last_are_known_and_the_file_stays_small(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    hub = Hub(Journal(path))
    for _ in range(PLACES + 6):
        hub.begin("shazamm").submit({"action": "lock_bid", "seat": "A", "amount": 3})
    hub.close()
    tails = path.with_name("matches.sqlite3.tails")
    assert tails.stat().st_size == PLACES * SIZE
    assert tails.stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(path)) as connection, connection:
        newest = [match for (match,) in connection.execute("SELECT id FROM match ORDER BY rowid DESC LIMIT 3")]
        connection.executemany("UPDATE match SET seq = 0 WHERE id = ?", [(match,) for match in newest])
    journal = Journal(path)
    assert {lost.match for lost in journal.lost_tails} == set(newest)
    journal.close()


def test_the_write_ahead_log_shrinks_after_a_reader_that_took_long(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    journal = Journal(path)
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM match").fetchone()
        journal.write(lambda connection: connection.execute("CREATE TABLE large (body BLOB)"))
        for _ in range(12):
            journal.write(lambda connection: connection.execute("INSERT INTO large VALUES (zeroblob(1000000))"))
        assert path.with_name("matches.sqlite3-wal").stat().st_size > 2 * LARGEST_LOG
        reader.execute("ROLLBACK")
    for _ in range(3):
        journal.write(lambda connection: connection.execute("INSERT INTO large VALUES (1)"))
    assert path.with_name("matches.sqlite3-wal").stat().st_size <= LARGEST_LOG + 100_000
    journal.close()
