"""A season's table: places to points, the best that count, ties, whatever the order in which the places came."""

from __future__ import annotations

import itertools
import random

import pytest

from tapete.league.decisions import CloseTournament, DropEntrant, EnterEntrant, MarkAbsent
from tapete.league.season import EventPlace, SeasonSettings, places_of, season_table
from tests.league.written_events import Evening

pytestmark = [pytest.mark.league]

SETTINGS = SeasonSettings(name="Winter", points=(10, 6, 3), others=1, best_of=2, finalists=2)


def place(event: str, person: str, number: int, settings: SeasonSettings = SETTINGS, shop: str = "north") -> EventPlace:
    """A place with the points that it is worth."""
    worth = settings.points[number - 1] if number <= len(settings.points) else settings.others
    return EventPlace(shop, event, person, number, worth)


def test_an_event_gives_points_by_its_places_to_those_who_took_part() -> None:
    evening = Evening(5).do(DropEntrant(5)).paired((1, 2), (3, 4)).results("A", "B").do(EnterEntrant("late")).do(CloseTournament())
    order = [evening.now.entrants[number - 1].person for number in evening.order()]
    played = [person for person in order if person in {"person 1", "person 2", "person 3", "person 4"}]
    assert places_of(SETTINGS, evening.now) == [(person, number, (10, 6, 3, 1)[number - 1]) for number, person in enumerate(played, 1)]


def test_who_has_only_a_bye_took_part_and_who_is_absent_did_not() -> None:
    evening = Evening(4).do(MarkAbsent(4)).paired((1, 2), byes=(3,), absent=(4,)).results("A").do(CloseTournament())
    assert {person for person, _place, _points in places_of(SETTINGS, evening.now)} == {"person 1", "person 2", "person 3"}


def test_the_best_count_and_the_sum_is_theirs() -> None:
    found = season_table(SETTINGS, [place("a", "ana", 3), place("b", "ana", 1), place("c", "ana", 2), place("c", "bea", 1)])
    ana, bea = found
    assert (ana.person, ana.points, [(one.event, one.counts) for one in ana.events]) == (
        "ana",
        16,
        [("a", False), ("b", True), ("c", True)],
    )
    assert (bea.place, bea.points, bea.wins, bea.promoted) == (2, 10, 1, True)
    every = season_table(SeasonSettings(name="all"), [place("a", "ana", 1), place("b", "ana", 9)])
    assert [one.counts for one in every[0].events] == [True, True]


def test_of_equal_points_more_wins_then_better_places_and_else_the_place_is_shared() -> None:
    settings = SeasonSettings(name="x", points=(6, 3, 3, 2, 1), finalists=2)
    found = season_table(
        settings,
        [
            *(place("a", person, number, settings) for person, number in (("won", 1), ("second", 2), ("third", 3), ("like third", 3))),
            place("b", "second", 3, settings),
            *(place("b", person, 3, settings, "south") for person in ("third", "like third")),
        ],
    )
    assert [(line.place, line.person, line.promoted) for line in found] == [
        (1, "won", True),
        (2, "second", True),
        (3, "like third", False),
        (3, "third", False),
    ]


def test_the_order_in_which_places_come_changes_nothing() -> None:
    rng = random.Random(7)
    places = [
        place(event, person, rng.randint(1, 6), shop=shop)
        for shop, event, person in itertools.product(("north", "south"), "abc", ("ana", "bea", "ciro", "dora"))
    ]
    first = season_table(SETTINGS, places)
    for _ in range(20):
        rng.shuffle(places)
        assert season_table(SETTINGS, places) == first
    assert all(line.points == sum(one.points for one in line.events if one.counts) for line in first)
    assert all(sum(one.counts for one in line.events) <= 2 for line in first)
