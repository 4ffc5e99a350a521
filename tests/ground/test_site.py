"""The site: built strictly, with nothing from elsewhere, each page wholly in its language, and a front page that shows what this is."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Every page, by its place. `--strict` refuses a link or an anchor that leads nowhere."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}


@pytest.mark.site
def test_nothing_is_asked_of_other_machines(site: dict[str, str]) -> None:
    assert len(site) > 50
    fetched = {place: re.findall(r"<(?:script|link|img)[^>]+(?:src|href)=\"((?:https?:)?//[^\"]+)", text) for place, text in site.items()}
    assert {place: found for place, found in fetched.items() if found} == {}


@pytest.mark.site
def test_a_page_speaks_one_language_and_leads_to_its_twin(site: dict[str, str]) -> None:
    for place, twin, own, other, search in (
        ("play/shazamm.html", "../es/play/shazamm.html", "Play tonight", "Juega esta noche", "Search"),
        ("es/play/shazamm.html", "../../play/shazamm.html", "Juega esta noche", "Play tonight", "Buscar"),
    ):
        text = site[place]
        assert f'<html lang="{place[:2] if place.startswith("es/") else "en"}"' in text
        assert own in text
        assert other not in text
        assert f'aria-label="{search}"' in text
        assert f'href="{twin}"' in text
    # A page without a twin leads to the other language's front page.
    assert 'href="es/index.html" hreflang="es"' in site["referee-protocol.html"]


@pytest.mark.site
def test_the_front_page_leads_to_the_games_and_to_four_kinds_of_readers(site: dict[str, str]) -> None:
    for place, language in (("index.html", "en"), ("es/index.html", "es")):
        games = re.findall(r"play/pictures/(\w+)-(\w+)\.svg", site[place])
        assert [game for game, _ in games] == ["shazamm", "moriham", "datamorphs", "bhm", "mamlejet"]
        assert {spoken for _, spoken in games} == {language}
        assert f"pictures/film-{language}.svg" in site[place]
        assert len(re.findall(r'class="md-button', site[place])) == 4


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_film_is_small_moves_and_stands_still_for_whoever_wants_it(language: str) -> None:
    """`tools/site_film.py` makes it from the pictures that Chromium takes of a station."""
    path = PICTURES / f"film-{language}.svg"
    assert path.stat().st_size < 1_000_000
    text = path.read_text(encoding="utf-8")
    scenes = ET.fromstring(text).findall("{http://www.w3.org/2000/svg}g")
    assert len(scenes) == 4
    assert all(len(scene.findall("{http://www.w3.org/2000/svg}image")) == 2 for scene in scenes)
    assert sum("still" in scene.get("class", "") for scene in scenes) == 1
    assert "prefers-reduced-motion:reduce" in text
    assert not re.search(r"href=\"(?!data:)", text)
