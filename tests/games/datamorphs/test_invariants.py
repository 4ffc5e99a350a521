"""Invariants of the ledger under random play (docs/inside/rules/datamorphs.md#invariants); the others are demanded of every position.

The form of the run (or TAPETE_MATCHES) says how many random matches are played through to the end. Every table of every match is held
against a second DataMorphs (`model.py`).
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core import codec
from tapete.core.actions import Action
from tapete.core.rules import Rules
from tapete.core.steps import Over
from tapete.games import datamorphs
from tapete.games.datamorphs.board import MorphBoard, Use
from tapete.games.datamorphs.cards import CHANGES, Boost, Program
from tapete.games.datamorphs.plays import JointPlay, Play
from tapete.games.datamorphs.scoring import score
from tapete.games.datamorphs.state import SEATS, Playing, State
from tests.games.datamorphs.model import FOE, Table, cost
from tests.games.datamorphs.scenario import DOCUMENT, STARTER, Desk, catalogue, printed
from tests.run_forms import matches

MATCHES = matches(quick=20, usual=24, long=100, nightly=10_000)

HOUSE: tuple[dict[str, Any], ...] = (
    {},
    {"tie_mode": "sudden_death"},
    {"interrupt_cost": 1, "nullify_counts": "rival"},
    {"exchange": False},
)
"""House rules that random play goes through in turn, so that every key takes both values."""

QUIET = frozenset({"concede", "add_card", "unlock", "reopen_choices", "ruling"})

ODD = (
    printed(
        "odd_one",
        program=("amber", "swarm", 1, 0),
        program_abilities=({"kind": "change_color", "from": "amber", "to": "cyan", "target": "rival"},),
        boost=("none", 1, 0),
        abilities=({"kind": "change_icons", "from": "attack", "to": "defense", "target": "choice"}, {"kind": "memory_boost"}),
    ),
    printed(
        "odd_two",
        program=("cyan", "probe", 0, 1),
        program_abilities=({"kind": "nullify_icons", "icon": "defense", "color": "amber"}, {"kind": "nullify_memory", "n": 2}),
        boost=("amber", 0, 0),
        abilities=({"kind": "swap_icons", "target": "rival"}, {"kind": "memory_boost"}),
    ),
)
CARDS = catalogue(*ODD)
PLAIN = {card["id"]: card for card in (*DOCUMENT["card"], *ODD)}


def played(options: dict[str, Any], seed: int, quiet: frozenset[str] = QUIET) -> list[tuple[Rules[State], State, Action | None]]:
    """A random match: every state with the action that follows it."""
    rules, rng = datamorphs.rules(options, CARDS), random.Random(seed)
    state = rules.start(SEATS)
    story: list[tuple[Rules[State], State, Action | None]] = []
    while not isinstance(state.agenda[-1], Over):
        action = rules.sample(state, rng, avoid=quiet if rng.random() < 0.97 else frozenset({"concede", "add_card"}))
        assert action is not None
        story.append((rules, state, action))
        state, _ = rules.apply(state, action)
        assert len(story) < 400
    return [*story, (rules, state, None)]


@pytest.mark.slow
@pytest.mark.clause("DAT-004", "DAT-025", "DAT-R14", "DAT-R32", "DAT-R40", "DAT-R55")
@pytest.mark.parametrize("part", range(4))
def test_random_matches_end_as_they_must(part: int) -> None:
    """Invariants 1 to 10 in every state; memory and scores as the model has them; rounds and wins within their bounds."""
    compared, reasons = 0, set()
    for number in range(part, MATCHES, 4):
        options = HOUSE[number // 4 % len(HOUSE)]
        story = played(options, number)
        plain_options = story[0][0].plain_options
        for rules, state, _ in story:
            assert rules.faults(state) == ()
            board, table = MorphBoard(rules, state), Table(codec.builtins(state), PLAIN, plain_options)
            scores = score(board)
            for seat in SEATS:
                assert board.memory(seat) == (table.total(seat), table.spent(seat)), state
                assert scores.of(seat)[:2] == table.score(seat), state
                assert scores.of(seat).inflicted == table.inflicted()[seat]
                assert state.wins(seat) <= 2
            assert state.round <= (3 if options.get("tie_mode") == "sudden_death" else 4)
            compared += 1
        over = story[-1][1].agenda[-1]
        assert isinstance(over, Over)
        reasons.add(over.reason)
    assert compared > 10 * MATCHES / 4
    assert {"two_wins", "tie_break"} <= reasons


SWAP: dict[str, Any] = FOE


def mirrored(value: Any) -> Any:
    """Plain data with A and B exchanged: seats, maps by seat, halves of a joint play."""
    if isinstance(value, dict):
        halves = {"a": "b", "b": "a"} if "nonces" in value else {}
        return {SWAP.get(key, halves.get(key, key)): mirrored(x) for key, x in value.items()}
    if isinstance(value, list):
        return [mirrored(x) for x in value]
    return SWAP.get(value, value) if isinstance(value, str) else value


def ordered(plain: Any) -> Any:
    """A mirrored state with what is kept in the order of seats put in that order again."""
    for step in plain["agenda"]:
        if "ready" in step:
            step["ready"] = sorted(step["ready"])
    return plain


@pytest.mark.slow
@pytest.mark.clause("DAT-R04", "DAT-R24", "DAT-R56")
@pytest.mark.parametrize("options", HOUSE)
def test_the_mirrored_match_is_the_mirrored_result(options: dict[str, Any]) -> None:
    """Invariant 7: exchanging A and B mirrors every state."""
    compared = 0
    for seed in range(8):
        story = played(options, seed)
        rules, other = story[0][0], story[0][1]
        for _, state, action in story:
            assert ordered(mirrored(codec.builtins(state))) == codec.builtins(other)
            if action is not None:
                other, _ = rules.apply(other, rules.read(mirrored(codec.builtins(action))))
                compared += 1
    assert compared > 100


@pytest.mark.clause("DAT-R14", "DAT-R67")
def test_memory_depends_on_the_table_alone() -> None:
    """Invariant 5: the same cards laid in any order."""
    lines = ["A program moth_kernel", "A boost_a hollow_thread", "B boost_a velvet_stack", "B interrupt boost_b", "A boost_b fern_cache"]
    found = set()
    for seed in range(20):
        random.Random(seed).shuffle(lines)
        desk = Desk().bios("brine_socket", "velvet_stack").lay(*lines)
        found.add((desk.memory("A"), desk.memory("B"), desk.score()))
    assert len(found) == 1


@pytest.mark.clause("DAT-R24", "DAT-R67", "DAT-R23")
def test_a_joint_play_ends_as_two_plays_do() -> None:
    """Invariant 13: the same table, whether laid jointly or one after the other; only changes of both care about the moment (R56)."""
    compared = scored = 0
    for seed in range(30):
        for rules, state, action in played({}, seed):
            if not isinstance(action, JointPlay) or not all(isinstance(move, Play) for move in (action.a, action.b)):
                continue
            jointly, _ = rules.apply(state, action)
            one = replace(state, agenda=(Playing(2, ("A", "B")),))
            one, _ = rules.apply(one, action.a)
            if rules.check(one, action.b) or jointly.round != state.round:
                continue
            one, _ = rules.apply(one, action.b)
            if one.round != state.round:
                continue
            together, apart = MorphBoard(rules, jointly), MorphBoard(rules, one)
            assert together.memories() == apart.memories()
            assert [jointly.players.of(seat).hand for seat in SEATS] == [one.players.of(seat).hand for seat in SEATS]
            compared += 1
            acting = [use for seat in SEATS for use in together.in_use(seat) if any(isinstance(x, CHANGES) for x in abilities(use))]
            if len(acting) < 2:
                assert score(together) == score(apart)
                scored += 1
    assert compared > 10
    assert scored > 10


def abilities(use: Use) -> tuple[Any, ...]:
    return use.face.abilities if isinstance(use.face, Program | Boost) else ()


@pytest.mark.clause("DAT-050", "DAT-056")
def test_no_accepted_play_costs_more_than_what_was_left() -> None:
    """Invariant 4, against the model's costs."""
    compared = 0
    for seed, options in enumerate(HOUSE * 6):
        for rules, state, action in played(options, seed):
            moves = [action] if isinstance(action, Play) else [action.a, action.b] if isinstance(action, JointPlay) else []
            for move in moves:
                if isinstance(move, Play):
                    printed_card = PLAIN[move.card] if move.card is not None else None
                    price = cost(move.part, printed_card, rules.options.interrupt_cost)
                    assert price <= MorphBoard(rules, state).memory(move.seat).available
                    compared += 1
    assert compared > 100


@pytest.mark.clause("DAT-R45")
def test_random_players_never_have_more_than_five_cards() -> None:
    """Invariant 9: whatever is accepted, five cards explain it."""
    for seed in range(20):
        for _, state, _ in played({}, seed):
            for seat in SEATS:
                player = state.players.of(seat)
                seen = {card for faces in player.shown for card in faces} | {card for card in player.out if card}
                assert len(seen) <= 5


def test_the_starter_set_is_what_the_model_reads() -> None:
    assert set(STARTER.cards) < set(PLAIN)
