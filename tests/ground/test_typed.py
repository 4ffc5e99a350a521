"""The typed matches of each game. `mypy --strict` reads this file (`.ci/checks types`) and must refuse each wrong line: an ignored error
that is none is an error itself.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import tapete
from tapete import games
from tapete.core.kinds import name_of
from tapete.typed import AnyMatch, MorihamMatch, ShazammMatch


def duel() -> ShazammMatch:
    return tapete.play("shazamm", names=["Ana", "Bruno"])


WRONG: list[Callable[[], object]] = [
    lambda: duel().lock_bidd("Ana", amount=9),  # type: ignore[attr-defined]
    lambda: duel().lock_bid("Ana", amount="nine"),  # type: ignore[arg-type]
    lambda: duel().lock_bid("Ana", mana=9),  # type: ignore[call-arg]
    lambda: duel().lock_bid(amount=9),  # type: ignore[call-arg]
    lambda: duel().lock_bid(1, 9),  # type: ignore[arg-type]
    lambda: duel().declare_cards("Ana", ["seven"]),  # type: ignore[list-item]
    lambda: duel().copy().next_phase("Ana"),  # type: ignore[attr-defined]
    lambda: tapete.play("moriham").start_game("C"),  # type: ignore[arg-type]
    lambda: tapete.play("datamorphs").show_collection("A", 3),  # type: ignore[arg-type]
    lambda: tapete.play("bhm").lock_bid("A"),  # type: ignore[attr-defined]
    lambda: tapete.play("mamlejet").undo("one"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("wrong", WRONG)
def test_what_a_type_checker_refuses_is_refused_when_it_runs_too(wrong: Callable[[], object]) -> None:
    with pytest.raises((tapete.Malformed, AttributeError)):
        wrong()


def test_what_a_type_checker_takes_is_taken() -> None:
    match = duel()
    match.lock_bid("Ana", amount=9)
    branch: ShazammMatch = match.copy()
    branch.lock_bid("B", 7)
    assert branch.declare_cards("Ana", []).sentences
    whatever: AnyMatch = tapete.play(match.rules.game.name)
    whatever.lock_bid("A", 3)
    other: MorihamMatch = tapete.play("moriham")
    other.start_game("A")
    assert match.seq == whatever.seq == 1


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_every_action_of_a_game_is_typed(game: str) -> None:
    kinds = tapete.rules(game).game.actions
    part = (
        Path(tapete.__file__)
        .with_name("typed.pyi")
        .read_text(encoding="utf-8")
        .partition(f"class {game.title()}Match(Match):")[2]
        .partition("\nclass ")[0]
    )
    assert [name_of(kind) for kind in kinds if f"def {name_of(kind)}(" not in part] == (["pass"] if game == "mamlejet" else [])
