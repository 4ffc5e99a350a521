"""The ledger's worked examples, 1 to 17 (docs/inside/rules/moriham.md#examples)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.moriham.scenario import Desk, opened


@pytest.mark.clause("MOR-028", "MOR-031", "MOR-034", "MOR-035", "MOR-R20")
def test_ex_01_opening() -> None:
    desk = opened()
    (started,) = desk.told("game_started")
    assert (started.life, started.hand, started.deck) == (30, 5, 45)
    assert (desk.life, desk.hands, desk.decks) == ((30, 30), (6, 5), (44, 45))
    assert (desk.state.turn, desk.phase) == (1, "initial")


@pytest.mark.clause("MOR-072", "MOR-074", "MOR-075")
def test_ex_02_higher_against_attack_position() -> None:
    desk = Desk(phase="battle", a={"monsters": ("7/3 atk",)}, b={"monsters": ("4/1 atk",)}).attack(1, 1)
    assert desk.life == (30, 27)
    assert (desk.monsters("A"), desk.monsters("B"), desk.grave("B")) == ([1], [], ("plain_1_4_1",))


@pytest.mark.clause("MOR-074", "MOR-R04")
def test_ex_03_higher_against_defense_position() -> None:
    desk = Desk(phase="battle", a={"monsters": ("9/7 atk",)}, b={"monsters": ("4/5 def",)}).attack(1, 1)
    assert (desk.life, desk.monsters("B"), len(desk.grave("B"))) == ((30, 26), [], 1)


@pytest.mark.clause("MOR-077", "MOR-078", "MOR-R03", "MOR-076")
def test_ex_04_equal() -> None:
    desk = Desk(phase="battle", a={"monsters": ("6/4 atk",)}, b={"monsters": ("4/6 def",)}).attack(1, 1)
    assert desk.life == (30, 30)
    assert (desk.monsters("A"), desk.monsters("B"), len(desk.grave("A")), len(desk.grave("B"))) == ([], [], 1, 1)
    assert desk.told("life_changed") == []


@pytest.mark.clause("MOR-079", "MOR-080")
def test_ex_05_lower() -> None:
    desk = Desk(phase="battle", a={"monsters": ("4/1 atk",)}, b={"monsters": ("8/10 def",)}).attack(1, 1)
    assert (desk.life, desk.monsters("A"), len(desk.grave("A")), desk.monsters("B")) == ((24, 30), [], 1, [1])


@pytest.mark.clause("MOR-071", "MOR-073", "MOR-R53")
def test_ex_06_defender_first() -> None:
    desk = Desk(phase="battle", a={"monsters": ("7/3 atk", "6/4 atk")}, b={"monsters": ("8/2 atk", "2/5 def")})
    (refusal,) = desk.refused("declare_attack", "A", slot=1, target=1)
    assert (refusal.code, refusal.clause, refusal.params) == ("defender_first", "MOR-071", {"defenders": [2]})
    assert desk.codes("declare_attack", "A", slot=1, target="player") == ["defender_first"]
    desk.attack(1, 2)
    assert (desk.life, desk.monsters("B")) == ((30, 28), [1])
    desk.attack(2, "player")
    assert desk.life == (30, 22)


@pytest.mark.clause("MOR-064", "MOR-065", "MOR-R08")
def test_ex_07_tribute_sums() -> None:
    a = {"monsters": ("L2 6/4 atk", "L1 3/2 atk", "L2 7/3 atk")}
    summon = {"card": "tide_colossus", "position": "attack", "slot": 1}
    desk = Desk(a=a)
    (refusal,) = desk.refused("normal_summon", "A", tributes=[1, 3], **summon)
    assert (refusal.code, refusal.clause, refusal.at) == ("bad_tribute", "MOR-064", "tributes")
    assert refusal.params == {"level": 4, "needed": 3, "sum": 4, "problem": "sum"}
    desk.do("normal_summon", "A", tributes=[1, 2], **summon)
    assert (desk.monsters("A"), desk.hands[0], len(desk.grave("A"))) == ([1, 3], 2, 2)
    assert desk.monster("A", 1).card == "tide_colossus"
    at_least = Desk({"tribute_rule": "at_least"}, a=a)
    assert at_least.legal("normal_summon", "A", tributes=[1, 3], **summon)


@pytest.mark.clause("MOR-049", "MOR-R10")
def test_ex_08_full_field() -> None:
    desk = Desk(a={"monsters": ("L1 3/2 atk", *["L2 6/4 atk"] * 4)})
    refusals = desk.refused("normal_summon", "A", card="mudling", position="attack", tributes=[], slot=1)
    assert (refusals[0].code, refusals[0].params) == ("zone_full", {"zone": "monsters", "limit": 5})
    desk.do("normal_summon", "A", card="bog_piper", position="attack", tributes=[1], slot=1)
    assert desk.monster("A", 1).card == "bog_piper"


@pytest.mark.clause("MOR-058", "MOR-059", "MOR-043")
def test_ex_09_one_normal_summon() -> None:
    desk = Desk().do("normal_summon", "A", card="mudling", position="attack", tributes=[], slot=1)
    desk.do("next_phase", "A").do("next_phase", "A")
    assert desk.phase == "main2"
    assert desk.codes("normal_summon", "A", card="mudling", position="attack", tributes=[], slot=2) == ["normal_summon_used"]
    desk.do("special_summon", "A", card="reed_scout", position="attack", cost_cards=["mudling"], slot=2)
    assert desk.monsters("A") == [1, 2]


@pytest.mark.clause("MOR-056", "MOR-057", "MOR-R26", "MOR-R28")
def test_ex_10_position() -> None:
    desk = Desk(a={"monsters": ("7/3 def", "6/4 atk")}).do("change_position", "A", slot=1)
    assert desk.monster("A", 1).position == "attack"
    desk.do("next_phase", "A").attack(1, "player").attack(2, "player").do("next_phase", "A")
    assert desk.codes("change_position", "A", slot=1) == ["already_changed", "already_attacked"]
    assert desk.codes("change_position", "A", slot=2) == ["already_attacked"]


@pytest.mark.clause("MOR-054", "MOR-055", "MOR-R41", "MOR-R44")
def test_ex_11_chain() -> None:
    desk = Desk(phase="battle", a={"monsters": ("7/3 atk",), "spells": ("down",)}, b={"spells": ("down",)})
    desk.attack(1, "player")
    (owed,) = desk.rules.awaiting(desk.state)
    assert (desk.step, owed.seat) == ("stack", "B")
    desk.trap("B", "tangle_net", 1)
    assert desk.rules.awaiting(desk.state)[0].seat == "A"
    desk.trap("A", "silent_bell", 1)
    assert (desk.grave("A"), desk.grave("B"), desk.life, desk.step) == (("silent_bell",), ("tangle_net",), (30, 23), "phase")
    assert [event.kind for event in desk.told("link_negated")] == ["trap"]


@pytest.mark.clause("MOR-083", "MOR-R23", "MOR-R24")
def test_ex_12_running_out() -> None:
    desk = Desk(a={"hand": 1, "deck": 2}).do("end_turn", "A").do("end_turn", "B")
    assert (desk.hands[0], desk.decks[0], desk.result) == (3, 0, None)
    desk.do("end_turn", "A").do("end_turn", "B")
    assert desk.result == ("win", ("B",), "deck")
    assert desk.told("cards_drawn") == []


@pytest.mark.clause("MOR-R31", "MOR-R32")
def test_ex_13_both_at_zero() -> None:
    desk = Desk(a={"life": 4, "spells": ("down",)}, b={"life": 3}).trap("A", "last_bargain", 1)
    assert (desk.result, desk.life) == (("draw", (), "life"), (0, 0))
    assert [event.life for event in desk.told("life_changed")] == [0, -1]


@pytest.mark.clause("MOR-051")
def test_ex_14_magic_off_turn() -> None:
    desk = Desk(b={"spells": ("down",)})
    (refusal,) = desk.refused("activate_magic", "B", source=1, card="second_wind", option=1)
    assert (refusal.code, refusal.clause, refusal.params) == ("not_your_turn", "MOR-051", {"active": "A"})


def answered(option_card: str, option: int, **arguments: Any) -> Desk:
    """A's 6/4 attacks B's 3/2 in defense, and B answers."""
    desk = Desk(phase="battle", a={"monsters": ("6/4 atk",)}, b={"monsters": ("3/2 def",), "spells": ("down",)})
    return desk.attack(1, 1).trap("B", option_card, option, **arguments)


@pytest.mark.clause("MOR-R48", "MOR-067")
def test_ex_15_values_at_resolution() -> None:
    desk = answered("mirror_pool", 1)
    assert (desk.life, desk.monsters("A"), desk.monsters("B")) == ((30, 30), [], [])


@pytest.mark.clause("MOR-R46", "MOR-R47", "MOR-R28")
def test_ex_16_cancelled_attack() -> None:
    desk = Desk(phase="battle", a={"monsters": ("6/4 atk",)}, b={"monsters": ("3/2 def",), "spells": ("down",)})
    desk.do("add_card", id="gust", type="trap").attack(1, 1)
    desk.trap("B", "gust", 1, ops=[{"op": "return_to_hand", "target": "attack_target"}])
    assert [event.clause for event in desk.told("attack_cancelled")] == ["MOR-R47"]
    assert (desk.life, desk.hands[1], desk.monsters("A"), desk.monsters("B")) == ((30, 30), 4, [1], [])
    assert desk.codes("change_position", "A", slot=1) == ["already_attacked"]


@pytest.mark.clause("MOR-R57", "MOR-R58")
def test_ex_17_trigger() -> None:
    desk = Desk(phase="battle", a={"monsters": ("9/7 atk",)}, b={"monsters": ("mudling atk",)}).attack(1, 1)
    assert (desk.life, desk.step, desk.grave("B")) == ((30, 24), "triggers", ("mudling",))
    assert [owed.seat for owed in desk.rules.awaiting(desk.state)] == ["B"]
    desk.do("use_trigger", "B")
    assert (desk.hands[1], desk.decks[1], desk.step) == (4, 19, "phase")
