"""A whole game without a table: cards are dealt, shuffled and hidden; each seat is asked what it does with those that it holds."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from tapete.bots.driving import FACES, MOST_ACTIONS, Stuck
from tapete.core.codec import builtins
from tapete.core.events import Event
from tapete.core.kinds import name_of
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.steps import Over, Owed
from tapete.simulating.dealer import Card, Dealer, Hidden, Move
from tapete.simulating.stock import Stock


class OwnView(NamedTuple):
    """What one seat knows: the table, and its own cards. `laid` and `secret` are what it has put down or locked and nobody has seen yet."""

    state: Any
    hand: tuple[Card, ...]
    down: tuple[tuple[Any, Card], ...]
    laid: tuple[Card, ...]
    secret: Any


class Simulation:
    """See the module; made by `tapete.simulate`.

    Args:
        rules: of the game. dealer: of the same game. seats: who plays. decks: the cards of seats, each as often as it is there.
        seed: of shuffles and dice; the same seed and moves give the same game.
    """

    def __init__(
        self, rules: Rules[Any], dealer: Dealer, seats: tuple[Seat, ...], decks: Mapping[Seat, Sequence[Card]], seed: int | str
    ) -> None:
        self.rules, self._dealer, self.seats = rules, dealer, seats
        self._rng = random.Random(seed)
        self._hidden = Hidden({seat: Stock(cards, self._rng) for seat, cards in dealer.decks(decks, seats, self._rng).items()}, {}, {}, {})
        self.state: Any = rules.start(seats)
        self._owed: Owed | None = None
        self._moves: Sequence[Move] | None = None
        self._follow(self.state, Move(None), None)
        self._happened: list[Event] = []
        self._settle()

    # ---- what there is

    @property
    def turn(self) -> Seat | None:
        """Whose move it is; None once the game is over."""
        return None if self._owed is None else self._owed.seat

    @property
    def owed(self) -> Owed | None:
        """What that seat is asked."""
        return self._owed

    @property
    def result(self) -> Over | None:
        """The result, once there is one."""
        return self.rules.result(self.state)

    def moves(self) -> Sequence[Move]:
        """Return every move of the seat whose move it is, in a fixed order; at least one until the game is over."""
        if self._moves is None:
            owed = self._owed
            found = () if owed is None or owed.seat is None else self._dealer.moves(self.state, owed.seat, owed, self._hidden)
            self._moves = found if isinstance(found, Sequence) else tuple(found)
            if not self._moves and owed is not None:
                raise Stuck(f"{self.rules.game.name}: nothing answers {owed}")
        return self._moves

    def seen(self, seat: Seat) -> OwnView:
        """Return what a seat knows."""
        stock = self._hidden.stocks[seat]
        down = tuple(sorted(stock.down.items(), key=repr))
        hand = tuple(sorted(stock.hand, key=lambda card: (str(type(card)), card)))
        return OwnView(self.state, hand, down, self._hidden.laid.get(seat, ()), self._hidden.secrets.get(seat))

    def returns(self) -> dict[Seat, float]:
        """Return 1 for winners, -1 for losers, 0 for a draw and while the game goes on."""
        over = self.result
        if over is None or over.kind in ("draw", "stopped"):
            return dict.fromkeys(self.seats, 0.0)
        return {seat: 1.0 if seat in over.seats else -1.0 for seat in self.seats}

    # ---- what is done

    def play(self, move: Move | int) -> tuple[Event, ...]:
        """Let the seat whose move it is make one.

        Args:
            move: one of `moves()`, or its number there.

        Returns:
            What happened, as the table tells it, up to the next move.

        Raises:
            ValueError: it is not a legal move, or the game is over.
        """
        moves = self.moves()
        if isinstance(move, int):
            if not 0 <= move < len(moves):
                raise ValueError(f"there is no move {move}; there are {len(moves)}")
            move = moves[move]
        elif move not in moves:
            raise ValueError(f"{self.turn} cannot {move} now")
        self._happened = []
        seat = self.turn
        if move.secret is not None and seat is not None:
            self._hidden.secrets[seat] = move.secret
        if (move.action is None or move.secret is not None) and seat is not None:
            self._hidden.laid[seat] = move.cards
        if move.action is None:
            self._moves = None
        else:
            self._apply(move, seat)
            self._settle()
        return tuple(self._happened)

    def copy(self, seed: int | str | None = None) -> Simulation:
        """Return a game of its own that goes on from here.

        Args:
            seed: of its shuffles and dice from here on; None: it goes on with the same chance.
        """
        made: Simulation = object.__new__(type(self))
        made.rules, made._dealer, made.seats = self.rules, self._dealer, self.seats
        made._rng = random.Random(seed)
        if seed is None:
            made._rng.setstate(self._rng.getstate())
        made._hidden = self._hidden.copy(made._rng)
        made.state, made._owed, made._moves, made._happened = self.state, self._owed, self._moves, []
        return made

    def __copy__(self) -> Simulation:
        return self.copy()

    def __deepcopy__(self, _memo: dict[int, Any]) -> Simulation:
        return self.copy()

    def guess(self, seat: Seat, seed: int | str) -> Simulation:
        """Return a game that this seat cannot tell from the real one: what it does not see is dealt anew.

        Args:
            seat: who guesses. seed: of the deal, and of shuffles and dice from here on.
        """
        made = self.copy(seed)
        for whose in made.seats:
            stock = made._hidden.stocks[whose]
            if whose == seat:
                stock.shuffle()
            else:
                stock.deal_anew(self._dealer.supposed(self.state, whose, stock, made._rng), partial(self._dealer.fits, self.state, whose))
            if whose in made._hidden.others:
                made._hidden.others[whose].shuffle()
        for whose in made.seats:
            if whose != seat and (whose in made._hidden.secrets or whose in made._hidden.laid):
                made._lock_anew(whose)
        made._moves = None if self.turn != seat else self._moves
        return made

    def _lock_anew(self, seat: Seat) -> None:
        """Let a seat have locked something else, with the cards that it is supposed to hold."""
        locked = seat in self._hidden.secrets
        self._hidden.secrets.pop(seat, None)
        self._hidden.laid.pop(seat, None)
        for _step in range(2):
            found = list(self._dealer.locks(self.state, seat, self._hidden))
            if not found:
                return
            move = self._rng.choice(found)
            self._hidden.laid[seat] = move.cards
            if move.secret is not None:
                self._hidden.secrets[seat] = move.secret
            if not locked or move.secret is not None:
                return

    def _apply(self, move: Move, seat: Seat | None) -> None:
        before = self.state
        self.state, events = self.rules.apply(before, move.action)  # type: ignore[arg-type]  # a move that lays down is not applied
        self._happened += events
        self._follow(before, move, seat)

    def _follow(self, before: Any, move: Move, seat: Seat | None) -> None:
        self._dealer.follow(before, self.state, move, self._hidden, seat)

    def _settle(self) -> None:
        """Go on until a seat has a choice, or the game is over."""
        self._moves = None
        for _step in range(MOST_ACTIONS):
            if self.result is not None:
                self._owed = None
                return
            if self._reveals():
                continue
            owed = self.rules.awaiting(self.state)[0]
            if owed.meaning == "die":
                plain: dict[str, Any] | None = {"action": "enter_roll", "roll": owed.params["roll"], "value": self._rng.randint(1, FACES)}
            else:
                plain = self._dealer.by_itself(self.state, owed, self._hidden, self._rng)
            if plain is None:
                if owed.seat is None:
                    raise Stuck(f"{self.rules.game.name}: the table owes {owed}")
                self._owed = owed
                return
            self._apply(Move(self.rules.read(plain)), plain.get("seat", plain.get("owner")))
        raise Stuck(f"{self.rules.game.name}: it never ends")

    def _reveals(self) -> bool:
        """Open what all have locked."""
        step, sealing = self.state.agenda[-1], self._dealer.sealing(self.state)
        if sealing is None or set(step.ready) != set(self.state.seats):
            return False
        values = {seat: builtins(self._hidden.secrets.pop(seat)) for seat in step.ready}
        plain = {"action": name_of(sealing.reveal), **sealing.arguments(values), "nonces": dict.fromkeys(step.ready)}
        self._apply(Move(self.rules.read(plain)), None)
        return True
