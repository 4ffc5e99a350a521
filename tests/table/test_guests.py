"""Robots without a panel: a player to play against; they answer for their own seat alone, and agree to what people ask."""

from __future__ import annotations

import gc
import random
import threading
import weakref

import pytest

from tapete import cards
from tapete.core.codec import builtins
from tapete.core.refusals import Illegal
from tapete.table import Changed, Journal, Table
from tapete.table.guests import guests, seated
from tapete.table.players import FAST
from tapete.table.robot_seats import RobotSeats

PATIENCE_S = 180.0


class Watch:
    """Waits for something at a table."""

    def __init__(self, table: Table) -> None:
        self._news = threading.Condition()
        table.watch(self._heard)

    def _heard(self, changed: Changed) -> None:
        with self._news:
            self._news.notify_all()

    def wait(self, happened: object) -> None:
        assert callable(happened)
        with self._news:
            assert self._news.wait_for(happened, PATIENCE_S)


QUIET = frozenset({"concede", "ruling", "add_card", "unlock", "reopen_choices", "reopen_bids"})

ENOUGH = 60
"""Declarations after which a match has seen most of what robots have to answer."""


@pytest.mark.parametrize("game", ["shazamm", "moriham", "datamorphs", "bhm", "mamlejet"])
def test_robots_answer_for_their_seats_and_people_for_the_table(game: str, journal: Journal) -> None:
    table, rng = Table.begin(journal, cards.bind(game), ("A", "B")), random.Random(3)
    watch = Watch(table)

    def people_are_asked() -> bool:
        return bool(table.awaiting()) and all(owed.seat is None for owed in table.awaiting())

    with guests(table, {"A": "medium", "B": "medium"}, FAST, seed=1) as robots:
        while True:
            watch.wait(lambda: table.result is not None or table.seq >= ENOUGH or people_are_asked())
            if table.result is not None or table.seq >= ENOUGH:
                break
            with table.still():
                others = QUIET | {str(k.__struct_config__.tag) for k in table.rules.game.actions} - set(table.awaiting()[0].actions)
                made = table.rules.sample(table.state, rng, avoid=frozenset(others))
                assert made is not None, table.awaiting()
                table.submit(builtins(made))
        assert [robot.failure for robot in robots] == [None, None]
    by_robots = [entry for entry in table.entries if entry.source.startswith("robot:")]
    assert len(by_robots) > 10
    for entry in by_robots:
        assert (entry.action or {}).get("seat") in (None, entry.source.split(":")[1])
    table.close()


def test_a_robot_agrees_to_what_people_ask(journal: Journal) -> None:
    table = Table.begin(journal, cards.bind("moriham"), ("A", "B"))
    table.submit({"action": "start_game", "first": "A"})
    watch = Watch(table)
    with guests(table, {"B": "medium"}, FAST, seed=1):
        table.ask_ruling({"action": "ruling", "seat": "A", "reason": "Slipped", "ops": [{"op": "set_life", "seat": "B", "n": 12}]}, "A")
        watch.wait(lambda: table.state.B.life == 12)
    assert table.asked() is None
    table.close()


def test_the_seats_of_robots_are_those_that_play(journal: Journal) -> None:
    table = Table.begin(journal, cards.bind("moriham"), ("A", "B"))
    assert seated(table, [("B", "medium")]) == {"B": "medium"}
    assert list(seated(table, [("B", "easy"), ("A", "medium"), ("B", "strong")]).items()) == [("A", "medium"), ("B", "strong")]
    assert seated(table, []) == {}
    with pytest.raises(Illegal) as refused:
        seated(table, [("C", "medium")])
    assert refused.value.refusals[0].code == "no_robot_seat"
    table.close()


def test_a_match_that_is_over_is_kept_in_memory_by_nobody_who_sat_there(journal: Journal) -> None:
    robots = RobotSeats(FAST)
    table = Table.begin(journal, cards.bind("shazamm"), ("A", "B"))
    robots.seat(table, {"B": "easy"})
    table.submit({"action": "concede", "seat": "A"})
    known, following = weakref.ref(table), Table.begin(journal, cards.bind("shazamm"), ("A", "B"))
    robots.seat(following, {"B": "easy"})
    assert robots.at(table) == {"B": "easy"}  # who plays once more has the same robots
    table.close()
    del table
    gc.collect()
    assert known() is None
    robots.close()
    following.close()


def test_a_strength_that_a_game_lacks_is_refused_with_those_that_it_has(journal: Journal) -> None:
    table = Table.begin(journal, cards.bind("shazamm", {"collapse_order": "collapse_first"}), ("A", "B"))
    with pytest.raises(Illegal) as refused, guests(table, {"B": "exact"}):
        raise AssertionError("there is no such robot")
    (refusal,) = refused.value.refusals
    assert (refusal.code, refusal.params["strength"]) == ("no_robot_strength", "exact")
    table.close()
