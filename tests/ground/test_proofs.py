"""The register of proofs: no test is left out that is not in exactly one group, no input is missing, and a run keeps its budget."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest

from tools import proofs

ROOT = Path(__file__).resolve().parents[2]
TODAY = date(2026, 3, 20)
COPIED = (
    "tests/conftest.py",
    "tests/budget.py",
    "tests/chance.py",
    "tests/chromium.py",
    "tests/disk.py",
    "tests/run_forms.py",
    "tools/proofs.py",
    "tools/catalogues.py",
    "pyproject.toml",
)

REGISTER = """
[shared]
inputs = ["constraints.txt"]
days = 7
commits = 60

[[group]]
name = "spells"
proves = "spells hold"
tests = ["tests/spells"]
inputs = ["data/**/*.toml"]

[[group]]
name = "one"
proves = "one spell holds"
tests = ["tests/spells/test_one.py::test_dear"]
inputs = []
by_path = true
"""

FILES = {
    "docs/proofs.toml": REGISTER,
    "constraints.txt": "",
    "data/deep/words.toml": "",
    "data/notes.md": "",
    "host/tapete/__init__.py": "",
    "host/tapete/core.py": "from tapete import deeper\n",
    "host/tapete/deeper.py": "",
    "host/tapete/typed.py": "",
    "tests/spells/conftest.py": "",
    "tests/spells/test_one.py": "from typing import TYPE_CHECKING\ndef test_dear(): pass\ndef test_cheap(): import tapete.core\n"
    "if TYPE_CHECKING:\n    import tapete.typed\n",
    "tests/test_other.py": "def test_it(): pass\n",
}


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with two groups of its own, which the tool reads instead of this one."""
    for name, text in FILES.items():
        write(tmp_path, name, text)
    for words in (["init", "-q"], ["config", "user.email", "a@example.org"], ["config", "user.name", "A"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    monkeypatch.setattr(proofs, "ROOT", tmp_path)
    monkeypatch.setattr(proofs, "GROUPS", tmp_path / "docs/proofs.toml")
    monkeypatch.setattr(proofs, "HELD", tmp_path / "docs/proofs-held.toml")
    monkeypatch.setattr(proofs, "BUILD", tmp_path / "build/proofs")
    forget()
    return tmp_path


@pytest.fixture(autouse=True)
def _forget_afterwards() -> object:
    yield
    forget()


def forget() -> None:
    for remembered in (proofs.register, proofs.files, proofs._digest, proofs._modules, proofs.imported):
        remembered.cache_clear()


def write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    forget()


def key(name: str) -> str:
    forget()
    return proofs.key(proofs.register()[name])


# The register of this project


def test_every_place_of_a_group_is_there_and_in_that_group_alone() -> None:
    places = [place for group in proofs.register().values() for place in group.tests]
    assert len(places) == len(set(places)) >= 8
    for place in places:
        name, _, function = place.partition("::")
        assert (ROOT / name).exists(), place
        if function:
            tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
            assert function in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, place


def test_every_folder_of_tests_is_in_a_group_or_always_run() -> None:
    """So nothing is left out by an accident of its place: what a run leaves out belongs to the group that is named."""
    folders = {name.split("/")[1] for name in proofs.files() if name.startswith("tests/") and "/test_" in name}
    grouped = {place.split("/")[1] for group in proofs.register().values() for place in group.tests if place.count("/") == 1}
    assert folders - grouped == {"ground"}
    assert proofs.group_of("tests/ground/test_words.py::test_x") is None


def test_the_night_has_every_group_and_the_rest() -> None:
    listed = subprocess.run(["bash", ".ci/night", "--list"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout.split()
    assert {
        *proofs.register(),
        "rest",
        "models",
        "journal",
        "fuzz",
        "letter",
        "checks",
        "newcomer",
        "wheel",
        "floors",
        "asserts",
        "planted",
        "tab",
        "witnesses",
    } == set(listed)
    assert len(listed) == len(set(listed))


def test_every_input_fits_a_file() -> None:
    """A pattern of what was moved or deleted would hold for ever."""
    for group in proofs.register().values():
        dead = [pattern for pattern in group.inputs if not any(proofs.fits(name, [pattern]) for name in proofs.files())]
        assert dead == [], group.name


def test_lines_are_of_groups_that_are_there() -> None:
    held = proofs.lines(proofs.HELD)
    assert set(held) <= set(proofs.register())
    assert all(line.passed > 0 and len(line.key) == 64 for line in held.values())


# What a key depends on


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("tests/spells/test_one.py", {"spells", "one"}),
        ("tests/spells/conftest.py", {"spells", "one"}),
        ("tests/spells/test_new.py", {"spells"}),
        ("host/tapete/core.py", {"spells", "one"}),
        ("host/tapete/deeper.py", {"spells", "one"}),
        ("host/tapete/typed.py", set()),
        ("constraints.txt", {"spells", "one"}),
        ("data/deep/words.toml", {"spells"}),
        ("data/notes.md", set()),
        ("tests/test_other.py", set()),
    ],
)
def test_a_changed_file_changes_the_keys_of_the_groups_that_depend_on_it(small: Path, name: str, changes: set[str]) -> None:
    before = {group: key(group) for group in ("spells", "one")}
    path = small / name
    write(small, name, (path.read_text(encoding="utf-8") if path.exists() else "") + "\n# changed\n")
    assert {group for group in before if key(group) != before[group]} == changes


def test_a_new_line_of_the_register_changes_no_key(small: Path) -> None:
    write(small, "docs/proofs.toml", REGISTER.replace("data/**/*.toml", "docs/**"))
    before = key("spells")
    proofs.write(proofs.HELD, [proofs.Line("spells", before, "abcd", TODAY, 3, 2)])
    assert key("spells") == before
    write(small, "docs/page.md", "more")
    assert key("spells") != before


def test_a_new_version_of_a_program_changes_the_key(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(small, "docs/proofs.toml", REGISTER.replace("by_path", 'tools = ["node"]\nby_path'))
    said = "20.1"
    monkeypatch.setattr(proofs, "version", lambda tool: f"{tool} {said}")
    before = proofs.key(proofs.register()["one"])
    said = "20.2"
    assert proofs.key(proofs.register()["one"]) != before


def test_the_longest_place_decides_the_group(small: Path) -> None:
    assert proofs.group_of("tests/spells/test_one.py::test_dear[es]") == "one"
    assert proofs.group_of("tests/spells/test_one.py::test_dearest") == "spells"
    assert proofs.group_of("tests/spellsandmore/test_one.py::test_dear") is None


def test_a_group_is_due_without_a_line_with_another_key_and_when_its_line_is_old(small: Path) -> None:
    group = proofs.register()["spells"]
    line = proofs.Line("spells", key("spells"), "abcd", TODAY, 3, 2)
    assert proofs.why_due(group, None, TODAY) == "it has no line"
    assert proofs.why_due(group, line, TODAY + timedelta(days=7)) is None
    assert proofs.why_due(group, line, TODAY + timedelta(days=8)) == "its line is 8 days old"
    assert proofs.why_due(group, line._replace(key="x"), TODAY) == "its inputs, its tests or its programs have changed"
    for number in range(3):
        subprocess.run(["git", "commit", "-q", "--allow-empty", "-m", str(number)], cwd=small, check=True)
    assert proofs.why_due(group._replace(commits=2), line, TODAY) == "its line is 3 commits old"


def test_lines_are_written_and_read(small: Path) -> None:
    kept = [proofs.Line("spells", "0" * 64, "abcd", TODAY, 3, 2), proofs.Line("one", "1" * 64, "abcd", TODAY, 3, 2)]
    proofs.write(proofs.HELD, kept)
    assert proofs.lines(proofs.HELD) == {line.proof: line for line in kept}
    proofs.write(proofs.BUILD / "held.toml", [kept[0]._replace(passed=9)])
    proofs.keep()
    assert [line.passed for line in proofs.lines(proofs.HELD).values()] == [2, 9]


# Runs, in a repository of their own


@pytest.fixture
def whole(small: Path) -> Path:
    """The small repository with this project's conftest.py in it."""
    for name in COPIED:
        write(small, name, (ROOT / name).read_text(encoding="utf-8"))
    return small


def tried(folder: Path, *words: str) -> tuple[int, str]:
    command = [sys.executable, *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False, env=outside())
    return done.returncode, done.stdout + done.stderr


def outside() -> dict[str, str]:
    """The environment for a run of another project."""
    unwanted = ("PYTEST", "TAPETE_FORM", "TAPETE_REQUIRE", "COV_")
    lean = "-p no:playwright -p no:schemathesis -p no:hypothesispytest -p no:anyio"
    more = {"PYTHONDONTWRITEBYTECODE": "1", "PYTEST_ADDOPTS": lean, "TAPETE_WORKERS": "0", "TAPETE_SDK_MODULES": "/nowhere"}
    return {name: value for name, value in os.environ.items() if not name.startswith(unwanted)} | more


@pytest.mark.long
def test_a_group_that_passes_has_a_line_and_is_left_out_until_an_input_changes(whole: Path) -> None:
    status, said = tried(whole, "tools/proofs.py", "run", "spells")
    assert status == 0, said
    [line] = proofs.lines(proofs.HELD).values()
    assert (line.proof, line.passed) == ("spells", 1)
    held = tried(whole, "tools/proofs.py", "begin")[1].strip()
    assert held == "spells"
    said = tried(whole, "-m", "pytest", "-q", "--long", "--held", held)[1]
    assert "1 held by docs/proofs-held.toml" in said
    assert "2 passed, 1 deselected" in said, "the other group's test and that of none"
    write(whole, "host/tapete/deeper.py", "x = 1\n")
    assert tried(whole, "tools/proofs.py", "begin")[1].strip() == ""
    write(whole, "tests/spells/test_one.py", FILES["tests/spells/test_one.py"] + "def test_bad(): assert not 'a fault'\n")
    status, said = tried(whole, "tools/proofs.py", "run", "spells")
    assert status
    assert "it has no line any more" in said
    assert proofs.lines(proofs.HELD) == {}


@pytest.mark.long
def test_a_group_that_reads_what_it_does_not_name_has_no_line(whole: Path) -> None:
    test = (
        "from pathlib import Path\nROOT = Path(__file__).parents[2]\ndef test_reading(): assert not (ROOT / 'data/notes.md').read_text()\n"
    )
    write(whole, "tests/spells/test_one.py", test)
    status, said = tried(whole, "tools/proofs.py", "run", "spells")
    assert status
    assert "data/notes.md was read and is no input of the group" in said
    assert not proofs.HELD.exists() or proofs.lines(proofs.HELD) == {}
    write(whole, "docs/proofs.toml", REGISTER.replace("*.toml", "*").replace("data/**/*", "data/**"))
    status, said = tried(whole, "tools/proofs.py", "run", "spells")
    assert status == 0, said


@pytest.mark.long
def test_a_run_of_a_part_of_a_group_makes_no_line(whole: Path) -> None:
    tried(whole, "tools/proofs.py", "begin")
    for words in (["--long", "tests/spells/test_one.py"], ["tests"], ["--long", "-k", "cheap"]):
        status, said = tried(whole, "-m", "pytest", "-q", *words)
        assert status == 0, said
        tried(whole, "tools/proofs.py", "note")
        assert "spells" not in proofs.lines(proofs.BUILD / "held.toml")


@pytest.mark.long
@pytest.mark.parametrize(("form", "lines"), [("nightly", ["spells"]), ("long", [])])
def test_a_group_lacks_a_program_only_if_the_form_would_have_run_its_test(whole: Path, form: str, lines: list[str]) -> None:
    test = f"import pytest\n@pytest.mark.{form}\n@pytest.mark.sdk\ndef test_typed(): assert not 'run'\n"
    write(whole, "tests/spells/test_one.py", FILES["tests/spells/test_one.py"] + test)
    tried(whole, "tools/proofs.py", "begin")
    status, said = tried(whole, "-m", "pytest", "-q", "--long", "tests")
    assert status == 0, said
    tried(whole, "tools/proofs.py", "note")
    assert [name for name in proofs.lines(proofs.BUILD / "held.toml") if name == "spells"] == lines


@pytest.mark.long
def test_a_dear_test_without_a_mark_fails_the_quick_form(whole: Path) -> None:
    burns = "import time\ndef test_burning():\n    end = time.process_time() + 3\n    while time.process_time() < end: pass\n"
    write(whole, "tests/test_other.py", burns)
    status, said = tried(whole, "-m", "pytest", "-q", "--quick", "tests/test_other.py")
    assert status == 1
    assert "s of a processor, and the quick form allows" in said
    assert "mark it `slow`" in said
    status, said = tried(whole, "-m", "pytest", "-q", "tests/test_other.py")
    assert status == 0, said
    write(whole, "tests/test_other.py", burns.replace("def test", "import pytest\n@pytest.mark.slow\ndef test"))
    status, said = tried(whole, "-m", "pytest", "-q", "--quick", "tests")
    assert status == 0, said
    assert "1 slow" in said


@pytest.mark.long
def test_a_run_that_uses_more_than_its_form_may_fails(whole: Path) -> None:
    path = whole / "tests/budget.py"
    write(whole, "tests/budget.py", path.read_text(encoding="utf-8").replace('{"quick": 130.0', '{"quick": 0.0'))
    status, said = tried(whole, "-m", "pytest", "-q", "--quick", "tests/test_other.py")
    assert status == 1
    assert "of 0 that the quick form may use" in said


def test_the_copied_files_are_what_conftest_needs() -> None:
    assert all((ROOT / name).is_file() for name in COPIED)
    assert shutil.which("git")
