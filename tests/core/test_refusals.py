"""A refusal as people and programs read it, and how short texts are put."""

from __future__ import annotations

import pytest

from tapete import cards
from tapete.core import texts
from tapete.core.codec import convert
from tapete.core.refusals import Code, Illegal, Malformed
from tapete.core.rulings import Note
from tapete.core.scene import Scene
from tapete.core.texts import Given

SHORT = Code("short", "XYZ-01", Given("Too short: {value}."))
SHIFTED = Code("shifted", "CORE", Given("Not here."))


def test_an_error_without_words_of_a_game_names_its_codes_and_says_its_sentences() -> None:
    error = Illegal((SHORT(value=3), SHIFTED().under("seat")))
    assert str(error) == "short (XYZ-01), shifted (CORE)"
    assert error.in_("en") == "Too short: 3. (XYZ-01)\nNot here. (seat)"


def test_an_error_with_the_words_of_a_game_says_its_values_in_them() -> None:
    error = Illegal((SHORT(value="atlas"),))
    error.words = cards.bind("datamorphs", {}, None).words
    assert str(error) == error.in_("en")
    assert error.in_("en").startswith("Too short: ")


def test_only_the_first_letter_is_made_a_capital() -> None:
    assert [texts.capital(said) for said in ("", "a", "la Ñu DE aquí")] == ["", "A", "La Ñu DE aquí"]


@pytest.mark.parametrize(("kind", "plain"), [(Scene, {"panels": []}), (Note, {"op": "note", "text": "wet card"})])
def test_an_unknown_field_is_refused(kind: type[object], plain: dict[str, object]) -> None:
    assert convert(plain, kind)
    with pytest.raises(Malformed):
        convert({**plain, "more": 1}, kind)
