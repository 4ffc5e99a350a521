"""A phone checks seals by itself, against what it has kept."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from tapete.table import Hub
from tests.web.browser.conftest import NewContext, module, settled
from tests.web.browser.screens import bid
from tests.web.browser.test_touching import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

TEXTS = ("", "abc", "00112233445566778899aabbccddeeff:A:7", "x" * 55, "x" * 56, "x" * 64, "ñ" * 40)


def open_page(new_context: NewContext, address: str, match: str) -> Page:
    page = new_context(locale="en", viewport=PHONE, has_touch=True).new_page()
    page.goto(f"{address}/match/{match}/seat/A")
    page.locator("body.has-script").wait_for()
    return page


def test_a_seal_is_kept_and_checked_on_the_phone(new_context: NewContext, address: str, hub: Hub) -> None:
    table = hub.begin("shazamm")
    page = open_page(new_context, address, table.id)
    made = page.evaluate(f"async (texts) => texts.map((await {module('./sha256.js')}).sha256)", list(TEXTS))
    assert made == [hashlib.sha256(text.encode()).hexdigest() for text in TEXTS]
    bid(table, A=9)
    page.locator("#told .seal", has_text="Seal ").wait_for()
    settled(page)
    key = f"seals /match/{table.id}/seat/A"
    kept = page.evaluate("key => JSON.parse(localStorage.getItem(key))", key)
    assert kept == {"A": table.state.agenda[-1].seals["A"]}
    bid(table, B=6)
    page.locator("#news .seal", has_text="✓").wait_for(state="attached")
    page.evaluate("([key, kept]) => localStorage.setItem(key, JSON.stringify(kept))", [key, {"A": "0" * 64}])
    page.reload()
    page.locator("#news .seal.broken", has_text="✗").wait_for()
