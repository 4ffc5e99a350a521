"""Events in a database: the same suite on SQLite and on a real PostgreSQL of our own."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests import loops

sqlalchemy = pytest.importorskip("sqlalchemy", reason="the extra `league`")

from alembic.autogenerate import compare_metadata  # noqa: E402
from alembic.runtime.migration import MigrationContext  # noqa: E402
from sqlalchemy import func, select, text  # noqa: E402
from sqlalchemy.exc import DBAPIError, IntegrityError  # noqa: E402

from tapete.core.refusals import Illegal, Stale  # noqa: E402
from tapete.league.decisions import (  # noqa: E402
    AllowPair,
    AnyDecision,
    CloseTournament,
    DropEntrant,
    EnterEntrant,
    ForbidPair,
    PublishRound,
    SetResult,
    TakeBackRound,
)
from tapete.league.pairing import propose  # noqa: E402
from tapete.league.standings import standings  # noqa: E402
from tapete.league.store import said, schema  # noqa: E402
from tapete.league.store.database import close, engine  # noqa: E402
from tapete.league.store.migrations import StoreNewer  # noqa: E402
from tapete.league.store.store import EventStore  # noqa: E402
from tapete.league.tournament import TournamentSettings  # noqa: E402
from tests.league.written_events import WHY, Evening  # noqa: E402

pytestmark = [pytest.mark.league, pytest.mark.slow]

SETTINGS = TournamentSettings(name="Friday", game="shazamm", seed="seed")


@asynccontextmanager
async def stores(url: str, count: int = 1) -> AsyncIterator[list[EventStore]]:
    """Servers over one database, with a shop of eight persons and its event."""
    made = [EventStore(engine(url)) for _ in range(count)]
    try:
        await asyncio.gather(*(one.open() for one in made))
        await made[0].add_shop("shop", "The Shop")
        for number in range(1, 9):
            await made[0].name_person("shop", f"person {number}", f"Name {number}")
        await made[0].begin("shop", "friday", SETTINGS)
        yield made
    finally:
        for one in made:
            await one.close()


def run(url: str, scene: Callable[[list[EventStore]], Awaitable[None]], count: int = 1) -> None:
    """Play a scene with so many servers."""

    async def play() -> None:
        async with stores(url, count) as made:
            await scene(made)

    loops.run(play())


async def decided(store: EventStore, *what: AnyDecision) -> None:
    """Decide one after the other."""
    for one in what:
        await store.decide("shop", "friday", one, who="organiser", at_ms=1, why=WHY)


async def count(store: EventStore, table: str, where: str = "1 = 1") -> int:
    """How many rows a table has."""
    async with store._engine.connect() as connection:
        return int((await connection.execute(text(f"SELECT count(*) FROM {table} WHERE {where}"))).scalar_one())


def test_an_evening_is_read_by_another_server_as_it_was_decided(url: str) -> None:
    evening = Evening(6).do(ForbidPair(1, 2)).do(ForbidPair(3, 4)).do(AllowPair(3, 4)).do(DropEntrant(6))
    evening.proposed().results("A", "draw").do(SetResult(1, 1, "B")).do(CloseTournament())

    async def scene(made: list[EventStore]) -> None:
        first, second = made
        await decided(first, *(entry.what for entry in evening.log))
        read = await second.load("shop", "friday")
        assert read == evening.now
        assert standings(read) == standings(evening.now)
        assert [entry.what for entry in await second.log("shop", "friday")] == [entry.what for entry in evening.log]
        assert [await count(first, table) for table in ("entrant", "forbidden", "round", "pairing", "seat", "result")] == [6, 1, 1, 3, 5, 3]
        assert await count(first, "event", f"version = {len(evening.log)} AND closed") == 1

    run(url, scene, 2)


def test_of_two_who_decide_at_once_one_is_told(url: str) -> None:
    """Four at once, by four servers that have opened a new database at once: one lands, the others are stale, nothing is doubled."""

    async def scene(made: list[EventStore]) -> None:
        for round_number in range(3):
            seen = (await made[0].load("shop", "friday")).version
            tries = [
                one.decide("shop", "friday", EnterEntrant(f"person {2 * round_number + index % 2 + 1}"), who="o", at_ms=1, expected=seen)
                for index, one in enumerate(made)
            ]
            done = await asyncio.gather(*tries, return_exceptions=True)
            assert sum(not isinstance(one, BaseException) for one in done) == 1
            assert all(isinstance(one, Stale) for one in done if isinstance(one, BaseException)), done
        assert await count(made[0], "decision") == 3
        assert {(await one.load("shop", "friday")).version for one in made} == {3}

    run(url, scene, 4)


def test_what_is_refused_leaves_no_row(url: str) -> None:
    async def scene(made: list[EventStore]) -> None:
        [store] = made
        await decided(store, EnterEntrant("person 1"))
        for what, code in (
            (EnterEntrant("person 1"), "entered_already"),
            (EnterEntrant("a stranger"), "no_such_person"),
            (DropEntrant(7), "unknown_entrant"),
        ):
            with pytest.raises(Illegal, match=code):
                await decided(store, what)
        with pytest.raises(Illegal, match="no_such_event"):
            await store.load("shop", "monday")
        with pytest.raises(Illegal, match="event_there"):
            await store.begin("shop", "friday", SETTINGS)
        assert [await count(store, table) for table in ("decision", "entrant", "event")] == [1, 1, 1]

    run(url, scene)


def test_a_round_that_is_taken_back_keeps_its_rows(url: str) -> None:
    async def scene(made: list[EventStore]) -> None:
        [store] = made
        await decided(store, *(EnterEntrant(f"person {number}") for number in range(1, 5)))
        for attempt in (1, 2):
            await decided(store, propose(await store.load("shop", "friday")).what, PublishRound(1), SetResult(1, 1, "A"))
            if attempt == 1:
                await decided(store, TakeBackRound(1))
        assert await count(store, "round", "state = 'taken_back' AND attempt = 1") == 1
        assert await count(store, "round", "state = 'published' AND attempt = 2") == 1
        assert [await count(store, table) for table in ("pairing", "seat", "result")] == [4, 8, 2]

    run(url, scene)


def test_the_database_itself_keeps_log_and_seats(url: str) -> None:
    """The one who writes around the program: no decision is changed or removed, nobody sits twice, no row without its event."""

    async def scene(made: list[EventStore]) -> None:
        [store] = made
        await decided(store, *(EnterEntrant(f"person {number}") for number in range(1, 5)))
        await decided(store, propose(await store.load("shop", "friday")).what)
        for statement, fault in (
            ("UPDATE decision SET why = 'another'", DBAPIError),
            ("DELETE FROM decision", DBAPIError),
            ("INSERT INTO seat VALUES ('shop', 'friday', 1, 1, 1, 2, 'C')", IntegrityError),
            ("INSERT INTO seat VALUES ('shop', 'friday', 1, 1, 99, 1, 'C')", IntegrityError),
            ("INSERT INTO forbidden VALUES ('shop', 'friday', 2, 1, 'why')", IntegrityError),
            ("UPDATE round SET state = 'lost'", IntegrityError),
            ("DELETE FROM event", IntegrityError),
        ):
            with pytest.raises(fault):
                async with store._engine.begin() as connection:
                    await connection.execute(text(statement))
        assert await count(store, "decision") == 5

    run(url, scene)


def test_a_name_stands_in_one_place_and_is_forgotten_there(url: str) -> None:
    async def scene(made: list[EventStore]) -> None:
        [store] = made
        await decided(store, EnterEntrant("person 1"))
        await store.name_person("shop", "person 1", "Ana")
        assert (await store.names("shop"))["person 1"] == "Ana"
        await store.forget("person 1", at_ms=5)
        assert (await store.names("shop"))["person 1"] == ""
        assert (await store.load("shop", "friday")).entrants[0].person == "person 1"
        async with store._engine.connect() as connection:
            for table in schema.metadata.sorted_tables:
                for row in await connection.execute(select(table)):
                    assert "Ana" not in " ".join(map(str, row))

    run(url, scene)


def test_the_revisions_make_exactly_the_tables_of_the_program(url: str) -> None:
    async def scene(made: list[EventStore]) -> None:
        [store] = made
        await store.open()
        kinds = url.startswith("postgresql")  # SQLite keeps texts of any length, and changes no column
        async with store._engine.connect() as connection:
            found = await connection.run_sync(
                lambda sync: compare_metadata(MigrationContext.configure(sync, opts={"compare_type": kinds}), schema.metadata)
            )
            assert found == []
            assert await connection.scalar(select(func.count()).select_from(schema.event)) == 1, "opening again changes nothing"
        async with store._engine.begin() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(StoreNewer, match="newer Tapete"):
            await store.open()

    run(url, scene)


def test_another_kind_of_database_is_refused() -> None:
    with pytest.raises(ValueError, match="mysql is no database for events"):
        engine("mysql://here/events")


LONG_SUM = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 3000000) SELECT sum(x) FROM n"


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_store_closes_only_after_what_nobody_waits_for_any_more(url: str) -> None:
    """A reader is cancelled twice in the middle of a question, by its page and by the end of the server.

    The thread that asks needs the loop for its answer.
    """

    async def evening() -> None:
        async with stores(url) as (store,):
            begun = asyncio.Event()

            async def reads() -> None:
                async with store.engine.connect() as connection:
                    await connection.execute(text("SELECT 1"))
                    begun.set()
                    await connection.execute(text(LONG_SUM))

            reading = asyncio.create_task(reads())
            await begun.wait()
            for _ in range(2):  # the second time it is no longer waited for that the connection closes
                for _turn in range(20):  # of the loop, until the question has gone to its thread
                    await asyncio.sleep(0)
                reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)

    before = set(threading.enumerate())
    loops.run(evening())
    assert [one.name for one in threading.enumerate() if one not in before and "_connection_worker_thread" in one.name] == []


def test_a_file_that_is_still_being_opened_when_its_reader_goes_is_waited_for_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opening, goes_on, connect = threading.Event(), threading.Event(), sqlite3.connect

    def slowly(*arguments: Any, **settings: Any) -> Any:
        opening.set()
        goes_on.wait()
        return connect(*arguments, **settings)

    async def scene() -> None:
        made = engine(f"sqlite:///{tmp_path}/events.sqlite3")
        monkeypatch.setattr(sqlite3, "connect", slowly)
        reading = asyncio.create_task(EventStore(made).reads())
        await asyncio.to_thread(opening.wait)
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        closing = asyncio.create_task(close(made))
        for _turn in range(50):  # of the loop: time enough for one that waits for nothing
            await asyncio.sleep(0)
        early = closing.done()
        goes_on.set()
        await closing
        assert not early

    loops.run(scene())


def test_a_reader_that_is_still_there_when_the_store_closes_leaves_nothing_open(tmp_path: Path) -> None:
    """It gives its connection back to a pool that is gone by then."""

    async def scene() -> None:
        made = engine(f"sqlite:///{tmp_path}/events.sqlite3")
        reader = await made.connect()
        await reader.execute(text("SELECT 1"))
        await close(made)
        await asyncio.gather(reader.close(), return_exceptions=True)

    before = set(threading.enumerate())
    loops.run(scene())
    gc.collect()
    assert [one.name for one in threading.enumerate() if one not in before and "_connection_worker_thread" in one.name] == []


def test_the_newest_word_about_a_seat_counts_and_pages_hear_of_it(url: str) -> None:
    async def scene(made: list[EventStore]) -> None:
        store = made[0]
        await decided(store, *(EnterEntrant(f"person {number}") for number in (1, 2)))
        before = await store.mark("shop", "friday")
        for at_ms, word in enumerate((said.Sits(1, 1, 2, "here"), said.Sits(1, 1, 2, "other")), 1):
            await said.sit(store.engine, "shop", "friday", word, at_ms)
            assert await said.seated(store.engine, "shop", "friday") == (word,)
            after = await store.mark("shop", "friday")
            assert after != before
            before = after

    run(url, scene)
