"""The mutation score: the tests of the referee notice nearly every change of it."""

from __future__ import annotations

import random
import re

import pytest

from tests.chance import seed
from tools import mutants

pytestmark = pytest.mark.mutants

LEAST = 85.0
"""Per cent of the changes; what is left bounds texts and numbers that nothing follows from."""


def test_every_group_has_its_sources_and_tests() -> None:
    for group in mutants.GROUPS.values():
        assert all((mutants.ROOT / place).exists() for place in group.tests)
        assert all(list(mutants.ROOT.glob(pattern)) for pattern in group.sources)


def test_a_run_can_be_repeated() -> None:
    group = mutants.GROUPS["datamorphs"]
    found = mutants.changes(mutants.ROOT, group, random.Random(1))
    assert len(found) > 20
    assert found == mutants.changes(mutants.ROOT, group, random.Random(1))


@pytest.mark.nightly
def test_changes_of_the_referee_are_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    assert mutants.main(["--sample", "60", "--seed", str(seed(1))]) == 0
    told = capsys.readouterr().out
    print(told)
    score = re.search(r"mutation score: ([0-9.]+) %", told)
    assert score is not None
    assert float(score[1]) >= LEAST
