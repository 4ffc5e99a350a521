"""A phone with Web NFC: what is held to it answers like a label, after one touch that asks for the permission."""

from __future__ import annotations

import pytest

from tapete.table import Hub
from tapete.web import Server
from tests.web.browser.conftest import NewContext, settled
from tests.web.browser.test_touching import PHONE

pytestmark = pytest.mark.browser

STUB = """
window.NDEFReader = class extends EventTarget { async scan() { window.theReader = this; } };
window.hold = (serialNumber, text) => theReader.dispatchEvent(Object.assign(new Event("reading"), { serialNumber, message: { records: text
  ? [{ recordType: "text", encoding: "utf-8", data: new DataView(new TextEncoder().encode(text).buffer) }] : [] } }));
"""
"""No browser on a desk has a reader: the same names, and a hand that holds a sticker to it."""


def test_a_sticker_answers_as_a_label_does_and_an_unknown_one_is_asked_for(
    new_context: NewContext, address: str, hub: Hub, server: Server
) -> None:
    table = hub.begin("moriham", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game", "first": "A"})
    table.submit({"action": "next_phase", "seat": "A"})
    page = new_context(locale="en", viewport=PHONE, has_touch=True).new_page()
    page.add_init_script(STUB)
    page.goto(f"{address}/match/{table.id}/seat/A")
    page.locator("body.has-script").wait_for()
    settled(page)
    page.locator("[data-press=verb][data-value='\"normal_summon\"']").tap()
    page.locator("#b-camera").wait_for()
    settled(page)
    page.locator("#b-camera").tap()
    page.wait_for_function("() => window.theReader")
    page.evaluate("hold('04:a1:b2:c3:d4:e5:80', 'MOR.REED.SCOUT')")
    page.locator("#camera").wait_for(state="hidden")
    pages = server.app.state.page_cache.looked_at(table)
    page.wait_for_function("() => !document.querySelector('#sheet h2')")
    assert pages.selections.of("A").draft["card"] == "reed_scout"
    assert table.seq == 2, "nothing is entered by it"
    page.evaluate("hold('04:ff:ee:dd:cc:bb:80', '')")
    page.locator("#b-sticker").wait_for()
