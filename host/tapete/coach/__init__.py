"""The coach: what the decisions of a match were worth.

Shazamm's bids are reviewed exactly where no card is left, as if there were none where nobody cast any, and luck apart from skill
(`tapete.coach.exact`). Everything else is sampled: medium bots play on from the moments of the match, and nothing is said that their
interval does not bear out (`tapete.coach.sampled`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tapete.coach import sampled
from tapete.coach.play_outs import PlayOuts
from tapete.coach.review import Bid, Review, Silence, Turn
from tapete.coach.sampled import USUAL_PLAY_OUTS, PlayedOn, most_moments
from tapete.core.match import Match

__all__ = ["USUAL_PLAY_OUTS", "Bid", "PlayedOn", "Review", "Silence", "Turn", "most_moments", "review"]


def review(
    match: Match[Any],
    play_outs: int = USUAL_PLAY_OUTS,
    *,
    workers: int = 1,
    apart: bool = False,
    tick: Callable[[], None] = lambda: None,
) -> Review | PlayedOn | Silence:
    """What the decisions of a match were worth, of the line that counts; or why nothing can be said.

    Args:
        match: with a log, finished or not.
        play_outs: matches for each point of a sampled curve, 2 and more; up to four times as many for each moment that is told.
        workers: processes that play them; 1 plays them here. tick: is called after each moment that was counted, at most
            `most_moments` times.
        apart: play them in fresh processes that give way to others, even with one worker.
    """
    if match.rules.game.name == "shazamm":
        from tapete.coach import exact  # here: the pages of other games do not wait for it

        found = exact.review(match)
        if not isinstance(found, str) or found == "nothing":
            return found
    counting = PlayOuts(match.rules, workers=workers, tick=tick, apart=apart)
    try:
        return sampled.review(match, counting, play_outs)
    finally:
        counting.close()
