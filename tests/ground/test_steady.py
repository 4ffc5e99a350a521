"""`tools/steady.py` runs the tests again and again in random order, and says which runs were not green."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

GREEN = "def test_one(): assert True\ndef test_two(): assert True\n"
BY_ORDER = """
seen = []

def test_first(): seen.append(1)

def test_second(): assert seen == [1]
"""


@pytest.mark.parametrize(("tests", "status", "loops"), [pytest.param(GREEN, 0, 1, marks=pytest.mark.long), (BY_ORDER, 1, 0)])
@pytest.mark.long
def test_a_run_that_depends_on_the_order_is_red(tmp_path: Path, tests: str, status: int, loops: int) -> None:
    """The two tests that belong together go to two workers: each alone, and in either order."""
    file = tmp_path / "test_it.py"
    file.write_text(tests, encoding="utf-8")
    options = ["--loops", str(loops), "--seed", "1", "--workers", "2", "--logs", str(tmp_path)]
    command = [sys.executable, "tools/steady.py", "0", *options, "--", str(file)]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert made.returncode == status, made.stdout + made.stderr
    (row,) = [line for line in made.stdout.splitlines() if re.match(r"\| +\d", line)]
    cells = [cell.strip() for cell in row.split("|")][1:-1]
    assert (cells[0], cells[1], cells[3], cells[4]) == ("1", "2", "1" if status else "2", "1" if status else "0")
    assert cells[-1] == ("RED" if status else "green")
    assert ("run 1: " in made.stdout and "test_it.py::test_second" in made.stdout) == bool(status)
