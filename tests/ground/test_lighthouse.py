"""`tools/lighthouse.py`: points and what took them, read from a report; files as a host of static pages serves them."""

from __future__ import annotations

import gzip
import urllib.request
from pathlib import Path

import pytest

from tools import lighthouse

REPORT = {
    "environment": {"benchmarkIndex": 1830.5},
    "categories": {
        "performance": {
            "score": 0.934,
            "auditRefs": [{"id": "late", "weight": 25}, {"id": "slow", "weight": 30}, {"id": "fine", "weight": 10}],
        },
        "accessibility": {"score": 1, "auditRefs": []},
        "best-practices": {"score": 0.95, "auditRefs": []},
        "seo": {"score": None, "auditRefs": []},
    },
    "audits": {"late": {"score": 0.5, "displayValue": "3.1 s"}, "slow": {"score": 0.9}, "fine": {"score": 1}},
}


def test_points_are_of_a_hundred_and_a_field_without_any_has_none() -> None:
    assert lighthouse.scores(REPORT) == {"performance": 93, "accessibility": 100, "best-practices": 95, "seo": 0}
    assert lighthouse.costs(REPORT, "performance") == ["late 3.1 s", "slow"]


def test_a_low_page_ends_with_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "index.html").touch()
    monkeypatch.setattr(lighthouse, "measured", lambda *_, wide: REPORT)
    assert lighthouse.main([str(tmp_path), "--pages", "index.html"]) == 1
    assert "performance may not be under 95; what costs: late 3.1 s; slow" in capsys.readouterr().out
    monkeypatch.setattr(lighthouse, "LEAST", 0)
    assert lighthouse.main([str(tmp_path), "--pages", "index.html"]) == 0


def test_what_is_missing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert lighthouse.main([str(tmp_path)]) == 2
    (tmp_path / "index.html").touch()
    monkeypatch.setenv("TAPETE_LIGHTHOUSE_MODULES", str(tmp_path))
    assert lighthouse.main([str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert "mkdocs build --strict" in told
    assert "npm install --no-save" in told


def test_a_file_is_served_compressed_with_its_kind(tmp_path: Path) -> None:
    (tmp_path / "a.mjs").write_text("let one;" * 100, encoding="utf-8")
    with lighthouse.served(tmp_path) as address:
        asked = urllib.request.Request(f"{address}/a.mjs", headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(asked) as answer:
            assert answer.headers["Content-Type"] == "text/javascript"
            assert gzip.decompress(answer.read()) == b"let one;" * 100
