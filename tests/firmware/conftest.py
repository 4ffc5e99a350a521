"""What all tests of the firmware share."""

from __future__ import annotations

import gc

import pytest


@pytest.fixture(autouse=True)
def _only_the_boards_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    """The firmware collects its garbage each second; here that would look through all that thousands of tests have left."""
    monkeypatch.setattr(gc, "collect", lambda generation=2: 0)
