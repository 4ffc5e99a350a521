"""Normal and special summons, tributes and costs, and setting cards (MOR-013..015, 038, 040, 049, 050, 058..066)."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from tapete.core.catalogue import gather
from tapete.games.moriham import cards as moriham_cards
from tests.contract.starter_cards import starter
from tests.games.moriham.scenario import Desk, monster_ref


def normal(desk: Desk, card: str, slot: int = 1, tributes: tuple[int, ...] = (), position: str = "attack") -> Desk:
    return desk.do("normal_summon", "A", card=card, position=position, tributes=list(tributes), slot=slot)


def special(desk: Desk, card: str, slot: int = 1, **costs: Any) -> Desk:
    return desk.do("special_summon", "A", card=card, position="defense", slot=slot, **costs)


@pytest.mark.clause("MOR-038", "MOR-060", "MOR-061", "MOR-062", "MOR-R17", "MOR-R07")
@pytest.mark.parametrize("position", ["attack", "defense"])
@pytest.mark.parametrize("phase", ["main1", "main2"])
def test_level_one_comes_without_a_condition_in_either_position(phase: str, position: str) -> None:
    desk = normal(Desk(phase=phase), "mudling", 3, position=position)
    assert (desk.monster("A", 3).card, desk.monster("A", 3).position, desk.hands[0]) == ("mudling", position, 2)
    assert [(event.how, event.slot) for event in desk.told("summoned")] == [("normal", 3)]


@pytest.mark.clause("MOR-063", "MOR-015")
def test_level_two_takes_one_monster_of_level_one() -> None:
    desk = Desk(a={"monsters": ("L1 3/2 atk", "L2 6/4 atk")})
    assert desk.codes("normal_summon", "A", card="bog_piper", position="attack", tributes=[], slot=3) == ["bad_tribute"]
    assert desk.codes("normal_summon", "A", card="bog_piper", position="attack", tributes=[2], slot=3) == ["bad_tribute"]
    normal(desk, "bog_piper", 3, (1,))
    assert desk.monsters("A") == [2, 3]


@pytest.mark.clause("MOR-066", "MOR-064")
def test_one_monster_alone_may_be_the_whole_tribute() -> None:
    desk = normal(Desk(a={"monsters": ("L3 9/7 atk",)}), "tide_colossus", 1, (1,))
    assert [(event.slot, event.clause) for event in desk.told("tributed")] == [(1, "MOR-R11")]
    assert desk.monsters("A") == [1]


@pytest.mark.clause("MOR-R09")
def test_the_current_level_counts_and_is_never_below_one() -> None:
    desk = Desk(a={"monsters": ("L1 3/2 atk", "L2 5/5 atk")})
    desk.rule({"op": "modify_level", "target": monster_ref("A", 1), "delta": 2, "until": "end_of_turn"})
    desk.rule({"op": "modify_level", "target": monster_ref("A", 2), "delta": -5, "until": "end_of_turn"})
    assert [event.now for event in desk.told("modified")] == [1]
    assert desk.legal("normal_summon", "A", card="tide_colossus", position="attack", tributes=[1], slot=1)
    assert desk.legal("normal_summon", "A", card="bog_piper", position="attack", tributes=[2], slot=2)
    assert not desk.legal("normal_summon", "A", card="kiln_golem", position="attack", tributes=[2], slot=2)


@pytest.mark.clause("MOR-R11", "MOR-R64")
def test_a_monster_on_loan_may_be_offered_and_goes_to_its_owner() -> None:
    desk = Desk(b={"monsters": ("L1 4/4 atk",)})
    desk.rule({"op": "take_control", "target": monster_ref("B", 1), "until": "end_of_turn"})
    normal(desk, "bog_piper", 1, (1,))
    assert (desk.grave("A"), desk.grave("B"), desk.monsters("B")) == ((), ("plain_1_4_4",), [])


@pytest.mark.clause("MOR-R12", "MOR-R13")
def test_monsters_that_attacked_or_turned_may_be_offered_and_are_not_destroyed() -> None:
    desk = Desk(phase="battle", a={"monsters": ("mudling atk", "L1 4/4 def")}).attack(1, "player")
    desk.do("change_position", "A", slot=2).do("next_phase", "A")
    normal(desk, "kiln_golem", 1, (1, 2))
    assert (desk.step, desk.told("destroyed"), desk.grave("A")) == ("phase", [], ("mudling", "plain_1_4_4"))


@pytest.mark.clause("MOR-R10")
def test_tributes_make_room_in_a_full_zone() -> None:
    desk = Desk(a={"monsters": ("L1 3/2 atk",) * 5})
    assert desk.codes("normal_summon", "A", card="bog_piper", position="attack", tributes=[1], slot=2) == ["slot_taken"]
    normal(desk, "bog_piper", 1, (1,))
    assert desk.monsters("A") == [1, 2, 3, 4, 5]


@pytest.mark.clause("MOR-058", "MOR-R71", "MOR-R79")
def test_gifts_of_normal_summons_add_up_and_last_a_turn() -> None:
    desk = Desk(a={"hand": 6})
    for number in (1, 2):
        desk.rule({"op": "extra_normal_summon", "who": "own", "n": number})
    assert [event.allowed for event in desk.told("summons_granted")] == [4]
    for slot in (1, 2, 3, 4):
        normal(desk, "lamp_moth", slot)
    (refusal,) = desk.refused("normal_summon", "A", card="mudling", position="attack", slot=5)
    assert (refusal.code, refusal.params, refusal.of.ruling) == ("normal_summon_used", {"used": 4, "allowed": 4}, "extra_normal_summon")
    desk.do("end_turn", "A").do("end_turn", "B")
    assert (desk.state.A.normal_used, desk.state.A.normal_allowed) == (0, 1)


@pytest.mark.clause("MOR-013", "MOR-014", "MOR-R14", "MOR-R81", "MOR-059")
def test_a_special_summon_pays_its_own_cost_and_nothing_else() -> None:
    desk = special(Desk(a={"hand": 4}), "wicker_hound", cost_cards=["tin_crab", "crosswind"])
    assert (desk.hands[0], desk.grave("A"), desk.state.A.normal_used) == (1, ("tin_crab", "crosswind"), 0)
    assert [(event.how, event.position) for event in desk.told("summoned")] == [("special", "defense")]


CONDITIONS = [
    ("mudling", {}, {"monsters": ("1/1 atk",)}, True),
    ("mudling", {"monsters": ("1/1 atk",)}, {"monsters": ("1/1 atk",)}, False),
    ("mudling", {}, {}, False),
    ("lamp_moth", {"life": 29}, {}, True),
    ("lamp_moth", {}, {}, False),
    ("bog_piper", {"graveyard": ("mudling", "crosswind", "tin_crab")}, {}, True),
    ("bog_piper", {"graveyard": ("mudling", "crosswind")}, {}, False),
    ("moss_warden", {"life": 12}, {}, True),
    ("moss_warden", {"life": 13}, {}, False),
    ("salt_widow", {}, {"monsters": ("1/1 atk", "1/1 def", "2/2 atk")}, True),
    ("salt_widow", {}, {"monsters": ("1/1 atk", "1/1 def")}, False),
]


@pytest.mark.clause("MOR-013")
@pytest.mark.parametrize(("card", "a", "b", "holds"), CONDITIONS)
def test_conditions_are_judged_on_the_table(card: str, a: dict[str, Any], b: dict[str, Any], holds: bool) -> None:
    desk = Desk(a=a, b=b)
    assert desk.legal("special_summon", "A", card=card, position="attack", slot=5) is holds
    if not holds:
        assert set(desk.codes("special_summon", "A", card=card, position="attack", slot=5)) == {"requirement_not_met"}


def one_card(special: str) -> Any:
    """A catalogue with one monster more, summoned by what is said here."""
    extra = f"""
    [catalogue]
    game = "moriham"
    schema = 1
    name = "One"
    [[card]]
    id = "mule"
    name = {{ es = "Mula", en = "Mule" }}
    type = "monster"
    level = 5
    attack = 1
    defense = 1
    special = {{ mode = "structured", {special} }}
    ability = {{ mode = "none" }}
    """
    mule = moriham_cards.read(tomllib.loads(extra)).cards["mule"]
    return gather("moriham", "With a mule", {**starter("moriham").cards, "mule": mule})


@pytest.mark.clause("MOR-013")
@pytest.mark.parametrize(
    ("condition", "a", "holds"),
    [
        ("own_monsters_at_least", {"monsters": ("1/1 atk", "1/1 atk")}, True),
        ("own_monsters_at_least", {"monsters": ("1/1 atk",)}, False),
        ("own_hand_at_least", {"hand": 3}, True),
        ("own_hand_at_least", {"hand": 2}, False),
    ],
)
def test_more_conditions(condition: str, a: dict[str, Any], holds: bool) -> None:
    catalogue = one_card(f'conditions = [{{ kind = "{condition}", n = 2 }}]')
    assert Desk(a=a, catalogue=catalogue).legal("special_summon", "A", card="mule", position="attack", slot=5) is holds


SAID = {
    "mudling": "To summon Mudling specially you may have 0 monsters at most; you have 1.",
    "lamp_moth": "To summon Lamp Moth specially you need less life than your rival's 30; you have 30.",
    "bog_piper": "To summon Bog Piper specially you need 3 cards in your graveyard; there are 0.",
    "moss_warden": "To summon Moss Warden specially you may have 12 life at most; you have 30.",
    "salt_widow": "To summon Salt Widow specially your rival must have 3 monsters or more; there are 0.",
    "reed_scout": "Reed Scout costs 1 card of your hand; 0 are named.",
    "wicker_hound": "Wicker Hound costs 2 other cards of your hand, and you have 1.",
    "kiln_golem": "Kiln Golem costs 2 of your monsters, and you have 1.",
    "tide_colossus": "Tide Colossus costs 4 cards of your graveyard, and there are 0.",
}


@pytest.mark.clause("MOR-013")
@pytest.mark.parametrize("card", SAID)
def test_a_condition_or_cost_that_fails_is_said_by_its_kind(card: str) -> None:
    desk = Desk(a={"hand": 2, "monsters": ("1/1 atk",)})
    first, *_ = desk.refused("special_summon", "A", card=card, position="attack", slot=5)
    assert first.text(desk.rules.words).in_("en") == SAID[card]


MIXED = 'costs = [{ kind = "discard", n = 1 }, { kind = "banish_graveyard", n = 2 }]'


@pytest.mark.clause("MOR-R81")
def test_two_costs_are_paid_in_their_order() -> None:
    desk = Desk(a={"graveyard": ("mudling", "tin_crab", "mudling")}, catalogue=one_card(MIXED))
    desk.do("special_summon", "A", card="mule", position="attack", slot=1, cost_cards=["crosswind", "mudling", "tin_crab"])
    assert desk.grave("A") == ("mudling", "crosswind")
    assert desk.state.A.removed[-2:] == ("mudling", "tin_crab")


@pytest.mark.clause("MOR-R81")
def test_of_two_costs_each_copy_pays_once() -> None:
    desk = Desk(a={"graveyard": ("mudling", "tin_crab")}, catalogue=one_card(MIXED))
    (refusal,) = desk.refused("special_summon", "A", card="mule", position="attack", slot=1, cost_cards=["crosswind", "mudling", "mudling"])
    assert (refusal.code, refusal.params["kind"]) == ("bad_cost", "banish_graveyard")
    draft = {"action": "special_summon", "card": "mule", "position": "attack"}
    barred = desk.rules.legal(desk.state, "A", draft)["special_summon"].arguments["cost_cards"].describe()["barred"]
    assert '["crosswind","mudling","mudling"]' in barred


@pytest.mark.clause("MOR-R80", "MOR-R30")
def test_life_is_paid_as_long_as_some_is_left() -> None:
    desk = special(Desk(a={"life": 7}), "storm_heron")
    assert desk.life == (1, 30)
    assert desk.result is None
    assert "cost_not_payable" in Desk(a={"life": 6}).codes("special_summon", "A", card="storm_heron", position="attack", slot=1)


@pytest.mark.clause("MOR-R15")
def test_costs_make_room_in_a_full_zone() -> None:
    desk = Desk(a={"monsters": ("L4 1/1 atk",) * 5})
    special(desk, "kiln_golem", 2, cost_slots=[2, 4])
    assert (desk.monsters("A"), len(desk.grave("A")), desk.told("destroyed")) == ([1, 2, 3, 5], 2, [])


@pytest.mark.clause("MOR-R16", "MOR-R59")
def test_a_declared_first_effect_is_taken_at_its_word() -> None:
    desk = special(Desk(), "ember_regent")
    assert desk.monster("A", 1).card == "ember_regent"
    assert desk.codes("special_summon", "A", card="ember_regent", position="attack", slot=2, cost_cards=["mudling"]) == ["bad_cost"]


@pytest.mark.clause("MOR-R83")
def test_copies_that_are_played_are_not_questioned() -> None:
    desk = Desk({"max_copies": 1}, a={"hand": 6, "graveyard": ("reed_scout",) * 3})
    special(desk, "reed_scout", 1, cost_cards=["reed_scout"])
    special(desk, "reed_scout", 2, cost_cards=["reed_scout"])
    assert desk.monsters("A") == [1, 2]


@pytest.mark.clause("MOR-040", "MOR-045", "MOR-050", "MOR-R61", "MOR-020")
@pytest.mark.parametrize("phase", ["main1", "main2"])
def test_cards_are_set_unseen_and_without_limit(phase: str) -> None:
    desk = Desk(phase=phase, a={"hand": 6})
    for slot in (5, 4, 3, 2, 1):
        desk.do("set_card", "A", slot=slot)
    assert desk.hands[0] == 1
    assert all(spell is not None and spell.face_down and spell.card is None for spell in desk.state.A.spells)
    assert desk.codes("set_card", "A", slot=1) == ["zone_full", "slot_taken"]


@pytest.mark.clause("MOR-R55")
def test_a_monster_that_returns_is_a_new_one() -> None:
    desk = Desk(phase="battle", a={"monsters": ("mudling atk",)}).attack(1, "player").do("next_phase", "A")
    first = desk.monster("A", 1).iid
    desk.rule({"op": "return_to_hand", "target": monster_ref("A", 1)})
    normal(desk, "mudling", 1)
    again = desk.monster("A", 1)
    assert (again.iid > first, again.attacks_used, again.declared) == (True, 0, False)
    assert desk.legal("change_position", "A", slot=1)
