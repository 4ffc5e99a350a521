"""A judge's questions: what is spared, doubled or cut off at once, and what a refusal tells the one who is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.shazamm.duel import Duel


def cited(duel: Duel, name: str, seat: Any = None, **arguments: Any) -> list[tuple[str, str]]:
    return [(refusal.code, refusal.clause) for refusal in duel.refused(name, seat, **arguments)]


def after(cast: tuple[int, ...], mine: list[int], theirs: list[int], *, bids: tuple[int, int] = (6, 5), **place: Any) -> Duel:
    """A casts Clone (2) and more in the turn after B cast `cast`."""
    return Duel(turn=2, used=((), cast), last_cast=((), cast), **place).turn(*bids, [2, *mine], theirs)


# ---- mana


@pytest.mark.clause("SHZ-094", "SHZ-R53", "SHZ-R49")
def test_who_bids_everything_and_is_spared_is_not_out_of_mana() -> None:
    duel = Duel().turn(50, 5, [12], [9])
    assert (duel.wall, duel.mana, duel.state.turn) == (-1, (50, 45), 2)


@pytest.mark.clause("SHZ-R53", "SHZ-097", "SHZ-095")
@pytest.mark.parametrize(("spell", "left"), [(13, 13), (14, 5)])
def test_what_is_gained_in_the_turn_keeps_a_wizard_in_the_round(spell: int, left: int) -> None:
    duel = Duel(mana=(10, 10)).turn(10, 5, [spell])
    assert (duel.mana, duel.state.turn, duel.told("out_of_mana")) == ((left, 5), 2, [])


@pytest.mark.clause("SHZ-R51", "SHZ-094", "SHZ-099", "SHZ-R50")
def test_spared_and_gaining_the_rivals_unpaid_bid_the_cap_holds_after_each_gain() -> None:
    assert Duel(mana=(30, 50)).turn(10, 20, [12, 14]).mana == (50, 30)
    assert Duel(mana=(30, 50)).turn(20, 15, [13, 14]).mana == (38, 35)
    assert Duel(mana=(30, 50)).turn(6, 20, [14], [9, 12]).mana == (44, 50), "B is spared; A gains B's bid all the same"


@pytest.mark.clause("SHZ-R55", "SHZ-R52", "SHZ-025")
def test_the_wall_that_hits_with_the_last_mana_is_not_pushed_back() -> None:
    duel = Duel(wall=2, mana=(3, 50)).turn(3, 1)
    assert ([event.seat for event in duel.told("wizard_hit")], duel.told("out_of_mana"), duel.state.centre) == (["B"], [], 3)


@pytest.mark.clause("SHZ-R48", "SHZ-093", "SHZ-065", "SHZ-R35")
@pytest.mark.parametrize(("theirs", "stolen", "centre"), [([], False, 0), ([3], True, -3), ([1], False, -3), ([11], False, -3)])
def test_a_resistance_that_was_stolen_silenced_or_cancelled_holds_against_no_push(theirs: list[int], stolen: bool, centre: int) -> None:
    duel = Duel({"resistance_blocks_push": True}, mana=(3, 50)).turn(3, 3, [11], theirs)
    if stolen:
        duel.theft("B", apply=[11])
    assert duel.state.centre == centre


# ---- spells on spells


@pytest.mark.clause("SHZ-R29", "SHZ-R37", "SHZ-065", "SHZ-R66")
def test_a_cloned_silence_voids_the_cloners_own_theft_and_all_the_rest() -> None:
    duel = after((1,), [3, 10], [7, 13]).clone("A", 1)
    assert (duel.state.silence, duel.wall, duel.mana) == (True, 1, (44, 45))
    assert [event.number for event in duel.told("spell_void")] == [3, 7, 10, 13]


@pytest.mark.clause("SHZ-R37", "SHZ-R32", "SHZ-R38", "SHZ-077")
def test_a_cloned_end_of_round_is_stolen_and_ends_it_for_the_thief() -> None:
    duel = after((4,), [], [3, 5], wall=2).clone("A", 4).theft("B", apply=[(4, "clone")])
    assert [event.seat for event in duel.told("round_ended_by_card")] == ["B"]
    assert [event.number for event in duel.told("spell_void")] == [5]
    assert (duel.state.round, duel.state.centre) == (2, 2)


@pytest.mark.clause("SHZ-R66", "SHZ-R34", "SHZ-R19")
def test_a_second_theft_on_the_same_side_finds_nothing_left() -> None:
    duel = after((3,), [3], [7]).clone("A", 3).theft("A", discard=[7])
    assert [event.seat for event in duel.told("theft_none")] == ["A"]
    assert duel.step == "bidding"


@pytest.mark.clause("SHZ-072", "SHZ-077", "SHZ-R34")
def test_the_thiefs_own_end_of_round_voids_what_he_has_stolen() -> None:
    duel = Duel(wall=1).turn(6, 5, [3, 4], [13]).theft("A", apply=[13])
    assert [(event.seat, event.number) for event in duel.told("spell_void")] == [("A", 13)]
    assert Duel(wall=1).turn(6, 5, [3], [4]).theft("A", discard=[4]).wall == 2


@pytest.mark.clause("SHZ-R72", "SHZ-R19", "SHZ-087")
def test_card_and_copy_of_one_number_stolen_together_both_work() -> None:
    duel = Duel(turn=2, used=((8,), ()), last_cast=((8,), ())).turn(4, 6, [3], [2, 8]).clone("B", 8)
    duel.theft("A", apply=[8, (8, "clone")])
    assert (duel.told("power")[0].power.A, duel.told("power")[0].power.B) == (16, 6)


@pytest.mark.clause("SHZ-089", "SHZ-091", "SHZ-R19", "SHZ-093")
@pytest.mark.parametrize(
    ("cast", "mine", "theirs", "wall"),
    [((9,), [9], [], 1), ((10,), [10], [], 2), ((11,), [11], [], 1), ((11,), [], [9], 0), ((9,), [10], [], -2)],
    ids=["reversed twice", "two slabs are the most", "resisting twice is once", "the stronger resists", "reversed and doubled"],
)
def test_a_card_and_its_copy_in_the_movement(cast: tuple[int, ...], mine: list[int], theirs: list[int], wall: int) -> None:
    assert after(cast, mine, theirs).clone("A", cast[0]).wall == wall


@pytest.mark.clause("SHZ-R42", "SHZ-078", "SHZ-R49", "SHZ-R16")
def test_middle_towards_a_wizard_is_neither_resisted_nor_lost() -> None:
    assert Duel(wall=-2).turn(5, 5, [11], [5]).wall == 0
    duel = Duel(wall=-2).turn(5, 5, [5], [12])
    assert (duel.wall, duel.mana) == (0, (45, 45))


@pytest.mark.clause("SHZ-R25", "SHZ-R24", "SHZ-066")
def test_a_spell_lost_to_silence_in_the_last_turn_of_a_round_is_cloned_in_the_next() -> None:
    duel = Duel(wall=2, turn=2, silence=True, used=((), (1,))).turn(6, 5, [], [8])
    assert (duel.state.round, duel.state.silence) == (2, False)
    assert duel.turn(3, 5, [2]).clone("A", 8).told("power")[0].power.A == 6


# ---- ends


@pytest.mark.clause("SHZ-R38", "SHZ-073", "SHZ-032", "SHZ-R09")
def test_end_of_round_by_card_may_win_the_match() -> None:
    duel = Duel(round=2, centre=3, wall=5, mana=(10, 9)).turn(10, 1, [4])
    assert duel.result is not None
    assert (duel.result.seats, duel.state.round_loser, duel.told("wall_pushed")) == (("A",), None, [])


@pytest.mark.clause("SHZ-R06", "SHZ-R07")
@pytest.mark.parametrize(("wall", "kind", "seats"), [(-1, "win", ("B",)), (0, "draw", ()), (1, "win", ("A",))])
def test_the_seventh_round_ends_the_match_wherever_the_wall_stands(wall: int, kind: str, seats: tuple[str, ...]) -> None:
    result = Duel(round=7, wall=wall, mana=(4, 4)).turn(4, 4).result
    assert result is not None
    assert (result.kind, result.seats) == (kind, seats)


# ---- what is refused, and what is said


@pytest.mark.clause("SHZ-R43", "SHZ-082", "SHZ-R71", "SHZ-R19")
def test_recycle_is_bounded_by_five_by_one_and_by_mana_each_time_anew() -> None:
    duel = Duel(mana=(10, 50)).turn(6, 3, [6])
    assert cited(duel, "choose_recycle", "A", delta=7) == [("recycle_over_five", "SHZ-082"), ("bid_over_mana", "SHZ-R43")]
    assert cited(duel, "choose_recycle", "A", delta=-6) == [("recycle_over_five", "SHZ-082"), ("bid_below_one", "SHZ-R43")]
    assert cited(duel, "choose_recycle", "B", delta=0) == [("not_your_choice", "SHZ-R71")]
    twice = after((6,), [6], []).clone("A", 6).recycle("A", -5)
    assert cited(twice, "choose_recycle", "A", delta=-1) == [("bid_below_one", "SHZ-R43")]
    assert twice.recycle("A", 5).mana[0] == 44


@pytest.mark.clause("SHZ-R43", "SHZ-035", "SHZ-R13", "SHZ-057")
def test_a_refusal_speaks_of_what_was_asked_and_in_the_right_number() -> None:
    def said(duel: Duel, name: str, seat: Any, **arguments: Any) -> list[str]:
        return [refusal.text(duel.rules.words).in_("es") for refusal in duel.refused(name, seat, **arguments)]

    assert said(Duel(mana=(10, 50)).turn(6, 3, [6]), "choose_recycle", "A", delta=5) == [
        "Con ese cambio la apuesta sería 11, y solo hay 10 de maná. Añade menos."
    ]
    assert said(Duel(mana=(3, 50)).turn(3, 3, [6]), "choose_recycle", "A", delta=-3) == [
        "Con ese cambio la apuesta sería 0, y lo mínimo es 1. Quita menos."
    ]
    poor = Duel(mana=(1, 50)).do("lock_bid", "A", seal=None).do("lock_bid", "B", seal=None)
    assert said(poor, "reveal_bids", None, bids={"A": 2, "B": 1}, nonces={"A": None, "B": None}) == [
        "Apuestas 2, pero te queda 1 de maná. Elige entre 1 y 1."
    ]
    empty = Duel(used=((1, 2, 3, 4, 5), ())).bids(1, 2)
    assert said(empty, "declare_cards", "A", numbers=[6]) == ["Muestras 1 hechizo, pero en la mano tenías 0."]
    near = Duel({"exhaustion_push": "ask"}, wall=-2, mana=(3, 50)).turn(3, 3)
    assert said(near, "choose_push", "B", steps=2) == ["El muro puede avanzar 1 losa como mucho, o ninguna; pides 2."]
