"""Round robin by Berger's tables, and the bracket of an elimination."""

from __future__ import annotations

from itertools import combinations

import pytest

from tapete.core.refusals import Illegal
from tapete.league import brackets
from tapete.league.decisions import DropEntrant, EnterEntrant, MarkAbsent, PairRound, PublishRound, SetResult, TakeBackRound
from tapete.league.tournament import Pairing
from tests.league.written_events import Evening

BERGER = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}
"""The tables of FIDE's handbook (C.05, annex 1)."""


@pytest.mark.parametrize("count", BERGER)
def test_berger_as_in_the_handbook(count: int) -> None:
    for number, row in enumerate(BERGER[count], 1):
        assert brackets.berger(count, number) == brackets.berger(count - 1, number) == [
            (int(pair[0]), int(pair[2])) for pair in row.split()
        ]  # fmt: skip


@pytest.mark.parametrize("count", [2, 5, 10, 17])
def test_everybody_meets_everybody_once(count: int) -> None:
    even = count + count % 2
    rounds = [brackets.berger(count, number) for number in range(1, even)]
    assert all(sorted(place for pair in one for place in pair) == list(range(1, even + 1)) for one in rounds)
    assert sorted(tuple(sorted(pair)) for one in rounds for pair in one) == list(combinations(range(1, even + 1), 2))


def played(evening: Evening, word: str = "A") -> list[tuple[int, ...]]:
    """Pair the next round by its system, let each match have the same result, and close it."""
    number, system = evening.now.next_round, evening.settings.system
    pairings = brackets.round_robin(evening.now) if system == "round_robin" else brackets.elimination(evening.now)
    evening.do(PairRound(number, pairings)).do(PublishRound(number))
    for table, pairing in enumerate(pairings, 1):
        if pairing.kind == "match":
            evening.do(SetResult(number, table, word))
    evening.results()
    return [pairing.entrants for pairing in pairings if pairing.kind != "absent"]


def test_a_round_robin_in_which_one_goes_home() -> None:
    evening = Evening(5, system="round_robin")
    assert brackets.rounds_due(evening.now) == 5
    met = played(evening)
    evening.do(DropEntrant(5)).do(MarkAbsent(2))
    met += played(evening)
    assert [placed.pairing.kind for placed in evening.now.rounds[1].placed].count("absent") == 1
    for _ in range(3):
        met += played(evening)
    pairs = [tuple(sorted(one)) for one in met if len(one) == 2]
    assert len(pairs) == len(set(pairs))
    assert sum(5 in pair for pair in pairs) == 1
    with pytest.raises(Illegal, match="no_more_rounds"):
        played(evening)
    with pytest.raises(Illegal, match="entries_closed"):
        evening.do(EnterEntrant("late"))


def bracket_of(*strengths: int) -> Evening:
    evening = Evening(system="elimination")
    for number, strength in enumerate(strengths, 1):
        evening.do(EnterEntrant(f"person {number}", strength))
    return evening


def test_the_strongest_have_the_byes_and_meet_last() -> None:
    assert brackets.seeded(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    evening = bracket_of(10, 60, 50, 40, 30, 20)
    assert [sorted(one) for one in played(evening)] == [[2], [5, 6], [3], [1, 4]]
    assert [sorted(one) for one in played(evening)] == [[2, 5], [3, 4]]
    assert [sorted(one) for one in played(evening)] == [[2, 3]]
    assert evening.order()[:2] == [2, 3]
    with pytest.raises(Illegal, match="no_more_rounds"):
        played(evening)


def test_who_drops_from_a_bracket_lets_the_other_go_on() -> None:
    evening = bracket_of(4, 3, 2, 1)
    played(evening)
    evening.do(DropEntrant(1))
    assert played(evening) == [(2,)]
    assert evening.order()[0] == 2


def test_an_elimination_names_a_winner_and_its_past_stands() -> None:
    evening = bracket_of(4, 3, 2, 1)
    with pytest.raises(Illegal, match="not_of_the_bracket"):
        evening.do(PairRound(1, (Pairing("match", (1, 2)), Pairing("match", (3, 4)))))
    with pytest.raises(Illegal, match="needs_winner"):
        played(evening, "draw")
    evening.do(TakeBackRound(1))
    played(evening)
    evening.do(PairRound(2, brackets.elimination(evening.now)))
    with pytest.raises(Illegal, match="not_the_last"):
        evening.do(SetResult(1, 1, "B"))
    evening.do(TakeBackRound(2)).do(SetResult(1, 1, "B"))
    assert 4 in brackets.elimination(evening.now)[0].entrants
