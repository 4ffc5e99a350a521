"""A season: events of one or several shops whose final places count together. Pure functions of places; names stand elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

from tapete.league.standings import standings
from tapete.league.tournament import Tournament

Points = Annotated[int, Meta(ge=0, le=10_000)]


class SeasonSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is fixed for a season.

    Args:
        points: of the first place, the second and so on; every place behind them gets `others`.
        others: who took part gets at least that.
        best_of: so many of a person's events count, the best ones; 0: all.
        finalists: so many are promoted to the final.
    """

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    points: Annotated[tuple[Points, ...], Meta(min_length=1, max_length=64)] = (12, 9, 7, 5, 4, 3, 2)
    others: Points = 1
    best_of: Annotated[int, Meta(ge=0, le=100)] = 0
    finalists: Annotated[int, Meta(ge=0, le=256)] = 8


class EventPlace(Struct, frozen=True, order=True):
    """What one event gave to a person: `counts` whether it is among the best that count."""

    shop: str
    event: str
    person: str
    place: int
    points: int
    counts: bool = True


class SeasonLine(Struct, frozen=True):
    """One line of the table. Equal in everything that counts means the same place; `promoted`: to the final."""

    place: int
    person: str
    points: int
    events: tuple[EventPlace, ...]
    promoted: bool

    @property
    def wins(self) -> int:
        """How many of the events that count were won."""
        return sum(one.counts and one.place == 1 for one in self.events)


def places_of(settings: SeasonSettings, tournament: Tournament) -> list[tuple[str, int, int]]:
    """What an event gives: person, place and points of everybody who sat in a round that counts, or had a bye in one."""
    took_part = {number for _one, placed in tournament.counted() if placed.pairing.kind != "absent" for number in placed.pairing.entrants}
    found: list[tuple[str, int, int]] = []
    for line in standings(tournament):
        if line.entrant in took_part:
            place = len(found) + 1
            worth = settings.points[place - 1] if place <= len(settings.points) else settings.others
            found.append((tournament.entrants[line.entrant - 1].person, place, worth))
    return found


def season_table(settings: SeasonSettings, places: Iterable[EventPlace]) -> tuple[SeasonLine, ...]:
    """The table of a season; the order of the places does not matter.

    The most points stand first; of equal ones who won more of the events that count, then whose places in them are better one by one, the
    best first. Who is equal in all of that shares the place.
    """
    by_person: dict[str, list[EventPlace]] = {}
    for one in sorted(places):
        by_person.setdefault(one.person, []).append(one)
    rows = []
    for person, mine in by_person.items():
        best = sorted(mine, key=lambda one: (-one.points, one.place, one.shop, one.event))
        counting = best[: settings.best_of] if settings.best_of else best
        events = tuple(EventPlace(one.shop, one.event, one.person, one.place, one.points, one in counting) for one in mine)
        total = sum(one.points for one in counting)
        order = (-total, -sum(one.place == 1 for one in counting), tuple(sorted(one.place for one in counting)))
        rows.append((order, person, total, events))
    rows.sort()
    lines: list[SeasonLine] = []
    for index, (order, person, total, events) in enumerate(rows):
        place = lines[-1].place if index and rows[index - 1][0] == order else index + 1
        lines.append(SeasonLine(place, person, total, events, place <= settings.finalists))
    return tuple(lines)
