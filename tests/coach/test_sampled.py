"""The sampled coach: what play-outs tell of a match, and where they tell nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tapete.bots import bot_of
from tapete.bots.driving import play_on
from tapete.cards import bind
from tapete.coach import PlayedOn, most_moments, review
from tapete.coach.play_outs import Count, PlayOuts
from tapete.commands.coached import plain, sampled_lines
from tapete.core.match import Match
from tapete.core.odds import Odds, difference, wilson
from tapete.games.shazamm.state import SEATS, Bidding


def turn(match: Match[Any], a: int, b: int, cards: tuple[int, ...] = ()) -> None:
    match.do({"action": "lock_bid", "seat": "A", "amount": a})
    match.do({"action": "lock_bid", "seat": "B", "amount": b})
    match.do({"action": "declare_cards", "seat": "A", "numbers": list(cards)})
    match.do({"action": "declare_cards", "seat": "B", "numbers": []})


def thrown_away() -> Match[Any]:
    """Two even turns, one with a spell; then A bids all that it has, and bots play the match to its end."""
    match = Match(bind("shazamm"), SEATS)
    turn(match, 8, 8, (7,))
    turn(match, 8, 8)
    turn(match, match.state.mana.A, 8)
    rng = random.Random(1)
    play_on(match, dict.fromkeys(SEATS, bot_of(match.rules, rng, "medium")), rng)
    return match


@pytest.mark.long
def test_the_bid_that_threw_a_match_away_is_found_with_what_was_better() -> None:
    match = thrown_away()
    counted: list[None] = []
    found = review(match, 12, tick=lambda: counted.append(None))
    assert isinstance(found, PlayedOn)
    assert most_moments(match) / 3 < len(counted) <= most_moments(match), "the progress that a person sees is a progress"
    assert found.curve[-1].chance == found.curve[-1].low == 0.0, "the end is no estimate"
    assert all(point.low <= point.chance <= point.high for point in found.curve)
    reveal = [entry.seq for entry in match.log.entries if (entry.action or {}).get("action") == "reveal_bids"][2]
    thrown = next(one for one in found.moments if one.seq == reveal)
    assert thrown.high < 0
    assert thrown.better is not None
    assert thrown.better.action["seat"] == "A"
    assert thrown.better.action["amount"] < 30
    assert thrown.better.low > 0
    said = list(sampled_lines(found, {"A": "Ana", "B": "Bruno"}, "en", match.rules))
    assert any(line.startswith(f"Move {reveal} decided: ") for line in said)
    assert any(line.startswith("  Better for Ana by +") for line in said)
    assert any(f"A {thrown.better.action['amount']}, B 8" in line for line in said), "told in the game's words"
    assert plain(found)["moments"][0]["seq"] == found.moments[0].seq


@pytest.mark.slow
def test_the_same_seed_counts_the_same_on_any_number_of_cores() -> None:
    match = thrown_away()
    alone, together = PlayOuts(match.rules, 3), PlayOuts(match.rules, 3, workers=2)
    try:
        assert alone.worth(match.log.after(4), 6) == together.worth(match.log.after(4), 6)
    finally:
        together.close()


def test_counting_goes_on_where_it_stopped_and_a_rival_loses_what_one_wins() -> None:
    match = Match(bind("shazamm"), SEATS)
    turn(match, 20, 8)
    state = match.state
    once, on = PlayOuts(match.rules, 3), PlayOuts(match.rules, 3)
    whole, parts = once.begin(state), on.begin(state)
    once.count(6, whole)
    on.count(2, parts)
    of_b = parts.of_rival()
    for number in (5, 6):
        on.count(number, parts, of_b)
    assert (parts.points, parts.cases) == (whole.points, whole.cases) == (6 - of_b.points, of_b.cases)


def test_half_of_the_matches_decide_only_where_all_would_hardly_say_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 1,000 pairs that are equal at most some 5 in 100 are told apart; of those that differ by 0.3 nearly all, with fewer matches."""
    rng, rules = random.Random(1), bind("shazamm")
    shares: dict[int, float] = {}

    def count(_play_outs: PlayOuts, number: int, *counts: Count) -> None:
        for one in counts:
            one.points += sum(rng.random() < shares[id(one)] for _ in range(one.cases, number))
            one.cases = max(one.cases, number)

    monkeypatch.setattr(PlayOuts, "count", count)
    counting, state = PlayOuts(rules), rules.start(SEATS)
    told, played = {}, {}
    for apart in (0.0, 0.3):
        told[apart] = played[apart] = 0
        for _ in range(1000):
            one, other = counting.begin(state), counting.begin(state)
            shares = {id(one): 0.35 + apart, id(other): 0.35}
            change = counting.differ(one, other, 96)
            told[apart] += not change.low <= 0 <= change.high
            played[apart] += one.cases
    assert told[0.0] < 60
    assert told[0.3] > 950
    assert played[0.0] < 80 * 1000
    assert played[0.3] < 80 * 1000


@pytest.mark.long
def test_nothing_is_said_where_nothing_was_decided() -> None:
    match = Match(bind("shazamm"), SEATS)
    turn(match, 8, 8, (7,))
    found = review(match, 4)
    assert isinstance(found, PlayedOn)
    assert found.moments == ()
    assert "--play-outs" in list(sampled_lines(found, {"A": "A", "B": "B"}, "en", match.rules))[-1]


@pytest.mark.parametrize(
    ("after", "other", "decided", "better"),
    [(13, 23, False, False), (2, 4, True, False), (2, 20, True, True)],
    ids=["a change that may be none", "a gain that may be none", "both for sure"],
)
def test_decided_and_better_are_said_only_where_the_interval_leaves_nothing_out(
    after: int, other: int, decided: bool, better: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 24 matches from before the bids A wins 12; from after them `after`, and `other` after another bid of A's."""

    def count(_play_outs: PlayOuts, number: int, *counts: Count) -> None:
        for one in counts:
            before = not one.first and isinstance(one.state.agenda[-1], Bidding) and one.state.turn == 1
            tried = one.seat == "A" and any(first["amount"] != 9 for first in one.first)
            points = 12 if before else other if tried else after
            one.points, one.cases = (points if one.seat == "A" else 24 - points) / 24 * number, number

    monkeypatch.setattr(PlayOuts, "count", count)
    match = Match(bind("shazamm"), SEATS)
    turn(match, 9, 9, (7,))
    found = review(match, 6)
    assert isinstance(found, PlayedOn)
    said = "\n".join(sampled_lines(found, {"A": "Ana", "B": "Bruno"}, "en", match.rules))
    assert ("No single move decided for sure." in said) != decided
    assert bool(found.moments) == decided
    assert ("Better for Ana by" in said) == better


@pytest.mark.parametrize(
    ("points", "cases", "expected"),
    [(260, 400, (0.65, 0.602, 0.695)), (4, 8, (0.5, 0.215, 0.785)), (1, 1, (1.0, 0.207, 1.0)), (0, 0, (0.5, 0.0, 1.0))],
)
def test_an_interval_is_wilsons(points: float, cases: int, expected: tuple[float, float, float]) -> None:
    assert wilson(points, cases) == pytest.approx(expected, abs=5e-4)


def test_a_difference_has_newcombes_interval() -> None:
    """His table II: 56 of 70 against 48 of 80 is 0.2, from 0.0524 to 0.3339."""
    assert difference(wilson(56, 70), wilson(48, 80)) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-4)
    same = Odds(1.0, 1.0, 1.0)
    assert difference(same, same) == (0.0, 0.0, 0.0)
