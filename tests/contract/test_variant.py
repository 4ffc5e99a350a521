"""A variant is a value: a game copied with a change, in a house's own file, with its own name in log and match file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tapete.core.rules import bind
from tapete.core.texts import Given
from tapete.games.shazamm import GAME as SHAZAMM

VARIANT = Path(__file__).parents[2] / "examples" / "variant"
FILE = VARIANT / "short_bridge.py"

PLAYED = """
import json, sys
import tapete
match = tapete.play("short_bridge", names=["Ana", "Bruno"])
told = {"mana": match.state.mana.A, "broken": match.rules.scene(match.state).bridge.broken}
try:
    match.lock_bid("Ana", amount=41)
except tapete.Illegal as no:
    told["refused"] = no.refusals[0].code
while match.state.round == 1:
    match.lock_bid("Ana", amount=2)
    match.lock_bid("Bruno", amount=1)
    match.declare_cards("Ana", [])
    match.declare_cards("Bruno", [])
told["after"] = [match.state.mana.A, match.state.mana.B]
told["story"] = match.story("en")
match.save(sys.argv[1])
told["loaded"] = tapete.load(sys.argv[1]).state == match.state
told["log"] = match.rules.game.name
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the variant is installed: its file, and what an installer writes beside it."""
    folder = tmp_path_factory.mktemp("packages")
    project = tomllib.loads((VARIANT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (folder / FILE.name).write_bytes(FILE.read_bytes())
    told = folder / "tapete_short_bridge-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1.0\n", encoding="utf-8")
    points = "".join(
        f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in named.items()) for group, named in project["entry-points"].items()
    )
    (told / "entry_points.txt").write_text(points, encoding="utf-8")
    return {**os.environ, "PYTHONPATH": str(folder), "LC_ALL": "en.UTF-8", "LANGUAGE": "en"}


def run(environ: dict[str, str], *words: str) -> str:
    done = subprocess.run([sys.executable, *words], capture_output=True, encoding="utf-8", env=environ, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_file_has_at_most_twenty_lines() -> None:
    assert len([line for line in FILE.read_text(encoding="utf-8").splitlines() if line]) <= 20


@pytest.mark.slow
@pytest.mark.clause("SHZ-R75", "SHZ-106")
def test_it_is_a_game_of_its_own(installed: dict[str, str], tmp_path: Path) -> None:
    """With its bridge, its mana in every round, and its name in log and match file."""
    kept = tmp_path / "evening.tapete"
    told = json.loads(run(installed, "-c", PLAYED, str(kept)))
    assert (told["mana"], told["broken"], told["refused"]) == (40, 2, "bid_over_mana")
    assert told["after"] == [40, 40]
    assert "Mana is back at 40." in told["story"]
    assert told["log"] == json.loads(kept.read_text(encoding="utf-8").splitlines()[0])["header"]["game"] == "short_bridge"
    assert told["loaded"]


@pytest.mark.slow
def test_robots_play_it_and_commands_know_it(installed: dict[str, str]) -> None:
    assert "Short bridge" in run(installed, "-m", "tapete", "demo", "short_bridge", "--auto", "--fast", "--seed", "1")
    assert "short_bridge" in run(installed, "-m", "tapete", "rules")


def test_what_it_is_made_from_stays_as_it_was() -> None:
    other = SHAZAMM.variant("other", Given("Other"), minutes=5)
    assert (other.name, other.minutes) == ("other", 5)
    assert (SHAZAMM.name, SHAZAMM.minutes, bind(SHAZAMM).start(("A", "B")).mana.A) == ("shazamm", 30, 50)


def test_an_argument_that_no_game_has_is_refused() -> None:
    with pytest.raises(TypeError):
        SHAZAMM.variant("other", Given("Other"), colour="red")
