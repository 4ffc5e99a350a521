"""Every house rule, both ways (docs/inside/rules/moriham.md#state, `config`)."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.refusals import Illegal
from tapete.games import moriham
from tests.contract.starter_cards import starter
from tests.games.moriham.scenario import Desk, opened, spell_ref


@pytest.mark.clause("MOR-R01")
@pytest.mark.parametrize("size", [10, 50, 120])
def test_deck_size(size: int) -> None:
    assert opened({"deck_size": size}).decks == (size - 6, size - 5)


@pytest.mark.clause("MOR-R08")
@pytest.mark.parametrize(
    ("rule", "tributes", "fine"),
    [
        ("exact", [1, 2], True),
        ("exact", [3], False),
        ("exact", [1, 3], False),
        ("at_least", [1, 2], True),
        ("at_least", [3], True),
        ("at_least", [1, 3], False),
        ("at_least", [4], False),
        ("at_least", [1], False),
    ],
)
def test_tribute_rule(rule: str, tributes: list[int], fine: bool) -> None:
    """A level 4 takes levels that add to 3; slots hold levels 1, 2, 3 (changed to be 3 at least) and 5."""
    desk = Desk({"tribute_rule": rule}, a={"monsters": ("L1 1/1 atk", "L2 1/1 atk", "L3 1/1 atk", "L5 1/1 atk")})
    if tributes == [3] and rule == "exact":
        desk.rule({"op": "modify_level", "target": {"zone": "monsters", "seat": "A", "slot": 3}, "delta": 1, "until": "end_of_turn"})
    assert desk.legal("normal_summon", "A", card="tide_colossus", position="attack", tributes=tributes, slot=5) is fine


@pytest.mark.clause("MOR-R08", "MOR-062")
def test_at_least_still_asks_nothing_for_level_one() -> None:
    desk = Desk({"tribute_rule": "at_least"}, a={"monsters": ("L1 1/1 atk",)})
    assert desk.legal("normal_summon", "A", card="mudling", position="attack", tributes=[], slot=2)
    assert not desk.legal("normal_summon", "A", card="mudling", position="attack", tributes=[1], slot=2)


@pytest.mark.clause("MOR-R19", "MOR-R84")
@pytest.mark.parametrize("allowed", [True, False])
def test_first_turn_attack(allowed: bool) -> None:
    desk = Desk({"first_turn_attack": allowed}, phase="battle", turn=1, a={"monsters": ("6/4 atk",)})
    desk.rule({"op": "extra_attacks", "target": {"zone": "monsters", "seat": "A", "slot": 1}, "n": 1})
    assert desk.legal("declare_attack", "A", slot=1, target="player") is allowed
    later = Desk({"first_turn_attack": allowed}, phase="battle", turn=2, a={"monsters": ("6/4 atk",)})
    assert later.legal("declare_attack", "A", slot=1, target="player")


@pytest.mark.clause("MOR-R23")
@pytest.mark.parametrize(
    ("rule", "deck", "loses"), [("before_draw", 2, False), ("incomplete_draw", 2, True), ("incomplete_draw", 3, False)]
)
def test_deck_out(rule: str, deck: int, loses: bool) -> None:
    desk = Desk({"deck_out": rule}, b={"hand": 3, "deck": deck}).do("end_turn", "A")
    assert (desk.result == ("win", ("A",), "deck")) is loses
    if loses:
        assert (desk.hands[1], desk.decks[1], [event.clause for event in desk.told("game_over")]) == (3, 2, ["MOR-R23"])


@pytest.mark.clause("MOR-R35")
@pytest.mark.parametrize("allowed", [True, False])
def test_magic_in_battle(allowed: bool) -> None:
    desk = Desk({"magic_in_battle": allowed}, phase="battle", a={"spells": ("down",)})
    assert desk.legal("activate_magic", "A", source=1, card="second_wind", option=1) is allowed
    assert not desk.legal("activate_magic", "A", source="hand", card="second_wind", option=1)


@pytest.mark.clause("MOR-R36", "MOR-R41")
@pytest.mark.parametrize("allowed", [True, False])
def test_trap_same_turn(allowed: bool) -> None:
    desk = Desk({"trap_same_turn": allowed}, a={"monsters": ("lamp_moth atk",)}).do("set_card", "A", slot=1)
    assert desk.legal("activate_trap", "A", slot=1, card="mirror_pool", option=2) is allowed
    desk.do("use_ability", "A", slot=1)
    assert (desk.step == "stack") is allowed, "who has only a fresh trap is not asked"
    if not allowed:
        desk.do("end_turn", "A")
        assert desk.legal("activate_trap", "A", slot=1, card="mirror_pool", option=2)


@pytest.mark.clause("MOR-R02")
@pytest.mark.parametrize("most", [0, 1])
def test_max_copies_never_forbids_a_card_in_play(most: int) -> None:
    desk = Desk({"max_copies": most}, a={"graveyard": ("mudling",) * 2}, b={"spells": ("down",)})
    assert desk.legal("normal_summon", "A", card="mudling", position="attack", slot=1)
    assert desk.legal("ruling", "A", reason="x", ops=[{"op": "destroy", "target": spell_ref("B", 1), "cards": ["crosswind"]}])


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("deck_size", 9),
        ("deck_size", 121),
        ("max_copies", -1),
        ("tribute_rule", "most"),
        ("first_turn_attack", 1),
        ("deck_out", "never"),
        ("magic_in_battle", "yes"),
        ("trap_same_turn", None),
    ],
)
def test_values_outside_their_bounds_are_refused(key: str, value: Any) -> None:
    with pytest.raises(Illegal) as fault:
        moriham.rules({key: value}, starter("moriham"))
    assert [(refusal.code, refusal.at) for refusal in fault.value.refusals] == [("bad_option", key)]


def test_magic_in_the_wrong_phase_names_what_is_still_to_come() -> None:
    refusal = Desk(phase="battle", a={"spells": ("down",)}).refused("activate_magic", "A", source=1, card="second_wind", option=1)[0]
    assert refusal.params["allowed"] == ["initial", "main1", "main2"]
    said = refusal.text(Desk().rules.words)
    assert said.in_("es").endswith("espera a la fase 2.")
    assert said.in_("en").endswith("wait for phase 2.")


@pytest.mark.clause("MOR-R91")
def test_one_monster_has_attacked_and_another_still_changes_position() -> None:
    desk = Desk(phase="battle", a={"monsters": ("6/4 atk", "5/5 atk")}, b={"monsters": ("1/1 atk",)})
    desk.do("declare_attack", "A", slot=1, target=1)
    assert desk.legal("change_position", "A", slot=2)
    assert not desk.legal("change_position", "A", slot=1)
