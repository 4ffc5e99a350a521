"""The army that the referee drives: who decides for it (nobody), what waits on the stack, and who scores."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.steps import Cards, Dice
from tapete.games.mamlejet.attack import damage_batch
from tapete.games.mamlejet.figures import Wealth
from tapete.games.mamlejet.state import Hit, Lying, Window
from tests.games.mamlejet.camp import Camp

RICH = Wealth(9, 9, 9)
ACTED = {"dedicated": "acts"}


def gone(camp: Camp, name: str, cause: str = "none") -> Camp:
    return camp.do("ruling", reason="gone", agreed=[], cause=cause, ops=[{"op": "eliminate", "target": camp.names[name]}])


@pytest.mark.clause("MMK-122", "MMK-001", "MMK-201", "MMK-214")
def test_the_enemy_is_asked_for_dice_and_cards_only() -> None:
    """Three rounds of one player who never plays: nothing but dice, revealed and fallen cards, and passes stands between them."""
    camp = Camp(1, {"level": "heroe"}, at="4a", round=2, A={"hand": 1, "city": 20}, front=("e-heroe-campeon", "e-arquero"))
    asked = set()
    cards = iter(("e-sacerdote", "e-guerrero", "e-carruaje"))
    while camp.state.round < 6 and camp.result is None:
        top = camp.state.agenda[-1]
        asked.add(camp.top)
        if isinstance(top, Dice):
            camp.roll(10)
        elif isinstance(top, Cards):
            camp.declare(*("mina",) * top.number)
        elif isinstance(top, Window):
            camp.do("pass_all")
        else:
            camp.do("reveal_enemy", owner="A", card=next(cards))
    assert asked == {"dice", "cards", "window", "entries"}
    assert camp.player("A").city < 20


@pytest.mark.clause("MMK-058", "MMK-097", "MMK-117")
def test_players_answer_an_enemy_on_the_one_stack() -> None:
    """The priest's blessing waits below a prayer, which resolves first; the blessing comes though the priest is gone."""
    camp = Camp(1, {"level": "custom", "custom_per_player": 0}, at="4a", round=2, front=("e-sacerdote", "e-guerrero")).all_pass()
    assert [(item.kind, item.controller) for item in camp.state.stack] == [("activation", None)]
    board = camp.board
    board.change("A", pool=RICH)
    camp.state = board.state
    camp.play("A", "voz", "e-guerrero")
    assert [item.kind for item in camp.state.stack] == ["activation", "tactic"]
    camp.all_pass()
    assert camp.board.difficulty(camp.at("e-guerrero")) == 3
    gone(camp, "e-sacerdote").all_pass().roll(6)
    assert camp.board.difficulty(camp.at("e-guerrero")) == 4


@pytest.mark.clause("MMK-124", "MMK-002", "MMK-141", "MMK-235", "MMK-164")
def test_soldiers_and_tactics_score_alike() -> None:
    camp = Camp(1, {"win_emuna": 12}, A={"pool": RICH, "in_play": ["centinela"]}, front=("e-ariete", "e-guerrero"))
    camp.play("A", "trampa", "e-ariete").all_pass().roll(9).all_pass()
    assert camp.score("A") == 7
    camp.all_pass().do("assign", "A", soldier="centinela", enemy="e-guerrero").do("confirm_plan", "A").until("3d")
    camp.rolls(centinela=5, e_guerrero=2).until("3g")
    assert camp.result == ("win", ("A",), "emuna")


@pytest.mark.clause("MMK-208", "MMK-137", "MMK-207")
def test_damage_is_fixed_though_its_source_leaves() -> None:
    fights: dict[str, Any] = {"dedicated": "fights", "opponent": 2}
    camp = Camp(1, at="3a_w1", A={"in_play": [("centinela", fights)]}, front=(("e-guerrero", {"opponent": 1}),)).until("3d")
    camp.rolls(centinela=6, e_guerrero=9)
    gone(camp, "centinela").until("3e")
    assert camp.step == "3e"
    camp.all_pass()
    assert not camp.there("e-guerrero")
    assert (camp.score("A"), camp.lost("A")) == (5, 0)


@pytest.mark.clause("MMK-R55")
def test_the_damage_that_takes_effect_first_scores() -> None:
    """B's sentinel has hit; A's slinger hits as well, and its damage resolves before the batch."""
    camp = Camp(
        at="3d",
        A={"in_play": ["hondero"]},
        B={"in_play": [("centinela", {"attacked": True, "opponent": 3, "dedicated": "fights"})]},
        front=(("e-guerrero", {"opponent": 2, "hits": (Hit(40, "B"),)}),),
    )
    board = camp.board
    board.set(next_id=50)
    camp.state = board.state
    camp.use("A", "hondero", "shoot", "e-guerrero").all_pass().roll(6).all_pass()
    assert (camp.score("A"), camp.score("B")) == (5, 0)
    camp.until("3g")
    assert (camp.score("A"), camp.score("B")) == (5, 0)


@pytest.mark.clause("MMK-R55")
def test_of_two_hits_in_one_batch_the_earlier_roll_scores() -> None:
    camp = Camp(at="3e", front=(("e-guerrero", {"hits": (Hit(40, "B"), Hit(41, "A"))}),))
    board = camp.board
    board.set(next_id=50)
    damage_batch(board)
    camp.state = board.state
    camp.all_pass()
    assert (camp.score("A"), camp.score("B")) == (0, 5)


@pytest.mark.clause("MMK-R98", "MMK-248")
def test_an_enemy_that_is_freed_after_its_shot_attacks_a_city() -> None:
    def attackers(freed: bool) -> str:
        camp = Camp(1, at="3a_w1", front=(("e-arquero", ACTED),))
        if freed:
            camp.do("ruling", reason="freed", agreed=[], cause="enemy", ops=[{"op": "liberate", "target": camp.names["e-arquero"]}])
        return camp.all_pass().step

    assert attackers(freed=True) == "3a_w2"
    assert attackers(freed=False) == "3g"


@pytest.mark.clause("MMK-R99", "MMK-R24", "MMK-127")
@pytest.mark.parametrize(("keyword", "rollers"), [("robustez", {"e-guerrero"}), ("zerizut", {"e-guerrero", "centinela"})])
def test_a_pair_stays_and_is_looked_at_again_when_it_rolls(keyword: str, rollers: set[str]) -> None:
    camp = Camp(1, at="2c_plan", A={"in_play": ["centinela"]}, front=("e-guerrero",))
    camp.do("assign", "A", soldier="centinela", enemy="e-guerrero").do("confirm_plan", "A")
    ops = [{"op": "grant_keyword", "target": camp.names["e-guerrero"], "keyword": keyword, "duration": "eot"}]
    camp.do("ruling", reason="a card says so", agreed=[], cause="enemy", ops=ops)
    assert camp.at("centinela").opponent == camp.names["e-guerrero"]
    camp.until()
    if keyword == "zerizut":
        camp.roll(2).until()
    names = {number: name for name, number in camp.names.items()}
    rolled = {names[int(die.id.rpartition("-")[2])] for die in camp.due()} | ({"e-guerrero"} if keyword == "zerizut" else set())
    assert rolled == rollers


@pytest.mark.clause("MMK-163", "MMK-165", "MMK-R97", "MMK-012")
def test_progress_is_shown_in_emuna() -> None:
    won = (Lying("e-elefante", "A"), Lying("centinela", "A", "battle"))
    camp = Camp(options={"win_emuna": 40}, A={"guenizah": won})
    shown = {place.name: place.value for place in camp.rules.layout(camp.state)}
    assert (shown["score_A"], shown["lost_A"], shown["score_B"], shown["lost_B"]) == (9, 4, 0, 0)
    panels = camp.rules.scene(camp.state).panels
    assert [(panel.value, panel.largest) for panel in panels] == [(9, 40), (0, 40)]


@pytest.mark.clause("MMK-R42", "MMK-247")
@pytest.mark.parametrize("scores", [True, False])
def test_two_equal_legends_of_the_enemy(scores: bool) -> None:
    champion = "e-heroe-campeon"
    camp = Camp(1, {"legendary_enemy_scores": scores}, at="4a", round=2, front=(champion,)).all_pass()
    camp.do("reveal_enemy", owner="A", card=champion)
    assert camp.board.enemies == ()
    assert camp.score("A") == (20 if scores else 0)
    assert len(camp.player("A").enemy_out) == (0 if scores else 2)


@pytest.mark.clause("MMK-R05", "MMK-231")
@pytest.mark.parametrize(("options", "needs"), [({}, 7), ({"projectile_penalty_vs_city": False}, 6), ({"projectile_penalty": 3}, 9)])
def test_what_a_shot_at_a_city_needs(options: dict[str, Any], needs: int) -> None:
    camp = Camp(1, {**options, "level": "custom", "custom_per_player": 0}, at="4a", round=2, front=("e-arquero",))
    camp.until()
    assert [(die.purpose, die.needs) for die in camp.due()] == [("city_shot", needs)]


@pytest.mark.clause("MMK-R45", "MMK-214")
@pytest.mark.parametrize("on", [True, False])
def test_frenzy_after_a_hit_on_a_city_is_a_house_rule(on: bool) -> None:
    camp = Camp(1, {"enemy_frenzy_after_city": on}, at="3a_w1", front=("e-heroe-capitana",)).until("3a_rolls").roll(9)
    camp.declare("mina").until("3g")
    assert (camp.top == "dice") == on
    if on:
        assert camp.due()[0].purpose == "city_attack"
        camp.roll(9).declare("mina").until("3g")
    assert camp.player("A").city == 20 - 1 - on


@pytest.mark.clause("MMK-R43", "MMK-028")
def test_catastrophic_damage_without_a_structure_takes_the_card_only() -> None:
    camp = Camp(1, at="3a_w1", A={"in_play": ["lanza"]}, front=("e-ariete", "e-ariete")).until("3a_rolls").roll(8, 8)
    camp.declare("mina").declare("mina")
    assert camp.there("lanza")
    assert camp.player("A").city == 18
