"""Propose the next round: Swiss by a matching, larger tables by two, the other systems by their own rules."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tapete.core.refusals import Illegal, Refusal
from tapete.league import league_codes
from tapete.league.brackets import absences, elimination, round_robin
from tapete.league.decisions import PairRound, barred
from tapete.league.ladder import challenges
from tapete.league.pairing import swiss, tables
from tapete.league.tournament import Pairing, Tournament


class Proposal(Struct, frozen=True):
    """A round that can be paired. `refusal` says why it needs rematches or further byes; None where it needs none."""

    what: PairRound
    refusal: Refusal | None = None


def at_fixed(tournament: Tournament, pairings: tuple[Pairing, ...]) -> tuple[Pairing, ...]:
    """The pairings with those at fixed tables in their places, if there are so many tables; all others keep their order."""
    fixed = {one.number: one.table for one in tournament.entrants if one.table}
    matches = [one for one in pairings if one.kind == "match"]
    wanted: dict[int, Pairing] = {}
    for one in matches:
        table = next((fixed[number] for number in one.entrants if number in fixed), 0)
        if 0 < table <= len(matches) and table not in wanted:
            wanted[table] = one
    others = iter([one for one in matches if one not in wanted.values()])
    placed = [wanted[table] if table in wanted else next(others) for table in range(1, len(matches) + 1)]
    return (*placed, *(one for one in pairings if one.kind != "match"))


def propose(tournament: Tournament) -> Proposal:
    """Propose the next round; the same one for the same event on every machine.

    Raises:
        Illegal: no round can be paired now.
        MatchingMissing: the library that searches for pairs is not installed.
    """
    if refusal := barred(tournament):
        raise Illegal((refusal,))
    found = _proposed(tournament)
    return replace(found, what=replace(found.what, pairings=at_fixed(tournament, found.what.pairings)))


def _proposed(tournament: Tournament) -> Proposal:
    number, settings = tournament.next_round, tournament.settings
    if settings.system == "round_robin":
        return Proposal(PairRound(number, round_robin(tournament)))
    if settings.system == "ladder":
        return Proposal(PairRound(number, (*challenges(tournament), *absences(tournament))))
    if tournament.is_bracket(number):
        return Proposal(PairRound(number, elimination(tournament)))
    found, left = (swiss if settings.seats == 2 else tables).pairs(tournament)
    refusal = league_codes.NO_FULL_ROUND(left=left) if left else None
    return Proposal(PairRound(number, (*found, *absences(tournament)), bool(left)), refusal)
