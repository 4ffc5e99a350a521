"""The referee and the model side by side: the same turn, the same answers, the same table afterwards."""

from __future__ import annotations

import random
from typing import Any

from tests.games.shazamm import model
from tests.games.shazamm.duel import Duel


class Chooser:
    """Answers drawn from a seed, the same for referee and model: each question is answered by its own generator."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def _rng(self, *question: Any) -> random.Random:
        return random.Random(f"{self.seed} {question}")

    def clone(self, seat: str, options: list[int]) -> int | None:
        return self._rng("clone", seat).choice([*options, None])

    def theft(self, seat: str, prey: list[tuple[int, str]]) -> set[tuple[int, str]]:
        rng = self._rng("theft", seat)
        return {x for x in prey if rng.random() < 0.7}

    def recycle(self, seat: str, bid: int, mana: int) -> int:
        return self._rng("recycle", seat, bid).randint(max(-5, 1 - bid), min(5, mana - bid))

    def push(self, seat: str, most: int) -> int:
        return self._rng("push", seat).randint(0, most)


def answer(duel: Duel, chooser: Chooser) -> None:
    """Answer the question at hand."""
    step: Any = duel.state.agenda[-1]
    below: Any = duel.state.agenda[0]
    if duel.step == "choose_clone":
        duel.clone(step.seat, chooser.clone(step.seat, list(step.options)))
    elif duel.step == "choose_theft":
        prey = sorted((x.number, x.source) for x in step.prey)
        applied = chooser.theft(step.seat, prey)
        duel.theft(step.seat, apply=sorted(applied), discard=[x for x in prey if x not in applied])
    elif duel.step == "choose_recycle":
        duel.recycle(step.seat, chooser.recycle(step.seat, below.bids.of(step.seat), duel.state.mana.of(step.seat)))
    elif duel.step == "choose_push":
        duel.do("choose_push", step.seat, steps=chooser.push(step.seat, step.most))
    else:
        raise AssertionError(f"no question: {duel.step}")


def played(duel: Duel, bids: tuple[int, int], cast: tuple[set[int], set[int]], chooser: Chooser) -> model.Board:
    """Play a turn with the referee, and return what the model makes of it."""
    before = model.board_of(duel.state)
    duel.turn(*bids, sorted(cast[0]), sorted(cast[1]))
    while duel.step.startswith("choose_"):
        answer(duel, chooser)
    answers = model.Answers(chooser.clone, chooser.theft, chooser.recycle)
    return model.turn(before, dict(zip("AB", bids, strict=True)), dict(zip("AB", cast, strict=True)), answers)
