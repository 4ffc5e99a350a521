"""What the table is told of what waits on the stack, in both languages (MMK-093, 108, 116, 209)."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.mamlejet import GAME
from tapete.games.mamlejet.figures import Wealth
from tests.games.mamlejet.camp import Camp

RICH = Wealth(9, 9, 9)


def asked(camp: Camp, seat: str) -> tuple[str, str, str]:
    """The purpose of a seat's question, and what is said to it in both languages."""
    owed = next(due for due in camp.rules.awaiting(camp.state) if due.seat == seat)
    said = camp.rules.prompts(owed)[0]
    return owed.what, said.in_("es"), said.in_("en")


DAMAGE = ("answer_damage", "answer_damage_to_many")


def damaged(*hurt: str) -> Camp:
    """A's soldiers of these names have just been hit."""
    fights = [(card, {"dedicated": "fights", "opponent": len(hurt) + k + 1}) for k, card in enumerate(hurt)]
    front = tuple(("e-guerrero", {"opponent": k + 1}) for k in range(len(hurt)))
    camp = Camp(at="3b", A={"in_play": fights, "pool": RICH}, front=front).until("3d")
    for die in camp.due():
        camp.do("enter_roll", roll=die.id, value=9 if int(die.id.rpartition("-")[2]) > len(hurt) else 2)
    return camp.all_pass()


@pytest.mark.clause("MMK-209", "MMK-208")
def test_pending_damage_is_named_with_those_it_is_pending_on() -> None:
    what, es, en = asked(damaged("centinela", "mensajero"), "A")
    assert what == "answer_damage"
    assert es.startswith("Hay daño pendiente (Centinela del Portón y Mensajero Veloz): contrarréstalo")
    assert en.startswith("Damage is pending (Gate Sentinel and Swift Messenger): counter it")
    what, es, en = asked(damaged("centinela", "mensajero", "hondero"), "A")
    assert what == "answer_damage_to_many"
    assert " 3 " in es
    assert es != en
    assert en == "Damage is pending on 3 cards: counter it, or let it take effect."


@pytest.mark.clause("MMK-209", "MMK-227")
def test_damage_that_is_healed_is_not_named_any_more() -> None:
    camp = damaged("centinela").play("A", "sanacion", "centinela").all_pass().roll(9)
    assert [item.kind for item in camp.state.stack] == ["batch"]
    assert asked(camp, "B")[0] == "window"


@pytest.mark.clause("MMK-093", "MMK-096")
def test_a_tactic_and_a_weapon_are_named() -> None:
    camp = Camp(A={"in_play": ["lanza", "centinela"], "pool": RICH})
    assert asked(Camp(A={"pool": RICH}).play("A", "cosecha"), "B")[1].startswith("Jornada de Cosecha, en la pila:")
    assert asked(camp.do("equip", "A", weapon="lanza", soldier="centinela", dedicate=[]), "B")[2].startswith("Acacia Spear waits on the")


@pytest.mark.clause("MMK-108", "MMK-116")
def test_abilities_and_triggers_are_named_by_whose_they_are() -> None:
    shot = Camp(A={"in_play": ["hondero"]}, front=("e-guerrero",)).use("A", "hondero", "shoot", "e-guerrero")
    assert asked(shot, "B")[0] == "answer_ability"
    assert asked(shot, "B")[1].startswith("Habilidad de Hondero del Valle:")
    assert asked(shot, "B")[2].startswith("Ability of Valley Slinger:")
    sung = Camp(A={"pool": RICH}).play("A", "cantor").all_pass()
    assert [item.kind for item in sung.state.stack] == ["trigger"]
    assert asked(sung, "B")[0] == "answer_trigger"
    assert asked(sung, "B")[1].startswith("Provocado por Cantor del Alba:")
    assert asked(sung, "B")[2].startswith("Triggered by Dawn Singer:")


@pytest.mark.clause("MMK-175")
def test_nothing_ever_waits_without_a_name() -> None:
    """Whatever kind of item is on top, the sentence has no empty place where its name should stand."""
    scenes: dict[str, Any] = {
        "damage": Camp(A={"in_play": ["hondero"]}, front=("e-guerrero",)).use("A", "hondero", "shoot", "e-guerrero").all_pass().roll(9),
        "batch": damaged("centinela"),
    }
    for kind, camp in scenes.items():
        assert camp.state.stack[-1].kind == kind
        for words in asked(camp, "B")[1:]:
            assert "–" not in words, words
            assert "None" not in words
    assert {what for what in GAME.prompts if what.startswith("answer")} == {"answer", "answer_ability", "answer_trigger", *DAMAGE}
