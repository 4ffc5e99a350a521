"""The ledger's invariants in whole matches full of rulings, declared effects and typed-in cards (docs/inside/rules/moriham.md#invariants).

As many matches as the form of the run says, or TAPETE_MATCHES.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core import codec
from tapete.core.match import Match
from tapete.core.steps import Cards
from tapete.games import moriham
from tapete.games.moriham.state import Monster, State, Unit
from tests.contract.starter_cards import starter
from tests.run_forms import matches

MATCHES = matches(quick=12, usual=20, long=40, nightly=10_000)
HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"deck_size": 24, "tribute_rule": "at_least", "deck_out": "incomplete_draw"},
    {"deck_size": 16, "magic_in_battle": True, "trap_same_turn": False, "first_turn_attack": False},
)
RARE = frozenset({"concede", "ruling", "next_phase", "end_turn", "add_card", "change_position"})


def walk(seed: int) -> Iterator[tuple[State, Any, State, tuple[Any, ...]]]:
    """Each action of a random match with the states around it and its events."""
    rng = random.Random(seed)
    match: Match[State] = Match(moriham.rules(HOUSES[seed % len(HOUSES)], starter("moriham")), ("A", "B"))
    for name, kind in (("mire_rite", "magic"), ("mire_trap", "trap")):
        match.do({"action": "add_card", "id": name, "type": kind})
    match.do({"action": "add_card", "id": "mire_ox", "type": "monster", "level": 1, "attack": 5, "defense": 5})
    for _ in range(2500):
        if match.result is not None:
            return
        avoid = frozenset({"concede"}) if rng.random() < 0.15 else RARE
        action = match.rules.sample(match.state, rng, avoid=avoid) or match.rules.sample(match.state, rng, avoid=frozenset({"concede"}))
        assert action is not None, match.state.agenda
        before = match.state
        (entry,) = match.do(action)
        yield before, action, match.state, match.events(entry)
    raise AssertionError("the match does not end")


def monsters(state: State) -> dict[int, Monster]:
    return {monster.iid: monster for side in (state.A, state.B) for monster in side.monsters if monster is not None}


@pytest.mark.clause("MOR-R32", "MOR-R61", "MOR-R66")
@pytest.mark.parametrize("seed", range(MATCHES))
def test_invariants_hold_after_every_action(seed: int) -> None:
    rules = moriham.rules(HOUSES[seed % len(HOUSES)], starter("moriham"))
    for before, action, after, events in walk(seed):
        assert rules.faults(after) == (), action
        name = action.__struct_config__.tag
        battles = [place for place, event in enumerate(events) if event.__struct_config__.tag == "battle"]
        if len(battles) == 1 and name == "declare_attack":
            lost = [
                event
                for event in events[battles[0] :]
                if event.__struct_config__.tag == "life_changed" and event.clause in ("MOR-074", "MOR-079")
            ]
            assert len(lost) == int(events[battles[0]].result in ("higher", "lower")), "11: one player at most, none where equal"
        turned = {event.slot for event in events if event.__struct_config__.tag == "position_changed" and event.clause == "MOR-056"}
        assert (name == "change_position") == bool(turned)
        if name == "change_position":
            side = before.A if action.seat == "A" else before.B
            turning = side.monsters[action.slot - 1]
            assert turning is not None
            assert not turning.declared, "7: nobody turns who has attacked"
        started = [event for event in events if event.__struct_config__.tag == "turn_started"]
        if started and rules.result(after) is None:
            active = after.A if after.active == "A" else after.B
            assert active.hand >= 6 or active.deck == 0, "12: the draw"
            assert all(monster.attacks_used == 0 for monster in monsters(after).values())
        for step in after.agenda:
            assert not isinstance(step, Unit) or isinstance(after.agenda[-1], Cards), "a unit waits only for cards"


@pytest.mark.slow
@pytest.mark.clause("MOR-R74", "MOR-R87")
def test_a_match_is_the_same_for_other_names_of_the_seats() -> None:
    """No rule prefers a seat: the mirrored action on the mirrored state gives the mirrored state."""
    swap = {"A": "B", "B": "A"}

    def mirrored(value: Any) -> Any:
        if isinstance(value, dict):
            return {swap.get(key, key): mirrored(part) for key, part in value.items()}
        if isinstance(value, list):
            parts = [mirrored(part) for part in value]
            dice = parts and isinstance(parts[0], dict) and "panel" in parts[0]
            return sorted(parts, key=lambda die: str(die["panel"])) if dice else parts
        if isinstance(value, str) and value.startswith("start") and value[-1] in swap:  # a die's name ends with its seat
            return value[:-1] + swap[value[-1]]
        return swap.get(value, value) if isinstance(value, str) else value

    rules, compared = moriham.rules(HOUSES[0], starter("moriham")), 0
    for before, action, after, _ in (step for seed in range(0, 30, 3) for step in walk(seed)):
        other = rules.read_state(codec.encode(mirrored(codec.builtins(before))))
        given = mirrored(codec.builtins(action))
        if "agreed" in given:
            given["agreed"] = sorted(given["agreed"])
        made, _ = rules.apply(other, rules.read(given))
        assert codec.builtins(made) == mirrored(codec.builtins(after)), action
        compared += 1
    assert compared > 100


def test_a_fault_is_seen() -> None:
    """The check itself: a card too many is noticed in any state."""
    rules = moriham.rules(HOUSES[0], starter("moriham"))
    for number, (_, _, after, _) in enumerate(walk(0)):
        if number > 3:
            assert [fault.code for fault in rules.faults(replace(after, A=replace(after.A, deck=after.A.deck + 1)))] == ["inv_cards"]
        if number > 40:
            return
