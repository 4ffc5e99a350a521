"""Which question is open: a player who pressed LOCK and is asked again is asked something new, or the panel would take no further press."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tapete import cards
from tapete.core.kinds import name_of
from tapete.core.lock_press import single_touch
from tapete.core.log import Entry
from tapete.core.match import Match
from tapete.core.position import dump
from tapete.core.seats import SEATS, Seat
from tapete.table.questions import continues
from tests.games.mamlejet.camp import Camp
from tests.run_forms import usually

SHUNNED = frozenset({"concede", "abandon", "ruling", "note", "ask_again", "pass_all", "pass_round", "pass_mains"})


def presses(match: Match[Any]) -> dict[Seat, str]:
    """The name of what LOCK would declare now, for each seat."""
    touches = [(owed.seat, single_touch(match.rules, owed)) for owed in match.awaiting()]
    return {seat: name_of(type(touch)) for seat, touch in touches if seat is not None and touch is not None}


def declared(entry: Entry) -> tuple[Seat | None, str | None]:
    """Who declared what in an entry."""
    action = entry.action or {}
    return action.get("seat"), action.get("action")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), usually((("mamlejet", 1), ("mamlejet", 2)), ("mamlejet", 1)))
def test_lock_that_is_asked_for_again_is_another_question(game: str, seats: int) -> None:
    again = 0
    for seed in range(6):
        rng, match = random.Random(seed), Match(cards.bind(game), SEATS[:seats])
        while match.result is None and match.log.seq < 250:
            before = presses(match)
            action = match.rules.sample(match.state, rng, avoid=SHUNNED)
            if action is None:
                break
            for entry in match.do(action):
                pressed = next((seat for seat, name in before.items() if declared(entry) == (seat, name)), None)
                if pressed in presses(match):
                    again += 1
                    assert not continues(match.log, entry), (seed, entry.action)
    assert again > 5


def test_two_attackers_of_the_same_card_are_two_questions() -> None:
    """What is owed reads alike before and after: only the entry tells that the first attack is answered (MMK-R23)."""
    camp = Camp(1, at="3a_w1", A={"in_play": ["centinela"]}, front=("e-guerrero", "e-guerrero")).all_pass()
    match = Match(camp.rules, ("A",), dump(camp.rules, camp.state))
    asked = match.awaiting()
    (entry,) = match.do({"action": "decline_defence", "seat": "A"})
    assert match.awaiting() == asked
    assert not continues(match.log, entry)
