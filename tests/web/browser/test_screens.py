"""Every screen in a real browser: readable at every size, in both languages and themes, for everybody."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tapete import games
from tapete.table import Hub
from tests.web.browser.conftest import Complaints, NewContext
from tests.web.browser.looking import TOO_WIDE, at_every_size, in_both_languages, looks, resize, violations
from tests.web.browser.screens import SIZES, all_screens

pytestmark = pytest.mark.browser

SMALLEST = """() => Math.min(...[...document.querySelectorAll('main *, header *')]
    .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) && e.getClientRects().length)
    .map(e => parseFloat(getComputedStyle(e).fontSize) * (e.ownerSVGElement ? e.ownerSVGElement.getScreenCTM().a : 1)))"""
"""The size of the smallest text."""

SMALL = """() => [...document.querySelectorAll('button, input:not([type=hidden]), select, summary')]
    .filter(e => e.getClientRects().length && !e.disabled)
    .map(e => (e.closest('.choice, .tile-choice') || e).getBoundingClientRect())
    .filter(r => r.height < 36 || r.width < 36).length"""
"""How many controls are too small to press."""


@pytest.fixture(autouse=True)
def the_page_of_an_error_is_looked_at(complaints: Complaints) -> None:
    complaints.expect(r"status of 404 .*/nowhere\?")


@pytest.mark.halves
def test_every_page_is_free_of_axe_violations_in_both_themes(address: str, hub: Hub, new_context: NewContext) -> None:
    found = []
    page = new_context(locale="es").new_page()
    for number, (name, path) in enumerate(all_screens(hub).items()):
        for theme, size in looks(number):
            resize(page, size)
            page.goto(f"{address}{path}?theme={theme}")
            found += [(name, theme, size, wrong) for wrong in violations(page)]
    assert found == []


@pytest.mark.halves
@in_both_languages("es")
@pytest.mark.long
def test_every_screen_fits_and_can_be_read(language: str, address: str, hub: Hub, new_context: NewContext) -> None:
    """With TAPETE_PICTURES screens are drawn too, into the folder of that name, for people to look at."""
    theme = "lamplight" if language == "es" else "paper"
    page = new_context(locale=language).new_page()
    pictures = os.environ.get("TAPETE_PICTURES")
    for name, path in all_screens(hub).items():
        for size in at_every_size(page, f"{address}{path}?theme={theme}&lang={language}"):
            if pictures:
                page.screenshot(path=Path(pictures, f"{name}-{size}-{language}.png"), full_page=size != "television")
            assert page.evaluate(TOO_WIDE) <= 0, (name, size)
            smallest = page.evaluate(SMALLEST)
            # A board from afar is read at 1/45, other pages at 1/40.
            least = SIZES[size][1] / (45 if path.endswith("/list") else 40) if size == "television" else 9
            assert smallest >= least - 0.1, (name, size, smallest)
            assert not page.evaluate(SMALL), (name, size)


@pytest.mark.long
def test_the_two_languages_leave_nothing_untranslated(address: str, hub: Hub, new_context: NewContext) -> None:
    """What reads the same in both languages is a name, a number (with its unit) or a sign."""
    same = re.compile(
        r"^[\W\d]*$|^(Tapete|Español|English|Shazamm|Ana|Bruno|LOCK|ROLL|No|Panel.*|SHZ-.*|http.*|\d+ (s|min))$|^· Shazamm|step|paso", re.I
    )
    titles = {game.title.in_("en") for name in games.names() if (game := games.find(name)) is not None}
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
