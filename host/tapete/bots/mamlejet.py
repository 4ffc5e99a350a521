"""The bots of Mamlejet: of which strength, and how they are told a hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tapete.bots import HeldCard
from tapete.bots.forgetful import Forgetful
from tapete.bots.mamlejet_cards import Stock
from tapete.bots.mamlejet_medium import MamlejetBot
from tapete.bots.mamlejet_strong import StrongBot
from tapete.bots.strength import Strength
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.games.mamlejet.board import Front

STRENGTHS: tuple[Strength, ...] = ("easy", "medium", "strong")


def bot(rules: Rules[Any], rng: random.Random, strength: Strength = "medium") -> MamlejetBot | Forgetful:
    """The bot of a match."""
    if strength == "strong":
        return StrongBot(rules, rng)
    made = MamlejetBot(rules, rng)
    return Forgetful(made, rules, rng) if strength == "easy" else made


class _Hands:
    """Who holds which cards of Mamlejet, as far as the table shows. See `tapete.bots.Hands`."""

    def held(self, rules: Rules[Any], state: Any, seat: Seat) -> int:
        player = Front(rules, state).player(seat)
        return player.hand if player.deck is not None else 0  # a hand is known only where a deck is registered

    def there(self, rules: Rules[Any], state: Any, seat: Seat) -> Mapping[HeldCard, int]:
        board = Front(rules, state)
        name = board.player(seat).deck
        deck = rules.catalogue.extras["decks"][name].tactics if name is not None else {}
        return {card: number - board.seen(seat, card) for card, number in deck.items()}

    def deal(self, bot: Any, rules: Rules[Any], state: Any, seat: Seat, hand: Sequence[str]) -> None:
        board = Front(rules, state)
        player = board.player(seat)
        if player.deck is None:
            return
        stock = bot._stocks.get(seat) or Stock(rules.catalogue.extras["decks"][player.deck], player.hero, bot._rng)
        stock._mulligans = player.mulligans
        unseen = Counter({str(card): number for card, number in self.there(rules, state, seat).items()})
        stock.hand, stock.city = list(hand), list((unseen - Counter(hand)).elements())
        bot._rng.shuffle(stock.city)
        stock.follow_anew()
        bot._stocks[seat] = stock


HANDS = _Hands()
