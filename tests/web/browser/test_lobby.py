"""The lobby in a real browser: tiles, seats that come and go, and a match that begins as it was chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tapete import games
from tapete.table import Hub
from tapete.web import Server, app, request_checks
from tests.web.browser.conftest import Complaints, NewContext, Watched
from tests.web.browser.looking import in_both_languages, violations
from tests.web.browser.test_touching import PHONE, TRIED

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

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


KEY_S, TAP_S, THOUGHT_S = 0.28, 1.20, 1.35
"""By the keystroke-level model, as `test_new_cards` prices a card that is typed in."""

AT_ONCE_S = 45
"""How soon two phones that nobody has prepared should be at their seats, from the command on."""


class Walk:
    """A person with one screen, whose touches, keys and pages are counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.touches = self.keys = self.pages = 0
        page.on("domcontentloaded", lambda shown: self._came())

    def _came(self) -> None:
        self.pages += 1

    def touch(self, where: str) -> None:
        self.page.locator(where).click()
        self.touches += 1

    def type(self, where: str, letters: str) -> None:
        self.page.locator(where).press_sequentially(letters)
        self.keys += len(letters)

    @property
    def seconds(self) -> float:
        """Before each touch is a thought, and one before what is typed."""
        return self.touches * (TAP_S + THOUGHT_S) + self.keys * KEY_S + (THOUGHT_S if self.keys else 0)


@pytest.mark.nightly
@pytest.mark.parametrize(("way", "touches", "keys", "pages"), [("code", 2, 4, 3), ("qr", 1, 0, 2)])
def test_so_many_touches_and_pages_lead_from_the_command_to_two_phones(
    way: str,
    touches: int,
    keys: int,
    pages: int,
    hub: Hub,
    new_context: NewContext,
    monkeypatch: pytest.MonkeyPatch,
    complaints: Complaints,
) -> None:
    """`tapete play --lan` opens the lobby, which begins by one touch; docs/touches.md says these figures."""
    complaints.expect("status of 403")  # a phone that opens the address of the table is asked for the four letters
    monkeypatch.setattr(request_checks, "outward_address", lambda: "192.168.7.5")
    with Server(app(hub, lan=True), "0.0.0.0") as served:
        here = f"http://127.0.0.1:{served.port}"
        screen = Walk(new_context(locale="en", viewport={"width": 1280, "height": 720}).new_page())
        screen.page.goto(f"{here}/{served._key}")
        screen.pages = 1  # the key leaves the address at once
        screen.touch("#begin")
        code, typed = (screen.page.locator(where).inner_text() for where in ("#table-code", ".typed"))
        walks = []
        for seat in ("A", "B"):
            phone = Walk(new_context(locale="es", viewport=PHONE).new_page())
            phone.page.goto(f"{here}/" if way == "code" else f"{here}/join?code={code}")
            if way == "code":
                phone.type("#code", code.lower())
                phone.touch("#join")
            phone.touch(f"#take-{seat}")
            phone.page.wait_for_url(f"**/seat/{seat}")
            assert (phone.touches, phone.keys, phone.pages) == (touches, keys, pages)
            walks.append(phone)
        screen.page.locator(".here-all", has_text="Everybody is here.").wait_for()
        assert (screen.touches, screen.pages) == (1, 2)
        address = len(typed) + 1 if way == "code" else 0  # and the key that opens it
        both = screen.seconds + THOUGHT_S + address * KEY_S + max(walk.seconds for walk in walks)
        assert both < AT_ONCE_S / 2, both
