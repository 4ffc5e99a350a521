"""Rounds without a game, as chess reckons them in tie-breaks: FIDE handbook C.07, article 16, as of 1 March 2026.

A fictitious opponent with the entrant's own points replaces a missing one. Its points are capped: after a forfeit at those of the paired
opponent, else at a draw in every round. For others an entrant's rounds count what they gave; those at the end that the entrant chose not to
play count a draw each.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile

from msgspec import Struct

from tapete.league.tournament import Tournament


class Round(Struct, frozen=True):
    """One round of an entrant: whom it paired with (None: nobody), and what it gave in points.

    `played`: there was a game. `chosen`: there was none, and the entrant chose so: an absence, or a forfeit that was lost. `draw` is what
    a draw gives.
    """

    opponent: int | None
    points: int
    draw: int
    played: bool
    chosen: bool


def rounds_of(tournament: Tournament) -> dict[int, tuple[Round, ...]]:
    """The rounds of everybody, in their order; a round before an entrant came is an absence, one that waits for a result is left out."""
    found: dict[int, list[Round]] = {one.number: [] for one in tournament.entrants}
    worth = tournament.settings.points
    counted = list(dict.fromkeys(one.number for one, _placed in tournament.counted()))
    placed = {(one.number, n): placed for one, placed in tournament.counted() for n in placed.pairing.entrants}
    for number, rounds in found.items():
        for round_number in counted:
            here = placed.get((round_number, number))
            if here is None:
                rounds.append(Round(None, worth.absent, worth.draw, played=False, chosen=True))
                continue
            got = tournament.points_of(here)
            if got is None:
                continue
            other = next((n for n in here.pairing.entrants if n != number), None)
            forfeit = here.result is not None and here.result.forfeit
            played = here.pairing.kind == "match" and not forfeit
            lost = forfeit and number not in here.winners()
            rounds.append(Round(other, got[number], worth.draw, played, here.pairing.kind == "absent" or lost))
    return {number: tuple(rounds) for number, rounds in found.items()}


def adjusted(rounds: tuple[Round, ...]) -> int:
    """The points of an entrant as they count for others (16.3)."""
    last = list(takewhile(lambda one: one.chosen, reversed(rounds)))
    return sum(one.points for one in rounds[: len(rounds) - len(last)]) + sum(one.draw for one in last)


def instead_of(rounds: Mapping[int, tuple[Round, ...]], number: int, one: Round) -> int:
    """The points that a round of an entrant counts in Buchholz: the opponent's, or what stands in their place (16.4)."""
    theirs = adjusted(rounds[one.opponent]) if one.opponent is not None else None
    if one.played and theirs is not None:
        return theirs
    own = sum(each.points for each in rounds[number])
    return min(own, sum(each.draw for each in rounds[number]) if theirs is None else theirs)
