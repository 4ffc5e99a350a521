"""Codes in letters: what each opens at `/code`, which are the same, and that nobody finds one by trying."""

from __future__ import annotations

import re

import pytest

from tapete.league.decisions import CloseRound, SetResult
from tapete.league.protocol import LETTERS, read_letters
from tapete.league.server import code_pages
from tapete.league.server.shared import League
from tapete.league.server.short_codes import short_code, slip_code, table_codes
from tests.league.server.conftest import FRIDAY, Served
from tests.league.server.test_arrivals import phone
from tests.league.server.two_tables import decide, evening

pytestmark = [pytest.mark.league]

PLAYER = f"{FRIDAY}/player"


@pytest.mark.parametrize(
    ("told", "read"),
    [("kxrd", "KXRD"), (" K X-R D ", "KXRD"), ("kxrd bhtr", "KXRDBHTR"), ("KXR", ""), ("KXR0", ""), ("KXRDB", ""), ("ÑÑÑÑ", ""), ("", "")],
)
def test_what_people_type_is_read_leniently(told: str, read: str) -> None:
    assert read_letters(told) == read


def test_the_letters_of_a_slip_open_the_own_page_until_the_slip_is_lost(served: Served) -> None:
    served.friday(3)
    with served.visitor("organiser") as page:
        printed = re.findall(r"type ([A-Z]{4} [A-Z]{4}) at", page.get(f"{FRIDAY}/slips").text)
        assert len(set(printed)) == 3
        with phone(served) as mine:
            opened = mine.enter("/code", "/code", code=printed[1].lower())
            assert (opened.url.path, "Name 2" in opened.text) == (PLAYER, True)
        line = re.findall(r"<li class=.pair.><strong>player 2.*?</li>", page.get(FRIDAY).text)[0]
        [ends] = re.findall(r'name="end" value="([0-9a-f]{64})"', line)
        page.enter(FRIDAY, f"{FRIDAY}/links", end=ends)
        with phone(served) as stranger:
            refused = stranger.enter("/code", "/code", code=printed[1])
            assert (refused.status_code, "No event that is open has this code" in refused.text) == (422, True)
            again = re.findall(r"type ([A-Z]{4} [A-Z]{4}) at", page.get(f"{FRIDAY}/slips").text)
            assert [old == new for old, new in zip(printed, again, strict=True)] == [True, False, True]
            assert "Name 2" in stranger.enter("/code", "/code", code=again[1]).text


def test_the_letters_of_a_ticket_open_the_table_on_the_wall_and_no_more(served: Served) -> None:
    evening(served)

    async def codes(league: League) -> dict[int, str]:
        tournament = await league.store.load("shop", "friday")
        return table_codes(league, "shop", "friday", tournament.rounds[-1])

    found = served.within(codes)
    assert sorted(found) == [1, 2]
    with phone(served) as looks:
        assert looks.enter("/code", "/code", code=found[2]).url.path == f"{FRIDAY}/wall/tables/2"
        assert looks.get(FRIDAY).status_code == 403
        assert looks.get(PLAYER).status_code == 403
    with served.visitor(key=served.player(1)) as player:
        assert player.enter("/code", "/code", code=found[1]).url.path == f"{FRIDAY}/wall/tables/1"
        assert "Name 1" in player.get(PLAYER).text, "the own page stays"
    served.within(lambda league: decide(league, SetResult(1, 1, "A"), SetResult(1, 2, "A"), CloseRound(1)))
    with phone(served) as late:
        assert late.enter("/code", "/code", code=found[1]).url.path == f"{FRIDAY}/wall/tables/1", "its moments are shown"


def test_no_two_tables_have_the_same_letters(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two letters each, a room of forty tables would have many alike."""
    from tapete.league.pairing import propose
    from tapete.league.server import short_codes

    monkeypatch.setattr(short_codes, "LETTERS", LETTERS[:3])
    served.friday(80)

    async def paired(league: League) -> dict[int, str]:
        tournament = await league.decide("shop", "friday", propose(await league.store.load("shop", "friday")).what, who="organiser")
        return table_codes(league, "shop", "friday", tournament.rounds[-1])

    found = served.within(paired)
    used = {short_code(served.league, "shop", "friday", what) for what in ("wall", "enter")}
    assert len(set(found.values()) | used) == 40 + len(used)


def test_letters_are_tried_ten_times_and_no_more(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    served.friday(2)
    monkeypatch.setattr(code_pages.TRIES, "take", lambda address: 9.0)
    with phone(served) as thief:
        refused = thief.enter("/code", "/code", code=slip_code(served.league, served.player(1)))
        assert (refused.status_code, "Wait a few seconds" in refused.text) == (429, True)
