"""The fixed list of operations, durations and control, and table rulings (docs/inside/rules/moriham.md#actions; MOR-R60..R65, R86..R90)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tapete.core.refusals import Illegal, Malformed
from tapete.games import moriham
from tapete.games.moriham import cards as moriham_cards
from tapete.games.moriham.declaring import EFFECT_KINDS, RULING_KINDS
from tests.games.moriham.scenario import Desk, grave_ref, monster_ref, spell_ref

OWN, BOTH = {"who": "own"}, {"who": "both"}


def ruled(*ops: dict[str, Any], **sides: Any) -> Desk:
    desk = Desk(**sides).rule(*ops)
    assert all(event.by_ruling for event in desk.events)
    return desk


# ---- each operation, by a ruling of A's


@pytest.mark.clause("MOR-R87")
@pytest.mark.parametrize(
    ("op", "look", "expected"),
    [
        ({"op": "life_lose", "who": "opponent", "n": 4}, lambda d: d.life, (30, 26)),
        ({"op": "life_gain", **BOTH, "n": 4}, lambda d: d.life, (34, 34)),
        ({"op": "draw", **OWN, "n": 3}, lambda d: (d.hands, d.decks), ((6, 3), (17, 20))),
        (
            {"op": "discard", "who": "opponent", "n": 1, "cards": ["mudling"]},
            lambda d: (d.hands, d.grave("B")),
            ((3, 2), ("tin_crab", "mudling")),
        ),
        (
            {"op": "mill", **OWN, "n": 2, "cards": ["mudling", "tin_crab"]},
            lambda d: (d.decks, d.grave("A")),
            ((18, 20), ("mudling", "tin_crab")),
        ),
        ({"op": "search", **OWN, "n": 1, "cards": ["crosswind"]}, lambda d: (d.hands, d.decks), ((4, 3), (19, 20))),
        ({"op": "destroy", "target": monster_ref("B", 1)}, lambda d: (d.monsters("B"), d.grave("B")), ([2], ("tin_crab", "mudling"))),
        ({"op": "destroy", "target": "all_opp_monsters"}, lambda d: d.monsters("B"), []),
        ({"op": "return_to_hand", "target": monster_ref("B", 1)}, lambda d: (d.monsters("B"), d.hands), ([2], (3, 4))),
        ({"op": "return_to_hand", "target": spell_ref("B", 1)}, lambda d: (d.spell("B", 1), d.hands), (None, (3, 4))),
        ({"op": "return_to_deck", "target": spell_ref("B", 1), "where": "bottom"}, lambda d: (d.spell("B", 1), d.decks), (None, (20, 21))),
        ({"op": "recover", "target": grave_ref("B", "tin_crab")}, lambda d: (d.grave("B"), d.hands), ((), (3, 4))),
        (
            {"op": "revive", "target": grave_ref("B", "tin_crab"), "position": "defense"},
            lambda d: (d.grave("B"), d.monster("A", 2).card, d.monster("A", 2).owner),
            ((), "tin_crab", "B"),
        ),
        ({"op": "summon_from_hand", "card": "mudling", "position": "attack"}, lambda d: (d.monsters("A"), d.hands), ([1, 2], (2, 3))),
        ({"op": "summon_from_deck", "card": "mudling", "position": "attack"}, lambda d: (d.monsters("A"), d.decks), ([1, 2], (19, 20))),
        ({"op": "remove_from_game", "target": monster_ref("B", 1)}, lambda d: (d.monsters("B"), d.state.B.removed[-1]), ([2], "mudling")),
        (
            {"op": "remove_from_game", "target": grave_ref("B", "tin_crab")},
            lambda d: (d.grave("B"), d.state.B.removed[-1]),
            ((), "tin_crab"),
        ),
        (
            {"op": "remove_from_game", "target": spell_ref("B", 1), "cards": ["crosswind"]},
            lambda d: (d.spell("B", 1), d.state.B.removed[-1]),
            (None, "crosswind"),
        ),
        (
            {"op": "modify_defense", "target": "all_opp_monsters", "delta": -1, "until": "end_of_turn"},
            lambda d: [e.now for e in d.told("modified")],
            [1, 4],
        ),
        ({"op": "set_position", "target": monster_ref("B", 1), "position": "defense"}, lambda d: d.monster("B", 1).position, "defense"),
        ({"op": "allow_direct_attack", "target": monster_ref("A", 1)}, lambda d: d.monster("A", 1).direct_ok, True),
        (
            {"op": "take_control", "target": monster_ref("B", 2), "until": "end_of_turn"},
            lambda d: (d.monsters("A"), d.monsters("B")),
            ([1, 2], [1]),
        ),
        ({"op": "set_life", "seat": "B", "n": 12}, lambda d: d.life, (30, 12)),
        ({"op": "peek", "seat": "B"}, lambda d: [e.seat for e in d.told("peeked")], ["B"]),
        ({"op": "note", "text": "they shuffled"}, lambda d: [e.text for e in d.told("noted")], ["they shuffled"]),
    ],
    ids=lambda value: value["op"] if isinstance(value, dict) else "",
)
def test_a_ruling_does_what_its_operation_says(op: dict[str, Any], look: Any, expected: Any) -> None:
    desk = ruled(
        op,
        a={"monsters": ("6/4 atk",)},
        b={"monsters": ("mudling atk", "lamp_moth def"), "spells": ("down",), "graveyard": ("tin_crab",)},
    )
    assert look(desk) == expected
    assert desk.step == "phase"


def test_every_operation_is_done_in_some_scenario() -> None:
    scenarios = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    written = set(re.findall(r'"op": "(\w+)"', scenarios))
    known = {str(kind.__struct_config__.tag) for kind in (*EFFECT_KINDS, *RULING_KINDS)}
    assert known - written == set()
    assert {name for name in known if name.startswith("set_")} - {"set_position"} == {"set_life", "set_hand", "set_deck"}


@pytest.mark.clause("MOR-R87")
def test_counts_are_put_right_together() -> None:
    desk = Desk()
    wrong = {"op": "set_hand", "seat": "A", "n": 4}
    refusals = desk.refused("ruling", "A", reason="miscounted", ops=[wrong])
    assert [refusal.code for refusal in refusals] == ["bad_operation", "inv_cards"]
    assert refusals[0].params == {"index": 1, "op": "set_hand", "problem": "breaks_invariant"}
    desk.rule(wrong, {"op": "set_deck", "seat": "A", "n": 19})
    assert (desk.hands[0], desk.decks[0]) == (4, 19)


@pytest.mark.clause("MOR-R87")
def test_a_ruling_sets_off_no_ability_and_leaves_no_question() -> None:
    desk = Desk(b={"monsters": ("mudling atk",)}).rule({"op": "destroy", "target": monster_ref("B", 1)})
    assert (desk.step, desk.told("trigger_waiting")) == ("phase", [])
    assert desk.codes("ruling", "A", reason="x", ops=[{"op": "mill", "who": "both", "n": 1, "cards": ["mudling"]}]) == ["bad_operation"]
    desk.rule({"op": "mill", "who": "both", "n": 1, "cards": ["mudling", "tin_crab"]})
    assert (desk.grave("A"), desk.grave("B")) == (("mudling",), ("mudling", "tin_crab"))


@pytest.mark.clause("MOR-R87")
def test_a_ruling_is_seen_from_its_seat_also_over_a_waiting_stack() -> None:
    desk = Desk(phase="battle", a={"monsters": ("6/4 atk",)}, b={"spells": ("down",)}).attack(1, "player")
    desk.rule(
        {"op": "life_lose", "who": "own", "n": 3},
        {"op": "modify_attack", "target": "attacker", "delta": -5, "until": "end_of_turn"},
        seat="B",
    )
    assert (desk.life, desk.step) == ((30, 27), "stack")
    assert desk.passed().life == (30, 26)


@pytest.mark.clause("MOR-R87")
@pytest.mark.parametrize("word", ["self", "chosen_monster"])
def test_a_ruling_points_and_does_not_choose(word: str) -> None:
    (refusal,) = Desk(a={"monsters": ("6/4 atk",)}).refused("ruling", "A", reason="x", ops=[{"op": "destroy", "target": word}])
    assert (refusal.code, refusal.params["problem"], refusal.at) == ("bad_operation", "outside", "ops.0")


@pytest.mark.clause("MOR-R87")
@pytest.mark.parametrize("ops", [[], [{"op": "draw", "who": "own", "n": 1}] * 9, [{"op": "fly"}]])
def test_what_is_no_list_of_operations_is_malformed(ops: list[dict[str, Any]]) -> None:
    with pytest.raises(Malformed):
        Desk().action("ruling", "A", reason="x", ops=ops)


@pytest.mark.clause("MOR-R87")
@pytest.mark.parametrize("value", [10**6, -(10**6)])
@pytest.mark.parametrize(
    ("op", "field"),
    [
        ({"op": "life_lose", **OWN}, "n"),
        ({"op": "discard", **OWN}, "n"),
        ({"op": "extra_normal_summon", **OWN}, "n"),
        ({"op": "modify_level", "target": monster_ref("A", 1), "until": "end_of_turn"}, "delta"),
        ({"op": "extra_attacks", "target": monster_ref("A", 1)}, "n"),
        ({"op": "set_deck", "seat": "A"}, "n"),
    ],
)
def test_a_number_far_out_of_range_is_refused_by_the_rule_with_its_bounds(op: dict[str, Any], field: str, value: int) -> None:
    refusal, *_below = Desk(a={"monsters": ("6/4 atk",)}).refused("ruling", "A", reason="x", ops=[{**op, field: value}])
    assert (refusal.code, refusal.at) == ("bad_operation", "ops.0")
    assert " to " in (said := refusal.text(moriham.GAME.words).in_("en"))
    assert str(abs(value)) in said


@pytest.mark.clause("MOR-R87")
def test_an_operation_that_fails_names_what_it_points_at() -> None:
    desk = Desk(a={"monsters": ("6/4 atk",)})
    (refusal,) = desk.refused("ruling", "A", reason="x", ops=[{"op": "destroy", "target": spell_ref("B", 1000)}])
    assert "the card in B's magic and trap slot 1000" in refusal.text(desk.rules.words).in_("en")


# ---- durations and control


def modified(until: str, seat: str = "A") -> Desk:
    op = {"op": "modify_attack", "target": monster_ref("B", 1), "delta": 2, "until": until}
    return Desk(b={"monsters": ("4/4 atk",)}).rule(op, seat=seat)  # type: ignore[arg-type]  # the tests name seats that exist


def attack_of(desk: Desk) -> int:
    board: Any = desk.rules.board(desk.state)
    value: int = board.figure(desk.monster("B", 1), "attack")
    return value


@pytest.mark.clause("MOR-R60")
@pytest.mark.parametrize(
    ("until", "seat", "values"),
    [
        ("end_of_turn", "A", [6, 4, 4, 4]),
        ("until_my_next_turn", "A", [6, 6, 4, 4]),
        ("until_my_next_turn", "B", [6, 4, 4, 4]),
        ("while_on_field", "A", [6, 6, 6, 6]),
    ],
)
def test_a_change_lasts_as_long_as_it_says(until: str, seat: str, values: list[int]) -> None:
    desk = modified(until, seat)
    seen = [attack_of(desk)]
    for active in ("A", "B", "A"):
        desk.do("end_turn", active)
        seen.append(attack_of(desk))
    assert seen == values


@pytest.mark.clause("MOR-R51", "MOR-R79")
def test_changes_add_up_and_never_go_below_zero() -> None:
    desk = modified("end_of_turn")
    desk.rule({"op": "modify_attack", "target": monster_ref("B", 1), "delta": 3, "until": "end_of_turn"})
    assert attack_of(desk) == 9
    desk.rule({"op": "modify_attack", "target": monster_ref("B", 1), "delta": -30, "until": "end_of_turn"})
    assert attack_of(desk) == 0


def borrowed(until: str = "end_of_turn", **a: Any) -> Desk:
    return Desk(a=a, b={"monsters": ("4/4 atk",)}).rule({"op": "take_control", "target": monster_ref("B", 1), "until": until})


@pytest.mark.clause("MOR-R88")
def test_a_borrowed_monster_goes_home_as_the_same_one() -> None:
    desk = borrowed()
    iid = desk.monster("A", 1).iid
    desk.do("end_turn", "A")
    assert (desk.monsters("A"), desk.monster("B", 1).iid, desk.monster("B", 1).control) == ([], iid, None)
    assert [event.clause for event in desk.told("control_changed")] == ["MOR-R88"]


@pytest.mark.clause("MOR-R88")
def test_a_borrowed_monster_without_a_place_at_home_is_buried() -> None:
    desk = borrowed().rule({"op": "set_hand", "seat": "B", "n": 8}, {"op": "set_deck", "seat": "B", "n": 15})
    for _ in range(5):
        desk.rule({"op": "summon_from_hand", "card": "mudling", "position": "attack"}, seat="B")
    desk.do("end_turn", "A")
    assert (desk.grave("B"), desk.monsters("B"), desk.step) == (("plain_1_4_4",), [1, 2, 3, 4, 5], "phase")


@pytest.mark.clause("MOR-R88")
def test_a_newer_loan_replaces_the_older_and_ones_own_card_ends_it() -> None:
    desk = borrowed().rule({"op": "take_control", "target": monster_ref("A", 1), "until": "while_on_field"})
    desk.do("end_turn", "A")
    assert desk.monsters("A") == [1]
    desk.rule({"op": "take_control", "target": monster_ref("A", 1), "until": "end_of_turn"}, seat="B")
    assert (desk.monsters("B"), desk.monster("B", 1).control) == ([1], None)
    desk.rule({"op": "take_control", "target": monster_ref("B", 1), "until": "end_of_turn"}, seat="B")
    assert desk.monster("B", 1).control is None


@pytest.mark.clause("MOR-R62")
def test_without_a_free_slot_control_is_not_taken() -> None:
    desk = borrowed(monsters=("1/1 atk",) * 5)
    assert (desk.monsters("B"), desk.told("control_changed")) == ([1], [])


@pytest.mark.clause("MOR-R63")
@pytest.mark.parametrize(
    "op",
    [
        {"op": "revive", "target": grave_ref("A", "mudling"), "position": "attack"},
        {"op": "summon_from_hand", "card": "mudling", "position": "attack"},
        {"op": "summon_from_deck", "card": "mudling", "position": "attack"},
    ],
)
def test_without_a_free_slot_nothing_is_summoned_by_effect(op: dict[str, Any]) -> None:
    desk = ruled(op, a={"monsters": ("1/1 atk",) * 5, "graveyard": ("mudling",)})
    assert (desk.hands[0], desk.decks[0], desk.grave("A"), desk.told("summoned")) == (3, 20, ("mudling",), [])


@pytest.mark.clause("MOR-R90")
@pytest.mark.parametrize("pile", ["hand", "deck"])
def test_an_empty_pile_summons_nothing(pile: str) -> None:
    desk = ruled({"op": f"summon_from_{pile}", "card": "mudling", "position": "attack"}, a={pile: 0})
    assert desk.monsters("A") == []


@pytest.mark.clause("MOR-R70")
def test_the_topmost_copy_leaves_a_graveyard() -> None:
    desk = ruled({"op": "recover", "target": grave_ref("A", "mudling")}, a={"graveyard": ("mudling", "tin_crab", "mudling", "crosswind")})
    assert desk.grave("A") == ("mudling", "tin_crab", "crosswind")


# ---- cards that are typed in


@pytest.mark.clause("MOR-R86")
def test_a_typed_in_card_is_a_card_like_the_others() -> None:
    desk = Desk().do("add_card", id="mire_ox", type="monster", level=1, attack=9, defense=2)
    desk.do("normal_summon", "A", card="mire_ox", position="attack", slot=1)
    desk.do("use_ability", "A", slot=1, ops=[{"op": "life_gain", "who": "own", "n": 1}])
    assert desk.life == (31, 30)
    assert desk.do("next_phase", "A").attack(1, "player").life == (31, 21)
    assert desk.rules.sentence(desk.told("attack_declared")[0]).in_("es") == "A ataca a su rival con Mire ox."


@pytest.mark.clause("MOR-R86")
def test_a_card_that_is_asked_for_may_be_typed_in_first() -> None:
    desk = Desk(a={"spells": ("down",)}).trap("A", "last_bargain", 2)
    assert desk.codes("provide", "A", cards=["mire_ox"]) == ["unknown_card"]
    desk.do("add_card", id="mire_ox", type="trap").do("provide", "A", cards=["mire_ox"])
    assert desk.grave("A") == ("mire_ox", "last_bargain")


@pytest.mark.clause("MOR-R86")
@pytest.mark.parametrize("figures", [{}, {"level": 3}, {"level": 3, "attack": 5}, {"level": 3, "attack": 5, "defense": 5, "type": "trap"}])
def test_a_monster_has_all_three_figures_and_nothing_else_has_any(figures: dict[str, Any]) -> None:
    desk = Desk()
    assert set(desk.codes("add_card", id="mire_ox", **{"type": "monster", **figures})) == {"no_figure"}


@pytest.mark.clause("MOR-R86")
def test_what_the_print_cannot_hold_is_malformed() -> None:
    wrong: tuple[dict[str, Any], ...] = ({"level": "1"}, {"attack": 10**19}, {"id": "Ox"}, {"type": "field"})
    for figures in wrong:
        with pytest.raises(Malformed):
            Desk().action("add_card", **{"id": "mire_ox", "type": "monster", "level": 1, "attack": 1, "defense": 1, **figures})


# ---- the catalogue


def test_rules_are_bound_to_a_catalogue_that_was_read() -> None:
    for wrong in (None, "starter"):
        with pytest.raises(Illegal) as fault:
            moriham.rules({}, wrong)
        assert [refusal.code for refusal in fault.value.refusals] == ["catalogue_needed"]


def test_typed_cards_stand_for_what_their_print_says() -> None:
    card = moriham_cards.typed_card("mire_ox", moriham_cards.Typed("magic"))
    assert isinstance(card, moriham_cards.MagicCard)
    assert [effect.when for effect in card.effect] == ["main", "main"]
