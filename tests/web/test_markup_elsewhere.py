"""The pages of a station's screen and of its staff through the eyes of html-validate; `tests/web/test_markup.py` has those of a table."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from tapete.station.operations import pin
from tapete.station.operations.desk import StaffDesk
from tapete.station.operations.statistics import Play, Statistics
from tapete.table import Hub
from tapete.web import Server, app
from tapete.web.station.operations import staff
from tests.web.conftest import Visitor
from tests.web.test_markup import Pages
from tests.web.test_station_pages import Booth

pytestmark = [pytest.mark.markup, pytest.mark.long]

PIN, TODAY = "482913", date(2026, 7, 25)


@pytest.fixture
def pages(tmp_path: Path) -> Pages:
    folder = tmp_path / "pages"
    folder.mkdir()
    return Pages(Visitor(), folder)


@pytest.fixture
def booth(tmp_path: Path) -> Iterator[Booth]:
    made = Booth(tmp_path, lan=True)
    yield made
    made.close()


def test_every_screen_of_a_station_is_sound(booth: Booth, pages: Pages) -> None:
    """Nobody there, each question, a lesson and a free match, its end, and a code that goes on with it."""
    for language in ("en", "es"):
        pages.keep(booth.text())
        booth.do(do="here")
        booth.do(do="language", language=language)
        pages.keep(booth.text())
        for value in ("shazamm", "guided"):
            booth.do(choose=value)
            pages.keep(booth.text())
        while not booth.on_screen():
            booth.do(press="lock")
            pages.keep(booth.text())
        booth.do(do="done", number="0")
        pages.keep(booth.text())
        booth.do(do="free")
        booth.match().submit({"action": "concede", "seat": "A"})
        booth.match().settle()
        pages.keep(booth.text())
        booth.do(do="back")
    pages.keep(booth.stranger.get("/station/again/ABCDEF").text)
    pages.keep(booth.stranger.get("/station").text)
    assert len(list(pages.folder.iterdir())) > 10
    assert pages.faults() == {}


def test_every_page_of_staff_is_sound(hub: Hub, pages: Pages, tmp_path: Path) -> None:
    pin.keep(tmp_path, PIN)
    hub.begin("shazamm")
    counted = Statistics(tmp_path / "statistics.sqlite3", lambda: TODAY)
    counted.add(Play(game="shazamm", guided=True, seats=2, how="left", seconds=90, result="win", step="bidding"))
    counted.refuse("shazamm", "bid_over_mana", "SHZ-035")
    made = app(hub, routes=staff.PAGES)
    staff.install(made, StaffDesk(tmp_path, hub, counted))
    with Server(made) as server, Visitor(base_url=server.address, follow_redirects=True, trust_env=False) as visitor:
        pages.visitor = visitor
        pages.get("/staff")
        pages.keep(visitor.enter("/staff/enter", pin="000000").text)
        visitor.enter("/staff/enter", pin=PIN)
        for place in ("/staff", "/staff/settings", "/staff/figures"):
            pages.get(place)
        pages.keep(visitor.enter("/staff/settings", idle_s="x").text)
    counted.close()
    assert len(list(pages.folder.iterdir())) > 8
    assert pages.faults() == {}
