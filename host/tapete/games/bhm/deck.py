"""The deck checker: is this a deck? (BHM-110, 149..154; R92..R94)

A question about a list of cards that a player shows; no match asks it, since decks are private.
"""

from tapete.core.decks import DeckCheck, Pile
from tapete.core.refusals import Code
from tapete.games.bhm.cards import Card, copies
from tapete.games.bhm.constants import LARGEST_DECK, MOST_SUMMONS, SMALLEST_DECK
from tapete.games.bhm.language import _

TOO_MANY_COPIES = Code(
    "too_many_copies", "BHM-150", _("There {number:is|are} {number} {number:copy|copies} of {card:card}; {most} {most:is|are} allowed.")
)
DECK_SIZE = Code("deck_size", "BHM-149", _("A deck has {least} to {most} cards; this one has {number}."))
SUMMONS_SIZE = Code("summons_size", "BHM-110", _("There may be up to {most} summons; there are {number}."))
UNKNOWN_CARD = Code("unknown_card", "BHM-R94", _("There is no card “{card}”."))


def _clause_of(card: Card) -> str:
    """Where the limit of a card comes from (BHM-150..154, R92)."""
    return "BHM-R92" if card.copies_max is not None else {1: "BHM-151", 3: "BHM-152"}.get(copies(card), "BHM-150")


DECK = DeckCheck(
    UNKNOWN_CARD,
    Pile(DECK_SIZE, lambda options: (SMALLEST_DECK, LARGEST_DECK)),
    Pile(SUMMONS_SIZE, lambda options: (0, MOST_SUMMONS)),
    limit=lambda card, options: (TOO_MANY_COPIES.citing(_clause_of(card)), copies(card)),
    apart=lambda card: card.kind == "summon",
)
