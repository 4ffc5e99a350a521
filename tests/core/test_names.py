"""Names of players: what is kept, what is refused, what looks alike, and what a sentence takes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as any_of

from tapete.core import names
from tapete.core.refusals import Illegal
from tapete.core.seats import SEATS

RLO, FSI, PDI = "\u202e", "\u2068", "\u2069"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ana   Lucía ", "Ana Lucía"),
        ("Jose\u0301", "José"),
        ("An\u200bn", "Ann"),
        (f"{RLO}ann", "ann"),
        (f"{FSI}x{PDI}", "x"),
        ("x\ny", "x y"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("a\u200db", "ab"),
    ],
)
def test_what_is_kept_of_a_name(typed: str, kept: str) -> None:
    assert names.tidy(typed) == kept


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("\u3164", "unseen_name"),
        ("\u2800\u2800", "unseen_name"),
        ("—", "unseen_name"),
        ("", "no_name"),
        ("x" * 41, "name_too_long"),
        ("a" + "\u0301" * 4, "bad_name"),
        ("a\x07b", "bad_name"),
        ("José Antonio García Martínez", None),
        ("x" * 40, None),
        ("7", None),
        ("🙂", None),
    ],
)
def test_what_is_refused(name: str, code: str | None) -> None:
    found = names.fault(name)
    assert (None if found is None else found.code) == code


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "An\u200bn"),
        ("Ann", "\u0410nn"),
        ("Ann", "ANN"),
        ("José", "Jose\u0301"),
        ("José", "Jose"),
        ("Ian", "lan"),
        ("Bo", "Ｂｏ"),
        ("Arnold", "Amold"),
        ("Οlga", "Olga"),
        ("P1", "Pl"),
        ("paypal", "раураl"),
        ("Øyvind", "Oyvind"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert names.looks(one) & names.looks(other)
    with pytest.raises(Illegal) as refused:
        names.checked({"A": one, "B": other})
    assert refused.value.refusals[0].code in ("name_alike", "name_twice")


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anna"), ("Robot A", "Robot B"), ("Ana", "Ema"), ("Кате", "Катя"), ("אנה", "בן")])
def test_names_that_do_not(one: str, other: str) -> None:
    assert names.checked({"A": one, "B": other}) == {"A": one, "B": other}


@pytest.mark.parametrize("said", ["B", "b", "\u0412", " C ", "D\u200b"])
def test_a_seat_is_not_called_by_the_letter_of_another(said: str) -> None:
    with pytest.raises(Illegal) as refused:
        names.checked({"A": said})
    assert refused.value.refusals[0].code == "name_of_seat"
    assert names.checked({"A": "A"}) == {"A": "A"}


def test_a_field_left_empty_is_no_name_and_an_invisible_one_is_refused() -> None:
    assert names.checked({"A": "", "B": "  "}) == {}
    with pytest.raises(Illegal):
        names.checked({"A": "\u200b"})


@given(any_of.lists(any_of.text(max_size=60), max_size=4))
def test_names_from_elsewhere_are_made_to_fit(said: list[str]) -> None:
    fitted = names.fitted(dict(zip(SEATS, said, strict=False)))
    assert names.checked(fitted) == fitted


def test_a_name_that_is_cut_says_so() -> None:
    assert names.cut("Maximiliana Fernández de la Torre", 24) == "Maximiliana Fernández d…"
    assert names.fitted({"A": "x" * 50, "B": "x" * 50}) == {"A": "x" * 39 + "…", "B": "x" * 35 + "… (B)"}


@pytest.mark.parametrize("name", ["אנה", "علي", f"{RLO}אנה"])
def test_a_name_from_right_to_left_turns_nothing_round(name: str) -> None:
    shown = names.shown(name)
    assert shown[0] == FSI
    assert shown[-1] == PDI
    assert RLO not in shown
    assert names.shown(shown) == shown
    assert names.shown(f"{RLO}ann") == "ann"
