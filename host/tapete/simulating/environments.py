"""Games for reinforcement learning: PettingZoo's turns of several agents, and Gymnasium's one agent against bots (extra `environments`).

    from tapete.simulating.environments import TapeteEnv
    env = TapeteEnv("datamorphs")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, over, cut, info = env.last()
        env.step(None if over or cut else int(observation["action_mask"].argmax()))

An action is the number of a move in the list of those that are legal now; `info["moves"]` holds them. A seat sees the table and its own
cards.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from tapete.core.seats import SEATS, Seat
from tapete.core.texts import Text, _
from tapete.simulating import Move, Simulation, simulate
from tapete.simulating.features import LENGTH, features, features_of

MOST_MOVES = 4096
"""Moves that can be told apart, where nobody says. Where more are legal, a sample of so many, spread evenly, stands for them."""

Observation = dict[str, Any]


class OfferedMoves:
    """The moves of one moment, as many as there are numbers for."""

    def __init__(self, game: Simulation, most: int) -> None:
        moves = game.moves() if game.turn is not None else ()
        spread = len(moves) / most
        self.moves: Sequence[Move] = moves if spread <= 1 else tuple(moves[int(place * spread)] for place in range(most))

    def mask(self, most: int) -> Any:
        """Return 1 for every number that is a move."""
        mask = np.zeros(most, np.int8)
        mask[: len(self.moves)] = 1
        return mask


def _space(most: int, length: int) -> spaces.Dict:
    row = spaces.Box(-np.inf, np.inf, (length,), np.float32)
    return spaces.Dict({"observation": row, "action_mask": spaces.Box(0, 1, (most,), np.int8)})


def _observed(game: Simulation, seat: Seat, offered: OfferedMoves | None, most: int, length: int) -> Observation:
    mask = offered.mask(most) if offered is not None else np.zeros(most, np.int8)
    return {"observation": np.array(features(game, seat, length), np.float32), "action_mask": mask}


class TapeteEnv(AECEnv):  # type: ignore[misc]  # pettingzoo has no types
    """A game by turns; its agents are the seats, A first.

    Args:
        game: its name. players: how many play. most: moves that can be told apart. length: of an observation's row.
        settings: as for `simulate`.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "tapete", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, game: str, players: int = 2, *, most: int = MOST_MOVES, length: int = LENGTH, **settings: Any) -> None:
        super().__init__()
        self._name, self._settings, self._most, self._length = game, {**settings, "players": players}, most, length
        self.possible_agents = list(SEATS[:players])
        self.agents: list[str] = []
        self._seeds = random.Random()
        self.render_mode = "ansi"
        self.observation_spaces: dict[str, Any] = {agent: _space(most, length) for agent in self.possible_agents}
        self.action_spaces: dict[str, Any] = {agent: spaces.Discrete(most) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return what an agent may see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return what an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the same seed deals the same cards."""
        if seed is not None:
            self._seeds = random.Random(seed)
        self.game = simulate(self._name, seed=self._seeds.getrandbits(32), **self._settings)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees; its mask is empty unless it is its move."""
        offered = self._offered if agent == self.game.turn else None
        return _observed(self.game, agent, offered, self._most, self._length)  # type: ignore[arg-type]  # agents are seats

    def step(self, action: int | None) -> None:
        """Make a move; None once the game is over.

        Raises:
            ValueError: no legal move has this number.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        _play(self.game, self._offered, action)
        if self.game.turn is None:
            self.rewards = dict[str, float](**self.game.returns())
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._go_on()

    def render(self) -> str:
        """Return the table as text."""
        return repr(self.game.state)

    def close(self) -> None:
        """Nothing is open."""

    def _go_on(self) -> None:
        self._offered = OfferedMoves(self.game, self._most)
        self.agent_selection = self.game.turn or self.agents[0]
        if self.game.turn is not None:
            self.infos[self.game.turn] = {"moves": self._offered.moves}


class OneSeat(gymnasium.Env[Observation, int]):
    """One seat of a game; others play by chance, or as a function says.

    Args:
        game: its name. seat: whose moves are asked for. others: takes the game where another is to move, and returns a move or its number;
            None: by chance. most, length, settings: as for `TapeteEnv`.
    """

    def __init__(
        self, game: str, seat: Seat = "A", others: Any = None, *, most: int = MOST_MOVES, length: int = LENGTH, **settings: Any
    ) -> None:
        self._name, self._seat, self._others, self._settings = game, seat, others, settings
        self._most, self._length, self.render_mode = most, length, "ansi"
        self.metadata = {"render_modes": ["ansi"]}
        self.observation_space = _space(most, length)
        self.action_space = spaces.Discrete(most)  # type: ignore[assignment]  # its actions are numpy's whole numbers

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begin a game, and let the others move until it is this seat's turn."""
        super().reset(seed=seed)
        self.game = simulate(self._name, seed=int(self.np_random.integers(2**31)), **self._settings)
        self._wait()
        return self._seen()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move, and let the others answer. A number beyond the mask counts from the first move again, for learners without masks."""
        _play(self.game, self._offered, int(action) % max(1, len(self._offered.moves)))
        self._wait()
        observation, info = self._seen()
        return observation, self.game.returns()[self._seat], self.game.turn is None, False, info

    def render(self) -> str:
        """Return the table as text."""
        return repr(self.game.state)

    def _wait(self) -> None:
        while self.game.turn not in (None, self._seat):
            moves = self.game.moves()
            self.game.play(int(self.np_random.integers(len(moves))) if self._others is None else self._others(self.game))
        self._offered = OfferedMoves(self.game, self._most)

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        return _observed(self.game, self._seat, self._offered, self._most, self._length), {"moves": self._offered.moves}


def move_rows(moves: Sequence[Move], length: int = LENGTH) -> Any:
    """Return moves as rows of features, one each, for a learner that scores them."""
    return np.array([features_of(move, length) for move in moves], np.float32)


NO_MOVE: Text = _("There is no move {number}: there are {count} now. Take a number that the mask allows.")


def _play(game: Simulation, offered: OfferedMoves, action: int | None) -> None:
    if action is None or not 0 <= int(action) < len(offered.moves):
        raise ValueError(NO_MOVE.fill(number=action, count=len(offered.moves)).in_("en"))
    game.play(offered.moves[int(action)])
