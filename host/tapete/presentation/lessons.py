"""The guided first matches of a game."""

from __future__ import annotations

from tapete import presentation
from tapete.presentation.lesson import Guide


def all_of(game: str) -> tuple[Guide, ...]:
    """Return the guides of a game, the one for the fewest players first."""
    return tuple(sorted(presentation.find(game).lessons, key=lambda guide: guide.seats))


def find(game: str, seats: int) -> Guide | None:
    """Return the guide of a game for this many players; None if it has none."""
    return next((guide for guide in all_of(game) if guide.seats == seats), None)
