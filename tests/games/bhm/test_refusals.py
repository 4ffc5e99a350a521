"""Every refusal that the ledger lists is given, with its clause and its figures, and can be read in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.kinds import name_of
from tapete.games import bhm
from tests.contract.refused import Refused
from tests.games.bhm.refused import CASES
from tests.games.bhm.scenario import Desk


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_refusal_is_given(case: Refused) -> None:
    refusals = case.given()
    assert any((r.code, r.clause, r.params) == (case.code, case.clause, case.params) for r in refusals), refusals
    assert not case.alone or len(refusals) == 1, refusals
    for refusal in refusals:
        said = refusal.text(bhm.GAME.words)
        assert said.in_("es") != said.in_("en")
        for text in (said.in_("es"), said.in_("en")):
            assert text[:1] == text[:1].upper()
            assert text.endswith(".")
            assert "{" not in text


def test_every_code_is_produced_and_every_action_refused() -> None:
    produced = {(case.code, case.clause) for case in CASES}
    assert {(code.code, code.clause) for code in bhm.GAME.refusals} - produced == set()
    assert {name_of(kind) for kind in bhm.GAME.actions} - {case.what for case in CASES} == set()


FAR = {"call_being": ("slot",), "summon": ("slot",), "declare_power": ("attacker", "target", "pod"), "add_card": ("rank", "pod", "terror")}
GIVEN: dict[str, dict[str, Any]] = {
    "call_being": {"card": "moss_bear", "slot": 1},
    "summon": {"card": "moss_bear", "slot": 1, "sources": []},
    "declare_power": {"attacker": 1, "target": 2, "pod": 1},
    "add_card": {"id": "newt", "kind": "being", "rank": 1, "pod": 1},
}


@pytest.mark.parametrize("value", [10**6, -(10**6)])
@pytest.mark.parametrize(("name", "field"), [(name, field) for name, fields in FAR.items() for field in fields])
def test_a_number_far_out_of_range_is_refused_by_the_rules(name: str, field: str, value: int) -> None:
    desk = Desk(
        {"counter": 30, "hand": 3, "summons": 2, "field": ["moss_bear"]},
        {"field": ["moss_bear"]},
        phase="combat" if name == "declare_power" else "strategy_1",
    )
    desk.refused(name, None if name == "add_card" else "A", **{**GIVEN[name], field: value})


def test_a_space_that_is_none_is_named_with_the_bounds() -> None:
    (refusal,) = Desk({"counter": 30, "hand": 3}, {}).refused("call_being", card="moss_bear", slot=1000)
    assert refusal.text(bhm.GAME.words).in_("en") == "There is no space 1000: they go from 0 to 9."
