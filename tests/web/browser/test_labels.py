"""Labels as a scanner sees them: printed by the browser, photographed, and read by a real decoder."""

from __future__ import annotations

import io

import pytest
import zxingcpp
from PIL import Image

from tapete import cards
from tapete.cards.label_codes import card_of, code
from tapete.table import Hub
from tapete.web.sheets import label_sheet
from tests.web.browser.conftest import NewContext

pytestmark = pytest.mark.browser

CUT = """() => [...document.querySelectorAll(".label")].filter(
  label => label.scrollHeight > label.clientHeight + 1 || label.scrollWidth > label.clientWidth + 1
).map(label => label.innerText)"""
HIGHEST = """() => Math.max(...[...document.querySelectorAll(".label")].map(label => label.getBoundingClientRect().height))"""

LONGEST = """() => document.querySelectorAll(".label").forEach(label => {
  label.querySelector("h2").textContent = "Maximilian".repeat(4);
  label.querySelectorAll(".said").forEach(said => { said.textContent = "Whatever a card may say at most. ".repeat(7).slice(0, 200); });
})"""
"""Names of 40 letters in one word, texts of 200."""


@pytest.mark.parametrize("game", ["bhm", "datamorphs", "mamlejet", "moriham"])
def test_no_label_cuts_its_text_on_paper(game: str, new_context: NewContext) -> None:
    page = new_context(viewport={"width": 794, "height": 1123}).new_page()
    page.emulate_media(media="print")
    for language in ("en", "es"):
        page.set_content(label_sheet(cards.starter(game), language))
        assert page.evaluate(CUT) == []
        assert page.evaluate(HIGHEST) < 88 / 25.4 * 96, "higher than a card"
        page.evaluate(LONGEST)
        assert page.evaluate(CUT) == []


@pytest.mark.parametrize("game", ["moriham", "datamorphs"])
def test_every_label_is_read_back_as_its_card(game: str, address: str, hub: Hub, new_context: NewContext) -> None:
    table = hub.begin(game)
    page = new_context(locale="en", viewport={"width": 900, "height": 1100}).new_page()
    page.goto(f"{address}/match/{table.id}/labels")
    sheet = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("L")
    read = {found.text for found in zxingcpp.read_barcodes(sheet)}
    wanted = {code(game, card): card for card in cards.starter(game).cards}
    assert read == set(wanted)
    assert {card_of(one, game) for one in read} == set(wanted.values())
