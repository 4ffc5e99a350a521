"""Numbers far out of range get the game's own refusal, and never one of the form alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.mamlejet.refusals.situations import BLANK, kept, main
from tests.games.mamlejet.test_rulings import CASES, camp

FAR = (10**6, -(10**6))


def numbers(said: dict[str, Any]) -> list[str]:
    return [name for name, value in said.items() if type(value) is int]


@pytest.mark.clause("MMK-R75", "MMK-R103")
@pytest.mark.parametrize("far", FAR)
def test_every_number_of_an_operation_is_judged_by_the_game(far: int) -> None:
    table = camp()
    ops = [op for _cause, op, _done in CASES]
    assert {name for op in ops for name in numbers(op)} >= {"n", "target", "permanent", "index", "delta", "difficulty", "value"}
    for op in ops:
        for name in numbers(op):
            refused = table.refused("ruling", reason="x", agreed=[], cause="none", ops=[{**op, name: far}])
            assert refused[0].code == "bad_ruling", (op, name)


@pytest.mark.clause("MMK-R75")
@pytest.mark.parametrize(
    ("op", "bounds"), [({"op": "wealth", "colour": "red"}, "1 to 60"), ({"op": "mod_city", "duration": "eot"}, "-30 to 30")]
)
def test_a_number_of_an_operation_is_refused_with_its_bounds(op: dict[str, Any], bounds: str) -> None:
    refused = camp().refused("ruling", reason="x", agreed=[], cause="none", ops=[{**op, "player": "A", "n": 10**6}])
    assert refused[1].text(camp().rules.words).in_("en").replace("−", "-").endswith(f"it goes from {bounds}.")


@pytest.mark.clause("MMK-R73", "MMK-006", "MMK-036")
@pytest.mark.parametrize("far", FAR)
def test_every_number_of_a_typed_card_is_judged_by_the_game(far: int) -> None:
    table = main()
    sword = {**BLANK, "id": "alfanje", "type": "objeto", "subtype": "arma", "equip": 1}
    soldier = {**BLANK, "id": "zelote", "type": "soldado", "difficulty": 5, "keywords": ["curar"], "heal_difficulty": 5}
    for card, colours in ((sword, "bad_card"), (soldier, "bad_card"), ({**BLANK, "id": "pozo", "type": "recurso", "blue": 1}, "bad_card")):
        for name in numbers(card):
            own = name in ("white", "red", "blue") or (name == "generic" and card["type"] != "recurso")
            assert table.codes("add_card", None, **{**card, name: far})[0] in ((colours,) if own else ("outside", "bad_card")), (card, name)


@pytest.mark.clause("MMK-R56", "MMK-R70")
@pytest.mark.parametrize("far", FAR)
def test_a_split_and_a_number_of_copies_are_judged_by_the_game(far: int) -> None:
    assert "cost_not_met" in main().codes("play_tactic", "A", card="aguador", targets=[], dedicate=[], spend={"blue": far})
    assert kept().refused("register_card", "B", card="mina", copies=far)
