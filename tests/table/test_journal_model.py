"""Whatever comes in whatever order, nothing acknowledged is lost unsaid and no seal opens early (`tests.table.journal_model`)."""

from __future__ import annotations

import pytest

from tests.run_forms import by_form
from tests.table.journal_model import STEPS, JournalAndSeals, main, walk

LEAST = by_form(quick=200, usual=200, long=10_000, nightly=10_000)
"""Steps; at night `.ci/night journal` takes a million more."""


def test_no_order_of_events_loses_unsaid_what_was_acknowledged_or_opens_a_seal_early() -> None:
    JournalAndSeals.opened = JournalAndSeals.steps = 0
    walk(LEAST // (STEPS - 5) + 2)  # some runs are shorter
    assert JournalAndSeals.steps >= LEAST
    assert JournalAndSeals.opened >= LEAST // 20, "copies were harmed and opened again"


def test_a_walk_of_so_many_steps_says_what_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    JournalAndSeals.steps = 0
    main(["--steps", "60"])
    assert JournalAndSeals.steps >= 60
    assert "no counterexample" in capsys.readouterr().out
