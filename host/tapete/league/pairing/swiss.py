"""Swiss pairs: equal points as far as it goes, nobody twice, a bye at most once and to the lowest; then the lot.

The price of a pair is the square of the points between them. A bye costs more than all pairs together for each point of its entrant over
the lowest, so it goes to the lowest with whom everybody else can be paired. There is no edge between two who are kept apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tapete.league.pairing.matching import PRICE, cheapest, lot
from tapete.league.tournament import Pairing, Tournament

WHOLE_GRAPH = 120
"""Up to so many players every possible pair is weighed; beyond, at first those near to each other by points."""

NEAR = 40
"""With how many of those below a player is compared then; the whole graph comes after that where not everybody is paired."""


def pairs(tournament: Tournament) -> tuple[list[Pairing], list[int]]:
    """Pair who plays, the highest points first.

    Returns:
        The pairings, and who could not be paired by the rules; then the pairings are the cheapest ones with rematches.
    """
    players = tournament.playing()
    found = _matched(tournament, players, NEAR) if len(players) > WHOLE_GRAPH else []
    if len(found) < (len(players) + 1) // 2:
        found = _matched(tournament, players, len(players))
    if len(found) == (len(players) + 1) // 2:
        return _in_order(tournament, found), []
    left = sorted(set(players) - {number for pair in found for number in pair})
    found = _matched(tournament, players, len(players), repeats=True)
    seated = {number for pair in found for number in pair}
    return _in_order(tournament, [*found, *((number,) for number in players if number not in seated)]), left


def _matched(tournament: Tournament, players: tuple[int, ...], near: int, *, repeats: bool = False) -> list[tuple[int, ...]]:
    """Match the players; where their number is odd one more node stands for the bye."""
    node = {number: index for index, number in enumerate(players)}
    edges = [
        (node[a], len(players) if b is None else node[b], price * PRICE + tie)
        for a, b, price, tie in _prices(tournament, players, near, repeats=repeats)
    ]
    count = len(players) + len(players) % 2
    return [tuple(players[index] for index in pair if index < len(players)) for pair in cheapest(count, edges)]


def _prices(tournament: Tournament, players: tuple[int, ...], near: int, *, repeats: bool) -> Iterator[tuple[int, int | None, int, int]]:
    """Every pair that is possible with its price and its lot; None is the bye."""
    points, seed, number = tournament.match_points(), tournament.settings.seed, tournament.next_round
    met, apart = tournament.met(), {(kept.a, kept.b) for kept in tournament.apart}
    order = sorted(players, key=lambda one: (-points[one], lot(seed, number, one, one)))
    lowest, widest = points[order[-1]], points[order[0]] - points[order[-1]]
    all_pairs = (len(players) // 2 + 1) * (widest * widest + 1)
    again = all_pairs * (widest + 2)
    times = Counter(pair for one in tournament.rounds for placed in one.placed for pair in placed.pairing.pairs()) if repeats else {}
    for index, a in enumerate(order):
        for b in order[index + 1 : index + 1 + near]:
            pair = (a, b) if a < b else (b, a)
            if pair in apart or (pair in met and not repeats):
                continue
            yield a, b, (points[a] - points[b]) ** 2 + times.get(pair, 0) * again, lot(seed, number, a, b)
    if len(players) % 2:
        had = tournament.byes()
        for a in order:
            if repeats or a not in had:
                yield a, None, (points[a] - lowest) * all_pairs + again * 2 * had[a], lot(seed, number, a, 0)


def _in_order(tournament: Tournament, found: list[tuple[int, ...]]) -> list[Pairing]:
    """The pairings, tables with the most points first, byes last. Who has sat at A less often does so; else the lot."""
    points, first = tournament.match_points(), _times_first(tournament)
    seed, number = tournament.settings.seed, tournament.next_round
    made = [
        Pairing("match", tuple(sorted(pair, key=lambda one: (first[one], lot(seed, number, one, one))))) for pair in found if len(pair) == 2
    ]
    made.sort(
        key=lambda one: (-max(points[n] for n in one.entrants), -sum(points[n] for n in one.entrants), lot(seed, number, *one.entrants))
    )
    return [*made, *(Pairing("bye", pair) for pair in sorted(found) if len(pair) == 1)]


def _times_first(tournament: Tournament) -> Counter[int]:
    """How often each has sat at A."""
    matches = (placed.pairing for one in tournament.rounds for placed in one.placed if placed.pairing.kind == "match")
    return Counter(pairing.entrants[0] for pairing in matches)
