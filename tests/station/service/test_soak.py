"""The soak tool: a short run with every part killed, and what it would call a fault."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import pytest

from tools import soak

pytestmark = pytest.mark.slow


@pytest.mark.halves
@pytest.mark.long
def test_a_few_matches_with_every_part_killed(tmp_path: Path) -> None:
    told: list[str] = []
    run = soak.Soak(tmp_path, 3, ("shazamm", "datamorphs"), kills=(100, 100, 100), back_s=math.inf, seed=4, said=told.append)
    tally = run.run()
    assert soak.judged(tally) == []
    assert tally.matches == Counter({"shazamm": 2, "datamorphs": 1})
    assert tally.kills["host"] >= 1
    assert tally.kills["console"] >= 1
    assert tally.kills["screen"] >= 1
    assert sum(len(life) for life in tally.lives) == 3
    assert "shazamm" in soak.told(tally)
    assert told


def life(memory: list[int]) -> list[dict[str, int]]:
    others = {"threads": 9, "open_files": 20, "data_bytes": 1, "journal_bytes": 1, "open_matches": 1, "open_pages": 1, "errors": 0}
    return [{"memory_bytes": one, **others} for one in memory]


@pytest.mark.parametrize(("last", "faults"), [(100, 0), (104, 0), (106, 1), (200, 1)])
def test_memory_that_grows_after_the_first_hundred_is_a_fault(last: int, faults: int) -> None:
    grown = [40 + number // 2 for number in range(100)] + [100] * 50 + [last] * 50
    tally = soak.Tally(lives=[life(grown)])
    assert len(soak.judged(tally)) == faults
    assert "200 matches: memory" in soak.told(tally)


def test_a_short_life_is_not_judged() -> None:
    assert soak.judged(soak.Tally(lives=[life([1, 1_000] * 20)])) == []


def test_what_was_noted_is_a_fault_once() -> None:
    assert soak.judged(soak.Tally(faults=["lost", "lost"])) == ["lost"]
