"""Random evenings, and a judge of their pairs that shares nothing with the program: it looks for rounds by trying."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

from tapete.league.decisions import (
    CloseRound,
    DropEntrant,
    EnterEntrant,
    ForbidPair,
    MarkAbsent,
    PublishRound,
    ReturnEntrant,
    SetResult,
)
from tapete.league.pairing import Proposal, propose
from tapete.league.tournament import Tournament
from tests.league.written_events import Evening


def rounds(
    chance: random.Random, players: int, rounds: int = 7, *, forbidden: int = 0, **settings: object
) -> Iterator[tuple[Tournament, Proposal]]:
    """Play an evening by its proposals: two come late, three drop, one of them returns, one is absent once.

    Yields:
        The event before each round, and what was proposed.
    """
    evening = Evening(players, rounds=rounds, seed=str(chance.random()), **settings)
    for a, b in chance.sample(list(combinations(range(1, players + 1), 2)), forbidden):
        evening.do(ForbidPair(a, b))
    late, drops = [chance.randint(2, rounds) for _ in range(2)], [chance.randint(2, rounds) for _ in range(3)]
    for number in range(1, rounds + 1):
        for _ in range(late.count(number)):
            evening.do(EnterEntrant(f"late {len(evening.now.entrants)}"))
        for _ in range(drops.count(number)):
            evening.do(DropEntrant(chance.choice(evening.now.playing())))
        if number == rounds:
            gone = [one.number for one in evening.now.entrants if not one.playing]
            evening.do(ReturnEntrant(chance.choice(gone)))
        elif chance.random() < 0.2:
            evening.do(MarkAbsent(chance.choice(evening.now.playing())))
        found = propose(evening.now)
        yield evening.now, found
        evening.do(found.what).do(PublishRound(number))
        for placed in evening.now.rounds[-1].placed:
            if placed.pairing.kind == "match":
                words = (
                    ["A", "B", "draw", "loss"]
                    if not evening.settings.together
                    else ["A,B,C,D"[: 2 * len(placed.pairing.entrants) - 1], "loss"]
                )
                evening.do(SetResult(number, placed.number, chance.choice(words)))
        evening.do(CloseRound(number))


def possible(tournament: Tournament) -> set[frozenset[int]]:
    """Every two of those who play who may meet now."""
    barred = {frozenset((kept.a, kept.b)) for kept in tournament.apart}
    barred |= {
        frozenset(pair)
        for one in tournament.rounds
        for placed in one.placed
        if placed.pairing.kind == "match"
        for pair in combinations(placed.pairing.entrants, 2)
    }
    return {frozenset(pair) for pair in combinations(tournament.playing(), 2)} - barred


def may_rest(tournament: Tournament) -> list[int]:
    """Who has had no bye."""
    had = {
        number for one in tournament.rounds for placed in one.placed if placed.pairing.kind == "bye" for number in placed.pairing.entrants
    }
    return [number for number in tournament.playing() if number not in had]


def every_round(tournament: Tournament) -> Iterator[tuple[int | None, list[frozenset[int]]]]:
    """Every full round that is possible, by trying: who has the bye (None: nobody), and the pairs."""
    allowed = possible(tournament)

    def fill(left: frozenset[int]) -> Iterator[list[frozenset[int]]]:
        if not left:
            yield []
            return
        first = min(left, key=lambda one: (sum(frozenset((one, other)) in allowed for other in left), one))
        for other in sorted(left - {first}):
            if frozenset((first, other)) in allowed:
                for rest in fill(left - {first, other}):
                    yield [frozenset((first, other)), *rest]

    everybody = frozenset(tournament.playing())
    if len(everybody) % 2:
        for free in may_rest(tournament):
            for pairs in fill(everybody - {free}):
                yield free, pairs
    else:
        for pairs in fill(everybody):
            yield None, pairs
