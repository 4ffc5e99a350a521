"""Whether healing reaches those who fell in this round, under both values of the house rule (MMK-R52; 147, 227, R76)."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.mamlejet.figures import Wealth
from tapete.games.mamlejet.state import Lying
from tests.games.mamlejet.camp import Camp

ON: dict[str, Any] = {"heal_from_guenizah": True}
FIGHTS: dict[str, Any] = {"dedicated": "fights"}


def fought(options: dict[str, Any] | None = None, **camp: Any) -> Camp:
    """B's sentinel (number 3) has fallen against a warrior; A holds wealth and a water-bearer that can heal."""
    mine = {"in_play": ["aguador", "escudo"], "pool": Wealth(9, 9, 9), **camp}
    theirs = {"in_play": [("centinela", {**FIGHTS, "opponent": 4})]}
    made = Camp(2, options, at="3b", A=mine, B=theirs, front=(("e-guerrero", {"opponent": 3}),))
    made.until("3d").rolls(centinela=2, e_guerrero=9).all_pass().all_pass()
    assert not made.there("centinela")
    assert made.step in ("3e", "3g")
    return made


@pytest.mark.clause("MMK-R52", "MMK-227", "MMK-147")
def test_healing_comes_too_late_for_the_fallen_unless_the_table_says_otherwise() -> None:
    camp = fought()
    assert all(lying.was is None for lying in camp.player("B").guenizah)
    assert camp.codes("play_ability", "A", permanent="aguador", ability="heal", targets=[3], dedicate=[]) == ["no_legal_target"]
    assert camp.codes("play_tactic", "A", card="sanacion", targets=[3], dedicate=[]) == ["no_legal_target"]
    assert camp.lost("B") == 4


@pytest.mark.clause("MMK-R52", "MMK-227", "MMK-R76", "MMK-251", "MMK-R35")
def test_under_the_house_rule_the_fallen_come_back_as_new_cards() -> None:
    camp = fought(ON)
    assert camp.player("B").guenizah[-1] == Lying("centinela", "B", "battle", 3)
    assert camp.lost("B") == 4
    camp.use("A", "aguador", "heal", 3).all_pass().roll(6)
    back = camp.state.permanents[-1]
    assert (back.card, back.owner, back.controller, back.entered, back.opponent) == ("centinela", "B", "B", True, None)
    assert back.id > 4, "a new card remembers nothing"
    assert (camp.lost("B"), camp.told("card_moved")[0].clause) == (0, "MMK-R52")
    assert not camp.rules.faults(camp.state)
    assert not camp.board.curable


@pytest.mark.clause("MMK-R52", "MMK-134")
def test_a_failed_healing_roll_leaves_them_where_they_are() -> None:
    camp = fought(ON)
    camp.play("A", "sanacion", 3).all_pass().roll(4)
    assert camp.lost("B") == 4
    assert set(camp.board.curable) == {3}


@pytest.mark.clause("MMK-R52", "MMK-088", "MMK-090")
def test_a_soldier_that_falls_before_the_healing_resolves_is_still_reached() -> None:
    """The healing waits below damage that takes effect first: it is aimed at the same soldier, now in the guenizá."""
    for options, reached in ((None, False), (ON, True)):
        hit = {**FIGHTS, "opponent": 4}
        mine, theirs = {"in_play": ["aguador", "hondero"]}, {"in_play": [("centinela", hit)]}
        made = Camp(2, options, at="3b", A=mine, B=theirs, front=(("e-guerrero", {"opponent": 3}),))
        made.until("3d").rolls(centinela=2, e_guerrero=9)
        made.use("A", "aguador", "heal", "centinela")
        board = made.board
        board.strike(3, "enemy")
        made.state = board.state
        made.all_pass()
        assert (made.top == "dice") is reached
        assert bool(made.told("fizzled")) is not reached


@pytest.mark.clause("MMK-R52", "MMK-R83", "MMK-232")
def test_who_was_eliminated_or_discarded_is_not_healed() -> None:
    camp = Camp(1, ON, A={"in_play": ["aguador", "centinela"], "guenizah": ("capitan50",)})
    camp.do("ruling", reason="a pit", agreed=[], cause="none", ops=[{"op": "eliminate", "target": 2}])
    assert not camp.there("centinela")
    assert not camp.board.curable


@pytest.mark.clause("MMK-R52", "MMK-219")
def test_the_next_round_is_too_late() -> None:
    camp = fought({**ON, "threat_skip_rounds": 20})
    camp.until("4a").all_pass().roll(3, 9)
    assert camp.state.round == 5
    assert not camp.board.curable
    assert camp.codes("play_tactic", "A", card="sanacion", targets=[3], dedicate=[])[0] == "no_legal_target"


@pytest.mark.clause("MMK-R52", "MMK-R84")
def test_who_could_heal_the_fallen_is_asked() -> None:
    for options, asked in ((None, False), (ON, True)):
        camp = fought(options, hand=0)
        assert camp.board.idle("A") is not asked
