"""Every change of a figure names its cause: the card, or the clause where no card does it (MMK-011, 130; R31)."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core import codec
from tapete.core.refusals import Malformed
from tapete.games.mamlejet.figures import EPIC, RULED, Shift, Wealth
from tests.games.mamlejet.camp import Camp

RICH = Wealth(9, 9, 9)


def lying(camp: Camp, name: str) -> tuple[Any, str, str]:
    """What the layout says of a permanent: its index as a program reads it, and both sentences."""
    number = camp.names[name]
    place = next(place for place in camp.rules.layout(camp.state) if place.name in (f"A_{number}", f"front_{number}"))
    said = place.text(camp.rules.words)
    return place.value["index"], said.in_("es"), said.in_("en")


def shifts(camp: Camp, name: str) -> list[Shift]:
    return list(camp.board.shifts(camp.at(name)))


def met(own: str = "centinela", foe: str = "e-guerrero", **more: Any) -> Camp:
    """One soldier against one enemy, before the dice."""
    front = ((foe, {"opponent": 1}),)
    return Camp(1, at="2c", A={"in_play": [(own, {"opponent": 2, "dedicated": "fights"})], "pool": RICH}, front=front, **more)


def ruled(camp: Camp, **operation: Any) -> Camp:
    return camp.do("ruling", reason="so says its text", agreed=[], cause="A", ops=[operation])


@pytest.mark.clause("MMK-011", "MMK-130")
def test_a_card_that_changes_an_index_is_its_cause() -> None:
    camp = met().play("A", "voz", "e-guerrero").all_pass()
    assert shifts(camp, "e-guerrero") == [Shift(-2, "voz", "eot")]
    assert [(event.n, event.cause) for event in camp.told("modified")] == [(-2, "voz")]
    index, es, en = lying(camp, "e-guerrero")
    assert index == {"base": 5, "now": 3, "why": [{"n": -2, "cause": "voz", "lasts": "eot"}]}
    assert es.endswith("Su índice es 3, y el impreso 5: −2 por Voz que Quiebra (hasta el final del turno).")
    assert en.endswith("Its index is 3, and 5 is printed: −2 by Breaking Voice (until the end of the turn).")
    told = camp.rules.sentence(camp.told("modified")[0])
    assert (told.in_("es"), told.in_("en")) == (
        "Guerrero Pelishtí: índice de dificultad −2 por Voz que Quiebra, hasta el final del turno.",
        "Philistine Warrior: difficulty index −2 by Breaking Voice, until the end of the turn.",
    )


@pytest.mark.clause("MMK-011")
def test_a_figure_that_is_the_printed_one_has_no_reasons() -> None:
    index, es, _ = lying(met(), "e-guerrero")
    assert index == {"base": 5, "now": 5, "why": []}
    assert es == "Guerrero Pelishtí (número 2), en vertical."


@pytest.mark.clause("MMK-135", "MMK-R29")
def test_an_epic_failure_is_its_own_cause_each_time() -> None:
    camp = met("lancero").until("3d").rolls(lancero=1, **{"e-guerrero": 2})
    assert shifts(camp, "lancero") == [Shift(-1, EPIC, "eot")]
    assert lying(camp, "lancero")[1].endswith("y el impreso 5: −1 por un fracaso épico (hasta el final del turno).")
    twice = camp.change("lancero", mods=camp.at("lancero").mods * 2)
    assert lying(twice, "lancero")[0]["now"] == 3


@pytest.mark.clause("MMK-R75", "MMK-153")
def test_what_the_table_rules_is_said_to_be_a_ruling() -> None:
    camp = ruled(met(), op="mod_difficulty", target=2, n=1, duration="in_play")
    assert shifts(camp, "e-guerrero") == [Shift(1, RULED, "in_play")]
    assert lying(camp, "e-guerrero")[2].endswith("+1 by a table ruling (while it stays in play).")
    ruled(camp, op="grant_keyword", target=1, keyword="zerizut", duration="eot")
    assert [event.cause for event in camp.told("keyword_changed")] == [RULED]


@pytest.mark.clause("MMK-184", "MMK-011")
def test_an_enemy_that_strengthens_the_others_is_named() -> None:
    options = {"level": "custom", "custom_per_player": 0}
    camp = Camp(1, options, at="4a", round=2, front=("e-sacerdote", "e-guerrero")).all_pass().all_pass().roll(6)
    assert shifts(camp, "e-guerrero") == [Shift(1, "e-sacerdote", "eot")]
    assert shifts(camp, "e-sacerdote") == []


@pytest.mark.clause("MMK-237", "MMK-204", "MMK-130")
def test_what_counts_as_long_as_cards_lie_as_they_lie_names_them() -> None:
    defends = {"opponent": 4, "dedicated": "defends", "defending": True}
    camp = Camp(
        1,
        at="3a_w2",
        A={"in_play": [("centinela", defends), "vigilia", ("emboscada", {"attached_to": 4})]},
        front=(("e-guerrero", {"opponent": 1}),),
    )
    assert shifts(camp, "centinela") == [Shift(1, "vigilia", "defending")]
    assert shifts(camp, "e-guerrero") == [Shift(-1, "emboscada", "attached")]
    assert (camp.board.difficulty(camp.at("centinela")), camp.board.difficulty(camp.at("e-guerrero"))) == (5, 4)


@pytest.mark.clause("MMK-130", "MMK-R26")
def test_attacks_and_cities_say_why_too() -> None:
    camp = Camp(1, at="2c", A={"in_play": ["herrero", ("lanza", {"attached_to": 1}), "muralla"]}, front=("e-guerrero",))
    ruled(camp, op="mod_attack", target=1, n=-2, duration="eot")
    assert list(camp.board.attack_shifts(camp.at("herrero"))) == [
        Shift(1, "herrero", "printed"),
        Shift(1, "lanza", "attached"),
        Shift(-2, RULED, "eot"),
    ]
    ruled(camp, op="mod_city", player="A", n=2, duration="eot")
    assert [(event.seat, event.n, event.cause) for event in camp.told("city_modified")] == [("A", 2, RULED)]
    assert list(camp.board.city_shifts("A")) == [Shift(2, RULED, "eot"), Shift(1, "muralla", "in_play")]
    assert camp.board.city_index(camp.at("e-guerrero"), "A") == 9


@pytest.mark.clause("MMK-011")
def test_a_position_with_a_change_that_names_no_cause_is_not_taken() -> None:
    """The cause is a card or a clause; a word that is neither is refused, so that a page has never to guess."""
    camp = met().play("A", "voz", "e-guerrero").all_pass()
    raw = codec.encode(camp.state)
    assert raw.count(b'"cause":"voz",') == 1
    with pytest.raises(Malformed):
        camp.rules.read_state(raw.replace(b'"cause":"voz"', b'"cause":"Because"'))
    with pytest.raises(Malformed):
        camp.rules.read_state(raw.replace(b'"cause":"voz",', b""))
    assert camp.rules.read_state(raw) == camp.state
