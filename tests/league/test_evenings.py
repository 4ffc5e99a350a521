"""Ten thousand evenings at night, of each kind of table: nobody left out, twice, again, or beside whom they are kept apart from.

Each evening follows from the seed of the run and its own number: `TAPETE_SEED` plays a night again (`tests/chance.py`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Any

import pytest

from tapete.league.pairing import Proposal
from tapete.league.tournament import Tournament
from tests.chance import seed
from tests.league import evenings
from tests.run_forms import matches

pytestmark = pytest.mark.league

KINDS: Mapping[str, Mapping[str, Any]] = {
    "pairs": {},
    "bhm": {"game": "bhm", "seats": 4, "fewest": 3},
    "mamlejet": {"game": "mamlejet", "seats": 4, "fewest": 1, "together": True},
}
"""Two at a table; three or four against each other; one to four who play together."""

Tables = list[list[int]]


@pytest.mark.parametrize("kind", KINDS)
def test_random_evenings_are_paired_whole(kind: str) -> None:
    run, found = seed(23), Counter[str]()
    for number in range(matches(3, 10, 60, 10_000)):
        chance = random.Random(f"{run} {kind} {number}")
        players = chance.choice((chance.randint(6, 12), chance.randint(12, 64)))
        rounds, forbidden = chance.randint(3, 9), chance.randint(0, max(1, players // 6))
        for tournament, proposal in evenings.rounds(chance, players, rounds, forbidden=forbidden, **KINDS[kind]):
            said = list(wrong(tournament, proposal))
            assert not said, f"evening {number} of seed {run}, round {tournament.next_round}: {said}"
            found["rounds"] += 1
            found["not whole"] += proposal.refusal is not None
            found["byes"] += any(one.kind == "bye" for one in proposal.what.pairings)
            found["again"] += any(two in met(tournament) for table in tables_of(proposal) for two in pairs_of(table))
    print(f"{kind}: {dict(found)}")
    assert found["byes"] or KINDS[kind].get("together")


def wrong(tournament: Tournament, proposal: Proposal) -> Iterator[str]:
    """What a round must not be; this shares nothing with the program."""
    tables, settings = tables_of(proposal), tournament.settings
    byes = [one.entrants[0] for one in proposal.what.pairings if one.kind == "bye"]
    away = [one.entrants[0] for one in proposal.what.pairings if one.kind == "absent"]
    here, had = set(tournament.playing()), Counter(rested(tournament))
    placed = Counter([*(one for table in tables for one in table), *byes, *away])
    if set(placed.values()) - {1} or here - set(placed) or set(byes) - here or here & set(away):
        yield f"not everybody once: {placed}"
    apart = {frozenset((kept.a, kept.b)) for kept in tournament.apart}
    if beside := [table for table in tables if any(two in apart for two in pairs_of(table))]:
        yield f"kept apart, and together: {beside}"
    if sizes := [table for table in tables if not settings.fewest <= len(table) <= settings.seats]:
        yield f"too many or too few at a table: {sizes}"
    if proposal.what.repeats != (proposal.refusal is not None):
        yield "repeats without a reason, or a reason for none"
    if settings.seats == 2 and proposal.refusal is not None:
        if next(evenings.every_round(tournament), None) is not None:
            yield "a round was possible"
        return
    seated = {one for table in tables for one in table}
    if proposal.refusal is None and len(byes) != fewest_byes(len(here), settings.fewest, settings.seats):
        yield f"not as many byes as due: {byes}"
    if proposal.refusal is None and any(had[one] for one in byes):
        yield f"a further bye without a reason: {byes}"
    if not apart and byes and seated and max(had[one] for one in byes) > min(had[one] for one in seated):
        yield f"a further bye before others had one: {byes} of {dict(had)}"
    if settings.seats == 2:
        if again := [table for table in tables if set(pairs_of(table)) & set(met(tournament))]:
            yield f"met before: {again}"
    elif better := spared(tables, met(tournament), apart):
        yield f"two can change their tables, and fewer meet again: {better}"


def tables_of(proposal: Proposal) -> Tables:
    """Who sits with whom."""
    return [list(one.entrants) for one in proposal.what.pairings if one.kind == "match"]


def pairs_of(table: list[int]) -> list[frozenset[int]]:
    return [frozenset(two) for two in combinations(table, 2)]


def met(tournament: Tournament) -> Counter[frozenset[int]]:
    """How often two have sat at one table."""
    matches = (placed.pairing for one in tournament.rounds for placed in one.placed if placed.pairing.kind == "match")
    return Counter(two for pairing in matches for two in pairs_of(list(pairing.entrants)))


def rested(tournament: Tournament) -> Iterator[int]:
    """Who had a bye, once for each."""
    for one in tournament.rounds:
        for placed in one.placed:
            if placed.pairing.kind == "bye":
                yield from placed.pairing.entrants


def fewest_byes(here: int, fewest: int, seats: int) -> int:
    """How many must rest, found by trying to fill tables of every size."""
    sums = {0}
    for _table in range(here):
        sums |= {total + size for total in sums for size in range(fewest, seats + 1) if total + size <= here}
    return here - max(sums)


def spared(tables: Tables, times: Mapping[frozenset[int], int], apart: set[frozenset[int]]) -> tuple[int, int] | None:
    """Two of different tables who may change places so that fewer meet again; None: there are none."""
    for left, right in combinations(tables, 2):
        before = sum(times[two] ** 2 for table in (left, right) for two in pairs_of(table))
        for a, b in product(left, right) if before else ():
            changed = [
                two
                for table, gone, come in ((left, a, b), (right, b, a))
                for two in pairs_of([come if one == gone else one for one in table])
            ]
            if not set(changed) & apart and sum(times[two] ** 2 for two in changed) < before:
                return a, b
    return None
