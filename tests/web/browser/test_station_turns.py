"""One page of a station's screen takes the place of another: no key, no touch and no picture gets lost between them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tapete.station.kiosk.stage import Choosing
from tests.web.browser.conftest import LOST_HOST, Complaints, NewContext, wait_for_text
from tests.web.browser.stations import PATIENCE_MS, Stand, at_stage, stand

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.browser

SLOWER = 6
"""How many times slower than this computer the browser runs: the processor of a small station under load."""


class Gate:
    """Holds requests of a page back until it opens."""

    def __init__(self, page: Page, where: str) -> None:
        self._opened = False
        self._held: list[Route] = []
        page.route(where, self._came)

    def _came(self, route: Route) -> None:
        if self._opened:
            route.continue_()
        else:
            self._held.append(route)

    def open(self) -> None:
        """Let all through, from now on too."""
        self._opened = True
        for route in self._held:
            route.continue_()


def slow(page: Page) -> Page:
    """Let a page have a small part of the processor."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page


def wait_for_station(made: Stand, happened: Callable[[], bool]) -> None:
    """Wait until something has happened at the station itself, whatever its page shows."""
    news = threading.Event()
    made.station.listen(news.set)
    while not happened():
        assert news.wait(PATIENCE_MS / 1000), made.station.kiosk.stage
        news.clear()


def cursor(made: Stand) -> int:
    """Where the cursor stands; -1 unless people choose."""
    stage = made.station.kiosk.stage
    return stage.cursor if isinstance(stage, Choosing) else -1


def test_keys_count_that_are_pressed_before_the_next_page_is_there(tmp_path: Path, new_context: NewContext) -> None:
    with stand(tmp_path, "en", simulated=False) as made:
        page = slow(new_context().new_page())
        page.goto(f"{made.address}/station")
        at_stage(page, "attract")
        gate = Gate(page, "**/station")
        for key in ("Space", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowDown"):
            page.keyboard.press(key)
        wait_for_station(made, lambda: cursor(made) == 2)
        page.keyboard.press("ArrowRight")
        wait_for_station(made, lambda: cursor(made) == 3)
        assert page.locator("body.station-attract").count() == 1
        gate.open()
        at_stage(page, "choose")
        page.locator(".tile.here").wait_for(timeout=PATIENCE_MS)
        assert page.locator(".tile.here").get_attribute("value") == made.station.kiosk.choices()[3].value


def test_a_page_that_is_too_old_when_it_comes_gives_way_to_the_next(tmp_path: Path, new_context: NewContext) -> None:
    with stand(tmp_path, "en", simulated=False) as made:
        page = new_context().new_page()
        page.goto(f"{made.address}/station")
        at_stage(page, "attract")

        def late(route: Route) -> None:
            answer = route.fetch()
            assert "station-choose" in answer.text()
            made.station.visitors.back()
            made.station.visitors.touch()
            made.station.visitors.choose("shazamm")
            made.station.visitors.choose("free")
            route.fulfill(response=answer)

        page.route("**/station", late, times=1)
        page.keyboard.press("Space")
        at_stage(page, "play")
        page.locator("#bar .primary").wait_for(timeout=PATIENCE_MS)


def test_a_held_key_chooses_once(tmp_path: Path, new_context: NewContext) -> None:
    with stand(tmp_path, "en", simulated=False) as made:
        page = new_context().new_page()
        page.goto(f"{made.address}/station")
        at_stage(page, "attract")
        for _ in range(4):  # the first press, and three repetitions
            page.keyboard.down("Enter")
        page.keyboard.up("Enter")
        page.keyboard.press("ArrowRight")
        wait_for_station(made, lambda: cursor(made) == 1)
        assert made.station.kiosk.stage == Choosing(cursor=1)


def test_a_page_hears_keys_when_it_says_so(tmp_path: Path, new_context: NewContext) -> None:
    with stand(tmp_path, "en", simulated=False) as made:
        page = new_context().new_page()
        gate = Gate(page, "**/station.js")
        with page.expect_request("**/station/events", timeout=PATIENCE_MS):  # the script before has run
            page.goto(f"{made.address}/station", wait_until="commit")
        assert page.locator("body.has-script").count() == 0
        gate.open()
        at_stage(page, "attract")
        page.keyboard.press("Space")
        at_stage(page, "choose")


def test_a_page_that_does_not_come_is_asked_for_again(tmp_path: Path, new_context: NewContext, complaints: Complaints) -> None:
    complaints.expect(LOST_HOST)
    with stand(tmp_path, "en", simulated=False) as made:
        page = new_context().new_page()
        page.goto(f"{made.address}/station")
        at_stage(page, "attract")
        aborted = threading.Event()

        def abort(route: Route) -> None:
            route.abort()
            aborted.set()

        page.route("**/station", abort, times=1)
        page.keyboard.press("Space")
        at_stage(page, "choose")
        assert aborted.is_set()


def test_other_scripts_are_loaded(tmp_path: Path, new_context: NewContext) -> None:
    """After an update of Tapete the next stage brings its scripts."""
    with stand(tmp_path, "en", simulated=False) as made:
        page = new_context().new_page()
        page.goto(f"{made.address}/station")
        at_stage(page, "attract")
        page.evaluate("window.old = true")

        def updated(route: Route) -> None:
            answer = route.fetch()
            route.fulfill(response=answer, body=answer.text().replace("/station.js", "/station.js?new"))

        page.route("**/station", updated, times=1)
        with page.expect_navigation(timeout=PATIENCE_MS):
            page.keyboard.press("Space")
        at_stage(page, "choose")
        assert page.evaluate("window.old") is None


def test_pictures_that_come_while_a_finger_is_down_are_shown_and_take_nothing_from_it(tmp_path: Path, new_context: NewContext) -> None:
    with stand(tmp_path, "en", simulated=False) as made:
        page = new_context().new_page()
        made.station.visitors.touch()
        made.station.visitors.choose("shazamm")
        made.station.visitors.choose("free")
        page.goto(f"{made.address}/station")
        at_stage(page, "play")
        page.locator("#b-more").hover()
        page.mouse.down()
        made.table().submit({"action": "lock_bid", "seat": "A", "amount": 3})
        wait_for_text(page, "#told", "A has locked a bid")
        page.mouse.up()
        page.locator("#sheet .links").wait_for(timeout=PATIENCE_MS)
        made.station.visitors.hold()  # another part of the page
        page.locator(".still").wait_for(timeout=PATIENCE_MS)
