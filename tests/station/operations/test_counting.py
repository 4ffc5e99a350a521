"""What a station counts, tells and hands out: never anything about persons."""

from __future__ import annotations

import csv
import io
import logging
import re
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

from tapete.core.refusals import Illegal, Refusal
from tapete.station.operations import health as healths
from tapete.station.operations import statistics as counted
from tapete.station.operations.bug_report import bug_report
from tapete.station.operations.health import Health
from tapete.station.operations.logtail import LINES, LogTail, redacted
from tapete.station.operations.recorder import Recorder
from tapete.station.operations.statistics import Play, Statistics
from tapete.station.settings import Settings
from tapete.table import Hub, Journal, Table, match_file
from tests.station.clock import Clock

TODAY = date(2026, 11, 21)
NAMES = {"A": "Aitana Quesada", "B": "Bruno"}


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    hub = Hub(Journal(tmp_path / "matches.sqlite3"))
    yield hub
    hub.close()


@pytest.fixture
def table(hub: Hub) -> Table:
    return hub.begin("shazamm", {}, NAMES)  # type: ignore[arg-type]  # seats are letters


@pytest.fixture
def statistics(tmp_path: Path) -> Iterator[Statistics]:
    kept = Statistics(tmp_path / "statistics.sqlite3", lambda: TODAY)
    yield kept
    kept.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def recorder(statistics: Statistics, clock: Clock) -> Recorder:
    return Recorder(statistics, clock)


def end(table: Table) -> None:
    table.submit({"action": "concede", "seat": "B"})
    assert table.settle(30)


# ---- statistics


def test_a_match_is_counted_when_it_ends_with_its_time_and_its_result(
    recorder: Recorder, statistics: Statistics, table: Table, clock: Clock
) -> None:
    recorder.began(table, guided=True)
    clock.go_on(754.0)
    table.submit({"action": "lock_bid", "seat": "A", "amount": 7})
    end(table)
    found = statistics.summary()
    assert (found.ended, found.left, found.guided) == (1, 0, 1)
    assert found.by_game == (("shazamm", 1),)
    assert found.by_day == (("2026-11-21", 1),)
    assert found.minutes == (("shazamm", 12.6),)
    assert found.results[0][:2] == ("shazamm", "win")
    assert not recorder.is_following(table.id)


def test_a_match_that_nobody_announced_is_not_counted(statistics: Statistics, recorder: Recorder, table: Table) -> None:
    """Those of robots while nobody is here."""
    recorder.refused(table.id, refusals(table))
    recorder.left(table)
    end(table)
    found = statistics.summary()
    assert (found.ended, found.left, found.refusals) == (0, 0, ())


def refusals(table: Table) -> tuple[Refusal, ...]:
    with pytest.raises(Illegal) as refused:
        table.submit({"action": "unlock", "seat": "A"})
    return refused.value.refusals


def test_where_people_gave_up_is_the_step_that_was_asked_for(recorder: Recorder, statistics: Statistics, table: Table) -> None:
    recorder.began(table)
    recorder.left(table)
    recorder.left(table)
    recorder.resumed(table)
    recorder.left(table, step="guide: the wall moves")
    found = statistics.summary()
    assert (found.left, found.resumed, found.ended) == (2, 1, 0)
    tag = type(table.state.agenda[-1]).__struct_config__.tag
    assert set(found.gave_up) == {("shazamm", tag, 1), ("shazamm", "guide: the wall moves", 1)}


def test_refusals_that_people_met_are_counted_by_code_and_clause(recorder: Recorder, statistics: Statistics, table: Table) -> None:
    recorder.began(table)
    met = refusals(table)
    for _ in range(3):
        recorder.refused(table.id, met)
    assert statistics.summary().refusals == tuple(("shazamm", one.code, one.of.clause, 3) for one in met)


def test_a_station_that_stops_has_not_been_left(recorder: Recorder, statistics: Statistics, table: Table) -> None:
    recorder.began(table)
    recorder.close()
    end(table)
    assert (statistics.summary().left, statistics.summary().ended) == (0, 0)


def test_nothing_about_persons_is_written(tmp_path: Path, recorder: Recorder, statistics: Statistics, table: Table) -> None:
    recorder.began(table)
    recorder.refused(table.id, refusals(table))
    recorder.left(table)
    recorder.resumed(table)
    end(table)
    statistics.close()
    raw = b"".join(path.read_bytes() for path in tmp_path.glob("statistics.sqlite3*"))
    assert b"shazamm" in raw
    for word in (*NAMES.values(), "Aitana", table.id, "127.0.0.1", "192.168."):
        assert word.encode() not in raw, word
    with closing(sqlite3.connect(tmp_path / "statistics.sqlite3")) as connection:
        columns = {row[1] for name in ("play", "refusal") for row in connection.execute(f"PRAGMA table_info({name})")}
    assert columns == {
        *("day", "game", "guided", "seats", "how", "seconds", "entries", "result", "reason", "step"),
        *("code", "clause", "number"),
    }, "a new column needs a look at what it tells of persons"


def test_csv_has_every_row(statistics: Statistics) -> None:
    statistics.add(Play(game="shazamm", guided=False, seats=2, how="left", seconds=3, step='a, "b"'))
    statistics.refuse("moriham", "no_slot", "MOR-001")
    [row] = csv.DictReader(io.StringIO(statistics.plays_csv()))
    assert (row["day"], row["game"], row["how"], row["step"]) == ("2026-11-21", "shazamm", "left", 'a, "b"')
    [row] = csv.DictReader(io.StringIO(statistics.refusals_csv()))
    assert (row["code"], row["number"]) == ("no_slot", "1")


def test_rows_beyond_a_number_are_deleted_and_no_clock_says_which(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counted, "MOST_PLAYS", 3)
    monkeypatch.setattr(counted, "MOST_REFUSALS", 3)
    day = [TODAY]
    kept = Statistics(tmp_path / "s.sqlite3", lambda: day[0])
    for number, years in enumerate((0, 30, -30, 0, 0)):  # a clock that is wrong by years, twice
        day[0] = TODAY + timedelta(days=365 * years)
        kept.add(Play(game=f"game{number}", guided=False, seats=2, how="ended"))
        kept.refuse("shazamm", f"code{number}", "")
    kept.close()
    day[0] = TODAY + timedelta(days=365 * 40)
    again = Statistics(tmp_path / "s.sqlite3", lambda: day[0])
    assert [row["game"] for row in csv.DictReader(io.StringIO(again.plays_csv()))] == ["game2", "game3", "game4"]
    assert len(again.refusals_csv().splitlines()) == 1 + 4, "of one day all stay"
    again.close()


def test_a_span_has_its_bounds(tmp_path: Path) -> None:
    day = [TODAY - timedelta(days=30)]
    kept = Statistics(tmp_path / "s.sqlite3", lambda: day[0])
    kept.add(Play(game="shazamm", guided=False, seats=2, how="ended"))
    day[0] = TODAY
    assert (kept.summary(30).ended, kept.summary(31).ended) == (0, 1)
    kept.close()


def test_a_damaged_file_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite3"
    path.write_bytes(b"no database at all, but long enough to be looked at" * 100)
    kept = Statistics(path, lambda: TODAY)
    kept.refuse("shazamm", "x", "")
    assert kept.summary().refusals == (("shazamm", "x", "", 1),)
    assert path.with_name("s.sqlite3.damaged").read_bytes().startswith(b"no database")
    kept.close()


def test_a_full_disk_loses_rows_and_disturbs_nobody(statistics: Statistics) -> None:
    statistics._connection.execute("PRAGMA max_page_count = 1")
    for number in range(2_000):
        statistics.refuse("shazamm", f"code{number}", "")
    assert 0 < statistics.lost < 2_000
    lost = statistics.lost
    statistics._connection.execute("PRAGMA max_page_count = 100000")
    statistics.refuse("shazamm", "later", "")
    assert statistics.lost == lost
    assert "later" in statistics.refusals_csv()


# ---- the log and the bug report


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("GET /match/abcd2345/seat/A?token=Zm9vYmFyMTIzNDU2Nzg5MA== 403", "GET /match/abcd2345/seat/A?token=… 403"),
        ("Authorization: Bearer abc.def", "…"),
        ("cookie tapete_seat_A=Zm9vYmFy; path=/", "path"),
        ("nonce 00112233445566778899aabbccddeeff opened", "nonce … opened"),
        ('File "/srv/somewhere/lib/tapete/web/live.py", line 3', 'File "…/live.py", line 3'),
        (r'File "D:\Ana\tapete\x.py", line 3', 'File "…/x.py", line 3'),
        ("from 192.168.1.77 and 2001:db8::77 and fe80::1%wlan0", "from … and … and …"),
        ("journal_unwritable in tapete.table.journal at 12:30:59", "journal_unwritable in tapete.table.journal at 12:30:59"),
        ("Aitana Quesada pressed LOCK", "… pressed LOCK"),
        ("key s3cretWithLettersAnd-9876543 here", "key … here"),
    ],
)
def test_lines_lose_what_belongs_to_somebody(line: str, kept: str) -> None:
    said = redacted(line, NAMES.values())
    assert kept in said
    for secret in ("Zm9v", "abc.def", "0011", "somewhere", "Ana\\", "168", "db8", "Aitana", "s3cret"):
        assert secret not in said


@pytest.fixture
def log() -> Iterator[LogTail]:
    tail = LogTail()
    tail.attach()
    yield tail
    tail.detach()


def test_the_log_keeps_its_end_and_the_last_error(log: LogTail) -> None:
    logger = logging.getLogger("tapete.station.test")
    for number in range(2 * LINES):
        logger.warning("line %d", number)
    try:
        raise OSError(28, "No space left", "/var/lib/x")
    except OSError:
        logger.exception("it failed")
    text = log.text()
    assert len([line for line in text.splitlines() if " WARNING " in line]) == LINES - 1
    assert f"line {2 * LINES - 1}" in text
    assert log.last_error is not None
    assert (log.last_error.kind, log.errors) == ("OSError", 1)
    assert log.last_error.where.startswith("tapete.station.test:")
    assert "/var/lib" not in text


def test_a_record_that_cannot_be_written_fails_nowhere(log: LogTail, capsys: pytest.CaptureFixture[str]) -> None:
    log.handle(logging.LogRecord("x", logging.ERROR, "x.py", 1, "%d", ("no number",), None))
    assert log.text() == ""
    assert "no number" in capsys.readouterr().err


def test_the_bug_report_is_anonymous_and_whole(hub: Hub, table: Table, log: LogTail, tmp_path: Path) -> None:
    token, nonce, pin = "Zm9vYmFyMTIzNDU2Nzg5MGFi", "00112233445566778899aabbccddeeff", "274951"
    table.submit({"action": "lock_bid", "seat": "A", "amount": 37})
    _, secret = table._match.vault.opens({"A": table.state.agenda[-1].seals["A"]})["A"]
    assert secret is not None
    assert re.fullmatch(r"[0-9a-f]{32}", secret)
    logger = logging.getLogger("tapete.web")
    logger.error("403 for /match/x/seat/A?token=%s from 192.168.1.9: nonce %s, pin=%s, %s of %s", token, nonce, pin, NAMES["A"], tmp_path)
    raw = bug_report(Health(hub, log), Settings(), table)
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
        assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert set(files) == {"README.txt", "versions.json", "health.json", "settings.toml", "log.txt", "match.jsonl"}
    for name, content in files.items():
        for word in (token, nonce, pin, secret, *NAMES.values(), "192.168.1.9", str(tmp_path), str(Path.home()), '"amount":37'):
            assert word not in content, (name, word)
    assert "403 for" in files["log.txt"]
    exported = match_file.read(files["match.jsonl"].encode())
    assert match_file.check(exported)[1] == ()


# ---- health


def test_health_tells_memory_files_and_the_journal(hub: Hub, table: Table, log: LogTail, clock: Clock) -> None:
    health = Health(hub, log, clock=clock, pages=lambda: 3, lost=lambda: 2)
    clock.go_on(90)
    report = health.report()
    assert report.ok
    assert (report.uptime_s, report.open_pages, report.statistics_lost, report.open_matches) == (90, 3, 2, 1)
    assert (report.journal.matches, report.journal.unfinished, report.journal.readable) == (1, 1, True)
    assert report.journal.bytes > 0
    assert report.memory_bytes > 10_000_000
    assert report.open_files > 3


def test_a_full_disk_and_an_unreadable_journal_are_not_well(hub: Hub, log: LogTail, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(healths, "disk_free", lambda path: 1_000)
    assert Health(hub, log).report().troubles == ("disk_nearly_full",)
    hub.journal.path.unlink()
    report = Health(hub, log).report()
    assert not report.ok
    assert set(report.troubles) == {"journal_unreadable", "disk_nearly_full"}


def test_systems_without_proc_say_nothing(tmp_path: Path) -> None:
    assert (healths.memory_bytes(tmp_path), healths.open_files(tmp_path)) == (0, 0)
