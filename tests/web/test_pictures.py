"""README's pictures and the film are not older than the pages they show: `python tools/readme_pictures.py` makes them anew."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tools import readme_pictures

ROOT = Path(__file__).resolve().parents[2]


def test_every_picture_of_readme_and_the_front_page_is_made_by_the_tool() -> None:
    shown = {one for name in ("README.md", "docs/index.md", "docs/es/index.md") for one in looked_at(ROOT / name)}
    assert {"match-en.png", "match-es.png", "film-en.webm", "film-es.webm"} <= shown
    assert {one for one in shown if not one.endswith(".webp")} == set(readme_pictures.names())


def looked_at(page: Path) -> list[str]:
    return re.findall(r"\bpictures/([\w-]+\.(?:png|webm|webp))", page.read_text(encoding="utf-8"))


@pytest.mark.long
def test_no_picture_is_older_than_what_it_shows() -> None:
    assert readme_pictures.old() == {}, "python tools/readme_pictures.py"


@pytest.mark.slow
def test_a_picture_is_old_once_its_page_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = tmp_path / "made.json"
    monkeypatch.setattr(readme_pictures, "MADE", made)
    assert readme_pictures.old().keys() == readme_pictures.names().keys()
    made.write_text(json.dumps(readme_pictures.keys()), encoding="utf-8")
    assert readme_pictures.old() == {}, "the same pages give the same hash each time"
    monkeypatch.setattr(readme_pictures, "TURNS", readme_pictures.TURNS[:2])
    assert readme_pictures.old().keys() == readme_pictures.names().keys()


@pytest.mark.slow
def test_a_film_is_old_once_its_tool_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = tmp_path / "made.json"
    made.write_text(json.dumps(readme_pictures.keys()), encoding="utf-8")
    monkeypatch.setattr(readme_pictures, "MADE", made)
    tool = tmp_path / "site_film.py"
    tool.write_text("# another film\n", encoding="utf-8")
    monkeypatch.setattr("tools.site_film.__file__", str(tool))
    assert readme_pictures.old().keys() == {"film-en.webm", "film-es.webm"}
