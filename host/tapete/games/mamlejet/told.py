"""What events of several chapters have in common: whom or what they are about."""

from __future__ import annotations

from tapete.core.events import Event
from tapete.core.seats import Seat
from tapete.games.mamlejet.figures import CardId, Count


class OfSeat(Event):
    """Something that a player did, or that happened to one."""

    seat: Seat


class OfCard(Event):
    """Something that happened to a card."""

    card: CardId


class OfSeatAndCard(OfSeat):
    """Something that a player did with a card."""

    card: CardId


class OfRound(Event):
    """Something that happened to the round."""

    round: Count
