"""Where clauses meet: what a judge would ask at the table, each with the outcome that the ledger demands."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.seats import Seat
from tests.games.moriham.scenario import Desk, grave_ref, monster_ref, spell_ref


def typed(desk: Desk, *cards: str) -> Desk:
    """Traps that the catalogue lacks, whose effects are declared."""
    for card in cards:
        desk.do("add_card", id=card, type="trap")
    return desk


def loan(seat: Seat, slot: int, until: str = "end_of_turn") -> dict[str, Any]:
    return {"op": "take_control", "target": monster_ref(seat, slot), "until": until}


def summon(card: str = "mudling") -> dict[str, Any]:
    return {"op": "summon_from_hand", "card": card, "position": "attack"}


def cited(desk: Desk, what: str, seat: Seat = "A", **arguments: Any) -> list[tuple[str, str]]:
    return [(refusal.code, refusal.clause) for refusal in desk.refused(what, seat, **arguments)]


# ---- things that happen at one time


@pytest.mark.clause("MOR-R88")
def test_two_loans_that_run_out_together_make_room_for_each_other() -> None:
    """Both zones are full, and one of each other's monsters stands in each: they change places, and nobody is buried."""
    desk = Desk(a={"monsters": ("4/4 atk",) * 4}, b={"monsters": ("3/3 atk",) * 5})
    desk.rule(loan("B", 1)).rule(loan("A", 1), seat="B").rule(summon())
    assert [len(desk.monsters(seat)) for seat in ("A", "B")] == [5, 5]
    desk.do("end_turn", "A")
    assert (desk.grave("A"), desk.grave("B"), len(desk.monsters("A")), len(desk.monsters("B"))) == ((), (), 5, 5)
    assert all(monster is None or (monster.owner, monster.control) == ("B", None) for monster in desk.side("B").monsters)


@pytest.mark.clause("MOR-R57", "MOR-R58")
def test_abilities_that_both_set_off_are_told_in_the_order_in_which_they_are_asked() -> None:
    desk = Desk(phase="battle", a={"monsters": ("salt_widow atk",)}, b={"monsters": ("salt_widow atk",)}).attack(1, 1)
    assert [event.seat for event in desk.told("trigger_waiting")] == ["A", "B"]
    desk.do("use_trigger", "A").do("use_trigger", "B")
    assert desk.life == (27, 27)


@pytest.mark.clause("MOR-082", "MOR-R58", "MOR-R69")
def test_a_monster_that_falls_as_the_duel_ends_waits_for_no_answer() -> None:
    desk = Desk(phase="battle", a={"monsters": ("9/9 atk",)}, b={"life": 1, "monsters": ("mudling atk",)}).attack(1, 1)
    assert (desk.result, desk.told("trigger_waiting")) == (("win", ("A",), "life"), [])
    ferry = Desk(a={"graveyard": ("tin_crab",), "life": 3}).magic("grave_ferry", 2, targets=[grave_ref("A", "tin_crab")])
    assert (ferry.result, ferry.told("trigger_waiting"), ferry.grave("A")) == (("win", ("B",), "life"), [], ("grave_ferry",))


@pytest.mark.clause("MOR-083", "MOR-R24", "MOR-R60", "MOR-R88")
def test_a_loan_runs_out_before_the_empty_deck_is_seen() -> None:
    desk = Desk(a={"monsters": ("4/4 atk",)}, b={"deck": 0, "hand": 8}).rule(loan("A", 1, "until_my_next_turn"), seat="B")
    desk.do("end_turn", "A")
    assert (desk.result, desk.monsters("A"), desk.hands[1]) == (("win", ("A",), "deck"), [1], 8)


@pytest.mark.clause("MOR-R31", "MOR-R32", "MOR-R69")
def test_a_trap_that_ends_the_duel_leaves_those_below_it_in_their_slots() -> None:
    desk = Desk(phase="battle", a={"monsters": ("6/4 atk",), "spells": ("down",)}, b={"life": 4, "spells": ("down", "down")})
    desk.attack(1, "player").trap("B", "tangle_net", 1).trap("A", "last_bargain", 1).passed()
    below = desk.spell("B", 1)
    assert below is not None
    assert (desk.result, desk.grave("A"), desk.grave("B"), below.card) == (("win", ("A",), "life"), ("last_bargain",), (), "tangle_net")


@pytest.mark.clause("MOR-R30", "MOR-R32", "MOR-R89")
@pytest.mark.parametrize(("gain", "result"), [(4, None), (3, ("win", ("B",), "life"))])
def test_life_below_zero_while_cards_are_asked_for(gain: int, result: Any) -> None:
    """2 - 5 is below 0 inside the unit; what counts is where it ends."""
    desk = typed(Desk(a={"life": 2}, b={"spells": ("down",)}), "bolt")
    ops = [{"op": "life_lose", "who": "opponent", "n": 5}, {"op": "discard", "who": "own", "n": 1}]
    desk.trap("B", "bolt", 1, ops=[*ops, {"op": "life_gain", "who": "opponent", "n": gain}])
    assert (desk.life[0], desk.result) == (-3, None)
    assert desk.do("provide", "B", cards=["mudling"]).result == result
    assert desk.life[0] == (1 if result is None else 0)


# ---- what changes while an attack or a card waits


@pytest.mark.clause("MOR-R46", "MOR-R47", "MOR-R50")
@pytest.mark.parametrize(
    ("between", "by", "clause"),
    [
        ({"op": "set_position", "target": monster_ref("A", 1), "position": "defense"}, "A", "MOR-R46"),
        ({"op": "return_to_hand", "target": monster_ref("A", 1)}, "A", "MOR-R46"),
        (loan("A", 1), "B", "MOR-R50"),
        ({"op": "return_to_hand", "target": monster_ref("B", 1)}, "A", "MOR-R47"),
        (loan("B", 1), "A", "MOR-R50"),
    ],
)
def test_why_an_attack_is_cancelled(between: dict[str, Any], by: Seat, clause: str) -> None:
    desk = Desk(phase="battle", a={"monsters": ("9/1 atk",)}, b={"monsters": ("3/3 atk",), "spells": ("down",)})
    desk.attack(1, 1).rule(between, seat=by).passed()
    assert ([event.clause for event in desk.told("attack_cancelled")], desk.life) == ([clause], (30, 30))


@pytest.mark.clause("MOR-R47", "MOR-R55")
def test_another_copy_in_the_same_slot_is_not_the_target() -> None:
    desk = Desk(phase="battle", a={"monsters": ("9/1 atk",)}, b={"monsters": ("mudling atk",), "spells": ("down",)}).attack(1, 1)
    desk.rule({"op": "return_to_hand", "target": monster_ref("B", 1)}, summon(), seat="B").passed()
    assert (desk.monsters("B"), desk.life, len(desk.told("attack_cancelled"))) == ([1], (30, 30), 1)


@pytest.mark.clause("MOR-R48")
def test_an_attacker_that_is_turned_and_turned_back_fights() -> None:
    desk = Desk(phase="battle", a={"monsters": ("9/1 atk",)}, b={"spells": ("down",)}).attack(1, "player")
    turned = [{"op": "set_position", "target": monster_ref("A", 1), "position": position} for position in ("toggle", "attack")]
    assert desk.rule(*turned).passed().life == (30, 21)


@pytest.mark.clause("MOR-R43", "MOR-R73")
def test_a_face_down_card_that_left_before_is_not_asked_for() -> None:
    desk = Desk(a={"spells": ("down", "down")}, b={"spells": ("down", "down")})
    desk.trap("A", "silent_bell", 2, targets=[spell_ref("B", 2)]).rule({"op": "return_to_hand", "target": spell_ref("B", 2)}).passed()
    assert (desk.step, desk.grave("A"), desk.grave("B")) == ("phase", ("silent_bell",), ())


@pytest.mark.clause("MOR-R75")
@pytest.mark.parametrize(("op", "grave", "hand"), [("destroy", ("last_bargain",), 3), ("return_to_hand", (), 4)])
def test_a_trap_that_was_moved_from_the_stack_works_once_and_lies_once(op: str, grave: tuple[str, ...], hand: int) -> None:
    desk = Desk(a={"spells": ("down",)}, b={"spells": ("down",)}).trap("B", "last_bargain", 1)
    desk.rule({"op": op, "target": spell_ref("B", 1)}).passed()
    assert (desk.life, desk.grave("B"), desk.hands[1]) == ((26, 26), grave, hand)


@pytest.mark.clause("MOR-R69", "MOR-R74", "MOR-R87")
def test_an_ability_waits_though_its_monster_was_ruled_away() -> None:
    desk = Desk().do("normal_summon", "A", card="tin_crab", position="attack", slot=1)
    desk.rule({"op": "return_to_hand", "target": monster_ref("A", 1)})
    assert (desk.step, desk.do("use_trigger", "A").step, desk.told("modified")) == ("triggers", "phase", [])


@pytest.mark.clause("MOR-R58", "MOR-R78")
def test_the_end_of_battle_waits_for_the_ability_of_who_fell() -> None:
    desk = Desk(phase="battle", a={"monsters": ("9/1 atk",)}, b={"monsters": ("mudling atk",), "spells": ("down",)}).attack(1, 1)
    desk.rule({"op": "end_battle"}).passed()
    assert (desk.step, desk.phase) == ("triggers", "battle")
    assert desk.do("skip_trigger", "B").phase == "main2"


# ---- who may answer, and with what


@pytest.mark.clause("MOR-R39", "MOR-R44")
def test_a_bell_does_not_answer_one_s_own_trap() -> None:
    desk = Desk(phase="battle", a={"monsters": ("6/4 atk",), "spells": ("down",)}, b={"spells": ("down", "down")})
    desk.attack(1, "player").trap("B", "tangle_net", 1).do("pass_priority", "A")
    assert cited(desk, "activate_trap", "B", slot=2, card="silent_bell", option=1) == [("timing_not_met", "MOR-R39")]


@pytest.mark.clause("MOR-R39", "MOR-R41")
def test_a_trap_against_attacks_works_above_another_trap_and_for_the_attacked_only() -> None:
    desk = Desk(phase="battle", a={"monsters": ("6/4 atk",), "spells": ("down", "down")}, b={"spells": ("down", "down")})
    desk.attack(1, "player").trap("B", "last_bargain", 1)
    assert cited(desk, "activate_trap", "A", slot=1, card="tangle_net", option=1) == [("timing_not_met", "MOR-R39")]
    desk.do("pass_priority", "A").trap("B", "mirror_pool", 1, slot=2).passed()
    assert desk.life == (26, 24)


@pytest.mark.clause("MOR-R44", "MOR-R45")
def test_a_bell_on_a_bell_on_a_net() -> None:
    desk = Desk(phase="battle", a={"monsters": ("6/4 atk",), "spells": ("down",)}, b={"spells": ("down", "down")}).attack(1, "player")
    desk.trap("B", "tangle_net", 1).trap("A", "silent_bell", 1).trap("B", "silent_bell", 1, slot=2).passed()
    assert (desk.life, desk.monster("A", 1).declared) == ((30, 30), True)


@pytest.mark.clause("MOR-R36", "MOR-R37", "MOR-R41")
def test_under_the_house_rule_a_fresh_card_is_asked_for_no_trap_but_may_be_magic() -> None:
    desk = Desk({"trap_same_turn": False}).do("set_card", "A", slot=1)
    assert desk.magic("second_wind", 1).step == "phase"
    assert cited(desk, "activate_trap", slot=1, card="last_bargain", option=1) == [("set_this_turn", "MOR-R36")]
    assert desk.magic("second_wind", 1, 1).life[0] == 38


@pytest.mark.clause("MOR-R38", "MOR-R40", "MOR-R58", "MOR-R82")
def test_while_an_ability_waits_and_while_its_stack_waits() -> None:
    desk = Desk(b={"spells": ("down",)}).do("normal_summon", "A", card="tin_crab", position="attack", slot=1)
    trap: dict[str, Any] = {"slot": 1, "card": "last_bargain", "option": 1}
    assert cited(desk, "activate_trap", "B", **trap) == [("trigger_waits", "MOR-R38")]
    assert cited(desk, "next_phase") == [("trigger_waits", "MOR-R82")]
    assert cited(desk, "skip_trigger", "B") == [("not_asked", "MOR-R58")]
    desk.do("use_trigger", "A")
    assert cited(desk, "next_phase") == [("stack_waits", "MOR-R82")]
    assert cited(desk, "set_card", slot=1) == [("stack_waits", "MOR-R40")]
    assert desk.legal("activate_trap", "B", **trap)


# ---- zero, one too few, one too many


@pytest.mark.clause("MOR-062", "MOR-063", "MOR-064", "MOR-R08")
@pytest.mark.parametrize(
    ("levels", "level", "tributes", "problem"),
    [
        ((1, 1), 2, [1, 2], "superfluous"),
        ((2, 2), 4, [1, 2], None),
        ((3,), 3, [1], "not_lower"),
        ((2,), 3, [1], None),
        ((1, 2), 3, [1, 2], "superfluous"),
        ((1,), 3, [1], "sum"),
        ((4, 1), 6, [1, 2], None),
        ((4, 2), 6, [1, 2], None),
        ((3,), 6, [1, 1], "twice"),
    ],
)
def test_tributes_under_at_least(levels: tuple[int, ...], level: int, tributes: list[int], problem: str | None) -> None:
    desk = Desk({"tribute_rule": "at_least"}, a={"monsters": tuple(f"L{number} 3/3 atk" for number in levels)})
    desk.do("add_card", id="big", type="monster", level=level, attack=5, defense=5)
    action = desk.action("normal_summon", "A", card="big", position="attack", tributes=tributes, slot=1)
    refusals = desk.rules.check(desk.state, action)
    assert [(refusal.clause, refusal.params["problem"]) for refusal in refusals] == ([] if problem is None else [("MOR-R08", problem)])


@pytest.mark.clause("MOR-013", "MOR-R80")
@pytest.mark.parametrize("hand", [0, 1])
def test_a_summoned_card_pays_for_itself_with_nothing(hand: int) -> None:
    """With only the monster in hand, or not even that, there are 0 cards to discard, not one less."""
    refusals = Desk(a={"hand": hand}).refused("special_summon", "A", card="reed_scout", position="attack", cost_cards=["mudling"], slot=1)
    assert [refusal.params["have"] for refusal in refusals if refusal.code == "cost_not_payable"] == [0]


@pytest.mark.clause("MOR-R51", "MOR-R52", "MOR-077", "MOR-078")
def test_nothing_against_nothing_is_equal() -> None:
    desk = Desk(phase="battle", a={"monsters": ("3/4 atk", "0/1 atk")}, b={"monsters": ("3/1 def",)})
    desk.rule(*({"op": "modify_attack", "target": monster_ref("A", 1), "delta": delta, "until": "end_of_turn"} for delta in (-9, 7)))
    desk.attack(1, 1)
    assert (desk.monsters("A"), desk.monsters("B"), desk.life) == ([2], [], (30, 30))
    assert desk.attack(2, "player").told("life_changed") == []


@pytest.mark.clause("MOR-R23", "MOR-R83")
@pytest.mark.parametrize(("hand", "deck", "loses"), [(3, 2, True), (5, 1, False), (9, 1, False)])
def test_an_incomplete_draw_loses_with_nothing_drawn(hand: int, deck: int, loses: bool) -> None:
    desk = Desk({"deck_out": "incomplete_draw"}, b={"hand": hand, "deck": deck}).do("end_turn", "A")
    assert (desk.result is not None, desk.decks[1]) == (loses, deck if loses else deck - max(0, 6 - hand))


@pytest.mark.clause("MOR-056", "MOR-R28", "MOR-R72")
def test_who_turned_or_attacked_has_done_so_for_its_new_controller_too() -> None:
    desk = Desk(phase="battle", a={"monsters": ("3/3 def", "5/1 atk")})
    desk.do("change_position", "A", slot=1).attack(2, "player")
    desk.rule(loan("A", 1, "while_on_field"), loan("A", 2, "while_on_field"), seat="B").rule(loan("B", 1), loan("B", 2))
    assert [cited(desk, "change_position", slot=slot)[0][0] for slot in (1, 2)] == ["already_changed", "already_attacked"]
    assert cited(desk, "declare_attack", slot=2, target="player") == [("attacks_used", "MOR-068")]


@pytest.mark.clause("MOR-R62", "MOR-R88")
def test_a_loan_is_renewed_even_when_the_zone_is_full() -> None:
    desk = Desk(a={"monsters": ("4/4 atk",) * 4}, b={"monsters": ("3/3 atk",)}).rule(loan("B", 1)).rule(loan("A", 5, "while_on_field"))
    assert len(desk.do("end_turn", "A").monsters("A")) == 5
