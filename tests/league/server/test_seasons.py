"""A season over shops of one database: places that are written when events close, pages, files, names that are forgotten, the final."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

import pytest

from tapete.core.refusals import Illegal
from tapete.league.decisions import CloseTournament, ReopenTournament, SetResult
from tapete.league.server.season_pages import table_of
from tapete.league.server.shared import League
from tapete.league.store.seasons import SeasonStore
from tests.league.server.chains import SEASON, begun, played, with_season
from tests.league.server.conftest import Served

pytestmark = [pytest.mark.league, pytest.mark.slow]


@pytest.fixture
def anywhere(url: str) -> Iterator[Served]:
    """A server over each kind of database."""
    made = Served(url)
    with made.server:
        yield made


def lines_of(served: Served, season: str = "winter") -> list[tuple[int, str, int]]:
    """Place, person and points of each line."""

    async def read(league: League) -> list[tuple[int, str, int]]:
        _row, _events, lines, _names = await table_of(league, season)
        return [(line.place, line.person, line.points) for line in lines]

    found: list[tuple[int, str, int]] = served.within(read)
    return found


def two_shops(served: Served) -> None:
    """Two events of two shops, in which Ana and Bea played both."""

    async def scene(league: League) -> None:
        await begun(league, "north", "friday", ["ana", "bea", "ciro", "dora"])
        await with_season(league, "north", "friday")
        await played(league, "north", "friday")
        await begun(league, "south", "sunday", ["bea", "ana"])
        await played(league, "south", "sunday")
        await with_season(league, "south", "sunday")  # also where it is closed already

    served.within(scene)


def test_places_count_once_an_event_is_closed_and_follow_what_is_corrected(anywhere: Served) -> None:
    two_shops(anywhere)
    table = lines_of(anywhere)
    assert {person for _place, person, _points in table} == {"ana", "bea", "ciro", "dora"}
    assert sum(points for _place, _person, points in table) == (10 + 6 + 3 + 1) + (10 + 6)
    winner = table[0][1]

    async def correct(league: League) -> None:
        await league.decide("south", "sunday", ReopenTournament(), who="organiser", why="wrong")

    anywhere.within(correct)
    assert sum(points for _place, _person, points in lines_of(anywhere)) == 10 + 6 + 3 + 1, "an open event gives nothing"

    async def close(league: League) -> None:
        await league.decide("south", "sunday", SetResult(1, 1, "B"), who="organiser", why="wrong")
        await league.decide("south", "sunday", CloseTournament(), who="organiser")

    anywhere.within(close)
    after = {person: points for _place, person, points in lines_of(anywhere)}
    assert sum(after.values()) == (10 + 6 + 3 + 1) + (10 + 6)
    assert after != {person: points for _place, person, points in table} or winner


def test_a_closed_season_stays_as_it_is_and_says_so(anywhere: Served) -> None:
    two_shops(anywhere)
    table = lines_of(anywhere)

    async def scene(league: League) -> None:
        store = SeasonStore(league.store.engine)
        await store.close("winter")
        await league.decide("south", "sunday", ReopenTournament(), who="organiser", why="wrong")
        for change in (store.remove("winter", "south", "sunday"), with_season(league, "south", "sunday")):
            with pytest.raises(Illegal, match="season_closed"):
                await change
        with pytest.raises(Illegal, match="season_there"):
            await store.begin("winter", SEASON)
        with pytest.raises(Illegal, match="no_such_season"):
            await store.table("summer")

    anywhere.within(scene)
    assert lines_of(anywhere) == table


def test_places_that_an_older_server_did_not_write_are_written_when_the_table_is_read(anywhere: Served) -> None:
    two_shops(anywhere)
    table = lines_of(anywhere)

    async def older(league: League) -> None:
        from sqlalchemy import delete

        from tapete.league.store import schema

        async with league.store.engine.begin() as connection:
            await connection.execute(delete(schema.season_place).where(schema.season_place.c.shop == "south"))

    anywhere.within(older)
    assert lines_of(anywhere) == table


def test_a_person_is_the_same_in_every_shop_and_is_forgotten_in_all(anywhere: Served) -> None:
    two_shops(anywhere)

    async def scene(league: League) -> Any:
        with pytest.raises(Illegal, match="no_such_person"):
            await league.store.know("north", "stranger")
        _row, _events, _lines, names = await table_of(league, "winter")
        assert names == {person: person.upper() for person in ("ana", "bea", "ciro", "dora")}
        await league.store.forget("ana", 5)
        _row, _events, lines, names = await table_of(league, "winter")
        assert "ana" not in names
        assert "ana" in {line.person for line in lines}
        assert [await league.store.names(shop) for shop in ("north", "south")] == [
            {"ana": "", "bea": "BEA", "ciro": "CIRO", "dora": "DORA"},
            {"ana": "", "bea": "BEA"},
        ]

    anywhere.within(scene)


def test_the_pages_of_a_season_from_its_beginning_to_its_final(served: Served) -> None:
    """By forms alone: an organiser of a whole shop; a judge reads and changes nothing."""

    async def shop(league: League) -> None:
        await begun(league, "shop", "friday", ["=ana", "bea", "ciro"])

    served.within(shop)
    with served.visitor("organiser", None) as organiser, served.visitor("judge") as judge, served.visitor("organiser") as of_event:
        assert "No season yet" in organiser.get("/seasons").text
        begun_now = organiser.enter("/seasons", "/seasons", name="Winter 2027", points="10, 6 3", best_of="2", finalists="2", others="1")
        assert str(begun_now.url).endswith("/seasons/winter-2027")
        bad = organiser.enter("/seasons", "/seasons", name="x", points="ten")
        assert (bad.status_code, "ten" in bad.text) == (400, True)
        place = "/seasons/winter-2027"
        assert organiser.enter(place, place, task="add", event="friday").status_code == 200
        assert organiser.enter(place, place, task="add", event="monday").status_code == 404
        assert organiser.enter(place, place, task="final", name="Final", game="shazamm").status_code == 422, "nobody has a place"
        served.within(lambda league: played(league, "shop", "friday"))
        shown = judge.get(place).text
        assert "10 = 10 points" in shown
        assert "=ANA" in shown
        assert 'name="task"' not in shown
        token = organiser.get(place).text.split('name="csrf" value="')[1].split('"')[0]
        assert judge.post(place, data={"csrf": token, "task": "close"}).status_code == 403
        assert of_event.enter("/events/shop/friday", place, task="close").status_code == 403, "one event is not the shop"
        rows = list(csv.reader(io.StringIO(judge.get(f"{place}/table.csv").content.decode("utf-8-sig"))))
        assert rows[0] == ["place", "name", "points", "wins", "promoted", "shop/friday"]
        assert {row[1] for row in rows[1:]} == {"'=ANA", "BEA", "CIRO"}
        plain = judge.get("/v1/seasons/winter-2027").json()
        assert [line["points"] for line in plain["table"]] == [10, 6, 3]
        assert "person" not in plain["table"][0]["events"][0], "whoever shows the id is that person"
        final = organiser.enter(place, place, task="final", name="The final", game="shazamm")
        assert str(final.url).endswith("/events/shop/the-final")
        entered = served.within(lambda league: league.store.load("shop", "the-final"))
        assert [one.strength for one in entered.entrants] == [2, 1]
        assert entered.settings.system == "elimination"
        assert organiser.enter(place, place, task="close").status_code == 200
        assert "final table" in organiser.get(place).text
        assert organiser.enter(place, place, task="remove", event="friday", shop="shop").status_code == 422
        assert organiser.get("/seasons/none").status_code in (404, 422)


def test_a_persons_code_brings_the_name_along_to_another_shop(served: Served) -> None:
    served.friday()
    with served.visitor("organiser") as organiser:
        entered = organiser.enter("/events/shop/friday", "/events/shop/friday/entrants", names="tapete-person:x1y2, Zoe\nAna")
        assert entered.status_code == 200
        unknown = organiser.enter("/events/shop/friday", "/events/shop/friday/entrants", names="tapete-person:nobody")
        assert (unknown.status_code, "Nobody here has this code" in unknown.text) == (422, True)
    names = served.within(lambda league: league.store.names("shop"))
    assert names["x1y2"] == "Zoe"
