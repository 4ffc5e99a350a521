"""What stands on the field: attributes, keywords, gods, entities, summons, control.

Source: docs/inside/rules/bhm.md#attributes, #comparison, #territories, #summons, #reactions.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core.refusals import Malformed
from tapete.games.bhm.beings import Being, Petrified
from tapete.games.bhm.cards import copies
from tapete.games.bhm.deck import DECK
from tapete.games.bhm.state import Options
from tests.contract.starter_cards import starter
from tests.games.bhm.scenario import Desk


def damage(iid: int, attr: str, amount: int) -> dict[str, Any]:
    return {"op": "damage", "iid": iid, "attr": attr, "amount": amount}


def keyword(iid: int, name: str, figure: int = 0, op: str = "add_keyword", until: str = "permanent") -> dict[str, Any]:
    return {"op": op, "iid": iid, "keyword": name, "figure": figure, "until": until}


def typed(desk: Desk, **printed: Any) -> Desk:
    """B has a being that was typed in, on space 0."""
    desk.do("add_card", None, id="stranger", kind=printed.pop("kind", "being"), rank=printed.pop("rank", 2), **printed)
    to = {"seat": "B", "zone": "field"}
    return desk.rule({"op": "move_card", "origin": {"seat": "B", "zone": "hand"}, "what": "stranger", "to": to, "slot": 0})


@pytest.mark.clause("BHM-034", "BHM-058", "BHM-078", "BHM-R47")
@pytest.mark.parametrize(("attr", "counter"), [("pod", 12), ("salud", 12), ("val", 11), ("res", 10), ("fue", 10)])
def test_an_attribute_at_zero(attr: str, counter: int) -> None:
    desk = Desk({}, {"field": ("reed_archer",)}).rule(damage(1, attr, 9_999))
    assert desk.counters[1] == counter
    assert desk.has("reed_archer") == (counter == 10)


@pytest.mark.clause("BHM-R47")
def test_a_killed_being_does_not_also_flee() -> None:
    desk = Desk({}, {"field": ("reed_archer",)}).rule(damage(1, "val", 999), damage(1, "salud", 999))
    assert (desk.counters[1], desk.player("B").deserters, desk.player("B").dead) == (12, (), ("reed_archer",))


@pytest.mark.clause("BHM-059", "BHM-R17", "BHM-R56", "BHM-R109")
def test_a_missing_attribute_is_not_zero() -> None:
    desk = typed(Desk({"field": ("moss_bear",)}, {}), fue=10)
    iid = desk.iid("stranger")
    desk.rule(damage(iid, "val", 50), {"op": "attr_change", "iid": iid, "attr": "salud", "delta": 5, "until": "permanent"})
    assert desk.has("stranger")
    assert [event.reason for event in desk.told("no_effect")] == ["no_attribute"] * 2
    desk.rule({"op": "attr_set", "iid": iid, "attr": "salud", "value": 30})
    assert desk.now("stranger", "salud") == 30
    desk.rule({"op": "force_flee", "iid": iid})
    assert desk.counters[1] == 11


@pytest.mark.clause("BHM-058", "BHM-060", "BHM-R49")
def test_a_card_that_survives_a_zero() -> None:
    desk = typed(Desk({}, {}, phase="strategy_2"), pod=50, salud=50, traits=["survives_pod", "survives_salud"], keywords=["invisible"])
    desk.rule(damage(desk.iid("stranger"), "pod", 50), damage(desk.iid("stranger"), "salud", 50))
    being = desk.being("stranger")
    assert (being.inactive, being.has("invisible"), desk.counters[1]) == (True, False, 10)
    assert desk.end_turn().being("stranger").has("invisible")


@pytest.mark.clause("BHM-138", "BHM-R48", "BHM-R101")
@pytest.mark.parametrize("word", ["inmortal", "eterno"])
def test_pod_zero_kills_what_is_protected(word: str) -> None:
    desk = Desk({}, {"field": ("reed_archer",)}).rule(keyword(1, word), damage(1, "pod", 999))
    assert (desk.has("reed_archer"), desk.counters[1]) == (False, 12)


@pytest.mark.clause("BHM-145", "BHM-146", "BHM-R52")
def test_eterno_stays() -> None:
    desk = Desk({}, {"field": ("dune_colossus",)})
    home = {"op": "move_card", "origin": {"seat": "B", "zone": "field"}, "what": 1, "to": {"seat": "B", "zone": "summons"}, "slot": None}
    control = {"op": "take_control", "iid": 1, "seat": "A", "slot": 0}
    desk.rule(
        {"op": "kill", "iid": 1}, {"op": "annihilate", "iid": 1}, {"op": "force_flee", "iid": 1}, control, home, damage(1, "val", 999)
    )
    assert (desk.has("dune_colossus"), desk.counters[1]) == (True, 10)
    assert {event.reason for event in desk.told("no_effect")} == {"eterno"}
    desk.rule({"op": "petrify", "iid": 1})
    assert desk.counters[1] == 12


@pytest.mark.clause("BHM-147", "BHM-R51", "BHM-R101")
def test_eterno_goes_with_the_name() -> None:
    desk = Desk({}, {"field": ("dune_colossus",)}).rule(damage(1, "salud", 999))
    assert desk.has("dune_colossus")
    desk.rule({"op": "remove_name", "iid": 1})
    assert (desk.has("dune_colossus"), desk.counters[1]) == (False, 12)


@pytest.mark.clause("BHM-141", "BHM-R64")
def test_intangible() -> None:
    desk = Desk({"field": ("moss_bear",)}, {"field": ("glass_wraith",)}, phase="combat").hit("moss_bear", "glass_wraith").fight()
    assert (desk.now("glass_wraith", "salud"), desk.being("moss_bear").physical_used) == (180, True)


@pytest.mark.clause("BHM-142", "BHM-R66")
def test_invisible_is_not_chosen_but_reached() -> None:
    desk = Desk({"field": ("moss_bear",)}, {"field": ("veil_stalker",)})
    effect: dict[str, Any] = {"source": 1, "activates": False, "ops": [damage(2, "salud", 10)]}
    assert desk.codes("declare_effect", targeted=True, **effect) == ["invisible"]
    desk.do("declare_effect", targeted=False, **effect)
    assert desk.now("veil_stalker", "salud") == 150
    desk.do("declare_effect", "B", source=2, activates=False, targeted=True, ops=[damage(2, "salud", 10)])
    assert desk.now("veil_stalker", "salud") == 140


@pytest.mark.clause("BHM-148", "BHM-R68")
@pytest.mark.parametrize(("source", "left"), [("tidal_lash", 300), ("slow_frost", 290)])
def test_inmune(source: str, left: int) -> None:
    desk = Desk({}, {"field": ("ward_abbess",)})
    card = {"card": source, "seat": "A"}
    desk.do("declare_effect", source=card, activates=False, targeted=True, ops=[damage(1, "val", 10)])
    assert desk.now("ward_abbess", "val") == left
    own = {"card": "spark", "seat": "B"}
    desk.do("declare_effect", "B", source=own, activates=False, targeted=True, ops=[damage(1, "val", 10)])
    assert desk.now("ward_abbess", "val") == left - 10


@pytest.mark.clause("BHM-144", "BHM-R67")
def test_terror_may_choose_nobody_and_is_stopped_by_inmune() -> None:
    desk = Desk({}, {"field": (("ward_abbess", {}), "moss_bear")})
    desk.rule(keyword(1, "inmune", 9)).call("howl_hound")
    assert desk.codes("choose_terror", source=desk.iid("howl_hound"), target=desk.iid("howl_hound")) == ["not_enemy"]
    desk.do("choose_terror", source=desk.iid("howl_hound"), target=1)
    assert desk.now("ward_abbess", "val") == 300
    again = Desk({}, {"field": ("moss_bear",)}).call("howl_hound")
    again.do("choose_terror", source=again.iid("howl_hound"), target=None)
    assert (again.now("moss_bear", "val"), again.step) == (250, "strategy")


@pytest.mark.clause("BHM-103", "BHM-104", "BHM-105", "BHM-111", "BHM-R97")
def test_a_divine_summon() -> None:
    desk = typed(Desk({}, {"summons": 2}), kind="being", pod=10)
    desk.do("add_card", None, id="herald", kind="summon", rank=3, salud=10, traits=["god"])
    to = {"seat": "B", "zone": "field"}
    desk.rule({"op": "move_card", "origin": {"seat": "B", "zone": "summons"}, "what": "herald", "to": to, "slot": 4})
    assert desk.player("B").summons == 1
    desk.rule({"op": "kill", "iid": desk.iid("herald")})
    assert (desk.counters[1], desk.player("B").summons, desk.player("B").dead) == (13, 2, ())


@pytest.mark.clause("BHM-106", "BHM-107", "BHM-R54")
@pytest.mark.parametrize("op", ["kill", "annihilate", "petrify", "freeze", "force_flee"])
def test_what_names_beings_leaves_entities_alone(op: str) -> None:
    desk = Desk({}, {"field": ("silent_orbit",)}).rule({"op": op, "iid": 1})
    assert [event.reason for event in desk.told("no_effect")] == ["entity"]
    assert (desk.has("silent_orbit"), desk.counters[1]) == (True, 10)


@pytest.mark.clause("BHM-128", "BHM-R61", "BHM-R78")
def test_stone_and_back() -> None:
    desk = Desk({}, {"field": (("howl_hound", {"objects": ("everbell", "oak_lance"), "salud": 5}),)})
    desk.rule({"op": "petrify", "iid": 1})
    stone = desk.player("B").field[0]
    assert isinstance(stone, Petrified)
    assert ([held.card for held in stone.orphans], desk.player("B").dead) == (["everbell"], ("oak_lance",))
    desk.rule({"op": "unpetrify", "seat": "B", "slot": 0})
    assert (desk.now("howl_hound", "salud"), desk.now("howl_hound", "val"), desk.step) == (220, 300, "strategy")


@pytest.mark.clause("BHM-R91", "BHM-R103")
def test_control_changes_and_ends() -> None:
    desk = Desk({}, {"field": ("moss_bear",)})
    desk.rule({"op": "take_control", "iid": 1, "seat": "A", "slot": 2})
    assert isinstance(desk.player("A").field[2], Being)
    desk.rule({"op": "force_flee", "iid": 1})
    assert (desk.counters, [being.card for being in desk.player("B").deserters]) == ((11, 10), ["moss_bear"])
    other = Desk({}, {"field": ("moss_bear",)}).rule({"op": "take_control", "iid": 1, "seat": "A", "slot": 2}, {"op": "kill", "iid": 1})
    assert (other.counters, other.player("B").dead) == ((12, 10), ("moss_bear",))


@pytest.mark.clause("BHM-R18", "BHM-R77", "BHM-R100")
def test_ranks_stay_within_bounds_and_what_is_carried_stays() -> None:
    desk = Desk({"field": (("tide_scribe", {"objects": ("oak_lance",)}),)}, {})
    desk.rule({"op": "rank_change", "iid": 1, "delta": -9, "until": "end_of_turn"})
    assert (desk.being("tide_scribe").rank, len(desk.being("tide_scribe").objects)) == (0, 1)
    assert "rank_over_being" in desk.codes("equip_object", being=1, card="tin_buckler")
    desk.rule({"op": "rank_change", "iid": 1, "delta": 40, "until": "permanent"})
    assert desk.being("tide_scribe").rank == 34
    assert desk.end_turn().being("tide_scribe").rank == 40


@pytest.mark.clause("BHM-R18", "BHM-R105")
def test_changes_until_the_end_of_the_turn() -> None:
    desk = Desk({"field": ("moss_bear",)}, {})
    change = {"op": "attr_change", "iid": 1, "attr": "fue", "delta": 30}
    desk.rule({**change, "until": "end_of_turn"}, {**change, "until": "permanent"}, keyword(1, "intangible", until="end_of_turn"))
    assert (desk.now("moss_bear", "fue"), desk.being("moss_bear").has("intangible")) == (380, True)
    desk.end_turn()
    assert (desk.now("moss_bear", "fue"), desk.being("moss_bear").has("intangible")) == (350, False)
    desk.rule({"op": "heal", "iid": 1, "attr": "fue", "amount": 500})
    assert desk.now("moss_bear", "fue") == 350


@pytest.mark.clause("BHM-R102")
def test_ones_own_effects_give_the_same_points() -> None:
    desk = Desk({"field": ("moss_bear",)}, {})
    desk.do("declare_effect", source=1, activates=False, targeted=False, ops=[{"op": "kill", "iid": 1}])
    assert desk.counters == (12, 10)


@pytest.mark.clause("BHM-R107")
def test_what_has_left_is_skipped() -> None:
    desk = Desk({"field": ("moss_bear",)}, {"field": ("reed_archer",)}, windows=True)
    ops = [{"op": "kill", "iid": 2}, {"op": "counter_change", "seat": "B", "delta": 1}]
    desk.do("declare_effect", source=1, activates=True, targeted=True, ops=ops).rule({"op": "force_flee", "iid": 2}).passed()
    assert desk.counters[1] == 12


@pytest.mark.clause("BHM-079", "BHM-080", "BHM-081", "BHM-082", "BHM-R95", "BHM-R106")
def test_a_special_card_is_a_being() -> None:
    desk = Desk({}, {})
    desk.do("add_card", None, id="oddity", kind="special", rank=1, salud=20, elements=["fuego"]).call("oddity")
    desk.rule({"op": "freeze", "iid": desk.iid("oddity")})
    assert [event.reason for event in desk.told("no_effect")] == ["fire"]
    assert desk.end_turn().counters[1] == 11


@pytest.mark.clause("BHM-082", "BHM-133", "BHM-R27", "BHM-R63")
@pytest.mark.parametrize("element", ["rayo", "fuego", "tierra", "agua", "aire"])
def test_each_of_the_five_elements_narrows_a_card(element: str) -> None:
    """Only fire withstands freezing, alone or beside another element; an instant call may ask for an element."""
    desk = Desk({}, {})
    elements = list(dict.fromkeys([element, "agua"]))
    desk.do("add_card", None, id="oddity", kind="being", rank=1, salud=20, elements=elements)
    desk.rule({"op": "grant_instant_call", "seat": "A", "elements": [element]})
    if element != "aire":
        assert desk.codes("instant_call", card="reed_archer", slot=0, grant=0) == ["no_grant"]
    desk.do("instant_call", card="oddity", slot=0, grant=0)
    desk.rule({"op": "freeze", "iid": desk.iid("oddity")})
    assert desk.being("oddity").frozen == (element != "fuego")


@pytest.mark.clause("BHM-082")
def test_there_is_no_sixth_element() -> None:
    desk = Desk({}, {})
    assert desk.codes("add_card", None, id="oddity", kind="being", rank=1, elements=["luz"]) == ["outside"]


@pytest.mark.clause("BHM-153", "BHM-154", "BHM-R92")
def test_copies_of_named_cards_are_noted_on_the_card() -> None:
    cards = starter("bhm").cards
    assert {name: copies(cards[name]) for name in ("moss_bear", "iron_cantor", "puddle_frog")} == {
        "moss_bear": 2,
        "iron_cantor": 1,
        "puddle_frog": 3,
    }
    assert [copies(replace(cards["iron_cantor"], copies_max=most)) for most in (3, 4)] == [3, 4]
    assert DECK.faults(starter("bhm"), {"puddle_frog": 40}, Options())[0].clause == "BHM-152"


@pytest.mark.clause("BHM-110", "BHM-R83")
def test_a_summon_never_enters_a_hand() -> None:
    desk = Desk({"field": ("salt_sprite",)}, {})
    move = {"op": "move_card", "origin": {"seat": "A", "zone": "field"}, "what": 1, "to": {"seat": "A", "zone": "hand"}, "slot": None}
    for zone in ("hand", "deck", "dead", "summons"):
        desk = Desk({"field": ("salt_sprite",)}, {}).rule({**move, "to": {"seat": "A", "zone": zone}})
        a = desk.player("A")
        assert (a.summons, a.hand, a.deck, a.dead, a.known_summons) == (4, 6, 20, (), ("salt_sprite",))
    out = {"op": "move_card", "origin": {"seat": "A", "zone": "summons"}, "what": "salt_sprite", "to": {"seat": "A", "zone": "hand"}}
    assert Desk({}, {}).codes("ruling", None, reason="x", ops=[{**out, "slot": None}]) == ["bad_operation"]


@pytest.mark.clause("BHM-R107")
def test_an_operation_on_a_being_that_has_left_does_nothing_and_the_others_go_on() -> None:
    desk = Desk({"field": ("moss_bear",)}, {"field": ("reed_archer", "ember_goat")})
    archer, goat = desk.iid("reed_archer"), desk.iid("ember_goat")
    ops = [{"op": "kill", "iid": archer}, {"op": "freeze", "iid": archer}, {"op": "damage", "iid": goat, "attr": "val", "amount": 10}]
    desk.do("declare_effect", source=desk.iid("moss_bear"), activates=False, targeted=True, ops=ops)
    assert [event.reason for event in desk.told("no_effect")] == ["gone"]
    assert desk.now("ember_goat", "val") == desk.being("ember_goat").now("val") == 140
    desk.do("declare_effect", source=desk.iid("moss_bear"), activates=False, targeted=False, ops=ops[1:])
    assert desk.now("ember_goat", "val") == 130
    lost = {"op": "destroy_object", "iid": archer, "card": "oak_lance"}
    desk.do("declare_effect", source=desk.iid("moss_bear"), activates=False, targeted=False, ops=[lost])
    assert [event.reason for event in desk.told("no_effect")] == ["gone"]
    for strange in (777, 0):
        with pytest.raises((AssertionError, Malformed)):
            desk.do("declare_effect", source=desk.iid("moss_bear"), activates=False, targeted=False, ops=[{"op": "kill", "iid": strange}])
    assert desk.codes("ruling", None, reason="x", ops=[{"op": "kill", "iid": archer}]) == ["bad_operation"]


@pytest.mark.clause("BHM-R40")
def test_leave_for_a_power_attack_is_told() -> None:
    desk = Desk({"field": ("bell_summoner",)}, {}).rule({"op": "grant_power_attack", "iid": 1})
    assert [(event.seat, event.card, event.what, event.clause) for event in desk.told("granted")] == [
        ("A", "bell_summoner", "power_attack", "BHM-R40")
    ]


def place(zone: str) -> dict[str, str]:
    """A zone of A's."""
    return {"seat": "A", "zone": zone}


@pytest.mark.clause("BHM-R114")
def test_a_card_is_not_moved_to_a_space_that_was_taken_meanwhile() -> None:
    desk = Desk({"field": ("moss_bear",), "dead": ("ember_goat",)}, {}, windows=True)
    move = {
        "op": "move_card",
        "origin": {"seat": "A", "zone": "dead"},
        "what": "ember_goat",
        "to": {"seat": "A", "zone": "field"},
        "slot": 3,
    }
    desk.do("declare_effect", source=desk.iid("moss_bear"), activates=True, targeted=False, ops=[move])
    desk.rule({**move, "origin": place("deck"), "what": "reed_archer"}).passed()
    assert desk.player("A").field[3] == desk.being("reed_archer")
    assert [event.reason for event in desk.told("no_effect")] == ["no_space"]
    assert desk.player("A").dead == ("ember_goat",)


@pytest.mark.clause("BHM-R105")
@pytest.mark.parametrize("op", [{"op": "counter_change", "seat": "A", "delta": -3}, {"op": "unfreeze", "iid": 1}])
def test_a_ruling_that_changes_nothing_says_so(op: dict[str, Any]) -> None:
    desk = Desk({"field": ("moss_bear",), "counter": 0}, {}).rule(op)
    assert [(event.place, event.op, event.by_ruling) for event in desk.told("unchanged")] == [(1, op["op"], True)]
