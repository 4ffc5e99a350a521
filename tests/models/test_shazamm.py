"""Whole matches of Shazamm under house rules by chance, hands full of spells: every turn ends as the second model says."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.games.shazamm import model
from tests.games.shazamm.compare import Chooser, answer
from tests.games.shazamm.duel import Duel
from tests.run_forms import by_form

MATCHES = by_form(6, 20, 60, 5000)


def house_rules(rng: random.Random) -> dict[str, Any]:
    """Half of the rules as printed, half as a house may play them."""
    chosen: dict[str, Any] = {
        "full_hand": rng.random() < 0.5,
        "ordered_deck": rng.random() < 0.5,
        "reserve_gain": rng.choice(("after_payment", "before_payment")),
        "exhaustion_push": rng.choice(("auto", "ask")),
        "resistance_blocks_push": rng.random() < 0.5,
        "clone_across_rounds": rng.random() < 0.5,
        "clone_of_clone": rng.random() < 0.5,
        "clone_copy_cancels": rng.random() < 0.5,
        "clone_stolen": rng.random() < 0.5,
        "collapse_order": rng.choice(("final", "collapse_first")),
        "double_fall": rng.choice(("draw", "replay")),
        "mana": rng.choice((10, 20, 35, 50)),
        "bridge_half": rng.choice((9, 9, 9, 6, 4)),
    }
    return {key: value for key, value in chosen.items() if rng.random() < 0.5}


def trial(rng: random.Random) -> Counter[str]:
    """A match beside the model, which goes on from its own table; what was compared, by its name."""
    options = house_rules(rng)
    house = model.House(**{key: value for key, value in options.items() if key != "ordered_deck"})
    duel = Duel(options, mana=(house.mana, house.mana))
    board, found = model.first_board(house), Counter[str]()
    while duel.result is None:
        most = rng.choice((4, 14, 50))
        bids = {seat: rng.randint(1, min(most, board.mana[seat])) for seat in "AB"}
        cast = {seat: spells(rng, board, seat) for seat in "AB"}
        chooser = Chooser(rng.getrandbits(30))
        duel.turn(bids["A"], bids["B"], sorted(cast["A"]), sorted(cast["B"]))
        while duel.step.startswith("choose_"):
            answer(duel, chooser)
        board = model.turn(board, bids, cast, model.Answers(chooser.clone, chooser.theft, chooser.recycle, chooser.push), house)
        assert shown(model.board_of(duel.state)) == shown(board), (options, bids, cast)
        found["turns"] += 1
        assert found["turns"] < 400
    assert board.result is not None
    return found


def spells(rng: random.Random, board: model.Board, seat: str) -> set[int]:
    """Some spells of a hand; of Clone and Theft more than their share, for they ask."""
    left = sorted(set(range(1, 15)) - board.used[seat])
    wanted = set(rng.sample(left, min(rng.choice((0, 0, 1, 2, 3)), board.hand[seat], len(left))))
    asking = [number for number in (2, 3) if number in left and rng.random() < 0.3]
    return set(sorted(wanted | set(asking))[: board.hand[seat]])


def shown(board: model.Board) -> dict[str, Any]:
    """What both know of a table; what Clone may take shows in the turn after."""
    return {name: value for name, value in vars(board).items() if name != "last"}


@pytest.mark.slow
@pytest.mark.clause("SHZ-R04", "SHZ-R06", "SHZ-R18", "SHZ-R20", "SHZ-R24", "SHZ-R26", "SHZ-R27", "SHZ-R48", "SHZ-R50", "SHZ-R54", "SHZ-R75")
def test_matches_under_house_rules_go_as_the_model_says() -> None:
    found = sum((trial(random.Random(f"shazamm {seed}")) for seed in range(MATCHES)), Counter[str]())
    assert found["turns"] > 4 * MATCHES
