"""Drawers over the board in a real browser, and the end of a match on every screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tapete.table import Hub, Table
from tests.web.browser.conftest import NewContext, Watched
from tests.web.browser.looking import in_both_languages, violations
from tests.web.browser.screens import play_on
from tests.web.browser.test_touching import FITS, PHONE, SIZES

pytestmark = pytest.mark.browser


@pytest.fixture
def over(hub: Hub) -> Table:
    table = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})
    play_on(table, 200, seed=5)
    assert table.result is not None
    return table


@in_both_languages("es")
def test_the_end_fits_every_screen_and_shows_the_match(address: str, over: Table, new_context: NewContext, language: str) -> None:
    watched = Watched()
    for number, size in enumerate(SIZES):
        for place in ("", "/seat/B"):
            page = watched.watch(new_context(locale=language, viewport=size, color_scheme="dark" if number % 2 else "light").new_page())
            page.goto(f"{address}/match/{over.id}{place}")
            page.locator("body.has-script").wait_for()
            found = page.evaluate(FITS)
            assert max(found["over"]) <= 0, (size, place, found)
            assert found["outside"] == []
            assert found["small"] == []
            page.locator("#b-end").click()
            page.locator("#drawer .recap:visible").wait_for()
            assert page.evaluate(
                "document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight"
            )
            assert page.evaluate("(e => e.scrollWidth <= e.clientWidth)(document.getElementById('drawer'))"), size
            letters = page.locator("#drawer .recap:visible").evaluate("e => 34 * e.getScreenCTM().a")
            assert letters >= 14, (size, place)
            assert violations(page) == []
    assert watched.complaints == []


def test_a_drawer_is_shut_by_its_button_by_escape_and_by_the_way_back(address: str, over: Table, new_context: NewContext) -> None:
    page = new_context(locale="en", viewport=PHONE).new_page()
    page.goto(f"{address}/match/{over.id}/seat/A")
    before = page.url
    ways: tuple[Callable[[], object], ...] = (
        lambda: page.locator("#drawer a.back").click(),
        lambda: page.keyboard.press("Escape"),
        page.go_back,
    )
    for shut in ways:
        page.locator("#b-end").click()
        page.locator("#drawer .recap:visible").wait_for()
        shut()
        page.locator("#drawer").wait_for(state="hidden")
        assert page.url == before
        assert page.locator("#board svg").first.is_visible()


def test_two_phones_go_on_to_the_next_match(address: str, over: Table, hub: Hub, new_context: NewContext) -> None:
    ana, bruno = (new_context(locale="en", viewport=PHONE).new_page() for _ in range(2))
    ana.goto(f"{address}/match/{over.id}/seat/A")
    bruno.goto(f"{address}/match/{over.id}/seat/B")
    ana.locator("#b-again").dblclick()
    ana.wait_for_url("**/seat/B")
    bruno.locator("#told", has_text="The next match has begun").wait_for()
    bruno.locator("#b-again", has_text="On to the next match").click()
    bruno.wait_for_url(f"**/match/{over.again}/seat/A")
    assert len(hub.matches()) == 2
    made = hub.table(over.again)
    assert made is not None
    assert made.names == {"A": "Bruno", "B": "Ana"}
