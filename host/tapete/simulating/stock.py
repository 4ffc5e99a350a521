"""The cards of one seat that the table does not see: hand, deck, and what lies face down."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, NamedTuple


class Lies(NamedTuple):
    """What a state says of a seat's cards, without naming the hidden ones.

    `open` are those that lie open, wherever; `hand` and `deck` are numbers (`deck` None: the rest); `down` are the places of its face-down
    cards.
    """

    open: Counter[Any]
    hand: int
    deck: int | None = None
    down: tuple[Hashable, ...] = ()


class Stock:
    """One seat's hidden cards, card by card.

    Args:
        cards: all that the seat owns; the last one is the top of its deck. rng: shuffles.
    """

    __slots__ = ("_rng", "deck", "down", "hand", "owned")

    def __init__(self, cards: Sequence[Any], rng: random.Random) -> None:
        self._rng = rng
        self.owned: Counter[Any] = Counter(cards)
        self.deck: list[Any] = list(cards)
        self.hand: list[Any] = []
        self.down: dict[Hashable, Any] = {}

    def copy(self, rng: random.Random) -> Stock:
        """Return a stock of its own with the same cards."""
        made = Stock((), rng)
        made.owned, made.deck, made.hand, made.down = Counter(self.owned), list(self.deck), list(self.hand), dict(self.down)
        return made

    def beside(self, cards: Sequence[Any]) -> Stock:
        """Return a stock of other cards, shuffled, with the same chance."""
        made = Stock(cards, self._rng)
        made.shuffle()
        return made

    def follow(self, lies: Lies, out: Iterable[Any] = (), put: Sequence[Any] = (), *, from_deck: bool = False) -> None:
        """Do with the cards what the state says has happened to them.

        Args:
            lies: where they lie now. out: cards that the seat has named out of its hand. put: those that it has laid face down out of it.
            from_deck: what lies open now was found in the deck, not in the hand.
        """
        hidden = self.owned - lies.open
        self._lay_down(lies, list(put))
        named = Counter(out)
        for card in (self._hidden() - hidden).elements():
            self._take(card, named, from_deck=from_deck)
        back = list((hidden - self._hidden()).elements())
        if back:
            self._rng.shuffle(back)
            missing = len(back) if lies.deck is None else max(0, min(len(back), lies.deck - len(self.deck)))
            self.deck += back[:missing]
            self.hand += back[missing:]
            self._rng.shuffle(self.deck)
        while len(self.hand) > lies.hand:  # put back unseen, and not said which
            self.deck.insert(self._rng.randint(0, len(self.deck)), self.hand.pop(self._rng.randrange(len(self.hand))))
        while len(self.hand) < lies.hand and self.deck:
            self.hand.append(self.deck.pop())

    def exchange(self, cards: Iterable[Any]) -> None:
        """Set cards of the hand aside, draw as many, then shuffle those back."""
        aside = list(cards)
        for card in aside:
            self.hand.remove(card)
        self.hand += [self.deck.pop() for _ in aside if self.deck]
        self.deck += aside
        self._rng.shuffle(self.deck)

    def shuffle(self) -> None:
        """Shuffle the deck."""
        self._rng.shuffle(self.deck)

    def deal_anew(self, cards: Sequence[Any], fits: Callable[[Hashable, Any], bool]) -> None:
        """Deal hidden cards anew, as many to each place as there are.

        Args:
            cards: all that is hidden. fits: whether a card could lie face down at a place.
        """
        rest = list(cards)
        self._rng.shuffle(rest)
        for place in sorted(self.down, key=lambda place: sum(fits(place, card) for card in rest)):
            card = next(card for card in rest if fits(place, card))
            rest.remove(card)
            self.owned[self.down[place]] -= 1
            self.owned[card] += 1
            self.down[place] = card
        number = len(self.hand)
        self.owned = +(self.owned - Counter(self.hand) - Counter(self.deck)) + Counter(rest)
        self.hand, self.deck = rest[:number], rest[number:]

    def mulligan(self) -> None:
        """Shuffle the hand back; what the state says is drawn by `follow`."""
        self.deck += self.hand
        self.hand = []
        self._rng.shuffle(self.deck)

    def _hidden(self) -> Counter[Any]:
        return Counter(self.hand) + Counter(self.deck) + Counter(self.down.values())

    def _lay_down(self, lies: Lies, put: list[Any]) -> None:
        """Put cards to places that are new, and those of places that are gone into the hand, where `follow` finds what lies open now."""
        for place in [place for place in self.down if place not in lies.down]:
            self.hand.append(self.down.pop(place))
        for place in lies.down:
            if place not in self.down:
                card = put.pop(0)
                self.hand.remove(card)
                self.down[place] = card

    def _take(self, card: Any, first: Counter[Any], *, from_deck: bool) -> None:
        """Take a card away that lies open now, out of the hand or from the top of the deck."""
        in_hand, in_deck = card in self.hand, card in self.deck
        if in_hand and (first[card] > 0 or not (from_deck and in_deck)):
            first[card] -= 1
            self.hand.remove(card)
        else:
            self.deck.reverse()  # the one nearest to the top
            self.deck.remove(card)
            self.deck.reverse()
