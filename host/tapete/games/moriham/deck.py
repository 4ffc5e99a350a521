"""The deck checker: is this a deck, and what does the rulebook advise? (MOR-004, 021..026; R01, R02, R83)

A question about a list of cards that a player shows; no match asks it, since decks are private.
"""

from collections.abc import Iterator, Mapping

from tapete.core.decks import DeckCheck, Pile
from tapete.core.refusals import Code, Refusal
from tapete.games.moriham.cards import UNKNOWN_CARD, Card, MonsterCard, type_of
from tapete.games.moriham.constants import ADVISED_1, ADVISED_2, ADVISED_3, ADVISED_4, ADVISED_MAGIC, ADVISED_TRAPS
from tapete.games.moriham.language import _

DECK_SIZE = Code("deck_size", "MOR-004", _("A deck has {due} cards; this one has {number}."))
TOO_MANY_COPIES = Code(
    "too_many_copies", "MOR-R02", _("There {number:is|are} {number} {number:copy|copies} of {card:card}; this house rule allows {most}.")
)
ADVICE = Code(
    "advice",
    "MOR-021",
    _("The rulebook advises {advised} ({kind:advised}); here there are {number}. It is advice only, and its numbers add to {ADVISED}."),
)

ADVICES: tuple[tuple[str, int, Code], ...] = (
    ("level1", ADVISED_1, ADVICE),
    ("level2", ADVISED_2, ADVICE.citing("MOR-022")),
    ("level3", ADVISED_3, ADVICE.citing("MOR-023")),
    ("level4", ADVISED_4, ADVICE.citing("MOR-024")),
    ("magic", ADVISED_MAGIC, ADVICE.citing("MOR-025")),
    ("trap", ADVISED_TRAPS, ADVICE.citing("MOR-026")),
)
"""What the rulebook recommends of each kind; together two more than a deck holds (MOR-R01)."""


def kind_of(card: Card) -> str:
    """Return what the recommendation counts a card as."""
    return f"level{card.level}" if isinstance(card, MonsterCard) else type_of(card)


def _advises(cards: Mapping[str, Card], copies: Mapping[str, int]) -> Iterator[Refusal]:
    for kind, most, code in ADVICES:
        number = sum(n for card, n in copies.items() if card in cards and kind_of(cards[card]) == kind)
        if number != most:
            yield code(kind=kind, number=number, advised=most)


DECK = DeckCheck(
    UNKNOWN_CARD,
    Pile(DECK_SIZE, lambda options: (options.deck_size, options.deck_size)),
    limit=lambda card, options: (TOO_MANY_COPIES, options.max_copies) if options.max_copies else None,
    advises=_advises,
)
