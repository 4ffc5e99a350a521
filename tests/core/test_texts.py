"""How figures stand in a sentence."""

from __future__ import annotations

import pytest

from tapete.core.refusals import Illegal
from tapete.core.texts import Bounds, Words, figure, typed
from tapete.games import mamlejet, shazamm
from tapete.games.shazamm.choices import RECYCLE_OVER_FIVE
from tests.contract.catalogues import starter
from tests.texts import both


def test_a_row_of_numbers_is_not_shown_as_a_choice_of_two() -> None:
    assert Words().say(both("{n}", "{n}"), {"n": Bounds((2, 10))}) == both("2 a 10", "2 to 10")
    with pytest.raises(Illegal) as refused:
        mamlejet.rules({"city_attack_difficulty": 11}, starter("mamlejet"))
    refusal = refused.value.refusals[0]
    assert refusal.params["allowed"] == [2, 10]
    assert refusal.text().in_("en").endswith("choose from: 2 to 10.")
    with pytest.raises(Illegal) as refused:
        shazamm.rules({"reserve_gain": "never"})
    assert refused.value.refusals[0].text().in_("en").endswith("choose from: after_payment and before_payment.")


def test_people_read_a_minus_sign_and_machines_a_hyphen() -> None:
    assert [figure(n) for n in (-12, 0, 7)] == ["−12", "0", "7"]
    assert [figure(n, signed=True) for n in (-12, 0, 7)] == ["−12", "0", "+7"]
    said = both("De {before} a {now}: {all}. {word} {nothing}", "From {before} to {now}: {all}. {word} {nothing}")
    values = {"before": 3, "now": -1, "all": [-2, Bounds((-4, 5))], "word": "e-arquero", "nothing": None}
    assert Words().say(said, values) == both("De 3 a −1: −2 y −4 a 5. e-arquero -", "From 3 to −1: −2 and −4 to 5. e-arquero -")
    refused = RECYCLE_OVER_FIVE(value=-6, limit=5).wire()
    assert refused["params"] == {"delta": -6, "limit": 5}
    assert refused["text"]["es"].endswith("pides −6.")
    assert refused["text"]["en"].endswith("you ask for −6.")


def test_a_minus_sign_copied_from_a_sentence_may_be_typed() -> None:
    assert [int(typed(text)) for text in (figure(-3), "-3", "3")] == [-3, -3, 3]
