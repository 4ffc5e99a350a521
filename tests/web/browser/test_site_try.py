"""The site's page on which Shazamm is played with nothing installed: Python and the rules in Chromium, from the site alone."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.browser.conftest import Complaints, NewContext, Watched, text_of, wait_for_text
from tools import lighthouse, site_try

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.long]

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the whole site."""
    try:
        site_try.prepared(site_try.PREPARED)
    except site_try.Unprepared as reason:
        if "site" in os.environ.get("TAPETE_REQUIRE", ""):
            raise
        pytest.skip(str(reason))
    folder = tmp_path_factory.mktemp("site")
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", folder], cwd=ROOT, check=True)
    files = [path for path in (folder / "try").rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < site_try.LIMIT
    with lighthouse.served(folder) as address:
        yield address


@pytest.mark.parametrize(
    ("place", "refusal", "cast"),
    [
        ("try.html", "You bid 99 but have 50 mana left. Choose from 1 to 50. (SHZ-035)", "Ana casts Attack boost (7)."),
        ("es/try.html", "Apuestas 99, pero te quedan 50 de maná. Elige entre 1 y 50. (SHZ-035)", "Ana lanza Potenciador de ataque (7)."),
    ],
)
def test_a_refused_bid_and_a_turn_in_the_visitors_browser(site: str, place: str, refusal: str, cast: str, new_context: NewContext) -> None:
    watched = Watched()
    page = watched.watch(new_context().new_page())
    began = time.perf_counter()
    page.goto(f"{site}/{place}?seed=1")
    page.locator(".try-table form").first.wait_for(timeout=120_000)
    print(f"{place} started after {time.perf_counter() - began:.1f} s")
    number, button = page.locator(".try-forms input[type=number]"), page.locator(".try-forms button").first
    number.fill("99")
    button.click()
    wait_for_text(page, ".try-refused", refusal)
    number.fill("9")
    button.click()
    page.locator(".try-forms input[type=checkbox][value='7']").check()
    button.click()
    wait_for_text(page, ".try-story", cast)
    assert text_of(page, ".try-refused") == ""
    page.locator(".try-forms input[type=number]").wait_for()  # the next turn
    assert page.locator(".try-board img").evaluate("picture => picture.naturalWidth") > 0
    assert watched.complaints == []
    assert all(url.startswith((site, "data:", "blob:")) for url in watched.asked)


def test_a_site_built_without_it_says_what_to_do(site: str, new_context: NewContext, complaints: Complaints) -> None:
    complaints.expect(r"rules\.zip: 404", r"status of 404 .*/rules\.zip")
    page = new_context().new_page()
    page.route("**/rules.zip", lambda route: route.fulfill(status=404))
    page.goto(f"{site}/es/try.html")
    wait_for_text(page, ".try-status", "python3 run.py play abre la misma mesa")
