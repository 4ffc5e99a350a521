"""Whether a word is a result of a match, and whether it may still be set there."""

from __future__ import annotations

from collections.abc import Iterator

from tapete.core.refusals import Refusal
from tapete.core.seats import SEATS
from tapete.league import codes
from tapete.league.tournament import Placed, Tournament


def result_faults(tournament: Tournament, round_number: int, placed: Placed, word: str) -> Iterator[Refusal]:
    """Say what stands against a result.

    Args:
        tournament: as it stands.
        round_number: of the match.
        placed: the match.
        word: as in a match file: winners by their seats in order (`A`, `A,C`), `draw`, `loss`, or `stopped`.
    """
    seats, elimination = SEATS[: len(placed.pairing.entrants)], tournament.settings.system == "elimination"
    winners = word.split(",")
    won = winners == [seat for seat in seats if seat in winners]
    if not won and word not in ("draw", "loss", "stopped"):
        yield codes.BAD_RESULT(result=word)
    elif elimination and (word in ("draw", "loss") or (won and len(winners) != 1)):
        yield codes.NEEDS_WINNER()
    elif elimination and len(tournament.rounds) > round_number and placed.result is not None and placed.result.word != word:
        yield codes.NOT_THE_LAST(last=len(tournament.rounds))
