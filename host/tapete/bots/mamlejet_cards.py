"""The cards that a robot of Mamlejet holds: a real shuffled deck, of which the referee only ever learns what is shown (MMK-038..044)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.cards import Deck
from tapete.games.mamlejet.deck import DECK
from tapete.games.mamlejet.state import Resolving


def sound_deck(rules: Rules[Any]) -> str | None:
    """The first deck of the catalogue that may be played under these house rules, by its name; None: there is none."""
    decks = rules.catalogue.extras["decks"].items()
    return next((name for name, deck in decks if not DECK.faults(rules.catalogue, deck, rules.options)), None)


def open_cards(board: Front, owner: Seat) -> Counter[str]:
    """The cards of a player that lie where everybody sees them, as `Field.seen` counts them one by one."""
    found = [x.card for player in board.state.players for x in player.guenizah if x.owner == owner]
    found += board.player(owner).enemy_out
    found += [item.card for item in board.waiting() if item.kind == "tactic" and item.owner == owner and item.card is not None]
    found += [p.card for p in board.state.permanents if p.owner == owner]
    return Counter(found)


class Stock:
    """One player's hand, city and enemy city, card by card; the last of a pile is its top.

    Args:
        deck: what the player has registered.
        hero: the enemy hero that the die chose, where the deck has a random one.
        rng: shuffles.
    """

    def __init__(self, deck: Deck, hero: str | None, rng: random.Random) -> None:
        self._rng = rng
        self._deck = Counter(deck.tactics)
        self._enemy_deck = Counter(deck.enemies) + Counter([hero] if hero is not None else [])
        self._mulligans = 0
        self._shown: list[str] = []
        self._followed: tuple[Any, ...] = ()
        """What lay where when the cards were followed last."""
        self._found: tuple[Any, ...] = (None,) * 4
        """The parts of the state in which that was seen last."""
        self._open: Counter[str] | None = None
        """The open cards to which hand and cities fit."""
        self.hand: list[str] = []
        self.city = list(self._deck.elements())
        self.enemy_city = list(self._enemy_deck.elements())
        rng.shuffle(self.city)
        rng.shuffle(self.enemy_city)

    def follow_anew(self) -> None:
        """Look at all cards when they are followed next: the hand was told."""
        self._followed, self._found = (), (None,) * 4

    def show(self, *cards: str) -> None:
        """These go out of the hand next, if the referee lets them."""
        self._shown = list(cards)

    def follow(self, board: Front, seat: Seat) -> None:
        """Do with the cards what the match says has happened to them, undone moves included."""
        state, shown, self._shown = board.state, self._shown, []
        resolving = [step.item for step in state.agenda if type(step) is Resolving]
        permanents, players, stack, before = self._found
        if state.permanents is permanents and state.players is players and state.stack is stack and resolving == before:
            return
        self._found = state.permanents, state.players, state.stack, resolving
        player = board.player(seat)
        piles = [x.guenizah for x in state.players]
        lies = (player.hand, player.mulligans, player.enemy_out, piles, board.standing_ids, state.stack, resolving)
        if lies == self._followed:  # only passes, dice and what happens to cards in play since
            return
        self._followed = lies
        if player.mulligans > self._mulligans:
            self._shuffle_back()
            self._open = None
        self._mulligans = player.mulligans
        lying_open = open_cards(board, seat)
        if len(self.hand) == player.hand and self._open is not None and dict.__eq__(lying_open, self._open):
            return  # cards were dedicated, struck or moved in the open
        self._open = lying_open
        hidden = self._deck - lying_open
        held = Counter([*self.hand, *self.city])
        if not dict.__eq__(held, hidden):
            for card in (held - hidden).elements():
                from_hand = card in self.hand and (card in shown or card not in self.city)
                (self.hand if from_hand else self.city).remove(card)
            for card in (hidden - held).elements():
                self.city.insert(self._rng.randint(0, len(self.city)), card)
        while len(self.hand) > player.hand:
            self.city.insert(0, self.hand.pop(self._rng.randrange(len(self.hand))))
        while len(self.hand) < player.hand and self.city:
            self.hand.append(self.city.pop())
        self._follow_enemies(lying_open)

    def _follow_enemies(self, lying_open: Counter[str]) -> None:
        hidden = self._enemy_deck - lying_open
        for card in (Counter(self.enemy_city) - hidden).elements():
            self.enemy_city.remove(card)
        for card in (hidden - Counter(self.enemy_city)).elements():
            self.enemy_city.insert(self._rng.randint(0, len(self.enemy_city)), card)

    def _shuffle_back(self) -> None:
        self.city += self.hand
        self.hand = []
        self._rng.shuffle(self.city)
