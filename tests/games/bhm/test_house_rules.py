"""Every house rule both ways (docs/inside/rules/bhm.md#config)."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.seats import SEATS
from tapete.games.bhm.state import Options
from tests.games.bhm.scenario import Desk


@pytest.mark.clause("BHM-R02")
@pytest.mark.parametrize("start", [0, 7])
def test_starting_counter(start: int) -> None:
    desk = Desk({}, {}, options={"starting_counter": start})
    desk.state = desk.rules.start(SEATS[:2])
    assert desk.do("setup_player", "A", deck_size=40, summons=0).counters == (start, 0)


@pytest.mark.clause("BHM-042", "BHM-044", "BHM-045", "BHM-R28")
@pytest.mark.parametrize(("armagedon", "before", "after"), [(20, 20, 21), (20, 21, 21), (30, 30, 31), (5, 6, 6), ("off", 3, 3)])
def test_armagedon(armagedon: Any, before: int, after: int) -> None:
    desk = Desk({"counter": before}, {}, options={"armagedon": armagedon}, phase="strategy_2")
    assert desk.end_turn().counters[0] == after


@pytest.mark.clause("BHM-006", "BHM-030", "BHM-R04", "BHM-R05", "BHM-R30")
@pytest.mark.parametrize("deckout", ["on_mandatory_draw", "on_empty"])
def test_deckout(deckout: str) -> None:
    desk = Desk({"deck": 1}, {}, options={"deckout": deckout}, phase="strategy_2").do("end_phase").do("draw_optional", take=True)
    assert desk.result == (("win", ("B",), "deckout") if deckout == "on_empty" else None)
    last = Desk({"deck": 0}, {"deck": 5}, phase="initial", options={"deckout": "on_mandatory_draw"})
    assert last.do("draw_mandatory").result == ("win", ("B",), "deckout")


@pytest.mark.clause("BHM-R05")
@pytest.mark.parametrize("mandatory", [True, False])
def test_a_card_that_orders_a_draw(mandatory: bool) -> None:
    desk = Desk({}, {"deck": 2, "hand": 1}).rule({"op": "draw", "seat": "B", "n": 3, "mandatory": mandatory})
    assert (desk.result is not None) == mandatory
    assert mandatory or desk.player("B").hand == 3


@pytest.mark.clause("BHM-R06")
@pytest.mark.parametrize("draws", [True, False])
def test_first_turn_draw(draws: bool) -> None:
    desk = Desk({}, {}, options={"first_turn_draw": draws})
    desk.state = desk.rules.start(SEATS[:2])
    for seat in SEATS[:2]:
        desk.do("setup_player", seat, deck_size=40, summons=0)
    desk.do("exchange", "A", n=0).do("exchange", "B", n=0)
    for die, value in zip(desk.state.agenda[-1].dice, (9, 1), strict=True):  # type: ignore[union-attr]  # dice are asked for
        desk.do("enter_roll", None, roll=die.id, value=value)
    assert desk.step == ("initial" if draws else "strategy")


@pytest.mark.clause("BHM-012", "BHM-R11")
@pytest.mark.parametrize("returns", ["next_turn", "controllers_turn"])
def test_deserters_return(returns: str) -> None:
    desk = Desk({}, {"deserters": ("moss_bear",)}, options={"deserters_return": returns}, phase="initial").do("draw_mandatory")
    assert desk.step == ("initial" if returns == "next_turn" else "strategy")


@pytest.mark.clause("BHM-R13")
@pytest.mark.parametrize("terror", [True, False])
def test_terror_on_return(terror: bool) -> None:
    desk = Desk({"deserters": ("howl_hound",)}, {"field": ("moss_bear",)}, options={"terror_on_return": terror}, phase="return")
    desk.do("return_deserter", iid=1, slot=0)
    assert desk.step == ("terror" if terror else "strategy")


@pytest.mark.clause("BHM-R15")
@pytest.mark.parametrize("goes", ["discard", "travel"])
def test_flee_attachments(goes: str) -> None:
    desk = Desk({}, {"field": (("moss_bear", {"objects": ("oak_lance",)}),)}, options={"flee_attachments": goes})
    desk.rule({"op": "force_flee", "iid": desk.iid("moss_bear")})
    assert desk.player("B").dead == (() if goes == "travel" else ("oak_lance",))
    assert len(desk.player("B").deserters[0].objects) == (goes == "travel")


@pytest.mark.clause("BHM-077", "BHM-R16")
@pytest.mark.parametrize("where", ["shuffle", "top", "bottom"])
def test_second_flight_deck(where: str) -> None:
    desk = Desk({"field": (("moss_bear", {"returned": True}),)}, {}, options={"second_flight_deck": where})
    desk.rule({"op": "force_flee", "iid": 1})
    assert (desk.told("went_to")[0].where, desk.counters[0]) == (where, 11)


@pytest.mark.clause("BHM-R23")
@pytest.mark.parametrize("full", [True, False])
def test_second_strategy(full: bool) -> None:
    options = {"second_strategy": "full" if full else "calls_and_strategies"}
    desk = Desk({"field": ("tide_scribe",)}, {}, options=options, phase="strategy_2")
    action = desk.action("play_power", "A", executor=1, card="spark", targets=[])
    assert [refusal.code for refusal in desk.rules.check(desk.state, action)] == ([] if full else ["wrong_phase"])
    desk.call("puddle_frog").do("play_strategy", card="rally_call", targets=["A"])


@pytest.mark.clause("BHM-R24")
@pytest.mark.parametrize(("pool", "legal"), [("per_card", True), ("per_turn_sum", False)])
def test_strategy_pool(pool: str, legal: bool) -> None:
    desk = Desk({"counter": 7, "strategy_sum": 6}, {}, options={"strategy_pool": pool})
    action = desk.action("play_strategy", "A", card="rally_call", targets=["A"])
    assert (desk.rules.check(desk.state, action) == ()) == legal


@pytest.mark.clause("BHM-040", "BHM-041", "BHM-R26", "BHM-R27")
@pytest.mark.parametrize("limited", [True, False])
def test_instant_call_rank_limit(limited: bool) -> None:
    desk = Desk({}, {"counter": 2}, options={"instant_call_rank_limit": limited}, phase="combat")
    desk.rule({"op": "grant_instant_call", "seat": "B", "rank_max": 4})
    call: dict[str, Any] = {"card": "moss_bear", "slot": 0, "grant": 0}
    if limited:
        assert desk.codes("instant_call", "B", **call) == ["rank_over_counter"]
        return
    assert desk.codes("instant_call", "B", card="iron_cantor", slot=0, grant=0) == ["no_grant"]
    desk.do("instant_call", "B", **call)
    assert (desk.has("moss_bear"), desk.player("B").call_spent, desk.player("B").grants) == (True, 0, ())


@pytest.mark.clause("BHM-053", "BHM-R31", "BHM-R39")
@pytest.mark.parametrize("each", [True, False])
def test_attacks_per_being(each: bool) -> None:
    options = {"attacks_per_being": "one_of_each" if each else "one"}
    field = (("bell_summoner", {"powers": ("ember_brand",)}),)
    desk = Desk({"field": field}, {"field": ("moss_bear",)}, options=options, phase="combat").hit("bell_summoner", "moss_bear")
    given: dict[str, Any] = {"attacker": desk.iid("bell_summoner"), "target": desk.iid("moss_bear")}
    if each:
        desk.do("declare_power", **given, pod=5)
    assert desk.codes("declare_power", **given, pod=5) == ["attack_used"]


@pytest.mark.clause("BHM-R33", "BHM-R60")
@pytest.mark.parametrize("scope", ["any", "direct"])
def test_attack_scope(scope: str) -> None:
    field = {"field": ("moss_bear",)}
    desk = Desk(field, field, field, options={"attack_scope": scope}, phase="combat")
    action = desk.action("declare_physical", "A", attacker=desk.iid("moss_bear", "A"), target=desk.iid("moss_bear", "C"))
    assert [refusal.code for refusal in desk.rules.check(desk.state, action)] == ([] if scope == "any" else ["not_enemy"])


@pytest.mark.clause("BHM-062", "BHM-R36")
@pytest.mark.parametrize("mode", ["batch", "immediate"])
def test_combat_mode(mode: str) -> None:
    desk = Desk({"field": ("moss_bear",)}, {"field": ("reed_archer",)}, options={"combat_mode": mode}, phase="combat")
    assert desk.hit("moss_bear", "reed_archer").has("reed_archer") == (mode == "batch")


@pytest.mark.clause("BHM-067", "BHM-073", "BHM-R45")
@pytest.mark.parametrize("scope", ["all", "active"])
def test_restore_scope(scope: str) -> None:
    hurt = {"field": (("reed_archer", {"res": 10, "pod": 5}),)}
    desk = Desk(hurt, hurt, options={"restore_scope": scope}, phase="strategy_2").end_turn()
    assert [desk.being("reed_archer", seat).now("res") for seat in SEATS[:2]] == [60, 60 if scope == "all" else 10]


@pytest.mark.clause("BHM-128", "BHM-R61")
@pytest.mark.parametrize("counts", [True, False])
def test_petrified_counts(counts: bool) -> None:
    desk = Desk({"field": (("moss_bear", {"stone": True}),)}, {}, options={"petrified_counts": counts}, phase="strategy_2").end_turn()
    assert desk.counters[1] == 10 + counts


@pytest.mark.clause("BHM-143", "BHM-R57")
@pytest.mark.parametrize("counts", [True, False])
def test_invisible_in_superiority(counts: bool) -> None:
    options = {"invisible_in_superiority": counts}
    desk = Desk({"field": ("veil_stalker",)}, {}, options=options, phase="strategy_2").end_turn()
    assert desk.counters[1] == 10 + counts


@pytest.mark.clause("BHM-R60")
@pytest.mark.parametrize(("direct", "counters"), [("next", (11, 11, 10)), ("previous", (11, 10, 11))])
def test_direct_adversary(direct: str, counters: tuple[int, ...]) -> None:
    desk = Desk({"field": ("moss_bear",)}, {}, {}, options={"direct_adversary": direct}, phase="strategy_2").end_turn()
    assert desk.counters == counters


@pytest.mark.clause("BHM-083", "BHM-R69")
@pytest.mark.parametrize("must", [True, False])
def test_territory_destroys(must: bool) -> None:
    desk = Desk({}, {"territories": ("fog_fen",)}, options={"territory_destroys": "mandatory" if must else "optional"})
    action = desk.action("play_territory", "A", card="fog_fen", destroy=None, replace=None)
    assert [refusal.code for refusal in desk.rules.check(desk.state, action)] == (["must_choose"] if must else [])


@pytest.mark.clause("BHM-085", "BHM-R70")
@pytest.mark.parametrize("third", ["reject", "replace"])
def test_third_territory(third: str) -> None:
    desk = Desk({"territories": ("fog_fen", "granite_keep")}, {}, options={"third_territory": third})
    given: dict[str, Any] = {"card": "wind_terrace", "destroy": None, "replace": 0}
    if third == "reject":
        assert "territory_limit" in desk.codes("play_territory", **given)
        return
    desk.do("play_territory", **given)
    assert [held.card for held in desk.player("A").territories] == ["granite_keep", "wind_terrace"]
    assert (desk.counters[0], desk.player("A").dead) == (11, ("fog_fen",))


@pytest.mark.clause("BHM-106", "BHM-108", "BHM-R53", "BHM-R54")
@pytest.mark.parametrize("points", [0, 3])
def test_entity_death_points(points: int) -> None:
    desk = Desk({}, {"field": ("silent_orbit",)}, options={"entity_death_points": points})
    desk.rule({"op": "damage", "iid": 1, "attr": "salud", "amount": 400})
    assert (desk.counters[1], desk.player("B").dead) == (10 + points, ("silent_orbit",))


@pytest.mark.clause("BHM-155", "BHM-R86", "BHM-R113")
@pytest.mark.parametrize("windows", [True, False])
def test_reaction_windows(windows: bool) -> None:
    desk = Desk({}, {}, windows=windows).call("puddle_frog")
    assert (desk.step, desk.has("puddle_frog")) == (("window", False) if windows else ("strategy", True))


@pytest.mark.clause("BHM-R87")
@pytest.mark.parametrize("uses", [True, False])
def test_reaction_uses_slot(uses: bool) -> None:
    desk = Desk({}, {}, options={"reaction_uses_slot": uses}, windows=True).call("puddle_frog").do("no_reaction", "B")
    desk.do("play_reaction", card="sudden_hush", targets=[None], executor=None)
    assert desk.player("A").strategy_used == uses


@pytest.mark.clause("BHM-038", "BHM-R20")
def test_call_budget() -> None:
    """Both ways in example 4; here the snapshot is taken when a turn begins."""
    desk = Desk({}, {"counter": 9}, options={"call_budget": "snapshot"}, phase="strategy_2").end_turn()
    assert desk.player("B").call_snapshot == 9


def test_every_house_rule_is_tried() -> None:
    tried = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert set(Options.__struct_fields__) - tried == set()
