"""Pictures that come while a person presses or enters something: no press is lost, and no answer.

Where the page counts how long a finger is down, its clock stands still except what the test lets pass: however busy the computer is.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tapete.table import Hub, Journal
from tapete.web import Server, app
from tests.web.browser.conftest import wait_for_text

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

pytestmark = pytest.mark.browser

PATIENCE_MS = 30_000
HOUR_MS = 3_600_000

NOTES_PICTURES = """
const Stream = EventSource;
window.EventSource = class extends Stream {
    constructor(...all) {
        super(...all);
        this.addEventListener("picture", event => { window.pictureCame = Number(event.lastEventId); });
    }
};
"""
"""The page's own stream tells which picture has come to it, whether it is shown yet or not."""


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    made = Hub(Journal(tmp_path / "matches.sqlite3"))
    yield made
    made.close()


def opened(page: Page, address: str) -> None:
    """A page whose stream can be looked into."""
    page.add_init_script(NOTES_PICTURES)
    page.goto(address)
    page.locator("body.has-script").wait_for()


def picture_comes(page: Page, seq: int) -> None:
    """Wait until a picture at least as new has come to the page."""
    page.wait_for_function("seq => window.pictureCame >= seq", arg=seq, timeout=PATIENCE_MS)


@pytest.fixture
def pressed(hub: Hub, page: Page) -> Iterator[tuple[Page, Locator]]:
    """Ana's finger is down on her button, the page's clock stands still, and Bruno's bid, made meanwhile, has come as a picture."""
    table = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})
    with Server(app(hub)) as server:
        page.clock.install(time=0)
        opened(page, f"{server.address}match/{table.id}/list")
        page.locator("#answer").fill("7")
        button = page.locator("#form-answer button[type=submit]")
        button.hover()
        page.clock.pause_at(HOUR_MS)
        page.mouse.down()
        table.submit({"action": "lock_bid", "seat": "B", "amount": 3})
        picture_comes(page, table.seq)
        assert bruno_is_asked(page), "the picture waits"
        yield page, button


def bruno_is_asked(page: Page) -> bool:
    """Whether the page still shows what was there before the picture."""
    return page.locator(".seat-card-B .status.turn").count() == 1


def both_bids_count(page: Page) -> None:
    """Time goes on, and the log tells of both."""
    page.clock.resume()
    wait_for_text(page, "#log", "Bids: Ana 7, Bruno 3.")


def test_a_press_counts_though_a_picture_comes_before_the_release(pressed: tuple[Page, Locator]) -> None:
    page, _ = pressed
    page.mouse.up()
    both_bids_count(page)


def test_a_click_counts_that_comes_late_after_the_release(pressed: tuple[Page, Locator]) -> None:
    """As on a device that is slow: between release and click a quarter of a second goes by."""
    page, button = pressed
    button.dispatch_event("pointerup")
    page.clock.run_for(250)
    assert bruno_is_asked(page)
    button.dispatch_event("click")
    both_bids_count(page)


def test_a_picture_waits_no_longer_than_two_seconds_for_a_release(pressed: tuple[Page, Locator]) -> None:
    """A release outside the window is never told."""
    page, _ = pressed
    page.clock.run_for(1_900)
    assert bruno_is_asked(page)
    page.clock.run_for(200)
    assert not bruno_is_asked(page)


def test_the_first_picture_takes_nothing_away_that_it_would_only_bring_again(hub: Hub, page: Page) -> None:
    table = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})
    with Server(app(hub)) as server:
        held = _held(page, "**/events")
        opened(page, f"{server.address}match/{table.id}/list")
        page.evaluate("for (const part of document.querySelectorAll('section[id] > *')) part.asItCame = true")
        held.pop().continue_()
        picture_comes(page, table.seq)
        fresh = "[...document.querySelectorAll('section[id] > *')].filter(part => !part.asItCame).map(part => part.parentElement.id)"
        assert page.evaluate(fresh) == []
        table.submit({"action": "lock_bid", "seat": "B", "amount": 3})
        page.locator(".seat-card-B .status.turn").wait_for(state="detached", timeout=PATIENCE_MS)


def test_what_is_wrong_with_a_value_stays_said_while_somebody_else_goes_on(hub: Hub, page: Page) -> None:
    table = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})
    with Server(app(hub)) as server:
        opened(page, f"{server.address}match/{table.id}/seat/A/list")
        page.locator("#answer").fill("60")
        page.locator("#answer").press("Enter")
        why = page.locator("#actions .refusals")
        why.wait_for(timeout=PATIENCE_MS)
        page.locator("#answer").fill("7")
        page.evaluate("window.pictureCame = 0")
        table.submit({"action": "lock_bid", "seat": "B", "amount": 3})
        page.wait_for_function("() => document.querySelector('main').dataset.seq === '1'", timeout=PATIENCE_MS)
        assert why.is_visible()
        assert page.locator("#answer").input_value() == "7", "what is being typed stays"
        page.locator("#answer").press("Enter")
        wait_for_text(page, "#log", "Bids: Ana 7, Bruno 3.")


def test_what_was_wrong_is_no_longer_said_when_something_else_is_asked(hub: Hub, page: Page) -> None:
    table = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})
    with Server(app(hub)) as server:
        opened(page, f"{server.address}match/{table.id}/seat/A/list")
        page.locator("#answer").fill("60")
        page.locator("#answer").press("Enter")
        why = page.locator("#actions .refusals")
        why.wait_for(timeout=PATIENCE_MS)
        for seat in ("A", "B"):
            table.submit({"action": "lock_bid", "seat": seat, "amount": 7})
        why.wait_for(state="detached", timeout=PATIENCE_MS)


def _held(page: Page, address: str) -> list[Route]:
    """Hold the first request to an address; it goes on when the test lets it."""
    held: list[Route] = []
    page.route(address, lambda route: held.append(route), times=1)
    return held
