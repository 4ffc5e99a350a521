"""Decks that players bring: what is wrong with one, and how a seat's own is registered at the table.

A list of cards is judged without a match too (`Game(cards=CardReader(deck=...))`): no match asks what is in a deck that nobody shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Literal

from msgspec import Struct

from tapete.core.actions import Terms
from tapete.core.catalogue import Catalogue
from tapete.core.domains import one_of, whole
from tapete.core.refusals import Code, Refusal, must_first
from tapete.core.seats import Seat
from tapete.core.structs import Strict
from tapete.core.turns import SeatAction

Checked = Literal["strict", "warn", "off"]
"""The house rule `deck_check`: a deck with faults is refused, or taken with a warning, or not looked at."""

MOST_COPIES = 200
"""Most copies of one card in a list."""


class OfferedDeck(Strict):
    """A deck that a catalogue offers; a game says how it is written."""

    @property
    def copies(self) -> dict[str, int]:
        """Return how many copies there are of each card."""
        raise NotImplementedError  # each subclass says

    @property
    def unnamed(self) -> tuple[int, ...]:
        """Return how many cards more each pile has that are drawn at the table."""
        return ()


Listed = OfferedDeck | Mapping[str, int]
"""A deck by its name in the catalogue, or the number of copies of each card."""


class Pile(Struct, frozen=True):
    """A part of a deck that is counted by itself.

    `size` says that it has too few or too many cards (`number`; `least` and `most`, or `due`); `bounds` are the fewest and the most, of the
    house rules.
    """

    size: Code
    bounds: Callable[[Any], tuple[int, int]]


class DeckCheck:
    """The rules of a deck: every card is known, there are not too many copies of it, and every pile has as many cards as it may.

    Args:
        unknown: says that there is no such `card`.
        piles: in which a deck is parted; the second one has the cards that are `apart`.
        limit: the most copies of a card under house rules and what says so (`card`, `number`, `most`); None: any number.
        apart: of a card. sizes_first: whether they are judged before the cards.
        advises: what the rulebook only advises, of the cards that are known and their copies.
    """

    def __init__(
        self,
        unknown: Code,
        *piles: Pile,
        limit: Callable[[Any, Any], tuple[Code, int] | None] = lambda card, options: None,
        apart: Callable[[Any], bool] = lambda card: False,
        sizes_first: bool = False,
        advises: Callable[[Mapping[str, Any], Mapping[str, int]], Iterator[Refusal]] = lambda cards, copies: iter(()),
    ) -> None:
        self.unknown, self.piles, self.limit, self.apart = unknown, piles, limit, apart
        self.sizes_first, self.advises = sizes_first, advises

    def faults(self, catalogue: Catalogue[Any], deck: Listed, options: Any, typed: Mapping[str, Any] | None = None) -> tuple[Refusal, ...]:
        """Return why this is no deck; empty if it is one.

        Args:
            catalogue: the cards. deck: one of the catalogue's, or copies by id. options: the house rules. typed: cards typed in besides.
        """
        cards, parts = {**catalogue.cards, **(typed or {})}, self.parts(catalogue, deck, typed)
        counts = [sum(part.values()) for part in parts]
        for pile, more in enumerate(deck.unnamed if isinstance(deck, OfferedDeck) else ()):
            counts[pile] += more
        judged = [fault for part in parts for fault in self._cards(cards, part, options)]
        sizes = [fault for pile, number in zip(self.piles, counts, strict=True) for fault in _sizes(pile, number, options)]
        return (*sizes, *judged) if self.sizes_first else (*judged, *sizes)

    def advice(self, catalogue: Catalogue[Any], deck: Listed, typed: Mapping[str, Any] | None = None) -> tuple[Refusal, ...]:
        """Return where a deck differs from what the rulebook advises; it never binds. The arguments are those of `faults`."""
        return tuple(self.advises({**catalogue.cards, **(typed or {})}, _copies(deck)))

    def parts(self, catalogue: Catalogue[Any], deck: Listed, typed: Mapping[str, Any] | None = None) -> list[dict[str, int]]:
        """Count the copies in each pile; unknown cards go to the first."""
        cards = {**catalogue.cards, **(typed or {})}
        found: list[dict[str, int]] = [{} for _pile in self.piles]
        for card, number in _copies(deck).items():
            found[card in cards and self.apart(cards[card])][card] = number
        return found

    def _cards(self, cards: Mapping[str, Any], copies: Mapping[str, int], options: Any) -> Iterator[Refusal]:
        for card, number in copies.items():
            if card not in cards:
                yield self.unknown(card=card, value=card)
            elif (limit := self.limit(cards[card], options)) is not None and number > limit[1]:
                yield limit[0](card=card, number=number, most=limit[1], value=number, high=limit[1])


def _copies(deck: Listed) -> Mapping[str, int]:
    return deck.copies if isinstance(deck, OfferedDeck) else deck


def _sizes(pile: Pile, number: int, options: Any) -> Iterator[Refusal]:
    least, most = pile.bounds(options)
    if not least <= number <= most:
        yield pile.size(number=number, least=least, most=most, due=most)


# ---- a deck that is registered


class _DeckRegistration(SeatAction):
    """An action that registers a deck. A game makes each its own, with its ledger's codes and its own ids, and tells what has happened.

    Its players have `deck`, the id of one of the catalogue's (`extras["decks"]`); `listed`, the copies of each card that was named; and
    `listing`, whether more may come. Its house rules have `deck_check`.
    """

    check: ClassVar[DeckCheck]


class RegisterDeck(_DeckRegistration):
    """A deck of the catalogue that a seat plays."""

    deck: str
    unknown_deck: ClassVar[Code]

    def terms(self, board: Any) -> Terms:
        """Demand a deck that is there, without faults where the house rule is strict."""
        decks = board.rules.catalogue.extras["decks"]

        def sound(deck: str) -> Refusal | None:
            faults = self.check.faults(board.rules.catalogue, decks[deck], board.options) if strict(board) else ()
            return faults[0] if faults else None

        yield "deck", one_of(decks, sound, otherwise=self.unknown_deck)

    def effect(self, board: Any) -> None:
        """Register it in place of the deck that was registered before."""
        board.change(self.seat, deck=self.deck, listed={}, listing=False)


class RegisterCard(_DeckRegistration):
    """The copies of a card in the own deck, one card after the other; none takes it off the list."""

    card: str
    copies: int
    too_many: ClassVar[Code]

    def terms(self, board: Any) -> Terms:
        """Demand a known card, and no more copies than there may be where the house rule is strict."""
        yield "card", one_of(board.card_ids, otherwise=self.check.unknown)
        limit = self.check.limit(board.card(self.card), board.options) if strict(board) else None
        yield "copies", whole(0, MOST_COPIES if limit is None else limit[1], over=self.too_many.knowing(card=self.card))

    def effect(self, board: Any) -> None:
        """Note the copies; the list goes on."""
        listed = {**board.player(self.seat).listed, self.card: self.copies}
        board.change(self.seat, deck=None, listed={card: n for card, n in sorted(listed.items()) if n}, listing=True)


class RegisterList(_DeckRegistration):
    """The end of the list: it is the whole deck."""

    nothing_listed: ClassVar[Code]

    def terms(self, board: Any) -> Terms:
        """Demand a list that is not closed yet, and that is a deck where the house rule is strict."""
        player = board.player(self.seat)
        yield must_first(player.listing and bool(player.listed), self.nothing_listed, seat=self.seat)
        if strict(board):
            yield from self.check.faults(board.rules.catalogue, player.listed, board.options, board.state.typed_cards)

    def effect(self, board: Any) -> None:
        """Close the list."""
        board.change(self.seat, listing=False)


def strict(board: Any) -> bool:
    """Say whether a registered deck binds."""
    return bool(board.options.deck_check == "strict")


def registered(board: Any, seat: Seat) -> Mapping[str, int] | None:
    """Return the copies of each card that a seat has registered so far; None if it has registered none."""
    player = board.player(seat)
    if player.deck is None:
        return player.listed or None
    copies: Mapping[str, int] = board.rules.catalogue.extras["decks"][player.deck].copies
    return copies


def misregistered(board: Any, seat: Seat, check: DeckCheck) -> bool:
    """Say whether a seat's deck cannot have been registered: it or one of its cards is unknown, or a list is closed that is no deck."""
    player, catalogue = board.player(seat), board.rules.catalogue
    known = player.deck is None or (player.deck in catalogue.extras["decks"] and not player.listed)
    if not known or not all(map(board.knows, player.listed)):
        return True
    if player.listing or not player.listed or not strict(board):
        return False
    return bool(check.faults(catalogue, player.listed, board.options, board.state.typed_cards))
