"""Pictures that follow by themselves, and the secrecy of what they show."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tapete.table import Hub, Journal, Table
from tapete.table.watchers import Changed
from tapete.web import Server, app
from tapete.web.live import EventStream, Picture, Turns
from tapete.web.visits import SESSION_COOKIE
from tests import loops
from tests.web.conftest import Visitor


class Stream:
    """One open connection, read event by event."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines

    def next(self) -> dict[str, Any]:
        """The next event: its `id`, `event` and read `data`; those that say nothing but that the table is there do not count."""
        fields: dict[str, Any] = {}
        for line in self._lines:
            if not line and fields.get("event") == "here":
                fields = {}
            if not line and "data" in fields:
                fields["data"] = json.loads(fields["data"])
                return fields
            name, _, value = line.partition(": ")
            if name:
                fields[name] = value
        raise AssertionError("the connection ended")


@contextmanager
def following(visitor: Visitor, place: str) -> Iterator[Stream]:
    with visitor.stream("GET", f"{place}/events", timeout=30) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield Stream(answer.iter_lines())


def test_the_first_event_is_the_whole_picture_and_carries_the_number(visitor: Visitor, table: Table) -> None:
    table.submit({"action": "lock_bid", "seat": "A", "amount": 7})
    visitor.get("/")
    with following(visitor, f"/match/{table.id}/list") as stream:
        first = stream.next()
    assert (first["event"], first["id"]) == ("picture", "1")
    page = visitor.get(f"/match/{table.id}/list").text
    parts = first["data"]["fragments"]
    assert set(parts) == {"result", "lesson", "asked", "board", "seats", "next", "actions", "moves", "log"}
    assert all(html in page for html in parts.values())


def test_a_change_sends_the_parts_that_changed_whole(visitor: Visitor, table: Table) -> None:
    with following(visitor, f"/match/{table.id}/list") as stream:
        before = stream.next()["data"]["fragments"]
        table.submit({"action": "lock_bid", "seat": "A", "amount": 7})
        after = stream.next()
    assert after["id"] == "1"
    changed = after["data"]["fragments"]
    assert {"seats", "actions", "log"} <= set(changed)
    assert "board" not in changed or changed["board"] != before["board"]
    assert "✓ Ready" in changed["seats"]


def test_every_page_hears_of_every_change(visitor: Visitor, table: Table) -> None:
    with following(visitor, f"/match/{table.id}/list") as whole, following(visitor, f"/match/{table.id}/seat/B/list") as seat:
        whole.next(), seat.next()
        table.submit({"action": "concede", "seat": "A"})
        assert " gives up." in whole.next()["data"]["fragments"]["result"]
        assert " gives up." in seat.next()["data"]["fragments"]["result"]


def test_a_page_that_was_away_is_right_again(visitor: Visitor, table: Table) -> None:
    with following(visitor, f"/match/{table.id}/list") as stream:
        stream.next()
    for _ in range(3):
        table.submit({"action": "lock_bid", "seat": "A", "amount": 7})
        table.submit({"action": "unlock", "seat": "A"})
    with following(visitor, f"/match/{table.id}/list") as stream:
        again = stream.next()
    assert again["id"] == "6"
    assert len(again["data"]["fragments"]) == 9


def test_a_page_that_was_away_is_right_before_anybody_is_told(visitor: Visitor, table: Table) -> None:
    told = threading.Event()

    def keep_waiting(changed: Changed) -> None:
        told.wait()

    table.watch(keep_waiting)  # hears first, and all others after it
    with following(visitor, f"/match/{table.id}/list") as stream:
        stream.next()
    table.submit({"action": "lock_bid", "seat": "A", "amount": 7})
    try:
        with following(visitor, f"/match/{table.id}/list") as stream:
            again = stream.next()
    finally:
        told.set()
    assert again["id"] == "1"
    assert "✓ Ready" in again["data"]["fragments"]["seats"]


def test_pages_that_are_alike_share_a_drawing_that_has_not_begun() -> None:
    drawn: list[str] = []
    begun, may_end = threading.Event(), threading.Event()

    def first() -> Picture:
        drawn.append("first")
        begun.set()
        may_end.wait()
        return 1, {}

    def later() -> Picture:
        drawn.append("later")
        return 2, {}

    async def scenario() -> list[Picture]:
        turns = Turns()
        early = asyncio.create_task(turns.drawn("table", first))
        await asyncio.to_thread(begun.wait)
        late = [asyncio.create_task(turns.drawn("table", later)) for _ in range(3)]
        asyncio.get_running_loop().call_soon(may_end.set)
        return await asyncio.gather(early, *late)

    assert loops.run(scenario()) == [(1, {}), (2, {}), (2, {}), (2, {})]
    assert drawn == ["first", "later"]


def test_closed_connections_are_let_go(visitor: Visitor, server: Server, table: Table) -> None:
    signal = server.app.state.page_cache.pages(table).signal
    with following(visitor, f"/match/{table.id}/list") as stream:
        stream.next()
        assert signal.listeners == 1
    with following(visitor, f"/match/{table.id}/seat/A/list") as stream:  # a round trip later the server has noticed
        stream.next()
        for _ in range(50):
            if signal.listeners == 1:
                break
            visitor.get("/static/icon.svg")
        assert signal.listeners == 1


@pytest.mark.parametrize("announced", ["2.0", "2.3", "2.4", "2.5"])
def test_closed_connections_are_let_go_whatever_the_server_announces(hub: Hub, table: Table, announced: str) -> None:
    """Some versions of uvicorn announce ASGI 2.4; streams themselves ask then whether anybody listens."""

    class Announcing:
        def __init__(self, inner: ASGIApp) -> None:
            self.inner = inner

        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            await self.inner({**scope, "asgi": {"version": "3.0", "spec_version": announced}}, receive, send)

    made = app(hub)
    made.add_middleware(Announcing)
    with Server(made) as server, Visitor(base_url=server.address, trust_env=False) as visitor:
        signal, limit = made.state.page_cache.pages(table).signal, made.state.stream_limit
        with following(visitor, f"/match/{table.id}/list") as stream:
            stream.next()
            assert (signal.listeners, limit.places.taken) == (1, 1)
        for _ in range(500):  # the server hears of closed connections while it answers others
            visitor.get("/static/icon.svg")
            if not signal.listeners and not limit.places.taken:
                break
        assert (signal.listeners, limit.places.taken) == (0, 0)


def test_a_stream_whose_events_fail_tells_the_server_and_closes_them() -> None:
    closed = []

    async def events() -> AsyncIterator[bytes]:
        try:
            yield b"data: 1\n\n"
            raise OSError("the disk")
        finally:
            closed.append(True)

    async def silent() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def take(message: Message) -> None:
        pass

    with pytest.raises(OSError, match="the disk"):
        loops.run(EventStream(events())({"type": "http"}, silent, take))
    assert closed == [True]


def test_a_stream_whose_connection_breaks_closes_its_events_in_silence() -> None:
    closed = []

    async def events() -> AsyncIterator[bytes]:
        try:
            while True:
                yield b": still here\n\n"
        finally:
            closed.append(True)

    async def silent() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def broken(message: Message) -> None:
        if message["type"] == "http.response.body":
            raise ConnectionResetError

    loops.run(EventStream(events())({"type": "http"}, silent, broken))
    assert closed == [True]


def test_a_server_that_stops_lets_open_pages_end(hub: Hub, table: Table, caplog: pytest.LogCaptureFixture) -> None:
    server = Server(app(hub)).start()
    with Visitor(base_url=server.address, trust_env=False) as visitor, visitor.stream("GET", f"/match/{table.id}/events") as answer:
        lines = answer.iter_lines()
        assert next(lines).startswith("retry")
        server.stop()
        assert any(line.startswith("data") for line in lines)  # and then the end, not an error
    assert [record.message for record in caplog.records] == []


# ---- secrecy: two matches that differ in the bid alone show the same to everybody, byte by byte, until the reveal

ASKED = ("state", "position", "scene", "layout", "awaiting", "legal", "view", "result")


def everything_shown(visitor: Visitor, table: Table, seats: str = "AB") -> dict[str, str]:
    place = f"/match/{table.id}"
    shown = {path: visitor.get(path).text for path in ("/", place, f"{place}/list", f"{place}/log", f"{place}/correct", "/console")}
    for language in ("es", "en"):
        for page in (place, f"{place}/list"):
            shown[f"{page} {language}"] = visitor.get(page, headers={"accept-language": language}).text
    for seat in seats:
        for page in (f"{place}/seat/{seat}", f"{place}/seat/{seat}/list"):
            shown[page] = visitor.get(page).text
            with following(visitor, page) as stream:
                shown[f"events {page}"] = json.dumps(stream.next())
    for page in (place, f"{place}/list"):
        with following(visitor, page) as stream:
            shown[f"events {page}"] = json.dumps(stream.next())
    for asked in ASKED:
        for seat in seats:
            shown[f"api {asked} {seat}"] = visitor.get(f"/api/match/{table.id}", params={"ask": asked, "seat": seat}).text
    shown["api log"] = visitor.get(f"/api/match/{table.id}", params={"ask": "log"}).text
    return shown


def without_chance(text: str, table: Table) -> str:
    """Names of matches and of their questions, times, nonces (and the check sums over their seals) differ for equal bids too."""
    text = re.sub(r'(name=\\?"question\\?" value=\\?"|data-question=\\?")[^"\\]+', r"\1question", text)
    text = re.sub(r'"run": "[0-9a-f]*"', "run", text)
    text = re.sub(r"\b[A-Z]{5} [A-Z]{5}\b", "SEAL", text)  # of a seal, as a phone shows it
    text = re.sub(r'"crc":\s*\d+', "crc", re.sub(r"[0-9a-f]{64}", "seal", text))
    return re.sub(r"20\d\d-\d\d-\d\d[T ][\d:.+Z]*", "then", text).replace(table.id, "ID")


@contextmanager
def a_match(folder: Path) -> Iterator[tuple[Visitor, Table]]:
    hub = Hub(Journal(folder / "matches.sqlite3"))
    headers = {"accept-language": "en"}
    with (
        Server(app(hub, secret=b"the same secret for both")) as server,
        Visitor(base_url=server.address, headers=headers, follow_redirects=True, trust_env=False) as visitor,
    ):
        visitor.cookies.set(SESSION_COOKIE, "the_same_visit_for_both_")
        yield visitor, hub.begin("shazamm", {}, {"A": "Ana"})
    hub.close()


@pytest.mark.slow
def test_no_page_no_event_and_no_answer_holds_a_bid_before_the_reveal(tmp_path: Path) -> None:
    seen: list[dict[str, str]] = []
    for bid in (37, 12):
        with a_match(tmp_path / str(bid)) as (visitor, table):
            locked = visitor.press(f"/match/{table.id}/seat/A", "enter:", number=str(bid))
            assert table.state.agenda[-1].ready == ("A",)
            said = visitor.post(f"/api/match/{table.id}", json={"check": {"action": "lock_bid", "seat": "B", "amount": 1}}).text
            refused = visitor.press(f"/match/{table.id}/seat/A", "enter:", number=str(bid))
            assert refused.status_code == 409
            shown = {**everything_shown(visitor, table), "locked": locked.text, "api check": said, "refused": refused.text}
            seen.append({name.replace(table.id, "ID"): without_chance(text, table) for name, text in shown.items()})
    first, second = seen
    for name, text in first.items():
        assert text == second[name], name


@pytest.mark.slow
def test_after_the_reveal_the_same_scan_sees_the_bid(tmp_path: Path) -> None:
    seen = []
    for bid in (37, 12):
        with a_match(tmp_path / str(bid)) as (visitor, table):
            table.submit({"action": "lock_bid", "seat": "A", "amount": bid})
            table.submit({"action": "lock_bid", "seat": "B", "amount": 3})
            shown = everything_shown(visitor, table)
            seen.append({name.replace(table.id, "ID"): without_chance(text, table) for name, text in shown.items()})
    differing = {name for name in seen[0] if seen[0][name] != seen[1][name]}
    assert {"events /match/ID", "events /match/ID/seat/A/list", "/match/ID/seat/B", "/match/ID", "api state A", "api log"} <= differing


def test_an_old_form_does_not_keep_what_was_typed_secretly(visitor: Visitor, table: Table) -> None:
    page = visitor.press(f"/match/{table.id}/seat/A", "enter:", number="61")
    assert page.status_code == 409
    assert "61" not in page.text.partition('id="answer"')[2].partition(">")[0]


@pytest.mark.parametrize("language", ["es", "en"])
def test_pictures_are_in_the_readers_language(visitor: Visitor, table: Table, language: str) -> None:
    visitor.get(f"/?lang={language}")
    with following(visitor, f"/match/{table.id}/list") as stream:
        seats = stream.next()["data"]["fragments"]["seats"]
    assert {"es": "▸ Te toca", "en": "▸ Your turn"}[language] in seats
