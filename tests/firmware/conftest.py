"""What all tests of the firmware share."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from tests.firmware.rig import on_the_board


@pytest.fixture(autouse=True)
def _only_the_boards_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    """The firmware collects its garbage each second; here that would look through all that thousands of tests have left."""
    monkeypatch.setattr(gc, "collect", lambda generation=2: 0)


@pytest.fixture(autouse=True)
def _modules_of_the_board() -> Iterator[None]:
    """What the firmware imports while it runs is the imaginary Pico's, whatever other tests have put on the path."""
    with on_the_board():
        yield
