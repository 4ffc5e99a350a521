"""Each promise of the threat model names the test that holds it, and that test is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def promises() -> dict[str, list[str]]:
    """The tests that each line of “What is done” names, by what it is against."""
    text = (ROOT / "docs" / "threat-model.md").read_text(encoding="utf-8")
    section = text.partition("## What is done\n")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line.startswith("|")]
    assert rows[0] == ["against", "by", "test"]
    return {row[0]: re.findall(r"`(tests/[\w/]+\.py)`", row[2]) for row in rows[2:]}


def test_every_promise_names_a_test() -> None:
    found = promises()
    assert len(found) > 25, "the table is read"
    assert [against for against, tests in found.items() if not tests] == []


def test_the_tests_that_are_named_are_there_and_test_something() -> None:
    """A file that was moved, or emptied, fails here."""
    empty = []
    for name in sorted({name for tests in promises().values() for name in tests}):
        path = ROOT / name
        tree = ast.parse(path.read_text(encoding="utf-8")) if path.is_file() else ast.Module([], [])
        tests = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and one.name.startswith("test_")]
        if not any(isinstance(part, ast.Assert | ast.With) for test in tests for part in ast.walk(test)):
            empty.append(name)
    assert empty == []
