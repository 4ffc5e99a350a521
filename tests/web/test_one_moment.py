"""A page shows one moment of a match, however much other threads declare while it is drawn."""

from __future__ import annotations

import threading
from collections.abc import Mapping

import pytest

from tapete.core.seats import Seat
from tapete.table import Table
from tapete.web.board_view import BoardView
from tapete.web.match_pages import MatchPages, PageHooks
from tapete.web.view import MatchView


def test_what_is_declared_meanwhile_belongs_to_the_next_picture(table: Table) -> None:
    table.submit({"action": "lock_bid", "seat": "A", "amount": 5})
    view = MatchView(table, "en")
    before = view.context()
    for seat, amount in (("A", 6), ("A", 7)):
        table.submit({"action": "unlock", "seat": seat})
        table.submit({"action": "lock_bid", "seat": seat, "amount": amount})
    again = view.context()
    assert [line.seq for line in again["lines"]] == [line.seq for line in before["lines"]] == [1]
    assert again["instructions"] == before["instructions"]
    assert MatchView(table, "en").seq == 5


def test_pages_that_are_alike_are_drawn_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one asks while the first is being drawn: it waits for that picture, and gets the same one."""
    drawn, asked, got = list[BoardView](), threading.Event(), list[object]()
    second = threading.Thread(target=lambda: got.append(pages.zones("en", "A")))

    def slowly(*kind: object) -> BoardView:
        drawn.append(draw(*kind))  # type: ignore[arg-type]  # what the pages give
        if len(drawn) == 1:
            second.start()
            assert asked.wait(10)
        return drawn[-1]

    def noted(of: Table) -> Mapping[Seat, int]:
        if threading.current_thread() is second:
            asked.set()
        return {}

    pages = MatchPages(table, PageHooks(panels=noted))
    draw = pages.view
    monkeypatch.setattr(pages, "view", slowly)
    first = pages.zones("en", "A")
    second.join(10)
    assert [one is first for one in got] == [True]
    assert len(drawn) == 1
    pages.close()
