"""The deck checker: are these a player's five cards? (DAT-004, R44, R64)"""

from __future__ import annotations

from collections.abc import Mapping

from tapete.core.catalogue import Catalogue
from tapete.core.refusals import Code, Refusal
from tapete.games.datamorphs.cards import Card
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.state import Options

STRANGE_CARD = Code("unknown_card", "DAT-R64", _("The catalogue has no “{card}”. Mend its id, or add the card to the catalogue."))
NOT_FIVE = Code("deck_size", "DAT-004", _("In DataMorphs everybody owns exactly {due} cards; here are {number}."))


def faults(catalogue: Catalogue[Card], deck: Mapping[str, int], options: Options) -> tuple[Refusal, ...]:
    """Return why these are not a player's cards: five, with the same one twice if somebody won it in an exchange.

    Args:
        catalogue: the cards. deck: how many copies of each, by id. options: none of them counts.
    """
    found = [STRANGE_CARD(card=card) for card in deck if card not in catalogue.cards]
    total = sum(deck.values())
    return (*found, NOT_FIVE(number=total, due=5)) if total != 5 else tuple(found)


def advice(catalogue: Catalogue[Card], deck: Mapping[str, int]) -> tuple[Refusal, ...]:
    """Nothing: the rulebook only binds."""
    return ()
