"""Attacks and what comes of them (MOR-041, 042, 056, 057, 067..081)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.moriham.scenario import Desk, monster_ref

TRAP: dict[str, Any] = {"id": "bolt", "type": "trap"}


def answered(
    ops: list[dict[str, Any]], a: tuple[str, ...] = ("6/4 atk",), b: tuple[str, ...] = ("4/4 atk",), target: int | str = 1
) -> Desk:
    """A's first monster attacks; B answers with a trap that does this."""
    desk = Desk(phase="battle", a={"monsters": a}, b={"monsters": b, "spells": ("down",)}).do("add_card", **TRAP)
    return desk.attack(1, target).trap("B", "bolt", 1, ops=ops).passed()


def battle(attack: int, value: int, position: str) -> Desk:
    shape = f"{value}/0 atk" if position == "attack" else f"0/{value} def"
    return Desk(phase="battle", a={"monsters": (f"{attack}/9 atk",)}, b={"monsters": (shape,)}).attack(1, 1)


@pytest.mark.clause("MOR-067", "MOR-074", "MOR-075", "MOR-077", "MOR-078", "MOR-079", "MOR-080", "MOR-081", "MOR-R04", "MOR-R52")
@pytest.mark.parametrize("position", ["attack", "defense"])
@pytest.mark.parametrize(("attack", "value"), [(attack, value) for attack in (0, 1, 5, 12) for value in (0, 1, 5, 12)])
def test_the_difference_is_lost_and_the_lower_one_falls(attack: int, value: int, position: str) -> None:
    desk = battle(attack, value, position)
    assert desk.life == (30 - max(0, value - attack), 30 - max(0, attack - value))
    assert (desk.monsters("A") == [], desk.monsters("B") == []) == (attack <= value, attack >= value)
    (fought,) = desk.told("battle")
    assert (fought.attack, fought.value, fought.damage) == (attack, value, abs(attack - value))
    assert len(desk.told("life_changed")) == int(attack != value)


@pytest.mark.clause("MOR-041", "MOR-R18", "MOR-R27", "MOR-070")
def test_every_monster_may_attack_also_in_the_turn_it_came() -> None:
    desk = Desk(a={"monsters": ("6/4 atk",)}).do("normal_summon", "A", card="reed_scout", position="defense", slot=2)
    desk.do("change_position", "A", slot=2).do("next_phase", "A").attack(2, "player").attack(1, "player")
    assert desk.life == (30, 20)
    assert [(event.slot, event.target) for event in desk.told("attack_declared")] == [(1, None)]


@pytest.mark.clause("MOR-R05", "MOR-R51")
def test_a_direct_hit_takes_the_current_attack() -> None:
    desk = Desk(phase="battle", a={"monsters": ("6/4 atk", "2/2 atk")})
    desk.rule({"op": "modify_attack", "target": monster_ref("A", 1), "delta": 3, "until": "end_of_turn"})
    desk.rule({"op": "modify_attack", "target": monster_ref("A", 2), "delta": -9, "until": "end_of_turn"})
    desk.attack(1, "player").attack(2, "player")
    assert desk.life == (30, 21)
    assert [(event.result, event.damage) for event in desk.told("battle")] == [("direct", 0)]
    assert desk.told("life_changed") == []


@pytest.mark.clause("MOR-R06")
def test_nothing_attacks_from_defense() -> None:
    desk = Desk(phase="battle", a={"monsters": ("9/9 def",)})
    assert desk.codes("declare_attack", "A", slot=1, target="player") == ["defense_position"]
    assert desk.do("change_position", "A", slot=1).attack(1, "player").life == (30, 21)


@pytest.mark.clause("MOR-071", "MOR-072", "MOR-073")
def test_without_defenders_anybody_may_be_attacked() -> None:
    desk = Desk(phase="battle", a={"monsters": ("6/4 atk",)}, b={"monsters": ("1/1 atk", None, "2/2 atk")})
    offered = desk.rules.legal(desk.state, "A", {"action": "declare_attack", "slot": 1})["declare_attack"].arguments["target"].describe()
    assert offered["one_of"] == [1, 3, "player"]
    assert offered["barred"]["2"] == ["bad_target"]


@pytest.mark.clause("MOR-068", "MOR-R54", "MOR-R79", "MOR-069")
def test_gifts_of_attacks_add_up_and_each_obeys_the_target_rule_anew() -> None:
    desk = Desk(phase="battle", a={"monsters": ("6/4 atk",)}, b={"monsters": ("1/1 def",)})
    for number in (1, 2):
        desk.rule({"op": "extra_attacks", "target": monster_ref("A", 1), "n": number})
    assert [event.attacks for event in desk.told("attacks_granted")] == [4]
    assert desk.codes("declare_attack", "A", slot=1, target="player") == ["defender_first"]
    desk.attack(1, 1)
    for _ in range(3):
        desk.attack(1, "player")
    assert desk.life == (30, 7)
    (refusal,) = desk.refused("declare_attack", "A", slot=1, target="player")
    assert (refusal.code, refusal.params, refusal.of.ruling) == ("attacks_used", {"slot": 1, "used": 4, "allowed": 4}, "extra_attacks")


@pytest.mark.clause("MOR-069")
def test_an_effect_may_allow_the_direct_attack_for_a_turn() -> None:
    desk = Desk(phase="main1", a={"monsters": ("storm_heron atk",)}, b={"monsters": ("1/1 def",)})
    desk.do("use_ability", "A", slot=1).do("next_phase", "A")
    assert desk.attack(1, "player").life == (30, 19)
    desk.do("end_turn", "A").do("end_turn", "B")
    assert desk.monster("A", 1).direct_ok is False


@pytest.mark.clause("MOR-R46")
def test_an_attacker_that_is_gone_or_turned_fights_no_more() -> None:
    for ops in ([{"op": "return_to_hand", "target": "attacker"}], [{"op": "set_position", "target": "attacker", "position": "defense"}]):
        desk = answered(ops)
        assert [event.clause for event in desk.told("attack_cancelled")] == ["MOR-R46"]
        assert desk.life == (30, 30)


@pytest.mark.clause("MOR-R47")
def test_a_target_that_is_gone_ends_the_attack() -> None:
    desk = answered([{"op": "destroy", "target": "attack_target"}])
    assert [event.clause for event in desk.told("attack_cancelled")] == ["MOR-R47"]
    assert (desk.life, desk.monster("A", 1).declared) == ((30, 30), True)


@pytest.mark.clause("MOR-R48")
def test_position_and_values_at_resolution_count() -> None:
    desk = answered([{"op": "set_position", "target": "attack_target", "position": "toggle"}], b=("1/9 atk",))
    assert desk.life == (27, 30)
    assert [event.clause for event in desk.told("position_changed")] == ["MOR-R29"]


@pytest.mark.clause("MOR-R49")
def test_a_defender_that_appears_later_does_not_redirect() -> None:
    desk = answered([{"op": "set_position", "target": monster_ref("B", 2), "position": "defense"}], b=("4/4 atk", "5/5 atk"))
    assert (desk.life, desk.monsters("B")) == ((30, 28), [2])


@pytest.mark.clause("MOR-R50", "MOR-R62")
@pytest.mark.parametrize("target", [1, "player"])
def test_an_attacker_that_changes_sides_fights_no_more(target: int | str) -> None:
    desk = answered([{"op": "take_control", "target": "attacker", "until": "end_of_turn"}], target=target)
    assert len(desk.told("attack_cancelled")) == 1
    assert (desk.life, desk.monsters("B")) == ((30, 30), [1, 2])


@pytest.mark.clause("MOR-R50")
def test_a_target_that_changes_sides_is_attacked_no_more() -> None:
    desk = Desk(phase="battle", a={"monsters": ("6/4 atk",), "spells": ("down",)}, b={"monsters": ("4/4 atk",), "spells": ("down",)})
    desk.do("add_card", **TRAP).attack(1, 1).do("pass_priority", "B")
    desk.trap("A", "bolt", 1, ops=[{"op": "take_control", "target": "attack_target", "until": "while_on_field"}]).passed()
    assert [event.clause for event in desk.told("attack_cancelled")] == ["MOR-R50"]
    assert (desk.life, desk.monsters("A")) == ((30, 30), [1, 2])


@pytest.mark.clause("MOR-R72", "MOR-R64")
def test_the_controller_of_a_borrowed_target_pays_and_its_owner_buries_it() -> None:
    desk = Desk(phase="battle", a={"monsters": ("9/4 atk", "2/2 atk")})
    desk.rule({"op": "take_control", "target": monster_ref("A", 2), "until": "while_on_field"}, seat="B")
    desk.attack(1, 1)
    assert (desk.life, desk.grave("A"), desk.grave("B")) == ((30, 23), ("plain_1_2_2",), ())


@pytest.mark.clause("MOR-R76")
def test_forbidding_attacks_does_not_stop_one_that_waits() -> None:
    desk = answered([{"op": "forbid_attack", "target": "attacker", "until": "end_of_turn"}], target="player", b=())
    assert desk.life == (30, 24)
    desk.rule({"op": "extra_attacks", "target": monster_ref("A", 1), "n": 1})
    assert desk.codes("declare_attack", "A", slot=1, target="player") == ["attack_forbidden"]


@pytest.mark.clause("MOR-R78")
def test_the_end_of_battle_waits_until_nothing_is_left() -> None:
    """The trap resolves first, then the attack, then the ability it sets off; only then phase 2 comes."""
    desk = answered([{"op": "end_battle"}], a=("9/4 atk",), b=("mudling atk",))
    assert (desk.phase, desk.step, desk.life) == ("battle", "triggers", (30, 24))
    desk.do("skip_trigger", "B")
    assert (desk.phase, desk.step) == ("main2", "phase")
    assert [event.clause for event in desk.told("phase_changed")] == ["MOR-R78"]


@pytest.mark.clause("MOR-R78")
def test_the_end_of_battle_means_nothing_elsewhere() -> None:
    desk = Desk().rule({"op": "end_battle"})
    assert (desk.phase, desk.told("battle_ending")) == ("main1", [])
    assert Desk(phase="battle").rule({"op": "end_battle"}).phase == "main2"


@pytest.mark.clause("MOR-R68")
def test_there_is_no_way_back_to_battle() -> None:
    desk = Desk(phase="main2", a={"monsters": ("6/4 atk",)})
    (refusal,) = desk.refused("declare_attack", "A", slot=1, target="player")
    assert (refusal.code, refusal.clause) == ("wrong_phase", "MOR-R68")


@pytest.mark.clause("MOR-056", "MOR-R26", "MOR-R29")
@pytest.mark.parametrize("phase", ["initial", "main1", "battle", "main2"])
def test_each_monster_turns_once_in_any_phase(phase: str) -> None:
    desk = Desk(phase=phase, a={"monsters": ("6/4 atk", "5/5 def")})
    desk.rule({"op": "set_position", "target": monster_ref("A", 1), "position": "toggle"})
    desk.do("change_position", "A", slot=1).do("change_position", "A", slot=2)
    assert [desk.monster("A", slot).position for slot in (1, 2)] == ["attack", "attack"]
    assert desk.codes("change_position", "A", slot=1) == ["already_changed"]
    desk.rule({"op": "set_position", "target": monster_ref("A", 1), "position": "defense"})
    assert desk.monster("A", 1).position == "defense"
    desk.do("end_turn", "A").do("end_turn", "B")
    assert desk.legal("change_position", "A", slot=1)


@pytest.mark.clause("MOR-R13", "MOR-R57")
def test_both_that_fall_set_off_their_abilities() -> None:
    desk = Desk(phase="battle", a={"monsters": ("mudling atk",)}, b={"monsters": ("mudling atk",)}).attack(1, 1)
    desk.do("use_trigger", "A").do("use_trigger", "B")
    assert (desk.hands, desk.step) == ((4, 4), "phase")
