"""A phone with Web NFC: what is held to it answers like a label, after one touch that asks for the permission."""

from __future__ import annotations

import pytest

from tapete.cards.label_codes import code
from tapete.table import Hub
from tapete.web import Server
from tests.web.browser.conftest import NewContext, settled
from tests.web.browser.test_touching import PHONE
from tests.web.test_stickers import lay

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


WRITER = """
window.sent = [];
window.NDEFReader = class extends EventTarget {
  write(message, { signal }) {
    return new Promise((done, failed) => {
      signal.addEventListener("abort", () => failed(new DOMException("", "AbortError")));
      window.held = (good) => { sent.push(message.records[0].data); good ? done() : failed(new DOMException("", "NetworkError")); };
    });
  }
};
"""


def test_a_phone_writes_the_stickers_of_the_labels_page_one_touch_a_card(new_context: NewContext, address: str, hub: Hub) -> None:
    table = hub.begin("moriham")
    page = new_context(locale="es", viewport=PHONE, has_touch=True).new_page()
    page.add_init_script(WRITER)
    page.goto(f"{address}/match/{table.id}/labels")
    told, buttons = page.locator("#stickers"), page.locator(".write")
    first, second = buttons.nth(0).get_attribute("data-card"), buttons.nth(1).get_attribute("data-card")
    buttons.nth(0).tap()
    buttons.nth(1).tap()  # another mind: the first gets none
    page.evaluate("held(false)")
    told.get_by_text(f"{second} no se ha escrito").wait_for()
    buttons.nth(1).tap()
    page.evaluate("held(true)")
    told.get_by_text(f"Escrita: {second}").wait_for()
    code = buttons.nth(1).get_attribute("data-code")
    assert page.evaluate("sent") == [code, code]
    assert [buttons.nth(at).get_attribute("aria-pressed") for at in (0, 1)] == ["false", "true"]
    assert first != second
    page.emulate_media(media="print")
    assert not buttons.first.is_visible()
    assert not told.is_visible()


def test_a_browser_without_web_nfc_says_that_it_writes_no_stickers(new_context: NewContext, address: str, hub: Hub) -> None:
    table = hub.begin("moriham")
    page = new_context(locale="en", viewport=PHONE).new_page()
    page.goto(f"{address}/match/{table.id}/labels")
    page.locator("#stickers").get_by_text("Stickers are written by Chrome on Android").wait_for()
    assert not page.locator(".write").first.is_visible()


def test_each_card_laid_on_the_reader_is_one_copy_more_in_the_list_at_once(new_context: NewContext, address: str, hub: Hub) -> None:
    rules = {"deck_tactics": 3, "deck_enemies": 1, "opening_hand": 2, "mulligan_floor": 0}
    table = hub.begin("mamlejet", rules, {"A": "Ana", "B": "Bruno"})
    page = new_context(locale="en", viewport=PHONE, has_touch=True).new_page()
    page.goto(f"{address}/match/{table.id}/seat/A/deck")
    status = page.locator("#deck > .box > [role=status]")
    status.get_by_text("0 / 3").wait_for()
    page.locator("#deck-code").fill("mi")
    for uid, count in (("04a1b2c3d4e580", 1), ("04ffeeddccbb80", 2), ("04ffeeddccbb80", 2)):
        lay(hub, table, uid, code("mamlejet", "racion"))
        status.get_by_text(f"{count} / 3").wait_for()
    page.locator("#deck table").get_by_text("Food Ration").wait_for()
    assert table.state.players[0].listed == {"racion": 2}, "the same sticker counts once"
    assert page.locator("#deck-code").input_value() == "mi", "what is typed meanwhile stays"
