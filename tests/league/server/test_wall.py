"""The wall: whole states, the newest only, and what to do next."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tapete.league.decisions import CloseRound, PauseRound, PublishRound, SetResult, StartRound, TakeBackRound
from tapete.league.pairing import propose
from tapete.league.protocol import PairingKey
from tapete.league.server.shared import League
from tests.league import matches
from tests.league.server.conftest import API, FRIDAY, Served
from tests.league.server.two_tables import evening

pytestmark = [pytest.mark.league]

MOST_BYTES = 60_000
"""Of everything that a phone loads to show the wall."""


MOST_PINGS = 30
"""In a row, from a stream that has nothing to say and never will: each is `PING_S` after the one before."""


def events(answer: httpx.Response) -> Iterator[tuple[str, Any]]:
    """The events of a stream: kind and body."""
    kind, pings = "", 0
    for line in answer.iter_lines():
        if line.startswith("event: "):
            kind = line[7:]
            pings = pings + 1 if kind == "ping" else 0
            assert pings <= MOST_PINGS, "nothing comes any more"
        elif line.startswith("data: "):
            yield kind, json.loads(line[6:])


def test_the_state_comes_first_and_then_what_changes(served: Served) -> None:
    served.friday(4, round_ms=600_000)
    with served.program("wall") as wall, served.program("organiser") as organiser, wall.stream("GET", f"{API}/wall") as answer:
        said = events(answer)
        kind, state = next(said)
        assert (kind, state["round"], len(state["standings"])) == ("state", None, 4)
        dropped = {"expected_version": 4, "do": "drop_entrant", "entrant": 1, "why": "x"}
        assert organiser.post(f"{API}/decisions", json=dropped).status_code == 200
        state = next(body for kind, body in said if kind == "state")
        assert state["version"] == 5
        assert [one["entrant"] for one in state["standings"] if not one["playing"]] == [1]


def test_what_another_server_decides_is_seen(served: Served) -> None:
    served.friday(4)
    with served.program("wall") as wall, wall.stream("GET", f"{API}/wall") as answer:
        said = events(answer)
        assert next(said)[1]["round"] is None

        async def beside(league: League) -> None:
            await league.decide("shop", "friday", propose(await league.store.load("shop", "friday")).what, who="organiser")
            await league.decide("shop", "friday", PublishRound(1), who="organiser")

        served.within(beside)
        assert next(body["round"] for kind, body in said if kind == "state" and body["round"]) == 1


def test_moves_of_the_tables_are_told_apart_from_the_state(served: Served) -> None:
    """They are counted for the newest round alone, and a page of staff does not load itself anew for them."""
    table, match = evening(served)(2), matches.told()
    with (
        served.program("wall") as wall,
        served.program("organiser") as staff,
        wall.stream("GET", f"{API}/wall") as answer,
        staff.stream("GET", f"{FRIDAY}/news") as news,
    ):
        said, told = events(answer), events(news)
        assert (next(said)[0], next(told)[0]) == ("state", "news")
        assert table.lines(match.part(0, 12, PairingKey("friday", 1, 1, 2))) == (200, {"have": 12})
        assert next(said) == ("moves", {"version": 6, "moves": {"2": 12}})
        served.within(lambda league: league.decide("shop", "friday", TakeBackRound(1), who="organiser", why="x"))
        assert [next(said)[0], next(said)] == ["state", ("moves", {"version": 7, "moves": {}})]
        kind, body = next(told)
        assert (kind, body["mark"].split(".")[0]) == ("news", "7"), "nothing came between"


def test_each_moment_of_an_evening_says_what_to_do(served: Served) -> None:
    served.friday(4, rounds=1, round_ms=600_000)

    def do(*what: Any) -> None:
        async def decided(league: League) -> None:
            for one in what:
                await league.decide("shop", "friday", one, who="organiser")

        served.within(decided)

    with served.visitor("wall") as wall:

        def shown() -> str:
            found = re.search(r"<h1>([^<]+)", wall.get(f"{FRIDAY}/wall").text)
            assert found is not None
            return found[1].strip()

        assert shown() == "Welcome. Enter your name at the desk."
        pairs = served.within(lambda league: league.store.load("shop", "friday"))
        do(propose(pairs).what)
        assert shown() == "Welcome. Enter your name at the desk.", "staff look first"
        do(PublishRound(1))
        assert shown() == "Round 1: find your table."
        do(StartRound(1))
        assert shown() == "Round 1: play."
        served.league.now += 660_000
        assert shown() == "Round 1: time is up. Finish your turn."
        assert ">−1:00<" in wall.get(f"{FRIDAY}/wall").text
        do(PauseRound(1))
        assert shown() == "Round 1: the clock is stopped. Wait."
        do(SetResult(1, 1, "A"), SetResult(1, 2, "B"), CloseRound(1))
        assert shown() == "Stay near: the next round is paired soon."
        from tapete.league.decisions import CloseTournament

        do(CloseTournament())
        assert shown() == "The event is over. Thank you for playing."
        assert "Final places" in wall.get(f"{FRIDAY}/wall").text


def test_a_phone_loads_less_than_sixty_kilobytes(served: Served) -> None:
    """Forty tables; what a server sends without compression, and with it for what is static."""
    served.friday(80)

    async def published(league: League) -> None:
        await league.decide("shop", "friday", propose(await league.store.load("shop", "friday")).what, who="organiser")
        await league.decide("shop", "friday", PublishRound(1), who="organiser")

    served.within(published)
    with served.visitor("wall") as wall:
        page = wall.get(f"{FRIDAY}/wall")
        loaded = len(page.content)
        for place in re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text):
            loaded += len(wall.get(place).content)
        with wall.stream("GET", f"{FRIDAY}/wall/stream?lang=en") as answer:
            kind, state = next(events(answer))
        loaded += len(json.dumps(state))
    assert kind == "state"
    assert state["size"] == "medium"
    assert loaded < MOST_BYTES
    assert len(gzip.compress(page.content)) < len(page.content)


def test_health_and_figures(served: Served) -> None:
    served.friday(2)
    with served.visitor() as nobody, served.program("organiser") as organiser, served.program("wall") as wall:
        assert nobody.get("/health").json()["ok"] is True
        assert nobody.get("/metrics").status_code == 401
        assert wall.get("/metrics").status_code == 403
        said = organiser.get("/metrics").text
        assert 'tapete_league_answers_total{method="GET",status="401"} 1.0' in said
        assert "tapete_league_answer_seconds_bucket" in said


def test_a_small_room_sees_who_met_whom_and_who_leads(served: Served) -> None:
    from tapete.league.decisions import CloseRound, PublishRound, SetResult, StartRound
    from tapete.league.pairing import propose

    served.friday(5, rounds=3)

    async def play(league: League) -> None:
        for number in (1, 2):
            for what in (propose(await league.store.load("shop", "friday")).what, PublishRound(number), StartRound(number)):
                await league.decide("shop", "friday", what, who="organiser")
            for table in (1, 2)[: 3 - number]:
                await league.decide("shop", "friday", SetResult(number, table, "A" if number == 1 else "draw"), who="organiser")
            if number == 1:
                await league.decide("shop", "friday", CloseRound(1), who="organiser")

    served.within(play)
    with served.visitor("wall") as wall, served.visitor("organiser") as page:
        shown = wall.get(f"{FRIDAY}/wall").text
        assert 'class="small few"' in shown
        cells = re.findall(r'<td class="cell[^"]*">([^<]+)</td>', shown)
        assert len(cells) == 10
        assert sum(cell.startswith("+ ") for cell in cells) == sum(cell.startswith("− ") for cell in cells) == 2
        assert sum(cell.startswith("= ") for cell in cells) == sum(cell.startswith("· ") for cell in cells) == 2
        assert cells.count("○") == 2
        assert re.search(r"<h2>[^<]+ leads? with \d points?</h2>", shown)
        assert "Cross table" in page.get(f"{FRIDAY}/standings").text
        page.enter(FRIDAY, f"{FRIDAY}/decide", do="set_result", round=2, pairing=2, result="A", go="do")
        page.enter(FRIDAY, f"{FRIDAY}/decide", do="close_round", round=2, go="do")
        page.enter(FRIDAY, f"{FRIDAY}/decide", do="close_tournament", go="do", why="late")
        over = wall.get(f"{FRIDAY}/wall").text
        assert "leads with" not in over
        assert "Final places" in over
