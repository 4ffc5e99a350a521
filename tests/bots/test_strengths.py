"""Which bots there are, and what is said of those that there are not."""

from __future__ import annotations

import random

import pytest

from tapete.bots import STRENGTHS, Unplayable, bot_of, strengths_of
from tapete.cards import bind
from tapete.games import names
from tests.table import auction


@pytest.mark.parametrize("game", names())
def test_every_game_has_a_medium_bot_and_names_its_strengths_in_order(game: str) -> None:
    known = strengths_of(game)
    assert "medium" in known
    assert sorted(known, key=STRENGTHS.index) == list(known)
    for strength in known:
        assert bot_of(bind(game), random.Random(1), strength) is not None


def test_a_game_without_a_bot_is_played_by_chance() -> None:
    assert bot_of(auction.rules(), random.Random(1)) is None
    assert strengths_of("auction") == ()


def test_a_strength_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(Unplayable, match="bhm has no bot of strength exact; it has "):
        bot_of(bind("bhm"), random.Random(1), "exact")


def test_exact_play_is_refused_under_a_house_rule_that_was_not_solved() -> None:
    with pytest.raises(Unplayable, match="collapse_order"):
        bot_of(bind("shazamm", {"collapse_order": "collapse_first"}), random.Random(1), "exact")
