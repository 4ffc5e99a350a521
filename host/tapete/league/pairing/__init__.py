"""Propose the next round: Swiss by a matching, larger tables by two, the other systems by their own rules."""

from __future__ import annotations

from msgspec import Struct

from tapete.core.refusals import Illegal, Refusal
from tapete.league import codes
from tapete.league.brackets import absences, elimination, round_robin
from tapete.league.decisions import PairRound, barred
from tapete.league.ladder import challenges
from tapete.league.pairing import swiss, tables
from tapete.league.tournament import Tournament


class Proposal(Struct, frozen=True):
    """A round that can be paired. `refusal` says why it needs rematches or further byes; None where it needs none."""

    what: PairRound
    refusal: Refusal | None = None


def propose(tournament: Tournament) -> Proposal:
    """Propose the next round; the same one for the same event on every machine.

    Raises:
        Illegal: no round can be paired now.
        MatchingMissing: the library that searches for pairs is not installed.
    """
    if refusal := barred(tournament):
        raise Illegal((refusal,))
    number, settings = tournament.next_round, tournament.settings
    if settings.system == "round_robin":
        return Proposal(PairRound(number, round_robin(tournament)))
    if settings.system == "ladder":
        return Proposal(PairRound(number, (*challenges(tournament), *absences(tournament))))
    if tournament.is_bracket(number):
        return Proposal(PairRound(number, elimination(tournament)))
    found, left = (swiss if settings.seats == 2 else tables).pairs(tournament)
    refusal = codes.NO_FULL_ROUND(left=left) if left else None
    return Proposal(PairRound(number, (*found, *absences(tournament)), bool(left)), refusal)
