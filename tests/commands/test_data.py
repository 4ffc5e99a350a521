"""`tapete data`: everything that is kept can be seen, taken along, brought back and deleted; and one program at a time."""

from __future__ import annotations

import errno
import json
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tapete import cli
from tapete.table import Hub, Journal, journal_path
from tapete.table.occupant import Running


def run(*words: str, given: str = "") -> Result:
    return CliRunner().invoke(cli.command_line("en"), list(words), input=given)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with two matches, one of them without a move."""
    folder = tmp_path / "data"
    hub = Hub(Journal(journal_path(folder)))
    hub.begin("shazamm", {}, {"A": "Ana"})
    hub.begin("shazamm", {}, {"A": "Bo"}).submit({"action": "concede", "seat": "A"}, "A")
    hub.close()
    return folder


def matches(folder: Path) -> list[str]:
    with Journal(journal_path(folder)) as journal:
        return sorted(row.id for row in journal.matches())


def test_it_says_where_everything_is(data: Path) -> None:
    told = json.loads(run("data", "--data", str(data), "--json").output)
    assert told["folder"] == str(data)
    journal = next(one for one in told["files"] if one["file"] == "tapete.sqlite3")
    assert journal["bytes"] > 1000
    assert journal["what"] == "all matches"
    assert "tapete.sqlite3  all matches" in run("data", "--data", str(data)).output


def test_a_backup_brings_everything_back(data: Path, tmp_path: Path) -> None:
    before, file = matches(data), tmp_path / "copy.tar.gz"
    assert run("data", "backup", str(file), "--data", str(data)).exit_code == 0
    assert file.stat().st_mode & 0o77 == 0
    assert run("data", "backup", str(file), "--data", str(data)).exit_code == 1, "it overwrites nothing"
    assert run("data", "delete", "--all", "--yes", "--data", str(data)).exit_code == 0
    assert matches(data) == []
    said = run("data", "restore", str(file), "--data", str(data))
    assert said.exit_code == 0, said.output
    assert matches(data) == before
    assert data.stat().st_mode & 0o77 == 0, "for its owner alone, as it was"
    assert matches(data.with_name("data.before-1")) == [], "what was there stays"


def test_a_broken_backup_changes_nothing(data: Path, tmp_path: Path) -> None:
    before, file = matches(data), tmp_path / "copy.tar.gz"
    run("data", "backup", str(file), "--data", str(data))
    whole = file.read_bytes()
    altered = bytearray(whole)
    altered[-6] ^= 1  # of the checksum: what comes before can be read
    for raw in (b"", b"no archive", whole[: len(whole) // 2], bytes(altered)):
        file.write_bytes(raw)
        assert run("data", "restore", str(file), "--data", str(data)).exit_code == 1
    evil = tmp_path / "evil.tar.gz"
    with tarfile.open(evil, "w:gz") as archive:
        archive.add(__file__, arcname="../outside")
    assert run("data", "restore", str(evil), "--data", str(data)).exit_code == 1
    assert not (tmp_path / "outside").exists()
    assert matches(data) == before


def full(*_given: Any) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_leaves_no_half_of_a_file(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the half would be taken for the whole, and stand in the way of the next try."""
    file, mat = tmp_path / "copy.tar.gz", tmp_path / "mat.html"
    mat.write_text("mine", encoding="utf-8")
    monkeypatch.setattr(tarfile.TarFile, "close", full)
    monkeypatch.setattr(Path, "write_bytes", full)
    for words in (("data", "backup", str(file), "--data", str(data)), ("cards", "mat", "bhm", "-o", str(mat), "--force")):
        said = run(*words)
        assert said.exit_code == 1
        assert "cannot be written: No space left on device." in said.output
    monkeypatch.undo()
    assert {path.name for path in tmp_path.iterdir()} == {"data", "mat.html"}
    assert mat.read_text(encoding="utf-8") == "mine"


def test_a_place_that_cannot_be_written_is_named(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "copy.tar.gz"
    assert run("data", "backup", str(file), "--data", str(data)).exit_code == 0
    said = run("data", "restore", str(file), "--data", "/dev/null/data")
    assert (said.exit_code, "/dev/null/data cannot be written" in said.output) == (1, True)


def test_a_backup_holds_no_keys_of_a_run(data: Path, tmp_path: Path) -> None:
    for name in ("running", "page-address", "league-link"):
        (data / name).write_text("http://127.0.0.1:8765/?key=secret", encoding="utf-8")
    file = tmp_path / "copy.tar.gz"
    assert run("data", "backup", str(file), "--data", str(data)).exit_code == 0
    with tarfile.open(file) as archive:
        assert not {"running", "page-address", "league-link"} & set(archive.getnames())


def test_where_nobody_can_answer_nothing_is_deleted(data: Path) -> None:
    said = run("data", "delete", "--all", "--data", str(data), given="")
    assert (said.exit_code, "--yes" in said.output, len(matches(data))) == (1, True, 2)


def test_deleting_asks_and_takes_only_what_is_named(data: Path) -> None:
    one, other = matches(data)
    refused = run("data", "delete", one, "--data", str(data), given="n\n").output
    assert "Nothing is deleted" in refused
    assert one in refused.splitlines()[0], "what is meant is named before it is asked"
    assert matches(data) == [one, other]
    assert run("data", "delete", "zzzz", "--yes", "--data", str(data)).exit_code == 1
    assert run("data", "delete", one, "--data", str(data), given="y\n").exit_code == 0
    assert matches(data) == [other]


def test_pruning_takes_what_is_over_or_never_began(data: Path) -> None:
    assert "nothing to delete" in run("data", "prune", "--days", "1", "--yes", "--data", str(data)).output
    assert "Deleted: 2 matches." in run("data", "prune", "--days", "0", "--yes", "--data", str(data)).output
    assert matches(data) == []


HOLDS = """
import sys
from pathlib import Path
from tapete.table.occupant import Running
running = Running(Path(sys.argv[1]))
running.at("http://127.0.0.1:8765/")
print("ready", flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def other(data: Path) -> Any:
    """Another program that serves these matches."""
    with subprocess.Popen([sys.executable, "-c", HOLDS, str(data)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
        yield program
        program.kill()


@pytest.mark.slow
def test_two_programs_on_one_folder_are_told(data: Path, other: subprocess.Popen[str]) -> None:
    for words in (("resume", matches(data)[0]), ("journal", "repair"), ("data", "delete", "--all", "--yes")):
        said = run(*words, "--data", str(data))
        assert said.exit_code == 1, words
        assert "at http://127.0.0.1:8765/" in said.output
    assert len(matches(data)) == 2


@pytest.mark.slow
def test_a_program_that_is_killed_leaves_no_mark(data: Path, other: subprocess.Popen[str]) -> None:
    other.kill()
    other.wait()
    running = Running(data)
    assert running.other is None
    running.close()
