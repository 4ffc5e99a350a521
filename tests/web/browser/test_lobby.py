"""The lobby in a real browser: tiles, seats that come and go, and a match that begins as it was chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tapete import games
from tapete.table import Hub
from tapete.web import Server, app, request_checks
from tests.web.browser.conftest import NewContext, Watched
from tests.web.browser.looking import in_both_languages, violations
from tests.web.browser.test_touching import PHONE, TRIED

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

pytestmark = pytest.mark.browser


@in_both_languages("es")
@pytest.mark.long
def test_the_lobby_fits_every_screen(address: str, hub: Hub, new_context: NewContext, language: str) -> None:
    watched = Watched()
    hub.begin("bhm", {}, {"A": "Ana", "B": "🧙" * 24})
    for number, size in enumerate(TRIED):
        page = watched.watch(new_context(locale=language, viewport=size, color_scheme="dark" if number % 2 else "light").new_page())
        page.goto(address)
        page.locator("#game-bhm").check()
        page.locator("#plays-bhm-B").select_option("medium")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
        assert violations(page) == [], size
        assert page.evaluate("[...document.images].every(i => !i.loading || !i.complete || i.naturalWidth > 0)"), size
    assert watched.complaints == []


def test_only_seats_that_play_are_shown_and_sent(address: str, hub: Hub, new_context: NewContext) -> None:
    page = new_context(locale="en", viewport=PHONE).new_page()
    page.goto(address)
    page.locator("#game-bhm").check()
    assert page.locator("#name-bhm-B").is_visible()
    assert page.locator("#name-bhm-C").is_hidden()
    assert page.locator("#name-shazamm-A").is_hidden()
    page.locator("#seats-bhm-4").check()
    page.locator("#name-bhm-D").fill("Diego")
    page.locator("#seats-bhm-3").check()
    assert page.locator("#name-bhm-D").is_hidden()
    page.locator("#preset-bhm").select_option("quick")
    page.locator("#begin").click()
    page.wait_for_url("**/match/**")
    (listed,) = hub.matches()
    assert listed.seats == ("A", "B", "C")
    table = hub.table(listed.id)
    assert table is not None
    assert table.rules.options.starting_counter == 10


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("size", [PHONE, {"width": 1280, "height": 720}], ids=["phone", "laptop"])
def test_the_button_that_begins_is_seen_without_scrolling(address: str, new_context: NewContext, size: ViewportSize, language: str) -> None:
    page = new_context(locale=language, viewport=size).new_page()
    page.goto(address)
    for game in games.names():
        page.locator(f"#game-{game}").check()
        box = page.locator("#begin").bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size["height"], game
        at = page.evaluate("([x, y]) => document.elementFromPoint(x, y).id", [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])
        assert at == "begin", game
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), game


@pytest.mark.long
def test_two_phones_join_by_the_code_that_the_table_shows(hub: Hub, new_context: NewContext, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody scans anything: the table begins, both phones type four letters and touch their name."""
    monkeypatch.setattr(request_checks, "outward_address", lambda: "192.168.7.5")
    with Server(app(hub, lan=True), "0.0.0.0") as served:
        here = f"http://127.0.0.1:{served.port}"
        screen = new_context(locale="en", viewport={"width": 1280, "height": 720}).new_page()
        screen.goto(f"{here}/{served._key}")
        screen.locator("#name-shazamm-A").fill("Ana")
        screen.locator("#name-shazamm-B").fill("Bo")
        screen.locator("#begin").click()
        code = screen.locator("#table-code").inner_text()
        assert screen.locator("#to-table").evaluate("e => e.getBoundingClientRect().bottom") <= 720
        for seat, language in (("A", "es"), ("B", "en")):
            phone = new_context(locale=language, viewport=PHONE).new_page()
            phone.goto(f"{here}/join")
            phone.locator("#code").fill(code.lower())
            phone.locator("#join").click()
            phone.locator(f"#take-{seat}").click()
            phone.wait_for_url(f"**/seat/{seat}")
            screen.locator(".guest.in").nth("AB".index(seat)).wait_for()
        screen.locator(".here-all", has_text="Everybody is here.").wait_for()
