"""The deck checker: are these a player's five cards, the same one twice if a player won it in an exchange? (DAT-004, R44, R64)"""

from tapete.core.decks import DeckCheck, Pile
from tapete.core.refusals import Code
from tapete.games.datamorphs.constants import OWNED
from tapete.games.datamorphs.language import _

STRANGE_CARD = Code("unknown_card", "DAT-R64", _("The catalogue has no “{card}”. Mend its id, or add the card to the catalogue."))
NOT_FIVE = Code("deck_size", "DAT-004", _("In DataMorphs everybody owns exactly {due} cards; here are {number}."))

DECK = DeckCheck(STRANGE_CARD, Pile(NOT_FIVE, lambda options: (OWNED, OWNED)))
