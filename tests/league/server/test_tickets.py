"""Paper: a ticket for each table of a round, a sign for each table of the room, and what a scanned sign leads to."""

from __future__ import annotations

import re

import httpx
import pytest

from tapete.league.protocol import PairingKey, Ticket, is_ours, write_ticket
from tapete.league.server.shared import League
from tapete.web.qr import symbol
from tests.league.server.conftest import FRIDAY, SECRET, Served
from tests.league.server.test_players import published

pytestmark = [pytest.mark.league]

TICKETS = f"{FRIDAY}/rounds/1/tickets"


def test_each_table_has_its_ticket_with_codes_for_phones_and_table(served: Served) -> None:
    published(served, 5, options={"full_hand": "true"})
    now = served.within(lambda league: league.store.load("shop", "friday"))
    with served.visitor("organiser") as page:
        shown = page.get(TICKETS).text
        assert shown.count('class="ticket"') == 3, "two tables and a bye"
        assert shown.count("<svg") - shown.count('class="mark"') == 5 + 2
        for placed in now.rounds[0].placed:
            for entrant in placed.pairing.entrants:
                assert f"Name {entrant}" in shown
                assert str(symbol(f"{served.server.address}in/{served.player(entrant)}")) in shown
            if placed.pairing.kind == "match":
                key = PairingKey("friday", 1, 1, placed.number)
                words = write_ticket(SECRET, Ticket("shop", key, 2, "shazamm", {"full_hand": "true"}))
                assert is_ours(SECRET, words)
                assert str(symbol(words)) in shown
                assert f'class="words">{words}<' in shown, "a computer without camera and network"
                assert len(set(re.findall(r'class="letters">([A-Z]{4})<', shown))) == 2
                assert f"Table {placed.number}" in shown
        assert "Tickets of round 1" in page.get(FRIDAY).text


def test_a_round_that_only_staff_sees_has_no_tickets(served: Served) -> None:
    from tapete.league.pairing import propose

    served.friday(4)

    async def pair(league: League) -> None:
        await league.decide("shop", "friday", propose(await league.store.load("shop", "friday")).what, who="organiser")

    served.within(pair)
    with served.visitor("organiser") as page:
        assert page.get(TICKETS).status_code == 422
        assert "There is no round 7" in page.get(f"{FRIDAY}/rounds/7/tickets").text
    with served.visitor("judge") as page:
        assert page.get(TICKETS).status_code == 403, "a player's code is for the player and the organiser"


def test_signs_for_as_many_tables_as_the_room_needs(served: Served) -> None:
    served.friday(5)
    with served.visitor("organiser") as page:
        assert page.get(f"{FRIDAY}/signs").text.count('class="sign"') == 3
        shown = page.get(f"{FRIDAY}/signs?tables=12").text
        assert shown.count('class="sign"') == 12
        assert str(symbol(f"{served.server.address.rstrip('/')}{FRIDAY}/at/12")) in shown
        assert page.get(f"{FRIDAY}/signs?tables=many").status_code == 400
        assert page.get(f"{FRIDAY}/signs?tables=99999").text.count('class="sign"') == 200


def test_a_scanned_sign_says_whether_it_is_the_own_table(served: Served) -> None:
    a, _b = published(served)
    with served.visitor(key=served.player(a)) as player:
        assert "This is your table." in player.get(f"{FRIDAY}/at/1").text
        assert "This is table 2. You sit at table 1." in player.get(f"{FRIDAY}/at/2").text
        assert "You sit at table" not in player.get(f"{FRIDAY}/player?at=x").text
    with served.visitor("judge") as judge:
        assert judge.get(f"{FRIDAY}/at/2").url.path == f"{FRIDAY}/rounds/1/tables/2"
        assert judge.get(f"{FRIDAY}/at/9").url.path == f"{FRIDAY}/judge"
    with served.visitor("wall") as wall:
        assert wall.get(f"{FRIDAY}/at/2").url.path == f"{FRIDAY}/wall"
    stranger = httpx.get(
        f"{served.server.address.rstrip('/')}{FRIDAY}/at/1", trust_env=False, timeout=None, headers={"accept-language": "en"}
    )
    assert (stranger.status_code, "scan the code on your slip" in stranger.text) == (401, True)
