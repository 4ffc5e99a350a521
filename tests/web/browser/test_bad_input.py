"""What goes wrong at a real table, on real pages: nothing is lost, nothing is done twice, and the sentence says what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from tapete.core import names as naming
from tapete.core.seats import SEATS
from tapete.table import Hub, Table
from tapete.web import Server, app
from tests.web.browser.conftest import LOST_HOST, Complaints, NewContext, wait_for_text
from tests.web.browser.test_touching import FITS, PHONE, SUBJECTS, TABLE

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

pytestmark = pytest.mark.browser

SECRET = bytes(32)
SLOWER = 6
"""How many times slower than this computer a phone is."""

SHOWN = "seq => Number(document.querySelector('[data-seq-shown]').dataset.seqShown) >= seq"
NEXT_PHASE = "[data-press=verb][data-value='\"next_phase\"']"


@pytest.fixture
def duel(hub: Hub) -> Table:
    table = hub.begin("moriham", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game", "first": "A"})
    table.submit({"action": "next_phase", "seat": "A"})
    return table


def opened(new_context: NewContext, address: str, viewport: ViewportSize = PHONE) -> Page:
    page = new_context(locale="en", viewport=viewport).new_page()
    page.goto(address)
    page.locator("body.has-script").wait_for()
    return page


@pytest.mark.halves
@pytest.mark.long
@pytest.mark.parametrize("letters", ["🧙‍♀️" * 9 + "🧙", "M" * 38, "José Antonio García Martínez de Velasco", "שלום עולם " * 3 + "אאאאאאאא"])
@pytest.mark.parametrize(("game", "seats"), SUBJECTS)
def test_names_of_forty_letters_fit_every_page(
    game: str, seats: int, letters: str, address: str, hub: Hub, new_context: NewContext
) -> None:
    with httpx.Client(base_url=address, follow_redirects=True, trust_env=False, timeout=None) as browser:
        csrf = browser.get("/").text.partition('name="csrf" value="')[2].partition('"')[0]
        names = {f"name.{game}.{seat}": f"{letters} {seat}"[-naming.MOST :] for seat in SEATS[:seats]}
        begun = browser.post("/new", data={"csrf": csrf, "game": game, f"seats.{game}": str(seats), **names})
    table = hub.table(begun.url.path.rpartition("/")[2])
    assert table is not None
    assert {f"name.{game}.{seat}": name for seat, name in table.said_names.items()} == names
    for size in (PHONE, TABLE):
        for place in ("", "/seat/A"):
            found = opened(new_context, f"{address}/match/{table.id}{place}", size).evaluate(FITS)
            assert max(found["over"]) <= 0, (size, place)
            assert found["outside"] == [], (size, place)


@pytest.mark.long
def test_a_page_at_twice_its_size_can_still_be_touched(address: str, duel: Table, new_context: NewContext) -> None:
    """The browser's zoom gives a page half as many pixels."""
    halved: tuple[tuple[ViewportSize, str], ...] = (({"width": 180, "height": 320}, "/seat/A"), ({"width": 640, "height": 360}, ""))
    for size, seat in halved:
        page, before = opened(new_context, f"{address}/match/{duel.id}{seat}", size), duel.seq
        page.locator(NEXT_PHASE).click()
        page.wait_for_function(SHOWN, arg=before + 1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is read sideways"
        page.locator("#b-more").click()
        page.locator("#sheet-title").wait_for()
        page.locator("#bar [data-press=sheet]").click()
        page.locator("#b-undo").click()
        page.wait_for_function(SHOWN, arg=duel.seq)
        for who in duel.seats:
            if duel.asked() is not None:
                duel.answer(who, True)


@pytest.mark.long
def test_a_slow_phone_enters_each_touch_once(address: str, duel: Table, new_context: NewContext) -> None:
    page = opened(new_context, f"{address}/match/{duel.id}/seat/A")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.locator("[data-press=verb][data-value='\"normal_summon\"']").click()
    page.locator("#find").fill("mudl")
    page.locator("#cards [data-press=value]:not([hidden])").first.click()
    page.locator("#bar [data-press=enter]").first.dblclick()
    page.wait_for_function(SHOWN, arg=3)
    assert (duel.seq, duel.state.A.monsters[0].card) == (3, "mudling")


def test_two_fingers_at_once_make_one_move(address: str, duel: Table, new_context: NewContext) -> None:
    """Both pages of a seat, and the table's, touch the same verb before any of them has heard of the others."""
    pages = [sleeping(new_context, f"{address}/match/{duel.id}{place}") for place in ("/seat/A", "/seat/A", "")]
    for page in pages:
        go_deaf(page)
    for page in pages:
        page.locator(NEXT_PHASE).click()
        page.wait_for_function(SHOWN, arg=3)
    assert duel.seq == 3
    assert "Another player went on meanwhile" in pages[1].locator("#asked").inner_text()


def test_the_way_back_and_a_second_tab_show_what_is_pointed_at(address: str, duel: Table, new_context: NewContext) -> None:
    page = opened(new_context, f"{address}/match/{duel.id}/seat/A")
    page.locator("[data-press=verb][data-value='\"normal_summon\"']").click()
    page.locator("#find").wait_for()
    page.goto(f"{address}/rules/moriham")
    page.go_back()
    page.locator("#find").wait_for()
    tab = page.context.new_page()
    tab.goto(f"{address}/match/{duel.id}/seat/A")
    tab.locator("#cards [data-press=value]").first.click()
    page.locator("#bar [data-press=enter]").first.click()
    for one in (page, tab):
        one.wait_for_function(SHOWN, arg=3)
    assert duel.seq == 3


def test_a_phone_that_was_away_shows_what_is_now_and_enters_nothing_old(
    address: str, duel: Table, new_context: NewContext, complaints: Complaints
) -> None:
    complaints.expect(LOST_HOST)
    page = opened(new_context, f"{address}/match/{duel.id}/seat/A")
    page.locator("[data-press=verb][data-value='\"normal_summon\"']").click()
    page.locator("#find").wait_for()
    page.context.set_offline(True)
    page.locator("#cards [data-press=value]").first.click()
    page.locator("body.is-lost").wait_for()
    wait_for_text(page, "#link", "goes on by itself")
    for action in ({"action": "next_phase", "seat": "A"}, {"action": "end_turn", "seat": "A"}):
        duel.submit(action)
    page.context.set_offline(False)
    page.wait_for_function(SHOWN, arg=duel.seq)
    page.locator("body:not(.is-lost)").wait_for()
    wait_for_text(page, "#link", "may not have arrived")
    assert duel.seq == 4
    assert "Bruno" in page.locator("#asked").inner_text()
    page.locator("#cards").wait_for(state="detached")


ASLEEP = """const real = EventSource, lines = new Set();
window.EventSource = class extends real {
  constructor(...to) { super(...to); lines.add(this); }
  addEventListener(kind, hear) { super.addEventListener(kind, (event) => this.isDead || hear(event)); }
};
window.deaf = () => { for (const line of lines) line.isDead = true; };
window.sleeps = (yes) => {
  if (yes) deaf();
  Object.defineProperty(document, "hidden", { value: yes, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
};"""
"""A phone that sleeps: its lines look open and bring nothing any more, which is how a dead network looks to a browser."""


def sleeping(new_context: NewContext, address: str) -> Page:
    """A phone whose clock is the test's, and which can be put to sleep."""
    page = new_context(locale="en", viewport=PHONE).new_page()
    page.clock.install()
    page.add_init_script(ASLEEP)
    page.goto(address)
    page.locator("body.has-script").wait_for()
    return page


def go_deaf(page: Page) -> None:
    """The page's line looks open and brings nothing any more; its clock stands still, so that it does not notice."""
    page.evaluate("deaf()")
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 0.1)


def test_a_phone_that_comes_back_an_hour_later_shows_what_is_now(address: str, duel: Table, new_context: NewContext) -> None:
    """It slept in mid-question; the match went on, and round again to the same question of another turn."""
    page = sleeping(new_context, f"{address}/match/{duel.id}/seat/A")
    page.locator("[data-press=verb][data-value='\"normal_summon\"']").click()
    page.locator("#find").fill("mudl")
    page.evaluate("sleeps(true)")
    for seat, action in (("A", "end_turn"), ("B", "next_phase"), ("B", "end_turn"), ("A", "next_phase")):
        duel.submit({"action": action, "seat": seat})
        httpx.get(f"{address}/match/{duel.id}/seat/A", trust_env=False, timeout=None)  # another phone of the seat saw each of them
    before = duel.seq
    page.clock.fast_forward("01:00:00")
    assert page.locator("#find").input_value() == "mudl", "nobody looked at it meanwhile"
    page.evaluate("sleeps(false)")
    page.wait_for_function(SHOWN, arg=before)
    assert page.locator("body.is-lost").count() == 0
    assert duel.seq == before, "nothing was entered by coming back"
    assert page.locator("#find").count() == 0, "it was begun in a turn that is over"
    page.locator("[data-press=verb][data-value='\"normal_summon\"']").click()
    page.locator("#find").fill("mudl")
    page.locator("#cards [data-press=value]:not([hidden])").first.click()
    page.locator("#bar [data-press=enter]").first.click()
    page.wait_for_function(SHOWN, arg=before + 1)
    assert (duel.seq, duel.state.A.monsters[0].card) == (before + 1, "mudling")


@pytest.mark.parametrize("press", ["verb", "card", "undo"])
def test_an_old_moment_enters_nothing_and_says_what_to_do(press: str, address: str, duel: Table, new_context: NewContext) -> None:
    """The phone was never hidden: it lies there with the moment of an hour ago, and a person touches it."""
    page = sleeping(new_context, f"{address}/match/{duel.id}/seat/A")
    if press == "card":
        page.locator("[data-press=verb][data-value='\"normal_summon\"']").click()
        page.locator("#find").fill("mudl")
    go_deaf(page)
    for action in ("next_phase", "end_turn"):
        duel.submit({"action": action, "seat": "A"})
    before = duel.seq
    touched = {"verb": NEXT_PHASE, "card": "#cards [data-press=value]:not([hidden])", "undo": "#b-undo"}[press]
    page.locator(touched).first.click()
    page.wait_for_function(SHOWN, arg=before)
    assert duel.seq == before
    assert duel.asked() is None, "nothing was asked of Bruno either"
    told = page.locator("#asked").inner_text()
    assert "Another player went on meanwhile" in told or "Bruno" in told
    assert page.locator("body.is-lost").count() == 0


def test_a_yes_counts_for_what_the_page_showed(address: str, duel: Table, new_context: NewContext) -> None:
    """What was asked an hour ago is settled, and something else is asked now: the old page's yes is for neither."""
    for seat, action in (("A", "end_turn"), ("B", "next_phase")):
        duel.submit({"action": action, "seat": seat})
    duel.move("undo", None, "A")
    page = sleeping(new_context, f"{address}/match/{duel.id}/seat/B")
    page.locator("#b-agree-B").wait_for()
    go_deaf(page)
    duel.answer("B", False)
    duel.ask_ruling({"action": "ruling", "reason": "Bruno's counter", "ops": [{"op": "set_life", "seat": "B", "n": 1}], "seat": "A"}, "A")
    before = duel.seq
    page.locator("#b-agree-B").click()
    page.locator("#asked", has_text="Another player went on meanwhile").wait_for()
    assert duel.seq == before
    asked = duel.asked()
    assert asked is not None
    assert dict(asked.seats)["B"] is False


def test_a_host_that_starts_again_takes_every_page_along(hub: Hub, duel: Table, new_context: NewContext, complaints: Complaints) -> None:
    complaints.expect(LOST_HOST)
    server = Server(app(hub)).start()
    page = opened(new_context, f"{server.address}match/{duel.id}/seat/A")
    server.stop()
    page.locator("body.is-lost").wait_for()
    duel.submit({"action": "next_phase", "seat": "A"})
    with Server(app(hub), port=server.port):
        page.wait_for_function(SHOWN, arg=3)
        page.locator("body:not(.is-lost)").wait_for()


def test_a_seat_with_a_new_key_tells_the_old_page_what_to_do(
    hub: Hub, duel: Table, new_context: NewContext, complaints: Complaints
) -> None:
    complaints.expect("status of 403")
    served = app(hub, lan=True, secret=SECRET)
    with Server(served) as server:
        place = f"http://127.0.0.1:{server.port}/match/{duel.id}/seat/A"
        page = opened(new_context, f"{place}?token={served.state.keys.seat(duel.id, 'A')}")
        served.state.keys.renew(duel.id, "A")
        duel.rename({"B": "Berta"})
        wait_for_text(page, "#link", "Scan the QR code")
        page.locator(NEXT_PHASE).click()
        page.locator("#asked", has_text="key no longer fits").wait_for()
        assert duel.seq == 2
        page.goto(f"{place}?token={served.state.keys.seat(duel.id, 'A')}")
        page.locator(NEXT_PHASE).click()
        page.wait_for_function(SHOWN, arg=3)
