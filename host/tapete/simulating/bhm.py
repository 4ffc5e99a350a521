"""BHM's decks: hands, the exchange of the opening hand, and the summons that everybody may know (BHM-001..008)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tapete.bots.bhm import open_cards
from tapete.core import codec
from tapete.core.actions import Action
from tapete.core.kinds import name_of
from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tapete.games.bhm.cards import Deck
from tapete.simulating.dealer import NO_DECK, Card, Dealer, Hidden, Move, distinct
from tapete.simulating.stock import Lies, Stock


class BhmDealer(Dealer):
    """See the module."""

    def _deck(self) -> Deck:
        """The first deck of the catalogue. Raises Malformed where it has none."""
        decks: dict[str, Deck] = self.rules.catalogue.extras.get("decks", {})
        for deck in decks.values():
            return deck
        raise codec.malformed(NO_DECK, "catalogue")

    def usual(self, rng: random.Random) -> list[Card]:
        """The first deck of the catalogue."""
        return list(Counter(self._deck().cards).elements())

    def lies(self, state: Any, seat: Seat) -> Lies:
        """What lies open anywhere; summons are no part of the hand."""
        board: Any = self.rules.asked_on(state)
        player = board.player(seat)
        return Lies(Counter(open_cards(board, seat)), player.hand, player.deck)

    def by_itself(self, state: Any, owed: Owed, hidden: Hidden, rng: random.Random) -> dict[str, Any] | None:
        """Everybody brings a deck and the summons of the catalogue."""
        if owed.what != "setup_draw":
            return None
        size = hidden.stocks[owed.seat].owned.total()  # type: ignore[index]  # a seat owes it
        return {"action": "setup_player", "seat": owed.seat, "deck_size": size, "summons": sum(self._deck().summons.values())}

    def _named(self, stock: Stock) -> tuple[Any, ...]:
        return (*stock.hand, *Counter(self._deck().summons).elements())

    def unseen(self, state: Any, action: Action, stock: Stock) -> Iterator[tuple[Card, ...]]:
        """Which cards of the opening hand are exchanged."""
        if name_of(type(action)) == "exchange":
            yield from distinct(stock.hand, action.n)  # type: ignore[attr-defined]  # its name says what it is
        else:
            yield ()

    def follow(self, before: Any, state: Any, move: Move, hidden: Hidden, actor: Seat | None) -> None:
        """As everywhere; exchanged cards are set aside first, and shuffled back after as many are drawn (BHM-008)."""
        if actor is not None and move.action is not None and name_of(type(move.action)) == "exchange":
            hidden.stocks[actor].exchange(move.cards)
            move = Move(move.action)
        super().follow(before, state, move, hidden, actor)
