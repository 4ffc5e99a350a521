"""Torn journals by the dozen: what goes on is true, and what is not whole is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.run_forms import by_form
from tests.table import torn

VARIANTS = by_form(1, 3, 29, 150)
"""Of each kind of tear; seven kinds make 203 in the long form."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> torn.Whole:
    return torn.begun(tmp_path_factory.mktemp("whole"))


@pytest.mark.slow
@pytest.mark.parametrize("tear", torn.TEARS)
def test_nothing_is_invented_mixed_or_hidden(tmp_path: Path, whole: torn.Whole, tear: str) -> None:
    for seed in range(VARIANTS):
        folder = tmp_path / str(seed)
        folder.mkdir()
        said = torn.opened(folder, whole, tear, seed)
        assert said.whole + said.cut + said.lost == torn.MATCHES
