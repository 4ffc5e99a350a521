"""Pairs of whole random evenings, judged by code of its own: nobody twice, nobody again, nobody left out wherever that is possible."""

from __future__ import annotations

import random
import sys
from collections import Counter
from itertools import combinations

import pytest

from tapete.core.refusals import Illegal
from tapete.league.brackets import round_robin
from tapete.league.decisions import DropEntrant, ForbidPair, MarkAbsent, PublishRound
from tapete.league.pairing import matching, propose, swiss, tables
from tapete.league.seating import byes_needed, faults
from tapete.league.tournament import Pairing, Tournament
from tests.league import evenings
from tests.league.written_events import Evening
from tests.run_forms import by_form

pytestmark = pytest.mark.league


def match(*entrants: int) -> Pairing:
    return Pairing("match", entrants)


def judge(tournament: Tournament, pairings: object, *, repeats: bool) -> None:
    """What a round must be, said once more in the words of the specification."""
    assert isinstance(pairings, tuple)
    times = Counter(number for pairing in pairings for number in pairing.entrants)
    assert set(times) == set(tournament.playing()) | {n for n in tournament.absent if tournament.entrants[n - 1].playing}
    assert set(times.values()) == {1}
    pairs = {frozenset(pairing.entrants) for pairing in pairings if pairing.kind == "match"}
    byes = [pairing.entrants[0] for pairing in pairings if pairing.kind == "bye"]
    assert not pairs & {frozenset((kept.a, kept.b)) for kept in tournament.apart}
    if not repeats:
        assert pairs <= evenings.possible(tournament)
        assert set(byes) <= set(evenings.may_rest(tournament))
        assert len(byes) == len(tournament.playing()) % 2


def test_small_evenings_have_the_cheapest_round_of_all() -> None:
    """Against every round that is possible: the bye as low as it can be, then the smallest sum of squares of points between the pairs."""
    chance, tight = random.Random(5), 0
    for _ in range(by_form(2, 8, 40, 1_000)):
        players = chance.randint(5, 8)
        for tournament, found in evenings.rounds(chance, players, 5, forbidden=2):
            points, every = tournament.match_points(), list(evenings.every_round(tournament))
            assert bool(every) == (found.refusal is None)
            tight += not every
            if every:
                matches = [p.entrants for p in found.what.pairings if p.kind == "match"]
                byes = [points[p.entrants[0]] for p in found.what.pairings if p.kind == "bye"]
                prices = [
                    ([points[free]] if free is not None else [], sum((points[min(two)] - points[max(two)]) ** 2 for two in pairs))
                    for free, pairs in every
                ]
                assert (byes, sum((points[a] - points[b]) ** 2 for a, b in matches)) == min(prices)
    assert tight, "some of these evenings come to an end of what is possible"


def test_where_not_everybody_can_be_paired_the_cheapest_repeat_is_offered() -> None:
    evening = Evening(4, rounds=4)
    for _ in range(3):
        found = propose(evening.now)
        assert found.refusal is None
        evening.do(found.what).do(PublishRound(evening.now.next_round - 1)).results("A", "A")
    found = propose(evening.now)
    assert found.what.repeats
    assert found.refusal is not None
    assert found.refusal.code == "no_full_round"
    assert "1, 2, 3 and 4" in found.refusal.text().in_("en")
    assert "1, 2, 3 y 4" in found.refusal.text().in_("es")
    assert [pairing.kind for pairing in found.what.pairings] == ["match", "match"]
    with pytest.raises(Illegal, match="reason_needed"):
        evening.do(found.what, "")
    points, price = evening.now.match_points(), sum
    costs = [price((points[a] - points[b]) ** 2 for a, b in two) for two in (((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3)))]
    assert price((points[p.entrants[0]] - points[p.entrants[1]]) ** 2 for p in found.what.pairings) == min(costs)
    evening.do(found.what, "the last round of four")


def test_who_are_kept_apart_never_meet_even_where_that_leaves_them_without_a_match() -> None:
    found = propose(Evening(2).do(ForbidPair(1, 2)).now)
    assert [pairing.kind for pairing in found.what.pairings] == ["bye", "bye"]
    assert found.refusal is not None
    assert found.refusal.params == {"left": [1, 2]}


def test_the_same_event_is_paired_alike_and_another_seed_otherwise() -> None:
    pinned = (match(5, 3), match(2, 6), match(1, 4))
    first = [propose(Evening(16, seed=seed).now) for seed in "abc"]
    assert first == [propose(Evening(16, seed=seed).now) for seed in "abc"]
    assert len({one.what for one in first}) == 3
    assert propose(Evening(6, seed="a").now).what.pairings == pinned, "on every machine, with every version of the library"


def test_a_large_event_looks_near_first_and_misses_nothing() -> None:
    """More players than are weighed whole: the same judge, and a round whose near pairs do not suffice."""
    chance = random.Random(3)
    for tournament, found in evenings.rounds(chance, swiss.WHOLE_GRAPH + 11, 3, forbidden=40):
        assert found.refusal is None
        judge(tournament, found.what.pairings, repeats=False)
    evening = Evening(130)
    for other in range(2, 90):
        evening.do(ForbidPair(1, other))
    assert propose(evening.now).refusal is None


@pytest.mark.parametrize("together", [False, True])
def test_four_to_a_table(together: bool) -> None:
    """Tables as even as possible, nobody twice, nobody beside a person kept apart, and few who meet again."""
    chance, met, seats = random.Random(4), 0, 0
    for _ in range(by_form(1, 3, 20, 500)):
        players = chance.randint(6, 33)
        settings = {"seats": 4, "fewest": 1, "together": True} if together else {"seats": 4, "fewest": 3}
        for tournament, found in evenings.rounds(chance, players, 4, forbidden=players // 10, **settings):
            assert not list(faults(tournament, found.what.pairings, repeats=found.what.repeats))
            if found.refusal is None and len(tournament.playing()) > 5:
                sizes = sorted((len(p.entrants) for p in found.what.pairings if p.kind == "match"), reverse=True)
                assert sizes == tables.sizes(len(tournament.playing()), tournament.settings.fewest, 4)
                assert not [p for p in found.what.pairings if p.kind == "bye"]
            if len(tournament.rounds) == 1 and players > 20:
                pairs = [pair for p in found.what.pairings if p.kind == "match" for pair in p.pairs()]
                met, seats = met + len(set(pairs) & tournament.met()), seats + len(pairs)
    assert met * 20 <= seats, "in the second round of a large event hardly anybody meets again"


@pytest.mark.parametrize(
    ("playing", "sizes"), [(2, [2]), (3, [3]), (5, [3, 2]), (6, [3, 3]), (7, [4, 3]), (9, [3, 3, 3]), (13, [4, 3, 3, 3])]
)
def test_tables_are_as_even_as_possible(playing: int, sizes: list[int]) -> None:
    assert tables.sizes(playing, 2, 4) == sizes
    for fewest in (1, 2, 3, 4):
        assert playing - sum(tables.sizes(playing, fewest, 4)) == byes_needed(playing, fewest, 4)
    found = propose(Evening(playing, seats=4).now)
    assert sorted((len(one.entrants) for one in found.what.pairings), reverse=True) == sizes


def test_five_at_tables_of_three_or_four_let_one_rest_and_not_the_same_one_twice() -> None:
    evening = Evening(5, seats=4, fewest=3, rounds=3)
    rested = []
    for _ in range(3):
        found = propose(evening.now)
        rested += [p.entrants[0] for p in found.what.pairings if p.kind == "bye"]
        evening.do(found.what).do(PublishRound(evening.now.next_round - 1)).results("A")
    assert len(set(rested)) == 3


def test_families_at_large_tables() -> None:
    """Three families of four: every table has one of each, three to a table; one family alone cannot play."""
    evening = Evening(12, seats=4, fewest=3)
    for family in ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)):
        for a, b in combinations(family, 2):
            evening.do(ForbidPair(a, b))
    found = propose(evening.now)
    assert found.refusal is None
    assert [(one.kind, len(one.entrants)) for one in found.what.pairings] == [("match", 3)] * 4
    assert not list(faults(evening.now, found.what.pairings))
    alone = Evening(4, seats=4)
    for a, b in combinations(range(1, 5), 2):
        alone.do(ForbidPair(a, b))
    assert propose(alone.now).refusal is not None


def test_the_other_systems_ask_for_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rustworkx", None)
    evening = Evening(4, system="round_robin").do(DropEntrant(4)).do(MarkAbsent(1))
    assert propose(evening.now).what.pairings == round_robin(evening.now)
    assert propose(Evening(4, system="elimination").now).refusal is None
    with pytest.raises(matching.MatchingMissing, match="install tapete\\[league\\]"):
        propose(Evening(4).now)
    with pytest.raises(Illegal, match="too_few"):
        propose(Evening(1).now)
