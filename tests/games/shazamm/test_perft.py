"""Counts of what can happen, for small tables: every legal action is tried, and the end is compared with counting by hand.

Each count stands for a number of ordered sequences of actions (as chess programs count moves), or of different states reached.
"""

from __future__ import annotations

import pytest

from tapete.core import codec
from tapete.core.rules import Rules
from tapete.core.seats import Both
from tapete.games.shazamm.bidding import RevealBids
from tapete.games.shazamm.state import State
from tests.games.shazamm.duel import Duel

TALK = ("concede", "ruling", "unlock", "reopen_bids")
"""Actions that only give up, correct or take back."""


def small(mana: tuple[int, int], hand: tuple[int, int] = (0, 0), used: tuple[range, range] = (range(1, 15), range(1, 15))) -> Duel:
    """A table with little mana and few spells; hands count what is not used."""
    duel = Duel({"full_hand": True}, mana=mana, used=used)
    assert duel.hands == hand
    return duel


def moves(rules: Rules[State], state: State) -> list[State]:
    """The states after each legal action, talk aside."""
    return [rules.apply(state, action)[0] for action in rules.every(state) if action.__struct_config__.tag not in TALK]


def perft(rules: Rules[State], state: State, depth: int) -> int:
    """How many sequences of so many actions there are."""
    if depth == 0:
        return 1
    return sum(perft(rules, after, depth - 1) for after in moves(rules, state))


def turn_ends(rules: Rules[State], state: State) -> list[State]:
    """The different states after a whole turn."""
    reached: dict[bytes, State] = {}
    frontier = [state]
    while frontier:
        after = frontier.pop()
        ended = (after.turn, after.round) != (state.turn, state.round) or rules.result(after) is not None
        if ended:
            reached[codec.encode(after)] = after
        else:
            frontier += moves(rules, after)
    return list(reached.values())


@pytest.mark.parametrize(("mana", "bids"), [((3, 3), 9), ((1, 1), 1), ((2, 7), 14)])
def test_sequences_of_a_turn_without_spells(mana: tuple[int, int], bids: int) -> None:
    """Two orders of locking, every pair of bids, two orders of showing; each list is empty, or the fake alone."""
    duel = small(mana)
    assert [perft(duel.rules, duel.state, depth) for depth in range(6)] == [1, 2, 2, 2 * bids, 2 * bids * 4, 2 * bids * 4 * 2]


def test_states_after_a_turn_without_spells() -> None:
    """With 3 mana each: nine pairs of bids.

    1:1, 1:2, 2:1 and 2:2 go on; 3:1 (then pushed back by 2) ends at -1, 1:3 at +1, and 3:2, 2:3 and 3:3 all end in the middle.
    """
    duel = small((3, 3))
    ends = turn_ends(duel.rules, duel.state)
    assert len([state for state in ends if state.round == 1]) == 4
    centres = sorted(state.centre for state in ends if state.round == 2)
    assert centres == [-1, 0, 1]


@pytest.mark.parametrize(
    ("used", "lists"),
    [
        ((set(range(1, 15)), set(range(1, 15))), 4),
        ((set(range(1, 15)) - {7}, set(range(1, 15))), 8),
        ((set(range(1, 15)) - {7, 8}, set(range(1, 15)) - {10}), 32),
    ],
)
def test_every_subset_of_a_hand_can_be_shown(used: tuple[set[int], set[int]], lists: int) -> None:
    """With h spells in hand 2 to the power of h + 1 lists, the fake included."""
    duel = Duel({"full_hand": True}, used=used).bids(5, 5)
    first = moves(duel.rules, duel.state)
    hands = [len(set(range(1, 15)) - gone) for gone in used]
    assert len(first) == 2 ** (hands[0] + 1) + 2 ** (hands[1] + 1)
    both = [after for state in first for after in moves(duel.rules, state)]
    assert len(both) == 2 * lists


def test_every_answer_to_recycle() -> None:
    duel = Duel(mana=(9, 9)).turn(4, 4, [6])
    bids = {state.mana.A for state in moves(duel.rules, duel.state)}
    assert bids == {9 - bid for bid in range(1, 10)} - {0} | {50}


def test_every_answer_to_theft() -> None:
    """Three preys, each applied or discarded."""
    duel = Duel().turn(4, 4, [3], [7, 10, 13])
    assert len(moves(duel.rules, duel.state)) == 8


def test_every_answer_to_clone() -> None:
    """Each option, and none."""
    duel = Duel(turn=2, used=((), (7, 8, 13)), last_cast=((), (7, 8, 13))).turn(4, 4, [2])
    assert len(moves(duel.rules, duel.state)) == 4


def test_bids_are_offered_completely() -> None:
    duel = Duel(mana=(4, 3)).do("lock_bid", "A", seal=None).do("lock_bid", "B", seal=None)
    offered = {(a.bids["A"], a.bids["B"]) for a in duel.rules.every(duel.state) if isinstance(a, RevealBids)}
    assert offered == {(a, b) for a in range(1, 5) for b in range(1, 4)}
    assert duel.state.mana == Both(4, 3)
