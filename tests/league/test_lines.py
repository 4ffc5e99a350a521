"""Lines of matches in a database, proofs and results: the same suite on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="the extra `league`")

from msgspec.structs import replace
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from tapete.core.refusals import Illegal
from tapete.league.decisions import CloseRound, EnterEntrant, PublishRound, SetResult, StartRound, TakeBackRound
from tapete.league.heads import first_head, head_after
from tapete.league.matters import matters
from tapete.league.pairing import propose
from tapete.league.protocol import PairingKey
from tapete.league.store import schema
from tapete.league.store.database import close, engine
from tapete.league.store.hosts import HostStore, next_match
from tapete.league.store.lines import Answer, LineStore, SentLines
from tapete.league.store.proven import Prover, proof_of
from tapete.league.store.store import EventStore
from tapete.league.tournament import Tournament, TournamentSettings
from tests import loops
from tests.league import matches

pytestmark = [pytest.mark.league, pytest.mark.slow]

SETTINGS = TournamentSettings(name="Friday", game="shazamm", seed="seed", round_ms=1_000_000)
KEY = PairingKey("friday", 1, 1, 1)


class Scene:
    """An event of four whose first round is published, and two servers over its database."""

    def __init__(self, made: list[AsyncEngine]) -> None:
        self.engine = made[0]
        self.events, self.hosts = EventStore(made[0]), HostStore(made[0])
        self.lines = [LineStore(one) for one in made]
        self.provers = [Prover(one, EventStore(one), lambda: 77) for one in made]

    async def begin(self) -> None:
        await asyncio.gather(*(EventStore(one).open() for one in (self.engine,)))
        await self.events.add_shop("shop", "The Shop")
        await self.events.begin("shop", "friday", SETTINGS)
        for number in range(1, 5):
            await self.events.name_person("shop", f"person {number}", f"Name {number}")
            await self.decide(EnterEntrant(f"person {number}"))
        for place in (1, 2):
            await self.hosts.add("shop", f"table-{place}", f"Table {place}", "friday", place)
        await self.pair(1)

    async def pair(self, number: int) -> None:
        await self.decide(propose(await self.now()).what, PublishRound(number))

    async def decide(self, *what: Any) -> None:
        for one in what:
            await self.events.decide("shop", "friday", one, who="organiser", at_ms=5, why="said so")

    async def now(self) -> Tournament:
        return await self.events.load("shop", "friday")

    async def send(self, told: matches.Told, first: int = 0, last: int | None = None, **other: Any) -> Answer:
        """Send lines as table 1 does."""
        named = {"shop": "shop", "match": "match1", "host": "table-1", **other}
        pairing = named.pop("pairing", KEY)
        store = named.pop("store", self.lines[0])
        [answer] = await store.take([SentLines(lines=told.part(first, last, pairing), **named)], 9)
        return answer  # type: ignore[no-any-return]  # the store is one of two, by its name

    async def row(self, match: str = "match1") -> Any:
        async with self.engine.connect() as connection:
            return (await connection.execute(select(schema.match).where(schema.match.c.match == match))).one()

    async def count(self, table: Any) -> int:
        async with self.engine.connect() as connection:
            return int((await connection.execute(select(func.count()).select_from(table))).scalar_one())


@asynccontextmanager
async def scene(url: str, count: int = 1) -> AsyncIterator[Scene]:
    engines = [engine(url) for _ in range(count)]
    try:
        made = Scene(engines)
        await made.begin()
        yield made
    finally:
        for one in engines:
            await close(one)


def run(url: str, play: Callable[[Scene], Awaitable[None]], count: int = 1) -> None:
    async def whole() -> None:
        async with scene(url, count) as made:
            await play(made)

    loops.run(whole())


def test_a_match_comes_in_parts_is_proved_and_its_result_counts(url: str) -> None:
    match = matches.told()

    async def play(made: Scene) -> None:
        assert await made.send(match, 0, 40) == Answer(40, head_after(first_head(match.opening), match.lines[:40]), grown=KEY)
        assert (await made.row()).proof == "open"
        assert await made.provers[0].work() == 0
        answer = await made.send(match, 40)
        assert (answer.have, answer.apart) == (len(match.lines), None)
        assert await made.provers[0].work() == 1
        row = await made.row()
        assert (row.proof, row.result, row.asks) == ("proved", match.result, "")
        result = (await made.now()).rounds[0].placed[0].result
        assert result is not None
        assert (result.word, result.source) == (match.result, "table")
        assert await made.lines[0].lines("shop", "match1") == (match.opening.decode(), match.lines)
        assert await made.send(match, 40) == replace(answer, grown=None), "the wall has nothing new"
        assert await made.provers[0].work() == 0, "sent again it changes nothing"

    run(url, play)


def test_gap_behind_fork_and_another_host_change_nothing(url: str) -> None:
    match, other = matches.told(1), matches.told(2)

    async def play(made: Scene) -> None:
        assert (await made.send(match, 10, 20)).apart == "gap"
        assert await made.count(schema.match) == 0
        await made.send(match, 0, 30)
        before = await made.row()
        for first, last, expected in ((31, 40, "gap"), (0, 10, "behind"), (5, 29, "behind")):
            assert (await made.send(match, first, last)).apart == expected
        forked = await made.send(other, 20, 40)
        assert (forked.apart, forked.have, forked.head) == ("forked", 30, before.head)
        assert (await made.send(match, 30, 40, host="table-2")).theirs
        assert await made.row() == before
        assert await made.count(schema.entry) == 30

    run(url, play)


def test_a_key_that_holds_no_more_as_the_lines_are_written_writes_nothing(url: str) -> None:
    """Also where other lines come in the same transaction, and where the lines go on from exactly what is there."""
    match, other = matches.told(1), matches.told(2)

    async def play(made: Scene) -> None:
        assert (await made.send(match, 0, 30, key_no=1)).have == 30
        assert (await made.send(match, 30, 31, key_no=1)).have == 31
        for key_no in (1, 2, 3):
            if key_no == 2:
                await made.hosts.renew("shop", "table-1")
            if key_no == 3:
                await made.hosts.retire("shop", "table-1", 8)
            sent = [
                SentLines("shop", "match1", "table-1", match.part(31, 32), key_no=key_no + 1),
                SentLines("shop", "m2", "table-2", other.part(0, 9)),
            ]
            assert [one.unsigned for one in await made.lines[0].take(sent, 9)] == [True, False]
            assert await made.send(match, 31, 32, key_no=key_no + 1) == Answer(0, "", unsigned=True)
        assert (await made.send(match, 31, 32, key_no=2)).unsigned, "it was ended"
        assert (await made.row()).seq == 31
        assert await made.count(schema.entry) == 31 + 9
        assert (await made.send(match, 31, 32)).have == 32, "a file that a person brings is signed by nobody"

    run(url, play)


def test_two_servers_take_the_same_lines_at_once_and_none_is_doubled(url: str) -> None:
    """A host that asks another server because the first one is slow: parts overlap in every way, all at once."""
    match, rng = matches.told(3), random.Random(5)

    async def play(made: Scene) -> None:
        have = 0
        while have < len(match.lines):
            tries = []
            for store in made.lines * 3:
                first = rng.randint(max(0, have - 4), have)
                tries.append(made.send(match, first, rng.randint(have, have + 9), store=store))
            answers = await asyncio.gather(*tries)
            assert {answer.apart for answer in answers} <= {None, "behind"}
            have = max(answer.have for answer in answers)
        await made.send(match, have)
        assert await made.lines[1].lines("shop", "match1") == (match.opening.decode(), match.lines)
        done = await asyncio.gather(*(prover.work() for prover in made.provers))
        assert sum(done) == 1
        assert [entry.what for entry in await made.events.log("shop", "friday") if isinstance(entry.what, SetResult)] == [
            SetResult(1, 1, match.result, "table")
        ]

    run(url, play, 2)


def test_many_requests_are_one_transaction_and_each_is_answered(url: str) -> None:
    match = matches.told()

    async def play(made: Scene) -> None:
        told = [SentLines("shop", f"match{n}", "table-1", match.part(0, 3, None)) for n in range(60)]
        told += [SentLines("shop", "match5", "table-1", match.part(3, 9)), SentLines("shop", "match5", "table-1", match.part(50, 60))]
        answers = await made.lines[0].take(told, 1)
        assert [answer.have for answer in answers] == [3] * 60 + [9, 9]
        assert [answer.apart for answer in answers] == [None] * 61 + ["gap"]
        assert await made.count(schema.entry) == 60 * 3 + 6

    run(url, play)


def test_what_does_not_prove_counts_as_told_and_is_marked(url: str) -> None:
    match = matches.told()
    forged = replace(match, entries=(*match.entries[:9], replace(match.entries[9], crc=match.entries[9].crc ^ 1), *match.entries[10:]))
    older = replace(match, header=replace(match.header, rules_version="0.1"))

    async def play(made: Scene) -> None:
        await made.send(forged, match="forged")
        await made.send(older, match="older", host="table-2", pairing=replace(KEY, pairing=2))
        assert sum([await prover.work() for prover in made.provers]) == 2
        assert ((await made.row("forged")).proof, (await made.row("older")).proof) == ("differs", "unprovable")
        placed = (await made.now()).rounds[0].placed
        assert [one.result and one.result.word for one in placed] == [match.result, match.result]

    run(url, play)


def test_a_result_never_takes_the_place_of_what_people_decided(url: str) -> None:
    match = matches.told()

    async def play(made: Scene) -> None:
        await made.decide(SetResult(1, 1, "draw"), SetResult(1, 2, "A"), CloseRound(1))
        await made.send(match)
        await made.send(match, match="other", host="table-2", pairing=replace(KEY, pairing=2, attempt=7))
        await made.send(match, match="elsewhere", pairing=replace(KEY, event="monday"))
        await made.provers[0].work()
        assert [(await made.row(name)).asks for name in ("match1", "other", "elsewhere")] == ["round_closed", "taken_back", "no_such_event"]
        first = (await made.now()).rounds[0].placed[0].result
        assert first is not None
        assert first.word == "draw"
        await made.decide(TakeBackRound(1))
        await made.pair(1)
        key = replace(KEY, attempt=2)
        await made.decide(SetResult(1, 1, "draw"))
        await made.send(match, match="again", pairing=key)
        await made.provers[0].work()
        assert (await made.row("again")).asks == "decided_already"

    run(url, play)


def test_a_second_telling_of_a_pairing_waits_for_a_judge(url: str) -> None:
    match, other = matches.told(1), matches.told(2)

    async def play(made: Scene) -> None:
        await made.send(match, 0, 30)
        await made.send(other, match="file-1", source="file")
        await made.provers[0].work()
        assert (await made.row("file-1")).asks == "forked"
        assert (await made.now()).rounds[0].placed[0].result is None
        told = await made.lines[0].tellings("shop", "friday")
        [asking] = matters(await made.now(), told, {})
        assert (asking.questions, {one.moves for one in asking.tellings}) == (("two_histories",), {30, len(other.lines)})
        head = next(one.head for one in told if one.match == "file-1")
        assert await made.lines[0].told_before("shop", head) == KEY
        assert await made.lines[0].told_before("shop", "0" * 64) is None
        before = await made.events.mark("shop", "friday")
        await made.decide(SetResult(1, 1, "A", seen=asking.heads))
        assert list(matters(await made.now(), told, {})) == []
        await made.send(match, 30)  # the first history goes on: its head was seen by nobody
        await made.provers[0].work()
        assert match.result == "B"
        [asking] = matters(await made.now(), await made.lines[0].tellings("shop", "friday"), {})
        assert asking.questions == ("told_otherwise",)
        assert await made.events.mark("shop", "friday") != before

    run(url, play)


def test_a_table_that_plays_on_after_its_end_brings_a_new_result_while_the_round_is_open(url: str) -> None:
    match = matches.told(1)
    shorter = replace(match, entries=match.entries[:-1], result="B" if match.result == "A" else "A")

    async def play(made: Scene) -> None:
        await made.send(shorter)
        await made.provers[0].work()
        assert (await made.row()).proof == "differs"
        await made.send(match, len(match.lines) - 1)
        await made.provers[0].work()
        assert (await made.row()).proof == "proved"
        words = [entry.what.result for entry in await made.events.log("shop", "friday") if isinstance(entry.what, SetResult)]
        assert words == [shorter.result, match.result]

    run(url, play)


def test_a_host_is_told_what_it_plays(url: str) -> None:
    async def play(made: Scene) -> None:
        host = await made.hosts.find("shop", "table-2")
        assert host is not None
        names = await made.events.names("shop")
        await made.decide(StartRound(1))
        found = next_match(host, await made.now(), names, 1_005)
        placed = (await made.now()).rounds[0].placed[1]
        assert found.pairing == PairingKey("friday", 1, 1, 2)
        assert [(seat, one.entrant, one.name) for seat, one in found.seats.items()] == [
            (seat, number, f"Name {number}") for seat, number in zip("AB", placed.pairing.entrants, strict=True)
        ]
        assert (found.game, found.state, found.remaining_ms, found.running) == ("shazamm", "running", 999_000, True)
        await made.hosts.move("shop", "table-2", "friday", 9)
        moved = await made.hosts.find("shop", "table-2")
        assert moved is not None
        assert next_match(moved, await made.now(), names, 0).pairing is None
        with pytest.raises(Illegal, match="host_there"):
            await made.hosts.move("shop", "table-2", "friday", 1)
        with pytest.raises(Illegal, match="host_there"):
            await made.hosts.add("shop", "table-1", "Table 1")
        with pytest.raises(Illegal, match="no_such_host"):
            await made.hosts.renew("shop", "table-9")
        await made.hosts.renew("shop", "table-1")
        await made.hosts.seen({("shop", "table-1"): 12})
        row = await made.hosts.find("shop", "table-1")
        assert row is not None
        assert (row.key_no, row.seen_ms) == (2, 12)

    run(url, play)


def test_a_catalogue_is_known_by_its_name_alone() -> None:
    """A file from elsewhere never opens a path of this computer."""
    match = matches.told(1, "datamorphs")
    assert proof_of(match.opening.decode(), match.lines, match.result) == "proved"
    named = replace(match, header=replace(match.header, catalogue="/etc/passwd"))
    assert proof_of(named.opening.decode(), match.lines, match.result) == "unprovable"
