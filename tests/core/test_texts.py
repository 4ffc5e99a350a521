"""How figures stand in a sentence."""

from __future__ import annotations

import pytest

from tapete.core.refusals import Illegal
from tapete.core.texts import Bounds, Sentence, Text, Words
from tapete.games import mamlejet, shazamm
from tests.contract.catalogues import starter


def test_a_row_of_numbers_is_not_shown_as_a_choice_of_two() -> None:
    assert Words().say(Sentence("{n}", "{n}"), {"n": Bounds((2, 10))}) == Text("2 a 10", "2 to 10")
    with pytest.raises(Illegal) as refused:
        mamlejet.rules({"city_attack_difficulty": 11}, starter("mamlejet"))
    refusal = refused.value.refusals[0]
    assert refusal.params["allowed"] == [2, 10]
    assert refusal.text().en.endswith("choose from: 2 to 10.")
    with pytest.raises(Illegal) as refused:
        shazamm.rules({"reserve_gain": "never"})
    assert refused.value.refusals[0].text().en.endswith("choose from: after_payment and before_payment.")
