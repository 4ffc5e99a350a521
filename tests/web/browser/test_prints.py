"""Printed things with letters of two measures and with the longest names and texts: nothing is cut, and no text leaves its drawing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tapete import cards, games
from tapete.presentation import legend_card, mats
from tapete.table.colours import COLOURS
from tapete.web.sheets import deck_sheet, label_sheet, mat_sheet
from tests.web.browser.conftest import NewContext
from tests.web.browser.test_labels import CUT, HIGHEST, LONGEST
from tests.web.browser.test_rules import OUTSIDE

pytestmark = pytest.mark.browser

FONTS = ("DejaVu Sans", "DejaVu Sans Condensed")
"""The widest letter that the style sheets fall back to, and a narrow one."""

IN_FONT = """font => {
  const style = new CSSStyleSheet();
  style.replaceSync(`* { font-family: "${font}" !important; }`);
  document.adoptedStyleSheets = [style];
}"""

OUT_OF_ITS_DRAWING = """() => [...document.querySelectorAll("svg:not(.qr)")].flatMap(svg => {
  const frame = svg.getBoundingClientRect();
  return [...svg.querySelectorAll("text")].filter(text => {
    const box = text.getBoundingClientRect();
    const beside = box.left < frame.left - 1 || box.right > frame.right + 1;
    return box.width && (beside || box.top < frame.top - 1 || box.bottom > frame.bottom + 1);
  }).map(text => text.textContent);
})"""


def printed(new_context: NewContext) -> Page:
    page = new_context(viewport={"width": 794, "height": 1123}).new_page()
    page.emulate_media(media="print")
    return page


@pytest.mark.parametrize("font", FONTS)
def test_labels_and_decks_in_letters_of_any_measure(font: str, new_context: NewContext) -> None:
    page = printed(new_context)
    fixed = games.need("shazamm")
    for language in ("en", "es"):
        sheets = [label_sheet(cards.starter(game), language) for game in ("bhm", "datamorphs", "mamlejet", "moriham")]
        for sheet in (*sheets, deck_sheet(fixed, language, COLOURS[:2])):
            page.set_content(sheet)
            page.evaluate(IN_FONT, font)
            assert page.evaluate(CUT) == [], font
            page.evaluate(LONGEST)
            assert page.evaluate(CUT) == [], font
            assert page.evaluate("document.documentElement.scrollWidth") <= 794
    assert page.evaluate(HIGHEST) < 88 / 25.4 * 96, "higher than a card"


@pytest.mark.parametrize("font", FONTS)
def test_mats_and_the_card_of_lamps_in_letters_of_any_measure(font: str, new_context: NewContext) -> None:
    page = printed(new_context)
    for language in ("en", "es"):
        for sheet in (
            *(mat_sheet(game, language) for game in mats.names()),
            *(legend_card.sheet([language], game) for game in games.names()),
        ):
            page.set_content(sheet)
            page.evaluate(IN_FONT, font)
            assert page.locator("svg text").count() > 5
            assert page.evaluate(OUT_OF_ITS_DRAWING) == [], (font, language)
            assert page.evaluate(OUTSIDE) == [], (font, language)


def test_what_is_cut_would_be_found(new_context: NewContext) -> None:
    page = printed(new_context)
    label = '<li class="label" style="height: 9px; overflow: hidden"><h2>Name</h2></li>'
    page.set_content(label + '<svg viewBox="0 0 9 9"><text x="8" y="5">far</text></svg>')
    assert page.evaluate(CUT) == ["Name"]
    assert page.evaluate(OUT_OF_ITS_DRAWING) == ["far"]
