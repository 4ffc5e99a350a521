"""The standings of an event: points and tie-breaks, above them how far each came in a bracket, and in a ladder the places on it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tapete.league.brackets import seeds_of, survived
from tapete.league.ladder import order
from tapete.league.ranking import StandingLine, explained, lot, ranked
from tapete.league.tiebreaks import Scores
from tapete.league.tournament import Tournament

__all__ = ["StandingLine", "by_division", "explained", "lot", "standings"]


def standings(tournament: Tournament) -> tuple[StandingLine, ...]:
    """Order everybody; who has dropped stays in the list.

    In a ladder the places are those on it, whatever the points. Once the cut is paired its players stand first: who came farther before,
    of equal ones the better seed.
    """
    if tournament.settings.system == "ladder":
        scores = Scores.of(tournament)
        lost = scores.penalties
        return tuple(
            StandingLine(place, number, scores.points[number] - lost[number], lost[number], (), drawn=False)
            for place, number in enumerate(order(tournament), 1)
        )
    lines = ranked(tournament)
    if not tournament.cut_rounds:
        return lines
    seeds, wins = seeds_of(tournament), survived(tournament)
    first = {number: (-wins.get(number, 0), seed) for seed, number in enumerate(seeds)}
    sorted_lines = sorted(lines, key=lambda line: (line.entrant not in first, first.get(line.entrant, (0, 0)), line.place))
    return tuple(replace(line, place=place, drawn=line.drawn and line.entrant not in first) for place, line in enumerate(sorted_lines, 1))


def by_division(tournament: Tournament, lines: Iterable[StandingLine]) -> dict[str, tuple[StandingLine, ...]]:
    """The lines of each division, with the places there; who is in none stands under the empty word."""
    found: dict[str, list[StandingLine]] = {name: [] for name in tournament.settings.divisions}
    for line in lines:
        there = found.setdefault(tournament.entrants[line.entrant - 1].division, [])
        there.append(replace(line, place=len(there) + 1))
    return {name: tuple(there) for name, there in found.items() if there}
