"""How a strong player plays Shazamm with spells: bid and cards of a turn as one game with hidden hands, solved roughly.

Bid and cards are laid down together, before either is seen (SHZ-R69). So both players choose a bid and cards out of the hand at once; the
rival's hands are drawn out of the cards that are not used yet. What a turn leaves is worth what it is worth without spells, and a card in
hand a little more than nothing (`PRICES`). Regret matching finds one mix of own choices, and one of the rival's for each of his hands.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain, cycle
from operator import itemgetter, mul
from typing import NamedTuple

from tapete.bots.shazamm.exact import Guess, Moment
from tapete.bots.shazamm.perfect_values import COINS, HIT, Values
from tapete.bots.shazamm.turn import Left, Met, meet, met
from tapete.games.shazamm.constants import CLONE, MOST_RECYCLED, RECYCLE

BIDS = (1, 2, 4, 6, 8, 10, 12, 15, 19, 25, 32, 40)
"""Bids that are tried; of those above the rival's reserve only the first."""

HANDS = 3
"""So many hands of the rival's are drawn."""

ROUNDS = (24, 200)
"""Regret matching goes round so often at least, and at most while there is time."""

MOST_BOUND = 0.7
"""How firmly a rival is thought to be bound to his habit once enough of his bids have been seen."""

TRIFLE = 0.02
"""A choice with less probability than this is not played."""

PRICES = (0.0, 0.10, 0.04, 0.08, 0.08, 0.12, 0.06, 0.08, 0.10, 0.10, 0.08, 0.12, 0.08, 0.08, 0.10)
"""What an unused card is worth in the first round, by its number, as a part of a match."""


class Choice(NamedTuple):
    """What a player lays down: a bid and cards; and what the cards come to, once Clone stands for what it copies."""

    bid: int
    cards: tuple[int, ...]
    spells: tuple[int, ...]


def bids(own: int, other: int, pairs: Sequence[int] = BIDS) -> list[int]:
    """The bids that are worth trying."""
    high = min(own, other + 1)
    return sorted({*(bid for bid in pairs if bid < high), high})


def choices(own: int, other: int, hand: Sequence[int], copies: Sequence[int], silent: bool) -> list[Choice]:
    """Every bid with no card, and with each card of a hand.

    Args:
        own, other: both reserves. hand: the player's cards. copies: what a Clone may copy. silent: no spell works in this round.
    """
    found: list[Choice] = []
    for bid in bids(own, other):
        found.append(Choice(bid, (), ()))
        for card in () if silent else hand:
            if card == CLONE:
                found += [Choice(bid, (card,), (copy,)) for copy in copies]
            else:
                found.append(Choice(bid, (card,), (card,)))
    return found


Bids = list[tuple[int, int]]
"""Bids, each with the place of its choice among others."""


class Weighed(NamedTuple):
    """A choice, and what it is worth: -1 is a match lost, 1 a match won, as far as this model knows."""

    choice: Choice
    worth: float


class Turn:
    """One turn of two players who choose at once.

    Args:
        values: of the game without spells. at: the moment, from the player's own side. rounds_left: of the match, this one too; 1..7.
        prices: of unused cards in the first round.
    """

    def __init__(self, values: Values, at: Moment, rounds_left: int, prices: Sequence[float] = PRICES) -> None:
        self._values, self._at = values, at
        self._prices = [price * (rounds_left - 1) / 6 for price in prices]
        self._paid: dict[tuple[int, ...], float] = {}
        self._known: dict[Left, float] = {}

    def table(self, own: Sequence[Choice], other: Sequence[Choice]) -> list[list[float]]:
        """What each own choice (row) is worth against each of the rival's (column)."""
        columns = _by_spells(other)
        rows = [[0.0] * len(other) for _ in own]
        for (cards, spells), mine in _by_spells(own).items():
            for (others, answers), his in columns.items():
                price = self._price(others) - self._price(cards)
                worths = self._worths([bid for _, bid in mine], [bid for _, bid in his], spells, answers)
                for (n, _), line in zip(mine, worths, strict=True):
                    row = rows[n]
                    for (m, _), worth in zip(his, line, strict=True):
                        row[m] = worth + price
        return rows

    def _worths(self, bids: list[int], answers: list[int], spells: tuple[int, ...], others: tuple[int, ...]) -> list[list[float]]:
        """The part of a table where these spells meet. One who recycles changes his bid; where both do, nothing is reckoned with."""
        at, cards = self._at, _met(spells, others)
        if (RECYCLE in spells) == (RECYCLE in others):
            return self._leaves(bids, answers, cards)
        if RECYCLE in spells:
            changes = [_readjusted(bid, at.own) for bid in bids]
            changed = sorted(set(chain.from_iterable(changes)))
            lines = dict(zip(changed, self._leaves(changed, answers, cards), strict=True))
            return [[max(worth) for worth in zip(*map(lines.__getitem__, change), strict=True)] for change in changes]
        changes = [_readjusted(answer, at.other) for answer in answers]
        changed = sorted(set(chain.from_iterable(changes)))
        places = [list(map(changed.index, change)) for change in changes]
        return [[min(map(line.__getitem__, place)) for place in places] for line in self._leaves(bids, changed, cards)]

    def _leaves(self, bids: Sequence[int], answers: Sequence[int], cards: Met) -> list[list[float]]:
        """What the table is worth after each bid against each of the rival's."""
        at, known, leaf = self._at, self._known, self._leaf
        lines = meet(at.place, (at.own, at.other), bids, answers, cards)
        return [[known[left] if left in known else leaf(left) for left in line] for line in lines]

    def _price(self, cards: tuple[int, ...]) -> float:
        paid = self._paid.get(cards)
        if paid is None:
            paid = self._paid[cards] = float(sum(self._prices[card] for card in cards))
        return paid

    def _leaf(self, left: Left) -> float:
        """What the table is worth once a turn has left it so."""
        value = self._known.get(left)
        if value is None:
            at, (place, own, other, over) = self._at, left
            if over:
                value = self._values.end(at.start, max(-HIT, min(HIT, place)))
            else:
                value = self._values.worth(at.start, place, min(COINS, own), min(COINS, other))
            self._known[left] = value
        return value


_met = lru_cache(maxsize=1024)(met)
"""The same spells meet in every turn."""


def _by_spells(choices: Sequence[Choice]) -> dict[tuple[tuple[int, ...], tuple[int, ...]], Bids]:
    """Places and bids of choices, by their cards and what these come to."""
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], Bids] = {}
    for n, choice in enumerate(choices):
        found.setdefault((choice.cards, choice.spells), []).append((n, choice.bid))
    return found


def _readjusted(bid: int, mana: int) -> list[int]:
    return [changed for changed in (bid - MOST_RECYCLED, bid - 2, bid, bid + 2, bid + MOST_RECYCLED) if 1 <= changed <= mana]


class Habit(NamedTuple):
    """What each own choice is worth against a rival who plays as he has played, and how firmly he is thought to do so, 0..1."""

    worth: Sequence[float]
    binding: float


class Casts:
    """How often a rival casts, of the turns in which he could: seen from the spells that he has used when turns begin."""

    def __init__(self) -> None:
        self._turns = self._cast = 0
        self._used: int | None = None
        """How many spells he had used when the last turn began in which he could cast; None: he could not."""

    def see(self, used: int, *, can: bool) -> None:
        """A turn begins.

        Args:
            used: how many spells he has used. can: whether he can cast in this turn.
        """
        if self._used is not None and used >= self._used:  # fewer: something was undone
            self._turns += 1
            self._cast += used > self._used
        self._used = used if can else None

    @property
    def share(self) -> float:
        """The part of his turns in which he is expected to cast: every other one, until more is known."""
        return (self._cast + 1) / (self._turns + 2)


def habit(turn: Turn, own: Sequence[Choice], bids_seen: Sequence[int], cards: Sequence[int], casts: float) -> Habit:
    """What is made of a rival's last bids: he bids so again, and casts as often as he has.

    Args:
        bids_seen: his, out of the reserve that he has now. cards: some that he may hold; none: he cannot cast.
        casts: the part of his turns in which he casts, 0..1.
    """
    plain = [Choice(bid, (), ()) for bid in bids_seen]
    cast = [Choice(bid, (card,), (card,)) for bid, card in zip(bids_seen, cycle(cards), strict=False) if card != CLONE]
    if not plain:
        return Habit([0.0] * len(own), 0.0)
    often = casts if cast else 0.0
    shares = [(1 - often) / len(plain)] * len(plain) + [often / len(cast) for _ in cast]
    worth = [sum(map(mul, row, shares)) for row in turn.table(own, plain + cast)]
    return Habit(worth, MOST_BOUND * len(bids_seen) / Guess.SEEN)


class Mix(NamedTuple):
    """How often each own choice is played, and what it is worth against the rival's mix."""

    shares: list[float]
    worth: list[float]


def mix(tables: Sequence[Sequence[Sequence[float]]], more: Callable[[], bool], known: Habit | None = None) -> Mix:
    """The player's part of an equilibrium against a rival with several possible hands, by regret matching (RM+, alternating, averaged).

    Args:
        tables: for each hand of the rival, what each own choice (row) is worth against each of his. more: whether there is time.
        known: the rival's habit, to which he is bound with its probability (a restricted Nash response, roughly).
    """
    binding = known.binding if known is not None else 0.0
    habits = [binding * worth for worth in known.worth] if known is not None else [0.0] * len(tables[0])
    free = (1 - binding) / len(tables)
    size = len(tables[0])
    turned = [list(zip(*table, strict=True)) for table in tables]
    own_regret, total, worth = [0.0] * size, [0.0] * size, [0.0] * size
    regrets = [[0.0] * len(columns) for columns in turned]
    own, theirs = [1 / size] * size, [_matched(regret) for regret in regrets]
    for step in range(ROUNDS[1]):
        if step >= ROUNDS[0] and not more():
            break
        gains = habits[:]
        mine = Sparse(own)
        for hand, (table, columns, regret) in enumerate(zip(tables, turned, regrets, strict=True)):
            losses = mine.over(columns)
            here = sum(map(mul, theirs[hand], losses))
            regret[:] = [new if (new := old + here - loss) > 0.0 else 0.0 for old, loss in zip(regret, losses, strict=True)]
            theirs[hand] = _matched(regret)
            gains = [gain + free * worth for gain, worth in zip(gains, Sparse(theirs[hand]).over(table), strict=True)]
        here = sum(map(mul, own, gains))
        own_regret = [new if (new := old + gain - here) > 0.0 else 0.0 for old, gain in zip(own_regret, gains, strict=True)]
        own = _matched(own_regret)
        total = [old + (step + 1) * p for old, p in zip(total, own, strict=True)]
        worth = [old + (step + 1) * gain for old, gain in zip(worth, gains, strict=True)]
    whole = sum(total)
    return Mix([p / whole for p in total], [2 * gain / (step * step + 3 * step + 2) for gain in worth])


class Sparse:
    """A mix of which only the choices that are played are kept; most are not after a few rounds.

    Args:
        shares: how often each is played.
    """

    def __init__(self, shares: Sequence[float]) -> None:
        places = [n for n, p in enumerate(shares) if p]
        self._shares = [shares[n] for n in places]
        self._part = itemgetter(*places) if len(places) > 1 else None
        self._only = places[0]

    def over(self, rows: Sequence[Sequence[float]]) -> list[float]:
        """What each row comes to, weighed by this mix."""
        part, shares = self._part, self._shares
        if part is None:
            return [shares[0] * row[self._only] for row in rows]
        return [sum(map(mul, shares, part(row))) for row in rows]


def _matched(regret: Sequence[float]) -> list[float]:
    total = sum(regret)
    return [value / total for value in regret] if total > 0 else [1 / len(regret)] * len(regret)


def plan(
    turn: Turn,
    own: Sequence[Choice],
    hands: Sequence[Sequence[Choice]],
    rng: random.Random,
    more: Callable[[], bool],
    known: Habit | None = None,
) -> list[Weighed]:
    """A bid and cards, and after it the others that are played now and then or are worth most, the best first.

    Args:
        own: what the player may lay down. hands: the same of the rival, for each hand that he may have. more: whether there is time.
        known: the rival's habit.
    """
    every = {his: n for n, his in enumerate(dict.fromkeys(his for hand in hands for his in hand))}
    rows = turn.table(own, list(every))
    tables = [[[row[n] for n in places] for row in rows] for places in ([every[his] for his in hand] for hand in hands)]
    found = mix(tables, more, known)
    shares = [p if p >= TRIFLE else 0.0 for p in found.shares]
    drawn = rng.choices(own, shares)[0] if any(shares) else rng.choice(own)
    weighed = [Weighed(choice, worth) for choice, worth in zip(own, found.worth, strict=True)]
    return sorted(weighed, key=lambda one: (one.choice != drawn, -one.worth))
