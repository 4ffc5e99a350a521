"""Colours that are chosen for seats: on every page of the match, kept over a restart, and never the same twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tapete.core.refusals import Illegal
from tapete.table import Hub, Journal
from tapete.table.colours import COLOURS, shared_out
from tests.web.conftest import Visitor


def test_who_chooses_nothing_takes_the_own_colour_or_what_is_left() -> None:
    assert shared_out(("A", "B"), {}, {}) == {}
    assert shared_out(("A", "B"), {"B": "sky"}, {}) == {}
    assert shared_out(("A", "B"), {"A": "sky"}, {}) == {"A": "sky", "B": "amber"}
    assert sorted(shared_out(("A", "B", "C", "D"), {"A": "purple", "B": "green"}, {}).values()) == sorted(COLOURS)
    with pytest.raises(Illegal, match="colour_twice"):
        shared_out(("A", "B"), {"A": "green", "B": "green"}, {"A": "Ana"})


def begun(visitor: Visitor, **fields: str) -> Any:
    return visitor.enter("/new", game="shazamm", **{name.replace("_", "."): value for name, value in fields.items()})


def test_the_lobbys_colours_are_on_every_page_of_the_match(visitor: Visitor, hub: Hub) -> None:
    page = begun(visitor, colour_shazamm_A="purple")
    match = page.url.path.rpartition("/")[2]
    shown = 'data-seat-a="purple" data-seat-b="sky"'
    assert all(shown in visitor.get(f"/match/{match}{place}").text for place in ("", "/seat/B", "/list", "/end"))
    assert "data-seat" not in visitor.get("/").text.partition(">")[2].partition("<head>")[0]
    table = hub.table(match)
    assert table is not None
    table.submit({"action": "concede", "seat": "A"})
    assert hub.extras.of(hub.begin_again(table).id).colours == {"B": "purple", "A": "sky"}, "colours go with the people"


def test_two_cannot_have_one_colour(visitor: Visitor, hub: Hub) -> None:
    refused = begun(visitor, colour_shazamm_A="green", colour_shazamm_B="green", name_shazamm_A="Ana")
    assert refused.status_code == 409
    assert "Ana and B have chosen the same colour." in refused.text
    assert begun(visitor, colour_shazamm_A="vermilion").status_code == 400
    assert not hub.matches()


def test_robots_sit_again_where_they_sat_before_a_restart(hub: Hub, tmp_path: Path) -> None:
    table = hub.begin("shazamm", {}, {"A": "Ana"})
    hub.robots.seat(table, {"B": "easy"})
    hub.close()
    later = Hub(Journal(tmp_path / "matches.sqlite3"))
    looked_at = later.table(table.id)
    assert looked_at is not None
    assert later.robots.at(looked_at) == {}, "who only looks lets nobody play"
    goes_on = later.table(table.id, plays=True)
    assert goes_on is not None
    assert later.robots.at(goes_on) == {"B": "easy"}
    later.robots.seat(goes_on, {})
    assert later.extras.of(table.id).robots == {}
    later.close()
