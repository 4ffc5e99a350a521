"""Mamlejet's decks: hands and cities, the enemies of each city, and what falls from the top (MMK-037..044, 161, 188)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tapete.bots.mamlejet_cards import open_cards, sound_deck
from tapete.core import codec
from tapete.core.kinds import name_of
from tapete.core.seats import Seat
from tapete.core.steps import Cards, Owed
from tapete.games.mamlejet.board import Front
from tapete.simulating.dealer import NO_DECK, Card, Dealer, Hidden, Move
from tapete.simulating.stock import Lies


class MamlejetDealer(Dealer):
    """See the module. Everybody plays the first sound deck of the catalogue, since enemies belong to it; another one cannot be given."""

    def __init__(self, rules: Any) -> None:
        super().__init__(rules)
        deck = sound_deck(rules)
        if deck is None:
            raise codec.malformed(NO_DECK, "catalogue")
        self.deck = deck

    def usual(self, rng: random.Random) -> list[Card]:
        """The first sound deck of the catalogue."""
        return list(Counter(self.rules.catalogue.extras["decks"][self.deck].tactics).elements())

    def cards(self) -> tuple[Card, ...]:
        """No deck can be given."""
        return ()

    def lies(self, state: Any, seat: Seat) -> Lies:
        """What lies open anywhere; hand and city are numbers."""
        board = Front(self.rules, state)
        player = board.player(seat)
        return Lies(open_cards(board, seat), player.hand, player.city)

    def by_itself(self, state: Any, owed: Owed, hidden: Hidden, rng: random.Random) -> dict[str, Any] | None:
        """Everybody registers the deck; enemies are turned over, and cards fall, from the top."""
        board, top = Front(self.rules, state), state.agenda[-1]
        if owed.what == "setup" and board.player(owed.seat).deck is None:  # type: ignore[arg-type]  # a seat owes it
            return {"action": "register_deck", "seat": owed.seat, "deck": self.deck}
        if owed.what == "reveal_enemy":
            return {"action": "reveal_enemy", "owner": owed.params["owner"], "card": hidden.others[owed.params["owner"]].deck[-1]}
        if isinstance(top, Cards) and top.source == "city":
            return {"action": "declare_card", "seat": top.seat, "cards": hidden.stocks[top.seat].deck[::-1][: top.number]}
        return None

    def moves(self, state: Any, seat: Seat, owed: Owed, hidden: Hidden) -> Iterator[Move]:
        """As everywhere; a deck is registered by itself, and nobody passes for others."""
        for move in super().moves(state, seat, owed, hidden):
            if move.action is None or name_of(type(move.action)) not in ("register_deck", "register_card", "register_list", "pass_all"):
                yield move

    def follow(self, before: Any, state: Any, move: Move, hidden: Hidden, actor: Seat | None) -> None:
        """As everywhere; a hand is shuffled back before it is drawn again, and enemies once their hero is known (MMK-154, 169)."""
        board = Front(self.rules, state)
        if actor is not None and move.action is not None and name_of(type(move.action)) == "mulligan":
            hidden.stocks[actor].mulligan()
        super().follow(before, state, move, hidden, actor)
        for player in state.players:
            deck = self.rules.catalogue.extras["decks"].get(player.deck)
            if deck is None or (deck.random_hero and player.hero is None):
                continue
            if player.seat not in hidden.others:
                enemies = [*Counter(deck.enemies).elements(), *([player.hero] if player.hero else [])]
                hidden.others[player.seat] = hidden.stocks[player.seat].beside(enemies)
            hidden.others[player.seat].follow(Lies(open_cards(board, player.seat), 0))
