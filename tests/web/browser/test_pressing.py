"""Pictures that come while somebody presses or enters something: no press is lost, and no answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tapete.table import Hub, Journal
from tapete.web import Server, app
from tests.web.browser.conftest import wait_for_text

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.browser

COME = """seq => new Promise(come => {
    const events = new EventSource(document.getElementById("main").dataset.events);
    events.addEventListener("picture", event => Number(event.lastEventId) >= seq && setTimeout(() => { events.close(); come(true); }, 300));
})"""
"""Resolves a moment after a stream of the same page has brought a picture at least as new."""

LET_GO_AND_CLICKED = """button => new Promise(done => {
    button.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
    setTimeout(() => { const there = button.isConnected; button.click(); done(there); }, 250);
})"""
"""As on a device that is slow: resolves whether the button was still there for the click."""


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    made = Hub(Journal(tmp_path / "matches.sqlite3"))
    yield made
    made.close()


def test_a_press_counts_though_a_picture_comes_before_the_release(hub: Hub, page: Page) -> None:
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


def test_a_click_counts_that_comes_late_after_the_release(hub: Hub, page: Page) -> None:
    table = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})
    with Server(app(hub)) as server:
        page.goto(f"{server.address}match/{table.id}")
        page.locator("body.has-script").wait_for()
        form = page.locator("#form-A-lock_bid")
        form.locator("input[data-secret]").fill("7")
        button = form.locator("button[type=submit]").last
        button.dispatch_event("pointerdown")
        table.submit({"action": "lock_bid", "seat": "B", "amount": 3})
        assert page.evaluate(COME, table.seq)
        assert button.evaluate(LET_GO_AND_CLICKED)
        wait_for_text(page, "#log", "Bids: Ana 7, Bruno 3.")


def test_a_refusal_is_seen_though_a_picture_comes_before_it(hub: Hub, page: Page) -> None:
    table = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})
    with Server(app(hub)) as server:
        page.goto(f"{server.address}match/{table.id}")
        page.locator("body.has-script").wait_for()
        form = page.locator("#form-A-lock_bid")
        form.locator("input[data-secret]").fill("60")
        held = _held(page, "**/do")
        with page.expect_request("**/do"):
            form.locator("input[data-secret]").press("Enter")
        table.submit({"action": "lock_bid", "seat": "B", "amount": 3})
        page.locator("#form-B-lock_bid").wait_for(state="detached", timeout=30_000)
        held.pop().continue_()
        wait_for_text(page, "#form-A-lock_bid-amount-why", "SHZ-035")


def test_a_refusal_is_seen_though_its_form_has_gone(hub: Hub, page: Page) -> None:
    table = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})
    with Server(app(hub)) as server:
        page.goto(f"{server.address}match/{table.id}")
        page.locator("body.has-script").wait_for()
        form = page.locator("#form-A-lock_bid")
        form.locator("input[data-secret]").fill("7")
        held = _held(page, "**/do")
        with page.expect_request("**/do"):
            form.locator("input[data-secret]").press("Enter")
        table.submit({"action": "concede", "seat": "B"})
        form.wait_for(state="detached", timeout=30_000)
        held.pop().continue_()
        page.locator("#main > .refusals").wait_for(timeout=30_000)


def test_the_first_picture_takes_nothing_away_that_it_would_only_bring_again(hub: Hub, page: Page) -> None:
    table = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})
    with Server(app(hub)) as server:
        held = _held(page, "**/events")
        page.goto(f"{server.address}match/{table.id}")
        page.locator("body.has-script").wait_for()
        page.evaluate("for (const part of document.querySelectorAll('section[id] > *')) part.asItCame = true")
        held.pop().continue_()
        assert page.evaluate(COME, table.seq)
        fresh = "[...document.querySelectorAll('section[id] > *')].filter(part => !part.asItCame).map(part => part.parentElement.id)"
        assert page.evaluate(fresh) == []
        table.submit({"action": "lock_bid", "seat": "B", "amount": 3})
        page.locator("#form-B-lock_bid").wait_for(state="detached", timeout=30_000)


def test_the_first_picture_leaves_a_refusal_where_it_is(hub: Hub, page: Page) -> None:
    table = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})
    with Server(app(hub)) as server:
        held = _held(page, "**/events")
        page.goto(f"{server.address}match/{table.id}")
        page.locator("body.has-script").wait_for()
        field = page.locator("#form-A-lock_bid input[data-secret]")
        field.fill("60")
        field.press("Enter")
        why = page.locator("#form-A-lock_bid-amount-why")
        why.wait_for(timeout=30_000)
        held.pop().continue_()
        assert page.evaluate(COME, table.seq)
        assert why.is_visible()


def _held(page: Page, address: str) -> list[Route]:
    """Hold the first request to an address; it goes on when the test lets it."""
    held: list[Route] = []
    page.route(address, lambda route: held.append(route), times=1)
    return held
