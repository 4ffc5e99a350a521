"""An upgrade while an evening runs: a server of the version before and one of this version over one database."""

from __future__ import annotations

import asyncio
import itertools
import re
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Insert, Inspector, MetaData, event, insert, inspect, select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from tapete.league.store import migrations, schema
from tapete.league.store.database import engine
from tapete.league.store.migrations import StoreNewer, scripts
from tapete.league.store.store import EventStore
from tests import loops
from tests.league import matches
from tests.league.server.conftest import API, Served
from tests.league.server.two_tables import KEY, Table, evening, result_of

pytestmark = [pytest.mark.league, pytest.mark.slow]

REVISIONS = [script.revision for script in scripts().walk_revisions()][::-1]
PAIRS = list(itertools.pairwise(REVISIONS))


async def up_to(made: AsyncEngine, revision: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bring a database up to a revision, as a server of that version does."""
    with monkeypatch.context() as older:
        older.setattr(migrations, "HEAD", revision)
        await EventStore(made).open()


async def looked(made: AsyncEngine) -> dict[str, Any]:
    """What a server of some version relies on: columns, keys, and what may not be written twice."""

    def look(sync: Any) -> dict[str, Any]:
        found: Inspector = inspect(sync)
        return {
            table: {
                "columns": {one["name"]: (str(one["type"]), one["nullable"]) for one in found.get_columns(table)},
                "free": {one["name"] for one in found.get_columns(table) if one["nullable"] or one["default"] is not None},
                "key": found.get_pk_constraint(table)["constrained_columns"],
                "unique": sorted(sorted(one["column_names"]) for one in found.get_unique_constraints(table)),
                "foreign": sorted(str(one["constrained_columns"]) for one in found.get_foreign_keys(table)),
                "checks": sorted(str(one["name"]) for one in found.get_check_constraints(table)),
            }
            for table in found.get_table_names()
        }

    async with made.connect() as connection:
        return await connection.run_sync(look)


def holds(now: str, was: str) -> bool:
    """Say whether a column takes whatever it took before: of the same kind, and a text at least as long."""
    lengths = [re.fullmatch(r"VARCHAR\((\d+)\)", kind) for kind in (now, was)]
    return now == was or (all(lengths) and int(lengths[0][1]) >= int(lengths[1][1]))  # type: ignore[index]


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_a_revision_only_adds_so_that_the_version_before_goes_on(
    url: str, before: str, after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """New tables, new columns that may be left out, longer texts; nothing else of an old table changes, and nothing more is forbidden."""

    async def scene() -> None:
        made = engine(url)
        try:
            await up_to(made, before, monkeypatch)
            old = await looked(made)
            await up_to(made, after, monkeypatch)
            new = await looked(made)
        finally:
            await made.dispose()
        assert new.keys() > old.keys() or new != old or (after == "0006" and url.startswith("sqlite")), "SQLite keeps texts of any length"
        for table, was in old.items():
            now = new[table]
            for name, (kind, nullable) in was["columns"].items():
                assert now["columns"][name][1] == nullable, (table, name)
                assert holds(now["columns"][name][0], kind), (table, name)
            assert now["columns"].keys() - was["columns"].keys() <= now["free"], table
            assert [now[word] for word in ("key", "unique", "foreign", "checks")] == [
                was[word] for word in ("key", "unique", "foreign", "checks")
            ], table

    loops.run(scene())


@pytest.mark.long
@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_what_the_version_before_writes_during_the_upgrade_and_after_it_is_all_there(
    url: str, before: str, after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writers with the tables as the version before knows them, in transactions that hold what the upgrade has to lock."""

    async def scene() -> None:
        made, upgrading = engine(url), engine(url)
        try:
            await up_to(made, before, monkeypatch)
            known = MetaData()
            async with made.begin() as connection:
                await connection.run_sync(known.reflect)
                await connection.execute(known.tables["shop"].insert().values(shop="shop", name="shop"))
            done, over = [0] * 4, asyncio.Event()

            async def write(worker: int) -> None:
                while not over.is_set() or done[worker] < 20:
                    row = {"shop": "shop", "event": f"e{worker}-{done[worker]}", "settings": "{}", "version": 0, "closed": False}
                    async with made.begin() as connection:
                        await connection.execute(known.tables["event"].insert().values(**row))
                        await connection.execute(text("SELECT 1"))
                    done[worker] += 1

            writers = [asyncio.create_task(write(worker)) for worker in range(4)]
            while min(done) < 5:
                await asyncio.sleep(0)
            await up_to(upgrading, after, monkeypatch)
            over.set()
            await asyncio.gather(*writers)
            async with made.connect() as connection:
                found = (await connection.execute(select(known.tables["event"].c.event))).scalars().all()
            assert sorted(found) == sorted(f"e{worker}-{number}" for worker in range(4) for number in range(done[worker]))
        finally:
            await made.dispose()
            await upgrading.dispose()

    loops.run(scene())


@pytest.mark.postgresql
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_an_upgrade_lets_a_table_that_sends_go_first_and_tries_again(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A transaction that is open holds the upgrade up, and the upgrade holds nobody up behind itself for longer than its patience."""
    before, after = PAIRS[-1]
    monkeypatch.setattr(migrations, "LOCK_MS", 50)
    monkeypatch.setattr("tapete.league.store.store.UPGRADE_AGAIN_S", 0.0)

    async def scene() -> None:
        made, upgrading = engine(url), engine(url)
        tried = 0

        def counted(connection: Any) -> None:
            nonlocal tried
            tried += 1
            migrations.migrate(connection)

        try:
            await up_to(made, before, monkeypatch)
            async with made.begin() as connection:
                await connection.execute(text("INSERT INTO shop VALUES ('shop', 'shop')"))
            monkeypatch.setattr("tapete.league.store.store.migrate", counted)
            async with made.begin() as holding:
                await holding.execute(text("INSERT INTO event VALUES ('shop', 'one', '{}', 0, false)"))
                await holding.execute(text("LOCK TABLE decision IN ROW EXCLUSIVE MODE"))  # as one who decides
                task = asyncio.create_task(EventStore(upgrading).open())
                while tried < 3:
                    await asyncio.sleep(0.01)
                async with made.begin() as another:  # waits behind the upgrade no longer than its patience
                    await another.execute(text("INSERT INTO event VALUES ('shop', 'two', '{}', 0, false)"))
            await task
            assert tried >= 3
            async with made.connect() as connection:
                assert (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar_one() == after
                assert (await connection.execute(text("SELECT count(*) FROM event"))).scalar_one() == 2
        finally:
            await made.dispose()
            await upgrading.dispose()

    loops.run(scene())


class Earlier(Served):
    """A server of the version before: it opens tables up to its own revision, and uses none that came later."""

    def __init__(self, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(url)

        async def opened() -> None:
            await up_to(self.league.store.engine, PAIRS[-1][0], monkeypatch)

        self.league.store.open = opened  # type: ignore[method-assign]

    def store(self) -> EventStore:
        """A database of which one column, that came later, is neither read nor written."""

        async def no_head(*_: object) -> str:
            return ""

        made = super().store()
        made._head = no_head  # type: ignore[assignment,method-assign]
        event.listen(made.engine.sync_engine, "before_execute", without_head, retval=True)
        return made


def without_head(_: object, statement: Any, several: Any, named: Any, __: object) -> tuple[Any, Any, Any]:
    """Write a decision as the version before does."""
    if isinstance(statement, Insert) and statement.table is schema.decision:
        values = {column: value for column, value in (statement._values or {}).items() if getattr(column, "name", column) != "head"}
        statement = insert(schema.decision).values(values)
    return statement, several, named


def test_servers_of_two_versions_run_one_evening_and_the_older_one_is_not_started_again(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines and decisions at both, in turn; the wall of the older one shows what the newer one decides."""
    old, match = Earlier(url, monkeypatch), matches.told()
    with old.server:
        table = evening(old)(1)
        assert table.lines(match.part(0, 30, KEY)) == (200, {"have": 30})
        new = Served(url)
        with new.server:
            there = Table(replace(table.client.address, server=new.server.address.rstrip("/"))).lines
            assert there(match.part(30, 60)) == (200, {"have": 60})
            assert table.lines(match.part(60, 90)) == (200, {"have": 90})
            with new.program("organiser") as newer, old.program("organiser") as older:
                version = newer.get(f"{API}/standings").json()["version"]
                drop = {"expected_version": version, "do": "drop_entrant", "entrant": 4, "why": "x"}
                assert older.post(f"{API}/decisions", json=drop).json() == {"ok": True, "version": version + 1}
                back = {"expected_version": version + 1, "do": "return_entrant", "entrant": 4, "why": "x"}
                assert newer.post(f"{API}/decisions", json=back).json() == {"ok": True, "version": version + 2}
                assert older.get(f"{API}/standings").json() == newer.get(f"{API}/standings").json()
            assert there(match.part(90)) == (200, {"have": len(match.lines)})
            assert result_of(old) == match.result

    async def started_anew() -> None:
        again = engine(url)
        with pytest.raises(StoreNewer, match="newer Tapete"):
            await up_to(again, PAIRS[-1][0], monkeypatch)
        await again.dispose()

    loops.run(started_anew())
