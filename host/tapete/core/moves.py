"""Whole moves for search: everything a seat could declare with the cards that it holds.

Nothing looks ahead here, and no reason is told. As soon as a rule waits for no argument, the domains of those that are left do not depend
on each other: they are multiplied out without running the rule again. What a printed text does that the catalogue does not say is for
people to declare, so a list of operations is empty, and an action that needs one is no move.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, islice, permutations, product
from typing import Any, NamedTuple

from msgspec.structs import fields

from tapete.core.actions import Action, Draft, Terms, terms_of
from tapete.core.answers import bare
from tapete.core.board import Board
from tapete.core.domains import Domain, Undecided, each, maybe, one_of, row, some
from tapete.core.seats import Seat
from tapete.core.turns import TurnAction

OPERATIONS = "ops"
"""The argument that says what a text does that the catalogue does not say."""

FEW = 6
"""Options of a choice of several that are counted at once, without asking before whether any choice holds."""

IN_PARTS = (row, each)
"""Domains of several values, each from a domain of its own."""

MOST_VALUES = 4_096
"""Most values of one argument that are multiplied out, where nobody says."""


class Hand:
    """The cards that a seat may name where any known card could be named: those that it holds.

    Args:
        board: where it would name them. cards: their ids, a copy as often as it is held; None: any card.
    """

    def __init__(self, board: Board[Any], cards: Collection[str] | None) -> None:
        self._lists: tuple[Any, ...] = () if cards is None else getattr(board, "unseen", ())
        held = tuple(cards or ())
        self._held = {card: held.count(card) for card in held}
        self._judged: tuple[Any, tuple[Any, ...]] = (None, ())
        """The last domain of cards of which it was asked, and those that it takes."""
        self._compared: dict[int, tuple[tuple[Any, ...], bool]] = {}
        """By the identity of candidates: they themselves, so that it stays theirs, and whether they are all known cards."""

    def unseen(self, domain: Domain) -> bool:
        """Say whether a domain asks for a card that nobody else sees: then each known card is a candidate."""
        if isinstance(domain, one_of):
            return self._are_all(domain.all)
        inner = bare(domain)
        if isinstance(inner, IN_PARTS):
            return any(map(self.unseen, inner.places if isinstance(inner, row) else inner.keys.values()))
        asked = inner.of if isinstance(inner, some) else inner
        return isinstance(asked, one_of) and self._are_all(asked.all)

    def _are_all(self, candidates: tuple[Any, ...]) -> bool:
        """Say whether candidates begin with all known cards."""
        found = self._compared.get(id(candidates))
        if found is None:
            first = candidates[:1]
            among = bool([one for one in self._lists if first == one[:1] and candidates[: len(one)] == one])
            found = self._compared[id(candidates)] = candidates, among
        return found[1]

    def first(self, domain: Domain, most: int) -> tuple[Any, ...]:
        """Return so many values of a domain at most; of unseen cards, only those that the seat holds."""
        if isinstance(domain, one_of):
            return (self._taken(domain) if self.unseen(domain) else domain.options())[:most]
        return tuple(islice(self.values(domain), most))

    def values(self, domain: Domain) -> Iterator[Any]:
        """Yield the values of a domain; of unseen cards, only those that the seat holds."""
        if not self.unseen(domain):
            yield from domain.values()
        elif isinstance(domain, one_of):
            yield from self._taken(domain)
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
        taken = self._taken(domain.of)
        order = [card for card in domain.of.all if card in taken]
        cards = [card for card in order for _ in range(self._held[card] if domain.repeat else 1)]
        for number in range(domain.least, min(domain.most, len(cards)) + 1):
            found = dict.fromkeys(permutations(cards, number) if domain.ordered else _combinations(cards, number))
            yield from (chosen for chosen in found if all(bound.holds(chosen) for bound in domain.sums))

    def has(self, domain: Domain, value: Any) -> bool:
        """Say whether the cards that a value names out of the hand are held."""
        return self.holds(self.named(domain, value))

    def named(self, domain: Domain, value: Any) -> tuple[str, ...]:
        """The cards that a value names out of the hand, a copy as often as it is named."""
        inner = bare(domain)
        if value is None or not self.unseen(inner):
            return ()
        if isinstance(inner, row):
            return tuple(chain.from_iterable(map(self.named, inner.places, value)))
        if isinstance(inner, each):
            return tuple(chain.from_iterable(self.named(part, value[name]) for name, part in inner.keys.items()))
        return tuple(value) if isinstance(inner, some) else (value,)

    def holds(self, named: tuple[str, ...]) -> bool:
        """Say whether all these cards are held, a copy as often as it is named."""
        held = self._held
        return all(named.count(card) <= held.get(card, 0) for card in named)

    def few(self, domain: Domain, most: int) -> tuple[Any, ...] | None:
        """Return so many values of a domain at most, where they are counted as fast as one of them is looked for; else None."""
        if isinstance(domain, one_of):
            return self.first(domain, most)
        if isinstance(domain, some):
            quick = domain.most == 0 or (not domain.repeat and len(domain.of.all) <= FEW)
        else:
            quick = isinstance(domain, row) and len(domain.places) <= 1
        return self.first(domain, most) if quick else None

    def _taken(self, domain: one_of) -> tuple[Any, ...]:
        """The held cards that a domain takes; each is judged once."""
        of, taken = self._judged
        if of is not domain:
            taken = tuple(filter(domain.takes, self._held))
            self._judged = domain, taken
        return taken


def _combinations(cards: Sequence[str], number: int) -> Iterator[tuple[str, ...]]:
    places = {card: place for place, card in enumerate(dict.fromkeys(cards))}
    return (chosen for chosen in permutations(cards, number) if list(chosen) == sorted(chosen, key=places.__getitem__))


def moves(kinds: Iterable[type[Action]], board: Board[Any], seat: Seat | None, hand: Hand, most: int = MOST_VALUES) -> Iterator[Action]:
    """Yield every legal action of some kinds, with cards that are held.

    Args:
        kinds: the actions, all of a seat or all of nobody's. board: where they would be declared. seat: whose; None: nobody's.
        hand: what is held. most: values of one argument that are looked at.
    """
    given = {} if seat is None else {"seat": seat}
    for kind in kinds:
        known = _known_of(kind)
        if known.needs_operations or (known.whose is not None and known.whose(board) != seat):
            continue
        draft = {OPERATIONS: (), **given} if known.takes_operations else dict(given)
        drafts: list[tuple[dict[str, Any], tuple[str, ...]]] = [(draft, ())]
        while drafts:
            left = _left(known, board, *drafts.pop(), hand, most)
            if left is None:
                continue
            if left.waits is None:
                yield from _whole(kind, left, hand)
            elif left.waits in left.draft:  # it was asked for before it was said, and is the only one by now
                drafts.append((left.draft, left.spent))
            else:
                domain = left.domains[left.waits]
                drafts += [
                    ({**left.draft, left.waits: value}, left.spent + hand.named(domain, value))
                    for value in reversed(hand.first(domain, most))
                ]


class _Known(NamedTuple):
    """What a list knows of a kind before it asks the rule.

    `whose` says whose turn it is where others are refused: `TurnAction.bars` says so too, but it is not worth a draft, a rule and a reason
    for each kind. `terms` is what has to be asked then, nothing twice.
    """

    kind: type[Action]
    terms: Callable[[Any, Any], Terms]
    whose: Callable[[Any], Seat | None] | None
    takes_operations: bool
    needs_operations: bool


@cache
def _known_of(kind: type[Action]) -> _Known:
    needs = {field.name: field.required for field in fields(kind)}
    terms: Callable[[Any, Any], Terms] = partial(terms_of, kind)
    whose: Callable[[Any], Seat | None] | None = None
    if issubclass(kind, TurnAction):
        whose = kind.whose
        if kind.bars is TurnAction.bars and kind.seat_out is None:
            terms = kind.terms
    return _Known(kind, terms, whose, OPERATIONS in needs, needs.get(OPERATIONS, False))


class _Left(NamedTuple):
    """What a rule leaves open of a draft.

    `draft` are the arguments chosen so far, among them each of which a single value is left, and `spent` the cards that they name out
    of the hand. `waits` is the argument that comes next; None: the `values` of those that are left do not depend on each other.
    """

    draft: dict[str, Any]
    spent: tuple[str, ...]
    waits: str | None
    domains: dict[str, Domain]
    values: dict[str, tuple[Any, ...]]


def _left(known: _Known, board: Board[Any], draft: dict[str, Any], spent: tuple[str, ...], hand: Hand, most: int) -> _Left | None:
    """Ask the rule what it leaves open of a draft, which is filled in as far as a single value is left; None: nothing completes it."""
    domains: dict[str, Domain] = {}
    values: dict[str, tuple[Any, ...]] = {}
    waits: str | None = None
    kind = known.kind
    try:
        for said in known.terms(Draft(kind, draft), board):
            if said is None:
                continue
            if not isinstance(said, tuple):  # a demand that failed
                return None
            name, domain = said
            if name in draft:
                continue
            try:
                found = hand.few(domain, most)
                none = domain.empty() if found is None else not found
            except Undecided as undecided:  # not every candidate can be judged: another argument comes first
                waits = waits or undecided.args[0]
                continue
            if none:
                return None
            if found is not None and len(found) == 1:
                draft[name] = found[0]
                spent += hand.named(domain, found[0])
                continue
            domains[name] = domain
            if found is not None:
                values[name] = found
        for name, domain in domains.items() if waits is None else ():
            values[name] = values[name] if name in values else hand.first(domain, most)
    except Undecided as undecided:
        waits = waits or undecided.args[0]
    if waits is None and len(draft) + len(values) < len(kind.__struct_fields__):
        return None
    return _Left(draft, spent, waits, domains, values)


def _whole(kind: type[Any], left: _Left, hand: Hand) -> Iterator[Action]:
    """Yield what the values of the last arguments make of a draft."""
    draft, spent, domains = left.draft, left.spent, left.domains
    if spent and not hand.holds(spent):
        return
    values = {name: left.values[name] for name in domains}
    asking = [name for name in values if hand.unseen(domains[name])] if spent or len(values) > 1 else []
    if spent and len(asking) == 1:  # each value is judged once, and not with each of the others
        (name,) = asking
        values[name] = tuple(one for one in values[name] if hand.holds(spent + hand.named(domains[name], one)))
    made, names, several = dict(draft), tuple(values), len(asking) > 1
    for chosen in product(*values.values()):
        made.update(zip(names, chosen))  # noqa: B905 - one for each name; checking it takes as long as the rest
        if not several or hand.holds(sum((hand.named(domains[name], made[name]) for name in asking), spent)):
            yield kind(**made)
