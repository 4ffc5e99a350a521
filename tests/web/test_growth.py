"""What a touch costs does not grow with the match: counted in calls of functions, so that it is the same on every computer."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable

import pytest

from tapete.table import Hub, Table
from tapete.web.match_pages import MatchPages
from tests.web.conftest import Visitor

SHORT, LONG = 200, 1_200
"""Entries."""

MOST = 1.1
"""So many times as many calls at most, in a match six times as long."""


def calls(work: Callable[[], object]) -> int:
    """Count the calls of functions, Python's and others, on this thread."""
    count = 0

    def called(_frame: object, event: str, _what: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def act(table: Table) -> None:
    """A turn has no end: A locks a bid, and takes it back."""
    table.submit({"action": "unlock" if "A" in table.state.agenda[-1].ready else "lock_bid", "seat": "A"})


def test_neither_a_touch_nor_a_page_costs_more_in_a_long_match(hub: Hub) -> None:
    table = hub.begin("shazamm", {}, {})
    pages, found = MatchPages(table), dict[str, list[int]]()
    for length in (SHORT, LONG):
        while table.seq < length:
            act(table)
            if table.seq > length - 6:
                pages.zones("en", None), pages.zones("en", "A")
        for name, work in (
            ("submit", lambda: act(table)),
            ("the table's page", lambda: pages.zones("en", None)),
            ("a seat's page", lambda: pages.zones("en", "A")),
            ("by hand", table.by_hand),
        ):
            found.setdefault(name, []).append(calls(work))
    grown = {name: many / few for name, (few, many) in found.items() if many > few * MOST + 20}
    assert grown == {}, found


def test_the_story_is_shown_page_by_page(hub: Hub, visitor: Visitor) -> None:
    table = hub.begin("shazamm", {}, {})
    for _entry in range(450):
        act(table)
    place, seen, sizes = f"/match/{table.id}/log", list[int](), list[int]()
    while place:
        page = visitor.get(place).text
        sizes.append(len(page))
        seen += [int(number) for number in re.findall(r'<li class="[^"]*" id="e(\d+)"', page)]
        older = re.search(r'href="(/match/[^"]*/log\?before=\d+)"', page)
        place = older[1] if older else ""
    assert seen == list(range(table.seq, 0, -1))
    assert len(sizes) == 3
    assert max(sizes) < 250_000
    assert "/log?before=" not in visitor.get(f"/match/{table.id}").text


@pytest.mark.parametrize("wrong", ["x", "-1", "99999", "1" * 20])
def test_no_page_of_the_story_before_an_entry_that_is_not_there(hub: Hub, visitor: Visitor, wrong: str) -> None:
    table = hub.begin("shazamm", {}, {})
    act(table)
    assert visitor.get(f"/match/{table.id}/log", params={"before": wrong}).status_code == 404
