"""Plans, cities, dice, frenzy, and how a match ends."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.refusals import Illegal
from tapete.games import mamlejet
from tapete.games.mamlejet.combat import plannable
from tapete.games.mamlejet.figures import lot_value
from tapete.games.mamlejet.state import Lying, Options
from tests.contract.starter_cards import starter
from tests.games.mamlejet.camp import Camp

ACTED = {"dedicated": "acts"}


@pytest.mark.clause("MMK-R06", "MMK-R101")
def test_dice_choose_fairly() -> None:
    for number in range(2, 11):
        chosen = [lot_value((face,), number) for face in range(1, 11)]
        assert {chosen.count(k) for k in range(number)} == {10 // number}
    two = [lot_value((a, b), 12) for a in range(1, 11) for b in range(1, 11)]
    assert {two.count(k) for k in range(12)} == {8}


@pytest.mark.clause("MMK-125", "MMK-126", "MMK-197", "MMK-199", "MMK-200", "MMK-R22", "MMK-071", "MMK-072")
def test_a_plan_is_changed_until_it_is_settled() -> None:
    camp = Camp(
        at="2c_plan",
        A={"in_play": ["centinela", "herrero", ("vigia", {"entered": True}), ("escudo", ACTED)]},
        B={"in_play": ["lancero"]},
        front=("e-guerrero", "e-arquero"),
    )
    assert camp.codes("assign", "B", soldier="lancero", enemy="e-guerrero") == ["not_active_player"]
    assert camp.codes("assign", "A", soldier="lancero", enemy="e-guerrero") == ["not_controller"]
    assert camp.codes("assign", "A", soldier="vigia", enemy="e-guerrero") == ["entered_this_round"]
    assert camp.codes("assign", "A", soldier="escudo", enemy="e-guerrero") == ["already_dedicated"]
    camp.do("assign", "A", soldier="centinela", enemy="e-guerrero")
    assert camp.codes("assign", "A", soldier="herrero", enemy="e-guerrero") == ["already_has_opponent"]
    assert camp.codes("assign", "A", soldier="centinela", enemy="e-arquero") == ["already_has_opponent"]
    assert camp.codes("unassign", "A", soldier="herrero") == ["no_opponent_to_remove"]
    camp.do("unassign", "A", soldier="centinela").do("assign", "A", soldier="herrero", enemy="e-guerrero")
    camp.do("confirm_plan", "A")
    assert camp.step == "2c"
    assert camp.at("herrero").dedicated == "fights"
    assert camp.at("centinela").dedicated is None
    assert camp.codes("unassign", "A", soldier="herrero") == ["wrong_step"]


@pytest.mark.clause("MMK-226", "MMK-244", "MMK-R25", "MMK-R24")
def test_fear_is_answered_by_courage_only() -> None:
    camp = Camp(at="2c_plan", order="BA", A={"in_play": ["zapador", "capitan50", "estandarte"]}, front=("e-elefante", "e-guerrero"))
    refusal = camp.refused("assign", "A", soldier="zapador", enemy="e-elefante")[0]
    assert (refusal.code, refusal.clause, refusal.params["lacks"]) == ("invalid_opponent", "MMK-244", "coraje")
    camp.do("assign", "A", soldier="capitan50", enemy="e-elefante").do("assign", "A", soldier="estandarte", enemy="e-guerrero")
    camp.do("confirm_plan", "A").until("3d")
    rollers = {int(die.id.partition("-")[2]) for die in camp.due()}
    assert rollers == {camp.names[name] for name in ("capitan50", "estandarte", "e-elefante")}


@pytest.mark.clause("MMK-R18", "MMK-R19", "MMK-R88")
@pytest.mark.parametrize("on", [True, False])
def test_what_a_dedicated_enemy_does_is_a_house_rule(on: bool) -> None:
    camp = Camp(1, {"dedicated_enemy_attacks_city": on}, at="3a_w1", front=(("e-guerrero", ACTED),)).all_pass()
    assert (camp.step == "3a_w2") == on
    camp = Camp(1, {"dedicated_enemy_attackable": on}, at="2c_plan", A={"in_play": ["centinela"]}, front=(("e-guerrero", ACTED),))
    assert camp.legal("assign", "A", soldier="centinela", enemy="e-guerrero") == plannable(camp.board) == on
    free = Camp(1, {"dedicated_enemy_attackable": on}, at="2c_plan", A={"in_play": ["centinela"]}, front=("e-guerrero",))
    assert plannable(free.board)
    pair: tuple[Any, ...] = ("e-guerrero", {**ACTED, "opponent": 1})
    mine = ("centinela", {"opponent": 2, "dedicated": "fights"})
    camp = Camp(1, {"dedicated_enemy_strikes_back": on}, at="3a_w1", A={"in_play": [mine]}, front=(pair,))
    camp.until("3d")
    assert len(camp.due()) == 1 + on


@pytest.mark.clause("MMK-R23", "MMK-203", "MMK-R21")
@pytest.mark.parametrize("others", [True, False])
def test_who_may_defend(others: bool) -> None:
    camp = Camp(
        options={"defend_others": others}, at="3a_w1", A={"in_play": ["centinela"]}, B={"in_play": ["herrero"]}, front=("e-guerrero",)
    )
    camp.all_pass().roll(9)
    assert camp.codes("defend", "A", enemy="e-guerrero", soldier="centinela") == ["not_active_player" if others else "cannot_defend"]
    camp.do("decline_defence", "B", enemy="e-guerrero")
    if others:
        camp.do("decline_defence", "A", enemy="e-guerrero")
    assert camp.step == "3a_w2"


@pytest.mark.clause("MMK-130", "MMK-R31", "MMK-R94")
def test_walls_and_watches_add_up() -> None:
    watch = {"in_play": ["muralla", "muralla", "vigilia", ("centinela", {"defending": True})]}
    camp = Camp(1, at="3b", A=watch, front=("e-guerrero",))
    assert camp.board.city_index(camp.at("e-guerrero"), "A") == 8
    assert camp.board.city_index(camp.at("e-guerrero"), "A", projectile=True) == 9
    assert camp.index("e-guerrero", "centinela") == 5


@pytest.mark.clause("MMK-R79", "MMK-188")
def test_nothing_falls_from_an_empty_city() -> None:
    camp = Camp(1, at="3a_w1", A={"city": 0}, front=("e-guerrero",)).all_pass().until("3a_rolls").roll(9)
    assert camp.result is None
    assert camp.told("city_spared")


@pytest.mark.clause("MMK-R36", "MMK-164")
@pytest.mark.parametrize(("a", "b", "result"), [(9, 7, ("win", ("A",), "emuna")), (9, 9, ("draw", (), "emuna"))])
def test_two_who_get_there_together(a: int, b: int, result: Any) -> None:
    cards = {9: "e-elefante", 7: "e-ariete"}
    camp = Camp(options={"win_emuna": 7}, B={"out": (cards[b],)}, A={"out": (cards[a],)})
    ops = [{"op": "move_card", "owner": x, "card": cards[n], "source": "enemy_out", "to": "guenizah"} for x, n in (("A", a), ("B", b))]
    camp.do("ruling", reason="they were ours", agreed=[], cause="none", ops=ops)
    assert camp.result == result
    with pytest.raises(Illegal):
        camp.do("pass_all")


@pytest.mark.clause("MMK-R34", "MMK-R35", "MMK-R33")
@pytest.mark.parametrize(("loss", "lost"), [("defeated", 4), ("defeated_and_city", 9), ("guenizah_all", 15)])
def test_what_is_lost_is_a_house_rule(loss: str, lost: int) -> None:
    lying = (Lying("centinela", "A", "battle"), Lying("lancero", "A", "city"), Lying("capitan50", "A"))
    assert Camp(options={"emuna_loss": loss}, A={"guenizah": lying}).lost("A") == lost


@pytest.mark.clause("MMK-166", "MMK-R40")
@pytest.mark.parametrize("finish", [True, False])
def test_the_clock_finishes_the_round(finish: bool) -> None:
    camp = Camp(1, {"mode": "clock", "clock_finish_round": finish}, at="3g", A={"guenizah": (Lying("e-ariete", "A"),)})
    camp.do("time_up")
    assert (camp.result is None) == finish
    if finish:
        camp.until()
    assert camp.result == ("win", ("A",), "clock")
    assert Camp().codes("time_up") == ["wrong_step"]


@pytest.mark.clause("MMK-R80")
def test_the_table_stops() -> None:
    assert Camp().do("abandon").result == ("stopped", (), "abandoned")


@pytest.mark.clause("MMK-R16")
@pytest.mark.parametrize(("rule", "kind"), [("continue", None), ("draw", "draw"), ("best_score", "win")])
def test_when_no_enemy_is_left(rule: str, kind: str | None) -> None:
    camp = Camp(1, {"exhausted_enemies": rule, "deck_enemies": 1}, at="4a", A={"guenizah": (Lying("e-ariete", "A"),)}).all_pass()
    assert (camp.result[0] if camp.result else None) == kind


@pytest.mark.clause("MMK-157", "MMK-155")
def test_house_rules_have_bounds() -> None:
    with pytest.raises(Illegal) as fault:
        mamlejet.rules({"city_attack_difficulty": 11, "level": "squire", "win_emuna": 0, "x": 1}, starter("mamlejet"))
    assert [r.code for r in fault.value.refusals] == ["bad_config", "bad_config", "bad_config", "unknown_option"]
    assert mamlejet.rules({}, starter("mamlejet")).options == Options()
