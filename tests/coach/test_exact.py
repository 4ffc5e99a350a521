"""The exact coach: what bids cost, what was luck, and when it is silent."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from tapete.bots import bot_of
from tapete.bots.shazamm.exact import cards_used_up
from tapete.cards import bind
from tapete.coach import Review, exact, review
from tapete.commands.coached import lines, plain
from tapete.core import position
from tapete.core.match import Match
from tapete.games.shazamm.state import SEATS
from tapete.presentation import coach_picture
from tests.table import auction

ROOT = Path(__file__).resolve().parents[2]

BY_INTERVAL = "the interval of 95 % leaves 0 out: `test_decided_and_better_are_said_only_where_the_interval_leaves_nothing_out`"
AS_IF = "no card was left: `test_where_cards_were_there_the_coach_counts_as_if_none_existed_and_says_so`"


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


def test_where_cards_were_there_the_coach_counts_as_if_none_existed_and_says_so() -> None:
    match = Match(bind("shazamm"), SEATS)
    turn(match, 5, 50)
    found = reviewed(match)
    assert found.as_if
    assert len(found.turns) == 1
    names = {"A": "Ana", "B": "Bruno"}
    said = [*lines(found, names), *coach_picture.told(found, names, "en"), str(coach_picture.draw(found, "Ana", "en"))]  # type: ignore[arg-type]
    assert "as if no cards existed" in said[0]
    assert not [line for line in said if "exact" in line or ("erfect play" in line and "without cards" not in line)]
    assert plain(found)["as_if_no_cards"] is True
    without = begun()
    turn(without, 5, 50)
    exactly = reviewed(without)
    assert not exactly.as_if
    assert exactly.turns == found.turns, "the figures are those of the same bids without cards"
    assert "exact" in next(iter(lines(exactly, names)))  # type: ignore[arg-type]  # two seats


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


PREMISES = {
    "Against perfect play that wins {chance} of the match": "no card is left: `tests/bots/test_advice.py`",
    "No robot plays {game} so: {strength}.": "the house rules that were solved: `test_the_coach_is_silent_where_it_knows_nothing`",
    "Robot, perfect once no card is left": "it says it itself",
    "The coach: no card was left, so this is exact.": AS_IF,
    "exact; a draw is half a match": AS_IF,
    "has cost {cost}. Perfect play bids:": AS_IF,
    "has cost {cost}; perfect play bids {often} most often.": AS_IF,
    "Perfect play without cards bids:": "it says it itself",
    "without cards, perfect play bids {often}": "it says it itself",
    "Better for {name} by {gain}": BY_INTERVAL,
    "No single move decided for sure.": BY_INTERVAL,
    "It holds the table after it for better than": "it says whose view it is: `tests/web/test_hints.py`",
    "Nothing that could be done now looks better to it": "it says whose view it is: `tests/web/test_hints.py`",
    "(easy, medium, strong, exact)": "a name, of the strength that the page of robots explains",
}
"""Where a sentence claims that something is perfect, best, better or sure, and what it takes for granted."""


WORDS = ("coach_words.py", "coach_picture.py", "hint_words.py", "coached.py")
"""Modules with the sentences of coach and hints."""


def test_every_claim_of_perfection_has_its_premise() -> None:
    with (ROOT / "host/tapete/locale/es/LC_MESSAGES/tapete.po").open("rb") as file:
        said = [
            (str(one.id[0] if isinstance(one.id, tuple) else one.id), {Path(place).name for place, _ in one.locations})
            for one in read_po(file)
        ]
    claims = [
        one
        for one, places in said
        if (re.search(r"\b(exact|perfect|optimal|for sure)\b", one, re.IGNORECASE) and "Arguments take" not in one)
        or (not places.isdisjoint(WORDS) and re.search(r"\b(best|better)\b", one, re.IGNORECASE))
    ]
    assert len(claims) >= 12
    assert [one for one in claims if sum(start in one for start in PREMISES) != 1] == []
