"""Accidents that are noticed plays later are mended by a ruling, without undoing what came after (DAT-R60)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tapete.core import codec
from tests.games.datamorphs.scenario import Desk

REASON = {"reason": "it lay otherwise"}


def played() -> Desk:
    """Both have laid two cards on their Bios, or as many as a round by chance gives."""
    desk = Desk().bios("brine_socket", "velvet_stack")
    rng, after = random.Random(11), desk.state
    for _try in range(6):
        action = desk.rules.sample(after, rng, avoid=frozenset({"concede", "ruling", "add_card", "stop", "skip_program"}))
        assert action is not None
        after, _ = desk.rules.apply(after, action)
        if type(after.agenda[-1]).__name__ not in ("Ordering", "Playing", "Joint"):
            break
        desk.state = after
    assert lies(desk, "A", "program")
    return desk


def lies(desk: Desk, seat: str, slot: str) -> Any:
    return codec.whole(desk.state)["players"][seat][slot]


def ruled(desk: Desk, *ops: dict[str, Any]) -> Desk:
    return desk.do("ruling", ops=list(ops), reason=REASON["reason"])


@pytest.mark.clause("DAT-R60")
def test_a_misdeclared_card_is_another_and_costs_what_that_costs() -> None:
    desk = played()
    before = codec.whole(desk.state)
    ruled(desk, {"op": "correct_card", "seat": "A", "slot": "program", "place": 0, "card": "fern_cache", "choice": None})
    program = lies(desk, "A", "program")
    assert (program["card"], program["cost"], program["seq"]) == ("fern_cache", 3, before["players"]["A"]["program"]["seq"])
    assert codec.whole(desk.state)["players"]["B"] == before["players"]["B"], "what came after stays"
    assert not desk.rules.faults(desk.state)


@pytest.mark.clause("DAT-R60")
def test_a_card_is_taken_back_into_the_hand() -> None:
    desk = played()
    hand = codec.whole(desk.state)["players"]["A"]["hand"]
    ruled(desk, {"op": "take_back", "seat": "A", "slot": "program"})
    assert (codec.whole(desk.state)["players"]["A"]["hand"], lies(desk, "A", "program")) == (hand + 1, None)
    assert not desk.rules.faults(desk.state)


def scored() -> Desk:
    """Round 1 is scored for A by one attack, and its cards lie there."""
    desk = Desk().bios("glint_loom", "velvet_stack").lay("A program glint_loom").out()
    assert codec.whole(desk.state)["agenda"] == [{"step": "leave_out", "winner": "A"}]
    return desk


@pytest.mark.clause("DAT-R60")
def test_a_scored_round_is_scored_again_and_both_ways() -> None:
    desk = scored()
    program = {"op": "correct_card", "seat": "A", "slot": "program", "place": 0, "choice": None}
    bios = {"op": "correct_card", "seat": "A", "slot": "bios", "place": 0, "card": "rust_oracle", "choice": None}
    ruled(desk, {**program, "card": "fern_cache"}, bios)
    assert codec.whole(desk.state)["results"] == ["tie"]
    assert desk.step == "leave_out_tie"
    assert [type(event).__name__ for event in desk.events][-2:] == ["RoundScored", "RoundTied"]
    ruled(desk, {**program, "card": "glint_loom"})
    assert codec.whole(desk.state)["agenda"] == [{"step": "leave_out", "winner": "A"}]


@pytest.mark.clause("DAT-R60")
def test_what_decides_the_match_is_scored_again_too() -> None:
    desk = scored().do("leave_out", "A", own="bios", rival="bios").bios("brine_socket", "moth_kernel").lay("A program cinder_port").out()
    assert desk.step == "exchange"
    ruled(desk, {"op": "correct_result", "round": 1, "result": "B"})
    assert (desk.step, codec.whole(desk.state)["results"]) == ("leave_out", ["B", "A"])
    ruled(desk, {"op": "correct_result", "round": 1, "result": "A"})
    assert (desk.step, desk.told("game_won")[0].seat) == ("exchange", "A")


@pytest.mark.clause("DAT-R60")
def test_a_match_that_was_over_earlier_is_over_now() -> None:
    desk = scored().do("leave_out", "A", own="bios", rival="bios").bios("cinder_port", "moth_kernel").lay("B program ash_router").out()
    winner = codec.whole(desk.state)["agenda"][0]["winner"]
    assert winner == "B"
    desk.do("leave_out", "B", own="bios", rival="bios")
    ruled(desk, {"op": "correct_result", "round": 1, "result": "B"})
    assert (desk.step, desk.state.round) == ("exchange", 2)
    desk.do("exchange_cards", "B", take="glint_loom", give="velvet_stack")


@pytest.mark.clause("DAT-R60")
def test_a_card_that_nobody_entered_and_one_of_the_rivals() -> None:
    desk = scored()
    ruled(desk, {"op": "add_laid", "seat": "B", "slot": "program", "card": "ash_router", "choice": None})
    assert (lies(desk, "B", "program")["card"], codec.whole(desk.state)["players"]["B"]["hand"]) == ("ash_router", 3)
    ruled(desk, {"op": "change_sides", "seat": "A", "slot": "program"})
    assert (lies(desk, "A", "program")["card"], lies(desk, "B", "program")["card"]) == ("ash_router", "glint_loom")
    assert not desk.rules.faults(desk.state)


@pytest.mark.clause("DAT-R60")
@pytest.mark.parametrize(
    ("op", "at"),
    [
        ({"op": "take_back", "seat": "A", "slot": "function"}, "slot"),
        ({"op": "add_laid", "seat": "A", "slot": "program", "card": "ash_router", "choice": None}, "slot"),
        ({"op": "add_laid", "seat": "B", "slot": "program", "card": None, "choice": None}, "card"),
        ({"op": "correct_result", "round": 1, "result": "A"}, "round"),
        ({"op": "correct_seen", "seat": "A", "round": 2, "card": "glint_loom", "now": "ash_router"}, "round"),
        ({"op": "correct_card", "seat": "A", "slot": "bios", "place": 0, "card": None, "choice": None}, "card"),
        ({"op": "peek", "seat": "C"}, "seat"),
    ],
)
def test_what_cannot_be_says_where(op: dict[str, Any], at: str) -> None:
    desk = scored()
    action = desk.rules.read({"action": "ruling", "ops": [op], "agreed": ["A", "B"], **REASON})
    assert next(one.at for one in desk.rules.check(desk.state, action)) == f"ops.0.{at}"


@pytest.mark.clause("DAT-R60")
def test_what_lies_in_the_wrong_column_changes_places() -> None:
    desk = Desk().bios("brine_socket", "velvet_stack")
    plain = codec.whole(desk.state)
    part = {"face": "down", "seq": 1, "cost": 0}
    plain["players"]["A"] |= {"boost_a": part, "hand": plain["players"]["A"]["hand"] - 1}
    desk.state = codec.convert(plain, type(desk.state))
    ruling = {
        "action": "ruling",
        "ops": [{"op": "move_laid", "seat": "A", "slot": "boost_a", "to": "function"}],
        "agreed": ["A", "B"],
        **REASON,
    }
    refusals = desk.rules.check(desk.state, desk.rules.read(ruling))
    assert not [one for one in refusals if one.at and one.at.endswith((".slot", ".to"))]
    board = desk.rules.board(desk.state)
    action: Any = desk.rules.read(ruling)
    action.ops[0].effect(board)
    moved = codec.whole(board.state)["players"]["A"]
    assert (moved["boost_a"], moved["function"]) == ([], part)
