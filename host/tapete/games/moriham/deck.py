"""The deck checker: is this a deck, and what does the rulebook advise? (MOR-004, 021..026; R01, R02, R83)

A question about a list of cards that somebody shows; no match asks it, since decks are private.
"""

from collections.abc import Iterator, Mapping

from tapete.core.catalogue import Catalogue
from tapete.core.refusals import Code, Refusal
from tapete.games.moriham.cards import UNKNOWN_CARD, Card, MonsterCard, type_of
from tapete.games.moriham.language import _
from tapete.games.moriham.state import Options

ADVICE = Code(
    "advice",
    "MOR-021",
    _("The rulebook advises {advised} ({kind:advised}); here there are {number}. It is advice only, and its numbers add to 52."),
)

ADVISED: tuple[tuple[str, int, Code], ...] = (
    ("level1", 10, ADVICE),
    ("level2", 8, ADVICE.citing("MOR-022")),
    ("level3", 6, ADVICE.citing("MOR-023")),
    ("level4", 4, ADVICE.citing("MOR-024")),
    ("magic", 12, ADVICE.citing("MOR-025")),
    ("trap", 12, ADVICE.citing("MOR-026")),
)
"""What the rulebook recommends of each kind; together two more than a deck holds (MOR-R01)."""


def faults(catalogue: Catalogue[Card], deck: Mapping[str, int], options: Options) -> tuple[Refusal, ...]:
    """Return why this is no deck; empty if it is one.

    Args:
        catalogue: the cards. deck: how many copies of each, by id. options: `deck_size` and `max_copies` count.
    """
    return tuple(_faults(catalogue, deck, options))


DECK_SIZE = Code("deck_size", "MOR-004", _("A deck has {due} cards; this one has {number}."))
TOO_MANY_COPIES = Code(
    "too_many_copies", "MOR-R02", _("There {number:is|are} {number} {number:copy|copies} of {card:card}; this house rule allows {most}.")
)


def _faults(catalogue: Catalogue[Card], deck: Mapping[str, int], options: Options) -> Iterator[Refusal]:
    for card, number in deck.items():
        if card not in catalogue.cards:
            yield UNKNOWN_CARD(value=card)
        elif options.max_copies and number > options.max_copies:
            yield TOO_MANY_COPIES(card=card, number=number, most=options.max_copies)
    total = sum(deck.values())
    if total != options.deck_size:
        yield DECK_SIZE(number=total, due=options.deck_size)


def advice(catalogue: Catalogue[Card], deck: Mapping[str, int]) -> tuple[Refusal, ...]:
    """Return where a deck differs from what the rulebook recommends; nothing of it binds, and the six numbers are two over."""
    counted: dict[str, int] = {}
    for card, number in deck.items():
        if card in catalogue.cards:
            kind = kind_of(catalogue.cards[card])
            counted[kind] = counted.get(kind, 0) + number
    return tuple(code(kind=kind, number=counted.get(kind, 0), advised=most) for kind, most, code in ADVISED if counted.get(kind, 0) != most)


def kind_of(card: Card) -> str:
    """Return what the recommendation counts a card as."""
    return f"level{card.level}" if isinstance(card, MonsterCard) else type_of(card)
