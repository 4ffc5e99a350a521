"""Whatever is decided in whatever order: the log leads to the event, and standings depend on what counts at the end alone."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tapete.core.refusals import Illegal
from tapete.league.deciding import decide, judge, replay
from tapete.league.decisions import (
    AnyDecision,
    CloseRound,
    DropEntrant,
    EnterEntrant,
    LiftPenalty,
    MarkAbsent,
    PairRound,
    Penalize,
    PublishRound,
    ReturnEntrant,
    SetResult,
    StartRound,
    TakeBackRound,
)
from tapete.league.standings import standings
from tapete.league.tiebreaks import NAMES
from tapete.league.tournament import Pairing, Tournament
from tests.league.written_events import Evening
from tests.run_forms import by_form

WORDS = ("A", "B", "draw", "loss", "stopped")


@st.composite
def any_decision(draw: DrawFn) -> AnyDecision:
    """A decision that may or may not be possible."""
    small, kind = st.integers(1, 7), draw(st.integers(0, 11))
    if kind == 0:
        return EnterEntrant(f"person {draw(st.integers(1, 9))}")
    if kind == 1:
        return draw(st.builds(DropEntrant, small) | st.builds(ReturnEntrant, small) | st.builds(MarkAbsent, small))
    if kind == 2:
        return draw(st.builds(Penalize, small, small) | st.builds(LiftPenalty, st.integers(1, 40)))
    if kind in (3, 4):
        order = draw(st.permutations(range(1, 7)))
        pairs = [tuple(order[i : i + 2]) for i in (0, 2, 4)]
        return PairRound(draw(st.integers(1, 3)), tuple(Pairing("match", pair) for pair in pairs), draw(st.booleans()))
    if kind in (5, 6):
        made: tuple[type[PublishRound | StartRound | CloseRound | TakeBackRound], ...] = (
            PublishRound,
            StartRound,
            CloseRound,
            TakeBackRound,
        )
        return draw(st.sampled_from(made))(draw(st.integers(1, 3)))
    return SetResult(draw(st.integers(1, 3)), draw(st.integers(1, 4)), draw(st.sampled_from(WORDS)))


@settings(max_examples=by_form(20, 40, 200, 5_000))
@given(st.lists(any_decision(), max_size=40))
def test_what_is_refused_changes_nothing_and_the_log_leads_to_the_event(tried: list[AnyDecision]) -> None:
    evening = Evening(6, rounds=3)
    for what in tried:
        before = evening.now
        if refused := judge(before, what, "why"):
            with pytest.raises(Illegal) as illegal:
                evening.do(what, "why")
            assert illegal.value.refusals == refused
            assert evening.now is before
        else:
            evening.do(what, "why")
            assert evening.now.version == before.version + 1 == len(evening.log)
            assert len(evening.now.entrants) >= len(before.entrants), "nobody is ever taken off the list"
    assert replay(evening.settings, evening.log) == evening.now
    lines = standings(evening.now)
    assert sorted(one.entrant for one in lines) == [one.number for one in evening.now.entrants]
    keys = [(one.points, *(value.value for value in one.breaks)) for one in lines]
    assert keys == sorted(keys, reverse=True)
    assert [one.place for one in lines] == list(range(1, len(lines) + 1))


@settings(max_examples=by_form(10, 20, 100, 2_000))
@given(st.integers(0, 2**32))
def test_standings_are_the_same_after_any_order_of_corrections(seed: int) -> None:
    """The same results at the end, reached by other wrong ones in another order, with a round taken back between."""
    chance = random.Random(seed)
    final = [[chance.choice(WORDS[:4]) for _ in range(3)] for _ in range(2)]
    pairs = [((1, 2), (3, 4), (5, 6)), ((1, 3), (2, 5), (4, 6))]
    straight, crooked = Evening(6, tiebreaks=tuple(NAMES)), Evening(6, tiebreaks=tuple(NAMES))
    for number in (1, 2):
        straight.paired(*pairs[number - 1]).results(*final[number - 1])
        if chance.random() < 0.5:
            crooked.paired(*pairs[2 - number], repeats=True).results("A", close=False).do(TakeBackRound(number))
        crooked.paired(*pairs[number - 1]).results(*chance.choices(WORDS[:4], k=3))
    spots = [(r, t) for r in (0, 1) for t in (0, 1, 2)] * 2
    chance.shuffle(spots)
    for r, t in spots:
        crooked.do(SetResult(r + 1, t + 1, chance.choice(WORDS)))
    chance.shuffle(spots)
    for r, t in spots:
        crooked.do(SetResult(r + 1, t + 1, final[r][t]))
    assert standings(crooked.now) == standings(straight.now)


def total(tournament: Tournament) -> int:
    return sum(one.points + one.penalty for one in standings(tournament))


@settings(max_examples=by_form(10, 20, 100, 2_000))
@given(st.lists(st.sampled_from(WORDS), min_size=3, max_size=3))
def test_a_round_gives_as_many_points_as_its_results_say(words: list[str]) -> None:
    evening = Evening(7, rounds=1).paired((1, 2), (3, 4), (5, 6), byes=(7,)).results(*words, close=False)
    worth = {"A": 3, "B": 3, "draw": 2, "loss": 0, "stopped": 0}
    assert total(evening.now) == 3 + sum(worth[word] for word in words)
    after, _entry = decide(evening.now, Penalize(1, 50), who="judge", at_ms=0, why="rude")
    assert total(after) == total(evening.now)
