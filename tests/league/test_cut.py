"""A cut within an event: seeds from the rounds before it, a bracket, and places; divisions that are paired together and ranked apart."""

from __future__ import annotations

import random

import pytest

from tapete.core.refusals import Illegal
from tapete.league.brackets import bracket, round_title, rounds_due
from tapete.league.deciding import replay
from tapete.league.decisions import (
    CloseRound,
    DropEntrant,
    EnterEntrant,
    MoveDivision,
    PairRound,
    PublishRound,
    SetResult,
    TakeBackRound,
)
from tapete.league.pairing import propose
from tapete.league.standings import by_division, standings
from tapete.league.tournament import Pairing
from tests.league.written_events import Evening
from tests.run_forms import by_form

pytestmark = pytest.mark.league


def swiss(players: int, cut: int, seed: int = 1, **settings: object) -> Evening:
    """Two rounds of Swiss, every result by chance."""
    chance, evening = random.Random(seed), Evening(players, rounds=2, cut=cut, seed=str(seed), **settings)
    for _ in range(2):
        evening.proposed()
        evening.results(*(chance.choice(("A", "B", "draw")) for one in evening.now.rounds[-1].placed if one.pairing.kind == "match"))
    return evening


@pytest.mark.parametrize(("cut", "meet"), [(4, [(1, 4), (2, 3)]), (8, [(1, 8), (4, 5), (2, 7), (3, 6)])])
def test_seeds_meet_as_everywhere(cut: int, meet: list[tuple[int, int]]) -> None:
    evening = swiss(12, cut)
    order = evening.order()
    evening.proposed()
    found = [tuple(order.index(number) + 1 for number in one.pairing.entrants) for one in evening.now.rounds[-1].placed]
    assert found == meet
    assert rounds_due(evening.now) == 2 + cut.bit_length() - 1
    assert round_title(evening.now, 2).in_("en") == "Round 2"
    assert round_title(evening.now, 3).in_("en") == {4: "Semifinals", 8: "Quarterfinals"}[cut]
    assert round_title(evening.now, rounds_due(evening.now)).in_("es") == "Final"


def test_a_bracket_leads_to_the_places_and_leaves_the_points() -> None:
    evening = swiss(12, 8)
    points, order = evening.points(), evening.order()
    one, two, three, four, five, six, seven, eight = order[:8]
    evening.proposed().results("B", "A", "A", "A")  # the eighth beats the first
    evening.proposed()
    assert [one_.pairing.entrants for one_ in evening.now.rounds[-1].placed] == [(eight, four), (two, three)]
    evening.results("A", "B").proposed().results("B")
    assert evening.order()[:8] == [three, eight, two, four, one, five, six, seven]
    assert evening.order()[8:] == order[8:]
    assert evening.points() == points, "the bracket gives no points"
    with pytest.raises(Illegal, match="no_more_rounds"):
        propose(evening.now)
    assert replay(evening.settings, evening.log) == evening.now


def test_a_draw_is_no_result_in_a_bracket_and_nobody_enters_there() -> None:
    evening = swiss(6, 4).proposed()
    for word in ("draw", "loss"):
        with pytest.raises(Illegal, match="needs_winner"):
            evening.do(SetResult(3, 1, word))
    with pytest.raises(Illegal, match="entries_closed"):
        evening.do(EnterEntrant("late"))


def test_seeds_stay_when_a_result_before_them_is_put_right() -> None:
    evening = swiss(8, 4).proposed()
    seeds = evening.now.rounds[-1].seeds
    assert len(seeds) == 4
    for table in range(1, 5):
        evening.do(SetResult(2, table, "B"))
    evening.results("A", "A")
    assert evening.now.rounds[2].seeds == seeds
    assert set(bracket(evening.now)[0]) <= set(seeds)
    evening.do(TakeBackRound(3)).proposed()
    assert evening.now.rounds[-1].seeds != seeds, "paired anew it is by the standings as they are now"


def test_who_goes_in_the_bracket_lets_the_other_one_through() -> None:
    evening = swiss(8, 4)
    second = evening.order()[1]
    evening.do(DropEntrant(evening.order()[0])).proposed()
    assert second == evening.now.rounds[-1].seeds[0], "who has dropped is no seed"
    evening.results("A", "A")
    left = [number for pair in bracket(evening.now) for number in pair]
    evening.do(DropEntrant(left[0] or 0)).proposed()
    assert [one.pairing.kind for one in evening.now.rounds[-1].placed] == ["bye"]


def test_pairs_by_hand_are_those_of_the_bracket() -> None:
    evening = swiss(8, 4)
    a, b, c, d = evening.order()[:4]
    with pytest.raises(Illegal, match="not_of_the_bracket"):
        evening.do(PairRound(3, (Pairing("match", (a, b)), Pairing("match", (c, d)))))


@pytest.mark.parametrize("seed", range(by_form(5, 10, 40, 200)))
def test_any_evening_comes_to_one_winner(seed: int) -> None:
    chance = random.Random(seed)
    evening = swiss(chance.randint(3, 21), chance.choice((4, 8, 16)), seed)
    while len(evening.now.rounds) < rounds_due(evening.now):
        if chance.random() < 0.2:
            evening.do(DropEntrant(chance.choice(evening.now.playing())))
        try:
            found = propose(evening.now)
        except Illegal:
            break
        evening.do(found.what).do(PublishRound(found.what.round))
        for one in evening.now.rounds[-1].placed:
            if one.pairing.kind == "match":
                evening.do(SetResult(found.what.round, one.number, chance.choice("AB")))
        evening.do(CloseRound(found.what.round))
    assert sorted(evening.order()) == [one.number for one in evening.now.entrants]
    assert [line.place for line in standings(evening.now)] == list(range(1, len(evening.now.entrants) + 1))


def test_divisions_are_paired_together_and_ranked_apart() -> None:
    evening = Evening(divisions=("Junior", "Senior"), rounds=2)
    for number in range(1, 9):
        evening.do(EnterEntrant(f"person {number}", division="Junior" if number % 2 else "Senior"))
    evening.proposed().results("A", "A", "B", "draw").proposed().results("A", "B", "B", "A")
    found = by_division(evening.now, standings(evening.now))
    assert list(found) == ["Junior", "Senior"]
    assert sorted(line.entrant for line in found["Junior"]) == [1, 3, 5, 7]
    assert [line.place for line in found["Senior"]] == [1, 2, 3, 4]
    order = evening.order()
    assert [line.entrant for line in found["Senior"]] == [number for number in order if number % 2 == 0]
    evening.do(MoveDivision(1, "Senior"))
    assert len(by_division(evening.now, standings(evening.now))["Senior"]) == 5
    with pytest.raises(Illegal, match="no_such_division"):
        evening.do(MoveDivision(1, "Master"))
    with pytest.raises(Illegal, match="no_such_division"):
        evening.do(EnterEntrant("late", division="Master"))
