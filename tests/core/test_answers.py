"""Answering by pointing: the leanest of several, and one more or one less of them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import pytest

from tapete.core import answers
from tapete.core.domains import one_of, some
from tapete.core.refusals import Code
from tapete.core.sums import Sum
from tapete.core.texts import _

SHORT = Code("short", "T-1", _("Too little."), figures={})


def several(weights: Sequence[tuple[int, int]], low: tuple[int, int], have: tuple[int, int] = (0, 0)) -> some:
    """Resources by number, each of a colour and of points; both have to reach a bound."""

    def colour(number: int) -> int:
        return weights[number][0]

    def points(number: int) -> int:
        return weights[number][1]

    bounds = [Sum(str(at), weigh, low[at], None, SHORT, have=have[at]) for at, weigh in enumerate((colour, points))]
    return some(one_of(range(len(weights))), 0, None, *bounds)


def test_a_question_with_one_value_answers_itself_and_no_other() -> None:
    assert answers.only(one_of((7,))) == (7,)
    assert answers.only(one_of((7, 8))) is None
    assert answers.only(one_of(())) is None


@pytest.mark.parametrize(
    ("weights", "low", "have", "leanest"),
    [
        ([(0, 2), (1, 1), (0, 1)], (1, 2), (0, 0), (1, 2)),
        ([(0, 1), (0, 1), (0, 2)], (0, 2), (0, 0), (2,)),
        ([(1, 1), (1, 1)], (1, 1), (1, 1), ()),
        ([(0, 1), (0, 1)], (1, 1), (0, 0), None),
    ],
    ids=["no more points than are asked for", "fewer cards for the same", "paid already", "it cannot be paid"],
)
def test_the_leanest_payment(
    weights: list[tuple[int, int]], low: tuple[int, int], have: tuple[int, int], leanest: tuple[int, ...] | None
) -> None:
    assert answers.leanest(several(weights, low, have)) == leanest


def test_no_payment_is_leaner_than_the_leanest() -> None:
    rng = random.Random(7)
    found = 0
    for _round in range(60):
        weights = [(colour := rng.randint(0, 2), colour + rng.randint(0, 2)) for _ in range(rng.randint(1, 6))]
        domain = several(weights, (rng.randint(0, 3), rng.randint(0, 5)))

        def spent(chosen: tuple[int, ...], weights: Sequence[tuple[int, int]] = weights) -> tuple[int, int]:
            return sum(sum(weights[n]) for n in chosen), len(chosen)

        every = [c for n in range(len(weights) + 1) for c in itertools.combinations(range(len(weights)), n) if not domain.refusals(c)]
        lean = answers.leanest(domain)
        assert (lean is None) == (not every)
        if lean is not None:
            found += 1
            assert lean in every
            assert spent(lean) == min(map(spent, every))
    assert found > 20


def test_a_touch_adds_one_or_takes_one_off_in_the_order_of_the_options() -> None:
    domain = several([(1, 1), (1, 1), (1, 1)], (1, 1))
    assert answers.toggled(domain, (2,), 0) == (0, 2)
    assert answers.toggled(domain, (0, 2), 2) == (0,)


def test_the_first_answer_is_the_leanest_of_several_and_else_the_first_value() -> None:
    assert answers.first(several([(1, 1), (0, 2), (1, 2)], (1, 2))) == (2,)
    assert answers.first(one_of((7, 9))) == 7
