"""What a search by coverage has kept (`tests.fuzz.hunt`) is read or refused, without that search."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.hunt import LARGEST, NAMES
from tests.fuzz.targets import TARGETS

CORPUS = Path(__file__).with_name("corpus")


def test_each_target_has_a_corpus() -> None:
    assert set(NAMES) == set(TARGETS) == {folder.name for folder in CORPUS.iterdir()}


@pytest.mark.parametrize("name", NAMES)
def test_what_was_kept_is_read_or_refused(name: str) -> None:
    files = sorted((CORPUS / name).iterdir())
    assert len(files) >= 20
    for file in files:
        raw = file.read_bytes()
        assert len(raw) <= LARGEST
        TARGETS[name](raw)
