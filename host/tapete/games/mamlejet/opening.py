"""What happens before the first round, told once: decks are registered, hands kept or drawn again (ledger, section 7)."""

from __future__ import annotations

from tapete.core.events import Event
from tapete.core.game import Chapter
from tapete.core.seats import Seat
from tapete.games.mamlejet.figures import CardId, Count

OPENING = Chapter("opening")


@OPENING.event
class DeckRegistered(Event):
    """A player's deck is known to the referee."""

    seat: Seat
    deck: CardId
    hero: CardId | None
    clause: str = "MMK-148"


@OPENING.event
class HeroDrawn(Event):
    """The dice have chosen the random enemy hero of a player's deck."""

    seat: Seat
    card: CardId
    clause: str = "MMK-154"


@OPENING.event
class FirstRound(Event):
    """All hands are kept; there is nothing to free in the first round."""

    round: Count
    clause: str = "MMK-177"


@OPENING.event
class CardListed(Event):
    """A card of a player's deck is registered; how many of each side there are so far."""

    seat: Seat
    card: CardId
    copies: Count
    tactics: Count
    enemies: Count
    clause: str = "MMK-R70"


@OPENING.event
class ListClosed(Event):
    """A deck registered card by card is complete, or was given up."""

    seat: Seat
    kept: bool
    clause: str = "MMK-148"


@OPENING.event
class HandDrawnAgain(Event):
    """A hand was shuffled back for one card fewer."""

    seat: Seat
    hand: Count
    city: Count
    clause: str = "MMK-170"


@OPENING.event
class HandKept(Event):
    """A player keeps the opening hand."""

    seat: Seat
    hand: Count
    clause: str = "MMK-171"
