"""The learner that estimates how exploitable a bot of Shazamm with spells is: it learns, and its figures are printed."""

from __future__ import annotations

import importlib
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tapete.bots.shazamm.exact import Moment
from tapete.bots.shazamm.perfect_values import Start

TOOL = Path(__file__).parents[3] / "tools" / "shazamm_responder.py"

pytestmark = pytest.mark.oracle


@pytest.fixture(scope="module")
def tool() -> Any:
    return importlib.import_module("tools.shazamm_responder")


def test_what_has_paid_is_played_and_what_is_untried_is_tried(tool: Any) -> None:
    learner, at = tool.Learner(random.Random(1)), (0, 0, 2)
    tried = set()
    for _match in range(len(tool.PLANS)):
        number = learner.plan(at, learning=True)
        tried.add(number)
        learner.learn([(at, number)], float(number == 4))
    assert len(tried) > len(tool.PLANS) // 2
    for _match in range(30):
        learner.learn([(at, 4)], 1.0)
    assert learner.plan(at, learning=False) == 4
    assert learner.tries[(1, 0, 2)] == [0] * len(tool.PLANS), "other situations are not learned from it"


@pytest.mark.parametrize(
    ("place", "own", "other", "found"), [(0, 50, 50, (0, 0, 2)), (-2, 11, 20, (-2, -1, 0)), (1, 27, 20, (1, 1, 1)), (1, 26, 20, (1, 0, 1))]
)
def test_a_situation_is_wall_advantage_and_reserve(tool: Any, place: int, own: int, other: int, found: tuple[int, int, int]) -> None:
    assert tool.situation(Moment(Start(9, 0), place, own, other)) == found


@pytest.mark.slow
def test_an_answer_to_a_beginner_is_learned(tool: Any) -> None:
    """Nothing learned: one half or less. After 80 matches it wins most; the same seeds give the same matches."""
    learner = tool.Learner(random.Random(2))
    assert tool.learned(learner, "easy", 80, 2, 0) == 80
    odds = tool.measured(learner, "easy", 40, 2, 0)
    assert odds.share > 0.55
    assert odds.share > tool.measured(tool.Learner(random.Random(3)), "easy", 40, 2, 0).share


def test_the_figures_are_printed_with_their_intervals() -> None:
    told = subprocess.run(
        [sys.executable, str(TOOL), "easy", "--play-outs", "6", "--matches", "4"], capture_output=True, encoding="utf-8", check=True
    )
    assert re.match(
        r"6 play-outs in \d+ s of processor; \d+ situations\nthe answer wins 0\.\d{3} \(0\.\d{3}\.\.\d\.\d{3}\) of 4", told.stdout
    )
    assert "exploitability, 0 perfect play to 1 beaten every time:" in told.stdout
