"""Requests for lines within one that stays open: taken and refused as they are alone; and what a table does where that is not possible."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tapete.core.codec import encode
from tapete.league.joining import server_client
from tapete.league.joining.server_client import Client
from tapete.league.protocol import MOST_BODY, STREAM, StreamedHead
from tapete.league.store.hosts import HostStore
from tests.league import matches
from tests.league.server.conftest import Served
from tests.league.server.two_tables import KEY, Table, codes_of, evening, result_of

pytestmark = [pytest.mark.league, pytest.mark.slow]

HERE = ("shop", "table-1")
"""The stream of the first table."""


def streamed(served: Served) -> dict[str, float]:
    """How many requests came within streams, by the status of their answers."""
    [counted] = served.server.app.state.figures.answers.collect()
    named = ((one.labels, one.value) for one in counted.samples if one.name.endswith("_total"))
    return {labels["status"]: value for labels, value in named if labels["method"] == "STREAM"}


def raw(table: Table, part: bytes) -> dict[str, Any]:
    """What comes back for bytes that no table sends; the stream is open and has been used."""
    assert table.client._stream is not None
    return dict(msgspec.json.decode(table.client._stream.asked(part)))


def test_all_requests_of_a_match_go_within_one(served: Served) -> None:
    table, match = evening(served)(1), matches.told()
    assert table.lines(match.part(0, 30, KEY)) == (200, {"have": 30})
    first = served.league.line_streams[HERE]
    assert table.lines(match.part(30, 31)) == (200, {"have": 31})
    assert table.lines(match.part(30, 31)) == (200, {"have": 31}), "sent again it changes nothing"
    assert table.lines(match.part(40, 50))[0] == 409
    assert served.league.line_streams[HERE] is first
    assert streamed(served) == {"200": 3.0, "409": 1.0}
    assert table.lines(match.part(31)) == (200, {"have": len(match.lines)})
    assert result_of(served) == match.result


def test_a_stream_that_has_ended_is_opened_again(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    join, match = evening(served), matches.told()
    table, other = join(1), join(1)
    assert table.lines(match.part(0, 30, KEY))[0] == 200
    assert other.lines(match.part(30, 31))[0] == 200, "a table has one stream: this one ends the other"
    assert table.lines(match.part(31, 32)) == (200, {"have": 32})
    assert table.lines(match.part(32, 33)) == (200, {"have": 33})
    silent = served.league.line_streams[HERE]
    with monkeypatch.context() as patched:
        patched.setattr("tapete.league.server.line_streams.SILENT_STREAM_S", 0.0)
        silent._loop.call_soon_threadsafe(silent._look)
        assert table.client._stream is not None
        assert table.client._stream.answer.read() == b"", "nothing came for so long, and the server ended it"
    assert table.lines(match.part(33, 34)) == (200, {"have": 34})
    assert table.client._singly_until == 0.0


@pytest.mark.parametrize(
    ("head", "status", "code"),
    [
        (b"{}\n", 400, "malformed"),
        (b"\xff\n", 400, "malformed"),
        (b"x" * 5_000, 413, "too_long"),
        (encode(StreamedHead("match1", "", "", MOST_BODY + 1)) + b"\n", 413, "too_long"),
        (encode(StreamedHead("match1", "1.1.0000000000000000", "", 0)) + b"\n", 401, "not_signed"),
    ],
)
def test_what_cannot_be_told_apart_ends_a_stream_with_the_reason(served: Served, head: bytes, status: int, code: str) -> None:
    table, match = evening(served)(1), matches.told()
    assert table.lines(match.part(0, 30, KEY))[0] == 200
    answer = raw(table, head)
    assert (answer["status"], codes_of(answer["body"])) == (status, [code])
    with pytest.raises(ConnectionError):
        raw(table, head)
    assert table.lines(match.part(30, 31)) == (200, {"have": 31})


def test_a_request_that_came_before_or_of_another_time_is_signed_anew(served: Served) -> None:
    table, match = evening(served)(1), matches.told()
    assert table.lines(match.part(0, 30, KEY))[0] == 200
    table.client._number = 0  # as a table that forgot what it has sent
    stamped = table.client._stamp
    assert stamped().number == 1
    reply = table.client.post(f"{table.client.address.path}/matches/match1/lines", encode(match.part(30, 31)))
    assert (reply.status, codes_of(msgspec.json.decode(reply.body))) == (401, ["old_request"])
    table.client._number = 100
    table.client._ahead_ms += 3_600_000
    assert table.lines(match.part(30, 31)) == (200, {"have": 31}), "the server tells its time"


def test_a_key_that_holds_no_more_opens_no_stream(served: Served) -> None:
    table = evening(served)(1)
    stranger = Table(replace(table.client.address, key=b"x" * 32))
    assert stranger.lines(matches.told().part(0, 9, KEY))[0] == 401
    assert HERE not in served.league.line_streams


def test_a_key_that_was_ended_takes_no_line_more_in_a_stream_that_is_open(served: Served) -> None:
    table, match = evening(served)(1), matches.told()
    assert table.lines(match.part(0, 30, KEY)) == (200, {"have": 30})
    assert table.lines(match.part(30, 31)) == (200, {"have": 31})
    served.within(lambda league: HostStore(league.store.engine).retire("shop", "table-1", 9))
    assert served.league.intake.known(*HERE).retired_ms is None, "the server has not read it since"
    status, told = table.lines(match.part(31, 32))
    assert (status, codes_of(told)) == (401, ["not_signed"])
    assert served.league.intake.known(*HERE) is None
    assert table.lines(match.part(31, 32))[0] == 401


def test_a_table_that_takes_no_answer_at_once_is_waited_for(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    table, match = evening(served)(1), matches.told()
    assert table.lines(match.part(0, 30, KEY)) == (200, {"have": 30})
    monkeypatch.setattr(served.league.line_streams[HERE]._line, "say", lambda part: False)
    for number in (30, 31):
        assert table.lines(match.part(number, number + 1)) == (200, {"have": number + 1})


def test_an_older_server_is_sent_each_request_alone(served: Served) -> None:
    table, match = evening(served)(1), matches.told()
    routes = served.server.app.router.routes
    routes[:] = [one for one in routes if not getattr(one, "path", "").endswith(f"/{STREAM}")]
    assert table.lines(match.part(0, 30, KEY)) == (200, {"have": 30})
    assert table.lines(match.part(30)) == (200, {"have": len(match.lines)})
    assert streamed(served) == {}
    assert table.client._singly_until > 0.0


def test_an_older_table_sends_each_request_alone(served: Served) -> None:
    table, match = evening(served)(1), matches.told()
    path = f"{table.client.address.path}/matches/match1/lines"
    for part in (match.part(0, 30, KEY), match.part(30)):
        assert table.client._post(path, encode(part)).status == 200
    assert streamed(served) == {}
    assert result_of(served) == match.result


@pytest.fixture
def holding(served: Served) -> Iterator[int]:
    """The port of a balancer that passes a request on once it has come to its end, as those do that keep bodies back."""
    listener = socket.create_server(("127.0.0.1", 0))
    lines: list[socket.socket] = [listener]

    def pass_on() -> None:
        while True:
            try:
                line, _address = listener.accept()
            except OSError:
                return
            lines.append(line)
            threading.Thread(target=carry, args=(line,), daemon=True).start()

    def carry(line: socket.socket) -> None:
        asked = b""
        while b"\r\n\r\n" not in asked:
            asked += line.recv(65_536)
        head, _, body = asked.partition(b"\r\n\r\n")
        named = dict(one.lower().split(b": ", 1) for one in head.split(b"\r\n")[1:])
        if b"content-length" not in named:
            return  # its end never comes
        while len(body) < int(named[b"content-length"]):
            body += line.recv(65_536)
        with socket.create_connection(("127.0.0.1", served.server.port)) as server:
            server.sendall(head.replace(b"\r\n", b"\r\nConnection: close\r\n", 1) + b"\r\n\r\n" + body)
            while part := server.recv(65_536):
                line.sendall(part)
        line.close()

    threading.Thread(target=pass_on, daemon=True).start()
    yield int(listener.getsockname()[1])
    for one in lines:
        one.close()


def test_a_balancer_that_keeps_requests_back_is_sent_each_alone(served: Served, holding: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_client, "OPENS_S", 0.2)
    join, match = evening(served), matches.told()
    table = Table(replace(join(1).client.address, server=f"http://127.0.0.1:{holding}"))
    assert table.lines(match.part(0, 30, KEY)) == (200, {"have": 30})
    assert table.lines(match.part(30)) == (200, {"have": len(match.lines)})
    assert table.client._singly_until > 0.0


def test_a_server_that_is_away_is_not_taken_for_an_older_one(served: Served) -> None:
    address = replace(evening(served)(1).client.address, server="http://127.0.0.1:1")
    client = Client(address)
    with pytest.raises(server_client.ServerAway):
        client.post(f"{address.path}/matches/match1/lines", b"{}")
    assert client._singly_until == 0.0
