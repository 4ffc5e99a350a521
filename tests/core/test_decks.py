"""Decks that players bring: known cards, copies, sizes of piles, what is only advised; and a deck that is registered card by card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from msgspec import Struct

from tapete.core.board import State
from tapete.core.catalogue import Catalogue, gather
from tapete.core.decks import DeckCheck, Listed, OfferedDeck, Pile, RegisterCard, RegisterDeck, RegisterList, misregistered, registered
from tapete.core.judge import failed_terms
from tapete.core.refusals import Code, Refusal
from tapete.core.seats import SEATS, Seat
from tapete.core.steps import Step
from tapete.core.zones import CardBoard
from tests.two_languages import both


def code(name: str, says: str, **more: Any) -> Code:
    return Code(name, "FAIR", both(says, says), **more)


UNKNOWN = code("unknown", "{card}?")
SIZE = code("size", "{number}, not {due}")
PRIZES = code("prizes", "{number}, not {least} to {most}")
TOO_MANY = code("too_many", "{card}: {copies} of {limit}", figures={"copies": "value", "limit": "high"})
ADVICE = code("advice", "{number} rides")
NO_DECK, NOTHING = code("no_deck", "{value}?"), code("nothing", "{seat}?")


class Ticket(Struct, frozen=True):
    """A card: a ride or a prize, and how many there may be."""

    kind: str
    most: int | None = 2


class Booklet(OfferedDeck):
    """A deck of the catalogue; one prize more is drawn at the table."""

    rides: dict[str, int]

    @property
    def copies(self) -> dict[str, int]:
        return self.rides

    @property
    def unnamed(self) -> tuple[int, ...]:
        return 0, 1


def advises(cards: Mapping[str, Any], copies: Mapping[str, int]) -> Iterator[Refusal]:
    rides = sum(n for card, n in copies.items() if card in cards and cards[card].kind == "ride")
    if rides > 3:
        yield ADVICE(number=rides)


CARDS: dict[str, Any] = {"wheel": Ticket("ride"), "slide": Ticket("ride", None), "bear": Ticket("prize", 1)}
BOOKLETS = {"small": Booklet({"wheel": 2, "slide": 1}), "large": Booklet({"wheel": 2, "slide": 2})}
CATALOGUE: Catalogue[Any] = gather("fair", "Fair", CARDS, {"decks": BOOKLETS})
CHECK = DeckCheck(
    UNKNOWN,
    Pile(SIZE, lambda options: (options.rides, options.rides)),
    Pile(PRIZES, lambda options: (0, 1)),
    limit=lambda card, options: None if card.most is None else (TOO_MANY, card.most),
    apart=lambda card: card.kind == "prize",
    advises=advises,
)


class Options(Struct, frozen=True):
    """House rules."""

    rides: int = 3
    deck_check: str = "strict"


def said(refusals: tuple[Refusal, ...]) -> list[tuple[str, dict[str, Any]]]:
    return [(refusal.code, refusal.params) for refusal in refusals]


def faults(deck: Listed, **typed: Ticket) -> list[tuple[str, dict[str, Any]]]:
    return said(CHECK.faults(CATALOGUE, deck, Options(), typed))


def test_a_deck_of_known_cards_of_the_right_size_has_no_faults() -> None:
    assert faults({"wheel": 2, "slide": 1, "bear": 1}) == []
    assert faults({"slide": 3}) == []


def test_each_fault_is_told_with_its_figures_cards_before_sizes() -> None:
    assert faults({"bear": 2, "wheel": 3, "ghost": 1}) == [
        ("too_many", {"card": "wheel", "copies": 3, "limit": 2}),
        ("unknown", {"card": "ghost"}),
        ("too_many", {"card": "bear", "copies": 2, "limit": 1}),
        ("size", {"number": 4, "due": 3}),
        ("prizes", {"number": 2, "least": 0, "most": 1}),
    ]


def test_sizes_may_be_judged_first() -> None:
    check = DeckCheck(UNKNOWN, *CHECK.piles, apart=CHECK.apart, sizes_first=True)
    assert [one[0] for one in said(check.faults(CATALOGUE, {"ghost": 1}, Options()))] == ["size", "unknown"]


def test_cards_that_were_typed_in_are_known() -> None:
    assert faults({"slide": 2, "ghost": 1}, ghost=Ticket("ride")) == []


def test_what_is_drawn_at_the_table_counts_in_a_deck_of_the_catalogue() -> None:
    assert faults(BOOKLETS["small"]) == []
    assert faults(Booklet({"wheel": 2, "slide": 1, "bear": 1})) == [("prizes", {"number": 2, "least": 0, "most": 1})]


def test_advice_stands_apart() -> None:
    assert said(CHECK.advice(CATALOGUE, {"wheel": 4, "ghost": 9})) == [("advice", {"number": 4})]
    assert CHECK.advice(CATALOGUE, {"wheel": 3}) == ()


# ---- registered at the table


class Visitor(Struct, frozen=True):
    """What a visitor has registered."""

    deck: str | None = None
    listed: dict[str, int] = {}
    listing: bool = False


class Opening(Step):
    """Decks are registered."""


class Fair(State, frozen=True):
    """Two visitors."""

    agenda: tuple[Opening, ...] = (Opening(),)
    players: tuple[Visitor, ...] = (Visitor(), Visitor())
    typed_cards: dict[str, Ticket] = {}

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS[:2]


class Rules(Struct, frozen=True):
    """As much of rules as a board reads."""

    options: Options
    catalogue: Catalogue[Any] = CATALOGUE
    of_cards: dict[tuple[Any, ...], Any] = {}


class Ground(CardBoard[Fair, Visitor]):
    """Where decks are registered."""

    def card(self, card: str) -> Ticket:
        found: Ticket = CATALOGUE.cards[card]
        return found


class TakeBooklet(RegisterDeck):
    """A deck of the catalogue."""

    check, unknown_deck = CHECK, NO_DECK


class TakeTicket(RegisterCard):
    """One card after the other."""

    check, too_many = CHECK, TOO_MANY


class CloseBooklet(RegisterList):
    """No more cards."""

    check, nothing_listed = CHECK, NOTHING


def ground(rule: str = "strict", visitor: Visitor | None = None) -> Ground:
    players = (visitor or Visitor(), Visitor())
    return Ground(Rules(Options(deck_check=rule)), Fair(players=players))  # type: ignore[arg-type]  # nothing here applies an action


def codes(board: Ground, action: Any) -> list[str]:
    return [refusal.code for refusal in failed_terms(action, board)]


def test_a_deck_of_the_catalogue_is_registered_if_it_is_sound() -> None:
    board = ground()
    assert codes(board, TakeBooklet(seat="A", deck="none")) == ["no_deck"]
    assert codes(board, TakeBooklet(seat="A", deck="large")) == ["size"]
    assert codes(ground("warn"), TakeBooklet(seat="A", deck="large")) == []
    assert codes(board, TakeBooklet(seat="A", deck="small")) == []
    TakeBooklet(seat="A", deck="small").effect(board)
    assert (registered(board, "A"), registered(board, "B")) == ({"wheel": 2, "slide": 1}, None)
    assert not misregistered(board, "A", CHECK)


def test_a_deck_is_registered_card_by_card() -> None:
    board = ground()
    assert codes(board, CloseBooklet(seat="A")) == ["nothing"]
    assert codes(board, TakeTicket(seat="A", card="ghost", copies=1)) == ["unknown"]
    assert said(tuple(failed_terms(TakeTicket(seat="A", card="wheel", copies=3), board))) == [
        ("too_many", {"card": "wheel", "copies": 3, "limit": 2})
    ]
    assert codes(ground("off"), TakeTicket(seat="A", card="wheel", copies=3)) == []
    for card, copies in (("slide", 9), ("wheel", 2), ("bear", 1), ("bear", 0)):
        assert codes(board, TakeTicket(seat="A", card=card, copies=copies)) == []
        TakeTicket(seat="A", card=card, copies=copies).effect(board)
    assert (registered(board, "A"), board.player("A").listing) == ({"slide": 9, "wheel": 2}, True)
    assert codes(board, CloseBooklet(seat="A")) == ["size"]
    TakeTicket(seat="A", card="slide", copies=1).effect(board)
    assert codes(board, CloseBooklet(seat="A")) == []
    CloseBooklet(seat="A").effect(board)
    assert codes(board, CloseBooklet(seat="A")) == ["nothing"]
    assert not misregistered(board, "A", CHECK)


@pytest.mark.parametrize(
    ("visitor", "wrong"),
    [
        (Visitor(), False),
        (Visitor(deck="none"), True),
        (Visitor(deck="small", listed={"wheel": 1}), True),
        (Visitor(listed={"ghost": 1}, listing=True), True),
        (Visitor(listed={"wheel": 1}, listing=True), False),
        (Visitor(listed={"wheel": 1}), True),
        (Visitor(listed={"wheel": 1, "slide": 2}), False),
    ],
)
def test_a_position_has_only_decks_that_can_have_been_registered(visitor: Visitor, wrong: bool) -> None:
    assert misregistered(ground(visitor=visitor), "A", CHECK) == wrong


def test_where_the_house_rule_only_warns_a_closed_list_need_not_be_a_deck() -> None:
    assert not misregistered(ground("warn", Visitor(listed={"wheel": 1})), "A", CHECK)
