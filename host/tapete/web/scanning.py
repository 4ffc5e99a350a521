"""A card that is scanned or typed: which card it is, and whose.

A scanner is a keyboard: it types the code of a label (`tapete.cards.label_codes`) into a line and ends it with Enter. The card answers the
open question, or begins the first action that takes it (`Pointer.press`).
"""

from __future__ import annotations

from starlette.requests import Request

from tapete.cards import tags
from tapete.cards.label_codes import card_of, colour_of
from tapete.core.refusals import Code, Illegal
from tapete.core.seats import Seat
from tapete.core.texts import _
from tapete.table import Table
from tapete.table.colours import usual
from tapete.table.typed_in import typed_cards
from tapete.web.entrance import hub_of
from tapete.web.view import MatchView

MOST_TYPED = 80
"""Longest line that is looked at."""

NO_CODE = Code("no_card_code", "", _("“{typed}” is no label of a card of this game. Scan it again, or type the card's id."))
STRANGE = Code("unknown_card", "", _("Nobody here knows the card “{card}”. If it lies on the table, type it in as a new card."))


STRANGE_STICKER = Code("unknown_sticker", "", _("Nobody here knows this sticker. Say which card it is, then lay it down again."))
OTHER_WIZARD = Code(
    "other_deck",
    "",
    _("This card is of the {colour} deck, and nobody here plays that colour. Take the card with your own colour, or type its number."),
)


def card_read(table: Table, typed: str) -> str:
    """The card that a scanner's line names; that of a reader begins with a sticker's number, and may end with a code (`tapete.cards.tags`).

    Raises:
        Illegal: it is no label of this game, nobody knows the card or the sticker, or the list of stickers has faults.
    """
    number, _space, written = typed.strip()[:MOST_TYPED].casefold().partition(" ")
    if tags.UID.fullmatch(number):
        typed = tags.known().get(number.replace(":", ""), written)
        if not typed:
            raise Illegal((STRANGE_STICKER(),))
    card = card_of(typed.strip()[:MOST_TYPED], table.rules.game.name)
    if card is None:
        raise Illegal((NO_CODE(typed=typed[:MOST_TYPED]),))
    if not knows(table, card):
        raise Illegal((STRANGE(card=card),))
    return card


def knows(table: Table, card: str) -> bool:
    """Say whether the catalogue has a card, or a person has typed it in."""
    catalogue = table.rules.catalogue
    deck = table.rules.game.deck
    return card in deck if deck else (catalogue is not None and card in catalogue.cards) or card in typed_cards(table.state)


def shown(view: MatchView, card: str) -> str:
    """A card by its name, also of a fixed deck."""
    deck = view.rules.game.deck
    return view.words.show(deck[card], view.language, "spell") if card in deck else view.words.show(card, view.language, "card")


def colours_of(asked: Request, table: Table) -> dict[Seat, str]:
    """Every seat's colour."""
    chosen = hub_of(asked).extras.of(table.id).colours
    return {seat: chosen.get(seat, usual(seat)) for seat in table.seats}


def wizard_of(asked: Request, table: Table, typed: str) -> Seat | None:
    """The seat that plays the deck of a scanned card, as its label says; None: the label says no colour.

    Raises:
        Illegal: nobody plays that colour.
    """
    colour = colour_of(typed.strip()[:MOST_TYPED])
    if not colour:
        return None
    whose = next((seat for seat, own in colours_of(asked, table).items() if own == colour), None)
    if whose is None:
        raise Illegal((OTHER_WIZARD(colour=colour.upper()),))
    return whose
