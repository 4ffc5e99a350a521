"""Zones of games of cards: each player's piles, counted where nobody else sees them, by name where they lie open."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from tapete.core import codec
from tapete.core.board import Board, S, T
from tapete.core.seats import SEATS, Seat

P = TypeVar("P")

PLACES = {seat: place for place, seat in enumerate(SEATS)}
"""The place of each seat among the players of a state."""

MOST_OF_CARDS = 1_024
"""Most answers that are kept of the cards alone; then they are made anew."""


class CardBoard(Board[S], Generic[S, P]):
    """A board of players with piles of cards, which are of the catalogue or typed in.

    Its state has `players` in the order of the seats (or the board says itself how to find and change them) and `typed_cards`.
    A counted pile (hand, deck) is a number of a player's fields, an open one a tuple of card ids from the bottom up.
    """

    __slots__ = ()

    def player(self, seat: Seat) -> P:
        """Return what a player has."""
        return self.state.players[PLACES[seat]]  # type: ignore[attr-defined,no-any-return]  # this is asked more often than anything

    def change(self, seat: Seat, **fields: Any) -> P:
        """Change fields of a player, and give the player as it is then."""
        state: Any = self.state
        place, players = PLACES[seat], state.players
        player: P = replace(players[place], **fields)
        self.state = replace(state, players=(*players[:place], player, *players[place + 1 :]))
        return player

    # ---- piles

    def pass_on(self, seat: Seat, source: str, to: str, number: int) -> int:
        """Move cards from one counted pile to another, as many as there are, and return how many.

        Args:
            seat: whose. source, to: the fields that count them. number: of cards, 0 or more.
        """
        player = self.player(seat)
        went: int = min(number, getattr(player, source))
        self.change(seat, **{source: getattr(player, source) - went, to: getattr(player, to) + went})
        return went

    def count(self, seat: Seat, pile: str, by: int) -> int:
        """Add cards to a counted pile, or take them off, and return how many it has now."""
        now: int = getattr(self.player(seat), pile) + by
        self.change(seat, **{pile: now})
        return now

    def lay(self, seat: Seat, pile: str, *cards: Any) -> None:
        """Lay cards on an open pile, the last one on top."""
        self.change(seat, **{pile: (*getattr(self.player(seat), pile), *cards)})

    def take(self, seat: Seat, pile: str, card: str) -> None:
        """Take the topmost copy of a card off an open pile; it is known to lie there."""
        cards = getattr(self.player(seat), pile)
        place = len(cards) - 1 - cards[::-1].index(card)
        self.change(seat, **{pile: (*cards[:place], *cards[place + 1 :])})

    # ---- cards

    @property
    def card_ids(self) -> tuple[str, ...]:
        """Every card that can be named: those of the catalogue, then those typed in; in one state always the same tuple."""
        return self.of_cards(_card_ids)

    def of_cards(self, make: Callable[..., T], *arguments: Hashable) -> T:
        """Return what `make` makes of the cards that there are and of arguments; where none is typed in it is made once for all states.

        It must not refer to anything else of a state.
        """
        state: Any = self.state
        if state.typed_cards:
            return self.kept(make, *arguments)
        key, kept = (make, *arguments), self.rules.of_cards
        found: T | None = kept.get(key)
        if found is None:
            if len(kept) >= MOST_OF_CARDS:
                kept.clear()
            board = kept.get(())  # all are made on one board, so that they keep no other state alive
            if board is None:
                board = kept[()] = type(self)(self.rules, state)
            found = kept[key] = make(board, *arguments)
        return found

    @property
    def typed_in(self) -> Hashable:
        """The cards that were typed in, encoded; None where there are none."""
        state: Any = self.state
        return self.of_part(state.typed_cards, _typed_in) if state.typed_cards else None

    @property
    def unseen(self) -> tuple[tuple[str, ...], ...]:
        """The lists from which a card is named that nobody else sees; games add those of one kind."""
        return (self.card_ids,)

    def knows(self, card: str) -> bool:
        """Say whether a card is of the catalogue or typed in."""
        state: Any = self.state
        return card in self.rules.catalogue.cards or card in state.typed_cards


def _card_ids(board: CardBoard[Any, Any]) -> tuple[str, ...]:
    return (*board.rules.catalogue.cards, *sorted(board.state.typed_cards))


def _typed_in(board: CardBoard[Any, Any]) -> bytes:
    return codec.encode(board.state.typed_cards)
