"""Shazamm as a game of OpenSpiel: its random matches, its playthrough, its solver and its own Oshi-Zumo agree with the referee."""

from __future__ import annotations

import importlib
import pickle
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tapete.bots.shazamm.perfect_values import STARTS
from tests.bots.shazamm.by_hand import last_round, round_by_hand
from tests.bots.shazamm.iterating import value_iteration

PLAYTHROUGH = Path(__file__).parents[2] / "golden" / "shazamm" / "openspiel_playthrough.txt"
"""Written by OpenSpiel's `generate_playthrough.playthrough("tapete_shazamm(edge=4,mana=9)", None, seed=7)`."""

pytestmark = pytest.mark.oracle


@pytest.fixture
def pyspiel() -> ModuleType:
    importlib.import_module("tapete.openspiel")
    return importlib.import_module("pyspiel")


def test_openspiels_own_random_matches_find_no_fault(pyspiel: Any) -> None:
    for name in ("tapete_shazamm", "tapete_shazamm(edge=3,mana=7)", "tapete_shazamm(edge=5)"):
        pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=4, serialize=True, verbose=False)


def test_a_clone_shares_the_rules_and_the_state(pyspiel: Any) -> None:
    state = pyspiel.load_game("tapete_shazamm").new_initial_state()
    state.apply_actions([5, 7])
    clone = state.clone()
    assert clone._rules is state._rules
    assert clone.state is state.state
    clone.apply_actions([1, 1])
    assert str(clone) != str(state)
    sent = pickle.loads(pickle.dumps(state))
    assert (str(sent), sent.state) == (str(state), state.state)


@pytest.mark.slow
def test_openspiels_searches_run_on_it(pyspiel: Any) -> None:
    algorithms = "open_spiel.python.algorithms"
    mcts, cfr, exploitability = (importlib.import_module(f"{algorithms}.{name}") for name in ("mcts", "cfr", "exploitability"))
    chance = importlib.import_module("numpy").random.RandomState(7)
    whole = pyspiel.convert_to_turn_based(pyspiel.load_game("tapete_shazamm(edge=3,mana=4)"))
    bot = mcts.MCTSBot(whole, 2.0, 20, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    state = whole.new_initial_state()
    assert bot.step(state) in state.legal_actions()
    small = pyspiel.convert_to_turn_based(pyspiel.load_game("tapete_shazamm(edge=3,mana=2)"))
    solver = cfr.CFRPlusSolver(small)
    before = exploitability.exploitability(small, solver.average_policy())
    for _ in range(5):
        solver.evaluate_and_update_policy()
    assert 0 <= exploitability.exploitability(small, solver.average_policy()) <= before


def test_the_playthrough_is_what_it_was(pyspiel: Any) -> None:
    module = importlib.import_module("open_spiel.python.algorithms.generate_playthrough")
    told = module.playthrough("tapete_shazamm(edge=4,mana=9)", None, seed=7)
    assert told.splitlines() == PLAYTHROUGH.read_text(encoding="utf-8").splitlines()


def test_a_last_round_is_oshi_zumo_bid_for_bid(pyspiel: Any) -> None:
    ours = pyspiel.load_game("tapete_shazamm(edge=3,mana=12)").new_initial_state()
    theirs = pyspiel.load_game("oshi_zumo(coins=12,size=2,min_bid=1,alesia=false,horizon=1000)").new_initial_state()
    for bids in ([3, 1], [2, 5], [4, 4], [3, 2]):
        assert not ours.is_terminal()
        assert ours.legal_actions(0) == theirs.legal_actions(0)
        assert ours.legal_actions(1) == theirs.legal_actions(1)
        ours.apply_actions(bids)
        theirs.apply_actions(bids)
    while not theirs.is_terminal():  # the one who is out of coins bids nothing, the other one each time: our push
        theirs.apply_actions([min(1, theirs.legal_actions(0)[-1]), min(1, theirs.legal_actions(1)[-1])])
    assert ours.is_terminal()
    assert ours.returns() == theirs.returns() == [1.0, -1.0]


def reserves(shown: str) -> tuple[int, int]:
    """Both reserves, out of the text of a state; those where the match is over come first."""
    a, b = shown.partition(" mana ")[2].split()[:2]
    return (0, 0) if " over " in shown else (int(a), int(b))


def test_value_iteration_over_the_referee_finds_the_solvers_values(pyspiel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    found = value_iteration(pyspiel.load_game("tapete_shazamm(edge=3,mana=6)"), monkeypatch, reserves)
    exact, compared = round_by_hand(STARTS[-1], last_round, 6, 1.0), 0
    for shown, worth in found.items():
        if " over " not in shown:
            compared += 1
            wall = int(shown.partition(" wall ")[2].split()[0])
            assert worth == pytest.approx(exact[wall, *reserves(shown)], abs=1e-9)
    assert compared >= 40


@pytest.mark.parametrize("wrong", ["edge=2", "edge=10", "mana=0", "mana=51"])
def test_a_parameter_out_of_bounds_is_refused(pyspiel: Any, wrong: str) -> None:
    shazamm = importlib.import_module("tapete.openspiel")
    name, _, value = wrong.partition("=")
    with pytest.raises(ValueError, match=r"edge is 3\.\.9 and mana 1\.\.50"):
        shazamm.ShazammGame({name: int(value)})
