"""What cards say and cost: colours, texts, abilities with a price and a die, targets, and effects that find too little."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.catalogue import CardError
from tapete.core.steps import Cards
from tapete.games.mamlejet.cards import read
from tapete.games.mamlejet.figures import COLOURS, Cost, Wealth, plain
from tapete.games.mamlejet.state import Hit
from tests.contract.starter_cards import starter
from tests.games.mamlejet.camp import Camp, with_cards

RICH = Wealth(9, 9, 9)


def made(card: str, card_type: str, **keys: Any) -> dict[str, Any]:
    """A card as a catalogue has it."""
    return {"id": card, "type": card_type, "name": {"es": card.capitalize()}, **keys}


@pytest.mark.clause("MMK-003", "MMK-035", "MMK-063")
@pytest.mark.parametrize(("resource", "colour", "tactic"), [("racion", "white", "centinela"), ("mina", "red", "herrero")])
def test_each_basic_resource_pays_for_its_own_colour(resource: str, colour: str, tactic: str) -> None:
    assert COLOURS == ("white", "red", "blue")
    camp = Camp(1, A={"in_play": [resource, "estudio"]})
    assert camp.board.yields(1) == Wealth(**{colour: 1})
    assert camp.codes("play_tactic", "A", card=tactic, targets=[], dedicate=["estudio"]) == ["cost_not_met"]
    assert camp.codes("play_tactic", "A", card=tactic, targets=[], dedicate=[]) == ["cost_not_met"]
    camp.play("A", tactic, dedicate=(resource,))
    assert camp.player("A").pool == Wealth()
    assert camp.at(resource).dedicated == "pays"


@pytest.mark.clause("MMK-224", "MMK-064")
def test_a_cost_is_the_whole_that_is_paid() -> None:
    assert Cost(white=2, generic=1).total == 3
    assert plain(Cost(red=1, blue=4)) == {"red": 1, "blue": 4}
    assert Wealth(3, 1, 2).paid(Cost(red=1, generic=2)) == Wealth(1, 0, 2)
    assert Wealth(1, 0, 1).paid(Cost(generic=1)) == Wealth(0, 0, 1)


@pytest.mark.clause("MMK-009", "MMK-R103", "MMK-153")
def test_a_text_that_the_referee_cannot_read_is_ruled_when_its_card_has_resolved() -> None:
    """The card resolves with nothing; the ruling on its words follows in the window that has opened, with its player as cause."""
    camp = Camp(1, A={"pool": RICH}, front=("e-guerrero",))
    camp.do("add_card", id="cantico", type="tefila", white=1)
    camp.play("A", "cantico").all_pass()
    assert camp.top == "window"
    assert camp.player("A").guenizah[-1].card == "cantico"
    camp.do("ruling", reason="Cántico", agreed=["A"], cause="A", ops=[{"op": "eliminate", "target": camp.names["e-guerrero"]}])
    assert camp.score("A") == 5


@pytest.mark.clause("MMK-062", "MMK-R77")
def test_an_enemy_is_a_soldier_or_an_object() -> None:
    tower = made("e-torre", "enemigo", kind="objeto")
    camp = Camp(1, {"level": "escudero"}, catalogue=with_cards(tower), at="2c_plan", A={"in_play": ["centinela"]}, front=("e-torre",))
    assert camp.codes("assign", "A", soldier="centinela", enemy="e-torre") == ["illegal_target"]
    camp.do("confirm_plan", "A").until("3g")
    assert camp.step == "3g"
    assert camp.there("e-torre")
    assert len(camp.board.enemies) == 1


TABLET = made(
    "tablilla", "objeto", subtype="reliquia", cost={},
    abilities=[{"kind": "action", "cost": {"blue": 1}, "roll": 4, "effects": [{"op": "draw", "player": "controller", "n": 2}]}],
)  # fmt: skip


@pytest.mark.clause("MMK-114", "MMK-113")
def test_an_ability_has_its_price() -> None:
    camp = Camp(1, catalogue=with_cards(TABLET), A={"in_play": ["tablilla", "estudio", "mina"]})
    use: dict[str, Any] = {"permanent": "tablilla", "ability": 0, "targets": []}
    assert camp.codes("play_ability", "A", **use, dedicate=[]) == ["cost_not_met"]
    assert camp.codes("play_ability", "A", **use, dedicate=["mina"]) == ["cost_not_met"]
    camp.do("play_ability", "A", **use, dedicate=["estudio"])
    assert (camp.at("tablilla").dedicated, camp.at("estudio").dedicated) == ("acts", "pays")
    assert camp.player("A").pool == Wealth()


@pytest.mark.clause("MMK-115", "MMK-123", "MMK-R28")
@pytest.mark.parametrize(("face", "hand"), [(1, 5), (3, 5), (4, 7), (10, 7)])
def test_an_ability_may_hang_on_a_die(face: int, hand: int) -> None:
    camp = Camp(1, catalogue=with_cards(TABLET), A={"in_play": ["tablilla"], "pool": RICH})
    camp.use("A", "tablilla", 0).all_pass()
    assert [(die.purpose, die.needs) for die in camp.due()] == [("check", 4)]
    assert camp.player("A").hand == 5
    camp.roll(face)
    assert camp.player("A").hand == hand
    assert not camp.told("epic_failure")


@pytest.mark.clause("MMK-115")
@pytest.mark.parametrize("roll", [1, 11])
def test_a_printed_difficulty_is_from_two_to_ten(roll: int) -> None:
    with pytest.raises(CardError) as wrong:
        with_cards({**TABLET, "abilities": [{**TABLET["abilities"][0], "roll": roll}]})
    assert any("roll" in fault.place for fault in wrong.value.faults)


@pytest.mark.clause("MMK-111", "MMK-109")
def test_a_trigger_without_anything_to_aim_at_does_nothing() -> None:
    """Its source is gone when it resolves: what it does to itself finds nobody, what it does to its player happens."""
    effects = [{"op": "mod_difficulty", "target": "self", "n": 3, "duration": "in_play"}, {"op": "draw", "player": "controller", "n": 1}]
    herald = made("heraldo", "soldado", difficulty=4, cost={}, abilities=[{"kind": "triggered", "on": "enters_self", "effects": effects}])
    camp = Camp(1, catalogue=with_cards(herald))
    camp.play("A", "heraldo").all_pass().named("heraldo", "heraldo")
    assert [item.kind for item in camp.state.stack] == ["trigger"]
    camp.do("ruling", reason="gone", agreed=[], cause="none", ops=[{"op": "eliminate", "target": camp.names["heraldo"]}])
    camp.all_pass()
    assert (camp.state.stack, camp.player("A").hand) == ((), 5)
    assert not camp.told("modified")


BLESSING = made(
    "bendicion", "tefila", cost={"white": 1},
    targets=[{"class": "ally"}, {"class": "ally", "optional": True}],
    effects=[{"op": "mod_difficulty", "target": k, "n": 1, "duration": "eot"} for k in (1, 2)],
)  # fmt: skip


@pytest.mark.clause("MMK-R90", "MMK-083", "MMK-R74")
def test_a_card_takes_no_target_twice() -> None:
    camp = Camp(1, catalogue=with_cards(BLESSING), A={"in_play": ["centinela", "herrero"], "pool": RICH, "hand": 6})
    refused = camp.refused("play_tactic", "A", card="bendicion", targets=["centinela", "centinela"], dedicate=[])
    assert [(r.code, r.clause) for r in refused] == [("illegal_target", "MMK-R90")]
    camp.play("A", "bendicion", "centinela", None).all_pass()
    camp.play("A", "bendicion", "centinela", "herrero")
    camp.do("ruling", reason="gone", agreed=[], cause="none", ops=[{"op": "eliminate", "target": camp.names["herrero"]}])
    camp.all_pass()
    assert camp.board.difficulty(camp.at("centinela")) == 6


FLOOD = made(
    "diluvio", "hishtadlut", cost={},
    effects=[{"op": "discard", "player": "each", "n": 3}, {"op": "mill", "player": "each", "n": 2}],
)  # fmt: skip


@pytest.mark.clause("MMK-R104", "MMK-229", "MMK-R73", "MMK-R39")
def test_as_many_are_taken_as_there_are_and_nobody_loses() -> None:
    camp = Camp(catalogue=with_cards(FLOOD), A={"hand": 2, "city": 1}, B={"hand": 4, "city": 0})
    camp.play("A", "diluvio").all_pass()
    asked = []
    while isinstance(top := camp.state.agenda[-1], Cards):
        asked.append((top.seat, top.number, top.source))
        camp.declare(*("mina",) * top.number)
    assert asked == [("A", 1, "hand"), ("B", 3, "hand"), ("A", 1, "city")]
    assert [(camp.player(x).hand, camp.player(x).city) for x in "AB"] == [(0, 0), (1, 0)]
    assert camp.result is None


@pytest.mark.clause("MMK-R53", "MMK-R52", "MMK-138", "MMK-147", "MMK-118")
@pytest.mark.parametrize(("face", "left"), [(6, 0), (5, 1)])
def test_a_damaged_healer_heals_itself(face: int, left: int) -> None:
    camp = Camp(1, at="3d", A={"in_play": [("aguador", {"hits": (Hit(40, "enemy"),)}), "centinela"]})
    assert camp.codes("play_ability", "A", permanent="aguador", ability="heal", targets=["centinela"], dedicate=[]) == ["illegal_target"]
    camp.use("A", "aguador", "heal", "aguador").all_pass()
    assert camp.due()[0].needs == 6
    camp.roll(face)
    assert len(camp.at("aguador").hits) == left
    assert camp.at("aguador").dedicated == "acts"


def test_a_text_of_a_card_is_for_the_table_only() -> None:
    """MMK-008, MMK-013: quotation and edition are kept, and mean nothing to the referee."""
    plain = made("guardia", "soldado", difficulty=4)
    head = {"game": "mamlejet", "schema": 1, "name": "x"}
    card = read({"catalogue": head, "card": [{**plain, "quote": "Shemot 17:11", "edition": "1", "text": {"es": "Vela."}}]}).cards["guardia"]
    assert (card.quote, card.edition, card.effects, card.abilities) == ("Shemot 17:11", "1", (), ())
    assert starter("mamlejet").cards["centinela"].quote is None
