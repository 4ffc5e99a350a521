"""`tapete demo bhm --auto`: robots play whole matches of BHM for two, three and four, and the exported match replays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.test_tables import tapete


@pytest.mark.long
@pytest.mark.parametrize(("players", "seed"), [("2", "1"), ("3", "2"), ("4", "3")])
def test_robots_play_a_whole_war(players: str, seed: str, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    said = tapete(tmp_path, "demo", "bhm", "--auto", "--fast", "--seats", players, "--seed", seed, "-o", str(file))
    assert said.returncode == 0, said.stderr
    assert said.stdout.splitlines()[-1] in {f"{seat} wins." for seat in "ABCD"[: int(players)]}
    for said_of_it in ("by a war call", "carries", "strikes", "ARMAGEDON"):
        assert said_of_it in said.stdout
    replayed = tapete(tmp_path, "replay", str(file), "--quiet")
    assert replayed.returncode == 0, replayed.stdout
