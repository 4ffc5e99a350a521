"""A player's own page: table and seat, the result that both say, a judge, a drop."""

from __future__ import annotations

import re

import pytest

from tapete.league.decisions import PublishRound, SetResult, TakeBackRound
from tapete.league.pairing import propose
from tapete.league.server.shared import League
from tests.league.server.conftest import FRIDAY, Served

pytestmark = [pytest.mark.league]

PLAYER = f"{FRIDAY}/player"


def published(served: Served, players: int = 4, **settings: object) -> tuple[int, int]:
    """Publish a first round; the two at its first table."""
    served.friday(players, **settings)

    async def pair(league: League) -> tuple[int, ...]:
        found = propose(await league.store.load("shop", "friday")).what
        await league.decide("shop", "friday", found, who="organiser")
        await league.decide("shop", "friday", PublishRound(1), who="organiser")
        return found.pairings[0].entrants

    a, b = served.within(pair)
    return a, b


def results(served: Served) -> list[tuple[str, str] | None]:
    """Word and source of each result of round 1."""
    found = served.within(lambda league: league.store.load("shop", "friday")).rounds[0].placed
    return [(one.result.word, one.result.source) if one.result else None for one in found]


def test_a_result_counts_once_both_have_said_it(served: Served) -> None:
    a, b = published(served)
    with served.visitor(key=served.player(a)) as first, served.visitor(key=served.player(b)) as second:
        shown = first.get(PLAYER).text
        assert "Table 1" in shown
        assert f"Name {b}" in shown
        assert "seat A" in shown
        first.enter(PLAYER, f"{PLAYER}/result", result="A")
        assert results(served)[0] is None
        assert f"Name {a}: Name {a} wins" in second.get(PLAYER).text
        second.enter(PLAYER, f"{PLAYER}/result", result="A")
        assert results(served)[0] == ("A", "players")
        assert "Wait here for the next round." in first.get(PLAYER).text


def test_two_who_disagree_have_called_a_judge(served: Served) -> None:
    a, b = published(served)
    with served.visitor(key=served.player(a)) as first, served.visitor(key=served.player(b)) as second:
        first.enter(PLAYER, f"{PLAYER}/result", result="A")
        second.enter(PLAYER, f"{PLAYER}/result", result="B")
        assert results(served)[0] is None
        assert "A judge is called." in second.get(PLAYER).text
    with served.visitor("judge") as judge:
        shown = judge.get(f"{FRIDAY}/judge").text
        assert "A judge is wanted" in shown
        assert "Players say:" in shown
        judge.enter(f"{FRIDAY}/judge", f"{FRIDAY}/called", entrant=str(b))
        assert "A judge is wanted" not in judge.get(f"{FRIDAY}/judge").text


def test_players_say_by_phone_that_they_sit_where_the_round_has_them(served: Served) -> None:
    a, b = published(served)
    with served.visitor(key=served.player(a)) as first, served.visitor(key=served.player(b)) as second, served.visitor("judge") as judge:
        assert "Complete tables" not in judge.get(f"{FRIDAY}/judge").text, "without phones nothing is asked for"
        assert 'value="here" aria-pressed="true"' in first.enter(PLAYER, f"{PLAYER}/sit", sits="here").text
        shown = judge.get(f"{FRIDAY}/judge").text
        assert "1 of 2 say that they sit here" in shown
        assert "0 of 2" in shown
        assert "Everybody at this table has said so." in second.enter(PLAYER, f"{PLAYER}/sit", sits="here").text
        assert "phones: 1 of 2" in judge.get(f"{FRIDAY}/judge").text
        assert "Staff are called." in second.enter(PLAYER, f"{PLAYER}/sit", sits="other").text
        shown = judge.get(f"{FRIDAY}/judge").text
        assert f"Another person sits here, says Name {b}" in shown
        assert "A judge is wanted" in shown
        assert "Everybody at this table" in second.enter(PLAYER, f"{PLAYER}/sit", sits="here").text, "the newest word counts"


def test_a_round_that_is_paired_anew_asks_for_seats_anew(served: Served) -> None:
    a, _b = published(served)
    with served.visitor(key=served.player(a)) as player:
        player.enter(PLAYER, f"{PLAYER}/sit", sits="here")

        async def again(league: League) -> None:
            await league.decide("shop", "friday", TakeBackRound(1), who="organiser", why="wrong list")
            await league.decide("shop", "friday", propose(await league.store.load("shop", "friday")).what, who="organiser")
            await league.decide("shop", "friday", PublishRound(1), who="organiser")

        served.within(again)
        assert 'aria-pressed="true"' not in player.get(PLAYER).text

        async def decided(league: League) -> None:
            for table in (1, 2):
                await league.decide("shop", "friday", SetResult(1, table, "A"), who="judge")

        served.within(decided)
        token = re.search(r'name="csrf" value="([^"]+)"', player.get(PLAYER).text)
        assert token is not None
        assert player.post(f"{PLAYER}/sit", data={"csrf": token[1], "sits": "here"}).status_code == 422


def test_a_player_drops_and_calls_in_the_own_name_only(served: Served) -> None:
    a, b = published(served)
    with served.visitor(key=served.player(a)) as player:
        assert "A judge is called." in player.enter(PLAYER, f"{PLAYER}/call", entrant=str(b)).text
        assert "You have dropped." in player.enter(PLAYER, f"{PLAYER}/drop", entrant=str(b)).text
        assert player.get(FRIDAY).status_code == 403
        assert player.get(f"{FRIDAY}/export.json").status_code == 403
    now = served.within(lambda league: league.store.load("shop", "friday"))
    assert [one.number for one in now.entrants if not one.playing] == [a]


@pytest.mark.parametrize("word", ["C", "", "A,B,C,D", "a"])
def test_what_is_no_result_is_refused(served: Served, word: str) -> None:
    a, _b = published(served)
    with served.visitor(key=served.player(a)) as player:
        said = player.enter(PLAYER, f"{PLAYER}/result", result=word)
        assert (said.status_code, "is no result of this match" in said.text) == (422, True)


def test_a_result_is_not_said_before_or_after(served: Served) -> None:
    served.friday(4)
    with served.visitor(key=served.player(1)) as player:
        assert "not published yet" in player.get(PLAYER).text
        token = re.search(r'name="csrf" value="([^"]+)"', player.get(PLAYER).text)
        assert token is not None
        assert player.post(f"{PLAYER}/result", data={"csrf": token[1], "result": "A"}).status_code == 422


def test_slips_have_a_code_for_everybody_who_plays(served: Served) -> None:
    a, _b = published(served)
    with served.visitor("organiser") as organiser:
        shown = organiser.get(f"{FRIDAY}/slips").text
        assert shown.count("<svg") >= 4
        assert served.player(a) in shown
        assert "table 1" in shown


@pytest.mark.parametrize("computes", ["=1+1", "＝1+1", "＠SUM(A1)"])
def test_files_of_an_event(served: Served, computes: str) -> None:
    a, _b = published(served)
    served.within(lambda league: league.store.name_person("shop", f"person {a}", computes))
    with served.visitor("organiser") as organiser:
        rows = organiser.get(f"{FRIDAY}/export.csv").content.decode("utf-8-sig").splitlines()
        assert rows[0].startswith("place,entrant,name,points")
        assert any(f",'{computes}," in row for row in rows), "no spreadsheet computes a name"
        whole = organiser.get(f"{FRIDAY}/export.json").json()
        assert [entry["number"] for entry in whole["log"]] == list(range(1, 7))
        trf = organiser.get(f"{FRIDAY}/export.trf").text.splitlines()
        players = [line for line in trf if line.startswith("001")]
        assert len(players) == 4
        for line in players:
            assert int(line[4:8]) == players.index(line) + 1
            assert float(line[80:84]) == 0
            assert len(line) == 89, "no result is known yet"


def test_trf_is_for_two_at_a_table(served: Served) -> None:
    served.friday(4, seats=4, fewest=3)
    with served.visitor("organiser") as organiser:
        said = organiser.get(f"{FRIDAY}/export.trf")
        assert (said.status_code, "TRF knows matches of two alone" in said.text) == (422, True)
