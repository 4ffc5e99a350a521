"""What events of several chapters have in common: whom or what they are about."""

from __future__ import annotations

from tapete.core.events import Event, OfSeat
from tapete.games.mamlejet.figures import CardId, Count


class OfCard(Event):
    """Something that happened to a card."""

    card: CardId


class OfSeatAndCard(OfSeat):
    """Something that a player did with a card."""

    card: CardId


class OfRound(Event):
    """Something that happened to the round."""

    round: Count
