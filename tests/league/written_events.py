"""An event for tests: a log that is written by short words."""

from __future__ import annotations

from typing import Any

from tapete.league.deciding import Decision, decide, opened
from tapete.league.decisions import (
    AnyDecision,
    CloseRound,
    EnterEntrant,
    PairRound,
    PublishRound,
    SetResult,
)
from tapete.league.standings import StandingLine, standings
from tapete.league.tournament import Pairing, Tournament, TournamentSettings

WHY = "said so"


class Evening:
    """An event with its log.

    Args:
        players: how many are entered at once, without strength.
        settings: those that are not as usual.
    """

    def __init__(self, players: int = 0, **settings: Any) -> None:
        self.settings = TournamentSettings(**{"name": "Friday", "game": "shazamm", "seed": "seed", **settings})
        self.now: Tournament = opened(self.settings)
        self.log: list[Decision] = []
        for number in range(1, players + 1):
            self.do(EnterEntrant(f"person {number}"))

    def do(self, what: AnyDecision, why: str = WHY) -> Evening:
        """Decide something; the time is a second a decision."""
        self.now, entry = decide(self.now, what, who="judge", at_ms=1000 * (len(self.log) + 1), why=why)
        self.log.append(entry)
        return self

    def paired(self, *tables: tuple[int, ...], byes: tuple[int, ...] = (), absent: tuple[int, ...] = (), repeats: bool = False) -> Evening:
        """Pair and publish the next round as given."""
        seated = [Pairing("match", table) for table in tables]
        seated += [Pairing("bye", (number,)) for number in byes] + [Pairing("absent", (number,)) for number in absent]
        number = self.now.next_round
        return self.do(PairRound(number, tuple(seated), repeats)).do(PublishRound(number))

    def proposed(self) -> Evening:
        """Pair and publish the next round as the program proposes."""
        from tapete.league.pairing import propose

        found = propose(self.now)
        return self.do(found.what).do(PublishRound(found.what.round))

    def results(self, *words: str, close: bool = True) -> Evening:
        """Set the results of the last round's matches in order, and close it."""
        number = len(self.now.rounds)
        for table, word in enumerate(words, 1):
            self.do(SetResult(number, table, word, "table"))
        return self.do(CloseRound(number)) if close else self

    def line(self, entrant: int) -> StandingLine:
        """The standing of one."""
        return next(one for one in standings(self.now) if one.entrant == entrant)

    def order(self) -> list[int]:
        """The entrants by their places."""
        return [one.entrant for one in standings(self.now)]

    def points(self) -> dict[int, int]:
        """The points of everybody."""
        return {one.entrant: one.points for one in standings(self.now)}
