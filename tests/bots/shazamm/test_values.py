"""The table of Shazamm without spells: the referee's own rules, an independent induction, and a best response through all seven rounds."""

from __future__ import annotations

import importlib
import random
from fractions import Fraction
from typing import Any

import pytest

from tapete.bots.shazamm.exact import cards_used_up
from tapete.bots.shazamm.perfect_values import COINS, HIT, STARTS, TABLE, Start, Values, fallen, pushed, stored
from tapete.bots.shazamm.tableau import conceded, secured, solve
from tapete.cards import bind
from tapete.core.seats import Both
from tests.bots.shazamm.by_hand import last_round, round_by_hand
from tests.bots.shazamm.iterating import value_iteration


def tool(name: str = "shazamm_table") -> Any:
    return importlib.import_module(f"tools.{name}")


def test_a_match_has_twenty_starts_and_their_mirrors() -> None:
    assert len(STARTS) == 20
    assert sum(2 if start.centre else 1 for start in STARTS) == 33
    assert STARTS[0] == (9, 0)
    assert STARTS[-1] == (3, 0)
    assert TABLE.stat().st_size < 1_000_000


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.clause("SHZ-025", "SHZ-032", "SHZ-057", "SHZ-058", "SHZ-R40")
def test_the_referee_plays_the_game_that_was_solved(seed: int) -> None:
    """Matches of the real rules without cards: after each turn the model says the same about the wall, the reserves, and who has won."""
    rules, rng = bind("shazamm"), random.Random(seed)
    state: Any = cards_used_up(rules.start(("A", "B")))
    turns = 0
    while rules.result(state) is None:
        start, place = Start(9 - state.broken, state.centre), state.wall - state.centre
        most = rng.choice((3, 9, 50))
        i, j = rng.randint(1, min(most, state.mana.A)), rng.randint(1, min(most, state.mana.B))
        a, b = state.mana.A - i, state.mana.B - j
        place += (i > j) - (i < j)
        for plain in (
            {"action": "lock_bid", "seat": "A"},
            {"action": "lock_bid", "seat": "B"},
            {"action": "reveal_bids", "bids": {"A": i, "B": j}, "nonces": {"A": None, "B": None}},
            {"action": "declare_cards", "seat": "A", "numbers": []},
            {"action": "declare_cards", "seat": "B", "numbers": []},
        ):
            state, _ = rules.apply(state, rules.read(plain))
        turns += 1
        over = rules.result(state)
        if abs(place) < HIT and a and b:
            assert (Start(9 - state.broken, state.centre), state.wall - state.centre, state.mana) == (start, place, Both(a, b))
            continue
        after = start.after(pushed(place, a, b))
        won = fallen(after)
        if won is None:
            assert over is None
            assert (Start(9 - state.broken, state.centre), state.wall, state.mana) == (after, after.centre, Both(COINS, COINS))
        else:
            assert over is not None
            assert (over.kind, over.seats) == {1: ("win", ("A",)), -1: ("win", ("B",)), 0: ("draw", ())}[won]
    assert turns > 5


def test_every_stage_is_worth_what_its_bids_say() -> None:
    """The table agrees with itself: moments drawn by chance, centres on both sides, solved again by the one who plays."""
    values, rng = stored(), random.Random(3)
    worst = 0.0
    for _ in range(150):
        start = rng.choice(STARTS)
        start = Start(start.edge, start.centre * rng.choice((1, -1)))
        place, a, b = rng.randint(1 - HIT, HIT - 1), rng.randint(1, COINS), rng.randint(1, COINS)
        stage = values.stage(start, place, a, b)
        assert len(stage) == a
        assert {len(row) for row in stage} == {b}
        assert stage[a // 2][0] == values.worth(start, place + (a // 2 > 0), a - a // 2 - 1, b - 1)
        found = solve(stage)
        worst = max(worst, conceded(stage, found.columns) - secured(stage, found.rows), abs(found.value - values.worth(start, place, a, b)))
    assert worst < 1e-11


def test_a_match_is_fair_and_more_of_anything_is_no_worse() -> None:
    values = stored()
    assert values.worth(STARTS[0], 0, COINS, COINS) == pytest.approx(0, abs=1e-12)
    for start in STARTS:
        for a in range(1, COINS + 1, 7):
            for b in range(1, COINS + 1, 7):
                here = [values.worth(start, place, a, b) for place in range(-HIT, HIT + 1)]
                assert here == pytest.approx(sorted(here), abs=1e-12), "the nearer the wall is to B, the better for A"
                assert a == COINS or values.worth(start, 0, a + 1, b) >= here[HIT] - 1e-12
                assert b == COINS or values.worth(start, 0, a, b + 1) <= here[HIT] + 1e-12


@pytest.mark.slow
def test_floats_and_fractions_agree_with_twelve_mana() -> None:
    exact = round_by_hand(STARTS[-1], last_round, 12, Fraction(1))
    near = round_by_hand(STARTS[-1], last_round, 12, 1.0)
    assert all(isinstance(value, Fraction | int) for value in exact.values())
    assert max(abs(float(exact[at]) - near[at]) for at in exact) < 1e-14


@pytest.mark.numpy
def test_the_batches_agree_with_plain_induction_and_with_fractions() -> None:
    table = tool().solve(12)[-1]
    exact = round_by_hand(STARTS[-1], last_round, 12, Fraction(1))
    assert max(abs(float(value) - table[place + HIT - 1, a - 1, b - 1]) for (place, a, b), value in exact.items()) < 1e-14


@pytest.mark.numpy
@pytest.mark.long
def test_a_best_response_through_all_rounds_wins_nothing() -> None:
    """The table that is shipped: bids of B fixed by its stages, answered by every bid of A in all seven rounds and 33 starts."""
    figures = importlib.import_module("numpy").array(stored().figures).reshape(len(STARTS), 2 * HIT - 1, COINS, COINS)
    assert abs(tool().exploitability(figures)) < 1e-9


@pytest.mark.numpy
def test_a_best_response_finds_a_fault() -> None:
    table = tool().solve(8)
    assert abs(tool().exploitability(table)) < 1e-9
    table[-1, :, :-1, :-1] = 0  # the last round, except its beginning
    assert tool().exploitability(table) > 0.01


def left(shown: str) -> tuple[int, int]:
    """Both reserves, out of OpenSpiel's text of a state."""
    a, b = shown.strip().removeprefix("Coins: ").partition(",")[0].split()
    return int(a), int(b)


@pytest.mark.numpy
@pytest.mark.oracle
@pytest.mark.parametrize("coins", [10, pytest.param(15, marks=pytest.mark.slow), pytest.param(20, marks=pytest.mark.long)])
def test_openspiel_finds_the_same_values(coins: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own value iteration on its own Oshi-Zumo: a last round, every place, both reserves."""
    pyspiel = importlib.import_module("pyspiel")
    game = pyspiel.load_game(f"oshi_zumo(coins={coins},size=2,min_bid=1,alesia=false,horizon=1000)")
    found = value_iteration(game, monkeypatch, reserves=left)
    table, compared = tool().solve(coins)[-1], 0
    for text, theirs in found.items():
        (a, b), place = left(text), text.partition("Field: ")[2].index("W") - HIT
        if a and b and abs(place) < HIT:
            compared += 1
            assert theirs == pytest.approx(table[place + HIT - 1, a - 1, b - 1], abs=1e-9)
    assert compared > coins**2


def test_a_smaller_table_is_read_by_its_own_size() -> None:
    values = Values(stored().figures)
    with pytest.raises(KeyError):
        values.worth(Start(2, 0), 0, 5, 5)
    assert values.worth(Start(3, 0), HIT, 5, 0) == 1.0


@pytest.mark.numpy
def test_the_dial_runs_from_perfect_to_bold() -> None:
    """Nothing bound is the equilibrium; the firmer the rival is bound the more it is worth, and the more the best rival wins."""
    dial = tool("shazamm_dial").dial
    found = [dial(binding, 2, 3, coins=8) for binding in (0.0, 0.1, 0.3, 0.9)]
    assert found[0].bound == pytest.approx(0, abs=1e-12)
    assert found[0].best == pytest.approx(0, abs=1e-12)
    bound = [result.bound for result in found]
    assert bound == sorted(bound)
    assert bound[-1] > 0.5
    assert all(result.best <= result.bound + 1e-12 and result.bound <= result.guessed + 1e-12 for result in found)
    assert found[-1].best < -0.5
