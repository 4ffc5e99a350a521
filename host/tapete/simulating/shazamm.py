"""Shazamm's spells: a hand of each wizard, and the cards that lie face down beside a bid (SHZ-R69). The fake card is not simulated."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice
from math import comb
from typing import Any, overload

from msgspec.structs import replace

from tapete.core.seats import Both, Seat
from tapete.core.steps import Owed
from tapete.games.shazamm.bidding import LockBid
from tapete.games.shazamm.constants import LEAST_BID
from tapete.games.shazamm.showing import DeclareCards
from tapete.games.shazamm.state import DECK, SEATS, Bidding, Revealing
from tapete.simulating.dealer import Card, Dealer, Hidden, Move
from tapete.simulating.stock import Lies


class ShazammDealer(Dealer):
    """See the module."""

    def usual(self, rng: random.Random) -> list[Card]:
        """The fourteen spells of a wizard."""
        return list(DECK)

    def cards(self) -> Collection[Card]:
        """The numbers of the spells."""
        return DECK

    def size(self) -> int:
        """All of them."""
        return len(DECK)

    def lies(self, state: Any, seat: Seat) -> Lies:
        """Used spells lie open; the rest is hand and deck."""
        return Lies(Counter(state.used.of(seat)), state.hand.of(seat), state.deck.of(seat))

    def moves(self, state: Any, seat: Seat, owed: Owed, hidden: Hidden) -> Iterable[Move]:
        """As everywhere."""
        return self.locks(state, seat, hidden) if isinstance(state.agenda[-1], Bidding) else super().moves(state, seat, owed, hidden)

    def locks(self, state: Any, seat: Seat, hidden: Hidden) -> Sequence[Move]:
        """First the spells to be shown this turn, then the bid: which spells these may be does not depend on what is bid."""
        if seat in hidden.laid:
            return _bids(seat, state.mana.of(seat), hidden.laid[seat])
        hand = tuple(sorted(hidden.stocks[seat].hand))
        revealed = replace(state, agenda=(*state.agenda[:-1], Revealing(Both(1, 1))))

        def shown(cards: Any) -> bool:
            return self.rules.allows(revealed, DeclareCards(seat=seat, numbers=cards))

        found = Laid(hand)
        # where all of them may be shown, every part of them may (SHZ-047, R12, R13)
        return found if shown(hand) else tuple([move for move in found if shown(move.cards)])

    def by_itself(self, state: Any, owed: Owed, hidden: Hidden, rng: random.Random) -> dict[str, Any] | None:
        """The spells beside the bids are shown, whatever was bid."""
        if isinstance(state.agenda[-1], Revealing) and owed.seat is not None:
            return {"action": "declare_cards", "seat": owed.seat, "numbers": list(hidden.laid.pop(owed.seat, ()))}
        return None

    def follow(self, before: Any, state: Any, move: Move, hidden: Hidden, actor: Seat | None) -> None:
        """As everywhere; most actions leave all cards where they are, and those that are shown leave the hand."""
        if state is before or not _quick(before, state, hidden):
            super().follow(before, state, move, hidden, actor)


def _quick(before: Any, state: Any, hidden: Hidden) -> bool:
    """Take out of the hands what was shown, and draw; False, with nothing done, where cards have gone another way."""
    if state.used is before.used and state.hand is before.hand and state.deck is before.deck:
        return True
    shown = {seat: [card for card in state.used.of(seat) if card not in before.used.of(seat)] for seat in SEATS}
    for seat, cards in shown.items():
        stock = hidden.stocks[seat]
        drawn = state.hand.of(seat) - before.hand.of(seat) + len(cards)
        back = len(before.used.of(seat)) + len(cards) != len(state.used.of(seat))
        if back or not 0 <= drawn <= len(stock.deck) or not all(card in stock.hand for card in cards):
            return False
    for seat, cards in shown.items():
        stock = hidden.stocks[seat]
        for card in cards:
            stock.hand.remove(card)
        while len(stock.hand) < state.hand.of(seat):
            stock.hand.append(stock.deck.pop())
    return True


class Laid(Sequence[Move]):
    """Every choice of cards out of a hand, the fewest first. A hand of 14 has 16,384: each is made when it is asked for.

    Args:
        hand: in order.
    """

    __slots__ = ("_hand",)

    def __init__(self, hand: tuple[Card, ...]) -> None:
        self._hand = hand

    def __len__(self) -> int:
        return 1 << len(self._hand)

    def __iter__(self) -> Iterator[Move]:
        return (Move(None, None, cards) for number in range(len(self._hand) + 1) for cards in combinations(self._hand, number))

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and move == Move(None, None, tuple([card for card in self._hand if card in move.cards]))

    @overload
    def __getitem__(self, place: int) -> Move: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, place: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(place, slice):
            return tuple(map(self.__getitem__, range(*place.indices(len(self)))))
        if not -len(self) <= place < len(self):
            raise IndexError(place)
        place, number = place % len(self), 0
        while place >= (many := comb(len(self._hand), number)):
            place, number = place - many, number + 1
        return Move(None, None, next(islice(combinations(self._hand, number), place, None)))

    def __eq__(self, other: object) -> bool:
        return self._hand == other._hand if isinstance(other, Laid) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._hand)

    def __repr__(self) -> str:
        return f"<{len(self)} choices of {self._hand}>"


@lru_cache(maxsize=4096)
def _bids(seat: Seat, mana: int, cards: tuple[Card, ...]) -> tuple[Move, ...]:
    """Every bid out of a reserve, beside these cards."""
    lock = LockBid(seat=seat)
    return tuple([Move(lock, amount, cards) for amount in range(LEAST_BID, mana + 1)])
