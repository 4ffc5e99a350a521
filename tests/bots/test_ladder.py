"""The ladder: the same matches on any number of cores, honest intervals, and, at night, every strength better than the one below."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "ladder.py"


@pytest.fixture(scope="module")
def ladder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("ladder", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["ladder"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_the_same_seed_plays_the_same_matches_on_any_number_of_cores(ladder: Any) -> None:
    pairing = ladder.Pairing("shazamm", "medium", "easy", False, 5)
    alone = [ladder.play(pairing, number) for number in range(12)]
    assert alone == [ladder.play(pairing, number) for number in range(12)]
    score = ladder.compete(pairing, 12, 2)
    assert (score.won, score.drawn, score.lost) == (alone.count(1.0), alone.count(0.5), alone.count(0.0))
    other = [ladder.play(pairing._replace(seed=6), number) for number in range(12)]
    assert alone != other


@pytest.mark.parametrize(
    ("score", "low", "high"), [((260, 0, 140), 0.602, 0.695), ((400, 0, 0), 0.990, 1.0), ((0, 8, 0), 0.215, 0.785), ((1, 0, 0), 0.207, 1.0)]
)
def test_an_interval_is_wilsons(ladder: Any, score: tuple[int, int, int], low: float, high: float) -> None:
    assert ladder.Score(*score).interval() == pytest.approx((low, high), abs=5e-4)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "chess has no bots"),
        (["shazamm", "perfect"], "there is no strength perfect; there are easy, medium, strong, exact"),
        (["bhm", "--without-spells"], "only shazamm is played without spells"),
        (["shazamm", "--matches", "0"], "one match and one process at least"),
        (["mamlejet"], "mamlejet is played together, not against each other"),
        (["bhm", "exact", "medium", "--matches", "1"], "bhm has no bot of strength exact"),
    ],
)
def test_what_cannot_be_played_is_said(arguments: list[str], said: str) -> None:
    told = subprocess.run([sys.executable, str(TOOL), *arguments], capture_output=True, encoding="utf-8", check=False, timeout=120)
    assert told.returncode == 2
    assert said in told.stderr


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("game", "first", "second", "least"),
    [
        ("shazamm", "medium", "easy", 0.65),
        ("shazamm", "strong", "medium", 0.9),
        ("moriham", "medium", "easy", 0.65),
        ("bhm", "medium", "easy", 0.65),
        ("datamorphs", "medium", "easy", 0.65),
        ("datamorphs", "strong", "medium", 0.65),
    ],
)
def test_each_strength_beats_the_one_below(ladder: Any, game: str, first: str, second: str, least: float) -> None:
    score = ladder.compete(ladder.Pairing(game, first, second, False, 1), 400, 2)
    assert score.mean >= least
    assert score.interval()[0] > 0.6
