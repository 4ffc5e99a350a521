"""Tie-breaks as pure functions, each with the sum that a person can do by hand.

What an unplayed round counts: a bye and an absence have no opponent, so they add nothing to what is reckoned from opponents. Opponents'
points are taken without penalties: a penalty harms only who gets it. Who plays together at a table has no opponents there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from tapete.core.texts import Given, Text, _
from tapete.league.tournament import Tiebreak, Tournament

LEAST_SHARE = Fraction(1, 3)
"""No opponent counts for less than this share of won points, so that a weak one does not ruin the tie-break."""

NAMES: Mapping[Tiebreak, Text] = {
    "opponents_wins": _("Opponents' share of points"),
    "opponents_opponents_wins": _("Their opponents' share of points"),
    "buchholz": _("Buchholz"),
    "buchholz_cut": _("Buchholz without the lowest"),
    "sonneborn_berger": _("Sonneborn-Berger"),
    "direct": _("Direct encounter"),
    "wins": _("Wins"),
}

HOW: Mapping[Tiebreak, Text] = {
    "opponents_wins": _("Of each opponent the points got at tables as a share of those to be won there, 1/3 at least; then the average."),
    "opponents_opponents_wins": _("The average of what the tie-break before this one gives for each opponent."),
    "buchholz": _("The points of all opponents, added up."),
    "buchholz_cut": _("The points of all opponents, added up without the lowest."),
    "sonneborn_berger": _("The points of each opponent, times the share of a win that was got from them."),
    "direct": _("The points got from each other, if all who are tied have met."),
    "wins": _("The matches won; a bye is none."),
}

_SAYS = _("{name}: {sum} = {value}")
_ONLY = _("{name}: {value}")


class BreakValue(Struct, frozen=True):
    """The value of a tie-break, and the sum that leads to it; an empty sum has nothing to add up."""

    name: Tiebreak
    value: Fraction
    sum: str

    def says(self) -> Text:
        """The tie-break with its arithmetic as a person writes it."""
        value = figure(self.name, self.value)
        if self.sum in ("", value, shown(self.value)):
            return _ONLY.fill(name=NAMES[self.name], value=Given(value))
        return _SAYS.fill(name=NAMES[self.name], sum=Given(self.sum), value=Given(value))


class Meeting(Struct, frozen=True):
    """One match of an entrant: against whom (nobody where the table plays together), and what it gave."""

    opponents: tuple[int, ...]
    points: int
    won: bool


class Scores(Struct, frozen=True):
    """What every tie-break is reckoned from."""

    win: int
    points: Mapping[int, int]
    penalties: Mapping[int, int]
    meetings: Mapping[int, tuple[Meeting, ...]]

    @classmethod
    def of(cls, tournament: Tournament) -> Scores:
        """Read an event once."""
        meetings: dict[int, list[Meeting]] = {one.number: [] for one in tournament.entrants}
        penalties = dict.fromkeys(meetings, 0)
        for _round, placed in tournament.counted():
            got = tournament.points_of(placed) if placed.pairing.kind == "match" else None
            for number, points in (got or {}).items():
                others = () if tournament.settings.together else tuple(n for n in placed.pairing.entrants if n != number)
                meetings[number].append(Meeting(others, points, number in placed.winners()))
        for penalty in tournament.penalties:
            penalties[penalty.entrant] += penalty.points
        met = {number: tuple(found) for number, found in meetings.items()}
        return cls(tournament.settings.points.win, tournament.match_points(), penalties, met)

    def opponents(self, number: int) -> list[int]:
        """Everybody met by an entrant, in the order of rounds; a person met twice stands there twice."""
        return [other for meeting in self.meetings[number] for other in meeting.opponents]

    def share(self, number: int) -> Fraction:
        """The points that an entrant won at tables, of those that were to be won there; a third at least."""
        played = self.meetings[number]
        won = sum(meeting.points for meeting in played)
        return max(LEAST_SHARE, Fraction(won, self.win * len(played))) if played else LEAST_SHARE


SHARES: frozenset[Tiebreak] = frozenset({"opponents_wins", "opponents_opponents_wins"})
"""Tie-breaks that are shares of what could be won: people write them in percent."""


def shown(value: Fraction) -> str:
    """A value as people write it in a sum: 7, or 5/9."""
    return str(value.numerator) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def figure(name: Tiebreak, value: Fraction, decimals: int = 1) -> str:
    """The value of a tie-break as it is announced: 60.4 %, or 12.5; never a fraction, of which a spreadsheet makes a date.

    Args:
        decimals: of a percentage; of other values as many as they have, four at the most.
    """
    if name in SHARES:
        return f"{float(value * 100):.{decimals}f} %"
    return f"{float(value):.4f}".rstrip("0").rstrip(".")


def breaks_of(scores: Scores, name: Tiebreak, number: int) -> BreakValue:
    """One tie-break of one entrant, other than `direct`."""
    if name == "wins":
        return BreakValue(name, Fraction(sum(meeting.won for meeting in scores.meetings[number])), "")
    if name == "opponents_wins":
        return _average(name, [scores.share(other) for other in scores.opponents(number)])
    if name == "opponents_opponents_wins":
        return _average(name, [breaks_of(scores, "opponents_wins", other).value for other in scores.opponents(number)])
    if name == "sonneborn_berger":
        return _weighed(scores, name, number)
    theirs = [scores.points[other] for other in scores.opponents(number)]
    if name == "buchholz_cut" and theirs:
        theirs.remove(min(theirs))
    return BreakValue(name, Fraction(sum(theirs)), " + ".join(map(str, theirs)))


def _average(name: Tiebreak, values: list[Fraction]) -> BreakValue:
    if not values:
        return BreakValue(name, Fraction(0), "")
    added = " + ".join(map(shown, values))
    return BreakValue(name, sum(values, Fraction(0)) / len(values), added if len(values) == 1 else f"({added}) / {len(values)}")


def _weighed(scores: Scores, name: Tiebreak, number: int) -> BreakValue:
    parts, total = [], Fraction(0)
    for meeting in scores.meetings[number]:
        for other in meeting.opponents:
            share = Fraction(meeting.points, scores.win)
            parts.append(f"{scores.points[other]} × {shown(share)}")
            total += scores.points[other] * share
    return BreakValue(name, total, " + ".join(parts))


def direct_encounter(scores: Scores, group: Iterable[int]) -> dict[int, BreakValue]:
    """The points that those who are tied got from each other; 0 for all where not every two of them have met."""
    tied = set(group)
    all_met = all(tied - {number} <= set(scores.opponents(number)) for number in tied)
    values = {}
    for number in sorted(tied):
        got = [meeting.points for meeting in scores.meetings[number] if all_met and tied & set(meeting.opponents)]
        values[number] = BreakValue("direct", Fraction(sum(got)), " + ".join(map(str, got)))
    return values
