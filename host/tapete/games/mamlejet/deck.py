"""The deck checker: is this a deck, and what does the rulebook advise? (MMK-014, 148..151, R70)"""

from collections.abc import Iterator, Mapping

from tapete.core.decks import DeckCheck, Pile
from tapete.core.refusals import Code, Refusal
from tapete.games.mamlejet.cards import UNKNOWN_CARD, Card
from tapete.games.mamlejet.constants import ADVISED_OF, ADVISED_PARTS
from tapete.games.mamlejet.language import _

DECK_SIZE = Code(
    "deck_size",
    "MMK-148",
    _("The {deck:family} deck must have {expected} {expected:card|cards} and has {given}."),
    figures={"expected": "due", "given": "number"},
)
TOO_MANY_COPIES = Code(
    "too_many_copies",
    "MMK-149",
    _("There {copies:is|are} {copies} {copies:copy|copies} of {card:card}; {limit} {limit:fits|fit}."),
    figures={"copies": "value", "limit": "high"},
)
ADVICE = Code(
    "advice",
    "MMK-150",
    _(
        "Of {given} tactic cards {resources} are resources; {ADVISED_PARTS:words} in {ADVISED_OF:words} "
        "({advised}) are advised. It is advice only."
    ),
)


def _advises(cards: Mapping[str, Card], copies: Mapping[str, int]) -> Iterator[Refusal]:
    """Two resources in five tactic cards (MMK-150, 151)."""
    types = [(cards[card].type if card in cards else None, n) for card, n in copies.items()]
    given = sum(n for kind, n in types if kind != "enemigo")
    resources = sum(n for kind, n in types if kind == "recurso")
    if resources != (advised := given * ADVISED_PARTS // ADVISED_OF):
        yield ADVICE(given=given, resources=resources, advised=advised)


DECK = DeckCheck(
    UNKNOWN_CARD,
    Pile(DECK_SIZE.knowing(deck="tactics"), lambda options: (options.deck_tactics, options.deck_tactics)),
    Pile(DECK_SIZE.knowing(deck="enemies"), lambda options: (options.deck_enemies, options.deck_enemies)),
    limit=lambda card, options: None if card.basic else (TOO_MANY_COPIES, options.max_copies),
    apart=lambda card: card.type == "enemigo",
    sizes_first=True,
    advises=_advises,
)
