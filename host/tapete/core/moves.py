"""Whole moves for search: everything a seat could declare with the cards that it holds.

Nothing looks ahead here, and no reason is told. As soon as a rule waits for no argument, the domains of those that are left do not depend
on each other: they are multiplied out without running the rule again. What a printed text does that the catalogue does not say is for
people to declare, so a list of operations is empty, and an action that needs one is no move.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache, partial
from inspect import getattr_static
from itertools import chain, islice, permutations, product
from typing import Any, NamedTuple

from msgspec.structs import fields, replace

from tapete.core.actions import Action, Draft, Terms, draft_of, terms_of
from tapete.core.answers import bare
from tapete.core.board import Board
from tapete.core.domains import Domain, Undecided, each, maybe, one_of, row, some, soon_counted
from tapete.core.seats import Seat
from tapete.core.turns import TurnAction

OPERATIONS = "ops"
"""The argument that says what a text does that the catalogue does not say."""

IN_PARTS = (row, each)
"""Domains of several values, each from a domain of its own."""

MOST_VALUES = 4_096
"""Most values of one argument that are multiplied out, unless the caller gives another number."""


class Hand:
    """The cards that a seat may name where any known card could be named: those that it holds.

    Args:
        board: where it would name them. cards: their ids, a copy as often as it is held; None: any card.
    """

    __slots__ = ("_any", "_board", "_compared", "_held", "_judged")

    def __init__(self, board: Board[Any], cards: Collection[str] | None) -> None:
        self._board, self._any = board, cards is None
        self._held: dict[str, int] = {}
        for card in cards or ():
            self._held[card] = self._held.get(card, 0) + 1
        self._judged: tuple[Any, tuple[Any, ...]] = (None, ())
        """The last domain of cards that was asked about, and the cards that it takes."""
        self._compared: dict[int, tuple[tuple[Any, ...], bool]] = {}
        """By the identity of candidates: they themselves, so that it stays theirs, and whether they are all known cards."""

    def unseen(self, domain: Domain) -> bool:
        """Say whether a domain asks for a card that nobody else sees: then each known card is a candidate."""
        inner = domain if isinstance(domain, one_of) else bare(domain)
        if isinstance(inner, IN_PARTS):
            return any(map(self.unseen, inner.places if isinstance(inner, row) else inner.keys.values()))
        asked = inner.of if isinstance(inner, some) else inner
        if not isinstance(asked, one_of):
            return False
        candidates = asked.all
        if not candidates or type(candidates[0]) is not str:  # a card's id is a word
            return False
        compared = self._compared.get(id(candidates))
        return self._compare(candidates) if compared is None else compared[1]

    def _compare(self, candidates: tuple[Any, ...]) -> bool:
        """Say whether candidates begin with all known cards, and keep the answer."""
        first, lists = candidates[:1], () if self._any else getattr(self._board, "unseen", ())
        among = bool([one for one in lists if first == one[:1] and candidates[: len(one)] == one])
        self._compared[id(candidates)] = candidates, among
        return among

    def first(self, domain: Domain, most: int, spent: tuple[str, ...], unseen: bool) -> tuple[Any, ...]:
        """Return so many values of a domain at most.

        Args:
            domain: of unseen cards, only those that the seat holds. most: so many.
            spent: cards of the hand that are named elsewhere. unseen: what `unseen` says of the domain.
        """
        if isinstance(domain, one_of):
            return (self._left(domain, spent) if unseen else domain.options())[:most]
        return tuple(islice(self._held_of(domain, spent) if unseen else domain.values(), most))

    def values(self, domain: Domain, spent: tuple[str, ...] = ()) -> Iterator[Any]:
        """Return the values of a domain (arguments as for `first`)."""
        return self._held_of(domain, spent) if self.unseen(domain) else domain.values()

    def _held_of(self, domain: Domain, spent: tuple[str, ...]) -> Iterator[Any]:
        """Yield those values of a domain of unseen cards for which the seat holds the cards."""
        if isinstance(domain, one_of):
            yield from self._left(domain, spent)
        elif isinstance(domain, some):
            yield from self._several(domain, spent)
        elif isinstance(domain, maybe):
            yield from chain((None,), self.values(domain.of, spent))
        elif isinstance(domain, row):
            found = product(*[tuple(self.values(place, spent)) for place in domain.places])
            yield from (value for value in found if not domain.refusals(value) and self.holds(spent + self.named(domain, value)))
        else:
            yield from (value for value in domain.values() if self.holds(spent + self.named(domain, value)))

    def _several(self, domain: some, spent: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Several cards at once, none oftener than it is held."""
        taken = self._taken(domain.of)
        left = [(card, self._held[card] - spent.count(card)) for card in domain.of.all if card in taken]
        cards = [card for card, number in left for _ in range(number if domain.repeat else min(number, 1))]
        for number in range(domain.least, min(domain.most, len(cards)) + 1):
            found = dict.fromkeys(permutations(cards, number) if domain.ordered else _combinations(cards, number))
            yield from (chosen for chosen in found if all(bound.holds(chosen) for bound in domain.sums))

    def named(self, domain: Domain, value: Any) -> tuple[str, ...]:
        """The cards that a value of a domain of unseen cards names out of the hand, a copy as often as it is named."""
        if value is None:
            return ()
        if isinstance(domain, one_of):
            return (value,)
        inner = bare(domain)
        if isinstance(inner, row):
            parts = zip(inner.places, value, strict=True)
        elif isinstance(inner, each):
            parts = zip(inner.keys.values(), map(value.__getitem__, inner.keys), strict=True)
        else:
            return tuple(value) if isinstance(inner, some) else (value,)
        return tuple(chain.from_iterable(self.named(part, one) for part, one in parts if self.unseen(part)))

    def holds(self, named: tuple[str, ...]) -> bool:
        """Say whether all these cards are held, a copy as often as it is named."""
        held = self._held
        return all(named.count(card) <= held.get(card, 0) for card in named)

    def few(self, domain: Domain, most: int, spent: tuple[str, ...], unseen: bool) -> tuple[Any, ...] | None:
        """Return what `first` does where it is counted as fast as one value is looked for; else None."""
        return self.first(domain, most, spent, unseen) if soon_counted(domain) else None

    def _left(self, domain: one_of, spent: tuple[str, ...]) -> tuple[Any, ...]:
        """The held cards that a domain takes and that are not all spent."""
        taken = self._taken(domain)
        return tuple([card for card in taken if self._held[card] > spent.count(card)]) if spent else taken

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


def moves(kinds: tuple[type[Action], ...], board: Board[Any], seat: Seat | None, hand: Hand, most: int = MOST_VALUES) -> Iterator[Action]:
    """Yield every legal action of some kinds, with cards that are held.

    Args:
        kinds: the actions, all of a seat or all without one. board: where they would be declared. seat: whose; None: they have none.
        hand: what is held. most: values of one argument that are looked at.
    """
    filling = _DraftCompletion(board, hand, most)
    given = {} if seat is None else {"seat": seat}
    for known in _all_facts(kinds, seat == getattr(board, "active", None)):
        if known.whose is not None and known.whose(board) != seat:
            continue
        if known.asks_nothing:
            yield known.kind(**given)
            continue
        filling.later.append(({OPERATIONS: (), **given} if known.takes_operations else dict(given), ()))
        while filling.later:
            if filling.fills(known, *filling.later.pop()):
                yield from filling.whole(known.kind)


class _KindFacts(NamedTuple):
    """What is known of a kind of action before its rule is asked.

    Others than the seat whose turn it is are refused: mostly the active one's (`is_active`), else `whose` says whose it is.
    `TurnAction.bars` says so too, but it is not worth a draft, a rule and a reason for each kind. `terms` is what has to be asked then,
    nothing twice; an action that `asks_nothing` has no rule, and no argument but the seat.
    """

    kind: type[Action]
    drafts: type[Draft]
    terms: Callable[[Any, Any], Terms]
    whose: Callable[[Any], Seat | None] | None
    is_active: bool
    takes_operations: bool
    needs_operations: bool
    asks_nothing: bool


@cache
def _all_facts(kinds: tuple[type[Action], ...], active: bool) -> tuple[_KindFacts, ...]:
    """Return what a list knows of kinds that can be moves: of the active seat, or of another."""
    found = [known for known in map(_facts_of, kinds) if not known.needs_operations]
    return tuple(known for known in found if active or not known.is_active)


def _facts_of(kind: type[Action]) -> _KindFacts:
    needs = {field.name: field.required for field in fields(kind)}
    barred = kind.bars is not None
    whose: Callable[[Any], Seat | None] | None = None
    if issubclass(kind, TurnAction):
        whose = kind.whose
        barred = kind.bars is not TurnAction.bars or kind.seat_out is not None
    terms: Callable[[Any, Any], Terms] = partial(terms_of, kind) if barred else kind.terms
    is_active = whose is not None and getattr_static(kind, "whose") is vars(TurnAction)["whose"]
    whose = None if is_active else whose
    asks_nothing = terms is Action.terms and not needs.keys() - {"seat"}
    return _KindFacts(kind, draft_of(kind), terms, whose, is_active, OPERATIONS in needs, needs.get(OPERATIONS, False), asks_nothing)


class _NoCompletion(Exception):
    """Nothing completes a draft."""


class _DraftCompletion:
    """Drafts of one action after the other, filled in until its rule needs no more.

    An argument that the rule reads gets its first value at once; with each of the others the rule is run again, `later`.
    The values of those that it does not read do not depend on each other.

    Args:
        board, hand, most: as for `moves`.
    """

    __slots__ = ("board", "domains", "draft", "hand", "later", "most", "spent", "unseen", "values")

    def __init__(self, board: Board[Any], hand: Hand, most: int) -> None:
        self.board, self.hand, self.most = board, hand, most
        self.later: list[tuple[dict[str, Any], tuple[str, ...]]] = []
        """Drafts that are still to be filled, each with the cards out of the hand that it names."""
        self.draft: dict[str, Any]
        self.spent: tuple[str, ...]
        self.domains: dict[str, Domain]
        """The known choices for each argument that has more than one value and has not been read."""
        self.unseen: dict[str, bool]
        """Of those, and of what was read: whether cards of the hand are chosen."""
        self.values: dict[str, tuple[Any, ...]]

    def fills(self, known: _KindFacts, draft: dict[str, Any], spent: tuple[str, ...]) -> bool:
        """Ask a rule what a draft leaves open; return whether the draft can be completed."""
        self.draft, self.spent, self.domains, self.unseen, self.values = draft, spent, {}, {}, {}
        waits: str | None = None
        try:
            try:
                for said in known.terms(known.drafts(draft, self.read), self.board):
                    if said is None:
                        continue
                    if not isinstance(said, tuple):  # a demand that failed
                        return False
                    name, domain = said
                    if name in draft:
                        continue
                    unseen = self.unseen[name] = self.hand.unseen(domain)
                    try:
                        found = self.hand.few(domain, self.most, self.spent, unseen)
                    except Undecided as undecided:
                        waits = waits or undecided.args[0]
                        continue
                    if found is not None and len(found) < 2:
                        if not found:
                            return False
                        self._choose(name, domain, found)
                        continue
                    self.domains[name] = domain
                    if found is not None and not unseen:  # of the hand less may be left by then
                        self.values[name] = found
            except Undecided as undecided:
                waits = waits or undecided.args[0]
            if waits is not None:  # it was read before its values were known; by now they are
                if waits not in draft:
                    self.read(waits)
                self.later.append((draft, self.spent))
                return False
            spent = self.spent
            for name, domain in list(self.domains.items()):
                if name in self.domains and name not in self.values:
                    self.values[name] = self.hand.first(domain, self.most, spent, self.unseen[name])
            if self.spent != spent:  # what was counted before may name a card that is spent by now
                self.later.append((draft, self.spent))
                return False
        except _NoCompletion:
            return False
        return len(draft) + len(self.values) == len(known.kind.__struct_fields__)

    def read(self, name: str) -> Any:
        """Give an argument that the rule reads its first value, and queue its other values.

        Raises:
            _NoCompletion: there is none. Undecided: what it may be is not said yet.
        """
        if name not in self.domains:
            raise Undecided(name)
        domain, found = self.domains[name], self.values.pop(name, None)
        if found is None:
            found = self.hand.first(domain, self.most, self.spent, self.unseen[name])
        del self.domains[name]
        return self._choose(name, domain, found)

    def _choose(self, name: str, domain: Domain, found: tuple[Any, ...]) -> Any:
        if not found:
            raise _NoCompletion
        draft, spent, unseen, named = self.draft, self.spent, self.unseen[name], self.hand.named
        for value in found[:0:-1]:
            self.later.append(({**draft, name: value}, spent + named(domain, value) if unseen else spent))
        draft[name] = first = found[0]
        if unseen:
            self.spent = spent + named(domain, first)
        return first

    def whole(self, kind: type[Any]) -> Iterator[Action]:
        """Yield the actions that the values of the last arguments make of a draft."""
        draft, domains, values = self.draft, self.domains, self.values
        if self.spent and not self.hand.holds(self.spent):
            return
        if not values:
            yield kind(**draft)
            return
        *outer, last = domains
        asking = [name for name in values if self.unseen[name]] if len(values) > 1 else []
        for chosen in product(*[values[name] for name in outer]):
            made, before = {**draft, **dict(zip(outer, chosen, strict=True))}, None
            for value in values[last]:
                made[last] = value
                if len(asking) > 1 and not self._holds(made, asking):
                    continue
                # One with another last argument is made in half the time of a new one.
                before = kind(**made) if before is None else replace(before, **{last: value})
                yield before

    def _holds(self, made: dict[str, Any], asking: Sequence[str]) -> bool:
        """Say whether the hand holds what a draft names, and what these arguments name."""
        named = (self.hand.named(self.domains[name], made[name]) for name in asking)
        return self.hand.holds(sum(named, self.spent))
