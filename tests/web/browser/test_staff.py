"""Staff's pages in a browser: in by PIN, settings kept by keyboard alone, free of axe violations at every size."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from tapete.station import settings
from tapete.station.operations import pin
from tapete.station.operations.desk import StaffDesk
from tapete.station.operations.statistics import Play, Statistics
from tapete.table import Hub, Journal
from tapete.web import Server, app
from tapete.web.station.operations import staff
from tests.web.browser.conftest import NewContext
from tests.web.browser.looking import TOO_WIDE, at_every_size, in_both_languages, looks, resize, violations

pytestmark = pytest.mark.browser

PIN = "274951"
TODAY = date(2026, 11, 21)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[StaffDesk]:
    pin.keep(tmp_path, PIN)
    hub = Hub(Journal(tmp_path / "matches.sqlite3"))
    hub.begin("shazamm")
    counted = Statistics(tmp_path / "statistics.sqlite3", lambda: TODAY)
    for number in range(12):
        game = ("shazamm", "moriham", "datamorphs")[number % 3]
        how = "left" if number % 5 == 0 else "ended"
        counted.add(Play(game=game, guided=number % 2 == 0, seats=2, how=how, seconds=90 * number, result="win", step="bidding"))  # type: ignore[arg-type]  # one of the two words
        counted.refuse(game, "bid_over_mana", "SHZ-035")
    yield StaffDesk(tmp_path, hub, counted)
    counted.close()
    hub.close()


@pytest.fixture
def address(desk: StaffDesk) -> Iterator[str]:
    made = app(desk.hub, routes=staff.PAGES)
    staff.install(made, desk)
    with Server(made) as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.mark.halves
@in_both_languages("es")
@pytest.mark.long
def test_staffs_pages_are_free_of_axe_violations_and_fit_every_screen(address: str, language: str, new_context: NewContext) -> None:
    found = []
    page = new_context(locale=language).new_page()
    for number, place in enumerate(("/staff", "/staff", "/staff/settings", "/staff/figures")):
        for size in at_every_size(page, f"{address}{place}?lang={language}"):
            assert page.evaluate(TOO_WIDE) <= 0, (place, size)
        for theme, size in looks(number + (language == "en")):
            resize(page, size)
            page.goto(f"{address}{place}?theme={theme}&lang={language}")
            found += [(place, theme, size, wrong) for wrong in violations(page)]
        if number == 0:  # the same place shows another page to those who are in
            page.fill("#pin", PIN)
            page.press("#pin", "Enter")
            page.locator("#form-restart").wait_for()
    assert found == []


def test_settings_by_keyboard_alone(address: str, desk: StaffDesk, new_context: NewContext) -> None:
    page = new_context(locale="en").new_page()
    page.goto(f"{address}/staff")
    page.locator("#pin:focus").wait_for()  # the field takes the focus by itself
    page.keyboard.type(PIN)
    page.keyboard.press("Enter")
    page.locator("#form-restart").wait_for()
    page.goto(f"{address}/staff/settings")
    page.focus("#idle_s")
    page.keyboard.press("Control+a")
    page.keyboard.type("240")
    with page.expect_response(lambda answered: answered.request.method == "POST") as kept:
        page.keyboard.press("Enter")
    assert kept.value.status == 303
    assert settings.read(desk.folder).idle_s == 240
