"""Tables of four and fewer: players are matched to pairs, pairs to tables. Places that stay empty are matched like players.

At such tables some meet again, so a meeting is priced and not ruled out; two who are kept apart never sit together. Twice a matching is
no search of everything: where the second step meets two who are kept apart, the first is tried again by other lots, and where some meet
again, two change their tables as long as that spares a meeting.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

from tapete.league.pairing.matching import PRICE, cheapest, lot
from tapete.league.tournament import Pairing, Tournament

TRIES = 24
"""How often the pairs are drawn anew when they do not fit to tables."""

AGAIN = 10_000
"""The price of two who have met once, beside the square of the points between them."""

FOUR = 4
"""Seats of a full table."""

EMPTY = 10**9
"""The price of two empty places at one table: only where nothing else is left."""


def sizes(playing: int, fewest: int, seats: int) -> list[int]:
    """How many sit at each table, the fullest first; who is over has a bye."""
    for free in range(playing + 1):
        seated = playing - free
        count = -(-seated // seats)
        if count * fewest <= seated:
            return [seated // count + (table < seated % count) for table in range(count)] if count else []
    raise AssertionError("nobody at no table is always possible")


def pairs(tournament: Tournament) -> tuple[list[Pairing], list[int]]:
    """Seat who plays at tables as even as possible.

    Returns:
        The pairings, and who could not be seated with the others, or rests once more since all have had a bye; they have byes in them.
    """
    players, settings = tournament.playing(), tournament.settings
    points = tournament.match_points()
    room = sum(sizes(len(players), settings.fewest, settings.seats))
    had = tournament.byes()
    order = sorted(players, key=lambda one: (had[one], points[one], lot(settings.seed, tournament.next_round, one, one)))
    free, seated = order[: len(players) - room], order[len(players) - room :]
    for attempt in range(TRIES):
        found = _tables(tournament, seated, attempt)
        if found is not None:
            return [*found, *(Pairing("bye", (one,)) for one in sorted(free))], sorted(one for one in free if had[one])
    return _with_byes(tournament, seated, free)


def _with_byes(tournament: Tournament, seated: list[int], free: list[int]) -> tuple[list[Pairing], list[int]]:
    """Fill tables one by one with whom nothing bars from sitting there; who finds no table has a bye."""
    apart = {(kept.a, kept.b) for kept in tournament.apart}
    tables: list[list[int]] = []
    for one in seated:
        room = (table for table in tables if len(table) < tournament.settings.seats)
        fits = next((table for table in room if not any((min(one, n), max(one, n)) in apart for n in table)), None)
        if fits is None:
            tables.append([one])
        else:
            fits.append(one)
    alone = sorted(one for table in tables if len(table) < tournament.settings.fewest for one in table)
    full = [tuple(table) for table in tables if len(table) >= tournament.settings.fewest]
    resting, had = sorted([*alone, *free]), tournament.byes()
    found = _in_order(tournament, _changed(tournament, full))
    return [*found, *(Pairing("bye", (one,)) for one in resting)], sorted({*alone, *(one for one in free if had[one])})


def _tables(tournament: Tournament, seated: list[int], attempt: int) -> list[Pairing] | None:
    """Match twice, the empty places too; None: two who are kept apart would sit together, or too few at a table."""
    settings, number = tournament.settings, tournament.next_round
    seed = f"{settings.seed}/{attempt}" if attempt else settings.seed
    points, apart = tournament.match_points(), {(kept.a, kept.b) for kept in tournament.apart}
    times = _meetings(tournament)
    count = -(-len(seated) // FOUR)
    places: list[tuple[int, ...]] = [*((one,) for one in seated), *[()] * (FOUR * count - len(seated))]
    for together in (2, FOUR):
        edges = []
        for (i, left), (j, right) in combinations(enumerate(places), 2):
            meetings = [(min(a, b), max(a, b)) for a in left for b in right]
            if not any(pair in apart for pair in meetings):
                price = sum((points[a] - points[b]) ** 2 + times[a, b] ** 2 * AGAIN for a, b in meetings)
                price += EMPTY * max(0, together - len(left) - len(right) - 1)
                edges.append((i, j, price * PRICE + lot(seed, number, min(left, default=-i), min(right, default=-j))))
        found = cheapest(len(places), edges)
        if 2 * len(found) < len(places):
            return None
        places = [(*places[i], *places[j]) for i, j in found]
    if any(len(table) < settings.fewest for table in places):
        return None
    return _in_order(tournament, _changed(tournament, places))


def _changed(tournament: Tournament, tables: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Let one of a table where some meet again change places with one of another table, while that makes the two tables cheaper."""
    points, apart, times = tournament.match_points(), {(kept.a, kept.b) for kept in tournament.apart}, _meetings(tournament)

    def pairs_at(table: tuple[int, ...]) -> list[tuple[int, int]]:
        return [(min(a, b), max(a, b)) for a, b in combinations(table, 2)]

    def price(table: tuple[int, ...]) -> int:
        return sum((points[a] - points[b]) ** 2 + times[a, b] ** 2 * AGAIN for a, b in pairs_at(table))

    found = list(tables)
    before: list[tuple[int, ...]] = []
    while found != before:
        before = list(found)
        for i in range(len(found)):
            best: tuple[int, int, tuple[int, ...], tuple[int, ...]] | None = None
            for j in range(len(found)) if any(times[pair] for pair in pairs_at(found[i])) else ():
                for a, b in product(found[i], found[j]) if i != j else ():
                    here, there = _swapped(found[i], a, b), _swapped(found[j], b, a)
                    saved = price(found[i]) + price(found[j]) - price(here) - price(there)
                    if saved > (best[0] if best else 0) and not any(pair in apart for pair in (*pairs_at(here), *pairs_at(there))):
                        best = saved, j, here, there
            if best is not None:
                _saved, j, found[i], found[j] = best
    return found


def _meetings(tournament: Tournament) -> Counter[tuple[int, int]]:
    """How often two have sat at one table."""
    return Counter(pair for one in tournament.rounds for placed in one.placed for pair in placed.pairing.pairs())


def _swapped(table: tuple[int, ...], leaves: int, comes: int) -> tuple[int, ...]:
    return tuple(comes if one == leaves else one for one in table)


def _in_order(tournament: Tournament, tables: list[tuple[int, ...]]) -> list[Pairing]:
    """The pairings, tables with the most points first; seats by the lot."""
    points, seed, number = tournament.match_points(), tournament.settings.seed, tournament.next_round
    made = [Pairing("match", tuple(sorted(table, key=lambda one: lot(seed, number, one, one)))) for table in tables]
    return sorted(made, key=lambda one: (-sum(points[n] for n in one.entrants) / len(one.entrants), one.entrants))
