"""Whole moves for search: everything a seat could declare with the cards that it holds.

Nothing looks ahead here, and no reason is told. As soon as a rule waits for no argument, the domains of those that are left do not depend
on each other: they are multiplied out without running the rule again. What a printed text does that the catalogue does not say is for
people to declare, so a list of operations is empty, and an action that needs one is no move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, islice, permutations, product
from typing import Any

from msgspec.structs import fields

from tapete.core.actions import Action
from tapete.core.answers import bare
from tapete.core.board import Board
from tapete.core.domains import Domain, Undecided, each, maybe, one_of, row, some
from tapete.core.judge import Survey

OPERATIONS = "ops"
"""The argument that says what a text does that the catalogue does not say."""

MOST_VALUES = 4_096
"""Most values of one argument that are multiplied out, where nobody says."""


class Hand:
    """The cards that a seat may name where any known card could be named: those that it holds.

    Args:
        board: where it would name them. cards: their ids, a copy as often as it is held; None: any card.
    """

    def __init__(self, board: Board[Any], cards: Collection[str] | None) -> None:
        self._lists: tuple[Any, ...] = () if cards is None else getattr(board, "unseen", ())
        self._held = Counter(cards or ())

    def unseen(self, domain: Domain) -> bool:
        """Say whether a domain asks for a card that nobody else sees: then each known card is a candidate."""
        inner = bare(domain)
        if isinstance(inner, row | each):
            return any(map(self.unseen, inner.places if isinstance(inner, row) else inner.keys.values()))
        asked = inner.of if isinstance(inner, some) else inner
        return isinstance(asked, one_of) and any(asked.all is one or asked.all[: len(one)] == one for one in self._lists)

    def values(self, domain: Domain) -> Iterator[Any]:
        """Yield the values of a domain; of unseen cards, only those that the seat holds."""
        if not self.unseen(domain):
            yield from domain.values()
        elif isinstance(domain, one_of):
            yield from (card for card in self._held if not domain.refusals(card))
        elif isinstance(domain, some):
            yield from self._several(domain)
        elif isinstance(domain, maybe):
            yield from (value for value in chain((None,), self.values(domain.of)))
        elif isinstance(domain, row):
            found = product(*(tuple(self.values(place)) for place in domain.places))
            yield from (value for value in found if not domain.refusals(value) and self.has(domain, value))
        else:
            yield from (value for value in domain.values() if self.has(domain, value))

    def _several(self, domain: some) -> Iterator[tuple[str, ...]]:
        """Several cards at once, none oftener than it is held."""
        order = [card for card in domain.of.all if card in self._held]
        cards = [card for card in order for _ in range(self._held[card] if domain.repeat else 1)]
        for number in range(domain.least, min(domain.most, len(cards)) + 1):
            found = dict.fromkeys(permutations(cards, number) if domain.ordered else _combinations(cards, number))
            yield from (chosen for chosen in found if not domain.refusals(chosen))

    def has(self, domain: Domain, value: Any) -> bool:
        """Say whether the cards that a value names out of the hand are held."""
        return self.named(domain, value) <= self._held

    def named(self, domain: Domain, value: Any) -> Counter[str]:
        """Count the cards that a value names out of the hand."""
        inner = bare(domain)
        if value is None or not self.unseen(inner):
            return Counter()
        if isinstance(inner, row):
            return sum((self.named(place, one) for place, one in zip(inner.places, value, strict=True)), Counter())
        if isinstance(inner, each):
            return sum((self.named(part, value[name]) for name, part in inner.keys.items()), Counter())
        return Counter(value) if isinstance(inner, some) else Counter((value,))

    def holds(self, chosen: Iterable[Counter[str]]) -> bool:
        """Say whether all that several arguments name out of the hand is held."""
        return sum(chosen, Counter()) <= self._held


def _combinations(cards: Sequence[str], number: int) -> Iterator[tuple[str, ...]]:
    places = {card: place for place, card in enumerate(dict.fromkeys(cards))}
    return (chosen for chosen in permutations(cards, number) if list(chosen) == sorted(chosen, key=places.__getitem__))


def moves(
    kind: type[Action], board: Board[Any], given: Mapping[str, Any], cards: Collection[str] | None = None, most: int = MOST_VALUES
) -> Iterator[Action]:
    """Yield every legal action of a kind that completes a draft, with cards that are held.

    Args:
        kind, board, given: the action, where it would be declared, and the arguments chosen so far, which must be legal.
        cards: what is held, a copy as often as it is there; None: any card. most: values of one argument that are looked at.
    """
    if OPERATIONS in kind.__struct_fields__:
        if _needs_operations(kind):
            return
        given = {OPERATIONS: (), **given}
    hand = Hand(board, cards)
    yield from (kind(**chosen) for chosen in _whole(kind, board, dict(given), (), hand, most))


@cache
def _needs_operations(kind: type[Action]) -> bool:
    return any(field.name == OPERATIONS and field.required for field in fields(kind))


def _whole(
    kind: type[Any], board: Board[Any], given: dict[str, Any], spent: tuple[Counter[str], ...], hand: Hand, most: int
) -> Iterator[dict[str, Any]]:
    """Yield the arguments of every whole action; `spent` are the cards that those in the draft name out of the hand."""
    survey = Survey(kind, board, given, explain=False, filled=given)
    if survey.barred():
        return
    open_ = {name: domain for name, domain in survey.domains.items() if name not in given}
    waits, values = survey.on, dict[str, tuple[Any, ...]]()
    for name, domain in open_.items() if waits is None else ():
        try:
            values[name] = tuple(islice(hand.values(domain), most))
        except Undecided as undecided:  # not every candidate could be judged: another argument comes first
            waits = undecided.args[0]
            break
    if waits is not None:
        domain = open_[waits]
        names = hand.unseen(domain)
        for value in islice(hand.values(domain), most):
            named = (*spent, hand.named(domain, value)) if names else spent
            yield from _whole(kind, board, {**given, waits: value}, named, hand, most)
        return
    if len(given) + len(values) < len(kind.__struct_fields__):
        return
    asking = [name for name in values if hand.unseen(open_[name])]
    for chosen in product(*values.values()):
        made = dict(zip(values, chosen, strict=True))
        if not (spent or asking[1:]) or hand.holds([*spent, *(hand.named(open_[name], made[name]) for name in asking)]):
            yield {**given, **made}
