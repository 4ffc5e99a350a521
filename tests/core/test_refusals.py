"""A refusal as people and programs read it, and how short texts are put."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tapete import cards
from tapete.core import texts
from tapete.core.codec import convert
from tapete.core.refusals import Code, Illegal, Malformed, outside
from tapete.core.rulings import Note
from tapete.core.scene import Scene
from tapete.core.texts import Given
from tapete.games.moriham.figures import MonsterRef

SHORT = Code("short", "XYZ-01", Given("Too short: {value}."))
SHIFTED = Code("shifted", "CORE", Given("Not here."))


def test_an_error_without_words_of_a_game_names_its_codes_and_says_its_sentences() -> None:
    error = Illegal((SHORT(value=3), SHIFTED().under("seat")))
    assert str(error) == "short (XYZ-01), shifted (CORE)"
    assert error.in_("en") == "Too short: 3. (XYZ-01)\nNot here. (seat)"


def test_a_code_says_another_sentence_with_the_same_figures() -> None:
    ledgers = Code("short", "XYZ-01", Given("Too short: {n}."), figures={"n": "value"})
    refusal = ledgers.saying(Given("{n} is no length."))(value=3)
    assert (refusal.code, refusal.clause, refusal.params) == ("short", "XYZ-01", {"n": 3})
    assert refusal.text().in_("en") == "3 is no length."


def test_an_error_with_the_words_of_a_game_says_its_values_in_them() -> None:
    error = Illegal((SHORT(value="atlas"),))
    error.words = cards.bind("datamorphs", {}, None).words
    assert str(error) == error.in_("en")
    assert error.in_("en").startswith("Too short: ")


@pytest.mark.parametrize(
    ("value", "choices", "en", "es"),
    [
        ("x", ("a", "b"), "“x” is not one of the choices: “a” and “b”.", "«x» no está entre las opciones: «a» y «b»."),
        (9, range(1, 6), "9 is not one of the choices: 1 to 5.", "9 no está entre las opciones: 1 a 5."),
        (4, range(1, 60, 2), "choices: 1, 3, 5, 7, 9, 11 and 24 more.", "opciones: 1, 3, 5, 7, 9, 11 y 24 más."),
        (True, (None, False), "yes is not one of the choices: nothing and no.", "sí no está entre las opciones: nada y no."),
        (7, (None,), "7 is not one of the choices: none; leave it out.", "7 no está entre las opciones: ninguna; déjalo vacío."),
        (7, (), "7 is not one of the choices: there is none now.", "7 no está entre las opciones: ahora no hay ninguna."),
        (7, ({"a": 1}, {"a": 2}), "7 is not one of the choices: 2 are there.", "7 no está entre las opciones: hay 2."),
    ],
)
def test_what_could_be_chosen_is_listed_and_then_counted(value: object, choices: Iterable[object], en: str, es: str) -> None:
    said = outside(value, choices).text()
    assert said.in_("en").endswith(en)
    assert said.in_("es").endswith(es)


def test_choices_are_shown_by_the_kind_of_their_argument_and_seats_by_their_names() -> None:
    words = cards.bind("moriham", {}, None).words.with_seats({"A": "Ana", "B": "Bruno"})
    assert outside("C", ("A", "B")).under("seat", "seat").text(words).in_("es") == "C no está entre las opciones: Ana y Bruno."
    refs = outside(MonsterRef("B", 9), (MonsterRef("A", 1),)).under("target", "ref").text(words).in_("en")
    assert refs == "the monster in Bruno's slot 9 is not one of the choices: the monster in Ana's slot 1."


def test_only_the_first_letter_is_made_a_capital() -> None:
    assert [texts.capital(said) for said in ("", "a", "la Ñu DE aquí")] == ["", "A", "La Ñu DE aquí"]


@pytest.mark.parametrize(("kind", "plain"), [(Scene, {"panels": []}), (Note, {"op": "note", "text": "wet card"})])
def test_an_unknown_field_is_refused(kind: type[object], plain: dict[str, object]) -> None:
    assert convert(plain, kind)
    with pytest.raises(Malformed):
        convert({**plain, "more": 1}, kind)
