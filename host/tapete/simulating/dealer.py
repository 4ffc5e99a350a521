"""How a game deals with hidden cards: which decks there are, who may lay what face down, and what chance decides."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from msgspec import Struct

from tapete.core import notation
from tapete.core.actions import Action
from tapete.core.codec import builtins
from tapete.core.kinds import name_of
from tapete.core.rules import Rules
from tapete.core.sealing import Sealing
from tapete.core.seats import Seat
from tapete.core.steps import Cards, Owed
from tapete.core.texts import _
from tapete.simulating.stock import Lies, Stock

NO_DECK = _("the catalogue has no deck that may be played: give it one")

Card = str | int
"""A card by its id; in Shazamm by its number."""

MOST_VALUES = 64
"""Most values of one argument that are listed."""


class Move(Struct, frozen=True):
    """One thing that a seat can do.

    `action` is what the table hears; None: cards are laid down beside a bid that follows. `secret` is the value that a lock keeps, and
    `cards` are cards of the hand that go face down with it, or are put back: both are the seat's own knowledge.
    """

    action: Action | None
    secret: Any = None
    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        """Write it as its seat knows it."""
        kept = notation.write(self.secret) if isinstance(self.secret, Action) else self.secret
        hidden = [str(kept)] if kept is not None else []
        hidden += [str(card) for card in self.cards]
        told = "lay" if self.action is None else notation.write(self.action)
        return f"{told} [{' '.join(hidden)}]" if hidden or self.action is None else told


class Hidden(Struct):
    """What a dealer may look at when it lists moves: the cards of each seat, and what it has locked."""

    stocks: dict[Seat, Stock]
    laid: dict[Seat, tuple[Card, ...]]
    """Cards that lie beside a bid, or are left out unseen."""
    secrets: dict[Seat, Any]
    """What seats have locked."""
    others: dict[Seat, Stock]
    """A second deck of each seat, where the game has one."""

    def copy(self, rng: random.Random) -> Hidden:
        """Return a copy whose shuffles are of their own."""
        stocks, others = ({seat: stock.copy(rng) for seat, stock in some.items()} for some in (self.stocks, self.others))
        return Hidden(stocks, dict(self.laid), dict(self.secrets), others)


class Dealer:
    """The hidden side of one game; each has its own in this package. This one serves games without hidden cards.

    Args:
        rules: of the match.
    """

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules

    def decks(self, given: Mapping[Seat, Sequence[Card]], seats: Sequence[Seat], rng: random.Random) -> dict[Seat, list[Card]]:
        """Every seat's cards, shuffled: those that are given, else a deck of the game."""
        found = {}
        for seat in seats:
            found[seat] = list(given[seat]) if seat in given else self.usual(rng)
            rng.shuffle(found[seat])
        return found

    def usual(self, rng: random.Random) -> list[Card]:
        """The cards of a seat for which no deck is given."""
        return []

    def cards(self) -> Collection[Card]:
        """Every card that a deck may name."""
        return getattr(self.rules.catalogue, "cards", ())

    def size(self) -> int | None:
        """How many cards a deck has; None: the rules judge that when they are told."""
        return None

    def lies(self, state: Any, seat: Seat) -> Lies:
        """What the table shows of a seat's cards."""
        return Lies(Counter(), 0)

    def by_itself(self, state: Any, owed: Owed, hidden: Hidden, rng: random.Random) -> dict[str, Any] | None:
        """What happens now without a choice, as a plain action; None if a seat chooses."""
        return None

    def moves(self, state: Any, seat: Seat, owed: Owed, hidden: Hidden) -> Iterable[Move]:
        """Every move that answers what a seat owes."""
        if self.sealing(state) is not None:
            yield from self.locks(state, seat, hidden)
            return
        for action in self.rules.moves(state, seat, self._named(hidden.stocks[seat]), most=MOST_VALUES, names=owed.actions):
            yield from (Move(action, None, cards) for cards in self.unseen(state, action, hidden.stocks[seat]))

    def sealing(self, state: Any) -> Sealing | None:
        """The secret choice that is open, or None."""
        return next((one for one in self.rules.game.sealings if isinstance(state.agenda[-1], one.step)), None)

    def locks(self, state: Any, seat: Seat, hidden: Hidden) -> Iterable[Move]:
        """What a seat may lock, or lay down before; or could have, where it is ready."""
        sealing = self.sealing(state)
        domain = None if sealing is None else sealing.domain(self.rules.board(state), seat)
        yield from (Move(self.lock(state, seat), value) for value in (domain.values() if domain is not None else ()))

    def lock(self, state: Any, seat: Seat) -> Action:
        """The action that locks a seat's choice now; its secret stands beside it."""
        sealing = self.sealing(state)
        return self.rules.read({"action": "" if sealing is None else name_of(sealing.lock), "seat": seat})

    def fits(self, state: Any, seat: Seat, place: Any, card: Card) -> bool:
        """Say whether a card of a seat could lie face down at a place, by what the table shows."""
        return True

    def supposed(self, state: Any, seat: Seat, stock: Stock, rng: random.Random) -> list[Card]:
        """The hidden cards that another supposes a seat to have: its own, since decks are known lists in most games."""
        return [*stock.hand, *stock.deck, *stock.down.values()]

    def unseen(self, state: Any, action: Action, stock: Stock) -> Iterator[tuple[Card, ...]]:
        """The cards that may go face down with an action; for most there are none."""
        yield ()

    def follow(self, before: Any, state: Any, move: Move, hidden: Hidden, actor: Seat | None) -> None:
        """Let the hidden cards do what the table has seen."""
        top = before.agenda[-1]
        named = names_in(move.action)
        from_deck = isinstance(top, Cards) and top.source not in ("hand", "field")
        for seat, stock in hidden.stocks.items():
            mine = seat == actor
            stock.follow(
                self.lies(state, seat), named if mine and not from_deck else (), move.cards if mine else (), from_deck=mine and from_deck
            )

    def _named(self, stock: Stock) -> tuple[Any, ...]:
        return tuple(stock.hand)


def distinct(cards: Sequence[Card], number: int) -> list[tuple[Card, ...]]:
    """Every choice of so many of some cards, equal ones once."""
    order = sorted(cards, key=lambda card: (str(type(card)), card))
    return list(dict.fromkeys(combinations(order, number)))


def names_in(action: Action | None) -> list[Card]:
    """Everything in an action that could name a card."""
    return [] if action is None else list(_cards_in(builtins(action)))


def _cards_in(plain: Any) -> Iterator[Card]:
    """Everything in a plain action that could name a card."""
    if isinstance(plain, Mapping):
        for key, value in plain.items():
            if key not in ("action", "seat"):
                yield from _cards_in(value)
    elif isinstance(plain, list | tuple):
        for value in plain:
            yield from _cards_in(value)
    elif isinstance(plain, str | int):
        yield plain
