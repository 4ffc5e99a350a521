"""A picture that comes while a finger is down waits: a button that is taken away between press and release is never clicked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tapete.table import Hub, Journal
from tapete.web import Server, app
from tests.web.browser.conftest import wait_for_text

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

COME = """seq => new Promise(come => {
    const events = new EventSource(document.getElementById("main").dataset.events);
    events.addEventListener("picture", event => Number(event.lastEventId) >= seq && setTimeout(() => { events.close(); come(true); }, 300));
})"""
"""Resolves a moment after a stream of the same page has brought a picture at least as new."""


def test_a_press_counts_though_a_picture_comes_before_the_release(tmp_path: Path, page: Page) -> None:
    hub = Hub(Journal(tmp_path / "matches.sqlite3"))
    table = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})
    with Server(app(hub)) as server:
        page.goto(f"{server.address}match/{table.id}")
        page.locator("body.has-script").wait_for()
        form = page.locator("#form-A-lock_bid")
        form.locator("input[data-secret]").fill("7")
        form.locator("button[type=submit]").last.hover()
        page.mouse.down()
        table.submit({"action": "lock_bid", "seat": "B", "amount": 3})
        assert page.evaluate(COME, table.seq)
        assert page.locator("#form-B-lock_bid").count() == 1, "the picture waits"
        page.mouse.up()
        wait_for_text(page, "#log", "Bids: Ana 7, Bruno 3.")
        page.locator("#form-B-lock_bid").wait_for(state="detached", timeout=30_000)
    hub.close()
