"""The Spanish pages keep up with the English ones."""

from __future__ import annotations

import pytest

from tools import lag


def test_no_spanish_section_lags_behind_its_english_one() -> None:
    assert lag.lagging() == []


def test_a_changed_english_section_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    page, found = next((page, lag.hashes(page)) for page in lag.pages())
    anchor = next(iter(found))
    monkeypatch.setattr(lag, "hashes", lambda name: {**found, anchor: "other"} if name == page else {})
    assert lag.lagging() == [f"docs/es/{page}#{anchor}"]
