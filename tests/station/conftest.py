"""What the tests of a station share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.station.hall import Hall


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.close()
