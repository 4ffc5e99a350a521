"""Chance that nobody seeded is the same whenever a test is run, alone or among others."""

import random

import pytest

from tests import chance


def drawn(test: str, number: int = 3) -> list[float]:
    chance.serve(test)
    return [random.Random().random() for _ in range(number)]


def test_what_a_test_draws_is_its_own_and_comes_again() -> None:
    first = drawn("one")
    assert len(set(first)) == 3
    assert drawn("one") == first
    assert set(drawn("another")).isdisjoint(first)


def test_the_chance_of_a_night_is_another_and_can_be_had_again(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = drawn("one")
    monkeypatch.setenv(chance.VARIABLE, "37")
    night = drawn("one")
    assert set(night).isdisjoint(usual)
    assert chance.told() == "chance: TAPETE_SEED=37"
    assert drawn("one") == night


def test_a_seeded_generator_is_what_it_always_was() -> None:
    chance.serve("one")
    assert random.Random(7).random() == random.Random(7).random() == pytest.approx(0.32383276483316237)
    assert random.Random(None).random() != random.Random(None).random()


def test_every_test_is_served_before_it_starts(request: pytest.FixtureRequest) -> None:
    mine = random.Random().random()
    chance.serve(request.node.nodeid)
    assert mine == random.Random().random()
