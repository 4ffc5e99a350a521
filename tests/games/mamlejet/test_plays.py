"""Windows, tactics, abilities, resources, weapons, targets: what may be played when, and what it does."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.mamlejet.figures import Wealth
from tapete.games.mamlejet.state import Hit, Trigger, Window
from tests.games.mamlejet.camp import Camp, opened

RICH = Wealth(9, 9, 9)


@pytest.mark.clause("MMK-032", "MMK-033", "MMK-034", "MMK-035", "MMK-046", "MMK-195", "MMK-238", "MMK-R57", "MMK-R58")
def test_one_resource_a_round_straight_into_play() -> None:
    camp = Camp(A={"hand": 3})
    assert camp.codes("play_tactic", "A", card="mina", targets=[], dedicate=[]) == ["wrong_card_type"]
    assert camp.codes("play_resource", "B", card="mina") == ["not_active_player"]
    assert camp.codes("play_resource", "A", card="centinela") == ["wrong_card_type"]
    camp.do("play_resource", "A", card="mina").named("mina", "mina")
    assert camp.state.stack == ()
    assert camp.player("A").hand == 2
    assert camp.codes("play_resource", "A", card="mina") == ["resource_already_played"]
    camp.do("produce", "A", permanent="mina")
    assert camp.player("A").pool == Wealth(red=1)
    assert camp.codes("produce", "A", permanent="mina") == ["already_dedicated"]


@pytest.mark.clause("MMK-015", "MMK-016", "MMK-020", "MMK-023", "MMK-078", "MMK-174", "MMK-192", "MMK-194", "MMK-198", "MMK-205", "MMK-R66")
@pytest.mark.parametrize(
    ("at", "card", "code"),
    [
        ("2a", "cosecha", "wrong_step"),
        ("2a", "centinela", "wrong_step"),
        ("2c", "cosecha", "wrong_step"),
        ("3a_w1", "cosecha", None),
        ("3a_w1", "vigilia", "wrong_step"),
        ("3b", "cosecha", "wrong_step"),
        ("2b", "vigilia", None),
        ("2b", "cosecha", None),
        ("4a", "muralla", "wrong_step"),
    ],
)
def test_each_type_has_its_steps(at: str, card: str, code: str | None) -> None:
    camp = Camp(at=at, A={"pool": RICH})
    if code is None:
        assert camp.legal("play_tactic", "A", card=card, targets=[], dedicate=[])
    else:
        assert camp.codes("play_tactic", "A", card=card, targets=[], dedicate=[]) == [code]


@pytest.mark.clause("MMK-020", "MMK-112", "MMK-189", "MMK-213", "MMK-078")
@pytest.mark.parametrize("at", ["1c", "2a", "2b", "2c", "3a_w1", "3b", "3d", "3g", "4a"])
def test_a_tefila_goes_in_every_window_of_anybody(at: str) -> None:
    camp = Camp(at=at, B={"pool": RICH}, A={"in_play": ["centinela"]})
    camp.play("B", "confianza", "centinela")
    camp.all_pass()
    assert camp.board.difficulty(camp.at("centinela")) == 6


@pytest.mark.clause("MMK-221", "MMK-178", "MMK-R66", "MMK-083")
def test_nothing_is_played_while_something_is_asked() -> None:
    camp = Camp(1, at="4a", A={"hand": 9, "pool": RICH}).all_pass()
    assert camp.codes("play_tactic", "A", card="cosecha", targets=[], dedicate=[]) == ["no_window"]
    assert camp.refused("pass", "A")[0].clause == "MMK-221"
    assert opened().refused("pass", "A")[0].clause == "MMK-R66"


@pytest.mark.clause("MMK-079", "MMK-043", "MMK-044")
def test_without_cards_nothing_is_played_from_hand() -> None:
    camp = Camp(A={"hand": 0, "pool": RICH, "in_play": ["lanza", "centinela"]})
    assert camp.codes("play_tactic", "A", card="cosecha", targets=[], dedicate=[]) == ["hand_empty"]


@pytest.mark.clause("MMK-R63", "MMK-175", "MMK-R84", "MMK-R03", "MMK-R102")
def test_passes_are_cleared_by_a_play_and_empty_hands_are_not_asked() -> None:
    camp = Camp(A={"pool": RICH}, B={"hand": 0})
    top = camp.do("play_tactic", "A", card="cosecha", targets=[], dedicate=[]).state.agenda[-1]
    assert isinstance(top, Window)
    assert top.passed == ("B",)
    camp.do("pass", "A")
    assert camp.state.stack == ()
    assert camp.step == "2b"
    camp = Camp(A={"pool": RICH})
    camp.do("pass", "A")
    assert camp.codes("pass", "A") == ["already_passed"]
    camp.do("pass", "B")
    assert camp.step == "2c"


@pytest.mark.clause("MMK-080", "MMK-084", "MMK-085", "MMK-086", "MMK-087")
def test_targets_are_of_their_class() -> None:
    camp = Camp(A={"pool": RICH, "in_play": ["centinela"]})
    assert camp.codes("play_tactic", "A", card="trampa", targets=["centinela"], dedicate=[]) == ["no_legal_target"]
    camp = Camp(A={"pool": RICH, "in_play": ["centinela"]}, front=("e-guerrero",))
    assert camp.codes("play_tactic", "A", card="trampa", targets=["centinela"], dedicate=[]) == ["illegal_target"]
    assert camp.codes("play_tactic", "A", card="trampa", targets=[], dedicate=[]) == ["illegal_target"]


@pytest.mark.clause("MMK-088", "MMK-089", "MMK-090", "MMK-R74")
def test_a_target_that_is_gone_is_not_affected() -> None:
    camp = Camp(1, A={"pool": RICH, "in_play": ["centinela"], "hand": 6})
    camp.play("A", "confianza", "centinela").play("A", "confianza", "centinela")
    camp.do("ruling", reason="gone", agreed=[], cause="none", ops=[{"op": "eliminate", "target": 1}])
    camp.all_pass()
    assert camp.told("fizzled")
    assert [x.card for x in camp.player("A").guenizah[-2:]] == ["centinela", "confianza"]


@pytest.mark.clause("MMK-113", "MMK-116", "MMK-118", "MMK-138", "MMK-199", "MMK-075", "MMK-109", "MMK-117", "MMK-104")
def test_an_action_ability_dedicates_and_waits_on_the_stack() -> None:
    camp = Camp(A={"in_play": ["trompeta", "centinela", ("hondero", {"entered": True})]}, front=("e-guerrero",))
    assert camp.codes("play_ability", "A", permanent="hondero", ability="shoot", targets=["e-guerrero"], dedicate=[]) == [
        "entered_this_round"
    ]
    assert camp.codes("play_ability", "A", permanent="centinela", ability=0, targets=[], dedicate=[]) == ["no_such_ability"]
    assert camp.codes("play_ability", "B", permanent="trompeta", ability=0, targets=["centinela"], dedicate=[]) == ["not_controller"]
    camp.use("A", "trompeta", 0, "centinela")
    assert camp.codes("play_ability", "A", permanent="trompeta", ability=0, targets=["centinela"], dedicate=[]) == ["already_dedicated"]
    camp.do("ruling", reason="gone", agreed=[], cause="none", ops=[{"op": "eliminate", "target": camp.names["trompeta"]}])
    camp.all_pass()
    assert camp.board.has(camp.at("centinela"), "zerizut")


@pytest.mark.clause("MMK-106", "MMK-107", "MMK-108", "MMK-047", "MMK-099", "MMK-100", "MMK-237", "MMK-092", "MMK-110")
def test_an_entering_soldier_triggers() -> None:
    camp = Camp(1, A={"pool": Wealth(blue=2), "hand": 5})
    camp.play("A", "cantor")
    assert not camp.board.of("A")
    camp.all_pass().named("cantor", "cantor")
    assert camp.at("cantor").entered
    assert [item.kind for item in camp.state.stack] == ["trigger"]
    camp.all_pass()
    assert camp.player("A").hand == 5


@pytest.mark.clause("MMK-R64", "MMK-082", "MMK-173")
def test_several_triggers_are_ordered_by_their_player() -> None:
    camp = Camp(1, A={"in_play": ["centinela"]})
    board = camp.board
    board.set(triggers=(Trigger(50, 1, "cantor", 0, "A", "A"), Trigger(51, 1, "cantor", 0, "A", "A")), next_id=60)
    camp.state = board.state
    camp.do("pass", "A")
    assert camp.top == "ordering"
    assert camp.codes("choose", "A", value=[50]) == ["bad_choice"]
    camp.do("choose", "A", value=[51, 50])
    assert [item.id for item in camp.state.stack] == [50, 51]


@pytest.mark.clause("MMK-119", "MMK-066", "MMK-R85")
def test_wealth_of_a_trigger_is_there_at_once() -> None:
    camp = Camp(1, at="4a", round=1, A={"in_play": ["turnos"]}).all_pass()
    assert camp.step == "2a"
    assert camp.state.stack == ()
    assert camp.player("A").pool == Wealth(blue=1)


@pytest.mark.clause("MMK-R81", "MMK-067")
def test_wealth_of_a_tactic_comes_when_it_resolves() -> None:
    camp = Camp(1, A={"pool": Wealth(white=1)})
    camp.play("A", "cosecha")
    assert camp.player("A").pool == Wealth()
    camp.all_pass()
    assert camp.player("A").pool == Wealth(white=2)


@pytest.mark.clause("MMK-026", "MMK-027", "MMK-240", "MMK-241", "MMK-242", "MMK-243", "MMK-R61", "MMK-R62")
def test_weapons_are_equipped_moved_and_outlive_their_bearer() -> None:
    camp = Camp(1, A={"pool": RICH, "in_play": ["lanza", "centinela", ("herrero", {"entered": True})]}, front=("e-guerrero",))
    assert camp.codes("equip", "A", weapon="centinela", soldier="herrero", dedicate=[]) == ["not_weapon"]
    camp.do("equip", "A", weapon="lanza", soldier="centinela", dedicate=[])
    assert camp.codes("equip", "A", weapon="lanza", soldier="herrero", dedicate=[]) == ["stack_not_empty"]
    camp.all_pass()
    assert camp.index("centinela", "e-guerrero") == 4
    assert camp.at("lanza").dedicated is None
    assert camp.codes("equip", "A", weapon="lanza", soldier="centinela", dedicate=[]) == ["already_attached"]
    camp.do("equip", "A", weapon="lanza", soldier="herrero", dedicate=[]).all_pass()
    assert camp.index("herrero", "e-guerrero") == 3
    camp.do("ruling", reason="gone", agreed=[], cause="none", ops=[{"op": "eliminate", "target": camp.names["herrero"]}])
    assert camp.at("lanza").attached_to is None


@pytest.mark.clause("MMK-022", "MMK-081", "MMK-R60", "MMK-105", "MMK-025")
def test_a_strategy_stays_with_the_one_it_affects() -> None:
    camp = Camp(1, A={"pool": RICH, "in_play": ["centinela"]}, front=("e-guerrero",))
    camp.play("A", "emboscada", "e-guerrero").all_pass().named("emboscada", "emboscada")
    assert camp.index("centinela", "e-guerrero") == 4
    camp.do("ruling", reason="gone", agreed=[], cause="A", ops=[{"op": "eliminate", "target": camp.names["e-guerrero"]}])
    assert not camp.there("emboscada")
    assert camp.score("A") == 5


@pytest.mark.clause("MMK-R53", "MMK-R28", "MMK-134")
@pytest.mark.parametrize(("face", "left"), [(5, 1), (1, 2), (4, 2)])
def test_one_healing_cancels_one_damage(face: int, left: int) -> None:
    hit: dict[str, Any] = {"hits": (Hit(30, "enemy"), Hit(31, "enemy"))}
    camp = Camp(1, at="3d", A={"pool": RICH, "in_play": [("centinela", hit)]})
    camp.play("A", "sanacion", "centinela").all_pass().roll(face)
    assert len(camp.at("centinela").hits) == left
    assert camp.board.difficulty(camp.at("centinela")) == 4


@pytest.mark.clause("MMK-R91", "MMK-R75", "MMK-R103", "MMK-153")
def test_a_ruling_cancels_what_waits() -> None:
    camp = Camp(1, A={"pool": RICH})
    camp.play("A", "cosecha")
    number = camp.state.stack[0].id
    camp.do("ruling", reason="a card says so", agreed=["A"], cause="A", ops=[{"op": "counter_item", "stack_item": number}])
    assert camp.state.stack == ()
    assert camp.player("A").guenizah[-1].card == "cosecha"
    assert all(event.by_ruling for event in camp.told("countered"))
    wrong = [{"op": "adjust_count", "player": "A", "pile": "hand", "delta": -30}]
    assert camp.codes("ruling", reason="x", agreed=[], cause="none", ops=wrong)[0] == "bad_ruling"
    assert camp.codes("ruling", reason="", agreed=[], cause="none", ops=[{"op": "note", "text": "x"}]) == ["bad_ruling"]


@pytest.mark.clause("MMK-R69", "MMK-170", "MMK-171")
def test_a_mulligan_has_a_floor() -> None:
    camp = opened(1, {"opening_hand": 2, "mulligan_floor": 1})
    camp.do("mulligan", "A")
    assert camp.codes("mulligan", "A") == ["mulligan_floor"]
    camp.do("keep_hand", "A")
    assert camp.step == "2a"
    assert camp.codes("keep_hand", "A") == ["wrong_step"]


@pytest.mark.clause("MMK-154", "MMK-156", "MMK-R70")
def test_a_registered_deck_counts_its_copies() -> None:
    camp = opened(1)
    assert camp.codes("register_deck", "A", deck="nothing") == ["unknown_deck"]
    camp.do("register_deck", "A", deck="demo").roll(10)
    assert camp.top == "dice"
    camp.roll(4)
    assert camp.player("A").hero == "e-heroe-capitana"
    camp.do("keep_hand", "A").all_pass()
    small = opened(1, {"deck_tactics": 40})
    assert small.codes("register_deck", "A", deck="demo") == ["deck_size"]
    camp.do("play_resource", "A", card="mina")
    assert camp.legal("play_tactic", "A", card="trampa", targets=[], dedicate=[]) is False
    assert camp.player("A").deck == "demo"
