"""A round without spells is Oshi-Zumo: the referee against OpenSpiel, by its table and, where installed, itself (invariant 15)."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from tests.games.shazamm import oracle
from tests.games.shazamm.duel import Duel

LINES = oracle.TABLE.read_text(encoding="utf-8").splitlines()


def compared(round_: oracle.Round) -> None:
    """Play the same bids; wall and mana must agree after every turn, and the wall when the round is over."""
    duel = Duel()
    *before, last = round_.turns
    for turn in before:
        duel.turn(*turn.bids)
        assert (duel.mana, duel.wall, duel.state.round) == (turn.coins, turn.place, 1)
    duel.turn(*last.bids)
    assert tuple(event.mana for event in duel.told("paid")) == last.coins
    if last.coins == (0, 0) or 0 in last.coins or abs(last.place) == 3:
        assert (duel.state.round, duel.state.centre) == (2, round_.end)
    else:
        raise AssertionError("the table's round goes on")


@pytest.mark.clause("SHZ-025", "SHZ-042", "SHZ-044", "SHZ-057", "SHZ-058", "SHZ-101")
def test_the_table_says_the_same() -> None:
    rounds = [oracle.read(line) for line in LINES]
    assert len(rounds) == oracle.ROUNDS
    for line, round_ in zip(LINES, rounds, strict=True):
        assert round_.line() == line
        compared(round_)
    ends = {round_.end for round_ in rounds}
    assert ends == {-3, -2, -1, 0, 1, 2, 3}, "hits, pushes home and pushes that fall short"


@pytest.mark.oracle
@pytest.mark.clause("SHZ-025", "SHZ-042", "SHZ-057")
def test_openspiel_itself_says_the_same() -> None:
    pyspiel: Any = importlib.import_module("pyspiel")
    for seed in range(oracle.ROUNDS):
        assert oracle.played(pyspiel, seed).line() == LINES[seed]
    for seed in range(oracle.ROUNDS, 4 * oracle.ROUNDS):
        compared(oracle.played(pyspiel, seed))
