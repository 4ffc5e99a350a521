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
    learner, at = tool.Learner(random.Random(1)), (0, 0, 2, 0)
    tried = set()
    for _match in range(len(tool.PLANS)):
        number = learner.plan(at, learning=True)
        tried.add(number)
        learner.learn([(at, number)], float(number == 4))
    assert len(tried) > len(tool.PLANS) // 2
    for _match in range(30):
        learner.learn([(at, 4)], 1.0)
    assert learner.plan(at, learning=False) == 4
    assert learner.means[at][4] > 0.9
    assert learner.tries[(1, 0, 2, 0)] == [0] * len(tool.PLANS), "other situations are not learned from it"


@pytest.mark.parametrize(
    ("centre", "place", "own", "other", "found"),
    [(0, 0, 50, 50, (0, 0, 2, 0)), (2, -2, 11, 20, (-2, -1, 0, 1)), (-1, 1, 27, 20, (1, 1, 1, -1)), (0, 1, 26, 20, (1, 0, 1, 0))],
)
def test_a_situation_is_wall_advantage_reserve_and_centre(
    tool: Any, centre: int, place: int, own: int, other: int, found: tuple[int, ...]
) -> None:
    assert tool.situation(Moment(Start(9, centre), place, own, other)) == found


def test_answers_of_a_bot_are_kept_by_kinds_of_moments_and_given_again(tool: Any) -> None:
    kept, rng = tool.Kept(), random.Random(1)
    kind = kept.kind(Moment(Start(8, 1), 1, 20, 18), silence=False, armed=True)
    assert kind == kept.kind(Moment(Start(8, 1), 1, 25, 17), silence=False, armed=True), "reserves of one kind"
    assert kind != kept.kind(Moment(Start(8, 1), 1, 20, 18), silence=True, armed=True)
    assert kept.answer(kind, (3, 7), 20, rng) is None, "nothing is known yet: the bot thinks"
    kept.keep(kind, tool.Laid(24, (7,)))
    assert kept.answer(kind, (3, 7), 20, rng) == tool.Laid(20, (7,)), "no more than can be bid"
    assert kept.answer(kind, (3, 5), 30, rng) == tool.Laid(24, ()), "no card that is not held"
    kept.keep(kind, tool.Laid(5, (3,)))
    assert kept.answer(kind, (3, 5), 30, rng) == tool.Laid(5, (3,)), "what the hand can do comes first"
    anew = [kept.answer(kind, (), 30, rng) is None for _time in range(70)]
    assert anew.index(True) == 60, "two answers, met more than 64 times: thought of anew"
    assert (kept.asked, kept.thought, len(kept)) == (74, 2, 1)


def test_where_answers_are_kept_the_bot_seldom_thinks(tool: Any) -> None:
    """The same deals, one bot against itself: with the kinds that were met, matches go on by what was kept, and end."""
    learner, kept = tool.Learner(random.Random(2)), tool.Kept()
    first = [tool.play(learner, "strong", number, "kept", 0, learning=True, kept=kept) for number in range(3)]
    asked, thought = kept.asked, kept.thought
    assert thought == len(kept) > 0
    again = [tool.play(learner, "strong", 0, "kept", 0, learning=True, kept=kept) for _time in range(3)]
    assert set(first + again) <= {0.0, 0.5, 1.0}
    assert (kept.thought - thought) / (kept.asked - asked) < thought / asked


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
        r"6 play-outs in \d+ s of processor; \d+ situations\nthe answer: [^\n]+\nthe answer wins 0\.\d{3} \(0\.\d{3}\.\.\d\.\d{3}\) of 4",
        told.stdout,
    )
    assert "exploitability, 0 perfect play to 1 beaten every time:" in told.stdout
