"""Table rulings: operations judged in order, no question left behind, no invariant broken, every event marked."""

from __future__ import annotations

import random

import pytest

from tapete.core.match import Match
from tapete.core.refusals import Illegal
from tapete.core.rulings import Note, Ruled
from tests.contract import fairground
from tests.contract.fairground import AskPick, Fair, SetSpent, SetTickets, TableRuling


@pytest.fixture
def match() -> Match[Fair]:
    return Match(fairground.rules(), ("A", "B"))


def codes(match: Match[Fair], *ops: SetTickets | SetSpent | AskPick | Note, reason: str = "miscounted") -> list[tuple[str, str | None]]:
    return [(r.code, r.at) for r in match.check(TableRuling(reason=reason, ops=ops))]


def test_a_repair_in_two_steps_is_judged_as_a_whole(match: Match[Fair]) -> None:
    assert codes(match, SetTickets("A", 4)) == [("breaks_invariant", "ops"), ("lost_tickets", "ops")]
    assert codes(match, SetTickets("A", 4), SetSpent(2)) == []


def test_every_event_of_a_ruling_is_marked(match: Match[Fair]) -> None:
    (entry,) = match.do(TableRuling(reason="agreed", agreed=("A", "B"), ops=(Note("a remark"),)))
    events = match.events(entry)
    assert isinstance(events[0], Ruled)
    assert all(event.by_ruling for event in events)
    assert len(events) == 2


def test_a_ruling_leaves_no_question_behind(match: Match[Fair]) -> None:
    assert codes(match, AskPick()) == [("ruling_asks", "ops.0")]


def test_a_ruling_has_a_reason_and_an_operation(match: Match[Fair]) -> None:
    assert codes(match, Note("x"), reason=" ") == [("reason_missing", "reason")]
    assert codes(match) == [("not_so_many", "ops")]


def test_an_operation_out_of_bounds_is_named_by_its_place(match: Match[Fair]) -> None:
    assert codes(match, Note("x"), SetTickets("A", 99)) == [("outside", "ops.1.tickets")]


def test_the_preview_shows_the_changes_and_makes_none(match: Match[Fair]) -> None:
    ruling = TableRuling(reason="look", ops=(Note("nothing"),))
    before = match.state
    assert [type(event).__name__ for event in ruling.preview(match.rules.board(before))] == ["Ruled", "Noted"]
    assert match.state is before


def test_an_unknown_operation_is_malformed(match: Match[Fair]) -> None:
    with pytest.raises(Exception, match="malformed"):
        match.do({"action": "ruling", "reason": "x", "ops": [{"op": "fly"}]})
    with pytest.raises(Illegal, match="reason_missing"):
        match.do({"action": "ruling", "reason": "", "ops": [{"op": "note", "text": "x"}]})


def test_a_ruling_by_chance_holds_and_is_not_always_a_note(match: Match[Fair]) -> None:
    domain = match.legal(None)["ruling"].arguments["ops"]
    rng = random.Random(1)
    drawn = [domain.sample(rng) for _ in range(40)]
    assert all(domain.refusals(ops) == [] for ops in drawn)
    assert len({type(op) for ops in drawn for op in ops}) > 1
