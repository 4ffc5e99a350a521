"""What a table owes goes to the server: in order, whole and once, whatever breaks in between. The clock is the test's own."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tapete.console.clock import OwnedClock
from tapete.core.codec import encode
from tapete.core.rules import result_word
from tapete.core.texts import Text
from tapete.games import shazamm
from tapete.league.heads import Grown, first_head, joined
from tapete.league.joining.address import address_for
from tapete.league.joining.outbox import ENOUGH, QUIET_S, Addressee, Outbox
from tapete.league.joining.server_client import Reply, ServerAway
from tapete.league.joining.waiting import Backoff
from tapete.league.protocol import NO_OPENING, PairingKey, read_lines
from tapete.table import Journal, MessageMark, Source, Table, deliveries, match_file
from tapete.table.buffered_journal import BufferedJournal
from tapete.table.journal_repair import repair
from tests.league import matches
from tests.run_forms import by_form

ADDRESS = address_for("http://here", b"s" * 32, "shop", "table-1", 1)
TO = encode(Addressee("shop", "table-1", PairingKey("friday", 1, 1, 1))).decode()


class Server:
    """A server that keeps matches in memory and judges as ours does; `fails` breaks it at will, before it takes something or after."""

    def __init__(self, fails: Callable[[], str] = lambda: "") -> None:
        self.kept: dict[str, tuple[bytes, list[str]]] = {}
        self.heads: dict[str, str] = {}
        self.results: dict[str, str] = {}
        self.files: list[bytes] = []
        self.requests: list[tuple[str, int]] = []
        self.fails = fails

    def post(self, path: str, body: bytes) -> Reply:
        fault = self.fails()
        if fault == "before":
            raise ServerAway("no answer")
        if fault == "busy":
            return Reply(503, b"{}", 2.0)
        reply = self._taken(path, body)
        if fault == "after":
            raise ServerAway("the answer was lost")
        return reply

    def _taken(self, path: str, body: bytes) -> Reply:
        if "/files" in path:
            self.files.append(body)
            return Reply(200, b'{"have":1}')
        match, part = path.split("/")[-2], read_lines(body)
        self.requests.append((match, len(part.lines)))
        if match not in self.kept:
            if part.opening is NO_OPENING:
                return Reply(409, b'{"error":"gap","have":0,"head":""}')
            assert part.pairing == PairingKey("friday", 1, 1, 1)
            self.kept[match], self.heads[match] = (bytes(part.opening), []), first_head(bytes(part.opening))
        lines = self.kept[match][1]
        grown = joined(len(lines), self.heads[match], part.after, part.head, part.lines)
        if not isinstance(grown, Grown):
            return Reply(409, encode({"error": grown, "have": len(lines), "head": self.heads[match]}))
        lines += grown.new
        self.heads[match] = grown.head
        if part.closing is not None:
            self.results[match] = part.closing.result
        return Reply(200, encode({"have": len(lines)}))


class Away:
    """A table whose outbox a test starts and stops."""

    def __init__(self, journal: Journal, clock: OwnedClock, server: Server) -> None:
        self.journal, self.clock, self.server = journal, clock, server
        self.told: list[str] = []

    @contextmanager
    def sending(self, seed: int = 1) -> Iterator[Outbox]:
        made = Outbox(self.journal, self.server, ADDRESS, clock=self.clock, rng=random.Random(seed), tell=self._tell)
        made.start()
        try:
            yield made
        finally:
            made.close()

    def _tell(self, code: str, text: Text | None) -> None:
        assert text is None or {"en", "es"} <= text.wire().keys()
        self.told.append(code)

    def begin(self) -> Table:
        return Table.begin(self.journal, shazamm.rules(), ("A", "B"), names={"A": "Ana"}, clock=self.clock, addressee=TO)

    def lines(self, table: Table) -> list[str]:
        """The lines of a match as its file has them."""
        return [line.decode() for line in table.export().splitlines()[1:-1]]


def result_of(table: Table) -> str:
    """The result of a match that is over, in one word."""
    assert table.result is not None
    return result_word(table.result)


def play(table: Table, count: int | None, rng: random.Random) -> None:
    """So many actions by chance; None: until it is over."""
    done = 0
    while table.result is None and (count is None or done < count):
        action = table.rules.sample(table.state, rng, avoid=matches.RARE)
        assert action is not None
        table.submit(action, Source("console", None, MessageMark("7f3a91c2", table.seq + 1)))
        done += 1


@pytest.fixture
def away(tmp_path: Path) -> Iterator[Away]:
    with OwnedClock() as clock, Journal(tmp_path / "tapete.sqlite3") as journal:
        yield Away(journal, clock, Server())


def test_lines_go_after_a_moment_of_quiet_and_the_result_with_the_last(away: Away) -> None:
    with away.sending() as outbox:
        table = away.begin()
        assert outbox.settle(10)
        assert away.server.requests == [(table.id, 0)], "the opening alone says that the match has begun"
        play(table, 5, random.Random(1))
        before = away.clock.now()
        assert outbox.settle(10)
        assert away.clock.now() - before == pytest.approx(QUIET_S)
        assert away.server.requests[1:] == [(table.id, table.seq)]
        play(table, None, random.Random(2))
        assert outbox.settle(60)
    assert away.server.kept[table.id][1] == away.lines(table)
    assert away.server.results == {table.id: result_of(table)}
    assert b"Ana" not in encode(away.server.kept)
    assert b"7f3a91c2" not in encode(away.server.kept)
    assert away.told == []


def test_fifty_lines_do_not_wait(away: Away) -> None:
    with away.sending() as outbox:
        table = away.begin()
        assert outbox.settle(10)
        before = away.clock.now()
        while table.seq < ENOUGH:
            play(table, 1, random.Random(table.seq))
        assert outbox.settle(10)
        assert (away.clock.now(), table.result) == (before, None)


def test_a_match_that_is_owed_to_nobody_stays_here(away: Away) -> None:
    with away.sending() as outbox:
        table = Table.begin(away.journal, shazamm.rules(), ("A", "B"), clock=away.clock)
        other = encode(Addressee("shop", "table-9")).decode()
        elsewhere = Table.begin(away.journal, shazamm.rules(), ("A", "B"), clock=away.clock, addressee=other)
        play(table, 9, random.Random(1))
        play(elsewhere, 9, random.Random(1))
        away.clock.sleep(300)
        assert outbox.owed() == 1
    assert away.server.kept == {}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(by_form(4, 4, 12, 100)))
def test_whatever_breaks_the_server_has_every_line_once_and_in_order(away: Away, seed: int) -> None:
    """Answers are lost before and after something was taken, the server is busy, dies and begins empty, the table's program is killed."""
    rng = random.Random(seed)
    away.server.fails = lambda: rng.choice(["", "", "", "before", "after", "busy"])
    tables: list[Table] = []
    while len(tables) < 3 or any(table.result is None for table in tables):
        with away.sending(rng.randrange(99)):
            if len(tables) < 3:
                tables.append(away.begin())
            for table in tables:
                play(table, rng.randint(0, 40), rng)
                away.clock.sleep(rng.uniform(0, 9))
            if rng.random() < 0.2:
                away.server.kept.clear()
    with away.sending() as outbox:
        assert outbox.settle(1e6)
    for table in tables:
        if table.id in away.server.kept:  # else the server lost it after it had acknowledged it all
            assert away.server.kept[table.id][1] == away.lines(table)
    last = away.begin()
    with away.sending() as outbox:
        play(last, None, rng)
        assert outbox.settle(1e6)
    assert away.server.kept[last.id][1] == away.lines(last)


def test_a_server_that_forgot_everything_is_told_from_the_beginning(away: Away) -> None:
    with away.sending() as outbox:
        table = away.begin()
        play(table, 20, random.Random(1))
        assert outbox.settle(10)
        away.server.kept.clear()
        play(table, 1, random.Random(2))
        assert outbox.settle(10)
    assert away.server.kept[table.id][1] == away.lines(table)


def test_a_busy_server_is_left_alone_for_as_long_as_it_says_and_told_of_once(away: Away) -> None:
    answers = iter(["busy"] * 4 + [""] * 9)
    away.server.fails = lambda: next(answers)
    with away.sending() as outbox:
        before = away.clock.now()
        away.begin()
        assert outbox.settle(1_000)
        assert away.clock.now() - before >= 4 * 2.0
    assert away.told == ["league_away", ""]


def test_the_waits_grow_up_to_a_minute_and_are_spread() -> None:
    rng = random.Random(1)
    waits = [Backoff(rng) for _ in range(500)]
    for attempt in range(12):
        found = [one.failed() for one in waits]
        bound = min(60.0, 0.5 * 2**attempt)
        assert max(found) <= bound
        assert min(found) < bound / 20
        assert sum(found) / len(found) == pytest.approx(bound / 2, rel=0.15)
    waits[0].answered()
    assert waits[0].failed() <= 0.5
    assert waits[0].failed(7.0) >= 7.0


def test_a_fork_is_never_merged_and_goes_as_a_file_once_the_match_is_over(away: Away) -> None:
    with away.sending() as outbox:
        table = away.begin()
        play(table, 20, random.Random(1))
        assert outbox.settle(10)
        opening, lines = away.server.kept[table.id]
        away.server.heads[table.id] = first_head(b"another")  # a card that was put back: the server has what this table never wrote
        play(table, None, random.Random(2))
        assert outbox.settle(1_000)
    assert away.server.kept[table.id] == (opening, lines)
    without = re.sub(rb',"digest":"[0-9a-f]{64}"', b"", table.export())  # the server has the lines, and makes its own sums
    assert away.server.files == [without]


def test_what_is_refused_is_said_and_not_sent_again(away: Away) -> None:
    refused = Reply(422, encode({"refusals": [{"code": "old_ticket"}]}))
    taken = away.server._taken
    away.server._taken = lambda path, body: refused  # type: ignore[method-assign]  # another answer for once
    with away.sending() as outbox:
        table = away.begin()
        away.clock.sleep(5)
        play(table, 5, random.Random(1))
        away.clock.sleep(500)
        assert away.told == ["league_refused"]
        assert outbox.owed() == 0
    away.server._taken = taken  # type: ignore[method-assign]
    assert [one.refused for one in away.journal.read(deliveries.all_of)] == ["old_ticket"]


def test_what_is_owed_is_not_cleared(tmp_path: Path) -> None:
    with BufferedJournal(tmp_path / "tapete.sqlite3") as journal:
        owed = Table.begin(journal, shazamm.rules(), ("A", "B"), addressee=TO)
        plain = Table.begin(journal, shazamm.rules(), ("A", "B"))
        for table in (owed, plain):
            play(table, None, random.Random(1))
        journal.tidy(most=0)
        assert journal.names() >= {owed.id}
        assert [row.id for row in journal.matches()] == [owed.id]
        assert journal.delete([owed.id]) == frozenset()
        [delivery] = journal.read(deliveries.all_of)
        done = replace(delivery, acked=owed.seq, head="0" * 64, told=result_of(owed))
        journal.write(lambda connection: deliveries.keep(connection, done))
        assert journal.delete([owed.id]) == {owed.id}
        assert journal.read(deliveries.all_of) == []


def test_a_match_without_a_move_is_owed_until_its_opening_has_arrived(tmp_path: Path) -> None:
    """The program may end between the beginning of a match and its first move."""
    with Journal(tmp_path / "tapete.sqlite3") as journal:
        table = Table.begin(journal, shazamm.rules(), ("A", "B"), addressee=TO)
        assert journal.read(deliveries.owed_names) == {table.id}
        [delivery] = journal.read(deliveries.all_of)
        journal.write(lambda connection: deliveries.keep(connection, replace(delivery, head="0" * 64)))
        assert journal.read(deliveries.owed_names) == set()


def test_a_repaired_journal_still_owes(tmp_path: Path) -> None:
    path = tmp_path / "tapete.sqlite3"
    with Journal(path) as journal:
        table = Table.begin(journal, shazamm.rules(), ("A", "B"), addressee=TO)
        play(table, 5, random.Random(1))
    repair(path)
    with Journal(path) as journal:
        assert journal.read(deliveries.owed_names) == {table.id}
        owed: Any = journal.read(lambda connection: deliveries.owed(connection, table.id, 99))
        assert (owed.delivery.addressee, len(owed.entries)) == (TO, table.seq)


def test_lines_fit_one_request_however_long_they_are(away: Away) -> None:
    """House rules and typed-in cards make long lines; a request holds 256 KiB."""
    sizes: list[int] = []
    taken = away.server._taken

    def noted(path: str, body: bytes) -> Reply:
        sizes.append(len(body))
        return taken(path, body)

    away.server._taken = noted  # type: ignore[method-assign]  # only measures
    table = away.begin()
    play(table, None, random.Random(7))
    with away.sending() as outbox:
        assert outbox.settle(100)
    assert max(sizes) <= 256 * 1024
    assert away.server.kept[table.id][1] == away.lines(table)
    assert match_file.read(table.export()).result == away.server.results[table.id]
    assert msgspec.json.decode(away.server.kept[table.id][0])["header"]["game"] == "shazamm"
