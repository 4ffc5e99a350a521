"""An event as it stands: settings, entrants, rounds, pairings and results. Structs that never change; `decisions` make the next one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, Literal

from msgspec import Meta, Struct

from tapete.core.seats import SEATS, Seat

System = Literal["swiss", "round_robin", "elimination", "ladder"]
"""Who meets whom: equal points and never again; everybody everybody; the winners; who challenges a person a few places above."""

RoundState = Literal["paired", "published", "running", "closed"]
"""`paired` is seen by staff alone, and nothing of it counts yet."""

Kind = Literal["match", "bye", "absent"]

ResultSource = Literal["table", "file", "players", "judge"]
"""Where a result comes from: the table's journal, a match file, what players say, or a judge."""

Tiebreak = Literal[
    "opponents_wins",
    "games",
    "opponents_games",
    "opponents_opponents_wins",
    "buchholz",
    "buchholz_cut",
    "sonneborn_berger",
    "direct",
    "wins",
]

Reckoning = Literal["house", "friday", "pokemon", "chess"]
"""By whose rules standings are reckoned (`presets`): what an unplayed round counts, the least share of an opponent, halves of points."""

FORFEIT = "forfeit"
"""In the place of games: a player did not come, and nobody played."""

EntrantNumber = Annotated[int, Meta(ge=1)]

TIEBREAKS: tuple[Tiebreak, ...] = ("opponents_wins", "buchholz", "direct", "wins")
"""What decides between equal points where nobody says otherwise."""


class LeaguePoints(Struct, frozen=True, forbid_unknown_fields=True):
    """What a result is worth; 2-1-0 is chess with halves doubled."""

    win: Annotated[int, Meta(ge=1, le=100)] = 3
    draw: Annotated[int, Meta(ge=0, le=100)] = 1
    loss: Annotated[int, Meta(ge=0, le=100)] = 0
    bye: Annotated[int, Meta(ge=0, le=100)] = 3
    absent: Annotated[int, Meta(ge=0, le=100)] = 0


class TournamentSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is fixed before the first round.

    Args:
        game: its name; options: its house rules.
        seats: the most at a table; fewest: the fewest (1 only where a table plays together).
        together: those at a table play together and score together: nobody is anybody's opponent (Mamlejet).
        rounds: of a Swiss event, and the most waves of a ladder; the other systems know theirs.
        reach: in a ladder, how many places above one may be challenged.
        round_ms: milliseconds of a round's clock; 0: none.
        hints: whether the players of a match may agree that a robot gives hints.
        reckoning: by whose rules standings are reckoned.
        best_of: the most games of a match that count; who has won more than half of them has won it.
        cut: how many go on to a bracket after a Swiss event's rounds; 0: nobody.
        divisions: names of groups that are paired together and ranked apart, as junior and senior.
        turns: that a table still plays when the time is up; then the match is drawn, or who is ahead in games has won. 0: it plays on.
        tiebreaks: in their order; last a lot from the seed decides.
        seed: of all that chance decides, the same on every machine.
    """

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    game: str
    seed: Annotated[str, Meta(min_length=1, max_length=80)]
    options: dict[str, str] = {}
    system: System = "swiss"
    seats: Literal[2, 4] = 2
    fewest: Annotated[int, Meta(ge=1, le=4)] = 2
    together: bool = False
    rounds: Annotated[int, Meta(ge=1, le=30)] = 4
    reach: Annotated[int, Meta(ge=1, le=20)] = 3
    round_ms: Annotated[int, Meta(ge=0, le=86_400_000)] = 0
    hints: bool = False
    reckoning: Reckoning = "house"
    best_of: Literal[1, 3, 5] = 1
    turns: Annotated[int, Meta(ge=0, le=20)] = 0
    cut: Literal[0, 4, 8, 16] = 0
    divisions: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=24)], ...], Meta(max_length=6)] = ()
    points: LeaguePoints = LeaguePoints()
    tiebreaks: tuple[Tiebreak, ...] = TIEBREAKS

    @property
    def unit(self) -> int:
        """What one point on paper is here: chess counts in halves, so two."""
        return 2 if self.reckoning == "chess" else 1

    @property
    def needed(self) -> int:
        """The games that win a match."""
        return self.best_of // 2 + 1

    def written(self, points: int) -> str:
        """Points as people write them: 7, or 2½."""
        whole, half = divmod(abs(points), self.unit)
        sign = "−" if points < 0 else ""
        return f"{sign}{whole if whole or not half else ''}{'½' if half else ''}"


class Entrant(Struct, frozen=True):
    """A person in one event. Who drops keeps number and results.

    `person` is opaque here: names stand in one place only. `from_round` is the first round that this entrant may play in; `table` the one
    that is kept for this entrant, 0: any.
    """

    number: int
    person: str
    strength: int = 0
    from_round: int = 1
    playing: bool = True
    division: str = ""
    table: int = 0


class PairingResult(Struct, frozen=True):
    """What came of a match. The newest decision counts; those before it stay in the log.

    `word` is that of the match file: seats that won (`A`, `A,C`), `draw`, `loss` (nobody won), or `stopped`, which waits for a judge.
    `games` are those of a match of several: won by A, won by B and drawn (`2-1`, `1-1-1`), or `FORFEIT`; empty: nobody said.
    """

    decision: int
    word: str
    source: ResultSource
    games: str = ""

    @property
    def said(self) -> str:
        """Word and games, as a decision says them: `A 2-1`."""
        return f"{self.word} {self.games}".strip()

    @property
    def forfeit(self) -> bool:
        """Whether a player did not come."""
        return self.games == FORFEIT


def games_of(word: str, games: str, needed: int) -> tuple[int, int, int]:
    """The games of a match of two: won by A, won by B and drawn. Where nobody said them, as few as the result needs.

    Args:
        word: of the result. games: as they were said. needed: how many win a match.
    """
    if games and games != FORFEIT:
        a, b, *drawn = map(int, games.split("-"))
        return a, b, drawn[0] if drawn else 0
    if word == "draw":
        return (1, 1, 1) if needed > 1 else (0, 0, 1)
    return (needed if word == "A" else 0), (needed if word == "B" else 0), 0


class Pairing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who sits together in a round, in the order of seats; or who has a bye, or is absent, perhaps for half a win (`half`)."""

    kind: Kind
    entrants: Annotated[tuple[EntrantNumber, ...], Meta(min_length=1, max_length=4)]
    half: bool = False

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Every two that meet here, the lower number first."""
        return combinations(sorted(self.entrants), 2) if self.kind == "match" else iter(())


class Placed(Struct, frozen=True):
    """A pairing in a round, numbered from 1 on (the table), with its result and its extra time in milliseconds.

    `again_ms` is when it was decided that it is played again (milliseconds UTC, 0: never): what players said before holds no more.
    """

    number: int
    pairing: Pairing
    result: PairingResult | None = None
    extra_ms: int = 0
    again_ms: int = 0

    @property
    def open(self) -> bool:
        """Whether a result is still needed."""
        return self.pairing.kind == "match" and (self.result is None or self.result.word == "stopped")

    def seat_of(self, entrant: int) -> Seat:
        """The seat of a person who sits here."""
        return SEATS[self.pairing.entrants.index(entrant)]

    def winners(self) -> tuple[int, ...]:
        """The entrants that won; nobody where there is no result, a draw or a loss."""
        if self.result is None or self.result.word in ("draw", "loss", "stopped"):
            return ()
        return tuple(entrant for entrant in self.pairing.entrants if self.seat_of(entrant) in self.result.word.split(","))


class TournamentRound(Struct, frozen=True):
    """One round. `attempt` counts how often a round of this number was paired; those that were taken back stay in the log.

    `seeds` are those of the cut that begins with this round, the first one first.
    """

    number: int
    attempt: int
    state: RoundState
    placed: tuple[Placed, ...]
    started_ms: int | None = None
    paused_ms: int | None = None
    seeds: tuple[int, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether its byes and results count: staff look first."""
        return self.state != "paired"

    def remaining_ms(self, now_ms: int, round_ms: int, extra_ms: int = 0) -> int | None:
        """Milliseconds left for a table with so much extra time, below 0 once it is over; None while no clock runs."""
        if self.started_ms is None or not round_ms:
            return None
        return round_ms + extra_ms - ((now_ms if self.paused_ms is None else self.paused_ms) - self.started_ms)


class PenaltyGiven(Struct, frozen=True):
    """Points taken from an entrant by a judge; `decision` is its number in the log."""

    decision: int
    entrant: int
    points: int


Sanction = Literal["warning", "game_loss", "match_loss", "disqualification"]
"""What an infraction brings beside points."""


class SanctionGiven(Struct, frozen=True):
    """What a judge gave to an entrant for an infraction; `round` is the one that was running (0: none), `decision` its number."""

    decision: int
    entrant: int
    sanction: Sanction
    infraction: str
    round: int


class KeptApart(Struct, frozen=True):
    """Two who must not meet, `a` below `b`, and the reason, which staff alone read."""

    a: int
    b: int
    why: str


class Tournament(Struct, frozen=True, kw_only=True):
    """An event after `version` decisions.

    `applicants` are persons who ask to come in; `halves` are absent with half a win; `seen` are the tellings of matches, by their heads,
    that a judge has looked at.
    """

    settings: TournamentSettings
    version: int = 0
    entrants: tuple[Entrant, ...] = ()
    apart: tuple[KeptApart, ...] = ()
    absent: frozenset[int] = frozenset()
    halves: frozenset[int] = frozenset()
    rounds: tuple[TournamentRound, ...] = ()
    taken_back: tuple[int, ...] = ()
    applicants: tuple[str, ...] = ()
    penalties: tuple[PenaltyGiven, ...] = ()
    sanctions: tuple[SanctionGiven, ...] = ()
    seen: frozenset[str] = frozenset()
    closed: bool = False

    @property
    def next_round(self) -> int:
        """The number of the round that is paired next."""
        return len(self.rounds) + 1

    def entrant(self, number: int) -> Entrant | None:
        """Who has a number; None: nobody."""
        return self.entrants[number - 1] if 1 <= number <= len(self.entrants) else None

    def playing(self) -> tuple[int, ...]:
        """Who plays in the round that is paired next, those noted as absent left out."""
        return tuple(one.number for one in self.entrants if self.may_play(one.number) and one.number not in self.absent)

    def may_play(self, number: int) -> bool:
        """Whether an entrant has neither dropped nor begins later than the round that is paired next."""
        one = self.entrants[number - 1]
        return one.playing and one.from_round <= self.next_round

    def is_bracket(self, round_number: int) -> bool:
        """Whether a round is one of a bracket, where each match needs a winner."""
        settings = self.settings
        return settings.system == "elimination" or bool(settings.cut and settings.system == "swiss" and round_number > settings.rounds)

    @property
    def cut_rounds(self) -> tuple[TournamentRound, ...]:
        """The rounds of the cut."""
        return self.rounds[self.settings.rounds :] if self.settings.cut and self.settings.system == "swiss" else ()

    def counted(self) -> Iterator[tuple[TournamentRound, Placed]]:
        """Every pairing of the rounds that count for points; the bracket after them does not."""
        before = len(self.rounds) - len(self.cut_rounds)
        for one in self.rounds[:before]:
            if one.counts:
                for placed in one.placed:
                    yield one, placed

    def met(self) -> frozenset[tuple[int, int]]:
        """Every two that have sat together, the lower number first."""
        return frozenset(pair for one in self.rounds for placed in one.placed for pair in placed.pairing.pairs())

    def byes(self) -> Counter[int]:
        """Who has had a bye, and how often."""
        return Counter(n for one in self.rounds for placed in one.placed if placed.pairing.kind == "bye" for n in placed.pairing.entrants)

    def points_of(self, placed: Placed) -> dict[int, int] | None:
        """What a pairing gives to each who sits there; None while it waits for a result."""
        worth, who = self.settings.points, placed.pairing.entrants
        if placed.pairing.kind != "match":
            absent = worth.draw if placed.pairing.half else worth.absent
            return dict.fromkeys(who, worth.bye if placed.pairing.kind == "bye" else absent)
        if placed.open or placed.result is None:
            return None
        if placed.result.word == "draw":
            return dict.fromkeys(who, worth.draw)
        winners = placed.winners()
        return {one: worth.win if one in winners else worth.loss for one in who}

    def match_points(self) -> dict[int, int]:
        """The points of everybody without penalties."""
        total = dict.fromkeys((one.number for one in self.entrants), 0)
        for _, placed in self.counted():
            for number, points in (self.points_of(placed) or {}).items():
                total[number] += points
        return total
