"""A ruling in the middle of a question: what it makes void is withdrawn, and nothing is rolled twice (MMK-R49, R103)."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.steps import Cards, Dice
from tapete.games.mamlejet.state import Lying, Trigger
from tests.games.mamlejet.camp import Camp

FIGHTS: dict[str, Any] = {"dedicated": "fights"}


def ruled(camp: Camp, *ops: dict[str, Any], cause: str = "none") -> Camp:
    return camp.do("ruling", reason="a card says so", agreed=["A"], cause=cause, ops=list(ops))


def gone(camp: Camp, *names: str, cause: str = "none") -> Camp:
    return ruled(camp, *({"op": "eliminate", "target": camp.names[name]} for name in names), cause=cause)


def asked(camp: Camp) -> dict[str, int | None]:
    """The dice that are still asked for, and what each needs."""
    top = camp.state.agenda[-1]
    return {die.id: die.needs for die in top.due} if isinstance(top, Dice) else {}


def melee() -> Camp:
    """Two pairs at the dice of 3d: sentinel 1 against warrior 3, smith 2 against archer 4."""
    return Camp(
        at="3a_w1",
        A={"in_play": [("centinela", {**FIGHTS, "opponent": 3}), ("herrero", {**FIGHTS, "opponent": 4})]},
        front=(("e-guerrero", {"opponent": 1}), ("e-arquero", {"opponent": 2})),
    ).until("3d")


@pytest.mark.clause("MMK-R103", "MMK-R49")
def test_the_dice_of_a_removed_soldier_are_withdrawn_and_the_others_stay() -> None:
    camp = melee().rolls(centinela=6, e_arquero=2)
    assert asked(camp) == {"attack-2": 4 - 1, "attack-3": 4}
    gone(camp, "herrero")
    assert asked(camp) == {"attack-3": 4}, "the archer's opponent is gone, the sentinel's die lies there"
    camp.rolls(e_guerrero=2).until("3g")
    assert camp.score("A") == 5
    assert camp.there("e-arquero")
    assert camp.told("enemy_defeated") or camp.step == "3g"


@pytest.mark.clause("MMK-R103", "MMK-R49")
def test_a_batch_is_judged_when_its_last_open_die_is_withdrawn() -> None:
    camp = melee().rolls(centinela=6, herrero=2, e_guerrero=9)
    assert asked(camp) == {"attack-4": 4}
    gone(camp, "herrero")
    assert asked(camp) == {}
    assert [(event.card, event.hit) for event in camp.told("attack_judged")] == [("centinela", True), ("e-guerrero", True)]
    camp.until("3g")
    assert (camp.score("A"), camp.lost("A")) == (5, 4)


@pytest.mark.clause("MMK-R50", "MMK-R49", "MMK-R103")
def test_a_soldier_that_is_freed_before_its_die_leaves_combat() -> None:
    camp = melee()
    ruled(camp, {"op": "liberate", "target": camp.names["centinela"]})
    assert asked(camp) == {"attack-2": 3, "attack-4": 4}
    assert camp.at("e-guerrero").opponent is None


@pytest.mark.clause("MMK-R31", "MMK-R103")
def test_a_die_that_is_asked_for_tells_the_figure_of_now() -> None:
    camp = melee()
    ruled(camp, {"op": "mod_difficulty", "target": camp.names["e-guerrero"], "n": 3, "duration": "eot"})
    assert asked(camp)["attack-1"] == 8
    camp.rolls(centinela=7, herrero=2, e_guerrero=2, e_arquero=2)
    assert all(not event.hit for event in camp.told("attack_judged"))


@pytest.mark.clause("MMK-R103", "MMK-R06")
def test_which_city_is_not_asked_for_an_enemy_that_is_gone() -> None:
    camp = Camp(3, at="3a_w1", front=("e-guerrero", "e-arquero", "e-carruaje")).all_pass()
    assert list(asked(camp)) == ["city-1.0", "city-2.0", "city-3.0"]
    camp.roll(10).roll(3)
    gone(camp, "e-arquero")
    assert list(asked(camp)) == ["city-3.0"]
    camp.roll(9)
    assert list(asked(camp)) == ["city-1.1"], "of three cities a 10 chooses none"
    camp.roll(1)
    assert [(event.card, event.seat) for event in camp.told("city_chosen")] == [("e-guerrero", "A"), ("e-carruaje", "C")]
    gone(camp, "e-guerrero", "e-carruaje").until("3g")
    assert camp.step == "3g"


@pytest.mark.clause("MMK-R103", "MMK-R17")
def test_a_shooter_that_is_gone_before_its_city_is_chosen_does_not_shoot() -> None:
    camp = Camp(options={"level": "custom", "custom_per_player": 0}, at="4a", round=2, front=("e-arquero", "e-sacerdote"))
    camp.all_pass().roll(9, 2)
    assert list(asked(camp)) == ["aim-1.0"]
    gone(camp, "e-arquero")
    assert [item.card for item in camp.state.stack] == ["e-sacerdote"], "the next enemy acts"


@pytest.mark.clause("MMK-R43", "MMK-R103")
def test_the_structure_is_chosen_anew_among_those_that_are_left() -> None:
    def hit() -> Camp:
        camp = Camp(1, at="3a_w1", A={"in_play": ["muralla", "muralla", "muralla"]}, front=("e-ariete",)).until("3a_rolls")
        return camp.roll(10).declare("mina")

    camp = gone(hit(), "muralla")
    assert list(asked(camp)) == ["structure-4.0"]
    camp.roll(10)
    assert [camp.there(x) for x in ("muralla", "muralla+", "muralla++")] == [False, True, False]
    camp = gone(hit(), "muralla", "muralla+")
    assert [p.card for p in camp.board.of("A")] == [], "one is left, and needs no die"
    camp = gone(hit(), "muralla", "muralla+", "muralla++")
    assert asked(camp) == {}
    assert camp.step == "3g"


@pytest.mark.clause("MMK-R103", "MMK-214")
def test_a_frenzied_enemy_that_is_gone_chooses_no_city() -> None:
    due = {"frenzy_due": True, "attacked": True}
    camp = Camp(at="3b", front=(("e-heroe-campeon", due), ("e-heroe-capitana", due))).all_pass()
    assert list(asked(camp)) == ["frenzy-1.0", "frenzy-2.0"]
    camp.roll(2)
    gone(camp, "e-heroe-capitana")
    assert list(asked(camp)) == ["frenzy-1"], "the champion goes on against A's city"
    assert camp.due()[0].panel == "A"


@pytest.mark.clause("MMK-R103", "MMK-227")
def test_a_healing_roll_without_a_damage_left_is_withdrawn() -> None:
    camp = Camp(1, at="2c_plan", A={"in_play": ["centinela", "estudio"]}, front=("e-carruaje",))
    camp.do("assign", "A", soldier="centinela", enemy="e-carruaje").do("confirm_plan", "A").until("3b").rolls(e_carruaje=9)
    camp.all_pass().play("A", "sanacion", "centinela", dedicate=("estudio",)).do("pass_all")
    assert [die.purpose for die in camp.due()] == ["heal"]
    ruled(camp, {"op": "heal", "target": camp.names["centinela"], "difficulty": 2, "value": 9})
    assert camp.top == "window"
    assert camp.player("A").guenizah[-1].card == "sanacion"


@pytest.mark.clause("MMK-R103", "MMK-R79", "MMK-R104")
def test_cards_are_asked_for_anew_after_a_ruling_on_their_pile() -> None:
    camp = Camp(1, at="3a_w1", A={"city": 1}, front=("e-guerrero",)).until("3a_rolls").roll(9)
    assert isinstance(camp.state.agenda[-1], Cards)
    ruled(camp, {"op": "note", "text": "seen"})
    top = camp.state.agenda[-1]
    assert isinstance(top, Cards)
    assert (top.number, camp.player("A").city) == (1, 1)
    ruled(camp, {"op": "draw", "player": "A", "n": 1})
    assert camp.told("city_spared")
    camp = Camp(1, at="4a", A={"hand": 9}).all_pass()
    ruled(camp, {"op": "discard", "player": "A", "n": 1, "cards": ["mina"]})
    assert [due.params["number"] for due in camp.rules.awaiting(camp.state)] == [1]


@pytest.mark.clause("MMK-R103", "MMK-R15")
def test_an_entry_is_supplied_by_the_next_when_a_ruling_empties_the_enemy_city() -> None:
    camp = Camp(at="4a", round=2, A={"out": ("e-guerrero",) * 14}).all_pass().roll(9, 2)
    assert [due.params for due in camp.rules.awaiting(camp.state)] == [{"owner": "A"}]
    ruled(camp, {"op": "adjust_count", "player": "A", "pile": "enemy_city", "delta": -1})
    assert [due.params for due in camp.rules.awaiting(camp.state)] == [{"owner": "B"}]


@pytest.mark.clause("MMK-R64", "MMK-R103")
def test_triggers_of_a_ruling_join_those_that_are_being_ordered() -> None:
    camp = Camp(1, A={"in_play": ["centinela"], "guenizah": ("cantor",)})
    board = camp.board
    board.set(triggers=(Trigger(50, 1, "cantor", 0, "A", "A"), Trigger(51, 1, "cantor", 0, "A", "A")), next_id=60)
    camp.state = board.state
    camp.do("pass", "A")
    ruled(camp, {"op": "move_card", "owner": "A", "card": "cantor", "source": "guenizah", "to": "play"})
    assert camp.top == "ordering"
    ids = [trigger.id for trigger in camp.state.triggers]
    assert len(ids) == 3
    camp.do("choose", "A", value=ids)
    assert [item.id for item in camp.state.stack] == ids[::-1]


@pytest.mark.clause("MMK-R38", "MMK-R103")
def test_a_ruling_that_decides_the_match_withdraws_every_question() -> None:
    won = (Lying("e-elefante", "A"),) * 5
    camp = Camp(1, at="3a_w1", A={"guenizah": won}, front=("e-guerrero",)).until("3a_rolls")
    assert asked(camp)
    gone(camp, "e-guerrero", cause="A")
    assert camp.result == ("win", ("A",), "emuna")


def test_dice_of_initiative_stay_through_a_ruling() -> None:
    camp = Camp(at="4a").all_pass()
    camp.do("enter_roll", roll="initiative-A.0", value=7)
    ruled(camp, {"op": "note", "text": "late"})
    assert list(asked(camp)) == ["initiative-B.0"]
    camp.roll(9)
    assert camp.state.order == ("B", "A")
