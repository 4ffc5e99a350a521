"""Rank all entrants by points and tie-breaks: a pure function of entrants, pairings, results and penalties in any order."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct

from tapete.core.texts import Text
from tapete.league.tiebreaks import BreakValue, Scores, breaks_of, direct_encounter
from tapete.league.tournament import Tiebreak, Tournament


class StandingLine(Struct, frozen=True):
    """One line: place from 1 on, points with penalties taken off, and the tie-breaks in their order, each with its arithmetic.

    `drawn`: a lot from the seed decided between this line and another one.
    """

    place: int
    entrant: int
    points: int
    penalty: int
    breaks: tuple[BreakValue, ...]
    drawn: bool


def ranked(tournament: Tournament) -> tuple[StandingLine, ...]:
    """Order everybody by what they scored before a bracket; who has dropped stays in the list."""
    scores = Scores.of(tournament)
    totals = {number: points - scores.penalties[number] for number, points in scores.points.items()}
    groups = _split([sorted(totals)], totals)
    found: dict[int, list[BreakValue]] = {number: [] for number in totals}
    for name in tournament.settings.tiebreaks:
        groups = [part for group in groups for part in _broken(scores, name, group, found)]
    lines: list[StandingLine] = []
    for group in groups:
        for number in sorted(group, key=lambda one: lot(tournament.settings.seed, one)):
            values, penalty = tuple(found[number]), scores.penalties[number]
            lines.append(StandingLine(len(lines) + 1, number, totals[number], penalty, values, len(group) > 1))
    return tuple(lines)


def lot(seed: str, number: int) -> bytes:
    """What is drawn for an entrant; the lower one stands first."""
    return hashlib.sha256(f"{seed}/lot/{number}".encode()).digest()


def _broken(scores: Scores, name: Tiebreak, group: list[int], found: dict[int, list[BreakValue]]) -> list[list[int]]:
    """Split a group by a tie-break. Its values are noted for everybody, so that people see them where nothing was tied."""
    values = direct_encounter(scores, group) if name == "direct" else {number: breaks_of(scores, name, number) for number in group}
    for number, value in values.items():
        found[number].append(value)
    return _split([group], {number: value.value for number, value in values.items()})


def _split(groups: Iterable[list[int]], by: dict[int, int] | dict[int, Fraction]) -> list[list[int]]:
    """Split groups into those of equal value, the highest first."""
    return [
        [number for number in group if by[number] == value]
        for group in groups
        for value in sorted({by[number] for number in group}, reverse=True)
    ]


def explained(standing: StandingLine) -> tuple[Text, ...]:
    """The tie-breaks of a line as sentences with their arithmetic."""
    return tuple(value.says() for value in standing.breaks)
