"""Foreign witnesses of simulated games: PettingZoo's and Gymnasium's own checks, OpenSpiel's random matches and its ISMCTS."""

from __future__ import annotations

import importlib
import warnings
from typing import Any

import pytest

from tapete import games

BUILT_IN = tuple(games.BUILT_IN)


@pytest.mark.environments
@pytest.mark.slow
@pytest.mark.parametrize("name", BUILT_IN)
def test_pettingzoo_finds_no_fault(name: str) -> None:
    witness = importlib.import_module("pettingzoo.test")
    ours = importlib.import_module("tapete.simulating.environments")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it advises names like player_0, and one array for an observation
        witness.api_test(ours.TapeteEnv(name), num_cycles=100, verbose_progress=False)
        witness.seed_test(lambda: ours.TapeteEnv(name), num_cycles=40)


@pytest.mark.environments
@pytest.mark.slow
@pytest.mark.parametrize("name", ["shazamm", "datamorphs"])
def test_gymnasium_finds_no_fault(name: str) -> None:
    check = importlib.import_module("gymnasium.utils.env_checker").check_env
    ours = importlib.import_module("tapete.simulating.environments")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it advises bounds of observations
        check(ours.OneSeat(name), skip_render_check=True)


@pytest.mark.environments
def test_a_learner_is_told_its_moves_and_no_others() -> None:
    ours = importlib.import_module("tapete.simulating.environments")
    env = ours.TapeteEnv("datamorphs", most=8)
    env.reset(seed=3)
    for agent in env.agent_iter():
        observation, _reward, over, cut, info = env.last()
        if over or cut:
            env.step(None)
            continue
        assert observation["action_mask"].sum() == len(info["moves"]) <= 8
        assert not env.observe("B" if agent == "A" else "A")["action_mask"].any()
        assert ours.move_rows(info["moves"]).shape == (len(info["moves"]), 1024)
        with pytest.raises(ValueError, match="There is no move 8"):
            env.step(8)
        env.step(0)
    assert env.game.result is not None


@pytest.mark.environments
def test_one_seat_plays_against_a_function() -> None:
    ours = importlib.import_module("tapete.simulating.environments")
    asked: list[str] = []

    def first(game: Any) -> int:
        asked.append(game.turn)
        return 0

    env = ours.OneSeat("shazamm", seat="B", others=first)
    observation, info = env.reset(seed=1)
    over, reward = False, 0.0
    while not over:
        assert observation["action_mask"].sum() == len(info["moves"])
        observation, reward, over, _cut, info = env.step(len(info["moves"]) - 1)
    assert set(asked) == {"A"}
    assert reward in (-1.0, 0.0, 1.0)


@pytest.mark.oracle
@pytest.mark.slow
@pytest.mark.parametrize("name", BUILT_IN)
def test_openspiel_plays_whole_games(name: str) -> None:
    importlib.import_module("tapete.openspiel")
    pyspiel = importlib.import_module("pyspiel")
    pyspiel.random_sim_test(pyspiel.load_game(f"tapete(rules={name},seed=3)"), num_sims=1, serialize=True, verbose=False)


@pytest.mark.oracle
@pytest.mark.long
def test_ismcts_plays_moriham() -> None:
    ours, pyspiel = importlib.import_module("tapete.openspiel"), importlib.import_module("pyspiel")
    numpy = importlib.import_module("numpy")
    ismcts, mcts = (importlib.import_module(f"open_spiel.python.algorithms.{name}") for name in ("ismcts", "mcts"))
    game = pyspiel.load_game("tapete(rules=moriham,seed=3)")
    chance = numpy.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, chance),
        2.0,
        4,
        random_state=chance,
        use_observation_string=True,
        allow_inconsistent_action_sets=True,
    )
    bot.set_resampler(ours.Resampler(7))
    state = game.new_initial_state()
    for _move in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
