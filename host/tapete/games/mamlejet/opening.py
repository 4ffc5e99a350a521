"""What happens before the first round, told once: decks are registered, hands kept or drawn again (ledger, section 7)."""

from __future__ import annotations

from tapete.core.events import Event
from tapete.core.game import Chapter
from tapete.core.seats import Seat
from tapete.games.mamlejet.figures import CardId, Count
from tapete.games.mamlejet.language import _

OPENING = Chapter("opening")


@OPENING.event(_("{seat} registers the deck {deck:deck}."), hands=_("{seat}: shuffle your tactics and your enemies, apart."))
class DeckRegistered(Event):
    """A player's deck is known to the referee."""

    seat: Seat
    deck: CardId
    hero: CardId | None
    clause: str = "MMK-148"


@OPENING.event(_("{seat}'s enemy hero is {card}."), hands=_("{seat}: put {card} among your enemies."))
class HeroDrawn(Event):
    """The dice have chosen the random enemy hero of a player's deck."""

    seat: Seat
    card: CardId
    clause: str = "MMK-154"


@OPENING.event(_("Round {round}."))
class FirstRound(Event):
    """All hands are kept; there is nothing to free in the first round."""

    round: Count
    clause: str = "MMK-177"


@OPENING.event(
    _("{seat} registers {copies} of {card}; that makes {tactics} {tactics:tactic|tactics} and {enemies} {enemies:enemy|enemies}.")
)
class CardListed(Event):
    """A card of a player's deck is registered; how many of each side there are so far."""

    seat: Seat
    card: CardId
    copies: Count
    tactics: Count
    enemies: Count
    clause: str = "MMK-R70"


@OPENING.event(_("{seat}'s deck: {kept:listed}."), hands=_("{seat}: shuffle your tactics and your enemies, apart."))
class ListClosed(Event):
    """A deck registered card by card is complete, or was given up."""

    seat: Seat
    kept: bool
    clause: str = "MMK-148"


@OPENING.event(
    _("{seat} takes a mulligan: {hand} {hand:card|cards}."), hands=_("{seat}: shuffle your hand into your city and draw {hand}.")
)
class HandDrawnAgain(Event):
    """A hand was shuffled back for one card fewer."""

    seat: Seat
    hand: Count
    city: Count
    clause: str = "MMK-170"


@OPENING.event(_("{seat} keeps a hand of {hand}."))
class HandKept(Event):
    """A player keeps the opening hand."""

    seat: Seat
    hand: Count
    clause: str = "MMK-171"
