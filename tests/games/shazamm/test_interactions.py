"""Every pair of spells, by one wizard and by two, on several tables; then whole matches: the referee against the model."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from tests.games.shazamm import model
from tests.games.shazamm.compare import Chooser, played
from tests.games.shazamm.duel import Duel
from tests.run_forms import by_form

TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"wall": 2, "mana": (31, 44), "turn": 3},
    {"wall": -2, "mana": (48, 12), "turn": 2, "round": 3, "centre": 0},
    {"wall": 4, "centre": 2, "mana": (9, 9), "round": 4, "turn": 5},
)
BIDS = ((8, 8), (3, 9), (9, 4), (9, 9))
PAIRS = list(itertools.product(range(1, 15), repeat=2))[:: by_form(quick=11, usual=7, long=1, nightly=1)]


def table(place: dict[str, Any], bids: tuple[int, int], cast: tuple[set[int], set[int]], clone: int | None) -> Duel:
    """A table where these spells are unused, and where each could clone `clone` from the other's previous turn."""
    last: tuple[set[int], set[int]] = (set(), set())
    if clone is not None and place:
        last = ({clone} - cast[0], {clone} - cast[1])
    house = {"full_hand": True}
    return Duel(house, used=last, last_cast=last, **place)


@pytest.mark.slow
@pytest.mark.clause("SHZ-052", "SHZ-053", "SHZ-055", "SHZ-R02", "SHZ-R10", "SHZ-R36", "SHZ-R37", "SHZ-R42", "SHZ-R46", "SHZ-R51", "SHZ-R66")
@pytest.mark.parametrize(("low", "high"), PAIRS, ids=[f"{x}-{y}" for x, y in PAIRS])
def test_each_pair_of_spells_ends_as_the_model_says(low: int, high: int) -> None:
    compared = 0
    for place, bids in itertools.product(TABLES, BIDS):
        for cast in (({low}, {high}), ({low, high}, set()), (set(), {low, high})):
            for clone in range(1, 15) if 2 in (low, high) and bids == (3, 9) else (high,):
                duel = table(place, bids, cast, clone)
                for seed in range(2):
                    fresh = table(place, bids, cast, clone)
                    expected = played(fresh, bids, cast, Chooser(seed))
                    assert model.board_of(fresh.state) == expected, (place, bids, cast, clone, seed)
                    compared += 1
                assert model.board_of(duel.state) != expected
    assert compared >= 96


@pytest.mark.parametrize("seed", range(8))
def test_whole_matches_go_as_the_model_says(seed: int) -> None:
    """Hands full of spells, several at once, from the start to the fall."""
    rng = random.Random(seed)
    endings = 0
    for match in range(12):
        duel = Duel({"full_hand": bool(match % 2)})
        turns = 0
        while duel.result is None:
            mana = duel.mana
            bids = (rng.randint(1, min(14, mana[0])), rng.randint(1, min(14, mana[1])))
            cast = tuple(
                set(rng.sample(sorted(set(range(1, 15)) - used), min(rng.choice((0, 0, 1, 2, 3)), hand)))
                for used, hand in zip(duel.used, duel.hands, strict=True)
            )
            expected = played(duel, bids, (cast[0], cast[1]), Chooser(rng.getrandbits(30)))
            assert model.board_of(duel.state) == expected
            turns += 1
            assert turns < 400
        endings += 1
    assert endings == 12
