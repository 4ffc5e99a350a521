"""Magic, traps and abilities; the stack and how it resolves; abilities that are set off (MOR-016..020, 037..040, 051..055)."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.seats import Seat
from tests.games.moriham.scenario import Desk, grave_ref, monster_ref, spell_ref, with_staying

NEGATE = [{"op": "negate_link"}]


def typed(desk: Desk, *cards: tuple[str, str]) -> Desk:
    for card, kind in cards:
        desk.do("add_card", id=card, type=kind)
    return desk


def under_attack(a: dict[str, Any] | None = None, b: dict[str, Any] | None = None) -> Desk:
    desk = Desk(
        phase="battle", a={"monsters": ("6/4 atk",), "spells": ("down", "down"), **(a or {})}, b={"spells": ("down", "down"), **(b or {})}
    )
    return typed(desk, ("bolt", "trap"), ("ward", "trap")).attack(1, "player")


# ---- magic


@pytest.mark.clause("MOR-040", "MOR-R34", "MOR-050", "MOR-R33")
@pytest.mark.parametrize("phase", ["main1", "main2"])
def test_magic_from_the_hand_takes_a_slot_until_it_resolves(phase: str) -> None:
    desk = Desk(phase=phase, a={"spells": ("down",)}, b={"spells": ("down",)}).magic("second_wind", 1)
    waiting = desk.spell("A", 2)
    assert waiting is not None
    assert (waiting.card, waiting.on_stack, desk.hands[0], desk.life) == ("second_wind", True, 2, (30, 30))
    desk.passed()
    assert (desk.spell("A", 2), desk.grave("A"), desk.life) == (None, ("second_wind",), (34, 30))


@pytest.mark.clause("MOR-037", "MOR-R35", "MOR-R37", "MOR-051")
@pytest.mark.parametrize(("phase", "fine"), [("initial", True), ("main1", True), ("battle", False), ("main2", True)])
def test_set_magic_works_in_most_phases(phase: str, fine: bool) -> None:
    desk = Desk(phase=phase, a={"spells": ("down",)})
    assert desk.legal("activate_magic", "A", source=1, card="second_wind", option=2) is fine
    assert Desk().do("set_card", "A", slot=1).legal("activate_magic", "A", source=1, card="second_wind", option=2)


@pytest.mark.clause("MOR-017", "MOR-018", "MOR-019", "MOR-020", "MOR-R43")
def test_the_effect_is_chosen_when_the_card_is_activated() -> None:
    first, second = Desk().magic("second_wind", 1), Desk().magic("second_wind", 2)
    assert (first.life[0], first.hands[0], second.life[0], second.hands[0]) == (34, 2, 30, 3)
    offers = Desk().rules.legal(Desk().state, "A", {"action": "activate_magic", "source": "hand", "card": "second_wind"})
    assert offers["activate_magic"].arguments["option"].describe()["one_of"] == [1, 2]


@pytest.mark.clause("MOR-R33")
def test_a_card_that_stays_is_not_activated_again() -> None:
    desk = Desk(a={"spells": ("second_wind",)}, catalogue=with_staying("second_wind"))
    assert desk.codes("activate_magic", "A", source=1, card="second_wind", option=1) == ["not_face_down"]
    desk.rule({"op": "return_to_hand", "target": spell_ref("A", 1)})
    assert (desk.hands[0], desk.spell("A", 1)) == (4, None)


# ---- traps and priority


@pytest.mark.clause("MOR-052", "MOR-053", "MOR-R38")
@pytest.mark.parametrize("phase", ["initial", "main1", "battle", "main2"])
@pytest.mark.parametrize("seat", ["A", "B"])
def test_a_trap_works_in_any_turn_while_nothing_waits(phase: str, seat: Seat) -> None:
    desk = Desk(phase=phase, a={"spells": ("down",)}, b={"spells": ("down",)})
    desk.trap(seat, "mirror_pool", 2).passed()
    assert sum(desk.life) == 58
    assert desk.grave(seat) == ("mirror_pool",)


@pytest.mark.clause("MOR-R36")
def test_a_trap_works_in_the_turn_it_was_set() -> None:
    assert Desk().do("set_card", "A", slot=1).legal("activate_trap", "A", slot=1, card="mirror_pool", option=2)


@pytest.mark.clause("MOR-R39", "MOR-R41")
def test_traps_answer_attacks_magic_and_abilities() -> None:
    for card, act in (("attack_declared", "declare_attack"), ("magic_on_stack", "activate_magic"), ("ability_on_stack", "use_ability")):
        phase = "battle" if act == "declare_attack" else "main1"
        desk = Desk(phase=phase, a={"monsters": ("lamp_moth atk",)}, b={"spells": ("down",)})
        if act == "declare_attack":
            desk.attack(1, "player")
        elif act == "activate_magic":
            desk.magic("second_wind", 1)
        else:
            desk.do("use_ability", "A", slot=1)
        assert desk.step == "stack", card
        assert desk.legal("activate_trap", "B", slot=1, card="mirror_pool", option=2)
        assert desk.legal("activate_trap", "B", slot=1, card="tangle_net", option=1) is (act == "declare_attack")
        assert desk.codes("activate_trap", "B", slot=1, card="silent_bell", option=1) == ["timing_not_met"]


@pytest.mark.clause("MOR-R41")
def test_the_opponent_answers_first_and_two_passes_seal_the_stack() -> None:
    desk = under_attack()
    assert [owed.seat for owed in desk.rules.awaiting(desk.state)] == ["B"]
    desk.do("pass_priority", "B")
    assert [owed.seat for owed in desk.rules.awaiting(desk.state)] == ["A"]
    desk.trap("A", "bolt", 1)
    assert [owed.seat for owed in desk.rules.awaiting(desk.state)] == ["B"]
    desk.do("pass_priority", "B").do("pass_priority", "A")
    assert (desk.step, desk.life) == ("phase", (30, 24))


@pytest.mark.clause("MOR-R41")
def test_who_has_no_face_down_card_is_not_asked() -> None:
    desk = Desk(phase="battle", a={"monsters": ("6/4 atk",)}, b={"spells": ("second_wind", None)}, catalogue=with_staying("second_wind"))
    desk.attack(1, "player")
    assert (desk.step, desk.life) == ("phase", (30, 24))


@pytest.mark.clause("MOR-R40")
def test_only_traps_are_added_to_what_waits() -> None:
    desk = Desk(a={"monsters": ("lamp_moth atk",), "spells": ("down",)}, b={"spells": ("down",)}).magic("second_wind", 1)
    for name, arguments in (
        ("activate_magic", {"source": "hand", "card": "second_wind", "option": 1}),
        ("use_ability", {"slot": 1}),
        ("set_card", {"slot": 3}),
        ("change_position", {"slot": 1}),
    ):
        assert desk.codes(name, "A", **arguments) == ["stack_waits"]


# ---- how a stack resolves


@pytest.mark.clause("MOR-R44", "MOR-R45", "MOR-055", "MOR-R42")
def test_a_negated_negation_lets_the_item_below_resolve() -> None:
    desk = under_attack()
    desk.trap("B", "bolt", 1, ops=[{"op": "life_lose", "who": "opponent", "n": 9}])
    desk.trap("A", "ward", 1, ops=NEGATE)
    desk.trap("B", "silent_bell", 1, slot=2).passed()
    assert [(event.seat, event.card) for event in desk.told("link_resolved")] == [("B", "silent_bell"), ("B", "bolt")]
    assert [event.card for event in desk.told("link_negated")] == ["ward"]
    assert desk.life == (21, 24)
    assert (desk.grave("A"), desk.grave("B")) == (("ward",), ("silent_bell", "bolt"))


@pytest.mark.clause("MOR-R77", "MOR-R28")
def test_a_negated_attack_is_used_up() -> None:
    desk = under_attack().trap("B", "tangle_net", 1).passed()
    assert [event.clause for event in desk.told("attack_cancelled")] == ["MOR-R77"]
    assert desk.life == (30, 30)
    assert desk.codes("declare_attack", "A", slot=1, target="player") == ["attacks_used"]
    assert desk.codes("change_position", "A", slot=1) == ["already_attacked"]


@pytest.mark.clause("MOR-R43")
def test_a_target_that_has_gone_is_skipped_and_the_rest_applies() -> None:
    """Forge song aims at a monster that a trap takes away; the ferry's second operation still counts."""
    desk = typed(Desk(a={"monsters": ("6/4 atk",)}, b={"spells": ("down",)}), ("bolt", "trap"), ("song", "magic"))
    ops = [
        {"op": "modify_attack", "target": monster_ref("A", 1), "delta": 3, "until": "end_of_turn"},
        {"op": "life_gain", "who": "own", "n": 1},
    ]
    desk.magic("song", 1, ops=ops).trap("B", "bolt", 1, ops=[{"op": "destroy", "target": monster_ref("A", 1)}]).passed()
    assert (desk.told("modified"), desk.life) == ([], (31, 30))


@pytest.mark.clause("MOR-R75", "MOR-R33")
def test_a_card_that_was_moved_resolves_and_is_not_moved_twice() -> None:
    desk = typed(Desk(a={"spells": ("down",)}, b={"spells": ("down",)}), ("bolt", "trap"))
    desk.trap("A", "mirror_pool", 2)
    desk.trap("B", "bolt", 1, ops=[{"op": "destroy", "target": spell_ref("A", 1)}]).passed()
    assert (desk.life, desk.grave("A"), desk.grave("B")) == ((30, 28), ("mirror_pool",), ("bolt",))


@pytest.mark.clause("MOR-R74")
def test_an_ability_resolves_even_if_its_monster_is_gone() -> None:
    desk = typed(Desk(a={"monsters": ("lamp_moth atk", "reed_scout atk")}, b={"spells": ("down", "down")}), ("bolt", "trap"))
    desk.do("use_ability", "A", slot=1).trap("B", "bolt", 1, ops=[{"op": "destroy", "target": monster_ref("A", 1)}]).passed()
    assert (desk.life, desk.monsters("A")) == ((31, 30), [2])
    desk.do("use_ability", "A", slot=2).trap("B", "bolt", 1, slot=2, ops=[{"op": "destroy", "target": monster_ref("A", 2)}]).passed()
    assert (desk.told("modified"), desk.monsters("A")) == ([], [])


@pytest.mark.clause("MOR-R61", "MOR-R73", "MOR-R70")
def test_a_face_down_card_that_is_destroyed_is_shown() -> None:
    desk = Desk(a={"spells": ("down",)}, b={"spells": ("down",)})
    desk.trap("A", "silent_bell", 2, targets=[spell_ref("B", 1)]).passed()
    (owed,) = desk.rules.awaiting(desk.state)
    assert (owed.seat, owed.what, owed.params) == ("B", "show_destroy", {"number": 1, "source": "field"})
    assert [(event.seat, event.op, event.n) for event in desk.told("choice_waiting")] == [("B", "destroy", 1)]
    desk.do("provide", "B", cards=["crosswind"])
    assert (desk.grave("B"), desk.spell("B", 1), desk.step) == (("crosswind",), None, "phase")
    assert [event.card for event in desk.told("destroyed")] == ["crosswind"]


@pytest.mark.clause("MOR-R73")
def test_a_face_down_card_that_returns_stays_unknown() -> None:
    desk = Desk(b={"spells": ("down",)}).magic("crosswind", 2, targets=[spell_ref("B", 1)]).passed()
    assert (desk.hands[1], desk.step) == (4, "phase")
    assert [event.card for event in desk.told("returned")] == [None]


@pytest.mark.clause("MOR-R65", "MOR-R89")
def test_each_player_names_what_they_discard_the_active_one_first() -> None:
    desk = typed(Desk(a={"hand": 1}, b={"hand": 1, "spells": ("down",)}), ("bolt", "trap"))
    desk.trap("B", "bolt", 1, ops=[{"op": "discard", "who": "both", "n": 2}, {"op": "draw", "who": "both", "n": 1}])
    assert [(owed.seat, owed.params["number"]) for owed in desk.rules.awaiting(desk.state)] == [("A", 1)]
    desk.do("provide", "A", cards=["mudling"])
    assert [owed.seat for owed in desk.rules.awaiting(desk.state)] == ["B"]
    assert desk.hands == (0, 1)
    desk.do("provide", "B", cards=["tin_crab"])
    assert (desk.hands, desk.grave("A"), desk.grave("B")) == ((1, 1), ("mudling",), ("tin_crab", "bolt"))


@pytest.mark.clause("MOR-R89", "MOR-R90")
def test_who_has_nothing_to_give_is_not_asked() -> None:
    desk = typed(Desk(a={"hand": 0}, b={"hand": 0, "spells": ("down",)}), ("bolt", "trap"))
    desk.trap("B", "bolt", 1, ops=[{"op": "discard", "who": "both", "n": 2}])
    assert (desk.step, desk.told("choice_waiting")) == ("phase", [])


@pytest.mark.clause("MOR-R90")
def test_operations_with_nothing_to_act_on_are_skipped() -> None:
    ops = [
        {"op": "negate_attack"},
        {"op": "negate_link"},
        {"op": "modify_attack", "target": "attacker", "delta": 1, "until": "end_of_turn"},
        {"op": "destroy", "target": "attack_target"},
    ]
    desk = typed(Desk(b={"spells": ("down",), "deck": 0}), ("bolt", "trap"), ("rain", "trap"))
    desk.trap("B", "bolt", 1, ops=ops)
    assert {type(event).__struct_config__.tag for event in desk.events} == {"card_shown", "activated", "link_resolved", "to_graveyard"}


# ---- abilities


@pytest.mark.clause("MOR-016", "MOR-039", "MOR-044", "MOR-R56", "MOR-R57")
@pytest.mark.parametrize("phase", ["main1", "main2"])
def test_an_ability_is_used_once_a_turn(phase: str) -> None:
    desk = Desk(phase=phase, a={"monsters": ("lamp_moth def",)}).do("use_ability", "A", slot=1)
    assert (desk.life, desk.monster("A", 1).ability_uses) == ((31, 30), 1)
    assert desk.codes("use_ability", "A", slot=1) == ["ability_used"]
    desk.do("end_turn", "A").do("end_turn", "B").do("next_phase", "A")
    assert desk.legal("use_ability", "A", slot=1)


@pytest.mark.clause("MOR-037", "MOR-R57", "MOR-R85")
def test_an_initial_ability_belongs_to_the_initial_phase() -> None:
    desk = Desk(phase="initial", a={"monsters": ("moss_warden def",)})
    assert desk.legal("next_phase", "A")
    assert desk.do("use_ability", "A", slot=1).life == (32, 30)
    assert Desk(a={"monsters": ("moss_warden def",)}).codes("use_ability", "A", slot=1) == ["wrong_phase"]


@pytest.mark.clause("MOR-016", "MOR-R16")
def test_a_declared_ability_brings_its_operations() -> None:
    desk = Desk(a={"monsters": ("ember_regent atk",)}, b={"monsters": ("6/4 atk",)})
    desk.do(
        "use_ability",
        "A",
        slot=1,
        ops=[{"op": "set_position", "target": "chosen_opp_monster", "position": "toggle"}],
        targets=[monster_ref("B", 1)],
    )
    assert desk.monster("B", 1).position == "defense"


@pytest.mark.clause("MOR-R57", "MOR-R58")
def test_a_summon_sets_off_an_ability() -> None:
    desk = Desk().do("normal_summon", "A", card="tin_crab", position="defense", slot=1)
    assert [(event.seat, event.card) for event in desk.told("trigger_waiting")] == [("A", "tin_crab")]
    assert desk.codes("next_phase", "A") == ["trigger_waits"]
    assert set(desk.rules.legal(desk.state, "A")) == {"use_trigger", "skip_trigger", "concede", "ruling"}
    desk.do("use_trigger", "A")
    assert [(event.attr, event.now) for event in desk.told("modified")] == [("defense", 7)]


@pytest.mark.clause("MOR-R58")
def test_abilities_queue_up_the_active_player_first_then_by_slot() -> None:
    """Everything falls at once; A's two widows come before B's mudlings, each by its slot."""
    desk = Desk(
        a={"monsters": ("salt_widow atk", None, "salt_widow atk"), "spells": ("down",)},
        b={"monsters": (None, "mudling atk", "mudling atk")},
    )
    typed(desk, ("quake", "trap"))
    desk.trap("A", "quake", 1, ops=[{"op": "destroy", "target": "all_opp_monsters"}, {"op": "destroy", "target": "all_own_monsters"}])
    order = []
    while desk.step == "triggers":
        (owed,) = desk.rules.awaiting(desk.state)
        first = desk.state.agenda[-1].waiting[0]  # type: ignore[union-attr]  # the step at hand has a queue
        order.append((owed.seat, first.slot))
        assert owed.seat is not None
        desk.do("skip_trigger" if first.slot == 3 else "use_trigger", owed.seat)
    assert order == [("A", 1), ("A", 3), ("B", 2), ("B", 3)]
    assert (desk.life, desk.hands[1]) == ((30, 27), 4)


@pytest.mark.clause("MOR-R58")
def test_what_a_trigger_sets_off_joins_at_the_end() -> None:
    desk = typed(
        Desk(a={"monsters": ("mudling atk",)}, b={"monsters": ("salt_widow atk", "mudling atk"), "spells": ("down",)}), ("bolt", "trap")
    )
    desk.do("add_card", id="quake", type="trap")
    desk.trap("B", "quake", 1, ops=[{"op": "destroy", "target": monster_ref("A", 1)}, {"op": "destroy", "target": monster_ref("B", 1)}])
    desk.do("use_trigger", "A")
    assert [owed.seat for owed in desk.rules.awaiting(desk.state)] == ["B"]
    desk.do("use_trigger", "B")
    assert (desk.step, desk.life, desk.hands) == ("phase", (27, 30), (4, 3))


@pytest.mark.clause("MOR-R58")
def test_a_trigger_opens_a_stack_that_traps_may_answer() -> None:
    desk = Desk(phase="battle", a={"monsters": ("9/7 atk",), "spells": ("down",)}, b={"monsters": ("mudling atk",)})
    typed(desk, ("ward", "trap")).attack(1, 1)
    desk.passed().do("use_trigger", "B")
    assert [owed.seat for owed in desk.rules.awaiting(desk.state)] == ["A"]
    assert desk.codes("skip_trigger", "B") == ["stack_waits"]
    desk.trap("A", "ward", 1, ops=NEGATE)
    assert (desk.hands[1], desk.step) == (3, "phase")


@pytest.mark.clause("MOR-R86", "MOR-R16")
def test_declared_operations_may_point_and_choose() -> None:
    desk = typed(Desk(a={"monsters": ("6/4 atk",), "graveyard": ("mudling", "tin_crab", "mudling")}), ("rite", "magic"))
    ops = [
        {"op": "recover", "target": grave_ref("A", "tin_crab")},
        {"op": "recover", "target": "chosen_own_graveyard_monster"},
        {"op": "modify_attack", "target": monster_ref("A", 1), "delta": 2, "until": "end_of_turn"},
    ]
    desk.magic("rite", 2, ops=ops, targets=[grave_ref("A", "mudling")])
    assert (desk.grave("A"), desk.hands[0]) == (("mudling", "rite"), 4)
    assert [event.now for event in desk.told("modified")] == [8]


# ---- all that stands against an action (docs/inside/rules/moriham.md#actions)


@pytest.mark.clause("MOR-048", "MOR-051", "MOR-R40")
def test_all_refusals_are_given_beside_that_it_is_not_ones_turn() -> None:
    calm = Desk(phase="battle", b={"hand": 0})
    given = {"position": "attack", "slot": 1}
    assert calm.codes("normal_summon", "B", card="nobody", **given) == ["not_your_turn", "wrong_phase", "hand_empty", "unknown_card"]
    assert calm.codes("set_card", "B", slot=1) == ["not_your_turn", "wrong_phase", "hand_empty"]
    assert calm.codes("declare_attack", "B", slot=1, target="player") == ["not_your_turn", "slot_empty"]
    assert calm.codes("activate_magic", "B", source=1, card="tangle_net", option=3) == [
        *("not_your_turn", "wrong_phase", "slot_empty", "wrong_card_type", "bad_effect"),
    ]


@pytest.mark.clause("MOR-R38", "MOR-R40", "MOR-R58", "MOR-R89")
def test_all_refusals_are_given_beside_what_waits() -> None:
    desk = Desk(a={"monsters": ("lamp_moth atk",), "spells": ("down",)}, b={"spells": ("down",)}).magic("second_wind", 1)
    assert desk.codes("activate_magic", "B", source=2, card="mudling", option=1) == [
        *("not_your_turn", "stack_waits", "slot_empty", "wrong_card_type"),
    ]
    assert desk.codes("activate_magic", "A", source=3, card="mudling", option=1) == ["stack_waits", "slot_empty", "wrong_card_type"]
    assert desk.codes("next_phase", "B") == ["not_your_turn", "stack_waits"]
    trigger = Desk(phase="battle", a={"monsters": ("9/9 atk",)}, b={"monsters": ("mudling atk",), "spells": ("down",)}).attack(1, 1)
    trigger.passed()
    assert trigger.step == "triggers"
    assert trigger.codes("activate_trap", "B", slot=2, card="tangle_net", option=1) == ["trigger_waits", "slot_empty", "timing_not_met"]
    assert trigger.codes("end_turn", "B") == ["not_your_turn", "trigger_waits"]


@pytest.mark.clause("MOR-R87")
def test_a_ruling_that_changes_nothing_says_so() -> None:
    desk = Desk().rule({"op": "negate_attack"}, {"op": "life_gain", "who": "own", "n": 1}, {"op": "end_battle"})
    assert [(event.place, event.op) for event in desk.told("unchanged")] == [(1, "negate_attack"), (3, "end_battle")]
