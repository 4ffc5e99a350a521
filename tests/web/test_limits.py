"""What one visitor may ask for: often, at once, and for how long."""

from __future__ import annotations

import asyncio
import collections
import logging
import queue
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from tapete.table import Hub, Table
from tapete.table.folders import Renewals
from tapete.web import Server, app, connections, limits, request_checks
from tapete.web.keys import Keys
from tapete.web.live import EventStream
from tests import loops
from tests.station.clock import Clock
from tests.visits import form_of
from tests.web.conftest import Visitor
from tests.web.test_live import Stream, following

PATIENCE_S = 60.0
"""Waiting ends at the event; this is for a computer that is busy with other things."""

SECRET = b"a secret of sixteen bytes or more"


@pytest.fixture
def lan(hub: Hub, table: Table) -> Iterator[Server]:
    with Server(app(hub, lan=True, secret=SECRET, renewed=Renewals(hub.journal.path))) as running:
        yield running


def test_an_address_may_ask_so_often_and_another_is_free() -> None:
    clock = Clock()
    rate = limits.RateLimit(per_second=2, burst=5, clock=clock)
    assert [rate.take("192.0.2.1") for _ in range(6)] == [0, 0, 0, 0, 0, 0.5]
    assert rate.take("192.0.2.2") == 0
    clock.go_on(0.5)
    assert [rate.take("192.0.2.1"), rate.take("192.0.2.1")] == [0, 0.5]
    assert not any(rate.take("127.0.0.1") for _ in range(100)), "the station's own screen"


def test_remembered_addresses_are_bounded() -> None:
    rate = limits.RateLimit(clock=Clock())
    for number in range(3 * limits.MOST_ADDRESSES):
        rate.take(f"10.{number // 65536}.{number // 256 % 256}.{number % 256}")
    assert len(rate._left) == limits.MOST_ADDRESSES


async def _answered(scope: dict[str, Any], rate: limits.RateLimit) -> tuple[int, dict[bytes, bytes]]:
    """Status and headers that the guard lets out."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    async def inner(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def refuse(scope: Scope, status: int, reason: str) -> Any:
        async def refused(scope: Scope, receive: Receive, send: Send) -> None:
            await send({"type": "http.response.start", "status": status, "headers": [(b"x-reason", reason.encode())]})
            await send({"type": "http.response.body", "body": b""})

        return refused

    await request_checks.Guard(inner, refuse, None, rate)(scope, receive, send)
    return sent[0]["status"], dict(sent[0]["headers"])


def answered(scope: dict[str, Any], rate: limits.RateLimit) -> tuple[int, dict[bytes, bytes]]:
    """The same on a thread of its own: the one that runs the tests may have a loop already, a browser's."""
    return loops.run(_answered(scope, rate))


def test_whoever_asks_too_often_is_told_how_long_to_wait() -> None:
    rate = limits.RateLimit(per_second=0.1, burst=1, clock=Clock())
    scope = {"type": "http", "method": "GET", "headers": [(b"host", b"192.0.2.7")], "client": ("192.0.2.9", 5), "path": "/"}
    assert answered(scope, rate)[0] == 200
    status, headers = answered(scope, rate)
    assert (status, headers[b"x-reason"], headers[b"retry-after"]) == (429, b"too_fast", b"11")
    assert headers[b"x-frame-options"] == b"DENY", "refusals are guarded too"


def test_a_body_that_never_comes_is_not_waited_for(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_checks, "BODY_S", 0.2)
    with socket.create_connection((server.host, server.port), timeout=30) as line:
        line.sendall(f"POST /new HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 10\r\n\r\nabc".encode())
        answer = _rest(line)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b"connection: close" in answer, "the rest of the body is not waited for"


def test_what_is_too_long_closes_the_connection(server: Server) -> None:
    for head, status in ((b"Content-Length: 70000", b"413"), (b"X-Long: " + b"x" * limits.LARGEST_HEAD, b"431")):
        with socket.create_connection((server.host, server.port), timeout=30) as line:
            line.sendall(b"POST /new HTTP/1.1\r\nHost: 127.0.0.1\r\n" + head + b"\r\n\r\n")
            answer = _rest(line)
            assert answer.startswith(b"HTTP/1.1 " + status)
            assert b"connection: close" in answer


def test_a_head_of_the_documented_length_is_read(server: Server) -> None:
    with socket.create_connection((server.host, server.port), timeout=30) as line:
        first = b"GET /static/icon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: "
        line.sendall(first + b"x" * (limits.LARGEST_HEAD - len(first) - 2) + b"\r\n\r\n")
        assert line.recv(1000).startswith(b"HTTP/1.1 200 ")


def _rest(line: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    found = b""
    while octets := line.recv(65_536):
        found += octets
    return found


def test_a_connection_that_says_nothing_is_closed(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "REQUEST_S", 0.2)
    with Server(app(hub)) as server, socket.create_connection((server.host, server.port), timeout=30) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        assert line.recv(1000) == b""
        assert _is_closed(line)


SLOW_SECOND = {
    "a head that drips": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    "the body of a GET": b"GET /static/icon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nabc",
}


@pytest.mark.parametrize("second", SLOW_SECOND.values(), ids=SLOW_SECOND)
def test_a_later_request_has_a_deadline_too(hub: Hub, monkeypatch: pytest.MonkeyPatch, second: bytes) -> None:
    monkeypatch.setattr(connections, "REQUEST_S", 0.3)
    with Server(app(hub)) as server, socket.create_connection((server.host, server.port), timeout=30) as line:
        line.sendall(b"GET /static/icon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + second)
        assert _rest_or_reset(line).startswith(b"HTTP/1.1 200 ")
        assert server.app.state.places.tally == {"slow": 1}


def _rest_or_reset(line: socket.socket) -> bytes:
    found = b""
    try:
        while octets := line.recv(65_536):
            found += octets
    except ConnectionResetError:
        return found
    return found


def test_an_answer_that_nobody_takes_is_given_up(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "TAKE_S", 0.3)
    server, given_up = Server(app(hub, routes=[Route("/large", lambda asked: Response(b"x" * 50_000_000))])), Tally()
    server.app.state.places.tally = given_up
    with server, socket.create_connection((server.host, server.port), timeout=30) as line:
        line.sendall(b"GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        with given_up.news:
            assert given_up.news.wait_for(lambda: given_up["stuck"] == 1, PATIENCE_S)
        assert len(_rest_or_reset(line)) < 50_000_000
    assert server.app.state.places.taken == 0


class Tally(collections.Counter[str]):
    """A tally that can be waited for."""

    def __init__(self) -> None:
        super().__init__()
        self.news = threading.Condition()

    def __setitem__(self, key: str, value: int) -> None:
        with self.news:
            super().__setitem__(key, value)
            self.news.notify_all()


class Heard(logging.Handler):
    """What is logged, to be waited for."""

    def __init__(self) -> None:
        super().__init__()
        self._said: queue.SimpleQueue[str] = queue.SimpleQueue()

    def emit(self, record: logging.LogRecord) -> None:
        self._said.put(record.getMessage())

    def next(self) -> str:
        return self._said.get(timeout=PATIENCE_S)


def test_strangers_leave_places_for_phones_and_for_this_computer() -> None:
    clock = Clock()
    places = limits.ConcurrencyLimit(3, 12, for_here=2, for_phones=4, clock=clock)
    places.know("192.0.2.9")
    strangers = [f"192.0.2.{number}" for number in range(1, 8)]
    assert sum(places.take(address) for address in strangers for _ in range(3)) == 6
    assert [places.take("192.0.2.9") for _ in range(4)] == [True, True, True, False], "each address has its bound all the same"
    places.know("192.0.2.8")
    assert [places.take("192.0.2.8"), places.take("192.0.2.8")] == [True, False], "of all the others two are kept for this computer"
    assert [places.take("127.0.0.1"), places.take("::1"), places.take("127.0.0.1")] == [True, True, False]
    for _ in range(3):
        places.leave("192.0.2.9")
    clock.go_on(limits.KNOWN_S + 1)
    assert not places.take("192.0.2.9"), "a phone is not known for ever"


def test_a_seats_key_makes_a_phone_known(lan: Server, table: Table) -> None:
    with phone(lan) as visitor:
        visitor.get("/static/icon.svg")
        visitor.get(f"/match/{table.id}/seat/A/list")
        assert not lan.app.state.places._known
        visitor.get(f"/match/{table.id}/seat/A?token={lan.app.state.keys.seat(table.id, 'A')}")
        assert list(lan.app.state.places._known) == ["here"]


def test_refused_and_lost_connections_are_logged_with_their_number(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    heard, log = Heard(), logging.getLogger(connections.__name__)
    log.addHandler(heard)
    request.addfinalizer(lambda: log.removeHandler(heard))
    monkeypatch.setattr(limits, "CONNECTIONS_OF_ALL", 1)
    monkeypatch.setattr(connections, "TELL_S", 0.3)
    with Server(app(hub, routes=[Route("/begun", begun)])) as server, asking(server):
        for _ in range(3):
            with socket.create_connection((server.host, server.port), timeout=30) as line:
                assert _is_closed(line)
        refused = 0
        while refused < 3:  # in one line, or where this computer is busy in several
            refused += int(heard.next().partition("s: ")[2].split()[0])
        assert refused == 3


def test_a_forwarded_address_is_not_believed(hub: Hub) -> None:
    server = Server(app(hub, routes=[Route("/who", lambda asked: Response(f"{asked.client.host} {asked.url.scheme}"))]))
    with server, Visitor(base_url=server.address, trust_env=False) as visitor:
        told = visitor.get("/who", headers={"x-forwarded-for": "192.0.2.1", "x-forwarded-proto": "https", "forwarded": "for=192.0.2.1"})
        assert told.text == "127.0.0.1 http"


def test_headers_without_end_are_refused(server: Server) -> None:
    with socket.create_connection((server.host, server.port), timeout=30) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: " + b"x" * (2 * limits.LARGEST_HEAD))
        assert line.recv(1000).startswith(b"HTTP/1.1 400 ")


def test_places_are_bounded_by_address_and_in_all() -> None:
    places = limits.ConcurrencyLimit(each=2, most=4)
    assert [places.take("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert [places.take("192.0.2.2") for _ in range(3)] == [True, True, False]
    assert not places.take("127.0.0.1")
    places.leave("192.0.2.1")
    assert places.taken == 3
    assert [places.take("127.0.0.1"), places.take("127.0.0.1")] == [True, False]


def test_too_many_connections_are_closed_and_room_comes_back(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS_OF_ALL", 2)
    with Server(app(hub, routes=[Route("/begun", begun)])) as server:
        with asking(server), asking(server), socket.create_connection((server.host, server.port), timeout=30) as third:
            assert _is_closed(third)
        with Visitor(base_url=server.address, trust_env=False) as visitor:
            for _ in range(500):  # the server hears that lines have ended a moment later
                try:
                    answered = visitor.get("/static/icon.svg").status_code
                except httpx.TransportError:
                    continue
                break
            assert answered == 200


async def begun(_asked: Request) -> Response:
    """An answer that begins and goes on until nobody takes it any more."""

    async def parts() -> AsyncIterator[bytes]:
        yield b"begun"
        await asyncio.Event().wait()

    return EventStream(parts())


@contextmanager
def asking(server: Server) -> Iterator[None]:
    """A connection on which something is answered for as long as the block runs."""
    with socket.create_connection((server.host, server.port), timeout=30) as line:
        line.sendall(b"GET /begun HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert line.recv(12) == b"HTTP/1.1 200"
        yield


def test_a_connection_that_asks_nothing_gives_way_to_a_newer_one_of_its_address() -> None:
    places, ended = limits.ConcurrencyLimit(each=2, most=5, for_here=1), []

    class Line(NamedTuple):
        address: str
        name: str

        def give_way(self) -> None:
            ended.append(self.name)
            places.stir(self.address, self)
            places.leave(self.address)

    for address, name in (("192.0.2.1", "a"), ("192.0.2.1", "b"), ("192.0.2.2", "c"), ("192.0.2.2", "d")):
        assert places.take(address)
        places.wait(address, Line(address, name))
    places.stir("192.0.2.1", Line("192.0.2.1", "a"))
    assert places.make_room("192.0.2.1")
    assert places.take("192.0.2.1")
    assert ended == ["b"], "a has asked something"
    assert not places.make_room("192.0.2.1"), "nothing of this address waits"
    assert not places.make_room("192.0.2.3"), "no line of another address gives way"
    assert places.take("127.0.0.1")
    assert not places.take("127.0.0.1")
    assert places.make_room("127.0.0.1")
    assert places.take("127.0.0.1")
    assert ended == ["b", "c"], "to this computer any line gives way"


def _is_closed(line: socket.socket) -> bool:
    """Whether the other side lets a request unanswered."""
    try:
        line.sendall(b"GET /static/icon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        return not line.recv(12)
    except (ConnectionResetError, BrokenPipeError):
        return True


def test_streams_are_bounded_and_room_comes_back(visitor: Visitor, server: Server, table: Table) -> None:
    server.app.state.stream_limit.places = limits.ConcurrencyLimit(each=1, most=2)
    place = f"/match/{table.id}"
    with following(visitor, place) as first, following(visitor, place) as second:
        first.next(), second.next()
        refused = visitor.get(f"{place}/events")
        assert refused.status_code == 503
        assert "Too many pages are open" in refused.text
    for _ in range(500):  # the server hears of closed connections while it answers others
        visitor.get("/static/icon.svg")
        if not server.app.state.stream_limit.places.taken:
            break
    assert server.app.state.stream_limit.places.taken == 0
    with following(visitor, place) as again:
        assert again.next()["event"] == "picture"


@pytest.mark.parametrize(
    "place", ["/static/", "/static", "/static/..%2fkeys.py", "/static/%2e%2e/request_checks.py", "/static/../../etc/passwd", "/.git"]
)
def test_nothing_is_listed_and_nothing_else_is_served(visitor: Visitor, place: str) -> None:
    found = visitor.get(place)
    assert found.status_code in (403, 404)
    assert "import" not in found.text


# ---- a key in the wrong hands


def phone(lan: Server) -> Visitor:
    return Visitor(base_url=f"http://127.0.0.1:{lan.port}", follow_redirects=True, trust_env=False, headers={"accept-language": "en"})


def test_a_new_key_shuts_out_the_old_one_at_once_also_from_an_open_page(lan: Server, table: Table) -> None:
    keys: Keys = lan.app.state.keys
    place, old = f"/match/{table.id}/seat/A", keys.seat(table.id, "A")
    with phone(lan) as thief, phone(lan) as whole:
        assert thief.get(f"{place}?token={old}").status_code == 200
        whole.get(lan.address)
        with thief.stream("GET", f"{place}/events", timeout=30) as answer:
            stream = Stream(answer.iter_lines())
            stream.next()
            assert "phone here" in whole.get(f"/join/{table.id}").text
            assert whole.enter(f"/match/{table.id}/renew", seat="A").status_code == 200
            with pytest.raises(AssertionError, match="ended"):
                stream.next()
        assert thief.get(place).status_code == 403
        assert thief.post(f"{place}/touch", data={"csrf": form_of(keys, thief), "says": "enter:", "number": "3"}).status_code == 403
        new = keys.seat(table.id, "A")
        assert new != old
        assert f"seat/A?token={new}" in whole.get(f"/join/{table.id}").text
        assert thief.get(f"{place}?token={new}").status_code == 200
    assert table.seq == 0


def test_a_seat_cannot_renew_and_others_keep_their_keys(lan: Server, table: Table) -> None:
    keys: Keys = lan.app.state.keys
    mine, theirs = keys.seat(table.id, "A"), keys.seat(table.id, "B")
    with phone(lan) as visitor:
        visitor.get(f"/match/{table.id}/seat/A?token={mine}")
        fields = {"csrf": form_of(keys, visitor), "seat": "B"}
        assert visitor.post(f"/match/{table.id}/renew", data=fields).status_code == 403
        visitor.get(lan.address)
        assert visitor.post(f"/match/{table.id}/renew", data={**fields, "seat": "D"}).status_code == 400
        assert visitor.post(f"/match/{table.id}/renew", data=fields).status_code == 200
    assert (keys.seat(table.id, "A"), keys.seat(table.id, "B") != theirs) == (mine, True)


def test_a_renewed_key_stays_renewed_after_a_restart(hub: Hub, lan: Server, table: Table) -> None:
    keys: Keys = lan.app.state.keys
    keys.renew(table.id, "A")
    again = Keys(lan=True, secret=SECRET, renewed=Renewals(hub.journal.path))
    assert again.seat(table.id, "A") == keys.seat(table.id, "A") != Keys(lan=True, secret=SECRET).seat(table.id, "A")


@pytest.mark.parametrize("torn", [b"", b"{cut", b"[]", b'{"m/A": "x"}', bytes(40)])
def test_an_unreadable_file_of_renewals_shuts_every_old_key_out_and_says_so(hub: Hub, lan: Server, table: Table, torn: bytes) -> None:
    keys: Keys = lan.app.state.keys
    stolen, theirs = keys.seat(table.id, "A"), keys.seat(table.id, "B")
    keys.renew(table.id, "A")
    hub.journal.path.with_name("page-keys-renewed.json").write_bytes(torn)
    again = Keys(lan=True, secret=SECRET, renewed=Renewals(hub.journal.path, hub.alerts))
    assert not again.is_seat_token(stolen, table.id, "A")
    assert not again.is_seat_token(theirs, table.id, "B"), "nobody knows which key was renewed"
    assert again.table == keys.table
    (alert,) = hub.alerts.standing
    assert (alert.code, "QR" in alert.text.in_("en"), "QR" in alert.text.in_("es")) == ("keys_renewed", True, True)
    later = Keys(lan=True, secret=SECRET, renewed=Renewals(hub.journal.path))
    assert later.seat(table.id, "A") == again.seat(table.id, "A"), "phones that came again stay"


def test_a_full_file_of_renewals_renews_every_key_rather_than_bring_an_old_one_back(hub: Hub) -> None:
    kept = Renewals(hub.journal.path)
    keys = Keys(lan=True, secret=SECRET, renewed=kept)
    stolen = keys.seat("m0", "A")
    kept._times = {f"m{number}/A": 1 for number in range(2_000)}
    keys.renew("new", "A")
    assert len(kept) <= 2_000
    assert keys.seat("m0", "A") != stolen


def test_two_phones_of_one_seat_see_the_same_and_only_one_acts(lan: Server, table: Table) -> None:
    keys: Keys = lan.app.state.keys
    place = f"/match/{table.id}/seat/A"
    with phone(lan) as one, phone(lan) as two:
        for visitor in (one, two):
            visitor.get(f"{place}?token={keys.seat(table.id, 'A')}")
        fields = {"back": "list", "says": "enter:", "number": "3", "question": table.question}
        assert one.post(f"{place}/touch", data={**fields, "csrf": form_of(keys, one)}).status_code == 200
        late = two.post(f"{place}/touch", data={**fields, "number": "9", "csrf": form_of(keys, two)})
        assert late.status_code == 409
    assert table.seq == 1
