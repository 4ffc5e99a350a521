"""Counter and room: few touches an evening, lists by name, fixed tables, a late one into the bye, calls that end, reasons of staff."""

from __future__ import annotations

import re

import pytest

from tapete.league.tournament import Tournament
from tests.league.server.conftest import FRIDAY, Served, Visitor

pytestmark = [pytest.mark.league]

NINE = "Ana\nBruno\nCarla\nDora\nElena\nFidel\nGema\nHugo\nInés"
PLAYER = f"{FRIDAY}/player"


def now(served: Served) -> Tournament:
    found: Tournament = served.within(lambda league: league.store.load("shop", "friday"))
    return found


def onward(page: Visitor, go: str = "do", **more: object) -> str:
    """Press the button, and decide what it shows: two touches."""
    shown = page.enter(FRIDAY, f"{FRIDAY}/onward")
    assert shown.status_code == 200, shown.text
    typed = re.search(r'<textarea id="pairings"[^>]*>([^<]+)</textarea>', shown.text)
    pairs = {"pairings": typed[1]} if typed else {}
    done = page.enter(FRIDAY, f"{FRIDAY}/onward", go=go, **{**pairs, **more})
    assert done.url.path == FRIDAY, done.text
    return shown.text


@pytest.mark.slow
def test_an_evening_of_nine_and_four_rounds_takes_thirty_touches(served: Served) -> None:
    """Every touch of the organiser's counts: begin, enter, two a round with its clock, a result a table, two to close."""
    touches = 0
    with served.visitor("organiser", None) as page:
        page.enter("/", "/events/shop", name="Friday", game="other", system="swiss", rounds="4", minutes="50", preset="friday")
        page.enter(FRIDAY, f"{FRIDAY}/entrants", names=NINE)
        touches += 2
        for number in range(1, 5):
            shown = onward(page, "start")
            touches += 2
            assert (f"Round {number - 1} is closed." in shown) is (number > 1)
            assert now(served).rounds[-1].state == "running"
            for table in range(1, 5):
                assert 'value="A 2-0"' in page.get(FRIDAY).text, "one touch at its table"
                page.enter(FRIDAY, f"{FRIDAY}/decide", do="set_result", round=number, pairing=table, result="A 2-0", go="do")
                touches += 1
        assert "these places are final" in onward(page)
        touches += 2
        assert now(served).closed
        assert len(now(served).rounds) == 4
    assert touches <= 30


def test_nothing_of_it_is_decided_where_a_part_cannot_be(served: Served) -> None:
    served.friday(4)
    with served.visitor("organiser") as page:
        onward(page)
        before = now(served).version
        refused = page.enter(FRIDAY, f"{FRIDAY}/onward", go="do")
        assert refused.status_code == 422
        assert "Round 1 lacks the results of tables 1 and 2" in refused.text
        for table in (1, 2):
            page.enter(FRIDAY, f"{FRIDAY}/decide", do="set_result", round=1, pairing=table, result="A", go="do")
        wrong = page.enter(FRIDAY, f"{FRIDAY}/onward", go="do", pairings="1 2\n2 3")
        assert wrong.status_code == 422
        assert "Number 2 sits twice in this round." in wrong.text
        assert "1 2\n2 3</textarea>" in wrong.text, "what was typed stays"
        assert now(served).version == before + 2
        stale = page.enter(FRIDAY, f"{FRIDAY}/onward", go="do", expected_version="1")
        assert stale.status_code == 409
    with served.visitor("judge") as judge:
        assert judge.enter(f"{FRIDAY}/judge", f"{FRIDAY}/onward").status_code == 403


def test_rematches_ask_for_a_reason_before_anything_is_decided(served: Served) -> None:
    served.friday(2, rounds=2)
    with served.visitor("organiser") as page:
        onward(page)
        page.enter(FRIDAY, f"{FRIDAY}/decide", do="set_result", round=1, pairing=1, result="A", go="do")
        looked = page.enter(FRIDAY, f"{FRIDAY}/onward")
        assert "Not everybody can be paired by the rules" in looked.text
        before = now(served).version
        form = {"pairings": "1 2", "repeats": "yes"}
        assert page.enter(FRIDAY, f"{FRIDAY}/onward", go="do", **form).status_code == 422
        assert now(served).version == before
        assert page.enter(FRIDAY, f"{FRIDAY}/onward", go="do", why="only two came", **form).url.path == FRIDAY
        assert len(now(served).rounds) == 2


def test_lists_by_name_and_by_table_are_printed_and_on_the_wall(served: Served) -> None:
    with served.visitor("organiser", None) as page:
        page.enter("/", "/events/shop", name="Friday", game="other", system="swiss", rounds="4", minutes="50", preset="friday")
        page.enter(FRIDAY, f"{FRIDAY}/entrants", names="Zoe\nÁngel\nbeatriz\nCarla\nInés")
        onward(page)
        printed = page.get(f"{FRIDAY}/rounds/1/list").text
        by_name = printed[printed.index("By name") : printed.index("By table")]
        assert re.findall(r"<tr><td>([^<]+)</td>", by_name) == ["Ángel", "beatriz", "Carla", "Inés", "Zoe"]
        assert by_name.count(">bye<") == 1
        wall = page.get(f"{FRIDAY}/wall").text
        assert re.search(r"<h2>By name</h2>.*Ángel.*Zoe", wall, re.S)
        page.enter(FRIDAY, f"{FRIDAY}/decide", do="start_round", round=1, go="do")
        assert "<h2>By name</h2>" not in page.get(f"{FRIDAY}/wall").text, "everybody sits: the standings stand there again"
        assert page.get(f"{FRIDAY}/rounds/2/list").status_code == 422


def test_a_fixed_table_is_kept_in_every_round(served: Served) -> None:
    served.friday(9)
    with served.visitor("organiser") as page:
        page.enter(FRIDAY, f"{FRIDAY}/decide", do="fix_table", entrant=7, table=3, go="do")
        assert "always table 3" in page.get(FRIDAY).text
        taken = page.enter(FRIDAY, f"{FRIDAY}/decide", do="fix_table", entrant=8, table=3, go="do")
        assert "kept for another player" in taken.text
        for number in (1, 2, 3):
            onward(page)
            one = now(served).rounds[-1]
            where = next(placed for placed in one.placed if 7 in placed.pairing.entrants)
            assert where.number == 3 or where.pairing.kind == "bye"
            for placed in one.placed:
                if placed.pairing.kind == "match":
                    page.enter(FRIDAY, f"{FRIDAY}/decide", do="set_result", round=number, pairing=placed.number, result="A", go="do")


def test_a_late_player_sits_against_the_bye_of_the_running_round(served: Served) -> None:
    served.friday(3)
    with served.visitor("organiser") as page:
        onward(page)
        assert "against the bye now" not in page.get(FRIDAY).text
        page.enter(FRIDAY, f"{FRIDAY}/entrants", names="Tarde", why="the bus")
        assert "Seat Tarde against the bye now" in page.get(FRIDAY).text
        page.enter(FRIDAY, f"{FRIDAY}/decide", do="seat_late", round=1, entrant=4, go="do")
        one = now(served).rounds[0]
        assert [placed.pairing.kind for placed in one.placed] == ["match", "match"]
        assert one.placed[1].pairing.entrants[1] == 4
        assert one.placed[1].open
        again = page.enter(FRIDAY, f"{FRIDAY}/decide", do="seat_late", round=1, entrant=4, go="do")
        assert "no bye" in again.text
        with served.visitor(key=served.player(4)) as late:
            assert "Table 2" in late.get(PLAYER).text


def test_a_call_belongs_to_its_table_and_ends_with_the_result(served: Served) -> None:
    served.friday(4)
    with served.visitor("organiser") as page:
        onward(page)
        a, b = now(served).rounds[0].placed[0].pairing.entrants
        with served.visitor(key=served.player(a)) as one, served.visitor(key=served.player(b)) as other:
            one.enter(PLAYER, f"{PLAYER}/result", result="A")
            other.enter(PLAYER, f"{PLAYER}/result", result="B")
            assert re.search(r"A judge is wanted.*Round 1, table 1", page.get(FRIDAY).text, re.S)
            other.enter(PLAYER, f"{PLAYER}/result", result="A")
            assert "A judge is wanted" not in page.get(FRIDAY).text, "they agree"
            assert "A judge is called" not in other.get(PLAYER).text
        with served.visitor(key=served.player(now(served).rounds[0].placed[1].pairing.entrants[0])) as third:
            third.enter(PLAYER, f"{PLAYER}/call")
            assert "A judge is wanted" in page.get(FRIDAY).text
            page.enter(FRIDAY, f"{FRIDAY}/decide", do="set_result", round=1, pairing=2, result="A", go="do")
            page.enter(FRIDAY, f"{FRIDAY}/decide", do="close_round", round=1, go="do")
            assert "A judge is wanted" not in page.get(FRIDAY).text


def test_why_two_are_kept_apart_is_read_by_staff_alone(served: Served) -> None:
    served.friday(4)
    with served.visitor("organiser") as page, served.visitor(key=served.player(1)) as player, served.visitor("wall") as wall:
        assert "staff alone" in page.enter(FRIDAY, f"{FRIDAY}/decide", do="forbid_pair", a=1, b=2).text
        page.enter(FRIDAY, f"{FRIDAY}/decide", do="forbid_pair", a=1, b=2, why="a quarrel", go="do")
        onward(page)
        assert "a quarrel" in page.get(FRIDAY).text
        for address in (PLAYER, f"{FRIDAY}/standings", f"{FRIDAY}/rounds/1/list"):
            assert "a quarrel" not in player.get(address).text
        assert "a quarrel" not in wall.get(f"{FRIDAY}/wall").text
        assert player.get(f"{FRIDAY}/export.json").status_code == 403
