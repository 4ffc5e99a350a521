"""Domains answer five questions, and their answers agree."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.core.domains import Domain, each, maybe, one_of, row, some, text, whole, within
from tapete.core.look_ahead import Told, key
from tapete.core.ranges import range_written
from tapete.core.refusals import Code, Refusal, must
from tapete.core.sums import Sum
from tapete.core.texts import Given
from tapete.testing.legal_reader import contains
from tests.two_languages import both

LOW, HIGH, WRONG, COUNT, AGAIN = (Code(name, "T", Given(name)) for name in ("low", "high", "wrong", "count", "again"))


def even(n: int) -> Refusal | None:
    return must(n % 2 == 0, WRONG, value=n)


def lot(least: int, most: int, *sums: Sum, **how: Any) -> some:
    return some(one_of(range(1, 7), even), least, most, *sums, count_code=COUNT, twice_code=AGAIN, **how)


DOMAINS: dict[str, Domain] = {
    "whole": whole(2, 5, LOW, HIGH),
    "within": within(whole(1, 9, LOW, HIGH), whole(-3, 4, LOW, HIGH)),
    "one_of": one_of(range(6), even),
    "one_of words": one_of(("attack", "defense")),
    "some": lot(0, 3),
    "some sums": lot(1, 3, Sum("worth", int, 6, 8, WRONG)),
    "some lean": lot(0, 3, Sum("worth", int, 5, None, WRONG, lean=True)),
    "some ordered": lot(1, 2, ordered=True),
    "some repeat": lot(2, 2, ordered=True, repeat=True),
    "each": each({"A": whole(1, 2), "B": one_of((7, 9))}),
    "row": row(one_of((1, 2)), maybe(one_of((2, 3))), different=True),
    "maybe": maybe(whole(1, 3)),
    "text": text(10, 1),
}


@pytest.mark.parametrize("name", ["whole", "within", "one_of", "one_of words", "maybe"])
def test_a_domain_takes_what_it_does_not_refuse(name: str) -> None:
    domain = DOMAINS[name]
    values = list(domain.values())
    less = domain.without(Told({key(values[0]): [WRONG(value=values[0])]}))
    for one in (domain, less):
        for value in (*values, True, -1, 3, 99, None, "strange"):
            assert one.takes(value) == (one.refusals(value) == []), value


@pytest.mark.parametrize("name", [name for name in DOMAINS if name.startswith("some")])
def test_a_choice_of_several_takes_what_it_does_not_refuse(name: str) -> None:
    domain = DOMAINS[name]
    seen = set()
    for number in range(5):
        for value in itertools.product((0, 2, 3, 4, 6, True), repeat=number):
            seen.add(domain.takes(value))
            assert domain.takes(value) == (domain.refusals(value) == []), value
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("value", "takes"), [({"A": 1, "B": 9}, True), ({"A": 3, "B": 9}, False), ({"A": 1}, False), ({"A": 1, "C": 9}, False)]
)
def test_a_value_for_every_key_is_taken_where_it_is_not_refused(value: dict[str, int], takes: bool) -> None:
    assert DOMAINS["each"].takes(value) is takes
    assert (DOMAINS["each"].refusals(value) == []) is takes


@pytest.mark.parametrize("name", DOMAINS)
def test_all_values_lie_inside_and_are_described(name: str) -> None:
    domain = DOMAINS[name]
    described = domain.describe()
    values = list(domain.values())
    assert values
    assert not domain.empty()
    for value in values:
        assert domain.refusals(value) == []
        assert contains(described, list(value) if isinstance(value, tuple) else value)
    rng = random.Random(1)
    for _ in range(50):
        assert domain.refusals(domain.sample(rng)) == []


@pytest.mark.parametrize(
    ("name", "value", "codes"),
    [
        ("whole", 1, ["low"]),
        ("whole", 6, ["high"]),
        ("whole", True, ["outside"]),
        ("within", 12, ["high", "high"]),
        ("within", 6, ["high"]),
        ("one_of", 3, ["wrong"]),
        ("one_of", 9, ["outside"]),
        ("one_of words", "sideways", ["outside"]),
        ("some", (2, 4, 6, 2), ["again", "count"]),
        ("some", (3,), ["wrong"]),
        ("some sums", (2,), ["wrong"]),
        ("some lean", (2, 4, 6), ["wrong"]),
        ("each", {"A": 1}, ["outside"]),
        ("each", {"A": 3, "B": 7}, ["outside"]),
        ("row", (2, 2), ["twice"]),
        ("row", (1,), ["not_so_many"]),
        ("text", "   ", ["text_length"]),
    ],
)
def test_what_lies_outside_is_refused_with_its_code(name: str, value: Any, codes: list[str]) -> None:
    assert [refusal.code for refusal in DOMAINS[name].refusals(value)] == codes
    assert not contains(DOMAINS[name].describe(), list(value) if isinstance(value, tuple) else value)


def test_a_refusal_says_which_part_is_meant() -> None:
    assert [r.at for r in DOMAINS["each"].refusals({"A": 3, "B": 8})] == ["A", "B"]
    assert [r.at for r in DOMAINS["some"].refusals((2, 3))] == ["1"]


def test_a_number_is_not_a_truth_value() -> None:
    assert one_of((0, 1)).refusals(True)
    assert one_of((True, False)).refusals(True) == []


@pytest.mark.parametrize(
    ("domain", "codes"),
    [
        (one_of((1, 3), even), ["wrong", "wrong"]),
        (lot(1, 3, Sum("worth", int, 99, None, WRONG)), ["wrong"]),
        (whole(5, 4, LOW, HIGH), ["high"]),
        (row(one_of((1,)), one_of((1,)), different=True), []),
        (each({"A": one_of((1,), even)}), ["wrong"]),
    ],
)
def test_an_empty_domain_says_why(domain: Domain, codes: list[str]) -> None:
    assert domain.empty()
    assert [refusal.code for refusal in domain.why_empty()] == codes


@given(
    weights=st.lists(st.integers(1, 9), min_size=1, max_size=6) | st.lists(st.integers(-3, 9), min_size=1, max_size=4),
    low=st.integers(0, 20),
    spread=st.integers(0, 10) | st.none(),
    lean=st.booleans(),
    seed=st.integers(0, 99),
)
def test_some_finds_a_choice_exactly_when_there_is_one(weights: list[int], low: int, spread: int | None, lean: bool, seed: int) -> None:
    bound = Sum("worth", lambda i: weights[i], low, None if spread is None else low + spread, WRONG, lean=lean)
    domain = some(one_of(range(len(weights))), 0, None, bound)
    places = range(len(weights))
    every = [chosen for number in range(len(weights) + 1) for chosen in itertools.combinations(places, number) if bound.holds(chosen)]
    assert list(domain.values()) == every
    there_is = bool(every)
    assert domain.empty() == (not there_is)
    if there_is:
        assert domain.refusals(domain.sample(random.Random(seed))) == []


@given(
    weights=st.lists(st.tuples(st.integers(-1, 4), st.integers(0, 3)), min_size=1, max_size=9),
    highs=st.tuples(st.integers(0, 9) | st.none(), st.integers(0, 6) | st.none()),
    low=st.integers(0, 6) | st.none(),
    most=st.integers(0, 4),
    shape=st.sampled_from(("again", "ordered", "set")),
    lean=st.booleans(),
)
def test_the_choices_under_several_bounds_are_those_of_trying_each(
    weights: list[tuple[int, int]], highs: tuple[int | None, int | None], low: int | None, most: int, shape: str, lean: bool
) -> None:
    """With many choices and with few, which are kept by their weights."""
    sums = [
        Sum("first", lambda i: weights[i][0], low, highs[0], WRONG, lean=lean),
        Sum("second", lambda i: weights[i][1], None, highs[1], WRONG),
    ]
    places = range(len(weights))
    pick: Any = {
        "again": lambda number: itertools.product(places, repeat=number),
        "ordered": lambda number: itertools.permutations(places, number),
        "set": lambda number: itertools.combinations(places, number),
    }[shape]
    domain = some(one_of(places), 0, most, *sums, ordered=shape != "set", repeat=shape == "again")
    every = [chosen for number in range(most + 1) for chosen in pick(number) if all(bound.holds(chosen) for bound in sums)]
    assert list(domain.values()) == every


def test_the_same_again_is_offered_only_as_often_as_a_sum_allows() -> None:
    """Cards out of a pile that holds one of them once and another twice."""
    pile = {"toad": 1, "newt": 2}
    caps = [Sum(card, card.__eq__, None, number, HIGH) for card, number in pile.items()]
    domain = some(one_of(pile), 3, 3, *caps, ordered=True, repeat=True)
    rng = random.Random(1)
    drawn = {domain.sample(rng) for _ in range(40)}
    assert drawn == {("toad", "newt", "newt"), ("newt", "toad", "newt"), ("newt", "newt", "toad")} == set(domain.values())
    assert [r.code for r in domain.refusals(("toad", "toad", "newt"))] == [HIGH.code]
    assert some(one_of(pile), 4, 4, *caps, ordered=True, repeat=True).empty()


def test_what_is_superfluous_has_a_code_of_its_own() -> None:
    lean = Sum("levels", int, 2, None, LOW, spare=HIGH, lean=True)
    domain = some(one_of((1, 2, 3)), 0, None, lean)
    assert [r.code for r in domain.refusals((1,))] == [LOW.code]
    assert [r.code for r in domain.refusals((1, 2))] == [HIGH.code]
    assert domain.refusals((3,)) == []
    assert some(one_of((1, 2, 3)), 0, None, Sum("levels", int, 2, None, LOW)).refusals((1, 2)) == []


def test_a_code_may_know_figures_beforehand() -> None:
    code = Code("dear", "X", both("{what}: {sum}", "{what}: {sum}"), figures={"what": "what", "sum": "sum"}).knowing(what="hat", sum=0)
    assert code(sum=3, low=4).params == {"what": "hat", "sum": 3}
    assert code().params == {"what": "hat", "sum": 0}
    assert code == code.knowing(what="hat")


@pytest.mark.parametrize(("always", "codes"), [({}, ["low"]), ({"always": True}, ["low", "wrong"])])
def test_what_is_no_candidate_is_weighed_with_the_others_only_where_that_is_asked(always: dict[str, Any], codes: list[str]) -> None:
    domain = some(one_of((1, 2), otherwise=LOW), 0, None, Sum("worth", int, None, 5, WRONG, **always))
    assert [r.code for r in domain.refusals((9,))] == codes


@pytest.mark.parametrize("sums", [(), (Sum("worth", int, None, 30, WRONG),)], ids=["free", "bounded"])
def test_chance_chooses_each_number_that_may_be(sums: tuple[Sum, ...]) -> None:
    domain = some(one_of(range(9)), 1, 4, *sums)
    rng = random.Random(1)
    drawn = [domain.sample(rng) for _ in range(200)]
    assert {len(chosen) for chosen in drawn} == {1, 2, 3, 4}
    assert all(domain.refusals(chosen) == [] for chosen in drawn)
    assert len(set(drawn)) > 50


def test_less_of_a_domain_refuses_what_the_domain_refuses_and_what_was_taken_away() -> None:
    fewer = whole(2, 5, LOW, HIGH).without(Told({"3": [WRONG()]}))
    assert [[refusal.code for refusal in fewer.refusals(value)] for value in (1, 2, 3, 6)] == [["low"], [], ["wrong"], ["high"]]


def test_a_text_by_chance_fits() -> None:
    assert [text(most).sample(random.Random(1)) for most in (4, 5, 6)] == ["", "robot", "robot"]


@pytest.mark.parametrize(
    ("domain", "written"),
    [
        (DOMAINS["some"], "[0..3 of 2 | 4 | 6]"),
        (some(one_of(()), 0, 0), "[]"),
        (DOMAINS["whole"], "2..5"),
        (DOMAINS["one_of words"], "attack | defense"),
    ],
)
def test_a_domain_is_written_as_people_write_it(domain: Domain, written: str) -> None:
    assert range_written(domain.describe()) == written
