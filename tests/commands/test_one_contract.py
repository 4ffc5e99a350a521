"""All commands keep one contract, whatever is missing: no trace, the same numbers at the end, nothing made by reading.

Each word of the click tree is run in a process of its own, as a player has it: without any extra, with outputs that are full or closed,
in a narrow terminal, without a language, and ended by Ctrl-C.
"""

from __future__ import annotations

import functools
import json
import os
import shlex
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from tapete import cli
from tapete.commands.examples import EXAMPLES

ROOT = Path(__file__).resolve().parents[2]

BARE = f"""
import sys
class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {sorted({*cli.EXTRAS, "playwright"})!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Nothing())
from tapete.__main__ import main
main()
"""
"""`tapete` where no extra is installed."""

SAFE = {"station install": ("--dry-run",), "station uninstall": ("--dry-run",), "station update": ("--dry-run",)}
"""What some commands are given so that they change nothing on this computer."""


def leaves(command: click.Command, words: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Every command that does something, by its words."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            member = command.get_command(context, name)
            assert member is not None
            yield from leaves(member, (*words, name))
    else:
        yield " ".join(words), command


LEAVES = dict(leaves(cli.command_line("en")))


def run(*words: str, columns: int = 80, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run a command line in a bare environment; nothing on standard input."""
    settings = {**os.environ, "LC_ALL": "C", "LANGUAGE": "", "COLUMNS": str(columns), "BROWSER": "true", **environ}
    return subprocess.run(
        [sys.executable, "-c", BARE, *words], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", env=settings, check=False
    )


def test_the_tree_is_whole() -> None:
    assert len(LEAVES) > 40
    groups = {" ".join(name.split()[:-1]) for name in LEAVES}
    assert set(EXAMPLES) <= set(LEAVES) | groups


@pytest.mark.parametrize("words", sorted(LEAVES))
def test_every_command_has_examples_that_can_be_read(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (
        "evening.tapete",
        "my_cards.toml",
        "deck.txt",
        "tapete.tar.gz",
        "circuitpython.uf2",
        "friday.json",
        "ana_and_bo.toml",
        "marsh.tapete-cards",
        "cards.ods",
    ):
        (tmp_path / name).touch()
    examples = EXAMPLES[words]
    assert examples
    for line in examples:
        given = shlex.split(line.partition(" < ")[0])
        assert given[: 1 + len(words.split())] == ["tapete", *words.split()], line
        LEAVES[words].make_context(words, given[1 + len(words.split()) :])


def test_extras_are_those_of_the_project() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set(cli.EXTRAS.values()) <= set(declared)


@pytest.mark.long
@pytest.mark.parametrize("words", sorted(LEAVES))
def test_help_fits_a_narrow_terminal(words: str) -> None:
    done = run(*words.split(), "--help", columns=40)
    assert (done.returncode, done.stderr) == (0, "")
    beside = [line for line in done.stdout.split("\n\n  Examples:")[0].splitlines() if len(line) > 40 and len(line.split()) > 3]
    assert beside == []


@pytest.mark.long
@pytest.mark.parametrize("words", sorted(LEAVES))
def test_a_full_output_is_told_in_a_sentence(words: str) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-c", BARE, *words.split(), "--help"],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "LC_ALL": "C"},
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.strip() == "Error: the output cannot be written (No space left on device)."


@pytest.mark.slow
def test_a_reader_that_has_enough_is_no_fault() -> None:
    for words in ("rules shazamm", "cards new moriham -o -", "--help"):
        done = subprocess.run(
            ["bash", "-c", f'"$0" -c "$1" {words} | head -n 1; exit ${{PIPESTATUS[0]}}', sys.executable, BARE],
            capture_output=True,
            encoding="utf-8",
            env={**os.environ, "LC_ALL": "C"},
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), words


@pytest.mark.slow
def test_closed_ends_are_told_in_a_sentence() -> None:
    done = subprocess.run(
        ["bash", "-c", '"$0" -c "$1" referee <&-', sys.executable, BARE],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "LC_ALL": "C"},
        check=False,
    )
    assert done.returncode == 1
    assert "standard input" in done.stderr
    assert "Traceback" not in done.stderr


READING = {
    "resume": ("mw9m",),
    "journal check": (),
    "journal aside": (),
    "journal repair": (),
    "cards keep": ("mw9m",),
    "data backup": ("copy.tar.gz",),
    "data delete": ("--all", "--yes"),
    "data prune": ("--yes",),
    "league doctor": (),
    "league backup": ("copy.sqlite3",),
}


@pytest.mark.slow
@pytest.mark.parametrize("words", sorted(READING))
def test_reading_makes_nothing(words: str, tmp_path: Path) -> None:
    """A mistyped folder is no clean bill of health."""
    done = run(*words.split(), *READING[words], "--data", str(tmp_path / "typo"))
    assert done.returncode == 1, done.stdout + done.stderr
    assert str(tmp_path / "typo") in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        "replay -o curve.svg {file}",
        "replay --play-outs 5 {file}",
        "replay --quiet --json {file}",
        "demo --fast",
        "demo --seed 1",
        "demo -o match.tapete",
        "resume --json",
        "resume --names",
        "cards mat shazamm --force",
        "play --https",
        "data delete",
        "play chess",
        "pla",
        "rules shazam",
        "lab xx",
    ],
)
@pytest.mark.slow
def test_what_makes_no_sense_is_refused(words: str, tmp_path: Path) -> None:
    file = tmp_path / "evening.tapete"
    file.write_text("{}", encoding="utf-8")
    done = run(*words.format(file=file).split(), TAPETE_DATA=str(tmp_path / "data"))
    assert done.returncode == 2, done.stdout + done.stderr
    assert "Error: " in done.stderr
    assert not (tmp_path / "data").exists() or "https" in words


@pytest.mark.slow
def test_a_printed_match_is_alone_on_the_output(tmp_path: Path) -> None:
    told = run("demo", "shazamm", "--auto", "--fast", "--seed", "1", "-o", "-", TAPETE_DATA=str(tmp_path))
    assert told.returncode == 0, told.stderr
    assert {type(json.loads(line)) for line in told.stdout.splitlines()} == {dict}
    assert "[SHZ-039]" in told.stderr


@pytest.mark.slow
def test_what_is_wrong_is_named_with_what_is_near(tmp_path: Path) -> None:
    empty = tmp_path / "evening.tapete"
    empty.touch()
    assert "the file is empty" in run("replay", str(empty)).stderr
    assert "Did you mean bog_piper?" in run("cards", "show", "moriham", "bog_pipr").stderr
    assert "de tipo número" in run("demo", "--seed", "abc", "--auto", LANGUAGE="es").stderr


@pytest.mark.slow
def test_nothing_is_overwritten_unless_it_is_said(tmp_path: Path) -> None:
    file = tmp_path / "mat.html"
    file.write_text("mine", encoding="utf-8")
    refused = run("cards", "mat", "shazamm", "-o", str(file))
    assert (refused.returncode, file.read_text(encoding="utf-8")) == (1, "mine")
    assert "--force" in refused.stderr
    assert run("cards", "mat", "shazamm", "-o", str(file), "--force").returncode == 0
    assert "<svg" in file.read_text(encoding="utf-8")


def called(words: str, data: Path) -> list[str]:
    """Give a command as a walk calls it: with a folder of its own, without a browser, and so that it changes nothing on this computer."""
    given = [*words.split(), *SAFE.get(words, ())]
    options = {name for option in LEAVES[words].params for name in option.opts}
    given += ["--data", str(data)] if "--data" in options else []
    return given + (["--no-browser"] if "--no-browser" in options else [])


def ended(program: subprocess.Popen[str], seconds: float) -> tuple[int, str, bool]:
    """Wait for a program; what still runs after some seconds is ended by Ctrl-C. Gives its status, its words, and whether it was."""
    try:
        said, told = program.communicate(timeout=seconds)
        return program.returncode, (said or "") + told, False
    except subprocess.TimeoutExpired:
        program.send_signal(signal.SIGINT)
        said, told = program.communicate(timeout=60)
        return program.returncode, (said or "") + told, True


def held(status: int, said: str, interrupted: bool) -> None:
    """Hold a command to the contract."""
    assert "Traceback" not in said, said
    assert status in ((130, -signal.SIGINT) if interrupted else (0, 1, 2)), said


def begun(given: list[str], folder: Path, **streams: object) -> subprocess.Popen[str]:
    """Start a command in a bare environment, in a folder of its own."""
    settings = {**os.environ, "LC_ALL": "C", "LANGUAGE": "", "COLUMNS": "40", "TAPETE_DATA": str(folder), "BROWSER": "true"}
    ends: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.Popen([sys.executable, "-c", BARE, *given], encoding="utf-8", cwd=folder, env=settings, **ends)


@pytest.mark.long
@pytest.mark.parametrize("words", sorted(LEAVES))
def test_no_command_ends_in_a_trace(words: str, tmp_path: Path) -> None:
    """Called with an empty folder and no extra; what still runs after a while is ended by Ctrl-C."""
    held(*ended(begun(called(words, tmp_path), tmp_path), 8))


@pytest.mark.nightly
@pytest.mark.parametrize("words", sorted(LEAVES))
@pytest.mark.parametrize("seconds", [0.3, 2])
def test_ctrl_c_ends_every_command_early_too(words: str, seconds: float, tmp_path: Path) -> None:
    held(*ended(begun(called(words, tmp_path), tmp_path), seconds))


@pytest.mark.nightly
@pytest.mark.parametrize("words", sorted(LEAVES))
def test_no_command_minds_a_closed_input_or_a_full_output(words: str, tmp_path: Path) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        held(*ended(begun(called(words, tmp_path), tmp_path, stdout=full), 8))
    closed = functools.partial(os.close, 0)
    held(*ended(begun(called(words, tmp_path), tmp_path, stdin=None, preexec_fn=closed), 8))


@pytest.mark.nightly
@pytest.mark.parametrize("words", sorted(words for words in LEAVES if any("--data" in option.opts for option in LEAVES[words].params)))
def test_a_missing_folder_is_no_trace(words: str, tmp_path: Path) -> None:
    held(*ended(begun(called(words, tmp_path / "typo"), tmp_path), 8))
