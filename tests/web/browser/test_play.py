"""The pages in a real browser: a whole match, the keyboard alone, no scripts, nothing from outside."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tapete.console.client import Console
from tapete.console.simulator import SimulatedConsole
from tapete.table import Hub, Journal, Table
from tapete.table.robots import number_on
from tapete.web import Server, app
from tests.web.browser.conftest import LOST_HOST, Complaints, NewContext, Watched, text_of, wait_for_text
from tests.web.browser.screens import bid

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

pytestmark = pytest.mark.browser


# ---- a whole match: two phones, the console's page and the table's page


@pytest.fixture
def station(tmp_path: Path) -> Iterator[tuple[Hub, Table, str]]:
    """A simulated console at a table, and its pages."""
    with SimulatedConsole(panels=2) as simulator:
        hub = Hub(Journal(tmp_path / "matches.sqlite3"), simulator)
        table = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})
        hub.add_console(lambda on_report, kept: Console(simulator.url, on_report, kept=kept))
        with Server(app(hub)) as server:
            yield hub, table, server.address.rstrip("/")
        hub.close()


def lock_on_phone(phone: Page, amount: int) -> None:
    phone.locator("input[data-secret]").fill(str(amount))
    phone.get_by_role("button", name="Lock the bid").click()
    phone.locator("input[data-secret]").wait_for(state="detached", timeout=30_000)


def show_on_phone(phone: Page, *cards: str) -> None:
    asked = phone.locator("#form-answers")
    for card in cards:
        asked.get_by_role("button", name=card, exact=True).click(timeout=30_000)
        asked.get_by_role("button", name=card, exact=True, pressed=True).wait_for(timeout=30_000)
    phone.locator("#b-done-null").click(timeout=30_000)
    phone.locator("#b-enter-null").click(timeout=30_000)


def press(console: Page, panel: int, button: str, times: int = 1) -> None:
    for _ in range(times):
        console.locator(f'[data-panel="{panel}"][data-button="{button}"]').click()


SHORT_PRESS = """(button) => {
  for (const type of ["keydown", "keyup"]) button.dispatchEvent(new KeyboardEvent(type, { key: "Enter", bubbles: true, cancelable: true }));
}"""
"""Down and up at once, however busy the computer is: a click's two halves may lie apart for longer than a short press lasts."""


def end_of_picks(console: Page, panel: int, done: Locator) -> None:
    """Press ROLL once the panel asks for numbers; words on the page may be there before the panel has its new picture."""
    for _ in range(20):
        press(console, panel, "roll")
        for _ in range(10):
            if done.count():
                return
            console.wait_for_timeout(100)
    raise AssertionError("the panel did not end its choice")


@pytest.mark.long
def test_a_whole_match_on_two_phones_and_the_console(station: tuple[Hub, Table, str], new_context: NewContext) -> None:
    hub, table, address = station
    assert hub.simulator is not None
    watched = Watched()
    screen = watched.watch(new_context(locale="en").new_page())
    phones = [watched.watch(new_context(locale="en", viewport={"width": 360, "height": 740}, has_touch=True).new_page()) for _ in "AB"]
    console = watched.watch(new_context(locale="en").new_page())
    screen.goto(f"{address}/match/{table.id}/list")
    console.goto(f"{address}/console")
    for seat, phone in zip("AB", phones, strict=True):
        phone.goto(f"{address}/match/{table.id}/seat/{seat}/list")
    ana, bruno = phones

    for turn in (1, 2):  # on the phones, with cards
        lock_on_phone(ana, 9)
        assert "Bids:" not in text_of(screen, "#log").partition("Ana has locked a bid.")[0]  # the newest stands first
        lock_on_phone(bruno, 1)
        wait_for_text(screen, "#log", "Bids: Ana 9, Bruno 1.")
        show_on_phone(ana, *(["Reserve boost (13)"] if turn == 1 else []))
        show_on_phone(bruno, "Fake card (0)")
        wait_for_text(screen, "#board", f"turn {turn + 1}")
    assert table.state.wall == 2

    # on the panels, pressed on the console's page; Bruno's with the keyboard
    wait_for_text(console, "#shows", "MINUS and PLUS set the bid")
    hub.simulator.wait_for(lambda now: None not in (number_on(now, 0), number_on(now, 1)))
    for panel, wanted in enumerate((5, 1)):
        while (shown := number_on(hub.simulator.pixels(), panel)) != wanted:
            assert shown is not None
            press(console, panel, "plus" if shown < wanted else "minus")
            hub.simulator.wait_for(lambda now, panel=panel, shown=shown: number_on(now, panel) != shown)  # type: ignore[misc]
    press(console, 0, "lock")
    wait_for_text(console, "#shows", "Ana: the counter shows 41 of 50. Locked, or ready")
    lock = console.locator('[data-panel="1"][data-button="lock"]')
    lock.focus()
    lock.press("Enter")
    wait_for_text(screen, "#log", "Bids: Ana 5, Bruno 1.")
    for panel, name in enumerate(("Ana", "Bruno")):
        end_of_picks(console, panel, screen.locator("#log li:first-child", has_text=f"{name} casts no spell"))
    wait_for_text(screen, "#board", "Round 2 · turn 1")  # the wall has reached Bruno
    assert screen.locator(".gap").count() == 2

    for turn in (1, 2, 3):  # the second round, and the fall
        lock_on_phone(ana, 8)
        lock_on_phone(bruno, 1)
        show_on_phone(ana)
        show_on_phone(bruno)
        if turn < 3:
            wait_for_text(ana, "#board", f"turn {turn + 1}")
    for page in (screen, ana, bruno):
        wait_for_text(page, "#result", "wins: ")
    assert table.result is not None
    assert table.result.seats == ("A",)
    assert watched.complaints == []
    assert all(url.startswith(address) for url in watched.asked)


def test_a_short_press_stays_one_on_a_slow_line(station: tuple[Hub, Table, str], new_context: NewContext) -> None:
    hub, _, address = station
    simulator = hub.simulator
    assert simulator is not None
    console = new_context(locale="en").new_page()
    start = 0

    def hold_up(route: Route) -> None:
        """What says that the button is up comes when a button that was down so long has repeated."""
        if "edge=up" in (route.request.post_data or ""):
            simulator.wait_for(lambda now: number_on(now, 0) not in (start, start % 50 + 1))
        route.continue_()

    console.route("**/console/press", hold_up)
    console.goto(f"{address}/console")
    wait_for_text(console, "#shows", "MINUS and PLUS set the bid")
    start = number_on(simulator.wait_for(lambda now: number_on(now, 0) is not None), 0) or 0
    assert start
    with console.expect_response("**/console/press"):  # `hold_up` is called only while Playwright waits
        console.locator('[data-panel="0"][data-button="plus"]').evaluate(SHORT_PRESS)
    simulator.wait_for(lambda now: number_on(now, 0) == start % 50 + 1)
    press(console, 0, "lock")
    wait_for_text(console, "#shows", "Locked, or ready")


def test_a_button_that_is_held_repeats(station: tuple[Hub, Table, str], new_context: NewContext) -> None:
    hub, table, address = station
    console = new_context(locale="en").new_page()
    console.goto(f"{address}/console")
    wait_for_text(console, "#doctor", "Console connected")
    wait_for_text(console, "#shows", "MINUS and PLUS set the bid")
    assert hub.simulator is not None
    start = hub.simulator.pixels()
    plus = console.locator('[data-panel="0"][data-button="plus"]')
    plus.scroll_into_view_if_needed()
    box = plus.bounding_box()
    assert box is not None
    console.mouse.move(box["x"] + 9, box["y"] + 9)
    console.mouse.down()
    changes: set[tuple[int, ...]] = {tuple(start.panels[0].private)}
    hub.simulator.wait_for(lambda now: changes.add(tuple(now.panels[0].private)) or len(changes) >= 5)  # type: ignore[func-returns-value]  # a set's add
    assert "is-down" in (plus.get_attribute("class") or "")
    console.mouse.move(box["x"] - 200, box["y"] + 400)
    console.mouse.up()
    console.locator('[data-panel="0"][data-button="plus"]:not(.is-down)').wait_for()
    press(console, 0, "lock")
    wait_for_text(console, "#shows", "Locked, or ready")
    assert table.state.agenda[-1].ready == ("A",)


# ---- one table without a console


def test_a_refusal_stands_above_its_field_which_is_at_hand(address: str, table: Table, page: Page) -> None:
    page.goto(f"{address}/match/{table.id}/list?lang=es")
    page.locator("#answer").fill("60")
    page.locator("#answer").press("Enter")
    why = page.locator("#actions .refusals")
    why.wait_for()
    assert "Apuestas 60, pero te quedan 50 de maná." in why.inner_text()
    assert page.evaluate("document.activeElement.id") == "answer"
    why.locator("summary").click()
    assert "maná" in why.locator(".clause-here p").inner_text(), "the clause opens where it stands"
    why.locator("a.clause").click()
    page.wait_for_url(re.compile(r"/rules/shazamm/clauses/SHZ-035\?"))
    assert "SHZ-035" in page.locator("h1").inner_text()


def test_what_is_being_entered_survives_a_new_picture(address: str, table: Table, page: Page) -> None:
    bid(table, A=3, B=5)
    page.goto(f"{address}/match/{table.id}/list?lang=en")
    page.locator("#b-value-7").click()
    page.locator("#b-value-7[aria-pressed=true]").wait_for()
    page.locator("#b-value-8").focus()
    page.locator("#why-not > summary").evaluate("e => e.parentElement.open = true")
    table.submit({"action": "declare_cards", "seat": "B", "numbers": []})
    page.locator(".seat-card-B .status.turn").wait_for(state="detached")
    assert page.locator("#b-value-7").get_attribute("aria-pressed") == "true"
    assert page.evaluate("document.activeElement.id") == "b-value-8"
    assert page.locator("#why-not[open]").count() == 1
    page.locator("#b-done-null").click()
    page.locator("#b-enter-null").click()
    wait_for_text(page, "#log", "Ana casts Attack boost (7).")


@pytest.mark.long
def test_the_keyboard_alone_begins_a_match_and_plays_a_turn(address: str, hub: Hub, page: Page) -> None:
    def tab_to(where: str, most: int = 80) -> None:
        for _ in range(most):
            page.keyboard.press("Tab")
            if page.evaluate("where => document.activeElement.matches(where)", where):
                outline = page.evaluate(
                    "() => { const s = getComputedStyle(document.activeElement), b = document.activeElement.closest('.choice');"
                    " return [s.outlineStyle, b ? getComputedStyle(b).outlineStyle : 'none'] }"
                )
                assert "solid" in outline or "auto" in outline, where
                return
        raise AssertionError(f"the keyboard does not reach {where}")

    page.goto(f"{address}/?lang=en")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    tab_to("#name-shazamm-A")
    page.keyboard.type("Ana")
    tab_to("#begin")
    page.keyboard.press("Enter")
    page.wait_for_url("**/match/*")
    for amount, then in (("7", "#b-seat-A"), ("5", "#number")):
        tab_to("#b-sheet--amount-")
        page.keyboard.press("Enter")
        page.locator("#number").wait_for()
        tab_to("#number")
        page.keyboard.type(amount)
        page.keyboard.press("Enter")
        page.locator(then).wait_for(state="detached")
    tab_to("[id='t-A.10']")
    page.keyboard.press("Space")
    wait_for_text(page, "#bar", "That is all (1)")
    tab_to("#b-done-null")
    page.keyboard.press("Enter")
    wait_for_text(page, "#bar", "None of them")
    tab_to("#b-done-null")
    page.keyboard.press("Space")
    page.locator("#b-sheet--amount-").wait_for()
    (listed,) = hub.matches()
    table = hub.table(listed.id)
    assert table is not None
    assert table.state.wall == 2  # Inferno: two slabs


def test_without_scripts_the_page_is_readable_and_a_bid_can_be_set(address: str, table: Table, new_context: NewContext) -> None:
    page = new_context(java_script_enabled=False, locale="en").new_page()
    page.goto(f"{address}/match/{table.id}/list")
    assert "Shazamm · Round 1 · turn 1" in text_of(page, "h1")
    assert page.get_by_text("Show how it stands now").is_visible()
    page.locator("#answer").fill("60")
    page.get_by_role("button", name="Lock the bid").click()
    wait_for_text(page, "main", "You bid 60 but have 50 mana left.")
    page.locator("input[data-secret]").fill("6")
    page.get_by_role("button", name="Lock the bid").click()
    wait_for_text(page, "#log", "Ana has locked a bid.")
    assert table.state.agenda[-1].ready == ("A",)


def test_a_lost_connection_is_said_and_mends_itself(hub: Hub, table: Table, new_context: NewContext, complaints: Complaints) -> None:
    complaints.expect(LOST_HOST)
    server = Server(app(hub)).start()
    page = new_context(locale="en").new_page()
    page.goto(f"{server.address}match/{table.id}/list")
    page.locator("#log").wait_for()
    server.stop()
    page.get_by_text("The table does not answer.").wait_for(timeout=30_000)
    bid(table, A=3)
    with Server(app(hub), port=server.port):
        wait_for_text(page, "#log", "Ana has locked a bid.")
        page.get_by_text("The table does not answer.").wait_for(state="hidden")


@pytest.mark.long
def test_motion_is_off_when_the_system_asks_for_less(address: str, table: Table, new_context: NewContext) -> None:
    moved = {}
    for motion in ("reduce", "no-preference"):
        page = new_context(locale="en", reduced_motion=motion).new_page()
        page.goto(f"{address}/match/{table.id}/list")
        assert page.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches") == (motion == "reduce")
        page.evaluate("() => { window.slides = 0; Element.prototype.animate = () => { window.slides += 1; }; }")
        bid(table, A=9, B=1)
        wall = table.state.wall
        for seat in "AB":
            table.submit({"action": "declare_cards", "seat": seat, "numbers": []})
        page.locator(f'#board [data-move="wall"][data-x="{500 + 50 * (wall + 1)}"]').wait_for(state="attached")
        moved[motion] = page.evaluate("window.slides")
    assert moved["reduce"] == 0
    assert moved["no-preference"] >= 1
