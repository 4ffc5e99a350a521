"""Letting phones in while pages are served: by one button, at this computer alone; and codes only where a phone can come."""

from __future__ import annotations

import socket

import httpx
import pytest

from tapete.table import Hub, Table
from tapete.web import Server, app, request_checks, serving
from tapete.web.keys import Keys
from tests import loops
from tests.web.conftest import Visitor

ROOM = "127.0.0.2"
"""Stands for this computer's address in the room: it can be listened at everywhere, and is not where the pages are served."""


def in_a_room(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """This computer has an address in the network of the room; loopback: there is none."""
    for module in (request_checks, serving):
        monkeypatch.setattr(module, "outward_address", lambda: address)


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> str:
    try:
        with socket.socket() as probe:
            probe.bind((ROOM, 0))
    except OSError:
        pytest.skip("this system has one loopback address only")
    in_a_room(monkeypatch, ROOM)
    return ROOM


def reaches(address: str, port: int) -> bool:
    try:
        socket.create_connection((address, port), timeout=5).close()
    except ConnectionRefusedError:
        return False
    return True


def test_without_lan_the_page_shows_no_code_and_one_button(visitor: Visitor, table: Table) -> None:
    page = visitor.get(f"/join/{table.id}").text
    assert "token=" not in page
    assert 'class="qr"' not in page
    assert 'id="let-in"' in page
    assert f'href="/match/{table.id}/seat/A"' in page
    assert 'id="let-in"' in visitor.get("/").text


def test_one_button_lets_phones_in_and_restarts_nothing(visitor: Visitor, server: Server, table: Table, room: str) -> None:
    keys: Keys = server.app.state.keys
    table.submit({"action": "lock_bid", "seat": "A", "amount": 3})
    assert not reaches(room, server.port)
    answer = visitor.enter("/lan", match=table.id)
    assert answer.url.path == f"/join/{table.id}"
    home = f"http://{room}:{server.port}/match/{table.id}/seat/B?token={keys.seat(table.id, 'B')}"
    assert home in answer.text
    assert 'class="qr"' in answer.text
    assert 'id="let-in"' not in answer.text
    with httpx.Client(trust_env=False, timeout=None, follow_redirects=True) as phone:
        assert phone.get(home).status_code == 200
    assert visitor.get(f"/match/{table.id}").status_code == 200, "this computer stays the table"
    assert visitor.enter("/lan", match=table.id).status_code == 200, "a second press changes nothing"
    assert table.seq == 1


def test_the_door_is_shut_again_and_no_key_changes(visitor: Visitor, server: Server, table: Table, room: str) -> None:
    keys: Keys = server.app.state.keys
    visitor.enter("/lan", match=table.id)
    home = f"http://{room}:{server.port}/match/{table.id}/seat/B?token={keys.seat(table.id, 'B')}"
    with httpx.Client(trust_env=False, timeout=None, follow_redirects=True) as phone:
        assert phone.get(home).status_code == 200
    page = visitor.enter("/lan/shut", match=table.id).text
    assert 'class="qr"' not in page
    assert 'id="let-in"' in page
    assert not reaches(room, server.port)
    assert visitor.get(f"/match/{table.id}").status_code == 200
    visitor.enter("/lan", match=table.id)
    with httpx.Client(trust_env=False, timeout=None, follow_redirects=True) as phone:
        assert phone.get(home).status_code == 200, "its code is as good as before"


def test_a_line_that_outlives_the_door_brings_nobody_in(hub: Hub, table: Table) -> None:
    served = app(hub)
    keys: Keys = served.state.keys
    served.state.hosts.add("192.168.7.5")
    keys.open()
    keys.shut()
    place = f"/match/{table.id}"
    for path, token in ((f"{place}/seat/A", keys.seat(table.id, "A")), ("/", keys.table), (f"/record/{table.id}", keys.record(table.id))):
        assert ask(served, "GET", f"{path}?token={token}", "192.168.7.9", "192.168.7.5").status_code == 403, path
    cookie = {"cookie": f"{keys.cookie('seat_A')}={keys.seat(table.id, 'A')}; {keys.cookie('table')}={keys.table}"}
    assert ask(served, "GET", f"/match/{table.id}/seat/A", "127.0.0.1", "127.0.0.1").status_code == 200
    for method, path in (("GET", f"/match/{table.id}"), ("GET", f"/match/{table.id}/seat/A"), ("GET", f"/api/match/{table.id}")):
        assert asked_with(served, method, path, cookie) == 403


def asked_with(served: object, method: str, path: str, headers: dict[str, str]) -> int:
    """The status that a person of the room with these headers gets."""

    async def asked() -> int:
        transport = httpx.ASGITransport(app=served, client=("192.168.7.9", 5000))  # type: ignore[arg-type]  # an application
        async with httpx.AsyncClient(transport=transport, base_url="http://192.168.7.5") as visitor:
            return (await visitor.request(method, path, headers=headers)).status_code

    return loops.run(asked())


def test_a_door_that_cannot_be_opened_says_why(
    visitor: Visitor, server: Server, table: Table, room: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server((room, server.port)):
        answer = visitor.enter("/lan", match=table.id)
    assert answer.status_code == 409
    assert "is taken in the network" in answer.text
    in_a_room(monkeypatch, "127.0.0.1")
    answer = visitor.enter("/lan", match=table.id)
    assert answer.status_code == 409
    assert "no network that a phone could reach" in answer.text
    assert not server.app.state.keys.lan
    assert visitor.enter("/lan").status_code == 409


def test_with_lan_and_no_network_no_code_is_shown(hub: Hub, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    in_a_room(monkeypatch, "127.0.0.1")
    served = app(hub, lan=True)
    with Server(served) as running, Visitor(base_url=running.address.partition("?")[0], follow_redirects=True, trust_env=False) as screen:
        screen.get("/", params={"token": served.state.keys.table, "lang": "en"})
        page = screen.get(f"/join/{table.id}").text
        assert "it is in no network" in page
        assert "?token=" not in page
        assert 'id="let-in"' not in page


def ask(served: object, method: str, path: str, client: str, host: str, **sent: str) -> httpx.Response:
    """One request of a person with an address of their own."""

    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(app=served, client=(client, 5000))  # type: ignore[arg-type]  # an application
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}") as visitor:
            return await visitor.request(method, path, data=sent or None)

    return loops.run(asked())


def test_whoever_comes_from_the_room_is_not_the_table(hub: Hub, table: Table) -> None:
    served = app(hub)
    keys: Keys = served.state.keys
    opened: list[str] = []
    served.state.let_phones_in = lambda: opened.append("open")
    served.state.hosts.add("192.168.7.5")
    keys.open()
    place = f"/match/{table.id}"
    for path in ("/", place, f"/join/{table.id}", f"{place}/seat/A", f"{place}/export"):
        assert ask(served, "GET", path, "192.168.7.9", "192.168.7.5").status_code == 403, path
        assert ask(served, "GET", path, "127.0.0.1", "127.0.0.1").status_code == 200, path
    assert ask(served, "GET", f"{place}/seat/A?token={keys.seat(table.id, 'A')}", "192.168.7.9", "192.168.7.5").status_code == 303
    assert ask(served, "GET", "/", "127.0.0.1", "evil.example").status_code == 403
    for token in ("", keys.table):
        answer = ask(served, "POST", f"/lan?token={token}", "192.168.7.9", "192.168.7.5", csrf=keys.form)
        assert answer.status_code == 403, "not even with the table's key"
    assert ask(served, "POST", "/lan", "127.0.0.1", "127.0.0.1", csrf="wrong").status_code == 403
    assert opened == []


def test_nobody_opens_the_door_of_a_station_or_of_pages_on_a_lan(hub: Hub, table: Table) -> None:
    for served in (app(hub, lan=True), app(hub)):
        if not served.state.keys.lan:
            served.state.station = object()
        Server(served).listener.close()
        assert served.state.let_phones_in is None
