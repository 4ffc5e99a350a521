"""The deck checker: is this a deck? (BHM-110, 149..154; R92..R94)

A question about a list of cards that somebody shows; no match asks it, since decks are private.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tapete.core.catalogue import Catalogue
from tapete.core.refusals import Code, Refusal
from tapete.games.bhm.cards import Card, copies
from tapete.games.bhm.figures import LARGEST_DECK, MOST_SUMMONS, SMALLEST_DECK
from tapete.games.bhm.language import _
from tapete.games.bhm.state import Options

TOO_MANY_COPIES = Code(
    "too_many_copies", "BHM-150", _("There {number:is|are} {number} {number:copy|copies} of {card:card}; {most} {most:is|are} allowed.")
)
DECK_SIZE = Code("deck_size", "BHM-149", _("A deck has {least} to {most} cards; this one has {number}."))
SUMMONS_SIZE = Code("summons_size", "BHM-110", _("There may be up to {most} summons; there are {number}."))
UNKNOWN_CARD = Code("unknown_card", "BHM-R94", _("There is no card “{card}”."))


def faults(catalogue: Catalogue[Card], deck: Mapping[str, int], options: Options) -> tuple[Refusal, ...]:
    """Return why this is no deck; empty if it is one.

    Args:
        catalogue: the cards. deck: how many copies of each, by id; summons among them are counted apart. options: none of them counts.
    """
    summons = {card: n for card, n in deck.items() if card in catalogue.cards and catalogue.cards[card].kind == "summon"}
    main = {card: n for card, n in deck.items() if card not in summons}
    return tuple(_faults(catalogue, main, summons))


def advice(catalogue: Catalogue[Card], deck: Mapping[str, int]) -> tuple[Refusal, ...]:
    """Nothing: the rulebook only binds."""
    return ()


def _faults(catalogue: Catalogue[Card], deck: Mapping[str, int], summons: Mapping[str, int]) -> Iterator[Refusal]:
    for pile in (deck, summons):
        for card, number in pile.items():
            printed = catalogue.cards.get(card)
            if printed is None:
                yield UNKNOWN_CARD(card=card)
            elif number > copies(printed):
                yield _clause_of(printed)(card=card, number=number, most=copies(printed))
    total, apart_total = sum(deck.values()), sum(summons.values())
    if not SMALLEST_DECK <= total <= LARGEST_DECK:
        yield DECK_SIZE(number=total, least=SMALLEST_DECK, most=LARGEST_DECK)
    if apart_total > MOST_SUMMONS:
        yield SUMMONS_SIZE(number=apart_total, most=MOST_SUMMONS)


def _clause_of(card: Card) -> Code:
    """The code that cites where the limit of a card comes from (BHM-150..154, R92)."""
    if card.copies_max is not None:
        return TOO_MANY_COPIES.citing("BHM-R92")
    return TOO_MANY_COPIES.citing({1: "BHM-151", 3: "BHM-152"}.get(copies(card), "BHM-150"))
