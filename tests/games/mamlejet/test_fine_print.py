"""Edges of single rules: the figure that just counts, what one word leaves out, what ends with its source."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.mamlejet.figures import Wealth
from tapete.games.mamlejet.state import Hit
from tests.games.mamlejet.camp import Camp, with_cards

RICH = Wealth(9, 9, 9)
ACTED = {"dedicated": "acts"}
NO_ENTRIES = {"level": "custom", "custom_per_player": 0}


def ruled(camp: Camp, *ops: dict[str, Any], cause: str = "none") -> Camp:
    return camp.do("ruling", reason="a card says so", agreed=[], cause=cause, ops=list(ops))


@pytest.mark.clause("MMK-034", "MMK-R01")
def test_a_new_round_allows_another_resource() -> None:
    camp = Camp(1, {"threat_skip_rounds": 20}).do("play_resource", "A", card="mina").all_pass()
    camp.until("2a").until("2b")
    assert (camp.step, camp.state.round) == ("2b", 5)
    assert camp.legal("play_resource", "A", card="mina")


@pytest.mark.clause("MMK-162", "MMK-159")
@pytest.mark.parametrize(("enemies", "due"), [(2, ("B", "A")), (3, ())])
def test_a_cap_of_ones_own_stops_entries_only_when_it_is_passed(enemies: int, due: tuple[str, ...]) -> None:
    options = {"level": "custom", "custom_per_player": 1, "custom_cap_per_player": 1}
    camp = Camp(options=options, at="4a", round=2, front=("e-guerrero",) * enemies).all_pass().roll(2, 9)
    assert getattr(camp.state.agenda[-1], "due", ()) == due


@pytest.mark.clause("MMK-R17", "MMK-R18", "MMK-073")
def test_an_enemy_that_an_effect_has_dedicated_does_not_act() -> None:
    camp = Camp(options=NO_ENTRIES, at="4a", round=2, front=("e-arquero", "e-sacerdote")).all_pass()
    ruled(camp, {"op": "dedicate", "target": camp.names["e-arquero"]}).roll(9, 2)
    assert [item.card for item in camp.state.stack] == ["e-sacerdote"]


@pytest.mark.clause("MMK-R21", "MMK-203")
def test_a_watch_helps_those_who_defend_and_nobody_else() -> None:
    things = ["vigilia", "centinela", ("herrero", {"defending": True})]
    camp = Camp(1, at="3b", A={"in_play": things}, front=("e-guerrero",))
    assert (camp.index("e-guerrero", "centinela"), camp.index("e-guerrero", "herrero")) == (4, 5)


@pytest.mark.clause("MMK-R57", "MMK-R84", "MMK-199")
def test_a_relic_acts_in_the_round_it_enters_and_its_player_is_asked() -> None:
    camp = Camp(1, at="2c", A={"hand": 0, "in_play": [("trompeta", {"entered": True}), "centinela"]})
    assert not camp.board.idle("A")
    camp.use("A", "trompeta", 0, "centinela")
    assert camp.told("resolved"), "dedicated, it has nothing more to use, and nobody is asked for an answer"
    assert [event.keyword for event in camp.told("keyword_changed")] == ["zerizut"]
    assert Camp(2, A={"hand": 0, "in_play": [("hondero", {"entered": True})]}, front=("e-guerrero",)).board.idle("A")


BANNER: dict[str, Any] = {
    "id": "pendon", "type": "objeto", "subtype": "reliquia", "name": {"es": "Pendón"},
    "abilities": [{
        "kind": "action", "targets": [{"class": "ally"}],
        "effects": [
            {"op": "mod_attack", "target": 1, "n": 2, "duration": "while_source"},
            {"op": "mod_difficulty", "target": 1, "n": 1, "duration": "in_play"},
            {"op": "mod_city", "player": "controller", "n": 3, "duration": "while_source"},
        ],
    }],
}  # fmt: skip


@pytest.mark.clause("MMK-250", "MMK-219", "MMK-R29")
def test_what_lasts_while_its_source_is_in_play_ends_with_it() -> None:
    camp = Camp(1, catalogue=with_cards(BANNER), A={"in_play": ["pendon", "centinela"]}, front=("e-guerrero",))
    camp.use("A", "pendon", 0, "centinela").all_pass()

    def figures() -> tuple[int, int, int]:
        enemy = camp.at("e-guerrero")
        return camp.index("centinela", "e-guerrero"), camp.index("e-guerrero", "centinela"), camp.board.city_index(enemy, "A")

    assert figures() == (3, 5, 9)
    ruled(camp, {"op": "eliminate", "target": camp.names["pendon"]})
    assert figures() == (5, 5, 6)
    lasting = {"op": "mod_attack", "target": camp.names["centinela"], "n": 2, "duration": "while_source"}
    assert camp.codes("ruling", reason="x", agreed=[], cause="A", ops=[lasting])[0] == "bad_ruling", "a ruling has no source in play"


@pytest.mark.clause("MMK-R50", "MMK-248")
def test_a_freed_soldier_loses_its_frenzy_and_a_planned_one_is_not_dedicated_yet() -> None:
    due: dict[str, Any] = {"frenzy_due": True, "attacked": True, "dedicated": "defends", "defending": True}
    camp = Camp(1, at="3c", A={"in_play": [("lancero", due)]}, front=("e-guerrero",))
    ruled(camp, {"op": "liberate", "target": camp.names["lancero"]})
    p = camp.at("lancero")
    assert (p.dedicated, p.frenzy_due, p.defending) == (None, False, False)
    camp = Camp(1, at="2c_plan", A={"in_play": ["centinela"]}, front=("e-guerrero",))
    camp.do("assign", "A", soldier="centinela", enemy="e-guerrero")
    ruled(camp, {"op": "liberate", "target": camp.names["centinela"]})
    assert camp.at("centinela").opponent == camp.names["e-guerrero"]


@pytest.mark.clause("MMK-R93", "MMK-197", "MMK-R22")
def test_a_planned_soldier_that_changes_sides_fights_on() -> None:
    camp = Camp(at="2c_plan", A={"in_play": ["centinela"]}, front=("e-guerrero",))
    camp.do("assign", "A", soldier="centinela", enemy="e-guerrero")
    ruled(camp, {"op": "change_controller", "target": camp.names["centinela"], "player": "B"})
    camp.do("confirm_plan", "A")
    assert (camp.at("centinela").controller, camp.at("centinela").dedicated) == ("B", "fights")


@pytest.mark.clause("MMK-R28", "MMK-135")
@pytest.mark.parametrize(("scope", "figure"), [("attack_rolls", 4), ("all_rolls", 3)])
def test_a_one_on_a_healing_roll_is_an_epic_failure_by_house_rule_only(scope: str, figure: int) -> None:
    camp = Camp(1, {"epic_fail_scope": scope}, at="3d", A={"in_play": ["aguador", ("centinela", {"hits": (Hit(40, "enemy"),)})]})
    camp.use("A", "aguador", "heal", "centinela").all_pass().roll(1)
    assert camp.board.difficulty(camp.at("aguador")) == figure
    assert camp.at("centinela").hits


@pytest.mark.clause("MMK-135", "MMK-R29", "MMK-R28")
@pytest.mark.parametrize(("penalty", "figure"), [(0, 4), (1, 3), (3, 1)])
def test_how_much_an_epic_failure_costs_is_a_house_rule(penalty: int, figure: int) -> None:
    camp = Camp(1, {"epic_fail_penalty": penalty}, A={"in_play": ["hondero"]}, front=("e-guerrero",))
    camp.use("A", "hondero", "shoot", "e-guerrero").all_pass().roll(1)
    assert camp.board.difficulty(camp.at("hondero")) == figure
    assert bool(camp.told("epic_failure")) == bool(penalty)


SPRING: dict[str, Any] = {
    "id": "manantial", "type": "recurso", "name": {"es": "Manantial"}, "produces": {"white": 1},
    "abilities": [{"kind": "action", "cost": {"white": 1}, "effects": [{"op": "draw", "player": "controller", "n": 1}]}],
}  # fmt: skip


@pytest.mark.clause("MMK-072", "MMK-114", "MMK-118")
def test_a_resource_does_not_pay_for_its_own_ability() -> None:
    camp = Camp(1, catalogue=with_cards(SPRING), A={"in_play": ["manantial", "racion"]})
    use: dict[str, Any] = {"permanent": "manantial", "ability": 0, "targets": []}
    assert "cannot_produce" in camp.codes("play_ability", "A", **use, dedicate=["manantial"])
    camp.do("play_ability", "A", **use, dedicate=["racion"])
    assert camp.codes("produce", "A", permanent="manantial") == ["already_dedicated"]


def herald(card: str, card_type: str, event: str, **op: Any) -> dict[str, Any]:
    return {
        "id": card, "type": card_type, "name": {"es": card}, "difficulty": 4,
        "abilities": [{"kind": "triggered", "on": event, "effects": [op]}],
    }  # fmt: skip


@pytest.mark.clause("MMK-R64", "MMK-173", "MMK-058", "MMK-097")
def test_triggers_of_all_go_on_the_stack_so_that_the_leaders_resolve_first() -> None:
    more: dict[str, Any] = {"op": "draw", "player": "controller", "n": 1}
    slow: dict[str, Any] = {"op": "mod_difficulty", "target": "self", "n": 1, "duration": "eot"}
    cards = with_cards(herald("vela", "soldado", "combat_start", **more), herald("e-cuerno", "enemigo", "combat_start", **slow))
    camp = Camp(
        at="2c", active="A", order="BA", catalogue=cards, A={"in_play": ["vela"]}, B={"in_play": ["vela"]}, front=(("e-cuerno", ACTED),)
    ).all_pass()
    assert (camp.step, [item.controller for item in camp.state.stack]) == ("3a_w1", [None, "A", "B"])


@pytest.mark.clause("MMK-R92", "MMK-102", "MMK-108")
def test_what_triggers_between_windows_opens_one_before_anything_goes_on() -> None:
    """The card that falls wakes the watchman in the middle of 3a's dice, and a revealed enemy wakes him in 1c."""
    fall, entry = (
        herald(card, "soldado", event, op="draw", player="controller", n=1)
        for card, event in (("sereno", "city_hit_self"), ("guardia", "enters_enemy"))
    )
    camp = Camp(1, catalogue=with_cards(fall), at="3a_w1", A={"in_play": ["sereno"]}, front=("e-guerrero",)).all_pass()
    camp.do("decline_defence", "A", enemy="e-guerrero").all_pass().roll(9).declare("mina")
    assert (camp.step, camp.top, len(camp.state.stack)) == ("3a_rolls", "window", 1)
    camp.all_pass(2)
    assert (camp.step, camp.player("A").hand) == ("3g", 6)
    camp = Camp(1, catalogue=with_cards(entry), at="4a", round=2, A={"in_play": ["guardia"]}).all_pass()
    camp.do("reveal_enemy", owner="A", card="e-guerrero")
    assert (camp.step, camp.top, len(camp.state.stack)) == ("1c", "window", 1)
    camp.all_pass(3)
    assert camp.step in ("2a", "2b")


@pytest.mark.clause("MMK-168", "MMK-R34", "MMK-R38", "MMK-218")
def test_discarded_soldiers_may_lose_the_match_by_house_rule() -> None:
    camp = Camp(1, {"emuna_loss": "guenizah_all", "loss_emuna": 9}, at="4a", A={"hand": 9}).all_pass()
    camp.declare("lancero", "lancero")
    assert camp.result == ("loss", (), "lost")
    camp = Camp(1, {"loss_emuna": 9, "threat_skip_rounds": 20}, at="4a", A={"hand": 9}).all_pass().declare("lancero", "lancero")
    assert camp.result is None


@pytest.mark.clause("MMK-143", "MMK-145", "MMK-126")
def test_a_frenzied_soldier_takes_one_more_enemy_and_only_after_a_hit() -> None:
    fights: dict[str, Any] = {"dedicated": "fights", "opponent": 2}
    front = (("e-guerrero", {"opponent": 1}), ("e-arquero", ACTED), ("e-arquero", ACTED))

    def after(face: int) -> Camp:
        camp = Camp(1, at="3a_w1", A={"in_play": [("lancero", fights)]}, front=front).until("3d")
        return camp.rolls(lancero=face, e_guerrero=2)

    camp = after(5).do("assign_frenzy", "A", soldier="lancero", enemy="e-arquero")
    assert [die.id for die in camp.due()] == ["frenzy-1"], "asked once, though another archer is free"
    camp = after(4)
    assert (camp.top, camp.told("attack_judged")[0].hit) == ("window", False)


@pytest.mark.clause("MMK-204", "MMK-R31", "MMK-203")
def test_whoever_defends_a_city_has_its_watch() -> None:
    camp = Camp(1, at="3a_w1", A={"in_play": ["vigilia", "centinela"]}, front=("e-guerrero",)).all_pass()
    camp.do("defend", "A", enemy="e-guerrero", soldier="centinela").until("3d")
    assert {die.id: die.needs for die in camp.due()} == {"attack-2": 5, "attack-3": 5}
