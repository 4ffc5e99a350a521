"""Labels as a scanner sees them: printed by the browser, photographed, and read by a real decoder."""

from __future__ import annotations

import io

import pytest
import zxingcpp
from PIL import Image

from tapete import cards
from tapete.cards.labels import card_of, code
from tapete.table import Hub
from tests.web.browser.conftest import NewContext

pytestmark = pytest.mark.browser


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
