"""Drafts: an argument may depend on one that is said later, and what leads nowhere is not offered."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec import Struct, ValidationError, convert

from tapete.core.actions import Terms
from tapete.core.domains import one_of, whole
from tapete.core.judge import Offer, complete, offer, several
from tapete.core.refusals import Code, must
from tapete.core.scene import Bounds
from tapete.core.texts import Given

WRONG = Code("wrong", "T", Given("wrong"))


class Bare:
    """A board on which nothing lies."""

    def scratch(self) -> Any:
        return self


BOARD: Any = Bare()
"""These rules look at no table."""


class Between(Struct, frozen=True):
    """A number, and one above it that is said later."""

    low: int
    high: int

    def terms(self, board: Any) -> Terms:
        yield "low", one_of(range(4), lambda low: must(low < self.high, WRONG))
        yield "high", whole(1, 3)


class Ladder(Struct, frozen=True):
    """Three steps; the last one is there only for those who came high enough with the first two."""

    first: int
    second: int
    third: int

    def terms(self, board: Any) -> Terms:
        yield "first", one_of((1, 2, 3))
        yield "second", one_of((1, 2), lambda second: must(second != self.first, WRONG))
        yield "third", one_of((7, 8), lambda third: must(self.first + self.second >= 4, WRONG))


class Unlike(Struct, frozen=True):
    """Two numbers; that they differ is judged when both are there."""

    one: int
    other: int

    def terms(self, board: Any) -> Terms:
        yield "one", whole(1, 2)
        yield "other", whole(1, 2)
        yield must(self.one != self.other, WRONG)


class Narrowed(Struct, frozen=True):
    """A number that two parts of the rule bound."""

    number: int

    def terms(self, board: Any) -> Terms:
        yield "number", whole(1, 3)
        yield "number", whole(3, 5)


@pytest.mark.parametrize("seed", range(8))
def test_chance_keeps_to_every_bound_of_an_argument(seed: int) -> None:
    assert complete(Narrowed, BOARD, {}, random.Random(seed)) in (None, Narrowed(3))
    assert complete(Narrowed, BOARD, {"number": 2}, random.Random(seed)) is None
    assert set(several(Narrowed, BOARD, [{}], random.Random(seed), 9)) <= {Narrowed(3)}


@pytest.mark.parametrize("seed", range(20))
def test_chance_tries_again_when_what_it_chose_does_not_hold(seed: int) -> None:
    made = complete(Unlike, BOARD, {}, random.Random(seed))
    assert {made.one, made.other} == {1, 2}


@pytest.mark.parametrize("seed", range(20))
def test_an_argument_that_depends_on_a_later_one_waits_for_it(seed: int) -> None:
    made = complete(Between, BOARD, {}, random.Random(seed))
    assert made.low < made.high


def test_what_is_given_stays_and_a_draft_without_an_end_is_none() -> None:
    made = complete(Between, BOARD, {"high": 1}, random.Random(1))
    assert made == Between(0, 1)
    assert complete(Between, BOARD, {"high": 2, "low": 1}, random.Random(1)) == Between(1, 2)
    assert complete(Between, BOARD, {"high": 1, "low": 3}, random.Random(1)) is None
    assert complete(Ladder, BOARD, {"first": 1}, random.Random(1)) is None


def test_what_bars_one_draft_is_not_asked_of_the_next_with_the_same_arguments() -> None:
    asked: list[int] = []

    class Costly(Struct, frozen=True):
        """What costs too much is too much, whatever it is called."""

        name: str
        cost: int

        def terms(self, board: Any) -> Terms:
            yield "name", one_of(("a", "b"))
            yield "cost", one_of((1, 2, 3))
            asked.append(self.cost)
            yield must(self.cost < 3, WRONG)

    drafts = [{"name": name, "cost": cost} for name in ("a", "b", "c") for cost in (3, 2)]
    made = list(several(Costly, BOARD, drafts, random.Random(1), 4))
    assert made == [Costly("a", 2), Costly("b", 2)]
    assert asked == [3, 2, 2], "the second 3 is known, and of c nothing is asked"


def test_an_option_is_offered_if_any_way_from_it_ends() -> None:
    made = offer(Ladder, BOARD, {})
    assert isinstance(made, Offer)
    assert list(made.arguments["first"].values()) == [3]
    made = offer(Ladder, BOARD, {"first": 3})
    assert isinstance(made, Offer)
    assert list(made.arguments["second"].values()) == [1, 2]
    barred = offer(Ladder, BOARD, {"first": 1})
    assert isinstance(barred, list)
    assert {(refusal.code, refusal.at) for refusal in barred} == {("wrong", "third")}


def test_the_bounds_of_a_panel_stay_as_they_are() -> None:
    bounds = Bounds(1, 9)
    with pytest.raises(AttributeError):
        bounds.low = 0
    assert hash(bounds) == hash(Bounds(1, 9))
    with pytest.raises(ValidationError, match="middle"):
        convert({"low": 1, "high": 9, "middle": 5}, Bounds)
