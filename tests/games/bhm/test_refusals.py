"""Every refusal that the ledger lists is given, with its clause and its figures, and can be read in both languages."""

from __future__ import annotations

import pytest

from tapete.core.kinds import name_of
from tapete.games import bhm
from tests.contract.refused import Refused
from tests.games.bhm.refused import CASES


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
