"""Refusals name the card, the cost and the die that they are about; what changes nothing, or only warns, is told (R70, R75)."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.mamlejet.figures import Wealth
from tests.games.mamlejet.camp import Camp, opened, with_cards

SONG: dict[str, Any] = {"id": "himno", "type": "tefila", "cost": {"red": 2, "blue": 1}, "name": {"en": "Hymn", "es": "Himno"}}


@pytest.mark.clause("MMK-065", "MMK-225")
def test_a_payment_that_is_short_names_the_card_its_cost_and_what_is_paid() -> None:
    camp = Camp(1, catalogue=with_cards(SONG), A={"pool": Wealth(red=1)})
    refusals = camp.refused("play_tactic", "A", card="himno", targets=[], dedicate=[])
    assert [refusal.text(camp.rules.words).in_("en") for refusal in refusals] == [
        "Hymn costs 2 Materials and 1 Spirituality; you pay 1 Materials. 1 point of Materials is missing.",
        "Hymn costs 2 Materials and 1 Spirituality; you pay 1 Materials. 1 point of Spirituality is missing.",
    ]
    refusal = Camp(1).refused("play_tactic", "A", card="centinela", targets=[], dedicate=[])[0]
    assert "cuesta 1 Sustento; pagas nada" in refusal.text(camp.rules.words).in_("es")


@pytest.mark.clause("MMK-122", "MMK-R06")
def test_a_die_is_called_by_what_it_is_thrown_for() -> None:
    camp = Camp(at="3a_w1", front=("e-guerrero",)).all_pass()
    assert camp.due()[0].id.startswith("city-")
    strange, wrong = camp.refused("enter_roll", roll="city-77.0", value=0)
    words = camp.rules.words
    assert strange.text(words).in_("en") == "That die is not asked for now; asked for: the city that Philistine Warrior goes for."
    assert wrong.text(words).in_("es") == "Un D10 va de 1 a 10 (el 0 vale 10); 0 no puede ser (un dado)."
    wrong = camp.refused("enter_roll", roll=camp.due()[0].id, value=0)[0]
    assert "la ciudad a la que va Guerrero Pelishtí" in wrong.text(words).in_("es")


@pytest.mark.clause("MMK-026", "MMK-243")
@pytest.mark.parametrize("target", ["centinela+", "racion", "racion+", "e-guerrero"])
def test_a_weapon_goes_to_an_own_soldier_and_one_code_says_so(target: str) -> None:
    mine = {"in_play": ["lanza", "centinela", "racion"], "pool": Wealth(red=1)}
    camp = Camp(A=mine, B={"in_play": ["centinela", "racion"]}, front=("e-guerrero",))
    refusals = camp.refused("equip", "A", weapon="lanza", soldier=target, dedicate=[])
    assert [(refusal.code, refusal.params["class"]) for refusal in refusals] == [("illegal_target", "own_ally")]


@pytest.mark.clause("MMK-026")
@pytest.mark.parametrize(("weapon", "codes"), [("racion", ["not_controller", "not_weapon"]), ("lanza", ["not_controller"])])
def test_what_another_commands_is_refused_in_the_ledgers_order(weapon: str, codes: list[str]) -> None:
    camp = Camp(A={"in_play": ["centinela"]}, B={"in_play": ["lanza", "racion"]})
    assert camp.codes("equip", "A", weapon=weapon, soldier="centinela", dedicate=[]) == codes


@pytest.mark.clause("MMK-R70", "MMK-148", "MMK-149", "MMK-150")
@pytest.mark.parametrize(("check", "told"), [("warn", True), ("off", False)])
def test_a_deck_check_that_warns_tells_what_is_wrong(check: str, told: bool) -> None:
    camp = opened(1, {"deck_check": check}).do("register_card", "A", card="centinela", copies=5).do("register_list", "A")
    sizes = [(event.side, event.expected, event.given) for event in camp.told("deck_size_warned")]
    assert sizes == ([("tactics", 60, 5), ("enemies", 15, 0)] if told else [])
    assert [(event.card, event.copies, event.limit) for event in camp.told("copies_warned")] == ([("centinela", 5, 4)] if told else [])
    assert [(event.resources, event.advised) for event in camp.told("resources_advised")] == ([(0, 2)] if told else [])


@pytest.mark.clause("MMK-150")
def test_a_registered_deck_without_resources_gets_its_advice() -> None:
    tactics = {"centinela": 4, "aguador": 4, "hondero": 4, "herrero": 4, "zapador": 4}
    options = {"deck_tactics": 20, "deck_enemies": 3}
    camp = opened(1, options).do("register_card", "A", card="e-guerrero", copies=3)
    for card, copies in tactics.items():
        camp.do("register_card", "A", card=card, copies=copies)
    camp.do("register_list", "A")
    (event,) = camp.told("resources_advised")
    assert (event.given, event.resources, event.advised) == (20, 0, 8)
    assert camp.rules.sentence(event).in_("en") == (
        "Of A's 20 tactic cards 0 are resources; two in five (8) are advised. It is advice only."
    )


@pytest.mark.clause("MMK-R75", "MMK-R95")
def test_a_point_of_a_ruling_that_changes_nothing_says_so() -> None:
    camp = Camp(A={"in_play": ["racion", "centinela"]})
    points = [{"op": "damage", "target": 1}, {"op": "dedicate", "target": 2}, {"op": "liberate", "target": 1}]
    camp.do("ruling", reason="a slip", agreed=[], cause="none", ops=points)
    assert [(event.place, event.op) for event in camp.told("unchanged")] == [(1, "damage"), (3, "liberate")]
    assert camp.rules.sentence(camp.told("unchanged")[0]).in_("es") == "El punto 1 de la decisión no cambia nada."


@pytest.mark.clause("MMK-188", "MMK-218")
def test_only_what_can_answer_is_awaited() -> None:
    falling = Camp(at="3a_w1", front=("e-guerrero",)).all_pass().roll(3).until("3a_rolls").roll(9)
    assert [due.actions for due in falling.rules.awaiting(falling.state)] == [("declare_card",)]
    discarding = Camp(at="4a", A={"hand": 9}).all_pass()
    assert [due.actions for due in discarding.rules.awaiting(discarding.state)] == [("discard",)]


@pytest.mark.clause("MMK-036", "MMK-006", "MMK-R73")
def test_a_form_for_a_typed_card_offers_only_points_that_it_can_have() -> None:
    """A resource gives 1 to 5 points, a card costs 20 at most, in whichever order they are said."""
    camp = Camp(1)

    def offered(colour: str, kind: str, **said: int) -> list[Any]:
        draft = {"action": "add_card", "id": "torre", "type": kind, **said}
        return list(camp.rules.legal(camp.state, None, draft)["add_card"].arguments[colour].values())

    assert offered("red", "recurso", white=3) == [0, 1, 2]
    assert offered("blue", "recurso", white=0, red=0) == [1, 2, 3, 4, 5]
    assert offered("white", "recurso", red=2, blue=2) == [0, 1]
    assert offered("white", "recurso", red=0, blue=0) == [1, 2, 3, 4, 5]
    assert offered("generic", "tefila", white=9, red=9, blue=0) == [0, 1, 2]
