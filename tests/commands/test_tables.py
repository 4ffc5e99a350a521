"""`demo`, `play`, `resume` and `replay` as people run them: programs of their own, their words, and how they end."""

from __future__ import annotations

import gc
import json
import os
import re
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tapete import games
from tapete.commands import hosting
from tapete.games import shazamm
from tapete.table import Hub, Journal, Table, journal_path

ROOT = Path(__file__).parents[2]

PATIENCE_S = 150


def environment(data: Path) -> dict[str, str]:
    path = os.pathsep.join(str(ROOT / part) for part in ("host", "firmware/lib"))
    return {**os.environ, "PYTHONPATH": path, "TAPETE_DATA": str(data), "TAPETE_LANG": "en", "PYTHONUNBUFFERED": "1"}


def tapete(data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "tapete", *arguments],
        env=environment(data),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@contextmanager
def serving(data: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """Run a command that serves pages, up to the line that names them; it is killed at the end if it is still there."""
    command = [sys.executable, "-m", "tapete", *arguments, "--no-browser", "--web-port", "0"]
    with subprocess.Popen(command, env=environment(data), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as program:
        patience = threading.Timer(PATIENCE_S, program.kill)
        patience.start()
        try:
            assert program.stdout is not None
            lines: list[str] = []
            for line in program.stdout:
                lines.append(line.rstrip())
                if "http://" in line:
                    break
            yield program, lines
        finally:
            patience.cancel()
            if program.poll() is None:
                program.kill()


def page_of(lines: list[str]) -> str:
    found = re.search(r"http://\S+", lines[-1])
    assert found is not None
    return found.group()


@pytest.fixture
def played(tmp_path: Path) -> Table:
    """A match that is over and one that is not, in the journal of a folder."""
    with Journal(journal_path(tmp_path)) as journal:
        over = Table.begin(journal, shazamm.rules(), ("A", "B"), names={"A": "Ana"})
        over.submit({"action": "lock_bid", "seat": "A", "amount": 7})
        over.submit({"action": "unlock", "seat": "A"})
        over.submit({"action": "concede", "seat": "B"})
        Table.begin(journal, shazamm.rules(), ("A", "B")).submit({"action": "lock_bid", "seat": "A", "amount": 7})
    return over


@pytest.mark.long
def test_two_robots_play_a_whole_match_through_the_buttons(tmp_path: Path) -> None:
    """The whole way: buttons, firmware, serial line, table, journal, panels; and the file of it plays again."""
    file = tmp_path / "match.jsonl"
    demo = tapete(tmp_path, "demo", "--auto", "--fast", "--seed", "7", "-o", str(file))
    assert demo.returncode == 0, demo.stdout[-2000:] + demo.stderr
    story = demo.stdout.splitlines()
    assert story[0].startswith("Robots play Shazamm through the buttons of ")
    assert re.fullmatch(r"[AB] wins\.|A draw\.", story[-1])
    assert any(re.search(r"Bids: A \d+, B \d+\. \[SHZ-039\]", line) for line in story)
    entries = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()[1:-1]]
    locks = [entry for entry in entries if entry["action"]["action"] == "lock_bid"]
    assert len(locks) >= 2
    assert {entry["source"] for entry in locks} == {"console:A", "console:B"}
    assert all("seal" in entry["action"] for entry in locks)
    bids = [bid for entry in entries for bid in entry["action"].get("bids", {}).values()]
    assert max(bids) > 1
    replay = tapete(tmp_path, "replay", str(file))
    assert replay.returncode == 0
    assert replay.stdout.splitlines()[-1] == f"Everything fits: {len(entries)} entries."
    assert [line for line in replay.stdout.splitlines() if "[SHZ-039]" in line] == [line for line in story if "[SHZ-039]" in line]


def test_the_demonstration_ends_cleanly_with_ctrl_c(tmp_path: Path) -> None:
    with serving(tmp_path, "demo") as (program, lines):
        with urllib.request.urlopen(page_of(lines)) as answer:
            assert answer.status == 200
            assert "Shazamm" in answer.read().decode()
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=PATIENCE_S)
        assert "Traceback" not in errors
        assert program.returncode in (0, 1, 130)
    assert list(tmp_path.iterdir()) == []  # a demonstration leaves nothing behind


def test_a_match_is_begun_served_and_resumed(tmp_path: Path) -> None:
    with serving(tmp_path, "play", "shazamm", "--no-console", "--name", "Ana", "--option", "full_hand=true") as (program, lines):
        assert "`tapete resume` goes on with it" in lines[0]
        match = page_of(lines).rsplit("/", 1)[1]
        program.kill()  # the power fails
    listed = json.loads(tapete(tmp_path, "resume", "--list", "--json").stdout)
    assert [(one["id"], one["game"], one["names"], one["over"]) for one in listed] == [(match, "shazamm", {"A": "Ana"}, False)]
    with serving(tmp_path, "resume", "--no-console") as (program, lines):
        assert page_of(lines).endswith(f"/match/{match}")
        with urllib.request.urlopen(page_of(lines)) as answer:
            assert "Ana" in answer.read().decode()
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=PATIENCE_S)
        assert "Traceback" not in errors


def test_play_without_a_game_opens_the_lobby(tmp_path: Path) -> None:
    with serving(tmp_path, "play", "--no-console") as (program, lines):
        assert page_of(lines).count("/") == 3
        with urllib.request.urlopen(page_of(lines)) as answer:
            assert "New match" in answer.read().decode()
        program.send_signal(signal.SIGINT)
        program.communicate(timeout=PATIENCE_S)
    assert json.loads(tapete(tmp_path, "resume", "--list", "--json").stdout) == []


def test_matches_are_listed(tmp_path: Path, played: Table) -> None:
    lines = tapete(tmp_path, "resume", "--list").stdout.splitlines()
    assert len(lines) == 2
    (line,) = (line for line in lines if line.startswith(played.id))
    assert "Ana · B" in line
    assert line.endswith("result: A")
    assert tapete(tmp_path / "empty", "resume", "--list").stdout.startswith("No match is kept yet.")


def test_a_match_is_exported_checked_and_told_in_both_languages(tmp_path: Path, played: Table) -> None:
    file = tmp_path / "out.jsonl"
    assert tapete(tmp_path, "resume", played.id, "-o", str(file)).returncode == 0
    assert "Ana" not in file.read_text(encoding="utf-8")
    english = tapete(tmp_path, "replay", str(file)).stdout.splitlines()
    spanish = tapete(tmp_path, "--lang", "es", "replay", str(file)).stdout.splitlines()
    assert len(english) == len(spanish) == 6
    assert english[-2:] == ["A wins.", "Everything fits: 3 entries."]
    assert spanish[-2] == "Gana A."
    found = json.loads(tapete(tmp_path, "replay", "--json", str(file)).stdout)
    assert (found["entries"], found["replayed"], found["result"], found["differences"]) == (3, 3, "A", [])
    printed = tapete(tmp_path, "resume", played.id, "--names", "-o", "-")
    assert json.loads(printed.stdout.splitlines()[0])["names"] == {"A": "Ana"}


@pytest.mark.parametrize(("encoding", "slab"), [("utf-8", "−2"), ("cp1252", "-2"), ("latin-1", "-2")])
def test_a_story_goes_into_any_file(tmp_path: Path, encoding: str, slab: str) -> None:
    """What a file of Windows or of an old terminal has no sign for is told as well as it can be."""
    with Journal(journal_path(tmp_path)) as journal:
        table = Table.begin(journal, shazamm.rules(), ("A", "B"))
        table.submit({"action": "ruling", "ops": [{"op": "set_wall", "wall": -2}], "reason": "ñ", "agreed": ["A", "B"]})
    file = tmp_path / "out.jsonl"
    file.write_bytes(table.export())
    command = [sys.executable, "-m", "tapete", "replay", str(file)]
    told = subprocess.run(command, env=environment(tmp_path) | {"PYTHONIOENCODING": encoding}, capture_output=True)
    assert told.returncode == 0, told.stderr
    assert f"slab {slab}" in told.stdout.decode(encoding)


def test_a_file_that_differs_is_named_and_ends_with_1(tmp_path: Path, played: Table) -> None:
    file = tmp_path / "out.jsonl"
    file.write_bytes(played.export().replace(b'"crc":', b'"crc":1', 1))
    told = tapete(tmp_path, "replay", str(file))
    assert told.returncode == 1
    assert "Entry 1: these rules do not come to the state in the file" in told.stderr
    found = json.loads(tapete(tmp_path, "replay", "--json", str(file)).stdout)
    assert [(one["seq"], one["what"]) for one in found["differences"]] == [(1, "state")]
    file.write_text("Dear Ana,\n", encoding="utf-8")
    refused = tapete(tmp_path, "--lang", "es", "replay", str(file))
    assert refused.returncode == 1
    assert "La línea 1 no es de una partida exportada" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("play", "chess"), "There is no game “chess”; there are: "),
        (("play", "shazamm", "--option", "colour=3"), "colour"),
        (("play", "shazamm", "--option", "colour"), "write it as key=value"),
        (("play", "shazamm", "--seats", "3"), "Shazamm is for two"),
        (("play", "shazamm", "--robot", "C"), "Shazamm is for two"),
        (("play", "shazamm", "--robot", "Z"), "'--robot'"),
        (("play", "--seats", "3"), "Say which game"),
        (("resume", "nothing"), "There is no match nothing"),
        (("resume",), "There is no unfinished match."),
    ],
)
def test_what_cannot_be_done_says_so(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    told = tapete(tmp_path, *arguments)
    assert told.returncode != 0
    assert words in told.stderr
    assert "Traceback" not in told.stderr


def test_a_journal_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    journal_path(tmp_path).write_text("Dear Ana,\n" * 99, encoding="utf-8")
    told = tapete(tmp_path, "--lang", "es", "resume", "--list")
    assert told.returncode == 1
    assert "está dañado" in told.stderr
    assert str(journal_path(tmp_path)) in told.stderr


def test_what_is_loaded_when_a_program_begins_to_serve_is_looked_through_no_more() -> None:
    before = gc.get_freeze_count()
    loaded: list[Any] = []
    loaded.append(loaded)
    hosting.settle()
    assert gc.get_freeze_count() > before
    assert not any(one is loaded for one in gc.get_objects())


def test_a_start_says_which_game_is_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    until = threading.Event()
    until.set()
    monkeypatch.setattr(games, "_damaged", lambda: (games.DAMAGED(game="bhm", file="tapete/games/bhm/ledger.toml"),))
    hub = Hub(Journal(tmp_path / "matches.sqlite3"))
    try:
        hosting.serve(hub, "", lan=False, https=False, web_port=None, no_browser=True, until=until)
    finally:
        hub.close()
    assert "▲ The game “bhm” is damaged: tapete/games/bhm/ledger.toml" in capsys.readouterr().err
