"""The firmware on the official interpreter in an emulated Pico, step by step: docs/testing.md says what TAPETE_RIG is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchmarks import emulated_check
from benchmarks._emulated import interpreter

RIG = os.environ.get("TAPETE_RIG", "")

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(not RIG, reason="TAPETE_RIG names no folder with an emulator and CircuitPython's image"),
]


@pytest.mark.parametrize("part", emulated_check.PARTS)
def test_the_walk_through_the_firmware_passes(part: str, tmp_path: Path) -> None:
    walked = list(emulated_check.verdicts(Path(RIG), interpreter(Path(RIG)), part, tmp_path))
    assert len(walked) >= {"2": 18, "4": 18, "hang": 1, "settings": 4}[part]
    assert [(what, measured) for good, what, measured in walked if not good] == []
