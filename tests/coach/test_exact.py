"""The exact coach: what bids cost, what was luck, and when it is silent."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tapete.bots import bot_of
from tapete.bots.shazamm.exact import cards_used_up
from tapete.cards import bind
from tapete.coach import Review, exact, review
from tapete.core import position
from tapete.core.match import Match
from tapete.games.shazamm.state import SEATS
from tests.table import auction


def begun(options: dict[str, Any] | None = None) -> Match[Any]:
    rules = bind("shazamm", options)
    return Match(rules, SEATS, position.dump(rules, cards_used_up(rules.start(SEATS))))


def turn(match: Match[Any], a: int, b: int, cards: tuple[int, ...] = ()) -> None:
    match.do({"action": "lock_bid", "seat": "A", "amount": a})
    match.do({"action": "lock_bid", "seat": "B", "amount": b})
    match.do({"action": "declare_cards", "seat": "A", "numbers": list(cards)})
    match.do({"action": "declare_cards", "seat": "B", "numbers": []})


def reviewed(match: Match[Any]) -> Review:
    found = review(match)
    assert isinstance(found, Review)
    return found


def played(seed: int) -> Match[Any]:
    match = begun()
    bots = {seat: bot_of(match.rules, random.Random(seed + n), "easy") for n, seat in enumerate(SEATS)}
    while match.result is None:
        owed = match.rules.awaiting(match.state)[0]
        bot = bots[owed.seat]  # type: ignore[index]  # a seat owes it
        assert bot is not None
        match.do(bot.decide(match.state, owed.seat, owed))  # type: ignore[arg-type]  # as above
    return match


@pytest.mark.parametrize("seed", range(3))
def test_skill_and_luck_add_up_to_the_result(seed: int) -> None:
    match = played(seed)
    found = reviewed(match)
    won = {"A": 1.0, "B": 0.0}[match.result.seats[0]] if match.result is not None and match.result.seats else 0.5
    assert found.turns[0].before == pytest.approx(0.5)
    assert found.turns[-1].after == won
    assert all(one.after == two.before for one, two in zip(found.turns, found.turns[1:], strict=False))
    assert 0.5 - found.cost("A") + found.cost("B") + found.luck("A") == pytest.approx(won)
    assert found.luck("B") == -found.luck("A")
    assert found.cost("A") > 0.05, "a beginner's bids cost something"


def test_all_of_a_reserve_at_once_is_the_dearest_bid_and_a_perfect_one_costs_nothing() -> None:
    match = begun()
    turn(match, 11, 50)
    found = reviewed(match)
    (only,) = found.turns
    a, b = only.bids
    assert (a.seat, a.bid, a.mana, b.bid) == ("A", 11, 50, 50)
    assert a.mix[10] > 0
    assert a.cost == pytest.approx(0, abs=1e-9)
    assert b.cost > 0.2
    assert sum(b.mix) == pytest.approx(1)
    assert all(p == 0 or cost < 1e-9 for p, cost in zip(b.mix, b.costs, strict=True)), "no bid of perfect play costs anything"
    assert [bid for _, bid in found.moments()] == [b]
    assert only.after == pytest.approx(only.before + b.cost + only.luck)


def test_undone_turns_do_not_count() -> None:
    match = begun()
    turn(match, 11, 50)
    match.jump(0)
    turn(match, 5, 7)
    assert [(one.bids[0].bid, one.bids[1].bid) for one in reviewed(match).turns] == [(5, 7)]


def test_a_match_in_which_nobody_casts_is_one_without_spells() -> None:
    match = Match(bind("shazamm"), SEATS)
    turn(match, 5, 7)
    assert len(reviewed(match).turns) == 1


def test_a_turn_that_is_not_over_is_not_reviewed() -> None:
    match = begun()
    turn(match, 5, 7)
    match.do({"action": "lock_bid", "seat": "A", "amount": 3})
    match.do({"action": "lock_bid", "seat": "B", "amount": 4})
    assert len(reviewed(match).turns) == 1


def test_the_coach_is_silent_where_it_knows_nothing() -> None:
    cast = Match(bind("shazamm"), SEATS)
    turn(cast, 5, 7, (7,))
    assert exact.review(cast) == "spells"
    assert exact.review(begun({"collapse_order": "collapse_first"})) == "house_rule"
    assert review(begun()) == "nothing"
    assert review(Match(bind("moriham"), SEATS)) == "nothing"
    assert review(Match(auction.rules(), SEATS)) == "game"


def test_conceding_is_no_bid() -> None:
    match = begun()
    turn(match, 5, 7)
    match.do({"action": "concede", "seat": "B"})
    assert reviewed(match).turns[-1].after < 1
