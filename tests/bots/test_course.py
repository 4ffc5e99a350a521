"""The course of a match without a log goes where the match with one goes: the same states, events, results and refusals."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.bots import bot_of
from tapete.bots.driving import play_on, rolled
from tapete.bots.random_answers import declared_by_chance
from tapete.cards import bind
from tapete.core.course import Course
from tapete.core.match import Match
from tapete.core.refusals import Illegal, RefereeError
from tapete.core.sealing import Locked
from tapete.core.steps import SealingStep

GAMES = {"shazamm": "AB", "moriham": "AB", "datamorphs": "AB", "bhm": "ABC", "mamlejet": "ABC"}


def open_to_see(state: Any) -> Any:
    """A state without seals: a course has none."""
    step = state.agenda[-1]
    return replace(state, agenda=(*state.agenda[:-1], replace(step, seals={}))) if isinstance(step, SealingStep) else state


def told(match: Match[Any] | Course[Any], declared: Any) -> Any:
    """What comes of a declaration: the events, or the refusals' codes with their paths."""
    try:
        if isinstance(match, Match):
            return tuple(event for entry in match.do(declared) for event in match.events(entry))
        return match.do(declared)
    except RefereeError as fault:
        return [(refusal.code, refusal.at) for refusal in fault.refusals]


def goes_along(game: str, seed: int, actions: int) -> None:
    """Play so many actions by chance, some of them out of bounds, on a match and on a course of it."""
    rules, rng, done = bind(game), random.Random(seed), 0
    while done < actions:
        start = rules.start(tuple(GAMES[game]))  # type: ignore[arg-type]  # its letters are seats
        match, course = Match(rules, start.seats), Course(rules, start)
        while match.result is None and done < actions:
            owed = rng.choice(match.awaiting())
            seat = owed.seat or start.seats[0]
            declared = rolled(rules, owed, rng) if owed.meaning == "die" else declared_by_chance(rules, match.state, seat, owed, rng)
            assert declared is not None
            form: Any = declared
            if isinstance(declared, Locked) and rng.random() < 0.5:
                form = declared.plain()
                if rng.random() < 0.2:  # a secret that nobody may lock
                    form[declared.secret] = rng.choice((999, "no_such_card"))
            assert told(match, form) == told(course, form)
            assert open_to_see(match.state) == open_to_see(course.state)
            done += 1
        assert match.result == course.result


@pytest.mark.parametrize("game", GAMES)
def test_course_goes_where_match_goes(game: str) -> None:
    goes_along(game, 1, 120)


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_course_goes_where_match_goes_for_a_million_actions(game: str) -> None:
    for seed in range(200):
        goes_along(game, seed, 1000)


@pytest.mark.parametrize("game", ["shazamm", "datamorphs"])
def test_bots_play_the_same_match_with_a_log_and_without(game: str) -> None:
    ends = []
    for made in (Match, Course):
        rules, rng = bind(game), random.Random(3)
        bot = bot_of(rules, random.Random(4), "medium")
        match = made(rules, ("A", "B")) if made is Match else Course(rules, rules.start(("A", "B")))
        ends.append((play_on(match, {"A": bot, "B": bot}, rng), match.state, rng.random()))
    assert ends[0] == ends[1]
    assert ends[0][0] is not None


def test_copy_of_a_course_goes_its_own_way() -> None:
    rules = bind("shazamm")
    course = Course(rules, rules.start(("A", "B")))
    course.do({"action": "lock_bid", "seat": "A", "amount": 7})
    twin = copy.deepcopy(course)
    twin.do({"action": "lock_bid", "seat": "B", "amount": 9})
    assert course.state.agenda[-1].ready == ("A",)
    assert (twin.state.agenda[-1].bids.A, twin.state.agenda[-1].bids.B) == (7, 9)
    with pytest.raises(Illegal):
        course.do({"action": "lock_bid", "seat": "B", "amount": 51})
    assert course.state.agenda[-1].ready == ("A",)
