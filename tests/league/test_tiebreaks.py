"""Tie-breaks by hand: the values of a small event worked out on paper, and the sums that the program shows for them."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

from tapete.league.decisions import Penalize
from tapete.league.standings import explained, standings
from tapete.league.tiebreaks import HOW, NAMES, SHORT
from tapete.league.tournament import Tiebreak
from tests.league.written_events import Evening

ALL: tuple[Tiebreak, ...] = (
    "opponents_wins",
    "opponents_opponents_wins",
    "buchholz",
    "buchholz_cut",
    "sonneborn_berger",
    "direct",
    "wins",
)


def played() -> Evening:
    """Three rounds; 1 has 3 + 0 + 3, 2 has 0 + 3 (bye) + 3, 3 has 1 + 3 + 0, 4 has 1 + 1 + 3 (bye), 5 has 3 (bye) + 1 + 0."""
    evening = Evening(5, tiebreaks=ALL)
    evening.paired((1, 2), (3, 4), byes=(5,)).results("A", "draw")
    evening.paired((3, 1), (4, 5), byes=(2,)).results("A", "draw")
    return evening.paired((1, 5), (2, 3), byes=(4,)).results("A", "A")


def test_every_tiebreak_as_on_paper() -> None:
    evening = played()
    assert evening.points() == {1: 6, 2: 6, 3: 4, 4: 5, 5: 4}
    # Shares at tables: 1: 6 of 9; 2: 3 of 6; 3: 4 of 9; 4: 2 of 6; 5: 1 of 6, so 1/3.
    values = {value.name: value for value in evening.line(1).breaks}
    assert values["opponents_wins"].value == (Fraction(1, 2) + Fraction(4, 9) + Fraction(1, 3)) / 3 == Fraction(23, 54)
    assert values["opponents_wins"].sum == "(1/2 + 4/9 + 1/3) / 3"
    # Opponents of 2: 1 and 3; of 3: 4, 1, 2; of 5: 4, 1.
    two, three, five = (Fraction(6, 9) + Fraction(4, 9)) / 2, (Fraction(1, 3) + Fraction(2, 3) + Fraction(1, 2)) / 3, Fraction(1, 2)
    assert values["opponents_opponents_wins"].value == (two + three + five) / 3
    assert (values["buchholz"].value, values["buchholz"].sum) == (Fraction(14), "6 + 4 + 4")
    assert (values["buchholz_cut"].value, values["buchholz_cut"].sum) == (Fraction(10), "6 + 4")
    assert (values["sonneborn_berger"].value, values["sonneborn_berger"].sum) == (Fraction(10), "6 × 1 + 4 × 0 + 4 × 1")
    assert values["wins"].value == 2
    assert {value.name: value.value for value in evening.line(2).breaks}["wins"] == 1, "a bye is no win"


def test_the_arithmetic_is_said_in_both_languages() -> None:
    line = played().line(1)
    assert [text.in_("en") for text in explained(line)][2:4] == ["Buchholz: 6 + 4 + 4 = 14", "Buchholz without the lowest: 6 + 4 = 10"]
    assert explained(line)[3].in_("es") == "Buchholz sin el más bajo: 6 + 4 = 10"
    assert {*NAMES} == {*HOW} == {*SHORT} == {*get_args(Tiebreak)}
    for text in (*HOW.values(), NAMES["direct"]):
        assert text.in_("en") != text.in_("es")


def test_direct_encounter_decides_only_where_all_who_are_tied_have_met() -> None:
    evening = Evening(4, tiebreaks=("direct",)).paired((1, 2), (3, 4)).results("B", "A").paired((1, 4), (2, 3)).results("A", "B")
    assert evening.points() == {1: 3, 2: 3, 3: 6, 4: 0}
    assert evening.order() == [3, 2, 1, 4], "2 has beaten 1"
    circle = Evening(3, tiebreaks=("direct",), rounds=3)
    circle.paired((1, 2), byes=(3,)).results("A").paired((2, 3), byes=(1,)).results("A").paired((3, 1), byes=(2,)).results("A")
    assert {one.breaks[0].value for one in standings(circle.now)} == {3}
    assert all(one.drawn for one in standings(circle.now)), "then the lot decides, and the list says so"
    apart = Evening(4, tiebreaks=("direct",)).paired((1, 2), (3, 4)).results("A", "A")
    assert {one.breaks[0].value for one in standings(apart.now)} == {0}


def test_the_lot_is_the_same_each_time_and_another_for_another_seed() -> None:
    orders = {seed: tuple(Evening(8, seed=seed).order()) for seed in ("a", "b", "c")}
    assert orders == {seed: tuple(Evening(8, seed=seed).order()) for seed in orders}
    assert len(set(orders.values())) > 1


def test_points_come_before_every_tiebreak() -> None:
    evening = played().do(Penalize(1, 5))
    assert evening.points()[1] == 1
    assert evening.order()[-1] == 1
