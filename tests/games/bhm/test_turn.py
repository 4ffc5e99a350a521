"""The turn, what is announced, who is out (docs/inside/rules/bhm.md#frame, #calls, #reactions, #turn)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bhm.scenario import Desk


@pytest.mark.clause("BHM-010", "BHM-024", "BHM-R21", "BHM-R22", "BHM-R25", "BHM-R108")
def test_the_phases_in_order_without_acting() -> None:
    desk = Desk({}, {}, phase="initial").do("draw_mandatory")
    seen = []
    while desk.state.turn == 5:
        seen.append(desk.rules.layout(desk.state)[1].value)
        name = {"strategy": "end_phase", "declaring": "resolve_combat"}.get(desk.step)
        desk.do(name) if name else desk.do("draw_optional", take=False)
    assert seen == ["strategy_1", "combat", "strategy_2", "final"][: len(seen)]
    assert desk.state.active == "B"


@pytest.mark.clause("BHM-R21", "BHM-R22")
def test_one_budget_for_both_phases() -> None:
    desk = Desk({"counter": 5}, {}).call("reed_archer").do("end_phase").do("resolve_combat").call("ember_goat").call("lantern_squire")
    assert desk.codes("call_being", card="lantern_squire", slot=9) == ["budget_exceeded"]


@pytest.mark.clause("BHM-013", "BHM-014", "BHM-015", "BHM-016", "BHM-017")
def test_cards_are_played_in_strategy_phases_only() -> None:
    desk = Desk({"field": ("moss_bear",)}, {}, phase="combat")
    tried: dict[str, dict[str, Any]] = {
        "play_power": {"executor": 1, "card": "spark", "targets": []},
        "equip_object": {"being": 1, "card": "oak_lance"},
        "play_strategy": {"card": "rally_call", "targets": ["A"]},
        "play_territory": {"card": "fog_fen", "destroy": None, "replace": None},
        "call_being": {"card": "puddle_frog", "slot": 3},
    }
    cited = [desk.refused(name, **arguments)[0].clause for name, arguments in tried.items()]
    assert cited == ["BHM-013", "BHM-014", "BHM-015", "BHM-016", "BHM-017"]


@pytest.mark.clause("BHM-120", "BHM-R85")
def test_the_initial_draw_is_due_with_a_full_hand() -> None:
    desk = Desk({"hand": 9}, {"hand": 12}, phase="initial").do("draw_mandatory")
    assert desk.player("A").hand == 10
    desk.end_turn()
    desk.do("discard", cards=["spark"] * 3)
    assert (desk.player("A").hand, desk.player("B").hand) == (7, 12)


@pytest.mark.clause("BHM-R03")
def test_a_counter_overshoots_and_never_falls_below_zero() -> None:
    desk = Desk({"counter": 31, "field": ("moss_bear",)}, {"counter": 2}).rule({"op": "counter_change", "seat": "B", "delta": -5})
    assert desk.counters == (31, 0)
    assert desk.rule({"op": "annihilate", "iid": 1}).counters[0] == 36
    assert desk.rules.scene(desk.state).panels[0].value == 36


@pytest.mark.clause("BHM-R08")
def test_all_at_once_is_a_draw() -> None:
    both = [{"op": "counter_change", "seat": seat, "delta": 32} for seat in ("A", "B")]
    assert Desk({}, {}).rule(*both).result == ("draw", (), "counter")


@pytest.mark.clause("BHM-R01", "BHM-R10", "BHM-R99", "BHM-R110")
def test_whoever_is_out_leaves_nothing_behind() -> None:
    desk = Desk({"field": ("moss_bear",)}, {"field": ("reed_archer",), "territories": ("fog_fen",)}, {"counter": 9})
    desk.rule({"op": "take_control", "iid": 2, "seat": "C", "slot": 0}, {"op": "take_control", "iid": 1, "seat": "B", "slot": 1})
    desk.do("concede", "B")
    assert not desk.has("reed_archer")
    assert (desk.player("A").dead, desk.counters, desk.step) == (("moss_bear",), (10, 10, 9), "strategy")
    assert desk.rules.result(desk.state) is None
    assert desk.do("concede", "A").result == ("win", ("C",), "concede")


@pytest.mark.clause("BHM-R10", "BHM-R110")
def test_the_active_player_drops_out_with_everything_pending() -> None:
    desk = Desk({"counter": 10}, {"counter": 9, "field": (("moss_bear", {"res": 5}),)}, {}, windows=True).call("moss_bear")
    desk.do("play_reaction", "B", card="sudden_hush", targets=["top"], executor=None).do("concede", "A")
    assert (desk.state.active, desk.state.turn, desk.step) == ("B", 6, "initial")
    assert (desk.player("B").dead, desk.being("moss_bear", "B").now("res")) == (("sudden_hush",), 250)


@pytest.mark.clause("BHM-R111", "BHM-R110")
def test_whoever_is_out_is_not_waited_for() -> None:
    desk = Desk({"counter": 10}, {}, {}, windows=True).call("moss_bear")
    assert desk.waiting == ["B", "C", "A"]
    assert desk.do("concede", "B").waiting == ["C", "A"]


@pytest.mark.clause("BHM-R111", "BHM-R88")
def test_what_is_below_opens_anew() -> None:
    desk = Desk({"counter": 10}, {"counter": 9}, {}, windows=True).call("moss_bear").do("no_reaction", "B")
    desk.do("play_reaction", "C", card="sudden_hush", targets=[None], executor=None)
    assert desk.waiting == ["A", "B", "C"]
    assert desk.do("pass_all", None).waiting == ["B", "C", "A"]


@pytest.mark.clause("BHM-R114")
def test_a_pending_call_reserves_its_space() -> None:
    desk = Desk({"counter": 10}, {}, windows=True).call("moss_bear").rule({"op": "grant_instant_call", "seat": "A", "rank_max": None})
    assert "slot_taken" in desk.codes("instant_call", card="puddle_frog", slot=0, grant=0)


@pytest.mark.clause("BHM-R98", "BHM-R105")
def test_what_counts_by_turns_is_cleared() -> None:
    desk = Desk({"field": ("bell_summoner",), "counter": 9}, {"field": ("moss_bear",)})
    desk.power("bell_summoner", "spark").call("puddle_frog").do("play_strategy", card="rally_call", targets=[None])
    desk.rule({"op": "grant_instant_call", "seat": "A", "rank_max": None}).do("end_phase").hit("bell_summoner", "moss_bear", 5)
    desk.fight().end_turn()
    being, player = desk.being("bell_summoner"), desk.player("A")
    assert (being.executed, being.power_used, being.beside) == ((), False, ())
    assert (player.call_spent, player.strategy_used, player.strategy_sum, player.powers, player.grants) == (0, False, 0, (), ())
    assert player.dead == ("rally_call", "spark")


@pytest.mark.clause("BHM-R104")
def test_a_counter_that_falls_leaves_the_field_alone() -> None:
    desk = Desk({"field": ("iron_cantor",)}, {}).rule({"op": "counter_change", "seat": "A", "delta": -9})
    assert desk.has("iron_cantor")


@pytest.mark.clause("BHM-R12")
def test_a_deserter_waits_for_a_space() -> None:
    desk = Desk({"field": ("puddle_frog",) * 10, "deserters": ("moss_bear",)}, {}, phase="initial").do("draw_mandatory")
    assert [event.card for event in desk.told("waits_to_return")] == ["moss_bear"]
    assert (desk.step, len(desk.player("A").deserters)) == ("strategy", 1)


@pytest.mark.clause("BHM-031", "BHM-R72")
def test_a_territory_that_returns_to_the_hand_is_lost() -> None:
    desk = Desk({}, {"territories": ("fog_fen",)})
    origin, to = {"seat": "B", "zone": "territories"}, {"seat": "B", "zone": "hand"}
    desk.rule({"op": "move_card", "origin": origin, "what": "fog_fen", "to": to, "slot": None})
    assert (desk.counters[1], desk.player("B").hand) == (11, 7)


@pytest.mark.clause("BHM-016", "BHM-R71")
def test_territories_have_no_rank_condition_and_no_limit_a_turn() -> None:
    desk = Desk({"counter": 0}, {})
    for card in ("fog_fen", "granite_keep"):
        desk.do("play_territory", card=card, destroy=None, replace=None)
    assert len(desk.player("A").territories) == 2


@pytest.mark.clause("BHM-100", "BHM-R96")
def test_a_strategy_that_stays() -> None:
    desk = Desk({}, {}).do("add_card", None, id="long_siege", kind="strategy", rank=1, traits=["stays"])
    desk.do("play_strategy", card="long_siege", targets=[])
    assert ([held.card for held in desk.player("A").strategies], desk.player("A").dead) == (["long_siege"], ())


@pytest.mark.clause("BHM-070", "BHM-R43", "BHM-R44")
def test_a_cost_that_is_paid_later() -> None:
    desk = Desk({"field": ("bell_summoner", "moss_bear")}, {})
    desk.do("add_card", None, id="debt", kind="power", rank=1, pod_cost=900, traits=["later"])
    desk.power("bell_summoner", "debt")
    assert desk.now("bell_summoner", "pod") == 300
    assert desk.codes("play_power", executor=2, card="debt", targets=[]) == ["no_pod"]


@pytest.mark.clause("BHM-051", "BHM-095", "BHM-R32", "BHM-R38", "BHM-R40", "BHM-R41", "BHM-R74")
def test_an_equipped_power_lets_its_bearer_attack() -> None:
    desk = Desk({"field": ("bell_summoner",)}, {"field": ("moss_bear",)}, turn=1)
    desk.power("bell_summoner", "ember_brand").end_turn().do("draw_mandatory", "B").end_turn("B")
    desk.do("draw_mandatory").do("end_phase").hit("bell_summoner", "moss_bear", 1)
    assert desk.fight().now("moss_bear", "salud") == 299


@pytest.mark.clause("BHM-020", "BHM-046", "BHM-R34")
def test_fue_zero_may_attack() -> None:
    desk = Desk({"field": ("moss_bear",)}, {"field": ("glass_wraith",)}, phase="combat").rule(
        {"op": "attr_set", "iid": 1, "attr": "fue", "value": 0}
    )
    assert desk.hit("moss_bear", "glass_wraith").fight().now("glass_wraith", "salud") == 180


@pytest.mark.clause("BHM-098", "BHM-R76")
def test_objects_and_powers_are_apart() -> None:
    desk = Desk({"field": ("tide_scribe",)}, {}).power("tide_scribe", "tidal_lash", None)
    desk.do("equip_object", being=1, card="oak_lance")
    assert [held.card for held in desk.being("tide_scribe").objects] == ["oak_lance"]
    poor = Desk({"counter": 5}, {})
    assert poor.codes("play_strategy", card="undermine", targets=[None]) == ["rank_over_counter"]


@pytest.mark.clause("BHM-117", "BHM-118", "BHM-119")
def test_every_zone_is_laid_out() -> None:
    desk = Desk({}, {})
    names = {place.name for place in desk.rules.layout(desk.state)}
    zones = {f"{zone}_A" for zone in ("dead", "deck", "territories", "summons", "deserters", "strategies", "counter")}
    assert zones | {f"space_A{slot}" for slot in range(10)} <= names


@pytest.mark.clause("BHM-010", "BHM-062", "BHM-R36")
def test_what_the_last_attack_does_is_told_before_the_second_strategy_phase() -> None:
    desk = Desk({"field": ("moss_bear",)}, {"field": (("reed_archer", {"res": 0, "salud": 10}),)}, phase="combat")
    desk.hit("moss_bear", "reed_archer").fight()
    order = ("attack_resolved", "killed", "phase_changed")
    names = [event.__struct_config__.tag for event in desk.events]
    assert tuple(name for name in names if name in order) == order
    assert desk.told("phase_changed")[0].phase == "strategy_2"


@pytest.mark.clause("BHM-029", "BHM-R10")
def test_no_strategy_phase_begins_in_a_war_that_the_last_attack_has_ended() -> None:
    desk = Desk({"field": ("moss_bear",)}, {"counter": 31, "field": (("reed_archer", {"res": 0, "salud": 10}),)}, phase="combat")
    desk.hit("moss_bear", "reed_archer").fight()
    assert desk.result == ("win", ("A",), "counter")
    assert desk.told("phase_changed") == []
