"""Shazamm's spells: a hand of each wizard, and the cards that lie face down beside a bid (SHZ-R69). The fake card is not simulated."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import chain
from typing import Any

from msgspec.structs import replace

from tapete.core.kinds import name_of
from tapete.core.seats import Both, Seat
from tapete.core.steps import Owed
from tapete.games.shazamm.showing import DeclareCards
from tapete.games.shazamm.state import DECK, Revealing
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

    def locks(self, state: Any, seat: Seat, hidden: Hidden) -> Iterator[Move]:
        """First the spells to be shown this turn, then the bid: which spells these may be does not depend on what is bid."""
        if seat in hidden.laid:
            lock = self.lock(state, seat)
            yield from (Move(lock, amount, hidden.laid[seat]) for amount in range(1, state.mana.of(seat) + 1))
            return
        revealed = replace(state, agenda=(*state.agenda[:-1], Revealing(Both(1, 1))))
        hand = hidden.stocks[seat].hand
        choices = chain.from_iterable(distinct(hand, number) for number in range(len(hand) + 1))
        for cards in choices:
            if self.rules.allows(revealed, self.rules.read({"action": name_of(DeclareCards), "seat": seat, "numbers": cards})):
                yield Move(None, None, cards)

    def by_itself(self, state: Any, owed: Owed, hidden: Hidden, rng: random.Random) -> dict[str, Any] | None:
        """The spells beside the bids are shown, whatever was bid."""
        if isinstance(state.agenda[-1], Revealing) and owed.seat is not None:
            return {"action": "declare_cards", "seat": owed.seat, "numbers": list(hidden.laid.pop(owed.seat, ()))}
        return None
