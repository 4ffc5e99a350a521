"""Tie-breaks as pure functions, each with the sum that a person can do by hand.

What an unplayed round counts: a bye and an absence have no opponent, so they add nothing to what is reckoned from opponents; chess puts a
fictitious opponent in their place (`unplayed`). Opponents' points are taken without penalties: a penalty harms only who gets it. Who
plays together at a table has no opponents there.

Sources: Magic Tournament Rules, appendix C (matches, games, their opponents'; a bye is a match of two games won, and no opponent); Play!
Pokémon tournament rules handbook (a drawn match is half a win, a quarter at least, three quarters at most for who has dropped); FIDE
handbook C.07 as of March 2026.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from tapete.core.texts import Given, Text, _
from tapete.league.tournament import Reckoning, Tiebreak, Tournament, games_of
from tapete.league.unplayed import Round, instead_of, rounds_of

LEAST_SHARE: Mapping[Reckoning, Fraction] = {
    "house": Fraction(1, 3),
    "friday": Fraction(1, 3),
    "pokemon": Fraction(1, 4),
    "chess": Fraction(1, 3),
}
"""No opponent counts for less than this share of won points, so that a weak one does not ruin the tie-break."""

DROPPED_SHARE = Fraction(3, 4)
"""By the rules of Pokémon who has dropped counts for no more."""

OF_A_GAME = 3, 1
"""What a game that was won, and one that was drawn, counts in the share of games."""

NAMES: Mapping[Tiebreak, Text] = {
    "opponents_wins": _("Opponents' share of points"),
    "games": _("Share of games"),
    "opponents_games": _("Opponents' share of games"),
    "opponents_opponents_wins": _("Their opponents' share of points"),
    "buchholz": _("Buchholz"),
    "buchholz_cut": _("Buchholz without the lowest"),
    "sonneborn_berger": _("Sonneborn-Berger"),
    "direct": _("Direct encounter"),
    "wins": _("Wins"),
}

SHORT: Mapping[Tiebreak, Text] = {
    "opponents_wins": _("OMW %"),
    "games": _("GW %"),
    "opponents_games": _("OGW %"),
    "opponents_opponents_wins": _("OOMW %"),
    "buchholz": _("BH"),
    "buchholz_cut": _("BH −1"),
    "sonneborn_berger": _("SB"),
    "direct": _("DE"),
    "wins": _("Wins"),
}
"""What stands above a column; how it is reckoned stands below the table."""

HOW: Mapping[Tiebreak, Text] = {
    "opponents_wins": _("Of each opponent the points got at tables as a share of those to be won there, 1/3 at least; then the average."),
    "games": _("The games won, as a share of those played; a drawn one is a third of one, a bye a match that was won without a loss."),
    "opponents_games": _("Of each opponent the share of games, 1/3 at least; then the average."),
    "opponents_opponents_wins": _("The average of what the tie-break before this one gives for each opponent."),
    "buchholz": _("The points of all opponents, added up."),
    "buchholz_cut": _("The points of all opponents, added up without the lowest."),
    "sonneborn_berger": _("The points of each opponent, times the share of a win that was got from them."),
    "direct": _("The points got from each other, if all who are tied have met."),
    "wins": _("The matches won; a bye is none."),
}

HOW_ELSE: Mapping[tuple[Reckoning, Tiebreak], Text] = {
    ("pokemon", "opponents_wins"): _(
        "Of each opponent the matches won as a share of those played, a drawn one as half of one: 1/4 at least, and 3/4 at most for who "
        "has dropped; then the average."
    ),
    ("chess", "buchholz"): _("The points of all opponents, added up. A round without a game counts one's own points, capped (FIDE C.07)."),
    ("chess", "buchholz_cut"): _("The Buchholz without its lowest part; a round that one chose not to play goes first (FIDE C.07)."),
    ("chess", "sonneborn_berger"): _(
        "The points of each opponent, times the share of a win that was got from them; a round without a game as in Buchholz (FIDE C.07)."
    ),
}
"""Where the rules of a preset reckon otherwise."""


def how(reckoning: Reckoning, name: Tiebreak) -> Text:
    """How a tie-break is reckoned, in a sentence."""
    return HOW_ELSE.get((reckoning, name), HOW[name])


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
    """One match of an entrant: against whom (nobody where the table plays together), and what it gave.

    `games` are those won, lost and drawn.
    """

    opponents: tuple[int, ...]
    points: int
    won: bool
    drawn: bool
    games: tuple[int, int, int]
    forfeit: bool


class Scores(Struct, frozen=True):
    """What every tie-break is reckoned from; `dropped` are those who were gone before the last round, `needed` the games of a bye."""

    reckoning: Reckoning
    unit: int
    win: int
    needed: int
    points: Mapping[int, int]
    penalties: Mapping[int, int]
    meetings: Mapping[int, tuple[Meeting, ...]]
    byes: Mapping[int, int]
    dropped: frozenset[int]
    rounds: Mapping[int, tuple[Round, ...]]

    @classmethod
    def of(cls, tournament: Tournament) -> Scores:
        """Read an event once."""
        settings = tournament.settings
        meetings: dict[int, list[Meeting]] = {one.number: [] for one in tournament.entrants}
        penalties, byes = dict.fromkeys(meetings, 0), dict.fromkeys(meetings, 0)
        last: set[int] = set()
        for round_, placed in tournament.counted():
            if round_.number == len(tournament.rounds):
                last.update(placed.pairing.entrants)
            if placed.pairing.kind == "bye":
                byes[placed.pairing.entrants[0]] += 1
            got = tournament.points_of(placed) if placed.pairing.kind == "match" else None
            for number, points in (got or {}).items():
                others = () if settings.together else tuple(n for n in placed.pairing.entrants if n != number)
                result = placed.result
                drawn, forfeit = result is not None and result.word == "draw", result is not None and result.forfeit
                games = (0, 0, 0)
                if result is not None and len(placed.pairing.entrants) == 2:
                    a, b, level = games_of(result.word, result.games, settings.needed)
                    games = (a, b, level) if number == placed.pairing.entrants[0] else (b, a, level)
                    games = (0, settings.needed, 0) if result.word == "loss" else games
                meetings[number].append(Meeting(others, points, number in placed.winners(), drawn, games, forfeit))
        for penalty in tournament.penalties:
            penalties[penalty.entrant] += penalty.points
        dropped = frozenset(one.number for one in tournament.entrants if not one.playing and one.number not in last)
        return cls(
            reckoning=settings.reckoning,
            unit=settings.unit,
            win=settings.points.win,
            needed=settings.needed,
            points=tournament.match_points(),
            penalties=penalties,
            meetings={number: tuple(found) for number, found in meetings.items()},
            byes=byes,
            dropped=dropped,
            rounds=rounds_of(tournament) if settings.reckoning == "chess" and settings.system == "swiss" else {},
        )

    def opponents(self, number: int) -> list[int]:
        """Everybody met by an entrant, in the order of rounds; a person met twice stands there twice."""
        return [other for meeting in self.meetings[number] for other in meeting.opponents]

    def share(self, number: int) -> Fraction:
        """What an entrant won at tables, of what was to be won there: at least what the rules leave to everybody."""
        played, least = self.meetings[number], LEAST_SHARE[self.reckoning]
        if not played:
            return least
        if self.reckoning != "pokemon":
            return max(least, Fraction(sum(meeting.points for meeting in played), self.win * len(played)))
        share = max(least, Fraction(sum(2 * meeting.won + meeting.drawn for meeting in played), 2 * len(played)))
        return min(share, DROPPED_SHARE) if number in self.dropped else share

    def games(self, number: int) -> Fraction:
        """The share of games, those of byes with them."""
        won = drawn = played = 0
        for one in (*(meeting.games for meeting in self.meetings[number]), *[(self.needed, 0, 0)] * self.byes[number]):
            won, drawn, played = won + one[0], drawn + one[2], played + sum(one)
        win, draw = OF_A_GAME
        return Fraction(win * won + draw * drawn, win * played) if played else Fraction(0)

    def written(self, points: int) -> Fraction:
        """Points as they stand on paper: chess counts in halves."""
        return Fraction(points, self.unit)


SHARES: frozenset[Tiebreak] = frozenset({"opponents_wins", "opponents_opponents_wins", "games", "opponents_games"})
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
    if name == "games":
        return BreakValue(name, scores.games(number), "")
    if name == "opponents_games":
        least = LEAST_SHARE[scores.reckoning]
        return _average(name, [max(least, scores.games(other)) for other in scores.opponents(number)])
    if number in scores.rounds:
        return _of_chess(scores, name, number)
    if name == "sonneborn_berger":
        return _weighed(scores, name, number)
    theirs = [scores.points[other] for other in scores.opponents(number)]
    if name == "buchholz_cut" and theirs:
        theirs.remove(min(theirs))
    return BreakValue(name, scores.written(sum(theirs)), " + ".join(halved(scores.written(one)) for one in theirs))


def _of_chess(scores: Scores, name: Tiebreak, number: int) -> BreakValue:
    """Buchholz and Sonneborn-Berger by FIDE's rules, rounds without a game with them."""
    parts = [(scores.written(instead_of(scores.rounds, number, one)), one) for one in scores.rounds[number]]
    if name == "sonneborn_berger":
        shares = [(worth, Fraction(one.points, scores.win)) for worth, one in parts]
        said = " + ".join(f"{halved(worth)} × {halved(share)}" for worth, share in shares)
        return BreakValue(name, sum((worth * share for worth, share in shares), Fraction(0)), said)
    if name == "buchholz_cut" and parts:
        chosen = [part for part in parts if part[1].chosen] or parts
        parts.remove(min(chosen, key=lambda part: part[0]))
    return BreakValue(name, sum((worth for worth, _one in parts), Fraction(0)), " + ".join(halved(worth) for worth, _one in parts))


def halved(value: Fraction) -> str:
    """A value as chess writes it: 2.5, in place of 5/2."""
    return f"{float(value):g}" if value.denominator in (2, 4) else shown(value)


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
            theirs = scores.written(scores.points[other])
            parts.append(f"{halved(theirs)} × {shown(share)}")
            total += theirs * share
    return BreakValue(name, total, " + ".join(parts))


def direct_encounter(scores: Scores, group: Iterable[int]) -> dict[int, BreakValue]:
    """The points that tied entrants got from each other; 0 for all unless every two of them have met."""
    tied = set(group)
    met = {n: {o for one in scores.meetings[n] if not (one.forfeit and scores.rounds) for o in one.opponents} for n in tied}
    all_met = all(tied - {number} <= met[number] for number in tied)
    values = {}
    for number in sorted(tied):
        got = [meeting.points for meeting in scores.meetings[number] if all_met and tied & set(meeting.opponents)]
        values[number] = BreakValue("direct", scores.written(sum(got)), " + ".join(halved(scores.written(one)) for one in got))
    return values
