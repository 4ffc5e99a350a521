"""The coach: what each decision of a match was worth, and which of its changes were luck.

Shazamm without spells is reviewed exactly (`tapete.coach.exact`). Where nothing certain can be said the coach is silent, and says why.
"""

from __future__ import annotations

from typing import Any

from tapete.coach import exact
from tapete.coach.review import Bid, Review, Silence, Turn
from tapete.core.match import Match

__all__ = ["Bid", "Review", "Silence", "Turn", "review"]


def review(match: Match[Any]) -> Review | Silence:
    """What each decision of a match was worth, of the line that counts; or why nothing can be said.

    Args:
        match: with a log, finished or not.
    """
    if match.rules.game.name != "shazamm":
        return "game"
    return exact.review(match)
