"""Games of OpenSpiel, so that its algorithms play and check ours (the extra `openspiel`). Player 0 is A.

    import pyspiel, tapete.openspiel
    bids = pyspiel.load_game("tapete_shazamm(edge=3,mana=10)")
    whole = pyspiel.load_game("tapete(rules=moriham,seed=7)")

`tapete_shazamm` is Shazamm without spells: both bid at once, and action n is a bid of n. `tapete` is any of the games, whole, by turns:
cards and dice follow from the seed, and action n is the n-th move of `tapete.simulate`. The referee judges each; no rule is written here
again.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel
from msgspec.structs import replace

from tapete.bots.shazamm.exact import cards_used_up
from tapete.cards import bind
from tapete.core.seats import SEATS as ALL_SEATS
from tapete.core.seats import Both
from tapete.games.shazamm.bidding import SEALING, LockBid
from tapete.games.shazamm.constants import MOST_MANA
from tapete.games.shazamm.showing import DeclareCards
from tapete.games.shazamm.state import SEATS, Options, State
from tapete.simulating import Simulation, simulate

NAME = "tapete_shazamm"

LAST_EDGE = 3
"""With the outermost slabs there both wizards can just stand: the last round."""

_MOST_TURNS = MOST_MANA * (Options().bridge_half - LAST_EDGE + 1)

_LOCKS = tuple(LockBid(seat=seat) for seat in SEATS)
_NO_CARDS = tuple(DeclareCards(seat=seat, numbers=()) for seat in SEATS)

_PARAMETERS = {"edge": Options().bridge_half, "mana": MOST_MANA}

_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Shazamm without spells",
    dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=len(SEATS),
    min_num_players=len(SEATS),
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
)


class ShazammGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The game.

    Args:
        params: `edge`, 3..9: the outermost slab that is whole at either end (9: the whole match, 3: its last round);
            `mana`, 1..50: of both in the first round, while later ones begin with 50.

    Raises:
        ValueError: a parameter out of its bounds.
    """

    def __init__(self, params: dict[str, int] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        edge, mana = given["edge"], given["mana"]
        if not LAST_EDGE <= edge <= Options().bridge_half or not 1 <= mana <= MOST_MANA:
            raise ValueError(f"edge is {LAST_EDGE}..{Options().bridge_half} and mana 1..{MOST_MANA}, not {edge} and {mana}")
        info = pyspiel.GameInfo(
            num_distinct_actions=MOST_MANA + 1,
            max_chance_outcomes=0,
            num_players=len(SEATS),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_MOST_TURNS,
        )
        super().__init__(_TYPE, info, given)
        broken = Options().bridge_half - edge
        self.rules = bind("shazamm")
        self.first: State = replace(cards_used_up(self.rules.start(SEATS)), mana=Both(mana, mana), broken=broken, round=broken + 1)

    def new_initial_state(self) -> ShazammState:
        """The beginning."""
        return ShazammState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> ShazammObserver:
        """What a player sees: everything but the bid that the other makes now."""
        return ShazammObserver()


class ShazammState(pyspiel.State):  # type: ignore[misc]  # as above
    """A moment between two turns."""

    def __init__(self, game: ShazammGame) -> None:
        super().__init__(game)
        self._rules, self.state = game.rules, game.first

    def current_player(self) -> Any:
        """Both at once, until the match is over."""
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else pyspiel.PlayerId.SIMULTANEOUS

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(1, self.state.mana.of(SEATS[player]) + 1))

    def _apply_actions(self, actions: Sequence[int]) -> None:
        reveal = SEALING.opened(dict(zip(SEATS, actions, strict=True)))
        for action in (*_LOCKS, reveal, *_NO_CARDS):
            self.state, _ = self._rules.apply(self.state, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{SEATS[player]} bids {action}"

    def is_terminal(self) -> bool:
        """Whether a person has fallen."""
        return self._rules.result(self.state) is not None

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the other; 0 for both where both fell, or where the match goes on."""
        over = self._rules.result(self.state)
        winners = over.seats if over is not None else ()
        return [0.0, 0.0] if not winners else [1.0 if seat in winners else -1.0 for seat in SEATS]

    def __str__(self) -> str:
        state, end = self.state, self._rules.result(self.state)
        over = f" over {','.join(end.seats) or end.kind}" if end is not None else ""
        return f"round {state.round} centre {state.centre} wall {state.wall} mana {state.mana.A} {state.mana.B}{over}"


class ShazammObserver:
    """What lies open, as text and as numbers: round, centre, wall, mana of A and of B."""

    def __init__(self) -> None:
        self.tensor = np.zeros(5, np.float32)
        self.dict = {"table": self.tensor}

    def set_from(self, state: ShazammState, player: int) -> None:
        """Read a state."""
        at = state.state
        self.tensor[:] = (at.round, at.centre, at.wall, at.mana.A, at.mana.B)

    def string_from(self, state: ShazammState, player: int) -> str:
        """A state as text."""
        return str(state)


pyspiel.register_game(_TYPE, ShazammGame)


# ---- whole games

MOST_MOVES = 4096
"""Moves that OpenSpiel can tell apart. Where more are legal, the last ones are left out."""

MOST_TURNS = 5000

_WHOLE = {"rules": "shazamm", "seed": 0, "players": 2}

_WHOLE_TYPE = pyspiel.GameType(
    short_name="tapete",
    long_name="A game of Tapete, whole, with its cards",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=len(ALL_SEATS),
    min_num_players=1,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification=_WHOLE,
)


class WholeGame(pyspiel.Game):  # type: ignore[misc]  # as above
    """A game whose cards are dealt.

    Args:
        params: `rules`, the name of the game; `seed` of its cards and dice; `players`.

    Raises:
        Malformed, Illegal: as `tapete.simulate`.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.given = {**_WHOLE, **(params or {})}
        self.first = simulate(str(self.given["rules"]), seed=self.given["seed"], players=self.given["players"])
        info = pyspiel.GameInfo(
            num_distinct_actions=MOST_MOVES,
            max_chance_outcomes=0,
            num_players=self.given["players"],
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=MOST_TURNS,
        )
        super().__init__(_WHOLE_TYPE, info, self.given)

    def new_initial_state(self) -> WholeState:
        """The deal."""
        return WholeState(self, self.first.copy())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> WholeObserver:
        """What a player sees: the table and its own cards."""
        return WholeObserver()


class WholeState(pyspiel.State):  # type: ignore[misc]  # as above
    """A moment at which a seat moves, or the end."""

    def __init__(self, game: WholeGame, simulation: Simulation) -> None:
        super().__init__(game)
        self.simulation = simulation

    def current_player(self) -> Any:
        """Whose move it is."""
        turn = self.simulation.turn
        return pyspiel.PlayerId.TERMINAL if turn is None else self.simulation.seats.index(turn)

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(min(MOST_MOVES, len(self.simulation.moves()))))

    def _apply_action(self, action: int) -> None:
        self.simulation.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.simulation.moves()[action])

    def is_terminal(self) -> bool:
        """Whether there is a result."""
        return self.simulation.turn is None

    def returns(self) -> list[float]:
        """1 for a winner, -1 for a loser, else 0."""
        return list(self.simulation.returns().values())

    def __str__(self) -> str:
        return "\n".join(repr(self.simulation.seen(seat)[1:]) for seat in self.simulation.seats) + f"\n{self.simulation.state!r}"


class WholeObserver:
    """The table and a player's own cards, as text."""

    def __init__(self) -> None:
        self.tensor = np.zeros(0, np.float32)
        self.dict: dict[str, Any] = {}

    def set_from(self, state: WholeState, player: int) -> None:
        """There are no numbers; `tapete.simulating.features` has some."""

    def string_from(self, state: WholeState, player: int) -> str:
        """What a player sees."""
        return repr(state.simulation.seen(state.simulation.seats[player]))


class Resampler:
    """Gives states that a player cannot tell from the real one, for searches such as ISMCTS (`bot.set_resampler`).

    Args:
        seed: of what is dealt anew.
    """

    def __init__(self, seed: int = 0) -> None:
        self._chance = random.Random(seed)

    def __call__(self, state: WholeState, player: int) -> WholeState:
        """Deal anew what the player does not see."""
        seat = state.simulation.seats[player]
        return WholeState(state.get_game(), state.simulation.guess(seat, self._chance.getrandbits(32)))


pyspiel.register_game(_WHOLE_TYPE, WholeGame)
