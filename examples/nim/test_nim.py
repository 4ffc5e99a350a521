"""Nim keeps Tapete's contract, and its robot never loses from a won position."""

import random
from collections.abc import Callable

import pytest
from tapete_nim.robot import bot

import tapete
from tapete.testing import CHECKS, Subject

NIM = Subject("nim", 2, 12, (0, 1, 2, 3, 9), matches=30)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_contract(check: Callable[[Subject], None]) -> None:
    check(NIM)


def test_the_robot_wins_from_the_start() -> None:
    match = tapete.play("nim")
    robot = bot(match.rules, random.Random(1), "medium")
    while match.result is None:
        (owed,) = match.awaiting()
        heap = next(heap for heap, counters in enumerate(match.state.heaps, 1) if counters)
        simple = {"action": "take", "seat": "B", "heap": heap, "counters": 1}
        match.do(robot.decide(match.state, "A", owed) if owed.seat == "A" else simple)
    assert match.result.seats == ("A",)


def test_its_texts_are_translated() -> None:
    assert match_says("es") == "Montón 1: 3 fichas."
    assert match_says("en") == "Heap 1: 3 counters."


def match_says(language: str) -> str:
    """The first place of a new match, in one language."""
    match = tapete.play("nim")
    return match.rules.layout(match.state)[0].text(match.rules.words).in_(language)
