"""A ladder: who may challenge whom, who changes places, and what holds whatever happens on it."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapete.core.refusals import Illegal
from tapete.league.deciding import judge, replay
from tapete.league.decisions import (
    CloseRound,
    DropEntrant,
    EnterEntrant,
    ForbidPair,
    MarkAbsent,
    PairRound,
    PublishRound,
    ReturnEntrant,
    SetResult,
    TakeBackRound,
)
from tapete.league.ladder import challenged_by, order, rule, standing
from tapete.league.pairing import propose
from tapete.league.tournament import Pairing
from tests.league.written_events import Evening
from tests.run_forms import by_form


def ladder(players: int, **given: object) -> Evening:
    return Evening(players, system="ladder", rounds=30, **given)


def test_who_wins_from_below_changes_places_and_nobody_else_moves() -> None:
    evening = ladder(6).paired((4, 1), (6, 5)).results("A", "B")
    assert evening.order() == [4, 2, 3, 1, 5, 6]
    evening.paired((3, 2), (1, 5)).results("draw", "A")
    assert evening.order() == [4, 2, 3, 1, 5, 6], "a draw, and a win from above, leave all as it is"
    assert evening.points() == {1: 3, 2: 1, 3: 1, 4: 3, 5: 3, 6: 0}


def test_the_strongest_begins_at_the_top_and_who_comes_late_at_the_bottom() -> None:
    evening = ladder(0)
    for person, strength in (("ana", 5), ("bea", 9), ("ciro", 5)):
        evening.do(EnterEntrant(person, strength))
    assert evening.order() == [2, 1, 3]
    evening.paired((3, 2)).results("A").do(EnterEntrant("late", 99))
    assert evening.order() == [3, 1, 2, 4]


def test_reach_passes_over_who_is_absent_or_has_dropped() -> None:
    evening = ladder(6, reach=2)
    assert challenged_by(evening.now, 6) == [5, 4]
    evening.do(MarkAbsent(5)).do(DropEntrant(3))
    assert challenged_by(evening.now, 6) == [4, 2]
    assert challenged_by(evening.now, 1) == []
    assert challenged_by(evening.now, 5) == [], "who is absent challenges nobody"
    evening.do(ForbidPair(6, 4))
    assert challenged_by(evening.now, 6) == [2]
    assert evening.order() == [1, 2, 3, 4, 5, 6], "who has dropped keeps the place"
    assert "2 places above you" in rule(evening.now).in_("en")


@pytest.mark.parametrize(
    ("pairings", "code"),
    [
        ((Pairing("match", (5, 1)),), "too_far"),
        ((Pairing("bye", (5,)), Pairing("match", (2, 1))), "no_bye_in_ladder"),
        ((), "no_challenge"),
        ((Pairing("match", (2, 1)), Pairing("match", (3, 2))), "twice_in_round"),
        ((Pairing("match", (3, 2)),), "not_seated"),
        ((Pairing("match", (4, 3)), Pairing("absent", (1,))), "forbidden_pair"),
    ],
)
def test_a_wave_that_cannot_be(pairings: tuple[Pairing, ...], code: str) -> None:
    evening = ladder(5).do(ForbidPair(3, 4))
    if code in ("not_seated", "forbidden_pair"):
        evening.do(MarkAbsent(1))
    with pytest.raises(Illegal) as illegal:
        evening.do(PairRound(1, pairings))
    assert code in {one.code for one in illegal.value.refusals}


def test_in_turn_everybody_meets_those_above_and_those_below() -> None:
    evening = ladder(5, reach=1)
    waves = []
    for _ in range(2):
        waves.append([one.entrants for one in propose(evening.now).what.pairings])
        evening.proposed().results("B", "B")
    assert waves == [[(2, 1), (4, 3)], [(3, 2), (5, 4)]]


@settings(max_examples=by_form(10, 25, 150, 3_000))
@given(st.integers(0, 2**32))
def test_whatever_happens_on_a_ladder(seed: int) -> None:
    """Proposals can be decided; two who met change places or nobody does; the log and any order of results lead to the same ladder."""
    chance = random.Random(seed)
    evening = ladder(chance.randint(2, 12), reach=chance.randint(1, 5))
    for _wave in range(chance.randint(1, 6)):
        if chance.random() < 0.3:
            evening.do(EnterEntrant(f"late {len(evening.now.entrants)}"))
        for what in (DropEntrant, ReturnEntrant, MarkAbsent):
            one = what(chance.randint(1, len(evening.now.entrants)))
            if chance.random() < 0.3 and not judge(evening.now, one, "why"):
                evening.do(one)
        if len(evening.now.playing()) < 2:
            break
        before, free = order(evening.now), standing(evening.now)
        found = propose(evening.now).what
        assert judge(evening.now, found) == ()
        matches = [one.entrants for one in found.pairings if one.kind == "match"]
        for challenger, challenged in matches:
            assert 1 <= free.index(challenger) - free.index(challenged) <= evening.settings.reach
            assert challenged in challenged_by(evening.now, challenger)
        waiting = set(free) - {number for match in matches for number in match}
        assert not any({a, b} <= waiting for a, b in pairwise(free)), "no two neighbours wait"
        evening.do(found).do(PublishRound(found.round))
        words = {table: chance.choice(("A", "B", "draw", "loss")) for table in range(1, len(matches) + 1)}
        for table in chance.sample(sorted(words), len(words)):
            evening.do(SetResult(found.round, table, chance.choice(("A", "B"))))
        for table in chance.sample(sorted(words), len(words)):
            evening.do(SetResult(found.round, table, words[table]))
        after = order(evening.now)
        expected = list(before)
        for table, (challenger, challenged) in enumerate(matches, 1):
            if words[table] == "A":
                high, low = expected.index(challenged), expected.index(challenger)
                expected[high], expected[low] = challenger, challenged
        assert after == expected
        assert sorted(after) == [one.number for one in evening.now.entrants]
        assert evening.order() == after
        if chance.random() < 0.2:
            evening.do(TakeBackRound(found.round))
            assert order(evening.now) == before
        else:
            evening.do(CloseRound(found.round))
    assert replay(evening.settings, evening.log) == evening.now
