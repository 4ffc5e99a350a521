"""Puts the fakes of CircuitPython's modules on the path, as the simulator does, and a fresh board under every test."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tapete.console
from tapete.console.clock import OwnedClock

FAKES = str(Path(tapete.console.__file__).parent / "fakes")

if FAKES not in sys.path:
    sys.path.insert(0, FAKES)


@pytest.fixture
def board() -> Iterator[None]:
    """A Pico that was just switched on, boot.py done."""
    simhw = importlib.import_module("simhw")
    simhw.restart()
    yield
    simhw.restart()


@pytest.fixture
def clock() -> Iterator[OwnedClock]:
    """Time that goes by only while nobody has anything to do."""
    with OwnedClock() as made:
        yield made
