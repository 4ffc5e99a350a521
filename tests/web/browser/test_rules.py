"""The rules in a real browser: what prints on one side, and the way from a seat to a clause and back."""

from __future__ import annotations

import re

import pytest

from tapete import games
from tapete.table import Table
from tests.run_forms import by_form
from tests.web.browser.conftest import NewContext, Watched
from tests.web.browser.looking import TOO_WIDE, in_both_languages, violations

pytestmark = pytest.mark.browser

SIDES = [(game, language) for game in games.BUILT_IN for language in ("es", "en")][:: by_form(quick=9, usual=3, long=1, nightly=1)]
"""Reference sheets; Spanish ones are longer."""


def test_the_reference_sheet_prints_on_one_side(address: str, new_context: NewContext) -> None:
    page = new_context(locale="es").new_page()
    for game, language in SIDES:
        page.goto(f"{address}/rules/{game}/sheet?lang={language}")
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) == 1, (game, language)


@pytest.mark.halves
@pytest.mark.long
def test_pages_that_teach_fit_a_phone_and_can_be_read(address: str, new_context: NewContext) -> None:
    page = new_context(locale="es", viewport={"width": 360, "height": 640}).new_page()
    for game in games.BUILT_IN[:: by_form(quick=2, usual=2, long=1, nightly=1)]:
        page.goto(f"{address}/rules/{game}")
        assert page.evaluate(TOO_WIDE) <= 0, game
        assert page.locator(".taught svg").first.bounding_box()["width"] > 290, game  # type: ignore[index]
        assert violations(page) == [], game


def test_from_a_seat_to_a_clause_and_back(address: str, table: Table, new_context: NewContext) -> None:
    watched = Watched()
    page = watched.watch(new_context(locale="en", viewport={"width": 360, "height": 640}).new_page())
    page.goto(f"{address}/match/{table.id}/seat/B")
    page.locator("#b-more").click()
    page.locator("#sheet a", has_text="Rules").click()
    page.locator("#drawer .taught svg").first.wait_for()
    assert violations(page) == []
    page.locator("#drawer a", has_text="All clauses").click()
    page.locator("#drawer #q").fill("puente")
    page.locator("#drawer #q").press("Enter")
    # All of them stand there until the answer comes, and for a moment none.
    page.wait_for_function("() => (n => n > 0 && n < 20)(document.querySelectorAll('#drawer .clauses dt').length)")
    assert page.locator("#drawer .clauses #SHZ-003").count() == 1
    page.locator("#drawer a.back").click()
    page.locator("#drawer").wait_for(state="hidden")
    assert page.url == f"{address}/match/{table.id}/seat/B"
    assert watched.complaints == []


OUTSIDE = """() => [...document.querySelectorAll('.mat g')].flatMap((zone) => {
  const frame = zone.querySelector(':scope > rect'), words = [...zone.querySelectorAll(':scope > text.zone, :scope > text.small')];
  if (!frame || !words.length) return [];
  const within = frame.getBoundingClientRect();
  return words.filter((e) => (({ left, right }) => left < within.left || right > within.right)(e.getBoundingClientRect()))
    .map((e) => e.textContent);
})"""
"""Words on a mat that leave their zone."""


@in_both_languages("es")
def test_the_words_on_a_mat_stay_in_their_zones(language: str, address: str, new_context: NewContext) -> None:
    page = new_context(locale=language, viewport={"width": 1200, "height": 900}).new_page()
    page.emulate_media(media="print")
    for game in ("shazamm", "moriham", "datamorphs", "bhm", "mamlejet"):
        page.goto(f"{address}/mat/{game}")
        assert page.locator(".mat").count()
        assert page.evaluate(OUTSIDE) == [], game
