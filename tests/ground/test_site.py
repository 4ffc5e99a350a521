"""The site: built strictly, with nothing from elsewhere, each page wholly in its language, and a front page that shows what this is."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.ground import site_nav

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site. `--strict` refuses a link or an anchor that leads nowhere."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def site(folder: Path) -> dict[str, str]:
    """Every page, by its place."""
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
        assert f"pictures/film-{language}.webm" in site[place]
        assert len(re.findall(r'class="md-button', site[place])) == 4
        assert site[place].index('class="md-button') < site[place].index('class="film"')
        told = re.findall(r"</strong> · [^<]+</p>\s*<p>([^<]+)</p>", site[place])
        assert [len(re.findall(r"[.](?: |$)", said)) for said in told] == [2] * 5, "each game in two sentences"


@pytest.mark.site
def test_a_page_that_is_not_there_needs_no_file_to_be_seen(site: dict[str, str]) -> None:
    """It is asked for at any depth, and the site may lie below any folder."""
    page = site["404.html"]
    assert "<style>" in page
    assert re.findall(r"<(?:link|img|script)[^>]+(?:src|href)=", page) == []
    assert re.findall(r'data-place="([^"]+)"', page) == ["index.html", "try.html", "es/index.html", "es/try.html"]
    assert all(place in site for place in re.findall(r'data-place="([^"]+)"', page))


@pytest.mark.site
@pytest.mark.node
def test_the_theme_s_search_finds_names_of_python_and_the_own_language_first(folder: Path) -> None:
    def found(index: str, *words: str) -> list[list[str]]:
        command = ["node", str(Path(__file__).with_name("search.mjs")), str(folder), index, *words]
        said = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
        return [line.split() for line in said.splitlines()]

    english = found("search/search_index.json", "lock_bid", "why_not", "firewall", "install")
    assert all("python.html" in places[:2] for places in english[:2])
    assert [places[0] for places in english[2:]] == ["phones.html", "install.html"]
    for places in english:
        assert places == sorted(places, key=lambda place: place.startswith("es/")), "the Spanish pages come last"
    spanish = found("es/search/search_index.json", "lock_bid", "firewall")
    assert [places[0] for places in spanish] == ["python.html", "phones.html"]
    assert "../python.html" in spanish[0][1:]


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_film_is_small_and_begins_by_itself_only_for_whoever_wants_motion(language: str) -> None:
    """`tools/site_film.py` makes it by playing a turn on real pages."""
    film = (PICTURES / f"film-{language}.webm").read_bytes()
    assert film.startswith(b"\x1a\x45\xdf\xa3")  # WebM
    assert b"V_VP9" in film
    assert len(film) < 1_000_000
    assert len((PICTURES / f"film-{language}.webp").read_bytes()) < 60_000
    front = (ROOT / "docs" / ("" if language == "en" else "es") / "index.md").read_text(encoding="utf-8")
    [tag] = re.findall(r"<video [^>]*>", front)
    assert {"controls", "muted", "loop", "playsinline"} <= set(tag.split())
    assert "autoplay" not in tag
    assert "prefers-reduced-motion: reduce" in front


def test_every_page_is_of_one_of_four_kinds() -> None:
    """A page teaches, says how a thing is done, is looked up, or explains; and it stands in the navigation once."""
    placed = list(site_nav.pages())
    assert {kind for _, kind, _ in placed} == site_nav.KINDS
    assert {page: n for page, n in Counter(page for _, _, page in placed).items() if n > 1} == {}
    there = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert there - {page for _, _, page in placed} == {"index.md", "es/index.md"}


def test_the_readers_files_lead_to_what_is_there() -> None:
    """README and its neighbours are no pages of the site, whose strict building looks after links and anchors within it."""
    for file in (ROOT / name for name in ("README.md", "CONTRIBUTING.md", "MAINTAINERS.md", "SECURITY.md", "hardware/README.md")):
        for place, anchor in re.findall(r"\]\((?!https?:|mailto:)([^)#\s]+)(?:#([\w-]+))?\)", file.read_text(encoding="utf-8")):
            assert (file.parent / place).exists(), f"{file.name}: {place}"
            assert not anchor or f"{{#{anchor}}}" in (file.parent / place).read_text(encoding="utf-8"), f"{file.name}: {place}#{anchor}"


def test_a_page_in_spanish_says_so_where_it_leads_to_one_in_english() -> None:
    """The rulings are in both languages; every other page outside docs/es is in English."""
    silent = [
        f"{path.name}: {link}"
        for path in (ROOT / "docs" / "es").rglob("*.md")
        for paragraph in re.split(r"\n\n|\n(?=- )", path.read_text(encoding="utf-8"))
        for link in re.findall(r"\]\(((?:\.\./)+(?!\.\./|es/)[\w-]+\.md)", paragraph)
        if (path.parent / link).resolve().parent == ROOT / "docs" and "inglés" not in paragraph
    ]
    assert silent == []
