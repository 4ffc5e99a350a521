"""Drawers over the board in a real browser, and the end of a match on every screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tapete.table import Hub, Table
from tapete.web import Server
from tests.web.browser.conftest import NewContext, Watched
from tests.web.browser.looking import in_both_languages, thorough, violations
from tests.web.browser.screens import play_on
from tests.web.browser.test_touching import FITS, PHONE, TRIED

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.browser


@pytest.fixture
def over(hub: Hub) -> Table:
    table = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})
    play_on(table, 200, seed=5)
    assert table.result is not None
    return table


@pytest.mark.halves
@in_both_languages("es")
@pytest.mark.long
def test_the_end_fits_every_screen_and_shows_the_match(address: str, over: Table, new_context: NewContext, language: str) -> None:
    watched = Watched()
    for number, size in enumerate(TRIED):
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
    sheets = page.evaluate("[...document.styleSheets].map((sheet) => sheet.href.split('/').at(-1))")
    assert sheets == ["tapete.css", "pages.css", "board.css", "drawer.css"], "once each, and in the order of a page's"


def test_the_drawer_that_was_touched_last_opens(address: str, over: Table, new_context: NewContext) -> None:
    """The script of drawers is still on its way when another one is touched."""
    page, held = new_context(locale="en", viewport=PHONE).new_page(), list["Route"]()
    page.route("**/drawer.js", lambda asked: held.append(asked))
    page.goto(f"{address}/match/{over.id}/seat/A")
    page.locator("body.has-script").wait_for()
    with page.expect_request("**/drawer.js"):
        page.locator("#b-end").click()
    page.locator("#bar a[href$='/log']").click()
    held[0].continue_()
    page.locator("#drawer", has=page.locator("h1", has_text="Story")).wait_for()


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


@pytest.fixture
def going(hub: Hub) -> Table:
    table = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})
    play_on(table, 3)
    assert table.result is None
    return table


def opened(page: Page, name: str) -> None:
    page.locator("#b-more").click()  # beside a pad that asks by itself too
    page.locator(f"#sheet a:is([href$='/{name}'], [href*='/{name}/'])[data-drawer]").click()
    page.locator("#drawer .drawer-page").wait_for()


@pytest.mark.halves
@in_both_languages("es")
@pytest.mark.long
def test_every_drawer_fits_and_is_clean(address: str, going: Table, new_context: NewContext, language: str) -> None:
    watched = Watched()
    for number, size in enumerate(TRIED):
        page = watched.watch(new_context(locale=language, viewport=size, color_scheme="light" if number % 2 else "dark").new_page())
        places = (("/seat/B", ("log", "seats", "end", "screen")), ("", ("log", "seats", "end", "correct", "join", "screen")))
        for place, names in places if thorough() else places[number : number + 1]:
            page.goto(f"{address}/match/{going.id}{place}")
            for name in names:
                opened(page, name)
                assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), (size, name)
                assert page.evaluate("(e => e.scrollWidth <= e.clientWidth)(document.getElementById('drawer'))"), (size, name)
                assert (number and not thorough()) or violations(page) == [], (size, name)
                page.locator("#drawer a.back").click()
                page.locator("#drawer").wait_for(state="hidden")
                assert not page.locator("#sheet .links").count(), "behind a drawer lies the board, or the pad that asks"
    assert watched.complaints == []


def test_a_line_of_the_story_shows_its_board_the_scrubber_the_others_and_one_goes_back(
    address: str, going: Table, new_context: NewContext
) -> None:
    watched = Watched()
    page = watched.watch(new_context(locale="en", viewport=PHONE).new_page())
    page.goto(f"{address}/match/{going.id}")
    opened(page, "log")
    page.locator("#drawer .log li").nth(1).click(position={"x": 120, "y": 10})
    page.locator("#drawer h1", has_text=f"How it was: {going.seq - 1} of {going.seq}").wait_for()
    page.locator("#scrub").evaluate(
        "e => { for (const n of [9, 7, 5, 0]) { e.value = n; e.dispatchEvent(new Event('input', { bubbles: true })); } }"
    )
    page.locator("#drawer h1", has_text=f"How it was: 0 of {going.seq}").wait_for()
    page.locator(".told-then", has_text="The match begins.").wait_for()
    page.locator("#was-after").click()
    page.locator("#drawer h1", has_text=f"How it was: 1 of {going.seq}").wait_for()
    page.locator("#was-jump").click()
    page.locator("#drawer").wait_for(state="hidden")
    page.locator("#b-agree-A").wait_for()  # three turns are gone with it: everybody has to agree
    assert going.asked() is not None
    assert watched.complaints == []


def test_a_counter_is_corrected_in_four_touches(address: str, going: Table, new_context: NewContext) -> None:
    page = new_context(locale="en", viewport=PHONE).new_page()
    page.goto(f"{address}/match/{going.id}")
    right = going.state.mana.A - 1
    page.locator("#b-more").click()  # 1
    page.locator("#sheet a[href$='/correct']").click()  # 2
    page.locator("#counter-A").click()  # 3
    page.keyboard.press("Control+A")
    page.keyboard.type("999")
    page.locator("#counters-right").click()
    page.locator("#drawer [role=alert]").wait_for()
    assert page.locator("#counter-A").input_value() == "999", "a refused correction keeps what was entered"
    page.locator("#counter-A").fill(str(right))
    page.locator("#counters-right").click()  # 4
    page.locator("#drawer").wait_for(state="hidden")
    for seat in ("A", "B"):
        page.locator(f"#b-agree-{seat}").click()
        page.locator(f"#b-agree-{seat}").wait_for(state="detached")
    page.locator("#told", has_text="mana").wait_for()
    assert right == going.state.mana.A


def test_phones_are_let_in_from_the_drawer(address: str, going: Table, server: Server, new_context: NewContext) -> None:
    opened_doors: list[str] = []

    def let_in() -> None:
        opened_doors.append("open")
        server.app.state.keys.open()

    server.app.state.let_phones_in = let_in
    server.app.state.address = lambda asked: "http://192.168.7.5:8765"
    page = new_context(locale="en", viewport=PHONE).new_page()
    page.goto(f"{address}/match/{going.id}")
    opened(page, "join")
    assert not page.locator("#drawer .qr").count()
    page.locator("#let-in").click()
    page.locator("#drawer .qr").first.wait_for()
    home = page.locator("#drawer .code a").first.get_attribute("href")
    assert home is not None
    assert home.startswith(f"http://192.168.7.5:8765/match/{going.id}")
    assert opened_doors == ["open"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#drawer a.back").click()
    page.locator("#b-more").wait_for()  # the page of this computer goes on


@pytest.mark.long
def test_a_hint_is_asked_for_on_a_phone_and_heard_of_on_the_other(address: str, hub: Hub, server: Server, new_context: NewContext) -> None:
    """Its short sibling: tests/web/test_hints.py, without scripts."""
    server.app.state.hints._seconds = 1e-9  # a first answer is enough
    table, watched = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"}), Watched()
    ana, bruno = (watched.watch(new_context(locale="en", viewport=PHONE).new_page()) for _ in "AB")
    for page, seat in ((ana, "A"), (bruno, "B")):
        page.goto(f"{address}/match/{table.id}/seat/{seat}")
        page.locator("body.has-script").wait_for()
    ana.locator("#b-more").click()
    ana.get_by_role("link", name="Everybody's seat").click()
    ana.get_by_role("button", name="Ask for hints").click()
    bruno.locator("#b-agree-B").click()
    bruno.locator("#told", has_text="Hints are allowed now").wait_for()
    ana.locator("#told", has_text="Hints are allowed now").wait_for()
    ana.locator("#b-more").click()
    ana.get_by_role("link", name="Hint", exact=True).click()
    ana.locator("#find-hand").fill("théf")
    assert ana.locator("#hand-cards [data-names]:not([hidden])").all_inner_texts() == ["Theft (3)"]
    ana.keyboard.press("Enter")
    ana.locator("#b-without-0").wait_for()
    ana.locator("#find-hand").fill("dragon")
    ana.locator("#hand-cards .no-hit").wait_for()
    for number, card in enumerate((5, 7, 9, 11), 1):
        ana.locator(f"#b-with-{card}").dispatch_event("click")
        ana.locator(f"#b-without-{number}").wait_for()
    assert violations(ana) == []
    ana.locator("#b-hint").click()
    ana.locator("#hint", has_text="The robot would do this: Set your bid").wait_for()
    bruno.locator("#told", has_text="Ana has asked the robot for a hint.").wait_for()
    assert "would do this" not in bruno.content()
    assert watched.complaints == []
