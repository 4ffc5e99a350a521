"""A page's link to its table is cut, or only looks open: the page is right again by itself, and says meanwhile that it hears nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tapete.table import Hub, Table
from tapete.web import Server
from tests.run_forms import usually
from tests.web.browser.conftest import LOST_HOST, Complaints, NewContext, wait_for_text
from tests.web.browser.cutting import Cutting
from tests.web.browser.host_process import all_show, has_stayed, keep

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PLACES = {"board": "/seat/A", "table": "", "list": "/list"}
KINDS = ("retry", "picture", "here")


@pytest.fixture
def table(hub: Hub) -> Table:
    return hub.begin("shazamm", {}, {"A": "Ana", "B": "Bo"})


@pytest.fixture
def cutting(server: Server, complaints: Complaints) -> Iterator[Cutting]:
    complaints.expect(LOST_HOST)
    with Cutting(server.port) as made:
        yield made


def opened(page: Page, address: str) -> Page:
    page.goto(address)
    page.locator("body.has-script").wait_for()
    return keep(page)


@pytest.mark.parametrize(("place", "kind"), usually([(place, kind) for place in PLACES for kind in KINDS], ("board", "picture")))
def test_a_stream_that_is_cut_after_a_message_goes_on(
    place: str, kind: str, table: Table, cutting: Cutting, new_context: NewContext
) -> None:
    page = opened(new_context(locale="en").new_page(), f"{cutting.address}/match/{table.id}{PLACES[place]}")
    cutting.cut_after(kind)
    for turn in range(3):
        before = cutting.cuts
        table.submit({"action": "lock_bid", "seat": "A", "amount": 7} if not turn % 2 else {"action": "unlock", "seat": "A"})
        if kind != "retry":  # then nothing can come
            all_show([page], table.seq)
        page.wait_for_function("() => true")
        while cutting.cuts == before:
            page.wait_for_timeout(50)
    cutting.cut_after("")
    all_show([page], table.seq)
    assert has_stayed(page)


def test_a_line_that_only_looks_open_is_noticed(table: Table, cutting: Cutting, new_context: NewContext) -> None:
    """The computer of the table lost its power: no end of the connection was ever told."""
    page = new_context(locale="en").new_page()
    page.clock.install()
    opened(page, f"{cutting.address}/match/{table.id}/seat/A")
    all_show([page], 0)
    cutting.hold()
    table.submit({"action": "lock_bid", "seat": "A", "amount": 7})
    page.clock.fast_forward(13_000)
    all_show([page], table.seq)
    assert has_stayed(page)


def test_a_touch_on_a_dead_line_is_told_and_the_line_opened_anew(table: Table, cutting: Cutting, new_context: NewContext) -> None:
    page = opened(new_context(locale="en").new_page(), f"{cutting.address}/match/{table.id}/seat/A")
    all_show([page], 0)
    cutting.swallow(yes=True)
    page.locator("#b-more").click()
    page.locator("body.is-lost").wait_for()
    wait_for_text(page, "#link", "The table does not answer.")
    table.submit({"action": "lock_bid", "seat": "A", "amount": 7})
    cutting.swallow(yes=False)
    wait_for_text(page, "#link", "Your last touch may not have arrived.")
    all_show([page], table.seq)
    assert has_stayed(page)


def test_two_tabs_of_a_seat_both_follow_a_line_that_is_cut(table: Table, cutting: Cutting, new_context: NewContext) -> None:
    context = new_context(locale="en")
    tabs = [opened(context.new_page(), f"{cutting.address}/match/{table.id}/seat/A") for _ in range(2)]
    cutting.cut_after("picture")
    for turn in range(4):
        table.submit({"action": "lock_bid", "seat": "A", "amount": 7} if not turn % 2 else {"action": "unlock", "seat": "A"})
        all_show(tabs, table.seq)
    assert all(map(has_stayed, tabs))
