"""What the spells of Shazamm show: a sign in the colours of the moment at which they work, and a snare for the fake card."""

from __future__ import annotations

from tapete.games.shazamm.constants import FAKE, RECYCLE
from tapete.presentation.art import CardLook

BLUFF = CardLook("trap", ("slate",))
EARLY, LATE = CardLook("sigil", ("dusk", "tide", "moss")), CardLook("sigil", ("clay", "rose", "sand"))
"""Of spells that work before the powers are compared (SHZ-064..084), and on power, movement and payment (SHZ-085..099)."""


def look(number: int) -> CardLook:
    """What the card with a number shows."""
    return BLUFF if number == FAKE else EARLY if number <= RECYCLE else LATE
