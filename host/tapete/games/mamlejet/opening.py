"""What happens before the first round, told once: decks are registered, hands kept or drawn again (ledger, section 7)."""

from __future__ import annotations

from tapete.core.events import Event
from tapete.core.game import Chapter
from tapete.core.seats import Seat
from tapete.games.mamlejet.figures import CardId, Count
from tapete.games.mamlejet.language import _

OPENING = Chapter("opening")


@OPENING.event(_("{seat} registers the deck {deck:deck}."), hands=_("{seat}: shuffle your tactics and your enemies, apart."))
class DeckRegistered(Event, clause="MMK-148"):
    """A player's deck is known to the referee."""

    seat: Seat
    deck: CardId
    hero: CardId | None


@OPENING.event(_("{seat}'s enemy hero is {card}."), hands=_("{seat}: put {card} among your enemies."))
class HeroDrawn(Event, clause="MMK-154"):
    """The dice have chosen the random enemy hero of a player's deck."""

    seat: Seat
    card: CardId


@OPENING.event(_("Round {round}."))
class FirstRound(Event, clause="MMK-177"):
    """All hands are kept; there is nothing to free in the first round."""

    round: Count


@OPENING.event(
    _("{seat} registers {copies} of {card}; that makes {tactics} {tactics:tactic|tactics} and {enemies} {enemies:enemy|enemies}.")
)
class CardListed(Event, clause="MMK-R70"):
    """A card of a player's deck is registered; how many of each side there are so far."""

    seat: Seat
    card: CardId
    copies: Count
    tactics: Count
    enemies: Count


@OPENING.event(_("{seat}'s deck: {kept:listed}."), hands=_("{seat}: shuffle your tactics and your enemies, apart."))
class ListClosed(Event, clause="MMK-148"):
    """A deck registered card by card is complete, or was given up."""

    seat: Seat
    kept: bool


@OPENING.event(
    _("{seat} takes a mulligan: {hand} {hand:card|cards}."), hands=_("{seat}: shuffle your hand into your city and draw {hand}.")
)
class HandDrawnAgain(Event, clause="MMK-170"):
    """A hand was shuffled back for one card fewer."""

    seat: Seat
    hand: Count
    city: Count


@OPENING.event(_("{seat} keeps a hand of {hand}."))
class HandKept(Event, clause="MMK-171"):
    """A player keeps the opening hand."""

    seat: Seat
    hand: Count
