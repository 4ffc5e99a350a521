"""What a hand of Mamlejet will bring, if a card is drawn each round and what can be paid is played: for mulligans and resources.

Fights are not played here: a card is worth what a judge says for the rounds that are left when it is played. What is drawn is dealt at
random from the cards that nobody has seen, the same for all that is compared.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from tapete.games.mamlejet import operations as ops
from tapete.games.mamlejet.cards import Card
from tapete.games.mamlejet.figures import COLOURS, Wealth

DEALS = 24
"""So many orders of the cards to come are looked at."""


class Playable(NamedTuple):
    """A card as a hand is played ahead.

    `makes`: wealth of each colour that it makes, if it is a resource. `costs`: the same of its cost, and `whole` with the grey part.
    `worth`: what it brings, by the rounds that are left. `draws`: how many cards it brings to the hand.
    """

    makes: tuple[int, ...] | None
    costs: tuple[int, ...]
    whole: int
    worth: tuple[float, ...]
    draws: int


def playable(card: Card, worth: Callable[[int], float], rounds: int) -> Playable:
    """A card as it is played ahead.

    Args:
        worth: what it brings by the rounds that are left, 0..`rounds`.
    """
    effects = [*card.effects, *(op for ability in card.abilities if ability.on == "enters_self" for op in ability.effects)]
    return Playable(
        _by_colour(card.produces) if card.produces is not None else None,
        tuple([getattr(card.cost, colour) for colour in COLOURS]),
        card.cost.total,
        tuple([worth(left) for left in range(rounds + 1)]),
        sum(op.n for op in effects if isinstance(op, ops.Draw) and op.player == "controller"),
    )


def _by_colour(wealth: Wealth) -> tuple[int, ...]:
    return tuple([getattr(wealth, colour) for colour in COLOURS])


class Outlook:
    """The rounds that are left, as a hand is played through them.

    Args:
        unseen: the cards that may still be drawn, in any order. made: what the resources in play make each round.
        rounds: that are left, this one included; each card must be worth something for all of them. deals: orders that are looked at.
    """

    def __init__(self, unseen: Iterable[Playable], made: Wealth, rounds: int, deals: int = DEALS) -> None:
        chance, cards = random.Random(rounds), list(unseen)
        self._made, self._rounds = _by_colour(made), rounds
        self._orders = [chance.sample(cards, len(cards)) for _ in range(deals)]

    def of(self, hand: Sequence[Playable], first: Playable | None = None) -> float:
        """What a hand brings on average.

        Args:
            first: the resource of the hand that is played in this round; None: the one that is missed most.
        """
        return sum(self._played(list(hand), order, first) for order in self._orders) / len(self._orders)

    def fresh(self, number: int) -> float:
        """What a new hand of so many cards brings on average."""
        return sum(self._played(order[:number], order[number:], None) for order in self._orders) / len(self._orders)

    def _played(self, hand: list[Playable], order: Sequence[Playable], first: Playable | None) -> float:
        """What one course of draws brings; the first card of the order is drawn in the next round."""
        made, total, drawn = list(self._made), 0.0, iter(order)
        for left in range(self._rounds, 0, -1):
            if left < self._rounds and (card := next(drawn, None)) is not None:
                hand.append(card)
            resource = first if left == self._rounds and first is not None else _missed(hand, made, left)
            if resource is not None and resource.makes is not None:
                hand.remove(resource)
                made = [have + more for have, more in zip(made, resource.makes, strict=True)]
            pool, again = list(made), True
            while again:
                again = False
                for card in sorted(hand, key=lambda one: -one.worth[left]):
                    if card.makes is None and _pay(pool, card):
                        hand.remove(card)
                        total += card.worth[left]
                        hand += [more for more in (next(drawn, None) for _ in range(card.draws)) if more is not None]
                        again = again or card.draws > 0
        return total


def _missed(hand: Sequence[Playable], made: Sequence[int], left: int) -> Playable | None:
    """The resource in hand without which most could not be paid."""
    resources = {card.makes: card for card in hand if card.makes is not None}
    if len(resources) < 2:
        return next(iter(resources.values()), None)

    def helps(makes: tuple[int, ...]) -> float:
        after = [have + more for have, more in zip(made, makes, strict=True)]
        return sum(card.worth[left] * 0.5 ** _lacks(after, card) for card in hand if card.makes is None)

    return resources[max(resources, key=helps)]


def _lacks(have: Sequence[int], card: Playable) -> int:
    """How many points a card's cost lacks."""
    coloured, rest = 0, card.whole
    for due, had in zip(card.costs, have, strict=True):
        rest -= had
        if due > had:
            coloured += due - had
    return coloured if coloured > rest else rest


def _pay(pool: list[int], card: Playable) -> bool:
    """Pay for a card out of a pool, the grey part with the colour of which most is left; say whether it could be paid."""
    if _lacks(pool, card):
        return False
    for place, due in enumerate(card.costs):
        pool[place] -= due
    for _point in range(card.whole - sum(card.costs)):
        pool[pool.index(max(pool))] -= 1
    return True
