"""Requests by the thousand out of the API's own description, with every key: never a 5xx, never an answer that the description does not
say, and nothing of a seat that the key is not for.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette

from tapete.table import Hub, Journal, Table
from tapete.table.folders import Renewals
from tapete.web import Server, app, openapi
from tapete.web.keys import Keys

if TYPE_CHECKING:
    from schemathesis import Case

pytestmark = pytest.mark.api

EXAMPLES = 30
"""Requests of each operation with each key; each goes to a match that the ones before have moved."""

GAMES = ("shazamm", "moriham", "datamorphs")

WHOSE = ("table", "A", "B", "none", "wrong", "monitor")

TRIED = [
    *((GAMES[0], operation, whose) for operation in ("matches", "ask", "declare") for whose in WHOSE),
    *((game, operation, whose) for game in GAMES[1:] for operation in ("ask", "declare") for whose in ("table", "A")),
]
"""Game, operation and key; what is refused before any game is asked is the same for all games."""


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    hub = Hub(Journal(tmp_path / "matches.sqlite3"))
    yield hub
    hub.close()


@pytest.fixture
def application(hub: Hub) -> Starlette:
    return app(hub, lan=True, secret=b"a secret of sixteen bytes or more", renewed=Renewals(hub.journal.path))


@functools.cache
def description() -> dict[str, Any]:
    return openapi.described(GAMES)


def operations(application: Starlette) -> dict[str, Any]:
    """Every operation of the description, by its name."""
    import schemathesis
    from schemathesis.core.result import Ok

    document = schemathesis.openapi.from_dict(description())
    document.app = application
    found = [result.ok() for result in document.get_all_operations() if isinstance(result, Ok)]
    return {operation.definition.raw["operationId"]: operation for operation in found}


def key(keys: Keys, table: Table, whose: str) -> dict[str, str]:
    token = {
        "table": keys.table,
        "A": keys.seat(table.id, "A"),
        "B": keys.seat(table.id, "B"),
        "wrong": "x" * 24,
        "monitor": keys.monitor,
    }.get(whose)
    return {"host": "127.0.0.1", **({"authorization": f"Bearer {token}"} if token else {})}


@pytest.mark.long
@pytest.mark.parametrize(("game", "operation", "whose"), TRIED)
def test_no_request_breaks_the_api_or_crosses_seats(hub: Hub, application: Starlette, game: str, operation: str, whose: str) -> None:
    keys: Keys = application.state.keys
    table = hub.begin(game, {}, {"A": "Aitana", "B": "Bruno"})
    other = hub.begin("shazamm")
    found = operations(application)[operation]
    answered: set[int] = set()

    @given(case=found.as_strategy(), into=st.sampled_from([table.id, table.id, table.id, other.id, None]))
    @settings(max_examples=EXAMPLES, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    def ask(case: Case[Any], into: str | None) -> None:
        if into is not None and case.path_parameters:
            case.path_parameters["match"] = into
        before, others = table.seq, other.seq
        response = case.call(headers=key(keys, table, whose), base_url="http://127.0.0.1")
        answered.add(response.status_code)
        assert response.status_code < 500, response.content
        assert str(response.status_code) in found.definition.raw["responses"], response.status_code
        plain = response.json()
        assert plain["ok"] is (response.status_code == 200)
        if response.status_code != 200:
            assert plain["refusals"]
            assert all(one["text"]["es"] and one["text"]["en"] for one in plain["refusals"])
        assert b"Traceback" not in response.content
        assert str(hub.journal.path.parent).encode() not in response.content
        if whose != "table":
            assert other.seq == others, "a key of one match moved another"
        if whose in ("none", "wrong", "monitor"):
            assert response.status_code in (403, 404, 415)
            assert table.seq == before
            assert b"Aitana" not in response.content
        for entry in table.entries[before:]:
            if whose in ("A", "B"):
                assert entry.source.split(" ")[0] in (f"page:{whose}", "automatic"), "a seat acted for another"
                assert (entry.action or {}).get("seat", whose) == whose or entry.source.startswith("automatic")

    ask()
    assert answered
    if whose == "table":
        assert answered & {200, 409}, "nothing came as far as the rules: the description does not say what the API takes"


@pytest.mark.parametrize("whose", ["A", "table"])
def test_what_a_seat_locks_is_in_no_answer(hub: Hub, application: Starlette, whose: str) -> None:
    """Whatever is asked in whatever way while a bid is secret: the bid's nonce is nowhere."""
    keys: Keys = application.state.keys
    table = hub.begin("shazamm")
    table.submit({"action": "lock_bid", "seat": "B", "amount": 37})
    _, nonce = table._match.vault.opens({"B": table.state.agenda[-1].seals["B"]})["B"]
    assert nonce is not None

    @given(case=operations(application)["ask"].as_strategy())
    @settings(max_examples=EXAMPLES, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    def ask(case: Case[Any]) -> None:
        case.path_parameters["match"] = table.id
        response = case.call(headers=key(keys, table, whose), base_url="http://127.0.0.1")
        assert nonce.encode() not in response.content
        assert b'"amount":37' not in response.content

    ask()


def test_the_description_is_sound_and_served(application: Starlette) -> None:
    document = description()
    streams = {"/match/{match}/events", "/match/{match}/seat/{seat}/events"}
    assert set(document["paths"]) == {"/api/matches", "/api/match/{match}", *streams}
    with Server(application) as server:
        served = httpx.get(f"http://127.0.0.1:{server.port}/api/openapi.json", trust_env=False, timeout=60).json()
    assert served["openapi"] == "3.1.0"

    def references(of: Any) -> Iterator[str]:
        if isinstance(of, dict):
            for name, value in of.items():
                if name == "$ref":
                    yield value
                else:
                    yield from references(value)
        elif isinstance(of, list):
            for one in of:
                yield from references(one)

    shapes = served["components"]["schemas"]
    named = {reference.rpartition("/")[2] for reference in references(served)}
    assert named
    assert named <= set(shapes)
