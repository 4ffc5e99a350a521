"""MORIHAM's decks: hands, cards that are set face down, and what is named out of a deck (MOR-R61, R65, R73, R89)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tapete.bots.moriham_duelist import deck_for, open_cards
from tapete.core.actions import Action
from tapete.core.kinds import name_of
from tapete.core.seats import Seat
from tapete.core.steps import Cards, Owed
from tapete.games.moriham.cards import MonsterCard
from tapete.simulating.dealer import MOST_VALUES, Card, Dealer, Hidden, Move
from tapete.simulating.stock import Lies, Stock

LIES_THERE = ("activate_magic", "activate_trap")
"""Actions that name a card which may lie face down."""


class MorihamDealer(Dealer):
    """See the module."""

    def usual(self, rng: random.Random) -> list[Card]:
        """A deck in the proportions that the rulebook recommends."""
        return list(deck_for(self.rules, rng))

    def size(self) -> int:
        """As the house rules say."""
        size: int = self.rules.options.deck_size
        return size

    def lies(self, state: Any, seat: Seat) -> Lies:
        """What lies open anywhere, and the cards set on the field, by their numbers."""
        side = getattr(state, seat)
        spells = (spell for whose in state.seats for spell in getattr(state, whose).spells if spell is not None)
        down = [spell.iid for spell in spells if spell.face_down and spell.owner == seat]
        return Lies(open_cards(self.rules, state, seat), side.hand, side.deck, tuple(down))

    def by_itself(self, state: Any, owed: Owed, hidden: Hidden, rng: random.Random) -> dict[str, Any] | None:
        """A coin says who begins; what is milled lies on top of its deck; what is turned over is what lies there."""
        top = state.agenda[-1]
        if owed.what == "setup":
            return {"action": "start_game", "first": rng.choice(state.seats)}
        if not isinstance(top, Cards):
            return None
        stock = hidden.stocks[top.seat]
        if top.purpose == "show_mill":
            return {"action": "provide", "seat": top.seat, "cards": stock.deck[::-1][: top.number]}
        if top.source == "field":
            return {"action": "provide", "seat": top.seat, "cards": [self._turned_over(state, top.seat, stock)]}
        return None

    def _turned_over(self, state: Any, seat: Seat, stock: Stock) -> Card:
        """The card at the place that any answer would clear."""
        asked = next(self.rules.moves(state, seat, tuple(stock.down.values()), names=("provide",)))
        left = self.lies(self.rules.apply(state, asked)[0], seat).down
        return next(card for place, card in stock.down.items() if place not in left)  # type: ignore[no-any-return]  # cards are named by words

    def moves(self, state: Any, seat: Seat, owed: Owed, hidden: Hidden) -> Iterator[Move]:
        """As everywhere; a face-down card is named as what it is."""
        top, stock = state.agenda[-1], hidden.stocks[seat]
        down = (*stock.hand, *stock.down.values())
        for name in owed.actions:
            if isinstance(top, Cards):
                held = tuple(stock.deck if top.source == "deck" else stock.hand)
            else:
                held = down if name in LIES_THERE else tuple(stock.hand)
            for action in self.rules.moves(state, seat, held, most=MOST_VALUES, names=(name,)):
                if name not in LIES_THERE or self._true(state, action, stock):
                    yield from (Move(action, None, cards) for cards in self.unseen(state, action, stock))

    def fits(self, state: Any, seat: Seat, place: Any, card: Card) -> bool:
        """What lies face down is no monster."""
        return not isinstance(self.rules.catalogue.cards[card], MonsterCard)

    def _true(self, state: Any, action: Action, stock: Stock) -> bool:
        """Say whether the card that is named is the one that lies there, or is held."""
        card: Card = action.card  # type: ignore[attr-defined]  # both name one
        source: Any = getattr(action, "source", None) or action.slot  # type: ignore[attr-defined]  # a trap has a slot alone
        if source == "hand":
            return card in stock.hand
        spell = getattr(state, action.seat).spells[source - 1]  # type: ignore[attr-defined]
        return spell is not None and stock.down.get(spell.iid) == card

    def unseen(self, state: Any, action: Action, stock: Stock) -> Iterator[tuple[Card, ...]]:
        """A card that is set is a magic or trap card of the hand."""
        if name_of(type(action)) != "set_card":
            yield ()
            return
        for card in dict.fromkeys(stock.hand):
            if not isinstance(self.rules.catalogue.cards[card], MonsterCard):
                yield (card,)

    def follow(self, before: Any, state: Any, move: Move, hidden: Hidden, actor: Seat | None) -> None:
        """As everywhere; cards that are searched for go from the deck to the hand before it is shuffled."""
        top = before.agenda[-1]
        if isinstance(top, Cards) and top.purpose == "show_search" and actor is not None:
            stock = hidden.stocks[actor]
            for card in getattr(move.action, "cards", ()):
                stock.deck.remove(card)
                stock.hand.append(card)
            stock.shuffle()
        super().follow(before, state, move, hidden, actor)
