"""A screen's own choices in a real browser: the left hand, big digits, what is heard and felt, and two people at one tablet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tapete.table import Hub, Table
from tests.web.browser.conftest import NewContext, Watched, module
from tests.web.browser.looking import in_both_languages, violations
from tests.web.browser.screens import bid
from tests.web.browser.test_touching import FITS, PHONE, TABLE

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

LYING = {"width": 844, "height": 390}
"""A phone on its side."""

FELT = "window.felt = []; Navigator.prototype.vibrate = (pattern) => felt.push(pattern)"
"""What a phone would feel."""


def begins(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("body.has-script").wait_for()


def chooses(page: Page, *names: str) -> None:
    """Open *This screen* under *More*, and touch these."""
    page.locator("#b-more").click()
    page.locator("#sheet a[href$='/screen']").click()
    for name in names:
        page.locator(f"#b-{name}").click()
    assert violations(page) == []
    page.locator("#drawer a.back").click()


@in_both_languages("es")
@pytest.mark.long
def test_the_left_hand_and_big_digits_fit_and_are_remembered(address: str, hub: Hub, new_context: NewContext, language: str) -> None:
    table = hub.begin("bhm", names={"A": "Ana", "B": "Bruno Bonifacio", "C": "Carla", "D": "Diego"})
    page = new_context(locale=language, viewport=PHONE).new_page()
    begins(page, f"{address}/match/{table.id}/seat/A")
    chooses(page, "left", "big")
    begins(page, page.url)
    for size in (PHONE, TABLE, LYING):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        found = page.evaluate(FITS)
        assert max(found["over"]) <= 0, (size, found)
        assert found["outside"] == []
        assert page.locator("#b-undo").evaluate("e => e.getBoundingClientRect().right < innerWidth / 2"), size
        heights = page.locator(".digits strong").evaluate_all("all => all.map(e => parseFloat(getComputedStyle(e).fontSize))")
        assert len(heights) == 4
        assert min(heights) >= 40
        inside = "e => e.getBoundingClientRect().right <= innerWidth && e.scrollWidth <= e.clientWidth + 1"
        assert all(page.locator(".digits p").nth(n).evaluate(inside) for n in range(4)), size
    page.set_viewport_size({"width": 360, "height": 640})
    chooses(page, "left")
    assert page.locator("#b-undo").evaluate("e => e.getBoundingClientRect().left > innerWidth / 2")


def test_a_turn_is_felt_until_somebody_wants_quiet(address: str, table: Table, new_context: NewContext) -> None:
    page = new_context(locale="en", viewport=PHONE).new_page()
    page.add_init_script(FELT)
    bid(table, A=3)
    begins(page, f"{address}/match/{table.id}/seat/A")
    page.locator("#board").click(position={"x": 5, "y": 5})  # browsers let nothing be felt before the first touch
    bid(table, B=5)
    page.wait_for_function("() => felt.length")
    assert page.evaluate("felt") == [60]
    chooses(page, "sound")
    page.evaluate(f"async () => {{ felt.length = 0; (await {module('comfort.js')}).heard('turn'); }}")
    assert page.evaluate("felt") == []


@pytest.mark.long
def test_each_half_of_a_tablet_is_its_players_own(address: str, hub: Hub, new_context: NewContext) -> None:
    table = hub.begin("moriham", names={"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game", "first": "B"})
    watched = Watched()
    page = watched.watch(new_context(locale="en", viewport={"width": 768, "height": 1024}).new_page())
    begins(page, f"{address}/match/{table.id}")
    page.locator("#b-more").click()
    page.locator("#sheet a[href$='/screen']").click()
    page.locator("#b-face").click()
    far, near = page.frame_locator("iframe").nth(0), page.frame_locator("iframe").nth(1)
    far.locator("[data-press=verb][data-value='\"next_phase\"']").click()  # upside down, a touch like any other
    near.locator("#told", has_text="Bruno goes on to phase 1").wait_for()
    assert table.seq == 2
    top, bottom = (page.locator("iframe").nth(n).bounding_box() for n in (0, 1))
    assert top is not None
    assert bottom is not None
    assert top["y"] + top["height"] <= bottom["y"]
    assert bottom["y"] + bottom["height"] <= 1024
    near.locator("#b-more").click()
    near.locator("#sheet a[href$='/screen']").click()
    near.locator(".only-framed").click()
    page.wait_for_url(f"**/match/{table.id}")
    assert watched.complaints == []


FAINT = """() => [...document.querySelectorAll('#board text, #board p, #board strong')].filter((e) => {
  let share = 1;
  for (let at = e; at; at = at.parentElement) share *= at.matches('.barred') ? 1 : getComputedStyle(at).opacity;
  return share < 1;
}).map((e) => e.textContent)"""
"""Words on the board through which its ground is seen; what is barred may be faint."""


def test_words_stay_readable_while_something_is_asked(address: str, hub: Hub, new_context: NewContext) -> None:
    """What is not meant steps back, and its figures are still what people decide by."""
    table = hub.begin("moriham", {}, {"A": "Ana", "B": "Bo"})
    table.submit({"action": "start_game", "first": "A"})
    page = new_context(locale="en", viewport=PHONE).new_page()
    begins(page, f"{address}/match/{table.id}/seat/A")
    page.locator("#board .field").evaluate("field => field.classList.add('asking')")
    assert page.locator("#board .thing:not(.lit, .picked, .held, .barred) rect").first.evaluate("e => getComputedStyle(e).opacity") == "0.6"
    assert page.evaluate(FAINT) == []


def test_no_double_tap_on_the_board_enlarges_the_page(address: str, table: Table, new_context: NewContext) -> None:
    page = new_context(locale="en", viewport=PHONE).new_page()
    begins(page, f"{address}/match/{table.id}/seat/A")
    found = page.evaluate(
        "[...document.querySelectorAll('#board svg, #board .thing, .play button')].map((e) => getComputedStyle(e).touchAction)"
    )
    assert set(found) == {"manipulation"}


BROKEN = """() => [...document.querySelectorAll('#bar button:not(.icon)')].filter((e) => {
  Object.assign(e.style, { overflowWrap: 'normal', hyphens: 'manual' });
  return e.scrollWidth > e.clientWidth + 1;
}).map((e) => e.textContent)"""
"""Labels of the bar with a word that is wider than its button."""


@pytest.mark.parametrize("width", [640, 740, 844])
@in_both_languages("es")
def test_no_label_breaks_on_a_phone_that_lies(address: str, hub: Hub, new_context: NewContext, language: str, width: int) -> None:
    table = hub.begin("moriham", {}, {"A": "Ana", "B": "Bo"})
    table.submit({"action": "start_game", "first": "A"})
    page = new_context(locale=language, viewport={"width": width, "height": 360}).new_page()
    for action in ("", "next_phase", "next_phase"):
        if action:
            table.submit({"action": action, "seat": "A"})
        begins(page, f"{address}/match/{table.id}/seat/A")
        assert page.evaluate(BROKEN) == []
        assert page.evaluate("(e => e.scrollHeight <= e.clientHeight)(document.getElementById('bar'))")


@in_both_languages("es")
def test_cards_of_a_sheet_are_seen_whole(address: str, hub: Hub, new_context: NewContext, language: str) -> None:
    table = hub.begin("datamorphs", {}, {"A": "Ana", "B": "Bo"})
    table.submit({"action": "start_game"})
    page = new_context(locale=language, viewport=PHONE).new_page()
    begins(page, f"{address}/match/{table.id}/seat/A")
    page.locator("#cards").wait_for()
    whole = "e => e.scrollHeight <= e.clientHeight + 1"
    assert page.locator("#sheet").evaluate(whole)
    cards = page.locator("#cards button:visible")
    assert cards.count() >= 4
    assert all(cards.nth(n).evaluate(whole) for n in range(cards.count()))
