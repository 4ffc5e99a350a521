"""A run says what it left out and which command would bring it; each form runs what the one before it runs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import run_forms

ROOT = Path(__file__).resolve().parents[2]

TESTS = """
import pytest
from tests import run_forms

def test_fast(): assert run_forms.by_form(1, 2, 3, 4) == {tries}

@pytest.mark.slow
def test_slow(): assert True

@pytest.mark.long
def test_long(): assert True

@pytest.mark.nightly
def test_nightly(): assert True
"""


FOLDERS = "the folders bots, coach, commands, console, hardware, league, lessons, station, web"
SLOW = f"{FOLDERS} (python3 run.py test); 1 slow (python3 run.py test)"
LONG = "1 long (python3 run.py test --long)"
NIGHTLY = "1 nightly (python3 run.py test --nightly)"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "tries", "said", "workers"),
    [
        ("quick", 1, f"left out: {SLOW}; {LONG}; {NIGHTLY}", False),
        ("quick", 1, f"left out: {SLOW}; {LONG}; {NIGHTLY}", True),
        ("usual", 2, f"left out: {LONG}; {NIGHTLY}", False),
        ("long", 3, f"left out: {NIGHTLY}", False),
        ("nightly", 4, "", False),
    ],
)
def test_the_last_line_but_one_says_what_was_left_out(tmp_path: Path, form: str, tries: int, said: str, workers: bool) -> None:
    options = [*(["-n", "1"] if workers else []), *([] if form == "usual" else [f"--{form}"])]
    lines = run(tmp_path, TESTS.replace("{tries}", str(tries)), *options)
    assert lines[-1].startswith(f"{tries} passed")
    assert (lines[-2] == said) if said else not any(line.startswith("left out") for line in lines)


@pytest.mark.slow
def test_what_is_missing_on_the_computer_is_named_with_what_would_bring_it(tmp_path: Path) -> None:
    """No program is on the path."""
    lines = run(tmp_path, "import pytest\n@pytest.mark.kicad\ndef test_it(): assert False\ndef test_other(): assert True", PATH="")
    assert lines[-2] == "left out: 1 kicad (needs KiCad 9 (kicad-cli))"
    assert lines[-1].startswith("1 passed")


@pytest.mark.slow
def test_a_test_that_is_asked_for_by_its_name_is_run_in_every_form(tmp_path: Path) -> None:
    lines = run(tmp_path, TESTS, "--quick", node="::test_long")
    assert lines[-1].startswith("1 passed")


def test_every_form_has_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    for marker, first in run_forms.FIRST.items():
        for form in run_forms.FORMS:
            monkeypatch.setenv(run_forms.VARIABLE, form)
            assert (run_forms.too_slow({marker}) == marker) == (run_forms.FORMS.index(form) < run_forms.FORMS.index(first))
        assert run_forms.command(marker).endswith("test" if first == "usual" else f"--{first}")


def run(folder: Path, tests: str, *options: str, node: str = "", **environ: str) -> list[str]:
    """Run pytest with the suite's own conftest over one file of tests; what it printed."""
    (folder / "test_it.py").write_text(tests, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.conftest", "-c", str(ROOT / "pyproject.toml")]
    kept = {name: value for name, value in os.environ.items() if name not in (run_forms.VARIABLE, "TAPETE_REQUIRE")}
    workers = ["-p", "xdist.plugin"] if "-n" in options else []
    done = subprocess.run(
        [*command, *workers, "--rootdir", str(folder), *options, str(folder / "test_it.py") + node],
        cwd=ROOT,
        env={**kept, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **environ},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip().splitlines()


@pytest.mark.parametrize(("workers", "late"), [(1, 3), (3, 40), (4, 7), (5, 0)])
def test_each_workers_share_begins_with_its_long_tests(workers: int, late: int) -> None:
    tests = [f"soon {n}" for n in range(83)]
    for n in range(late):
        tests.insert(n * 2, f"late {n}")
    found = run_forms.longest_first(tests, lambda one: one.startswith("late"), workers)
    assert sorted(found) == sorted(tests)
    shared = 0
    for worker in range(workers):  # as pytest-xdist shares them
        size = (len(tests) - shared) // (workers - worker)
        mine = [one.startswith("late") for one in found[shared : shared + size]]
        assert mine == sorted(mine, reverse=True)
        assert abs(sum(mine) - late / workers) < 1
        shared += size


@pytest.mark.parametrize(
    ("form", "turn", "runs"),
    [("quick", 1, "es"), ("usual", 1, "es"), ("long", 0, "es"), ("long", 1, "en"), ("long", 6, "es"), ("nightly", 1, "es en")],
)
def test_cases_take_turns_in_the_long_form(monkeypatch: pytest.MonkeyPatch, form: str, turn: int, runs: str) -> None:
    monkeypatch.setenv(run_forms.VARIABLE, form)
    monkeypatch.setenv(run_forms.TURN, str(turn))
    cases = run_forms.in_turn(["es", "en"])
    assert [case.values[0] for case in cases] == ["es", "en"], "every case is there in every form"
    assert " ".join(case.values[0] for case in cases if not case.marks) == runs
    assert {mark.name for case in cases for mark in case.marks} <= {"nightly"}


def test_each_second_case_waits_for_the_other_turn_in_the_long_form_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(form: str, turn: int) -> set[tuple[str, int]]:
        monkeypatch.setenv(run_forms.VARIABLE, form)
        monkeypatch.setenv(run_forms.TURN, str(turn))
        return {(name, number) for name in ("a", "b", "c") for number in range(5) if not run_forms.waits(name, number)}

    everything = run("usual", 0)
    assert len(everything) == 15
    assert run("nightly", 3) == everything
    for language in (0, 1):
        one, other = run("long", language), run("long", 2 + language)
        assert one | other == everything
        assert not one & other
        assert 6 <= len(one) <= 9


def test_a_commit_has_its_turn_from_its_tree_and_a_folder_without_git_the_first(tmp_path: Path) -> None:
    assert run_forms.turn_of(str(tmp_path)) == 0
    for words in (["init", "-q"], ["config", "user.email", "a@example.org"], ["config", "user.name", "A"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    assert run_forms.turn_of(str(tmp_path)) == 0
    turns = []
    for text in ("a", "b", "a"):
        (tmp_path / "file").write_text(text, encoding="utf-8")
        subprocess.run(["git", "add", "file"], cwd=tmp_path, check=True)
        subprocess.run(["git", "commit", "-q", "--allow-empty", "-m", text], cwd=tmp_path, check=True)
        turns.append(run_forms.turn_of(str(tmp_path)))
    assert turns[0] == turns[2] != turns[1]
