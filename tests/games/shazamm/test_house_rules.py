"""Every house rule, both ways: the same turn under the default and under its alternative."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.seats import Both
from tapete.core.steps import Over
from tests.games.shazamm.duel import Duel


@pytest.mark.clause("SHZ-R50")
@pytest.mark.parametrize(("rule", "mana"), [("after_payment", (50, 40)), ("before_payment", (40, 30))])
def test_reserve_gain(rule: str, mana: tuple[int, int]) -> None:
    duel = Duel({"reserve_gain": rule}).turn(10, 20, [13], [14])
    assert duel.mana == mana


@pytest.mark.clause("SHZ-R54")
@pytest.mark.parametrize("steps", [0, 1, 4])
def test_exhaustion_push_may_be_asked_for(steps: int) -> None:
    duel = Duel({"exhaustion_push": "ask"}, mana=(5, 7)).turn(5, 3)
    assert (duel.step, duel.wall, duel.mana) == ("choose_push", 1, (0, 4))
    (owed,) = duel.rules.awaiting(duel.state)
    assert (owed.seat, owed.params) == ("B", {"most": 4})
    assert [panel.shown for panel in duel.rules.scene(duel.state).panels] == [5, 3]
    duel.do("choose_push", "B", steps=steps)
    assert (duel.wall, duel.state.round, duel.state.centre) == (1 - steps, 2, 1 - steps)
    assert duel.state.round_loser == ("A" if steps == 4 else None)
    assert len(duel.told("push_waived")) == (steps == 0)
    assert Duel(mana=(5, 7)).turn(5, 3).wall == -3


@pytest.mark.clause("SHZ-R48")
@pytest.mark.parametrize(("blocks", "wall"), [(False, -3), (True, 0)])
def test_resistance_blocks_push(blocks: bool, wall: int) -> None:
    duel = Duel({"resistance_blocks_push": blocks}, mana=(5, 17)).turn(5, 8, [11])
    assert (duel.wall, duel.state.round) == (wall, 2)
    assert len(duel.told("push_resisted")) == blocks
    helpless = Duel({"resistance_blocks_push": blocks}, mana=(5, 17)).turn(5, 8, [], [11])
    assert helpless.wall == -3, "the other wizard's Resistance is no help"


@pytest.mark.clause("SHZ-R24")
@pytest.mark.parametrize(("across", "step"), [(True, "choose_clone"), (False, "bidding")])
def test_clone_across_rounds(across: bool, step: str) -> None:
    duel = Duel({"clone_across_rounds": across}, wall=2).turn(9, 4, [], [14])
    assert (duel.state.round, duel.state.turn) == (2, 1)
    duel.turn(5, 5, [2])
    assert duel.step == step
    within = Duel({"clone_across_rounds": across}).turn(5, 5, [], [14]).turn(5, 5, [2])
    assert within.step == "choose_clone"


@pytest.mark.clause("SHZ-R26")
@pytest.mark.parametrize(("again", "step"), [(True, "choose_clone"), (False, "bidding")])
def test_clone_of_clone(again: bool, step: str) -> None:
    duel = Duel({"clone_of_clone": again}, turn=2, used=((), (8,)), last_cast=((), (8,))).turn(6, 6, [2]).clone("A", 8)
    duel.turn(5, 5, [], [2])
    assert duel.step == step


@pytest.mark.clause("SHZ-R18", "SHZ-R20")
@pytest.mark.parametrize(("cancels", "powers"), [(True, (5, 5)), (False, (12, 12))])
def test_clone_copy_cancels(cancels: bool, powers: tuple[int, int]) -> None:
    """A may copy the 7 that B had cloned from him, while B casts his own."""
    duel = Duel({"clone_copy_cancels": cancels}, turn=3, used=((7,), (2,)), last_cast=((), (2, 7))).turn(5, 5, [2], [7]).clone("A", 7)
    (met,) = duel.told("power")
    assert met.power == Both(*powers)
    assert len(duel.told("clone_cancelled")) == cancels


@pytest.mark.clause("SHZ-R20")
def test_a_printed_theft_takes_a_copied_one_first() -> None:
    duel = Duel({"clone_copy_cancels": False}, turn=3, used=((3,), (2,)), last_cast=((), (2, 3)))
    duel.turn(5, 5, [2, 13], [3]).clone("A", 3)
    step: Any = duel.state.agenda[-1]
    assert (duel.step, step.seat) == ("choose_theft", "B")
    assert [(prey.number, prey.source) for prey in step.prey] == [(3, "clone"), (13, "hand")]
    duel.theft("B", apply=[(3, "clone"), 13])
    assert [event.seat for event in duel.told("theft_none")] == ["B"]
    assert duel.mana == (45, 50)


@pytest.mark.clause("SHZ-R27")
@pytest.mark.parametrize(("stolen", "options"), [(False, (3,)), (True, (3, 9))])
def test_clone_stolen(stolen: bool, options: tuple[int, ...]) -> None:
    duel = Duel({"clone_stolen": stolen}).turn(6, 8, [3], [9]).theft("A", apply=[9])
    assert not duel.rules.faults(duel.state)
    duel.turn(5, 5, [], [2])
    step: Any = duel.state.agenda[-1]
    assert step.options == options


@pytest.mark.clause("SHZ-R04", "SHZ-033")
def test_collapse_order() -> None:
    """EX-22's table: B stands on the last slab, and his own push wins the round."""
    place: dict[str, Any] = {"round": 3, "centre": 4, "wall": 2, "mana": (5, 9)}
    assert Duel(**place).turn(1, 3).result is None
    duel = Duel({"collapse_order": "collapse_first"}, **place).turn(1, 3)
    assert duel.result == Over("win", ("A",), "fall")
    assert [(event.seat, event.slab) for event in duel.told("wizard_fell")] == [("B", 7)]
    assert not duel.told("wizards_placed")
    assert not duel.rules.faults(duel.state)
    later = Duel({"collapse_order": "collapse_first"}, round=2, centre=3, wall=5, mana=(10, 9)).turn(4, 2)
    assert later.result == Over("win", ("A",), "fall"), "the final place still counts"


@pytest.mark.clause("SHZ-R06")
@pytest.mark.parametrize(("rule", "calls"), [("draw", 0), ("replay", 1)])
def test_double_fall(rule: str, calls: int) -> None:
    duel = Duel({"double_fall": rule}, round=7, mana=(4, 4)).turn(4, 4)
    assert duel.result == Over("draw", (), "fall")
    assert len(duel.told("replay_due")) == calls


@pytest.mark.clause("SHZ-R01", "SHZ-111")
@pytest.mark.parametrize("half", [4, 5, 6, 9])
def test_bridge_half(half: int) -> None:
    """A shorter bridge falls apart sooner: the last round is the one after which both would be beyond it."""
    duel = Duel({"bridge_half": half})
    rounds = 0
    while duel.result is None:
        duel.turn(50, 50)
        rounds += 1
        assert not duel.rules.faults(duel.state)
    assert rounds == half - 2
    (gone,) = duel.told("slabs_collapsed")
    assert gone.slabs.B == 3
    bridge = duel.rules.scene(duel.state).bridge
    assert bridge is not None
    assert bridge.broken == 7
