"""Where clauses meet: what a judge would ask at the table, each with the outcome that the ledger demands."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.catalogue import gather
from tapete.games.bhm.beings import Orphans
from tapete.games.bhm.cards import Card
from tests.contract.starter_cards import starter
from tests.games.bhm.scenario import Desk

HUSH: dict[str, Any] = {"card": "sudden_hush", "targets": ["top"], "executor": None}


def damage(iid: int, attr: str, amount: int) -> dict[str, Any]:
    return {"op": "damage", "iid": iid, "attr": attr, "amount": amount}


def gains(iid: int, keyword: str, figure: int = 0) -> dict[str, Any]:
    return {"op": "add_keyword", "iid": iid, "keyword": keyword, "figure": figure, "until": "permanent"}


def taken(iid: int, seat: str, slot: int) -> dict[str, Any]:
    return {"op": "take_control", "iid": iid, "seat": seat, "slot": slot}


def side(*field: Any, **more: Any) -> dict[str, Any]:
    return {"field": field, **more}


def desk_with(*cards: Card, players: tuple[dict[str, Any], ...], **more: Any) -> Desk:
    """A desk whose catalogue has these cards as well."""
    bare = starter("bhm")
    catalogue = gather("bhm", "With more", {**bare.cards, **{card.id: card for card in cards}}, dict(bare.extras))
    return Desk(*players, catalogue=catalogue, **more)


def told(desk: Desk, name: str) -> list[tuple[str, str]]:
    return [(event.reason, event.clause) for event in desk.told(name)]


def cited(desk: Desk, what: str, seat: str = "A", **arguments: Any) -> list[tuple[str, str]]:
    return [(refusal.code, refusal.clause) for refusal in desk.refused(what, seat, **arguments)]  # type: ignore[arg-type]  # letters of seats


# ---- what was chosen before others could react is looked at again


@pytest.mark.clause("BHM-142", "BHM-R37", "BHM-R89")
@pytest.mark.parametrize("pod", [None, 100])
def test_an_attack_on_what_becomes_invisible_before_it_is_in_the_queue(pod: int | None) -> None:
    """Before the queue its target is judged again; once in the queue only leaving and stone undo it."""
    desk = Desk(side("tide_scribe" if pod else "moss_bear"), side("iron_cantor"), phase="combat", windows=True)
    desk.hit("tide_scribe" if pod else "moss_bear", "iron_cantor", pod).rule(gains(2, "invisible")).passed()
    assert told(desk, "attack_lost") == [("invisible", "BHM-R89")]
    assert desk.do("resolve_combat").step == "strategy"
    queued = Desk(side("moss_bear"), side("reed_archer"), phase="combat").hit("moss_bear", "reed_archer")
    assert queued.rule(gains(2, "invisible"), {"op": "freeze", "iid": 1}).fight().counters == (10, 12)


@pytest.mark.clause("BHM-142", "BHM-R66", "BHM-R89")
def test_a_power_at_what_becomes_invisible_is_paid_and_does_nothing() -> None:
    desk = Desk(side("bell_summoner"), side("moss_bear"), windows=True)
    desk.power("bell_summoner", "tidal_lash", 2).rule(gains(2, "invisible")).passed()
    assert told(desk, "no_effect") == [("invisible", "BHM-R89")]
    assert (desk.now("bell_summoner", "pod"), desk.now("moss_bear", "val")) == (240, 250)


@pytest.mark.clause("BHM-142", "BHM-R89")
@pytest.mark.parametrize(("chooses", "left"), [(True, 150), (False, 140)])
def test_an_ability_at_what_becomes_invisible(chooses: bool, left: int) -> None:
    """What chooses nobody reaches it all the same."""
    desk = Desk(side("moss_bear"), side("ember_goat"), windows=True)
    desk.do("declare_effect", source=1, activates=True, targeted=chooses, ops=[damage(2, "val", 10)])
    assert desk.rule(gains(2, "invisible")).passed().now("ember_goat", "val") == left


@pytest.mark.clause("BHM-142", "BHM-144", "BHM-R89")
def test_terror_at_what_becomes_invisible() -> None:
    desk = Desk({"counter": 12}, side("moss_bear"), windows=True).call("howl_hound").passed()
    desk.do("choose_terror", source=desk.iid("howl_hound"), target=1).rule(gains(1, "invisible")).passed()
    assert (told(desk, "no_effect"), desk.now("moss_bear", "val")) == ([("invisible", "BHM-R89")], 250)


@pytest.mark.clause("BHM-R89", "BHM-R103")
def test_a_power_at_an_enemy_that_is_one_s_own_by_now() -> None:
    desk = Desk(side("bell_summoner"), side("moss_bear"), windows=True)
    desk.power("bell_summoner", "tidal_lash", 2).rule(taken(2, "A", 5)).passed()
    assert (told(desk, "no_effect"), desk.now("moss_bear", "val")) == ([("illegal", "BHM-R89")], 250)


@pytest.mark.clause("BHM-089", "BHM-096", "BHM-R77", "BHM-R89")
@pytest.mark.parametrize("card", ["oak_lance", "tidal_lash"])
def test_a_rank_that_falls_while_a_card_waits(card: str) -> None:
    """The being's rank is below the card's by the time it resolves: it does nothing, and has been paid."""
    desk = Desk(side("bell_summoner"), side("moss_bear"), windows=True)
    if card == "oak_lance":
        desk.do("equip_object", card=card, being=1)
    else:
        desk.power("bell_summoner", card, 2)
    desk.rule({"op": "rank_change", "iid": 1, "delta": -2, "until": "end_of_turn"}).passed()
    assert told(desk, "no_effect") == [("illegal", "BHM-R89")]
    assert (desk.player("A").dead, desk.now("moss_bear", "val"), desk.being("bell_summoner").objects) == ((card,), 250, ())


# ---- frozen, and TERROR


@pytest.mark.clause("BHM-129", "BHM-R62", "BHM-R112")
def test_terror_of_one_that_is_frozen_before_it_chooses() -> None:
    desk = Desk({"counter": 12}, side("moss_bear")).call("howl_hound")
    assert desk.step == "terror"
    desk.rule({"op": "freeze", "iid": desk.iid("howl_hound")})
    assert (told(desk, "no_effect"), desk.step) == ([("frozen", "BHM-129")], "strategy")


@pytest.mark.clause("BHM-129", "BHM-R89", "BHM-R112")
def test_terror_of_one_that_is_frozen_in_reaction_to_the_choice() -> None:
    desk = Desk({"counter": 12}, side("moss_bear"), windows=True).call("howl_hound").passed()
    hound = desk.iid("howl_hound")
    desk.do("choose_terror", source=hound, target=1).rule({"op": "freeze", "iid": hound}).passed()
    assert (told(desk, "no_effect"), desk.now("moss_bear", "val")) == ([("frozen", "BHM-R89")], 250)


@pytest.mark.clause("BHM-129", "BHM-R13", "BHM-R14")
def test_a_deserter_that_comes_back_frozen_strikes_no_terror() -> None:
    gone = {"deserters": (("howl_hound", {"frozen": True}),)}
    desk = Desk(gone, side("moss_bear"), phase="initial", turn=2, options={"terror_on_return": True}).do("draw_mandatory")
    desk.do("return_deserter", iid=1, slot=0)
    assert (told(desk, "no_effect"), desk.step) == ([("frozen", "BHM-129")], "strategy")


@pytest.mark.clause("BHM-144", "BHM-R112")
def test_while_the_other_player_owes_terror_only_a_ruling_or_giving_up() -> None:
    """B's instant call in A's turn: A waits."""
    grant = [{"op": "grant_instant_call", "seat": seat, "rank_max": None} for seat in "AB"]
    desk = Desk(side("moss_bear", counter=12), {}, {}).rule(*grant)
    desk.do("instant_call", "B", card="howl_hound", slot=0, grant=0)
    note = {"source": 1, "activates": False, "targeted": False, "ops": [{"op": "note", "text": "first"}]}
    given: list[tuple[str, dict[str, Any]]] = [
        ("end_phase", {}),
        ("declare_effect", note),
        ("instant_call", {"card": "puddle_frog", "slot": 3, "grant": 0}),
    ]
    assert [cited(desk, what, **arguments) for what, arguments in given] == [[("choice_owed", "BHM-R112")]] * 3
    assert desk.do("concede", "B").step == "strategy"


# ---- the last POD


@pytest.mark.clause("BHM-060", "BHM-138", "BHM-R42", "BHM-R51")
@pytest.mark.parametrize(("card", "zero", "counter"), [("iron_cantor", "salud", 12), ("dune_colossus", "val", 11)])
def test_the_last_pod_of_one_that_its_keyword_kept_on_the_field(card: str, zero: str, counter: int) -> None:
    """Only the check on POD waits for the power: INMORTAL and ETERNO are off, so Salud 0 kills and VAL 0 puts to flight at once."""
    desk = Desk(side((card, {"pod": 100, zero: 0})), side("moss_bear"), windows=True).power(card, "slow_frost", 2)
    assert (desk.has(card), desk.counters) == (False, (counter, 10))
    assert desk.passed().being("moss_bear").frozen is False


@pytest.mark.clause("BHM-068", "BHM-R42")
@pytest.mark.parametrize(("then", "alive"), [("cancelled", False), ("healed", True)])
def test_the_last_pod_when_the_power_is_over(then: str, alive: bool) -> None:
    desk = Desk(side(("bell_summoner", {"pod": 100})), side("moss_bear", counter=12), windows=True).power("bell_summoner", "slow_frost", 2)
    if then == "cancelled":
        desk.do("play_reaction", "B", **HUSH)
    else:
        desk.rule({"op": "heal", "iid": 1, "attr": "pod", "amount": 1})
    assert (desk.passed().has("bell_summoner"), desk.counters[0]) == (alive, 10 if alive else 12)


@pytest.mark.clause("BHM-068", "BHM-R42", "BHM-R89")
def test_pod_that_came_back_and_is_taken_by_another_kills_at_once() -> None:
    """The payment took the last POD; what was healed since then is lost to a reaction and not to the payment."""
    desk = Desk(side(("bell_summoner", {"pod": 100})), side("moss_bear"), windows=True).power("bell_summoner", "slow_frost", 2)
    desk.rule(damage(1, "pod", 5)).rule({"op": "heal", "iid": 1, "attr": "pod", "amount": 5})
    assert desk.has("bell_summoner")
    desk.rule(damage(1, "pod", 5))
    assert (desk.has("bell_summoner"), desk.counters) == (False, (12, 10))
    assert desk.passed().being("moss_bear").frozen is False


# ---- simultaneous ends


@pytest.mark.clause("BHM-086", "BHM-R08", "BHM-R70")
def test_a_territory_that_replaces_one_and_destroys_another_ends_both_wars() -> None:
    a, b = {"counter": 31, "territories": ("fog_fen", "wind_terrace")}, {"counter": 31, "territories": ("fog_fen",)}
    desk = Desk(a, b, options={"third_territory": "replace"})
    desk.do("play_territory", card="wind_terrace", destroy={"seat": "B", "index": 0}, replace=0)
    assert desk.result == ("draw", (), "counter")


@pytest.mark.clause("BHM-006", "BHM-029", "BHM-R08")
def test_one_without_cards_and_one_at_32_fall_together() -> None:
    desk = Desk({"deck": 0}, {})
    desk.rule({"op": "counter_change", "seat": "B", "delta": 32}, {"op": "draw", "seat": "A", "n": 1, "mandatory": True})
    assert desk.result is not None
    assert desk.result[:2] == ("draw", ())


@pytest.mark.clause("BHM-029", "BHM-R03", "BHM-R08")
def test_above_32_and_below_again_in_one_effect_loses_nothing() -> None:
    desk = Desk({"counter": 31}, {})
    desk.rule(*({"op": "counter_change", "seat": "A", "delta": delta} for delta in (5, -10)))
    assert (desk.result, desk.counters) == (None, (26, 10))


@pytest.mark.clause("BHM-030", "BHM-R04")
def test_by_house_rule_the_last_card_of_a_deck_loses_even_when_it_was_not_due() -> None:
    desk = Desk({"deck": 1, "hand": 3}, {}, phase="final", options={"deckout": "on_empty"}).do("draw_optional", take=True)
    assert [(event.seat, event.reason, event.clause) for event in desk.told("eliminated")] == [("A", "deckout", "BHM-030")]


@pytest.mark.clause("BHM-028", "BHM-067", "BHM-R10", "BHM-R29")
def test_the_comparison_takes_the_active_player_out_and_the_others_are_restored() -> None:
    desk = Desk({"counter": 31}, side(("bell_summoner", {"pod": 10})), side("reed_archer"), phase="strategy_2").end_turn()
    assert (desk.player("A").alive, desk.state.active, desk.now("bell_summoner", "pod")) == (False, "B", 300)
    assert desk.counters[1:] == (10, 10)


@pytest.mark.clause("BHM-063", "BHM-R18", "BHM-R29", "BHM-R47")
def test_a_change_that_ends_with_the_turn_puts_to_flight_in_the_final_phase() -> None:
    """Only the borrowed maximum kept VAL above 0: it flees in F4, and at 31 its controller is out."""
    grow = [{"op": "attr_change", "iid": 1, "attr": "val", "delta": delta, "until": until} for delta, until in GROW]
    desk = Desk(side("reed_archer"), side("moss_bear"), phase="strategy_2").rule(*grow).end_turn()
    assert [being.card for being in desk.player("A").deserters] == ["reed_archer"]
    assert desk.counters == (12, 10)  # 1 for the flight, 1 for ARMAGEDON
    last = Desk(side("reed_archer", counter=31), side("moss_bear"), phase="strategy_2").rule(*grow).end_turn()
    assert last.result == ("win", ("B",), "counter")


GROW = ((50, "end_of_turn"), (-120, "permanent"))


# ---- coming back


@pytest.mark.clause("BHM-012", "BHM-R11")
def test_deserters_return_in_turn_order() -> None:
    desk = Desk({"deserters": ("reed_archer",)}, {"deserters": ("ember_goat",)}, phase="initial", turn=2, active="B").do(
        "draw_mandatory", "B"
    )
    assert [owed.seat for owed in desk.rules.awaiting(desk.state)] == ["B"]
    assert cited(desk, "return_deserter", "A", iid=1, slot=0) == [("not_your_answer", "BHM-012")]
    assert desk.do("return_deserter", "B", iid=2, slot=0).do("return_deserter", "A", iid=1, slot=0).step == "strategy"


@pytest.mark.clause("BHM-012", "BHM-R11")
def test_what_flees_in_reaction_to_the_draw_waits_for_the_next_turn() -> None:
    desk = Desk(side("reed_archer"), {}, phase="initial", windows=True).do("draw_mandatory")
    assert desk.rule({"op": "force_flee", "iid": 1}).passed().step == "strategy"
    assert [being.fled_turn for being in desk.player("A").deserters] == [5]


@pytest.mark.clause("BHM-077", "BHM-R12")
def test_one_that_had_to_wait_for_a_space_has_returned_in_the_turn_in_which_it_came() -> None:
    full = side(*("puddle_frog",) * 10, deserters=("reed_archer",))
    desk = Desk(full, {}, phase="initial", turn=2).do("draw_mandatory")
    archer = desk.player("A").deserters[0].iid
    desk.rule({"op": "kill", "iid": 1}).end_turn().do("draw_mandatory", "B").do("return_deserter", iid=archer, slot=0)
    desk.rule({"op": "force_flee", "iid": archer})
    assert (desk.player("A").deserters, desk.player("A").deck) == ((), 20)
    assert [(event.zone, event.clause) for event in desk.told("went_to")] == [("deck", "BHM-077")]


@pytest.mark.clause("BHM-065", "BHM-R91", "BHM-R103")
def test_a_taken_being_that_flees_costs_its_controller_and_returns_to_its_owner() -> None:
    desk = Desk({}, side("reed_archer")).rule(taken(1, "A", 0)).rule(damage(1, "val", 999))
    assert desk.counters == (11, 10)
    desk.end_turn().do("draw_mandatory", "B").do("return_deserter", "B", iid=1, slot=5)
    assert desk.being("reed_archer", "B").since > 1


# ---- territories, objects, summons


@pytest.mark.clause("BHM-084", "BHM-134", "BHM-R70", "BHM-R71")
def test_a_territory_that_cannot_be_destroyed_gives_way_to_none() -> None:
    play: dict[str, Any] = {"card": "fog_fen", "destroy": None}
    house = {"third_territory": "replace"}
    desk = Desk({"territories": ("granite_keep", "wind_terrace")}, {}, options=house)
    assert cited(desk, "play_territory", replace=0, **play) == [("indestructible", "BHM-084")]
    assert cited(desk, "play_territory", replace=None, **play) == [("must_choose", "BHM-R70")]
    assert desk.do("play_territory", replace=1, **play).counters == (11, 10)
    both = Desk({"territories": ("granite_keep",) * 2}, {}, options=house)
    assert cited(both, "play_territory", replace=None, **play) == [("territory_limit", "BHM-085")]
    one = Desk({"territories": ("wind_terrace",)}, {}, options=house)
    assert cited(one, "play_territory", replace=0, **play) == [("bad_target", "BHM-R70")]


@pytest.mark.clause("BHM-R70", "BHM-R89")
def test_the_territory_that_gives_way_is_the_one_that_was_named() -> None:
    """It is destroyed by other means first: the other one, which moves up, stays, and there is room."""
    desk = Desk({"territories": ("fog_fen", "wind_terrace")}, {}, windows=True, options={"third_territory": "replace"})
    desk.do("play_territory", card="granite_keep", destroy=None, replace=0)
    desk.rule({"op": "destroy_territory", "seat": "A", "index": 0}).passed()
    assert [held.card for held in desk.player("A").territories] == ["wind_terrace", "granite_keep"]
    assert desk.counters == (11, 10)


@pytest.mark.clause("BHM-134", "BHM-R72")
@pytest.mark.parametrize(("zone", "stays", "counter"), [("dead", True, 10), ("hand", False, 11)])
def test_an_indestructible_territory_goes_to_no_dead_zone_but_may_be_lost(zone: str, stays: bool, counter: int) -> None:
    desk = Desk({}, {"territories": ("granite_keep",)})
    desk.rule(
        {"op": "move_card", "what": "granite_keep", "origin": {"seat": "B", "zone": "territories"}, "to": {"seat": "B", "zone": zone}}
    )
    assert (bool(desk.player("B").territories), desk.counters[1]) == (stays, counter)


@pytest.mark.clause("BHM-135", "BHM-R78", "BHM-R89")
def test_an_orphan_whose_new_bearer_is_refused_stays_where_it_lies() -> None:
    desk = Desk(side(("everbell", {"pile": True}), "moss_bear"), {"counter": 12}, windows=True)
    desk.do("reattach_object", slot=0, index=0, being=desk.iid("moss_bear")).do("play_reaction", "B", **HUSH).passed()
    pile = desk.player("A").field[0]
    assert isinstance(pile, Orphans)
    assert ([held.card for held in pile.objects], desk.player("A").dead) == (["everbell"], ())


@pytest.mark.clause("BHM-R79", "BHM-R109")
def test_an_object_acts_on_no_attribute_that_came_later() -> None:
    horn = Card(id="horn", name="Horn", kind="object", rank=1, mods={"pod": 50, "fue": 10})
    desk = desk_with(horn, players=(side("moss_bear"), {})).do("equip_object", card="horn", being=1)
    desk.rule({"op": "attr_set", "iid": 1, "attr": "pod", "value": 30}, {"op": "destroy_object", "iid": 1, "card": "horn"})
    assert (desk.now("moss_bear", "pod"), desk.now("moss_bear", "fue")) == (30, 320)


@pytest.mark.clause("BHM-113", "BHM-116", "BHM-R81", "BHM-R100")
def test_even_a_summon_of_rank_0_needs_a_power_and_binds_its_summoner() -> None:
    wisp = Card(id="wisp", name="Wisp", kind="summon", rank=0, salud=10)
    desk = desk_with(wisp, players=(side("bell_summoner"), side("moss_bear")))
    assert cited(desk, "summon", card="wisp", slot=5, sources=[1]) == [("points_short", "BHM-113")]
    desk.power("bell_summoner", "spark").do("assign_summon_points", summoner=1, power=desk.player("A").powers[0].seq)
    desk.do("summon", card="wisp", slot=5, sources=[1]).do("end_phase")
    assert cited(desk, "declare_physical", attacker=1, target=2) == [("summoned_this_turn", "BHM-116")]


@pytest.mark.clause("BHM-111", "BHM-116", "BHM-R83", "BHM-R89")
def test_a_summon_that_is_cancelled_goes_home_and_its_summoner_does_not_attack() -> None:
    desk = (
        Desk(side("bell_summoner", summons=1), side("moss_bear", counter=12), windows=True)
        .power("bell_summoner", "tidal_lash", None)
        .passed()
    )
    desk.do("assign_summon_points", summoner=1, power=desk.player("A").powers[0].seq)
    desk.do("summon", card="salt_sprite", slot=3, sources=[1]).do("play_reaction", "B", **HUSH).passed()
    assert (desk.player("A").summons, desk.player("A").dead, desk.being("bell_summoner").points) == (1, (), 2)
    assert cited(desk.do("end_phase"), "declare_physical", attacker=1, target=2) == [("summoned_this_turn", "BHM-116")]


# ---- who is pointed at


@pytest.mark.clause("BHM-R54", "BHM-R74", "BHM-R76")
def test_what_can_neither_execute_nor_carry_nor_attack() -> None:
    """A stone, an entity, and something that is not there, each told apart from a wrong target."""
    stone = ("puddle_frog", {"stone": True})
    desk = Desk(side("silent_orbit", stone), {})
    assert [cited(desk, "play_power", executor=iid, card="spark", targets=[]) for iid in (1, 2, 99)] == [[("bad_executor", "BHM-R74")]] * 3
    bearers = [cited(desk, "equip_object", being=iid, card="tin_buckler") for iid in (1, 2, 99)]
    assert bearers == [[("bad_bearer", clause)] for clause in ("BHM-R54", "BHM-R76", "BHM-R76")]
    combat = Desk(side("silent_orbit"), side("moss_bear"), phase="combat")
    assert cited(combat, "declare_power", attacker=1, target=2, pod=1)[0] == ("wrong_kind", "BHM-R54")
    assert cited(combat, "declare_physical", attacker=99, target=2) == [("no_such_card", "BHM-R107")]


@pytest.mark.clause("BHM-R27")
def test_a_leave_that_nobody_gave() -> None:
    desk = Desk({}, {})
    assert cited(desk, "instant_call", "B", card="moss_bear", slot=0, grant=1) == [("no_grant", "BHM-R27")]


@pytest.mark.clause("BHM-R105")
@pytest.mark.parametrize(
    ("op", "spanish", "english"),
    [
        ({"op": "kill", "iid": 9}, "«ASESINAR»", "ASESINAR (kill)"),
        ({"op": "grant_instant_call", "seat": "A", "elements": ["agua", "agua"]}, "está dos veces", "is there twice"),
    ],
)
def test_what_is_wrong_with_a_ruling_is_said_in_words(op: dict[str, Any], spanish: str, english: str) -> None:
    desk = Desk({}, {})
    said = desk.refused("ruling", None, reason="a judge", ops=[op])[0].text(desk.rules.words)
    assert (spanish in said.in_("es"), english in said.in_("en"), "_" in said.in_("es") + said.in_("en")) == (True, True, False)


@pytest.mark.clause("BHM-010", "BHM-R23")
def test_a_refusal_of_the_phase_says_when_it_is_time() -> None:
    desk = Desk(side("moss_bear"), {}, phase="combat")
    said = desk.refused("end_phase")[0].text(desk.rules.words)
    assert said.in_("en") == "That belongs to a strategy phase; now it is the combat phase."
    kept = Desk(side("bell_summoner"), {}, phase="strategy_2", options={"second_strategy": "calls_and_strategies"})
    said = kept.refused("play_power", executor=1, card="spark", targets=[])[0].text(kept.rules.words)
    assert said.in_("en") == "By house rule the second strategy phase is for calls and strategy cards only."
