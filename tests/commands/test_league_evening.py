"""The demonstration of an evening, and tables that join by a command."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="the extra `league`")
pytestmark = [pytest.mark.league, pytest.mark.slow]

PROGRAM = [sys.executable, "-m", "tapete", "--lang", "en"]


@pytest.mark.long
def test_an_evening_of_sixteen_robots_plays_itself_to_its_end() -> None:
    words = [*PROGRAM, "league", "demo", "--fast", "--once", "--no-browser"]
    found = subprocess.run(words, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert found.stdout.count("  table ") == 3 * 8
    places = re.findall(r"^ *(\d+) (\w+) +(\d+)$", found.stdout, re.MULTILINE)
    assert [int(place) for place, _name, _points in places] == list(range(1, 17))
    total = sum(int(points) for _place, _name, points in places)
    assert 3 * 8 * 2 <= total <= 3 * 8 * 3, "a match gives three points, a draw two"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["play", "--league", "http://nowhere"], "no address of an event"),
        (["play", "shazamm", "--league", "http://nowhere"], "leave out the game"),
        (["play", "--ticket", "x"], "give --league too"),
        (["league", "join", "friday", "--count", "3", "--address", "http://here"], "no event “friday”"),
    ],
)
def test_what_cannot_be_joined_is_said(tmp_path: Path, words: list[str], says: str) -> None:
    found = subprocess.run([*PROGRAM, *words, "--data", str(tmp_path)], capture_output=True, text=True, check=False)
    assert found.returncode != 0
    assert says in " ".join(found.stderr.split())
    assert "Traceback" not in found.stderr
