"""The operations of table rulings: each one at work, each one judged (docs/inside/rules/mamlejet.md#actions; MMK-R75, R103)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tapete.games.mamlejet.figures import UNKNOWN, Wealth
from tapete.games.mamlejet.rulings import Ruling
from tapete.games.mamlejet.state import Hit, Lying
from tests.games.mamlejet.camp import Camp

HIT = {"hits": (Hit(90, "enemy"),)}


def camp() -> Camp:
    """A's sentinel (1, hit), smith (2, just entered), spear (3), ration (4, dedicated); a warrior (5) and a ram (6) at the front."""
    things = [("centinela", HIT), ("herrero", {"entered": True}), "lanza", ("racion", {"dedicated": "pays"})]
    lying = (Lying(UNKNOWN, "A"), Lying("lancero", "A"))
    return Camp(at="3b", A={"in_play": things, "guenizah": lying}, front=("e-guerrero", "e-ariete"))


def ruled(cause: str, *ops: dict[str, Any]) -> Camp:
    return camp().do("ruling", reason="a card says so", agreed=["A", "B"], cause=cause, ops=list(ops))


CASES: tuple[tuple[str, dict[str, Any], Callable[[Camp], bool]], ...] = (
    ("A", {"op": "wealth", "player": "A", "colour": "red", "n": 2}, lambda c: c.player("A").pool == Wealth(red=2)),
    ("A", {"op": "draw", "player": "B", "n": 2}, lambda c: (c.player("B").hand, c.player("B").city) == (7, 18)),
    ("A", {"op": "draw", "player": "B", "n": 21}, lambda c: c.result == ("loss", (), "empty_city")),
    ("A", {"op": "discard", "player": "A", "n": 1, "cards": ["mina"]}, lambda c: c.player("A").guenizah[-1].card == "mina"),
    ("A", {"op": "mill", "player": "B", "n": 2, "cards": ["mina", UNKNOWN]}, lambda c: c.player("B").city == 18),
    ("enemy", {"op": "damage", "target": 1}, lambda c: c.lost("A") == 4),
    ("B", {"op": "damage", "target": 1}, lambda c: c.lost("A") == 0 and not c.there("centinela")),
    ("B", {"op": "damage", "target": 6}, lambda c: c.score("B") == 7),
    ("none", {"op": "damage", "target": 6}, lambda c: c.player("A").enemy_out == ("e-ariete",)),
    ("A", {"op": "damage", "target": 3}, lambda c: c.there("lanza")),
    ("A", {"op": "heal", "target": 1, "difficulty": 5, "value": 5}, lambda c: not c.at("centinela").hits),
    ("A", {"op": "heal", "target": 1, "difficulty": 5, "value": 4}, lambda c: bool(c.at("centinela").hits)),
    ("A", {"op": "eliminate", "target": 5}, lambda c: c.score("A") == 5),
    ("enemy", {"op": "eliminate", "target": 2}, lambda c: c.lost("A") == 4),
    ("A", {"op": "mod_difficulty", "target": 1, "n": 3, "duration": "in_play"}, lambda c: c.board.difficulty(c.at("centinela")) == 7),
    ("A", {"op": "mod_attack", "target": 1, "n": 2, "duration": "eot"}, lambda c: c.index("centinela", "e-guerrero") == 3),
    ("A", {"op": "mod_city", "player": "B", "n": 2, "duration": "eot"}, lambda c: c.board.city_index(c.at("e-guerrero"), "B") == 8),
    ("A", {"op": "grant_keyword", "target": 1, "keyword": "coraje", "duration": "eot"}, lambda c: c.board.has(c.at("centinela"), "coraje")),
    (
        "A",
        {"op": "lose_keyword", "target": 6, "keyword": "robustez", "duration": "eot"},
        lambda c: c.board.lacking(c.at("centinela"), c.at("e-ariete")) is None,
    ),
    ("A", {"op": "dedicate", "target": 1}, lambda c: c.at("centinela").dedicated == "ruling"),
    ("A", {"op": "liberate", "target": 4}, lambda c: c.at("racion").dedicated is None),
    ("A", {"op": "attach", "card": 3, "target": 1}, lambda c: c.at("lanza").attached_to == 1),
    ("A", {"op": "change_controller", "target": 1, "player": "B"}, lambda c: c.at("centinela").controller == "B"),
    ("A", {"op": "enemy_enters", "owner": "B", "card": "e-arquero"}, lambda c: c.board.enemies[-1].owner == "B"),
    ("A", {"op": "adjust_count", "player": "A", "pile": "hand", "delta": 2}, lambda c: c.player("A").hand == 7),
    ("A", {"op": "identify", "seat": "A", "index": 0, "card": "mina"}, lambda c: c.player("A").guenizah[0].card == "mina"),
    ("A", {"op": "mark_fallen", "seat": "A", "index": 1, "mark": "battle"}, lambda c: c.lost("A") == 5),
    ("A", {"op": "ready", "target": 2}, lambda c: not c.at("herrero").entered),
    ("A", {"op": "end_game", "result": "win", "winners": ["B"]}, lambda c: c.result == ("win", ("B",), "card")),
    ("A", {"op": "note", "text": "seen"}, lambda c: len(c.told("noted")) == 1),
    ("A", {"op": "move_card", "owner": "A", "card": "lancero", "source": "guenizah", "to": "play"}, lambda c: c.board.of("A")[-1].entered),
    (
        "A",
        {"op": "move_card", "owner": "A", "card": "centinela", "source": "play", "to": "hand", "permanent": 1},
        lambda c: c.player("A").hand == 6,
    ),
)


@pytest.mark.clause(
    "MMK-073", "MMK-232", "MMK-233", "MMK-234", "MMK-235", "MMK-250", "MMK-251", "MMK-R41", "MMK-R75", "MMK-R76", "MMK-R78", "MMK-R83",
    "MMK-R93", "MMK-R95", "MMK-R103", "MMK-229", "MMK-248",
)  # fmt: skip
@pytest.mark.parametrize(("cause", "op", "holds"), CASES, ids=lambda value: value["op"] if isinstance(value, dict) else "")
def test_every_operation_works_in_a_ruling(cause: str, op: dict[str, Any], holds: Callable[[Camp], bool]) -> None:
    after = ruled(cause, op)
    assert holds(after)
    assert all(event.by_ruling for event in after.events if event.__struct_config__.tag == op["op"])


@pytest.mark.parametrize(
    "op",
    [
        {"op": "damage", "target": 77},
        {"op": "discard", "player": "A", "n": 2, "cards": ["mina"]},
        {"op": "attach", "card": 1, "target": 2},
        {"op": "identify", "seat": "A", "index": 1, "card": "mina"},
        {"op": "adjust_count", "player": "A", "pile": "city", "delta": -21},
        {"op": "move_card", "owner": "A", "card": "trampa", "source": "guenizah", "to": "hand"},
        {"op": "counter_item", "stack_item": 1},
        {"op": "enemy_enters", "owner": "A", "card": "mina"},
    ],
    ids=lambda op: str(op["op"]),
)
def test_an_operation_that_does_not_fit_is_refused(op: dict[str, Any]) -> None:
    assert camp().codes("ruling", reason="x", agreed=[], cause="none", ops=[op])[0] == "bad_ruling"


@pytest.mark.clause("MMK-R75")
def test_a_refused_ruling_names_its_operation_and_then_the_problem() -> None:
    ops = [{"op": "note", "text": "x"}, {"op": "damage", "target": 77}]
    refused, words = camp().refused("ruling", reason="x", agreed=[], cause="none", ops=ops), camp().rules.words
    for language, begins in (("en", "Point 2 of the ruling, “Damage”,"), ("es", "El punto 2 de la decisión, «Dañar»,")):
        said, problem = (one.text(words).in_(language) for one in refused[:2])
        assert said.startswith(begins)
        assert "77" in problem


@pytest.mark.clause("MMK-027")
def test_a_weapon_is_taken_off() -> None:
    made = camp().change("lanza", attached_to=1)
    made.do("ruling", reason="x", agreed=[], cause="none", ops=[{"op": "detach", "card": 3}])
    assert made.at("lanza").attached_to is None


@pytest.mark.clause("MMK-R75", "MMK-R103")
def test_a_ruling_shows_what_it_would_do_and_does_nothing() -> None:
    """The preview tells the very events that follow when it is entered."""
    made = camp()
    ops = [{"op": "eliminate", "target": 5}, {"op": "draw", "player": "B", "n": 2}, {"op": "attach", "card": 3, "target": 1}]
    action = made.action("ruling", reason="a card says so", agreed=["A"], cause="A", ops=ops)
    assert isinstance(action, Ruling)
    before = made.state
    shown = action.preview(made.board)
    assert made.state == before
    after, told = made.rules.apply(made.state, action)
    assert shown == told[: len(shown)]
    assert [event.__struct_config__.tag for event in shown] == ["ruling", "enemy_defeated", "cards_drawn", "attached"]
    assert after != before
