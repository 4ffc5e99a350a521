"""Whole moves for search are those that the slow way finds, in the states of random matches; with a hand, those of that hand."""

from __future__ import annotations

import gc
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import fields

from tapete import cards
from tapete.core import judge
from tapete.core.actions import Action, Terms
from tapete.core.codec import builtins
from tapete.core.domains import one_of
from tapete.core.kinds import name_of
from tapete.core.moves import Hand, moves
from tapete.core.refusals import OUTSIDE, must
from tapete.core.rules import Rules
from tapete.games.moriham.board import Duel
from tapete.games.moriham.cards import Typed
from tapete.games.moriham.summoning import free_slots
from tests.run_forms import by_form

SEATS = {"shazamm": 2, "moriham": 2, "datamorphs": 2, "bhm": 3, "mamlejet": 3}

OF_HAND = {
    "normal_summon": "card",
    "activate_trap": "card",
    "call_being": "card",
    "instant_call": "card",
    "equip_object": "card",
    "play_power": "card",
    "play_strategy": "card",
    "play_tactic": "card",
    "play_resource": "card",
    "play": "card",
    "discard": "cards",
    "provide": "cards",
}
"""Arguments that name cards of the hand."""


def matches(game: str, states: int, seed: int) -> Iterator[tuple[Rules[Any], Any]]:
    """States of random matches, not one like its neighbour."""
    rules, rng = cards.bind(game), random.Random(seed)
    start = rules.start(tuple("ABCD"[: SEATS[game]]))  # type: ignore[arg-type]
    state = start
    rare = frozenset({"concede", "abandon", "ruling", "table_ruling", "apply_ruling", "time_up", "unlock", "reopen"})
    for number in range(states * 5):
        action = rules.sample(state, rng, avoid=rare) if rules.result(state) is None else None
        state = start if action is None else rules.apply(state, action, checked=True)[0]
        if number % 5 == 0:
            yield rules, state


def slowly(kind: Any, board: Any, given: dict[str, Any], most: int) -> list[Any]:
    """Every action of a kind, the rule run again for each value, each one judged as a whole; longer lists are left out."""
    if needs := [field.required for field in fields(kind) if field.name == "ops"]:
        if needs[0]:  # what a text does that the catalogue does not say is for people
            return []
        given = {**given, "ops": ()}
    found = judge.every(kind, board, given)
    listed = list(islice(found, most))
    return [] if len(listed) == most else listed


def named(action: Any) -> Counter[str]:
    value = getattr(action, OF_HAND[name_of(type(action))])
    return Counter(value if isinstance(value, tuple) else [value] if value is not None else [])


@pytest.mark.halves
@pytest.mark.parametrize(
    ("game", "states", "most"),
    [
        pytest.param(game, n, most, marks=pytest.mark.slow if n > 4 else ())
        for game in SEATS
        for n, most in ((4, 40), (by_form(8, 8, 60, 600), 1_500))
    ],
)
def test_moves_are_those_of_the_slow_way(game: str, states: int, most: int) -> None:
    rng, found, held = random.Random(3), 0, 0
    for rules, state in matches(game, states, seed=states):
        for seat in (*state.seats, None):
            board = rules.board(state)
            for kind, given in rules._kinds(board, seat):
                slow = slowly(kind, board, given, most)
                if not slow:
                    continue
                fast = list(rules.moves(state, seat, names={name_of(kind)}))
                assert Counter(map(repr, map(builtins, fast))) == Counter(map(repr, map(builtins, slow)))
                assert not [move for move in fast[:20] if rules.check(state, move)]
                found += len(fast)
                if name_of(kind) in OF_HAND:
                    hand = rng.choices(list(getattr(rules.catalogue, "cards", ("x",))), k=5)
                    of_hand = {repr(move) for move in slow if named(move) <= Counter(hand)}
                    assert {repr(move) for move in rules.moves(state, seat, hand, names={name_of(kind)})} == of_hand
                    held += len(of_hand)
    assert found > 5, "something was compared"
    assert held or game == "shazamm" or states < 9, "so was what a hand leaves"


def test_no_more_values_of_an_argument_are_tried_than_asked() -> None:
    rules = cards.bind("bhm")
    state = rules.start(("A", "B"))
    setups = [len(list(rules.moves(state, "A", most=most, names={"setup_player"}))) for most in (5, 4_096)]
    assert setups == [5 * 5, (65 - 40 + 1) * (10 + 1)]


def test_places_are_no_cards_where_no_card_is_known() -> None:
    """A list of known cards that is empty says nothing of other choices: all of their values may be named."""
    board: Any = SimpleNamespace(unseen=((), ("toad", "newt")))
    hand = Hand(board, ("newt",))
    assert not hand.unseen(one_of((1, 2)))
    assert list(hand.values(one_of((1, 2)))) == [1, 2]
    assert list(hand.values(one_of(("toad", "newt")))) == ["newt"]


def test_a_domain_is_kept_while_the_state_is_the_same_and_a_copy_makes_its_own() -> None:
    rules = cards.bind("moriham")
    board = rules.board(rules.start(("A", "B")))
    kept = board.kept(free_slots, "A", ())
    assert board.kept(free_slots, "A", ()) is kept
    assert board.kept(free_slots, "B", ()) is not kept
    copy = board.scratch()
    assert copy.kept(free_slots, "A", ()) is not kept
    assert copy.kept(free_slots, "A", ()).options() == kept.options()
    board.set(turn=2)
    assert board.kept(free_slots, "A", ()) is not kept


def test_what_is_made_of_the_cards_alone_serves_all_states_until_a_card_is_typed_in() -> None:
    rules = cards.bind("moriham")
    board, later = (Duel(rules, rules.start(("A", "B"))) for _ in range(2))
    traps = board.cards_of("trap")
    assert later.cards_of("trap") is traps
    assert board.cards_of("magic") is not traps
    later.set(typed_cards={"bolt": Typed("trap")})
    assert later.cards_of("trap").options() == (*traps.options(), "bolt")
    assert later.cards_of("magic").options() == board.cards_of("magic").options()
    assert board.cards_of("trap") is traps


def test_a_board_whose_moves_are_listed_is_gone_at_once() -> None:
    """What it keeps may refer to it: then it would stay until the garbage collector looks for it."""
    rules = cards.bind("moriham")
    states = [state for _rules, state in matches("moriham", by_form(10, 40, 100, 400), seed=3)]
    ways = [(state, seat, tuple(rules.catalogue.cards)[:5]) for state in states for seat in state.seats]
    assert sum(1 for way in ways for _ in rules.moves(*way, most=64)) > len(states)  # made by now: what serves all states
    gc.collect()
    gc.disable()
    try:
        before = boards()
        assert sum(1 for way in ways for _ in rules.moves(*way, most=64)) > len(states)
        assert boards() == before
    finally:
        gc.enable()


def boards() -> int:
    """Count the boards of duels in memory."""
    return sum(type(one) is Duel for one in gc.get_objects())


class Pair(Action):
    """Two numbers of which the sum is judged; the first is read before it is said what it may be."""

    left: int
    right: int

    def terms(self, board: Any) -> Terms:
        yield "right", one_of((1, 2, 3), lambda right: must(right + self.left < 5, OUTSIDE, value=right))
        yield "left", one_of((2, 3, 4))


@pytest.mark.parametrize("most", [9, 2])
def test_an_argument_may_be_read_before_it_is_said_what_it_may_be(most: int) -> None:
    board: Any = SimpleNamespace(unseen=(), forget=lambda: None)
    found = moves((Pair,), board, None, Hand(board, None), most)
    assert [(made.left, made.right) for made in found if isinstance(made, Pair)] == [(2, 1), (2, 2), (3, 1)]
