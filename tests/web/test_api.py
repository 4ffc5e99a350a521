"""The referee protocol for one match over HTTP."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tapete.games.shazamm.bidding import LockBid
from tapete.table import Table
from tests.web.conftest import Visitor


def test_a_turn_over_the_api(visitor: Visitor, table: Table) -> None:
    place = f"/api/match/{table.id}"
    locked = visitor.post(place, json={"do": {"action": "lock_bid", "seat": "A", "amount": 7}, "expected_seq": 0})
    assert locked.json() == {
        "ok": True,
        "seq": 1,
        "events": [{"event": "bid_locked", "clause": "SHZ-034", "by_ruling": False, "seat": "A"}],
    }
    both = visitor.post(place, json={"do": {"action": "lock_bid", "seat": "B", "amount": 5}, "expected_seq": 1}).json()
    assert both["seq"] == 3
    assert both["events"][-1]["bids"] == {"A": 7, "B": 5}
    for seat in "AB":
        declared = visitor.post(place, json={"do": {"action": "declare_cards", "seat": seat, "numbers": []}})
        assert declared.status_code == 200
    assert visitor.get(place, params={"ask": "state"}).json()["state"]["wall"] == 1


@pytest.mark.parametrize("asked", ["state", "position", "scene", "layout", "awaiting", "result", "log", "legal", "view"])
def test_every_question_of_the_protocol_is_answered(visitor: Visitor, table: Table, asked: str) -> None:
    said = visitor.get(f"/api/match/{table.id}", params={"ask": asked, "seat": "A"})
    assert said.status_code == 200
    assert said.json()["seq"] == 0
    assert asked in said.json()


def test_a_draft_asks_for_what_may_come_next(visitor: Visitor, table: Table) -> None:
    query = {"ask": "legal", "seat": "A", "draft": json.dumps({"action": "lock_bid"})}
    assert list(visitor.get(f"/api/match/{table.id}", params=query).json()["legal"]) == ["lock_bid"]
    bad = visitor.get(f"/api/match/{table.id}", params={**query, "draft": "{"})
    assert bad.status_code == 400
    assert bad.json()["refusals"][0]["code"] == "malformed"


def test_refusals_carry_code_clause_place_and_both_texts(visitor: Visitor, table: Table) -> None:
    said = visitor.post(f"/api/match/{table.id}", json={"do": {"action": "lock_bid", "seat": "A", "amount": 0}})
    assert said.status_code == 409
    (refusal,) = said.json()["refusals"]
    assert (refusal["code"], refusal["clause"], refusal["at"], refusal["params"]) == (
        "bid_below_one",
        "SHZ-036",
        "amount",
        {"bid": 0, "min": 1},
    )
    assert refusal["text"]["es"] != refusal["text"]["en"]
    assert table.seq == 0


def test_what_is_stale_is_refused_with_the_present_number(visitor: Visitor, table: Table) -> None:
    table.submit({"action": "lock_bid", "seat": "A", "amount": 7})
    for message in ({"do": {"action": "lock_bid", "seat": "B", "amount": 5}}, {"check": {"action": "unlock", "seat": "A"}}, {"undo": 1}):
        said = visitor.post(f"/api/match/{table.id}", json={**message, "expected_seq": 0})
        assert said.status_code == 409
        assert said.json()["refusals"][0]["code"] == "stale"
        assert said.json()["seq"] == 1
    assert table.seq == 1


def test_check_changes_nothing(visitor: Visitor, table: Table) -> None:
    place = f"/api/match/{table.id}"
    assert visitor.post(place, json={"check": {"action": "lock_bid", "seat": "A", "amount": 7}}).json() == {"ok": True, "seq": 0}
    assert visitor.post(place, json={"check": {"action": "lock_bid", "seat": "A", "amount": 70}}).status_code == 409
    assert table.seq == 0
    assert table.state.agenda[-1].ready == ()


def test_moves(visitor: Visitor, table: Table) -> None:
    place = f"/api/match/{table.id}"
    table.submit({"action": "concede", "seat": "A"})
    assert visitor.post(place, json={"undo": 1}).json()["seq"] == 2
    assert visitor.post(place, json={"redo": 1}).json()["seq"] == 3
    assert visitor.post(place, json={"jump": 0}).json()["seq"] == 4
    assert visitor.post(place, json={"jump": 99}).status_code == 409


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"nonsense",
        b"[]",
        b"{}",
        b'{"do": 3}',
        b'{"do": {"action": "fly"}}',
        b'{"do": {"action": "lock_bid", "seat": "A", "amount": 9.0}}',
        b'{"do": {"action": "lock_bid", "seat": "A", "colour": "red"}}',
        b'{"do": {"action": "concede", "seat": "A"}, "undo": 1}',
        b'{"do": {"action": "concede", "seat": "A"}, "extra": 1}',
        b'{"do": {"action": "concede", "seat": "A"}, "expected_seq": "0"}',
        b'{"jump": "0"}',
        b"\xff\xfe",
        b"[" * 60_000,
    ],
)
def test_what_cannot_be_read_is_refused_and_changes_nothing(visitor: Visitor, table: Table, body: bytes) -> None:
    said = visitor.post(f"/api/match/{table.id}", content=body, headers={"content-type": "application/json"})
    assert said.status_code in {400, 409}, said.text
    refusals: list[dict[str, Any]] = said.json()["refusals"]
    assert refusals
    assert all(refusal["text"]["es"] and refusal["text"]["en"] for refusal in refusals)
    assert table.seq == 0


def test_questions_that_do_not_exist(visitor: Visitor, table: Table) -> None:
    assert visitor.get(f"/api/match/{table.id}", params={"ask": "hand"}).status_code == 400
    assert visitor.get(f"/api/match/{table.id}", params={"ask": "legal", "seat": "D"}).status_code == 409
    assert visitor.get("/api/match/none").json()["refusals"][0]["code"] == "no_such_match"


def test_only_json_and_no_foreign_page(visitor: Visitor, table: Table) -> None:
    place, body = f"/api/match/{table.id}", b'{"do": {"action": "concede", "seat": "A"}}'
    assert visitor.post(place, content=body, headers={"content-type": "text/plain"}).status_code == 415
    kind = {"content-type": "application/json"}
    assert visitor.post(place, content=body, headers={**kind, "origin": "null"}).status_code == 403
    assert visitor.post(place, content=body, headers={**kind, "origin": "http://evil.example"}).status_code == 403
    assert visitor.post(place, content=body, headers={**kind, "sec-fetch-site": "cross-site"}).status_code == 403
    assert table.seq == 0


def test_the_list_of_matches(visitor: Visitor, table: Table) -> None:
    (listed,) = visitor.get("/api/matches").json()["matches"]
    assert (listed["id"], listed["game"], listed["over"]) == (table.id, "shazamm", False)


@pytest.mark.parametrize(("method", "path", "allowed"), [("DELETE", "/api/matches", {"GET", "HEAD"}), ("GET", "/new", {"POST"})])
def test_a_405_names_the_methods_that_are_allowed(visitor: Visitor, method: str, path: str, allowed: set[str]) -> None:
    """RFC 9110, 15.5.6."""
    answer = visitor.request(method, path)
    assert answer.status_code == 405
    assert set(answer.headers["allow"].replace(" ", "").split(",")) >= allowed


def test_a_rule_that_fails_is_said_with_a_reference_and_the_match_is_kept(
    visitor: Visitor, table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Over the API and by a form of the page, for what changes the match and for what only asks."""
    place, lock = f"/api/match/{table.id}", {"do": {"action": "lock_bid", "seat": "A", "amount": 7}}
    before = table.state
    with monkeypatch.context() as broken:
        broken.setattr(LockBid, "effect", lambda *_given: [][1])
        posted = visitor.post(place, json=lock)
        page = visitor.press(f"/match/{table.id}/seat/A", "enter:", number="7")
        broken.setattr(table.rules.game, "layout", lambda *_given: [][1])
        asked = visitor.get(place, params={"ask": "layout"})
    assert posted.status_code == 500
    (told,) = posted.json()["refusals"]
    assert told["code"] == "internal"
    assert "Something failed in the program" in page.text or "Algo falló en el programa" in page.text
    assert asked.status_code == 500
    (refusal,) = asked.json()["refusals"]
    references = [told["params"]["reference"], refusal["params"]["reference"]]
    logged = " ".join(record.getMessage() for record in caplog.records if record.name == "tapete.core.guard")
    assert all(reference in logged for reference in references)
    assert (table.state, table.seq) == (before, 0)
    assert visitor.post(place, json=lock).json()["ok"]
