"""Several servers over one database: what one decides the others show, by a hint at once and by a look anyway; the interface on both."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from sqlalchemy import text

from tapete.league.pairing import propose
from tapete.league.server import notify, watching
from tapete.league.server.access import first_link
from tapete.league.server.shared import League
from tests.league import matches
from tests.league.server.conftest import API, FRIDAY, Served
from tests.league.server.test_wall import events
from tests.league.server.two_tables import KEY, evening

pytestmark = [pytest.mark.league, pytest.mark.slow]

NEVER_S = 3_600.0
"""Longer than any test: what is seen then was heard."""


@pytest.fixture
def both(url: str) -> Iterator[tuple[Served, Served]]:
    """Two servers over one database; the same one twice where it is a file."""
    with ExitStack() as closing:
        first = Served(url)
        closing.enter_context(first.server)
        second = first
        if url.startswith("postgresql"):
            second = Served(url)
            closing.enter_context(second.server)
        yield first, second


def test_a_decision_at_one_server_is_stale_at_the_other(both: tuple[Served, Served]) -> None:
    first, second = both
    first.friday(4)
    with first.program("organiser") as here, second.program("organiser") as there:
        drop = {"expected_version": 4, "do": "drop_entrant", "entrant": 1, "why": "x"}
        assert here.post(f"{API}/decisions", json=drop).json() == {"ok": True, "version": 5}
        assert there.post(f"{API}/decisions", json={**drop, "entrant": 2}).status_code == 409
        assert there.get(f"{API}/standings").json() == here.get(f"{API}/standings").json()


def test_an_evening_by_two_servers(both: tuple[Served, Served]) -> None:
    """Links, forms, reports of players and a wall, each at the other server than what it follows from."""
    first, second = both
    first.friday(2)
    with first.visitor("organiser") as organiser:
        organiser.enter(FRIDAY, f"{FRIDAY}/decide", do="pair_round", round="1", pairings="1 2", go="do")
        organiser.enter(FRIDAY, f"{FRIDAY}/decide", do="publish_round", round="1", go="do")
    with second.visitor(key=first.player(1)) as one, first.visitor(key=second.player(2)) as two:
        one.enter(f"{FRIDAY}/player", f"{FRIDAY}/player/result", result="B")
        two.enter(f"{FRIDAY}/player", f"{FRIDAY}/player/result", result="B")
    with second.program("wall") as wall:
        assert wall.get(f"{API}/pairings").json()["pairings"][0]["result"] == "B"
        with wall.stream("GET", f"{API}/wall") as answer:
            assert next(events(answer))[1]["standings"][0]["entrant"] == 2


@pytest.mark.postgresql
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_what_a_table_sends_to_one_server_is_on_the_wall_of_the_other_at_once(
    both: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moves and the result, by hints alone: nobody looks at the rows by itself."""
    monkeypatch.setattr(watching, "LOOK_S", NEVER_S)
    first, second = both
    table, match = evening(first)(1), matches.told()
    with second.program("wall") as wall, wall.stream("GET", f"{API}/wall") as answer:
        said = events(answer)
        assert next(said)[1]["pairings"][0]["result"] is None
        half = len(match.lines) // 2
        for before, have in ((0, 40), (40, half)):
            assert table.lines(match.part(before, have, KEY)) == (200, {"have": have})
            assert next(body["moves"] for kind, body in said if kind == "moves" and body["moves"]["1"] > before) == {"1": have}
        assert table.lines(match.part(half)) == (200, {"have": len(match.lines)})
        last: dict[str, Any] = {}
        while len(last) < 2:  # in any order
            kind, body = next(said)
            if kind == "moves" and body["moves"]["1"] == len(match.lines):
                last["moves"] = body
            elif kind == "state" and body["pairings"][0]["result"] is not None:
                last["state"] = body
        assert last["state"]["pairings"][0]["result"] == match.result


@pytest.mark.postgresql
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_hint_is_heard_at_once_also_after_its_connection_was_lost(both: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "LOOK_S", NEVER_S)
    monkeypatch.setattr(notify, "AGAIN_S", 0.0)
    first, second = both
    first.friday(4)
    with first.program("organiser") as organiser, second.program("wall") as wall, wall.stream("GET", f"{API}/wall") as answer:
        said = (body for kind, body in events(answer) if kind == "state")
        assert next(said)["version"] == 4
        organiser.post(f"{API}/decisions", json={"expected_version": 4, "do": "drop_entrant", "entrant": 1, "why": "x"})
        assert next(said)["version"] == 5

        async def decided_and_cut(league: League) -> int:
            """Decide beside the servers, so that nobody is told, and only then end the connections that listen."""
            await league.decide("shop", "friday", propose(await league.store.load("shop", "friday")).what, who="organiser")
            listening = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
            async with league.store.engine.begin() as connection:
                return len((await connection.execute(text(listening))).all())

        assert first.within(decided_and_cut) >= 1
        assert next(said)["version"] == 6, "a server that listens again looks at once"


@pytest.mark.postgresql
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("fault", ["ConnectionDoesNotExistError", "InterfaceError"])
def test_a_hint_whose_connection_breaks_under_it_is_told_again(
    both: tuple[Served, Served], fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The decision comes after the other server listens again and before this one has seen that its own connection is lost."""
    asyncpg = pytest.importorskip("asyncpg")
    monkeypatch.setattr(watching, "LOOK_S", NEVER_S)
    monkeypatch.setattr(notify, "AGAIN_S", 0.0)
    told, broken = asyncpg.Connection.execute, iter([getattr(asyncpg, fault)("the connection was closed in the middle of operation")])

    async def execute(line: Any, query: str, *values: Any) -> Any:
        if "pg_notify" in query and (wrong := next(broken, None)) is not None:
            raise wrong
        return await told(line, query, *values)

    monkeypatch.setattr(asyncpg.Connection, "execute", execute)
    first, second = both
    first.friday(4)
    with first.program("organiser") as organiser, second.program("wall") as wall, wall.stream("GET", f"{API}/wall") as answer:
        said = (body for kind, body in events(answer) if kind == "state")
        assert next(said)["version"] == 4
        organiser.post(f"{API}/decisions", json={"expected_version": 4, "do": "drop_entrant", "entrant": 1, "why": "x"})
        assert next(said)["version"] == 5
    assert next(broken, None) is None


def test_servers_that_start_at_once_show_the_same_link(both: tuple[Served, Served]) -> None:
    """Each begins the shop and writes the link: where the rows are written by two, neither fails."""

    async def starts(league: League) -> set[str]:
        async def begin() -> str:
            await league.store.add_shop("shop", "shop")
            await league.store.name_person("shop", "ana", "Ana")
            return await first_link(league)

        return set(await asyncio.gather(*(begin() for _ in range(8))))

    assert len(both[0].within(starts)) == 1
