"""Shazamm's spells: a hand of each wizard, and the cards that lie face down beside a bid (SHZ-R69). The fake card is not simulated."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from tapete.core.seats import Both, Seat
from tapete.core.steps import Owed
from tapete.games.shazamm.bidding import LockBid
from tapete.games.shazamm.constants import LEAST_BID
from tapete.games.shazamm.showing import DeclareCards
from tapete.games.shazamm.state import DECK, Bidding, Revealing
from tapete.simulating.dealer import Card, Dealer, Hidden, Move, distinct
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

    def locks(self, state: Any, seat: Seat, hidden: Hidden) -> tuple[Move, ...]:
        """First the spells to be shown this turn, then the bid: which spells these may be does not depend on what is bid."""
        if seat in hidden.laid:
            return _bids(seat, state.mana.of(seat), hidden.laid[seat])
        hand = tuple(sorted(hidden.stocks[seat].hand))
        revealed = replace(state, agenda=(*state.agenda[:-1], Revealing(Both(1, 1))))

        def shown(cards: Any) -> bool:
            return self.rules.allows(revealed, DeclareCards(seat=seat, numbers=cards))

        found = _laid(hand)
        # where all of them may be shown, every part of them may (SHZ-047, R12, R13)
        return found if shown(hand) else tuple([move for move in found if shown(move.cards)])

    def by_itself(self, state: Any, owed: Owed, hidden: Hidden, rng: random.Random) -> dict[str, Any] | None:
        """The spells beside the bids are shown, whatever was bid."""
        if isinstance(state.agenda[-1], Revealing) and owed.seat is not None:
            return {"action": "declare_cards", "seat": owed.seat, "numbers": list(hidden.laid.pop(owed.seat, ()))}
        return None

    def follow(self, before: Any, state: Any, move: Move, hidden: Hidden, actor: Seat | None) -> None:
        """As everywhere; most actions leave all cards where they are."""
        if state is before or state.used is not before.used or state.hand is not before.hand or state.deck is not before.deck:
            super().follow(before, state, move, hidden, actor)


@lru_cache(maxsize=64)
def _laid(hand: tuple[Card, ...]) -> tuple[Move, ...]:
    """Every choice of cards out of a hand, the fewest first; 64 hands are kept, as a hand stays the same for turns."""
    return tuple([Move(None, None, cards) for number in range(len(hand) + 1) for cards in distinct(hand, number)])


@lru_cache(maxsize=4096)
def _bids(seat: Seat, mana: int, cards: tuple[Card, ...]) -> tuple[Move, ...]:
    """Every bid out of a reserve, beside these cards."""
    lock = LockBid(seat=seat)
    return tuple([Move(lock, amount, cards) for amount in range(LEAST_BID, mana + 1)])
