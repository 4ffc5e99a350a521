"""Add up the matches of a lab: who wins, by robot, seat and card, how long it takes, how it ends, and what is never played."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from statistics import quantiles

from msgspec import Struct

from tapete.core.odds import wilson
from tapete.core.seats import Seat
from tapete.lab.matches import LabMatch


class Standing(Struct, frozen=True):
    """How one side has scored: a draw is half a point; between `low` and `high` the true share lies 95 times of 100."""

    matches: int
    won: int
    drawn: int
    lost: int
    share: float
    low: float
    high: float


class Figures(Struct, frozen=True):
    """A lab in figures. Cards by id: the standing of who showed one, a match and seat at a time; `never` are those that nobody showed."""

    matches: int
    robots: tuple[Standing, ...]
    seats: dict[Seat, Standing]
    cards: dict[str, Standing]
    never: tuple[str, ...]
    lengths: tuple[float, float, float]
    ends: dict[str, int]


class _Tally:
    def __init__(self) -> None:
        self.won = self.drawn = self.lost = 0

    def count(self, noted: LabMatch, seat: Seat) -> None:
        if noted.result in ("draw", "stopped", "unfinished"):
            self.drawn += 1
        elif seat in noted.winners:
            self.won += 1
        else:
            self.lost += 1

    def standing(self) -> Standing:
        number = self.won + self.drawn + self.lost
        return Standing(number, self.won, self.drawn, self.lost, *wilson(self.won + self.drawn / 2, number))


def counted(matches: Iterable[LabMatch], robots: int, cards: Mapping[str, str]) -> Figures:
    """Count matches.

    Args:
        matches: each once. robots: how many play. cards: every card there is, by id.
    """
    known = list(matches)
    by_robot = [_Tally() for _robot in range(robots)]
    by_seat: defaultdict[Seat, _Tally] = defaultdict(_Tally)
    by_card: defaultdict[str, _Tally] = defaultdict(_Tally)
    ends: Counter[str] = Counter()
    for noted in known:
        ends[f"{noted.result}: {noted.reason}" if noted.reason else noted.result] += 1
        for seat, robot in noted.sat.items():
            by_robot[robot].count(noted, seat)
            by_seat[seat].count(noted, seat)
            for card in noted.cards[seat]:
                by_card[card].count(noted, seat)
    lengths = sorted(noted.actions for noted in known)
    quarter, half, three = quantiles(lengths, n=4) if len(lengths) > 1 else (lengths or [0]) * 3
    return Figures(
        matches=len(known),
        robots=tuple(tally.standing() for tally in by_robot),
        seats={seat: by_seat[seat].standing() for seat in sorted(by_seat)},
        cards={card: by_card[card].standing() for card in sorted(by_card, key=lambda card: -by_card[card].standing().share)},
        never=tuple(card for card in cards if card not in by_card),
        lengths=(quarter, half, three),
        ends=dict(ends.most_common()),
    )
