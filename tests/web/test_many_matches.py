"""Pages of many matches: those that a person follows go on, and those that a person only looked at do not fill the memory."""

from __future__ import annotations

import gc

import pytest

from tapete.table import Hub, Table
from tapete.table.open_tables import MOST_SPARE
from tapete.web.match_pages import MOST_KEPT
from tests.web.conftest import Visitor
from tests.web.test_live import following


@pytest.mark.slow
def test_a_phone_follows_a_match_that_the_station_has_let_go(visitor: Visitor, hub: Hub, table: Table) -> None:
    match = table.id
    del table
    with following(visitor, f"/match/{match}/seat/B/list") as stream:
        stream.next()
        hub.let_go(match)
        others = [hub.begin("shazamm").id for _ in range(2 * MOST_SPARE)]
        assert all(visitor.get(f"/match/{other}/list").status_code == 200 for other in others)
        visitor.press(f"/match/{match}/seat/A", "enter:", number="7")
        assert stream.next()["id"] == "1"
        visitor.press(f"/match/{match}/seat/B", "enter:", number="9")
        assert "7" in stream.next()["data"]["fragments"]["log"]


@pytest.mark.slow
def test_pages_that_were_looked_at_do_not_keep_their_matches(visitor: Visitor, hub: Hub) -> None:
    bound = MOST_SPARE + MOST_KEPT + 2  # the one on the consoles, and one whose page the server is just leaving
    matches = [hub.begin("shazamm").id for _ in range(2 * bound)]
    for number, match in enumerate(6 * matches):
        with following(visitor, f"/match/{match}/list") as stream:
            stream.next()
        if number >= len(matches) and number % 8 == 0:  # a busy server notices a little later who has gone
            gc.collect()
            if hub.open_tables <= bound:
                break
    assert hub.open_tables <= bound
