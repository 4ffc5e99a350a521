"""Every die is asked for by name: who rolls at whom, and what it has to show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tapete.presentation import page_of
from tests.games.mamlejet import test_dice_on_the_console as asked
from tests.games.mamlejet.camp import Camp, with_cards

FIGHTS = asked.FIGHTS


def prompt(camp: Camp, roll: str) -> tuple[str, str]:
    """What is said to the one who has to throw this die, in both languages."""
    owed = next(due for due in camp.rules.awaiting(camp.state) if due.params.get("roll") == roll)
    said = camp.rules.prompts(owed)[0]
    return said.in_("es"), said.in_("en")


SAID: tuple[tuple[Callable[[], Camp], str, str, str], ...] = (
    (
        asked.melee,
        "attack-1",
        "Centinela del Portón ataca a Guerrero Pelishtí: hace falta un 5 o más.",
        "Gate Sentinel attacks Philistine Warrior: 5 or more is needed.",
    ),
    (
        asked.melee,
        "attack-2",
        "Guerrero Pelishtí ataca a Centinela del Portón: hace falta un 4 o más.",
        "Philistine Warrior attacks Gate Sentinel: 4 or more is needed.",
    ),
    (
        asked.frenzy,
        "frenzy-1",
        "Lancero Impetuoso ataca a Guerrero Pelishtí: hace falta un 5 o más.",
        "Headlong Spearman attacks Philistine Warrior: 5 or more is needed.",
    ),
    (
        asked.city_attack,
        "assault-1",
        "Guerrero Pelishtí ataca la ciudad de A: hace falta un 6 o más.",
        "Philistine Warrior attacks A's city: 6 or more is needed.",
    ),
    (
        asked.shot_at_city,
        "shot-2",
        "Arquero Pelishtí dispara a la ciudad de B: hace falta un 7 o más.",
        "Philistine Archer shoots at B's city: 7 or more is needed.",
    ),
    (
        asked.shot,
        "shot-3",
        "Hondero del Valle dispara a Elefante Pelishtí: solo vale un 10.",
        "Valley Slinger shoots at Philistine Elephant: only a 10 will do.",
    ),
    (
        asked.trap,
        "check-4",
        "Tirada de Trampa en el Paso contra Ariete Pelishtí: hace falta un 6 o más.",
        "Roll of Trap in the Pass on Philistine Ram: 6 or more is needed.",
    ),
    (asked.activation, "check-2", "Tirada de Sacerdote de Dagón: hace falta un 6 o más.", "Roll of Priest of Dagon: 6 or more is needed."),
    (
        asked.healing,
        "check-51",
        "Aguador de la Columna cura a Centinela del Portón: hace falta un 6 o más.",
        "Column Water-bearer heals Gate Sentinel: 6 or more is needed.",
    ),
    (
        asked.assault,
        "city-1.0",
        "Tira un D10: elige contra qué ciudad va Guerrero Pelishtí.",
        "Roll a D10: it chooses the city that Philistine Warrior goes for.",
    ),
    (
        asked.frenzy_city,
        "frenzy-1.0",
        "Tira un D10: elige contra qué ciudad va Campeón de la Llanura.",
        "Roll a D10: it chooses the city that Champion of the Plain goes for.",
    ),
)


@pytest.mark.clause("MMK-129", "MMK-185", "MMK-201", "MMK-227", "MMK-115")
@pytest.mark.parametrize(("make", "roll", "es", "en"), SAID, ids=[f"{case[0].__name__}-{case[1]}" for case in SAID])
def test_a_die_is_asked_for_by_who_rolls_at_whom(make: Callable[[], Camp], roll: str, es: str, en: str) -> None:
    assert prompt(make(), roll) == (es, en)


@pytest.mark.clause("MMK-227", "MMK-R52")
def test_a_fallen_soldier_that_is_healed_is_named_in_the_prompt() -> None:
    camp = Camp(options={"heal_from_guenizah": True}, at="3d", B={"in_play": ["aguador", "centinela"]}, front=("e-guerrero",))
    board = camp.board
    board.strike(camp.names["centinela"], "enemy")
    camp.state = board.state
    camp.do("play_ability", "B", permanent="aguador", ability="heal", targets=[camp.names["centinela"]], dedicate=[]).all_pass()
    assert prompt(camp, camp.due()[0].id)[1].startswith("Column Water-bearer heals Gate Sentinel:")


@pytest.mark.clause("MMK-132", "MMK-134")
@pytest.mark.parametrize(("index", "said"), [(2, "vale todo menos un 1"), (9, "hace falta un 9 o más"), (13, "solo vale un 10")])
def test_what_a_die_needs_is_said_as_it_is(index: int, said: str) -> None:
    """An index has no floor and no ceiling; a die has."""
    tall = {"id": "e-tall", "type": "enemigo", "difficulty": 10, "name": {"en": "Tall"}}
    camp = Camp(
        1,
        at="3a_w1",
        catalogue=with_cards(tall),
        A={"in_play": [("centinela", {**FIGHTS, "opponent": 2})]},
        front=(("e-tall", {"opponent": 1}),),
    )
    ruling = {"op": "mod_difficulty", "target": 2, "n": index - 10, "duration": "eot"}
    camp.do("ruling", reason="so it stands", agreed=[], cause="none", ops=[ruling]).until()
    assert prompt(camp, "attack-1")[0].endswith(f": {said}.")


@pytest.mark.clause("MMK-131", "MMK-133", "MMK-202")
def test_the_log_names_both_sides_of_an_attack() -> None:
    camp = asked.melee()
    camp.do("enter_roll", roll="attack-1", value=5).do("enter_roll", roll="attack-2", value=2)
    said = [camp.rules.sentence(event) for event in camp.told("attack_judged")]
    assert [text.in_("en") for text in said] == [
        "B's Gate Sentinel against Philistine Warrior: 5 for an index of 5, a success.",
        "Philistine Warrior against B's Gate Sentinel: 2 for an index of 4, a failure.",
    ]
    camp = asked.city_attack().roll(7)
    assert camp.rules.sentence(camp.told("city_attack_judged")[0]).in_("es") == (
        "Guerrero Pelishtí contra la ciudad de A: 7 para un índice de 6, acierta."
    )


@pytest.mark.clause("MMK-010", "MMK-122")
def test_a_refusal_about_a_die_names_the_die() -> None:
    camp = asked.melee()
    refusal = camp.refused("enter_roll", roll="attack-1", value=11)[0]
    assert (refusal.code, refusal.params["roll_id"], refusal.params["value"]) == ("bad_roll_value", "attack-1", 11)
    for words in (camp.rules.words, page_of("mamlejet").words_at(camp.rules, camp.state, camp.rules.words)):
        assert refusal.text(words).in_("en") == (
            "A D10 shows 1 to 10 (a 0 counts 10); 11 cannot be (Gate Sentinel against Philistine Warrior)."
        )
    strange = camp.refused("enter_roll", roll="attack-9", value=11)
    assert [(one.code, one.params["roll_id"]) for one in strange] == [("unexpected_roll", "attack-9"), ("bad_roll_value", "attack-9")]
    assert "Philistine Warrior against Gate Sentinel" in strange[0].text(words).in_("en"), "it says which dice are asked for"
    for words in (camp.rules.words, page_of("mamlejet").words_at(camp.rules, camp.state, camp.rules.words)):
        strays = ("check-1", "shot-2", "hero-A", "attack-9")
        begins = {roll: _first(camp, roll).text(words).in_("es").partition(" no se pide")[0] for roll in strays}
        assert begins == {
            "check-1": "Un dado de Centinela del Portón",
            "shot-2": "Un dado de Guerrero Pelishtí",
            "hero-A": "Un dado de A",
            "attack-9": "Ese dado",
        }


def _first(camp: Any, roll: str) -> Any:
    return camp.refused("enter_roll", roll=roll, value=5)[0]
