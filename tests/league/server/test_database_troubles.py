"""A database that is killed, full, read-only or changed under a running server: a sentence, no trace, nothing lost, and it goes on."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import msgspec
import pytest
from sqlalchemy import text

from tapete.core.codec import encode
from tapete.league.server import watching
from tapete.league.server.shared import League
from tests import loops
from tests.league import cluster, matches
from tests.league.server.conftest import API, FRIDAY, Served
from tests.league.server.test_wall import events
from tests.league.server.two_tables import KEY, codes_of, evening, result_of

pytestmark = [pytest.mark.league, pytest.mark.slow]


@pytest.fixture
def chain(server: str) -> Iterator[Served]:
    """A server over a PostgreSQL of many tests."""
    loops.run(cluster.made(f"{server}/postgres", "troubled"))
    made = Served(f"{server}/troubled")
    with made.server:
        yield made

    async def drop() -> None:
        from tapete.league.store.database import engine

        connected = engine(f"{server}/postgres").execution_options(isolation_level="AUTOCOMMIT")
        async with connected.connect() as connection:
            await connection.execute(text("DROP DATABASE troubled WITH (FORCE)"))
        await connected.dispose()

    loops.run(drop())


def done(served: Served, *statements: str) -> None:
    """Let the database's owner do something."""

    async def within(league: League) -> None:
        async with league.store.engine.begin() as connection:
            for one in statements:
                await connection.execute(text(one))

    served.within(within)


def drop(version: int) -> dict[str, object]:
    """A decision, as a program posts it."""
    return {"expected_version": version, "do": "drop_entrant", "entrant": 1, "why": "x"}


def words(health: httpx.Response) -> tuple[bool, str, str | None]:
    """What `/health` says: whether all is well, of the database, and why lines of a table were not taken last."""
    said = health.json()
    assert said["intake"]["waiting"] == 0
    return said["ok"], said["database"], said["intake"]["refused"] and said["intake"]["refused"]["code"]


@pytest.mark.postgresql
def test_a_database_that_was_killed_is_said_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "LOOK_S", 0.05)
    with cluster.killable() as database:
        loops.run(cluster.made(f"{database.address}/postgres", "events"))
        served = Served(f"{database.address}/events")
        with served.server:
            table, match = evening(served)(1), matches.told()
            with served.program("wall") as wall, served.program("organiser") as organiser, served.visitor("organiser") as page:
                assert table.lines(match.part(0, 30, KEY)) == (200, {"have": 30})
                version = organiser.get(f"{API}/standings").json()["version"]
                with wall.stream("GET", f"{API}/wall") as answer:
                    said = (body for kind, body in events(answer) if kind == "state")
                    assert next(said)["version"] == version
                    database.kill()
                    reply = table.client.post(f"{table.client.address.path}/matches/match1/lines", encode(match.part(30, 60)))
                    assert (reply.status, codes_of(msgspec.json.decode(reply.body))) == (503, ["database_away"])
                    assert reply.wait_s is not None
                    away = organiser.post(f"{API}/decisions", json=drop(version))
                    assert (away.status_code, codes_of(away.json()), away.headers["retry-after"]) == (503, ["database_away"], "2")
                    shown = page.get(FRIDAY)
                    assert (shown.status_code, "try again in a moment" in shown.text) == (503, True)
                    assert words(organiser.get("/health"))[:2] == (False, "away")
                    database.start()
                    assert organiser.get("/health").json()["ok"] is True
                    assert table.lines(match.part(30, 60)) == (200, {"have": 60})
                    assert organiser.post(f"{API}/decisions", json=drop(version)).json() == {"ok": True, "version": version + 1}
                    assert next(said)["version"] == version + 1, "the wall's stream has lived through it"
            assert table.lines(match.part(60)) == (200, {"have": len(match.lines)})
            assert result_of(served) == match.result


ANEW = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
"""Every connection has to be made anew, and takes the role's settings then."""

FULL = """
CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$
"""


@pytest.mark.postgresql
@pytest.mark.parametrize("trouble", ["full", "read_only"])
def test_a_postgresql_that_takes_nothing_says_why_and_shows_what_it_has(chain: Served, trouble: str) -> None:
    table, match = evening(chain)(1), matches.told()
    assert table.lines(match.part(0, 10, KEY))[0] == 200
    with chain.program("organiser") as organiser, chain.visitor("organiser") as page:
        version = organiser.get(f"{API}/standings").json()["version"]
        named = ("entry", "decision", "shop")
        if trouble == "full":
            done(
                chain,
                FULL,
                *(f"CREATE TRIGGER full_{name} BEFORE INSERT OR UPDATE ON {name} EXECUTE FUNCTION disk_full()" for name in named),
            )
        else:
            done(chain, "ALTER ROLE tapete SET default_transaction_read_only = on", ANEW)
        try:
            reply = table.client.post(f"{table.client.address.path}/matches/match1/lines", encode(match.part(10, 20)))
            assert (reply.status, codes_of(msgspec.json.decode(reply.body))) == (503, [f"database_{trouble}"])
            refused = organiser.post(f"{API}/decisions", json=drop(version))
            assert (refused.status_code, codes_of(refused.json())) == (503, [f"database_{trouble}"])
            health = organiser.get("/health")
            assert (health.status_code, words(health)) == (200, (False, trouble, f"database_{trouble}")), "walls are shown on"
            assert {"full": "make room", "read_only": "let it be written"}[trouble] in page.get(FRIDAY).text
            assert organiser.get(f"{API}/standings").json()["version"] == version
        finally:
            if trouble == "full":
                done(chain, *(f"DROP TRIGGER full_{name} ON {name}" for name in named))
            else:
                done(chain, "SET TRANSACTION READ WRITE", "ALTER ROLE tapete RESET default_transaction_read_only", ANEW)
        assert organiser.get("/health").json()["ok"] is True
        assert table.lines(match.part(10, 20)) == (200, {"have": 20})
        assert "make room" not in page.get(FRIDAY).text


def test_a_full_file_is_said_on_the_page_of_staff_and_by_health(served: Served) -> None:
    served.friday(2)
    with served.program("organiser") as organiser, served.visitor("organiser") as page:
        served.limit("query_only", "ON")
        refused = organiser.post(f"{API}/decisions", json=drop(2))
        assert (refused.status_code, codes_of(refused.json())) == (503, ["database_read_only"])
        assert words(organiser.get("/health")) == (False, "read_only", None)
        assert "let it be written" in page.get(FRIDAY).text
        served.limit("query_only", "OFF")
        assert "let it be written" not in page.get(FRIDAY).text
        assert organiser.get("/health").json()["ok"] is True


@pytest.mark.postgresql
def test_a_table_that_changes_its_form_under_the_server_costs_one_more_try(chain: Served) -> None:
    """PostgreSQL refuses a statement that was prepared before; the connection reads it anew."""
    table, match = evening(chain)(1), matches.told()
    for first in range(0, 50, 10):
        assert table.lines(match.part(first, first + 10, KEY)) == (200, {"have": first + 10})
    done(chain, "ALTER TABLE match ALTER COLUMN head TYPE text", "ALTER TABLE event ALTER COLUMN settings TYPE varchar(10000)")
    with chain.program("organiser") as organiser:
        tries = [organiser.get(f"{API}/standings").status_code for _ in range(12)]
        assert tries[-1] == 200
        assert set(tries) <= {200, 503}
    sent = [table.lines(match.part(50, 60))[0] for _ in range(12)]
    assert sent[-1] == 200
    assert set(sent) <= {200, 503}
