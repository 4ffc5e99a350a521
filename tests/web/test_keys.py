"""Who may see and do what once phones of the room are let in."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator

import httpx
import pytest

from tapete.table import Hub, Table
from tapete.web import Server, app, refused_keys
from tapete.web.keys import Keys
from tapete.web.refused_keys import RefusedVisits
from tapete.web.visits import SESSION_COOKIE
from tests.visits import form_of
from tests.web.conftest import Visitor

SECRET = b"a secret of sixteen bytes or more"


@pytest.fixture
def lan(hub: Hub) -> Iterator[Server]:
    with Server(app(hub, lan=True, secret=SECRET)) as running:
        yield running


@pytest.fixture
def keys() -> Keys:
    return Keys(lan=True, secret=SECRET)


@pytest.fixture
def phone(lan: Server) -> Iterator[Visitor]:
    with Visitor(base_url=f"http://127.0.0.1:{lan.port}", follow_redirects=True, trust_env=False) as client:
        yield client


def test_keys_differ_by_purpose_match_and_seat(keys: Keys) -> None:
    made = {keys.table, keys.form, keys.seat("m1", "A"), keys.seat("m1", "B"), keys.seat("m2", "A"), Keys(secret=b"x" * 16).table}
    assert len(made) == 6
    assert min(map(len, made)) >= 22


@pytest.mark.parametrize("how", ["cookie", "bearer", "address"])
def test_a_wrong_key_stands_in_the_log_with_the_address_and_not_itself(
    lan: Server, table: Table, how: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refused_keys, "_refused", RefusedVisits())
    wrong, place = "AAAAwrongwrongwrongAAAA", f"http://127.0.0.1:{lan.port}/match/{table.id}/seat/A"
    headers = {"cookie": {"Cookie": f"tapete_seat_A={wrong}"}, "bearer": {"Authorization": f"Bearer {wrong}"}}.get(how, {})
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            answer = httpx.get(place, params={"token": wrong} if how == "address" else {}, headers=headers, trust_env=False, timeout=None)
            assert answer.status_code == 403
            assert wrong not in answer.text
    assert [one.getMessage() for one in caplog.records if one.name == "tapete.web.refused_keys"] == [
        "refused a key from here, 1 since it was last told"
    ]
    assert wrong not in caplog.text


def test_without_a_key_nothing_of_a_match_is_told(phone: Visitor, table: Table) -> None:
    for path in (
        "/",
        f"/match/{table.id}",
        "/match/none",
        f"/match/{table.id}/seat/A",
        "/console",
        f"/api/match/{table.id}",
        "/api/matches",
    ):
        page = phone.get(path)
        assert page.status_code == 403, path
        assert "shazamm" not in page.text.lower().replace("/rules/shazamm", ""), path
    assert phone.get("/rules/shazamm").status_code == 200
    assert phone.get("/static/tapete.css").status_code == 200


def test_the_tables_key_becomes_a_cookie_and_leaves_the_address(lan: Server, phone: Visitor, table: Table) -> None:
    page = phone.get(lan.address)
    assert page.status_code == 200
    assert "token" not in str(page.url)
    assert phone.get(f"/match/{table.id}/list").status_code == 200


def test_two_tables_of_one_computer_keep_their_visitors_apart(lan: Server, phone: Visitor, keys: Keys, table: Table, hub: Hub) -> None:
    """A browser gives its cookies to every port of a computer: each table's have names of their own."""
    others = Keys(lan=True, secret=b"the secret of another table here")
    with Server(app(hub, lan=True, secret=b"the secret of another table here")) as other:
        beside = f"http://127.0.0.1:{other.port}"
        for address, key in ((lan.address, keys), (beside, others)):
            place = f"{address.partition('?')[0].rstrip('/')}/match/{table.id}/seat/A"
            assert phone.get(f"{place}?token={key.seat(table.id, 'A')}").status_code == 200
        assert phone.get(lan.address).status_code == 200
        assert phone.get(f"{beside}/?token={others.table}").status_code == 200
        for address in (f"http://127.0.0.1:{lan.port}", beside):
            for place in ("/", f"/match/{table.id}/seat/A", f"/match/{table.id}/seat/B"):
                assert phone.get(f"{address}{place}").status_code == 200, (address, place)


def test_a_cookie_without_a_mark_is_read_too(phone: Visitor, keys: Keys, table: Table) -> None:
    place = f"/match/{table.id}/seat/A"
    assert phone.get(place).status_code == 403
    assert phone.get(place, headers={"cookie": f"tapete_seat_A={keys.seat(table.id, 'B')}"}).status_code == 403
    assert phone.get(place, headers={"cookie": f"tapete_seat_A={keys.seat(table.id, 'A')}"}).status_code == 200
    assert phone.get("/", headers={"cookie": f"tapete_table={keys.table}"}).status_code == 200


def test_a_seats_key_opens_that_seat_and_the_match_to_look_at(phone: Visitor, keys: Keys, table: Table) -> None:
    place = f"/match/{table.id}"
    seat = phone.get(f"{place}/seat/A?token={keys.seat(table.id, 'A')}")
    assert seat.status_code == 200
    assert "token" not in str(seat.url)
    assert phone.get(place).status_code == 200
    for path in (f"{place}/seat/B", "/", "/console", f"/join/{table.id}", f"{place}/correct", f"{place}/export"):
        assert phone.get(path).status_code == 403, path
    fields = {"csrf": form_of(keys, phone), "says": "enter:", "number": "3", "question": table.question}
    assert phone.post(f"{place}/touch", data=fields).status_code == 403
    assert phone.post(f"{place}/seat/B/touch", data=fields).status_code == 403
    assert table.seq == 0
    assert phone.post(f"{place}/seat/A/touch", data=fields).status_code == 200
    assert table.state.agenda[-1].ready == ("A",)


# ---- the token of forms


def csrf(page: str) -> set[str]:
    return set(re.findall(r'name="csrf" value="([^"]+)"', page))


def test_a_form_fits_the_visit_that_it_was_shown_to_and_no_other(lan: Server, keys: Keys, table: Table, phone: Visitor) -> None:
    """Two phones of one seat: each posts its own forms, without scripts, and neither those of the other."""
    place = f"/match/{table.id}/seat/A"
    fields = {"says": "enter:", "number": "3", "question": table.question}
    with Visitor(base_url=phone.base_url, follow_redirects=True, trust_env=False) as other:
        shown = [csrf(visitor.get(f"{place}/list?token={keys.seat(table.id, 'A')}").text) for visitor in (phone, other)]
        assert [len(found) for found in shown] == [1, 1], "every form of a page has the token of its visit"
        assert shown[0] != shown[1]
        mine, theirs = (found.pop() for found in shown)
        for wrong in (theirs, keys.form, keys.form_of(""), ""):
            refused = phone.post(f"{place}/touch", data={**fields, "csrf": wrong})
            assert refused.status_code == 403
            assert "cookies" in refused.text, "it says what to do where a browser keeps none"
        assert table.seq == 0
        assert csrf(phone.get(f"{place}/list").text) == {mine}, "it stays the same for as long as the visit"
        assert f'data-token="{mine}"' in phone.get(place).text, "and is that of the board"
        assert phone.post(f"{place}/touch", data={**fields, "csrf": mine}).status_code == 200
        assert table.seq == 1


def test_pictures_that_all_share_carry_the_token_of_each_visit(lan: Server, keys: Keys, table: Table, phone: Visitor) -> None:
    place = f"/match/{table.id}/seat/A"
    with Visitor(base_url=phone.base_url, follow_redirects=True, trust_env=False) as other:
        for visitor in (phone, other, phone):
            mine = csrf(visitor.get(f"{place}/list?token={keys.seat(table.id, 'A')}").text)
            assert mine
            with visitor.stream("GET", f"{place}/list/events", timeout=30) as answer:
                picture = next(json.loads(line[6:]) for line in answer.iter_lines() if line.startswith("data: "))
            assert csrf("".join(picture["fragments"].values())) == mine


def test_the_token_of_a_program_stands_on_no_page(visitor: Visitor, server: Server, table: Table) -> None:
    mine: Keys = server.app.state.keys
    for place in (
        "/",
        f"/match/{table.id}",
        f"/match/{table.id}/seat/A",
        f"/match/{table.id}/list",
        f"/join/{table.id}",
        f"/match/{table.id}/correct",
    ):
        visitor.cookies.clear()
        assert mine.form not in visitor.get(place).text
    assert not mine.is_form(mine.form, "x" * 24)


@pytest.mark.parametrize("name", ["", "x", "x" * 23, "x" * 25, "é" * 24, "<script>alert(1)</script"])
def test_a_visit_that_is_no_name_of_ours_gets_another(phone: Visitor, keys: Keys, name: str) -> None:
    page = phone.get("/rules/shazamm", headers=[(b"cookie", f"{SESSION_COOKIE}={name}".encode())])
    assert f"{SESSION_COOKIE}=" in page.headers["set-cookie"]
    assert "httponly" in page.headers["set-cookie"].lower()
    assert "samesite=lax" in page.headers["set-cookie"].lower()


@pytest.mark.parametrize("token", ["", "wrong", "é", "A" * 4_000])
def test_a_wrong_key_is_refused(phone: Visitor, table: Table, token: str) -> None:
    assert phone.get(f"/match/{table.id}/seat/A/list", params={"token": token}).status_code == 403


def test_another_seats_key_is_refused_even_on_this_computer(visitor: Visitor, server: Server, table: Table) -> None:
    mine: Keys = server.app.state.keys
    assert visitor.get(f"/match/{table.id}/seat/B/list", params={"token": mine.seat(table.id, "A")}).status_code == 403
    assert visitor.get(f"/match/{table.id}/seat/B/list", params={"token": mine.seat(table.id, "B")}).status_code == 200


def test_a_seats_key_acts_over_the_api_for_that_seat_alone(phone: Visitor, keys: Keys, table: Table) -> None:
    place, mine = f"/api/match/{table.id}", {"authorization": f"Bearer {keys.seat(table.id, 'B')}"}
    other = phone.post(place, json={"do": {"action": "lock_bid", "seat": "A", "amount": 3}}, headers=mine)
    assert other.status_code == 409
    assert other.json()["refusals"][0]["code"] == "not_your_seat"
    assert phone.post(place, json={"check": {"action": "lock_bid", "seat": "A", "amount": 3}}, headers=mine).status_code == 409
    assert phone.post(place, json={"do": {"action": "lock_bid", "seat": "B", "amount": 3}}, headers=mine).status_code == 200
    assert phone.post(place, json={"do": {"action": "unlock", "seat": "B"}}, headers={"authorization": "Bearer no"}).status_code == 403


@pytest.mark.parametrize(("host", "status"), [("192.168.1.5:8765", 200), ("evil.example", 403), ("table.local", 200)])
def test_in_the_room_addresses_in_digits_are_known(lan: Server, phone: Visitor, keys: Keys, host: str, status: int) -> None:
    assert phone.get("/rules/shazamm", headers={"host": host}).status_code == status


def test_phones_are_sent_to_an_address_that_they_reach(lan: Server, phone: Visitor, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tapete.web.request_checks.outward_address", lambda: "192.0.2.7")
    phone.get(lan.address)
    assert lan.address.startswith("http://127.0.0.1:")
    page = phone.get(f"/join/{table.id}").text
    assert f"http://192.0.2.7:{lan.port}/match/{table.id}/seat/A?token=" in page
    assert "127.0.0.1" not in page


def test_a_port_that_is_taken_is_an_error_of_the_system(lan: Server, hub: Hub) -> None:
    with pytest.raises(OSError, match="in use"):
        Server(app(hub), port=lan.port)
