"""Forms of events that are refused keep what was typed: one case a form."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tapete.league.server.shared import League
from tests.league.server.chains import begun, played, with_season
from tests.league.server.conftest import FRIDAY, Served, Visitor
from tests.web.controls import controls

pytestmark = pytest.mark.league

SEASON = {"name": "Winter", "points": "10 six 3", "others": "1", "best_of": "2", "finalists": "5"}

EVENT = {
    "name": "Viernes de dados",
    "game": "bhm",
    "system": "round_robin",
    "rounds": "7",
    "minutes": "forty",
    "points.win": "5",
    "tiebreak.median_buchholz": "1",
}


@pytest.fixture
def visitor(served: Served) -> Iterator[Visitor]:
    """The organiser of the whole shop."""
    with served.visitor("organiser", None) as found:
        yield found


def test_a_season_that_cannot_be_begun(visitor: Visitor) -> None:
    refused = visitor.enter("/seasons", "/seasons", **SEASON)
    assert refused.status_code == 400
    kept = controls(refused.text, "/seasons")
    assert {name: kept[name] for name in SEASON} == {name: [said] for name, said in SEASON.items()}
    assert 'aria-invalid="true"' in refused.text


def test_an_event_that_cannot_be_begun(visitor: Visitor) -> None:
    place = "/events/shop"
    there = controls(visitor.get("/").text, place)
    typed = {name: said for name, said in EVENT.items() if name in there}
    assert len(typed) > 4
    refused = visitor.enter("/", place, **{**{name: said[0] for name, said in there.items() if name != "csrf"}, **typed})
    assert refused.status_code == 400
    kept = controls(refused.text, place, name=EVENT["name"])
    assert {name: kept[name] for name in typed} == {name: [said] for name, said in typed.items()}


def test_the_final_of_a_season(served: Served, visitor: Visitor) -> None:
    async def scene(league: League) -> None:
        await begun(league, "shop", "friday", ["ana", "bea"])
        await with_season(league, "shop", "friday")
        await played(league, "shop", "friday")

    served.within(scene)
    refused = visitor.enter("/seasons/winter", "/seasons/winter", task="final", name="La gran final", game="chess")
    assert refused.status_code == 422
    assert "Choose a game from the list." in refused.text
    assert controls(refused.text, "/seasons/winter", name="La gran final")["name"] == ["La gran final"]


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"do": "forbid_pair", "a": "2", "b": "2"}, 422),
        ({"do": "forbid_pair", "a": "3", "b": "three"}, 400),
        ({"do": "penalize", "entrant": "2", "points": "0"}, 400),
        ({"do": "penalize", "entrant": "2", "points": "many"}, 400),
    ],
)
def test_what_an_organiser_decides(served: Served, visitor: Visitor, fields: dict[str, str], status: int) -> None:
    served.friday(3)
    refused = visitor.enter(FRIDAY, f"{FRIDAY}/decide", **fields)
    assert refused.status_code == status, refused.text
    assert 'class="refusals' in refused.text or 'role="alert"' in refused.text
    fixed = {name: said for name, said in fields.items() if name in ("do", "entrant")}
    kept = controls(refused.text, f"{FRIDAY}/decide", **fixed)
    for name, said in fields.items():
        if said.isdecimal() or name == "points":
            assert kept[name] == [said], name


def test_a_table_that_cannot_be_connected(served: Served, visitor: Visitor) -> None:
    served.friday(2)
    refused = visitor.enter(FRIDAY, f"{FRIDAY}/tables", task="add", place="seven")
    assert refused.status_code == 400
    assert controls(refused.text, f"{FRIDAY}/tables", place="seven")["place"] == ["seven"]


def test_a_name_that_is_another_players(served: Served, visitor: Visitor) -> None:
    served.friday(2)
    refused = visitor.enter(FRIDAY, f"{FRIDAY}/person", entrant="2", name="NAME 1")
    assert refused.status_code == 422
    assert controls(refused.text, f"{FRIDAY}/person", entrant="2")["name"] == ["NAME 1"]
    assert controls(refused.text, f"{FRIDAY}/person", entrant="1")["name"] == ["Name 1"]
