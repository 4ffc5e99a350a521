"""The ledger's worked examples, EX-01 to EX-22 (docs/inside/rules/shazamm.md#examples)."""

from __future__ import annotations

import pytest

from tapete.core.steps import Over
from tests.games.shazamm.duel import Duel


@pytest.mark.clause("SHZ-024", "SHZ-040", "SHZ-042", "SHZ-043", "SHZ-044", "SHZ-048", "SHZ-049")
def test_ex_01_the_higher_bid_pushes_one_slab() -> None:
    duel = Duel().turn(9, 7)
    assert (duel.wall, duel.mana, duel.state.turn) == (1, (41, 43), 2)
    assert [(event.by, event.clause) for event in duel.told("wall_moved")] == [(1, "SHZ-044")]


@pytest.mark.clause("SHZ-R16", "SHZ-045", "SHZ-057", "SHZ-058", "SHZ-R53", "SHZ-R58", "SHZ-102", "SHZ-104", "SHZ-105", "SHZ-106", "SHZ-107")
def test_ex_02_a_tie_then_mana_runs_out() -> None:
    duel = Duel().turn(8, 8)
    assert (duel.wall, duel.mana) == (0, (42, 42))
    duel.turn(42, 1)
    (pushed,) = duel.told("wall_pushed")
    assert (pushed.seat, pushed.by, pushed.wall) == ("B", -4, -3)
    assert (duel.state.round, duel.state.centre, duel.wizards, duel.mana) == (2, -3, (-6, 0), (50, 50))
    assert (duel.hands, duel.decks) == ((8, 8), (6, 6))
    (gone,) = duel.told("slabs_collapsed")
    assert (gone.slabs.A, gone.slabs.B) == (-9, 9)


@pytest.mark.clause("SHZ-035", "SHZ-036")
def test_ex_03_a_bid_lies_between_one_and_the_mana() -> None:
    duel = Duel(mana=(6, 20))
    duel.do("lock_bid", "A", seal=None).do("lock_bid", "B", seal=None)
    none = {"A": None, "B": None}
    assert duel.codes("reveal_bids", bids={"A": 0, "B": 5}, nonces=none) == ["bid_below_one"]
    assert duel.codes("reveal_bids", bids={"A": 7, "B": 5}, nonces=none) == ["bid_over_mana"]
    duel.do("reveal_bids", bids={"A": 5, "B": 5}, nonces=none).cards()
    assert (duel.wall, duel.mana) == (0, (1, 15))


@pytest.mark.clause("SHZ-025", "SHZ-026", "SHZ-027", "SHZ-028", "SHZ-029", "SHZ-030", "SHZ-031", "SHZ-100", "SHZ-105")
def test_ex_04_the_wall_reaches_a_wizard() -> None:
    duel = Duel(wall=2, mana=(20, 15)).turn(5, 3)
    assert [event.seat for event in duel.told("wizard_hit")] == ["B"]
    assert duel.state.round_loser == "B"
    assert (duel.wall, duel.state.centre, duel.wizards) == (3, 3, (0, 6))
    assert (duel.state.round, duel.state.broken, duel.mana, duel.hands, duel.decks) == (2, 1, (50, 50), (8, 8), (6, 6))


@pytest.mark.clause("SHZ-041", "SHZ-085", "SHZ-086", "SHZ-087", "SHZ-088", "SHZ-R45")
def test_ex_05_boost_and_double_dose() -> None:
    duel = Duel().turn(4, 21, [7, 8])
    (power,) = duel.told("power")
    assert (power.power.A, power.power.B) == (22, 21)
    assert (duel.wall, duel.mana, duel.hands, duel.used) == (1, (46, 29), (3, 5), ({7, 8}, set()))


@pytest.mark.clause("SHZ-050", "SHZ-051", "SHZ-R17")
def test_ex_06_equal_spells_cancel() -> None:
    duel = Duel().turn(1, 3, [7, 8], [7])
    assert [event.number for event in duel.told("spell_cancelled")] == [7]
    assert (duel.wall, duel.mana, duel.used) == (-1, (49, 47), ({7, 8}, {7}))


@pytest.mark.clause("SHZ-064", "SHZ-065", "SHZ-066", "SHZ-R22", "SHZ-R23")
def test_ex_07_silence() -> None:
    duel = Duel().turn(5, 9, [1], [7, 10])
    assert (duel.wall, duel.mana, duel.state.silence) == (-1, (45, 41), True)
    assert [(event.seat, event.number) for event in duel.told("spell_void")] == [("B", 7), ("B", 10)]
    duel.turn(6, 4, [], [8])
    assert [(event.seat, event.number) for event in duel.told("spell_lost_silence")] == [("B", 8)]
    assert (duel.wall, duel.mana, duel.used[1], duel.hands) == (0, (39, 37), {7, 8, 10}, (4, 2))


@pytest.mark.clause("SHZ-068", "SHZ-069", "SHZ-070", "SHZ-R30", "SHZ-R31")
def test_ex_08_clone() -> None:
    duel = Duel().turn(4, 9, [8])
    assert (duel.wall, duel.mana) == (-1, (46, 41))
    duel.turn(11, 6, [], [2])
    assert duel.step == "choose_clone"
    duel.clone("B", 8)
    (power,) = duel.told("power")
    assert (power.power.A, power.power.B) == (11, 12)
    assert (duel.wall, duel.mana, duel.used) == (-2, (35, 35), ({8}, {2}))


@pytest.mark.clause("SHZ-071", "SHZ-072", "SHZ-R32", "SHZ-R33", "SHZ-R35")
def test_ex_09_theft() -> None:
    duel = Duel().turn(5, 6, [3], [7, 13])
    assert duel.step == "choose_theft"
    duel.theft("A", apply=[7], discard=[13])
    assert (duel.wall, duel.mana) == (1, (45, 44))
    assert not duel.told("mana_gained")


@pytest.mark.clause("SHZ-073", "SHZ-074", "SHZ-075", "SHZ-076", "SHZ-077", "SHZ-R38", "SHZ-R39")
def test_ex_10_end_of_round() -> None:
    duel = Duel(wall=2, mana=(12, 30)).turn(12, 10, [4], [7, 13])
    assert not duel.told("power")
    assert not duel.told("paid")
    assert not duel.told("wall_pushed")
    assert [event.number for event in duel.told("spell_void")] == [7, 13]
    assert (duel.wall, duel.wizards, duel.state.round, duel.mana) == (2, (-1, 5), 2, (50, 50))
    assert (duel.hands, duel.decks) == ((7, 6), (6, 6))


@pytest.mark.clause("SHZ-078", "SHZ-079", "SHZ-R41")
def test_ex_11_middle() -> None:
    duel = Duel(wall=-2, mana=(30, 34)).turn(10, 6, [5])
    assert [event.wall for event in duel.told("wall_to_middle")] == [0]
    assert (duel.wall, duel.mana) == (1, (20, 28))


@pytest.mark.clause("SHZ-080", "SHZ-081", "SHZ-082", "SHZ-083", "SHZ-084", "SHZ-R43", "SHZ-R44")
def test_ex_12_recycle() -> None:
    duel = Duel(mana=(7, 30)).turn(6, 3, [6])
    assert duel.codes("choose_recycle", "A", delta=-6) == ["recycle_over_five", "bid_below_one"]
    assert duel.codes("choose_recycle", "A", delta=2) == ["bid_over_mana"]
    assert duel.codes("choose_recycle", "A", delta=6) == ["recycle_over_five", "bid_over_mana"]
    duel.recycle("A", -2)
    assert (duel.wall, duel.mana) == (1, (3, 27))


@pytest.mark.clause("SHZ-089", "SHZ-091", "SHZ-093", "SHZ-094", "SHZ-R47", "SHZ-R49")
@pytest.mark.parametrize(("spells", "wall", "mana"), [([12], -2, (40, 35)), ([11, 12], 0, (20, 35))])
def test_ex_13_reversed_doubled_and_a_sore_loser(spells: list[int], wall: int, mana: tuple[int, int]) -> None:
    duel = Duel(mana=(40, 40)).turn(20, 5, spells, [9, 10])
    assert (duel.wall, duel.mana) == (wall, mana)
    assert [(event.by, event.clause) for event in duel.told("wall_moved")] == ([(-2, "SHZ-091")] if wall else [])
    assert [(event.seat, event.bid, event.mana) for event in duel.told("not_paid")] == ([("A", 20, 40)] if wall else [])
    assert [event.seat for event in duel.told("movement_blocked")] == ([] if wall else ["A"])


@pytest.mark.clause("SHZ-095", "SHZ-096", "SHZ-097", "SHZ-098", "SHZ-099", "SHZ-R50")
def test_ex_14_reserves_grow_to_fifty_at_most() -> None:
    duel = Duel().turn(10, 20, [13], [14])
    assert (duel.wall, duel.mana) == (-1, (50, 40))
    assert [(event.seat, event.amount, event.clause) for event in duel.told("mana_gained")] == [("A", 10, "SHZ-095"), ("B", 10, "SHZ-097")]


@pytest.mark.clause("SHZ-056", "SHZ-057", "SHZ-059", "SHZ-R57")
def test_ex_15_a_push_that_falls_short() -> None:
    duel = Duel(wall=-1, mana=(2, 6)).turn(1, 6)
    assert [event.seat for event in duel.told("out_of_mana")] == ["B"]
    assert (duel.wall, duel.state.round, duel.state.centre, duel.wizards) == (-1, 2, -1, (-4, 2))
    assert duel.state.round_loser is None


@pytest.mark.clause("SHZ-101", "SHZ-R56")
def test_ex_16_both_out_of_mana() -> None:
    duel = Duel(wall=1, mana=(5, 5)).turn(5, 5)
    assert not duel.told("wall_pushed")
    assert (duel.wall, duel.state.round, duel.wizards) == (1, 2, (-2, 4))


@pytest.mark.clause("SHZ-002", "SHZ-032", "SHZ-033", "SHZ-R04", "SHZ-R40", "SHZ-R61")
def test_ex_17_a_wizard_falls() -> None:
    duel = Duel(round=2, centre=3, wall=5, mana=(10, 9)).turn(4, 2)
    assert [event.__struct_config__.tag for event in duel.story[-6:]] == [
        "wizard_hit",
        "round_ended",
        "wizards_placed",
        "slabs_collapsed",
        "wizard_fell",
        "match_won",
    ]
    assert [(event.seat, event.slab) for event in duel.told("wizard_fell")] == [("B", 9)]
    assert duel.result == Over("win", ("A",), "fall")
    assert not duel.told("drew")
    assert (duel.wizards, duel.state.broken) == ((3, 9), 2)


@pytest.mark.clause("SHZ-R06", "SHZ-R07")
def test_ex_18_both_fall_after_round_seven() -> None:
    duel = Duel(round=7, mana=(4, 4)).turn(4, 4)
    assert [event.seat for event in duel.told("wizard_fell")] == ["A", "B"]
    assert duel.result == Over("draw", (), "fall")


@pytest.mark.clause("SHZ-R24", "SHZ-R52")
def test_ex_19_clone_reaches_across_rounds() -> None:
    duel = Duel(wall=2, mana=(20, 20)).turn(9, 4, [], [14])
    assert [event.seat for event in duel.told("mana_gained")] == ["B"]
    assert (duel.wall, duel.state.round) == (3, 2)
    duel.turn(10, 15, [2]).clone("A", 14)
    assert (duel.wall, duel.mana) == (2, (50, 35))


@pytest.mark.clause("SHZ-R19")
def test_ex_20_a_card_and_its_copy_both_work() -> None:
    duel = Duel(mana=(50, 40), turn=2, used=((), (8,)), last_cast=((), (8,))).turn(3, 10, [2, 8]).clone("A", 8)
    (power,) = duel.told("power")
    assert (power.power.A, power.power.B) == (12, 10)
    assert (duel.wall, duel.mana) == (1, (47, 30))


@pytest.mark.clause("SHZ-R13", "SHZ-047")
def test_ex_21_impossible_cards_are_declared_again() -> None:
    duel = Duel(used=((7,), ())).bids(3, 4)
    before = duel.state
    assert duel.codes("declare_cards", "A", numbers=[1, 2, 3, 4, 5, 6]) == ["more_spells_than_hand"]
    assert duel.codes("declare_cards", "A", numbers=[7]) == ["spell_already_used"]
    assert duel.state == before
    duel.cards([8], [])
    assert (duel.wall, duel.mana) == (1, (47, 46))


@pytest.mark.clause("SHZ-R04")
def test_ex_22_the_last_slab_is_no_loss_if_the_wizard_moves_on() -> None:
    duel = Duel(round=3, centre=4, wall=2, mana=(5, 9)).turn(1, 3)
    assert [event.seat for event in duel.told("wizard_hit")] == ["A"]
    (gone,) = duel.told("slabs_collapsed")
    assert (gone.slabs.A, gone.slabs.B) == (-7, 7)
    assert duel.result is None
    assert (duel.state.round, duel.state.centre, duel.wizards) == (4, 1, (-2, 4))
