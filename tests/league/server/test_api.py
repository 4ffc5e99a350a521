"""The interface for programs: decide, and read what everybody may see."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.league.pairing import propose
from tests.league.server.conftest import API, Served

pytestmark = [pytest.mark.league]


def pairs(served: Served) -> list[dict[str, Any]]:
    """The next round as the program proposes it, as JSON."""
    from tapete.core import codec

    async def found(league: Any) -> Any:
        return codec.builtins(propose(await league.store.load("shop", "friday")).what.pairings)

    proposed: list[dict[str, Any]] = served.within(found)
    return proposed


def test_a_round_from_pairs_to_standings(served: Served) -> None:
    served.friday(4, round_ms=1_800_000)
    with served.program("organiser") as organiser, served.program("wall") as wall:
        version = 4

        def decide(**what: Any) -> None:
            nonlocal version
            said = organiser.post(f"{API}/decisions", json={"expected_version": version, **what})
            assert said.status_code == 200, said.text
            version = said.json()["version"]

        decide(do="pair_round", round=1, pairings=pairs(served))
        assert wall.get(f"{API}/pairings").json()["round"] is None, "staff look first"
        decide(do="publish_round", round=1)
        decide(do="start_round", round=1)
        served.league.now += 60_000
        shown = wall.get(f"{API}/pairings").json()
        assert (shown["round"], shown["remaining_ms"], len(shown["pairings"])) == (1, 1_740_000, 2)
        assert {one["kind"] for one in shown["pairings"]} == {"match"}
        for pairing in (1, 2):
            decide(do="set_result", round=1, pairing=pairing, result="A")
        first = wall.get(f"{API}/standings").json()["standings"][0]
        assert (first["place"], first["points"]) == (1, 3)
        assert first["tiebreaks"]["wins"] == {"value": "1", "sum": ""}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"do": "drop_entrant", "entrant": 1, "expected_version": 1, "why": "x"}, 409, "behind"),
        ({"do": "drop_entrant", "entrant": 1, "expected_version": 4}, 422, "reason_needed"),
        ({"do": "drop_entrant", "entrant": 9, "expected_version": 4, "why": "x"}, 422, "unknown_entrant"),
        ({"do": "drop_entrant", "entrant": "one", "expected_version": 4}, 400, "malformed"),
        ({"do": "sing", "expected_version": 4}, 400, "malformed"),
        ({"do": "drop_entrant", "entrant": 1}, 400, "malformed"),
        ([], 400, "malformed"),
    ],
)
def test_what_is_refused(served: Served, body: Any, status: int, code: str) -> None:
    served.friday(4)
    with served.program("organiser") as organiser:
        said = organiser.post(f"{API}/decisions", json=body)
    assert (said.status_code, said.json()["refusals"][0]["code"]) == (status, code), said.text
    assert set(said.json()["refusals"][0]["text"]) == {"en", "es"}


def test_an_event_that_is_not_there(served: Served) -> None:
    served.friday(4)
    with served.program("organiser", None) as organiser:
        said = organiser.get("/v1/shops/shop/events/monday/standings")
    assert (said.status_code, said.json()["refusals"][0]["code"]) == (404, "no_such_event")
