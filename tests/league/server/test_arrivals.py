"""People come in by themselves: the code of the wall, a name on the phone, a touch of staff; codes of four letters for a television."""

from __future__ import annotations

import re

import pytest

from tapete.league.protocol import LETTERS
from tapete.league.server.short_codes import short_code
from tapete.league.tournament import Tournament
from tests.league.server.conftest import FRIDAY, Served, Visitor

pytestmark = [pytest.mark.league]

PLAYER = f"{FRIDAY}/player"


def now(served: Served) -> Tournament:
    found: Tournament = served.within(lambda league: league.store.load("shop", "friday"))
    return found


def phone(served: Served, code: str = "") -> Visitor:
    """A phone without any link, at the page for codes."""
    made = Visitor(base_url=served.server.address, headers={"accept-language": "en"}, follow_redirects=True, trust_env=False)
    if code:
        assert made.enter("/code", "/code", code=code).status_code == 200
    return made


def code(served: Served, what: str) -> str:
    return short_code(served.league, "shop", "friday", what)


def test_twelve_phones_come_in_by_the_code_and_staff_accept_by_one_touch(served: Served) -> None:
    served.friday(0)
    with served.visitor("wall") as wall, served.visitor("organiser") as page:
        shown = wall.get(f"{FRIDAY}/wall").text
        assert "Scan to come in" in shown
        assert code(served, "enter") in shown
        phones = [phone(served, code(served, "enter").lower()) for _ in range(12)]
        for number, one in enumerate(phones):
            said = one.enter(PLAYER, f"{PLAYER}/ask", name=f"Nora {number}")
            assert "Staff have your name" in said.text
        assert now(served).entrants == ()
        assert page.get(FRIDAY).text.count('aria-label="Take in ') == 12
        page.enter(FRIDAY, f"{FRIDAY}/door")
        assert len(now(served).entrants) == 12
        assert now(served).applicants == ()
        assert "Wait: the next round is not published yet." in phones[7].get(PLAYER).text
        assert "<h1>Nora 7 " in phones[7].get(PLAYER).text
        assert "Who is here" in wall.get(f"{FRIDAY}/wall").text
        phones[7].enter(PLAYER, f"{PLAYER}/drop")
        assert not now(served).entrants[7].playing
        for one in phones:
            one.close()


def test_at_the_door_a_name_is_judged_and_staff_may_turn_away(served: Served) -> None:
    served.friday(1)
    with phone(served) as one, phone(served) as other, served.visitor("organiser") as page:
        for each in (one, other):
            each.enter("/code", "/code", code=code(served, "enter"))
        twice = one.enter(PLAYER, f"{PLAYER}/ask", name="name 1")
        assert twice.status_code == 422
        assert 'value="name 1"' in twice.text, "what was typed stays"
        one.enter(PLAYER, f"{PLAYER}/ask", name="Nora")
        assert other.enter(PLAYER, f"{PLAYER}/ask", name="Nora").status_code == 422, "the name waits at the door already"
        person = now(served).applicants[0]
        page.enter(FRIDAY, f"{FRIDAY}/door", task="away", person=person)
        assert now(served).applicants == ()
        assert "Who plays?" in one.get(PLAYER).text
        assert len(now(served).entrants) == 1


def test_who_plays_and_scans_the_wall_keeps_the_own_page(served: Served) -> None:
    served.friday(2)
    with served.visitor("wall") as wall:
        wall.get(f"{FRIDAY}/wall")
    with served.visitor(key=served.player(1)) as player:
        assert "Name 1" in player.enter("/code", "/code", code=code(served, "enter")).text


def test_a_code_opens_the_wall_and_no_more(served: Served) -> None:
    served.friday(2)
    assert len({code(served, "wall"), code(served, "enter")}) == 2
    assert set(code(served, "wall")) <= set(LETTERS)
    with phone(served) as television:
        assert "I have a code in letters" in television.get("/").text
        assert television.enter("/code", "/code", code="QQQQ").status_code == 422
        opened = television.enter("/code", "/code", code=code(served, "wall"))
        assert opened.url.path == f"{FRIDAY}/wall"
        assert television.get(FRIDAY).status_code == 403
        assert television.get(f"{FRIDAY}/judge").status_code == 403
    with served.visitor("organiser") as page:
        assert code(served, "wall") in page.get(FRIDAY).text
        page.enter(FRIDAY, f"{FRIDAY}/decide", do="close_tournament", go="do", why="nobody came")
    with phone(served) as late:
        assert late.enter("/code", "/code", code=code(served, "wall")).status_code == 422, "a closed event has no code"


def test_codes_cannot_be_tried_through(served: Served) -> None:
    from tapete.league.server.code_pages import TRIES

    took = [TRIES.take("192.0.2.7") for _ in range(12)]
    assert took[:10] == [0.0] * 10
    assert all(took[10:])
    assert re.fullmatch("[A-Z]{4}", code(served, "enter"))
