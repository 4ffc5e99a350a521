"""Links are listed with age and last use, and end at a touch; each start of the server shows the same one."""

from __future__ import annotations

import logging
import re

import pytest

from tapete.league.server.access import first_link
from tapete.web import refused_keys
from tapete.web.refused_keys import RefusedVisits
from tests.league.server.conftest import API, FRIDAY, Served
from tests.station.clock import Clock

pytestmark = [pytest.mark.league]


def test_links_are_listed_with_their_age_and_end_at_a_touch(served: Served) -> None:
    served.friday(2)
    key = served.link("judge", label="judge Ana")
    served.league.now += 3 * 3_600_000
    with served.visitor("organiser") as organiser, served.visitor(key=key) as judge:
        assert judge.get(f"{FRIDAY}/judge").status_code == 200
        shown = organiser.get(FRIDAY).text
        [line] = re.findall(r"<li class=.pair.><strong>judge Ana.*?</li>", shown)
        assert "made: 3 hours ago" in line
        assert "last used: just now" in line
        [ends] = re.findall(r'name="end" value="([0-9a-f]{64})"', line)
        assert "your own" in shown
        assert judge.get(FRIDAY).status_code == 403, "no judge sees the links"
        assert organiser.enter(FRIDAY, f"{FRIDAY}/links", end=ends).status_code == 200
        assert judge.get(f"{FRIDAY}/judge").status_code == 403
        assert "judge Ana" not in organiser.get(FRIDAY).text
        assert organiser.enter(FRIDAY, f"{FRIDAY}/links", end=ends).status_code == 400
    with served.visitor() as late:
        assert late.get(f"/in/{key}").status_code == 403


def test_an_open_stream_ends_with_its_link(served: Served) -> None:
    served.friday(2)
    key = served.link("wall")
    with served.visitor("organiser") as organiser, served.visitor(key=key) as wall:
        with wall.stream("GET", f"{FRIDAY}/wall/stream") as answer:
            lines = answer.iter_lines()
            assert next(line for line in lines if line.startswith("event: ")) == "event: state"
            shown = organiser.get(FRIDAY).text
            [ends] = re.findall(r"<strong>wall</strong>.*?name=.end. value=.([0-9a-f]{64})", shown)
            organiser.enter(FRIDAY, f"{FRIDAY}/links", end=ends)
            list(lines)  # it ends
        assert wall.get(f"{FRIDAY}/wall").status_code == 403


def test_each_start_shows_the_same_link_until_it_is_ended(served: Served) -> None:
    served.friday(2)
    first = served.within(first_link)
    assert served.within(first_link) == first
    with served.visitor("organiser", None) as other:
        shown = other.get(FRIDAY).text
        [ends] = re.findall(
            r"<strong>organiser</strong>(?:(?!</li>).)*for every event(?:(?!</li>).)*name=.end. value=.([0-9a-f]{64})", shown
        )
        other.enter(FRIDAY, f"{FRIDAY}/links", end=ends)
    second = served.within(first_link)
    assert second != first
    with served.visitor() as visitor:
        assert visitor.get(f"/in/{first}").status_code == 403
        assert visitor.get(f"/in/{second}").status_code == 200


def test_a_lost_slip_ends_and_the_next_print_has_another_code(served: Served) -> None:
    served.friday(2)
    lost = served.player(1)
    assert served.player(1) == lost
    with served.visitor("organiser") as organiser:
        [ends] = re.findall(r"<strong>player 1</strong>.*?name=.end. value=.([0-9a-f]{64})", organiser.get(FRIDAY).text)
        organiser.enter(FRIDAY, f"{FRIDAY}/links", end=ends)
    assert served.player(1) != lost
    with served.visitor() as finder:
        assert finder.get(f"/in/{lost}").status_code == 403


def test_a_judge_and_another_event_end_nothing(served: Served) -> None:
    served.friday(2)
    key = served.link("wall")
    ends = served.within(lambda league: _hash_of(league, key))
    with served.program("judge") as judge:
        assert judge.post(f"{FRIDAY}/links", data={"end": ends}).status_code in (403, 422)
    with served.program("wall") as wall:
        assert wall.get(f"{API}/standings").status_code == 200


async def _hash_of(league: object, key: str) -> str:
    from tapete.league.store.links import hashed

    return hashed(key)


def test_refused_links_stand_in_the_log_with_the_address_and_without_the_key(
    served: Served, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refused_keys, "_refused", RefusedVisits())
    served.friday(2)
    with served.visitor() as guesser, caplog.at_level(logging.WARNING):
        for _ in range(3):
            assert guesser.get("/in/AAAAAAAAAAAAAAAAAAAAAAAA").status_code == 403
    said = [record.getMessage() for record in caplog.records if record.name == "tapete.web.refused_keys"]
    assert said == ["refused a link from here, 1 since it was last told"]
    assert "AAAA" not in caplog.text


def test_what_is_refused_is_told_once_a_minute_for_each_address(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    note = RefusedVisits(clock).note
    with caplog.at_level(logging.WARNING):
        for _ in range(50):
            note("192.0.2.1", "a PIN")
        note("192.0.2.2", "a PIN")
        clock.go_on(61)
        note("192.0.2.1", "a PIN")
    assert [record.getMessage() for record in caplog.records] == [
        "refused a PIN from 192.0.2.1, 1 since it was last told",
        "refused a PIN from 192.0.2.2, 1 since it was last told",
        "refused a PIN from 192.0.2.1, 50 since it was last told",
    ]
