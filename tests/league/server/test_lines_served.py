"""Lines, files and the stream of a table, over HTTP to a running server."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from tapete.core.codec import encode
from tapete.core.seats import SEATS
from tapete.league.decisions import CloseRound, SetResult, StartRound
from tapete.league.joining.address import address_for, read_address
from tapete.league.joining.server_client import ServerAway
from tapete.league.protocol import COMPUTER, SIGNATURE, STAMP, WINDOW_MS, PairingKey, Stamp, Ticket, signature, write_ticket
from tapete.league.protocol import KEY as KEY_NO
from tapete.league.server.intake import Intake, NotTaken, TooManyWaiting
from tapete.league.server.shared import League
from tapete.league.server.stamps import Stamps
from tapete.league.store.hosts import HostStore
from tapete.league.store.lines import Answer, SentLines
from tests import loops
from tests.league import matches
from tests.league.server.conftest import SECRET, Served
from tests.league.server.two_tables import KEY, Table, codes_of, decide, evening, result_of, stream

pytestmark = [pytest.mark.league, pytest.mark.slow]


def test_a_match_goes_to_the_server_and_its_result_comes_back(served: Served) -> None:
    table, match = evening(served)(1), matches.told()
    assert table.lines(match.part(0, 30, KEY)) == (200, {"have": 30})
    assert table.lines(match.part(0, 30, KEY)) == (200, {"have": 30})
    status, answer = table.lines(match.part(40, 50))
    assert (status, answer["error"], answer["have"]) == (409, "gap", 30)
    status, answer = table.lines(match.part(3, 5))
    assert (status, answer["error"], answer["have"]) == (409, "behind", 30)
    status, answer = table.lines(matches.told(2).part(20, 40))
    assert (status, answer["error"]) == (409, "forked")
    assert table.lines(match.part(30)) == (200, {"have": len(match.lines)})
    assert result_of(served) == match.result


def test_who_may_send_what(served: Served) -> None:
    join = evening(served)
    match, one, two = matches.told(), join(1), join(2)
    body = encode(match.part(0, 9, KEY))
    stranger = Table(replace(one.client.address, key=b"x" * 32))
    for address in (stranger.client.address, replace(one.client.address, key_no=2), replace(one.client.address, host="table-7")):
        status, answer = Table(address).send(body)
        assert (status, codes_of(answer)) == (401, ["not_signed"])
    assert (two.send(body)[0], codes_of(two.send(body)[1])) == (403, ["not_your_pairing"])
    assert one.send(body)[0] == 200
    status, answer = two.lines(match.part(9, 12))
    assert (status, codes_of(answer)) == (403, ["not_your_match"])
    for key, expected in ((replace(KEY, attempt=2), (422, ["old_ticket"])), (replace(KEY, event="monday"), (404, ["no_such_event"]))):
        status, answer = one.lines(match.part(0, 9, key), "other")
        expected = (403, ["not_your_pairing"]) if key.event == "monday" and status == 403 else expected
        assert (status, codes_of(answer)) == expected
    ticket = write_ticket(SECRET, Ticket("shop", KEY, 2, "shazamm"))
    assert two.lines(replace(match.part(0, 9, KEY), ticket=ticket), "begun-by-ticket") == (200, {"have": 9})
    forged = write_ticket(b"y" * 32, Ticket("shop", KEY, 2, "shazamm"))
    status, answer = two.lines(replace(match.part(0, 9, KEY), ticket=forged), "forged")
    assert (status, codes_of(answer)) == (403, ["not_your_pairing"])
    served.within(lambda league: HostStore(league.store.engine).renew("shop", "table-1"))
    assert one.lines(match.part(9, 12))[0] == 401, "a new key ends the old one"


@pytest.mark.parametrize(
    ("body", "status", "at"),
    [
        (b"", 400, None),
        (b"{}", 400, None),
        (b'{"after":-1,"head":"' + b"0" * 64 + b'","lines":["x"]}', 400, "after"),
        (b'{"after":0,"head":"' + b"0" * 64 + b'"}', 400, "lines"),
        (b'{"after":0,"head":"' + b"0" * 64 + b'","lines":["x"]}', 400, "lines[0]"),
        (b'{"after":0,"head":"' + b"0" * 64 + b'","lines":["{}"],"opening":null}', 400, "opening"),
        (b" " * (256 * 1024 + 1), 413, None),
        (b"\xff\xfe", 400, None),
        (b'"\\ud800"', 400, None),
        (b"[" * 60_000, 400, None),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(served: Served, body: bytes, status: int, at: str | None) -> None:
    table = evening(served)(1)
    found, answer = table.send(body)
    assert found == status
    assert at is None or answer["refusals"][0]["at"] == at
    assert {"en", "es"} <= answer["refusals"][0]["text"].keys()


def test_a_file_is_taken_as_the_same_match(served: Served) -> None:
    join, match = evening(served), matches.told()
    table = join(1)
    path = "/v1/shops/shop/files?event=friday&round=1&attempt=1&pairing=1"
    reply = table.client.post(path, match.file)
    assert (reply.status, msgspec.json.decode(reply.body)) == (200, {"have": len(match.lines)})
    assert table.client.post(path, match.file).status == 200
    assert result_of(served) == match.result
    assert table.client.post("/v1/shops/shop/files", match.file[:-9]).status == 422
    assert table.client.post("/v1/shops/shop/files?event=friday&round=x&attempt=1&pairing=1", match.file).status == 400
    assert join(2).client.post(path, match.file).status == 403


def test_a_table_hears_its_round_at_once_and_every_change(served: Served) -> None:
    table = evening(served)(2)
    with stream(table) as states:
        first = next(states)
        assert (first.table, first.pairing, first.state, first.game) == (2, PairingKey("friday", 1, 1, 2), "published", "shazamm")
        assert [one.name for one in first.seats.values()] == [f"Name {one.entrant}" for one in first.seats.values()]
        assert tuple(first.seats) == SEATS[:2]
        served.within(lambda league: decide(league, StartRound(1)))  # as another server would
        assert (started := next(states)).state == "running"
        assert started.remaining_ms == 1_000_000
        served.within(lambda league: decide(league, SetResult(1, 2, "A")))
        assert next(states).result == "A"
        served.within(lambda league: HostStore(league.store.engine).move("shop", "table-2", "friday", 5))
        assert next(states).pairing is None
        served.within(lambda league: HostStore(league.store.engine).renew("shop", "table-2"))
        assert list(states) == [], "the key holds no more"
    with pytest.raises(ServerAway, match="401"), stream(table) as states:
        next(states)


def test_a_full_database_takes_nothing_says_so_and_goes_on_when_there_is_room(served: Served) -> None:
    table, match = evening(served)(1), matches.told()
    assert table.lines(match.part(0, 10, KEY))[0] == 200
    have = 10
    for setting, bad, good, code in (
        ("max_page_count", "1", "1000000", "database_full"),
        ("query_only", "ON", "OFF", "database_read_only"),
    ):
        served.limit(setting, bad)
        reply = table.client.post(f"{table.client.address.path}/matches/match1/lines", encode(match.part(have, have + 80)))
        assert (reply.status, codes_of(msgspec.json.decode(reply.body))) == (503, [code])
        assert reply.wait_s is not None
        trouble = served.league.trouble
        assert trouble is not None
        assert trouble.code == code
        served.limit(setting, good)
        assert table.lines(match.part(have, have + 80)) == (200, {"have": have + 80})
        assert served.league.trouble is None
        have += 80


def test_more_than_may_wait_are_told_to_come_again() -> None:
    async def scene() -> None:
        intake = Intake(None, None, None, lambda: 7, 1)  # type: ignore[arg-type]  # nobody writes
        sent: Any = object()
        tasks = [asyncio.create_task(intake.take(sent)) for _ in range(2_000)]
        await asyncio.sleep(0)
        with pytest.raises(TooManyWaiting):
            await intake.take(sent)
        assert (intake.waiting, intake.refused, intake.well) == (2_000, NotTaken("too_many", 7), False)
        for task in tasks:
            task.cancel()

    loops.run(scene())


def test_health_says_that_matches_cannot_be_proved(served: Served) -> None:
    """A fault of the program is in the log; who watches over the server sees it by `/health` and goes there."""
    intake = served.league.intake
    with served.program("organiser", None) as organiser:
        assert organiser.get("/health").json()["intake"] == {"waiting": 0, "proves": True, "refused": None}
        intake.proves, intake.refused = False, NotTaken("fault", 9)
        said = organiser.get("/health")
        assert said.status_code == 200, "a balancer asks it on: lines are still taken"
        assert said.json()["ok"] is False
        assert said.json()["intake"] == {"waiting": 0, "proves": False, "refused": {"code": "fault", "at_ms": 9}}
        assert "tapete_league_intake_waiting 0.0" in organiser.get("/metrics").text


def test_when_tables_were_heard_is_noted_once_a_second_and_costs_no_answer() -> None:
    class Lines:
        """Takes everything."""

        def begin(self, *_: object) -> bool:
            return False

        async def take(self, told: list[Any], at_ms: int) -> list[Answer]:
            return [Answer(1, "") for _ in told]

    class Hosts:
        """Cannot note anything."""

        def __init__(self) -> None:
            self.asked = 0

        async def seen(self, when: object) -> None:
            self.asked += 1
            raise OSError("no database")

    class Idle:
        """Nothing waits for its proof."""

        async def work(self) -> int:
            return 0

    async def scene() -> None:
        hosts = Hosts()
        intake = Intake(Lines(), hosts, Idle(), lambda: 9_000, 1)  # type: ignore[arg-type]  # no database
        async with intake.working():
            for _ in range(3):
                intake.heard("shop", "table-1")
                answer = await intake.take(SentLines("shop", "match1", "table-1", matches.told().part(0, 1)))
                assert answer.have == 1
        assert (hosts.asked, intake.refused) == (1, None)

    loops.run(scene())


def test_what_cannot_be_proved_is_noted_until_it_can() -> None:
    class Broken:
        """A prover of another version."""

        def __init__(self) -> None:
            self.works, self.tried = False, asyncio.Event()

        async def work(self) -> int:
            self.tried.set()
            if not self.works:
                raise ValueError("no such rule")
            return 0

    async def scene() -> None:
        prover = Broken()
        intake = Intake(None, None, prover, lambda: 0, 0)  # type: ignore[arg-type]  # nobody writes
        async with intake.working():
            for works in (False, True):
                prover.works = works
                prover.tried.clear()
                intake._over.set()
                await prover.tried.wait()
                await asyncio.sleep(0)
                assert intake.proves is works

    loops.run(scene())


def test_forty_tables_at_once_lose_and_double_nothing(served: Served) -> None:
    served.friday()

    async def join(league: League) -> None:
        for place in range(1, 41):
            await HostStore(league.store.engine).add("shop", f"table-{place}", f"Table {place}", "friday", place)

    served.within(join)
    match = matches.told(4)
    failed: list[BaseException] = []

    def play(place: int) -> None:
        table = Table(address_for(served.server.address, SECRET, "shop", f"table-{place}", 1))
        try:
            for first in range(0, len(match.lines), 25):
                assert table.lines(match.part(first, first + 25), f"match{place}")[0] == 200
        except BaseException as fault:  # noqa: BLE001 - told by the test's own thread
            failed.append(fault)

    threads = [threading.Thread(target=play, args=(place,)) for place in range(1, 41)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []

    async def count(league: League) -> list[int]:
        from tapete.league.store.lines import LineStore

        return [len((await LineStore(league.store.engine).lines("shop", f"match{place}"))[1]) for place in range(1, 41)]

    assert served.within(count) == [len(match.lines)] * 40


def test_the_address_of_a_table_comes_back_as_it_went_and_nothing_else_is_one() -> None:
    address = address_for("http://192.168.1.20:8770/", SECRET, "shop", "table-3", 2)
    assert read_address(address.text) == address
    assert "192.168.1.20" in repr(address)
    assert address.key.hex() not in repr(address)
    for text in ("", "http://x", "ftp://x/v1/shops/a/hosts/b#1.AA", address.text[:-4], address.text.replace("shops", "shop"), "http://[x"):
        with pytest.raises(Exception, match="no_league_address"):
            read_address(text)


def test_the_round_can_be_closed_once_all_have_sent(served: Served, tmp_path: Path) -> None:
    join, match = evening(served), matches.told()
    for place in (1, 2):
        assert join(place).lines(match.part(0, None, replace(KEY, pairing=place)), f"match{place}")[0] == 200
        assert result_of(served, place) == match.result
    served.within(lambda league: decide(league, CloseRound(1)))


def test_a_captured_request_is_worth_nothing(served: Served) -> None:
    """One request as it went over the air: sent again, by another name, later, or after a restart it opens nothing."""
    table = evening(served)(1)
    path, now = f"{table.client.address.path}/next", served.league.now
    stamp = Stamp(now, 1, "0123456789abcdef", "the-table")
    signed = signature(table.client.address.key, "GET", path, b"", stamp)
    sent = {KEY_NO: "1", STAMP: stamp.text, SIGNATURE: signed, COMPUTER: "the-table"}
    with httpx.Client(base_url=served.server.address, trust_env=False, timeout=None) as air:
        with air.stream("GET", path, headers=sent) as answer:
            assert answer.status_code == 200
            states = answer.iter_lines()
            assert next(states) == "event: next"
            assert '"elsewhere":true' not in next(states)
            for change in ({}, {COMPUTER: "another"}, {STAMP: Stamp(now, 2, stamp.run).text}, {STAMP: ""}, {COMPUTER: ""}):
                refused = air.get(path, headers=sent | change)
                assert refused.status_code == 401, change
            assert air.get(path, headers=sent).json()["refusals"][0]["code"] == "old_request"
        served.league.now += 2 * WINDOW_MS
        served.league.stamps = Stamps(served.league.now)
        assert air.get(path, headers=sent).status_code == 401


def test_a_table_with_a_wrong_clock_learns_the_time_and_is_let_in(served: Served) -> None:
    table = evening(served)(1)
    for _ in range(2):
        with stream(table) as states:
            assert next(states).table == 1
        served.league.now += 10 * WINDOW_MS
    table.client._ahead_ms = 10**14
    assert table.lines(matches.told().part(0, 3, PairingKey("friday", 1, 1, 1)))[0] == 200
