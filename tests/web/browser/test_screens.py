"""Every screen in a real browser: readable at every size, in both languages and themes, for everybody."""

from __future__ import annotations

import importlib.resources
import os
import re
from pathlib import Path

import pytest

from tapete import games
from tapete.table import Hub
from tests.web.browser.conftest import NewContext, Watched
from tests.web.browser.screens import SIZES, all_screens

pytestmark = pytest.mark.browser


def test_every_page_is_free_of_axe_violations_in_both_themes(address: str, hub: Hub, new_context: NewContext) -> None:
    axe = importlib.resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    found = []
    for theme, size in (("lamplight", "phone"), ("paper", "tablet")):
        width, height = SIZES[size]
        page = new_context(locale="es", viewport={"width": width, "height": height}).new_page()
        for name, path in all_screens(hub).items():
            page.goto(f"{address}{path}?theme={theme}")
            page.evaluate("for (const e of document.querySelectorAll('details')) e.open = true")
            page.evaluate(axe)
            violations = page.evaluate("axe.run().then(found => found.violations)")
            found += [(name, theme, one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in violations]
    assert found == []


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("size", list(SIZES))
def test_every_screen_fits_and_can_be_read(
    size: str, language: str, address: str, hub: Hub, new_context: NewContext, tmp_path: Path
) -> None:
    width, height = SIZES[size]
    theme = "lamplight" if language == "es" else "paper"
    page = Watched().watch(new_context(locale=language, viewport={"width": width, "height": height}).new_page())
    folder = Path(os.environ.get("TAPETE_PICTURES", str(tmp_path)))
    folder.mkdir(parents=True, exist_ok=True)
    for name, path in all_screens(hub).items():
        page.goto(f"{address}{path}?theme={theme}&lang={language}")
        picture = folder / f"{name}-{size}-{language}.png"
        page.screenshot(path=picture, full_page=size != "television")
        assert picture.stat().st_size > 5_000
        too_wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert too_wide <= 0, name
        smallest = page.evaluate(
            """() => Math.min(...[...document.querySelectorAll('main *, header *')]
                .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) && e.getClientRects().length)
                .map(e => parseFloat(getComputedStyle(e).fontSize) * (e.ownerSVGElement ? e.ownerSVGElement.getScreenCTM().a : 1)))"""
        )
        least = height / 40 if size == "television" else 9
        assert smallest >= least - 0.1, (name, smallest)
        small = page.evaluate(
            """() => [...document.querySelectorAll('button, input:not([type=hidden]), select, summary')]
                .filter(e => e.getClientRects().length && !e.disabled)
                .map(e => (e.closest('.choice') || e).getBoundingClientRect())
                .filter(r => r.height < 36 || r.width < 36).length"""
        )
        assert not small, name


def test_the_two_languages_leave_nothing_untranslated(address: str, hub: Hub, new_context: NewContext) -> None:
    """What reads the same in both languages is a name, a number or a sign."""
    same = re.compile(
        r"^[\W\d]*$|^(Tapete|Español|English|Shazamm|Ana|Bruno|LOCK|ROLL|No|Panel.*|SHZ-.*|http.*)$|^· Shazamm|step|paso", re.I
    )
    titles = {module.GAME.title.en for name in games.names() if (module := games.find(name)) is not None}
    screens = all_screens(hub)
    texts: dict[str, dict[str, set[str]]] = {}
    for language in ("es", "en"):
        page = new_context(locale=language).new_page()
        for name in ("lobby", "match-new", "match-theft", "seat-showing", "correct", "console", "error"):
            page.goto(f"{address}{screens[name]}?lang={language}")
            lines = page.evaluate(
                "tags => [...document.querySelectorAll(tags)].filter(e => e.getClientRects().length).map(e => e.innerText.trim())",
                "h1, h2, h3, p, label, legend, button, summary, dt, a, option, th",
            )
            texts.setdefault(name, {})[language] = set(lines)
    for name, by_language in texts.items():
        shared = {line for line in by_language["es"] & by_language["en"] if line and line not in titles and not same.search(line)}
        assert not shared, name
