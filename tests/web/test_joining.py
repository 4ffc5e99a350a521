"""Joining by four letters: whom a code lets in, once for each seat, and how nobody finds one by trying."""

from __future__ import annotations

import re

import httpx
import pytest
from starlette.applications import Starlette

from tapete.station.kiosk.resume_code import MOST_WRONG
from tapete.table import Hub, Table
from tapete.web import app, joining
from tapete.web.joining import GOOD_S, LETTERS, JoinCodes
from tapete.web.keys import Keys
from tests import loops

ROOM = "192.168.7.5"


class Phone:
    """A phone in the room, without scripts; it keeps its cookies."""

    def __init__(self, served: Starlette, number: int) -> None:
        self._served, self._address, self._cookies = served, f"192.168.7.{number}", httpx.Cookies()

    def ask(self, place: str, **fields: str) -> httpx.Response:
        """Load a page; with fields, post them to it."""
        return loops.run(self._asked(place, fields))

    async def _asked(self, place: str, fields: dict[str, str]) -> httpx.Response:
        transport = httpx.ASGITransport(app=self._served, client=(self._address, 5000))
        async with httpx.AsyncClient(
            transport=transport,
            cookies=self._cookies,
            follow_redirects=True,
            base_url=f"http://{ROOM}",
            headers={"accept-language": "en"},
        ) as client:
            answer = await client.get("/join" if fields else place)
            if fields:
                (token, *_rest) = re.findall(r'name="csrf" value="([^"]+)"', answer.text)
                answer = await client.post(place, data={"csrf": token, **fields})
            self._cookies = client.cookies
            return answer


@pytest.fixture
def served(hub: Hub) -> Starlette:
    return app(hub, lan=True, secret=b"a secret of sixteen bytes or more")


@pytest.fixture
def code(served: Starlette, table: Table) -> str:
    return codes(served).of(table.id)


def codes(served: Starlette) -> JoinCodes:
    found: JoinCodes = served.state.join_codes
    return found


def test_a_code_is_four_letters_that_nobody_mistakes() -> None:
    made = {JoinCodes().of("m1") for _ in range(200)}
    assert len(made) > 190
    assert {letter for code in made for letter in code} <= set(LETTERS)
    assert not set(LETTERS) & set("AEIOUY0123456789")
    assert joining.read_code(" kn-qw ") == "KNQW"
    assert [joining.read_code(text) for text in ("", "KNQ", "KNQWX", "KNQ0", "ÑÑÑÑ", "🧙🧙🧙🧙")] == [None] * 6


def test_a_code_is_good_for_a_while_and_until_there_is_another() -> None:
    now = [0.0]
    kept = JoinCodes(lambda: now[0])
    first = kept.of("m1")
    assert kept.of("m1") == first
    assert kept.of("m2") != first
    assert kept.match(first) == "m1"
    assert kept.take("m1", "A", "ana")
    assert not kept.take("m1", "A", "bo"), "a seat is taken once"
    assert kept.take("m1", "A", "ana"), "its own phone may come again"
    kept.renew("m1")
    assert kept.match(first) is None
    assert not kept.take("m1", "B", "bo")
    assert kept.take("m1", "A", "ana") is False
    second = kept.of("m1")
    now[0] = GOOD_S + 1
    assert kept.match(second) is None


def test_two_phones_take_their_seats_and_a_third_finds_none(served: Starlette, table: Table, code: str) -> None:
    ana, bo, cleo = (Phone(served, number) for number in (11, 12, 13))
    seats = ana.ask("/join", code=code.lower()).text
    assert 'id="take-A"' in seats
    assert "Bruno" in seats
    assert ana.ask("/join", code=code, seat="A").url.path == f"/match/{table.id}/seat/A"
    offered = bo.ask(f"/join?code={code}").text
    assert 'id="take-A"' not in offered
    refused = bo.ask("/join", code=code, seat="A")
    assert refused.status_code == 409
    assert "Another phone has taken that seat" in refused.text
    assert bo.ask("/join", code=code, seat="B").url.path == f"/match/{table.id}/seat/B"
    assert bo.ask(f"/match/{table.id}/seat/A").status_code == 403, "a code opens one seat"
    assert ana.ask(f"/match/{table.id}/seat/A").status_code == 200
    assert "Every seat of this table has its phone." in cleo.ask("/join", code=code).text
    assert cleo.ask(f"/match/{table.id}/seat/B").status_code == 403


def test_seats_of_robots_are_not_offered(served: Starlette, hub: Hub, table: Table, code: str) -> None:
    hub.robots.seat(table, {"B": "easy"})
    seats = Phone(served, 11).ask("/join", code=code).text
    assert 'id="take-A"' in seats
    assert "take-B" not in seats
    assert Phone(served, 12).ask("/join", code=code, seat="B").status_code == 400


def test_nobody_finds_a_code_by_trying(served: Starlette, code: str) -> None:
    guesser, other = Phone(served, 66), Phone(served, 11)
    wrong = next(one for one in ("BBBB", "CCCC") if one != code)
    assert [guesser.ask("/join", code=wrong).status_code for _ in range(MOST_WRONG)] == [404] * MOST_WRONG
    late = guesser.ask("/join", code=code)
    assert late.status_code == 429
    assert "Wait a minute" in late.text
    assert "take-A" not in late.text
    assert other.ask("/join", code=code).status_code == 200, "who guesses shuts nobody else out"


@pytest.mark.parametrize("typed", ["", " ", "KNQ", "KNQWXZ", "1234", "<b>x</b>", "ñ" * 12, "x" * 5_000])
def test_what_is_no_code_is_said_and_never_breaks(served: Starlette, code: str, typed: str) -> None:
    answer = Phone(served, 11).ask("/join", code=typed)
    assert answer.status_code in (200, 404)
    assert "take-A" not in answer.text
    assert 'id="code"' in answer.text, "it can be typed again"
    assert "<b>" not in answer.text


def test_a_code_ends_with_its_match_and_with_the_door(served: Starlette, table: Table, code: str) -> None:
    phone, keys = Phone(served, 11), served.state.keys
    assert isinstance(keys, Keys)
    assert phone.ask("/join", code=code).status_code == 200
    keys.shut()
    assert phone.ask(f"/join?code={code}").status_code == 403
    keys.open()
    table.submit({"action": "concede", "seat": "A"})
    assert phone.ask("/join", code=code).status_code == 404


def test_who_opens_the_address_alone_is_asked_for_the_letters(served: Starlette, table: Table, code: str) -> None:
    phone = Phone(served, 11)
    page = phone.ask("/")
    assert page.status_code == 403
    assert 'action="/join"' in page.text
    assert "Type the four letters" in page.text
    lost = phone.ask(f"/match/{table.id}/seat/A")
    assert lost.status_code == 403
    assert 'action="/join"' in lost.text


def test_the_table_shows_the_code_and_may_have_another(hub: Hub, served: Starlette, table: Table) -> None:
    screen = Phone(served, 2)
    screen.ask(f"/?token={served.state.keys.table}")
    page = screen.ask(f"/join/{table.id}").text
    (first,) = re.findall(r'id="table-code">([^<]+)<', page)
    assert codes(served).match(first) == table.id
    assert f"{ROOM}" in page
    again = screen.ask(f"/match/{table.id}/code", any="").text
    (second,) = re.findall(r'id="table-code">([^<]+)<', again)
    assert second != first
    assert codes(served).match(first) is None
    assert Phone(served, 11).ask(f"/join/{table.id}").status_code == 403
