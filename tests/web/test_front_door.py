"""What all three servers (table, station, events) owe to a stranger, asked of each of them over HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import http.client
import itertools
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import tapete
from tapete.league.protocol import COMPUTER, HOST, KEY, SIGNATURE, STAMP, Stamp, host_key, signature
from tapete.station.operations import pin
from tapete.station.operations.desk import StaffDesk
from tapete.station.operations.statistics import Statistics
from tapete.station.station import Station
from tapete.table import Hub, Journal
from tapete.web import Server, app, connections
from tapete.web.limits import ConcurrencyLimit
from tapete.web.request_checks import Bodies
from tapete.web.station import app as station_app
from tapete.web.station.operations import staff
from tapete.web.visits import PAGE_LANGUAGE, PAGE_PART
from tests.run_forms import by_form

PATIENCE_S = 60.0

Headers = dict[str, bytes]


class Way(NamedTuple):
    """A request that is well except the one header that a test alters."""

    method: str
    path: str
    headers: Headers
    body: bytes = b""
    key: bytes = b""

    def signed(self) -> Way:
        """The same, signed anew where a key belongs to it: a signature counts once."""
        if not self.key or HOST not in self.headers:
            return self
        stamp = Stamp(NOW_MS, next(NUMBERS), "0" * 16, "one")
        signed = signature(self.key, self.method, self.path, self.body, stamp)
        return self._replace(headers=self.headers | {STAMP: stamp.text.encode(), SIGNATURE: signed.encode()})


NOW_MS = 1_800_000_000_000
"""The time of a test's league (`tests.league.server.conftest`)."""

NUMBERS = itertools.count(1)


class Door(NamedTuple):
    """A server, what it runs on, and ways in."""

    port: int
    server: Any
    ways: list[Way]
    streams: list[tuple[Way, ConcurrencyLimit]]
    """Ways to answers that do not end, and what counts them."""


FORM: Headers = {"content-type": b"application/x-www-form-urlencoded"}
JSON: Headers = {"content-type": b"application/json"}
PARTS: Headers = {"content-type": b"multipart/form-data; boundary=x"}


def _play(folder: Path) -> Iterator[Door]:
    hub = Hub(Journal(folder / "matches.sqlite3"))
    match = hub.begin("shazamm").id
    with Server(app(hub, lan=True, secret=b"a secret of sixteen bytes or more")) as server:
        table = bearer(server.app.state.keys.table)
        ways = [Way("POST", f"/api/match/{match}", JSON | table, b"{}"), Way("GET", f"/match/{match}", table)]
        stream = Way("GET", f"/match/{match}/events", table), server.app.state.stream_limit.places
        yield Door(server.port, server, [*_pages(server), *ways], [stream])
    hub.close()


def bearer(key: str) -> Headers:
    return {"authorization": f"Bearer {key}".encode()}


def _pages(server: Server) -> list[Way]:
    table = bearer(server.app.state.keys.table)
    return [Way("GET", "/", table), Way("POST", "/new", FORM | table, b"a=b"), Way("POST", "/load", PARTS | table, b"--x--\r\n")]


def _station(folder: Path) -> Iterator[Door]:
    pin.keep(folder, "274951")
    hub, statistics = Hub(Journal(folder / "matches.sqlite3")), Statistics(folder / "statistics.sqlite3")
    station = Station(hub, folder)
    desk = StaffDesk(folder, hub, statistics, apply=station.staff.change_settings, read=lambda: station.staff.settings)
    served = station_app(station, lan=True, secret=b"a secret of sixteen bytes or more", routes=staff.PAGES)
    staff.install(served, desk)
    with Server(served) as server:
        staffs = [Way("GET", "/staff", {}), Way("POST", "/staff/enter", FORM, b"pin=1")]
        match = hub.begin("shazamm").id
        stream = Way("GET", f"/match/{match}/events", bearer(server.app.state.keys.table)), server.app.state.stream_limit.places
        yield Door(server.port, server, [*_pages(server), *staffs], [stream])
    station.close()
    statistics.close()
    hub.close()


def _events(folder: Path) -> Iterator[Door]:
    pytest.importorskip("sqlalchemy", reason="the extra `league`")
    from tests.league.server.conftest import API, FRIDAY, SECRET, Served
    from tests.league.server.two_tables import evening

    served = Served(f"sqlite:///{folder}/events.sqlite3")
    with served.server:
        evening(served)
        key = host_key(SECRET, "shop", "table-1", 1)
        staff = bearer(served.link("organiser"))
        ways = [Way("GET", FRIDAY, staff), Way("POST", f"{FRIDAY}/decide", FORM | staff, b"a=b")]
        ways += [Way("POST", f"{API}/decisions", JSON | staff, b"{}"), Way("GET", f"{API}/standings", staff)]
        ways += [Way("POST", f"{FRIDAY}/rounds/1/tables/1/file", PARTS | staff, b"--x--\r\n")]
        for method, path, body in (
            ("POST", "/v1/shops/shop/hosts/table-1/matches/m/lines", b"{}"),
            ("POST", "/v1/shops/shop/files", b"{}"),
            ("GET", "/v1/shops/shop/hosts/table-1/next", b""),
        ):
            ways.append(Way(method, path, JSON | {HOST: b"table-1", KEY: b"1", COMPUTER: b"one"}, body, key))
        streams = [ways[-1], Way("GET", f"{FRIDAY}/wall/stream", staff), Way("GET", f"{FRIDAY}/news", staff)]
        yield Door(served.server.port, served.server, ways, [(one, served.league.streams) for one in streams])


MAKES = {"table": _play, "station": _station, "events": _events}


@pytest.fixture(params=["table", "station", pytest.param("events", marks=pytest.mark.league)])
def door(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Door]:
    yield from MAKES[request.param](tmp_path)


def asked(door: Door, way: Way, name: str = "", values: tuple[bytes, ...] = ()) -> tuple[int, bytes]:
    """The status and the beginning of the answer to a request, one header of which has these values."""
    way = way.signed()
    line = http.client.HTTPConnection("127.0.0.1", door.port, timeout=PATIENCE_S)
    try:
        line.putrequest(way.method, way.path, skip_host=True, skip_accept_encoding=True)
        usual = {"host": f"127.0.0.1:{door.port}".encode(), "content-length": str(len(way.body)).encode(), "connection": b"close"}
        for known, value in (usual | way.headers).items():
            if known.lower() != name.lower():
                line.putheader(known, value)
        for value in values:
            line.putheader(name, value)
        line.endheaders(b"" if name == "content-length" else way.body)  # what follows an unreadable length is not read
        answer = line.getresponse()
        streams = answer.getheader("content-type", "").startswith("text/event-stream")
        return answer.status, b"" if streams else answer.read()
    finally:
        line.close()


# ---- slow and many

BEGUN = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
DRIPPING_BODY = b"POST /health HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\nx"
SLOW = {"silent": b"", "a head that drips": BEGUN, "a later head that drips": b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + BEGUN}


@pytest.mark.parametrize("said", SLOW.values(), ids=SLOW)
def test_a_slow_request_is_ended(door: Door, said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "REQUEST_S", 0.3)
    with connected(door) as line:
        line.sendall(said)
        found = rest(line)
        assert found.startswith(b"HTTP/1.1 ") == (said.count(b"\r\n\r\n") == 1)
    assert door.server.app.state.places.tally == {"slow": 1}


@pytest.mark.league
def test_a_table_of_an_event_keeps_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "REQUEST_S", 1.0)
    for door in _events(tmp_path):
        idle = http.client.HTTPConnection("127.0.0.1", door.port, timeout=PATIENCE_S)
        with contextlib.closing(idle), connected(door) as slow:
            idle.request("GET", "/health")
            assert idle.getresponse().read().startswith(b"{")
            line = idle.sock
            slow.sendall(BEGUN)
            assert not rest(slow), "by then the other has been silent for longer than a request may take"
            idle.request("GET", "/health")
            assert idle.getresponse().read().startswith(b"{")
            assert idle.sock is line


@pytest.mark.long
@pytest.mark.parametrize("said", [*SLOW.values(), DRIPPING_BODY], ids=[*SLOW, "a body that drips"])
def test_health_is_answered_while_slow_connections_take_every_place(door: Door, said: bytes) -> None:
    places = door.server.app.state.places
    places._most = 20
    with contextlib.ExitStack() as held:
        for _ in range(40):
            held.enter_context(connected(door)).sendall(said)
        answered = [0, 0]
        for number in range(200):  # in one of two hundreds: on a busy computer chance lets more of them give way
            held.enter_context(connected(door)).sendall(said)
            with contextlib.suppress(OSError, http.client.HTTPException):
                answered[number // 100] += asked(door, Way("GET", "/health", {}))[0] in (200, 403, 404)
        assert max(answered) >= 95
        assert min(answered) >= 90
        assert places.taken <= 20
        assert places.tally["gave way"] >= 100


def test_streams_of_one_key_are_bounded_and_room_comes_back(door: Door) -> None:
    for way, places in door.streams:
        places._each = places._most = 1
        with streaming(door, way) as answered:
            assert answered == 200, way.path
            assert asked(door, way)[0] == 503
        for _ in range(500):  # the server hears that the stream has ended a moment later
            if not places.taken:
                break
            asked(door, Way("GET", "/health", {}))
        with streaming(door, way) as answered:
            assert answered == 200


@pytest.mark.league
def test_one_link_takes_no_stream_from_another(tmp_path: Path) -> None:
    for door in _events(tmp_path):
        table, (wall, places), _news = door.streams[0][0], door.streams[1], door.streams[2]
        places._each = 1
        with streaming(door, wall), streaming(door, table) as answered:
            assert answered == 200
            assert asked(door, wall)[0] == 503


@contextlib.contextmanager
def streaming(door: Door, way: Way) -> Iterator[int]:
    """The status of a stream that is open while the block runs."""
    way = way.signed()
    line = http.client.HTTPConnection("127.0.0.1", door.port, timeout=PATIENCE_S)
    line.request(way.method, way.path, headers=way.headers)
    with line.getresponse() as answer:
        answer.readline()
        yield answer.status
    line.close()


@pytest.mark.league
def test_a_link_that_fits_makes_an_address_known(tmp_path: Path) -> None:
    for door in _events(tmp_path):
        places = door.server.app.state.places
        by_link, by_table = door.ways[0], next(way for way in door.ways if way.path.endswith("/lines"))
        for way in (by_link, by_table):
            places._known.clear()
            asked(door, way._replace(headers={}))
            assert not places._known
            asked(door, way)
            assert list(places._known) == ["here"]


@pytest.mark.skipif(connections.resource is None, reason="this system bounds no files of a process")
def test_a_server_takes_no_more_connections_than_the_system_gives_it_files() -> None:
    said = "from tapete.web import connections as c; print(c.room_for(4_000), resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    for soft, hard, expected in ((1_024, 1_024, "768 1024"), (256, 8_192, "4000 4256"), (8_192, 8_192, "4000 8192")):
        if resource_bound() >= hard:
            script = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard})); {said}"
            found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
            assert found.stdout.strip() == expected


def resource_bound() -> float:
    """How many files this process may ask for."""
    assert connections.resource is not None
    hard = connections.resource.getrlimit(connections.resource.RLIMIT_NOFILE)[1]
    return float("inf") if hard == connections.resource.RLIM_INFINITY else float(hard)


def connected(door: Door) -> socket.socket:
    return socket.create_connection(("127.0.0.1", door.port), timeout=PATIENCE_S)


def rest(line: socket.socket) -> bytes:
    """All that comes until the other side ends."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while octets := line.recv(65_536):
            found += octets
    return found


# ---- keys before cost


def test_a_long_body_is_read_for_a_key_alone(door: Door) -> None:
    long = [way for way in door.ways if way.path.endswith(("/load", "/file", "/files", "/lines"))]
    assert long
    for way in long:
        for keyed in (False, True):
            with connected(door) as line:
                shown = {name: value for name, value in way.headers.items() if keyed or name not in ("authorization", KEY)}
                head = {"host": b"127.0.0.1", "content-length": b"200000"} | shown
                line.sendall(f"{way.method} {way.path} HTTP/1.1\r\n".encode())
                line.sendall(b"".join(name.encode() + b": " + value + b"\r\n" for name, value in head.items()) + b"\r\n")
                if keyed:
                    line.sendall(b"x" * 200_000)  # else the answer comes before it
                found = line.recv(65_536)
                assert found.startswith(b"HTTP/1.1 ")
                assert (found[9:12] == b"413") == (not keyed), (way.path, found[:100])


def test_what_is_too_long_is_answered_by_a_page_while_it_still_comes(door: Door) -> None:
    for way in (Way("POST", "/load", PARTS), Way("POST", "/new", FORM), Way("GET", "/nothing", {})):
        with connected(door) as line:
            line.sendall(
                f"{way.method} {way.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 6000000\r\n\r\n".encode()
            )
            for _ in range(60):
                line.sendall(b"x" * 100_000)  # none of these may meet a reset
            status = rest(line)[9:12]
            assert status == (b"413" if way.method == "POST" else b"404"), way.path


def test_a_sender_who_goes_on_without_end_is_cut_off(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "LINGER_S", 0.05)
    with connected(door) as line:
        line.sendall(b"POST /load HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 600000000\r\n\r\n")
        with pytest.raises(ConnectionError):
            line.sendall(b"x" * 600_000_000)


def test_a_sender_who_has_gone_before_the_answer_leaves_no_trace(
    door: Door, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ended = []

    def gone(_transport: asyncio.Transport) -> None:
        ended.append(True)
        raise OSError(errno.ENOTCONN, "Transport endpoint is not connected")  # the system's word after a reset

    monkeypatch.setattr(asyncio.selector_events._SelectorSocketTransport, "write_eof", gone)  # type: ignore[attr-defined]
    for _ in range(3):
        with connected(door) as line:
            line.sendall(b"POST /load HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 600000000\r\n\r\n")
            assert rest(line)[9:12] == b"413"
    assert len(ended) == 3
    assert not [record for record in caplog.records if record.exc_info], caplog.text


def test_all_bodies_together_have_so_much_room(door: Door) -> None:
    room: Bodies = door.server.app.state.bodies
    room._short_most = 10_000
    with connected(door) as first:
        first.sendall(b"POST /new HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9000\r\n\r\n" + b"x" * 8_000)
        way = Way("POST", "/new", {"content-type": b"text/plain", "accept-language": b"en"}, b"x" * 3_000)
        for _ in range(500):  # the server reads the first one a moment later
            status, said = asked(door, way)
            if status == 503:
                break
        assert (status, b"send it again" in said) == (503, True)
        first.sendall(b"x" * 1_000)
        assert first.recv(65_536)[9:12] != b"503"
    for _ in range(500):  # its room is given back a moment after its answer
        if not room.held:
            break
        asked(door, Way("GET", "/health", {}))
    assert asked(door, way)[0] != 503


SERVED = """
import sys, pathlib
from tests.web.test_front_door import MAKES
making = MAKES[sys.argv[1]](pathlib.Path(sys.argv[2]))
door = next(making)
posted = [route.path for route in door.server.app.routes if "POST" in (getattr(route, "methods", None) or ())]
print(door.port, *posted, flush=True)
sys.stdin.read()
"""


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
@pytest.mark.parametrize("kind", ["table", "station", pytest.param("events", marks=pytest.mark.league)])
def test_no_route_takes_64_mb_for_the_largest_body_without_a_key(kind: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", SERVED, kind, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as served:
        assert served.stdout is not None
        port, *routes = served.stdout.readline().split()
        assert len(routes) >= 15
        assert {"table": "/load", "station": "/staff/enter", "events": "/v1/shops/{shop}/files"}[kind] in routes
        before = largest_memory(served.pid)
        for route in routes:
            path = re.sub(r"{(\w+)(:\w+)?}", lambda hole: {"shop": "shop", "event": "friday", "host": "table-1"}.get(hole[1], "1"), route)
            for length in (65_536, 4 * 1024 * 1024):
                send_together(int(port), path, length)
            grown = largest_memory(served.pid) - before
            assert grown < 64 * 1024, f"{grown} KiB more after {route}"
        served.communicate("")


def send_together(port: int, path: str, length: int, lines: int = 6) -> None:
    """Post bodies of a length without any key over some connections at once, and take the answers."""
    with contextlib.ExitStack() as stack:
        held = [stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)) for _ in range(lines)]
        for line in held:
            line.sendall(f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n".encode())
            line.sendall(b"x" * (length - 1))
        for line in held:
            line.sendall(b"x")
            assert rest(line).startswith(b"HTTP/1.1 4")


def largest_memory(pid: int) -> int:
    """The most memory that a process had at one time, in KiB."""
    said = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    return int(re.findall(r"VmHWM:\s+(\d+)", said)[0])


# ---- bytes in headers

READ = (
    *(
        "accept",
        "accept-encoding",
        "accept-language",
        "authorization",
        "content-length",
        "content-type",
        "cookie",
        "host",
        "origin",
        "range",
    ),
    *(
        "if-none-match",
        "if-modified-since",
        "sec-fetch-site",
        "user-agent",
        PAGE_LANGUAGE,
        PAGE_PART,
        HOST,
        KEY,
        SIGNATURE,
        STAMP,
        COMPUTER,
    ),
)
"""Headers that one of the servers reads."""

BEFORE: dict[str, bytes] = {
    "authorization": b"Bearer ",
    "content-type": b"multipart/form-data; boundary=",
    "cookie": b"tapete_visit=",
    "host": b"127.0.0.1:",
    "origin": b"http://",
    "range": b"bytes=",
}
"""How a value begins that is read further."""

UPPER = bytes(range(0x80, 0x100))
ODD = (b"", b"[", b":", b"=", b'"', b"%ff", b"99999", UPPER, b"\xe9" * 8_192)


def odd_values() -> list[bytes]:
    """Values to try: at night every byte from 0x80 on alone too."""
    alone = UPPER if by_form(quick=False, usual=False, long=False, nightly=True) else b"\xb2\xe9"
    return [*ODD, *(bytes([byte]) for byte in alone)]


@pytest.mark.long
def test_no_header_breaks_a_server(door: Door, caplog: pytest.LogCaptureFixture) -> None:
    faults = []
    for way in door.ways:
        for name in READ:
            tries: list[tuple[bytes, ...]] = [()]
            tries += [(UPPER,), *((BEFORE.get(name, b"") + value,) for value in odd_values())]
            known = way.headers.get(name, b"x")
            tries += [(known, known), (known, UPPER), (UPPER, known)]
            for values in tries:
                if name == "content-length" and values and values[0].isdigit():
                    continue  # a length that is not one of the body's is waited for: another test's
                try:
                    status, said = asked(door, way, name, values)
                except ConnectionResetError:  # refused by its head while its body came: the log below says whether anything broke
                    continue
                if status >= 500 or b"Traceback" in said:
                    faults.append((way.method, way.path, name, [value[:40] for value in values], status))
    assert not faults
    assert not [record for record in caplog.records if record.exc_info], caplog.text


def test_each_header_that_is_read_is_tried() -> None:
    root = Path(tapete.__file__).parent
    sources = [file.read_text(encoding="utf-8") for part in ("web", "league/server") for file in (root / part).rglob("*.py")]
    found = {name for source in sources for name in re.findall(r'headers\.get\("([\w-]+)"|"([\w-]+)" in asked\.headers', source)}
    named = {one for pair in found for one in pair if one}
    assert len(named) >= 7
    assert named <= {name.lower() for name in READ}
