"""`tapete demo GAME --auto`: robots play whole matches of MORIHAM and DataMorphs, and the exported match replays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.test_tables import tapete
from tests.run_forms import usually


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seed", "last"), usually((("moriham", "1", "wins."), ("datamorphs", "2", "")), "datamorphs"))
def test_two_robots_play_a_whole_match(game: str, seed: str, last: str, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    said = tapete(tmp_path, "demo", game, "--auto", "--fast", "--seed", seed, "-o", str(file))
    assert said.returncode == 0, said.stderr
    ending = said.stdout.splitlines()[-1]
    assert ending.endswith(last or ("wins." if "wins" in ending else "A draw."))
    replayed = tapete(tmp_path, "replay", str(file), "--quiet")
    assert replayed.returncode == 0, replayed.stdout


def test_a_game_that_is_not_there_is_refused(tmp_path: Path) -> None:
    said = tapete(tmp_path, "demo", "chess", "--auto")
    assert said.returncode == 2
    assert "chess" in said.stderr
